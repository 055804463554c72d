"""The picture of the final score: a page with a column for each player, the last map and a plot."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial

from PIL import Image

from engine.board import Board
from engine.game import Table
from engine.rules import Rules
from engine.sheet import ScoreSheet, SeatScore, StationScore, TicketScore
from engine.view import View
from render.draw.backdrop import backdrop, draw_heading
from render.draw.canvas import Canvas
from render.draw.captions import ENGLISH, Captions
from render.draw.final_map import final_map
from render.draw.frame import Frame
from render.draw.icons import icon, token
from render.draw.layout import MAP
from render.draw.palette import dimmed_paints, palette_of
from render.draw.plot import draw_plot
from render.draw.png import png
from render.draw.status_lines import shown_names
from render.draw.text import fitted, fitted_name, width
from render.draw.theme import (
    ALARM,
    CREAM,
    GOLD,
    GREEN,
    INK,
    MIST,
    PAPER,
    SLATE,
    WHITE,
    Livery,
    Paint,
    liveries,
    mixed,
    readable_on,
)

WIDTH = 1600
MARGIN, GAP = 28.0, 16.0
EDGE = 8
"""The margin around each part of the page, for its rim."""
WIDEST = 560.0
"""The greatest width of a column."""
HEAD = 138.0
TITLE_HEIGHT = 64.0
MAP_WIDTH, LONE_MAP_WIDTH = 968.0, 1150.0
"""The width of the map next to the plot, and without one."""
PAINTS = 160
"""The number of paints: fewer than other pictures have, because the page is larger."""
NAME_HEIGHT, TOTAL_HEIGHT = 74.0, 132.0
LINE, TICKET, BELOW = 46.0, 39.0, 27.0
"""The height of a kind of points, of a ticket, and of a ticket's second line."""
INDENT = 66.0
PADDING = 15.0
SMALL, LEAST = 27, 24
NAME_SIZES = (36, 30, LEAST)


Draw = Callable[[Canvas, Frame], None]
"""Draws a part of the page in its frame."""
ScoreRow = tuple[float, Draw]
"""A row of a player's column: how high it is, and what draws it in its frame."""
ScoreColumn = tuple[SeatScore, Sequence[ScoreRow]]
"""A player's line of the score sheet, and its rows."""


def score_png(
    view: View,
    names: Sequence[str],
    colors: Sequence[str] | None = None,
    points_by_turn: Sequence[Sequence[int]] = (),
    title: str = "",
    marked: Sequence[int] = (),
    captions: Captions = ENGLISH,
) -> bytes:
    """The final score as a PNG file 1600 pixels wide: columns of the players above the last map and a plot.

    Names and colours are by seat, as for the board. `points_by_turn` has each seat's points from routes after
    every turn; without it there is no plot. `title` names the board and the variant in another language. The
    `marked` turns, counted from 0, have their numbers in the plot.
    Raises ValueError before the end of the game.
    """
    table, sheet = view.table, view.table.sheet
    if sheet is None:
        raise ValueError("the game has no score yet")
    seats = liveries(table.players, colors)
    shown = shown_names(names, seats, captions)
    columns = _columns(table, sheet, seats, captions)
    tall = NAME_HEIGHT + TOTAL_HEIGHT + 18
    tall += max(sum(height for height, _ in rows) for _, rows in columns)
    # The map lies at the left of the plot, or in the middle of the page.
    wide = MAP_WIDTH if points_by_turn else LONE_MAP_WIDTH
    left, top = MARGIN if points_by_turn else (WIDTH - wide) / 2, HEAD + tall + TITLE_HEIGHT
    map_frame = Frame(left, top, left + wide, top + wide * MAP.height / MAP.width)
    page = backdrop(WIDTH, round(map_frame.bottom + MARGIN))
    words = title or " · ".join(dict.fromkeys((table.board.title, table.rules.title)))
    _print(page, Frame(0, 0, WIDTH, HEAD), partial(_draw_head, words=words, captions=captions))
    for place, column in enumerate(columns):
        draw = partial(_draw_column, column=column, names=shown, seats=seats)
        _print(page, _column(place, len(columns), tall), draw)
    _draw_title(page, map_frame, map_title(table.rules, captions))
    ended = final_map(table, sheet, seats, captions.language)
    framed = Image.new("RGB", (round(map_frame.width) + 8, round(map_frame.height) + 8), GOLD)
    framed.paste(ended.resize((framed.width - 8, framed.height - 8), Image.Resampling.HAMMING), (4, 4))
    page.paste(framed, (round(map_frame.left) - 4, round(map_frame.top) - 4))
    if points_by_turn:
        plot = replace(map_frame, left=map_frame.right + 2 * GAP, right=WIDTH - MARGIN)
        _draw_title(page, plot, captions.points_over_the_game)
        totals = [line.total for line in sheet.seats]
        lines = partial(draw_plot, points_by_turn=points_by_turn, totals=totals, seats=seats, marked=marked)
        _print(page, plot, lines)
    return png(page, palette_of([page], PAINTS, (GREEN, *dimmed_paints())))


def _print(page: Image.Image, frame: Frame, draw: Draw) -> None:
    """Draw a part of the page on a canvas of its own, so that no single step takes long."""
    with Canvas.part(page, frame.inset(-EDGE)) as part:
        draw(part, frame)


def _draw_title(page: Image.Image, frame: Frame, words: str) -> None:
    """The title of a picture on the page, over its frame."""
    at = complex(frame.left + 6, frame.top - 32)
    draw_heading(Canvas.upon(page), at, words, 36, frame.width - 12, GOLD)


def map_title(rules: Rules, captions: Captions) -> str:
    """What the map at the end marks under these rules."""
    match bool(rules.bonus_points("longest-path")), bool(rules.stations):
        case True, True:
            return captions.paths_and_borrowed
        case True, False:
            return captions.longest_paths
        case False, True:
            return captions.borrowed
        case _:
            return captions.final_map


def _column(place: int, players: int, tall: float) -> Frame:
    wide = min((WIDTH - 2 * MARGIN - GAP * (players - 1)) / players, WIDEST)
    left = (WIDTH - wide * players - GAP * (players - 1)) / 2 + place * (wide + GAP)
    return Frame(left, HEAD, left + wide, HEAD + tall)


def _draw_head(canvas: Canvas, frame: Frame, words: str, captions: Captions) -> None:
    """Draw the title, and below it the board and the variant."""
    middle, top = frame.centre.real, frame.top
    draw_heading(canvas, complex(middle, top + 54), captions.score, 74, WIDTH - 300, GOLD, anchor="mm")
    canvas.text(complex(middle, top + 110), fitted(words, 30, WIDTH - 200), 30, MIST)
    reach = width(words, 30) / 2 + 30
    for side in (-1, 1):
        ends = [complex(middle + side * far, top + 111) for far in (reach, reach + 190)]
        canvas.line(ends, GOLD, 2)
        canvas.disc(ends[1], 4, GOLD)


def _draw_column(
    canvas: Canvas, frame: Frame, column: ScoreColumn, names: Sequence[str], seats: Sequence[Livery]
) -> None:
    """Draw a player's column: the name in the player's colour, the place, the total, and its parts."""
    line, rows = column
    name, livery, won = names[line.seat], seats[line.seat], line.place == 1
    canvas.box(frame.inset(-6), GOLD if won else SLATE, round_by=20)
    canvas.box(frame, CREAM, round_by=15)
    canvas.box(Frame(frame.left, frame.top, frame.right, frame.top + NAME_HEIGHT), livery.paint, round_by=15)
    middle = frame.top + NAME_HEIGHT / 2
    token(canvas, complex(frame.left + 40, middle), 25, livery)
    text, size = fitted_name(name, NAME_SIZES, frame.width - 90)
    canvas.text(complex(frame.left + 76, middle), text, size, readable_on(livery.paint), anchor="lm")
    _draw_total(canvas, frame, line)
    top = frame.top + NAME_HEIGHT + TOTAL_HEIGHT
    for height, draw in rows:
        draw(canvas, Frame(frame.left + PADDING, top, frame.right - PADDING, top + height))
        top += height


def _draw_total(canvas: Canvas, frame: Frame, line: SeatScore) -> None:
    """Draw the place on a medal, under a crown for the winner, and the total."""
    middle = frame.top + NAME_HEIGHT + TOTAL_HEIGHT / 2
    medal = complex(frame.left + 50, middle + (14 if line.place == 1 else 0))
    fill = {1: GOLD, 2: MIST, 3: mixed(GOLD, ALARM, 0.45)}.get(line.place, mixed(PAPER, INK, 0.25))
    if line.place == 1:
        crown = medal - 40j
        corners = (-24 + 10j, -28 - 14j, -12 - 2j, -20j, 12 - 2j, 28 - 14j, 24 + 10j)
        canvas.polygon([crown + corner for corner in corners], GOLD, INK, 2.5)
        for tip in (-28 - 14j, -20j, 28 - 14j):
            canvas.disc(crown + tip, 4.5, GOLD, INK, 1.5)
    for radius, paint in ((31, INK), (29, fill), (24, mixed(fill, WHITE, 0.35))):
        canvas.disc(medal, radius, paint)
    canvas.text(medal - 2j, str(line.place or "–"), 34, INK, display=True)
    at = complex(frame.left + 84 + (frame.width - 100) / 2, middle - 4)
    canvas.text(at, str(line.total), 104, INK, display=True)


def _columns(
    table: Table, sheet: ScoreSheet, seats: Sequence[Livery], captions: Captions
) -> list[ScoreColumn]:
    """Everybody's column, the winner's first."""
    room = _column(0, table.players, 0).width - 2 * PADDING - INDENT
    return [(line, _rows(table, line, seats, room, captions)) for line in sheet.ranked]


def _rows(
    table: Table, line: SeatScore, seats: Sequence[Livery], room: float, captions: Captions
) -> list[ScoreRow]:
    """The points by kind, the tickets, and the borrowed routes; names of cities fit into `room` pixels."""
    rules = table.rules
    rows = [_points(captions.routes, line.routes), _points(captions.score_tickets, line.ticket_points)]
    if rules.stations:
        rows.append(_points(captions.unused_stations, line.station_points))
    for bonus in rules.bonuses:
        figure, points = line.bonus(bonus.kind)
        rows.append(_points(captions.bonus(bonus.kind).format(number=figure), points))
    tickets = sorted(line.tickets, key=lambda each: (not each.completed, -each.points, each.number))
    rows += [
        _heading(captions.score_tickets),
        *(_ticket(table.board, each, room, captions) for each in tickets),
    ]
    if line.stations:
        rows.append(_heading(captions.borrowed))
        rows += [_station(table.board, each, seats, room, captions) for each in line.stations]
    return rows


def _points(words: str, points: int) -> ScoreRow:
    """A kind of points; pale if there are none."""
    ink = INK if points else mixed(PAPER, INK, 0.5)

    def draw(canvas: Canvas, frame: Frame) -> None:
        middle = frame.centre.imag
        size = SMALL if width(words, SMALL) < frame.width - 76 else LEAST
        text = fitted(words, size, frame.width - 76)
        canvas.text(complex(frame.left, middle), text, size, ink, anchor="lm")
        figure = complex(frame.right, middle - 2)
        canvas.text(figure, f"{points:+d}" if points else "0", 36, ink, anchor="rm", display=True)

    return LINE, draw


def _heading(words: str) -> ScoreRow:
    def draw(canvas: Canvas, frame: Frame) -> None:
        y = frame.bottom - 19
        text = fitted(words, SMALL, frame.width)
        canvas.text(complex(frame.left, y), text, SMALL, mixed(ALARM, INK, 0.3), anchor="lm")
        line = [complex(frame.left + width(text, SMALL) + 12, y), complex(frame.right, y)]
        if line[0].real < line[1].real:
            canvas.line(line, mixed(PAPER, INK, 0.35), 2)

    return 54, draw


def _ticket(board: Board, score: TicketScore, room: float, captions: Captions) -> ScoreRow:
    """A ticket with its points and a tick or a cross. Of several goals it names the one that counts."""
    ticket = board.ticket[score.number]
    goal = next((goal.place for goal in ticket.goals if goal.points == score.points), ticket.b)
    ink = GREEN if score.completed else mixed(ALARM, INK, 0.15)
    lines, size = _way(board, (ticket.a, goal), room, captions)

    def draw(canvas: Canvas, frame: Frame) -> None:
        middle = frame.top + TICKET / 2
        at = complex(frame.left + 10, middle)
        if score.completed:
            canvas.line([at + corner for corner in (-9 + 1j, -2 + 8j, 11 - 9j)], ink, 5)
        else:
            for corner in (8 + 8j, 8 - 8j):
                canvas.line([at - corner, at + corner], ink, 5)
        canvas.text(complex(frame.left + 54, middle), str(score.points), SMALL, ink, anchor="rm")
        _draw_lines(canvas, frame, lines, size, INK)

    return TICKET + BELOW * (len(lines) - 1), draw


def _station(
    board: Board, score: StationScore, seats: Sequence[Livery], room: float, captions: Captions
) -> ScoreRow:
    """The route that a station borrows, with its owner's token; only the city if it borrows none."""
    route = board.route.get(score.route)
    lines, size = _way(board, (route.a, route.b) if route else (score.city,), room, captions)

    def draw(canvas: Canvas, frame: Frame) -> None:
        middle = frame.top + TICKET / 2
        icon(canvas, complex(frame.left + 14, middle), "stations", mixed(PAPER, INK, 0.75), CREAM)
        if score.owner is not None:
            token(canvas, complex(frame.left + 47, middle), 14, seats[score.owner])
        _draw_lines(canvas, frame, lines, size, INK if route else mixed(PAPER, INK, 0.55))

    return TICKET + BELOW * (len(lines) - 1), draw


def _way(board: Board, ends: Sequence[str], room: float, captions: Captions) -> tuple[list[str], int]:
    """The cities of a ticket or route on one line, or on two in a narrow column; and the letter size."""
    names = [board.place[end].name_in(captions.language) for end in ends]
    for size in (SMALL, SMALL - 2):
        if width(" – ".join(names), size) <= room:
            return [" – ".join(names)], size
    first = [f"{name} –" for name in names[:-1]]
    return [fitted(name, LEAST, room) for name in (*first, names[-1])], LEAST


def _draw_lines(canvas: Canvas, frame: Frame, lines: Sequence[str], size: int, ink: Paint) -> None:
    for number, line in enumerate(lines):
        at = complex(frame.left + INDENT, frame.top + TICKET / 2 + BELOW * number)
        canvas.text(at, line, size, ink, anchor="lm")
