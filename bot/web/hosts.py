"""Names and addresses: which are this machine's own, and which connections come from one household."""

from collections.abc import Collection
from ipaddress import IPv6Address, ip_address, ip_network

PRIVATE_ENDINGS = (".local", ".lan", ".internal", ".home.arpa", ".localhost")
"""Endings of names that only a local network gives out."""


def is_loopback(host: str) -> bool:
    """Whether only this machine can reach a host."""
    return host.lower() == "localhost" or (_is_address(host) and ip_address(host).is_loopback)


def is_own_name(name: str, listening_at: str, others: Collection[str] = ()) -> bool:
    """Whether a page that listens at a host may answer to this name: it is local, or one of `others`.

    A page that listens on loopback only answers to names of this machine. Otherwise any address and any name
    of a local network will do: another site's page cannot have such a name.
    """
    name = name.lower().rstrip(".")
    if not name:
        return False
    if is_loopback(name) or name in others:
        return True
    if is_loopback(listening_at):
        return False
    return _is_address(name) or "." not in name or name.endswith(PRIVATE_ENDINGS) or name == listening_at


def network_of(address: str) -> str:
    """The network that one household has: an IPv4 address, or an IPv6 network; "" for this machine."""
    found = ip_address(address.partition("%")[0])
    if isinstance(found, IPv6Address) and found.ipv4_mapped:
        found = found.ipv4_mapped
    if found.is_loopback:
        return ""
    return str(ip_network(f"{found}/64", strict=False)) if found.version == 6 else str(found)


def network_of_visitor(peer: str, forwarded_for: str) -> str:
    """The network of whoever opened a page; "" for this machine.

    What connects from this machine can be a proxy, which writes last in `X-Forwarded-For` who asked it. A
    visitor who comes without a proxy is not believed.
    """
    near, last = network_of(peer), forwarded_for.rpartition(",")[2].strip()
    return network_of(last) if not near and _is_address(last) else near


def _is_address(host: str) -> bool:
    try:
        ip_address(host)
    except ValueError:
        return False
    return True
