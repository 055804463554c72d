"""Which pictures are drawn: none that nobody is sent, and each one once."""

from collections import Counter
from functools import partial
from pathlib import Path

import pytest

from bot.model.call import Asker, Call
from bot.model.permissions import MissingPermissions
from bot.shown.picture_service import Sketch
from engine.view import View
from tests.contract.table import Table
from tests.contract.tables import WORLDS, MemoryTable
from tests.scenario import FakePictures

LOOKS = "/board", "/board full", "/board legend", "/hand", "/tickets", "/since", "/rules tunnels"
CHATS = [world for world in WORLDS if world != "local"]
"""Where private messages are; on the page, each tab draws what it shows."""


def drawn_at(table: Table) -> list[Sketch]:
    """What is drawn from now on, also what was drawn before."""
    pictures = table.scenario.host._pictures
    assert isinstance(pictures, FakePictures)
    pictures._drawn.clear()
    pictures.drawn = []
    return pictures.drawn


def seat_of(sketch: Sketch) -> int | None:
    """Whose private picture it is; None for one that everybody may see."""
    assert isinstance(sketch.draw, partial)
    view = sketch.draw.args[0]
    return view.seat if isinstance(view, View) else None


def drawn_twice(drawn: list[Sketch]) -> list[object]:
    return [key for key, times in Counter(sketch.key for sketch in drawn).items() if times > 1]


async def test_an_answer_and_a_panel_that_show_the_same_share_their_pictures(table: Table) -> None:
    anna, boris, _ = await table.in_play("Anna", "Boris", "Cara")
    drawn = drawn_at(table)
    for player in (anna, boris):
        await player.draws()
        assert drawn_twice(drawn) == []


@pytest.mark.parametrize("table", CHATS, indirect=True)
async def test_nothing_is_drawn_for_a_player_who_waits_while_nothing_is_built(table: Table) -> None:
    """Their panel says whose turn it is; its pictures show what they showed before."""
    anna, boris, _ = await table.in_play("Anna", "Boris", "Cara")
    drawn = drawn_at(table)
    await anna.draws()
    seats = [await player.seat() for player in (anna, boris)]
    assert [sketch.name for sketch in drawn if seat_of(sketch) not in (None, *seats)] == []


@pytest.mark.parametrize("table", CHATS, indirect=True)
async def test_no_panel_is_drawn_for_a_player_who_cannot_be_reached(table: Table) -> None:
    anna, boris, _ = await table.in_play("Anna", "Boris", "Cara")
    await table.scenario.store.people.note_dms_blocked(boris.person)
    drawn = drawn_at(table)
    await anna.draws()
    seat = await boris.seat()
    assert [sketch.name for sketch in drawn if seat_of(sketch) == seat] == []


async def test_no_answer_waits_for_a_picture(table: Table) -> None:
    anna, _ = await table.in_play("Anna", "Boris")
    await table.scenario.settle()
    (chat,) = await table.scenario.store.chats.of_game((await table.scenario.match()).id)
    drawn = drawn_at(table)
    for line in LOOKS:
        answer = await table.scenario.host.dispatcher.answer(Asker(anna.person, chat), Call.typed(line))
        assert answer.pictures, line
        assert drawn == [], line


async def test_no_board_is_drawn_for_a_chat_that_takes_no_pictures(tmp_path: Path) -> None:
    async with WORLDS["memory"](tmp_path) as open_table, open_table() as table:
        assert isinstance(table, MemoryTable)
        anna, _ = await table.in_play("Anna", "Boris")
        table.scenario.platform.faults.missing = MissingPermissions(
            pictures=("permission-discord-attach-files",)
        )
        drawn = drawn_at(table)
        await anna.draws()
        assert [sketch.name for sketch in drawn if seat_of(sketch) is None] == []
