"""Answers on Telegram: text at once, pictures when they are ready, and repeated clicks."""

import asyncio
from dataclasses import replace
from datetime import timedelta
from functools import partial
from typing import Any

import pytest

from bot.model.call import Asker, Call
from bot.model.message import Pack, Picture, Topic, drawn_picture
from bot.model.port import Key
from bot.model.settings import ChatSettings
from bot.shown.picture_service import Sketch
from tests.fakes.telegram.world import Post
from tests.fakes.wire.patience import until
from tests.fakes.wire.server import of_kind
from tests.scenario import FakePictures
from tests.telegram_bot import TelegramBot, TelegramPlayer

MAP = "my-tickets.png"


class SlowPictures:
    """Draws maps of tickets only after `ready` is set."""

    def __init__(self) -> None:
        self.ready = asyncio.Event()
        self.fails = False
        self.waiting = 0


@pytest.fixture
def slow_pictures(monkeypatch: pytest.MonkeyPatch) -> SlowPictures:
    """Maps of tickets take long after a test clears `ready`."""
    made, at_once = SlowPictures(), FakePictures.of
    made.ready.set()

    async def late(_: Pack | None) -> bytes:
        await made.ready.wait()
        if made.fails:
            raise OSError("no paint")
        return b"drawn at last"

    def of(self: FakePictures, *sketches: Sketch | None) -> tuple[Picture, ...]:
        pictures = at_once(self, *sketches)
        if made.ready.is_set() and not made.fails:
            return pictures
        slow = {MAP: {"key": "a slow map", "draw": late}}
        return tuple(replace(picture, **slow.get(picture.name, {})) for picture in pictures)

    monkeypatch.setattr(FakePictures, "of", of)
    return made


@pytest.fixture
def slow_drawing(monkeypatch: pytest.MonkeyPatch) -> SlowPictures:
    """Listed maps of tickets are drawn only while `ready` is set."""
    made, draw = SlowPictures(), FakePictures.file
    made.ready.set()

    async def file(self: FakePictures, sketch: Sketch, pack: Pack | None = None) -> bytes:
        if sketch.name == MAP:
            made.waiting += 1
            await made.ready.wait()
        return await draw(self, sketch)

    monkeypatch.setattr(FakePictures, "file", file)
    return made


async def answer_to(anna: TelegramPlayer, said: str) -> Post:
    """The private message that answers what somebody types in private."""
    before = len(anna.user.dms)
    await anna.user.tells(said)
    await until(lambda: len(anna.user.dms) > before, "no answer")
    return anna.user.last_dm


async def test_a_code_or_key_that_is_shown_only_once_is_not_deleted_by_the_next_answer(
    bot: TelegramBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def accepts(*_: object) -> str:
        return ""

    dispatcher = bot.host.dispatcher
    monkeypatch.setattr(dispatcher, "_services", replace(dispatcher._services, try_webhook=accepts))
    anna, _ = await bot.in_play("Anna", "Boris")
    bot.fake_group.appoints(anna.user)
    secrets = []
    for said, shown in (("/link", "/link "), ("/webhook https://club.example/turns", "key")):
        await anna.user.says(said)
        await until(lambda: shown in anna.user.last_dm.text, "no answer")  # noqa: B023
        secrets.append(anna.user.last_dm)
    for said in ("/hand", "/scores", "/tickets"):
        await anna.user.says(said)
        await bot.settle()
    assert [one for one in secrets if one not in anna.user.dms] == []


def panel_of(anna: TelegramPlayer) -> Post:
    """The panel in the private chat: the newest message, once a turn has begun."""
    return anna.user.last_dm


def media(post: Post) -> bytes:
    return post.media.data if post.media else b""


# ---- text first


async def test_text_does_not_wait_for_its_picture_and_becomes_the_caption(
    bot: TelegramBot, slow_pictures: SlowPictures
) -> None:
    anna, _ = await bot.in_play("Anna", "Boris")
    slow_pictures.ready.clear()
    dm = await answer_to(anna, "/hand")
    assert dm.media is None
    words, keys = dm.text, dm.keyboard
    assert words.startswith("Your turn.")
    slow_pictures.ready.set()
    await bot.settle()
    assert (media(dm), dm.text, anna.user.last_dm) == (b"drawn at last", words, dm)
    assert dm.keyboard[: len(keys)] == keys
    assert dm.silent


async def test_a_photo_gets_its_new_caption_before_the_new_picture(
    bot: TelegramBot, slow_pictures: SlowPictures
) -> None:
    anna, _ = await bot.in_play("Anna", "Boris")
    panel = panel_of(anna)
    old = media(panel)
    await anna.user.presses("Claim", on=panel)
    await until(lambda: "Which one?" in panel.text, "no list")
    slow_pictures.ready.clear()
    await anna.user.presses("Back", on=panel)
    await until(lambda: "Your turn." in panel.text, "no text")
    assert media(panel) == old
    slow_pictures.ready.set()
    await bot.settle()
    assert (media(panel), "Your turn." in panel.text) == (b"drawn at last", True)


async def test_a_late_picture_is_dropped_where_the_message_shows_something_newer(
    bot: TelegramBot, slow_pictures: SlowPictures
) -> None:
    anna, _ = await bot.in_play("Anna", "Boris")
    dm = await answer_to(anna, "/hand")
    old = media(dm)
    slow_pictures.ready.clear()
    await anna.user.presses("From the deck", on=dm)
    await until(lambda: "You drew" in dm.text, "no text")
    await anna.user.forges(f"{(await bot.match()).id}.0.scores", dm)
    await until(lambda: "Points so far" in dm.text, "no scores")
    edits = dm.edits
    slow_pictures.ready.set()
    await bot.settle()
    assert (dm.edits, media(dm)) == (edits, old)


async def test_a_picture_is_not_added_to_a_deleted_answer(
    bot: TelegramBot, slow_pictures: SlowPictures
) -> None:
    _, boris = await bot.in_play("Anna", "Boris")
    slow_pictures.ready.clear()
    await boris.user.presses("My hand", on=bot.last)
    await until(lambda: boris.user.last_dm.media is None, "no answer")
    first = boris.user.last_dm
    await boris.user.presses("Scores", on=bot.last)
    await boris.user.says("/log")
    await until(lambda: first.gone, "the old answer stays")
    slow_pictures.ready.set()
    await bot.settle()
    assert first.media is None
    assert not [one for one in bot.server.declined if "not found" in one]


async def test_an_answer_without_its_picture_stays_when_drawing_fails(
    bot: TelegramBot, slow_pictures: SlowPictures
) -> None:
    anna, _ = await bot.in_play("Anna", "Boris")
    slow_pictures.fails = True
    dm = await answer_to(anna, "/hand")
    await bot.settle()
    assert (dm.media, dm.text.startswith("Your turn.")) == (None, True)


async def test_an_answer_without_its_picture_stays_when_the_upload_fails(
    bot: TelegramBot, slow_pictures: SlowPictures
) -> None:
    anna, boris = await bot.in_play("Anna", "Boris")
    slow_pictures.ready.clear()
    dm = await answer_to(anna, "/hand")
    bot.server.faults.add("editMessageMedia", status=502)
    slow_pictures.ready.set()
    await until(lambda: not bot.server.faults.pending, "nothing is tried")
    await anna.types("draw deck")
    await anna.types("draw deck")
    await bot.settle()
    assert (dm.media, dm.text.startswith("Your turn.")) == (None, True)
    assert await bot.waited_for(boris) == [boris]


async def test_a_private_click_is_acknowledged_before_it_is_judged(
    bot: TelegramBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    anna, _ = await bot.in_play("Anna", "Boris")
    released, click = asyncio.Event(), bot.host.dispatcher.answer

    async def slowly(*asked: Any, **about: Any) -> object:
        await released.wait()
        return await click(*asked, **about)

    monkeypatch.setattr(bot.host.dispatcher, "answer", slowly)
    panel, held = panel_of(anna), sum((await anna.view()).hand)
    edits = panel.edits
    for label in ("From the deck", "Claim"):  # the second does not wait for the first
        await anna.user.presses(label, on=panel)
    assert panel.edits == edits
    released.set()
    await bot.settle()
    assert sum((await anna.view()).hand) == held + 1


async def test_an_answer_in_a_panel_stays_while_it_shows_the_same_as_the_panel(bot: TelegramBot) -> None:
    anna, boris = await bot.in_play("Anna", "Boris")
    await _draw_cards(bot, anna, anna, boris, boris)  # now no answer comes below the panel
    panel = panel_of(anna)
    await anna.user.presses("From the deck", on=panel)
    await bot.settle()
    assert "You drew" in panel.text
    await _draw_cards(bot, anna, boris, boris)
    await until(lambda: panel.gone, "the panel of the last turn stays")
    assert "You drew" not in panel_of(anna).text


async def _draw_cards(bot: TelegramBot, *players: TelegramPlayer) -> None:
    """Each of these players draws a card from the deck, one after the other."""
    for player in players:
        await player.types("draw deck")
        await bot.settle()
    await bot.catch_up()


# ---- uploaded pictures


async def test_an_uploaded_picture_comes_with_the_text(bot: TelegramBot) -> None:
    anna, _ = await bot.in_play("Anna", "Boris")
    asked = len(bot.server.requests)
    dm = await answer_to(anna, "/hand")
    await bot.settle()
    assert media(dm) == media(panel_of(anna))
    calls = [(name, about.get("photo")) for name, about in bot.server.requests[asked:] if "Photo" in name]
    assert len(calls) == 1
    assert isinstance(calls[0][1], str)
    assert dm.edits == 0


async def test_a_picture_whose_file_id_expired_is_uploaded_again(bot: TelegramBot) -> None:
    anna, _ = await bot.in_play("Anna", "Boris")
    lost = "Bad Request: wrong remote file identifier specified: Wrong string length"
    bot.server.faults.add("sendPhoto", status=400, description=lost)
    dm = await answer_to(anna, "/hand")
    assert media(dm) == media(panel_of(anna))
    assert isinstance(of_kind(bot.server, "sendPhoto")[-1]["photo"], bytes)


# ---- panels


async def test_an_answer_does_not_wait_for_the_picture_of_a_panel(
    bot: TelegramBot, slow_drawing: SlowPictures
) -> None:
    anna, boris = await bot.in_play("Anna", "Boris")
    slow_drawing.ready.clear()
    await answer_to(boris, "/language ru")
    waiting = slow_drawing.waiting
    for _ in range(2):
        await anna.types("draw deck")
    await until(lambda: slow_drawing.waiting > waiting, "no panel is drawn")
    answer = await answer_to(boris, "/hand")
    await boris.user.presses("Из колоды", on=answer)
    await until(lambda: "вторая карта" in answer.text, "no answer")
    slow_drawing.ready.set()
    await bot.settle()
    panel = panel_of(boris)
    assert panel.media is not None
    assert not [label for label in panel.labels if "колоды" in label]
    await boris.user.presses("Из колоды", on=answer)
    await bot.settle()
    assert await bot.waited_for(anna) == [anna]


async def test_an_older_panel_never_replaces_a_newer_answer(bot: TelegramBot) -> None:
    anna, _ = await bot.in_play("Anna", "Boris")
    panel = panel_of(anna)
    platform, match = bot.chat, await bot.match()
    old = replace(await bot.host.dispatcher.panel(Asker(anna.person, bot.home)), mentions=())
    await anna.user.presses("From the deck", on=panel)
    await until(lambda: "You drew" in panel.text, "no answer")
    key = Key(match.id, Topic.PANEL, str(match.seq))
    assert await platform.edit(anna.person, str(panel.id), old, key)
    assert "You drew" in panel.text


async def test_the_map_of_the_tickets_is_shown_and_the_hand_is_behind_a_button(bot: TelegramBot) -> None:
    anna, boris = await bot.start_game("Anna", "Boris")
    for moment in ("while choosing", "in a turn"):
        panel = panel_of(anna)
        shown = await bot.host.dispatcher.panel(Asker(anna.person, bot.home))
        own_map = await drawn_picture(next(one for one in shown.pictures if one.name == MAP))
        await until(lambda panel=panel, own=own_map: media(panel) == own.png, f"no map {moment}")
        assert any(label.startswith("🖼") for label in panel.labels)
        for player in await bot.waited_for(anna, boris):
            if (await player.view()).offer:
                await player.keeps((await player.view()).offer)
        await bot.settle()
        anna = (await bot.waited_for(anna, boris))[0]


async def test_no_message_is_edited_to_what_it_shows(bot: TelegramBot) -> None:
    anna, boris = await bot.in_play("Anna", "Boris")
    for player in (anna, boris):
        panel = panel_of(player)
        for label in ("Claim", "Back", "Claim", "Back", "From the deck", "From the deck"):
            button = next(one for one in panel.buttons if label in one["text"])
            await player.user.presses_button(button, panel)
            await until(lambda panel=panel, old=button: old not in panel.buttons, label)
        await bot.settle()
    assert not [one for one in bot.server.declined if "not modified" in one]


async def says(player: TelegramPlayer, text: str) -> None:
    """Act for a player without an answer in the private chat."""
    await player.bot.host.dispatcher.answer(Asker(player.person, player.bot.home), Call.typed(text))


async def test_a_panel_and_its_buttons_speak_one_language(bot: TelegramBot) -> None:
    anna, _ = await bot.in_play("Anna", "Boris")
    await bot.store.chats.change_settings(bot.home, ChatSettings(chosen={"language": "ru"}))
    for shows in (partial(answer_to, anna, "/hand"), partial(bot.host._announcer.write_again, anna.person)):
        await shows()
        await bot.settle()
        panel = panel_of(anna)
        assert "Ваш ход." in panel.text
        assert not [label for label in panel.labels if "picture" in label]
        assert [label for label in panel.labels if "картин" in label]


async def test_slow_game_sends_a_private_message_only_to_the_player_whose_turn_begins(
    bot: TelegramBot,
) -> None:
    players = await bot.in_play("Anna", "Boris", "Cara")
    for turn in range(4):
        await bot.clock.move_on(timedelta(hours=2))
        before = [len(one.user.dms) for one in players]
        ids = [[post.id for post in one.user.dms] for one in players]
        for _ in range(2):
            await says(players[turn % 3], "/draw deck")
        await bot.settle()
        assert [len(one.user.dms) for one in players] == before, "old panels are deleted"
        assert [[post.id for post in one.user.dms] != old for one, old in zip(players, ids, strict=True)] == [
            seat == (turn + 1) % 3 for seat in range(3)
        ]


@pytest.mark.parametrize("answers", [1, 3])
async def test_all_messages_about_a_turn_follow_the_clock(bot: TelegramBot, answers: int) -> None:
    anna, boris = await bot.in_play("Anna", "Boris")
    await says(boris, "/clock 12h")
    await says(anna, "/vote yes")
    await bot.settle()
    for _ in range(answers):
        answer = await answer_to(anna, "/hand")
        await bot.settle()
    old = _deadline_in(answer)
    await says(boris, "/givetime")
    await until(lambda: _deadline_in(answer) != old, "the answer has the old deadline")
    await until(lambda: not [post for post in anna.user.dms if old in post.text], "an old deadline is left")
    assert [post for post in anna.user.dms if any("Draw" in label for label in post.labels)] == [answer]


async def test_a_panel_loses_its_buttons_also_after_many_answers_without_any(bot: TelegramBot) -> None:
    anna, _ = await bot.in_play("Anna", "Boris")
    panel = panel_of(anna)
    for _ in range(15):
        await answer_to(anna, "/log")
    assert any("Draw" in label for label in panel.labels)
    answer = await answer_to(anna, "/hand")
    await until(lambda: not any("Draw" in label for label in panel.labels), "the panel keeps its buttons")
    assert any("Draw" in label for label in answer.labels)


async def test_a_panel_follows_the_clock_after_an_answer_that_does_already(
    bot: TelegramBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    anna, boris = await bot.in_play("Anna", "Boris")
    await says(boris, "/clock 12h")
    await says(anna, "/vote yes")
    await bot.settle()
    panel, old = panel_of(anna), _deadline_in(panel_of(anna))
    edit, answered = bot.chat.edit, asyncio.Event()

    async def edit_after_the_answer(*what: Any) -> bool:
        await answered.wait()
        return await edit(*what)

    monkeypatch.setattr(bot.chat, "edit", edit_after_the_answer)
    await says(boris, "/givetime")
    answer = await answer_to(anna, "/hand")
    assert _deadline_in(answer) != old
    answered.set()
    await until(lambda: _deadline_in(panel) == _deadline_in(answer), "the panel has the old deadline")
    assert [post for post in (panel, answer) if any("Draw" in label for label in post.labels)] == [answer]


def _deadline_in(post: Post) -> str:
    return next((line for line in post.text.splitlines() if "Deadline" in line), "")
