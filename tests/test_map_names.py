"""The names of cities on every map: whole, legible, over everything else, and in the reader's language."""

from dataclasses import replace
from itertools import combinations
from math import dist

import pytest
from PIL import Image, ImageChops, ImageDraw

from bot.shown.picture_service import captions
from bot.text.i18n import LANGUAGES
from bot.text.labels import city
from engine.board import PRINTED_LANGUAGE
from engine.boards.files import parse_board
from engine.sheet import ScoreSheet
from engine.view import View
from render.board import board_image, board_pngs, map_png
from render.draw.badges import badge_spots
from render.draw.baked_maps import baked_layout, baked_sea_names
from render.draw.empty_map import clear_cut_sea_names, empty_map, painted_map
from render.draw.final_map import final_map
from render.draw.frame import Frame, dots
from render.draw.highlight import zoom
from render.draw.labels import SIZE, Label, texts
from render.draw.layout import Layout, labels_key, layout
from render.draw.sprites import FADED
from render.draw.text import font
from render.draw.theme import INK, NIGHT, liveries, mixed
from render.my_tickets import BADGE, SMALL_BADGE, my_tickets_png
from tests.pictures import NAMES, board, full, most_players, opened, score_line, seen
from tests.soaked import soaked
from tests.tiny_board import TINY_BOARD
from tools.bake.measures import missed_limits, name_measures

BAKED_BOARDS = ("europe", "india", "nordic", "usa")
INKS = (INK, mixed(INK, NIGHT, FADED))


def whole(picture: Image.Image, label: Label, corner: complex = 0j) -> float:
    """The share of a name's letters that is painted in ink on a picture with this left upper corner."""
    letters = Image.new("L", picture.size, 0)
    at = label.frame.centre - corner
    ImageDraw.Draw(letters).text((at.real, at.imag), label.text, 255, font(SIZE), "mm")
    box = letters.getbbox()
    if box is None:
        return 0.0
    pairs = zip(
        letters.crop(box).get_flattened_data(),
        picture.crop(box).convert("RGB").get_flattened_data(),
        strict=True,
    )
    inks = [min(dist(paint, ink) for ink in INKS) < 60 for share, paint in pairs if share > 230]
    return sum(inks) / len(inks) if inks else 0.0


def hidden(picture: Image.Image, plan: Layout) -> list[str]:
    return [label.text for label in plan.labels.values() if whole(picture, label) < 0.97]


def many(name: str, tickets: int) -> View:
    """A view of a seat with many tickets and a network."""
    crowd = full(name, most_players(name))
    numbers = tuple(ticket.number for ticket in board(name).tickets[:tickets])
    return View(
        replace(crowd.table, routes=(crowd.table.routes[0], *(0,) * (crowd.table.players - 1))),
        0,
        crowd.hand,
        numbers,
        (),
    )


# ---- nothing lies over a name


@pytest.mark.parametrize("name", BAKED_BOARDS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_highlighted_pieces_do_not_hide_a_name(name: str, language: str) -> None:
    crowd, plan = full(name, most_players(name)), layout(board(name), language)
    picture = board_image(crowd, NAMES, None, captions(language), new=board(name).route_ids)
    assert hidden(picture, plan) == []


@pytest.mark.parametrize("name", BAKED_BOARDS)
@pytest.mark.parametrize("tickets", soaked([3, 8, 22], 8))
def test_journeys_and_numbers_do_not_hide_a_name(name: str, tickets: int) -> None:
    picture = opened(my_tickets_png(many(name, tickets)))
    assert hidden(picture, layout(board(name))) == []


def test_borrowed_routes_do_not_hide_a_name() -> None:
    path = ("paris--zurich", "marseille--zurich", "marseille--paris")
    table = full("europe", 2).table
    sheet = ScoreSheet((score_line(0, 90, 1, path=path, path_bonus=10), score_line(1, 50, 2)), (0,))
    assert hidden(final_map(table, sheet, liveries(2, None)), layout(board())) == []


@pytest.mark.parametrize("name", BAKED_BOARDS)
@pytest.mark.parametrize("tickets", [8, 14, 22])
def test_the_numbers_of_many_tickets_are_clear_of_names_and_of_one_another(name: str, tickets: int) -> None:
    plan, counts = layout(board(name)), dict[str, int]()
    for ticket in board(name).tickets[:tickets]:
        for end in (ticket.a, ticket.b):
            counts[end] = counts.get(end, 0) + 1
    radius = BADGE if tickets <= 8 else SMALL_BADGE
    spots = [at for each in badge_spots(plan, counts, radius).values() for at in each]
    assert len(spots) == 2 * tickets
    assert min(abs(one - other) for one, other in combinations(spots, 2)) >= 2 * radius - 2
    assert [
        label.text
        for label in plan.labels.values()
        for at in spots
        if abs(label.frame.inset(3).nearest(at) - at) < radius
    ] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_map_before_a_game_has_all_names(language: str) -> None:
    assert hidden(opened(map_png(board(), captions(language))), layout(board(), language)) == []


# ---- close-ups


@pytest.mark.parametrize("name", BAKED_BOARDS)
def test_a_close_up_has_every_name_in_whole_or_not_at_all(name: str) -> None:
    plan = layout(board(name))
    for route in board(name).route_ids[::9]:
        view = seen(name, routes=[[route], []], last=[0, route])
        frame = zoom(plan, route)
        picture = opened(board_pngs(view, NAMES)[1] or b"")
        corner = complex(frame.left, frame.top)
        for label in plan.labels.values():
            if all(map(frame.holds, label.frame.ends)):
                assert whole(picture, label, corner) > 0.9
            elif frame.meets(label.frame):
                assert whole(picture, label, corner) < 0.6


@pytest.mark.parametrize("name", BAKED_BOARDS)
def test_a_close_up_names_the_cities_of_its_route(name: str) -> None:
    plan = layout(board(name))
    for route in board(name).routes:
        frame = zoom(plan, route.id)
        assert all(all(map(frame.holds, plan.labels[end].frame.ends)) for end in (route.a, route.b))


@pytest.mark.parametrize("new", [("lisboa--madrid", "erzurum--sochi"), ("edinburgh--london--1", "athina")])
def test_a_close_up_shows_all_new_pieces(new: tuple[str, ...]) -> None:
    plan = layout(board())
    frame = zoom(plan, *new)
    spots = [car.at for place in new for car in plan.cars.get(place, ())]
    spots += [plan.cities[place] for place in new if place in plan.cities]
    assert all(map(frame.holds, spots))


# ---- languages


@pytest.mark.parametrize("name", BAKED_BOARDS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_map_calls_cities_what_sentences_call_them(name: str, language: str) -> None:
    shown = {id: label.text for id, label in layout(board(name), language).labels.items()}
    assert shown == {id: city(board(name), id, language) for id in board(name).city}


@pytest.mark.parametrize("name", BAKED_BOARDS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_names_in_every_language_are_baked_and_keep_all_limits(name: str, language: str) -> None:
    document, plan = baked_layout(board(name)), layout(board(name), language)
    assert document is not None
    assert {id: row[0] for id, row in document[labels_key(language)].items()} == texts(board(name), language)
    assert missed_limits(name_measures(plan)) == {}


def test_a_board_that_was_not_baked_has_names_in_any_language() -> None:
    isle = parse_board(TINY_BOARD)
    for language in ("ru", "de", "xx"):
        plan = layout(isle, language)
        assert {id: label.text for id, label in plan.labels.items()} == texts(isle, language)
        assert plan.cars == layout(isle).cars


@pytest.mark.parametrize("name", BAKED_BOARDS)
def test_seas_have_their_names_in_every_language_clear_of_cities(name: str) -> None:
    masks = {language: baked_sea_names(board(name), language) for language in LANGUAGES}
    land = empty_map(board(name))
    for language, mask in masks.items():
        assert mask is not None
        assert ImageChops.difference(painted_map(board(name), language), land).getbbox() == mask.getbbox()
        plan = layout(board(name), language)
        assert not [
            label.text for label in plan.labels.values() if mask.crop(label.frame.inset(-2).box).getbbox()
        ]
        assert not [id for id, at in plan.cities.items() if mask.crop(Frame.around(at, 40, 40).box).getbbox()]
    assert len({mask.tobytes() for mask in masks.values() if mask}) == len(LANGUAGES)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", BAKED_BOARDS)
def test_seas_have_their_names_clear_of_routes(name: str, language: str) -> None:
    mask, plan = baked_sea_names(board(name), language), layout(board(name), language)
    assert mask is not None
    spaces = Image.new("L", mask.size, 0)
    draw = ImageDraw.Draw(spaces)
    for car in (car for cars in plan.cars.values() for car in cars):
        draw.polygon(dots(car.outline(3)), 255)
    assert not ImageChops.darker(mask.point(lambda shade: 255 * (shade > 40)), spaces).getbbox()


@pytest.mark.parametrize("name", BAKED_BOARDS)
def test_a_part_of_a_map_has_names_of_seas_whole_or_not_at_all(name: str) -> None:
    land, sea = empty_map(board(name)), painted_map(board(name))
    box = ImageChops.difference(sea, land).getbbox()
    assert box is not None
    everywhere, cut = Frame(*box).inset(-20), Frame(*box).inset(min(20, (box[3] - box[1]) / 4))
    whole_part, cut_part = sea.crop(everywhere.box), sea.crop(cut.box)
    clear_cut_sea_names(whole_part, board(name), "en", everywhere, everywhere.corner)
    clear_cut_sea_names(cut_part, board(name), "en", cut, cut.corner)
    assert whole_part == sea.crop(everywhere.box)
    assert cut_part != sea.crop(cut.box)
    edge = cut_part.crop((0, 0, cut_part.width, 2))
    found = ImageChops.difference(edge, land.crop(cut.box).crop((0, 0, cut_part.width, 2)))
    assert max(high for _, high in found.getextrema()) < 16  # type: ignore[misc]


def test_pictures_in_another_language_differ_in_names_alone() -> None:
    russian, plan = replace(captions(PRINTED_LANGUAGE), language="ru"), layout(board())
    view = seen()
    one, other = board_image(view, NAMES), board_image(view, NAMES, None, russian)
    assert one != other
    blank = [replace(plan, labels={}), layout(board(), "ru")]
    for plan in (layout(board()), blank[1]):
        for label in plan.labels.values():
            box = tuple(round(edge) for edge in label.frame.inset(-9).box)
            one.paste(0, box)
            other.paste(0, box)
    for language in (PRINTED_LANGUAGE, "ru"):
        seas = baked_sea_names(board(), language)
        assert seas is not None
        around = seas.point(lambda shade: 255 * (shade > 0))
        one.paste(0, (0, 0), around)
        other.paste(0, (0, 0), around)
    assert one == other
