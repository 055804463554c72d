"""The picture of the board: the map with the face-up row on it, and a strip with the players below."""

from collections.abc import Sequence

from PIL import Image

from engine.board import Board
from engine.view import View
from render.draw.canvas import Canvas
from render.draw.captions import ENGLISH, Captions
from render.draw.city_names import draw_names
from render.draw.empty_map import draw_sea_names, empty_map, painted_map
from render.draw.face_up_row import draw_panel, draw_row
from render.draw.frame import Frame
from render.draw.highlight import draw_highlight, highlighted
from render.draw.layout import HEIGHT, WIDTH, Layout, layout
from render.draw.near_map import detail
from render.draw.palette import LARGE_SAMPLE, full_views, paints, palette_of
from render.draw.pieces import draw_pieces
from render.draw.player_strip import STRIP_HEIGHT, draw_empty_strip, draw_strip
from render.draw.png import encoded, indexed
from render.draw.theme import ALARM, LIVERIES, WHITE, liveries

STAMP = Frame.around(complex(WIDTH / 2, 40), 560, 72)
"""Where a stamp is on the picture."""


BoardPictures = tuple[bytes, bytes | None]
"""The board as PNG files: whole, and the part around what is highlighted (None where nothing is)."""


def board_png(
    view: View,
    names: Sequence[str],
    colors: Sequence[str] | None = None,
    captions: Captions = ENGLISH,
    *,
    stamp: str = "",
) -> bytes:
    """The board as a PNG file of 1600 x 1280 pixels; see `board_image` and `stamped`."""
    picture = stamped(board_image(view, names, colors, captions), stamp)
    return encoded(indexed(picture, paints(view.table.board)))


def stamped(picture: Image.Image, words: str) -> Image.Image:
    """The picture with words in large letters at the top of its map; without words as it is."""
    if words:
        canvas = Canvas.upon(picture)
        canvas.box(STAMP, ALARM)
        canvas.text(STAMP.centre, words, 52, WHITE)
    return picture


def board_pngs(
    view: View,
    names: Sequence[str],
    colors: Sequence[str] | None = None,
    captions: Captions = ENGLISH,
    new: Sequence[str] | None = None,
) -> BoardPictures:
    """The board as PNG files: whole (see `board_image`), and a detail of 640 x 400 pixels or more.

    The detail shows everything that is highlighted, and no name in part.
    """
    board = view.table.board
    plan, kept = layout(board, captions.language), paints(board)
    picture = _nameless(_empty(board, captions.language), plan, view, names, colors, captions, new)
    places = highlighted(view.table, new)
    near = None
    if places:
        near = encoded(indexed(detail(picture, board, captions.language, places), kept))
    draw_names(picture, plan)
    return encoded(indexed(picture, kept)), near


def map_png(board: Board, captions: Captions = ENGLISH) -> bytes:
    """The map of a board before a game, as a PNG file of 1600 x 1080 pixels, with the names of its cities."""
    picture = painted_map(board, captions.language)
    draw_names(picture, layout(board, captions.language))
    return encoded(indexed(picture, paints(board)))


def board_image(
    view: View,
    names: Sequence[str],
    colors: Sequence[str] | None = None,
    captions: Captions = ENGLISH,
    new: Sequence[str] | None = None,
) -> Image.Image:
    """The board as an RGB image of 1600 x 1280 pixels: a map of 1600 x 1080, a strip below.

    `names` and `colors` are by seat. Colours are "red", "blue", "green", "yellow" and "black"; without
    `colors` seats have them in that order. The picture shows only what everybody may see, for any view.
    The pieces on the `new` routes and in the `new` cities are highlighted; without `new`, that of the last
    move.
    """
    board = view.table.board
    plan = layout(board, captions.language)
    picture = _nameless(_empty(board, captions.language), plan, view, names, colors, captions, new)
    draw_names(picture, plan)
    return picture


def _nameless(
    picture: Image.Image,
    plan: Layout,
    view: View,
    names: Sequence[str],
    colors: Sequence[str] | None = None,
    captions: Captions = ENGLISH,
    new: Sequence[str] | None = None,
) -> Image.Image:
    """The board without the names of its cities, drawn on the picture before the game."""
    table, seats = view.table, liveries(view.table.players, colors)
    lit = highlighted(table, new)
    draw_highlight(picture, plan, *lit)
    draw_pieces(picture, table, plan, seats, lit)
    draw_row(picture, table, plan.panel)
    draw_strip(picture, table, names, seats, captions)
    return picture


def paints_of(board: Board, empty: Image.Image, plan: Layout) -> bytes:
    """Choose the 256 paints for a board with this empty map and layout: 768 bytes. Takes up to a minute."""
    before, drawn = empty_picture(empty, plan), []
    names = [f"Player {seat + 1}" for seat in range(len(LIVERIES))]
    for view in full_views(board):
        drawn.append(_nameless(before.copy(), plan, view, names))
        draw_names(drawn[-1], plan)
    return palette_of(drawn, sample=LARGE_SAMPLE)


def _empty(board: Board, language: str) -> Image.Image:
    """A new picture before a game. It is not kept, because it takes 8 MB for each board."""
    picture = empty_picture(empty_map(board), layout(board))
    draw_sea_names(picture, board, language)
    return picture


def empty_picture(empty: Image.Image, plan: Layout) -> Image.Image:
    """The picture before a game: an empty map with the panel of the face-up row, and an empty strip."""
    # Without a colour: the map and the strip cover it.
    picture = Image.new("RGB", (WIDTH, HEIGHT + STRIP_HEIGHT), None)
    picture.paste(empty)
    draw_panel(picture, plan.panel)
    draw_empty_strip(picture)
    return picture
