"""Which network addresses may be fetched from. Pure, but for the resolver."""

from __future__ import annotations

import ipaddress
import socket

Address = ipaddress.IPv4Address | ipaddress.IPv6Address

#: Prefixes that carry an IPv4 address in their last 32 bits: IPv4-mapped (RFC 4291) and NAT64 (RFC 6052).
_CARRIERS = (ipaddress.IPv6Network("::ffff:0:0/96"), ipaddress.IPv6Network("64:ff9b::/96"))

#: No place of the public internet, though not every version of `ipaddress` says so: addresses of a site
#: (RFC 3879), documentation (RFC 9637), protocol assignments (RFC 6890) and relays for 6to4 (RFC 7526).
_NOT_PUBLIC = tuple(
    ipaddress.ip_network(network) for network in ("fec0::/10", "3fff::/20", "192.0.0.0/24", "192.88.99.0/24")
)


def is_public(address: str) -> bool:
    """Tell a public address from private, loopback, link-local, shared, reserved and multicast ones.

    An IPv6 address that carries an IPv4 one is judged by what it carries.

    >>> [is_public(a) for a in ("93.184.216.34", "169.254.169.254", "::ffff:127.0.0.1", "64:ff9b::a00:1")]
    [True, False, False, False]
    """
    try:
        found: Address = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return False
    return all(map(_is_open, _carried(found) if isinstance(found, ipaddress.IPv6Address) else (found,)))


def _is_open(address: Address) -> bool:
    if any(address in network for network in _NOT_PUBLIC):
        return False
    return address.is_global and not address.is_multicast and not address.is_reserved


def _carried(address: ipaddress.IPv6Address) -> tuple[Address, ...]:
    """Give the IPv4 addresses that an IPv6 address carries (Teredo: server and client), or else itself."""
    if any(address in prefix for prefix in _CARRIERS):
        return (ipaddress.IPv4Address(int(address) & 0xFFFFFFFF),)
    if address.sixtofour:
        return (address.sixtofour,)
    return address.teredo or (address,)


def is_local_name(host: str) -> bool:
    """Tell names that can only mean a machine nearby: one word, or a domain kept for private use.

    They are RFC 6761 (localhost), RFC 6762 (local), RFC 8375 (home.arpa) and ICANN's ``internal``.

    >>> [is_local_name(name) for name in ("localhost", "metadata.google.internal.", "the-post.example")]
    [True, True, False]
    """
    name = host.lower().rstrip(".")
    return "." not in name or name.endswith((".localhost", ".local", ".internal", ".home.arpa"))


def resolve(host: str, port: int) -> list[str]:
    """Give the addresses of a host, in the order of the system's preference.

    Raises:
        OSError: The name has none, or no name server answered.
    """
    found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    return list(dict.fromkeys(str(entry[4][0]) for entry in found))
