"""Requests to web addresses that chats have chosen: to public addresses only, small, once, and signed.

The address is checked where the connection is made, after the name was looked up: a name that leads elsewhere
the next time does not help, and neither does a redirect, which is not followed.
"""

import hmac
import json
import socket
from collections.abc import Callable, Mapping
from contextlib import suppress
from hashlib import sha256
from ipaddress import IPv6Network, ip_address, ip_network
from typing import Any

import aiohttp

SIGNATURE = "X-Stationmaster-Signature"
"""The header with `sha256=` and the HMAC-SHA256 of the body, in hexadecimal, with the key of the webhook."""

_SECONDS = aiohttp.ClientTimeout(total=10.0)

_SPECIAL = (
    *("0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16", "172.16.0.0/12"),
    *("192.0.0.0/24", "192.0.2.0/24", "192.31.196.0/24", "192.52.193.0/24", "192.88.99.0/24"),
    *("192.168.0.0/16", "192.175.48.0/24", "198.18.0.0/15", "198.51.100.0/24", "203.0.113.0/24"),
    *("224.0.0.0/4", "240.0.0.0/4"),
)
"""IANA's registry of IPv4 addresses for special purposes (2025), and multicast."""

_UNICAST = IPv6Network("2000::/3")
"""The IPv6 addresses that are given out on the internet."""

_SPECIAL_IPV6 = "2001::/23", "2001:db8::/32", "2002::/16", "2620:4f:8000::/48", "3fff::/20"
"""IANA's registry of IPv6 addresses for special purposes (2025), as far as they are among those."""

_NOT_PUBLIC = tuple(map(ip_network, (*_SPECIAL, *_SPECIAL_IPV6)))

Guard = Callable[[Any], socket.socket]
"""Makes the socket for an address that was looked up, or refuses it with PermissionError."""


def is_public(address: str) -> bool:
    """Whether an IP address belongs to the public internet, and is no way into another network.

    The registries are here, because Python's differ from version to version, and count some as global.

    >>> [is_public(address) for address in ("9.9.9.9", "10.0.0.1", "::ffff:9.9.9.9")]
    [True, False, False]
    """
    ip = ip_address(address.partition("%")[0])
    return (ip.version == 4 or ip in _UNICAST) and not any(ip in network for network in _NOT_PUBLIC)


def is_own(family: int, where: Any) -> bool:
    """Whether an address belongs to this machine: packets sent to it would have it as their source."""
    with socket.socket(family, socket.SOCK_DGRAM) as trial, suppress(OSError):
        trial.connect(where)  # this sends nothing
        return bool(trial.getsockname()[0] == where[0])
    return False


def public_socket(address: Any) -> socket.socket:
    """A socket for an address that was looked up. Raises PermissionError where it is not public, or is one of
    this machine: a connection from here would pass a firewall that keeps others out.
    """
    family, kind, protocol, _, where = address
    if not is_public(where[0]) or is_own(family, where):
        raise PermissionError("this address is not public")
    return socket.socket(family, kind, protocol)


async def send(url: str, secret: str, content: Mapping[str, object], guard: Guard = public_socket) -> str:
    """Post JSON to an address. Returns "", or why it was not accepted: refused, status, slow or broken.

    Nothing of the answer is read but its status. No error is raised, for its text could name the address.
    """
    body = json.dumps(content, ensure_ascii=False, separators=(",", ":")).encode()
    signature = hmac.new(secret.encode(), body, sha256).hexdigest()
    headers = {"Content-Type": "application/json", SIGNATURE: f"sha256={signature}"}
    connector = aiohttp.TCPConnector(socket_factory=guard, force_close=True, use_dns_cache=False)
    client = aiohttp.ClientSession(
        connector=connector, cookie_jar=aiohttp.DummyCookieJar(), timeout=_SECONDS, trust_env=False
    )
    try:
        async with client, client.post(url, data=body, headers=headers, allow_redirects=False) as answer:
            accepted = 200 <= answer.status < 300
            answer.close()
            return "" if accepted else "status"
    except TimeoutError:
        return "slow"
    except (aiohttp.ClientError, OSError, ValueError) as error:
        cause: BaseException | None = error
        while cause is not None and not isinstance(cause, PermissionError):
            cause = cause.__cause__ or cause.__context__
        return "refused" if cause else "broken"
