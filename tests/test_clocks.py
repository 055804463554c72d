"""Turn clocks, read from the log alone: when the time of each seat is up, and what it saves."""

from datetime import datetime, timedelta

import pytest

from bot.matches.clocks import CLOCKS, TurnClock
from bot.matches.deadlines import LOBBY_IDLE, deadlines_of
from bot.matches.lobby import start
from bot.matches.match import Match, entries, log_event
from bot.matches.outcomes import CommandRefused
from bot.matches.roster_events import (
    DOWNTIME,
    ClockSet,
    ClocksMoved,
    ComputerTookOver,
    GameAborted,
    GameOpened,
    GameRestored,
    PauseSet,
    PersonTookOver,
    PlayerJoined,
    SeatAway,
    VoteOpened,
)
from bot.matches.seats import absence_over, allowance_left, away, back, leave, time_up
from bot.matches.snapshots import restored, snapshot_of
from bot.model.identity import Person
from bot.text.i18n import phrases
from bot.text.roster_text import clock_label
from engine.boards.files import load_board
from tests.game_log import Log

HOUR = timedelta(hours=1)
DAY = 24 * HOUR
JUST_UNDER_A_SECOND = timedelta(milliseconds=990)
FOUR_HOURS = CLOCKS["4h"]
EVE = "local:eve"
ANNA, BORIS = "hall:anna", "hall:boris"
ADA, BEA = Person.parse(ANNA), Person.parse(BORIS)


class ClockLog(Log):
    """The log of a game with a clock, in which time passes only when a test says so."""

    def wait(self, time: timedelta) -> datetime:
        self.at += time
        return self.at

    def add(self, *events: object) -> None:
        super().add(*events)  # type: ignore[arg-type]
        self.at -= HOUR

    def move(self) -> None:
        """What the next seat must do."""
        self.play(self.match.waiting_for[0])

    def turn(self) -> int:
        """A whole turn of the next seat, of two blind cards; which seat it was."""
        seat = self.match.waiting_for[0]
        while self.match.waiting_for == (seat,):
            self.move()
        return seat


def opened(clock: TurnClock | None) -> ClockLog:
    log = ClockLog()
    log.add(GameOpened("europe", load_board("europe").edition, "europe", (), ANNA, "5ec2e7", clock=clock))
    log.add(PlayerJoined(ANNA, "Anna", "red"), PlayerJoined(BORIS, "Boris", "blue"))
    return log


@pytest.fixture
def log() -> ClockLog:
    """A game with four hours a turn, in the first turn, which has just begun."""
    log = opened(FOUR_HOURS)
    log.add(*start(log.match, "00" * 32).events)
    log.play(0)
    log.play(1)
    return log


def due(match: Match) -> list[datetime | None]:
    return [match.deadline(seat) for seat in (0, 1)]


def mover(log: ClockLog) -> tuple[int, int]:
    """The seat whose turn it is, and the other one."""
    (seat,) = log.match.waiting_for
    return seat, 1 - seat


def test_starting_tickets_are_chosen_on_the_clock_by_all_at_once() -> None:
    log = opened(FOUR_HOURS)
    assert [*deadlines_of(log.match)] == [LOBBY_IDLE]
    log.add(*start(log.match, "00" * 32).events)
    assert due(log.match) == [log.at + 8 * HOUR] * 2, "four hours, and four that are saved from the start"
    log.wait(HOUR)
    log.play(0)
    assert due(log.match) == [None, log.at + 7 * HOUR]


def test_a_clock_runs_through_the_whole_turn(log: ClockLog) -> None:
    seat, other = mover(log)
    before = log.match.deadline(seat)
    log.wait(HOUR)
    log.move()
    assert log.match.waiting_for == (seat,), "a second card is due"
    assert log.match.deadline(seat) == before
    log.wait(HOUR)
    log.move()
    assert log.match.deadline(seat) is None
    assert log.match.deadline(other) == log.at + 12 * HOUR, "it had saved four hours more with its tickets"


def test_unused_time_is_saved_up_to_the_most_and_used_before_anything_happens(log: ClockLog) -> None:
    seat, _ = mover(log)
    for _ in range(10):
        log.turn()
    assert log.match.roster.holders[seat].clock.bank == 12 * 3600, "three turns' time"
    log.wait(10 * HOUR)
    assert time_up(log.match, seat, log.at).events == ()
    log.turn()
    assert log.match.roster.holders[seat].clock.bank == 6 * 3600, "six hours more than a turn's time"


def test_a_turn_that_the_person_ends_begins_the_count_again(log: ClockLog) -> None:
    seat, _ = mover(log)
    log.at = log.match.deadline(seat) or log.at
    log.add(*time_up(log.match, seat, log.at).events)
    log.turn()
    log.turn()
    log.turn()
    assert log.match.roster.holders[seat].clock.missed == 0


def test_leaving_and_coming_back_gains_no_time(log: ClockLog) -> None:
    seat, _ = mover(log)
    before = log.match.deadline(seat)
    person, name = (ADA, BEA)[seat], log.match.roster.names[seat]
    log.wait(HOUR)
    log.add(*leave(log.match, person, name).events)
    assert log.match.deadline(seat) is None
    log.add(PersonTookOver(seat, str(person), name))
    assert log.match.deadline(seat) == before


def test_another_person_who_takes_the_seat_gets_a_whole_turn(log: ClockLog) -> None:
    seat, _ = mover(log)
    log.wait(7 * HOUR)
    log.add(ComputerTookOver(seat, "normal", "hall:eve", "Eve", admin=True))
    log.wait(2 * DAY)
    log.add(PersonTookOver(seat, "hall:carl", "Carl"))
    assert log.match.deadline(seat) == log.at + 9 * HOUR, "a turn's time, and five hours left in the bank"


@pytest.mark.parametrize("stop", [PauseSet(True), GameAborted(ANNA)])
@pytest.mark.parametrize("between", ["turn", "second card"])
def test_clocks_stand_still_while_the_game_is_paused_or_aborted(
    log: ClockLog, stop: object, between: str
) -> None:
    seat, _ = mover(log)
    if between == "second card":
        log.move()
    log.wait(HOUR)
    left = (log.match.deadline(seat) or log.at) - log.at
    log.add(stop)
    assert deadlines_of(log.match) == {}
    log.wait(100 * DAY)
    log.add(PauseSet(False) if isinstance(stop, PauseSet) else GameRestored(ANNA))
    assert log.match.deadline(seat) == log.at + left


def test_a_player_who_is_away_uses_no_time_up_to_the_allowance(log: ClockLog) -> None:
    seat, other = mover(log)
    person, left = (ADA, BEA)[seat], (log.match.deadline(seat) or log.at) - log.at
    outcome = away(log.match, person, log.at + 4 * DAY, log.at)
    log.add(*outcome.events)
    assert log.match.deadline(seat) is None
    assert outcome.key == "away-until"
    assert deadlines_of(log.match)[f"away:{seat}"] == log.at + 4 * DAY
    log.wait(DAY)
    assert absence_over(log.match, seat, log.at).events == ()
    log.add(*back(log.match, person).events)
    assert log.match.deadline(seat) == log.at + left
    assert allowance_left(log.match, seat, log.at) == 9 * DAY, "what was not used is given back"
    outcome = away(log.match, person, log.at + 30 * DAY, log.at)
    assert outcome.events == (SeatAway(seat, log.at + 9 * DAY),)
    assert outcome.key == "away-cut-short"
    log.add(*outcome.events)
    log.wait(9 * DAY)
    assert absence_over(log.match, other, log.at).events == ()
    log.add(*absence_over(log.match, seat, log.at).events)
    assert log.match.deadline(seat) == log.at + left
    with pytest.raises(CommandRefused, match="no-allowance-left"):
        away(log.match, person, log.at + DAY, log.at)


def test_a_player_who_is_away_and_back_again_and_again_gains_no_time(log: ClockLog) -> None:
    seat, _ = mover(log)
    person, left = (ADA, BEA)[seat], (log.match.deadline(seat) or log.at) - log.at
    for _ in range(100):
        log.wait(JUST_UNDER_A_SECOND)
        log.add(*away(log.match, person, log.at + 3 * DAY, log.at).events)
        log.wait(JUST_UNDER_A_SECOND)
        log.add(*back(log.match, person).events)
    assert (log.match.deadline(seat) or log.at) - log.at <= left - 100 * JUST_UNDER_A_SECOND
    assert allowance_left(log.match, seat, log.at) <= 10 * DAY - 100 * JUST_UNDER_A_SECOND


def test_leaving_and_coming_back_again_and_again_gains_no_time(log: ClockLog) -> None:
    seat, _ = mover(log)
    person, left = (ANNA, BORIS)[seat], (log.match.deadline(seat) or log.at) - log.at
    for _ in range(100):
        log.wait(JUST_UNDER_A_SECOND)
        log.add(ComputerTookOver(seat, "normal", person), PersonTookOver(seat, person, "Anna"))
    assert (log.match.deadline(seat) or log.at) - log.at <= left - 100 * JUST_UNDER_A_SECOND


def test_two_people_who_take_a_seat_from_each_other_share_its_absence(log: ClockLog) -> None:
    seat, _ = mover(log)
    person = (ANNA, BORIS)[seat]
    log.add(*away(log.match, Person.parse(person), log.at + 10 * DAY, log.at).events)
    log.wait(10 * DAY)
    for one, next_one in ((person, EVE), (EVE, person)):
        log.add(ComputerTookOver(seat, "normal", one), PersonTookOver(seat, next_one, "Eve"))
    with pytest.raises(CommandRefused, match="no-allowance-left"):
        away(log.match, Person.parse(person), log.at + DAY, log.at)


def test_downtime_moves_running_deadlines_but_none_past_its_whole_time(log: ClockLog) -> None:
    seat, _ = mover(log)
    before = log.match.deadline(seat)
    assert before
    log.wait(3 * HOUR)
    log.add(ClocksMoved(2 * 3600, DOWNTIME, log.at))
    assert log.match.deadline(seat) == before + 2 * HOUR
    assert log.match.since[seat] == log.at - HOUR
    log.add(ClocksMoved(100 * 86400, DOWNTIME, log.at))
    assert log.match.deadline(seat) == log.at + 12 * HOUR, "at most what a turn that begins now would have"


def test_another_clock_begins_the_turn_again(log: ClockLog) -> None:
    seat, _ = mover(log)
    log.wait(HOUR)
    log.add(ClockSet(CLOCKS["5m"], 0))
    assert log.match.deadline(seat) == log.at + timedelta(minutes=15), "a turn, and the most that is saved"
    log.add(ClockSet(None, 0))
    assert log.match.deadline(seat) is None
    log.add(ClockSet(CLOCKS["7d"], 0))
    assert log.match.deadline(seat) == log.at + 14 * DAY


def test_snapshots_and_entries_keep_clocks_absences_and_votes(log: ClockLog) -> None:
    log.add(SeatAway(0, log.at + DAY), VoteOpened("clock", 1, log.at + DAY, 1, clock=CLOCKS["5m"]))
    match = log.match
    (row,) = entries(match.seq - 1, [log.steps[-1].event], match.at)
    assert log_event(row) == log.steps[-1].event
    snapshot = snapshot_of(match, row)
    assert snapshot
    assert restored(match.id, snapshot, row, match.board) == match


def test_a_clock_in_russian_has_the_number_behind_up_to_in_the_genitive() -> None:
    labels = [clock_label(CLOCKS[word], phrases("ru")) for word in ("2m", "1h", "24h", "7d")]
    assert labels == [
        "2 минуты, запас до 4 минут", "1 час, запас до 3 часов", "24 часа, запас до 3 дней",
        "7 дней, запас до 21 дня",
    ]  # fmt: skip
