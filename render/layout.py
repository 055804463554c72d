"""The layout of a board's map: where its cities, spaces and labels lie. A pure function of the board."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from engine.board import Board
from render.labels import Label, labels
from render.places import places
from render.projection import Frame
from render.tracks import Car, tracks

WIDTH, HEIGHT = 1600, 1080
MAP = Frame(0, 0, WIDTH, HEIGHT)
"""The map on the picture of the board."""

TIMES_MORE = 2
"""So often cars are laid and names set again, each with regard to how the others last lay."""


@dataclass(frozen=True, slots=True)
class Layout:
    """Where everything on the map lies: points of cities by id, cars by route's id, labels by city's id."""

    cities: Mapping[str, complex]
    cars: Mapping[str, tuple[Car, ...]]
    labels: Mapping[str, Label]


class Printed:
    """A board as the key of a cache: two boards of one edition are the same board."""

    def __init__(self, board: Board) -> None:
        self.board = board

    def __eq__(self, other: Any) -> bool:
        return isinstance(other, Printed) and self._key == other._key

    def __hash__(self) -> int:
        return hash(self._key)

    @property
    def _key(self) -> tuple[str, str]:
        return self.board.id, self.board.edition


def layout(board: Board) -> Layout:
    """The layout of a board's map; the first time it takes a second or two."""
    return _layout(Printed(board))


@lru_cache(maxsize=8)
def _layout(printed: Printed) -> Layout:
    board = printed.board
    cities = places(board, Frame(56, 52, WIDTH - 56, HEIGHT - 50))
    cars = tracks(board, cities, MAP.inset(14))
    names = labels(board, cities, cars, MAP.inset(8))
    for _ in range(TIMES_MORE):
        beads = [bead for label in names.values() for bead in label.beads]
        cars = tracks(board, cities, MAP.inset(14), beads)
        names = labels(board, cities, cars, MAP.inset(8))
    return Layout(cities, cars, names)
