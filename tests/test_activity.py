"""The board in Discord. The bot asks Discord who has opened it, and in which channel."""

import io
from collections.abc import AsyncIterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from tests.board_apps import Boards, activity, boards, shows_no_game
from tests.discord_bot import DiscordBot, DiscordPlayer, discord_bot
from tests.fakes.discord.activities import SECRET
from tests.fakes.discord.guild import FakeGuild
from tests.fakes.discord.interactions import LAUNCH
from tests.local_session import Tab, state_after
from tests.scenario import FakeClock


@pytest.fixture
async def club(tmp_path: Path, fake_guild: FakeGuild, clock: FakeClock) -> AsyncIterator[DiscordBot]:
    """The bot in a server, with an Activity."""
    async with discord_bot(tmp_path, fake_guild, clock, has_activity=True) as bot:
        yield bot


@pytest.fixture
async def site(club: DiscordBot) -> AsyncIterator[Boards]:
    """The board beside it."""
    async with boards(club, [activity(club)]) as site:
        yield site


async def opened(site: Boards, bot: DiscordBot, player: DiscordPlayer, instance: str) -> Tab:
    """The board of somebody in an instance."""
    code = bot.fake_guild.server.activities.authorize(player.account)
    return await site.opens("discord", code, instance=instance)


async def table_of(tab: Tab) -> Any:
    return (await tab.receive("table"))["state"]


async def test_several_people_play_in_one_instance_and_the_channel_reads_it(
    club: DiscordBot, site: Boards
) -> None:
    anna, boris = await club.in_play("Anna", "Boris")
    instance = club.fake_guild.server.activities.open(club.channel, anna.account, boris.account)
    own, other = await opened(site, club, anna, instance), await opened(site, club, boris, instance)
    state, theirs = await table_of(own), await table_of(other)
    assert (state["me"]["decision"], theirs["me"]["decision"]) == ("take-turn", "none")
    for _ in range(2):
        await own.ask("press", code=f"{state['game']}.{state['me']['revision']}.draw deck")
        state = state_after(await own.receive_until("answer"), state)
    while theirs["me"]["decision"] == "none":
        theirs = state_after([await other.receive("change")], theirs)
    await club.settle()
    assert "draws 2 cards" in club.last.text
    assert set(theirs["me"]) == set(state["me"])


@pytest.mark.parametrize("given", [{}, {"view": "zoom"}])
async def test_board_shows_the_picture_and_a_button_that_opens_the_board(
    club: DiscordBot, given: dict[str, str]
) -> None:
    anna, _ = await club.in_play("Anna", "Boris")
    await anna.user.runs("/board", **given)
    await club.calm()
    shown = anna.user.answer
    assert shown is not None
    assert shown.attachments
    assert shown.labels[-1] == "Open the board"
    await anna.user.presses("Open the board", on=shown)
    await club.calm()
    assert [one.answered for one in club.fake_guild.server.interactions.all][-1] == LAUNCH
    assert shown.attachments, "the picture stays"


async def test_without_a_secret_an_old_button_says_so_and_no_new_one_appears(
    tmp_path: Path, fake_guild: FakeGuild, clock: FakeClock
) -> None:
    async with discord_bot(tmp_path, fake_guild, clock, has_activity=True) as bot:
        await bot.in_play("Anna", "Boris")
    async with discord_bot(tmp_path, fake_guild, clock) as bot:
        anna, boris = await bot.add_players("Anna", "Boris")
        assert "cannot be opened here" in await anna.user.presses("Open the board", on=bot.last)
        [player] = await bot.waited_for(anna, boris)
        for _ in range(2):
            await player.types("draw deck")
        await bot.settle()
        assert "Open the board" not in bot.last.labels
        await anna.user.runs("/board")
        assert anna.user.answer is not None
        assert "Open the board" not in anna.user.answer.labels


@pytest.mark.parametrize("code", ["of another application", "used before", "of nobody", "no code", ""])
async def test_a_code_that_discord_does_not_take_opens_nothing(
    club: DiscordBot, site: Boards, code: str, log: io.StringIO
) -> None:
    [anna] = await club.add_players("Anna")
    activities = club.fake_guild.server.activities
    used = activities.authorize(anna.account)
    await (await site.hello(platform="discord", proof=used)).receive("welcome")
    proofs = {
        "of another application": activities.authorize(anna.account, "4711"),
        "used before": used,
        "of nobody": "guessed",
        "no code": "code=1&client_id=4711",
    }
    tab = await site.hello(platform="discord", proof=proofs.get(code, ""))
    assert await shows_no_game(tab)
    assert log.getvalue() == ""


async def test_a_channel_is_shown_to_those_whom_discord_names_in_its_instance(
    club: DiscordBot, site: Boards
) -> None:
    anna, boris = await club.in_play("Anna", "Boris")
    [clara] = await club.add_players("Clara")
    activities = club.fake_guild.server.activities
    instance = activities.open(club.channel, anna.account, boris.account)
    for asked in (instance, "i-99-gc-1", "../../users/@me", ""):
        tab = await opened(site, club, clara, asked)
        assert (await tab.receive("games"))["games"] == []
    activities.instances[instance].accounts.append(clara.account)
    tab = await opened(site, club, clara, instance)
    assert "me" not in await table_of(tab)

    activities.instances[instance].accounts.remove(clara.account)
    await club.clock.move_on(timedelta(minutes=2))
    await tab.ask("say", text="/board")
    assert [one["kind"] for one in (await tab.receive_until("answer"))[-2:]] == ["games", "answer"]


async def test_a_server_without_the_bot_has_no_game(club: DiscordBot, site: Boards) -> None:
    [anna] = await club.add_players("Anna")
    world = club.fake_guild.server.world
    elsewhere = world.guild("Elsewhere", world.account("Mallory"))
    elsewhere.bot_is_in = False
    channel = world.channel(elsewhere, "hall")
    instance = club.fake_guild.server.activities.open(channel, anna.account)
    tab = await opened(site, club, anna, instance)
    assert (await tab.receive("games"))["games"] == []
    await tab.ask("say", text="/new europe")
    assert "no such game" in (await tab.receive("answer"))["text"]


async def test_in_a_dm_the_board_shows_ones_own_game(club: DiscordBot, site: Boards) -> None:
    anna, _ = await club.in_play("Anna", "Boris")
    conversation = club.fake_guild.server.world.conversation(anna.account)
    instance = club.fake_guild.server.activities.open(conversation, anna.account)
    tab = await opened(site, club, anna, instance)
    assert (await table_of(tab))["me"]["decision"] == "take-turn"


async def test_a_page_learns_neither_the_secret_nor_the_token_of_discord(
    club: DiscordBot, site: Boards, log: io.StringIO
) -> None:
    anna, _ = await club.in_play("Anna", "Boris")
    instance = club.fake_guild.server.activities.open(club.channel, anna.account)
    tab = await opened(site, club, anna, instance)
    told = str(await tab.receive_until("panel")) + tab.token + log.getvalue()
    assert SECRET not in told
    assert "that-no-page-may-see" not in told
    async with site.session.get(f"{site.url}/discord.json") as answer:
        assert await answer.json() == {"client": str(club.fake_guild.server.world.bot.id)}
    origin = f"https://{club.fake_guild.server.world.bot.id}.discordsays.com"
    proxied = await site.connect(origin)
    assert not proxied.socket.closed
