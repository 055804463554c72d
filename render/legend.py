"""The legend of a board: what its spaces mean, and the points for routes by their length."""

from collections.abc import Iterator, Sequence

from engine.board import GRAY, Board
from engine.rules import Rules
from render.draw.backdrop import backdrop, draw_heading
from render.draw.canvas import Canvas
from render.draw.captions import ENGLISH, Captions
from render.draw.frame import Frame
from render.draw.palette import paints
from render.draw.png import png
from render.draw.sprites import Sprite, city_station, closed_space, space
from render.draw.text import fitted
from render.draw.theme import CREAM, GOLD, INK, LIVERIES, PAPER, RAIL, SLATE, mixed
from render.draw.tracks import CAR_LENGTH, Car

WIDTH = 720
HEAD, ROW, POINTS_HEIGHT, FOOT = 76, 58, 150, 18
SAMPLES = Frame(20, 0, 176, ROW)
"""Where the samples of a row lie, from its top."""
TEXT, LEFT = 29, 196.0
LENGTH_SIZE, POINTS_SIZE = 30, 46

LegendRow = tuple[Sequence[Sprite], str]
"""Samples around the middle of a row, and what they mean."""


def legend_png(board: Board, rules: Rules, captions: Captions = ENGLISH) -> bytes:
    """The legend of a board under these rules as a PNG file 720 pixels wide."""
    rows = list(_rows(board, rules, captions))
    picture = backdrop(WIDTH, HEAD + ROW * len(rows) + POINTS_HEIGHT + FOOT)
    canvas = Canvas.upon(picture)
    draw_heading(canvas, complex(24, HEAD / 2), captions.legend, 44, WIDTH - 48, GOLD)
    for number, (samples, words) in enumerate(rows):
        top = HEAD + ROW * number
        plate = Frame(SAMPLES.left, top + 4, SAMPLES.right, top + ROW - 4)
        canvas.box(plate, mixed(PAPER, RAIL, 0.25), round_by=8)
        for sample in samples:
            sample.moved(plate.centre).put(picture)
        text = fitted(words, TEXT, WIDTH - LEFT - 16)
        canvas.text(complex(LEFT, top + ROW / 2), text, TEXT, CREAM, anchor="lm")
    top, lengths = HEAD + ROW * len(rows), sorted({route.length for route in board.routes})
    words = fitted(captions.legend_points, TEXT, WIDTH - 48)
    canvas.text(complex(24, top + 26), words, TEXT, GOLD, anchor="lm")
    wide = (WIDTH - 40) / len(lengths)
    for number, length in enumerate(lengths):
        frame = Frame(20 + wide * number + 3, top + 50, 20 + wide * (number + 1) - 3, top + POINTS_HEIGHT)
        canvas.box(frame, SLATE, round_by=8)
        canvas.box(Frame(frame.left, frame.top, frame.right, frame.top + 40), CREAM, round_by=8)
        canvas.text(complex(frame.centre.real, frame.top + 20), str(length), LENGTH_SIZE, INK)
        at, points = complex(frame.centre.real, frame.top + 69), str(rules.route_points[length])
        canvas.text(at, points, POINTS_SIZE, CREAM, display=True)
    return png(picture, paints(board))


def _rows(board: Board, rules: Rules, captions: Captions) -> Iterator[LegendRow]:
    """What the board and its rules have."""
    pair = [_sample(-CAR_LENGTH / 2 - 3), _sample(CAR_LENGTH / 2 + 3)]
    yield [space(pair[0], "R"), space(pair[1], "B")], captions.legend_color
    if any(route.color == GRAY for route in board.routes):
        yield [space(car, GRAY) for car in pair], captions.legend_gray
    if any(route.tunnel for route in board.routes):
        yield [space(car, "G", tunnel=True) for car in pair], captions.legend_tunnel
    if any(route.ferry for route in board.routes):
        ferry = [space(car, GRAY, ferry=True, plate=number == 1) for number, car in enumerate(pair)]
        yield ferry, captions.legend_ferry
    if any(route.double for route in board.routes):
        yield [closed_space(car) for car in pair], captions.legend_closed
    if rules.stations:
        yield [city_station(0j, LIVERIES["red"])], captions.legend_station


def _sample(x: float) -> Car:
    return Car(complex(x, 0), 1 + 0j, CAR_LENGTH)
