"""The map at the end of a game: the longest paths, and the routes that stations borrow."""

from collections.abc import Iterator, Sequence

from PIL import Image

from engine.board import PRINTED_LANGUAGE, Board, Route
from engine.game import Table
from engine.sheet import ScoreSheet, SeatScore
from render.draw.canvas import Canvas
from render.draw.city_names import draw_names
from render.draw.empty_map import dimmed_map
from render.draw.frame import Frame
from render.draw.icons import token
from render.draw.layout import Layout, layout
from render.draw.map_window import draw_dashes
from render.draw.pieces import draw_pieces, light_routes, light_stations
from render.draw.theme import GOLD, INK, Livery
from render.draw.tracks import CAR_WIDTH

TERMINUS = 19.0
ASIDE = CAR_WIDTH / 2 + 9
"""From the middle of a space to the dashed line at its side."""


def final_map(
    table: Table, sheet: ScoreSheet, seats: Sequence[Livery], language: str = PRINTED_LANGUAGE
) -> Image.Image:
    """The map at the end, RGB, 1600 x 1080 pixels; liveries by seat, names of cities in a language.

    The routes of every path with the bonus are lit and its two ends are marked. Each borrowed route is lit
    too, with its station and a dashed line in the borrower's colour.
    """
    board, plan = table.board, layout(table.board, language)
    picture = dimmed_map(board, language)
    draw_pieces(picture, table, plan, seats, dim=True)
    for line in _holders(sheet):
        light_routes(picture, plan, [board.route[route] for route in line.path], seats[line.seat])
    for _, route in _borrowed(sheet, board):
        lender = table.owner(route.id)
        if lender is not None:
            light_routes(picture, plan, [route], seats[lender])
    _draw_marks(picture, board, sheet, plan, seats)
    for line in sheet.seats:
        lending = [station.city for station in line.stations if station.route]
        light_stations(picture, plan, lending, seats[line.seat])
    lit = [board.route[route] for line in _holders(sheet) for route in line.path]
    lit += [route for _, route in _borrowed(sheet, board)]
    draw_names(picture, plan, lit={city for route in lit for city in (route.a, route.b)})
    return picture


def _holders(sheet: ScoreSheet) -> list[SeatScore]:
    """The players with the bonus for the longest path."""
    return [line for line in sheet.seats if line.path_bonus]


def _borrowed(sheet: ScoreSheet, board: Board) -> Iterator[tuple[SeatScore, Route]]:
    """Every route that a station borrows, with its borrower."""
    for line in sheet.seats:
        for station in line.stations:
            if station.route:
                yield line, board.route[station.route]


def _draw_marks(
    picture: Image.Image, board: Board, sheet: ScoreSheet, plan: Layout, seats: Sequence[Livery]
) -> None:
    """Draw the lines at one side of borrowed routes, and the ends of the longest paths."""
    for line, route in _borrowed(sheet, board):
        beside = [car.at + 1j * car.heading * ASIDE for car in plan.cars[route.id]]
        points = [plan.cities[route.a], *beside, plan.cities[route.b]]
        draw_dashes(picture, points, seats[line.seat].paint)
    for line in _holders(sheet):
        for city in _termini(board, line.path):
            at = plan.cities[city]
            with Canvas.part(picture, Frame.around(at, 2 * TERMINUS, 2 * TERMINUS)) as mark:
                mark.disc(at, TERMINUS, INK)
                mark.disc(at, TERMINUS - 2, GOLD)
                token(mark, at, TERMINUS - 5, seats[line.seat])


def _termini(board: Board, path: Sequence[str]) -> tuple[str, str]:
    """The cities where a path begins and ends; its routes are in travelling order."""
    first = board.route[path[0]]
    if len(path) == 1:
        return first.a, first.b
    second = board.route[path[1]]
    start = here = first.b if first.a in (second.a, second.b) else first.a
    for route in map(board.route.__getitem__, path):
        here = route.b if here == route.a else route.a
    return start, here
