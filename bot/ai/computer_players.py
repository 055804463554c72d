"""Computer players: they follow the log, and act like anybody else."""

import asyncio
import logging

from bot.ai.worker import ComputerTurn, ComputerWorkers, computer_turn
from bot.matches.match import Match
from bot.matches.outcomes import Outcome
from bot.matches.repository import MatchRepository
from bot.matches.turns import decide
from bot.store import Conflict
from bot.tasks import KeyedTasks
from engine.actions import Action
from engine.notation import line

log = logging.getLogger(__name__)


class ComputerPlayers:
    """Makes the decisions of every seat that a computer plays."""

    def __init__(self, repository: MatchRepository, workers: ComputerWorkers, delay: float) -> None:
        self._repository = repository
        self._workers = workers
        self._delay = delay

    async def run(self) -> None:
        """Play until cancelled, first the decisions that a restart left open; then end the workers."""
        try:
            await self._follow()
        finally:
            await self._workers.close()

    async def _follow(self) -> None:
        news = self._repository.subscribe()
        async with asyncio.TaskGroup() as tasks:
            keyed_tasks = KeyedTasks(
                "game {}: a computer's move".format, self._play, tasks, self._repository.clock
            )
            for game in await self._repository.store.log.running_games():
                keyed_tasks.wake(game)
            while True:
                keyed_tasks.wake(await news.get())

    async def _play(self, game: str) -> None:
        """Play as long as a game waits for a computer."""
        while computers := _computers(match := await self._repository.read(game)):
            action = await self._considered(match, computers[0])
            try:
                await self._move(game, computers[0], computer_turn(match, computers[0]), action)
            except Conflict:
                log.info("game %s: somebody moved before a computer did", game)

    async def _considered(self, match: Match, seat: int) -> Action:
        """What a computer chooses, once the delay is over: the time it takes must not hint at its hand."""
        pause = asyncio.create_task(self._repository.clock.sleep(self._delay))
        try:
            move = await self._workers.move(computer_turn(match, seat))
            await pause
        finally:
            pause.cancel()
        return move.action

    async def _move(self, game: str, seat: int, turn: ComputerTurn, action: Action) -> None:
        """Make a move, if the game still waits for the turn that it was chosen for."""

        def decided(match: Match) -> Outcome:
            still_due = seat in _computers(match) and computer_turn(match, seat) == turn
            return decide(match, seat, action) if still_due else Outcome(())

        await self._repository.update(game, decided, action=line(action))


def _computers(match: Match) -> list[int]:
    return [seat for seat in match.waiting_for if match.roster.holders[seat].by_computer]
