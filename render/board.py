"""The picture of the board: the map with the face-up row on it, and a strip with the players below."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from PIL import Image

from engine.board import Board
from engine.view import View
from render.draw.canvas import Canvas
from render.draw.captions import ENGLISH, Captions
from render.draw.city_names import draw_names
from render.draw.empty_map import draw_sea_names, empty_map, painted_map
from render.draw.face_up_row import draw_panel, draw_row
from render.draw.frame import Frame
from render.draw.highlight import changed_by, draw_highlight, highlighted, zoom
from render.draw.layout import HEIGHT, MAP, WIDTH, Layout, layout
from render.draw.near_map import detail
from render.draw.palette import full_views, paints, palette_of
from render.draw.pieces import draw_pieces
from render.draw.player_strip import STRIP, STRIP_HEIGHT, draw_empty_strip, draw_strip
from render.draw.png import encoded, indexed
from render.draw.theme import ALARM, LIVERIES, WHITE, Livery, liveries

STAMP = Frame.around(complex(WIDTH / 2, 40), 560, 72)
"""Where a stamp is on the picture."""
WHOLE = Frame(0, 0, WIDTH, HEIGHT + STRIP_HEIGHT)
MOST_CHANGED = 0.6 * WIDTH * (HEIGHT + STRIP_HEIGHT)
"""If more pixels than this may have changed, the whole picture is drawn."""


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
    """The board as PNG files: whole (see `turn_png`), and the close-up if anything is highlighted."""
    near = closeup_png(view, names, colors, captions, new) if highlighted(view.table, new) else None
    return turn_png(view, names, colors, captions, new), near


def closeup_png(
    view: View,
    names: Sequence[str],
    colors: Sequence[str] | None = None,
    captions: Captions = ENGLISH,
    new: Sequence[str] | None = None,
) -> bytes:
    """The part of the board around all that is highlighted, as a PNG file of 640 x 400 pixels or more.

    No name is in it in part. Something must be highlighted.
    """
    table, board, language = view.table, view.table.board, captions.language
    plan, seats, lit = layout(board, language), liveries(table.players, colors), highlighted(table, new)
    picture = _empty(board, language)
    _draw_on(picture, plan, view, names, seats, captions, lit, [zoom(plan, *lit)])
    return encoded(indexed(detail(picture, board, language, lit), paints(board)))


def turn_png(
    view: View,
    names: Sequence[str],
    colors: Sequence[str] | None = None,
    captions: Captions = ENGLISH,
    new: Sequence[str] | None = None,
) -> bytes:
    """The board as a PNG file (see `board_image`), of which only what is new since the last one is drawn."""
    table, board, kept = view.table, view.table.board, paints(view.table.board)
    plan, seats = layout(board, captions.language), liveries(table.players, colors)
    last = last_board(table.game_id, board, captions.language, seats)
    shown = _Shown(table.routes, table.closed, table.stations, highlighted(table, new))
    before, frames = last.drawn, [WHOLE]
    if before:
        frames = _changed_frames(plan, board, before[1], shown)
    picture = _empty(board, captions.language)
    _draw_on(picture, plan, view, names, seats, captions, shown.lit, frames)
    draw_names(picture, plan, near=frames)
    if before and WHOLE not in frames:
        image = before[0].copy()
        for frame in frames:
            image.paste(indexed(picture.crop(frame.box), kept), frame.corner)
    else:
        image = indexed(picture, kept)
    last.drawn = image, shown
    del picture  # encoding takes as much memory
    return encoded(image)


@dataclass(frozen=True, slots=True)
class _Shown:
    """The pieces on a map: routes by seat, closed ones, stations by seat, and what is highlighted."""

    routes: tuple[int, ...]
    closed: int
    stations: tuple[tuple[str, ...], ...]
    lit: tuple[str, ...]


@dataclass(slots=True)
class LastBoard:
    """The last picture of a game in palette indices (2 MB), with what its map shows; at first None."""

    drawn: tuple[Image.Image, _Shown] | None = None


@lru_cache(maxsize=2)
def last_board(game_id: str, board: Board, language: str, seats: Sequence[Livery]) -> LastBoard:
    """The last board drawn for a game in a language, from which the next one starts: two are kept, 4 MB.

    Only time depends on it: the bytes of the next picture are the same without it.
    """
    return LastBoard()


def _changed_frames(plan: Layout, board: Board, before: _Shown, now: _Shown) -> list[Frame]:
    """The frames to draw again, or the whole picture if they are large. Elsewhere, only names can differ.

    They are the panel, the player strip, and one around each piece that came, went (after an undo), or is
    highlighted in either picture.
    """
    changed = before.closed ^ now.closed
    for one, other in zip(before.routes, now.routes, strict=True):
        changed |= one ^ other
    built = {city for cities in before.stations for city in cities}
    built ^= {city for cities in now.stations for city in cities}
    places = {*(route.id for route in board.routes_in(changed)), *built, *before.lit, *now.lit}
    frames = [
        plan.panel.within(MAP),
        STRIP,
        *(changed_by(plan, place).within(MAP) for place in sorted(places)),
    ]
    return frames if sum(frame.width * frame.height for frame in frames) < MOST_CHANGED else [WHOLE]


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
    table, board = view.table, view.table.board
    plan, seats = layout(board, captions.language), liveries(table.players, colors)
    picture = _empty(board, captions.language)
    _draw_on(picture, plan, view, names, seats, captions, highlighted(table, new))
    draw_names(picture, plan)
    return picture


def _draw_on(
    picture: Image.Image,
    plan: Layout,
    view: View,
    names: Sequence[str],
    seats: Sequence[Livery],
    captions: Captions,
    lit: Sequence[str],
    frames: Sequence[Frame] = (WHOLE,),
) -> None:
    """Draw the board, without the names of its cities, on the picture before the game.

    Pieces outside the frames may be left out.
    """
    draw_highlight(picture, plan, *lit)
    draw_pieces(picture, view.table, plan, seats, lit, frames)
    draw_row(picture, view.table, plan.panel)
    draw_strip(picture, view.table, names, seats, captions)


def paints_of(board: Board, empty: Image.Image, plan: Layout) -> bytes:
    """Choose the 256 paints for a board with this empty map and layout: 768 bytes. Takes up to a minute."""
    before, drawn = empty_picture(empty, plan), []
    names = [f"Player {seat + 1}" for seat in range(len(LIVERIES))]
    for view in full_views(board):
        drawn.append(before.copy())
        seats, lit = liveries(view.table.players, None), highlighted(view.table)
        _draw_on(drawn[-1], plan, view, names, seats, ENGLISH, lit)
        draw_names(drawn[-1], plan)
    return palette_of(drawn, kept=True)


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
