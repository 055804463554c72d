"""Ways as chains: three beads to a car, held together by links, to be pushed about."""

from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from render.bake.connections import SPACE, Connections, Indices, Points, Reals, crossed, detours
from render.draw.tracks import CAR_LENGTH, CAR_WIDTH, LANE

BEADS = 3
STEP = 0.4 * CAR_LENGTH
"""From bead to bead within a car."""
OVERHANG = CAR_LENGTH / 2 - STEP
"""How far a car reaches beyond its outer beads."""
BEAD = CAR_WIDTH / 2 + 2.8
CITY = 16.0
"""What a city keeps free around it, as a radius."""
JOINT_SLACK, END_SLACK = 3.5, 14.0
"""By how much the links between cars, and from cars to cities, may stretch."""
CITY_WEIGHT = 1 / 0.3
WIDEST_END = 38.5
"""From a city to the car of a way that ends there."""
BULGES = (40, -40, 80, -80, 120, -120, 160, -160)


@dataclass(frozen=True, slots=True)
class Links:
    """Pairs of points that keep a distance: at least `length`, at most `slack` more."""

    one: Indices
    other: Indices
    length: Reals
    slack: Reals


@dataclass(frozen=True, slots=True)
class Bends:
    """Points `middle` that like to lie midway between two others, each so strongly."""

    one: Indices
    middle: Indices
    other: Indices
    strength: Reals


@dataclass(frozen=True, slots=True)
class Rig:
    """What holds together: cities, by their numbers, then the beads of all chains."""

    cities: int
    chains: tuple[Indices, ...]
    """Each way's beads, from its city `a` to its city `b`."""
    way: Indices
    """By point: the number of its way, -1 for a city."""
    leading: Indices
    """By point: the bead before it in its chain, or itself."""
    following: Indices
    links: Links
    bends: Bends
    mobility: Reals
    """By point: cities are heavier than beads."""
    aside: Reals
    """By point: from the middle of its way to the middle of the outermost lane."""


def rig_of(ways: Connections, cities: int) -> Rig:
    """The rig of a board's ways."""
    starts = np.cumsum([cities, *(BEADS * ways.spaces)])
    chains = tuple(np.arange(a, b) for a, b in pairwise(starts.tolist()))
    beads = len(chains) and int(starts[-1]) - cities
    way = np.concatenate([np.full(cities, -1), np.repeat(np.arange(len(chains)), BEADS * ways.spaces)])
    return Rig(
        cities,
        chains,
        way,
        _next_in_chain(way, -1),
        _next_in_chain(way, 1),
        _links(ways, chains),
        _bends(ways, chains),
        np.concatenate([np.full(cities, 1 / CITY_WEIGHT), np.ones(beads)]),
        np.where(way < 0, 0.0, ways.half_width[way]),
    )


def _next_in_chain(way: Indices, step: int) -> Indices:
    """By point: the next bead of its chain in one direction, or itself at the end; cities stay alone."""
    points = np.arange(len(way))
    others = np.clip(points + step, 0, len(way) - 1)
    return np.where((way[others] == way) & (way >= 0), others, points)


def _links(ways: Connections, chains: tuple[Indices, ...]) -> Links:
    links: list[tuple[int, int, float, float]] = []
    for number, chain in enumerate(chains):
        a, b = int(ways.a[number]), int(ways.b[number])
        links += [
            (a, int(chain[0]), ways.ends[a] + OVERHANG, _end_slack(ways, a)),
            (int(chain[-1]), b, ways.ends[b] + OVERHANG, _end_slack(ways, b)),
        ]
        for place, (one, other) in enumerate(pairwise(chain.tolist())):
            joint = place % BEADS == BEADS - 1
            links.append((one, other, SPACE - 2 * STEP if joint else STEP, JOINT_SLACK if joint else 0.0))
    one, other, length, slack = zip(*links, strict=True)
    return Links(np.array(one), np.array(other), np.array(length), np.array(slack))


def _end_slack(ways: Connections, city: int) -> float:
    return min(END_SLACK, WIDEST_END - float(ways.ends[city]))


def _bends(ways: Connections, chains: tuple[Indices, ...]) -> Bends:
    """Each bead lies between its neighbours, a car's middle one most of all, and cars follow one another."""
    bends: list[tuple[int, int, int, float]] = []
    for number, chain in enumerate(chains):
        row = [int(ways.a[number]), *chain.tolist(), int(ways.b[number])]
        stiff = [0.9 if place % BEADS == 2 else 0.5 for place in range(len(row))]
        bends += [(*row[place - 1 : place + 2], stiff[place]) for place in range(1, len(row) - 1)]
        bends += [(*row[place - 3 : place + 4 : 3], 0.35) for place in range(3, len(row) - 3)]
    one, middle, other, strength = zip(*bends, strict=True)
    return Bends(np.array(one), np.array(middle), np.array(other), np.array(strength))


def laid(rig: Rig, places: Points, ways: Connections, homes: Points) -> Points:
    """All points of a rig, the chains laid out between their cities; detours in an arc past the others."""
    around = detours(homes, ways)
    straight = np.setdiff1d(np.arange(len(ways.a)), around)
    points = [places]
    for number, chain in enumerate(rig.chains):
        shares = (np.arange(len(chain)) // BEADS + 0.5) * SPACE + (np.arange(len(chain)) % BEADS - 1) * STEP
        shares = (ways.ends[ways.a[number]] + shares) / ways.needed[number]
        bulge = _bulge(places, ways, number, straight) if number in around else 0.0
        points.append(_arc(places[ways.a[number]], places[ways.b[number]], bulge, shares))
    return np.concatenate(points)


def _arc(a: complex, b: complex, bulge: float, shares: Reals) -> Points:
    straight = a + (b - a) * shares
    return np.asarray(straight + 1j * (b - a) / abs(b - a) * bulge * np.sin(np.pi * shares))


def _bulge(places: Points, ways: Connections, number: int, straight: Indices) -> float:
    """The least bulge, to the side where it crosses fewest ways and leaves cities alone."""
    strangers = np.setdiff1d(np.arange(len(places)), [ways.a[number], ways.b[number]])
    c, d = places[ways.a[straight]], places[ways.b[straight]]
    costs = []
    for bulge in BULGES:
        arc = _arc(places[ways.a[number]], places[ways.b[number]], bulge, np.linspace(0.05, 0.95, 30))
        crossings = crossed(arc[:-1, None], arc[1:, None], c[None], d[None]).sum()
        near = np.maximum(0, 45 - abs(arc[:, None] - places[strangers][None])).max(axis=0).sum()
        costs.append(abs(bulge) / 10 + 30 * crossings + near)
    return float(BULGES[int(np.argmin(costs))])


def lanes(ways: Connections, number: int) -> Reals:
    """From the middle of a way to the middle of each of its lanes, in the order of its routes."""
    count = int(ways.lanes[number])
    return (np.arange(count) - (count - 1) / 2) * LANE
