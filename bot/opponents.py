"""Computers at the table: they follow the log, and submit like anybody else."""

import asyncio
import hashlib
import logging

from bot.errands import Errands
from bot.matches.games import Games
from bot.matches.lobby import DEFAULT_LEVEL
from bot.matches.match import Match
from bot.matches.playing import decide
from bot.store import Conflict
from engine.actions import Action
from engine.chance import Chance
from engine.computers import COMPUTERS
from engine.notation import line
from engine.view import view_for

log = logging.getLogger(__name__)


class Opponents:
    """Makes the decisions of every seat that a computer plays."""

    def __init__(self, games: Games, delay: float) -> None:
        self._games = games
        self._delay = delay

    async def run(self) -> None:
        """Play until cancelled, where a restart left a computer's decision open too."""
        news = self._games.subscribe()
        async with asyncio.TaskGroup() as tasks:
            errands = Errands("game {}: a computer's move".format, self._play, tasks, self._games.clock)
            for game in await self._games.store.running_games():
                errands.wake(game)
            while True:
                errands.wake(await news.get())

    async def _play(self, game: str) -> None:
        """Play on as long as a computer is waited for; the pause before a turn tells nothing of the hand."""
        while computers := _computers(await self._games.read(game)):
            await self._games.clock.sleep(self._delay)
            try:
                await self._move(game, computers[0])
            except Conflict:
                log.info("game %s: somebody was faster than a computer", game)

    async def _move(self, game: str, seat: int) -> None:
        async with self._games.lock(game):
            match = await self._games.read(game)
            if match.game is None or seat not in _computers(match):
                return
            action = await asyncio.to_thread(chosen, match, seat)
            change = decide(match, seat, action)
            await self._games.write(match, change.facts, "", line(action), change.also)


def _computers(match: Match) -> list[int]:
    return [seat for seat in match.waiting_for if match.roster.sitters[seat].by_computer]


def chosen(match: Match, seat: int) -> Action:
    """What the computer of a seat chooses: from its View, and a chance that is its own at this decision."""
    if match.game is None:
        raise ValueError(f"game {match.id} has not begun")
    view = view_for(match.game, seat)
    revision = view.decision.revision if view.decision else 0
    secret = f"{match.roster.secret}:{seat}:{revision}"
    chance = Chance(hashlib.sha256(secret.encode()).hexdigest())
    return COMPUTERS[match.roster.sitters[seat].level or DEFAULT_LEVEL](view, chance)
