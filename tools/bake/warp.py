"""The warp of the land: where a place of the Earth lies after the cities have moved to make room for cars."""

from collections.abc import Callable

import numpy as np
from scipy.interpolate import RBFInterpolator

from engine.board import Board
from render.draw.layout import MAP
from render.draw.projection import projection_for
from tools.bake.arrays import Points, Reals
from tools.bake.connections import HOMES, homes_of

PINS = 30
"""How many points around the map move as the nearer cities do on average."""
FAR = 1.9
"""Their distance from the middle of the map, in distances of its edge."""
STEP = 20.0
LEEWAY = 100.0
"""How much smoothness counts against the wanted points."""
REACH = 900
"""Places farther off the map than this are moved to this distance."""

Warp = Callable[[Points], Points]
"""From where places lie on the true map to where they lie on the finished one."""


NO_POINTS: Points = np.zeros(0, complex)


def warp_of(board: Board, cities: Points, true: Points = NO_POINTS, wanted: Points = NO_POINTS) -> Warp:
    """The smooth warp that takes every city's true position to its position on the map.

    It takes the `true` points near to the `wanted` ones as far as that is smooth enough.
    """
    homes = homes_of(board)
    pins = _pins()
    near = 1 / abs(pins[:, None] - homes) ** 2
    pulled = (near * (cities - homes)).sum(axis=1) / near.sum(axis=1)
    shifts = np.concatenate([cities - homes, pulled, wanted - true])
    leeway = np.repeat([0.0, LEEWAY], [len(homes) + len(pins), len(true)])
    points = np.concatenate([homes, pins, true])
    spline = RBFInterpolator(_columns(points), _columns(shifts), smoothing=leeway)

    def warp(points: Points) -> Points:
        shift = spline(_columns(points.ravel()))
        return np.asarray(points + (shift[:, 0] + 1j * shift[:, 1]).reshape(points.shape))

    return warp


def charted(board: Board, latitudes: Reals, longitudes: Reals) -> Points:
    """Where places of the Earth lie on the true map; those too far off it are moved nearer."""
    project = projection_for(board.cities, HOMES)
    points = [project(*place) for place in zip(latitudes.tolist(), longitudes.tolist(), strict=True)]
    room = MAP.inset(-REACH)
    return np.array([room.nearest(point) for point in points], complex)


def folding(warp: Warp) -> Reals:
    """By how much the warp enlarges the area around points all over the map; below 0 where it folds it."""
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
