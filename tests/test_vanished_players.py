"""A game of five in which two people vanish."""

from datetime import timedelta

import pytest

from bot.matches.roster import Status
from tests.scenario import Participant, Scenario
from tests.situations import into_a_tunnel

DAY = timedelta(days=1)


@pytest.mark.scenario(boards="short", turn_clock="24h")
async def test_a_game_of_five_in_which_two_vanish_finishes(scenario: Scenario) -> None:
    """One comes back after three turns; the other vanishes in the middle of a tunnel and is replaced."""
    players = await scenario.in_play("Anna", "Boris", "Carl", "Dora", "Emil", game="short")
    eve, in_tunnel = await scenario.add_player("Eve"), await into_a_tunnel(scenario, players)
    gone = [in_tunnel, next(one for one in players if one is not in_tunnel)]
    for _ in range(400):
        if (await scenario.match()).roster.status is Status.OVER:
            break
        waiting = [one for one in await scenario.waited_for(*players, eve) if one not in gone]
        for one in waiting:
            await one.plays(await one.thinks())
        if not waiting:
            await scenario.clock.move_on(3 * DAY)
        await scenario.settle()
        await come_back_or_replace(scenario, gone, eve)
    match = await scenario.match()
    assert match.roster.status is Status.OVER
    assert gone == []
    names, times = match.roster.names, [text for text in scenario.platform.texts if "Time is up" in text]
    assert "Eve" in names
    assert len(times) >= 6


async def come_back_or_replace(scenario: Scenario, gone: list[Participant], eve: Participant) -> None:
    """Eve takes the seat of the one in the tunnel, after its day; the other comes back to theirs."""
    for one in tuple(gone):
        match = await scenario.match()
        seat = match.roster.seat_of(str(one.person))
        if seat is not None and match.roster.holders[seat].level:
            taker = one if match.roster.seat_of(str(eve.person)) is not None else eve
            await scenario.clock.move_on(DAY)
            await taker.says("/join")
            gone.remove(one)
            await scenario.settle()
