"""The picture of the board: the map as it stands, below it cards and players, and whose turn it is."""

from collections.abc import Sequence

from PIL import Image

from engine.view import View
from render.art import station, token
from render.canvas import Canvas
from render.captions import ENGLISH, Captions
from render.ground import draw_names, empty_map
from render.layout import HEIGHT, WIDTH, Layout, layout
from render.png import png
from render.strip import STRIP_HEIGHT, draw_strip
from render.theme import GLOW, INK, NIGHT, PAPER, WHITE, Livery, liveries, mixed
from render.tracks import CAR_WIDTH, Car

STATION_SIZE = 32
AURA = ((10, 0.45), (7, 0.15), (4, 0.0))
"""The glow of the last move: how far it reaches, in pixels, and how much paper shows through."""


def board_png(
    view: View, names: Sequence[str], colors: Sequence[str] | None = None, captions: Captions = ENGLISH
) -> bytes:
    """The board as a PNG file of 1600 x 1280 pixels; see `painted`."""
    return png(painted(view, names, colors, captions))


def painted(
    view: View, names: Sequence[str], colors: Sequence[str] | None = None, captions: Captions = ENGLISH
) -> Image.Image:
    """The board as an RGB image of 1600 x 1280 pixels: a map of 1600 x 1080 and a strip below it.

    `names` and `colors` are by seat; a colour is "red", "blue", "green", "yellow" or "black", and without
    them seats have these in that order. It shows what everybody may see, whoever's view it is.
    """
    canvas = Canvas(WIDTH, HEIGHT + STRIP_HEIGHT, NIGHT)
    seats = liveries(view.table.players, colors)
    canvas.put(empty_map(view.table.board))
    _draw_pieces(canvas, view, layout(view.table.board), seats)
    draw_strip(canvas, view.table, names, seats)
    return canvas.finished()


def _draw_pieces(canvas: Canvas, view: View, plan: Layout, seats: Sequence[Livery]) -> None:
    table = view.table
    _draw_glow(canvas, view, plan)
    for route in table.board.routes_in(table.closed):
        for car in plan.cars[route.id]:
            draw_closed(canvas, car)
    for seat, routes in enumerate(table.routes):
        for route in table.board.routes_in(routes):
            for car in plan.cars[route.id]:
                draw_wagon(canvas, car, seats[seat])
    draw_names(canvas, plan)
    for seat, cities in enumerate(table.stations):
        for city in cities:
            station(canvas, plan.cities[city], STATION_SIZE, seats[seat])


def _draw_glow(canvas: Canvas, view: View, plan: Layout) -> None:
    """The route or the station of the last move lies in a golden light."""
    if view.table.last is None:
        return
    _, place = view.table.last
    for reach, faintness in AURA:
        light = mixed(GLOW, PAPER, faintness)
        for car in plan.cars.get(place, ()):
            canvas.polygon(car.corners, light, light, 2 * reach)
        if place in plan.cities:
            canvas.disc(plan.cities[place], STATION_SIZE / 2 + reach, light)


def draw_wagon(canvas: Canvas, car: Car, livery: Livery) -> None:
    """A player's wagon: solid, rimmed in white, with the player's shape on it."""
    canvas.polygon(car.corners, livery.paint, INK, 5)
    canvas.polygon(car.corners, livery.paint, WHITE, 2)
    token(canvas, car.at, CAR_WIDTH * 0.4, livery)


def draw_closed(canvas: Canvas, car: Car) -> None:
    """A space of a second side that nobody may claim any more: faded and crossed out."""
    faded, stroke = mixed(PAPER, INK, 0.1), mixed(PAPER, INK, 0.35)
    canvas.polygon(car.corners, faded, stroke, 2.5)
    first, second, third, fourth = car.corners
    canvas.line([first, third], stroke, 2)
    canvas.line([second, fourth], stroke, 2)
