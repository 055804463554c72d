"""Tenures: who or what made the decisions of each seat, read from the log alone."""

from datetime import timedelta

import pytest

from bot.matches.lobby import start
from bot.matches.match import LogEvent, entries, log_event
from bot.matches.records import tenures
from bot.matches.roster_events import (
    BY_CLOCK,
    ComputerJoined,
    ComputerTookOver,
    GameAborted,
    GameOpened,
    GameRestored,
    PersonTookOver,
    PlayerJoined,
    SeatGivenUp,
    SeatLeft,
    SeatSkipped,
)
from bot.store import Entry
from engine.boards.files import load_board
from engine.documents.record import Tenure, time_text
from tests.game_log import BEGUN, Log

ANNA, BORIS, CARL, DORA = "hall:anna", "hall:boris", "hall:carl", "hall:dora"


@pytest.fixture
def log() -> Log:
    """A game of Anna, Boris and a computer in its first turn, which is Anna's."""
    log = Log()
    log.add(GameOpened("europe", load_board("europe").edition, "europe", (), ANNA, "5ec2e7"))
    log.add(PlayerJoined(DORA, "Dora", "red"), PlayerJoined(ANNA, "Anna", "blue"), SeatLeft(0))
    log.add(PlayerJoined(BORIS, "Boris", "green"), ComputerJoined("easy", "Robo", "black"))
    log.add(*start(log.match, "00" * 32).events)
    for seat in range(3):
        log.play(seat)
    while log.match.waiting_for != (0,):
        log.play(log.match.waiting_for[0])
    return log


def of_seat(log: Log, seat: int) -> list[tuple[str, str, str]]:
    """The tenures of a seat: person, level of the computer, and reason."""
    return [(one.name, one.level, one.reason) for one in tenures(log.steps)[seat]]


def test_everybody_who_began_has_one_tenure(log: Log) -> None:
    begun, end = time_text(BEGUN + timedelta(hours=3)), time_text(log.steps[-1].at)
    assert [seat for (seat,) in tenures(log.steps)] == [
        Tenure(0, begun, end, "Anna", "", "start"),
        Tenure(1, begun, end, "Boris", "", "start"),
        Tenure(2, begun, end, "Robo", "easy", "start"),
    ]


def test_there_is_none_before_the_start(log: Log) -> None:
    assert tenures(log.steps[:6]) == ()


def test_a_tenure_lasts_from_one_entry_to_the_next(log: Log) -> None:
    log.add(ComputerTookOver(1, "normal", BORIS))
    left = log.steps[-1]
    log.add(PersonTookOver(1, BORIS, "Boris"))
    back = log.steps[-1]
    begun, left_at, back_at = (time_text(at) for at in (BEGUN + timedelta(hours=3), left.at, back.at))
    assert tenures(log.steps)[1] == (
        Tenure(1, begun, left_at, "Boris", "", "start"),
        Tenure(1, left_at, back_at, "Boris", "normal", "left"),
        Tenure(1, back_at, back_at, "Boris", "", "back"),
    )


def test_a_player_who_was_replaced_differs_from_one_who_left(log: Log) -> None:
    log.add(ComputerTookOver(1, "normal", ANNA, "Anna"))
    assert of_seat(log, 1) == [("Boris", "", "start"), ("Boris", "normal", "replaced")]
    log.add(SeatGivenUp(1, BORIS, "Boris"))
    assert of_seat(log, 1)[-1] == ("Boris", "normal", "left")


def test_another_person_takes_a_seat_and_its_owner_comes_back(log: Log) -> None:
    log.add(ComputerTookOver(1, "normal", ANNA, "Anna"))
    log.add(PersonTookOver(1, CARL, "Carl"))
    log.add(PersonTookOver(1, BORIS, "Boris"))
    assert of_seat(log, 1)[2:] == [("Carl", "", "taken"), ("Boris", "", "back")]
    assert log.match.roster.holders[1].people == (CARL, BORIS)


def test_a_seat_that_was_given_up_belongs_to_the_one_who_took_it(log: Log) -> None:
    log.add(ComputerTookOver(1, "normal", BORIS, "Boris"))
    log.add(PersonTookOver(1, CARL, "Carl"))
    assert log.match.roster.holders[1].owner == CARL
    log.add(ComputerTookOver(0, "normal", BORIS, "Eve", admin=True))
    log.add(PersonTookOver(0, DORA, "Dora"))
    assert log.match.roster.holders[0].owner == ANNA
    log.add(SeatGivenUp(0, ANNA, "Anna"))
    assert log.match.roster.holders[0].owner == DORA
    assert of_seat(log, 0)[1:] == [("Anna", "normal", "replaced"), ("Dora", "", "taken")]


def test_a_skip_is_a_tenure_of_a_computer_to_the_end_of_the_turn(log: Log) -> None:
    log.add(SeatSkipped(0, BORIS, "Boris"))
    log.play(0)
    assert of_seat(log, 0) == [("Anna", "", "start"), ("Anna", "normal", "skipped")]
    log.play(0)
    assert of_seat(log, 0)[2:] == [("Anna", "", "turn-over")]


def test_time_that_is_up_is_a_reason(log: Log) -> None:
    log.add(SeatSkipped(0, "", cause=BY_CLOCK))
    log.play(0)
    log.play(0)
    assert of_seat(log, 0)[1:] == [("Anna", "normal", "time-up"), ("Anna", "", "turn-over")]
    log.add(ComputerTookOver(0, "normal", "", cause=BY_CLOCK))
    assert of_seat(log, 0)[3:] == [("Anna", "normal", "time-up")]


def test_an_aborted_game_that_is_restored_begins_no_tenure(log: Log) -> None:
    log.add(ComputerTookOver(1, "normal", ANNA, "Anna"))
    log.add(GameAborted(ANNA))
    log.add(GameRestored(ANNA))
    assert len(tenures(log.steps)[1]) == 2
    assert log.match.roster.holders[1].away_since == log.steps[-1].at, "nobody could come back meanwhile"


@pytest.mark.parametrize(
    ("kind", "data", "event"),
    [
        (
            "ComputerTookOver",
            '{"seat":1,"level":"normal","by":"hall:anna"}',
            ComputerTookOver(1, "normal", "hall:anna"),
        ),
        ("SeatSkipped", '{"seat":1,"by":"hall:anna"}', SeatSkipped(1, "hall:anna")),
    ],
)
def test_events_of_the_first_shape_are_read(kind: str, data: str, event: LogEvent) -> None:
    assert log_event(Entry(1, BEGUN, "", "", kind, 1, data)) == event
    (written,) = entries(0, [event], BEGUN)
    assert (written.shape, log_event(written)) == (event.shape, event)
