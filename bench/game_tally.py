"""What is counted in one finished game: its days, its turns, and the messages that notified somebody."""

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from itertools import pairwise, takewhile

from bench.habits import Habits
from bot.matches.match import Step
from bot.matches.roster_events import (
    ClocksMoved,
    ComputerTookOver,
    PersonTookOver,
    PlanMade,
    SeatAway,
    SeatSkipped,
    VoteOpened,
)
from bot.model.message import Topic
from engine.events import GameEnded, GameStarted, TurnStarted

PLANNED, COMPUTER = "a planned turn", "a computer's turn"


@dataclass(frozen=True, slots=True)
class Notification:
    """A message that notified a person; `quiet` in their quiet hours."""

    at: datetime
    topic: Topic
    quiet: bool

    @property
    def mentions(self) -> bool:
        """Whether it tells of a turn; others are reminders, digests, and questions to the table."""
        return self.topic in (Topic.TURN, Topic.PANEL)


@dataclass(slots=True)
class Tally:
    """The counts of one game."""

    days: float = 0.0
    turns: int = 0
    """Turns that waited for a person, and their choices of starting tickets."""
    planned: int = 0
    """Turns that a plan played."""
    absent: int = 0
    """Moves that a computer made for a person."""
    mentions: int = 0
    reminders: int = 0
    others: int = 0
    """Messages that notified somebody of something else than a turn, such as that a computer plays."""
    private: int = 0
    """Private messages, also those that notify nobody."""
    at_night: int = 0
    """Reminders and digests in quiet hours."""
    wrong: list[str] = field(default_factory=list)
    """Turns without exactly one mention, or with one although a plan played it."""
    stalled: bool = False
    absences: int = 0
    votes: int = 0
    outages: int = 0
    """Times by which all clocks moved because the bot had not run."""
    snoozes: int = 0
    refusals: list[str] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class _Span:
    """A time of a seat: from when on, and how many mentions of its person belong there; None: any number.

    A turn `waits` for its person unless a plan plays it.
    """

    begin: datetime
    mentions: int | None
    what: str
    waits: bool = False


def tally_of(steps: Sequence[Step], notified: Sequence[tuple[Habits, Sequence[Notification]]]) -> Tally:
    """Count a finished game; `notified` are the people in its seats, and their notifications."""
    begin = next(step.at for step in steps if isinstance(step.event, GameStarted))
    end = next((step.at for step in steps if isinstance(step.event, GameEnded)), steps[-1].at)
    tally = Tally(days=(end - begin).total_seconds() / 86400)
    events = [step.event for step in steps]
    tally.absent = sum(isinstance(event, SeatSkipped) for event in events)
    tally.absences = sum(isinstance(event, SeatAway) and event.until is not None for event in events)
    tally.votes = sum(isinstance(event, VoteOpened) for event in events)
    tally.outages = sum(isinstance(event, ClocksMoved) for event in events)
    for seat, (habits, found) in enumerate(notified):
        _count(seat, list(_spans(steps, seat, mentions=0 if habits.digest else 1)), found, tally)
    return tally


def _count(seat: int, spans: Sequence[_Span], found: Sequence[Notification], tally: Tally) -> None:
    reminders = [one for one in found if one.topic is Topic.REMINDER]
    mentions = sorted(one.at for one in found if one.mentions)
    tally.turns += sum(span.waits for span in spans)
    tally.planned += sum(span.what == PLANNED for span in spans)
    tally.absent += sum(span.what == COMPUTER for span in spans)
    tally.reminders += len(reminders)
    tally.at_night += sum(one.quiet for one in reminders)
    tally.others += len(found) - len(reminders) - len(mentions)
    for span, after in pairwise((*spans, _Span(datetime.max.replace(tzinfo=UTC), None, ""))):
        number = bisect_left(mentions, after.begin) - bisect_left(mentions, span.begin)
        tally.mentions += number if span.mentions else 0
        tally.others += 0 if span.mentions else number
        if span.mentions not in (None, number):
            tally.wrong.append(f"seat {seat}, {span.what} at {span.begin:%d %b %H:%M:%S}: {number} mentions")


def _spans(steps: Sequence[Step], seat: int, mentions: int) -> Iterator[_Span]:
    """What a seat does one after the other: the first of it is the choice of starting tickets.

    `mentions` are those of each turn that waits for its person.
    """
    for place, step in enumerate(steps):
        match step.event:
            case GameStarted():
                yield _Span(step.at, mentions, "the starting tickets", waits=True)
            case TurnStarted(seat=asked) if asked == seat:
                yield _turn(steps, place, seat, mentions)
            case ComputerTookOver(seat=taken) | PersonTookOver(seat=taken) if taken == seat:
                yield _Span(step.at, None, COMPUTER if isinstance(step.event, ComputerTookOver) else "back")
            case GameEnded():
                yield _Span(step.at, None, "the end")


def _turn(steps: Sequence[Step], place: int, seat: int, mentions: int) -> _Span:
    step = steps[place]
    if step.after.roster.holders[seat].by_computer:
        return _Span(step.at, None, COMPUTER)
    after = takewhile(lambda one: one.at == step.at, steps[place + 1 :])
    events = [one.event for one in after]
    is_over = any(isinstance(event, TurnStarted | GameEnded) for event in events)
    if is_over and events and isinstance(events[0], PlanMade):
        return _Span(step.at, 0, PLANNED)
    return _Span(step.at, mentions, f"turn {step.after.table.turn if step.after.table else 0}", waits=True)
