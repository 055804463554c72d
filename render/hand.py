"""The picture of a hand: cards in stacks by colour, and the tickets kept."""

from collections.abc import Sequence

from engine.board import Ticket
from engine.cards import CARDS
from engine.network import completed
from engine.view import View
from render.art import card
from render.canvas import Canvas
from render.png import png
from render.projection import Frame
from render.text import fitted
from render.theme import CREAM, GOLD, INK, NIGHT, SLATE, WHITE, mixed

WIDTH, HEIGHT = 1000, 540
MARGIN = 24.0
WIDEST_STEP = 150.0
HIGHEST_STACK = 4
"""So many cards show in a stack at most; the figure below says how many there are."""
STACKS_TOP, STACKS_HEIGHT, TICKETS_TOP = 62.0, 244.0, 362.0
COLUMNS, LINES = 3, 4
FAINT = mixed(NIGHT, WHITE, 0.7)


def hand_png(view: View) -> bytes:
    """The cards and tickets that a seat holds, as a PNG file of 1000 x 540 pixels. For that player only."""
    canvas = Canvas(WIDTH, HEIGHT, NIGHT)
    number = sum(view.hand)
    title = "1 card" if number == 1 else f"{number} cards"
    canvas.text(complex(MARGIN, 36), f"In hand: {title}", 32, CREAM, anchor="lm")
    _draw_stacks(canvas, [(letter, count) for letter, count in zip(CARDS, view.hand, strict=True) if count])
    _draw_tickets(canvas, view)
    return png(canvas.finished())


def _draw_stacks(canvas: Canvas, stacks: Sequence[tuple[str, int]]) -> None:
    step = min((WIDTH - 2 * MARGIN) / (len(stacks) or 1), WIDEST_STEP)
    wide = step - 22
    high = wide * 1.45
    start = (WIDTH - step * len(stacks)) / 2 + 4
    top = STACKS_TOP + (STACKS_HEIGHT - high) / 2
    for number, (letter, count) in enumerate(stacks):
        left = start + number * step
        for under in reversed(range(min(count, HIGHEST_STACK))):
            # The lower a card lies, the farther its edge looks out at the right and the top.
            at = complex(left + 5 * under, top - 7 * under)
            card(canvas, Frame(at.real, at.imag, at.real + wide, at.imag + high), letter)
        canvas.text(complex(left + wide / 2, top + high + 34), f"{count}", 40, CREAM)


def _draw_tickets(canvas: Canvas, view: View) -> None:
    board = view.table.board
    tickets = [board.ticket[number] for number in view.tickets]
    own = board.routes_in(view.table.routes[view.seat]) if view.seat is not None else []
    done = completed(own, tickets)
    canvas.box(Frame(0, TICKETS_TOP, WIDTH, HEIGHT), SLATE)
    title = f"Tickets: {len(done)} of {len(tickets)} connected" if tickets else "No tickets"
    canvas.text(complex(MARGIN, TICKETS_TOP + 24), title, 26, CREAM, anchor="lm")
    room = COLUMNS * LINES
    shown = tickets if len(tickets) <= room else tickets[: room - 1]
    for place, ticket in enumerate(shown):
        names = f"{board.city[ticket.a].name} – {board.city[ticket.b].name}"
        _draw_ticket(canvas, place, ticket, names, connected=ticket.number in done)
    if len(shown) < len(tickets):
        canvas.text(_at(room - 1) + 44, f"and {len(tickets) - len(shown)} more", 22, FAINT, anchor="lm")


def _at(place: int) -> complex:
    """The left end of a line of the list."""
    column, line = divmod(place, LINES)
    step = (WIDTH - 2 * MARGIN) / COLUMNS
    return complex(MARGIN + column * step, TICKETS_TOP + 62 + 30 * line)


def _draw_ticket(canvas: Canvas, place: int, ticket: Ticket, names: str, *, connected: bool) -> None:
    """A line of the list: points, cities, and a tick where the player's routes connect them."""
    at, step = _at(place), (WIDTH - 2 * MARGIN) / COLUMNS
    canvas.disc(at + 16, 14, GOLD if connected else CREAM)
    canvas.text(at + 16, str(ticket.points), 20, INK)
    room = step - (82 if connected else 50)
    text = fitted(names, 23, room)
    canvas.text(at + 40, text, 23, CREAM, anchor="lm")
    if connected:
        end = at + step - 34
        canvas.line([end, end + 7 + 8j, end + 20 - 9j], GOLD, 4)
