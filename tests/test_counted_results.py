"""Results by the log of a game: what counts, what is rated, and who was in time."""

from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from functools import lru_cache

import pytest

from bot.matches.clocks import CLOCKS
from bot.matches.match import LogEvent, Step
from bot.matches.ratings import is_rated, results_of, started_at, turns_on_clock
from bot.matches.roster_events import (
    BY_CLOCK,
    BY_VOTE,
    CONCEDED,
    END,
    END_RATED,
    ClockSet,
    ComputerTookOver,
    GameAborted,
    PersonTookOver,
    SeatGivenUp,
    SeatSkipped,
    VoteClosed,
    VoteOpened,
)
from engine.boards.files import load_board
from engine.events import GameEnded, GameStarted, TurnStarted
from tests.finished_games import PEOPLE, RECORDS, record_at, recorded_steps, steps_of

RECORD = min(RECORDS, key=lambda path: path.stat().st_size)


@lru_cache
def facts() -> tuple[LogEvent, ...]:
    """The events of a recorded game between persons."""
    return tuple(step.event for step in recorded_steps(RECORD))


def played_with(*more: LogEvent, after: type[LogEvent] = GameStarted) -> list[Step]:
    """The game with more events, after its first event of a kind."""
    place = next(number for number, fact in enumerate(facts()) if isinstance(fact, after)) + 1
    return steps_of([*facts()[:place], *more, *facts()[place:]], load_board(record_at(RECORD).board))


def test_a_finished_game_has_a_result_for_each_seat() -> None:
    steps = recorded_steps(RECORD)
    match, found = steps[-1].after, results_of(steps)
    assert match.table
    assert match.table.sheet
    for one, line in zip(found, match.table.sheet.seats, strict=True):
        assert (one.person, one.seat) == (PEOPLE[line.seat], line.seat)
        assert (one.place, one.score, one.path) == (line.place, line.total, line.path_length)
        assert (one.completed, one.tickets) == (line.completed, len(line.tickets))
        assert set(one.routes) == {r.id for r in match.board.routes_in(match.table.routes[line.seat])}
        assert (one.rated, one.due, one.in_time) == (True, 0, 0)
        assert started_at(steps) < one.ended_at == steps[-1].at


def left(seat: int) -> tuple[LogEvent, ...]:
    return (ComputerTookOver(seat, "normal", str(PEOPLE[seat])),)


def back(seat: int) -> tuple[LogEvent, ...]:
    return (*left(seat), PersonTookOver(seat, str(PEOPLE[seat]), "Anna"))


def taken(seat: int) -> tuple[LogEvent, ...]:
    return (*left(seat), PersonTookOver(seat, str(PEOPLE[4]), "Emil"))


def given_up(seat: int) -> tuple[LogEvent, ...]:
    by_clock = ComputerTookOver(seat, "normal", "", cause=BY_CLOCK)
    return by_clock, SeatGivenUp(seat, str(PEOPLE[seat]), "Anna")


@pytest.mark.parametrize("what", [left, back, taken, given_up])
def test_a_game_in_which_a_seat_was_replaced_is_not_rated(
    what: Callable[[int], tuple[LogEvent, ...]],
) -> None:
    steps = played_with(*what(0))
    assert not is_rated(steps)
    (one, *others) = results_of(steps)
    assert not any(one.rated for one in (one, *others))
    assert (one.place is None) == (what is not back)
    assert all(other.place for other in others)


def test_a_seat_that_was_conceded_is_not_in_the_result() -> None:
    complete = results_of(played_with())
    winner = next(one.seat for one in complete if one.place == 1)
    steps = played_with(ComputerTookOver(winner, "normal", str(PEOPLE[winner]), cause=CONCEDED))
    results, table = results_of(steps), steps[-1].after.table
    assert not is_rated(steps)
    assert table
    assert table.sheet
    assert table.sheet.seats[winner].place == 0
    assert [one.place for one in results] == [
        one.place and one.place - 1 for one in complete if one.seat != winner
    ]
    assert table.sheet.winners == tuple(one.seat for one in results if one.place == 1)


def test_a_game_that_the_table_ended_early_is_rated_only_if_everybody_wanted_that() -> None:
    until = datetime(2026, 3, 1, 19, tzinfo=UTC)
    for question, rated in ((END, False), (END_RATED, True)):
        vote = VoteOpened(question, 0, until, 1)
        assert is_rated(played_with(vote, VoteClosed(agreed=True))) is rated
        assert is_rated(played_with(vote, VoteClosed(agreed=False)))


# ---- turns in time


def on_a_clock(*more: LogEvent, after: type[LogEvent] = GameStarted) -> list[Step]:
    first = next(number for number, fact in enumerate(facts()) if isinstance(fact, GameStarted))
    clock = ClockSet(CLOCKS["24h"], 0)
    place = next(number for number, fact in enumerate(facts()) if isinstance(fact, after)) + 1
    with_clock = [*facts()[:first], clock, *facts()[first:place], *more, *facts()[place:]]
    return steps_of(with_clock, load_board(record_at(RECORD).board))


def turns_of(seat: int) -> int:
    """The turns that a seat took, and its choice of starting tickets."""
    tables = [step.after.table for step in recorded_steps(RECORD) if step.after.table]
    return len({table.turn for table in tables if table.seat == seat and not table.over}) + 1


def test_every_turn_on_a_clock_is_due_and_taken_in_time() -> None:
    for seat in range(record_at(RECORD).players):
        assert turns_on_clock(on_a_clock(), seat) == (turns_of(seat), turns_of(seat))


def test_a_turn_whose_time_is_up_is_late_and_one_that_others_skip_does_not_count() -> None:
    seat = next(s.after.table.seat for s in recorded_steps(RECORD) if s.after.table and s.after.table.turn)
    assert seat is not None
    every = turns_of(seat)
    late = on_a_clock(SeatSkipped(seat, "", cause=BY_CLOCK), after=TurnStarted)
    assert turns_on_clock(late, seat) == (every, every - 1)
    voted = on_a_clock(SeatSkipped(seat, "", cause=BY_VOTE), after=TurnStarted)
    assert turns_on_clock(voted, seat) == (every - 1, every - 1)


def test_the_end_is_the_moment_of_its_event() -> None:
    steps = recorded_steps(RECORD)
    later = replace(steps[-1], event=GameAborted(""), at=steps[-1].at + timedelta(days=1))
    ended = next(step.at for step in steps if isinstance(step.event, GameEnded))
    assert {one.ended_at for one in results_of([*steps, later])} == {ended}
