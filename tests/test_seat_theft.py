"""Ways to steal a hand, a seat or a turn by being quick. The others are in tests/games/seat_theft.txt."""

import asyncio
from datetime import timedelta
from pathlib import Path

import pytest

from bot.matches import seats
from bot.matches.outcomes import CommandRefused
from bot.model.identity import Chat
from engine.game import DrawSecondCard
from tests.scenario import Participant, Scenario, open_scenario
from tests.situations import anna_and_boris, unchanged

pytestmark = pytest.mark.scenario(others=("inn",))

BAR = Chat("inn", "bar")
DAY = timedelta(days=1)

NO_SEAT = "You are not playing in this game."


async def test_a_turn_that_ended_meanwhile_is_not_skipped(scenario: Scenario) -> None:
    """The right to skip is judged again on the game as it is when the skip is written."""
    anna, boris = await anna_and_boris(scenario)
    await scenario.clock.move_on(DAY)
    decider = boris.person, "Boris", False
    before, now = await scenario.match(), scenario.clock.now()
    assert seats.skip(before, None, decider, now).events
    await anna.says("/draw deck")
    match = await scenario.match()
    for decide in (seats.skip, seats.replace):
        with pytest.raises(CommandRefused, match="not-overdue"):
            decide(match, None, decider, now)


async def test_a_drawn_card_stays_drawn(tmp_path: Path) -> None:
    async with open_scenario(tmp_path, delay=1) as scenario:
        anna, boris = await anna_and_boris(scenario)
        await anna.says("/draw deck")
        await anna.says("/leave yes")
        mallory = await scenario.add_player("Mallory")
        await mallory.says("/join")
        assert isinstance((await mallory.view()).decision, DrawSecondCard)
        assert await unchanged(anna, "/draw deck") == [NO_SEAT]
        await mallory.says("/draw deck")
        assert await scenario.waited_for(mallory, boris) == [boris]


async def test_leaving_and_coming_back_buys_no_time(tmp_path: Path) -> None:
    """A player who lets the table wait is as overdue as before; with a slow computer nothing has happened."""
    async with open_scenario(tmp_path, delay=60) as scenario:
        anna, boris = await anna_and_boris(scenario)
        await scenario.clock.move_on(DAY - timedelta(minutes=1))
        await anna.says("/leave yes")
        await anna.says("/join")
        await scenario.clock.move_on(timedelta(minutes=1))
        assert await boris.says("/skip") == "A computer finishes Anna’s turn."


async def test_linking_while_joining_gives_no_two_seats(scenario: Scenario) -> None:
    anna, boris = await anna_and_boris(scenario)
    mallory = await scenario.add_player("Mallory", "inn")
    await boris.says("/leave yes")
    code = (await anna.says("/link")).split("/link ")[1].split()[0]
    await mallory.says(f"/link {code}", BAR)
    again = Participant(scenario, mallory.person)
    await asyncio.gather(mallory.says("/join"), again.says(f"/link {code} yes", BAR))
    linked = await scenario.store.people.linked_accounts(anna.person)
    taken = (await scenario.match()).roster.seat_of(str(mallory.person)) is not None
    assert taken is (len(linked) == 1), "one or the other"
