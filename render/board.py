"""The picture of the board: the map as it stands, on it the face-up row, and below it the players."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from PIL import Image

from engine.board import Board
from engine.game import Table
from engine.view import View
from render.draw.baked_maps import baked_palette, cached_per_map
from render.draw.captions import ENGLISH, Captions
from render.draw.empty_map import empty_map
from render.draw.face_up_row import draw_panel, draw_row
from render.draw.highlight import draw_highlight, highlighted, zoom
from render.draw.layout import HEIGHT, WIDTH, Layout, layout
from render.draw.palette import full_views, palette_of, usual_palette
from render.draw.player_strip import STRIP_HEIGHT, draw_empty_strip, draw_strip
from render.draw.png import inked, written
from render.draw.sprites import built, closed, name, wagon
from render.draw.theme import LIVERIES, Livery, liveries

REACH = 20
"""Pixels from the middle line of a wagon, or the middle of a station, to where its shadow ends."""


@dataclass(frozen=True, slots=True)
class BoardPictures:
    """The board as PNG files: whole, and the part around the last move; None before the first."""

    full: bytes
    zoom: bytes | None


def board_png(
    view: View, names: Sequence[str], colors: Sequence[str] | None = None, captions: Captions = ENGLISH
) -> bytes:
    """The board as a PNG file of 1600 x 1280 pixels; see `painted`."""
    return written(inked(painted(view, names, colors, captions), paints(view.table.board)))


def board_pngs(
    view: View, names: Sequence[str], colors: Sequence[str] | None = None, captions: Captions = ENGLISH
) -> BoardPictures:
    """The board as PNG files, painted once: whole (see `painted`), and 640 x 400 or more of it near by."""
    board = view.table.board
    picture = inked(painted(view, names, colors, captions), paints(board))
    place = highlighted(view.table)
    near = written(picture.crop(zoom(layout(board), place).box)) if place else None
    return BoardPictures(written(picture), near)


def painted(
    view: View, names: Sequence[str], colors: Sequence[str] | None = None, captions: Captions = ENGLISH
) -> Image.Image:
    """The board as an RGB image of 1600 x 1280 pixels: a map of 1600 x 1080 and a strip below it.

    `names` and `colors` are by seat; a colour is "red", "blue", "green", "yellow" or "black", and without
    them seats have these in that order. It shows what everybody may see, whoever's view it is.
    """
    board = view.table.board
    return painted_on(_empty(board), layout(board), view, names, colors, captions)


def painted_on(
    empty: Image.Image,
    plan: Layout,
    view: View,
    names: Sequence[str],
    colors: Sequence[str] | None = None,
    captions: Captions = ENGLISH,
) -> Image.Image:
    """The board on an `empty_picture` of its own, with that one's layout; see `painted`."""
    table, seats, picture = view.table, liveries(view.table.players, colors), empty.copy()
    if place := highlighted(table):
        draw_highlight(picture, plan, place)
    draw_pieces(picture, table, plan, seats)
    draw_row(picture, table, plan.panel)
    draw_strip(picture, table, names, seats, captions)
    return picture


def paints_of(board: Board, empty: Image.Image, plan: Layout) -> bytes:
    """The 256 paints for a board with this empty map and layout, chosen anew, within a minute: 768 bytes."""
    picture = empty_picture(empty, plan)
    names = [f"Player {seat + 1}" for seat in range(len(LIVERIES))]
    return palette_of([painted_on(picture, plan, view, names) for view in full_views(board)])


def paints(board: Board) -> bytes:
    """The 256 paints of all pictures of a board: red, green and blue of each, 768 bytes."""
    return baked_palette(board) or usual_palette()


@cached_per_map(4)
def _empty(board: Board) -> Image.Image:
    return empty_picture(empty_map(board), layout(board))


def empty_picture(empty: Image.Image, plan: Layout) -> Image.Image:
    """The picture before a game: an empty map with the panel on it and the strip below it."""
    picture = Image.new("RGB", (WIDTH, HEIGHT + STRIP_HEIGHT))
    picture.paste(empty)
    draw_panel(picture, plan.panel)
    draw_empty_strip(picture)
    return picture


def draw_pieces(picture: Image.Image, table: Table, plan: Layout, seats: Sequence[Livery]) -> None:
    """Closed spaces, wagons and stations, and over them the names of cities that they would touch."""
    board, touched = table.board, _touched(table.board)
    for route in board.routes_in(table.closed):
        for car in plan.cars[route.id]:
            closed(car).put(picture)
    for seat, routes in enumerate(table.routes):
        for route in board.routes_in(routes):
            for car in plan.cars[route.id]:
                wagon(car, seats[seat], highlighted=route.id == highlighted(table)).put(picture)
    for seat, cities in enumerate(table.stations):
        for city in cities:
            built(plan.cities[city], seats[seat]).put(picture)
    places = [route.id for route in board.routes_in(table.claimed | table.closed)]
    places += [city for cities in table.stations for city in cities]
    for city in dict.fromkeys(city for place in places for city in touched[place]):
        name(plan.labels[city]).put(picture)


@cached_per_map(8)
def _touched(board: Board) -> Mapping[str, Sequence[str]]:
    """For each route and each city, by id, the cities whose names its wagons or its station would touch."""
    plan = layout(board)
    middles = {city: [at] for city, at in plan.cities.items()}
    middles |= {route: [bead for car in row for bead in car.beads] for route, row in plan.cars.items()}
    return {
        place: [
            city
            for city, label in plan.labels.items()
            if any(abs(label.frame.nearest(bead) - bead) < REACH for bead in beads)
        ]
        for place, beads in middles.items()
    }
