"""Routes that run on land stay on land: where their cars lie in the water, the land is warped to them."""

from collections.abc import Iterable, Sequence
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from engine.board import Board
from render.draw.layout import MAP, Layout
from tools.bake.arrays import Points
from tools.bake.connections import homes_of
from tools.bake.warp import Warp, folding, warp_of
from tools.bake.warped_earth import FINE, WarpedEarth

LEAST_SPREAD = 0.15
"""The least share of its area that a warp may leave to any land."""
HELD = (0.3, 0.7)
"""Where on a route the land is held, as shares of its length."""


def dry_warp(board: Board, plan: Layout) -> Warp:
    """The warp of the land under a layout. It does not fold the land to keep a route dry."""
    cities = np.array(list(plan.cities.values()))
    warp = warp_of(board, cities)
    held = warp_of(board, cities, *_wet_points(board, plan, warp))
    return held if folding(held).min() >= LEAST_SPREAD else warp


def on_land(land: NDArray[np.bool_], points: Iterable[complex]) -> list[bool]:
    """Whether there is land at points of the map."""
    places = [MAP.inset(1).nearest(point) * FINE for point in points]
    return [bool(land[int(place.imag), int(place.real)]) for place in places]


def _wet_points(board: Board, plan: Layout, warp: Warp) -> tuple[Points, Points]:
    """Points of routes whose cars the warp left in the water: their true positions, and those of the cars."""
    truly, now = (WarpedEarth(board, each).is_land for each in (lambda places: places, warp))
    homes = dict(zip(board.city_ids, homes_of(board).tolist(), strict=True))
    true, wanted = [], []
    for route in board.routes:
        a, b = homes[route.a], homes[route.b]
        cars = [car.at for car in plan.cars[route.id]]
        straight = [a + (b - a) * (number + 0.5) / route.length for number in range(route.length)]
        if not route.ferry and sum(on_land(now, cars)) < sum(on_land(truly, straight)):
            true += [a + (b - a) * share for share in HELD]
            wanted += _along(plan.way(route), HELD)
    return np.array(true, complex), np.array(wanted, complex)


def _along(line: Sequence[complex], shares: Sequence[float]) -> list[complex]:
    """The points at these shares of a line's length."""
    lengths = np.cumsum([0.0, *(abs(b - a) for a, b in pairwise(line))])
    points: Points = np.interp(np.array(shares) * lengths[-1], lengths, np.array(line))
    return [complex(point) for point in points]
