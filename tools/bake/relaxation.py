"""Relaxation of chains: step by step, cars push cars, cities and names apart and straighten."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.spatial import cKDTree

from render.draw.frame import Frame
from render.draw.layout import MAP
from tools.bake.arrays import Indices, Points, Reals, clipped, scattered, way_out
from tools.bake.chains import BEAD, CITY, ChainModel, lanes
from tools.bake.connections import Connections, neighbours

EDGE = 16.5
"""From the edge of the map to the nearest car."""
ROOM = MAP.inset(EDGE + 12.9)
"""Where beads may lie, so that cars that point at the edge stay clear of it."""
CITY_ROOM = Frame(MAP.left + 40, MAP.top + 40, MAP.right - 44, MAP.bottom - 42)
NEARER = 4.0
"""How much nearer to a city its own lanes may come than other cars."""
CITY_MARGIN = 30.0
"""From the middle of a city to the panel."""
LOOK_AROUND = 6
"""After this many steps, look again for discs that may touch."""
WARY = 14.0
"""No two discs come nearer to each other than this between two looks."""
CITIES_APART = 14.0
"""How much farther two cities keep from each other than from cars."""
ROWS_APART = 5.0
"""How much farther cars of two connections keep from each other where they would look like a double route."""
PARALLEL = 0.5
"""The sine of the widest angle between two rows that look like a double route."""
NAME_PUSH = 0.5
"""How hard names push; cars push with 1."""
LINKINGS = 12
"""How often links pull in each step."""
HOLD = 0.6


@dataclass(frozen=True, slots=True)
class Discs:
    """Circles that push one another away: of cities, of the lanes of chains, and of names."""

    owner: Indices
    """The city or bead that each disc moves with."""
    offset: Points
    """From its city to the disc of a name, else 0."""
    aside: Reals
    """From the middle of its connection to the disc of a lane, else 0."""
    radius: Reals
    name: NDArray[np.bool_]
    """Whether it is a name's disc."""


NO_NAMES = Discs(np.zeros(0, int), np.zeros(0, complex), np.zeros(0), np.zeros(0), np.zeros(0, bool))


class Relaxation:
    """Moves the points `at` of a model to rest. Cities stay near their anchors."""

    def __init__(
        self,
        model: ChainModel,
        connections: Connections,
        anchors: Points,
        panel: Frame,
        at: Points,
        names: Discs,
    ) -> None:
        self.at = at.copy()
        self._model, self._connections, self._names, self._panel = model, connections, names, panel
        self._anchors = anchors
        self._one, self._other = neighbours(self._anchors)
        self._chords = 0.99 * abs(self._anchors[connections.b] - self._anchors[connections.a])
        self._linked = model.links.ravel()
        self._grip = HOLD / model.mobility[model.links].sum(axis=0)
        self._yield = model.mobility / np.sqrt(np.bincount(self._linked, minlength=len(at)))
        self._discs = _discs(model, connections, names)
        self._touching = self._pairs()

    def settle(self, steps: int, homing: float, partings: int) -> Points:
        """Run some steps and return the points.

        `homing` is how strongly anchors pull cities; `partings` is how often discs are pushed in each step.
        """
        for step in range(steps):
            self._go_home(homing * (1 - 0.5 * step / steps))
            self._straighten()
            if step % LOOK_AROUND == 0:
                self._touching = self._pairs()
            for _ in range(partings):
                self._part()
                self._avoid_panel()
                for _ in range(LINKINGS // partings):
                    self._hold_together()
            self._keep_chords()
            self._stay_inside()
        return self.at

    def _go_home(self, homing: float) -> None:
        """Pull cities to their anchors, and neighbours to their original directions."""
        cities = self.at[: self._model.cities]
        cities += (self._anchors - cities) * homing
        was = self._anchors[self._other] - self._anchors[self._one]
        move = (was - (cities[self._other] - cities[self._one])) * 0.005
        cities += scattered(len(cities), self._other, move) - scattered(len(cities), self._one, move)

    def _straighten(self) -> None:
        one, middle, other = self._model.bends
        midway = (self.at[one] + self.at[other]) / 2
        move: Points = (midway - self.at[middle]) * self._model.stiffness
        moved = np.concatenate([middle, one, other])
        moves = scattered(len(self.at), moved, np.concatenate([move, -move / 2, -move / 2]))
        self.at += 0.35 * moves * self._model.mobility

    def _middles(self) -> Points:
        """The centres of the discs."""
        discs = self._discs
        along = self.at[self._model.following[discs.owner]] - self.at[self._model.leading[discs.owner]]
        across = 1j * along / (abs(along) + 1e-9) * discs.aside
        return np.asarray(self.at[discs.owner] + discs.offset + across)

    def _pairs(self) -> tuple[Indices, Indices, Reals, Reals]:
        """Pairs of discs that may soon touch, their allowed overlap, and the weight of their push."""
        middles, discs, connections = self._middles(), self._discs, self._connections
        tree = cKDTree(np.column_stack([middles.real, middles.imag]))
        found = tree.query_pairs(2 * float(discs.radius.max()) + WARY, output_type="ndarray")
        i, j = found[:, 0], found[:, 1]
        own, other = discs.owner[i], discs.owner[j]
        connection, other_connection = self._model.connection[own], self._model.connection[other]
        named = discs.name[i] | discs.name[j]
        hosts = _ends_at(connections, connection, own, other_connection, other) & ~named
        straight = hosts & (discs.aside[i] == 0) & (discs.aside[j] == 0)
        idle = (
            (discs.name[i] & discs.name[j])
            | ((connection == other_connection) & (connection >= 0))
            | (own == other)
            | straight
        )
        cities = (connection < 0) & (other_connection < 0) & ~named
        rows = (connection >= 0) & (other_connection >= 0) & ~named & self._may_look_double(own, other)
        leave = np.select([hosts, cities, rows], [NEARER, -CITIES_APART, -ROWS_APART], 0.0)
        weight = np.where(named, NAME_PUSH, 1.0)
        return i[~idle], j[~idle], leave[~idle], weight[~idle]

    def _may_look_double(self, own: Indices, other: Indices) -> NDArray[np.bool_]:
        """Where two beads are of rows that run in one direction, but not of the cars next to one city."""
        model = self._model
        one, two = (self.at[model.following[at]] - self.at[model.leading[at]] for at in (own, other))
        parallel = abs(np.imag(np.conj(one) * two)) < PARALLEL * abs(one) * abs(two)
        ends, others = ((model.first[at], model.last[at]) for at in (own, other))
        meeting = np.any([(end == far) & (end >= 0) for end in ends for far in others], axis=0)
        return np.asarray(parallel & ~meeting, bool)

    def _part(self) -> None:
        """Push the owners of overlapping discs apart."""
        i, j, leave, weight = self._touching
        middles, discs, size = self._middles(), self._discs, len(self.at)
        apart = middles[j] - middles[i]
        depth = discs.radius[i] + discs.radius[j] - leave - abs(apart)
        deep = depth > 0
        one, other = discs.owner[i[deep]], discs.owner[j[deep]]
        light, other_light = self._model.mobility[one], self._model.mobility[other]
        push = apart[deep] / (abs(apart[deep]) + 1e-9) * (depth * weight)[deep] / (light + other_light)
        pushed = np.concatenate([other, one])
        moves = scattered(size, pushed, np.concatenate([push * other_light, -push * light]))
        self.at += 0.7 * moves / np.maximum(np.bincount(pushed, minlength=size), 1)

    def _avoid_panel(self) -> None:
        """Move points in the panel out of it by the nearest side."""
        margin = np.where(self._model.connection < 0, CITY_MARGIN, BEAD + self._model.aside)
        self.at += 0.2 * way_out(self.at, self._panel, margin)

    def _hold_together(self) -> None:
        (one, other), (least, slack) = self._model.links, self._model.lengths
        along = self.at[other] - self.at[one]
        long = abs(along) + 1e-9
        wrong = np.minimum(long - least, 0) + np.maximum(long - least - slack, 0)
        pull = along * (wrong / long) * self._grip
        moves = scattered(len(self.at), self._linked, np.concatenate([pull, -pull]))
        self.at += moves * self._yield

    def _keep_chords(self) -> None:
        """Keep cities at least as far apart as their connection needs."""
        connections, cities = self._connections, self.at[: self._model.cities]
        along = cities[connections.b] - cities[connections.a]
        move = along / abs(along) * np.minimum(0, abs(along) - self._chords) * 0.03
        cities += scattered(len(cities), connections.a, move) - scattered(len(cities), connections.b, move)

    def _stay_inside(self) -> None:
        self.at = clipped(self.at, ROOM, self._model.aside)
        cities = self.at[: self._model.cities]
        cities[:] = clipped(cities, CITY_ROOM)
        names = self._names
        if len(names.owner):
            middles = cities[names.owner] + names.offset
            missing = clipped(middles, MAP, names.radius + 9) - middles
            cities += scattered(len(cities), names.owner, 0.2 * missing)


def _ends_at(
    connections: Connections, connection: Indices, point: Indices, other_connection: Indices, other: Indices
) -> NDArray[np.bool_]:
    """Where one point is a city and the other a bead of a connection that ends there."""
    chain = np.maximum(connection, other_connection)
    city = np.where(connection < 0, point, other)
    ends = (connections.a[chain] == city) | (connections.b[chain] == city)
    return np.asarray(ends & (np.minimum(connection, other_connection) < 0) & (chain >= 0))


def _discs(model: ChainModel, connections: Connections, names: Discs) -> Discs:
    """The discs of cities, of every lane of the chains, and of names."""
    owners = [np.arange(model.cities)]
    asides = [np.zeros(model.cities)]
    for number, chain in enumerate(model.chains):
        for aside in lanes(connections, number):
            owners.append(chain)
            asides.append(np.full(len(chain), aside))
    beads = sum(map(len, owners)) - model.cities
    return Discs(
        np.concatenate([*owners, names.owner]),
        np.concatenate([np.zeros(model.cities + beads, complex), names.offset]),
        np.concatenate([*asides, names.aside]),
        np.concatenate([np.full(model.cities, CITY), np.full(beads, BEAD), names.radius]),
        np.concatenate([np.zeros(model.cities + beads, bool), names.name]),
    )
