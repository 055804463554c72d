"""The layout of a board's map: where its cities, spaces and labels lie. A pure function of the board."""

from cmath import rect
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from math import radians
from typing import Any

from engine.board import Board
from render.draw.baked_maps import baked_layout, drawn_from
from render.draw.city_positions import places
from render.draw.labels import Label, labels
from render.draw.projection import Frame
from render.draw.tracks import Car, tracks

WIDTH, HEIGHT = 1600, 1080
MAP = Frame(0, 0, WIDTH, HEIGHT)
"""The map on the picture of the board."""

PANEL_WIDTH, PANEL_HEIGHT = 208, 220
"""Of the rectangle that is kept free for the face-up row."""

PANEL_MARGIN = 22
"""From the panel to the edge of the map and to what lies beside it."""

TIMES_MORE = 2
"""So often cars are laid and names set again, each with regard to how the others last lay."""


@dataclass(frozen=True, slots=True)
class Layout:
    """Where everything on the map lies: points of cities by id, cars by route's id, labels by city's id."""

    cities: Mapping[str, complex]
    cars: Mapping[str, tuple[Car, ...]]
    labels: Mapping[str, Label]
    panel: Frame
    """The rectangle that is kept free for the face-up row."""


class MapKey:
    """A board as the key of a cache: boards of the same cities and routes have the same map."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self._key = drawn_from(board)

    def __eq__(self, other: Any) -> bool:
        return isinstance(other, MapKey) and self._key == other._key

    def __hash__(self) -> int:
        return hash(self._key)


def layout(board: Board) -> Layout:
    """The layout of a board's map, as it was baked; a plain one, after some seconds, if it was not."""
    return _layout(MapKey(board))


@lru_cache(maxsize=8)
def _layout(printed: MapKey) -> Layout:
    document = baked_layout(printed.board)
    return plain(printed.board) if document is None else read(document)


def read(document: Mapping[str, Any]) -> Layout:
    """The layout that a layout file describes."""
    return Layout(
        {city: complex(*at) for city, at in document["cities"].items()},
        {route: tuple(_car(*car) for car in row) for route, row in document["cars"].items()},
        {city: Label(text, Frame(*frame)) for city, (text, *frame) in document["labels"].items()},
        Frame(*document["panel"]),
    )


def _car(x: float, y: float, degrees: float, length: float) -> Car:
    return Car(complex(x, y), rect(1, radians(degrees)), length)


def plain(board: Board) -> Layout:
    """The layout of a board that nobody baked, made with the standard library alone.

    The panel takes a corner of the map in which nothing lies; where there is none, the map moves aside.
    """
    whole = _plain(board, MAP)
    free = [panel for panel in corners() if not any(map(panel.inset(-PANEL_MARGIN).holds, _points(whole)))]
    if free:
        return replace(whole, panel=free[0])
    return _plain(board, replace(MAP, left=PANEL_WIDTH + 2 * PANEL_MARGIN))


def _plain(board: Board, frame: Frame) -> Layout:
    """Everything inside a frame, and the panel in the left upper corner of the map."""
    cities = places(board, Frame(frame.left + 56, frame.top + 52, frame.right - 56, frame.bottom - 50))
    cars = tracks(board, cities, frame.inset(14))
    names = labels(board, cities, cars, frame.inset(8))
    for _ in range(TIMES_MORE):
        beads = [bead for label in names.values() for bead in label.beads]
        cars = tracks(board, cities, frame.inset(14), beads)
        names = labels(board, cities, cars, frame.inset(8))
    return Layout(cities, cars, names, corners()[0])


def corners() -> list[Frame]:
    """Where the panel may lie: in a corner of the map, the left upper one first."""
    inner = MAP.inset(PANEL_MARGIN)
    lefts, tops = (inner.left, inner.right - PANEL_WIDTH), (inner.top, inner.bottom - PANEL_HEIGHT)
    return [Frame(left, top, left + PANEL_WIDTH, top + PANEL_HEIGHT) for top in tops for left in lefts]


def _points(drawing: Layout) -> list[complex]:
    """Points that together lie under everything that is drawn."""
    beads = [bead for row in drawing.cars.values() for car in row for bead in (*car.beads, *car.corners)]
    return [*drawing.cities.values(), *beads, *(b for label in drawing.labels.values() for b in label.beads)]
