"""Failures between the bot and Discord: the game goes on."""

import asyncio
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from bot.model.identity import Chat
from bot.model.message import Message, Topic
from bot.model.port import Key, may_send
from tests.discord_bot import DiscordBot, DiscordPlayer, discord_bot
from tests.fakes.discord.guild import FakeGuild
from tests.fakes.discord.world import SILENT, FileRefusal, Post
from tests.fakes.wire.faults import Lost
from tests.fakes.wire.patience import until
from tests.fakes.wire.server import of_kind
from tests.narration import plain
from tests.scenario import FakeClock


async def turn(player: DiscordPlayer) -> None:
    """Two cards from the deck."""
    await player.clicks("draw deck")
    await player.clicks("draw deck")


# ---- failing requests


AT_THE_START = 1
"""Everybody is mentioned once when starting tickets are dealt."""

DOORS = ["create_message", "update_message", "create_interaction_response"]


@pytest.mark.parametrize("how", [{"status": 503}, {"retry_after": 0.05}], ids=["503", "429"])
async def test_failed_request_is_repeated(
    club: DiscordBot, fake_guild: FakeGuild, how: dict[str, Any]
) -> None:
    anna, _ = await club.in_play("Anna", "Boris")
    before = len(club.posts)
    for door in DOORS:
        fake_guild.server.faults.add(door, **how)
    await turn(anna)
    await club.settle_after_trouble()
    assert len(club.posts) == before + 1
    assert fake_guild.server.faults.pending == []


async def test_post_that_waits_is_given_up_once_another_process_speaks(
    club: DiscordBot, fake_guild: FakeGuild
) -> None:
    await club.in_play("Anna", "Boris")
    channel, before = Chat("discord", str(club.channel.id)), len(club.posts)
    limit = fake_guild.server.faults.add("create_message", retry_after=0.05)
    until_then = may_send.set(lambda: limit.times > 0)
    with pytest.raises(ConnectionAbortedError):
        await club.platform.send(channel, Message("Hello."), Key("g", Topic.TURN, "9"), silent=False)
    may_send.reset(until_then)
    assert limit.times == 0
    assert len(club.posts) == before


@pytest.mark.parametrize("door", DOORS)
async def test_request_with_a_lost_reply_takes_effect_once(
    club: DiscordBot, fake_guild: FakeGuild, door: str
) -> None:
    anna, boris = await club.in_play("Anna", "Boris")
    before = len(club.posts)
    fake_guild.server.faults.add(door, lost=Lost.RESPONSE)
    await turn(anna)
    await club.settle_after_trouble()
    assert len(club.posts) == before + 1
    assert len(boris.user.pinged()) == 1 + AT_THE_START
    assert fake_guild.server.faults.pending == []
    assert len([post for post in anna.user.private if post.labels]) <= 2


async def test_global_rate_limit_is_waited_out(
    club: DiscordBot, fake_guild: FakeGuild, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.outbox.outbox.RETIRING", 0.1)
    anna, boris = await club.in_play("Anna", "Boris", dms="closed")
    before = len(club.posts)
    fake_guild.server.faults.add("update_message", retry_after=0.3, everywhere=True)
    for player in (anna, boris):
        await turn(player)
        await club.settle_after_trouble()
    assert len(club.posts) == before + 2


async def test_post_sent_minutes_before_is_found_again(
    club: DiscordBot, fake_guild: FakeGuild, clock: FakeClock
) -> None:
    anna, boris = await club.in_play("Anna", "Boris")
    before = len(club.posts)
    fake_guild.server.faults.add("create_message", lost=Lost.RESPONSE)
    fake_guild.server.faults.add("create_message", lost=Lost.REQUEST, times=20)
    await turn(anna)
    await until(lambda: fake_guild.server.faults.done, "nothing is posted")
    await clock.move_on(timedelta(minutes=30))
    fake_guild.server.faults.added.clear()
    await club.settle_after_trouble()
    assert len(club.posts) == before + 1
    assert len(boris.user.pinged()) == 1 + AT_THE_START


# ---- the gateway


@pytest.mark.parametrize("resumable", [True, False], ids=["resumed", "new"])
async def test_lost_connection_is_restored(
    club: DiscordBot, fake_guild: FakeGuild, *, resumable: bool
) -> None:
    anna, boris = await club.in_play("Anna", "Boris")
    await fake_guild.server.gateway.cut(resumable=resumable)
    await fake_guild.server.gateway.until_connected()
    for player in (anna, boris):
        await turn(player)
        await club.settle()
    assert await club.waited_for(anna) == [anna]


async def test_click_during_a_lost_connection_is_answered_on_resume(
    club: DiscordBot, fake_guild: FakeGuild
) -> None:
    anna, _ = await club.in_play("Anna", "Boris")
    await anna.user.presses("Draw", on=club.last)
    await fake_guild.server.gateway.ask_to_reconnect()
    await turn(anna)
    await club.settle()
    assert fake_guild.server.gateway.resumed == 1
    assert await club.waited_for(anna) == []


async def test_no_call_waits_for_a_connection_that_broke_during_login(
    tmp_path: Path, fake_guild: FakeGuild, clock: FakeClock
) -> None:
    async with discord_bot(tmp_path, fake_guild, clock) as bot:
        anna, _ = await bot.in_play("Anna", "Boris")
        before = len(bot.posts)
        fake_guild.server.faults.add("create_message", times=99, lost=Lost.REQUEST)
        await turn(anna)
    fake_guild.server.faults.added.clear()
    fake_guild.server.faults.add("get_bot_gateway", retry_after=0.5)
    fake_guild.server.faults.add("get_bot_gateway", status=403)
    passing = asyncio.create_task(time_passes(clock))
    async with discord_bot(tmp_path, fake_guild, clock) as bot:
        passing.cancel()
        await bot.settle_after_trouble()
        assert len(bot.posts) == before + 1


async def test_bot_that_reconnects_in_vain_can_be_stopped(
    tmp_path: Path, fake_guild: FakeGuild, clock: FakeClock
) -> None:
    gateway = fake_guild.server.gateway
    async with discord_bot(tmp_path, fake_guild, clock):
        gateway.is_open.clear()
        await gateway.cut()
        await until(lambda: gateway.waiting > 0, "the bot does not reconnect")
        began = asyncio.get_running_loop().time()
    gateway.is_open.set()
    assert asyncio.get_running_loop().time() - began < 2


async def time_passes(clock: FakeClock) -> None:
    while True:
        await asyncio.sleep(0.1)
        await clock.move_on(timedelta(seconds=1))


# ---- DMs


@pytest.mark.parametrize(
    "how", [{"status": 404, "code": 10062}, {"lost": Lost.REQUEST, "times": 3}], ids=["too late", "lost"]
)
async def test_panel_is_refreshed_after_a_failed_answer(
    club: DiscordBot, fake_guild: FakeGuild, how: dict[str, Any]
) -> None:
    anna, _ = await club.in_play("Anna", "Boris")
    (panel,) = anna.user.sees(anna.user.dm)
    fake_guild.server.faults.add("create_interaction_response", **how)
    pressing = asyncio.create_task(anna.user.presses("From the deck", on=panel))
    await until(lambda: "Your second card" in panel.text)
    pressing.cancel()
    assert "Claim a route" not in panel.labels


async def test_deleted_account_is_written_to_once(club: DiscordBot, fake_guild: FakeGuild) -> None:
    fake_guild.server.faults.add("create_dm", times=9, status=404, code=10013)
    anna, boris = await club.in_play("Anna", "Boris")
    await turn(anna)
    await club.settle()
    assert [await club.store.people.blocks_dms(player.person) for player in (anna, boris)] == [True, True]
    assert len(of_kind(fake_guild.server, "create_dm")) == 2


# ---- channels


@pytest.mark.parametrize(
    ("right", "named"), [("send_messages", "Send Messages"), ("view_channel", "View Channel")]
)
async def test_creator_is_told_which_permission_is_missing(
    club: DiscordBot, fake_guild: FakeGuild, right: str, named: str
) -> None:
    anna, boris = await club.in_play("Anna", "Boris")
    posts = len(club.posts)
    await fake_guild.denies(right)
    opener = next(player for player in (anna, boris) if player.account.name == "Anna")
    await asyncio.gather(*[turn_in_private(player) for player in await club.waited_for(anna, boris)])
    await until(lambda: any(named in post.text for post in opener.user.sees(opener.user.dm)))
    assert len(club.posts) == posts
    await fake_guild.allows_all()
    await club.settle_after_trouble()
    assert len(club.posts) == posts + 1


@pytest.mark.parametrize(
    ("right", "named"), [("send_messages", "Send Messages"), ("view_channel", "View Channel")]
)
async def test_opening_a_game_names_missing_permissions_at_once(
    club: DiscordBot, fake_guild: FakeGuild, right: str, named: str
) -> None:
    (anna,) = await club.add_players("Anna", dms="closed")
    await fake_guild.denies(right)
    opened, lacking, *_ = (await anna.user.runs("/game new")).splitlines()
    assert "is open" in opened
    assert named in lacking
    await fake_guild.allows_all()
    await club.settle_after_trouble()
    assert "Anna" in club.last.text


async def turn_in_private(player: DiscordPlayer) -> None:
    """A turn by the buttons of the DM with the bot, as soon as it has them."""
    for _ in range(2):
        await until(lambda: "From the deck" in str(panels(player)[-1].labels))
        await player.user.presses("From the deck", at=player.user.dm)


EXPLICIT = FileRefusal(400, 20009, "Explicit content cannot be sent to the desired recipient(s)")
INVALID = FileRefusal(400, 50035, "Invalid Form Body")
TOO_LARGE = FileRefusal(413, 40005, "Request entity too large")


@pytest.mark.parametrize("refusal", [EXPLICIT, INVALID, TOO_LARGE], ids=["filter", "invalid", "size"])
async def test_post_whose_file_is_refused_mentions_the_next_player_at_once(
    club: DiscordBot, fake_guild: FakeGuild, refusal: FileRefusal
) -> None:
    anna, boris = await club.in_play("Anna", "Boris", dms="closed")
    assert "refused" not in await anna.user.runs("/do check")
    called = len(boris.user.pinged())
    fake_guild.table.refuses_files = refusal
    await turn(anna)
    await until(lambda: len(boris.user.pinged()) > called, "the next player is not mentioned")
    assert club.last.attachments == []
    assert "’s turn" in club.last.text
    assert "Pictures are refused here" in await anna.user.runs("/do check")
    fake_guild.table.refuses_files = None
    await turn(boris)
    await club.settle()
    assert len(club.last.attachments) == 1
    assert "refused" not in await anna.user.runs("/do check")


async def test_private_message_whose_file_is_refused_arrives_without_it(
    club: DiscordBot, fake_guild: FakeGuild
) -> None:
    anna, boris = await club.in_play("Anna", "Boris")
    boris.user.dm.refuses_files = EXPLICIT
    await turn(anna)
    await until(lambda: "Your turn." in panels(boris)[-1].text, "the panel does not come")
    await turn_in_private(boris)


async def test_timed_out_bot_asks_for_no_permission_and_posts_when_it_is_over(
    club: DiscordBot, fake_guild: FakeGuild
) -> None:
    anna, boris = await club.in_play("Anna", "Boris")
    posts = len(club.posts)
    await fake_guild.times_out_the_bot(datetime(2099, 1, 1, tzinfo=UTC))
    await turn_in_private(anna)
    await until(lambda: club.is_unreachable)
    said = await anna.user.runs("/do check")
    assert said.startswith("I was timed out in #table until ")
    assert "ermission" not in said
    assert not any("I need permissions" in dm.text for one in (anna, boris) for dm in one.user.dm.messages)
    assert len(club.posts) == posts
    await fake_guild.times_out_the_bot(None)
    await club.settle_after_trouble()
    assert len(club.posts) == posts + 1


LOST = "I can no longer post about this game: Railway club #table · Ticket to Ride: Europe."


def panels(player: DiscordPlayer) -> list[Post]:
    return [post for post in player.user.sees(player.user.dm) if "no longer post" not in post.text]


def notes_of_lost_chat(player: DiscordPlayer) -> list[Post]:
    return [post for post in player.user.sees(player.user.dm) if "no longer post" in post.text]


async def test_players_of_a_deleted_channel_are_told_once_and_nobody_misses_a_turn(
    club: DiscordBot, fake_guild: FakeGuild
) -> None:
    anna, boris = await club.in_play("Anna", "Boris")
    await fake_guild.server.delete(fake_guild.table)
    await until(lambda: all(map(notes_of_lost_chat, (anna, boris))))
    for player, waiting in ((anna, True), (boris, False)):
        (note,) = notes_of_lost_chat(player)
        assert plain(note.text).startswith(LOST)
        assert "/do share" in note.text
        assert ("The game is waiting for you." in note.text) is waiting
        assert not note.flags & SILENT
    for player in (anna, boris):
        await turn_in_private(player)
    await until(lambda: any("Your turn" in post.text for post in panels(anna)))
    assert [len(notes_of_lost_chat(player)) for player in (anna, boris)] == [1, 1]
    anna.user.at = anna.user.dm
    assert "/do follow" in await anna.user.runs("/do share")


async def test_players_are_told_at_once_that_the_bot_was_removed_and_again_the_next_time(
    club: DiscordBot, fake_guild: FakeGuild
) -> None:
    anna, boris = await club.in_play("Anna", "Boris")
    await fake_guild.server.remove_bot(fake_guild.guild)
    await until(lambda: all(map(notes_of_lost_chat, (anna, boris))))
    await fake_guild.server.invite(fake_guild.guild)
    await club.settle()
    posts = len(club.posts)
    await turn_in_private(anna)
    await until(lambda: len(club.posts) == posts + 1 and not club.is_unreachable)
    await fake_guild.server.remove_bot(fake_guild.guild)
    await until(lambda: [len(notes_of_lost_chat(one)) for one in (anna, boris)] == [2, 2])


async def test_lobby_in_an_archived_thread_is_posted_again(club: DiscordBot, fake_guild: FakeGuild) -> None:
    club.channel = await fake_guild.opens_thread("our game")
    anna, boris = await club.add_players("Anna", "Boris")
    await anna.user.runs("/game new", board="europe")
    await club.settle()
    old, club.channel.archived = club.last, True
    await fake_guild.server.tell_of(club.channel)
    await boris.user.presses("Join", on=old)
    await club.settle()
    assert "Boris" in club.last.text
    assert "Start" in club.last.labels
    assert (old.labels, club.channel.archived) == ([], False)
