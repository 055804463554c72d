"""Answers on Telegram: words at once, pictures when they come, and presses that Telegram tells of twice."""

import asyncio
from pathlib import Path
from typing import Any

import pytest

from bot.model.message import Picture
from tests.fakes.telegram.green import Green
from tests.fakes.telegram.server import Village, of_kind
from tests.fakes.telegram.villager import until
from tests.fakes.telegram.world import Post
from tests.scenario import FakeClock, Sketcher
from tests.telegram_bot import Halt, Traveller, halt


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
    drawn = Sketcher.hand

    async def hand(self: Sketcher, *about: Any) -> tuple[Picture, ...]:
        return await (drawn(self, *about) if made.ready.is_set() and not made.fails else made.hand())

    monkeypatch.setattr(Sketcher, "hand", hand)
    return made


async def answer_to(anna: Traveller, said: str) -> Post:
    """The letter that comes below what somebody types in private."""
    before = len(anna.villager.letters)
    await anna.villager.tells(said)
    await until(lambda: len(anna.villager.letters) > before, "no letter")
    return anna.villager.letter


def panel_of(anna: Traveller) -> Post:
    """The letter that the announcer keeps up to date: the oldest."""
    return anna.villager.letters[0]


def media(post: Post) -> bytes:
    return post.media.data if post.media else b""


# ---- words first


async def test_words_do_not_wait_for_pictures_and_become_their_caption(bot: Halt, easel: Easel) -> None:
    anna, _ = await bot.in_play("Anna", "Boris")
    easel.ready.clear()
    letter = await answer_to(anna, "/hand")
    assert letter.media is None
    words, keys = letter.text, letter.keyboard
    assert words.startswith("Your turn.")
    easel.ready.set()
    await bot.settle()
    assert (media(letter), letter.text, anna.villager.letter) == (b"drawn at last", words, letter)
    assert letter.keyboard[: len(keys)] == keys
    assert letter.silent


async def test_a_photo_in_private_has_new_words_below_it_before_the_new_picture(
    bot: Halt, easel: Easel
) -> None:
    anna, _ = await bot.in_play("Anna", "Boris")
    panel = panel_of(anna)
    old = media(panel)
    easel.ready.clear()
    await anna.villager.presses("From the deck", on=panel)
    await until(lambda: "You drew" in panel.text, "no words")
    assert media(panel) == old
    easel.ready.set()
    await bot.settle()
    assert (media(panel), "You drew" in panel.text) == (b"drawn at last", True)


async def test_a_picture_that_comes_late_is_dropped_where_something_newer_stands(
    bot: Halt, easel: Easel
) -> None:
    anna, _ = await bot.in_play("Anna", "Boris")
    letter = await answer_to(anna, "/hand")
    old = media(letter)
    easel.ready.clear()
    await anna.villager.presses("From the deck", on=letter)
    await until(lambda: "You drew" in letter.text, "no words")
    await anna.villager.forges(f"{(await bot.match()).id}.0.scores", letter)
    await until(lambda: "Score so far" in letter.text, "no scores")
    edits = letter.edits
    easel.ready.set()
    await bot.settle()
    assert (letter.edits, media(letter)) == (edits, old)


async def test_a_picture_is_not_sent_to_an_answer_that_another_has_taken_the_place_of(
    bot: Halt, easel: Easel
) -> None:
    anna, _ = await bot.in_play("Anna", "Boris")
    easel.ready.clear()
    await anna.villager.presses("My hand", on=bot.last)
    await until(lambda: anna.villager.letter.media is None, "no answer")
    first = anna.villager.letter
    await anna.villager.presses("Scores", on=bot.last)
    await anna.villager.says("/log")
    await until(lambda: first.gone, "the old answer stays")
    easel.ready.set()
    await bot.settle()
    assert first.media is None
    assert not [one for one in bot.village.declined if "not found" in one]


async def test_a_picture_that_cannot_be_drawn_leaves_the_words(bot: Halt, easel: Easel) -> None:
    anna, _ = await bot.in_play("Anna", "Boris")
    easel.fails = True
    letter = await answer_to(anna, "/hand")
    await bot.settle()
    assert (letter.media, letter.text.startswith("Your turn.")) == (None, True)


async def test_a_picture_that_cannot_be_sent_leaves_the_words(bot: Halt, easel: Easel) -> None:
    anna, boris = await bot.in_play("Anna", "Boris")
    easel.ready.clear()
    letter = await answer_to(anna, "/hand")
    bot.village.faults.order("editMessageMedia", status=502)
    easel.ready.set()
    await until(lambda: not bot.village.faults.left, "nothing is tried")
    await anna.types("draw deck")
    await anna.types("draw deck")
    await bot.settle()
    assert (letter.media, letter.text.startswith("Your turn.")) == (None, True)
    assert await bot.waited_for(boris) == [boris]


async def test_a_press_in_private_stops_turning_its_wheel_before_it_is_judged(
    bot: Halt, monkeypatch: pytest.MonkeyPatch
) -> None:
    anna, _ = await bot.in_play("Anna", "Boris")
    judged, press = asyncio.Event(), bot.table.desk.press

    async def slowly(*asked: Any, **about: Any) -> object:
        await judged.wait()
        return await press(*asked, **about)

    monkeypatch.setattr(bot.table.desk, "press", slowly)
    panel = panel_of(anna)
    edits = panel.edits
    await anna.villager.presses("From the deck", on=panel)
    assert panel.edits == edits
    judged.set()
    await until(lambda: "You drew" in panel.text, "no answer")


async def test_a_picture_that_is_drawn_but_was_never_sent_comes_after_the_words(bot: Halt) -> None:
    anna, _ = await bot.in_play("Anna", "Boris")
    asked = len(bot.village.requests)
    letter = await answer_to(anna, "/tickets")
    await bot.settle()
    assert letter.media is not None
    calls = [name for name, _ in bot.village.requests[asked:] if name.startswith(("send", "edit"))]
    assert calls == ["sendMessage", "editMessageMedia"]


async def test_the_answer_in_a_panel_stays_while_it_says_what_the_panel_would(bot: Halt) -> None:
    anna, boris = await bot.in_play("Anna", "Boris")
    panel = panel_of(anna)
    await anna.villager.presses("From the deck", on=panel)
    await bot.settle()
    assert "You drew" in panel.text
    for player in (anna, boris, boris):
        await player.types("draw deck")
        await bot.settle()
    assert "You drew" not in panel.text
    assert panel.text.startswith("Your turn.")


# ---- pictures that Telegram has


async def test_a_picture_that_telegram_has_comes_with_the_words(bot: Halt) -> None:
    anna, _ = await bot.in_play("Anna", "Boris")
    asked = len(bot.village.requests)
    letter = await answer_to(anna, "/hand")
    await bot.settle()
    assert media(letter) == media(panel_of(anna))
    calls = [(name, about.get("photo")) for name, about in bot.village.requests[asked:] if "Photo" in name]
    assert len(calls) == 1
    assert isinstance(calls[0][1], str)
    assert letter.edits == 0


async def test_a_picture_that_telegram_has_lost_is_sent_again(bot: Halt) -> None:
    anna, _ = await bot.in_play("Anna", "Boris")
    lost = "Bad Request: wrong remote file identifier specified: Wrong string length"
    bot.village.faults.order("sendPhoto", status=400, description=lost)
    letter = await answer_to(anna, "/hand")
    assert media(letter) == media(panel_of(anna))
    assert isinstance(of_kind(bot.village, "sendPhoto")[-1]["photo"], bytes)


# ---- told twice


async def test_a_press_that_is_told_twice_changes_the_lobby_once(
    tmp_path: Path, place: Village, clock: FakeClock
) -> None:
    green = Green(place)
    async with halt(tmp_path, green, clock) as bot:
        anna, boris = await bot.comes("Anna", "Boris")
        await anna.villager.says("/newgame europe")
        await bot.settle()
        await boris.villager.presses("Join", on=bot.last)
        await bot.settle()
        await anna.villager.presses("Add a computer", on=bot.last)
        await bot.settle()
        assert await holders(bot) == 3
        place.mailbox.repeat()
        await bot.settle()
        assert await holders(bot) == 3
    place.mailbox.repeat()
    async with halt(tmp_path, green, clock) as bot:
        await bot.settle()
        assert await holders(bot) == 3


async def test_everybody_who_presses_computer_adds_one(bot: Halt) -> None:
    anna, boris, carla = await bot.comes("Anna", "Boris", "Carla")
    await anna.villager.says("/newgame europe")
    await bot.settle()
    lobby = bot.last
    await boris.villager.presses("Join", on=lobby)
    presses = [(anna, "Add a computer"), (boris, "Add a computer"), (carla, "Join")]
    await asyncio.gather(*(who.villager.presses(what, on=lobby) for who, what in presses))
    await bot.settle()
    assert await holders(bot) == 5


async def holders(bot: Halt) -> int:
    """How many sit at the table."""
    return len((await bot.match()).roster.holders)
