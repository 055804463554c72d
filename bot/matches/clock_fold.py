"""How the clocks of a table go on with each event."""

from dataclasses import replace
from datetime import datetime, timedelta
from typing import assert_never

from bot.matches.clock_events import CLOCK_SET, ClockEvent, ClockSet, ClocksMoved, PauseSet, TimeGiven
from bot.matches.clocks import SeatClock, TurnClock, begun, moved, reset, settled, stopped, unsettled
from bot.matches.roster import Roster, SeatHolder, Status
from bot.matches.roster_events import (
    VoteCast,
    VoteClosed,
    VoteEvent,
    VoteOpened,
)
from engine.events import BY_ADMIN, MovesUndone
from engine.game import Game


def clock_changed(roster: Roster, event: ClockEvent, at: datetime) -> Roster:
    """The roster after an event of its clocks."""
    match event:
        case ClockSet(clock, allowance):
            holders = [replace(one, clock=reset(one.clock, clock, roster.clock)) for one in roster.holders]
            return replace(roster, clock=clock, allowance=allowance, holders=tuple(holders))
        case PauseSet(paused=True, seconds=seconds):
            until = at + timedelta(seconds=seconds) if seconds else None
            return replace(roster, paused=True, paused_since=at, paused_until=until)
        case PauseSet():
            return _unpaused(roster, at)
        case ClocksMoved(seconds, cause, until) if cause == CLOCK_SET:
            moved_to = roster.clocks_moved_to and roster.clocks_moved_to + timedelta(seconds=seconds)
            roster = replace(roster, clocks_moved_to=moved_to, clock_set_at=until)
            return _all_moved(roster, seconds, at)
        case ClocksMoved(seconds, until=until):
            return replace(_all_moved(roster, seconds, at), clocks_moved_to=until)
        case TimeGiven(given, seconds):
            holders = [
                _given(one, seconds if seat == given else 0) for seat, one in enumerate(roster.holders)
            ]
            return replace(roster, holders=tuple(holders))
        case _:
            assert_never(event)


def _unpaused(roster: Roster, at: datetime) -> Roster:
    lasted = int((at - roster.paused_since).total_seconds()) if roster.paused_since else 0
    paused_for = roster.paused_for + max(0, lasted)
    return replace(roster, paused=False, paused_since=None, paused_until=None, paused_for=paused_for)


def _given(holder: SeatHolder, seconds: int) -> SeatHolder:
    return replace(holder, clock=replace(holder.clock, used=holder.clock.used - seconds))


def _all_moved(roster: Roster, seconds: int, at: datetime) -> Roster:
    vote = roster.vote and replace(roster.vote, until=roster.vote.until + timedelta(seconds=seconds))
    holders = tuple(_holder_moved(holder, seconds, at) for holder in roster.holders)
    asked_until = roster.asked_until and roster.asked_until + timedelta(seconds=seconds)
    paused_until = roster.paused_until and roster.paused_until + timedelta(seconds=seconds)
    return replace(roster, holders=holders, vote=vote, asked_until=asked_until, paused_until=paused_until)


def _holder_moved(holder: SeatHolder, seconds: int, at: datetime) -> SeatHolder:
    started, away = holder.clock.started, holder.away_since
    clock = replace(holder.clock, started=started and moved(started, seconds, at))
    return replace(holder, clock=clock, away_since=away and moved(away, seconds, at))


def voted(roster: Roster, event: VoteEvent) -> Roster:
    """The roster after an event of its vote."""
    match event:
        case VoteOpened(by=by):
            return replace(roster, vote=event, votes=tuple(_vote(one, by) for one in _seats(roster)))
        case VoteCast(seat=seat, yes=yes):
            votes = tuple(yes if one == seat else vote for one, vote in enumerate(roster.votes))
            return replace(roster, votes=votes)
        case VoteClosed():
            return replace(roster, vote=None, votes=())
        case _:
            assert_never(event)


def _vote(seat: int, by: int) -> bool | None:
    return True if seat == by else None


def without_vote_of(roster: Roster, seat: int) -> Roster:
    """The roster after another person has taken a seat: the vote cast there before no longer counts."""
    votes = tuple(None if one == seat else vote for one, vote in enumerate(roster.votes))
    return replace(roster, votes=votes)


def without_vote_on(roster: Roster, seat: int) -> Roster:
    """The roster once a seat has acted: a vote on skipping it is over."""
    asked = roster.vote is not None and roster.vote.about == seat
    return replace(roster, vote=None, votes=()) if asked else roster


def _seats(roster: Roster) -> range:
    return range(len(roster.holders))


def run_clocks(before: Roster, roster: Roster, game: Game | None, at: datetime) -> Roster:
    """The roster with the clocks of its seats as they are after an event at `at`.

    `before` is the roster before it, `game` the state of play after it. A clock begins with a turn, or with
    the choice of starting tickets, and runs through all that a turn may ask until the seat has nothing to
    decide. It stands still while the game does not run, is paused, the person is away, or a computer plays.
    """
    if roster.clock is None or game is None:
        return roster
    holders = [
        _run(before.holders[seat], holder, roster, game, seat, at)
        for seat, holder in enumerate(roster.holders)
    ]
    if all(new is old for new, old in zip(holders, roster.holders, strict=True)):
        return roster
    return replace(roster, holders=tuple(holders))


def _run(
    before: SeatHolder, holder: SeatHolder, roster: Roster, game: Game, seat: int, at: datetime
) -> SeatHolder:
    assert roster.clock is not None
    clock, turn = holder.clock, _turn_of(game, seat)
    waited_for = game.table.decisions[seat] is not None
    if clock.turn is not None and (turn != clock.turn or (before.by_computer and not waited_for)):
        clock = settled(clock, roster.clock, at, by_person=not before.by_computer)
    if clock.turn is None and turn is not None and waited_for and not holder.by_computer:
        clock = begun(clock, turn)
    clock = _going(clock, _runs(roster, holder), at)
    return holder if clock == holder.clock else replace(holder, clock=clock)


def clocks_undone(roster: Roster, game: Game, *, alone: bool) -> Roster:
    """The roster with its clocks after an undo has led to this game; `run_clocks` starts them."""
    holders = (
        replace(one, clock=unsettled(one.clock, _turn_of(game, seat), alone=alone))
        for seat, one in enumerate(roster.holders)
    )
    return replace(roster, holders=tuple(holders))


def without_vote_to_undo(roster: Roster, event: MovesUndone) -> Roster:
    """The roster after an undo: a vote on moves that are undone now is over."""
    vote = roster.vote
    is_over = vote is not None and vote.to is not None and (event.to <= vote.to or event.cause == BY_ADMIN)
    return replace(roster, vote=None, votes=()) if is_over else roster


def _turn_of(game: Game, seat: int) -> int | None:
    """The number of the turn that a seat takes, 0 while it chooses starting tickets; None for no turn."""
    table = game.table
    if table.choosing:
        return 0 if table.decisions[seat] is not None or game.aside[seat] else None
    return table.turn if table.seat == seat and not table.over else None


def _runs(roster: Roster, holder: SeatHolder) -> bool:
    """Whether the clock of this seat runs while it has a turn."""
    stands = roster.status is not Status.RUNNING or roster.paused
    return not (stands or holder.absent_until or holder.by_computer)


def _going(clock: SeatClock, runs: bool, at: datetime) -> SeatClock:
    if clock.turn is None or runs == (clock.started is not None):
        return clock
    return replace(clock, started=at) if runs else stopped(clock, at)


def clock_of_taken(
    clock: SeatClock, roster_clock: TurnClock | None, at: datetime, *, left: bool
) -> SeatClock:
    """The clock of a seat that a computer takes.

    It goes on where it stood when a player who has `left` comes back; another one begins a turn again.
    """
    if roster_clock is None or left or clock.turn is None:
        return replace(clock, missed=0)
    return replace(settled(clock, roster_clock, at, by_person=False), missed=0)


def with_full_banks(roster: Roster) -> Roster:
    """The roster as a game begins: each seat has one turn's time in its bank."""
    if roster.clock is None:
        return roster
    bank = SeatClock(roster.clock.turn)
    return replace(roster, holders=tuple(replace(one, clock=bank) for one in roster.holders))
