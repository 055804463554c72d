"""Playing in the group by numbers. An alert, which only the player sees, says what the numbers mean."""

import re
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from bot.model.call import Asker, Call
from bot.model.message import Message
from tests.fakes.telegram.group import FakeGroup
from tests.fakes.telegram.server import FakeTelegram
from tests.fakes.telegram.world import Post
from tests.fakes.wire.patience import until
from tests.scenario import FakeClock
from tests.telegram_bot import TelegramBot, TelegramPlayer, telegram_bot

NUMBERS = ["1", "2", "3", "4", "5", "›", "Show answer", "Private chat"]


async def with_blocked_dms(bot: TelegramBot) -> list[TelegramPlayer]:
    """A game of two players without private chats; the next player comes first."""
    players = await bot.in_play("Anna", "Boris", board="usa")
    await bot.lock_out(*players)
    return players


async def post_after(bot: TelegramBot, anna: TelegramPlayer, label: str) -> Post:
    """The post for somebody who clicks a button of the newest turn."""
    posts = len(bot.posts)
    await anna.user.presses(label, on=bot.last)
    await until(lambda: len(bot.posts) > posts, "no post")
    return bot.last


async def test_cards_are_drawn_by_numbers(bot: TelegramBot) -> None:
    anna, boris = await with_blocked_dms(bot)
    line = await post_after(bot, anna, "Draw")
    assert line.labels == NUMBERS
    for _ in range(2):
        assert await bot.waited_for(anna) == [anna]
        listed = anna.user.heard.splitlines()
        if not any("From the deck" in one for one in listed):
            listed = (await anna.user.presses("›", on=line)).splitlines()
        (deck,) = [one for one in listed if "From the deck" in one]
        assert (await anna.user.presses(deck[0], on=line)).startswith("You drew")
    await bot.settle()
    assert await bot.waited_for(boris) == [boris]
    assert bot.calls[-2] <= 3


async def test_a_route_is_found_paid_for_and_claimed_by_numbers(bot: TelegramBot) -> None:
    anna, boris = await with_blocked_dms(bot)
    line = await post_after(bot, anna, "Claim")
    first = anna.user.heard.splitlines()[1]
    assert first.startswith("1 · ")
    for _ in range(3):
        if not await bot.waited_for(boris):
            await anna.user.presses("1", on=line)
    await bot.settle()
    route = first.removeprefix("1 · ").split(" · ")[0].lstrip("✅🎫 ")
    assert f"claims {route}" in bot.last.text
    assert [post for post in bot.posts if route in post.text] == [bot.last]


async def test_the_next_button_shows_every_page_and_then_the_first(bot: TelegramBot) -> None:
    anna, _ = await with_blocked_dms(bot)
    line = await post_after(bot, anna, "Draw")
    seen = [anna.user.heard]
    while (page := await anna.user.presses("›", on=line)) != seen[0]:
        assert page not in seen
        seen.append(page)
    assert len(seen) > 1


async def test_a_repeated_number_chooses_once(bot: TelegramBot) -> None:
    anna, _ = await with_blocked_dms(bot)
    line = await post_after(bot, anna, "Claim")
    chosen, seq = await anna.user.presses("1", on=line), (await bot.match()).seq
    bot.server.updates.repeat()
    await bot.settle()
    assert await anna.user.presses("Show answer", on=line) == chosen
    assert (await bot.match()).seq == seq


async def test_numbers_work_for_one_person(bot: TelegramBot) -> None:
    anna, boris = await with_blocked_dms(bot)
    line, seq = await post_after(bot, anna, "Draw"), (await bot.match()).seq
    for label in ("1", "›", "Show answer"):
        assert "someone else" in await boris.user.presses(label, on=line)
    assert (await bot.match()).seq == seq


async def test_a_turn_gets_one_post_and_other_people_get_none(bot: TelegramBot) -> None:
    anna, boris = await with_blocked_dms(bot)
    (carla,) = await bot.add_players("Carla", started=False)
    turn = bot.last
    await post_after(bot, anna, "Claim")
    said = len(bot.posts)
    await bot.clock.move_on(timedelta(minutes=5))
    for player in (anna, boris, carla):
        for label in ("Draw", "Claim", "Draw tickets", "My hand"):
            await player.user.presses(label, on=turn)
    await bot.settle()
    assert len(bot.posts) == said


async def test_numbers_for_a_typed_command_serve_for_presses_until_the_next_turn(bot: TelegramBot) -> None:
    anna, boris = await with_blocked_dms(bot)
    turn, posts = bot.last, len(bot.posts)
    await anna.user.says("/hand")
    await until(lambda: len(bot.posts) > posts, "no post")
    await bot.clock.move_on(timedelta(minutes=5))
    assert "1 · " in await anna.user.presses("Draw", on=turn)
    await bot.settle()
    assert len(bot.posts) == posts + 1
    for player in (anna, boris):
        for _ in range(2):
            await player.types("draw deck")
    await bot.settle()
    await bot.clock.move_on(timedelta(minutes=5))
    assert (await post_after(bot, anna, "Draw")).labels == NUMBERS


async def test_a_post_that_failed_is_sent_with_the_next_click(bot: TelegramBot) -> None:
    anna, _ = await with_blocked_dms(bot)
    turn = bot.last
    bot.server.faults.add("sendMessage", chat=bot.group.id, status=502)
    await anna.user.presses("Draw", on=turn)
    await bot.settle()
    assert bot.last is turn
    assert (await post_after(bot, anna, "Draw")).labels == NUMBERS


async def test_every_offer_of_tickets_gets_its_own_post_at_once(bot: TelegramBot) -> None:
    players = await bot.start_game("Anna", "Boris", board="usa", started=False)
    for player in players:
        player.user.pause = bot.settle  # nobody takes any time
        await player.keeps((await player.view()).offer)
    await bot.settle()
    (anna,) = await bot.waited_for(*players)
    posts = len(bot.posts)
    await anna.user.says("/ticket yes")
    await until(lambda: len(bot.posts) > posts and "1+2" in bot.last.labels, "nothing to keep them with")
    assert not set(bot.last.labels) & {"4", "5", "›"}


async def test_an_alert_names_no_button_that_its_post_lacks(bot: TelegramBot) -> None:
    players = await bot.start_game("Anna", "Boris", started=False)
    for player in players:
        await player.user.says("/keep")
    await bot.settle()
    for player in players:
        [post] = [one for one in bot.posts if str(player) in one.text and "1+2" in one.labels]
        heard = await player.user.presses("Show answer", on=post)
        offer = (await player.view()).offer
        assert [line[:3] for line in heard.splitlines()[:4]] == [f"{place}. " for place in range(1, 5)]
        assert len(offer) == 4
        assert not re.search(r"^\d · ", heard, re.MULTILINE)


async def test_a_post_without_figures_shows_no_numbers_of_choices(bot: TelegramBot) -> None:
    _, boris = await with_blocked_dms(bot)
    await boris.user.says("/scores")
    await until(lambda: "Show answer" in bot.last.labels, "no post")
    without = bot.last
    assert "1" not in without.labels
    await boris.user.says("/settings")
    await until(lambda: "1" in bot.last.labels, "no post")
    assert "1 · " in await boris.user.presses("›", on=bot.last)
    heard = await boris.user.presses("Show answer", on=without)
    assert heard
    assert not re.search(r"^\d · ", heard, re.MULTILINE)


# ---- what everybody may read


@pytest.mark.parametrize("started", [True, False])
@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("/help", "The host presses Start."),
        ("/start@stationmaster_bot", "The host presses Start."),
        ("/rules", "Build railways between cities."),
        ("/rules tunnels", "Play the cards for a tunnel."),
    ],
)
async def test_help_and_rules_are_posted_in_the_group(
    bot: TelegramBot, said: str, told: str, *, started: bool
) -> None:
    (anna,) = await bot.add_players("Anna", started=started)
    await anna.user.says(said)
    await until(lambda: bot.posts, "nothing is posted")
    await bot.settle()
    [post] = bot.posts
    assert told in post.text
    assert post.silent
    assert not {"Show answer", "›", "1"} & set(post.labels)
    assert not anna.user.dms


async def test_another_topic_is_shown_in_the_same_post(bot: TelegramBot) -> None:
    anna, boris = await bot.add_players("Anna", "Boris", started=False)
    await anna.user.says("/rules tunnels")
    await until(lambda: bot.posts, "nothing is posted")
    await boris.user.presses("Ferries", on=bot.last)
    await until(lambda: "A ferry shows locomotives" in bot.last.text, "the topic is not shown")
    assert bot.last.media
    await anna.user.presses("The game", on=bot.last)
    await until(lambda: "Build railways between" in bot.last.text, "the topic is not shown")
    await bot.settle()
    assert len(bot.posts) == 1
    assert not bot.last.media


async def test_help_asked_for_twice_is_posted_once(bot: TelegramBot) -> None:
    anna, boris = await bot.add_players("Anna", "Boris")
    await anna.user.says("/help")
    await until(lambda: bot.posts, "nothing is posted")
    again = await boris.user.says("/help")
    await until(lambda: again.reactions, "no trace")
    assert len(bot.posts) == 1
    await bot.clock.move_on(timedelta(minutes=5))
    await anna.user.says("/rules")
    await until(lambda: "Build railways" in bot.last.text, "no rules")
    await bot.settle()
    assert len(bot.posts) == 1


async def test_rules_below_a_lobby_are_posted_for_people_without_a_private_chat(bot: TelegramBot) -> None:
    anna, boris = await bot.add_players("Anna", "Boris", started=False)
    await anna.user.says("/newgame europe")
    await bot.settle()
    lobby = bot.with_button("Rules")
    assert not await boris.user.presses("Rules", on=lobby)
    await until(lambda: "Build railways between cities." in bot.last.text, "no rules")
    assert "Join" in lobby.labels


async def test_a_forged_topic_leaves_other_posts_as_they_are(bot: TelegramBot) -> None:
    anna, boris = await bot.add_players("Anna", "Boris", started=False)
    await anna.user.says("/newgame europe")
    await bot.settle()
    lobby, text = bot.last, bot.last.text
    await boris.user.forges("-.0.rules tunnels", lobby)
    await bot.settle()
    assert lobby.text == text


async def test_the_post_reveals_neither_the_question_nor_whether_it_is_possible(
    bot: TelegramBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    anna, boris = await with_blocked_dms(bot)
    lines = [await post_after(bot, anna, "Draw")]
    for _ in range(2):
        await anna.types("draw deck")
    await bot.settle()

    answer = bot.host.dispatcher.answer

    async def refused(asker: Asker, call: Call, **about: Any) -> Message:
        pressed = call.revision is not None
        return Message("You cannot pay for any route.") if pressed else await answer(asker, call, **about)

    monkeypatch.setattr(bot.host.dispatcher, "answer", refused)
    lines.append(await post_after(bot, boris, "Claim"))
    assert boris.user.heard == "You cannot pay for any route."
    one, two = [
        (line.text.replace(str(who), ""), line.labels) for line, who in zip(lines, (anna, boris), strict=True)
    ]
    assert one == two


async def test_after_a_restart_numbers_show_the_hand_and_choose_nothing_unseen(
    tmp_path: Path, server: FakeTelegram, clock: FakeClock
) -> None:
    fake_group = FakeGroup(server)
    async with telegram_bot(tmp_path, fake_group, clock) as bot:
        anna, boris = await with_blocked_dms(bot)
        line = await post_after(bot, anna, "Draw")
        listed, seq = anna.user.heard, (await bot.match()).seq
    async with telegram_bot(tmp_path, fake_group, clock) as bot:
        anna, _ = await bot.add_players(str(anna), str(boris), started=False)
        await bot.settle()
        assert await anna.user.presses("1", on=line) == listed
        assert (await bot.match()).seq == seq
        await anna.user.presses("1", on=line)
        await bot.settle()
        assert (await bot.match()).seq > seq
