"""Reminders of a turn: when, where, once, and never at night."""

import asyncio
from collections.abc import AsyncIterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from bot.matches.clocks import TurnClock
from bot.matches.deadlines import REMINDER, SNOOZE
from bot.matches.reminder_times import reminder_hours, reminder_times
from bot.model.local_time import quiet_span, zone
from bot.model.message import Message
from bot.model.profile import Profile
from tests.fakes.wire.patience import until
from tests.memory_platform import LIMITS, MemoryPlatform
from tests.narration import plain
from tests.scenario import FakeClock, Participant, Scenario, open_scenario
from tests.stores import due_in_games

HOUR, DAY = timedelta(hours=1), timedelta(days=1)
NIGHT = "22:00-08:00"


def utc(text: str) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=UTC)


# ---- the moments


def times(opened: str, deadline: str, zone_name: str = "UTC", quiet: str = NIGHT) -> dict[str, str]:
    found = reminder_times(utc(opened), utc(deadline), zone(zone_name), quiet)
    return {name: f"{at:%d %H:%M}" for name, at in found.items()}


def test_reminders_come_at_half_and_at_nine_tenths() -> None:
    assert times("2026-03-01T10:00", "2026-03-01T20:00") == {"half": "01 15:00", "late": "01 19:00"}


def test_a_reminder_at_night_waits_for_the_morning() -> None:
    assert times("2026-03-01T14:00", "2026-03-02T14:00") == {"half": "02 08:00", "late": "02 11:36"}


def test_before_a_deadline_at_night_one_is_reminded_in_the_evening() -> None:
    assert times("2026-03-01T06:00", "2026-03-02T04:00") == {"half": "01 17:00", "late": "01 21:30"}


def test_a_deadline_at_the_very_end_of_the_night_is_one_at_night() -> None:
    assert times("2026-03-01T10:00", "2026-03-02T08:00") == {"half": "01 21:00", "late": "01 21:30"}


def test_two_reminders_at_one_moment_are_one() -> None:
    assert times("2026-03-01T20:00", "2026-03-02T08:30") == {"late": "02 08:00"}


def test_a_turn_that_opens_and_ends_at_night_has_none() -> None:
    assert times("2026-03-01T22:10", "2026-03-02T03:00") == {}
    assert times("2026-03-01T21:50", "2026-03-02T03:00") == {"late": "01 21:55"}


def test_a_short_turn_has_one_reminder() -> None:
    assert times("2026-03-01T10:00", "2026-03-01T10:10") == {"half": "01 10:05"}


def test_without_quiet_hours_nothing_is_moved() -> None:
    assert times("2026-03-01T22:00", "2026-03-02T02:00", quiet="off") == {
        "half": "02 00:00",
        "late": "02 01:36",
    }


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


class ReminderScenario:
    """A game with a clock: 48 hours for the first turn, from Sunday 18:00 UTC on."""

    def __init__(self, scenario: Scenario, anna: Participant, boris: Participant) -> None:
        self.scenario = scenario
        self.anna = anna
        self.boris = boris

    @property
    def name(self) -> str:
        """The name of the first player, who is called Anna here."""
        return self.anna.person.id.title()

    async def set_clock(self, hours: int = 24) -> None:
        """Give each turn this time, and as much again for the bank; 0 removes the clock."""
        clock = TurnClock(hours * 3600, hours * 3600) if hours else None
        await self.scenario.set_clock(clock)
        await self.settle()

    async def pass_time(self, by: timedelta) -> None:
        await self.scenario.clock.move_on(by)
        await self.settle()

    async def settle(self) -> None:
        """Wait until nobody is to be reminded now."""
        await self.scenario.settle()
        for _ in range(10_000):
            due = await due_in_games(self.scenario.store, self.scenario.clock.now())
            if not [kind for _, kind in due if kind.partition(":")[0] in (REMINDER, SNOOZE)]:
                return
            await asyncio.sleep(0.01)
            await self.scenario.clock.move_on(timedelta())
        raise AssertionError(f"still due: {due}")

    async def reminder_rows(self) -> dict[str, datetime]:
        rows = await self.scenario.store.timers.of_game((await self.scenario.match()).id)
        return {kind: due for kind, due in rows.items() if kind.partition(":")[0] in (REMINDER, SNOOZE)}

    def reminders(self, who: Participant | None = None) -> list[Message]:
        """The reminders that a person got by DM."""
        return [
            one for one in (who or self.anna).dms if plain(one.text).startswith(("It is still", "Your time"))
        ]

    def in_the_chat(self) -> list[str]:
        return [text for text in self.scenario.platform.texts if text.startswith("It is still")]

    async def set(self, who: Participant, **settings: object) -> None:
        known = await self.scenario.store.people.profile(who.person) or Profile(who.person, "")
        await self.scenario.store.people.save(replace(known, chosen={**known.chosen, **settings}))

    async def live(self, who: Participant, zone: str) -> None:
        """Guess the time zone of a person."""
        known = await self.scenario.store.people.profile(who.person) or Profile(who.person, "")
        await self.scenario.store.people.save(replace(known, guessed_zone=zone))

    async def anna_moves(self) -> None:
        for _ in range(2):
            await self.anna.says("/draw deck")
        await self.settle()


@pytest.fixture
async def table(tmp_path: Path) -> AsyncIterator[ReminderScenario]:
    async with open_scenario(tmp_path) as scenario:
        anna, boris = await scenario.in_play("Anna", "Boris")
        table = ReminderScenario(scenario, anna, boris)
        await table.set_clock()
        yield table


async def test_a_shorter_clock_in_mid_turn_brings_the_reminder_forward(table: ReminderScenario) -> None:
    begun = table.scenario.clock.now()
    await table.set_clock(1)
    await table.pass_time(HOUR / 60)
    assert list((await table.reminder_rows()).values()) == [begun + HOUR]


async def test_reminders_are_planned_only_for_turns_that_take_longer(table: ReminderScenario) -> None:
    begun = table.scenario.clock.now()
    await table.anna_moves()
    assert list((await table.reminder_rows()).values()) == [begun + HOUR / 120]
    await table.pass_time(HOUR / 60)
    assert list((await table.reminder_rows()).values()) == [begun + 24 * HOUR]


# ---- once


async def test_a_reminder_whose_answer_was_lost_notifies_once(table: ReminderScenario) -> None:
    table.scenario.platform.faults.unanswered.add(table.anna.person)
    await table.scenario.clock.move_on(25 * HOUR)

    async def at_rest() -> bool:
        await table.scenario.clock.move_on(timedelta(seconds=61))
        await asyncio.sleep(0.01)
        return await table.scenario._has_come_to_rest()

    await until(at_rest, "it is not tried again")
    await table.settle()
    assert len(table.reminders()) == 1
    to_anna = [one for one in table.scenario.platform.notified if one[0] == table.anna.person]
    assert len(to_anna) == 1


@pytest.mark.parametrize("window", [timedelta(0), timedelta(minutes=2)])
async def test_a_try_that_a_kill_left_in_doubt_is_repeated_in_silence(
    tmp_path: Path, window: timedelta
) -> None:
    """The program is stopped between the platform's answer and the database, and is back after an hour."""
    clock, platform = FakeClock(), MemoryPlatform(limits=replace(LIMITS, repeats_safely_for=window))
    async with open_scenario(tmp_path, clock=clock, platform=platform) as scenario:
        table = ReminderScenario(scenario, *await scenario.in_play("Anna", "Boris"))
        await table.set_clock()
        who = table.anna.person
        platform.notified.clear()
        platform.faults.unanswered.add(who)
        await clock.move_on(25 * HOUR)
        await until(lambda: bool(platform.notified))
    await clock.move_on(HOUR)
    platform._ids.clear()  # as after the window in which the platform knows a repeat
    async with open_scenario(tmp_path, clock=clock, platform=platform) as scenario:
        table = ReminderScenario(scenario, Participant(scenario, who), table.boris)
        await table.settle()
        assert [one for one in platform.notified if one[0] == who] == [(who, who)]


async def test_a_refused_try_is_repeated_with_its_notification(table: ReminderScenario) -> None:
    table.scenario.platform.faults.refused.add(table.anna.person)
    await table.scenario.clock.move_on(25 * HOUR)
    for _ in range(20):
        await asyncio.sleep(0.01)
    table.scenario.platform.faults.refused.clear()
    table.scenario.platform.notified.clear()
    for _ in range(20):
        await asyncio.sleep(0.01)
        await table.scenario.clock.move_on(timedelta(seconds=61))
    await table.settle()
    assert [one for one in table.scenario.platform.notified if one[0] == table.anna.person] == [
        (table.anna.person, table.anna.person)
    ]


# ---- the buttons


async def press(table: ReminderScenario, label: str) -> str:
    button = next(one for row in table.reminders()[-1].buttons for one in row if one.label == label)
    return await table.anna.presses_code(button.code)


async def test_a_reminder_offers_no_moment_after_the_end_of_the_turn(table: ReminderScenario) -> None:
    await table.set(table.anna, quiet_hours="off", zone="UTC")
    await table.set_clock(hours=3)
    await table.pass_time(3.5 * HOUR)
    (half,) = table.reminders()
    assert [one.label for row in half.buttons for one in row] == ["Show me", "I am away"]
    await press(table, "Show me")
    assert not {"Later today", "Tomorrow"} & set(table.anna.labels)


async def test_a_zone_guessed_from_the_language_delays_no_reminder_and_is_asked_for_once(
    table: ReminderScenario,
) -> None:
    await table.live(table.anna, "Asia/Tokyo")  # there it is 3:00 when half of the turn is over
    await table.pass_time(24.1 * HOUR)
    (half,) = table.reminders()
    assert "time zone" in half.details
    assert "03:06" in half.details
    await table.pass_time(20 * HOUR)
    assert len(table.reminders()) == 2
    assert table.reminders()[-1].details == ""


async def test_reminders_come_in_the_hours_in_which_their_person_acts(table: ReminderScenario) -> None:
    """It is 18:00 UTC. Anna is taken to live where that is at night, and has already acted three times."""
    await table.live(table.anna, "Asia/Tokyo")
    for _ in range(3):
        await table.anna_moves()
        await table.boris.says("/draw deck")
        await table.boris.says("/draw deck")
        await table.pass_time(HOUR)
    match = await table.scenario.match()
    profile = await table.scenario.store.people.profile(table.anna.person)
    assert profile is not None
    local, quiet_hours = await reminder_hours(table.scenario.host.repository, match, profile)
    assert quiet_hours == profile.quiet_hours
    assert quiet_span(utc("2026-03-01T19:00"), local, quiet_hours) is None
    assert quiet_span(utc("2026-03-01T19:00"), zone("Asia/Tokyo"), quiet_hours) is not None
