"""Layouts of boards that were not baked, and what all layouts have in common."""

from collections.abc import Callable
from dataclasses import replace
from functools import lru_cache
from itertools import combinations, pairwise

import pytest

from engine.board import Board
from render.draw.frame import Frame
from render.draw.layout import MAP, Layout, layout, plain
from render.draw.tracks import Car
from tests.pictures import BOARDS, board, within


@lru_cache
def drawn_plainly(name: str) -> Layout:
    return plain(board(name))


@pytest.fixture(params=BOARDS)
def plan(request: pytest.FixtureRequest) -> tuple[Board, Layout]:
    return board(request.param), drawn_plainly(request.param)


def overlap(one: Car, other: Car) -> float:
    """How deep two cars overlap, in pixels; below 0 where they are apart."""
    depths = []
    for car in (one, other):
        for axis in (car.heading, 1j * car.heading):
            mine, theirs = (
                [(corner * axis.conjugate()).real for corner in each.corners] for each in (one, other)
            )
            depths.append(min(max(mine) - min(theirs), max(theirs) - min(mine)))
    return min(depths)


def test_each_route_has_as_many_cars_as_spaces_on_the_map_from_its_first_city(
    plan: tuple[Board, Layout],
) -> None:
    game, plan = plan
    for route in game.routes:
        cars = plan.cars[route.id]
        assert len(cars) == route.length
        assert all(MAP.holds(corner) for car in cars for corner in car.corners)
        first, last = (abs(plan.cities[route.a] - car.at) for car in (cars[0], cars[-1]))
        assert route.length == 1 or first < last


def test_cars_overlap_by_a_few_pixels_at_most(plan: tuple[Board, Layout]) -> None:
    cars = [car for row in plan[1].cars.values() for car in row]
    near = [(one, other) for one, other in combinations(cars, 2) if abs(one.at - other.at) < 70]
    depths = [depth for one, other in near if (depth := overlap(one, other)) > 0]
    assert max(depths, default=0) < 5
    assert len(depths) < len(cars) / 6


def test_names_are_on_the_map_near_their_cities_and_apart(plan: tuple[Board, Layout]) -> None:
    cities, labels = plan[1].cities, plan[1].labels
    for city, label in labels.items():
        assert within(label.frame, MAP)
        distances = {name: abs(at - label.frame.nearest(at)) for name, at in cities.items()}
        assert min(distances, key=distances.__getitem__) == city
        assert 10 < distances[city] < 50
    for one, other in combinations(labels.values(), 2):
        apart_across = one.frame.right < other.frame.left or other.frame.right < one.frame.left
        assert apart_across or one.frame.bottom <= other.frame.top or other.frame.bottom <= one.frame.top


def test_nothing_lies_in_the_panel(plan: tuple[Board, Layout]) -> None:
    plan = plan[1]
    corners = [corner for row in plan.cars.values() for car in row for corner in car.corners]
    assert within(plan.panel, MAP)
    assert not any(map(plan.panel.holds, [*corners, *plan.cities.values()]))
    assert not any(_meet(plan.panel, label.frame) for label in plan.labels.values())


def test_a_board_that_is_higher_than_wide_lies_within_the_map() -> None:
    usa = board("usa")
    turned = tuple(
        replace(city, latitude=60 + city.longitude / 3, longitude=city.latitude / 3) for city in usa.cities
    )
    plan = plain(Board("turned", "", "", turned, usa.routes, (), usa.variants))
    corners = [corner for row in plan.cars.values() for car in row for corner in car.corners]
    assert all(map(MAP.holds, [*corners, *plan.cities.values()]))
    assert all(within(label.frame, MAP) for label in plan.labels.values())
    assert not any(map(plan.panel.holds, [*corners, *plan.cities.values()]))


def _meet(one: Frame, other: Frame) -> bool:
    across = min(one.right, other.right) - max(one.left, other.left)
    return across > 0 and min(one.bottom, other.bottom) - max(one.top, other.top) > 0


@pytest.mark.parametrize("draw", [lambda name: layout(board(name)), drawn_plainly])
def test_cities_keep_the_directions_of_the_earth(draw: Callable[[str], Layout]) -> None:
    europe, usa = draw("europe").cities, draw("usa").cities
    for west, east in pairwise(("lisboa", "madrid", "marseille", "roma", "athina", "smyrna", "erzurum")):
        assert europe[west].real < europe[east].real
    for north, south in pairwise(("edinburgh", "london", "paris", "pamplona", "madrid")):
        assert europe[north].imag < europe[south].imag
    for west, east in pairwise(("san-francisco", "denver", "chicago", "pittsburgh", "new-york")):
        assert usa[west].real < usa[east].real
    for north, south in pairwise(("winnipeg", "duluth", "omaha", "oklahoma-city", "dallas", "houston")):
        assert usa[north].imag < usa[south].imag
