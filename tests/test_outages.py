"""A platform that cannot be reached for a while: that time counts for nobody who plays there."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import datetime, timedelta
from pathlib import Path

import pytest

from bot.store.heartbeat import PLATFORM, Outage
from tests.fakes.wire.patience import until
from tests.memory_platform import MemoryPlatform
from tests.narration import plain
from tests.scenario import MEMORY_CHAT, FakeClock, Participant, Scenario, open_scenario
from tests.stores import due_in_games

MINUTE = timedelta(minutes=1)
HOUR = timedelta(hours=1)


class Outages:
    """A game of Anna in the hall and Boris, who may be in the annex."""

    def __init__(self, scenario: Scenario, annex: MemoryPlatform, anna: Participant) -> None:
        self.scenario = scenario
        self.hall, self.annex = scenario.platform, annex
        self.anna = anna
        self.clock = scenario.clock

    async def minutes(self, number: float) -> None:
        """Time passes, and the program does what is due in each minute."""
        host = self.scenario.host
        assert host._heartbeat
        for _ in range(int(number)):
            await self.clock.move_on(MINUTE)
            await host._heartbeat.beat()
            await host.timers.meet_due()

    async def cut(self, platform: MemoryPlatform, minutes: float) -> None:
        """A platform cannot be reached for some minutes."""
        platform.watcher.cut()
        await self.minutes(minutes)
        await platform.watcher.back()

    async def due(self) -> datetime:
        match = await self.scenario.match()
        found = match.deadline(match.waiting_for[0])
        assert found
        return found

    async def is_due_at(self, moment: datetime) -> bool:
        return await self.due() == moment

    async def told(self, platform: MemoryPlatform) -> list[str]:
        """What a chat was told of the time that counts for nobody."""
        await self.scenario.settle()
        return [text for text in platform.texts if "does not count" in text]

    def reminders(self) -> list[str]:
        """What Anna was told privately of her turn that waits."""
        texts = [plain(message.text) for message in self.anna.dms]
        return [text for text in texts if text.startswith(("It is still", "Your time"))]

    async def is_reminded(self) -> bool:
        """Whether no reminder is due now."""
        due = await due_in_games(self.scenario.store, self.clock.now())
        return not any(kind.startswith("reminder") for _, kind in due)

    async def until_shortly_before(self, moment: datetime) -> None:
        await self.minutes((moment - self.clock.now()) / MINUTE - 1)


@asynccontextmanager
async def game(
    folder: Path, clock: FakeClock, platforms: tuple[MemoryPlatform, MemoryPlatform], where: str = "annex"
) -> AsyncIterator[Outages]:
    """Anna and Boris play, or go on after a stop."""
    hall, annex = platforms
    async with open_scenario(
        folder, clock=clock, platform=hall, turn_clock="1h", counts_downtime=True
    ) as scenario:
        scenario.host.add_platform(annex)
        anna, boris = await scenario.add_player("Anna"), await scenario.add_player("Boris", where)
        if await scenario.store.chats.game_in(MEMORY_CHAT) is None:
            await anna.says("/new europe")
            await boris.says("/join")
            for line in ("/starter anna", "/start", "/keep all"):
                await anna.says(line)
            await boris.says("/keep all")
            await scenario.settle()
        yield Outages(scenario, annex, anna)


@pytest.fixture
async def outages(tmp_path: Path) -> AsyncIterator[Outages]:
    async with game(tmp_path, FakeClock(), (MemoryPlatform(), MemoryPlatform("annex"))) as one:
        yield one


async def test_a_short_cut_over_a_deadline_only_delays_it(outages: Outages) -> None:
    await outages.until_shortly_before(await outages.due())
    await outages.cut(outages.hall, 2)
    await outages.minutes(1)
    await outages.scenario.settle()
    assert sum("Time is up" in text for text in outages.hall.texts) == 1


async def test_a_platform_where_nobody_plays_moves_nothing(tmp_path: Path) -> None:
    platforms = MemoryPlatform(), MemoryPlatform("annex")
    async with game(tmp_path, FakeClock(), platforms, where="hall") as outages:
        before = await outages.due()
        await outages.cut(outages.annex, 10)
        assert await outages.due() == before


async def test_the_time_of_an_outage_within_another_one_counts_once(outages: Outages) -> None:
    """The rest of the longer one counts too, however short it is."""
    before = await outages.due()
    outages.hall.watcher.cut()
    await outages.minutes(100)
    await outages.cut(outages.annex, 10)
    await outages.minutes(2)
    await outages.hall.watcher.back()
    assert await outages.due() == before + 112 * MINUTE


async def test_an_outage_that_is_reported_often_is_one(outages: Outages) -> None:
    before = await outages.due()
    for _ in range(5):
        outages.hall.watcher.cut()
        await outages.minutes(2)
    for _ in range(2):
        await outages.hall.watcher.back()
    assert await outages.due() == before + 10 * MINUTE
    assert len(await outages.told(outages.hall)) == 1


async def test_a_move_right_after_an_outage_keeps_the_time_saved(outages: Outages) -> None:
    """The deadlines have moved when `back` returns, before anybody is served."""
    await outages.minutes(5)
    await outages.cut(outages.hall, 50)
    for _ in range(2):
        await outages.anna.says("/draw deck")
    match = await outages.scenario.match()
    assert match.roster.holders[await outages.anna.seat()].clock.bank == 175 * 60


async def test_a_bot_killed_while_deadlines_move_moves_them_once(tmp_path: Path) -> None:
    """It is killed between the note of an outage that is over, and after that before its end is noted."""
    clock, platforms = FakeClock(), (MemoryPlatform(), MemoryPlatform("annex"))
    async with game(tmp_path, clock, platforms) as outages:
        before, since = await outages.due(), clock.now()
        await outages.minutes(60)
    for _ in range(2):
        async with open_scenario(tmp_path, clock=clock) as scenario:
            await scenario.store.heartbeat.begin(Outage(PLATFORM, "annex", since, clock.now()))
        async with game(tmp_path, clock, platforms) as outages:
            await until(lambda: outages.is_due_at(before + HOUR))
            assert len(await outages.told(outages.hall)) == 1


async def test_a_platform_that_is_not_hosted_any_more_holds_nothing(tmp_path: Path) -> None:
    clock, platforms = FakeClock(), (MemoryPlatform(), MemoryPlatform("annex"))
    async with game(tmp_path, clock, platforms) as outages:
        outages.annex.watcher.cut()
        await outages.minutes(2)
    async with game(tmp_path, clock, (platforms[0], MemoryPlatform("other"))) as outages:
        await outages.until_shortly_before(await outages.due())
        await outages.minutes(2)
        await until(lambda: any("Time is up" in text for text in outages.hall.texts))


async def test_reminders_after_an_outage_are_not_doubled(outages: Outages) -> None:
    """The second reminder would fall into the outage; the first one was sent before it."""
    await outages.minutes(91)
    await until(outages.reminders)
    await outages.minutes(29)
    await outages.cut(outages.hall, 60)
    assert await outages.due() == outages.clock.now() + HOUR
    await outages.minutes(20)
    await until(outages.is_reminded)
    assert len(outages.reminders()) == 1
    await outages.minutes(25)
    await until(lambda: len(outages.reminders()) > 1)
    await until(outages.is_reminded)
    assert [text[:11] for text in outages.reminders()] == ["It is still", "Your time i"]
