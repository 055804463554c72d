"""The land follows the cities: where a place of the Earth lies once the cities have made way for the cars."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from scipy.interpolate import RBFInterpolator

from engine.board import Board
from render.bake.connections import HOMES, Points, Reals, homes_of
from render.draw.layout import MAP
from render.draw.projection import projection_for

PINS = 30
"""Around the map, where the Earth moves as the nearer cities do on the whole."""
FAR = 1.9
"""How many times farther from the middle of the map than its edge they are."""
STEP = 20.0
LEEWAY = 100.0
"""How much smoothness counts against what only should lie in a place."""
REACH = 900
"""How far off the map places are still told apart."""

Warp = Callable[[Points], Points]
"""From where places lie on the true map to where they lie on the finished one."""


@dataclass(frozen=True, slots=True)
class FixedPoints:
    """Places of the true map, and where they should come to lie, if that is smooth enough."""

    true: Points
    wanted: Points


NO_FIXED_POINTS = FixedPoints(np.zeros(0, complex), np.zeros(0, complex))


def warp_of(board: Board, cities: Points, stays: FixedPoints = NO_FIXED_POINTS) -> Warp:
    """The smooth warp that takes every city's true place to the one that it has on the map."""
    homes = homes_of(board)
    pins = _pins()
    near = 1 / abs(pins[:, None] - homes) ** 2
    pulled = (near * (cities - homes)).sum(axis=1) / near.sum(axis=1)
    shifts = np.concatenate([cities - homes, pulled, stays.wanted - stays.true])
    leeway = np.repeat([0.0, LEEWAY], [len(homes) + len(pins), len(stays.true)])
    points = np.concatenate([homes, pins, stays.true])
    spline = RBFInterpolator(_columns(points), _columns(shifts), smoothing=leeway)

    def warp(points: Points) -> Points:
        shift = spline(_columns(points.ravel()))
        return np.asarray(points + (shift[:, 0] + 1j * shift[:, 1]).reshape(points.shape))

    return warp


def charted(board: Board, latitudes: Reals, longitudes: Reals) -> Points:
    """Where places of the Earth lie on the true map; none too far off the map to be warped."""
    chart = projection_for(board.cities, HOMES)
    points = [chart.point(*place) for place in zip(latitudes.tolist(), longitudes.tolist(), strict=True)]
    room = MAP.inset(-REACH)
    return np.array([room.nearest(point) for point in points], complex)


def folding(warp: Warp) -> Reals:
    """By how much the warp spreads the map, in area, all over it: below 0 where it folds it."""
    across, down = np.meshgrid(np.arange(0, MAP.width, STEP), np.arange(0, MAP.height, STEP))
    points = across + 1j * down
    east = (warp(points + 1) - warp(points - 1)) / 2
    south = (warp(points + 1j) - warp(points - 1j)) / 2
    return np.imag(np.conj(east) * south)


def _pins() -> Points:
    angles = np.linspace(0, 2 * np.pi, PINS, endpoint=False)
    return np.asarray(MAP.centre + FAR / 2 * (MAP.width * np.cos(angles) + 1j * MAP.height * np.sin(angles)))


def _columns(points: Points) -> Reals:
    return np.column_stack([points.real, points.imag])
