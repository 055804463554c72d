"""Colours: everybody can tell them apart and read text on them, and the palette keeps them."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from io import BytesIO
from itertools import combinations
from math import dist, log10
from statistics import median

import pytest
from PIL import Image, ImageChops, ImageDraw, ImageFilter, ImageStat

from engine.actions import ClaimRoute
from engine.cards import CARDS, COLORS, NO_CARDS
from engine.game import Tunnel
from engine.view import View
from render.board import board_image, board_png
from render.draw.icons import foot_paint
from render.draw.labels import SIZE, Label
from render.draw.layout import layout
from render.draw.palette import exact_paints, paints
from render.draw.png import indexed, png
from render.draw.sprites import space_fill
from render.draw.symbols import SHAPES
from render.draw.text import font
from render.draw.theme import (
    ALARM,
    CARD_PAINTS,
    CREAM,
    GOLD,
    GRAY_PAINT,
    HALO,
    INK,
    LIVERIES,
    MIST,
    NIGHT,
    SIGNS,
    SLATE,
    WHITE,
    Paint,
    contrast,
    mixed,
    readable_on,
)
from render.draw.tracks import Car
from render.my_tickets import my_tickets_png
from render.preview import preview_png
from render.score import score_png
from render.tunnel import tunnel_png
from tests.pictures import NAMES, board, full, holding, opened, scored, seen
from tests.soaked import soaked

Matrix = Sequence[Sequence[float]]

VISIONS: Mapping[str, Matrix] = {
    "normal": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protan": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216),
               (-0.003882, -0.048116, 1.051998)),
    "deutan": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413),
               (-0.011820, 0.042940, 0.968881)),
    "tritan": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602),
               (0.004733, 0.691367, 0.303900)),
}  # fmt: skip
"""How people who lack a kind of cone see colours (Machado and others, 2009)."""

CONES = (
    (0.4122214708, 0.5363325363, 0.0514459929),
    (0.2119034982, 0.6806995451, 0.1073969566),
    (0.0883024619, 0.2817188376, 0.6299787005),
)
OKLAB = (
    (0.2104542553, 0.7936177850, -0.0040720468),
    (1.9779984951, -2.4285922050, 0.4505937099),
    (0.0259040371, 0.7827717662, -0.8086757660),
)


def through(matrix: Matrix, parts: Iterable[float]) -> list[float]:
    vector = list(parts)
    return [sum(factor * part for factor, part in zip(row, vector, strict=True)) for row in matrix]


def seen_as(paint: Paint, vision: str) -> list[float]:
    """A paint in OKLab, times 100, as seen with this vision."""
    light = [part / 3294.6 if part <= 10.31 else ((part / 255 + 0.055) / 1.055) ** 2.4 for part in paint]
    left = [min(max(part, 0.0), 1.0) for part in through(VISIONS[vision], light)]
    return [100 * part for part in through(OKLAB, (cone ** (1 / 3) for cone in through(CONES, left)))]


def least_distance(paints: Iterable[Paint], vision: str) -> float:
    points = [seen_as(paint, vision) for paint in paints]
    return min(dist(one, other) for one, other in combinations(points, 2))


@pytest.mark.parametrize("vision", VISIONS)
def test_players_colors_differ_for_every_vision(vision: str) -> None:
    assert least_distance([livery.paint for livery in LIVERIES.values()], vision) >= 15


@pytest.mark.parametrize("vision", VISIONS)
def test_routes_colors_differ_for_every_vision(vision: str) -> None:
    assert least_distance([*(CARD_PAINTS[card] for card in COLORS), GRAY_PAINT], vision) >= 9


def test_every_color_has_a_shape_or_symbol() -> None:
    assert len({livery.shape for livery in LIVERIES.values()}) == len(LIVERIES)
    assert len({livery.pattern for livery in LIVERIES.values()}) == len(LIVERIES)
    assert {livery.shape for livery in LIVERIES.values()} == set(SHAPES)
    assert set(SIGNS) == set(CARDS)
    assert len(set(SIGNS.values())) == len(CARDS)


@pytest.mark.parametrize("vision", VISIONS)
def test_a_wagon_differs_from_an_empty_space_of_its_color(vision: str) -> None:
    for name, livery in LIVERIES.items():
        empty = space_fill({"black": "K"}.get(name, name[0].upper()))
        assert dist(seen_as(livery.paint, vision), seen_as(empty, vision)) >= 7


@lru_cache
def spaces(color: str) -> list[tuple[Paint, Paint]]:
    """The mean paints of each space on a phone: open, and claimed by a color."""
    before, after = on_a_phone(color)
    cars = [car for row in layout(board()).cars.values() for car in row]
    return [(mean_paint(before, car), mean_paint(after, car)) for car in cars]


def on_a_phone(color: str) -> tuple[Image.Image, Image.Image]:
    """The board of Europe 480 pixels wide: open, and with every route claimed by one color."""
    table = seen().table
    claimed = replace(table, routes=((1 << len(board().routes)) - 1, 0))
    colors = (color, "red" if color != "red" else "blue")
    before, after = (phone_sized(View(each, None, NO_CARDS, (), ()), colors) for each in (table, claimed))
    return before, after


def phone_sized(view: View, colors: Sequence[str], new: Sequence[str] = ()) -> Image.Image:
    return board_image(view, NAMES, colors, new=new).resize((480, 384), Image.Resampling.LANCZOS)


def mean_paint(picture: Image.Image, car: Car, inner: float | None = None, outer: float = 0) -> Paint:
    """The mean paint of a car on a picture 480 pixels wide, or of the ring between two of its outlines."""
    mask = Image.new("L", picture.size, 0)
    ImageDraw.Draw(mask).polygon([(at.real * 0.3, at.imag * 0.3) for at in car.outline(outer)], 255)
    if inner is not None:
        ImageDraw.Draw(mask).polygon([(at.real * 0.3, at.imag * 0.3) for at in car.outline(inner)], 0)
    red, green, blue = ImageStat.Stat(picture, mask).mean
    return round(red), round(green), round(blue)


@pytest.mark.parametrize("vision", VISIONS)
@pytest.mark.parametrize("color", soaked(LIVERIES, "black", "yellow"))
def test_claimed_spaces_differ_from_open_ones_on_a_phone(color: str, vision: str) -> None:
    differences = [dist(seen_as(before, vision), seen_as(after, vision)) for before, after in spaces(color)]
    assert median(differences) >= (7 if vision == "tritan" else 10)


@pytest.mark.parametrize("vision", VISIONS)
@pytest.mark.parametrize("color", LIVERIES)
def test_the_highlight_differs_from_the_wagon_on_a_phone(color: str, vision: str) -> None:
    route, colors = "berlin--wien", (color, "red" if color != "red" else "blue")
    picture = phone_sized(seen(routes=[[route], []]), colors, (route,))
    for car in layout(board()).cars[route]:
        wagon, rim = mean_paint(picture, car), mean_paint(picture, car, 3.2, 7.5)
        assert dist(seen_as(wagon, vision), seen_as(rim, vision)) >= 10


@pytest.mark.parametrize("color", soaked(LIVERIES, "red", "yellow"))
def test_a_players_sign_has_one_color_in_all_pictures(color: str) -> None:
    sign = LIVERIES[color].sign_paint
    colors = (color, "red" if color != "red" else "blue")
    tunnel = Tunnel(0, "paris--zurich", "RR", "KWG")
    for picture in (
        board_png(seen(), NAMES, colors),
        tunnel_png(seen(), NAMES, colors, tunnel=tunnel),
        score_png(scored(90, 80), NAMES, colors, [(2, 0), (9, 4)]),
        preview_png(holding("RRRL"), ClaimRoute("berlin--danzig", "RRRL"), colors),
        my_tickets_png(holding(routes=[["berlin--danzig"], []]), colors),
    ):
        kept = opened(picture).getcolors(1 << 24) or []
        assert min(dist(paint, sign) for _, paint in kept if isinstance(paint, tuple)) <= 2


@pytest.mark.parametrize(
    ("ink", "ground", "least"),
    [
        (INK, HALO, 12),
        (INK, mixed(HALO, INK, 0.07), 12),
        (CREAM, SLATE, 8),
        (INK, CREAM, 12),
        (MIST, SLATE, 5),
        (MIST, NIGHT, 8),
        (WHITE, NIGHT, 12),
        (WHITE, ALARM, 5),
        (INK, GOLD, 7),
    ],
)
def test_text_has_enough_contrast_with_its_ground(ink: Paint, ground: Paint, least: float) -> None:
    assert contrast(ink, ground) >= least


@pytest.mark.parametrize(
    "ground", [*map(foot_paint, COLORS), *(livery.paint for livery in LIVERIES.values())]
)
def test_letters_and_points_have_enough_contrast_on_cards_and_plates(ground: Paint) -> None:
    assert contrast(readable_on(ground), ground) >= 5


def test_city_names_are_legible_on_a_phone() -> None:
    assert SIZE * 480 / 1600 >= 8


@pytest.mark.parametrize(("name", "players"), [("europe", 5), ("usa", 5)])
def test_city_names_are_legible_on_a_full_board(name: str, players: int) -> None:
    picture, plan = board_image(full(name, players), NAMES), layout(board(name))
    for label in plan.labels.values():
        assert contrast(INK, beside_letters(picture, label)) >= 12, label.text


ROOM = 8
"""Pixels around a name: more than the filters look at."""


def beside_letters(picture: Image.Image, label: Label) -> Paint:
    """The mean of the pixels that are one pixel away from a name's letters."""
    letters = Image.new("L", picture.size, 0)
    at = label.frame.centre
    ImageDraw.Draw(letters).text((at.real, at.imag), label.text, 255, font(SIZE), "mm")
    left, top, right, bottom = letters.getbbox() or (0, 0, *letters.size)
    around = left - ROOM, top - ROOM, right + ROOM, bottom + ROOM
    picture, letters = picture.crop(around), letters.crop(around).point(lambda share: 255 if share else 0)
    beside = ImageChops.subtract(
        letters.filter(ImageFilter.MaxFilter(5)), letters.filter(ImageFilter.MaxFilter(3))
    )
    red, green, blue = ImageStat.Stat(picture, beside).mean
    return round(red), round(green), round(blue)


# The palette


@pytest.mark.parametrize("name", ["europe", "usa", "isle"])
def test_paints_with_a_meaning_are_in_the_palette(name: str) -> None:
    kept = exact_paints()
    sheet = Image.new("RGB", (len(kept), 1))
    sheet.putdata(kept)
    again = Image.open(BytesIO(png(sheet, paints(board(name))))).convert("RGB")
    assert max(ImageChops.difference(sheet, again).tobytes()) <= 8


@pytest.mark.parametrize(("name", "players"), [("europe", 5), ("usa", 4), ("isle", 2)])
def test_a_full_board_loses_little_in_256_paints(name: str, players: int) -> None:
    whole = board_image(full(name, players), NAMES)
    error = ImageStat.Stat(ImageChops.difference(whole, indexed(whole, paints(board(name))).convert("RGB")))
    mean = sum(error.sum2) / (3 * whole.width * whole.height)
    assert 10 * log10(255**2 / mean) >= 36
