"""Webhooks: a web address that a chat has chosen is told whose turn it is, and that the game has ended.

It is told how things are, and not what has happened: after a stop or a failure it gets the newest turn only.
The store notes what it was told, so that each turn is told once. No turn and no post waits for it.
"""

import hmac
import json
import logging
import socket
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import replace
from datetime import datetime, timedelta
from hashlib import sha256
from ipaddress import IPv6Network, ip_address, ip_network
from typing import Any

import aiohttp

from bot.matches.leases import WEBHOOKS
from bot.matches.match import Match
from bot.matches.repository import MatchRepository, UnknownGame
from bot.matches.roster import Status
from bot.model.identity import Chat
from bot.model.message import Message, Topic
from bot.model.permissions import Unreachable
from bot.outbox.notices import about
from bot.store import Store, UnreadableGame
from bot.store.timers import CHAT, WEBHOOK
from bot.timers.registry import Due, TimerServices, timer

WAITS = 5.0, 30.0, 120.0, 600.0, 1800.0
"""Seconds before each further try of one turn. When all have failed, the webhook is switched off."""

_END = "end"

log = logging.getLogger(__name__)


@timer(WEBHOOK, lease=WEBHOOKS, in_background=True)
async def webhook(due: Due, services: TimerServices) -> datetime | None:
    """Tell the web address of a chat what it has not been told; after a failure again."""
    chat, store = Chat.parse(due.owner), services.store
    if not await services.recipients.allows(chat):
        return None
    while address := (await store.chats.webhooks()).get(chat):
        match = await _match_to_tell(services.repository, chat, address.told)
        if match is None:
            return None
        why = await send(address.url, address.secret, await _content_of(store, chat, match))
        if not why:
            told = f"{match.id} {_mark(match)}"
            await store.chats.note_webhook(chat, address, replace(address, told=told, failures=0))
            continue
        failures = address.failures + 1
        log.info("game %s: a webhook of its chat has failed %d times (%s)", match.id, failures, why)
        if failures <= len(WAITS):
            await store.chats.note_webhook(chat, address, replace(address, failures=failures))
            again = services.now + timedelta(seconds=WAITS[failures - 1])
            await store.timers.set(CHAT, due.owner, {WEBHOOK: again})  # news do not hurry it
            return again
        await store.chats.set_webhook(chat, None)
        words = await services.recipients.directory.chat_phrases(chat)
        with suppress(Unreachable):
            message = Message(words.say("webhook-gave-up", count=failures))
            await services.outbox.deliver(message, about(chat, match, Topic.NOTE, "webhook"))
    return None


async def _match_to_tell(repository: MatchRepository, chat: Chat, told: str) -> Match | None:
    """The match to announce: the last announced one if it has ended, else the one that the chat shows."""
    last, _, mark = told.partition(" ")
    shown = await repository.store.chats.game_in(chat)
    for game in dict.fromkeys((last, shown or "")):
        with suppress(UnknownGame, UnreadableGame):
            match = await repository.read(game) if game else None
            wanted = _mark(match) if match else ""
            if game == last and game != shown and wanted != _END:
                continue
            if wanted and (game, wanted) != (last, mark):
                return match
    return None


def _mark(match: Match) -> str:
    """The news for a webhook in short: `turn 12` or `end`; "" if there is none."""
    if match.roster.status in (Status.OVER, Status.ABORTED):
        return _END if match.game else ""
    waits = set(match.waiting_for) - set(match.computers_to_move)
    return f"turn {match.table.turn}" if match.table and waits else ""


async def _content_of(store: Store, chat: Chat, match: Match) -> dict[str, object]:
    """What a webhook is sent: only what everybody in the chat sees."""
    table, names = match.table, match.roster.names
    waits = set(match.waiting_for) - set(match.computers_to_move)
    content: dict[str, object] = {
        "event": _END if _mark(match) == _END else "turn",
        "game": match.id,
        "board": match.board.title,
        "platform": chat.platform,
        "chat": await store.chats.title(chat),
        "turn": table.turn if table else 0,
        "at": match.at.isoformat(),
        "next": [names[seat] for seat in sorted(waits)],
    }
    if table and table.sheet:
        content["winners"] = [names[seat] for seat in table.sheet.winners]
    return content


async def try_webhook(store: Store, chat: Chat, url: str, secret: str) -> str:
    """Send a test to an address. Returns "", or why it was not accepted."""
    title = await store.chats.title(chat)
    why = await send(url, secret, {"event": "test", "platform": chat.platform, "chat": title})
    if why:
        log.info("a test of a webhook has failed (%s)", why)
    return why


# ---- requests to web addresses

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
