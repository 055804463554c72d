"""Where cities lie: near their true positions, with room for every connection's spaces. Least squares."""

from dataclasses import dataclass
from functools import partial
from itertools import combinations

import numpy as np
from scipy.optimize import least_squares

from render.draw.frame import Frame
from render.draw.tracks import CAR_WIDTH
from tools.bake.arrays import Indices, Points, Reals, clipped, way_out
from tools.bake.connections import Connections, detours, neighbours

LONGEST = 1.06
APART = 56.0
CLEARANCE = 42.0
"""From a city to a connection that passes it by."""
CITY_MARGIN = 32.0
"""From a city to the panel."""
FIRST = 10.0
"""From the end of a connection to the point of its first car at which directions are compared."""
NEAR = 300.0
"""A connection ignores cities that are farther from it than this."""
EVALUATIONS = 120


@dataclass(frozen=True, slots=True)
class _Objective:
    """What the least squares minimise."""

    share: float
    homes: Points
    connections: Connections
    one: Indices
    """Cities with their neighbours, `other`."""
    other: Indices
    passed: Indices
    """Cities that lie next to a connection, `passing`."""
    passing: Indices
    sides: Reals
    """On which side of it each of them lies, 1 or -1."""
    forks: tuple[Indices, Indices, Indices]
    """Cities, and two connections that meet in each."""
    frame: Frame
    panel: Frame

    def residuals(self, places: Points) -> Reals:
        """By how much each aim is missed."""
        aims = (
            self._room, self._displacement, self._shape, self._crowding, self._clearance, self._fan,
            self._overflow, self._panel_overlap,
        )  # fmt: skip
        return np.concatenate([aim(places) for aim in aims])

    def _room(self, places: Points) -> Reals:
        long = abs(places[self.connections.b] - places[self.connections.a])
        short = np.maximum(0, self.share * self.connections.needed - long)
        return np.concatenate([1.7 * short, 0.6 * np.maximum(0, long - LONGEST * self.connections.needed)])

    def _displacement(self, places: Points) -> Reals:
        return 0.12 * _parts(places - self.homes)

    def _shape(self, places: Points) -> Reals:
        """Neighbours keep their true direction, and about their true distance."""
        true = self.homes[self.other] - self.homes[self.one]
        along = (places[self.other] - places[self.one]) * np.conj(true) / abs(true)
        near = np.maximum(0, 0.55 * abs(true) - along.real)
        return np.concatenate([0.245 * along.imag, 1.2 * near, 0.12 * (along.real - abs(true))])

    def _crowding(self, places: Points) -> Reals:
        return np.asarray(2 * np.maximum(0, APART - abs(places[self.other] - places[self.one])))

    def _clearance(self, places: Points) -> Reals:
        """A connection stays clear of cities that it passes, and on the right side of them."""
        a, b = places[self.connections.a[self.passing]], places[self.connections.b[self.passing]]
        distance = _distance(places[self.passed], a, b, self.sides)
        return np.maximum(0, CLEARANCE + self.connections.half_width[self.passing] - distance)

    def _fan(self, places: Points) -> Reals:
        """Connections leave a city at angles that leave room for their first cars."""
        (city, one, other), connections = self.forks, self.connections
        # A connection's cities less one of them is its other city.
        first, second = (
            _directions(places, city, connections.a[each] + connections.b[each] - city)
            for each in (one, other)
        )
        wide = CAR_WIDTH + 4 + connections.half_width[one] + connections.half_width[other]
        return np.maximum(0, wide - abs(first - second) * (connections.ends[city] + FIRST))

    def _overflow(self, places: Points) -> Reals:
        return 3 * _parts(places - clipped(places, self.frame))

    def _panel_overlap(self, places: Points) -> Reals:
        """Neither cities nor connections lie in the panel."""
        a, b = places[self.connections.a][:, None], places[self.connections.b][:, None]
        along = (a + (b - a) * np.array([0.2, 0.4, 0.6, 0.8])).ravel()
        out = np.concatenate([way_out(places, self.panel, CITY_MARGIN), way_out(along, self.panel, 18.0)])
        return 2 * _parts(out)


def fit_cities(homes: Points, connections: Connections, frame: Frame, panel: Frame, share: float) -> Points:
    """Positions of the cities: near their true ones, in a frame, off the panel, with room for connections.

    `share` is how much of its length each connection must have between its cities: it may bend.
    """
    one, other = neighbours(homes)
    passed, passing = _passers(homes, connections)
    start = homes[connections.a[passing]]
    sides = np.sign(np.imag((homes[passed] - start) * np.conj(homes[connections.b[passing]] - start)))
    objective = _Objective(
        share, homes, connections, one, other, passed, passing, sides, _forks(connections), frame, panel
    )
    solution = least_squares(
        lambda parts: objective.residuals(_points(parts)), _parts(homes), max_nfev=EVALUATIONS, ftol=1e-5
    )
    return _points(solution.x)


def _passers(homes: Points, connections: Connections) -> tuple[Indices, Indices]:
    """Cities, and the connections that may run into them; those that make a detour are left out."""
    passed, passing = np.meshgrid(np.arange(len(homes)), np.arange(len(connections.a)), indexing="ij")
    reach = partial(_distance, homes[passed])
    near = reach(homes[connections.a[passing]], homes[connections.b[passing]]) < NEAR
    strange = (passed != connections.a[passing]) & (passed != connections.b[passing])
    straight = ~np.isin(passing, detours(homes, connections))
    return passed[near & strange & straight], passing[near & strange & straight]


def _forks(connections: Connections) -> tuple[Indices, Indices, Indices]:
    """Cities, and two connections that meet in each."""
    found = [
        (city, one, other)
        for one, other in combinations(range(len(connections.a)), 2)
        for city in {int(connections.a[one]), int(connections.b[one])}
        & {int(connections.a[other]), int(connections.b[other])}
    ]
    city, one, other = np.array(found or np.zeros((0, 3)), int).T
    return city, one, other


def _directions(places: Points, starts: Indices, ends: Indices) -> Points:
    along = places[ends] - places[starts]
    return np.asarray(along / (abs(along) + 1e-9))


def _distance(places: Points, a: Points, b: Points, sides: Reals | None = None) -> Reals:
    """The distance of each place from the straight line between `a` and `b`.

    With `sides` it is negative for a place that is on the wrong side of the line.
    """
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
