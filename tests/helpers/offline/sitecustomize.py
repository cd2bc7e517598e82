"""Refuse, in this process, every connection and look-up of a name that would leave the machine.

Python loads a module of this name when it starts. The tests load it into their own process and put its folder on
`PYTHONPATH`, so the processes that they start load it too. What was refused is also written to a file, as code
under test may take the error for a page that cannot be fetched: see the fixture `offline` in `conftest.py`.
"""

from __future__ import annotations

import ipaddress
import os
import socket
import sys
from contextlib import suppress

#: The setting that names the file of refused requests; without it nothing is refused.
REFUSED = "VOXPOP_TESTS_REFUSED"
#: Names below these are nobody's (RFC 2606): they are unknown at once, and no name server is asked.
RESERVED = (".example", ".invalid", ".test")


class LeavesTheMachineError(OSError):
    """Say that a test would have sent something to another machine."""


def address_of(host: object) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    """Return the address that a host is given by, as numbers; None for a name, which has to be looked up."""
    written = host.decode("ascii", "replace") if isinstance(host, bytes) else str(host)
    with suppress(ValueError):
        return ipaddress.ip_address(written.partition("%")[0])
    with suppress(OSError):  # 0x7f000001 is an address, too
        return ipaddress.ip_address(socket.inet_aton(written))
    return None


def is_own_name(host: object) -> bool:
    """Return whether a host is this machine by its name, which no other machine is asked for."""
    return host in {None, "", b"", "localhost", b"localhost", socket.gethostname()}


def is_here(host: object) -> bool:
    """Return whether a connection to a host stays on this machine."""
    address = address_of(host)
    return is_own_name(host) if address is None else address.is_loopback or address.is_unspecified


def refusal(event: str, arguments: tuple) -> str | None:
    """Return what would leave the machine, if anything would.

    The events are those of https://docs.python.org/3/library/audit_events.html.
    """
    if event in {"socket.getaddrinfo", "socket.gethostbyname"}:
        host = arguments[0]
        return None if is_own_name(host) or address_of(host) is not None else f"look-up of {host}"
    if event in {"socket.connect", "socket.sendto"}:
        connection, address = arguments[:2]
        # A datagram's socket is connected to learn which address of our own it would use: nothing is sent.
        sends = event == "socket.sendto" or connection.type == socket.SOCK_STREAM
        if connection.family in {socket.AF_INET, socket.AF_INET6} and sends:
            return None if is_here(address[0]) else f"connection to {address[0]}, port {address[1]}"
    return None


def watch(event: str, arguments: tuple) -> None:
    """Refuse what leaves the machine, and write it down.

    Raises:
        LeavesTheMachineError: It does.
    """
    if not event.startswith("socket."):
        return
    said = refusal(event, arguments)
    if said is None:
        return
    if said.startswith("look-up of ") and said.endswith(RESERVED):
        raise socket.gaierror(socket.EAI_NONAME, "Name or service not known")
    with open(os.environ[REFUSED], "a", encoding="utf-8") as file:  # noqa: PTH123 -- pathlib would be loaded by every process
        file.write(f"{said} ({' '.join(sys.argv[:4])})\n")
    raise LeavesTheMachineError(said)


if os.environ.get(REFUSED):
    sys.addaudithook(watch)
