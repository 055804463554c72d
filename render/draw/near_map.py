"""The part of the map around some places, which are highlighted."""

from collections.abc import Sequence

from PIL import Image

from engine.board import Board
from engine.game import Table
from render.draw.city_names import draw_names
from render.draw.empty_map import clear_cut_sea_names, painted_map
from render.draw.highlight import draw_highlight, zoom
from render.draw.layout import layout
from render.draw.pieces import draw_pieces
from render.draw.theme import Livery


def detail(picture: Image.Image, board: Board, language: str, places: Sequence[str]) -> Image.Image:
    """The part of a picture without names around these places, with the names that it has room for."""
    plan = layout(board, language)
    frame = zoom(plan, *places)
    part = picture.crop(frame.box)
    clear_cut_sea_names(part, board, language, frame, frame.corner)
    draw_names(part, plan, frame)
    return part


def near_map(
    table: Table, places: Sequence[str], seats: Sequence[Livery], language: str, size: tuple[int, int]
) -> Image.Image:
    """The map around routes and cities with its pieces, as an RGB image of this size."""
    plan, picture = layout(table.board, language), painted_map(table.board, language)
    draw_highlight(picture, plan, *places)
    draw_pieces(picture, table, plan, seats, places, [zoom(plan, *places)])
    part = detail(picture, table.board, language, places)
    return part.resize(size, Image.Resampling.BICUBIC)
