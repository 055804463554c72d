"""Secrecy pairs on a platform: what is posted of a game, and of the same game with other secrets."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from bot.matches.match import LogEvent, Step
from bot.model.identity import Chat
from bot.store import Store
from tests.scenario import P, Scenario
from tests.secrecy_pairs import secrecy_pair, write_down

ROUNDS = 40
"""Actions of each player: they end before a second deck is shuffled."""


@dataclass
class Observed:
    """The posts about some events, and the answers to Anna, to Boris, and to Carla, who only watches."""

    posts: list[object]
    carla: list[object]
    anna: list[object]
    boris: list[object]


async def forty_rounds(bot: Scenario, players: Sequence[P]) -> Sequence[Step]:
    """What happens in forty rounds."""
    for _ in range(ROUNDS):
        for player in await bot.waited_for(*players):
            await player.types(await player.thinks())
    return await bot.host.repository.steps((await bot.match()).id, 0)


async def prepared(database: Path, story: Sequence[Step], facts: Sequence[LogEvent], chat: Chat) -> None:
    """A new folder with a database. It has the given events, at the times of another game's events."""
    await asyncio.to_thread(database.parent.mkdir)
    if facts:
        async with await Store.open(f"sqlite:///{database}") as store:
            await write_down(store, story, facts, chat)


async def only_boris_sees_a_difference(
    story: Sequence[Step], told: Callable[[str, Sequence[LogEvent]], Awaitable[Observed]]
) -> None:
    """Post a game, and the same with other cards and tickets for Boris, and compare."""
    facts = [step.event for step in story]
    others = secrecy_pair(facts, story[0].after.board, story[-1].after.roster.names.index("Anna"))
    one, two = await told("one", facts), await told("two", others)
    assert len(one.posts) > ROUNDS // 2
    assert one.posts == two.posts
    assert one.carla == two.carla
    assert one.anna == two.anna
    assert one.boris != two.boris
