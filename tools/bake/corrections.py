"""Last corrections of a layout: cars are moved and turned by less than anybody sees, to keep its limits."""

from cmath import phase, rect
from collections.abc import Mapping
from dataclasses import replace
from itertools import combinations
from math import copysign, radians

from engine.board import Board
from render.draw.layout import Layout
from render.draw.tracks import Car
from tools.bake.measures import FAR, LEAST, MOST, gap, separate_rows

ROUNDS = 12
SPARE = 0.15
"""By how much a correction exceeds a limit: the places in a layout file are rounded."""
MOST_MISSED = 1.5
"""Pixels. What misses a limit by more is a fault that a correction would only hide."""

CarId = tuple[str, int]
"""A route and the number of one of its cars."""
CarPair = tuple[CarId, CarId]


def corrected(board: Board, plan: Layout) -> Layout:
    """The layout, its cars a little farther apart and less bent where they miss a limit by little."""
    cars = {(route, number): car for route, row in plan.cars.items() for number, car in enumerate(row)}
    near = [pair for pair in combinations(cars, 2) if abs(cars[pair[0]].at - cars[pair[1]].at) < FAR]
    near = [(one, two) for one, two in near if one[0] != two[0]]
    for _ in range(ROUNDS):
        gaps = {pair: gap(*(cars[car].corners for car in pair)) for pair in near}
        for one, two in _touching(gaps):
            _part(cars, one, two, LEAST["car_gap"] - gaps[one, two])
        for (one, two), least in _side_by_side(board, gaps).items():
            _part(cars, one, two, LEAST["row_gap"] - least)
        for route, row in plan.cars.items():
            for number in range(len(row) - 1):
                _straighten(cars, (route, number), (route, number + 1))
    return replace(plan, cars=_rows(cars))


def _rows(cars: Mapping[CarId, Car]) -> dict[str, tuple[Car, ...]]:
    rows: dict[str, tuple[Car, ...]] = {}
    for (route, _), car in cars.items():
        rows[route] = (*rows.get(route, ()), car)
    return rows


def _touching(gaps: Mapping[CarPair, float]) -> list[CarPair]:
    """Cars of different routes that are too near each other."""
    return [pair for pair, least in gaps.items() if least < LEAST["car_gap"] + SPARE / 2]


def _side_by_side(board: Board, gaps: Mapping[CarPair, float]) -> dict[CarPair, float]:
    """Where two cars in a row are too near another row: the farther one and the car nearest to it."""
    nearest: dict[tuple[str, str, int], tuple[float, CarPair]] = {}
    for (one, two), least in gaps.items():
        for (route, number), (other, _) in ((one, two), (two, one)):
            if separate_rows(board.route[route], board.route[other]):
                found = nearest.get((route, other, number), (FAR, (one, two)))
                nearest[route, other, number] = min(found, (least, (one, two)))
    farther = (
        max(nearest[route, other, number], nearest[route, other, number + 1])
        for route, other, number in nearest
        if (route, other, number + 1) in nearest
    )
    return {pair: least for least, pair in farther if least < LEAST["row_gap"] + SPARE / 2}


def _part(cars: dict[CarId, Car], one: CarId, two: CarId, missing: float) -> None:
    """Move two cars apart along the axis on which they are farthest apart."""
    a, b = cars[one], cars[two]
    axes = [way for car in (a, b) for way in (car.heading, 1j * car.heading)]
    axis = max(axes, key=lambda axis: _apart(a, b, axis))
    if missing + SPARE < MOST_MISSED:
        move = axis * copysign((missing + SPARE) / 2, ((b.at - a.at) * axis.conjugate()).real)
        cars[one], cars[two] = replace(a, at=a.at - move), replace(b, at=b.at + move)


def _apart(one: Car, two: Car, axis: complex) -> float:
    """The gap between two cars as seen along an axis; negative where they overlap."""
    (low, high), (other_low, other_high) = (
        (min(shades), max(shades))
        for car in (one, two)
        for shades in [[(corner * axis.conjugate()).real for corner in car.corners]]
    )
    return max(low - other_high, other_low - high)


def _straighten(cars: dict[CarId, Car], one: CarId, two: CarId) -> None:
    """Turn two neighbouring cars of a route towards each other."""
    a, b = cars[one], cars[two]
    bend = phase(b.heading / a.heading)
    over = abs(bend) - radians(MOST["bend"] - SPARE)
    if 0 < over < radians(MOST_MISSED):
        turn = rect(1, copysign(over / 2, bend))
        cars[one], cars[two] = replace(a, heading=a.heading * turn), replace(b, heading=b.heading / turn)
