"""The statistics of one person as a card: figures, places, the rating game by game, and favourite routes."""

from collections.abc import Callable, Sequence
from functools import partial

from PIL import Image

from engine.board import Board
from render.content import FavouriteRoutes, StatisticsCard
from render.draw.backdrop import backdrop, draw_heading
from render.draw.canvas import Canvas
from render.draw.captions import ENGLISH, Captions
from render.draw.city_names import draw_names
from render.draw.empty_map import dimmed_map
from render.draw.frame import Frame
from render.draw.layout import layout
from render.draw.palette import dimmed_paints, palette_of
from render.draw.pieces import light_routes
from render.draw.plot import draw_history
from render.draw.png import png
from render.draw.text import fitted, shown_name
from render.draw.theme import CREAM, GOLD, INK, LIVERIES, PAPER, mixed

WIDTH = 1100
"""Small, so that letters are still legible on a phone."""
MARGIN, GAP = 30.0, 16.0
HEAD, TILE_HEIGHT, TITLE_HEIGHT, BOX_HEIGHT = 106.0, 112.0, 62.0, 270.0
COLUMNS = 4
LABEL, VALUE, COUNT, TITLE, NAME = 27, 52, 34, 34, 56
BOXES_TOP = HEAD + 2 * (TILE_HEIGHT + GAP) + TITLE_HEIGHT - GAP
MAP_TOP = BOXES_TOP + BOX_HEIGHT + TITLE_HEIGHT
MAP_SIZE = 640, 432
ROUTE_ROW = 86.0
PAINTS = 160
BAR = LIVERIES["blue"]
"""How bars, the line of the rating and the routes look; each has its number too."""


def statistics_png(card: StatisticsCard, captions: Captions = ENGLISH) -> bytes:
    """The card of one person as a PNG file 1100 pixels wide."""
    map_height = TITLE_HEIGHT + MAP_SIZE[1] if card.board and card.routes else 0
    page = backdrop(WIDTH, round(BOXES_TOP + BOX_HEIGHT + map_height + MARGIN))
    canvas, shown = Canvas.upon(page), shown_name(card.name, captions.leaderboard_player)
    draw_heading(canvas, complex(WIDTH / 2, 56), shown, NAME, WIDTH - 2 * MARGIN, GOLD, anchor="mm")
    labels = (
        captions.games,
        captions.wins,
        captions.provisional_rating if card.provisional else captions.rating,
        captions.turns_in_time,
        captions.average_score,
        captions.best_score,
        captions.tickets_completed,
        captions.best_path,
    )
    wide = (WIDTH - 2 * MARGIN - GAP * (COLUMNS - 1)) / COLUMNS
    for place, (label, value) in enumerate(zip(labels, card.values, strict=True)):
        left, top = MARGIN + place % COLUMNS * (wide + GAP), HEAD + place // COLUMNS * (TILE_HEIGHT + GAP)
        tile = Frame(left, top, left + wide, top + TILE_HEIGHT)
        _paste(page, tile, partial(_draw_tile, label=label, value=value))
    middle, bottom = WIDTH / 2, BOXES_TOP + BOX_HEIGHT
    left_half = Frame(MARGIN, BOXES_TOP, middle - GAP / 2, bottom)
    right_half = Frame(middle + GAP / 2, BOXES_TOP, WIDTH - MARGIN, bottom)
    _draw_title(canvas, left_half, captions.places)
    _paste(page, left_half, partial(_draw_places, places=card.places))
    _draw_title(canvas, right_half, captions.rating_by_game)
    _paste(page, right_half, partial(_draw_rating, history=card.history, captions=captions))
    if card.board and card.routes:
        _draw_favourites(page, card.board, card.routes, captions)
    return png(page, palette_of([page], PAINTS, dimmed_paints()))


def _draw_tile(canvas: Canvas, frame: Frame, label: str, value: str) -> None:
    """Draw a figure and what it is."""
    canvas.box(frame, CREAM, round_by=14)
    middle = frame.centre.real
    canvas.text(complex(middle, frame.top + 44), value, VALUE, INK, display=True)
    canvas.text(
        complex(middle, frame.bottom - 23),
        fitted(label, LABEL, frame.width - 16),
        LABEL,
        mixed(INK, PAPER, 0.2),
    )


def _draw_title(canvas: Canvas, frame: Frame, words: str) -> None:
    draw_heading(canvas, complex(frame.left + 6, frame.top - 27), words, TITLE, frame.width - 12, GOLD)


def _paste(page: Image.Image, frame: Frame, draw: Callable[[Canvas, Frame], None]) -> None:
    """Draw in a frame with smooth edges."""
    with Canvas.part(page, frame) as part:
        draw(part, frame)


def _draw_places(canvas: Canvas, frame: Frame, places: Sequence[int]) -> None:
    """Draw a bar for each place, with its number below and the count above."""
    canvas.box(frame, CREAM, round_by=14)
    most, count = max([*places, 1]), max(len(places), 1)
    wide = (frame.width - 2 * MARGIN) / count
    floor, room = frame.bottom - 52, frame.height - 52 - 62
    for place, number in enumerate(places):
        middle = frame.left + MARGIN + wide * (place + 0.5)
        high, half = room * number / most, min(wide * 0.36, 48)
        if number:
            bar = Frame(middle - half, floor - high, middle + half, floor)
            canvas.box(bar, GOLD if place == 0 else BAR.paint, INK, 2)
        canvas.text(complex(middle, floor - high - 26), str(number), COUNT, INK)
        canvas.text(complex(middle, frame.bottom - 26), f"#{place + 1}", LABEL, mixed(INK, PAPER, 0.2))
    ends = [complex(frame.left + MARGIN / 2, floor), complex(frame.right - MARGIN / 2, floor)]
    canvas.line(ends, mixed(PAPER, INK, 0.6), 3)


def _draw_rating(canvas: Canvas, frame: Frame, history: Sequence[int], captions: Captions) -> None:
    canvas.box(frame, CREAM, round_by=14)
    if not history:
        text = fitted(captions.not_rated, 30, frame.width - 40)
        canvas.text(frame.centre, text, 30, mixed(INK, PAPER, 0.35))
        return
    draw_history(canvas, frame, history, BAR)


def _draw_favourites(page: Image.Image, board: Board, routes: FavouriteRoutes, captions: Captions) -> None:
    """Draw the map with the favourite routes, and the list of them at its right."""
    canvas = Canvas.upon(page)
    frame = Frame(MARGIN, MAP_TOP, MARGIN + MAP_SIZE[0], MAP_TOP + MAP_SIZE[1])
    _draw_title(canvas, frame, captions.favourite_routes)
    shown = _map(board, [route for route, _ in routes], captions.language)
    canvas.box(frame.inset(-4), GOLD)
    page.paste(shown.resize(MAP_SIZE, Image.Resampling.HAMMING), frame.corner)
    left = frame.right + 2 * GAP
    for place, (route, count) in enumerate(routes):
        middle, there = MAP_TOP + (place + 0.5) * ROUTE_ROW, board.route[route]
        canvas.text(complex(left, middle), f"{count} ×", 40, GOLD, anchor="lm", display=True)
        a, b = (board.city[city].name_in(captions.language) for city in (there.a, there.b))
        for words, down in ((f"{a} –", -17), (b, 17)):
            at = complex(left + 104, middle + down)
            canvas.text(at, fitted(words, 29, WIDTH - MARGIN - at.real), 29, CREAM, anchor="lm")


def _map(board: Board, routes: Sequence[str], language: str) -> Image.Image:
    """The dimmed map with these routes lit."""
    plan = layout(board, language)
    picture = dimmed_map(board, language)
    lit = [board.route[route] for route in routes]
    light_routes(picture, plan, lit, BAR)
    draw_names(picture, plan, lit={city for route in lit for city in (route.a, route.b)})
    return picture
