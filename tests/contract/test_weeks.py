"""Games that last weeks, the same on every platform: silent players, votes, absence, digests, plans."""

from collections.abc import AsyncIterator
from datetime import timedelta
from pathlib import Path

import pytest

from bot.matches.clocks import CLOCKS
from bot.matches.plans import own_plan
from bot.matches.roster import Status
from engine.chance import Chance
from engine.computers import COMPUTERS
from engine.game import SettleTunnel, TakeTurn
from engine.notation import line
from tests.contract.table import Table, TablePlayer
from tests.contract.tables import WORLDS
from tests.situations import in_a_tunnel, tunnel_claim
from tests.soaked import soaked
from tests.test_vanished_players import short_games

MINUTE = timedelta(minutes=1)
HOUR = timedelta(hours=1)
DAY = timedelta(days=1)
CHATS = [name for name in WORLDS if name != "memory"]


@pytest.fixture(params=WORLDS)
async def table(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Table]:
    """A table with a clock of 24 hours, on Sunday at 18:00."""
    async with WORLDS[request.param](tmp_path) as open_table, open_table(turn_clock="24h") as table:
        yield table


async def test_a_player_who_is_silent_for_weeks(table: Table) -> None:
    """Reminded, played for, replaced, and back."""
    silent, other = await table.in_play("Anna", "Boris")
    seat = await silent.seat()
    deadline = (await table.scenario.match()).deadline(seat)
    assert deadline
    before, others = await silent.notifications(), await other.notifications()

    await table.pass_time(36 * HOUR + MINUTE)  # half of the time, at 6:01
    assert await silent.notifications() == before
    await table.pass_time(2 * HOUR)
    assert await silent.notifications() == before + 1
    await silent.presses("Later today")
    await silent.until_seen("Next reminder: ")
    await table.pass_time(2.9 * HOUR)
    assert await silent.notifications() == before + 1
    await table.pass_time(0.2 * HOUR)
    assert await silent.notifications() == before + 2
    await silent.presses("Show me")
    await silent.until_seen("Your hand")
    await table.pass_time(deadline - table.clock.now() - 6 * HOUR)
    assert await silent.notifications() == before + 3
    assert await other.notifications() == others
    assert await table.told("Time is up") == []

    await table.pass_time(6 * HOUR + MINUTE)
    assert len(await table.told(f"Time is up for {silent.name}. A computer finishes this turn.")) == 1
    for _ in range(2):
        await other.draws()
        await table.pass_time(DAY + MINUTE)
    assert len(await table.told(f"Time is up for {silent.name}, for the third turn in a row.")) == 1

    before = await silent.notifications()
    for _ in range(3):
        await other.draws()
        await table.pass_time(DAY)
    assert await silent.notifications() == before
    await silent.chooses("Come back")
    await other.draws()
    await table.until_told(f"{silent.name} is back in the game.")
    assert not (await table.scenario.match()).roster.holders[seat].level
    assert await silent.notifications() == before + 1


async def test_the_buttons_of_a_reminder(table: Table) -> None:
    """A look at the hand leaves the others in reach; an absence stops the clock until its end."""
    late, _ = await table.in_play("Anna", "Boris")
    seat = await late.seat()
    before, due = await late.notifications(), (await table.scenario.match()).deadline(seat)
    await table.pass_time(38 * HOUR + MINUTE)
    assert await late.notifications() == before + 1
    await late.presses("Show me")
    await late.until_seen("Your hand")
    await late.presses("Later today")
    await late.until_seen("Next reminder: ")
    await table.pass_time(3 * HOUR)
    assert await late.notifications() == before + 2

    await late.presses("Show me")
    await late.until_seen("Your hand")
    await late.presses("I am away")
    await late.until_seen("Until when")
    await late.chooses("3 days")
    away = table.clock.now()
    await table.until_told(f"{late.name} is away until")
    assert (await table.scenario.match()).deadline(seat) is None
    await table.pass_time(2 * DAY)
    assert await late.notifications() == before + 2
    await late.acts("/back")
    now_due = (await table.scenario.match()).deadline(seat)
    assert due
    assert now_due
    assert abs(now_due - due - (table.clock.now() - away)) < MINUTE


async def test_votes_of_a_table(table: Table) -> None:
    """A pause of days, a press on a settled vote, silence as no, time that is given."""
    first, second, third = await table.in_play("Anna", "Boris", "Carl")
    await first.acts("/pause")
    await table.until_told("Should the game be paused?")
    before = await second.notifications()
    await second.chooses("Yes")
    await table.until_told("The game is paused for 7 days at most")
    if table.edits_posts:
        assert await table.told("Not answered") == []
    else:
        seq = (await table.scenario.match()).seq
        await third.presses("No")
        await third.until_seen("No such vote is open.")
        assert (await table.scenario.match()).seq == seq

    await table.pass_time(6 * DAY)
    assert await table.told("Time is up") == []
    assert await second.notifications() == before
    await third.acts("/resume")
    await table.until_told("Should the game go on?")
    await second.chooses("Yes")
    await table.until_told("The game goes on: the clocks run again.")

    due = (await table.scenario.match()).deadline(await first.seat())
    await second.acts("/givetime")
    assert due
    assert (await table.scenario.match()).deadline(await first.seat()) == due + DAY

    await second.acts("/clock 48h")
    await table.until_told("Should the clock change to 48 hours a turn")
    await first.chooses("Yes")
    if table.edits_posts:
        await table.until_told(f"Not answered: {third.name}.")
    await table.pass_time(DAY + MINUTE)
    await table.until_told("The table says no.")
    assert (await table.scenario.match()).roster.clock == CLOCKS["24h"]


async def test_silence_lets_a_computer_finish_a_turn_without_a_clock(table: Table) -> None:
    first, second, third = await table.in_play("Anna", "Boris", "Carl")
    await first.acts("/clock none")
    for other in (second, third):
        await table.until_told("Should the clock change")
        await other.chooses("Yes")
    assert (await table.scenario.match()).roster.clock is None
    await table.pass_time(10 * DAY)
    asker = second if second.name != "Anna" else third  # who opened the game may be an admin
    await asker.acts(f"/skip {first.name}")
    await table.until_told(f"Should a computer finish {first.name}’s turn?")
    await table.pass_time(DAY + MINUTE)
    await table.until_told(f"A computer finishes this turn for {first.name}, as the table agreed.")
    assert (await table.scenario.match()).waiting_for == (await second.seat(),)


async def test_a_player_who_is_away_while_another_wants_a_digest_and_plans(table: Table) -> None:
    first, second = await table.in_play("Anna", "Boris")
    await first.acts("/away 3 days")
    await table.until_told(f"{first.name} is away until")
    await second.types("/settings digest on")
    await second.acts("/plan draw deck twice")
    assert own_plan(await table.scenario.match(), await second.seat())
    before = await first.notifications()
    await table.pass_time(2 * DAY)
    assert await first.notifications() == before
    assert (await table.scenario.match()).deadline(await first.seat()) is None
    await table.pass_time(DAY + MINUTE)
    assert (await table.scenario.match()).deadline(await first.seat())

    before = await second.notifications()
    await first.draws()
    assert (await table.scenario.match()).waiting_for == (await first.seat(),)
    assert await second.notifications() == before
    await first.draws()
    assert (await table.scenario.match()).waiting_for == (await second.seat(),)
    if table.has_dms:
        assert await second.notifications() == before
        await table.pass_time(15 * HOUR)
        await second.until_seen("Your games today")
    assert await second.notifications() == before + 1


@pytest.mark.parametrize("world", soaked(CHATS, "telegram"))
async def test_five_players_of_whom_two_vanish_finish_without_a_clock(world: str, tmp_path: Path) -> None:
    """One is replaced and comes back, another is replaced in the middle of a tunnel; Gina takes that seat."""
    chosen = {"turn_clock": "none", "boards": short_games(tmp_path)}
    async with WORLDS[world](tmp_path) as open_table, open_table(**chosen) as table:
        back, *others = players = await table.in_play("Anna", "Boris", "Carl", "Dora", "Emil", board="short")
        await table.pass_time(DAY + MINUTE)
        asker, *rest = [one for one in others if one.name != "Anna"]  # who opened the game may be an admin
        await asker.acts(f"/replace {back.name}")
        await table.until_told(f"Should a computer play for {back.name} until they return?")
        for one in rest[:2]:
            await one.chooses("Yes")
        assert (await table.scenario.match()).roster.holders[await back.seat()].level
        await back.chooses("Come back")
        assert not (await table.scenario.match()).roster.holders[await back.seat()].level

        lost = await into_a_tunnel(table, players)
        seat = await lost.seat()
        await table.pass_time(DAY + MINUTE)
        asker = next(one for one in players if one is not lost and one.name != "Anna")
        await asker.acts(f"/replace {lost.name}")
        await table.until_told(f"Should a computer play for {lost.name} until they return?")
        await table.pass_time(DAY + MINUTE)
        match = await table.scenario.match()
        assert match.roster.holders[seat].level
        assert match.table
        assert not isinstance(match.table.decisions[seat], SettleTunnel)
        (gina,) = await table.come("Gina")
        await table.pass_time(DAY + MINUTE)
        await gina.acts("/join")
        await table.until_told("Gina")
        assert await gina.seat() == seat

        for one in players:
            if one not in (lost, back):
                await one.plays("leave yes")
        for _ in range(100):
            if (await table.scenario.match()).roster.status is not Status.RUNNING:
                break
            for one in await table.waited_for(back, gina):
                view = await one.view()
                await one.plays(line(COMPUTERS["easy"](view, Chance("0" * 64))))
        match = await table.scenario.match()
        assert match.roster.status is Status.OVER
        assert match.roster.names[seat] == "Gina"
        await table.until_told("The game is over.")


async def into_a_tunnel(table: Table, players: list[TablePlayer]) -> TablePlayer:
    """Draw cards until somebody has laid some for a tunnel, and more are asked for."""
    for _ in range(300):
        (one,) = await table.waited_for(*players)
        view = await one.view()
        if in_a_tunnel(view):
            return one
        claim = tunnel_claim(view) if isinstance(view.decision, TakeTurn) else None
        await one.plays(line(claim) if claim else "draw deck")
    raise AssertionError("no tunnel asks for more cards")
