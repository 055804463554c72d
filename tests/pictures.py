"""What tests of pictures share: moments to look at, and ways to look at what was drawn."""

import json
from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from io import BytesIO
from math import dist
from typing import Any

from PIL import Image, ImageChops

from engine.board import Board
from engine.boards.files import load_board, parse_board
from engine.cards import counts
from engine.documents.position import game_at
from engine.game import Game
from engine.view import View, view_for
from render.board import board_png
from render.draw.projection import Frame
from render.draw.theme import Paint
from tests.tiny_board import TINY_BOARD

NAMES = ("Ada", "Олена", "Søren", "Zoë", "Hergé")
BOARDS = ("europe", "usa", "isle")
LONG = (
    "Wolfeschlegelsteinhausenbergerdorff",
    "Миколаївна-Святошинська-Довгоброд",
    "🎉" * 40,
    "東京" * 30,
    "W" * 200,
)


@lru_cache
def board(name: str = "europe") -> Board:
    return parse_board(TINY_BOARD) if name == "isle" else load_board(name)


def at(name: str = "europe", **position: Any) -> Game:
    """The moment that a position describes."""
    return game_at(json.loads(json.dumps({"board": name, **position})), board(name))


def seen(name: str = "europe", seat: int | None = None, **position: Any) -> View:
    return view_for(at(name, **position), seat)


def full(name: str, players: int) -> View:
    """A board on which every route is claimed."""
    view = seen(name, players=players)
    claimed = [sum(1 << n for n in range(seat, len(board(name).routes), players)) for seat in range(players)]
    return View(replace(view.table, routes=tuple(claimed)), None, view.hand, (), ())


def secrecy_pair() -> tuple[Game, Game]:
    """Two worlds that seat 0 cannot tell apart: the other's hand, tickets and the decks are different."""
    world = at(
        hands=["RRRL", "KKKK"], tickets=[[1, 2], [3, 4]], routes=[["paris--zurich"], ["kyiv--warszawa"]]
    )
    other = replace(
        world,
        hands=(world.hands[0], counts("GGYL")),
        tickets=(world.tickets[0], (5, 6)),
        deck=world.deck[::-1],
        ticket_deck=world.ticket_deck[::-1],
        seed="0" * 64,
    )
    return world, other


def opened(picture: bytes) -> Image.Image:
    return Image.open(BytesIO(picture)).convert("RGB")


def drawn(view: View, colors: Sequence[str] | None = None) -> Image.Image:
    """The picture of the board."""
    return opened(board_png(view, NAMES, colors))


def cut(image: Image.Image, frame: Frame) -> Image.Image:
    return image.crop((int(frame.left), int(frame.top), int(frame.right), int(frame.bottom)))


def paint_at(image: Image.Image, point: complex) -> Paint:
    paint = image.getpixel((round(point.real), round(point.imag)))
    assert isinstance(paint, tuple)
    return int(paint[0]), int(paint[1]), int(paint[2])


def has(image: Image.Image, paint: Paint) -> bool:
    colors = image.getcolors(image.width * image.height)
    return paint in {color for _, color in colors or ()}


def near(image: Image.Image, paint: Paint) -> bool:
    """Whether a picture has a paint, or one so near that nobody sees the difference."""
    colors = image.getcolors(image.width * image.height) or []
    return any(isinstance(color, tuple) and dist(color, paint) < 8 for _, color in colors)


def changes(before: Image.Image, after: Image.Image) -> Frame | None:
    """The rectangle outside of which two pictures are the same; None if they are the same everywhere."""
    box = ImageChops.difference(before, after).getbbox()
    return Frame(*box) if box else None


def within(inner: Frame | None, outer: Frame) -> bool:
    return inner is not None and all(
        outer.holds(corner) for corner in (complex(inner.left, inner.top), complex(inner.right, inner.bottom))
    )
