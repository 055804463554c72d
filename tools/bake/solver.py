"""The layout of a board's map from its cities and routes: the cities, then chains and names by turns."""

import logging
from cmath import phase, rect
from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import count, islice

import numpy as np

from engine.board import PRINTED_LANGUAGE, Board
from render.draw.frame import Frame
from render.draw.layout import Layout, corners
from render.draw.tracks import CAR_LENGTH, Car
from tools.bake.arrays import Points, way_out
from tools.bake.chains import BEADS, chain_model, initial_points, lanes
from tools.bake.city_fit import fit_cities
from tools.bake.city_names import LANGUAGES, NOWHERE, discs, labels, nudge_names, place_names
from tools.bake.connections import Connections, connections_of, homes_of
from tools.bake.corrections import corrected
from tools.bake.dry_land import LEAST_SPREAD
from tools.bake.measures import measures, missed_limits, name_measures
from tools.bake.relaxation import CITY_ROOM, Relaxation
from tools.bake.warp import folding, warp_of

log = logging.getLogger(__name__)

FIRST_STEPS, STEPS = 1500, 700
"""How many steps the chains relax before there are names, and then in each turn."""
CHOICES = 3
AGAIN = 5
"""In the first `CHOICES` turns names are placed afresh; then only every `AGAIN` turns, else nudged."""
TURNS = 12
SHARES = (0.96, 0.99, 0.93)
"""The shares of connections' lengths to try, for `TURNS` turns each."""
HOMING = 0.004
PARTINGS, LAST_PARTINGS = 2, 4
"""How often discs are pushed apart in each step, before there are names and then."""


Layouts = Mapping[str, Layout]
"""One layout with its names in each language that is baked."""


def solve(board: Board) -> Layouts:
    """The layout of a board: the first without a fault, or else the best that was tried."""
    found: list[tuple[float, Layouts]] = []
    for share in SHARES:
        for plans in islice(LayoutSolver(board, share).layouts(), TURNS):
            faults = faults_of(board, plans)
            missed = ", ".join(f"{name} by {by:.2g}" for name, by in faults.items())
            log.info("%g: %s", share, missed or "good")
            if not faults:
                return plans
            found.append((sum(faults.values()), plans))
    return min(found, key=lambda each: each[0])[1]


def faults_of(board: Board, plans: Layouts) -> dict[str, float]:
    """The faults of a layout by name, with their amounts; folded land under it is one."""
    plan = plans[PRINTED_LANGUAGE]
    faults = missed_limits(measures(board, plan))
    for language, other in plans.items():
        missed = missed_limits(name_measures(other))
        faults |= {f"{name} ({language})": by for name, by in missed.items() if other is not plan}
    spread_least = float(folding(warp_of(board, np.array(list(plan.cities.values())))).min())
    return faults | ({"folding": LEAST_SPREAD - spread_least} if spread_least < LEAST_SPREAD else {})


class LayoutSolver:
    """Solves a layout step by step: chains between cities, and a box for every city's names.

    `share` is how much of its length each connection has between its cities at first.
    """

    def __init__(self, board: Board, share: float) -> None:
        self._board, self._connections = board, connections_of(board)
        homes = homes_of(board)
        self._panel = _panel(homes, self._connections)
        self._model = chain_model(self._connections, len(homes))
        self._anchors = fit_cities(homes, self._connections, CITY_ROOM, self._panel, share)
        self._at = initial_points(self._model, self._anchors, self._connections, homes)
        self._boxes = NOWHERE

    def layouts(self) -> Iterator[Layouts]:
        """Endless layouts: in each turn names are placed and chains relax."""
        self._settle(FIRST_STEPS, PARTINGS)
        self._anchors = self._cities.copy()
        for turn in count():
            self._name(turn)
            self._settle(STEPS, LAST_PARTINGS)
            yield self._labelled()

    def _labelled(self) -> Layouts:
        """The current layout, with names nudged once more."""
        plan = corrected(self._board, self._unlabelled())
        return {
            language: replace(plan, labels=labels(self._board, plan, self._boxes, language))
            for language in LANGUAGES
        }

    def _unlabelled(self) -> Layout:
        places = dict(zip(self._board.city_ids, self._at.tolist(), strict=False))
        return Layout(places, self._cars(), {}, self._panel)

    def _name(self, turn: int) -> None:
        if turn < CHOICES or turn % AGAIN == 0:
            self._boxes = place_names(self._board, self._unlabelled(), self._boxes)
        else:
            self._boxes = nudge_names(self._unlabelled(), self._boxes)

    @property
    def _cities(self) -> Points:
        return self._at[: self._model.cities]

    def _settle(self, steps: int, partings: int) -> None:
        """Relax the chains; names move with their cities."""
        before = self._cities.copy()
        names = discs(self._boxes, before)
        settling = Relaxation(self._model, self._connections, self._anchors, self._panel, self._at, names)
        self._at = settling.settle(steps, HOMING, partings)
        move = self._cities - before
        self._boxes = self._boxes + np.column_stack([move.real, move.imag] * 2)[: len(self._boxes)]

    def _cars(self) -> Mapping[str, tuple[Car, ...]]:
        """Every route's cars by its id, from its city `a` to its city `b`."""
        rows: dict[str, tuple[Car, ...]] = {}
        for number, routes in enumerate(self._connections.routes):
            trios = self._at[self._model.chains[number]].reshape(-1, BEADS)
            start = self._board.cities[self._connections.a[number]].id
            for route, aside in zip(routes, lanes(self._connections, number), strict=True):
                row = [_car(trio, float(aside)) for trio in _spread(trios, route.length)]
                rows[route.id] = tuple(row if route.a == start else row[::-1])
        return rows


def _spread(trios: Points, cars: int) -> Points:
    """As many cars along a chain, evenly, as the shorter side of a double route has."""
    along = (np.arange(cars) + 0.5) * len(trios) / cars - 0.5
    before = np.floor(along).astype(int)
    after = np.minimum(before + 1, len(trios) - 1)
    share = (along - before)[:, None]
    return np.asarray(trios[before] * (1 - share) + trios[after] * share)


def _car(trio: Points, aside: float) -> Car:
    heading = rect(1, phase(trio[-1] - trio[0]))
    return Car(complex(trio.mean()) + 1j * heading * aside, heading, CAR_LENGTH)


def _panel(homes: Points, connections: Connections) -> Frame:
    """The panel in the corner of the map that is farthest from cities and connections."""
    shares = np.linspace(0, 1, 9)
    a, b = homes[connections.a][:, None], homes[connections.b][:, None]
    points = (a + (b - a) * shares).ravel()
    return min(corners(), key=lambda corner: float(abs(way_out(points, corner, 60.0)).sum()))
