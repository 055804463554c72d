"""The map without a game: the land with rails, the empty spaces of all routes, and cities without names."""

from collections.abc import Sequence

from PIL import Image, ImageDraw

from engine.board import PRINTED_LANGUAGE, Board, Route
from render.draw.baked_maps import baked_map, baked_sea_names
from render.draw.canvas import Canvas
from render.draw.dim import dimmed
from render.draw.frame import Frame, dots
from render.draw.image_cache import kept
from render.draw.layout import HEIGHT, MAP, WIDTH, Layout, layout
from render.draw.sprites import city_dot, space
from render.draw.theme import NET, PAPER, RAIL, SEA_INK
from render.draw.tracks import Car

MESH = 90
"""Pixels between the lines of the grid on plain paper."""
TILE = 80
"""Pixels of the sides of the squares in which the names of seas are kept."""
STRIP = 135
"""The height in pixels of the parts in which a map is dimmed."""
APART = 45
"""Pixels between the letters of two names of seas, at least; within a name there are fewer."""
FAINT = 12
"""The most that a letter paints of a pixel without being seen."""
FINE = 3
RAIL_WIDTH = 3.2
RAIL_SHARE = 0.62

SeaTile = tuple[tuple[int, int], Image.Image]
"""A part of the mask of sea names, with its left upper corner."""


@kept
def empty_map(board: Board) -> Image.Image:
    """The map before the first claim, without any names: RGB, 1600 x 1080. Shared: copy it.

    It is baked, or on plain paper.
    """
    return baked_map(board) or ground(plain_paper(), layout(board), board)


def painted_map(board: Board, language: str = PRINTED_LANGUAGE, frame: Frame = MAP) -> Image.Image:
    """A new picture of the map before the first claim, with the names of seas but not of cities.

    It may be only what is in a frame of whole pixels.
    """
    picture = empty_map(board).crop(frame.box)
    draw_sea_names(picture, board, language, frame.corner)
    return picture


def dimmed_map(board: Board, language: str, frame: Frame = MAP) -> Image.Image:
    """All of it, dimmed: part by part, so that it is in memory once. The frame may be higher than the map."""
    picture = painted_map(board, language, frame)
    for top in range(0, HEIGHT, STRIP):
        picture.paste(dimmed(picture.crop((0, top, WIDTH, min(top + STRIP, HEIGHT)))), (0, top))
    return picture


def draw_sea_names(
    picture: Image.Image, board: Board, language: str, corner: tuple[int, int] = (0, 0)
) -> None:
    """Draw the names of seas in a language on a picture of the map from this left upper corner on."""
    left, top = corner
    for (x, y), mask in _sea_names(board, language):
        picture.paste(SEA_INK, (x - left, y - top), mask)


def clear_cut_sea_names(
    picture: Image.Image, board: Board, language: str, frame: Frame, corner: tuple[int, int] = (0, 0)
) -> None:
    """Take the names of seas that this frame of the map cuts from a picture with this left upper corner."""
    left, top = corner
    for name in _whole_sea_names(board, language):
        around = Frame.bounding(end for tile in name for end in _frame(tile).ends)
        if around.meets(frame) and not all(map(frame.holds, around.ends)):
            for tile in name:
                (x, y), mask = tile
                under = empty_map(board).crop(_frame(tile).box)
                picture.paste(under, (x - left, y - top), mask)


def with_sea_names(picture: Image.Image, mask: Image.Image) -> Image.Image:
    """An empty map with names of seas, which are a mask of all of it."""
    named = picture.copy()
    named.paste(SEA_INK, (0, 0), mask)
    return named


@kept
def _sea_names(board: Board, language: str) -> Sequence[SeaTile]:
    """The parts of the mask of sea names that have letters, with their corners: most of it is empty."""
    mask = baked_sea_names(board, language)
    if mask is None:
        return []
    tiles: list[SeaTile] = []
    for x in range(0, WIDTH, TILE):
        for y in range(0, HEIGHT, TILE):
            part = mask.crop((x, y, x + TILE, y + TILE))
            if box := part.getbbox():
                tiles.append(((x + box[0], y + box[1]), part.crop(box)))
    return tiles


@kept
def _whole_sea_names(board: Board, language: str) -> Sequence[Sequence[SeaTile]]:
    """The tiles of each name of a sea, all of it that is seen."""
    names: list[list[SeaTile]] = []
    seen = [255 * (shade > FAINT) for shade in range(256)]
    for tile in [(corner, mask.point(seen)) for corner, mask in _sea_names(board, language)]:
        around = _frame(tile).inset(-APART)
        near = [name for name in names if any(around.meets(_frame(one)) for one in name)]
        names = [name for name in names if name not in near]
        names.append([tile, *(one for name in near for one in name)])
    return names


def _frame(tile: SeaTile) -> Frame:
    (x, y), mask = tile
    return Frame(x, y, x + mask.width, y + mask.height)


def ground(land: Image.Image, plan: Layout, board: Board) -> Image.Image:
    """Draw rails, spaces and cities on a picture of the land (RGB, 1600 x 1080)."""
    picture = land.convert("RGB")
    _draw_rails(picture, plan, board)
    for route in board.routes:
        draw_spaces(picture, plan.cars[route.id], route)
    for at in plan.cities.values():
        city_dot(at).put(picture)
    return picture


def draw_spaces(picture: Image.Image, cars: Sequence[Car], route: Route) -> None:
    """Draw the empty spaces of a route."""
    plates, ferry = spaces_with_plates(route), route.ferry > 0
    for number, car in enumerate(cars):
        plate = number in plates
        space(car, route.color, tunnel=route.tunnel, ferry=ferry, plate=plate).put(picture)


def spaces_with_plates(route: Route) -> Sequence[int]:
    """The numbers of a ferry's spaces that need a locomotive: those in the middle."""
    first = (route.length - route.ferry + 1) // 2
    return range(first, first + route.ferry)


def _draw_rails(picture: Image.Image, plan: Layout, board: Board) -> None:
    """Draw a thin line under the cars, which connects them across gaps."""
    mask = Image.new("L", (WIDTH * FINE, HEIGHT * FINE), 0)
    draw = ImageDraw.Draw(mask)
    for route in board.routes:
        draw.line(
            dots(plan.way(route), FINE), round(255 * RAIL_SHARE), round(RAIL_WIDTH * FINE), joint="curve"
        )
    picture.paste(RAIL, (0, 0, WIDTH, HEIGHT), mask.reduce(FINE))


def plain_paper() -> Image.Image:
    """The background of a map that was not baked: paper with a faint grid, in a frame."""
    canvas = Canvas(WIDTH, HEIGHT, PAPER, 1)
    for x in range(MESH // 2, WIDTH, MESH):
        canvas.line([complex(x, 0), complex(x, HEIGHT)], NET, 1)
    for y in range(MESH // 2, HEIGHT, MESH):
        canvas.line([complex(0, y), complex(WIDTH, y)], NET, 1)
    canvas.box(MAP, rim=RAIL, thick=8)
    canvas.box(MAP.inset(10), rim=RAIL, thick=2)
    return canvas.image
