"""The daily digest: one private message about all games that wait, in place of a notification each turn."""

import asyncio
from collections.abc import AsyncIterator
from datetime import timedelta
from pathlib import Path

import pytest

from bot.matches.clock_events import ClockSet
from bot.matches.clocks import ALLOWANCE, TurnClock
from bot.matches.outcomes import Outcome
from bot.model.identity import Chat, Person
from bot.model.message import Message
from bot.store.timers import DIGEST
from tests.fakes.wire.patience import until
from tests.memory_platform import MemoryPlatform
from tests.narration import plain
from tests.scenario import FakeClock, Participant, Scenario, open_scenario

HOUR = timedelta(hours=1)
ELSEWHERE = Chat("hall", "elsewhere")


@pytest.fixture
async def scenario(tmp_path: Path) -> AsyncIterator[Scenario]:
    async with open_scenario(tmp_path) as one:
        yield one


def digests(platform: MemoryPlatform, person: Person) -> list[Message]:
    return [one for one in platform.dms.get(person, []) if plain(one.text).startswith("**Your games today**")]


async def pass_time(scenario: Scenario, by: timedelta) -> None:
    await scenario.clock.move_on(by)

    async def none_due() -> bool:
        due = await scenario.store.timers.due(scenario.clock.now())
        return not any(timer.kind == DIGEST for timer in due)

    await until(none_due, "digests are still due")


async def set_clock(scenario: Scenario) -> None:
    """Each turn takes a day, and the bank holds as much again."""
    event = ClockSet(TurnClock(86_400, 86_400), ALLOWANCE)
    await scenario.host.repository.update((await scenario.match()).id, lambda _: Outcome((event,)))
    await scenario.settle()


async def with_digest(scenario: Scenario) -> tuple[Participant, Participant]:
    """Boris is next, and wants a digest; Anna has just moved."""
    anna, boris = await scenario.in_play("Anna", "Boris")
    await set_clock(scenario)
    told = await boris.says("/settings digest on")
    assert "do not notify you of each turn" in told
    assert "I mention you" not in told
    await pass_time(scenario, timedelta(seconds=61))
    scenario.platform.notified.clear()
    for _ in range(2):
        await anna.says("/draw deck")
    await scenario.settle()
    return anna, boris


async def test_a_digest_takes_the_place_of_the_mention(scenario: Scenario) -> None:
    _, boris = await with_digest(scenario)
    assert scenario.platform.notified == []
    assert boris.person not in scenario.platform.posts[-1].mentioned


async def test_it_comes_once_a_day_in_the_morning_and_names_the_deadline(scenario: Scenario) -> None:
    _, boris = await with_digest(scenario)
    await pass_time(scenario, 13 * HOUR)
    assert digests(scenario.platform, boris.person) == []
    await pass_time(scenario, 1.1 * HOUR)  # 8:06
    (digest,) = digests(scenario.platform, boris.person)
    due = (await scenario.match()).deadline(await boris.seat())
    assert due
    assert f"your turn** until <t:{int(due.timestamp())}>" in digest.text
    assert digest.mentioned == (boris.person,)
    await pass_time(scenario, 5 * HOUR)
    assert len(digests(scenario.platform, boris.person)) == 1
    await pass_time(scenario, 19 * HOUR)
    assert len(digests(scenario.platform, boris.person)) == 2


async def test_without_a_game_that_waits_there_is_none(scenario: Scenario) -> None:
    _, boris = await with_digest(scenario)
    for _ in range(2):
        await boris.says("/draw deck")
    await scenario.settle()
    await pass_time(scenario, 14.2 * HOUR)
    assert digests(scenario.platform, boris.person) == []


@pytest.mark.parametrize("linked", [True, False])
async def test_an_account_that_was_unlinked_gets_no_digest_of_the_other_one(
    scenario: Scenario, *, linked: bool
) -> None:
    _, boris = await with_digest(scenario)
    other = await scenario.add_player("Bob")
    await other.says("/settings digest on")
    code = (await boris.says("/link")).split("/link ")[1].split()[0]
    await other.says(f"/link {code}", ELSEWHERE)
    await other.says(f"/link {code} yes", ELSEWHERE)
    if not linked:
        await boris.says("/unlink")
    await pass_time(scenario, timedelta(seconds=61))
    await pass_time(scenario, 15 * HOUR)
    assert len(digests(scenario.platform, other.person)) == linked
    assert len(digests(scenario.platform, boris.person)) == 1


async def test_a_player_who_lost_a_seat_gets_no_digest_of_the_game(scenario: Scenario) -> None:
    anna, boris = await with_digest(scenario)
    await boris.says("/leave yes")
    mallory = await scenario.add_player("Mallory")
    await mallory.says("/join")
    await scenario.settle()
    for _ in range(4):
        await anna.says("/draw deck")
    await scenario.settle()
    await pass_time(scenario, 15 * HOUR)
    assert digests(scenario.platform, boris.person) == []


async def test_a_person_with_closed_dms_is_mentioned_each_turn(scenario: Scenario) -> None:
    anna, boris = await scenario.in_play("Anna", "Boris")
    scenario.platform.faults.unreachable.add(boris.person)
    assert "I cannot send you private messages" in await boris.says("/settings digest on")
    for player in (anna, boris, anna):
        for _ in range(2):
            await player.says("/draw deck")
        await scenario.settle()
        mentioned = scenario.platform.posts[-1].mentioned
        assert mentioned == ((anna if player is boris else boris).person,)


async def test_closed_dms_are_reported_once(scenario: Scenario, caplog: pytest.LogCaptureFixture) -> None:
    anna, boris = await scenario.in_play("Anna", "Boris")
    scenario.platform.faults.unreachable.add(boris.person)
    for player in (anna, boris, anna, boris, anna):
        for _ in range(2):
            await player.says("/draw deck")
        await scenario.settle()
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
    await set_clock(scenario)
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
