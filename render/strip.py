"""The strip below the map: what is going on, the face-up cards and the decks, and every player."""

from collections.abc import Sequence
from typing import assert_never

from engine.game import ChooseTickets, Decision, DrawSecondCard, SettleTunnel, Table, TakeTurn
from render.art import card, card_back, locomotive, token
from render.canvas import Canvas
from render.layout import HEIGHT, WIDTH
from render.projection import Frame
from render.text import fitted, printable, width
from render.theme import (
    ALARM,
    CREAM,
    DOT,
    GOLD,
    INK,
    NIGHT,
    PAPER,
    SLATE,
    WHITE,
    Livery,
    Paint,
    mixed,
    readable_on,
)

STRIP_HEIGHT = 200
NEWS = Frame(16, HEIGHT + 6, WIDTH - 16, HEIGHT + 46)
CARDS = Frame(16, HEIGHT + 52, 420, HEIGHT + 192)
PLAYERS = Frame(524, HEIGHT + 52, WIDTH - 12, HEIGHT + 192)
WIDEST_PANEL = 260.0
GAP = 8.0
FAINT = mixed(NIGHT, WHITE, 0.75)


def draw_strip(canvas: Canvas, table: Table, names: Sequence[str], seats: Sequence[Livery]) -> None:
    """Everything below the map. Names and liveries are by seat."""
    shown = [seat_name(names, seat) for seat in range(table.players)]
    _draw_news(canvas, table, shown)
    _draw_row(canvas, table)
    _draw_decks(canvas, table)
    for seat in range(table.players):
        _draw_player(canvas, panel(seat, table.players), table, seat, shown[seat], seats[seat])


def panel(seat: int, players: int) -> Frame:
    """Where one of so many players has a panel on the picture of the board."""
    step = min((PLAYERS.width + GAP) / players, WIDEST_PANEL + GAP)
    left = PLAYERS.left + seat * step
    return Frame(left, PLAYERS.top, left + step - GAP, PLAYERS.bottom)


def seat_name(names: Sequence[str], seat: int) -> str:
    """A player's name as the pictures can write it, or the number of the seat where nothing is left of it."""
    return printable(names[seat]) or f"Player {seat + 1}"


def news(table: Table, names: Sequence[str]) -> str:
    """One line: whose turn it is and what the table waits for."""
    if table.sheet is not None:
        winners = " and ".join(names[seat] for seat in table.sheet.winners)
        return f"The game is over. First: {winners}"
    if table.choosing:
        return "Choosing tickets: " + ", ".join(names[seat] for seat in table.waiting_for)
    waiting = [
        f"{names[seat]} {_due(decision, table)}"
        for seat, decision in enumerate(table.decisions)
        if decision is not None
    ]
    return f"Turn {table.turn}: " + ", ".join(waiting)


def _due(decision: Decision, table: Table) -> str:
    match decision:
        case TakeTurn():
            return "to play"
        case DrawSecondCard():
            return "draws a second card"
        case ChooseTickets():
            return "chooses tickets"
        case SettleTunnel(owed=owed):
            return f"pays {owed} more for the tunnel, or declines{_on_the_table(table)}"
        case _:
            assert_never(decision)


def _on_the_table(table: Table) -> str:
    if table.tunnel is None:
        return ""
    route = table.board.route[table.tunnel.route]
    ends = " – ".join(table.board.city[city].name for city in (route.a, route.b))
    return f" ({ends}; laid down {table.tunnel.laid}, revealed {table.tunnel.revealed})"


def last_round(table: Table) -> str:
    """What is said of the last round; nothing before it."""
    if table.turns_left is None or table.over:
        return ""
    match table.turns_left:
        case 0:
            return "LAST ROUND: last turn"
        case 1:
            return "LAST ROUND: 1 turn left"
        case turns:
            return f"LAST ROUND: {turns} turns left"


def _draw_news(canvas: Canvas, table: Table, names: Sequence[str]) -> None:
    right = NEWS.right
    if banner := last_round(table):
        right -= width(banner, 28) + 32
        canvas.box(Frame(right, NEWS.top, NEWS.right, NEWS.bottom), ALARM, round_by=8)
        canvas.text(complex(NEWS.right - 16, NEWS.centre.imag), banner, 28, WHITE, anchor="rm")
    line = fitted(news(table, names), 28, right - NEWS.left - 24)
    canvas.text(complex(NEWS.left, NEWS.centre.imag), line, 28, CREAM, anchor="lm")


def _draw_row(canvas: Canvas, table: Table) -> None:
    """The face-up cards over the numbers of their slots."""
    slots = len(table.row) or 1
    step = min((CARDS.width + GAP) / slots, 84)
    for slot, letter in enumerate(table.row):
        left = CARDS.left + slot * step
        card(canvas, Frame(left, CARDS.top, left + step - GAP, CARDS.bottom - 24), letter)
        middle = complex(left + (step - GAP) / 2, CARDS.bottom - 9)
        canvas.text(middle, str(slot + 1), 24, FAINT)


def _draw_decks(canvas: Canvas, table: Table) -> None:
    left, right = CARDS.right + 8, PLAYERS.left - 16
    for top, label, size, fill in (
        (CARDS.top, "deck", table.deck, DOT),
        (CARDS.top + 72, "tickets", table.ticket_deck, mixed(GOLD, INK, 0.4)),
    ):
        frame = Frame(left, top, right, top + 68)
        card_back(canvas, frame, fill)
        canvas.text(frame.centre - 10j, str(size), 30, WHITE)
        canvas.text(frame.centre + 17j, label, 20, WHITE)


def _draw_player(canvas: Canvas, frame: Frame, table: Table, seat: int, name: str, livery: Livery) -> None:
    """One player's panel: name, points and what is left; a bright one for whoever is to act."""
    due = seat == table.seat or (table.choosing and seat in table.waiting_for)
    ground, ink = (CREAM, INK) if due else (SLATE, CREAM)
    canvas.box(frame, ground, GOLD if due else None, 6, 10)
    band = Frame(frame.left + 6, frame.top + 6, frame.right - 6, frame.top + 52)
    _draw_name(canvas, band, name, livery)
    points = table.points[seat] if table.sheet is None else table.sheet.seats[seat].total
    canvas.text(complex(frame.left + 40, frame.top + 96), str(points), 44 if abs(points) < 100 else 36, ink)
    figures = _figures(table, seat)
    left = frame.left + 72
    step = (frame.right - left - 8) / len(figures)
    for number, (kind, figure) in enumerate(figures):
        middle = complex(left + step * (number + 0.5), frame.top + 76)
        _draw_icon(canvas, middle, kind, ink)
        canvas.text(middle + 36j, str(figure), 28, ink)


def _draw_name(canvas: Canvas, band: Frame, name: str, livery: Livery) -> None:
    """The player's shape and name on the player's colour."""
    canvas.box(band, livery.paint, mixed(livery.paint, WHITE, 0.5), 1, 7)
    middle = complex(band.left + 23, band.centre.imag)
    token(canvas, middle, 19, livery)
    left = band.left + 48
    text = fitted(name, 27, band.right - left - 6)
    canvas.text(complex(left, band.centre.imag), text, 27, readable_on(livery.paint), anchor="lm")


def _figures(table: Table, seat: int) -> list[tuple[str, int]]:
    figures = [
        ("trains", table.trains[seat]),
        ("cards", table.hands[seat]),
        ("tickets", table.tickets[seat]),
    ]
    if table.rules.stations:
        figures.append(("stations", table.rules.stations - len(table.stations[seat])))
    return figures


def _draw_icon(canvas: Canvas, at: complex, kind: str, ink: Paint) -> None:
    """A little drawing of what a figure counts."""
    match kind:
        case "trains":
            locomotive(canvas, at, 14, ink)
        case "cards":
            canvas.polygon(_oblong(at + 4, 7, 11), ink)
            canvas.polygon(_oblong(at - 3 + 1j, 7, 11), ink, mixed(ink, PAPER, 0.6), 2)
        case "tickets":
            canvas.polygon(_oblong(at, 14, 8), ink)
            canvas.line([at - 5 - 8j, at - 5 + 8j], mixed(ink, PAPER, 0.6), 2)
        case _:
            house = (-0.7 + 0.8j, -0.7 - 0.1j, -0.95 - 0.1j, -0.95j, 0.95 - 0.1j, 0.7 - 0.1j, 0.7 + 0.8j)
            canvas.polygon([at + 13 * corner for corner in house], ink)


def _oblong(at: complex, across: float, down: float) -> list[complex]:
    corner, other = complex(across, down), complex(across, -down)
    return [at - corner, at + other, at + corner, at - other]
