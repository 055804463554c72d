"""Fixtures of picture tests: moments to draw, and ways to look at pictures."""

import json
from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from io import BytesIO
from math import dist
from typing import Any

from msgspec import structs
from PIL import Image, ImageChops

from engine.board import Board
from engine.boards.files import load_board
from engine.cards import counts
from engine.documents.position import game_at
from engine.game import Game
from engine.sheet import ScoreSheet, SeatScore, TicketScore
from engine.view import View, view_for
from render.board import board_png
from render.draw.frame import Frame
from render.draw.theme import Paint
from tests.tiny_board import tiny_board

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
    return tiny_board() if name == "isle" else load_board(name)


def at(name: str = "europe", **position: Any) -> Game:
    """The moment that a position describes."""
    return game_at(json.loads(json.dumps({"board": name, **position})), board(name))


def seen(name: str = "europe", seat: int | None = None, **position: Any) -> View:
    return view_for(at(name, **position), seat)


def ticket_between(a: str, b: str, name: str = "europe") -> int:
    """The number of the ticket between two cities."""
    return next(ticket.number for ticket in board(name).tickets if {ticket.a, ticket.b} == {a, b})


def most_players(name: str) -> int:
    """How many can play on a board."""
    return max(rules.players_most for rules in board(name).variants.values())


def full(name: str, players: int) -> View:
    """A board on which every route is claimed."""
    view = seen(name, players=players)
    claimed = [sum(1 << n for n in range(seat, len(board(name).routes), players)) for seat in range(players)]
    return View(replace(view.table, routes=tuple(claimed)), None, view.hand, (), ())


def secrecy_pair() -> tuple[Game, Game]:
    """Two games that look the same to seat 0: the other's hand and tickets and the decks differ."""
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
    """Whether a picture has a paint, or one that looks the same."""
    colors = image.getcolors(image.width * image.height) or []
    return any(isinstance(color, tuple) and dist(color, paint) < 8 for _, color in colors)


def changes(before: Image.Image, after: Image.Image) -> Frame | None:
    """The bounding rectangle of the differences of two pictures; None if they are the same."""
    box = ImageChops.difference(before, after).getbbox()
    return Frame(*box) if box else None


def within(inner: Frame | None, outer: Frame) -> bool:
    return inner is not None and all(
        outer.holds(corner) for corner in (complex(inner.left, inner.top), complex(inner.right, inner.bottom))
    )


def frames(file: bytes) -> list[tuple[Image.Image, int]]:
    """Every frame as shown, and its duration in milliseconds."""
    image, shown = Image.open(BytesIO(file)), []
    for number in range(getattr(image, "n_frames", 1)):
        image.seek(number)
        shown.append((image.convert("RGB"), int(image.info["duration"])))
    return shown


def score_line(seat: int, total: int, place: int, **fields: object) -> SeatScore:
    """A player's line on a score sheet."""
    plain = SeatScore(
        seat=seat,
        routes=total - 5,
        tickets=(TicketScore(1, 5, True),),
        ticket_points=5,
        stations=(),
        stations_left=0,
        station_points=0,
        path=(),
        path_length=9,
        path_bonus=0,
        completed=1,
        globetrotter_bonus=0,
        total=total,
        place=place,
    )
    return structs.replace(plain, **fields)  # type: ignore[arg-type]


def ended(*lines: SeatScore, routes: Sequence[Sequence[str]] = ()) -> View:
    """A game that is over, with these lines of its score sheet."""
    view = seen(players=len(lines), routes=[list(row) for row in routes])
    winners = tuple(each.seat for each in lines if each.place == 1)
    table = replace(view.table, sheet=ScoreSheet(lines, winners), seat=None, decisions=(None,) * len(lines))
    return View(table, None, view.hand, (), ())


def scored(*totals: int) -> View:
    ranked = sorted(totals, reverse=True)
    return ended(*(score_line(seat, total, ranked.index(total) + 1) for seat, total in enumerate(totals)))


def holding(cards: str = "", tickets: Sequence[int] = (), name: str = "europe", **position: Any) -> View:
    """A view of the first seat with this hand and these tickets."""
    view = seen(name, seat=0, **position)
    return View(view.table, 0, counts(cards), tuple(tickets), ())
