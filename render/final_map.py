"""The map at the end: the longest paths alight from end to end, and the routes that stations borrow."""

from collections.abc import Iterator, Sequence
from itertools import pairwise

from PIL import Image

from engine.board import Board, Route
from engine.sheet import ScoreSheet, SeatScore
from engine.view import View
from render.art import icon, token
from render.canvas import Canvas
from render.captions import ENGLISH, Captions
from render.chart import draw_dashes
from render.layout import MAP, WIDTH, Layout, layout
from render.news import seat_name
from render.palette import palette_of
from render.png import png
from render.projection import Frame
from render.spotlight import dimmed, light, light_stations
from render.sprites import name
from render.stage import BAR_HEIGHT, draw_bar
from render.text import fitted
from render.theme import CREAM, GOLD, INK, MIST, NIGHT, SLATE, Livery, liveries
from render.tracks import CAR_WIDTH

ROW_HEIGHT = 62
COLUMNS = 2
TERMINUS = 19.0
ASIDE = CAR_WIDTH / 2 + 9
"""From the middle of a space to the line beside it."""
NEAR = 3.0
"""From point to point of a dashed line, in pixels."""


def final_map_png(
    view: View,
    names: Sequence[str],
    colors: Sequence[str] | None = None,
    captions: Captions = ENGLISH,
) -> bytes:
    """The last board as a PNG file 1600 pixels wide: the map, and below it who has what is lit there.

    The routes of every path that has the bonus are alight, its two ends are marked, and a dashed line in the
    borrower's colour runs along each borrowed route. Names and colours are by seat, as for the board. Raises
    ValueError before the end of the game.
    """
    sheet, board = view.table.sheet, view.table.board
    if sheet is None:
        raise ValueError("the game has no score yet")
    seats, plan = liveries(view.table.players, colors), layout(board)
    lines = [
        *((line, "", captions.longest_path.format(number=line.path_length)) for line in _holders(sheet)),
        *((line, route.id, _called(board, route)) for line, route in _borrowed(sheet, board)),
    ]
    rows = -(-len(lines) // COLUMNS)
    height = round(MAP.height) + BAR_HEIGHT + (ROW_HEIGHT * rows + 12 if rows else 0)
    picture = Image.new("RGB", (WIDTH, height), NIGHT)
    picture.paste(_map(view, sheet, plan, seats))
    bar = Frame(0, MAP.bottom, WIDTH, MAP.bottom + BAR_HEIGHT)
    draw_bar(Canvas.upon(picture), bar, captions.final_map)
    below = Canvas(WIDTH, max(height - bar.bottom, 1), NIGHT)
    for place, (line, route, words) in enumerate(lines):
        owner = board.route[route] if route else None
        lender = view.table.owner(owner.id) if owner else None
        text = f"{seat_name(names, line.seat, captions)}: {words}"
        _draw_line(below, place, text, seats[line.seat], None if lender is None else seats[lender])
    picture.paste(below.finished(), (0, round(bar.bottom)))
    return png(picture, palette_of([picture.reduce(3)]))


def _holders(sheet: ScoreSheet) -> list[SeatScore]:
    """Who has the bonus of the longest path."""
    return [line for line in sheet.seats if line.path_bonus]


def _borrowed(sheet: ScoreSheet, board: Board) -> Iterator[tuple[SeatScore, Route]]:
    """Every route that a station borrows, with who borrows it."""
    for line in sheet.seats:
        for station in line.stations:
            if station.route:
                yield line, board.route[station.route]


def _called(board: Board, route: Route) -> str:
    return f"{board.city[route.a].name} – {board.city[route.b].name}"


def _map(view: View, sheet: ScoreSheet, plan: Layout, seats: Sequence[Livery]) -> Image.Image:
    board = view.table.board
    picture = dimmed(view.table, plan, seats)
    for line in _holders(sheet):
        light(picture, plan, [board.route[route] for route in line.path], seats[line.seat])
    for _, route in _borrowed(sheet, board):
        lender = view.table.owner(route.id)
        if lender is not None:
            light(picture, plan, [route], seats[lender])
    drawn = Canvas(MAP.width, MAP.height, None)
    for line, route in _borrowed(sheet, board):
        draw_dashes(drawn, _near(_beside(plan, route)), seats[line.seat].paint, 6)
    for line in _holders(sheet):
        for city in _termini(board, line.path):
            drawn.disc(plan.cities[city], TERMINUS, INK)
            drawn.disc(plan.cities[city], TERMINUS - 2, GOLD)
            token(drawn, plan.cities[city], TERMINUS - 5, seats[line.seat])
    image = drawn.finished()
    picture.paste(image, (0, 0), image)
    for _, route in _borrowed(sheet, board):
        for city in (route.a, route.b):
            name(plan.labels[city]).put(picture)
    for line in sheet.seats:
        lending = [station.city for station in line.stations if station.route]
        light_stations(picture, plan, lending, seats[line.seat])
    return picture


def _beside(plan: Layout, route: Route) -> list[complex]:
    """Points along the spaces of a route, on one side of them, from city to city."""
    middle = [car.at + 1j * car.heading * ASIDE for car in plan.cars[route.id]]
    return [plan.cities[route.a], *middle, plan.cities[route.b]]


def _near(points: Sequence[complex]) -> list[complex]:
    """The same way through points that lie near to one another."""
    near = [points[0]]
    for start, end in pairwise(points):
        steps = max(round(abs(end - start) / NEAR), 1)
        near += [start + (end - start) * step / steps for step in range(1, steps + 1)]
    return near


def _termini(board: Board, path: Sequence[str]) -> tuple[str, str]:
    """The cities where a path, route after route as travelled, begins and ends."""
    first = board.route[path[0]]
    if len(path) == 1:
        return first.a, first.b
    second = board.route[path[1]]
    start = here = first.b if first.a in (second.a, second.b) else first.a
    for route in map(board.route.__getitem__, path):
        here = route.b if here == route.a else route.a
    return start, here


def _draw_line(below: Canvas, place: int, text: str, livery: Livery, lender: Livery | None) -> None:
    """Who has a longest path, or who borrows a route and from whom."""
    row, column = divmod(place, COLUMNS)
    wide = (WIDTH - 24) / COLUMNS
    left, top = 12 + column * wide, 6 + row * ROW_HEIGHT
    frame = Frame(left + 4, top + 3, left + wide - 4, top + ROW_HEIGHT - 3)
    below.box(frame, SLATE, round_by=9)
    middle = frame.centre.imag
    token(below, complex(frame.left + 34, middle), 21, livery)
    kind = "trains" if lender is None else "stations"
    icon(below, complex(frame.left + 84, middle), kind, MIST, SLATE)
    end = frame.right - 16
    if lender is not None:
        token(below, complex(end - 20, middle), 19, lender)
        end -= 50
    below.text(
        complex(frame.left + 114, middle), fitted(text, 32, end - frame.left - 114), 32, CREAM, anchor="lm"
    )
