"""Downtime counts for nobody: a stopped program, a suspended laptop, and clocks that are set."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

from bot.service.downtime import Heartbeat, moved_by
from tests.memory_platform import MemoryPlatform
from tests.scenario import FakeClock, Scenario, open_scenario
from tests.situations import anna_and_boris
from tests.test_allow_list import set_list

MINUTE = timedelta(minutes=1)
DAY = timedelta(days=1)


@asynccontextmanager
async def running(
    folder: Path, clock: FakeClock, platform: MemoryPlatform | None = None, turn_clock: str = "24h"
) -> AsyncIterator[Scenario]:
    chosen = {"turn_clock": turn_clock, "counts_downtime": True}
    async with open_scenario(folder, clock=clock, platform=platform, **chosen) as scenario:  # type: ignore[arg-type]
        await scenario.settle()
        yield scenario


async def due(scenario: Scenario) -> datetime:
    match = await scenario.match()
    found = match.deadline(match.waiting_for[0])
    assert found
    return found


async def minutes(scenario: Scenario, number: int) -> None:
    """Let the program run for some minutes, with a heartbeat in each."""
    for _ in range(number):
        await scenario.clock.move_on(MINUTE)
        await scenario.settle()
        heartbeat = scenario.host._heartbeat
        assert heartbeat
        await heartbeat.beat()


async def test_minutes_in_which_the_program_runs_count(tmp_path: Path) -> None:
    async with running(tmp_path, FakeClock()) as scenario:
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


async def test_a_suspended_laptop_or_a_clock_set_forward_is_a_gap(tmp_path: Path) -> None:
    async with running(tmp_path, FakeClock()) as scenario:
        await anna_and_boris(scenario)
        before = await due(scenario)
        await minutes(scenario, 2)
        await scenario.clock.move_on(10 * DAY)
        await scenario.settle()
        assert await due(scenario) == before + 10 * DAY
        assert not any("Time is up" in text for text in scenario.platform.texts)


async def test_a_clock_that_is_set_forward_and_back_leaves_deadlines_where_they_were(tmp_path: Path) -> None:
    async with running(tmp_path, FakeClock()) as scenario:
        await anna_and_boris(scenario)
        before = await due(scenario)
        for jump in (10 * DAY, -10 * DAY, 10 * DAY, -10 * DAY):
            await scenario.clock.move_on(jump)
            await minutes(scenario, 1)
        assert abs(await due(scenario) - before) <= 10 * MINUTE


async def test_a_clock_that_is_set_back_fires_nothing_twice(tmp_path: Path) -> None:
    async with running(tmp_path, FakeClock()) as scenario:
        await anna_and_boris(scenario)
        heartbeat = scenario.host._heartbeat
        assert heartbeat
        heartbeat._last = None
        scenario.clock._now = await due(scenario) - MINUTE
        heartbeat._last = scenario.clock.now()
        await minutes(scenario, 2)
        assert sum("Time is up" in text for text in scenario.platform.texts) == 1
        await scenario.clock.move_on(-5 * MINUTE)
        await minutes(scenario, 8)
        assert sum("Time is up" in text for text in scenario.platform.texts) == 1


async def test_a_stop_while_deadlines_move_moves_each_game_once(tmp_path: Path) -> None:
    clock = FakeClock()
    async with running(tmp_path, clock) as scenario:
        await anna_and_boris(scenario)
        before, last = await due(scenario), clock.now()
    await clock.move_on(DAY)
    async with open_scenario(tmp_path, clock=clock) as scenario:
        heartbeat = Heartbeat(scenario.host.repository)
        await heartbeat._read()
        heartbeat._gap = last, clock.now()
        await heartbeat._note(last)
        await scenario.host.repository.update(
            (await scenario.match()).id, lambda match: moved_by(match, last, clock.now())
        )
    async with running(tmp_path, clock) as scenario:
        assert await due(scenario) == before + DAY


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
