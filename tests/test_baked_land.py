"""The land under the baked boards: it follows the cities without a fold, and routes on land stay on land."""

from functools import lru_cache

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy import ndimage

from engine.board import Route
from render.draw.layout import layout
from tests.pictures import board
from tools.bake.connections import homes_of
from tools.bake.dry_land import dry_warp, on_land
from tools.bake.warp import Warp, folding
from tools.bake.warped_earth import FINE, WarpedEarth

BAKED_BOARDS = ("europe", "india", "nordic", "usa")

FERRIES_ON_WATER = {"nordic": 0.4}
"""The least share of the ferries' cars: those of Norway follow its coast, as they do on the printed board."""

pytestmark = pytest.mark.parametrize("name", BAKED_BOARDS)


@lru_cache
def warp(name: str) -> Warp:
    return dry_warp(board(name), layout(board(name)))


@lru_cache
def land(name: str) -> NDArray[np.bool_]:
    """Where the map shows land."""
    return WarpedEarth(board(name), warp(name)).is_land


def dry(name: str, route: Route) -> list[bool]:
    """Which of a route's cars lie on land."""
    return on_land(land(name), (car.at for car in layout(board(name)).cars[route.id]))


def test_the_warp_takes_each_city_to_its_position_on_the_map(name: str) -> None:
    cities = np.array(list(layout(board(name)).cities.values()))
    assert abs(warp(name)(homes_of(board(name))) - cities).max() < 0.1


def test_the_land_is_not_folded_and_keeps_a_sixth_of_its_area(name: str) -> None:
    assert folding(warp(name)).min() >= 0.15


def test_cities_lie_on_land_or_at_a_coast(name: str) -> None:
    to_land = ndimage.distance_transform_edt(~land(name)) / FINE
    for at in layout(board(name)).cities.values():
        assert to_land[int(at.imag * FINE), int(at.real * FINE)] <= 2


def test_most_cars_lie_on_land(name: str) -> None:
    cars = [wet for route in board(name).routes if not route.ferry for wet in dry(name, route)]
    assert sum(cars) >= 0.85 * len(cars)


def test_most_cars_of_ferries_lie_on_water(name: str) -> None:
    cars = [wet for route in board(name).routes if route.ferry for wet in dry(name, route)]
    assert cars.count(False) >= FERRIES_ON_WATER.get(name, 0.7) * len(cars)
