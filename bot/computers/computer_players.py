"""Computer players: they follow the log, act like anybody else, and say why after the game."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from contextlib import suppress
from functools import partial

from bot.cache import BoundedCache
from bot.computers.choice import computer_move, computer_turn
from bot.computers.search import ComputerTurn
from bot.matches.leases import Leases, part_of
from bot.matches.match import Match, Step
from bot.matches.outcomes import CommandRefused, Outcome
from bot.matches.repository import MatchRepository
from bot.matches.roster import Status
from bot.matches.turns import decide, standing_steps
from bot.model.message import Message
from bot.requests.request import Request
from bot.store import Conflict, UnreadableGame
from bot.tasks import KeyedTasks
from bot.text.i18n import Phrases
from bot.text.reasons import reason
from bot.workers.workers import Worker
from engine.actions import Action
from engine.computers import reason_for
from engine.notation import line, read_line

_KNOWN = 1000
"""Texts of reasons that are kept."""

_APART = 0.1
"""Seconds between the moves that a restart left open: the requests of people go first."""

log = logging.getLogger(__name__)


class ComputerPlayers:
    """Makes the decisions of every seat that a computer plays; `delay` is how many seconds each takes.

    A game that `allows_game` does not allow stands still.
    """

    def __init__(
        self,
        repository: MatchRepository,
        delay: float,
        allows_game: Callable[[str], Awaitable[bool]],
        leases: Leases,
        searches: Worker,
    ) -> None:
        self._repository = repository
        self._leases = leases
        self._allows_game = allows_game
        self._searches = searches
        self._delay = delay
        self._explaining = asyncio.Lock()
        """Held while a round is explained: the moves of running games wait for one search at most."""
        self._reasons = BoundedCache[tuple[str, int, int | None, str], str](_KNOWN)

    async def run(self) -> None:
        """Play until cancelled, first the decisions that a restart left open."""
        changed_games, clock = self._repository.subscribe(), self._repository.clock
        async with asyncio.TaskGroup() as tasks:
            keyed_tasks = KeyedTasks("game {}: a computer's move".format, self._play, tasks, clock)
            catch_up = partial(self._catch_up, keyed_tasks)
            tasks.create_task(self._leases.catch_up("moves of computers", catch_up))
            while True:
                keyed_tasks.wake(await changed_games.get())

    async def _catch_up(self, keyed_tasks: KeyedTasks[str]) -> None:
        """Make the moves left open by a restart, or by the process that had these games before."""
        async for game in self._repository.games_for_computers():
            if self._leases.holds_game(game):
                await keyed_tasks.attempt(game, _APART)

    async def _play(self, game: str) -> None:
        """Play as long as a game waits for a computer. A game that cannot be read waits for nobody."""
        with self._leases.using(part_of(game)) as may_act:
            if not may_act or not await self._allows_game(game):
                return
            with suppress(UnreadableGame):
                while self._leases.holds_game(game):
                    match = await self._repository.read(game)
                    if not match.computers_to_move:
                        return
                    seat = match.computers_to_move[0]
                    action = await self._considered(match, seat)
                    try:
                        await self._move(game, seat, computer_turn(match, seat), action)
                    except Conflict:
                        log.info("game %s: somebody moved before a computer did", game)

    async def _considered(self, match: Match, seat: int) -> Action:
        """What a computer chooses, once the delay is over: the time it takes must not hint at its hand."""
        pause = asyncio.create_task(self._repository.clock.sleep(self._delay))
        try:
            move = await computer_move(computer_turn(match, seat), self._searches)
            await pause
        finally:
            pause.cancel()
        return move.action

    async def _move(self, game: str, seat: int, turn: ComputerTurn, action: Action) -> None:
        """Make the chosen move, if the game still waits for this turn, and for this process."""

        def decided(match: Match) -> Outcome:
            if not self._leases.speaks_about(game):
                return Outcome(())
            still_due = seat in match.computers_to_move and computer_turn(match, seat) == turn
            return decide(match, seat, action) if still_due else Outcome(())

        await self._repository.update(game, decided, action=line(action))

    # ---- why they moved as they did: decided again from what they could see then

    async def reasons(self, request: Request, number: int | None) -> Message:
        """What the computers had in mind in a round (None: their last), a sentence for each move.

        Raises CommandRefused before the end of the game: a reason names tickets and missing cards.
        """
        match, phrases = request.shown_match, request.phrases
        if match.table is None:
            raise CommandRefused("not-started")
        if match.roster.status is not Status.OVER:
            raise CommandRefused("why-not-yet")
        last = (match.table.turn - 1) // match.table.players + 1

        async def explained() -> str:
            async with self._explaining:
                steps = standing_steps(await self._repository.steps(match.id, 0))
                moves = [(played_in, step) for step in steps if (played_in := _round_of(step)) is not None]
                wanted = (
                    max((played_in for played_in, _ in moves), default=last) if number is None else number
                )
                sentences = [
                    await self._sentence(step, phrases) for played_in, step in moves if played_in == wanted
                ]
            if not sentences:
                key = "why-nothing" if wanted <= last else "why-no-round"
                raise CommandRefused(key, round=wanted, last=last)
            return "\n".join((phrases.say("why-title", round=wanted), *sentences))

        return Message(await self._reasons.once((match.id, match.seq, number, phrases.language), explained))

    async def _sentence(self, step: Step, phrases: Phrases) -> str:
        match = step.before
        if match is None or match.table is None:
            raise ValueError("a move needs a match before it")
        # Starting tickets are chosen before anybody's turn; then the event names the seat.
        seat = match.table.seat if match.table.seat is not None else getattr(step.event, "seat", 0)
        turn = level, view, _ = computer_turn(match, seat)
        move = await computer_move(turn, self._searches)
        if line(move.action) != step.action:  # an earlier version chose another
            move = reason_for(level, view, read_line(step.action))
        return reason(move, seat, match.roster.names, match.table, phrases)


def _round_of(step: Step) -> int | None:
    """The round of a computer's move, 0 before the first turn; None for any other step."""
    table = step.before.table if step.before else None
    return -(-table.turn // table.players) if table and step.action and not step.actor else None
