"""The daily digest: one private message about all games that wait, in place of a notification each turn."""

import asyncio
from datetime import timedelta
from pathlib import Path

import pytest

from bot.matches.clocks import TurnClock
from bot.model.identity import Chat, Person
from bot.model.message import Message
from bot.store.timers import DIGEST
from tests.fakes.wire.patience import until
from tests.memory_platform import MemoryPlatform
from tests.narration import plain
from tests.scenario import FakeClock, Participant, Scenario, open_scenario

HOUR = timedelta(hours=1)
ELSEWHERE = Chat("hall", "elsewhere")


def digests(platform: MemoryPlatform, person: Person) -> list[Message]:
    return [one for one in platform.dms.get(person, []) if plain(one.text).startswith("**Your games today**")]


async def pass_time(scenario: Scenario, by: timedelta) -> None:
    await scenario.clock.move_on(by)

    async def none_due() -> bool:
        due = await scenario.store.timers.due(scenario.clock.now())
        return not any(timer.kind == DIGEST for timer in due)

    await until(none_due, "digests are still due")


async def with_digest(scenario: Scenario) -> tuple[Participant, Participant]:
    """Boris is next, and wants a digest; Anna has just moved."""
    anna, boris = await scenario.in_play("Anna", "Boris")
    await scenario.set_clock(TurnClock(86_400, 86_400))
    told = await boris.says("/settings digest on")
    assert "do not notify you of each turn" in told
    assert "I mention you" not in told
    await pass_time(scenario, timedelta(seconds=61))
    scenario.platform.notified.clear()
    await anna.takes_turn()
    return anna, boris


async def test_closed_dms_are_reported_once(scenario: Scenario, caplog: pytest.LogCaptureFixture) -> None:
    anna, boris = await scenario.in_play("Anna", "Boris")
    scenario.platform.faults.unreachable.add(boris.person)
    for player in (anna, boris, anna, boris, anna):
        await player.takes_turn()
    told = [
        message for message in caplog.messages if "no private messages" in message or "reached" in message
    ]
    assert len(told) == 1


async def test_after_a_stop_of_days_and_a_lost_answer_there_is_one(tmp_path: Path) -> None:
    clock, platform = FakeClock(), MemoryPlatform()
    async with open_scenario(tmp_path, clock=clock, platform=platform) as scenario:
        _, boris = await with_digest(scenario)
    platform.faults.unanswered.add(boris.person)
    platform.notified.clear()
    await clock.move_on(38 * HOUR)  # 8:00 on the day after tomorrow
    for _ in range(2):
        async with open_scenario(tmp_path, clock=clock, platform=platform) as scenario:
            await until(lambda: digests(platform, boris.person))
            for _ in range(30):
                await asyncio.sleep(0.01)
                await clock.move_on(timedelta(seconds=1))
    sent = digests(platform, boris.person)
    assert len(sent) == 1
    told = [to for to, _ in platform.notified if to == boris.person]
    assert len(told) <= 2, "the digest, and at most one reminder"


# ---- the list of games


async def test_games_are_sorted_by_their_deadlines_and_shown_in_pages(scenario: Scenario) -> None:
    anna, boris = await scenario.in_play("Anna", "Boris")
    await scenario.set_clock(TurnClock(86_400, 86_400))
    waiting = (await scenario.match()).id
    due = (await scenario.match()).deadline(await anna.seat())
    assert due
    for number in range(20):
        await anna.says("/new usa", Chat("hall", f"room {number}"))
    first = (await anna.says("/games", ELSEWHERE)).splitlines()
    assert f"({waiting})" in first[0]
    assert f"until <t:{int(due.timestamp())}>" in first[0]
    assert first[-1] == "… and 1 more"
    assert anna.labels[-1] == "More games"
    second = (await anna.presses("More games", ELSEWHERE)).splitlines()
    assert second[0] == "Page 2"
    assert len(second) == 2
    assert anna.labels[-1] == "More urgent"
    assert (await anna.presses("More urgent", ELSEWHERE)).splitlines() == first
    assert (await boris.says("/games 7", ELSEWHERE)).startswith("Page 7")
