"""Tenures: who or what made the decisions of each seat, and for how long."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Literal

from bot.matches.match import LogEvent, Step
from bot.matches.roster import SeatHolder
from bot.matches.roster_events import BY_CLOCK, ComputerTookOver, PersonTookOver, SeatGivenUp, SeatSkipped
from engine.documents.record import Tenure, time_text
from engine.events import GameEnded
from engine.levels import DEFAULT_LEVEL

TenureReason = Literal["start", "left", "replaced", "skipped", "time-up", "turn-over", "back", "taken"]
"""Why a tenure began.

- `start`: the game began.
- `left`: the person left by their own word, or agreed to have lost the seat; a computer plays.
- `replaced`: somebody else decided that a computer plays.
- `time-up`: the time of the seat was up; a computer finishes the turn, or plays on.
- `skipped`, `turn-over`: a computer finishes one turn; after it the person plays again.
- `back`, `taken`: the person came back; another person took the seat.
"""


def tenures(steps: Sequence[Step]) -> tuple[tuple[Tenure, ...], ...]:
    """The tenures of each seat in order, from the start of the game to its end; none before it has begun.

    `steps` are those of the whole log.
    """
    ended = (step.at for step in steps if isinstance(step.event, GameEnded))
    end = time_text(next(ended, steps[-1].at))
    found: list[list[Tenure]] = []
    for step in steps:
        before = step.before.roster.holders if step.before and step.before.game else ()
        after = step.after.roster.holders if step.after.game else ()
        for seat, holder in enumerate(after):
            known = before[seat] if before else None
            if known is None:
                found.append([_tenure(seat, holder, "start", step, end)])
            elif _decider(known) != _decider(holder):
                found[seat][-1] = replace(found[seat][-1], until=time_text(step.at))
                found[seat].append(_tenure(seat, holder, _reason(step.event, known), step, end))
    return tuple(map(tuple, found))


def _decider(holder: SeatHolder) -> object:
    return holder.person, holder.level, holder.skipped, holder.given_up


def _tenure(seat: int, holder: SeatHolder, reason: TenureReason, step: Step, end: str) -> Tenure:
    level = holder.level or (DEFAULT_LEVEL if holder.skipped else "")
    return Tenure(seat, time_text(step.at), end, holder.name, level, reason)


def _reason(event: LogEvent, before: SeatHolder) -> TenureReason:
    match event:
        case SeatGivenUp():
            return "left"
        case ComputerTookOver(cause=cause) | SeatSkipped(cause=cause) if cause == BY_CLOCK:
            return "time-up"
        case ComputerTookOver(by=by):
            return "left" if by == before.person else "replaced"
        case SeatSkipped():
            return "skipped"
        case PersonTookOver(person=person):
            return "back" if person in (before.person, before.owner) else "taken"
        case _:
            return "turn-over"
