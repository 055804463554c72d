"""Connections as chains: three beads for each car, joined by links, which the relaxation moves."""

from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from render.draw.tracks import CAR_LENGTH, CAR_WIDTH, LANE
from tools.bake.arrays import Indices, Points, Reals, crossed
from tools.bake.connections import SPACE, Connections, detours

BEADS = 3
STEP = 0.4 * CAR_LENGTH
"""From bead to bead within a car."""
OVERHANG = CAR_LENGTH / 2 - STEP
"""How far a car reaches beyond its outer beads."""
BEAD = CAR_WIDTH / 2 + 2.8
CITY = 16.0
"""The radius that a city keeps free around it."""
JOINT_SLACK, END_SLACK = 3.5, 14.0
"""How far the links between cars, and from cars to cities, may stretch."""
CITY_WEIGHT = 1 / 0.3
WIDEST_END = 38.5
"""From a city to the first car of a connection, at most."""
BULGES = (40, -40, 80, -80, 120, -120, 160, -160)


@dataclass(frozen=True, slots=True)
class ChainModel:
    """The points that move, cities by their numbers, then the beads of all chains; and what pulls at them."""

    cities: int
    chains: tuple[Indices, ...]
    """Each connection's beads, from its city `a` to its city `b`."""
    connection: Indices
    """By point: the number of its connection, -1 for a city."""
    first: Indices
    """By point: the city next to its car, if that is the first car of its chain; else -1."""
    last: Indices
    leading: Indices
    """By point: the bead before it in its chain, or itself."""
    following: Indices
    links: Indices
    """Pairs of points that keep their distance, in two rows."""
    lengths: Reals
    """By link: the least distance of its points, and in a second row how much more is allowed."""
    bends: Indices
    """Trios of points in three rows; the middle one is pulled midway between the others."""
    stiffness: Reals
    """By bend: how strongly."""
    mobility: Reals
    """By point: cities are heavier than beads."""
    aside: Reals
    """By point: from the middle of its connection to the middle of the outermost lane."""


def chain_model(connections: Connections, cities: int) -> ChainModel:
    """The chains of a board's connections."""
    starts = np.cumsum([cities, *(BEADS * connections.spaces)])
    chains = tuple(np.arange(a, b) for a, b in pairwise(starts.tolist()))
    beads = len(chains) and int(starts[-1]) - cities
    connection = np.concatenate(
        [np.full(cities, -1), np.repeat(np.arange(len(chains)), BEADS * connections.spaces)]
    )
    return ChainModel(
        cities,
        chains,
        connection,
        *_end_cars(connections, chains, len(connection)),
        _next_in_chain(connection, -1),
        _next_in_chain(connection, 1),
        *_links(connections, chains),
        *_bends(connections, chains),
        np.concatenate([np.full(cities, 1 / CITY_WEIGHT), np.ones(beads)]),
        np.where(connection < 0, 0.0, connections.half_width[connection]),
    )


def _end_cars(connections: Connections, chains: tuple[Indices, ...], points: int) -> tuple[Indices, Indices]:
    """By point: the city at the beginning, and the one at the end, of a chain whose end car it is part of."""
    first, last = np.full(points, -1), np.full(points, -1)
    for number, chain in enumerate(chains):
        first[chain[:BEADS]] = connections.a[number]
        last[chain[-BEADS:]] = connections.b[number]
    return first, last


def _next_in_chain(connection: Indices, step: int) -> Indices:
    """By point: the next bead of its chain in one direction; the point itself at an end and for a city."""
    points = np.arange(len(connection))
    others = np.clip(points + step, 0, len(connection) - 1)
    return np.where((connection[others] == connection) & (connection >= 0), others, points)


def _links(connections: Connections, chains: tuple[Indices, ...]) -> tuple[Indices, Reals]:
    """The links of every chain to its cities and from bead to bead, and their lengths."""
    links: list[tuple[int, int]] = []
    lengths: list[tuple[float, float]] = []
    for number, chain in enumerate(chains):
        a, b = int(connections.a[number]), int(connections.b[number])
        links += [(a, int(chain[0])), (int(chain[-1]), b), *pairwise(chain.tolist())]
        lengths += [_end_length(connections, a), _end_length(connections, b)]
        for place in range(len(chain) - 1):
            joint = place % BEADS == BEADS - 1
            lengths.append((SPACE - 2 * STEP, JOINT_SLACK) if joint else (STEP, 0.0))
    return np.array(links).T, np.array(lengths).T


def _end_length(connections: Connections, city: int) -> tuple[float, float]:
    """The length and slack of the links from a city to the chains that end there."""
    end = float(connections.ends[city])
    return end + OVERHANG, min(END_SLACK, WIDEST_END - end)


def _bends(connections: Connections, chains: tuple[Indices, ...]) -> tuple[Indices, Reals]:
    """Each bead is pulled between its neighbours, most in the middle of a car; cars follow one another."""
    bends: list[list[int]] = []
    stiffness: list[float] = []
    for number, chain in enumerate(chains):
        row = [int(connections.a[number]), *chain.tolist(), int(connections.b[number])]
        beads, cars = range(1, len(row) - 1), range(3, len(row) - 3)
        bends += [row[place - 1 : place + 2] for place in beads]
        bends += [row[place - 3 : place + 4 : 3] for place in cars]
        stiffness += [0.9 if place % BEADS == 2 else 0.5 for place in beads] + [0.35] * len(cars)
    return np.array(bends).T, np.array(stiffness)


def initial_points(model: ChainModel, places: Points, connections: Connections, homes: Points) -> Points:
    """The first positions: chains straight between their cities, detours in an arc around the others."""
    around = detours(homes, connections)
    straight = np.setdiff1d(np.arange(len(connections.a)), around)
    points = [places]
    for number, chain in enumerate(model.chains):
        shares = (np.arange(len(chain)) // BEADS + 0.5) * SPACE + (np.arange(len(chain)) % BEADS - 1) * STEP
        shares = (connections.ends[connections.a[number]] + shares) / connections.needed[number]
        bulge = _bulge(places, connections, number, straight) if number in around else 0.0
        points.append(_arc(places[connections.a[number]], places[connections.b[number]], bulge, shares))
    return np.concatenate(points)


def _arc(a: complex, b: complex, bulge: float, shares: Reals) -> Points:
    straight = a + (b - a) * shares
    return np.asarray(straight + 1j * (b - a) / abs(b - a) * bulge * np.sin(np.pi * shares))


def _bulge(places: Points, connections: Connections, number: int, straight: Indices) -> float:
    """The smallest bulge, on the side where it crosses fewest connections and keeps off cities."""
    strangers = np.setdiff1d(np.arange(len(places)), [connections.a[number], connections.b[number]])
    c, d = places[connections.a[straight]], places[connections.b[straight]]
    costs = []
    for bulge in BULGES:
        arc = _arc(
            places[connections.a[number]], places[connections.b[number]], bulge, np.linspace(0.05, 0.95, 30)
        )
        crossings = crossed(arc[:-1, None], arc[1:, None], c[None], d[None]).sum()
        near = np.maximum(0, 45 - abs(arc[:, None] - places[strangers][None])).max(axis=0).sum()
        costs.append(abs(bulge) / 10 + 30 * crossings + near)
    return float(BULGES[int(np.argmin(costs))])


def lanes(connections: Connections, number: int) -> Reals:
    """From the middle of a connection to the middle of each of its lanes, in the order of its routes."""
    count = int(connections.lanes[number])
    return (np.arange(count) - (count - 1) / 2) * LANE
