"""A game without a clock from which players vanish, the same on every platform."""

from datetime import timedelta
from pathlib import Path

import pytest

from bot.matches.roster import Status
from engine.game import SettleTunnel
from tests.contract.tables import WORLDS
from tests.short_boards import write_short_boards
from tests.situations import into_a_tunnel
from tests.soaked import soaked

MINUTE = timedelta(minutes=1)
DAY = timedelta(days=1)
CHATS = [name for name in WORLDS if name != "memory"]


@pytest.mark.parametrize("world", soaked(CHATS, "telegram"))
async def test_five_players_of_whom_two_vanish_finish_without_a_clock(world: str, tmp_path: Path) -> None:
    """One is replaced and comes back, another is replaced in the middle of a tunnel; Gina takes that seat."""
    chosen = {"turn_clock": "none", "boards": write_short_boards(tmp_path, "short")}
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

        lost = await into_a_tunnel(table.scenario, players)
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
        await table.scenario.play_to_the_end(back, gina)
        match = await table.scenario.match()
        assert match.roster.status is Status.OVER
        assert match.roster.names[seat] == "Gina"
        await table.until_told("The game is over.")
