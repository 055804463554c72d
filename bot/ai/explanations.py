"""Why computer players moved as they did: decided again, after the game, from what they could see then."""

from bot.ai.worker import ComputerWorkers, computer_turn
from bot.cache import BoundedCache
from bot.matches.match import Match, Step
from bot.matches.outcomes import CommandRefused
from bot.matches.repository import MatchRepository
from bot.matches.roster import Status
from bot.model.message import Message
from bot.text.i18n import Phrases
from bot.text.reasons import reason
from bot.text.request import Request
from engine.game import Table

_KNOWN = 1000
"""Answers that are kept."""


class Explanations:
    """The reasons of computer players, worked out once for each round and language."""

    def __init__(self, repository: MatchRepository, workers: ComputerWorkers) -> None:
        self._repository = repository
        self._workers = workers
        self._answers = BoundedCache[tuple[str, int, int | None, str], str](_KNOWN)

    async def reasons(self, request: Request, number: int | None) -> Message:
        """What the computers had in mind in a round (None: their last), a sentence for each move.

        Raises CommandRefused before the end of the game: a reason names tickets and missing cards.
        """
        match = request.match
        if match is None or match.table is None:
            raise CommandRefused("no-game")
        if match.roster.status is not Status.OVER:
            raise CommandRefused("why-not-yet")
        key, table = (match.id, match.seq, number, request.phrases.language), match.table
        text = await self._answers.once(key, lambda: self._round(match, table, number, request.phrases))
        return Message(text)

    async def _round(self, match: Match, table: Table, number: int | None, phrases: Phrases) -> str:
        last = (table.turn - 1) // table.players + 1
        moves = [(_round_of(step), step) for step in await self._repository.steps(match.id, 0)]
        theirs = [its for its, _ in moves if its is not None]
        wanted = max(theirs, default=last) if number is None else number
        sentences = [await self._sentence(step, phrases) for its, step in moves if its == wanted]
        if not sentences:
            raise CommandRefused("why-nothing", round=wanted, last=last)
        return "\n".join((phrases.say("why-title", round=wanted), *sentences))

    async def _sentence(self, step: Step, phrases: Phrases) -> str:
        match = step.before
        if match is None or match.table is None:
            raise ValueError("a move needs a match before it")
        # Starting tickets are chosen before anybody's turn; then the event names the seat.
        seat = match.table.seat if match.table.seat is not None else getattr(step.event, "seat", 0)
        move = await self._workers.move(computer_turn(match, seat))
        return reason(move, match.roster.names[seat], match.table, phrases)


def _round_of(step: Step) -> int | None:
    """The round of a computer's move, 0 before the first turn; None for any other step."""
    table = step.before.table if step.before else None
    return -(-table.turn // table.players) if table and step.action and not step.actor else None
