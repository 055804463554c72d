"""Which game is meant, who may do what, which permissions are missing, and how many calls it takes."""

import asyncio
from collections.abc import Awaitable, Callable
from datetime import timedelta
from pathlib import Path

import pytest

from bot.matches.roster import Status
from bot.model.identity import Person
from bot.telegram.chat_id import ANONYMOUS
from bot.telegram.rate_limiter import IN_PRIVATE
from tests.fakes.telegram import payloads
from tests.fakes.telegram.group import FakeGroup
from tests.fakes.telegram.server import FakeTelegram
from tests.fakes.telegram.user import TelegramUser
from tests.fakes.telegram.world import Post
from tests.fakes.wire.patience import PATIENCE, until
from tests.scenario import FakeClock
from tests.telegram_bot import TelegramBot, bot_in_a_topic, dm_after, post_for, telegram_bot, turn_in_private


def asked_in_group(bot: TelegramBot, since: int) -> list[str]:
    """The calls about the group after the first `since` requests."""
    return [name for name, about in bot.server.requests[since:] if about.get("chat_id") == bot.group.id]


async def elsewhere(server: FakeTelegram, bot: TelegramBot, user: TelegramUser) -> FakeGroup:
    """Open a lobby of the same person in another group."""
    other = FakeGroup(server, "Another club")
    other.group.accounts.append(user.account)
    await user.says("/newgame usa", at=other.group)
    await bot.settle()
    return other


# ---- which game


async def test_people_with_several_games_are_asked_in_private_which_one(
    bot: TelegramBot, server: FakeTelegram
) -> None:
    anna, _ = await bot.in_play("Anna", "Boris")
    await elsewhere(server, bot, anna.user)
    question = await dm_after(anna.user, anna.user.tells("/hand"))
    assert len(question.labels) == 2
    assert question.labels[0].startswith("your turn · Railway club · Ticket to Ride: Europe")
    await anna.user.presses(question.labels[0], on=question)
    await until(lambda: "Your hand" in question.text, "no hand")


@pytest.mark.parametrize(("said", "shown"), [("/draw deck", "Your hand"), ("/claim paris", "Which one?")])
async def test_a_move_for_one_of_several_games_first_shows_that_game(
    bot: TelegramBot, server: FakeTelegram, said: str, shown: str
) -> None:
    anna, _ = await bot.in_play("Anna", "Boris")
    await elsewhere(server, bot, anna.user)
    before = (await bot.match()).seq
    question = await dm_after(anna.user, anna.user.tells(said))
    await anna.user.presses("your turn", on=question)
    await until(lambda: shown in question.text, "nothing is shown")
    assert "out of date" not in question.text
    assert (await bot.match()).seq == before


async def test_somebody_who_plays_several_games_is_not_written_to_too_fast(
    tmp_path: Path, server: FakeTelegram, clock: FakeClock
) -> None:
    server.rate_limit.private = True
    async with telegram_bot(tmp_path, FakeGroup(server), clock, in_private=IN_PRIVATE) as bot:
        passing = asyncio.create_task(time_passes(clock))
        anna, _ = await bot.start_game("Anna", "Boris")
        places = [bot.group, *[(await elsewhere(server, bot, anna.user)).group for _ in range(2)]]
        for place in places[1:]:
            await anna.user.says("/computer random", at=place)
            await anna.user.says("/startgame", at=place)
        for _ in range(3):
            for place in places:
                await anna.user.says("/tickets", at=place)
        await bot.settle()
        passing.cancel()
    assert sum(place is anna.user.private for place in server.rate_limit.hits) == 0
    assert len(anna.user.private.messages) >= 12


async def time_passes(clock: FakeClock) -> None:
    while True:
        await clock.move_on(timedelta(milliseconds=100))
        await asyncio.sleep(0.005)


async def test_a_deep_link_asks_which_game_too(bot: TelegramBot, server: FakeTelegram) -> None:
    anna, _ = await bot.in_play("Anna", "Boris")
    await elsewhere(server, bot, anna.user)
    assert len((await dm_after(anna.user, anna.user.starts("board"))).labels) == 2
    dm = await dm_after(anna.user, anna.user.starts("rules"))
    assert "railways" in dm.text


async def test_a_lobby_is_started_from_the_private_chat(bot: TelegramBot) -> None:
    anna, boris = await bot.add_players("Anna", "Boris")
    await anna.user.says("/newgame usa")
    await bot.settle()
    await boris.user.presses("Join")
    await bot.settle()
    await anna.user.tells("/startgame")
    await bot.settle()
    assert (await bot.match()).roster.status is Status.RUNNING


# ---- admins


async def test_the_choices_of_admins_are_shown_to_admins_only(bot: TelegramBot) -> None:
    _, boris = await bot.in_play("Anna", "Boris")
    (carla,) = await bot.add_players("Carla")
    bot.fake_group.appoints(carla.user)
    said = len(bot.posts)
    assert "Only the admins" in (await dm_after(boris.user, boris.user.says("/gameadmin"))).text
    assert len(bot.posts) == said
    await carla.user.says("/gameadmin")
    await until(lambda: "abort" in bot.last.labels, "no choice")


async def test_nobody_is_taken_for_an_admin_while_telegram_does_not_answer(bot: TelegramBot) -> None:
    anna, _ = await bot.in_play("Anna", "Boris")
    bot.server.faults.add("getChatAdministrators", retry_after=3)
    dm = await dm_after(anna.user, anna.user.says("/gameadmin abort yes"))
    assert "Something went wrong" in dm.text
    assert (await bot.match()).roster.status is Status.RUNNING


@pytest.mark.parametrize("said", ["/newgame usa", "/settings language ru", "/language ru"])
async def test_an_anonymous_admin_has_no_seat_and_no_settings(bot: TelegramBot, said: str) -> None:
    (carla,) = await bot.add_players("Carla")
    bot.fake_group.appoints(carla.user, anonymous=True)
    await bot.fake_group.promotes_the_bot()
    await carla.user.says(said)
    await until(lambda: bot.posts and "Show answer" in bot.last.labels, "no post")
    assert "own name" in await carla.user.presses("Show answer", on=bot.last)
    assert await bot.store.chats.game_in(bot.home) is None
    assert await bot.store.people.profile(Person("telegram", ANONYMOUS)) is None


async def test_the_post_for_an_anonymous_admin_who_joins_promises_no_cards(bot: TelegramBot) -> None:
    anna, carla = await bot.add_players("Anna", "Carla")
    await anna.user.says("/newgame usa")
    await bot.settle()
    bot.fake_group.appoints(carla.user, anonymous=True)
    await carla.user.says("/join")
    await until(lambda: "Show answer" in bot.last.labels, "no post")
    assert "tickets" not in bot.last.text


async def test_people_who_write_as_a_channel_are_told_once_a_day_to_use_their_own_name(
    bot: TelegramBot,
) -> None:
    (anna,) = await bot.add_players("Anna")

    async def says_as_channel(text: str) -> None:
        post = bot.server.world.add(bot.group, anna.user.account, text=text)
        channel = {"id": -1009000000001, "type": "channel", "title": "News"}
        sender = {"id": 136817688, "is_bot": True, "first_name": "Channel", "username": "Channel_Bot"}
        about = payloads.message(post, bot.group) | {"from": sender, "sender_chat": channel}
        bot.server.updates.put("message", about)
        await bot.settle()

    def told() -> int:
        return sum("Write under your own name to play" in post.text for post in bot.posts)

    for said in ("/newgame usa", "/join", "/help"):
        await says_as_channel(said)
    await until(told)
    await says_as_channel("/unknown_word_of_another_bot")
    assert told() == 1
    assert await bot.store.chats.game_in(bot.home) is None
    assert await bot.store.people.profile(Person("telegram", "136817688")) is None
    await bot.clock.move_on(timedelta(days=1))
    await says_as_channel("/join")
    await until(lambda: told() == 2, "not told the next day")


async def test_an_anonymous_admin_chooses_the_language_of_the_group(bot: TelegramBot) -> None:
    (carla,) = await bot.add_players("Carla")
    bot.fake_group.appoints(carla.user, anonymous=True)
    await carla.user.says("/language ru here")
    await until(lambda: bot.posts, "no line")
    assert await bot.store.chats.language(bot.home) == "ru"


# ---- permissions of the bot


async def test_newgame_where_the_bot_is_muted_names_the_missing_permission(bot: TelegramBot) -> None:
    (anna,) = await bot.add_players("Anna")
    await bot.fake_group.denies("can_send_messages")
    dm = await dm_after(anna.user, anna.user.says("/newgame"))
    assert "“Send Messages”" in dm.text


async def test_a_permission_taken_from_everybody_is_named_without_an_update(bot: TelegramBot) -> None:
    anna, boris = await bot.in_play("Anna", "Boris")
    await bot.clock.move_on(timedelta(minutes=5))
    await bot.fake_group.denies_everybody("can_send_messages")
    await turn_in_private(anna)

    def complaints() -> list[Post]:
        dms = [post for one in (anna, boris) for post in one.user.dms]
        return [post for post in dms if "“Send Messages”" in post.text]

    async def complained() -> bool:
        await bot.clock.move_on(timedelta(seconds=5))
        return bool(complaints())

    await until(complained)
    await bot.clock.move_on(timedelta(seconds=5))
    await asyncio.sleep(0.1)
    assert len(complaints()) == 1


@pytest.mark.parametrize("way", [TelegramUser.says, TelegramUser.tells], ids=["group", "private"])
async def test_check_asks_for_the_permissions_again(
    bot: TelegramBot, way: Callable[[TelegramUser, str], Awaitable[Post]]
) -> None:
    anna, _ = await bot.in_play("Anna", "Boris")
    assert "I have all the permissions" in (await dm_after(anna.user, way(anna.user, "/check"))).text
    await bot.fake_group.denies_everybody("can_send_photos")
    dm = await dm_after(anna.user, way(anna.user, "/check"))
    assert "“Send Photos”" in dm.text


# ---- calls


async def test_a_turn_of_a_slow_game_takes_two_calls(bot: TelegramBot) -> None:
    anna, boris = await bot.in_play("Anna", "Boris")
    for player in (anna, boris):
        await bot.clock.move_on(timedelta(hours=5))
        before = len(bot.server.requests)
        await turn_in_private(player)
        await bot.settle()
        assert asked_in_group(bot, before) == ["sendPhoto", "editMessageReplyMarkup"]


async def test_old_buttons_that_stayed_are_removed_with_later_posts(bot: TelegramBot) -> None:
    anna, boris = await bot.in_play("Anna", "Boris")
    bot.server.faults.add("editMessageReplyMarkup", times=6, chat=bot.group.id, status=502)
    for player in (anna, boris, anna, boris, anna, boris):
        before = len(bot.server.requests)
        await turn_in_private(player)
        await bot.settle()
        assert len(asked_in_group(bot, before)) <= 3
    assert bot.server.faults.pending == []
    lobby, *with_buttons = [post for post in bot.posts if post.buttons]
    assert lobby.labels == ["Notify me of the next game"]
    assert len(with_buttons) == 2


async def test_a_deleted_lobby_is_posted_again_in_two_calls_and_a_reaction(bot: TelegramBot) -> None:
    (anna,) = await bot.add_players("Anna")
    await anna.user.says("/newgame usa")
    await bot.settle()
    bot.last.gone = True
    before = len(bot.server.requests)
    await anna.user.says("/computer easy")
    await bot.settle()
    asked = asked_in_group(bot, before)
    asked.remove("setMessageReaction")  # which may come before, between or after the others
    assert asked == ["editMessageCaption", "sendMessage"]
    assert "Join" in bot.last.labels


# ---- private messages


async def test_a_click_in_the_group_does_not_wait_for_a_slow_private_message(bot: TelegramBot) -> None:
    _, boris = await bot.in_play("Anna", "Boris")
    (carla,) = await bot.add_players("Carla")
    bot.server.faults.add("sendMessage", chat=carla.user.account.id, retry_after=600)
    board = next(button for button in bot.last.buttons if button["text"] == "Board")
    question = bot.server.queries.press(carla.user.account, bot.last, board["callback_data"])
    await boris.user.presses("Scores", on=bot.last)
    await until(lambda: "Points so far" in boris.user.dms[-1].text, "no scores")
    assert "?start=" in question.url
    await bot.clock.move_on(timedelta(minutes=11))
    await until(lambda: carla.user.dms, "no board")


async def test_a_click_on_an_inaccessible_message_is_answered_in_its_topic(
    tmp_path: Path, server: FakeTelegram, clock: FakeClock
) -> None:
    async with bot_in_a_topic(tmp_path, server, clock) as bot:
        anna, _ = await bot.in_play("Anna", "Boris")
        await bot.lock_out(anna)
        bot.last.accessible = False
        assert "1 · " in await anna.user.presses("Claim a route", on=bot.last)
        await post_for(bot, anna)


async def test_commands_that_reveal_tickets_are_refused_in_a_group(bot: TelegramBot) -> None:
    anna, _ = await bot.start_game("Anna", "Boris")
    for said in ("/keep all", "/keep 1 2", "/try@stationmaster_bot keep 1,2", "/mark@stationmaster_bot 1"):
        dm = await dm_after(anna.user, anna.user.says(said))
        assert "Everyone here would see" in dm.text
    assert (await anna.view()).tickets == ()


async def test_an_answer_comes_although_the_old_one_cannot_be_deleted(bot: TelegramBot) -> None:
    anna, _ = await bot.in_play("Anna", "Boris")
    old = await dm_after(anna.user, anna.user.says("/scores"))
    bot.server.faults.add("deleteMessage", retry_after=60, chat=anna.user.account.id)
    await anna.user.presses("Board", on=bot.last)
    await bot.settle()
    assert bot.server.faults.pending == []
    assert anna.user.last_dm.media is not None
    assert not old.gone


async def test_a_panel_that_could_not_be_deleted_is_deleted_with_the_next(bot: TelegramBot) -> None:
    anna, boris = await bot.in_play("Anna", "Boris")
    await dm_after(boris.user, boris.user.tells("/settings ping dm"))
    bot.server.faults.add("deleteMessage", status=502, chat=boris.user.account.id)
    for player in (anna, boris, anna):
        await turn_in_private(player)
        await bot.settle()
    panels = [post for post in boris.user.dms if post.text.startswith("Your turn.")]
    assert bot.server.faults.pending == []
    assert len(panels) == 1


async def test_a_click_that_fails_is_answered(bot: TelegramBot, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.telegram.callbacks._PATIENCE", PATIENCE)
    _, boris = await bot.in_play("Anna", "Boris")
    (carla,) = await bot.add_players("Carla")
    bot.server.faults.add("", status=502, chat=carla.user.account.id)
    assert "Something went wrong" in await carla.user.presses("Board", on=bot.last)
    await carla.user.presses("Board", on=bot.last)
    await carla.user.opens()
    await boris.user.presses("Scores", on=bot.last)
    await until(lambda: "Points so far" in boris.user.dms[-1].text, "no scores")
