"""Votes of a table in a chat: on a pause, another clock, or a computer for a late player."""

from datetime import datetime, timedelta

import pytest

from bot.matches.clocks import CLOCKS
from bot.store.timers import Timer
from tests.fakes.wire.patience import until
from tests.scenario import Participant, Scenario

pytestmark = pytest.mark.scenario(turn_clock="24h")

DAY = timedelta(days=1)


async def three(scenario: Scenario, clock: str = "24h") -> list[Participant]:
    """A game of three in its first turn; the player whose turn it is comes first."""
    await (await scenario.add_player("Anna")).says(f"/options clock {clock}")
    return await scenario.in_play("Anna", "Boris", "Carl")


async def test_what_falls_due_while_the_bot_looks_what_is_due_is_met_at_once(
    scenario: Scenario, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, *_ = await three(scenario)
    look, timers = scenario.store.timers.due, scenario.store.timers

    async def look_and_be_late(now: datetime) -> tuple[Timer, ...]:
        found = await look(now)
        monkeypatch.undo()
        await scenario.clock.move_on(DAY)
        return found

    await first.says("/pause")
    await scenario.settle()
    monkeypatch.setattr(timers, "due", look_and_be_late)
    await scenario.clock.move_on(timedelta(minutes=1))
    await until(lambda: timers.due == look, "the bot does not look what is due")
    await scenario.settle()
    assert (await scenario.match()).roster.vote is None


@pytest.mark.parametrize(
    ("turn_clock", "lasts"),
    [
        (None, timedelta(days=1)),
        ("2m", timedelta(minutes=6)),
        ("1h", timedelta(hours=3)),
        ("24h", timedelta(days=1)),
        ("7d", timedelta(days=1)),
    ],
)
async def test_a_vote_lasts_some_turns_and_at_most_a_day(
    scenario: Scenario, turn_clock: str | None, lasts: timedelta
) -> None:
    _, boris = await scenario.in_play("Anna", "Boris")
    await scenario.set_clock(CLOCKS[turn_clock or "none"])
    await boris.says("/pause")
    vote = (await scenario.match()).roster.vote
    assert vote is not None
    assert vote.until - scenario.clock.now() == lasts
