"""Downtime counts for nobody: a stopped program, a suspended laptop, and clocks that are set."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest

from bot.clock import SteadyClock
from bot.store import StoreError
from bot.store.heartbeat import HeartbeatStore
from bot.store.timers import GAME, HEARTBEAT
from bot.timers.heartbeat import EVERY, Heartbeat
from tests.memory_platform import MemoryPlatform
from tests.scenario import FakeClock, Scenario, open_scenario
from tests.situations import anna_and_boris, set_list

MINUTE = timedelta(minutes=1)
HOUR = timedelta(hours=1)
DAY = timedelta(days=1)


@asynccontextmanager
async def running(
    folder: Path, clock: FakeClock, platform: MemoryPlatform | None = None, turn_clock: str = "24h"
) -> AsyncIterator[Scenario]:
    chosen = {"turn_clock": turn_clock, "counts_downtime": True}
    async with open_scenario(folder, clock=clock, platform=platform, **chosen) as scenario:  # type: ignore[arg-type]
        await scenario.settle()
        yield scenario


@pytest.fixture
async def scenario(tmp_path: Path) -> AsyncIterator[Scenario]:
    async with running(tmp_path, FakeClock()) as one:
        yield one


async def due(scenario: Scenario) -> datetime:
    match = await scenario.match()
    found = match.deadline(match.waiting_for[0])
    assert found
    return found


async def minutes(scenario: Scenario, number: int) -> None:
    """Let the program run for some minutes, with a heartbeat in each."""
    for _ in range(number):
        await scenario.pass_time(MINUTE)
        heartbeat = scenario.host._heartbeat
        assert heartbeat
        await heartbeat.beat()


async def test_minutes_in_which_the_program_runs_count(scenario: Scenario) -> None:
    await anna_and_boris(scenario)
    before = await due(scenario)
    await minutes(scenario, 10)
    assert await due(scenario) == before


async def test_a_stopped_program_moves_all_deadlines_and_tells_each_chat_once(tmp_path: Path) -> None:
    clock = FakeClock()
    async with running(tmp_path, clock) as scenario:
        await anna_and_boris(scenario)
        platform, before = scenario.platform, await due(scenario)
    await clock.move_on(5 * DAY)
    for _ in range(2):
        async with running(tmp_path, clock, platform) as scenario:
            assert await due(scenario) == before + 5 * DAY
    told = [text for text in platform.texts if "did not run" in text]
    assert len(told) == 1
    assert "The bot did not run for 120 hours." in told[0] or "for 5 days." in told[0]
    assert not any("Time is up" in text for text in platform.texts)


async def test_a_short_stop_changes_nothing(tmp_path: Path) -> None:
    clock = FakeClock()
    async with running(tmp_path, clock) as scenario:
        await anna_and_boris(scenario)
        before = await due(scenario)
    await clock.move_on(3 * MINUTE)
    async with running(tmp_path, clock) as scenario:
        assert await due(scenario) == before


async def test_a_suspended_laptop_is_a_gap(scenario: Scenario) -> None:
    await anna_and_boris(scenario)
    before = await due(scenario)
    await minutes(scenario, 2)
    await scenario.pass_time(10 * DAY)
    assert await due(scenario) == before + 10 * DAY
    assert not any("Time is up" in text for text in scenario.platform.texts)


async def test_a_clock_that_is_set_while_the_bot_runs_moves_no_deadline_for_good(
    scenario: Scenario, caplog: pytest.LogCaptureFixture
) -> None:
    await anna_and_boris(scenario)
    before, began = await due(scenario), scenario.clock.now()
    for number, jump in enumerate((30 * DAY, -30 * DAY, -60 * DAY, 60 * DAY), 1):
        left = await due(scenario) - scenario.clock.now()
        scenario.clock.is_set_by(jump)
        await minutes(scenario, 1)
        assert await due(scenario) - scenario.clock.now() == left - MINUTE
        assert len(lines_of(caplog)) == number
    assert await due(scenario) == before
    assert scenario.clock.now() == began + 4 * MINUTE
    assert (
        lines_of(caplog)[0] == "the clock was set forward by 30 days, 0:00:00: all deadlines move by as much"
    )
    assert_true(scenario.platform)
    assert "set forward by 30 days. All deadlines move with it." in "".join(scenario.platform.texts)


@pytest.mark.parametrize("jump", [30 * DAY, -60 * DAY])
async def test_a_start_with_a_wrong_clock_moves_no_deadline_for_good(
    tmp_path: Path, jump: timedelta, caplog: pytest.LogCaptureFixture
) -> None:
    clock, platform = FakeClock(), MemoryPlatform()
    async with running(tmp_path, clock, platform) as scenario:
        await anna_and_boris(scenario)
        before = await due(scenario)
    for by in (jump, -jump):
        await clock.move_on(MINUTE)
        clock.is_started_anew(by)
        async with running(tmp_path, clock, platform) as scenario:
            await minutes(scenario, 2)
    assert await due_after(tmp_path, clock, platform) == before
    assert len(lines_of(caplog)) == 2
    assert_true(platform)


async def test_a_downtime_with_a_wrong_clock_is_told_as_long_as_it_was(tmp_path: Path) -> None:
    clock, platform = FakeClock(), MemoryPlatform()
    async with running(tmp_path, clock, platform) as scenario:
        await anna_and_boris(scenario)
        before = await due(scenario)
    await clock.move_on(5 * HOUR)
    clock.is_started_anew(30 * DAY)
    async with running(tmp_path, clock, platform) as scenario:
        await minutes(scenario, 2)
        assert await due(scenario) == before + 30 * DAY + 5 * HOUR
        scenario.clock.is_set_by(-30 * DAY)
        await minutes(scenario, 2)
        assert await due(scenario) == before + 5 * HOUR
    said = [text.splitlines()[0] for text in platform.texts if "deadlines move" in text]
    assert "The bot did not run for 5 hours." in "".join(said)
    assert not any("did not run for 30" in text for text in said)


async def test_what_a_wrong_clock_after_a_boot_has_moved_is_moved_back_once_it_is_right(
    tmp_path: Path,
) -> None:
    """Nothing tells such a clock from a downtime, until it is set right."""
    clock, platform = FakeClock(), MemoryPlatform()
    async with running(tmp_path, clock, platform) as scenario:
        await anna_and_boris(scenario)
        before = await due(scenario)
    await clock.move_on(5 * HOUR)
    clock.is_started_anew(-60 * DAY, booted=True)
    async with running(tmp_path, clock, platform) as scenario:
        await minutes(scenario, 2)
        scenario.clock.is_set_by(60 * DAY)
        await minutes(scenario, 2)
        assert abs(await due(scenario) - (before + 5 * HOUR)) <= 2 * MINUTE
    assert_true(platform)


async def test_a_turn_that_begins_while_the_clock_is_wrong_has_its_whole_time(scenario: Scenario) -> None:
    anna, boris = await anna_and_boris(scenario)
    scenario.clock.is_set_by(30 * DAY)
    await minutes(scenario, 10)
    await anna.takes_turn()
    whole = await due(scenario) - scenario.clock.now()
    await minutes(scenario, 10)
    scenario.clock.is_set_by(-30 * DAY)
    await minutes(scenario, 10)
    assert await due(scenario) - scenario.clock.now() == whole - 20 * MINUTE
    assert await boris.seat() == (await scenario.match()).waiting_for[0]


async def test_an_aborted_game_can_be_restored_for_a_day_after_a_wrong_clock_is_right(
    scenario: Scenario,
) -> None:
    anna, _ = await anna_and_boris(scenario)
    game = (await scenario.match()).id
    await anna.says("/abort yes")
    for jump in (30 * DAY, -30 * DAY):
        scenario.clock.is_set_by(jump)
        await minutes(scenario, 2)
        left = (await scenario.store.timers.of_game(game))["lapse"] - scenario.clock.now()
        assert DAY - 10 * MINUTE < left < DAY
    await anna.says("/restore")
    assert (await scenario.match()).id == game


async def test_a_digest_and_the_upkeep_are_not_late_after_a_wrong_clock_is_right(scenario: Scenario) -> None:
    anna, _ = await anna_and_boris(scenario)
    await anna.says("/settings digest on")
    await minutes(scenario, 1)
    before = await not_of_games(scenario)
    for jump in (30 * DAY, -30 * DAY, -60 * DAY, 60 * DAY):
        scenario.clock.is_set_by(jump)
        await minutes(scenario, 1)
    assert await not_of_games(scenario) == before
    assert len(before) > 3


async def not_of_games(scenario: Scenario) -> dict[str, datetime]:
    """When something but the heartbeat is due for a person or the program."""
    timers = await scenario.store.timers.due(scenario.clock.now() + 100 * DAY)
    return {timer.kind: timer.due for timer in timers if timer.owner_kind != GAME and timer.kind != HEARTBEAT}


async def test_a_platform_that_is_cut_off_while_the_clock_is_set_moves_by_the_time_it_was(
    scenario: Scenario,
) -> None:
    await anna_and_boris(scenario)
    heartbeat = scenario.host._heartbeat
    assert heartbeat
    left = await due(scenario) - scenario.clock.now()
    scenario.platform.watcher.cut()
    for jump in (timedelta(), 30 * DAY):
        scenario.clock.is_set_by(jump)
        for _ in range(20):
            await scenario.clock.move_on(MINUTE)
            await heartbeat.beat()
    await scenario.platform.watcher.back()
    assert await due(scenario) - scenario.clock.now() == left
    await scenario.settle()
    assert any("could not be reached for 40 minutes" in text for text in scenario.platform.texts)


async def test_a_stop_while_deadlines_move_with_the_clock_moves_each_game_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock, platform = FakeClock(), MemoryPlatform()
    async with running(tmp_path, clock, platform) as scenario:
        await anna_and_boris(scenario)
        before = await due(scenario)

        async def stops(*_: object) -> None:
            raise StoreError("The disk fails.")

        with monkeypatch.context() as broken:
            broken.setattr(HeartbeatStore, "end", stops)
            clock.is_set_by(30 * DAY)
            heartbeat = scenario.host._heartbeat
            assert heartbeat
            with pytest.raises(StoreError):
                await heartbeat.beat()
            assert await due(scenario) == before + 30 * DAY
            await scenario.stop()
    await clock.move_on(MINUTE)
    for _ in range(2):
        async with running(tmp_path, clock, platform) as scenario:
            await minutes(scenario, 1)
            assert await due(scenario) == before + 30 * DAY


def lines_of(caplog: pytest.LogCaptureFixture) -> list[str]:
    """What the log says of clocks and downtimes."""
    return [one.getMessage() for one in caplog.records if one.name == Heartbeat.__module__]


def assert_true(platform: MemoryPlatform) -> None:
    """No chat reads of a downtime that was none."""
    assert not any("did not run" in text for text in platform.texts)


async def due_after(folder: Path, clock: FakeClock, platform: MemoryPlatform) -> datetime:
    """When the turn is due, after a restart."""
    async with running(folder, clock, platform) as scenario:
        return await due(scenario)


async def test_a_clock_that_is_set_back_fires_nothing_twice(scenario: Scenario) -> None:
    await anna_and_boris(scenario)
    heartbeat = scenario.host._heartbeat
    assert heartbeat
    scenario.clock._now = await due(scenario) - MINUTE
    heartbeat._next = scenario.clock.now() + EVERY
    await minutes(scenario, 2)
    assert sum("Time is up" in text for text in scenario.platform.texts) == 1
    scenario.clock.is_set_by(-5 * MINUTE)
    await minutes(scenario, 8)
    assert sum("Time is up" in text for text in scenario.platform.texts) == 1


async def test_the_clock_of_a_process_runs_on_whatever_the_machine_is_set_to(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    clock = SteadyClock()
    begun, boot = clock.now(), clock.boot()
    monkeypatch.setattr(SteadyClock, "machine", lambda _: begun + 30 * DAY)
    assert begun <= clock.now() < begun + MINUTE
    assert SteadyClock().boot()[0] == boot[0]
    assert abs(SteadyClock().boot()[1] - boot[1] - 30 * DAY) < MINUTE
    clock.set(await clock.look())
    assert abs(clock.now() - begun - 30 * DAY) < MINUTE


async def test_a_day_is_a_day_when_summer_time_begins(tmp_path: Path) -> None:
    clock = FakeClock()
    clock._now = datetime(2026, 3, 28, 18, 0, tzinfo=UTC)
    async with running(tmp_path, clock) as scenario:
        await anna_and_boris(scenario)
        found, berlin = await due(scenario), ZoneInfo("Europe/Berlin")
        assert found - clock.now() == 3 * DAY
        assert (clock.now().astimezone(berlin).hour, found.astimezone(berlin).hour) == (19, 20)


async def test_time_in_a_chat_that_is_not_allowed_counts_for_nobody(tmp_path: Path) -> None:
    async with running(tmp_path, FakeClock(), turn_clock="5m") as scenario:
        await anna_and_boris(scenario)
        set_list(scenario.host, denied_places="hall:table")
        await minutes(scenario, 40)
        set_list(scenario.host)
        await until_told(scenario, "had not allowed it here")
        assert await due(scenario) > scenario.clock.now()
        assert not any("Time is up" in text for text in scenario.platform.texts)
        await until_told(scenario, "Time is up")
        assert sum("had not allowed it here" in text for text in scenario.platform.texts) == 1


async def until_told(scenario: Scenario, told: str) -> None:
    """Let the program run for two hours at most, until a chat is told something."""
    for _ in range(120):
        if any(told in text for text in scenario.platform.texts):
            return
        await minutes(scenario, 1)
    raise AssertionError(f"nobody is told: {told}")
