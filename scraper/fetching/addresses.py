"""Classify network addresses and host names as public or private, and resolve names."""

from __future__ import annotations

import ipaddress
import socket

Address = ipaddress.IPv4Address | ipaddress.IPv6Address

#: Prefixes with an IPv4 address in their last 32 bits: IPv4-mapped (RFC 4291) and NAT64 (RFC 6052).
_CARRIERS = (ipaddress.IPv6Network("::ffff:0:0/96"), ipaddress.IPv6Network("64:ff9b::/96"))

#: Networks that are not public, though not every version of `ipaddress` says so: site-local (RFC 3879),
#: documentation (RFC 9637), protocol assignments (RFC 6890) and 6to4 relays (RFC 7526).
_NOT_PUBLIC = tuple(
    ipaddress.ip_network(network) for network in ("fec0::/10", "3fff::/20", "192.0.0.0/24", "192.88.99.0/24")
)


def is_public(address: str) -> bool:
    """Return True for a public address: not private, loopback, link-local, shared, reserved or multicast.

    An IPv6 address that embeds an IPv4 one is judged by that. Text that is not an address is not public.

    >>> [is_public(a) for a in ("93.184.216.34", "169.254.169.254", "::ffff:127.0.0.1", "64:ff9b::a00:1")]
    [True, False, False, False]
    """
    try:
        found: Address = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return False
    return all(map(_is_global, _embedded(found) if isinstance(found, ipaddress.IPv6Address) else (found,)))


def _is_global(address: Address) -> bool:
    if any(address in network for network in _NOT_PUBLIC):
        return False
    return address.is_global and not address.is_multicast and not address.is_reserved


def _embedded(address: ipaddress.IPv6Address) -> tuple[Address, ...]:
    """Return the IPv4 addresses embedded in an IPv6 one (Teredo: server and client), else itself."""
    if any(address in prefix for prefix in _CARRIERS):
        return (ipaddress.IPv4Address(int(address) & 0xFFFFFFFF),)
    if address.sixtofour:
        return (address.sixtofour,)
    return address.teredo or (address,)


def is_local_name(host: str) -> bool:
    """Return True if a host name is private by its form: a single label, or in a domain for private use.

    The domains: localhost (RFC 6761), local (RFC 6762), home.arpa (RFC 8375) and ICANN's internal.

    >>> [is_local_name(name) for name in ("localhost", "metadata.google.internal.", "the-post.example")]
    [True, True, False]
    """
    name = host.lower().rstrip(".")
    return "." not in name or name.endswith((".localhost", ".local", ".internal", ".home.arpa"))


def resolve(host: str, port: int) -> list[str]:
    """Return the addresses of a host as text, in the system's order of preference.

    Raises:
        OSError: The name has no address, or no name server answered.
    """
    if "%" in host and ":" not in host:  # an encoded character, which no name has (RFC 1123): no lookup
        raise socket.gaierror(socket.EAI_NONAME, "Name or service not known")
    found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    return list(dict.fromkeys(str(entry[4][0]) for entry in found))
