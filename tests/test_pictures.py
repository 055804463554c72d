"""Pictures: how maps are laid out, and what a picture and its words do not tell."""

from itertools import combinations, pairwise

import pytest
from PIL import Image, ImageChops

from bot.talk.phrases import phrases
from bot.talk.picturing import board_alt, hand_alt
from engine.board import Board
from engine.view import view_for
from render.board import board_png
from render.layout import MAP, Layout, layout
from render.palette import usual_palette
from render.png import png
from render.tracks import Car
from tests.pictures import BOARDS, NAMES, at, board, opened, twins, within

EN = phrases("en")


def overlap(one: Car, other: Car) -> float:
    """How deep two cars reach into one another, in pixels; below 0 where they lie clear."""
    depths = []
    for car in (one, other):
        for axis in (car.heading, 1j * car.heading):
            mine, theirs = (
                [(corner * axis.conjugate()).real for corner in each.corners] for each in (one, other)
            )
            depths.append(min(max(mine) - min(theirs), max(theirs) - min(mine)))
    return min(depths)


# What a seat cannot know


def test_neither_the_board_nor_words_tell_twin_worlds_apart() -> None:
    one, other = (view_for(world, 0) for world in twins())
    assert board_png(one, NAMES) == board_png(other, NAMES)
    assert board_alt(one, NAMES, EN) == board_alt(other, NAMES, EN)
    assert hand_alt(one, EN) == hand_alt(other, EN)


def test_the_other_sees_that_the_worlds_differ() -> None:
    one, other = (view_for(world, 1) for world in twins())
    assert hand_alt(one, EN) != hand_alt(other, EN)


def test_the_words_of_the_board_are_the_same_for_its_player_and_for_a_stranger() -> None:
    game = at(hands=["RRRL", "KKKK"], tickets=[[1, 2], [3, 4]])
    assert board_alt(view_for(game, 0), NAMES, EN) == board_alt(view_for(game, None), NAMES, EN)


# The layout


@pytest.fixture(params=BOARDS)
def plan(request: pytest.FixtureRequest) -> tuple[Board, Layout]:
    return board(request.param), layout(board(request.param))


def test_each_route_has_as_many_cars_as_spaces_on_the_map_from_its_first_city(
    plan: tuple[Board, Layout],
) -> None:
    game, drawing = plan
    for route in game.routes:
        cars = drawing.cars[route.id]
        assert len(cars) == route.length
        assert all(MAP.holds(corner) for car in cars for corner in car.corners)
        first, last = (abs(drawing.cities[route.a] - car.at) for car in (cars[0], cars[-1]))
        assert route.length == 1 or first < last


def test_cars_lie_clear_of_one_another_but_for_a_few_pixels(plan: tuple[Board, Layout]) -> None:
    cars = [car for row in plan[1].cars.values() for car in row]
    near = [(one, other) for one, other in combinations(cars, 2) if abs(one.at - other.at) < 70]
    depths = [depth for one, other in near if (depth := overlap(one, other)) > 0]
    assert max(depths, default=0) < 4
    assert len(depths) < len(cars) / 8


def test_cars_are_long_enough_to_be_seen(plan: tuple[Board, Layout]) -> None:
    assert min(car.length for row in plan[1].cars.values() for car in row) > 40


def test_names_stand_on_the_map_beside_their_cities_and_apart(plan: tuple[Board, Layout]) -> None:
    cities, labels = plan[1].cities, plan[1].labels
    for city, label in labels.items():
        assert within(label.frame, MAP)
        distances = {name: abs(at - label.frame.nearest(at)) for name, at in cities.items()}
        assert min(distances, key=distances.__getitem__) == city
        assert 10 < distances[city] < 50
    for one, other in combinations(labels.values(), 2):
        apart_across = one.frame.right < other.frame.left or other.frame.right < one.frame.left
        assert apart_across or one.frame.bottom <= other.frame.top or other.frame.bottom <= one.frame.top


def test_cities_keep_the_directions_of_the_earth() -> None:
    europe, usa = layout(board()).cities, layout(board("usa")).cities
    for west, east in pairwise(("lisboa", "madrid", "marseille", "roma", "athina", "smyrna", "erzurum")):
        assert europe[west].real < europe[east].real
    for north, south in pairwise(("edinburgh", "london", "paris", "pamplona", "madrid")):
        assert europe[north].imag < europe[south].imag
    for west, east in pairwise(("san-francisco", "denver", "chicago", "pittsburgh", "new-york")):
        assert usa[west].real < usa[east].real
    for north, south in pairwise(("winnipeg", "duluth", "omaha", "oklahoma-city", "dallas", "houston")):
        assert usa[north].imag < usa[south].imag


def test_a_board_laid_out_again_is_the_same() -> None:
    layout_of_a_copy = layout(changed_edition(board("isle"), "another"))
    assert layout_of_a_copy == layout(board("isle"))


def changed_edition(original: Board, edition: str) -> Board:
    return Board(
        original.id,
        original.title,
        edition,
        original.cities,
        original.routes,
        original.tickets,
        original.variants,
    )


# The files


def test_a_png_holds_the_paints_of_the_palette_as_near_as_eyes_can_tell() -> None:
    image = Image.new("RGB", (256, 3))
    image.putdata([tuple(usual_palette()[3 * n : 3 * n + 3]) for n in range(256)] * 3)
    assert max(ImageChops.difference(image, opened(png(image))).tobytes()) <= 8
