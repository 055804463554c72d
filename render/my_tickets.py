"""A player's tickets on the map: the board dimmed, the player's network lit, and the state of each ticket."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache, partial
from itertools import islice

from PIL import Image

from engine.board import Board, Ticket
from engine.ticket_status import Progress, TicketStatus, ticket_status
from engine.view import View
from render.draw.backdrop import BAR_HEIGHT, draw_bar
from render.draw.badges import badge_spots, ticket_places
from render.draw.baked_maps import TICKETS_PALETTE, baked_palette
from render.draw.canvas import Canvas
from render.draw.captions import ENGLISH, Captions
from render.draw.city_names import draw_names
from render.draw.dim import dimmed
from render.draw.empty_map import dimmed_map, painted_map
from render.draw.frame import Frame
from render.draw.icons import icon
from render.draw.image_cache import kept
from render.draw.layout import MAP, WIDTH, Layout, layout
from render.draw.map_window import draw_dashes, journey_curve
from render.draw.palette import full_views, palette_of
from render.draw.pieces import draw_pieces, light_routes, light_stations
from render.draw.png import png
from render.draw.sprites import Sprite
from render.draw.text import fitted
from render.draw.text import width as text_width
from render.draw.theme import (
    ALARM,
    CREAM,
    GOLD,
    GREEN,
    INK,
    MIST,
    NIGHT,
    SLATE,
    WHITE,
    Livery,
    Paint,
    liveries,
    mixed,
)
from render.draw.ticket_names import ends_of, journeys

BADGE, SMALL_BADGE = 19.0, 16.0
"""The radius of a ticket's number on the map, and where there are many tickets."""
MOST_JOURNEYS = 8
"""With more tickets than this to complete, the map shows no journeys: they would hide it and one another."""
UNNUMBERED = 0.7
"""The size of a mark without a number."""
ROW_HEIGHT = 62
SHADES = 160
"""The number of paints: fewer than the board has, because this picture is larger."""
FEW = 6
"""Up to this many tickets are listed in two columns, more in three."""
PAINTS: Mapping[Progress, Paint] = {"done": GREEN, "possible": GOLD, "cut-off": ALARM}
ORDER: tuple[Progress, ...] = ("done", "possible", "cut-off")


NumberedTicket = tuple[int, Ticket, TicketStatus]
"""A ticket's number on the map (0: none), the ticket, and whether it can still be completed."""

Land = Callable[[Frame], Image.Image]
"""Makes a new picture of a frame, as high as the map or higher: the empty map with names of seas, dimmed."""


def my_tickets_png(view: View, colors: Sequence[str] | None = None, captions: Captions = ENGLISH) -> bytes:
    """The tickets of a seat on the board's map, as a PNG file 1600 pixels wide, with a list below the map.

    For that player only. `engine.ticket_status` says which tickets are completed, possible or cut off; the
    sum of points is that of a game that ends now. Tickets have the numbers of `ticket_places`: those offered
    come first, and those kept have no numbers meanwhile. Colours are by seat, as for the board. Raises
    ValueError for a view without a seat.
    """
    if view.seat is None:
        raise ValueError("a spectator has no tickets")
    board = view.table.board
    land, plan = partial(dimmed_map, board, captions.language), layout(board, captions.language)
    return png(_picture(view, view.seat, colors, captions, land, plan), _paints(board))


@lru_cache(maxsize=16)
def _paints(board: Board) -> bytes:
    """The paints of these pictures of a board: baked, or chosen once, which takes longer than drawing."""
    chosen = baked_palette(board, TICKETS_PALETTE)
    return chosen or ticket_paints_of(board, painted_map(board), layout(board))


def ticket_paints_of(board: Board, named: Image.Image, plan: Layout) -> bytes:
    """Choose the paints for a board with this empty map, with names of seas, and this layout: 768 bytes.

    Takes some seconds.
    """
    drawn = []

    def land(frame: Frame) -> Image.Image:
        return dimmed(named.crop(frame.box))

    for number, view in enumerate(islice(full_views(board), 3)):
        seat = number % view.table.players
        own = tuple(routes if one == seat else 0 for one, routes in enumerate(view.table.routes))
        table = replace(view.table, routes=own) if seat else view.table
        view = View(table, seat, (), tuple(board.ticket)[:FEW], ())
        drawn.append(_picture(view, seat, None, ENGLISH, land, plan).reduce(4))
    return palette_of(drawn, SHADES, (GREEN,), kept=True)


def _picture(
    view: View, seat: int, colors: Sequence[str] | None, captions: Captions, land: Land, plan: Layout
) -> Image.Image:
    """The map above the list of tickets (RGB, 1600 pixels wide)."""
    lines = _lines(view)
    rows = -(-len(lines) // _columns(lines)) if lines else 1
    height = round(MAP.height) + BAR_HEIGHT + ROW_HEIGHT * rows + 12
    picture = land(Frame(0, 0, WIDTH, height))
    picture.paste(NIGHT, (0, round(MAP.height), WIDTH, height))
    _draw_map(picture, plan, view, seat, lines, liveries(view.table.players, colors))
    sheet = Canvas.upon(picture)
    bar = Frame(0, MAP.bottom, WIDTH, MAP.bottom + BAR_HEIGHT)
    sums = _sums(lines, captions, choosing=bool(view.offer))
    title = f"{captions.tickets} · {captions.trains.format(number=view.table.trains[seat])}"
    draw_bar(sheet, bar, title, sums)
    _draw_list(picture, Frame(12, bar.bottom + 6, WIDTH - 12, height - 6), view, lines, captions)
    return picture


def _lines(view: View) -> list[NumberedTicket]:
    """The tickets by their numbers, then those without one."""
    ticket, places = view.table.board.ticket, ticket_places(view)
    lines = [(places.get(each.ticket, 0), ticket[each.ticket], each) for each in ticket_status(view)]
    return sorted(lines, key=lambda line: (not line[0], line[0]))


def _columns(lines: Sequence[NumberedTicket]) -> int:
    return 2 if len(lines) <= FEW else 3


def _draw_map(
    picture: Image.Image,
    plan: Layout,
    view: View,
    seat: int,
    lines: Sequence[NumberedTicket],
    seats: Sequence[Livery],
) -> None:
    """Draw on the empty map: pieces, dimmed but for the seat's own, journeys, their numbers, and names."""
    table = view.table
    own = table.board.routes_in(table.routes[seat])
    draw_pieces(picture, table, plan, seats, dim=True)
    light_routes(picture, plan, own, seats[seat])
    light_stations(picture, plan, table.stations[seat], seats[seat])
    cities = _cities(lines)
    radius = BADGE if len(lines) <= MOST_JOURNEYS else SMALL_BADGE
    spots = badge_spots(plan, {city: len(here) for city, here in cities.items()}, radius)

    # An arc for each ticket that is not completed, unless they are too many; darker where it is cut off.
    pending = [line for line in lines if line[2].progress != "done"]
    for _, ticket, status in pending if len(pending) <= MOST_JOURNEYS else ():
        casing = INK if status.progress == "possible" else NIGHT
        for start, end in journeys(ticket, plan.cities):
            arc = journey_curve(plan.cities[start], plan.cities[end], MAP.inset(24))
            draw_dashes(picture, arc, PAINTS[status.progress], 5, casing)
    for city, here in cities.items():
        for (number, _, status), at in zip(here, spots[city], strict=True):
            _badge(status.progress, number, radius).moved(at).put(picture)
    ends = {city for route in own for city in (route.a, route.b)}
    draw_names(picture, plan, lit={*cities, *table.stations[seat], *ends})


def _cities(lines: Sequence[NumberedTicket]) -> dict[str, list[NumberedTicket]]:
    """The tickets of each city that is at an end of a ticket."""
    cities: dict[str, list[NumberedTicket]] = {}
    for line in lines:
        _, ticket, _ = line
        for city in ticket.cities:
            cities.setdefault(city, []).append(line)
    return cities


@kept
def _badge(progress: Progress, number: int, radius: float) -> Sprite:
    """A ticket's number at the picture's corner."""
    reach = round(1.3 * radius)
    sheet = Canvas(2 * reach, 2 * reach, None)
    draw_badge(sheet, complex(reach, reach), progress, number, radius)
    return Sprite(sheet.finished(), -reach, -reach)


def draw_badge(sheet: Canvas, at: complex, progress: Progress, number: int, radius: float = BADGE) -> None:
    """Draw a ticket's number: on a disc if possible, on a square if completed, on a diamond if cut off.

    A mark without a number (0) is smaller.
    """
    fill, radius = PAINTS[progress], radius if number else radius * UNNUMBERED
    for reach, paint in ((radius, INK), (radius - 2, CREAM), (radius - 4.5, fill)):
        match progress:
            case "possible":
                sheet.disc(at, reach, paint)
            case "done":
                sheet.box(Frame(at.real, at.imag, at.real, at.imag).inset(-reach * 0.92), paint, round_by=6)
            case "cut-off":
                sheet.polygon([at + reach * 1.22 * corner for corner in (1, 1j, -1, -1j)], paint)
    if not number:
        return
    ink = INK if progress == "possible" else WHITE
    sheet.text(at - 0.5j, str(number), round(radius * 1.35), ink)


def _sums(lines: Sequence[NumberedTicket], captions: Captions, *, choosing: bool) -> str:
    """The points of the tickets by progress, and their sum if the game ended now, unless some are offered."""
    points = dict.fromkeys(ORDER, 0)
    for _, _, status in lines:
        points[status.progress] += status.points
    now = 2 * points["done"] - sum(points.values())
    words = [f"{word(progress, captions)}: {points[progress]}" for progress in ORDER if points[progress]]
    if lines and not choosing:
        words.append(captions.tickets_now.format(points=f"{now:+d}"))
    return " · ".join(words)


def word(progress: Progress, captions: Captions) -> str:
    """The caption of a progress."""
    match progress:
        case "done":
            return captions.done
        case "possible":
            return captions.possible
        case "cut-off":
            return captions.cut_off


def _draw_list(
    picture: Image.Image, room: Frame, view: View, lines: Sequence[NumberedTicket], captions: Captions
) -> None:
    """Draw the list of tickets: number, points, cities, and what each still needs."""
    wide, rows = room.width / _columns(lines), round(room.height / ROW_HEIGHT)
    with Canvas.part(picture, room) as sheet:
        for place, line in enumerate(lines):
            column, row = divmod(place, rows)
            left, top = room.left + column * wide, room.top + row * ROW_HEIGHT
            frame = Frame(left + 4, top + 3, left + wide - 4, top + ROW_HEIGHT - 3)
            _draw_line(sheet, frame, view, line, captions)
        if not lines:
            at = complex(room.left + 16, room.centre.imag)
            sheet.text(at, captions.no_tickets, 32, MIST, anchor="lm")


def _draw_line(sheet: Canvas, frame: Frame, view: View, line: NumberedTicket, captions: Captions) -> None:
    number, ticket, status = line
    sheet.box(frame, SLATE, round_by=9)
    middle = frame.centre.imag
    draw_badge(sheet, complex(frame.left + 32, middle), status.progress, number, 22)
    points = complex(frame.left + 92, middle - 2)
    worth = status.points if status.progress == "done" else ticket.points
    sheet.text(points, str(worth), 38, GOLD, display=True)
    end = _draw_need(sheet, frame, status, captions)
    ends = ends_of(view.table.board, ticket, captions.language)
    size, words = in_lines(*ends, end - frame.left - 134)
    for row, text in enumerate(words):
        at = complex(frame.left + 126, middle + (row - (len(words) - 1) / 2) * size)
        sheet.text(at, text, size, CREAM, anchor="lm")


def in_lines(a: str, b: str, room: float) -> tuple[int, Sequence[str]]:
    """The cities of a ticket in one line, or where that is too long in two: the size, and the lines."""
    whole = f"{a} – {b}"
    for size in (31, 26):
        if text_width(whole, size) <= room:
            return size, (whole,)
    return 25, [fitted(text, 25, room) for text in (f"{a} –", b)]


def _draw_need(sheet: Canvas, frame: Frame, status: TicketStatus, captions: Captions) -> float:
    """Draw what a ticket still needs at the end of its line; return where that begins."""
    end, middle = frame.right - 16, frame.centre.imag
    if status.progress != "possible":
        text = fitted(word(status.progress, captions), 27, 130)
        paint = mixed(PAINTS[status.progress], WHITE, 0.55)
        sheet.text(complex(end, middle), text, 27, paint, anchor="rm")
        return end - text_width(text, 27) - 10
    for kind, number in (("stations", status.stations), ("trains", status.trains)):
        if number or kind == "trains":
            text = str(number)
            sheet.text(complex(end, middle), text, 31, CREAM, anchor="rm")
            end -= text_width(text, 31) + 24
            icon(sheet, complex(end, middle), kind, MIST, SLATE)
            end -= 24
    return end
