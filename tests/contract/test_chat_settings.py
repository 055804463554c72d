"""The settings of a chat, and its waiting list, as every platform offers them."""

from collections.abc import AsyncIterator
from datetime import timedelta
from pathlib import Path

import pytest

from tests.contract.table import Table, TablePlayer
from tests.contract.tables import (
    WITH_A_SERVER,
    DiscordTable,
    DiscordTablePlayer,
    MemoryTable,
    TelegramTable,
    TelegramTablePlayer,
)


@pytest.fixture(params=WITH_A_SERVER)
async def table(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Table]:
    async with WITH_A_SERVER[request.param](tmp_path) as opened, opened() as one:
        yield one


async def appoint(table: Table, player: TablePlayer) -> None:
    """Make a player an admin of the chat. On the page that is who came first."""
    match table:
        case MemoryTable():
            table.scenario.platform.admins.add(player.person)
        case DiscordTable(bot=bot):
            assert isinstance(player, DiscordTablePlayer)
            bot.fake_guild.guild.owner = player.user.account
        case TelegramTable(bot=bot):
            assert isinstance(player, TelegramTablePlayer)
            bot.fake_group.appoints(player.user)


async def test_an_admin_sets_a_chat_up_and_others_hear_of_its_next_game(table: Table) -> None:
    anna, boris = await table.come("Anna", "Boris")
    await appoint(table, anna)
    await boris.types("/chatsettings openers admins")
    await boris.until_seen("Only an admin of this chat can do that.")
    await anna.types("/chatsettings openers admins starters players clock 48h")
    await table.until_told("Only admins can open games here.")
    await boris.types("/notify")
    await boris.until_seen("I will tell you once")
    await boris.types("/new usa usa")
    await boris.until_seen("only admins can open games")
    await anna.types("/new usa usa")
    await table.scenario.settle()
    await boris.until_seen("You asked me to tell you once.")
    await boris.types("/join")
    await boris.types("/start")
    await table.scenario.settle()
    assert (await table.scenario.match()).game, "any player may start it"
    await anna.types("/chatsettings")
    await anna.until_seen("Any player can start a game that was opened here.")


async def test_a_lobby_is_closed_after_three_idle_days(table: Table) -> None:
    (anna,) = await table.come("Anna")
    await anna.types("/new usa usa")
    await table.scenario.settle()
    await table.clock.move_on(timedelta(days=2))
    await table.scenario.settle()
    assert await table.told("Nobody has done anything in this lobby") == []
    await table.clock.move_on(timedelta(days=1, minutes=2))
    await table.until_told("Nobody has done anything in this lobby for three days, so it is closed.")
