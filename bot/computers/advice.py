"""Advice for people: what a computer would do in their place, and a review of their turns after the game."""

import asyncio
import json
import logging
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass

from bot.computers.choice import computer_move, computer_turn
from bot.computers.search import REVIEW
from bot.matches.match import Match, Step
from bot.matches.outcomes import CommandRefused
from bot.matches.repository import MatchRepository, UnknownGame
from bot.matches.roster import Status
from bot.matches.turns import standing_steps
from bot.model.callbacks import CallbackData
from bot.model.identity import Person
from bot.model.message import Button, Message, in_rows
from bot.model.permissions import Unreachable
from bot.requests.request import Request
from bot.store import UnreadableGame
from bot.text.i18n import Phrases, phrases
from bot.text.labels import ticket
from bot.text.reasons import advised, reviewed
from bot.workers.workers import Worker
from engine.computers.reasons import ExplainedMove
from engine.game import ChooseTickets, TakeTurn
from engine.notation import line, read_line

LEVELS = ("hard", "normal")
"""The computers that give hints, the one that is asked first."""

MOST_TURNS = 5
"""Turns that a review names: those in which the most was to be gained."""


@dataclass(frozen=True, slots=True)
class ReviewedTurn:
    """A turn that a computer would have played better."""

    seq: int
    """The event before the turn."""
    round: int
    played: str
    """The line of the move that was made."""
    better: ExplainedMove

    @property
    def stored(self) -> tuple[object, ...]:
        """What the store keeps of it (see `_read`)."""
        move = self.better
        explained = line(move.action), move.reason, move.route, move.tickets, move.rival
        return self.seq, self.round, self.played, *explained


@dataclass(frozen=True, slots=True)
class MadeReview:
    """A review of the turns of one person in a game."""

    looked_at: int | None
    """How many turns it is about: those that the person took and that were not undone.

    None in reviews that an earlier version made.
    """
    turns: tuple[ReviewedTurn, ...]


Tell = Callable[[Person, Message, str, str], Awaitable[None]]
"""Sends a person the review of a game in private. Raises Unreachable."""

log = logging.getLogger(__name__)


class Advice:
    """Gives hints at once, and reviews turns in the background, one game after the other.

    Requests for reviews are stored: after a restart they are carried out.
    """

    def __init__(self, repository: MatchRepository, searches: Worker, tell: Tell) -> None:
        self._repository = repository
        self._searches = searches
        self._tell = tell
        self._asked: asyncio.Queue[tuple[str, int]] = asyncio.Queue()
        self._waiting: set[tuple[str, int]] = set()
        """The games and seats of the reviews that are still to be made."""

    async def run(self) -> None:
        """Make the reviews that are asked for, until cancelled; first those that a stop has interrupted.

        One that cannot be made is tried again after the next start, or when the person asks again.
        """
        for review in await self._repository.store.reviews.awaited():
            self._put(review.game, review.seat)
        while True:
            game, seat = await self._asked.get()
            try:
                await self._deliver(game, seat)
            except (UnknownGame, UnreadableGame, ChildProcessError) as error:
                log.warning("game %s: no review: %s", game, error)
            finally:
                self._waiting.discard((game, seat))

    def _put(self, game: str, seat: int) -> None:
        if (game, seat) not in self._waiting:
            self._waiting.add((game, seat))
            self._asked.put_nowait((game, seat))

    async def hint(self, request: Request, level: str) -> Message:
        """What a computer would do now in the person's place, and why, with a button that does it.

        Raises CommandRefused in a game with other people, and where the person has nothing to decide.
        """
        match, view = request.shown_match, request.own_view
        if not match.roster.is_practice:
            raise CommandRefused("hint-others")
        if match.roster.status is not Status.RUNNING or view.decision is None or view.seat is None:
            raise CommandRefused("hint-wait")
        if level not in ("", *LEVELS):
            raise CommandRefused("no-such-level", word=level, levels=", ".join(LEVELS))
        chosen = level or LEVELS[0]
        move = await computer_move(computer_turn(match, view.seat, chosen), self._searches)
        text = advised(move, chosen, view, match.roster.names, request.phrases)
        code = CallbackData.of(match.id, view.decision.revision, move.action).code
        return Message(text, buttons=((Button(request.phrases.say("button-do-it"), code),),))

    async def review(self, request: Request) -> Message:
        """The turns of the person that a computer would have played better; or that the review is being made.

        Raises CommandRefused before the end of the game, and for people who did not play it.
        """
        match, seat = request.shown_match, request.seat
        if seat is None:
            raise CommandRefused("not-at-table")
        if match.roster.status is not Status.OVER:
            raise CommandRefused("review-later")
        review = await request.store.reviews.read(match.id, seat)
        if review and review.data:
            return _message(match, seat, _read(review.data), request.phrases)
        await request.store.reviews.ask(match.id, seat, request.person, request.phrases.language)
        self._put(match.id, seat)
        again = Button(request.phrases.say("button-review"), CallbackData(match.id, 0, "review").code)
        return Message(request.phrases.say("review-begun"), buttons=((again,),))

    async def _deliver(self, game: str, seat: int) -> None:
        """Make a review and send it, unless the person was forgotten or the game goes on again meanwhile."""
        reviews, match = self._repository.store.reviews, await self._repository.read(game)
        if match.roster.status is Status.OVER:
            review = await reviews.read(game, seat)
            if review and not review.data:
                await reviews.keep(game, seat, await self._made(match, seat))
                review = await reviews.read(game, seat)
            if review and review.data and review.language:
                message = _message(match, seat, _read(review.data), phrases(review.language))
                with suppress(Unreachable):
                    await self._tell(review.person, message, "0-note-review", game)
        await reviews.end(game, seat)

    async def _made(self, match: Match, seat: int) -> str:
        """The review of a seat, as the store keeps it (see `_read`)."""
        person = match.roster.holders[seat].person
        played = list(_turns(standing_steps(await self._repository.steps(match.id, 0)), person))
        better = [turn for step in played if (turn := await self._better(step, person))]
        best = sorted(better, key=lambda turn: -turn.better.gain)[:MOST_TURNS]
        turns = sorted(best, key=lambda turn: turn.seq)
        return json.dumps({"looked_at": len(played), "turns": [turn.stored for turn in turns]})

    async def _better(self, step: Step, person: str) -> ReviewedTurn | None:
        """What a computer clearly prefers to the move of a step, from what its player could see."""
        match = step.before
        seat = match.roster.seat_of(person) if match else None
        if match is None or match.table is None or seat is None:
            return None
        turn = computer_turn(match, seat, f"{REVIEW} {step.action}")
        move = await computer_move(turn, self._searches)
        number = -(-match.table.turn // match.table.players)
        return ReviewedTurn(match.seq, number, step.action, move) if move.gain else None


def _read(text: str) -> MadeReview:
    """A review that the store has kept; those of earlier versions are a list of turns."""
    kept = json.loads(text)
    looked_at, rows = (None, kept) if isinstance(kept, list) else (kept["looked_at"], kept["turns"])
    turns = (
        ReviewedTurn(
            seq, number, move, ExplainedMove(read_line(action), reason, route, tuple(tickets), rival)
        )
        for seq, number, move, action, reason, route, tickets, rival in rows
    )
    return MadeReview(looked_at, tuple(turns))


def _turns(steps: Sequence[Step], person: str) -> Iterator[Step]:
    """The turns and choices of tickets that this person decided."""
    for step in steps:
        table = step.before.table if step.before else None
        if not step.action or step.actor != person or table is None or step.before is None:
            continue
        seat = step.before.roster.seat_of(person)
        if seat is not None and isinstance(table.decisions[seat], TakeTurn | ChooseTickets):
            yield step


def _message(match: Match, seat: int, made: MadeReview, phrases: Phrases) -> Message:
    """A review in words, with a button to the board before each turn, and the tickets that were missed."""
    say, table = phrases.say, match.table
    if made.looked_at == 0:
        return Message(say("review-no-turns"))
    score = table.sheet.seats[seat] if table and table.sheet else None
    missed = [held.number for held in score.tickets if not held.completed] if score else []
    named = "; ".join(ticket(match.board, number, phrases) for number in missed)
    cost = say("review-missed", count=len(missed), tickets=named) if missed else ""
    if table is None or not made.turns:
        praise = score is not None and score.place == 1 and not missed and made.looked_at is not None
        found = say("review-nothing", turns=made.looked_at or 0, praise="yes" if praise else "no")
        return Message("\n".join(filter(None, (found, cost))))
    lines, moments = [say("review-title")], list[Button]()
    for turn in made.turns:
        played = read_line(turn.played)
        lines.append(reviewed(turn.round, played, turn.better, table, match.roster.names, phrases))
        moment = CallbackData(match.id, 0, f"moment {turn.seq}").code
        moments.append(Button(say("button-moment", round=turn.round), moment))
    return Message("\n".join(filter(None, (*lines, cost))), buttons=in_rows(moments))
