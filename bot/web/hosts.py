"""Names and addresses: which are this machine's own, and which connections come from one household."""

from collections.abc import Collection, Sequence
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from urllib.parse import SplitResult, urlsplit

PRIVATE_ENDINGS = (".local", ".lan", ".internal", ".home.arpa", ".localhost")
"""Endings of names that only a local network gives out."""

UNREADABLE = "unreadable"
"""The network of all clients whose address cannot be read from the proxy's header."""


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
    ip = _plain(address)
    if ip.is_loopback:
        return ""
    return str(ip_network(f"{ip}/64", strict=False)) if ip.version == 6 else str(ip)


def network_behind(peer: str, forwarded: Sequence[str], proxies: int) -> str:
    """The network that a request comes from, where as many proxies of the operator's own forward it.

    `forwarded` are the values of `X-Forwarded-For`, to which each proxy adds the address that it was asked
    from. Values before these come from the client and are not trusted. All values that are not addresses
    count as one network.
    """
    addresses = [address.strip() for value in forwarded for address in value.split(",")]
    if not (proxies and addresses) or _plain(peer).is_global:  # no proxy of the operator's own is there
        return network_of(peer)
    address = addresses[-min(proxies, len(addresses))]
    return network_of(address) if _is_address(address) else UNREADABLE


def parts_of(address: str) -> SplitResult:
    """The parts of an address; all empty where it is none."""
    try:
        return urlsplit(address)
    except ValueError:
        return urlsplit("")


def url_of(host: str, port: int) -> str:
    """The address of a site for people on this machine."""
    shown = "localhost" if is_loopback(host) else f"[{host}]" if ":" in host else host
    return f"http://{shown}:{port}"


def _plain(address: str) -> IPv4Address | IPv6Address:
    ip = ip_address(address.partition("%")[0])
    return ip.ipv4_mapped or ip if isinstance(ip, IPv6Address) else ip


def _is_address(host: str) -> bool:
    try:
        ip_address(host)
    except ValueError:
        return False
    return True
