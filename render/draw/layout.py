"""The layout of a board's map: where its cities, spaces and labels lie. A pure function of the board."""

from cmath import rect
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from math import radians
from typing import Any

from engine.board import PRINTED_LANGUAGE, Board, Route
from render.draw.baked_maps import baked_layout
from render.draw.city_positions import city_positions
from render.draw.frame import Frame
from render.draw.labels import Label, labels, texts
from render.draw.tracks import Car, tracks

WIDTH, HEIGHT = 1600, 1080
MAP = Frame(0, 0, WIDTH, HEIGHT)
"""The map on the picture of the board."""

PANEL_WIDTH, PANEL_HEIGHT = 208, 220
"""The size of the rectangle that is kept free for the face-up row."""

PANEL_MARGIN = 22
"""From the panel to the edge of the map and to anything next to it."""

REPEATS = 2
"""How often cars and names are placed again, each around the last positions of the other."""


@dataclass(frozen=True, slots=True)
class Layout:
    """Where everything on the map lies: points of cities by id, cars by route's id, labels by city's id."""

    cities: Mapping[str, complex]
    cars: Mapping[str, tuple[Car, ...]]
    labels: Mapping[str, Label]
    panel: Frame
    """The rectangle that is kept free for the face-up row."""

    def way(self, route: Route) -> list[complex]:
        """Points along a route, from its city `a` to its city `b`."""
        return [self.cities[route.a], *(car.at for car in self.cars[route.id]), self.cities[route.b]]


def layout(board: Board, language: str = PRINTED_LANGUAGE) -> Layout:
    """The layout of a board's map with the names of cities in a language.

    It is the baked one, or else a plain one, which takes some seconds.
    """
    return _printed(board) if language == PRINTED_LANGUAGE else _translated(board, language)


@lru_cache(maxsize=16)
def _printed(board: Board) -> Layout:
    """The layout with the names that are printed on the board."""
    document = baked_layout(board)
    return plain(board) if document is None else read(document)


@lru_cache(maxsize=16)
def _translated(board: Board, language: str) -> Layout:
    """The printed layout with names in another language, which are placed if they were not baked."""
    plan, document = _printed(board), baked_layout(board)
    names = _labels(document.get(labels_key(language), {})) if document else {}
    if {city: label.text for city, label in names.items()} != texts(board, language):
        names = dict(labels(board, plan.cities, plan.cars, MAP.inset(8), language))
    return replace(plan, labels=names)


def labels_key(language: str) -> str:
    """The key of a language's labels in a layout file."""
    return "labels" if language == PRINTED_LANGUAGE else f"labels-{language}"


def read(document: Mapping[str, Any], language: str = PRINTED_LANGUAGE) -> Layout:
    """The layout that a layout file describes, with its names in a language."""
    cars = {
        route: tuple(Car(complex(x, y), rect(1, radians(degrees)), length) for x, y, degrees, length in row)
        for route, row in document["cars"].items()
    }
    return Layout(
        {city: complex(*at) for city, at in document["cities"].items()},
        cars,
        _labels(document[labels_key(language)]),
        Frame(*document["panel"]),
    )


def _labels(rows: Mapping[str, Any]) -> dict[str, Label]:
    return {city: Label(text, Frame(*frame)) for city, (text, *frame) in rows.items()}


def plain(board: Board) -> Layout:
    """The layout of a board that was not baked, computed with the standard library alone.

    The panel takes an empty corner of the map; if there is none, the map moves to the right.
    """
    whole = _plain(board, MAP)
    drawn = [*whole.cities.values()]
    drawn += [bead for row in whole.cars.values() for car in row for bead in (*car.beads, *car.corners)]
    drawn += [bead for label in whole.labels.values() for bead in label.beads]
    free = [panel for panel in corners() if not any(map(panel.inset(-PANEL_MARGIN).holds, drawn))]
    if free:
        return replace(whole, panel=free[0])
    return _plain(board, replace(MAP, left=PANEL_WIDTH + 2 * PANEL_MARGIN))


def _plain(board: Board, frame: Frame) -> Layout:
    """The layout with everything inside a frame, and the panel in the left upper corner of the map."""
    cities = city_positions(
        board, Frame(frame.left + 56, frame.top + 52, frame.right - 56, frame.bottom - 50)
    )
    cars = tracks(board, cities, frame.inset(14))
    names = labels(board, cities, cars, frame.inset(8))
    for _ in range(REPEATS):
        beads = [bead for label in names.values() for bead in label.beads]
        cars = tracks(board, cities, frame.inset(14), beads)
        names = labels(board, cities, cars, frame.inset(8))
    return Layout(cities, cars, names, corners()[0])


def corners() -> list[Frame]:
    """Where the panel may lie: in a corner of the map, the left upper one first."""
    inner = MAP.inset(PANEL_MARGIN)
    lefts, tops = (inner.left, inner.right - PANEL_WIDTH), (inner.top, inner.bottom - PANEL_HEIGHT)
    return [Frame(left, top, left + PANEL_WIDTH, top + PANEL_HEIGHT) for top in tops for left in lefts]
