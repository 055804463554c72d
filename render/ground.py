"""The map without a game on it: paper, a faint net of lines, the empty spaces of all routes, the cities."""

from functools import lru_cache

from engine.board import GRAY, Board, Route
from render.art import locomotive
from render.canvas import Canvas
from render.labels import SIZE
from render.layout import HEIGHT, MAP, WIDTH, Layout, Printed, layout
from render.theme import CARD_PAINTS, CREAM, DOT, GRAY_PAINT, INK, PAPER, WHITE, Paint, mixed, readable_on
from render.tracks import CITY_RADIUS, Car

NET = 90
"""Pixels from line to line of the net."""
TEETH = 6
"""On each side of a tunnel's space."""


def empty_map(board: Board) -> Canvas:
    """The map before the first claim, without names. It is shared: copy it, never draw on it."""
    return _empty_map(Printed(board))


@lru_cache(maxsize=8)
def _empty_map(printed: Printed) -> Canvas:
    board, plan = printed.board, layout(printed.board)
    canvas = Canvas(WIDTH, HEIGHT, PAPER)
    _draw_paper(canvas)
    for route in board.routes:
        _draw_rail(canvas, route, plan)
    for route in board.routes:
        for number, car in enumerate(plan.cars[route.id]):
            draw_space(canvas, car, route, asks_locomotive=number < route.ferry)
    for at in plan.cities.values():
        canvas.disc(at, CITY_RADIUS, DOT, WHITE, 2)
    return canvas


def draw_names(canvas: Canvas, plan: Layout) -> None:
    """The names of the cities, each in a halo."""
    for label in plan.labels.values():
        canvas.text(label.frame.centre, label.text, SIZE, INK, halo=3)


def _draw_paper(canvas: Canvas) -> None:
    faint = mixed(PAPER, INK, 0.06)
    for x in range(NET // 2, WIDTH, NET):
        canvas.line([complex(x, 0), complex(x, HEIGHT)], faint, 1)
    for y in range(NET // 2, HEIGHT, NET):
        canvas.line([complex(0, y), complex(WIDTH, y)], faint, 1)
    canvas.box(MAP, rim=mixed(PAPER, INK, 0.7), thick=5)


def _draw_rail(canvas: Canvas, route: Route, plan: Layout) -> None:
    """A thin line under the cars, so that a gap between them and a city still reads as one way."""
    middles = [car.at for car in plan.cars[route.id]]
    canvas.line([plan.cities[route.a], *middles, plan.cities[route.b]], mixed(PAPER, INK, 0.4), 3)


def route_paint(color: str) -> Paint:
    """The paint of a route's colour."""
    return GRAY_PAINT if color == GRAY else CARD_PAINTS[color]


def draw_space(canvas: Canvas, car: Car, route: Route, *, asks_locomotive: bool) -> None:
    """One empty space: its colour and letter; dark teeth for a tunnel, a locomotive for a ferry."""
    paint = route_paint(route.color)
    if route.tunnel:
        _draw_teeth(canvas, car)
    inside = CREAM if asks_locomotive else mixed(paint, PAPER, 0.45)
    canvas.polygon(car.corners, inside, mixed(paint, INK, 0.45), 2.5)
    if asks_locomotive:
        locomotive(canvas, car.at, 9, INK)
    elif route.color != GRAY:
        canvas.text(car.at, route.color, 18, readable_on(inside))


def _draw_teeth(canvas: Canvas, car: Car) -> None:
    along, across = car.heading * car.length / TEETH, 1j * car.heading * 14.5
    for number in range(TEETH):
        middle = car.at + along * (number - (TEETH - 1) / 2)
        canvas.line([middle - across, middle + across], INK, 4)
