"""What followers missed: sent after a restart, and when a process takes over games of another one."""

import asyncio
from collections.abc import Container, Iterator

from bot.model.identity import Destination
from bot.service.leases import Leases
from bot.store import Store
from bot.tasks import KeyedTasks

Follower = tuple[Destination, str]
"""A chat or a person, and the match that it follows."""

_AT_A_TIME = 2
_LONG = 1.0
"""How many followers get what they missed at the same time, and after how many seconds the next one begins
anyway.
"""

_APART = 0.05
"""Seconds between two followers, in which requests are answered."""


async def send_missed(
    store: Store, leases: Leases, platforms: Container[str], tasks: KeyedTasks[Follower]
) -> None:
    """Send the followers of the games of this process what they missed."""
    behind = await store.deliveries.behind()
    mine = iter([one for one in behind if one[0].platform in platforms and leases.holds_game(one[1])])
    await asyncio.gather(*(_send_missed(mine, tasks) for _ in range(_AT_A_TIME)))


async def call_holders(store: Store, leases: Leases, chats: set[Destination]) -> None:
    """Let other processes try again to tell these chats what they missed: they may be writable now."""
    called = set(chats)
    chats.clear()
    for destination, game in await store.deliveries.behind():
        if destination in called and not leases.holds_game(game):
            await store.call_holder(game)


async def _send_missed(behind: Iterator[Follower], tasks: KeyedTasks[Follower]) -> None:
    """Send followers what they missed, one after the other. Requests of people go first."""
    for follower in behind:
        await tasks.attempt(follower, _LONG)
        await asyncio.sleep(_APART)
