"""Errors between the bot and Telegram: the game goes on."""

import asyncio
import io
from collections.abc import AsyncIterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from bot.matches.roster import Status
from bot.model.message import Button, Message, Topic
from bot.model.port import Key, may_send
from bot.requests.directory import Directory
from bot.store import StoreError
from engine.notation import line
from engine.options import options
from tests.fakes.telegram.group import FakeGroup
from tests.fakes.telegram.server import FakeTelegram
from tests.fakes.telegram.user import TelegramUser
from tests.fakes.telegram.world import Kind, Post
from tests.fakes.wire.faults import Lost
from tests.fakes.wire.patience import until
from tests.scenario import FakeClock
from tests.situations import into_a_tunnel
from tests.telegram_bot import (
    TelegramBot,
    TelegramPlayer,
    bot_in_a_topic,
    dm_after,
    telegram_bot,
    turn_in_private,
)


async def turn(player: TelegramPlayer) -> None:
    """Two cards from the deck."""
    await player.types("draw deck")
    await player.types("draw deck")


async def opens_a_lobby(user: TelegramUser) -> None:
    """Open a game elsewhere, and wait for its post."""
    await user.says("/newgame usa")
    await until(lambda: any("Join" in str(post.labels) for post in user.sees()), "no lobby")


# ---- calls that fail

CALLS = ["sendPhoto", "editMessageReplyMarkup"]


@pytest.mark.parametrize("how", [{"status": 502}, {"retry_after": 3}], ids=["502", "429"])
async def test_a_failed_call_is_tried_again(bot: TelegramBot, how: dict[str, Any]) -> None:
    anna, _ = await bot.in_play("Anna", "Boris")
    before = len(bot.posts)
    for method in CALLS:
        bot.server.faults.add(method, chat=bot.group.id, **how)
    await turn(anna)
    await bot.settle_after_trouble()
    assert len(bot.posts) == before + 1
    assert "’s turn" in bot.last.text
    assert bot.server.faults.pending == []


@pytest.mark.parametrize("how", [{"status": 500}, {"lost": Lost.RESPONSE}], ids=["500", "broken"])
async def test_an_alert_whose_call_fails_is_shown_by_the_next_call(
    bot: TelegramBot, how: dict[str, Any]
) -> None:
    anna, boris = await bot.in_play("Anna", "Boris")
    bot.server.faults.add("answerCallbackQuery", **how)
    assert f"It is {anna}’s turn." in await boris.user.presses("Claim", on=bot.last)
    assert bot.server.faults.pending == []


@pytest.mark.parametrize(
    "how",
    [
        pytest.param({"lost": Lost.RESPONSE}, id="broken"),
        pytest.param({"status": 504, "done": True}, id="504"),
        pytest.param({"lost": Lost.TIMEOUT}, id="timeout", marks=pytest.mark.waits),
    ],
)
async def test_a_post_whose_answer_was_lost_mentions_nobody_twice(
    bot: TelegramBot, how: dict[str, Any]
) -> None:
    anna, boris = await bot.in_play("Anna", "Boris")
    called = len(pings(bot, boris))
    bot.server.faults.add("sendPhoto", chat=bot.group.id, **how)
    await turn(anna)
    await until(lambda: not bot.server.faults.pending and not bot.server.busy)
    await bot.settle_after_trouble()
    assert len(pings(bot, boris)) == called + 1
    # The lost post keeps its buttons: nobody knows its id. The other one is its repeat.
    assert len([post for post in bot.posts if "Draw cards" in post.labels]) <= 2
    assert bot.server.faults.pending == []


def pings(bot: TelegramBot, player: TelegramPlayer) -> list[Post]:
    """The posts that have mentioned a person, deleted ones included."""
    return [post for post in bot.group.messages if player.user.account in post.pings]


async def test_a_player_whose_mention_may_be_lost_is_notified_once_in_private(bot: TelegramBot) -> None:
    anna, boris = await bot.in_play("Anna", "Boris")
    called = len(boris.user.pinged())
    bot.server.faults.add("sendPhoto", chat=bot.group.id, status=502)
    await turn(anna)
    await until(lambda: not bot.server.faults.pending and not bot.server.busy)
    await bot.settle_after_trouble()
    loud = [post for post in boris.user.dms if not post.silent]
    assert len(boris.user.pinged()) == called
    assert loud == [boris.user.last_dm]
    assert "Your turn." in loud[0].text
    await turn(boris)
    await bot.settle_after_trouble()
    assert [post for post in boris.user.private.messages if post.author.bot and not post.silent] == loud


async def test_a_player_without_private_chat_whose_mention_may_be_lost_is_mentioned_once_more(
    bot: TelegramBot,
) -> None:
    anna, boris = await bot.in_play("Anna", "Boris")
    await bot.lock_out(boris)
    called = len(boris.user.pinged())
    bot.server.faults.add("sendPhoto", chat=bot.group.id, status=502)
    await turn(anna)
    await until(lambda: not bot.server.faults.pending and not bot.server.busy)
    await bot.settle_after_trouble()
    assert boris.user.pinged()[called:] == [bot.last]
    assert "The game is waiting for you." in bot.last.text


async def test_a_photo_that_takes_long_is_not_sent_twice(bot: TelegramBot) -> None:
    anna, boris = await bot.in_play("Anna", "Boris")
    called, posts = len(boris.user.pinged()), len(bot.posts)
    bot.server.faults.add("sendPhoto", chat=bot.group.id, lost=Lost.SLOWLY)
    await turn(anna)
    await until(lambda: not bot.server.faults.pending and not bot.server.busy)
    await bot.settle_after_trouble()
    assert (len(bot.posts), len(boris.user.pinged())) == (posts + 1, called + 1)


async def test_a_rate_limited_group_delays_no_other(bot: TelegramBot, server: FakeTelegram) -> None:
    anna, _ = await bot.in_play("Anna", "Boris")
    bot.server.faults.add("sendPhoto", chat=bot.group.id, retry_after=600)
    before = len(bot.posts)
    await turn(anna)
    await opens_a_lobby(FakeGroup(server, "Another club").add_user("Carla", started=True))
    assert len(bot.posts) == before
    for _ in range(12):
        await bot.clock.move_on(timedelta(minutes=1))
    await bot.settle_after_trouble()
    assert len(bot.posts) == before + 1


# ---- updates


async def test_a_repeated_update_runs_once(bot: TelegramBot) -> None:
    anna, _ = await bot.in_play("Anna", "Boris")
    await anna.types("draw deck")
    await bot.settle()
    seq = (await bot.match()).seq
    bot.server.updates.repeat()
    await bot.settle()
    assert (await bot.match()).seq == seq


async def test_a_message_that_was_sent_counts_as_sent_although_another_process_speaks_by_then(
    bot: TelegramBot,
) -> None:
    """The buttons of the message before are left to that process, and a file comes all the same."""
    anna, _ = await bot.in_play("Anna", "Boris")
    before, button = len(anna.user.dms), Button("Draw", "g.5.draw")
    panel, key = Message("Your turn.", buttons=((button,),)), Key("g", Topic.PANEL, "5")
    older = await bot.chat.send(anna.person, panel, key, silent=True)
    until_then = may_send.set(lambda: len(anna.user.dms) <= before + 1)
    sent = await bot.chat.send(anna.person, panel, key, silent=True)
    assert await bot.chat.remove_buttons(anna.person, older) is False
    may_send.set(lambda: "The record." not in bot.last.text)
    record = Message("The record.", documents=(("record.json", "{}"),))
    await bot.chat.send(bot.home, record, Key("g", Topic.NOTE, "6"), silent=True)
    may_send.reset(until_then)
    assert [str(post.id) for post in anna.user.dms[before:]] == [older, sent]
    assert bot.last.media is not None
    assert "The record." in bot.posts[-2].text


async def test_a_person_who_asks_while_the_database_does_not_answer_is_told(
    bot: TelegramBot, monkeypatch: pytest.MonkeyPatch, log: io.StringIO
) -> None:
    """Before it is known who asks, and in which language."""
    anna, _ = await bot.in_play("Anna", "Boris")

    async def lost(*_: object, **__: object) -> None:
        raise StoreError("The connection to the database was lost.")

    with monkeypatch.context() as patched:
        patched.setattr(Directory, "introduce", lost)
        await anna.user.says("/draw deck")
        await until(lambda: "I could not save that" in bot.last.text, "the group is not told")
        await anna.user.tells("/hand")
        await until(lambda: "I could not save that" in anna.user.last_dm.text, "nobody is told")
        assert "I could not save that" in await anna.user.presses("Draw cards", on=bot.posts[-2])
    assert "The connection to the database was lost." in log.getvalue()
    await anna.types("draw deck")


async def test_commands_and_clicks_from_an_outage_are_handled_after_it(
    tmp_path: Path, server: FakeTelegram, clock: FakeClock
) -> None:
    fake_group = FakeGroup(server)
    async with telegram_bot(tmp_path, fake_group, clock) as bot:
        anna, boris = await bot.in_play("Anna", "Boris")
        post, seq = bot.last, (await bot.match()).seq
    server.queries.press(anna.user.account, post, post.buttons[0]["callback_data"])
    await anna.user.says("/draw deck")
    await clock.move_on(timedelta(hours=20))
    async with telegram_bot(tmp_path, fake_group, clock) as bot:
        anna, boris = await bot.add_players(str(anna), str(boris))
        await bot.settle()
        assert (await bot.match()).seq > seq
        assert await bot.waited_for(anna) == [anna]
        assert any("query is too old" in one for one in server.declined)
        await anna.types("draw deck")
        await bot.settle()
        assert await bot.waited_for(boris) == [boris]


# ---- people


async def test_people_who_block_the_bot_play_on_from_the_group(bot: TelegramBot) -> None:
    anna, boris = await bot.in_play("Anna", "Boris")
    await anna.user.blocks()
    await bot.settle()
    asked = len(bot.server.declined)
    for player in (anna, boris):
        await turn(player)
        await bot.settle()
    assert [one for one in bot.server.declined[asked:] if "blocked" in one] == []
    dms = len(anna.user.dms)
    await anna.user.unblocks()
    await bot.settle()
    await turn(anna)
    await bot.settle()
    assert len(anna.user.dms) > dms


# ---- groups


@pytest.mark.parametrize("told", [True, False], ids=["told", "found out"])
async def test_a_game_continues_when_its_group_becomes_a_supergroup(
    tmp_path: Path, server: FakeTelegram, clock: FakeClock, *, told: bool
) -> None:
    fake_group = FakeGroup(server, kind=Kind.GROUP)
    async with telegram_bot(tmp_path, fake_group, clock) as bot:
        players = await bot.in_play("Anna", "Boris")
        for one in players:
            await one.user.says("/settings confirm off")
        player = await into_a_tunnel(bot, players)
        before = await bot.match()
        pay = next(line(way) for way in options(await player.view()) if line(way).startswith("pay"))
        await fake_group.becomes_a_supergroup(told=told)
        await player.user.tells(f"/{pay}")
        await player.until_done(before.seq)
        await bot.settle_after_trouble()
        after = await bot.match()
        assert (after.id, after.roster.status) == (before.id, Status.RUNNING)
        assert after.seq > before.seq
        assert "’s turn" in bot.last.text
        for one in await bot.add_players("Anna", "Boris"):
            if await bot.waited_for(one):
                await one.clicks("draw deck")
                await one.clicks("draw deck")
        await bot.settle()
        assert (await bot.match()).seq > after.seq
        assert bot.posts[-1].buttons
        assert not bot.posts[0].buttons


@pytest.mark.parametrize("silenced", [True, False], ids=["silenced", "in trouble"])
async def test_a_missed_post_is_sent_to_the_new_supergroup(
    tmp_path: Path, server: FakeTelegram, clock: FakeClock, *, silenced: bool
) -> None:
    fake_group = FakeGroup(server, kind=Kind.GROUP)
    async with telegram_bot(tmp_path, fake_group, clock) as bot:
        anna, _ = await bot.in_play("Anna", "Boris")
        if silenced:
            await bot.fake_group.denies("can_send_messages")
        else:
            server.faults.add("sendPhoto", chat=bot.group.id, status=502)
        await turn_in_private(anna)
        await until(lambda: silenced or not server.faults.pending, "nothing is tried")
        await asyncio.sleep(0.2)
        await fake_group.becomes_a_supergroup()
        await bot.settle_after_trouble()
        assert "’s turn" in bot.last.text


@pytest.mark.parametrize(
    ("status", "description"),
    [
        (400, "Bad Request: IMAGE_PROCESS_FAILED"),
        (400, "Bad Request: PHOTO_INVALID_DIMENSIONS"),
        (400, "Bad Request: PHOTO_SAVE_FILE_INVALID"),
        (400, "Bad Request: wrong file identifier/HTTP URL specified"),
        (400, "Bad Request: not enough rights to send photos to the chat"),
        (400, "Bad Request: A_REFUSAL_OF_TOMORROW"),
        (413, "Request Entity Too Large"),
    ],
)
async def test_a_post_whose_photo_is_refused_mentions_the_next_player_at_once(
    bot: TelegramBot, status: int, description: str
) -> None:
    anna, boris = await bot.in_play("Anna", "Boris")
    called = len(boris.user.pinged())
    trouble = bot.server.faults.add(
        "sendPhoto", chat=bot.group.id, times=99, status=status, description=description
    )
    await turn(anna)
    await until(lambda: len(boris.user.pinged()) > called, "the next player is not mentioned")
    assert bot.last.media is None
    assert "’s turn" in bot.last.text
    await bot.settle()
    answer = await dm_after(anna.user, anna.user.says("/check"))
    assert "Pictures are refused here" in answer.text
    trouble.times = 0
    await turn(boris)
    await bot.settle()
    assert bot.last.media is not None
    answer = await dm_after(anna.user, anna.user.says("/check"))
    assert "refused" not in answer.text


async def test_a_message_whose_document_is_refused_is_sent_once(bot: TelegramBot) -> None:
    await bot.in_play("Anna", "Boris")
    bot.server.faults.add(
        "sendDocument",
        chat=bot.group.id,
        times=9,
        status=400,
        description="Bad Request: not enough rights to send documents to the chat",
    )
    record = Message("The record.", documents=(("record.json", "{}"),))
    await bot.chat.send(bot.home, record, Key("g", Topic.NOTE, "6"), silent=True)
    assert "The record." in bot.last.text


@pytest.mark.parametrize(
    ("status", "description"),
    [
        (400, "Bad Request: not enough rights to send text messages to the chat"),
        (403, "Forbidden: the bot may not write in this topic"),
    ],
)
async def test_a_player_whose_turn_was_refused_for_seconds_is_mentioned_by_itself(
    bot: TelegramBot, status: int, description: str
) -> None:
    anna, boris = await bot.in_play("Anna", "Boris")
    called, notes = len(boris.user.pinged()), len(boris.user.dms)
    how = {"chat": bot.group.id, "times": 99, "status": status, "description": description}
    troubles = [bot.server.faults.add(method, **how) for method in ("sendPhoto", "sendMessage")]
    await turn_in_private(anna)

    async def refused() -> bool:
        await bot.clock.move_on(timedelta(seconds=1))
        return bot.is_unreachable

    await until(refused, "it is not refused for good")
    for trouble in troubles:
        trouble.times = 0
    await bot.settle_after_trouble()
    assert len(boris.user.pinged()) == called + 1
    assert not [dm for dm in boris.user.dms[notes:] if "post" in dm.text]


async def test_a_game_in_a_topic_stays_there(tmp_path: Path, server: FakeTelegram, clock: FakeClock) -> None:
    async with bot_in_a_topic(tmp_path, server, clock) as bot:
        anna, boris = await bot.in_play("Anna", "Boris")
        for player in (anna, boris):
            await player.clicks("draw deck")
            await player.clicks("draw deck")
            await bot.settle()
        said = [post for post in bot.group.messages if post.author.bot]
        assert {post.thread for post in said} == {bot.thread}


async def test_a_reopened_topic_gets_the_missed_post(
    tmp_path: Path, server: FakeTelegram, clock: FakeClock
) -> None:
    async with bot_in_a_topic(tmp_path, server, clock) as bot:
        anna, _ = await bot.in_play("Anna", "Boris")
        topic, before = bot.group.topics[bot.thread or 0], len(bot.posts)
        await bot.fake_group.closes_topic(topic)
        await turn_in_private(anna)
        await asyncio.sleep(0.1)
        assert len(bot.posts) == before
        await bot.fake_group.reopens_topic(topic)
        await bot.settle_after_trouble()
        assert len(bot.posts) == before + 1


async def test_a_deleted_topic_disturbs_no_other_chat(
    tmp_path: Path, server: FakeTelegram, clock: FakeClock
) -> None:
    async with bot_in_a_topic(tmp_path, server, clock) as bot:
        anna, _ = await bot.in_play("Anna", "Boris")
        await bot.fake_group.deletes_topic(bot.group.topics[bot.thread or 0])
        await turn_in_private(anna)
        await opens_a_lobby(FakeGroup(server, "Another club").add_user("Carla", started=True))
        assert (await bot.match()).roster.status is Status.RUNNING


async def in_a_closed_general_topic(
    tmp_path: Path, server: FakeTelegram, clock: FakeClock
) -> AsyncIterator[TelegramBot]:
    """A forum whose first topic was closed before the bot came."""
    async with telegram_bot(tmp_path, FakeGroup(server, "Forum", forum=True), clock) as bot:
        bot.group.general_is_closed = True
        yield bot


CLOSED = "This topic is closed, and I cannot write here."


@pytest.mark.parametrize("said", ["/newgame europe", "/newgame"])
async def test_newgame_in_a_closed_topic_opens_nothing_and_says_why(
    tmp_path: Path, server: FakeTelegram, clock: FakeClock, said: str
) -> None:
    async for bot in in_a_closed_general_topic(tmp_path, server, clock):
        (anna,) = await bot.add_players("Anna")
        answer = await dm_after(anna.user, anna.user.says(said))
        assert answer.text.startswith(CLOSED)
        await bot.settle()
        assert await bot.store.chats.game_in(bot.home) is None
        bot.group.general_is_closed = False
        await anna.user.says("/newgame europe")
        await bot.settle()
        assert "Join" in bot.last.labels


async def test_check_is_answered_in_private_although_an_earlier_message_did_not_arrive(
    tmp_path: Path, server: FakeTelegram, clock: FakeClock
) -> None:
    async for bot in in_a_closed_general_topic(tmp_path, server, clock):
        (anna,) = await bot.add_players("Anna")
        await bot.store.people.note_dms_blocked(anna.person)
        answer = await dm_after(anna.user, anna.user.says("/check"))
        assert answer.text.startswith(CLOSED)


# ---- chats that are lost


def lost(player: TelegramPlayer) -> list[Post]:
    """The private messages that tell a player that the chat is lost."""
    return [dm for dm in player.user.dms if "I can no longer post" in dm.text]


async def test_players_of_a_group_that_removed_the_bot_are_told_once_what_to_do(bot: TelegramBot) -> None:
    anna, boris = await bot.in_play("Anna", "Boris")
    await bot.fake_group.removes_the_bot()
    await until(lambda: lost(anna) and lost(boris), "somebody is not told")
    for player in (anna, boris):
        await turn_in_private(player)
    await asyncio.sleep(0.3)
    assert (len(lost(anna)), len(lost(boris))) == (1, 1)
    assert "/share" in lost(anna)[0].text
    await bot.fake_group.invites_the_bot()
    await bot.settle_after_trouble()
    await until(lambda: not bot.is_unreachable, "the group is not found again")
    await bot.fake_group.removes_the_bot()
    await until(lambda: len(lost(anna)) == len(lost(boris)) == 2, "the second time is not told")


async def test_players_of_a_closed_topic_are_told_once(
    tmp_path: Path, server: FakeTelegram, clock: FakeClock
) -> None:
    async with bot_in_a_topic(tmp_path, server, clock) as bot:
        anna, boris = await bot.in_play("Anna", "Boris")
        await bot.fake_group.closes_topic(bot.group.topics[bot.thread or 0])
        await until(lambda one=anna, other=boris: lost(one) and lost(other), "somebody is not told")
        for player in (anna, boris):
            await turn_in_private(player)
            await asyncio.sleep(0.3)
            await bot.clock.move_on(timedelta(minutes=2))
        assert (len(lost(anna)), len(lost(boris))) == (1, 1)


async def test_a_topic_that_is_closed_to_others_but_not_to_the_bot_is_not_lost(
    tmp_path: Path, server: FakeTelegram, clock: FakeClock
) -> None:
    async with bot_in_a_topic(tmp_path, server, clock) as bot:
        anna, boris = await bot.in_play("Anna", "Boris")
        await bot.fake_group.promotes_the_bot()
        await bot.fake_group.closes_topic(bot.group.topics[bot.thread or 0])
        await bot.settle()
        await asyncio.sleep(0.3)
        assert not lost(anna) + lost(boris)


# ---- admins


@pytest.mark.parametrize("anonymous", [False, True], ids=["by name", "anonymous"])
async def test_admins_of_the_group_can_abort_its_game(bot: TelegramBot, *, anonymous: bool) -> None:
    await bot.in_play("Anna", "Boris")
    carla, dmitri = await bot.add_players("Carla", "Dmitri")
    bot.fake_group.appoints(carla.user, anonymous=anonymous)
    await dmitri.user.says("/gameadmin abort yes")
    await bot.settle()
    assert (await bot.match()).roster.status is Status.RUNNING
    await carla.user.says("/gameadmin abort yes")
    await bot.settle()
    assert await bot.store.chats.game_in(bot.home) is None
