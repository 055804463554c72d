"""Answers on Telegram: text at once, pictures when they are ready, and repeated clicks."""

import asyncio
from pathlib import Path
from typing import Any

import pytest

from bot.model.message import Picture
from tests.fakes.telegram.group import Green
from tests.fakes.telegram.server import Village, of_kind
from tests.fakes.telegram.user import until
from tests.fakes.telegram.world import Post
from tests.scenario import FakeClock, Sketcher
from tests.telegram_bot import Halt, Traveller, halt


class SlowPictures:
    """Draws hands, not before `ready` is set."""

    def __init__(self) -> None:
        self.ready = asyncio.Event()
        self.fails = False

    async def hand(self, *_: Any) -> tuple[Picture, ...]:
        await self.ready.wait()
        if self.fails:
            raise OSError("no paint")
        return (Picture("hand.png", "a hand", b"drawn at last"),)


@pytest.fixture
def slow_pictures(monkeypatch: pytest.MonkeyPatch) -> SlowPictures:
    """Pictures of hands take long after a test clears `ready`."""
    made = SlowPictures()
    made.ready.set()
    drawn = Sketcher.hand

    async def hand(self: Sketcher, *about: Any) -> tuple[Picture, ...]:
        return await (drawn(self, *about) if made.ready.is_set() and not made.fails else made.hand())

    monkeypatch.setattr(Sketcher, "hand", hand)
    return made


async def answer_to(anna: Traveller, said: str) -> Post:
    """The private message that answers what somebody types in private."""
    before = len(anna.villager.letters)
    await anna.villager.tells(said)
    await until(lambda: len(anna.villager.letters) > before, "no answer")
    return anna.villager.letter


def panel_of(anna: Traveller) -> Post:
    """The panel in the private chat: the oldest message."""
    return anna.villager.letters[0]


def media(post: Post) -> bytes:
    return post.media.data if post.media else b""


# ---- text first


async def test_text_does_not_wait_for_its_picture_and_becomes_the_caption(
    bot: Halt, slow_pictures: SlowPictures
) -> None:
    anna, _ = await bot.in_play("Anna", "Boris")
    slow_pictures.ready.clear()
    letter = await answer_to(anna, "/hand")
    assert letter.media is None
    words, keys = letter.text, letter.keyboard
    assert words.startswith("Your turn.")
    slow_pictures.ready.set()
    await bot.settle()
    assert (media(letter), letter.text, anna.villager.letter) == (b"drawn at last", words, letter)
    assert letter.keyboard[: len(keys)] == keys
    assert letter.silent


async def test_a_photo_gets_its_new_caption_before_the_new_picture(
    bot: Halt, slow_pictures: SlowPictures
) -> None:
    anna, _ = await bot.in_play("Anna", "Boris")
    panel = panel_of(anna)
    old = media(panel)
    slow_pictures.ready.clear()
    await anna.villager.presses("Blind card", on=panel)
    await until(lambda: "You drew" in panel.text, "no text")
    assert media(panel) == old
    slow_pictures.ready.set()
    await bot.settle()
    assert (media(panel), "You drew" in panel.text) == (b"drawn at last", True)


async def test_a_late_picture_is_dropped_where_the_message_shows_something_newer(
    bot: Halt, slow_pictures: SlowPictures
) -> None:
    anna, _ = await bot.in_play("Anna", "Boris")
    letter = await answer_to(anna, "/hand")
    old = media(letter)
    slow_pictures.ready.clear()
    await anna.villager.presses("Blind card", on=letter)
    await until(lambda: "You drew" in letter.text, "no text")
    await anna.villager.forges(f"{(await bot.match()).id}.0.scores", letter)
    await until(lambda: "So far" in letter.text, "no scores")
    edits = letter.edits
    slow_pictures.ready.set()
    await bot.settle()
    assert (letter.edits, media(letter)) == (edits, old)


async def test_a_picture_is_not_added_to_a_deleted_answer(bot: Halt, slow_pictures: SlowPictures) -> None:
    anna, _ = await bot.in_play("Anna", "Boris")
    slow_pictures.ready.clear()
    await anna.villager.presses("My hand", on=bot.last)
    await until(lambda: anna.villager.letter.media is None, "no answer")
    first = anna.villager.letter
    await anna.villager.presses("Scores", on=bot.last)
    await anna.villager.says("/log")
    await until(lambda: first.gone, "the old answer stays")
    slow_pictures.ready.set()
    await bot.settle()
    assert first.media is None
    assert not [one for one in bot.village.declined if "not found" in one]


async def test_an_answer_without_its_picture_stays_when_drawing_fails(
    bot: Halt, slow_pictures: SlowPictures
) -> None:
    anna, _ = await bot.in_play("Anna", "Boris")
    slow_pictures.fails = True
    letter = await answer_to(anna, "/hand")
    await bot.settle()
    assert (letter.media, letter.text.startswith("Your turn.")) == (None, True)


async def test_an_answer_without_its_picture_stays_when_the_upload_fails(
    bot: Halt, slow_pictures: SlowPictures
) -> None:
    anna, boris = await bot.in_play("Anna", "Boris")
    slow_pictures.ready.clear()
    letter = await answer_to(anna, "/hand")
    bot.village.faults.order("editMessageMedia", status=502)
    slow_pictures.ready.set()
    await until(lambda: not bot.village.faults.left, "nothing is tried")
    await anna.types("draw deck")
    await anna.types("draw deck")
    await bot.settle()
    assert (letter.media, letter.text.startswith("Your turn.")) == (None, True)
    assert await bot.waited_for(boris) == [boris]


async def test_a_private_click_is_acknowledged_before_it_is_judged(
    bot: Halt, monkeypatch: pytest.MonkeyPatch
) -> None:
    anna, _ = await bot.in_play("Anna", "Boris")
    released, click = asyncio.Event(), bot.table.desk.click

    async def slowly(*asked: Any, **about: Any) -> object:
        await released.wait()
        return await click(*asked, **about)

    monkeypatch.setattr(bot.table.desk, "click", slowly)
    panel = panel_of(anna)
    edits = panel.edits
    await anna.villager.presses("Blind card", on=panel)
    assert panel.edits == edits
    released.set()
    await until(lambda: "You drew" in panel.text, "no answer")


async def test_a_picture_that_must_be_uploaded_comes_after_the_text(bot: Halt) -> None:
    anna, _ = await bot.in_play("Anna", "Boris")
    asked = len(bot.village.requests)
    letter = await answer_to(anna, "/tickets")
    await bot.settle()
    assert letter.media is not None
    calls = [name for name, _ in bot.village.requests[asked:] if name.startswith(("send", "edit"))]
    assert calls == ["sendMessage", "editMessageMedia"]


async def test_an_answer_in_a_panel_stays_while_it_shows_the_same_as_the_panel(bot: Halt) -> None:
    anna, boris = await bot.in_play("Anna", "Boris")
    panel = panel_of(anna)
    await anna.villager.presses("Blind card", on=panel)
    await bot.settle()
    assert "You drew" in panel.text
    for player in (anna, boris, boris):
        await player.types("draw deck")
        await bot.settle()
    assert "You drew" not in panel.text
    assert panel.text.startswith("Your turn.")


# ---- uploaded pictures


async def test_an_uploaded_picture_comes_with_the_text(bot: Halt) -> None:
    anna, _ = await bot.in_play("Anna", "Boris")
    asked = len(bot.village.requests)
    letter = await answer_to(anna, "/hand")
    await bot.settle()
    assert media(letter) == media(panel_of(anna))
    calls = [(name, about.get("photo")) for name, about in bot.village.requests[asked:] if "Photo" in name]
    assert len(calls) == 1
    assert isinstance(calls[0][1], str)
    assert letter.edits == 0


async def test_a_picture_whose_file_id_expired_is_uploaded_again(bot: Halt) -> None:
    anna, _ = await bot.in_play("Anna", "Boris")
    lost = "Bad Request: wrong remote file identifier specified: Wrong string length"
    bot.village.faults.order("sendPhoto", status=400, description=lost)
    letter = await answer_to(anna, "/hand")
    assert media(letter) == media(panel_of(anna))
    assert isinstance(of_kind(bot.village, "sendPhoto")[-1]["photo"], bytes)


# ---- repeated updates


async def test_a_repeated_click_changes_the_lobby_once(
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


async def test_clicks_of_several_people_all_count(bot: Halt) -> None:
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
    """How many seats are taken."""
    return len((await bot.match()).roster.holders)
