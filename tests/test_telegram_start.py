"""The first steps on Telegram: a group that adds the bot, and people who open their private chat."""

import asyncio
import sys
from datetime import timedelta

import pytest

from bot.model.identity import Chat
from bot.telegram.button_codes import playing
from bot.telegram.formatted_text import OutgoingMessage
from bot.telegram.sender import Sender
from tests.fakes.telegram.server import FakeTelegram
from tests.fakes.telegram.world import Post
from tests.fakes.wire.patience import until
from tests.telegram_bot import TelegramBot, TelegramPlayer


async def dm_with(player: TelegramPlayer, text: str) -> None:
    """Wait for a private message; it must be the newest one."""
    await until(lambda: player.user.dms and text in player.user.last_dm.text, f"{player} gets no {text!r}")


def deciding(player: TelegramPlayer) -> list[Post]:
    """The private messages with buttons of a current or an earlier decision."""
    codes = {
        post.id: [str(button.get("callback_data")) for button in post.buttons] for post in player.user.dms
    }
    return [post for post in player.user.dms if playing(codes[post.id])]


# ---- the private chat


async def test_a_game_in_private_is_chosen_and_opened_there_also_by_a_player_elsewhere(
    bot: TelegramBot,
) -> None:
    anna, _ = await bot.in_play("Anna", "Boris")
    await anna.user.tells("/newgame")
    await until(lambda: "Which game do you want to play here" in anna.user.last_dm.text, "no question")
    assert anna.user.last_dm.labels[-1] == "Add me to a group"
    await anna.user.presses("Ticket to Ride: USA · Classic", on=anna.user.last_dm)
    await until(lambda: any("is open for 2 to 5 players" in dm.text for dm in anna.user.dms), "no lobby")
    assert await bot.store.chats.game_in(Chat("telegram", anna.person.id)) is not None


async def test_start_shows_the_running_game_at_once(bot: TelegramBot) -> None:
    anna, _ = await bot.start_game("Anna", "Boris", started=False)
    await anna.user.starts("hello")
    await dm_with(anna, "Your starting tickets")
    assert len(anna.user.dms) == 1
    kept = [label for label in anna.user.last_dm.labels if label.startswith("☐")]
    assert len(kept) == len((await anna.view()).offer)


async def test_start_once_more_brings_the_panel_to_the_end_of_the_chat(bot: TelegramBot) -> None:
    anna, _ = await bot.in_play("Anna", "Boris")
    await anna.user.tells("/scores")
    await dm_with(anna, "Points so far")
    await anna.user.starts()
    await dm_with(anna, "Your turn.")
    await until(lambda: deciding(anna) == [anna.user.last_dm], "old panels keep their buttons")


async def test_a_picture_that_is_drawn_late_brings_no_buttons_back(
    bot: TelegramBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The answer to /keep gets its picture after the panel of the turn has taken its buttons."""
    is_drawn, at_once = asyncio.Event(), Sender.answer_prepared

    async def late(sender: Sender, message: OutgoingMessage) -> OutgoingMessage:
        await is_drawn.wait()
        return await at_once(sender, message)

    players = await bot.start_game("Anna", "Boris")
    monkeypatch.setattr(Sender, "answer_prepared", late)
    for player in players:
        await player.keeps((await player.view()).offer)
    anna = players[(await bot.match()).waiting_for[0]]
    await until(lambda: len([dm for dm in anna.user.dms if "Your turn." in dm.text]) == 2, "no panel")
    await until(lambda: deciding(anna) == [anna.user.last_dm], "the answer keeps its buttons")
    is_drawn.set()
    await bot.settle()
    assert deciding(anna) == [anna.user.last_dm]


async def test_only_the_newest_private_message_has_the_buttons_of_a_decision(bot: TelegramBot) -> None:
    anna, boris = await bot.in_play("Anna", "Boris")
    await bot.settle()
    for said in ("/hand", "/draw", "/help", "/draw deck", "/hand"):
        await anna.user.tells(said)
        await bot.settle()
        assert len(deciding(anna)) == 1, said
    for said in ("/hand", "/help"):
        await anna.user.says(said)
        await bot.settle()
        [shown] = deciding(anna)
        assert "From the deck" in shown.labels, said
    await anna.user.tells("/draw deck")
    await until(lambda: deciding(boris) == [boris.user.last_dm], "the turn is not Boris's")
    await bot.settle()
    assert not deciding(anna)


async def test_a_move_in_the_group_takes_the_buttons_of_a_private_answer(bot: TelegramBot) -> None:
    anna, _ = await bot.in_play("Anna", "Boris")
    await anna.user.tells("/hand")
    await bot.settle()
    await anna.user.says("/draw deck")
    await bot.settle()
    [shown] = deciding(anna)
    assert "second card" in shown.text
    await anna.user.says("/draw deck")
    await bot.settle()
    assert not deciding(anna)


async def test_people_who_unblock_the_bot_see_their_game(bot: TelegramBot) -> None:
    anna, _ = await bot.in_play("Anna", "Boris")
    await anna.user.blocks()
    await bot.settle()
    before = anna.user.last_dm
    await anna.user.unblocks()
    await until(lambda: anna.user.last_dm is not before, "no panel")
    assert "Your turn." in anna.user.last_dm.text
    await bot.catch_up()


async def test_start_in_a_lobby_says_that_one_has_a_seat(bot: TelegramBot) -> None:
    anna, boris = await bot.add_players("Anna", "Boris", started=False)
    await anna.user.says("/newgame usa")
    await bot.settle()
    await boris.user.presses("Join")
    await boris.user.opens()
    await dm_with(boris, "You have a seat in Ticket to Ride")
    assert "When it starts, your cards and tickets come here." in boris.user.last_dm.text


async def test_start_without_a_game_offers_to_add_the_bot_to_a_group(bot: TelegramBot) -> None:
    (anna,) = await bot.add_players("Anna", started=False)
    await anna.user.starts()
    await dm_with(anna, "/newgame")
    [button] = anna.user.last_dm.buttons
    assert button["url"] == "https://t.me/stationmaster_bot?startgroup=new"


async def test_a_click_that_is_answered_in_private_leads_there(bot: TelegramBot) -> None:
    anna, _ = await bot.in_play("Anna", "Boris")
    for label in ("Draw cards", "Board", "HD"):
        await anna.user.presses(label, on=bot.last)
        assert anna.user.query is not None
        assert "?start=" in anna.user.query.url, label
        assert not anna.user.heard


# ---- from a press in the group to the private chat


@pytest.mark.parametrize("label", ["Draw cards", "Claim", "Draw tickets", "My hand", "Board", "🔍", "HD"])
async def test_start_repeats_nothing_that_the_press_before_it_has_shown(bot: TelegramBot, label: str) -> None:
    anna, _ = await bot.in_play("Anna", "Boris")
    await bot.settle()
    before = len(anna.user.dms)
    await anna.user.presses(label, on=bot.last)
    await bot.settle()
    assert len(anna.user.dms) == before + 1
    shown = anna.user.last_dm
    labels = shown.labels
    await anna.user.opens()
    await bot.settle()
    assert anna.user.last_dm is shown
    assert shown.labels == labels


@pytest.mark.usefixtures("short_boards")
async def test_scores_come_once_at_the_end(bot: TelegramBot) -> None:
    anna, boris = await bot.in_play("Anna", "Boris", board="shorteurope")
    await bot.play_to_the_end(anna, boris)
    await bot.settle()
    [post] = [post for post in bot.posts if "Scores" in post.labels]
    await anna.user.presses("Scores", on=post)
    await bot.settle()
    shown = anna.user.last_dm
    assert "Routes" in shown.text
    await anna.user.opens()
    await bot.settle()
    assert anna.user.last_dm is shown


async def test_start_later_shows_what_was_pressed_and_not_the_hand(bot: TelegramBot) -> None:
    anna, _ = await bot.in_play("Anna", "Boris")
    await anna.user.presses("Claim", on=bot.last)
    await bot.settle()
    routes = anna.user.last_dm
    await bot.clock.move_on(timedelta(minutes=5))
    await anna.user.opens()
    await until(lambda: anna.user.last_dm is not routes, "nothing is shown")
    assert anna.user.last_dm.text == routes.text
    await until(lambda: deciding(anna) == [anna.user.last_dm], "the list has no buttons")


async def test_people_without_a_private_chat_are_shown_there_what_they_pressed(bot: TelegramBot) -> None:
    anna, *_ = await bot.in_play("Anna", "Boris")
    (carla,) = await bot.add_players("Carla", started=False)
    for player in (anna, carla):
        await bot.store.people.note_dms_blocked(player.person)
        await player.user.presses("🔍", on=bot.last)
        await player.user.opens()
        await until(lambda: player.user.dms and player.user.last_dm.media, "no board")  # noqa: B023
        await bot.settle()
        assert "Your turn." not in player.user.last_dm.text


async def test_the_host_who_starts_keeps_an_early_choice(bot: TelegramBot) -> None:
    anna, boris = await bot.add_players("Anna", "Boris")
    await anna.user.says("/newgame europe")
    await bot.settle()
    await boris.user.presses("Join", on=bot.with_button("Join"))
    await bot.settle()
    await anna.user.presses("Start", on=bot.with_button("Start"))
    assert anna.user.query is not None
    link = anna.user.query.url
    await bot.settle()
    await anna.user.presses_button(anna.user.last_dm.buttons[0], anna.user.last_dm)
    await bot.settle()
    assert [label[0] for label in anna.user.last_dm.labels][:4].count("☑") == 1
    panel = anna.user.last_dm
    await anna.user.follows(link)
    await boris.keeps((await boris.view()).offer)
    await bot.settle()
    assert anna.user.last_dm is panel
    assert [label[0] for label in panel.labels][:4].count("☑") == 1


# ---- groups


async def test_a_group_that_adds_the_bot_is_greeted_with_a_button(bot: TelegramBot) -> None:
    (anna,) = await bot.add_players("Anna")
    await bot.fake_group.removes_the_bot()
    await bot.fake_group.invites_the_bot()
    await until(lambda: bot.posts, "no greeting")
    greeting = bot.last
    assert len(greeting.text.splitlines()) == 2
    await anna.user.presses("Open a game", on=greeting)
    await until(lambda: "Ticket to Ride: USA · USA 1910" in greeting.labels, "no list")
    await anna.user.presses("Ticket to Ride: USA · USA 1910", on=greeting)
    await bot.settle()
    assert greeting.gone
    assert "Join" in bot.last.labels


async def test_a_group_where_a_game_goes_on_is_not_greeted(bot: TelegramBot) -> None:
    await bot.in_play("Anna", "Boris")
    await bot.fake_group.removes_the_bot()
    await bot.fake_group.invites_the_bot()
    await bot.settle()
    assert not any("Open a game" in post.labels for post in bot.posts)


async def test_a_group_where_the_bot_may_not_write_is_not_greeted(
    bot: TelegramBot, server: FakeTelegram
) -> None:
    await bot.fake_group.denies_everybody("can_send_messages")
    await bot.fake_group.removes_the_bot()
    await bot.fake_group.invites_the_bot()
    await until(lambda: any("sendMessage" in one for one in server.declined), "it did not try")
    assert not bot.posts


async def test_a_request_looks_for_no_missing_module(
    bot: TelegramBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Python searches all folders of its path, each time, for a module that is not installed."""
    sought: list[str] = []

    class Finder:
        @staticmethod
        def find_spec(name: str, *_: object) -> None:
            sought.append(name)

    anna, _ = await bot.in_play("Anna", "Boris")
    monkeypatch.setattr(sys, "meta_path", [Finder, *sys.meta_path])
    await anna.user.tells("/scores")
    await dm_with(anna, "Points so far")
    assert "sniffio" not in sought
