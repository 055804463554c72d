"""The picture of the final score: what each player has points for, and in which place that ends."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from engine.sheet import ScoreSheet, SeatScore
from render.art import token
from render.canvas import Canvas
from render.png import png
from render.projection import Frame
from render.news import seat_name
from render.text import fitted
from render.theme import CREAM, GOLD, INK, NIGHT, SLATE, WHITE, Livery, liveries, mixed, readable_on

NAME_WIDTH, COLUMN_WIDTH, MARGIN = 380, 150, 24
HEAD_HEIGHT, ROW_HEIGHT = 76, 92
FAINT = mixed(NIGHT, WHITE, 0.75)


@dataclass(frozen=True, slots=True)
class _Column:
    """A kind of points: its heading, a player's points, and what is said about them."""

    heading: str
    points: Callable[[SeatScore], int]
    remark: Callable[[SeatScore], str]


COLUMNS = (
    _Column("Routes", lambda seat: seat.routes, lambda seat: ""),
    _Column("Tickets", lambda seat: seat.ticket_points, lambda seat: _tickets(seat)),
    _Column("Stations", lambda seat: seat.station_points, lambda seat: f"{seat.stations_left} left"),
    _Column("Longest path", lambda seat: seat.path_bonus, lambda seat: f"length {seat.path_length}"),
    _Column("Globetrotter", lambda seat: seat.globetrotter_bonus, lambda seat: ""),
)


def score_png(sheet: ScoreSheet, names: Sequence[str], colors: Sequence[str] | None = None) -> bytes:
    """The final score as a PNG file, the winner on top. Names and colours are by seat, as for the board.

    Kinds of points that nobody has, and that say nothing, have no column.
    """
    columns = [column for column in COLUMNS if _matters(column, sheet)]
    width = 2 * MARGIN + NAME_WIDTH + COLUMN_WIDTH * (len(columns) + 1)
    canvas = Canvas(width, HEAD_HEIGHT + ROW_HEIGHT * len(sheet.seats) + MARGIN, NIGHT)
    _draw_headings(canvas, [*(column.heading for column in columns), "Total"])
    seats = liveries(len(sheet.seats), colors)
    for line, seat in enumerate(sorted(sheet.seats, key=lambda seat: (seat.place, seat.seat))):
        top = HEAD_HEIGHT + ROW_HEIGHT * line
        frame = Frame(MARGIN, top, width - MARGIN, top + ROW_HEIGHT - 8)
        _draw_line(canvas, frame, seat, columns, seat_name(names, seat.seat), seats[seat.seat])
    return png(canvas.finished())


def _matters(column: _Column, sheet: ScoreSheet) -> bool:
    if column.heading == "Stations":
        return any(seat.stations_left or seat.stations for seat in sheet.seats)
    return column.heading in ("Routes", "Tickets") or any(column.points(seat) for seat in sheet.seats)


def _tickets(seat: SeatScore) -> str:
    return f"{seat.completed} done, {len(seat.tickets) - seat.completed} not"


def _draw_headings(canvas: Canvas, headings: Sequence[str]) -> None:
    for number, heading in enumerate(headings):
        middle = complex(MARGIN + NAME_WIDTH + COLUMN_WIDTH * (number + 0.5), HEAD_HEIGHT / 2)
        canvas.text(middle, heading, 26, CREAM)


def _draw_line(
    canvas: Canvas, frame: Frame, seat: SeatScore, columns: Sequence[_Column], name: str, livery: Livery
) -> None:
    won = seat.place == 1
    ground, ink = (CREAM, INK) if won else (SLATE, CREAM)
    canvas.box(frame, ground, GOLD if won else None, 5, 10)
    middle = frame.centre.imag
    canvas.text(complex(frame.left + 38, middle), f"{seat.place}.", 38, ink)
    _draw_name(
        canvas,
        Frame(frame.left + 72, frame.top + 14, frame.left + NAME_WIDTH - 12, frame.bottom - 14),
        name,
        livery,
    )
    for number, column in enumerate(columns):
        at = complex(frame.left + NAME_WIDTH + COLUMN_WIDTH * (number + 0.5), middle)
        remark = column.remark(seat)
        canvas.text(at - (14j if remark else 0), f"{column.points(seat):+d}", 36, ink)
        canvas.text(at + 22j, remark, 22, ink, bold=False)
    at = complex(frame.right - COLUMN_WIDTH / 2, middle)
    canvas.text(at, str(seat.total), 48, ink)


def _draw_name(canvas: Canvas, band: Frame, name: str, livery: Livery) -> None:
    canvas.box(band, livery.paint, mixed(livery.paint, WHITE, 0.5), 1, 7)
    token(canvas, complex(band.left + 30, band.centre.imag), 22, livery)
    text = fitted(name, 32, band.width - 76)
    canvas.text(complex(band.left + 62, band.centre.imag), text, 32, readable_on(livery.paint), anchor="lm")
