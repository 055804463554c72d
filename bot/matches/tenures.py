"""Tenures: who or what made the decisions of each seat, and for how long."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Literal

from bot.matches.lobby import DEFAULT_LEVEL
from bot.matches.match import LogEvent, Step
from bot.matches.roster import SeatHolder
from bot.matches.roster_events import ComputerTookOver, PersonTookOver, SeatGivenUp, SeatSkipped

TenureReason = Literal["start", "left", "replaced", "skipped", "turn-over", "back", "taken"]
"""Why a tenure began.

- `start`: the game began.
- `left`: the person left by their own word, or agreed to have lost the seat; a computer plays.
- `replaced`: somebody else decided that a computer plays.
- `skipped`, `turn-over`: a computer finishes one turn; after it the person plays again.
- `back`, `taken`: the person came back; another person took the seat.
"""


@dataclass(frozen=True, slots=True)
class Tenure:
    """One holder of a seat, from one entry of the log to another."""

    person: str
    """The person who has the seat, also while a computer plays it for them; empty for a computer's seat."""
    name: str
    level: str
    """The level of the computer that makes the decisions; empty where the person does."""
    reason: TenureReason
    seq: int
    """The entry of the log with which it began."""
    since: datetime
    until: datetime | None = None
    """When the next one began; None for the last."""


def tenures(steps: Iterable[Step]) -> tuple[tuple[Tenure, ...], ...]:
    """The tenures of each seat in order, from the start of the game; none before it has begun.

    `steps` are those of the whole log.
    """
    found: list[list[Tenure]] = []
    for step in steps:
        before = step.before.roster.holders if step.before and step.before.game else ()
        after = step.after.roster.holders if step.after.game else ()
        for seat, holder in enumerate(after):
            known = before[seat] if before else None
            if known is None:
                found.append([_tenure(holder, "start", step)])
            elif _decider(known) != _decider(holder):
                found[seat][-1] = replace(found[seat][-1], until=step.at)
                found[seat].append(_tenure(holder, _reason(step.event, known), step))
    return tuple(map(tuple, found))


def _decider(holder: SeatHolder) -> object:
    return holder.person, holder.level, holder.skipped, holder.given_up


def _tenure(holder: SeatHolder, reason: TenureReason, step: Step) -> Tenure:
    level = holder.level or (DEFAULT_LEVEL if holder.skipped else "")
    return Tenure(holder.person, holder.name, level, reason, step.after.seq, step.at)


def _reason(event: LogEvent, before: SeatHolder) -> TenureReason:
    match event:
        case SeatGivenUp():
            return "left"
        case ComputerTookOver(by=by):
            return "left" if by == before.person else "replaced"
        case SeatSkipped():
            return "skipped"
        case PersonTookOver(person=person):
            return "back" if person in (before.person, before.owner) else "taken"
        case _:
            return "turn-over"
