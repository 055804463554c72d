"""Where cities lie: near their true positions, with room for the spaces of every way; by least squares."""

from dataclasses import dataclass
from functools import partial
from itertools import combinations

import numpy as np
from scipy.optimize import least_squares

from render.bake.connections import Connections, Indices, Points, Reals, detours, neighbours
from render.bake.frames import clipped, way_out
from render.draw.frame import Frame
from render.draw.tracks import CAR_WIDTH

LONGEST = 1.06
APART = 56.0
CLEARANCE = 42.0
"""From a city to a way that passes it by."""
CITY_MARGIN = 32.0
"""From a city to the panel."""
FIRST = 10.0
"""From the end of a way to the point of its first car at which directions are compared."""
NEAR = 300.0
"""A way ignores cities that are farther from it than this."""
EVALUATIONS = 120


@dataclass(frozen=True, slots=True)
class _Objective:
    """What the least squares minimise."""

    share: float
    homes: Points
    ways: Connections
    one: Indices
    """Cities with their neighbours, `other`."""
    other: Indices
    passed: Indices
    """Cities that lie beside a way, `passing`."""
    passing: Indices
    sides: Reals
    """On which side of it each of them lies, 1 or -1."""
    forks: tuple[Indices, Indices, Indices]
    """Cities, and two ways that meet in each."""
    frame: Frame
    panel: Frame

    def residuals(self, places: Points) -> Reals:
        """By how much each aim is missed."""
        near_and_true = (self._room, self._displacement, self._shape)
        clear = (self._crowding, self._clearance, self._fan, self._overflow, self._panel_overlap)
        return np.concatenate([aim(places) for aim in (*near_and_true, *clear)])

    def _room(self, places: Points) -> Reals:
        long = abs(places[self.ways.b] - places[self.ways.a])
        short = np.maximum(0, self.share * self.ways.needed - long)
        return np.concatenate([1.7 * short, 0.6 * np.maximum(0, long - LONGEST * self.ways.needed)])

    def _displacement(self, places: Points) -> Reals:
        return 0.12 * _parts(places - self.homes)

    def _shape(self, places: Points) -> Reals:
        """Neighbours lie in their true direction, about as far from one another as truly."""
        true = self.homes[self.other] - self.homes[self.one]
        along = (places[self.other] - places[self.one]) * np.conj(true) / abs(true)
        near = np.maximum(0, 0.55 * abs(true) - along.real)
        return np.concatenate([0.245 * along.imag, 1.2 * near, 0.12 * (along.real - abs(true))])

    def _crowding(self, places: Points) -> Reals:
        return np.asarray(2 * np.maximum(0, APART - abs(places[self.other] - places[self.one])))

    def _clearance(self, places: Points) -> Reals:
        """A way does not run into a city that it passes by, nor past its other side."""
        a, b = places[self.ways.a[self.passing]], places[self.ways.b[self.passing]]
        distance = _distance(places[self.passed], a, b, self.sides)
        return np.maximum(0, CLEARANCE + self.ways.half_width[self.passing] - distance)

    def _fan(self, places: Points) -> Reals:
        """Ways leave a city so far apart that their first cars lie beside one another."""
        (city, one, other), ways = self.forks, self.ways
        first, second = (
            _directions(places, city, np.where(ways.a[way] == city, ways.b[way], ways.a[way]))
            for way in (one, other)
        )
        wide = CAR_WIDTH + 4 + ways.half_width[one] + ways.half_width[other]
        return np.maximum(0, wide - abs(first - second) * (ways.ends[city] + FIRST))

    def _overflow(self, places: Points) -> Reals:
        return 3 * _parts(places - clipped(places, self.frame))

    def _panel_overlap(self, places: Points) -> Reals:
        """Neither cities nor ways lie in the panel."""
        a, b = places[self.ways.a][:, None], places[self.ways.b][:, None]
        along = (a + (b - a) * np.array([0.2, 0.4, 0.6, 0.8])).ravel()
        out = np.concatenate([way_out(places, self.panel, CITY_MARGIN), way_out(along, self.panel, 18.0)])
        return 2 * _parts(out)


def spread(homes: Points, ways: Connections, frame: Frame, panel: Frame, share: float) -> Points:
    """Positions of the cities near their true ones: inside a frame, off the panel, with room for all ways.

    `share` is how much of a way's length must lie between its cities: a way may bend, and end earlier.
    """
    one, other = neighbours(homes)
    passed, passing = _passers(homes, ways)
    start = homes[ways.a[passing]]
    sides = np.sign(np.imag((homes[passed] - start) * np.conj(homes[ways.b[passing]] - start)))
    objective = _Objective(share, homes, ways, one, other, passed, passing, sides, _forks(ways), frame, panel)
    solution = least_squares(
        lambda parts: objective.residuals(_points(parts)), _parts(homes), max_nfev=EVALUATIONS, ftol=1e-5
    )
    return _points(solution.x)


def _passers(homes: Points, ways: Connections) -> tuple[Indices, Indices]:
    """Cities, and the ways that may run into them; those that make a detour are left out."""
    passed, passing = np.meshgrid(np.arange(len(homes)), np.arange(len(ways.a)), indexing="ij")
    reach = partial(_distance, homes[passed])
    near = reach(homes[ways.a[passing]], homes[ways.b[passing]]) < NEAR
    strange = (passed != ways.a[passing]) & (passed != ways.b[passing])
    straight = ~np.isin(passing, detours(homes, ways))
    return passed[near & strange & straight], passing[near & strange & straight]


def _forks(ways: Connections) -> tuple[Indices, Indices, Indices]:
    """Cities, and two ways that meet in each."""
    found = [
        (city, one, other)
        for one, other in combinations(range(len(ways.a)), 2)
        for city in {int(ways.a[one]), int(ways.b[one])} & {int(ways.a[other]), int(ways.b[other])}
    ]
    city, one, other = np.array(found or np.zeros((0, 3)), int).T
    return city, one, other


def _directions(places: Points, starts: Indices, ends: Indices) -> Points:
    along = places[ends] - places[starts]
    return np.asarray(along / (abs(along) + 1e-9))


def _distance(places: Points, a: Points, b: Points, sides: Reals | None = None) -> Reals:
    """From each place to the straight line between `a` and `b`; below 0 where it lies beside it, but not on
    the side where it belongs."""
    along = b - a
    across = (places - a) * np.conj(along) / (abs(along) + 1e-9)
    share = np.clip(across.real, 0, abs(along))
    distance = abs(across - share)
    if sides is None:
        return np.asarray(distance)
    beside = (across.real > 0) & (across.real < abs(along))
    return np.asarray(np.where(beside, across.imag * sides, distance))


def _parts(points: Points) -> Reals:
    return np.concatenate([points.real, points.imag])


def _points(parts: Reals) -> Points:
    x, y = np.split(parts, 2)
    return x + 1j * y
