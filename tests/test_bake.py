"""Baking a board, and measuring its layout."""

import json
from dataclasses import replace
from pathlib import Path

import pytest
from PIL import Image

from engine.boards.files import parse_board
from render.draw.baked_maps import drawn_from
from render.draw.frame import Frame
from render.draw.labels import Label
from render.draw.layout import layout, read
from tests.pictures import board
from tests.test_baked import FILES
from tests.tiny_board import TINY_BOARD, changed
from tools.bake.bake import bake
from tools.bake.city_names import LANGUAGES
from tools.bake.measures import measures, missed_limits
from tools.bake.solver import faults_of

SQUARE = (0j, 10 + 0j, 10 + 10j, 10j)


def moved(by: complex) -> tuple[complex, ...]:
    """The square moved."""
    return tuple(corner + by for corner in SQUARE)


@pytest.mark.soak
@pytest.mark.timeout(400)
def test_a_custom_board_is_baked_with_all_its_files(tmp_path: Path) -> None:
    isle = parse_board(TINY_BOARD)
    bake(isle, tmp_path)
    files = {path.name: path for path in (tmp_path / "isle").iterdir()}
    assert sorted(files) == FILES
    document = json.loads(files["layout.json"].read_text("utf-8"))
    assert document["drawn_from"] == drawn_from(isle)
    assert faults_of(isle, {language: read(document, language) for language in LANGUAGES}) == {}
    with Image.open(files["map.webp"]) as picture:
        assert (picture.mode, picture.size) == ("RGB", (1600, 1080))
    assert len(files["palette"].read_bytes()) == 768


def test_a_map_depends_only_on_cities_and_routes() -> None:
    original = drawn_from(parse_board(TINY_BOARD))
    assert drawn_from(parse_board(changed('title = "The Isle"', 'title = "An Isle"'))) == original
    assert drawn_from(parse_board(changed("points = 3, ", "points = 4, "))) == original
    assert drawn_from(parse_board(changed("latitude = 1.5", "latitude = 1.6"))) != original
    assert drawn_from(parse_board(changed("length = 3", "length = 2"))) != original


def test_overlapping_cars_and_names_are_faults() -> None:
    plan = layout(board("usa"))
    assert missed_limits(measures(board("usa"), plan)) == {}
    row = plan.cars["denver--phoenix"]
    crossed = replace(row[1], at=row[2].at)
    cars = {**plan.cars, "denver--phoenix": (row[0], crossed, *row[2:])}
    assert "car_overlaps" in missed_limits(measures(board("usa"), replace(plan, cars=cars)))
    at = row[2].at
    label = Label("Phoenix", Frame(at.real - 40, at.imag - 13, at.real + 40, at.imag + 13))
    labels = {**plan.labels, "phoenix": label}
    assert {"name_on_cars", "names_on_cars", "name_distance"} <= set(
        missed_limits(measures(board("usa"), replace(plan, labels=labels)))
    )
