"""The inline hand: a player opens it in the group by a button, and plays by choosing one of their moves."""

import re
from pathlib import Path

import pytest

from bot.model.callbacks import TWO_CARDS
from bot.web.page_files import FILES
from tests.fakes.telegram.contract import Json
from tests.fakes.telegram.group import FakeGroup
from tests.fakes.telegram.server import FakeTelegram
from tests.fakes.wire.patience import until
from tests.fakes.wire.server import of_kind
from tests.scenario import FakeClock
from tests.telegram_bot import TelegramBot, TelegramPlayer, telegram_bot

pytestmark = pytest.mark.usefixtures("inline_mode")

COMMAND, SIGN = "@stationmaster_bot", "🚂 …"


def sent(results: list[Json]) -> list[str]:
    return [one["input_message_content"]["message_text"] for one in results]


def titles(results: list[Json]) -> list[str]:
    return [one["title"] for one in results]


async def opened(player: TelegramPlayer) -> list[Json]:
    """What the button of the newest post opens."""
    await player.bot.settle()
    await player.user.presses("Your move", on=player.bot.with_button("Your move"))
    assert player.user.query is not None
    return player.user.query.results


async def chosen(player: TelegramPlayer, title: str) -> Json:
    """Choose the first result whose title has this in it, and wait until it is done."""
    result = next(one for one in await opened(player) if title in one["title"])
    await player.user.chooses(result)
    await player.bot.settle()
    return result


async def with_feedback(bot: TelegramBot, player: TelegramPlayer) -> None:
    """Let the bot find out that it is told which results people choose."""
    await player.user.asks("")
    assert player.user.query is not None
    await player.user.chooses(player.user.query.results[0])
    await bot.settle()


async def test_button_of_a_turn_opens_the_hand_and_its_moves(bot: TelegramBot) -> None:
    anna, boris = await bot.in_play("Anna", "Boris")
    assert bot.with_button("Your move").labels == ["Your move", "Board", "Scores", "🔍", "HD"]
    hand, *moves = await opened(anna)
    assert of_kind(bot.server, "answerInlineQuery")[-1]["is_personal"] is True
    assert of_kind(bot.server, "answerInlineQuery")[-1]["cache_time"] == 0
    assert str(max((await anna.view()).hand)) in hand["title"]
    assert {"2 from the deck", "From the deck", "Draw 3 tickets"} <= set(titles(moves))
    assert any(title.startswith("Build a station: ") for title in titles(moves))
    face_up = [one["title"].split()[1] for one in moves if one["title"][1] == ":"]
    assert sorted(face_up) == sorted(set((await anna.view()).table.row)), "equal cards are listed once"
    assert titles(await opened(boris)) != titles([hand, *moves])
    assert len(await opened(boris)) == 1, "it is not their turn"


@pytest.mark.parametrize("has_feedback", [True, False])
async def test_first_choice_is_a_command_and_plays_once(bot: TelegramBot, has_feedback: bool) -> None:
    bot.server.endpoints.inline_feedback = has_feedback
    anna, _ = await bot.in_play("Anna", "Boris")
    await anna.user.says("/settings confirm off")
    texts = sent(await opened(anna))
    assert all(text.startswith("/") and COMMAND in text for text in texts)
    assert not any("--" in text for text in texts), "the group reads names"
    before = sum((await anna.view()).hand)
    await chosen(anna, "From the deck")
    assert sum((await anna.view()).hand) == before + 1


async def test_a_claim_is_sent_as_a_command_with_names(bot: TelegramBot) -> None:
    bot.server.endpoints.inline_feedback = False
    anna, _ = await bot.in_play("Anna", "Boris")
    await anna.user.says("/settings confirm off")
    claim = next(one for one in await opened(anna) if "/claim" in sent([one])[0])
    narrow = await anna.user.asks(claim["title"].split(" · ")[0])
    assert len(narrow) <= len(await anna.user.asks(""))
    seq = (await bot.match()).seq
    await anna.user.asks("")
    await anna.user.chooses(claim)
    await until(lambda: any("claims" in post.text or "tunnel" in post.text for post in bot.posts), "no claim")
    await bot.settle()
    assert (await bot.match()).seq > seq


async def test_one_choice_takes_two_cards_and_the_group_reads_no_secret(bot: TelegramBot) -> None:
    anna, _ = await bot.in_play("Anna", "Boris", started=False)
    await with_feedback(bot, anna)
    results = await opened(anna)
    assert results[1]["id"].split(".", 2)[0] == (await bot.match()).id
    assert set(sent(results)[1:]) == {SIGN}, "the post says it, and nothing twice"
    before = sum((await anna.view()).hand)
    result = await chosen(anna, "2 from the deck")
    assert result["id"].endswith(TWO_CARDS)
    assert sum((await anna.view()).hand) == before + 2
    assert titles(await opened(anna))[0].count("You drew") == 2, "the list begins with the answer"
    assert not any("You drew" in post.text for post in bot.posts)


@pytest.mark.parametrize("move", [TWO_CARDS, "claim "])
async def test_a_draw_or_a_listed_claim_takes_two_presses(bot: TelegramBot, move: str) -> None:
    anna, _ = await bot.in_play("Anna", "Boris", started=False)
    await with_feedback(bot, anna)
    result = next(one for one in await opened(anna) if f".{move}" in one["id"])
    begun, before = len(bot.server.transcript), (await bot.match()).seq
    await chosen(anna, result["title"])
    press = re.compile(f"{anna.user} (presses|in .* via bot)")
    assert sum(bool(press.match(text)) for text in bot.server.transcript[begun:]) == 2
    assert (await bot.match()).seq > before, "nothing more is asked"


async def test_moves_have_thumbnails_of_the_board_site(
    tmp_path: Path, fake_group: FakeGroup, clock: FakeClock
) -> None:
    async with telegram_bot(tmp_path, fake_group, clock, board="https://trains.example/") as bot:
        anna, _ = await bot.in_play("Anna", "Boris")
        pictures = [one["thumbnail_url"] for one in (await opened(anna))[1:]]
    prefix = "https://trains.example"
    assert {f"{prefix}/card-{name}.png" for name in ("deck", "tickets", "stations")} < set(pictures)
    assert {picture.removeprefix(prefix) for picture in pictures} <= set(FILES)


async def test_a_move_sends_no_private_message_and_a_refusal_does(bot: TelegramBot) -> None:
    anna, _ = await bot.in_play("Anna", "Boris")
    await with_feedback(bot, anna)
    newest = anna.user.last_dm.id
    await chosen(anna, "From the deck")
    assert anna.user.last_dm.id == newest
    draw = next(one for one in await opened(anna) if one["title"] == "From the deck")
    forged = draw | {"id": draw["id"].replace("draw deck", "draw tickets")}
    assert anna.user.query is not None
    anna.user.query.results.append(forged)
    await anna.user.chooses(forged)
    await until(lambda: anna.user.last_dm.id > newest, "the refusal is not told")


async def test_the_same_choice_twice_plays_once(bot: TelegramBot) -> None:
    anna, _ = await bot.in_play("Anna", "Boris")
    await with_feedback(bot, anna)
    result = next(one for one in await opened(anna) if one["title"] == "From the deck")
    before = sum((await anna.view()).hand)
    for _ in range(2):
        await anna.user.chooses(result)
        await bot.settle()
    assert sum((await anna.view()).hand) == before + 1


async def test_a_typed_move_is_answered_in_the_list_and_needs_no_post(bot: TelegramBot) -> None:
    anna, _ = await bot.in_play("Anna", "Boris", started=False)
    before = len(bot.posts)
    typed = await anna.user.says("/draw deck")
    await until(lambda: bool(typed.reactions), "no reaction")
    await bot.settle()
    assert len(bot.posts) == before
    assert titles(await opened(anna))[0].startswith("You drew")


async def test_tickets_are_kept_by_a_choice_that_does_not_name_them(bot: TelegramBot) -> None:
    anna, boris = await bot.start_game("Anna", "Boris", started=False)
    await with_feedback(bot, anna)
    keep = next(one for one in await opened(anna) if one["id"].partition(" ")[2].count(",") == 1)
    await anna.user.chooses(keep)
    await bot.settle()
    assert sent([keep]) == [SIGN]
    kept = {int(number) for number in keep["id"].rpartition(" ")[2].split(",")}
    assert set((await anna.view()).tickets) == kept
    assert not (await boris.view()).tickets


async def test_the_button_names_its_game_and_without_it_the_urgent_one_opens(
    bot: TelegramBot, server: FakeTelegram
) -> None:
    anna, boris = await bot.in_play("Anna", "Boris")
    other = FakeGroup(server, "Another club")
    for player in (anna, boris):
        other.group.accounts.append(player.user.account)
        await player.user.says("/newgame usa" if player is anna else "/join", at=other.group)
        await bot.settle()
    for player, asked in ((anna, "Europe"), (boris, "USA")):
        assert asked in (await player.user.asks(""))[0]["description"]
        assert "Europe" in (await opened(player))[0]["description"]


async def test_a_list_whose_call_fails_is_shown_by_the_next_call(bot: TelegramBot) -> None:
    anna, _ = await bot.in_play("Anna", "Boris")
    bot.server.faults.add("answerInlineQuery", status=500)
    assert len(await anna.user.asks("")) > 1
    assert bot.server.faults.pending == []


async def test_people_without_a_game_are_led_to_the_private_chat(bot: TelegramBot) -> None:
    (anna,) = await bot.add_players("Anna")
    assert await anna.user.asks("") == []
    assert of_kind(bot.server, "answerInlineQuery")[-1]["button"]["start_parameter"] == "hello"
