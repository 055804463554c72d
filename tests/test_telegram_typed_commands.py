"""Typed commands and long answers, as a group sees them."""

from datetime import timedelta
from pathlib import Path

import pytest

from tests.fakes.telegram.group import FakeGroup
from tests.fakes.telegram.server import FakeTelegram
from tests.fakes.telegram.world import Post
from tests.fakes.wire.patience import until
from tests.scenario import FakeClock
from tests.soaked import soaked
from tests.telegram_bot import TelegramBot, TelegramPlayer, telegram_bot


def posts_for(bot: TelegramBot, player: TelegramPlayer) -> list[Post]:
    """The posts with answers for somebody."""
    return [post for post in bot.posts if "Show answer" in post.labels and str(player) in post.text]


def lines_for(bot: TelegramBot, player: TelegramPlayer) -> list[Post]:
    """The lines that tell somebody where an answer is."""
    return [
        post
        for post in bot.posts
        if str(player) in post.text and "my answer" in post.text and not post.labels
    ]


async def test_a_command_that_is_answered_in_private_gets_a_reaction(bot: TelegramBot) -> None:
    anna, _ = await bot.in_play("Anna", "Boris")
    posts = len(bot.posts)
    for said in ("/games", "/scores"):
        typed = await anna.user.says(said)
        await until(lambda typed=typed: typed.reactions, f"no trace of {said}")
    assert len(bot.posts) == posts


async def test_where_reactions_are_forbidden_a_line_leads_to_the_answer_and_goes(bot: TelegramBot) -> None:
    anna, _ = await bot.in_play("Anna", "Boris")
    await bot.fake_group.denies("can_react_to_messages")
    await anna.user.says("/scores")
    await until(lambda: lines_for(bot, anna), "no line")
    assert "Points so far" in anna.user.last_dm.text
    [line] = lines_for(bot, anna)
    assert line.text.endswith(": my answer is in our private chat.")
    assert line.silent
    assert not line.buttons
    await bot.pass_time_until(lambda: line.gone)


async def test_several_commands_share_one_line(bot: TelegramBot) -> None:
    anna, boris = await bot.in_play("Anna", "Boris")
    await bot.fake_group.denies("can_react_to_messages")
    for said in ("/scores", "/log", "/games"):
        await anna.user.says(said)
    await boris.user.says("/log")
    await until(lambda: lines_for(bot, anna) and lines_for(bot, boris), "no lines")
    await bot.settle()
    assert len(lines_for(bot, anna)) == len(lines_for(bot, boris)) == 1


async def test_a_turn_that_is_typed_takes_three_calls_without_reactions(bot: TelegramBot) -> None:
    anna, boris = await bot.in_play("Anna", "Boris")
    await bot.fake_group.denies("can_react_to_messages")
    before = len(bot.server.requests)
    await anna.user.says("/draw deck")
    await until(lambda: lines_for(bot, anna), "no line")
    (line,) = lines_for(bot, anna)
    await bot.pass_time_until(lambda: line.gone)
    await anna.user.says("/draw deck")
    await bot.settle()
    assert await bot.waited_for(boris) == [boris]
    written = [
        name
        for name, asked in bot.server.requests[before:]
        if asked.get("chat_id") == bot.group.id and name.startswith(("send", "edit"))
    ]
    assert written == ["sendMessage", "sendPhoto", "editMessageReplyMarkup"]


async def test_without_a_private_chat_a_line_leads_to_the_post_that_serves(bot: TelegramBot) -> None:
    anna, _ = await bot.in_play("Anna", "Boris")
    await bot.lock_out(anna)
    await bot.fake_group.denies("can_react_to_messages")
    await anna.user.says("/scores")
    await until(lambda: posts_for(bot, anna), "no post")
    await anna.user.says("/check")
    await until(lambda: lines_for(bot, anna), "no line")
    assert bot.last.text.endswith(": press “Show answer” above to see my answer.")


async def test_a_line_is_deleted_when_the_program_ends(
    server: FakeTelegram, clock: FakeClock, tmp_path: Path
) -> None:
    async with telegram_bot(tmp_path, FakeGroup(server), clock) as bot:
        anna, _ = await bot.in_play("Anna", "Boris")
        await bot.fake_group.denies("can_react_to_messages")
        await anna.user.says("/scores")
        await until(lambda: lines_for(bot, anna), "no line")
    assert not lines_for(bot, anna)


async def test_a_second_answer_within_a_minute_leaves_a_trace_and_loses_neither(bot: TelegramBot) -> None:
    anna, _ = await bot.in_play("Anna", "Boris")
    await bot.lock_out(anna)
    await anna.user.says("/scores")
    await until(lambda: posts_for(bot, anna), "no post")
    typed = await anna.user.says("/check")
    await until(lambda: typed.reactions, "no trace")
    [post] = posts_for(bot, anna)
    seen = await anna.user.presses("Show answer", on=post)
    assert "Points so far" not in seen
    pages = [seen]
    while (page := await anna.user.presses("›", on=post)) != seen:
        pages.append(page)
    assert any("Points so far" in page for page in pages)


async def test_pressing_again_shows_what_an_alert_cut_off(bot: TelegramBot) -> None:
    players = await bot.in_play("Anna", "Boris", "Carla", "Dmitri")
    anna = players[0]
    await bot.lock_out(*players)
    first = await anna.user.presses("Scores", on=bot.last)
    assert first.endswith("Press again for more.")
    seen = [first]
    while (page := await anna.user.presses("Scores", on=bot.last)) != first:
        seen.append(page)
    assert all(any(str(player) in page for page in seen) for player in players)
    assert max(map(len, seen)) <= 200


async def test_options_of_a_lobby_are_chosen_by_number_and_only_by_players(bot: TelegramBot) -> None:
    anna, boris = await bot.add_players("Anna", "Boris", started=False)
    await anna.user.says("/newgame europe")
    await bot.settle()
    await bot.lock_out(anna, boris)
    lobby = next(post for post in bot.posts if "Options" in post.labels)
    shown = await anna.user.presses("Options", on=lobby)
    number = next(line[0] for line in shown.splitlines() if "Mega Europe" in line)
    await until(lambda: "1" in bot.last.labels, "no figures")
    await anna.user.presses(number, on=bot.last)
    await bot.settle()
    assert (await bot.match()).roster.variant == "mega"
    assert "Mega Europe" not in (await boris.user.presses("Options", on=lobby)).replace("Mega Europe.", "")


QUESTIONS = ["press Draw tickets", "press Draw", "press My hand", "type /hand", "type /scores", "type /help"]


@pytest.mark.parametrize("first", soaked(QUESTIONS, "press Draw tickets", "type /scores"))
async def test_tickets_that_are_typed_for_after_another_question_take_three_calls(
    bot: TelegramBot, first: str
) -> None:
    anna, boris = await bot.in_play("Anna", "Boris", board="usa")
    await bot.lock_out(anna, boris)
    how, _, what = first.partition(" ")
    await (anna.user.presses(what, on=bot.last) if how == "press" else anna.user.says(what))
    await bot.settle()
    await until(lambda: posts_for(bot, anna), "no figures")
    await bot.clock.move_on(timedelta(minutes=5))
    await anna.user.says("/draw tickets")
    await bot.settle()
    [post] = posts_for(bot, anna)
    await chooses(anna, post, "☐")
    await chooses(anna, post, "Keep")
    await bot.settle()
    assert await bot.waited_for(boris) == [boris]
    assert bot.calls[-2] <= 3


async def chooses(player: TelegramPlayer, post: Post, label: str) -> None:
    """Press the figure of the first choice with this in its label."""
    shown = await player.user.presses("Show answer", on=post)
    for _ in range(5):
        if found := [line[0] for line in shown.splitlines() if label in line[3:8]]:
            await player.user.presses(found[0], on=post)
            return
        shown = await player.user.presses("›", on=post)
    raise AssertionError(f"{label} is not offered")
