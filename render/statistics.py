"""The statistics of one person as a card: figures, places, the rating game by game, and favourite routes."""

from collections.abc import Callable, Sequence
from functools import partial

from PIL import Image

from engine.board import Board
from render.draw.backdrop import backdrop, draw_heading
from render.draw.canvas import Canvas
from render.draw.captions import ENGLISH, Captions
from render.draw.dim import MAP_COLOR, MAP_TINT, dim, light_routes
from render.draw.empty_map import painted_map
from render.draw.frame import Frame
from render.draw.layout import layout
from render.draw.names import draw_names
from render.draw.palette import palette_of
from render.draw.plot import draw_history
from render.draw.png import png
from render.draw.text import fitted, has_letters, printable
from render.draw.theme import CREAM, GOLD, INK, LIVERIES, NIGHT, PAPER, mixed

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

FavouriteRoutes = Sequence[tuple[str, int]]
"""Routes by id, and how often each was claimed."""


def statistics_png(
    name: str,
    values: Sequence[str],
    places: Sequence[int],
    history: Sequence[int],
    board: Board | None = None,
    routes: FavouriteRoutes = (),
    captions: Captions = ENGLISH,
    *,
    provisional: bool = False,
) -> bytes:
    """The card of one person as a PNG file 1100 pixels wide.

    `values` are eight: games, wins, rating, share of turns in time, average and best score, tickets, longest
    path. `places` counts how often the person came first, second and so on; `history` has the rating after
    each rated game. Without `routes` there is no map.
    """
    map_height = TITLE_HEIGHT + MAP_SIZE[1] if board and routes else 0
    page = backdrop(WIDTH, round(BOXES_TOP + BOX_HEIGHT + map_height + MARGIN))
    _draw_name(page, shown_name(name, captions.leaderboard_player))
    _draw_tiles(page, _labels(captions, provisional), values)
    _draw_boxes(page, places, history, captions)
    if board and routes:
        _draw_favourites(page, board, routes, captions)
    return png(page, palette_of([page.reduce(2)], PAINTS))


def _draw_name(page: Image.Image, name: str) -> None:
    middle, room = complex(WIDTH / 2, 56), WIDTH - 2 * MARGIN
    draw_heading(Canvas.upon(page), middle, name, NAME, room, GOLD, anchor="mm")


def _draw_tiles(page: Image.Image, labels: Sequence[str], values: Sequence[str]) -> None:
    for place, (label, value) in enumerate(zip(labels, values, strict=True)):
        _paste(page, _tile(place), partial(_draw_tile, label=label, value=value))


def _draw_boxes(page: Image.Image, places: Sequence[int], history: Sequence[int], captions: Captions) -> None:
    """Draw the places and the rating side by side, each with its title."""
    canvas, (left, right) = Canvas.upon(page), _halves()
    _draw_title(canvas, left, captions.places)
    _paste(page, left, partial(_draw_places, places=places))
    _draw_title(canvas, right, captions.rating_by_game)
    _paste(page, right, partial(_draw_rating, history=history, captions=captions))


def shown_name(name: str, instead: str) -> str:
    """A name in letters that the fonts have; failing that, what is shown instead."""
    shown = printable(name)
    lost = has_letters(name) and not has_letters(shown)
    return instead if lost or not shown else shown


def _labels(captions: Captions, provisional: bool) -> Sequence[str]:
    return (
        captions.games,
        captions.wins,
        captions.provisional_rating if provisional else captions.rating,
        captions.turns_in_time,
        captions.average_score,
        captions.best_score,
        captions.tickets_completed,
        captions.best_path,
    )


def _tile(place: int) -> Frame:
    wide = (WIDTH - 2 * MARGIN - GAP * (COLUMNS - 1)) / COLUMNS
    left = MARGIN + place % COLUMNS * (wide + GAP)
    top = HEAD + place // COLUMNS * (TILE_HEIGHT + GAP)
    return Frame(left, top, left + wide, top + TILE_HEIGHT)


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


def _halves() -> tuple[Frame, Frame]:
    middle, bottom = WIDTH / 2, BOXES_TOP + BOX_HEIGHT
    return (
        Frame(MARGIN, BOXES_TOP, middle - GAP / 2, bottom),
        Frame(middle + GAP / 2, BOXES_TOP, WIDTH - MARGIN, bottom),
    )


def _draw_title(canvas: Canvas, frame: Frame, words: str) -> None:
    draw_heading(canvas, complex(frame.left + 6, frame.top - 27), words, TITLE, frame.width - 12, GOLD)


def _paste(page: Image.Image, frame: Frame, draw: Callable[[Canvas, Frame], None]) -> None:
    """Draw in a frame with smooth edges."""
    sheet = Canvas(frame.width, frame.height, None)
    draw(sheet, Frame(0, 0, frame.width, frame.height))
    Canvas.upon(page).lay(sheet.finished(), complex(frame.left, frame.top))


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
    page.paste(shown.resize(MAP_SIZE, Image.Resampling.LANCZOS), frame.corner)
    left = frame.right + 2 * GAP
    for place, (route, count) in enumerate(routes):
        top = MAP_TOP + place * ROUTE_ROW
        row = Frame(left, top, WIDTH - MARGIN, top + ROUTE_ROW)
        _draw_route(canvas, row, board, route, count, captions)


def _map(board: Board, routes: Sequence[str], language: str) -> Image.Image:
    """The dimmed map with these routes lit."""
    plan = layout(board, language)
    picture = dim(painted_map(board, language), MAP_COLOR, NIGHT, MAP_TINT)
    lit = [board.route[route] for route in routes]
    light_routes(picture, plan, lit, BAR)
    draw_names(picture, plan, lit={city for route in lit for city in (route.a, route.b)})
    return picture


def _draw_route(canvas: Canvas, row: Frame, board: Board, route: str, count: int, captions: Captions) -> None:
    """Draw how often a route was claimed, and its two cities."""
    there = board.route[route]
    canvas.text(complex(row.left, row.centre.imag), f"{count} ×", 40, GOLD, anchor="lm", display=True)
    for line, city in enumerate((there.a, there.b)):
        words = f"{board.city[city].name_in(captions.language)}{' –' if line == 0 else ''}"
        at = complex(row.left + 104, row.centre.imag + (-17 if line == 0 else 17))
        canvas.text(at, fitted(words, 29, row.right - at.real), 29, CREAM, anchor="lm")
