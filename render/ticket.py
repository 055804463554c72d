"""The picture of tickets: cards side by side, each with its two cities on a small map."""

from collections.abc import Sequence

from engine.board import Route, Ticket
from engine.network import completed
from engine.view import View
from render.canvas import Canvas
from render.layout import MAP, layout
from render.png import png
from render.projection import Frame
from render.text import fitted, width
from render.theme import CREAM, DOT, GOLD, INK, NIGHT, PAPER, WHITE, mixed

CARD_WIDTH, CARD_HEIGHT = 420, 436
MARGIN = 20
SCALE = 0.225
"""The small map's share of the board's."""
GREEN = mixed(PAPER, (40, 130, 60), 0.8)


def tickets_png(view: View, numbers: Sequence[int]) -> bytes:
    """Tickets by number as cards in a PNG file, up to three in a row. For the player who may see them.

    The small maps show the player's own routes; a ticket whose cities they connect says so. Raises KeyError
    on a number that the board does not have.
    """
    tickets = [view.table.board.ticket[number] for number in numbers]
    columns = 2 if len(tickets) == 4 else max(min(len(tickets), 3), 1)
    rows = max(-(-len(tickets) // columns), 1)
    across, down = CARD_WIDTH + MARGIN, CARD_HEIGHT + MARGIN
    canvas = Canvas(columns * across + MARGIN, rows * down + MARGIN, NIGHT)
    for place, ticket in enumerate(tickets):
        row, column = divmod(place, columns)
        left, top = MARGIN + column * across, MARGIN + row * down
        _draw_card(canvas, Frame(left, top, left + CARD_WIDTH, top + CARD_HEIGHT), view, ticket)
    return png(canvas.finished())


def _draw_card(canvas: Canvas, frame: Frame, view: View, ticket: Ticket) -> None:
    canvas.box(frame, CREAM, GOLD if ticket.long else INK, 8 if ticket.long else 2, 14)
    room = frame.width - 130
    for line, city in enumerate((ticket.a, ticket.b)):
        name = fitted(view.table.board.city[city].name, 36, room)
        canvas.text(complex(frame.left + 22, frame.top + 34 + 42 * line), name, 36, INK, anchor="lm")
    seal = complex(frame.right - 58, frame.top + 54)
    canvas.disc(seal, 40, GOLD, INK, 2)
    canvas.text(seal, str(ticket.points), 44, INK)
    _draw_map(
        canvas, Frame(frame.left + 12, frame.top + 100, frame.right - 12, frame.bottom - 40), view, ticket
    )
    foot = frame.bottom - 20
    canvas.text(complex(frame.left + 22, foot), f"No. {ticket.number}", 22, INK, anchor="lm", bold=False)
    if ticket.long:
        canvas.text(complex(frame.left + 130, foot), "LONG", 22, DOT, anchor="lm")
    if ticket.number in completed(_own_routes(view), [ticket]):
        canvas.text(complex(frame.right - 22, foot), "CONNECTED", 22, GREEN, anchor="rm")


def _draw_map(canvas: Canvas, frame: Frame, view: View, ticket: Ticket) -> None:
    """The board's routes in faint lines, the player's own in bold ones, and the two cities."""
    plan = layout(view.table.board)
    at = {city: frame.centre + (point - MAP.centre) * SCALE for city, point in plan.cities.items()}
    canvas.box(frame, PAPER, round_by=8)
    faint = mixed(PAPER, INK, 0.22)
    for route in view.table.board.routes:
        canvas.line([at[route.a], at[route.b]], faint, 1.5)
    for route in _own_routes(view):
        canvas.line([at[route.a], at[route.b]], INK, 6)
    for point in at.values():
        canvas.disc(point, 3, mixed(PAPER, INK, 0.5))
    _draw_dashes(canvas, at[ticket.a], at[ticket.b])
    for city in (ticket.a, ticket.b):
        canvas.disc(at[city], 9, DOT, WHITE, 2)
    for city, other in ((ticket.a, ticket.b), (ticket.b, ticket.a)):
        _draw_name(canvas, frame, view.table.board.city[city].name, at[city], at[other])


def _own_routes(view: View) -> list[Route]:
    return [] if view.seat is None else view.table.board.routes_in(view.table.routes[view.seat])


def _draw_dashes(canvas: Canvas, start: complex, end: complex) -> None:
    along = end - start
    count = max(round(abs(along) / 14), 1)
    for number in range(count):
        canvas.line([start + along * number / count, start + along * (number + 0.55) / count], DOT, 3)


def _draw_name(canvas: Canvas, frame: Frame, name: str, at: complex, other: complex) -> None:
    """A city's name, above it or below it, away from the other city."""
    text = fitted(name, 22, frame.width - 12)
    reach = width(text, 22) / 2 + 4
    room = Frame(frame.left + reach, frame.top + 14, frame.right - reach, frame.bottom - 14)
    middle = at + (-24j if at.imag < other.imag else 24j)
    canvas.text(room.nearest(middle), text, 22, INK, halo=3)
