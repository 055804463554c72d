"""The strip below the map: a status line, and a panel for every player."""

from collections.abc import Sequence

from PIL import Image

from engine.game import Table
from render.draw.canvas import Canvas
from render.draw.captions import ENGLISH, Captions
from render.draw.frame import Frame
from render.draw.icons import icon, token
from render.draw.image_cache import kept
from render.draw.layout import HEIGHT, WIDTH
from render.draw.status_lines import (
    SIZE,
    has_few,
    last_move,
    last_round,
    round_number,
    shown_names,
    status_line,
    warning,
)
from render.draw.text import fitted, fitted_name, width
from render.draw.theme import (
    ALARM,
    CREAM,
    GOLD,
    INK,
    MIST,
    NIGHT,
    SHADOW,
    SLATE,
    WHITE,
    Livery,
    Paint,
    mixed,
    readable_on,
)

STRIP_HEIGHT = 200
STRIP = Frame(0, HEIGHT, WIDTH, HEIGHT + STRIP_HEIGHT)
STATUS_LINE = Frame(22, HEIGHT + 8, WIDTH - 22, HEIGHT + 46)
TOP, BOTTOM = HEIGHT + 54.0, HEIGHT + 188.0
GAP = 14.0
WIDEST_PANEL = 779.0
PLATE = 80.0
"""The width of the part of a panel in the player's colour."""
FINE = 4
NAME_SIZES = (34, 31, 28)
RIM = 5.0
"""The width of the golden rim of a highlighted panel."""
SPACE = 26.0
"""The space between two texts in one line."""
LEAST_SHARE = 0.36
"""The share of the status line that the last move may always take."""


def draw_empty_strip(picture: Image.Image) -> None:
    """Draw the strip without a game: dark, under a golden line."""
    canvas = Canvas.upon(picture)
    canvas.box(STRIP, NIGHT)
    canvas.box(Frame(0, HEIGHT, WIDTH, HEIGHT + 2), GOLD)


def draw_strip(
    picture: Image.Image,
    table: Table,
    names: Sequence[str],
    seats: Sequence[Livery],
    captions: Captions = ENGLISH,
) -> None:
    """Draw the strip below the map. Names and liveries are by seat."""
    canvas, shown = Canvas.upon(picture), shown_names(names, seats, captions)
    _draw_status_line(canvas, table, shown, captions)
    for seat in range(table.players):
        _draw_player(canvas, table, seat, shown[seat], seats[seat])


def panel(seat: int, players: int) -> Frame:
    """The frame of a seat's panel on the picture of the board."""
    wide = int(min((WIDTH - GAP) / players - GAP, WIDEST_PANEL))
    start = round((WIDTH - players * (wide + GAP) + GAP) / 2)
    left = start + seat * (wide + GAP)
    return Frame(left, TOP, left + wide, BOTTOM)


def is_highlighted(table: Table, seat: int) -> bool:
    """Whether a seat's panel is highlighted: the seat is to act, or it has won."""
    if table.sheet is not None:
        return seat in table.sheet.winners
    return seat == table.seat or (table.choosing and seat in table.waiting_for)


def _draw_status_line(canvas: Canvas, table: Table, names: Sequence[str], captions: Captions) -> None:
    """Draw the last move at the left, and from the right edge inwards the round, a banner, who is to act."""
    right = STATUS_LINE.right
    if number := round_number(table, captions):
        canvas.text(complex(right, STATUS_LINE.centre.imag), number, SIZE, MIST, anchor="rm")
        right -= width(number, SIZE) + SPACE
    for banner, fill, ink in (
        (last_round(table, captions), ALARM, WHITE),
        (warning(table, names, captions), GOLD, INK),
    ):
        if banner:
            banner = fitted(banner, SIZE, STATUS_LINE.width / 2)
            start = int(right - width(banner, SIZE) - 28)
            plate = _plate(round(right) - start, round(STATUS_LINE.height), fill)
            canvas.lay(plate, complex(start, STATUS_LINE.top))
            canvas.text(complex((start + right) / 2, STATUS_LINE.centre.imag), banner, SIZE, ink)
            right = start - SPACE
    moved = last_move(table, names, captions)
    share = LEAST_SHARE * (right - STATUS_LINE.left) if moved else 0
    share = max(share, right - STATUS_LINE.left - width(status_line(table, names, captions), SIZE) - SPACE)
    moved = fitted(moved, SIZE, share) if moved else ""
    canvas.text(
        complex(STATUS_LINE.left, STATUS_LINE.centre.imag), moved, SIZE, mixed(CREAM, GOLD, 0.4), anchor="lm"
    )
    left = STATUS_LINE.left + (width(moved, SIZE) + SPACE if moved else 0)
    due = fitted(status_line(table, names, captions), SIZE, right - left)
    at, anchor = (right, "rm") if moved else (left, "lm")
    canvas.text(complex(at, STATUS_LINE.centre.imag), due, SIZE, WHITE, anchor=anchor)


@kept
def _plate(wide: int, high: int, fill: Paint) -> Image.Image:
    canvas = Canvas(wide, high, None, FINE)
    canvas.box(Frame(0, 0, wide - 0.25, high - 0.25), fill, round_by=9)
    return canvas.finished()


def _draw_player(canvas: Canvas, table: Table, seat: int, name: str, livery: Livery) -> None:
    """Draw one player's panel: name, points and figures; highlighted for the player who is to act."""
    frame, highlighted = panel(seat, table.players), is_highlighted(table, seat)
    figures, ink = {"trains": table.trains[seat], "cards": table.hands[seat]}, INK if highlighted else CREAM
    figures["tickets"] = table.tickets[seat]
    if table.rules.stations:
        figures["stations"] = table.rules.stations - len(table.stations[seat])
    ground = _ground(round(frame.width), tuple(figures), livery, highlighted)
    canvas.lay(ground, complex(frame.left, frame.top) - complex(RIM, RIM))
    score = None if table.sheet is None else table.sheet.seats[seat]
    points = str(table.points[seat] if score is None else score.total)
    at = complex(frame.left + PLATE / 2, frame.top + 97)
    canvas.text(at, points, 42 if len(points) < 3 else 34, readable_on(livery.paint), display=True)
    ranked = f"{score.place}. {name}" if score and score.place else name
    shown, size = fitted_name(ranked, NAME_SIZES, frame.width - PLATE - 24)
    canvas.text(complex(frame.left + PLATE + 14, frame.top + 30), shown, size, ink, anchor="lm")
    for number, (kind, figure) in enumerate(figures.items()):
        at = complex(frame.left, frame.top) + _place(number, len(figures), frame.width) + 40j
        few = kind == "trains" and has_few(table, figure)
        if few:
            canvas.lay(_plate(60, 38, ALARM), complex(round(at.real - 30), round(at.imag - 20)))
        canvas.text(at, str(figure), 36, WHITE if few else ink)


def _place(number: int, figures: int, wide: float) -> complex:
    """The middle of an icon in a panel."""
    step = (wide - PLATE - 12) / figures
    return complex(PLATE + 6 + step * (number + 0.5), 71)


@kept
def _ground(wide: int, kinds: tuple[str, ...], livery: Livery, highlighted: bool) -> Image.Image:
    """A panel without names and figures."""
    high = BOTTOM - TOP
    canvas = Canvas(wide + 2 * RIM, high + 2 * RIM, NIGHT, FINE)
    frame = Frame(RIM, RIM, RIM + wide, RIM + high)
    ground, faint = (CREAM, mixed(INK, CREAM, 0.25)) if highlighted else (SLATE, MIST)
    if highlighted:
        canvas.box(frame.inset(-RIM), GOLD, round_by=17)
    canvas.box(frame, ground, round_by=13)
    # The player's shape on the player's colour.
    edge = mixed(livery.paint, WHITE if livery.shape == "diamond" else SHADOW, 0.3)
    plate = Frame(frame.left, frame.top, frame.left + PLATE, frame.bottom)
    canvas.box(plate, edge, round_by=13)
    canvas.box(Frame(plate.right - 16, plate.top, plate.right, plate.bottom), edge)
    canvas.box(Frame(plate.left, plate.top, plate.right - 3, plate.bottom), livery.paint, round_by=13)
    canvas.box(Frame(plate.right - 20, plate.top, plate.right - 3, plate.bottom), livery.paint)
    token(canvas, complex(plate.centre.real - 1, plate.top + 38), 27, livery)
    for number, kind in enumerate(kinds):
        icon(canvas, complex(RIM, RIM) + _place(number, len(kinds), wide), kind, faint, ground)
    return canvas.finished()
