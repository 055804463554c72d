"""The baked boards: nothing on their maps hides, touches or looks like something else."""

from itertools import chain

import pytest

from engine.board import Board
from engine.boards.files import parse_board
from render.draw.baked_maps import BAKED, PALETTE, TICKETS_PALETTE, baked_layout, baked_map, baked_palette
from render.draw.empty_map import painted_map
from render.draw.layout import HEIGHT, MAP, WIDTH, layout
from render.my_tickets import ticket_paints_of
from tests.pictures import board
from tools.bake.measures import LEAST, MOST, measures, missed_limits

BAKED_BOARDS = ("europe", "india", "nordic", "usa")

FILES = ["layout.json", "map.webp", "palette", "palette-tickets", "seas-en.png", "seas-ru.png"]
"""The files of a baked board."""

pytestmark = pytest.mark.parametrize("name", BAKED_BOARDS)


def test_a_board_uses_its_baked_layout(name: str) -> None:
    document = baked_layout(board(name))
    assert document is not None
    plan = layout(board(name))
    assert set(plan.cities) == set(plan.labels) == set(board(name).city)
    assert {city: [at.real, at.imag] for city, at in plan.cities.items()} == document["cities"]


def test_each_route_has_as_many_cars_as_spaces_from_its_first_city(name: str) -> None:
    plan = layout(board(name))
    for route in board(name).routes:
        cars = plan.cars[route.id]
        first, last = (abs(plan.cities[route.a] - car.at) for car in (cars[0], cars[-1]))
        assert len(cars) == route.length
        assert route.length == 1 or first < last


def test_a_layout_keeps_every_limit(name: str) -> None:
    """Cars, names and cities lie apart and on the map, as `tools/bake/measures.py` says."""
    numbers = measures(board(name), layout(board(name)))
    assert numbers.keys() == MOST.keys() | LEAST.keys()
    assert missed_limits(numbers) == {}


def test_every_city_has_its_name(name: str) -> None:
    labels = layout(board(name)).labels.values()
    assert [label.text for label in labels] == [city.name for city in board(name).cities]


def test_the_face_up_row_has_a_place_on_the_map(name: str) -> None:
    panel = layout(board(name)).panel
    assert (panel.width, panel.height) >= (208, 220)
    assert all(map(MAP.holds, panel.ends))


def test_the_map_has_the_standard_size_and_a_dark_frame(name: str) -> None:
    picture = baked_map(board(name))
    assert picture is not None
    assert (picture.mode, picture.size) == ("RGB", (WIDTH, HEIGHT))
    corners = [picture.getpixel(corner) for corner in ((0, 0), (WIDTH - 1, 0), (0, HEIGHT - 1))]
    assert all(isinstance(corner, tuple) and max(corner) < 80 for corner in corners)


def test_the_map_shows_the_empty_spaces_of_its_layout(name: str) -> None:
    picture = baked_map(board(name))
    assert picture is not None
    plates = {
        route.id: [picture.getpixel(_pixel(car.at + 0.35 * car.heading * car.length)) for car in cars]
        for route in board(name).routes
        if route.color == "R" and not route.ferry  # the spaces of ferries have waves and engines
        for cars in [layout(board(name)).cars[route.id]]
    }
    assert plates
    for red, green, blue in chain(*plates.values()):
        assert red > green + 20 > blue


def _pixel(point: complex) -> tuple[int, int]:
    return round(point.real), round(point.imag)


@pytest.mark.parametrize("kind", [PALETTE, TICKETS_PALETTE])
def test_there_are_256_paints(name: str, kind: str) -> None:
    palette = baked_palette(board(name), kind)
    assert palette is not None
    assert len(palette) == 768


@pytest.mark.soak
def test_the_paints_of_a_map_of_tickets_are_those_that_baking_chooses(name: str) -> None:
    own = board(name)
    assert baked_palette(own, TICKETS_PALETTE) == ticket_paints_of(own, painted_map(own), layout(own))


def test_no_baked_file_is_over_3_megabytes(name: str) -> None:
    files = sorted((BAKED / name).iterdir())
    assert [path.name for path in files] == FILES
    assert all(path.stat().st_size <= 3_000_000 for path in files)


def test_a_board_with_other_tickets_uses_the_map_of_the_board_it_extends(name: str) -> None:
    extended = parse_board(f'extends = "{name}"\nid = "mine"\ntitle = "Mine"\n')
    assert extended.id != board(name).id
    assert layout(extended) == layout(board(name))


def test_a_board_with_another_route_has_a_plain_map(name: str) -> None:
    original = board(name)
    cities, routes = original.cities, original.routes[1:]
    fewer = Board(original.id, original.title, "", cities, routes, (), original.variants)
    assert (baked_layout(fewer), baked_map(fewer), baked_palette(fewer)) == (None, None, None)
