"""Who may ask for what on Telegram, which game is meant, and how few calls all of it takes."""

import asyncio
from collections.abc import Awaitable, Callable
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from bot.matches.roster import Status
from bot.model.identity import Person
from bot.platforms.telegram.addresses import ANONYMOUS
from bot.store import DmChannel
from tests.fakes.telegram import payloads
from tests.fakes.telegram.faults import Lost
from tests.fakes.telegram.green import Green
from tests.fakes.telegram.server import Village
from tests.fakes.telegram.villager import Villager, until
from tests.fakes.telegram.world import Post
from tests.scenario import FakeClock
from tests.telegram_bot import Halt
from tests.test_telegram_counter import letter_after, line_for
from tests.test_telegram_trouble import in_topics, turn_in_private


def asked_in_group(bot: Halt, since: int) -> list[str]:
    """What was asked of Telegram about the group, after so many requests."""
    return [name for name, about in bot.village.requests[since:] if about.get("chat_id") == bot.group.id]


async def elsewhere(place: Village, bot: Halt, villager: Villager) -> Green:
    """A lobby of somebody's in another group."""
    other = Green(place, "Another club")
    other.group.accounts.append(villager.account)
    await villager.says("/newgame usa", at=other.group)
    await bot.settle()
    return other


# ---- which game


async def test_who_sits_in_several_games_is_asked_in_private_which_one(bot: Halt, place: Village) -> None:
    anna, _ = await bot.in_play("Anna", "Boris")
    await elsewhere(place, bot, anna.villager)
    question = await letter_after(anna.villager, anna.villager.tells("/hand"))
    assert len(question.labels) == 2
    assert question.labels[0].startswith("your turn · Ticket to Ride: Europe")
    await anna.villager.presses(question.labels[0], on=question)
    await until(lambda: "Your hand" in question.text, "no hand")


@pytest.mark.parametrize(("said", "shown"), [("/draw deck", "Your hand"), ("/claim paris", "Which one?")])
async def test_what_plays_is_shown_first_in_the_game_that_is_chosen(
    bot: Halt, place: Village, said: str, shown: str
) -> None:
    anna, _ = await bot.in_play("Anna", "Boris")
    await elsewhere(place, bot, anna.villager)
    before = (await bot.match()).seq
    question = await letter_after(anna.villager, anna.villager.tells(said))
    await anna.villager.presses("your turn", on=question)
    await until(lambda: shown in question.text, "nothing is shown")
    assert "out of date" not in question.text
    assert (await bot.match()).seq == before


async def test_a_link_asks_which_game_too(bot: Halt, place: Village) -> None:
    anna, _ = await bot.in_play("Anna", "Boris")
    await elsewhere(place, bot, anna.villager)
    assert len((await letter_after(anna.villager, anna.villager.starts("board"))).labels) == 2
    letter = await letter_after(anna.villager, anna.villager.starts("rules"))
    assert "railways" in letter.text


async def test_inline_mode_says_which_game_each_number_is(bot: Halt, place: Village) -> None:
    anna, _ = await bot.in_play("Anna", "Boris")
    await elsewhere(place, bot, anna.villager)
    offered = await anna.villager.asks("")
    assert ["Europe" in one["description"] for one in offered] == [False, True]


async def test_a_lobby_is_started_from_the_private_chat(bot: Halt) -> None:
    anna, boris = await bot.comes("Anna", "Boris")
    await anna.villager.says("/newgame usa")
    await bot.settle()
    await boris.villager.presses("Join", on=bot.last)
    await bot.settle()
    await anna.villager.tells("/startgame")
    await bot.settle()
    assert (await bot.match()).roster.status is Status.RUNNING


# ---- who may ask


async def test_what_admins_can_do_is_shown_to_admins(bot: Halt) -> None:
    _, boris = await bot.in_play("Anna", "Boris")
    (carla,) = await bot.comes("Carla")
    bot.green.appoints(carla.villager)
    said = len(bot.posts)
    assert "Only the admins" in (await letter_after(boris.villager, boris.villager.says("/gameadmin"))).text
    assert len(bot.posts) == said
    await carla.villager.says("/gameadmin")
    await until(lambda: "abort" in bot.last.labels, "no choice")


async def test_who_is_an_admin_is_not_guessed_where_telegram_does_not_tell(bot: Halt) -> None:
    anna, _ = await bot.in_play("Anna", "Boris")
    bot.village.faults.order("getChatAdministrators", retry_after=3)
    letter = await letter_after(anna.villager, anna.villager.says("/gameadmin abort yes"))
    assert "Something went wrong" in letter.text
    assert (await bot.match()).roster.status is Status.RUNNING


@pytest.mark.parametrize("said", ["/newgame usa", "/settings language ru", "/language ru"])
async def test_an_anonymous_admin_has_no_seat_and_no_settings(bot: Halt, said: str) -> None:
    (carla,) = await bot.comes("Carla")
    bot.green.appoints(carla.villager, anonymous=True)
    await bot.green.promotes_the_bot()
    await carla.villager.says(said)
    await until(lambda: bot.posts and "Show answer" in bot.last.labels, "no line")
    assert "own name" in await carla.villager.presses("Show answer", on=bot.last)
    assert await bot.store.game_in(bot.home) is None
    assert await bot.store.person(Person("telegram", ANONYMOUS)) is None


async def test_an_anonymous_admin_chooses_the_language_of_the_group(bot: Halt) -> None:
    (carla,) = await bot.comes("Carla")
    bot.green.appoints(carla.villager, anonymous=True)
    await carla.villager.says("/language ru here")
    await until(lambda: bot.posts, "no line")
    assert await bot.store.chat_language(bot.home) == "ru"


# ---- rights


async def test_who_opens_a_game_where_the_bot_is_silenced_is_told_what_it_lacks(bot: Halt) -> None:
    (anna,) = await bot.comes("Anna")
    await bot.green.denies("can_send_messages")
    letter = await letter_after(anna.villager, anna.villager.says("/newgame"))
    assert "“Send Messages”" in letter.text


async def test_a_right_that_all_have_lost_is_named_though_nobody_told_of_it(bot: Halt) -> None:
    anna, boris = await bot.in_play("Anna", "Boris")
    await bot.clock.move_on(timedelta(minutes=5))
    await bot.green.denies_everybody("can_send_messages")
    await turn_in_private(anna)
    for _ in range(5):
        await asyncio.sleep(0.05)
        await bot.clock.move_on(timedelta(seconds=5))
    told = [post.text for one in (anna, boris) for post in one.villager.letters]
    assert len([text for text in told if "“Send Messages”" in text]) == 1


@pytest.mark.parametrize("way", [Villager.says, Villager.tells], ids=["group", "private"])
async def test_check_looks_again(bot: Halt, way: Callable[[Villager, str], Awaitable[Post]]) -> None:
    anna, _ = await bot.in_play("Anna", "Boris")
    assert (
        "I have all the permissions" in (await letter_after(anna.villager, way(anna.villager, "/check"))).text
    )
    await bot.green.denies_everybody("can_send_photos")
    letter = await letter_after(anna.villager, way(anna.villager, "/check"))
    assert "“Send Photos”" in letter.text


# ---- calls


async def test_a_turn_of_a_slow_game_takes_two_calls_and_asks_nothing(bot: Halt) -> None:
    anna, boris = await bot.in_play("Anna", "Boris")
    for player in (anna, boris):
        await bot.clock.move_on(timedelta(hours=5))
        before = len(bot.village.requests)
        await turn_in_private(player)
        await bot.settle()
        assert asked_in_group(bot, before) == ["sendPhoto", "editMessageReplyMarkup"]


@pytest.mark.parametrize(
    "how",
    [{"retry_after": 3, "times": 6}, {"status": 400, "description": "Bad Request: CHAT_RESTRICTED"}],
    ids=["429", "400"],
)
async def test_a_post_that_was_refused_calls_whoever_is_next_when_it_comes(
    bot: Halt, how: dict[str, Any]
) -> None:
    anna, boris = await bot.in_play("Anna", "Boris")
    called = len(boris.villager.pinged())
    bot.village.faults.order("sendPhoto", chat=bot.group.id, **how)
    await turn_in_private(anna)
    await bot.settle_after_trouble()
    assert bot.village.faults.left == []
    assert len(boris.villager.pinged()) == called + 1


async def test_buttons_that_would_not_go_are_taken_by_and_by(bot: Halt) -> None:
    anna, boris = await bot.in_play("Anna", "Boris")
    bot.village.faults.order("editMessageReplyMarkup", times=6, chat=bot.group.id, status=502)
    for player in (anna, boris, anna, boris, anna, boris):
        before = len(bot.village.requests)
        await turn_in_private(player)
        await bot.settle()
        assert len(asked_in_group(bot, before)) <= 3
    assert bot.village.faults.left == []
    assert len([post for post in bot.posts if post.buttons]) == 2


async def test_a_lobby_that_was_deleted_comes_anew_in_three_calls(bot: Halt) -> None:
    (anna,) = await bot.comes("Anna")
    await anna.villager.says("/newgame usa")
    await bot.settle()
    bot.last.gone = True
    before = len(bot.village.requests)
    await anna.villager.says("/computer easy")
    await bot.settle()
    assert asked_in_group(bot, before) == ["editMessageText", "sendMessage", "editMessageReplyMarkup"]
    assert "Join" in bot.last.labels


# ---- letters


@pytest.mark.parametrize("how", [{"lost": Lost.ANSWER}, {"status": 504, "done": True}], ids=["broken", "504"])
async def test_a_letter_that_was_sent_all_the_same_calls_nobody_twice(bot: Halt, how: dict[str, Any]) -> None:
    anna, boris = await bot.in_play("Anna", "Boris")
    await letter_after(boris.villager, boris.villager.tells("/settings ping dm"))
    for player, faults in ((anna, [how]), (boris, []), (anna, [])):
        before = len(boris.villager.private.messages)
        for one in faults:
            bot.village.faults.order("sendPhoto", chat=boris.villager.account.id, **one)
        await turn_in_private(player)
        await bot.settle_after_trouble()
        calls = [
            post for post in boris.villager.private.messages[before:] if post.author.bot and not post.silent
        ]
        assert len(calls) == (player is anna)
    assert bot.village.faults.left == []


async def test_a_press_in_the_group_waits_for_no_letter_that_takes_long(bot: Halt) -> None:
    _, boris = await bot.in_play("Anna", "Boris")
    (carla,) = await bot.comes("Carla")
    bot.village.faults.order("sendMessage", chat=carla.villager.account.id, retry_after=600)
    board = next(button for button in bot.last.buttons if button["text"] == "Board")
    question = bot.village.questions.press(carla.villager.account, bot.last, board["callback_data"])
    assert "Score so far" in await boris.villager.presses("Scores", on=bot.last)
    assert "private chat" in question.said
    await bot.clock.move_on(timedelta(minutes=11))
    await until(lambda: carla.villager.letters, "no board")


async def test_a_button_that_is_shown_no_more_is_answered_in_its_topic(
    tmp_path: Path, place: Village, clock: FakeClock
) -> None:
    async for bot in in_topics(tmp_path, place, clock):
        anna, _ = await bot.in_play("Anna", "Boris")
        await bot.store.save_dm_channel(anna.person, DmChannel(closed=True))
        anna.villager.account.started = False
        bot.last.accessible = False
        assert "1 · " in await anna.villager.presses("Claim a route", on=bot.last)
        await line_for(bot, anna)


async def test_what_tells_which_tickets_are_kept_is_not_typed_in_a_group(bot: Halt) -> None:
    anna, _ = await bot.sits_down("Anna", "Boris")
    for said in ("/keep 1 2", "/try@stationmaster_bot keep 1,2", "/mark@stationmaster_bot 1"):
        letter = await letter_after(anna.villager, anna.villager.says(said))
        assert "Everyone here would see" in letter.text
    assert (await anna.view()).tickets == ()


async def test_a_letter_that_cannot_be_taken_away_now_keeps_no_answer_back(bot: Halt) -> None:
    anna, _ = await bot.in_play("Anna", "Boris")
    old = await letter_after(anna.villager, anna.villager.says("/scores"))
    bot.village.faults.order("deleteMessage", retry_after=60, chat=anna.villager.account.id)
    await anna.villager.presses("Board", on=bot.last)
    await bot.settle()
    assert bot.village.faults.left == []
    assert anna.villager.letter.media is not None
    assert not old.gone


async def test_a_panel_that_could_not_be_taken_away_goes_with_the_next(bot: Halt) -> None:
    anna, boris = await bot.in_play("Anna", "Boris")
    await letter_after(boris.villager, boris.villager.tells("/settings ping dm"))
    bot.village.faults.order("deleteMessage", status=502, chat=boris.villager.account.id)
    for player in (anna, boris, anna):
        await turn_in_private(player)
        await bot.settle()
    panels = [post for post in boris.villager.letters if post.text.startswith("Your turn.")]
    assert bot.village.faults.left == []
    assert len(panels) == 1


async def test_a_press_that_fails_does_not_wait_for_ever(bot: Halt) -> None:
    _, boris = await bot.in_play("Anna", "Boris")
    (carla,) = await bot.comes("Carla")
    bot.village.faults.order("", status=502, chat=carla.villager.account.id)
    assert await carla.villager.presses("Board", on=bot.last) == ""
    assert "private chat" in await carla.villager.presses("Board", on=bot.last)
    assert "Score so far" in await boris.villager.presses("Scores", on=bot.last)


# ---- updates


async def test_a_command_that_is_overtaken_is_heard_all_the_same_and_once(bot: Halt) -> None:
    (anna,) = await bot.comes("Anna")
    await anna.villager.says("/newgame usa")
    await bot.settle()
    said = [
        bot.village.world.add(bot.group, anna.villager.account, text=f"/computer {level}")
        for level in ("easy", "hard")
    ]
    for post in (*reversed(said), *said):
        bot.village.mailbox.put("message", payloads.message(post, bot.group))
    await bot.settle()
    assert [holder.level for holder in (await bot.match()).roster.holders] == ["", "hard", "easy"]
