"""Turn clocks, absence and votes, in words."""

from collections.abc import Iterable
from typing import assert_never

from bot.matches.clock_events import ClockEvent, ClockSet, ClocksMoved, PauseSet, TimeGiven
from bot.matches.clocks import TurnClock
from bot.matches.match import Match
from bot.matches.roster import Roster, Status
from bot.matches.roster_events import (
    CLOCK,
    UNDO,
    SeatAway,
    VoteCast,
    VoteClosed,
    VoteEvent,
    VoteOpened,
)
from bot.model.message import moment
from bot.text.i18n import Phrases, person

_UNITS = (("days", 86_400, 3), ("hours", 3_600, 1), ("minutes", 60, 1))
"""Units of time: their seconds, and from which number on a unit is used."""


def span(seconds: int, phrases: Phrases, *, at_most: bool = False) -> str:
    """A length of time in its largest whole unit, such as "24 hours"; `at_most` is for it behind "up to"."""
    fitting = ((unit, size) for unit, size, least in _UNITS if seconds >= least * size and not seconds % size)
    unit, size = next(fitting, _UNITS[-1][:2])
    key = f"most-{unit}" if at_most else f"span-{unit}"
    return phrases.say(key, count=max(1, seconds // size))


def clock_label(clock: TurnClock | None, phrases: Phrases) -> str:
    """A clock in words: the time for a turn, and how much of it can be saved."""
    if clock is None:
        return phrases.say("clock-none")
    bank = span(clock.bank, phrases, at_most=True)
    return phrases.say("clock-label", turn=span(clock.turn, phrases), bank=bank)


def tell_clock(event: ClockEvent, roster: Roster, phrases: Phrases) -> str:
    """What happened with the clocks of a table. Until a game begins, its lobby shows them by itself."""
    match event:
        case ClockSet() if roster.status is Status.LOBBY:
            return ""
        case ClockSet(clock):
            return phrases.say("tell-clock-set", clock=clock_label(clock, phrases))
        case TimeGiven(seat, seconds, by):
            names = {"name": roster.names[seat], "other": roster.names[by]}
            return phrases.say("tell-time-given", **names, time=span(seconds, phrases))
        case PauseSet(paused, 0):
            return phrases.say("tell-paused" if paused else "tell-unpaused")
        case PauseSet(paused, seconds):
            key = "tell-paused-for" if paused else "tell-pause-over"
            return phrases.say(key, time=_rounded(seconds, phrases))
        case ClocksMoved(seconds, cause):
            key = "tell-clocks-moved" if seconds > 0 else "tell-clocks-set-back"
            return phrases.say(key, time=_rounded(abs(seconds), phrases), cause=cause)
        case _:
            assert_never(event)


def _rounded(seconds: int, phrases: Phrases) -> str:
    """About how long something took: in hours from two hours on, in minutes below."""
    unit = 3_600 if seconds >= 7_200 else 60
    return span(max(1, round(seconds / unit)) * unit, phrases)


def tell_away(event: SeatAway, roster: Roster, phrases: Phrases) -> str:
    """That a player is away, or is back."""
    name = roster.names[event.seat]
    if event.until is None:
        return phrases.say("tell-away-over", name=name)
    return phrases.say("tell-away", name=name, until=moment(event.until))


def tell_vote(event: VoteEvent, roster: Roster, phrases: Phrases) -> str:
    """What happened with a vote of the table."""
    match event:
        case VoteOpened(by=by):
            return phrases.say("tell-vote", name=roster.names[by], question=question(event, roster, phrases))
        case VoteClosed(agreed) if roster.vote:
            asked = question(roster.vote, roster, phrases)
            return phrases.say("tell-vote-agreed" if agreed else "tell-vote-refused", question=asked)
        case VoteCast() | VoteClosed():
            return ""
        case _:
            assert_never(event)


def question(vote: VoteOpened, roster: Roster, phrases: Phrases) -> str:
    """What a vote is about."""
    if vote.about is not None:
        return phrases.say(f"vote-{vote.question}", name=roster.names[vote.about])
    if vote.question == CLOCK:
        return phrases.say("vote-clock", clock=clock_label(vote.clock, phrases))
    if vote.question == UNDO:
        return phrases.say("vote-undo", name=roster.names[vote.by])
    return phrases.say(f"vote-{vote.question}")


def saved_text(match: Match, phrases: Phrases) -> str:
    """How much time each person has in their bank; "" where nobody has any."""
    saved = [
        f"{person(name)} ({_rounded(holder.clock.bank, phrases)})"
        for name, holder in zip(match.roster.names, match.roster.holders, strict=True)
        if holder.clock.bank and not holder.by_computer
    ]
    return phrases.say("clock-saved", saved=", ".join(saved)) if saved else ""


def until_text(match: Match, seats: Iterable[int], phrases: Phrases) -> str:
    """Until when the first of some seats has to decide; empty where none has a deadline."""
    first = min(filter(None, map(match.deadline, seats)), default=None)
    return phrases.say("turn-until", until=moment(first)) if first else ""
