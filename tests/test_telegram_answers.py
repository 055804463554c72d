"""Answers on Telegram: words at once, pictures when they come, and presses that Telegram tells of twice."""

import asyncio
from pathlib import Path
from typing import Any

import pytest

from bot.model.message import Picture
from tests.fakes.telegram.group import FakeGroup
from tests.fakes.telegram.server import FakeTelegram
from tests.fakes.telegram.world import Post
from tests.fakes.wire.patience import until
from tests.fakes.wire.server import of_kind
from tests.scenario import FakeClock, FakePictures
from tests.telegram_bot import TelegramBot, TelegramPlayer, telegram_bot


class Easel:
    """Where hands are drawn: nothing is ready before it is time."""

    def __init__(self) -> None:
        self.ready = asyncio.Event()
        self.fails = False

    async def hand(self, *_: Any) -> tuple[Picture, ...]:
        await self.ready.wait()
        if self.fails:
            raise OSError("no paint")
        return (Picture("hand.png", "a hand", b"drawn at last"),)


@pytest.fixture
def easel(monkeypatch: pytest.MonkeyPatch) -> Easel:
    """It takes long to draw, once a test has begun to use it."""
    made = Easel()
    made.ready.set()
    drawn = FakePictures.hand

    async def hand(self: FakePictures, *about: Any) -> tuple[Picture, ...]:
        return await (drawn(self, *about) if made.ready.is_set() and not made.fails else made.hand())

    monkeypatch.setattr(FakePictures, "hand", hand)
    return made


async def answer_to(anna: TelegramPlayer, said: str) -> Post:
    """The letter that comes below what somebody types in private."""
    before = len(anna.user.dms)
    await anna.user.tells(said)
    await until(lambda: len(anna.user.dms) > before, "no letter")
    return anna.user.last_dm


def panel_of(anna: TelegramPlayer) -> Post:
    """The letter that the announcer keeps up to date: the oldest."""
    return anna.user.dms[0]


def media(post: Post) -> bytes:
    return post.media.data if post.media else b""


# ---- words first


async def test_words_do_not_wait_for_pictures_and_become_their_caption(
    bot: TelegramBot, easel: Easel
) -> None:
    anna, _ = await bot.in_play("Anna", "Boris")
    easel.ready.clear()
    dm = await answer_to(anna, "/hand")
    assert dm.media is None
    words, keys = dm.text, dm.keyboard
    assert words.startswith("Your turn.")
    easel.ready.set()
    await bot.settle()
    assert (media(dm), dm.text, anna.user.last_dm) == (b"drawn at last", words, dm)
    assert dm.keyboard[: len(keys)] == keys
    assert dm.silent


async def test_a_photo_in_private_has_new_words_below_it_before_the_new_picture(
    bot: TelegramBot, easel: Easel
) -> None:
    anna, _ = await bot.in_play("Anna", "Boris")
    panel = panel_of(anna)
    old = media(panel)
    easel.ready.clear()
    await anna.user.presses("Blind card", on=panel)
    await until(lambda: "You drew" in panel.text, "no words")
    assert media(panel) == old
    easel.ready.set()
    await bot.settle()
    assert (media(panel), "You drew" in panel.text) == (b"drawn at last", True)


async def test_a_picture_that_comes_late_is_dropped_where_something_newer_stands(
    bot: TelegramBot, easel: Easel
) -> None:
    anna, _ = await bot.in_play("Anna", "Boris")
    dm = await answer_to(anna, "/hand")
    old = media(dm)
    easel.ready.clear()
    await anna.user.presses("Blind card", on=dm)
    await until(lambda: "You drew" in dm.text, "no words")
    await anna.user.forges(f"{(await bot.match()).id}.0.scores", dm)
    await until(lambda: "So far" in dm.text, "no scores")
    edits = dm.edits
    easel.ready.set()
    await bot.settle()
    assert (dm.edits, media(dm)) == (edits, old)


async def test_a_picture_is_not_sent_to_an_answer_that_another_has_taken_the_place_of(
    bot: TelegramBot, easel: Easel
) -> None:
    anna, _ = await bot.in_play("Anna", "Boris")
    easel.ready.clear()
    await anna.user.presses("My hand", on=bot.last)
    await until(lambda: anna.user.last_dm.media is None, "no answer")
    first = anna.user.last_dm
    await anna.user.presses("Scores", on=bot.last)
    await anna.user.says("/log")
    await until(lambda: first.gone, "the old answer stays")
    easel.ready.set()
    await bot.settle()
    assert first.media is None
    assert not [one for one in bot.server.declined if "not found" in one]


async def test_a_picture_that_cannot_be_drawn_leaves_the_words(bot: TelegramBot, easel: Easel) -> None:
    anna, _ = await bot.in_play("Anna", "Boris")
    easel.fails = True
    dm = await answer_to(anna, "/hand")
    await bot.settle()
    assert (dm.media, dm.text.startswith("Your turn.")) == (None, True)


async def test_a_picture_that_cannot_be_sent_leaves_the_words(bot: TelegramBot, easel: Easel) -> None:
    anna, boris = await bot.in_play("Anna", "Boris")
    easel.ready.clear()
    dm = await answer_to(anna, "/hand")
    bot.server.faults.add("editMessageMedia", status=502)
    easel.ready.set()
    await until(lambda: not bot.server.faults.pending, "nothing is tried")
    await anna.types("draw deck")
    await anna.types("draw deck")
    await bot.settle()
    assert (dm.media, dm.text.startswith("Your turn.")) == (None, True)
    assert await bot.waited_for(boris) == [boris]


async def test_a_press_in_private_stops_turning_its_wheel_before_it_is_judged(
    bot: TelegramBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    anna, _ = await bot.in_play("Anna", "Boris")
    judged, press = asyncio.Event(), bot.host.desk.press

    async def slowly(*asked: Any, **about: Any) -> object:
        await judged.wait()
        return await press(*asked, **about)

    monkeypatch.setattr(bot.host.desk, "press", slowly)
    panel = panel_of(anna)
    edits = panel.edits
    await anna.user.presses("Blind card", on=panel)
    assert panel.edits == edits
    judged.set()
    await until(lambda: "You drew" in panel.text, "no answer")


async def test_a_picture_that_is_drawn_but_was_never_sent_comes_after_the_words(bot: TelegramBot) -> None:
    anna, _ = await bot.in_play("Anna", "Boris")
    asked = len(bot.server.requests)
    dm = await answer_to(anna, "/tickets")
    await bot.settle()
    assert dm.media is not None
    calls = [name for name, _ in bot.server.requests[asked:] if name.startswith(("send", "edit"))]
    assert calls == ["sendMessage", "editMessageMedia"]


async def test_the_answer_in_a_panel_stays_while_it_says_what_the_panel_would(bot: TelegramBot) -> None:
    anna, boris = await bot.in_play("Anna", "Boris")
    panel = panel_of(anna)
    await anna.user.presses("Blind card", on=panel)
    await bot.settle()
    assert "You drew" in panel.text
    for player in (anna, boris, boris):
        await player.types("draw deck")
        await bot.settle()
    assert "You drew" not in panel.text
    assert panel.text.startswith("Your turn.")


# ---- pictures that Telegram has


async def test_a_picture_that_telegram_has_comes_with_the_words(bot: TelegramBot) -> None:
    anna, _ = await bot.in_play("Anna", "Boris")
    asked = len(bot.server.requests)
    dm = await answer_to(anna, "/hand")
    await bot.settle()
    assert media(dm) == media(panel_of(anna))
    calls = [(name, about.get("photo")) for name, about in bot.server.requests[asked:] if "Photo" in name]
    assert len(calls) == 1
    assert isinstance(calls[0][1], str)
    assert dm.edits == 0


async def test_a_picture_that_telegram_has_lost_is_sent_again(bot: TelegramBot) -> None:
    anna, _ = await bot.in_play("Anna", "Boris")
    lost = "Bad Request: wrong remote file identifier specified: Wrong string length"
    bot.server.faults.add("sendPhoto", status=400, description=lost)
    dm = await answer_to(anna, "/hand")
    assert media(dm) == media(panel_of(anna))
    assert isinstance(of_kind(bot.server, "sendPhoto")[-1]["photo"], bytes)


# ---- told twice


async def test_a_press_that_is_told_twice_changes_the_lobby_once(
    tmp_path: Path, server: FakeTelegram, clock: FakeClock
) -> None:
    fake_group = FakeGroup(server)
    async with telegram_bot(tmp_path, fake_group, clock) as bot:
        anna, boris = await bot.add_players("Anna", "Boris")
        await anna.user.says("/newgame europe")
        await bot.settle()
        await boris.user.presses("Join", on=bot.last)
        await bot.settle()
        await anna.user.presses("Add a computer", on=bot.last)
        await bot.settle()
        assert await holders(bot) == 3
        server.updates.repeat()
        await bot.settle()
        assert await holders(bot) == 3
    server.updates.repeat()
    async with telegram_bot(tmp_path, fake_group, clock) as bot:
        await bot.settle()
        assert await holders(bot) == 3


async def test_everybody_who_presses_computer_adds_one(bot: TelegramBot) -> None:
    anna, boris, carla = await bot.add_players("Anna", "Boris", "Carla")
    await anna.user.says("/newgame europe")
    await bot.settle()
    lobby = bot.last
    await boris.user.presses("Join", on=lobby)
    presses = [(anna, "Add a computer"), (boris, "Add a computer"), (carla, "Join")]
    await asyncio.gather(*(who.user.presses(what, on=lobby) for who, what in presses))
    await bot.settle()
    assert await holders(bot) == 5


async def holders(bot: TelegramBot) -> int:
    """How many sit at the table."""
    return len((await bot.match()).roster.holders)
