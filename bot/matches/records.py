"""The record of a game, from its log, and its tenures: who or what decided for each seat, and how long."""

from collections.abc import Sequence
from itertools import chain
from typing import Literal

from msgspec.structs import replace

from bot.matches import roster_events as happened
from bot.matches.match import LogEvent, Step
from bot.matches.repository import MatchRepository
from bot.matches.roster import SeatHolder, Status
from bot.matches.roster_events import BY_CLOCK, CONCEDED, RosterEvent
from bot.settings import OperatorError
from engine.documents.record import Tenure, record_of, record_text, time_text
from engine.events import GameEnded
from engine.levels import DEFAULT_LEVEL

TenureReason = Literal[
    "start", "left", "conceded", "replaced", "skipped", "time-up", "turn-over", "back", "taken"
]
"""Why a tenure began.

- `start`: the game began.
- `left`: the person left by their own word, or agreed to have lost the seat; a computer plays.
- `conceded`: the person left for good; a computer plays to the end, and the seat is not in the result.
- `replaced`: somebody else decided that a computer plays.
- `time-up`: the time of the seat was up; a computer finishes the turn, or plays on.
- `skipped`, `turn-over`: a computer finishes one turn; after it the person plays again.
- `back`, `taken`: the person came back; another person took the seat.
"""


async def export(repository: MatchRepository, game: str, *, unfinished: bool = False) -> str:
    """The record of a game as JSON text. `unfinished` is for the operator only: it reveals every secret.

    Raises OperatorError if there is no such game, it has not begun, or it is not over.
    """
    try:
        steps = await repository.steps(game, 0)
    except KeyError:
        raise OperatorError(f"There is no game {game}.") from None
    match = steps[-1].after
    if match.game is None:
        raise OperatorError(f"Game {game} has not begun.")
    if match.roster.status is not Status.OVER and not unfinished:
        raise OperatorError(
            f"Game {game} is not over: its record would reveal secrets. Use --unfinished to export it."
        )
    record = record_of(
        [(step.at, step.action, step.event) for step in steps if not isinstance(step.event, RosterEvent)],
        match.roster.names,
        seats=chain.from_iterable(tenures(steps)),
        secret=match.roster.deck_secret,
        published=match.roster.seal,
        contributions=[contribution for _, contribution in match.roster.contributions],
        unfinished=unfinished,
    )
    return record_text(record)


def tenures(steps: Sequence[Step]) -> tuple[tuple[Tenure, ...], ...]:
    """The tenures of each seat in order, from the start of the game to its end; none before it has begun.

    `steps` are those of the whole log.
    """
    ended = (step.at for step in steps if isinstance(step.event, GameEnded))
    end = time_text(next(ended, steps[-1].at))
    seats: list[list[Tenure]] = []
    for step in steps:
        before = step.before.roster.holders if step.before and step.before.game else ()
        after = step.after.roster.holders if step.after.game else ()
        for seat, holder in enumerate(after):
            if not before:
                seats.append([_tenure(seat, holder, "start", step, end)])
            elif _decider(before[seat]) != _decider(holder):
                seats[seat][-1] = replace(seats[seat][-1], until=time_text(step.at))
                seats[seat].append(_tenure(seat, holder, _reason(step.event, before[seat]), step, end))
    return tuple(map(tuple, seats))


def _decider(holder: SeatHolder) -> object:
    return holder.person, holder.level, holder.skipped, holder.given_up


def _tenure(seat: int, holder: SeatHolder, reason: TenureReason, step: Step, end: str) -> Tenure:
    level = holder.level or (DEFAULT_LEVEL if holder.skipped else "")
    return Tenure(seat, time_text(step.at), end, holder.name, level, reason)


def _reason(event: LogEvent, before: SeatHolder) -> TenureReason:
    match event:
        case happened.SeatGivenUp():
            return "left"
        case happened.ComputerTookOver(cause=cause) | happened.SeatSkipped(cause=cause) if cause == BY_CLOCK:
            return "time-up"
        case happened.ComputerTookOver(cause=cause) if cause == CONCEDED:
            return "conceded"
        case happened.ComputerTookOver(by=by):
            return "left" if by == before.person else "replaced"
        case happened.SeatSkipped():
            return "skipped"
        case happened.PersonTookOver(person=person):
            return "back" if person in (before.person, before.owner) else "taken"
        case _:
            return "turn-over"
