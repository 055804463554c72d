"""The moments of reminders, and guessed time zones. Who gets them is in tests/games/reminders.txt."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from bot.matches.clocks import TurnClock
from bot.matches.reminder_times import reminder_hours, reminder_times
from bot.model.local_time import quiet_span, zone
from bot.model.message import Message
from bot.model.profile import Profile
from tests.fakes.wire.patience import until
from tests.narration import plain
from tests.scenario import Participant, Scenario

HOUR, DAY = timedelta(hours=1), timedelta(days=1)
NIGHT = "22:00-08:00"


def utc(text: str) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=UTC)


@pytest.mark.parametrize(
    ("opened", "deadline", "quiet", "moments"),
    [
        pytest.param(
            "01T10:00", "01T20:00", NIGHT, "half 01 15:00, late 01 19:00", id="half and nine tenths"
        ),
        pytest.param("01T14:00", "02T14:00", NIGHT, "half 02 08:00, late 02 11:36", id="after the night"),
        pytest.param("01T06:00", "02T04:00", NIGHT, "half 01 17:00, late 01 21:30", id="deadline at night"),
        pytest.param("01T10:00", "02T08:00", NIGHT, "half 01 21:00, late 01 21:30", id="at the night's end"),
        pytest.param("01T20:00", "02T08:30", NIGHT, "late 02 08:00", id="two at one moment are one"),
        pytest.param("01T22:10", "02T03:00", NIGHT, "", id="a turn within the night has none"),
        pytest.param("01T21:50", "02T03:00", NIGHT, "late 01 21:55", id="a turn that opens before the night"),
        pytest.param("01T10:00", "01T10:10", NIGHT, "half 01 10:05", id="a short turn has one"),
        pytest.param("01T22:00", "02T02:00", "off", "half 02 00:00, late 02 01:36", id="no quiet hours"),
    ],
)
def test_reminders_come_at_half_and_at_nine_tenths_and_never_at_night(
    opened: str, deadline: str, quiet: str, moments: str
) -> None:
    found = reminder_times(utc(f"2026-03-{opened}"), utc(f"2026-03-{deadline}"), zone("UTC"), quiet)
    assert ", ".join(f"{name} {at:%d %H:%M}" for name, at in found.items()) == moments


@pytest.mark.parametrize(("date", "morning"), [("2026-03-28", "06:00"), ("2026-10-24", "07:00")])
def test_the_night_in_which_the_clocks_change_ends_at_eight_local_time(date: str, morning: str) -> None:
    opened = utc(f"{date}T14:00")
    found = reminder_times(opened, opened + DAY, zone("Europe/Berlin"), NIGHT)
    assert f"{found['half']:%H:%M}" == morning


@pytest.mark.parametrize("hours", range(1, 200, 7))
def test_no_reminder_is_ever_at_night_or_outside_the_turn(hours: int) -> None:
    for start in range(24):
        opened = utc("2026-03-28T00:00") + start * HOUR
        deadline = opened + hours * HOUR
        found = reminder_times(opened, deadline, zone("Europe/Berlin"), NIGHT)
        assert list(found.values()) == sorted(set(found.values()))
        for at in found.values():
            assert opened < at < deadline
            assert 8 <= at.astimezone(zone("Europe/Berlin")).hour < 22


# ---- in a game


async def in_tokyo(scenario: Scenario) -> list[Participant]:
    """A game with 24 hours a turn, and as much saved; the first player is taken to live in Tokyo."""
    players = await scenario.in_play("Anna", "Boris")
    known = await scenario.store.people.profile(players[0].person) or Profile(players[0].person, "")
    await scenario.store.people.save(replace(known, guessed_zone="Asia/Tokyo"))
    await scenario.set_clock(TurnClock(24 * 3600, 24 * 3600))
    return players


def reminders(player: Participant) -> list[Message]:
    return [one for one in player.dms if plain(one.text).startswith(("It is still", "Your time"))]


async def test_a_zone_guessed_from_the_language_delays_no_reminder_and_is_asked_for_once(
    scenario: Scenario,
) -> None:
    first, _ = await in_tokyo(scenario)  # there it is 3:00 when half of the turn is over
    await scenario.pass_time(24.1 * HOUR)
    await until(lambda: reminders(first), "no reminder")
    (half,) = reminders(first)
    assert "time zone" in half.details
    assert "03:06" in half.details
    await scenario.pass_time(20 * HOUR)
    await until(lambda: len(reminders(first)) > 1, "no second reminder")
    assert reminders(first)[1].details == ""


async def test_reminders_come_in_the_hours_in_which_their_person_acts(scenario: Scenario) -> None:
    """It is 18:00 UTC. The first player acts three times, always at night in Tokyo."""
    first, second = await in_tokyo(scenario)
    for _ in range(3):
        await first.takes_turn()
        await second.takes_turn()
        await scenario.pass_time(HOUR)
    profile = await scenario.store.people.profile(first.person)
    assert profile is not None
    local, quiet_hours = await reminder_hours(scenario.host.repository, await scenario.match(), profile)
    assert quiet_hours == profile.quiet_hours
    assert quiet_span(utc("2026-03-01T19:00"), local, quiet_hours) is None
    assert quiet_span(utc("2026-03-01T19:00"), zone("Asia/Tokyo"), quiet_hours) is not None
