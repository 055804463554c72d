"""What goes wrong between the bot and Discord, and that the game goes on."""

import asyncio
from collections.abc import AsyncIterator, Callable
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from bot.matches.roster import Status
from tests.discord_bot import Player, Station, station
from tests.fakes.discord.faults import Lost
from tests.fakes.discord.server import of_kind
from tests.fakes.discord.town import Town
from tests.fakes.discord.world import SILENT
from tests.scenario import FakeClock


@pytest.fixture
async def bot(tmp_path: Path, town: Town, clock: FakeClock) -> AsyncIterator[Station]:
    async with station(tmp_path, town, clock) as one:
        yield one


async def turn(player: Player) -> None:
    """Two cards from the deck."""
    await player.clicks("draw deck")
    await player.clicks("draw deck")


async def until(there: Callable[[], bool]) -> None:
    """Wait for what is told without being waited for."""
    async with asyncio.timeout(60):
        while not there():  # noqa: ASYNC110 - it is a bot's doing, elsewhere
            await asyncio.sleep(0.01)


# ---- calls that fail


DOORS = ["create_message", "update_message", "create_interaction_response"]


@pytest.mark.parametrize("how", [{"status": 503}, {"retry_after": 0.05}], ids=["503", "429"])
async def test_a_call_that_fails_is_made_again(bot: Station, town: Town, how: dict[str, Any]) -> None:
    anna, _ = await bot.in_play("Anna", "Boris")
    before = len(bot.posts)
    for door in DOORS:
        town.hall.faults.order(door, **how)
    await turn(anna)
    await bot.settle_after_trouble()
    assert len(bot.posts) == before + 1
    assert town.hall.faults.left == []


@pytest.mark.parametrize("door", DOORS)
async def test_a_call_whose_answer_was_lost_takes_effect_once(bot: Station, town: Town, door: str) -> None:
    anna, boris = await bot.in_play("Anna", "Boris")
    before = len(bot.posts)
    town.hall.faults.order(door, lost=Lost.ANSWER)
    await turn(anna)
    await bot.settle_after_trouble()
    assert len(bot.posts) == before + 1
    assert len(boris.member.pinged()) == 1
    assert town.hall.faults.left == []
    assert len([post for post in anna.member.private if post.labels]) <= 2


async def test_where_all_of_discord_asks_to_wait_it_goes_on_afterwards(
    bot: Station, town: Town, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.platforms.discord.public.RETIRING", 0.1)
    anna, boris = await bot.in_play("Anna", "Boris", dms="closed")
    before = len(bot.posts)
    town.hall.faults.order("update_message", retry_after=0.3, everywhere=True)
    for player in (anna, boris):
        await turn(player)
        await bot.settle_after_trouble()
    assert len(bot.posts) == before + 2


async def test_a_post_that_came_through_minutes_before_is_found_again(
    bot: Station, town: Town, clock: FakeClock
) -> None:
    anna, boris = await bot.in_play("Anna", "Boris")
    before = len(bot.posts)
    town.hall.faults.order("create_message", lost=Lost.ANSWER)
    town.hall.faults.order("create_message", lost=Lost.QUESTION, times=20)
    await turn(anna)
    await asyncio.sleep(0.2)
    await clock.move_on(timedelta(minutes=30))
    town.hall.faults.ordered.clear()
    await bot.settle_after_trouble()
    assert len(bot.posts) == before + 1
    assert len(boris.member.pinged()) == 1


# ---- the gateway


@pytest.mark.parametrize("resumable", [True, False], ids=["resumed", "anew"])
async def test_a_lost_line_is_found_again(bot: Station, town: Town, *, resumable: bool) -> None:
    anna, boris = await bot.in_play("Anna", "Boris")
    await town.hall.gateway.cut(resumable=resumable)
    await town.hall.gateway.until_connected()
    for player in (anna, boris):
        await turn(player)
        await bot.settle()
    assert await bot.waited_for(anna) == [anna]


async def test_what_is_clicked_while_the_line_is_down_is_answered_when_it_resumes(
    bot: Station, town: Town
) -> None:
    anna, _ = await bot.in_play("Anna", "Boris")
    await anna.member.presses("Draw cards", on=bot.last)
    await town.hall.gateway.ask_to_reconnect()
    await turn(anna)
    await bot.settle()
    assert town.hall.gateway.resumed == 1
    assert await bot.waited_for(anna) == []


async def test_nobody_waits_for_a_line_that_broke_while_the_bot_came_in(
    tmp_path: Path, town: Town, clock: FakeClock
) -> None:
    async with station(tmp_path, town, clock) as bot:
        anna, _ = await bot.in_play("Anna", "Boris")
        before = len(bot.posts)
        town.hall.faults.order("create_message", times=99, lost=Lost.QUESTION)
        await turn(anna)
    town.hall.faults.ordered.clear()
    town.hall.faults.order("get_bot_gateway", retry_after=0.5)
    town.hall.faults.order("get_bot_gateway", status=403)
    passing = asyncio.create_task(time_passes(clock))
    async with station(tmp_path, town, clock) as bot:
        passing.cancel()
        await bot.settle_after_trouble()
        assert len(bot.posts) == before + 1


async def time_passes(clock: FakeClock) -> None:
    while True:
        await asyncio.sleep(0.1)
        await clock.move_on(timedelta(seconds=1))


# ---- letterboxes


@pytest.mark.parametrize(
    "how", [{"status": 404, "code": 10062}, {"lost": Lost.QUESTION, "times": 3}], ids=["too late", "lost"]
)
async def test_a_panel_whose_answer_did_not_come_through_is_brought_up_to_date(
    bot: Station, town: Town, how: dict[str, Any]
) -> None:
    anna, _ = await bot.in_play("Anna", "Boris")
    (panel,) = anna.member.sees(anna.member.dm)
    town.hall.faults.order("create_interaction_response", **how)
    pressing = asyncio.create_task(anna.member.presses("From the deck", on=panel))
    await until(lambda: "Your second card" in panel.text)
    pressing.cancel()
    assert "Claim a route" not in panel.labels


@pytest.mark.parametrize("dms", ["closed", "no guild"])
async def test_who_takes_no_letters_plays_by_private_answers(bot: Station, town: Town, dms: str) -> None:
    anna, boris = await bot.in_play("Anna", "Boris", dms=dms)
    for player in (anna, boris, anna, boris):
        await turn(player)
        await bot.settle()
    assert anna.member.dm.messages == []
    assert "Your turn" in await anna.sees_hand()
    opened = [body["recipient_id"] for body in of_kind(town.hall, "create_dm")]
    assert len(opened) == len(set(opened)) == 2
    tries = [body for body in of_kind(town.hall, "create_message") if "silent" in str(body)]
    assert tries == []


async def test_who_has_left_discord_is_not_written_to_again(bot: Station, town: Town) -> None:
    town.hall.faults.order("create_dm", times=9, status=404, code=10013)
    anna, boris = await bot.in_play("Anna", "Boris")
    await turn(anna)
    await bot.settle()
    assert [(await bot.store.dm_channel(player.person)).closed for player in (anna, boris)] == [True, True]
    assert len(of_kind(town.hall, "create_dm")) == 2


async def test_letterboxes_opened_too_fast_are_opened_later(
    bot: Station, town: Town, clock: FakeClock
) -> None:
    anna, boris = await bot.comes("Anna", "Boris", dms="too fast")
    await anna.member.runs("/game new", board="europe")
    await boris.member.runs("/game join")
    await anna.member.runs("/game start")
    await until(lambda: any("My hand" in post.labels for post in bot.posts))
    assert "starting tickets" in await anna.sees_hand()
    for account in (anna.account, boris.account):
        account.dms = "open"
    await bot.settle_after_trouble()
    for player in (anna, boris):
        assert any("Your starting tickets" in post.text for post in player.member.sees(player.member.dm))


async def test_the_panel_is_edited_for_an_hour_and_then_sent_anew(bot: Station, clock: FakeClock) -> None:
    anna, _ = await bot.in_play("Anna", "Boris")
    (panel,) = anna.member.sees(anna.member.dm)
    await anna.clicks("draw deck")
    await bot.settle()
    assert anna.member.sees(anna.member.dm) == [panel]
    await clock.move_on(timedelta(hours=2))
    await anna.clicks("draw deck")
    await bot.settle()
    (fresh,) = anna.member.sees(anna.member.dm)
    assert fresh is not panel


# ---- places


@pytest.mark.parametrize(
    ("right", "named"), [("send_messages", "Send Messages"), ("view_channel", "View Channel")]
)
async def test_who_opened_the_game_is_told_what_right_is_lacking(
    bot: Station, town: Town, right: str, named: str
) -> None:
    anna, boris = await bot.in_play("Anna", "Boris")
    posts = len(bot.posts)
    await town.denies(right)
    opener = next(player for player in (anna, boris) if player.account.name == "Anna")
    await asyncio.gather(*[turn_in_private(player) for player in await bot.waited_for(anna, boris)])
    await asyncio.sleep(0.3)
    assert len(bot.posts) == posts
    told = [post.text for post in opener.member.sees(opener.member.dm)]
    assert any(named in text for text in told), told
    await town.allows_all()
    await bot.settle_after_trouble()
    assert len(bot.posts) == posts + 1


@pytest.mark.parametrize(
    ("right", "named"), [("send_messages", "Send Messages"), ("view_channel", "View Channel")]
)
async def test_who_opens_a_game_where_the_bot_may_not_speak_is_told_at_once(
    bot: Station, town: Town, right: str, named: str
) -> None:
    (anna,) = await bot.comes("Anna", dms="closed")
    await town.denies(right)
    opened, lacking, *_ = (await anna.member.runs("/game new")).splitlines()
    assert "is open" in opened
    assert named in lacking
    await town.allows_all()
    await bot.settle_after_trouble()
    assert "Anna" in bot.last.text


async def turn_in_private(player: Player) -> None:
    """A turn by the buttons of one's own conversation with the bot."""
    for _ in range(2):
        await player.member.presses("From the deck", at=player.member.dm)
        await asyncio.sleep(0.2)


async def test_without_leave_to_attach_files_the_post_says_so_and_is_in_words(
    bot: Station, town: Town
) -> None:
    anna, _ = await bot.in_play("Anna", "Boris")
    await town.denies("attach_files")
    await turn(anna)
    await bot.settle()
    assert bot.last.attachments == []
    assert "’s turn" in bot.last.text
    assert any("Attach Files" in post.text for post in bot.posts)


async def test_a_deleted_channel_takes_nothing_else_down(bot: Station, town: Town) -> None:
    anna, boris = await bot.in_play("Anna", "Boris")
    await town.hall.delete(town.table)
    await turn_in_private(anna)
    assert await bot.waited_for(boris) == [boris]
    annex = await town.opens("annex")
    carla = town.comes("Carla", annex)
    await carla.runs("/game new", board="usa")
    await until(lambda: any(post.labels for post in annex.messages))
    assert "Ticket to Ride" in annex.messages[-1].text


async def test_who_cannot_be_called_in_a_deleted_channel_is_called_in_private(
    bot: Station, town: Town
) -> None:
    anna, boris = await bot.in_play("Anna", "Boris")
    await town.hall.delete(town.table)
    await turn_in_private(anna)
    await turn_in_private(boris)
    (panel,) = anna.member.sees(anna.member.dm)
    assert "Your turn" in panel.text
    assert not panel.flags & SILENT


async def test_a_bot_that_was_removed_and_invited_again_goes_on(bot: Station, town: Town) -> None:
    anna, boris = await bot.in_play("Anna", "Boris")
    posts = len(bot.posts)
    await town.hall.remove_bot(town.guild)
    await turn_in_private(anna)
    await asyncio.sleep(0.2)
    assert len(bot.posts) == posts
    await town.hall.invite(town.guild)
    await turn_in_private(boris)
    await bot.settle_after_trouble()
    assert len(bot.posts) > posts


async def test_a_game_in_a_thread_goes_on_when_the_thread_was_archived(bot: Station, town: Town) -> None:
    bot.channel = await town.opens_thread("our game")
    anna, _ = await bot.in_play("Anna", "Boris")
    bot.channel.archived = True
    await town.hall.tell_of(bot.channel)
    await turn_in_private(anna)
    await bot.settle_after_trouble()
    assert "’s turn" in bot.last.text
    assert not bot.channel.archived
    assert (await bot.match()).roster.status is Status.RUNNING


async def test_a_lobby_in_an_archived_thread_is_posted_anew(bot: Station, town: Town) -> None:
    bot.channel = await town.opens_thread("our game")
    anna, boris = await bot.comes("Anna", "Boris")
    await anna.member.runs("/game new", board="europe")
    await bot.settle()
    old, bot.channel.archived = bot.last, True
    await town.hall.tell_of(bot.channel)
    await boris.member.presses("Join", on=old)
    await bot.settle()
    assert "Boris" in bot.last.text
    assert "Start" in bot.last.labels
    assert (old.labels, bot.channel.archived) == ([], False)


async def test_the_check_says_what_is_there_and_what_is_lacking(bot: Station, town: Town) -> None:
    (anna,) = await bot.comes("Anna")
    whole = await anna.member.runs("/game check")
    await town.denies("attach_files", "send_messages")
    lacking = await anna.member.runs("/game check")
    assert "Attach Files" in lacking
    assert "Send Messages" in lacking
    assert whole != lacking
