"""Where city names go on a baked map: of many places around the city, the one that costs least."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import chain

import numpy as np
import shapely
from numpy.typing import NDArray

from engine.board import PRINTED_LANGUAGE, Board
from render.draw.frame import Frame, dots
from render.draw.labels import SIZE, Label, texts
from render.draw.layout import MAP, Layout
from render.draw.text import width
from render.draw.tracks import Car
from tools.bake.arrays import Points, Reals
from tools.bake.relaxation import NO_NAMES, Discs

HIGH = 26.0
"""A name's height, in pixels."""
PADDING = 4.0
"""How much wider a name is than its letters."""
STATION = 21.0
"""From a city's middle to the edge of a station, and a little more."""
CORNER = 3.0
"""By how much the radius of a name's discs exceeds half its height, to cover its corners."""
AIR = 1.5
"""The margin around each car."""
INSIDE = MAP.inset(18)
CLEARER = 1.35
"""A name should be this many times farther from the nearest other city than from its own."""
FARTHEST = 50.0
"""From a name to its city, at most."""
SWEEPS = 12
NUDGES = range(-14, 15, 2)

Corners = NDArray[np.float64]
"""Boxes in columns: left, top, right and bottom of each."""

LANGUAGES = (PRINTED_LANGUAGE, "ru")
"""The languages that are baked: a city has room for the widest of its names in these."""

NOWHERE: Corners = np.zeros((0, 4))
"""No names placed yet."""


def place_names(board: Board, plan: Layout, before: Corners = NOWHERE) -> Corners:
    """A box for every city's names, in the order of the cities; preferably near its previous box.

    The names keep clear of a layout's cities, cars and panel; the layout's own labels do not count.
    """
    boxes = []
    for wide, at in zip(_widths(board), plan.cities.values(), strict=True):
        boxes.append(_boxes(at + _around_city(wide), wide))
    likings = [30 * _dislike(len(places)) for places in boxes]
    if len(before):
        likings = [
            liking + 9 * (abs(box - old).max(axis=1) > 12)
            for liking, box, old in zip(likings, boxes, before, strict=True)
        ]
    return _chosen(plan, boxes, likings)


def nudge_names(plan: Layout, boxes: Corners) -> Corners:
    """The boxes, each moved by a few pixels where that costs less."""
    moves = np.array([[x, y, x, y] for x in NUDGES for y in NUDGES], float)
    moves = moves[np.argsort(abs(moves).sum(axis=1), kind="stable")]
    liking = 0.02 * (moves[:, 0] ** 2 + moves[:, 1] ** 2)
    return _chosen(plan, [box + moves for box in boxes], [liking] * len(boxes))


def discs(boxes: Corners, cities: Points) -> Discs:
    """The names as rows of discs that move with their cities."""
    if not len(boxes):
        return NO_NAMES
    owners, offsets = [], []
    for city, (left, top, right, bottom) in enumerate(boxes):
        reach = (right - left - HIGH) / 2
        count = max(int(np.ceil(2 * reach / (HIGH / 2))), 1) + 1
        middle = complex(left + right, top + bottom) / 2 - cities[city]
        offsets.append(middle + np.linspace(-max(reach, 0), max(reach, 0), count))
        owners.append(np.full(count, city))
    offset = np.concatenate(offsets)
    radius = np.full(len(offset), HIGH / 2 + CORNER)
    return Discs(np.concatenate(owners), offset, np.zeros(len(offset)), radius, np.ones(len(offset), bool))


def labels(board: Board, plan: Layout, boxes: Corners, language: str) -> Mapping[str, Label]:
    """Every city's label in a language: as wide as its text, in the part of its box nearest to the city."""
    names = texts(board, language)
    tight = [
        _tight(Frame(*box), width(text, SIZE) + PADDING, at)
        for box, text, at in zip(boxes.tolist(), names.values(), plan.cities.values(), strict=True)
    ]
    nudged = nudge_names(plan, np.array([frame.box for frame in tight]))
    return {
        city: Label(text, Frame(*(round(edge, 1) for edge in box)))
        for (city, text), box in zip(names.items(), nudged.tolist(), strict=True)
    }


def _tight(box: Frame, wide: float, at: complex) -> Frame:
    """A part of a box, this wide, nearest to a point."""
    spare = (box.width - wide) / 2
    middle = box.centre.real
    middle = min(max(at.real, middle - spare), middle + spare)
    return Frame.around(complex(middle, box.centre.imag), wide, box.height)


def _widths(board: Board) -> list[float]:
    """By city: the width of the widest of its names."""
    every = zip(*(texts(board, language).values() for language in LANGUAGES), strict=True)
    return [max(width(text, SIZE) for text in names) + PADDING for names in every]


def _around_city(wide: float) -> Points:
    """Candidate centres of a name relative to its city: at its sides, then above and below."""
    far, high = STATION + wide / 2, STATION + HIGH / 2
    aside = [complex(side * far, y) for y in (0, -9, 9, -17, 17, -26, 26) for side in (1, -1)]
    shares = (0, 0.15, -0.15, 0.3, -0.3, 0.45, -0.45, 0.6, -0.6, 0.8, -0.8, 0.95, -0.95)
    above = [complex(share * far, side * high) for share in shares for side in (-1, 1)]
    wider = [
        complex(x * (far + more), y * (high + more))
        for more in (4, 10, 18)
        for x, y in [(s, t) for t in (-1, 1) for s in shares]
        + [(s, t) for s in (1, -1) for t in (0, 0.4, -0.4)]
    ]
    return np.array([*aside, *above, *wider])


def _dislike(count: int) -> Reals:
    """The cost of each candidate by its order: earlier ones are better."""
    return np.linspace(0, 1.0, count) ** 0.7


def _boxes(middles: Points, wide: float) -> Corners:
    middles = np.clip(middles.real, INSIDE.left + wide / 2, INSIDE.right - wide / 2) + 1j * np.clip(
        middles.imag, INSIDE.top + HIGH / 2, INSIDE.bottom - HIGH / 2
    )
    x, y = middles.real, middles.imag
    return np.column_stack([x - wide / 2, y - HIGH / 2, x + wide / 2, y + HIGH / 2])


def _chosen(plan: Layout, boxes: Sequence[Corners], likings: Sequence[Reals]) -> Corners:
    """The best boxes together: each name in turn takes its cheapest box, until none changes."""
    costs = _costs(plan, np.concatenate(boxes), np.repeat(np.arange(len(boxes)), list(map(len, boxes))))
    parts = np.split(costs, np.cumsum(list(map(len, boxes)))[:-1])
    costs_by_city = [part + liking for part, liking in zip(parts, likings, strict=True)]
    chosen = np.array([places[own.argmin()] for places, own in zip(boxes, costs_by_city, strict=True)])
    for _ in range(SWEEPS):
        before = chosen.copy()
        for city, (places, own) in enumerate(zip(boxes, costs_by_city, strict=True)):
            others = np.delete(chosen, city, axis=0)
            common = _common(places, others + np.array([-3, -2, 3, 2]))
            clash = (2 * common + 25 * (common > 0)).sum(axis=1)
            chosen[city] = places[(own + clash).argmin()]
        if np.array_equal(before, chosen):
            break
    return chosen


def _costs(plan: Layout, boxes: Corners, city: NDArray[np.int64]) -> Reals:
    """The cost of each box without other names: what it covers, and its distances from cities."""
    cities = np.array(list(plan.cities.values()))
    middles = np.column_stack([cities.real, cities.imag] * 2)
    stations = middles + STATION * np.array([-1, -1, 1, 1])
    panel = np.array([plan.panel.box])
    covered = _covered(boxes, chain.from_iterable(plan.cars.values())) + 8 * _common(boxes, stations).sum(
        axis=1
    )
    covered += 3 * _common(boxes, panel + np.array([-6, -6, 6, 6]))[:, 0]
    distances = _distances(boxes, cities)
    own = distances[np.arange(len(boxes)), city]
    distances[np.arange(len(boxes)), city] = np.inf
    unclear = np.maximum(0, CLEARER * own + 4 - distances.min(axis=1))
    hidden = covered + 12 * (covered > 0.2) + 5 * _outside(boxes)
    confusing = 10 * unclear + 120 * (unclear > 0)
    return np.asarray(hidden + confusing + 1.6 * (own - STATION) + 20 * np.maximum(0, own - FARTHEST))


def _outside(boxes: Corners) -> Reals:
    """The area of each box outside the map."""
    x = np.maximum(INSIDE.left - boxes[:, 0], 0) + np.maximum(boxes[:, 2] - INSIDE.right, 0)
    y = np.maximum(INSIDE.top - boxes[:, 1], 0) + np.maximum(boxes[:, 3] - INSIDE.bottom, 0)
    return np.asarray(x * HIGH + y * (boxes[:, 2] - boxes[:, 0]))


def _covered(boxes: Corners, cars: Iterable[Car]) -> Reals:
    """The area of cars under each box."""
    shapes = shapely.polygons([dots(car.corners) for car in cars])
    shapes = shapely.buffer(shapes, AIR, quad_segs=2)
    rectangles = shapely.box(*boxes.T)
    box, car = shapely.STRtree(shapes).query(rectangles)
    areas = shapely.area(shapely.intersection(rectangles[box], shapes[car]))
    return np.bincount(box, areas, len(boxes)).astype(float)


def _common(boxes: Corners, others: Corners) -> Reals:
    """The area that each box shares with each of the others."""
    across = np.minimum(boxes[:, None, 2], others[None, :, 2]) - np.maximum(
        boxes[:, None, 0], others[None, :, 0]
    )
    down = np.minimum(boxes[:, None, 3], others[None, :, 3]) - np.maximum(
        boxes[:, None, 1], others[None, :, 1]
    )
    return np.asarray(np.maximum(0, across) * np.maximum(0, down))


def _distances(boxes: Corners, points: Points) -> Reals:
    """From each box to each point; 0 inside."""
    x = np.maximum(boxes[:, None, 0] - points.real, points.real - boxes[:, None, 2])
    y = np.maximum(boxes[:, None, 1] - points.imag, points.imag - boxes[:, None, 3])
    return np.hypot(np.maximum(x, 0), np.maximum(y, 0))
