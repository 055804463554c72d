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
from ipaddress import IPv6Address, IPv6Network, ip_address
from typing import Any

import aiohttp

SIGNATURE = "X-Stationmaster-Signature"
"""The header with `sha256=` and the HMAC-SHA256 of the body, in hexadecimal, with the key of the webhook."""

_SECONDS = aiohttp.ClientTimeout(total=10.0)

_TRANSLATED = IPv6Network("64:ff9b::/96"), IPv6Network("64:ff9b:1::/48")
"""IPv6 addresses that a gateway sends on to an IPv4 address."""

Guard = Callable[[Any], socket.socket]
"""Makes the socket for an address that was looked up, or refuses it with PermissionError."""


def is_public(address: str) -> bool:
    """Whether an IP address belongs to the public internet, and is no way into another network.

    >>> [is_public(one) for one in ("9.9.9.9", "10.0.0.1", "::ffff:9.9.9.9")]
    [True, False, False]
    """
    ip = ip_address(address.partition("%")[0])
    if isinstance(ip, IPv6Address):
        if ip.ipv4_mapped or ip.sixtofour or ip.teredo or any(ip in one for one in _TRANSLATED):
            return False
        if ip.is_site_local:
            return False
    return ip.is_global and not ip.is_multicast and not ip.is_unspecified and not ip.is_reserved


def is_own(family: int, where: Any) -> bool:
    """Whether an address belongs to this machine: packets sent to it would have it as their source."""
    with socket.socket(family, socket.SOCK_DGRAM) as trial, suppress(OSError):
        trial.connect(where)  # this sends nothing
        return bool(trial.getsockname()[0] == where[0])
    return False


def public_socket(found: Any) -> socket.socket:
    """A socket for an address that was looked up. Raises PermissionError where it is not public, or is one of
    this machine: a connection from here would pass a firewall that keeps others out.
    """
    family, kind, protocol, _, where = found
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
        return "refused" if _is_refused(error) else "broken"


def _is_refused(error: BaseException | None) -> bool:
    """Whether an error began with a refused address."""
    while error is not None:
        if isinstance(error, PermissionError):
            return True
        error = error.__cause__ or error.__context__
    return False
