"""The table of timers, and the loop that meets them: once, in time, and whatever else fails or takes long."""

import asyncio
from datetime import datetime, timedelta

import pytest

from bot.store import Store
from bot.store.timers import DIGEST, GAME, PERSON, PROGRAM, Timer
from tests.fakes.wire.patience import until
from tests.scenario import Scenario
from tests.situations import anna_and_boris
from tests.stores import ADA, NOON

pytestmark = pytest.mark.scenario(turn_clock="24h")

HOUR, DAY = timedelta(hours=1), timedelta(days=1)


async def test_timers_of_all_owners_come_in_the_order_of_time(store: Store) -> None:
    await store.timers.set(PROGRAM, "", {"archive": NOON + HOUR})
    await store.timers.set(PERSON, str(ADA), {DIGEST: NOON})
    await store.timers.set(GAME, "g1", {"turn:0": NOON + HOUR / 2})
    assert [timer.kind for timer in await store.timers.due(NOON + HOUR)] == [DIGEST, "turn:0", "archive"]
    assert await store.timers.first_due() == NOON + HOUR / 2


@pytest.mark.parametrize("to", [NOON + 3 * HOUR, None])
async def test_a_timer_that_was_set_meanwhile_is_not_moved(store: Store, to: datetime | None) -> None:
    old = Timer(GAME, "g1", "reminder:0", NOON)
    await store.timers.set(GAME, "g1", {"reminder:0": NOON + HOUR})
    await store.timers.move(old, to)
    assert await store.timers.of_game("g1") == {"reminder:0": NOON + HOUR}


async def test_a_kind_of_another_version_stays_and_delays_nothing(scenario: Scenario) -> None:
    await anna_and_boris(scenario)
    await scenario.store.timers.set(PROGRAM, "", {"newer": scenario.clock.now()})
    await scenario.clock.move_on(3 * DAY)
    await until(lambda: any("Time is up" in text for text in scenario.platform.texts))
    assert any(timer.kind == "newer" for timer in await scenario.store.timers.due(scenario.clock.now()))


async def test_what_takes_long_does_not_hold_up_the_others(
    scenario: Scenario, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun = asyncio.Event()

    async def erase_forever(*_: object) -> None:
        begun.set()
        await asyncio.Event().wait()

    await anna_and_boris(scenario)
    monkeypatch.setattr(scenario.store.personal, "erasures", erase_forever)
    await scenario.clock.move_on(HOUR)
    await until(begun.is_set)
    await scenario.clock.move_on(3 * DAY)
    await until(lambda: any("Time is up" in text for text in scenario.platform.texts))
