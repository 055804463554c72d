"""The picture of tickets: each a card with two cities on a map, its points, and its state."""

from collections.abc import Callable, Sequence

from PIL import Image, ImageChops, ImageDraw, ImageFilter

from engine.board import Ticket
from engine.ticket_status import TicketStatus, ticket_status
from engine.view import View
from render.draw.backdrop import backdrop, draw_heading, indexed_backdrop
from render.draw.badges import ticket_places
from render.draw.canvas import Canvas, fade, scaled
from render.draw.captions import ENGLISH, Captions
from render.draw.frame import Frame, dots
from render.draw.image_cache import kept
from render.draw.layout import layout
from render.draw.map_window import (
    draw_dashes,
    draw_network,
    draw_plate,
    draw_target,
    journey_curve,
    name_plate,
    window_around,
)
from render.draw.palette import paints
from render.draw.png import encoded, indexed
from render.draw.text import fitted, fitted_name, width
from render.draw.theme import (
    CREAM,
    DOT,
    GOLD,
    GREEN,
    INK,
    PAPER,
    SHADOW,
    SLATE,
    Livery,
    Paint,
    liveries,
    mixed,
)
from render.draw.ticket_names import journeys, ticket_name

WIDTH, HEIGHT = 900, 700
BODY = Frame(22, 22, WIDTH - 22, HEIGHT - 22)
MAP_FRAME = Frame(56, 112, WIDTH - 56, 612)
TITLE_AT, TITLE_SIZE = 60 + 76j, 52
SEAL_AT, SEAL_RADIUS = complex(WIDTH - 104, 86), 54
SEAL = Frame.around(SEAL_AT - complex(*MAP_FRAME.corner), 2 * SEAL_RADIUS, 2 * SEAL_RADIUS)
"""The seal with the points, on the map."""
FOOT, FOOT_SIZE = 637, 29
NUMBER_RADIUS = 31
PERFORATION = 25.4
FINE = 4
SHEET_WIDTH = 2 * WIDTH
FEW = 4
"""Up to this many tickets lie two in a row on a sheet, more lie three in a row."""

RING = 48
"""Pixels around a border point without a plate, in which no name is written."""
STAMP_SIZES, STAMP_ANGLE = (56, 50, 44), 10
EDGE = 36
"""How far the edge of a ticket reaches inwards, with its holes and round corners: the rest is opaque."""

TicketPart = tuple[tuple[int, int, int, int], Image.Image | None]
"""A rectangle of a ticket (left, top, right, bottom), and its opacity (None: opaque)."""


def tickets_png(
    view: View,
    numbers: Sequence[int],
    colors: Sequence[str] | None = None,
    captions: Captions = ENGLISH,
) -> bytes:
    """Tickets by number as cards in a PNG file: one of 900 x 700 pixels, or several on a sheet 1800 wide.

    For the player who may see them: the maps show the seat's network, and tickets that are completed or cut
    off are stamped. Tickets have the same numbers as on the map of all of them (see `ticket_places`). Colours
    are by seat, as for the board. Raises KeyError for a number that the board does not have.
    """
    tickets = [view.table.board.ticket[number] for number in numbers]
    statuses = {status.ticket: status for status in ticket_status(view, numbers)}
    livery = None if view.seat is None else liveries(view.table.players, colors)[view.seat]

    def paint(ticket: Ticket) -> Image.Image:
        return _painted(view, ticket, statuses.get(ticket.number), livery, captions)

    return encoded(_sheet(tickets, paint, captions, paints(view.table.board)))


def _sheet(
    tickets: Sequence[Ticket], paint: Callable[[Ticket], Image.Image], captions: Captions, paints: bytes
) -> Image.Image:
    """One card as it is, or several in rows, the last row in the middle, in palette indices.

    One card at a time is in memory in colour.
    """
    columns = 1 if len(tickets) <= 1 else 2 if len(tickets) <= FEW else 3
    width = SHEET_WIDTH if len(tickets) > 1 else WIDTH
    wide = width // columns
    high = wide * HEIGHT // WIDTH
    rows = [tickets[start : start + columns] for start in range(0, len(tickets), columns)]
    size = width, high * max(len(rows), 1)
    if not tickets:
        picture = backdrop(*size)
        Canvas.upon(picture).text(complex(*size) / 2, captions.no_tickets, 60, CREAM)
        return indexed(picture, paints)
    sheet = indexed_backdrop(*size, paints)
    for line, row in enumerate(rows):
        for place, ticket in enumerate(row):
            left, top = (width - wide * len(row)) // 2 + place * wide, line * high
            box = left, top, left + wide, top + high
            sheet.paste(indexed(_laid(paint(ticket), backdrop(*size, box)), paints), box)
    return sheet


def _laid(card: Image.Image, picture: Image.Image) -> Image.Image:
    """A card on a picture of a backdrop, as large as that."""
    if card.size != picture.size:
        card = card.resize(picture.size, Image.Resampling.HAMMING)
    for box, opacity in _parts(*picture.size):
        picture.paste(card.crop(box), box, opacity)
    return picture


def _painted(
    view: View, ticket: Ticket, status: TicketStatus | None, livery: Livery | None, captions: Captions
) -> Image.Image:
    """A ticket; around its paper it has the paint of its shadow."""
    land = _map(view, ticket, livery, _mark(view, status, captions), captions.language)
    picture = _paper(ticket.long).copy()
    picture.paste(land, MAP_FRAME.corner)
    _draw_head(picture, view, ticket, captions)
    _draw_foot(Canvas.upon(picture), ticket, status, captions)
    return picture


def _map(
    view: View, ticket: Ticket, livery: Livery | None, mark: Image.Image | None, language: str
) -> Image.Image:
    """The land around the cities of its ends, the seat's network, the journey, and the stamp."""
    board, plan = view.table.board, layout(view.table.board, language)
    frame = Frame(0, 0, MAP_FRAME.width, MAP_FRAME.height)
    window = window_around([plan.cities[city] for city in ticket.cities], frame)
    land = window.land(board, language)
    if view.seat is not None and livery is not None and view.table.routes[view.seat]:
        draw_network(land, window, plan, board.routes_in(view.table.routes[view.seat]), livery.paint)
    ends = {city: window.at(plan.cities[city]) for city in ticket.cities}
    ways = tuple(journeys(ticket, ends))
    for start, end in ways:
        draw_dashes(land, journey_curve(ends[start], ends[end], frame), DOT)
    stamped = _beside(frame, mark, tuple(ends.values())) if mark else None
    # A country has many border points: only those of a journey have a plate, which would hide the others.
    named = dict.fromkeys(city for way in ways for city in way)
    plates = {city: name_plate(window, ends[city], plan.labels[city]) for city in named}
    rings = [Frame.around(at, RING, RING) for city, at in ends.items() if city not in named]
    window.draw_names(land, plan, plates, [SEAL, *([stamped] if stamped else []), *rings])
    for city, plate in plates.items():
        draw_plate(land, plate, plan.labels[city].text)
    for at in ends.values():
        draw_target(land, at, DOT)
    if mark and stamped:
        land.paste(mark, stamped.corner, mark)
    return land


@kept
def _paper(long: bool) -> Image.Image:
    """An empty ticket: perforated sides, a thin frame; golden if it is a long one."""
    picture = Image.new("RGB", (WIDTH, HEIGHT), SHADOW)
    picture.paste(mixed(PAPER, GOLD, 0.18) if long else CREAM, (0, 0), _mask())
    with Canvas.part(picture, BODY) as sheet:
        sheet.box(BODY.inset(17), None, mixed(GOLD, INK, 0.25) if long else mixed(PAPER, INK, 0.45), 2, 12)
        if long:
            sheet.box(BODY.inset(12), None, mixed(GOLD, INK, 0.25), 2, 14)
        sheet.box(MAP_FRAME.inset(-2.5), None, mixed(INK, PAPER, 0.25), 2.5)
    return picture


@kept
def _parts(wide: int, high: int) -> Sequence[TicketPart]:
    """The parts of a ticket of this size: its four edges, with paper, holes and shadow, and its inside."""
    mask = _mask()
    shadow = ImageChops.offset(scaled(mask.filter(ImageFilter.GaussianBlur(9)), 0.6), 4, 8)
    opacity = ImageChops.lighter(mask, shadow).resize((wide, high), Image.Resampling.HAMMING)
    edge = EDGE * wide // WIDTH
    right, bottom = wide - edge, high - edge
    edges = (0, 0, wide, edge), (0, edge, edge, bottom), (right, edge, wide, bottom), (0, bottom, wide, high)
    return [*((box, opacity.crop(box)) for box in edges), ((edge, edge, right, bottom), None)]


def _mask() -> Image.Image:
    """The mask of a ticket's paper."""
    sheet = Image.new("L", (WIDTH * FINE, HEIGHT * FINE))
    draw = ImageDraw.Draw(sheet)
    draw.rounded_rectangle(dots(BODY.ends, FINE), 20 * FINE, 255)
    holes = int(BODY.height // PERFORATION) - 1
    for hole in range(holes):
        y = BODY.centre.imag + (hole - (holes - 1) / 2) * PERFORATION
        for x in (BODY.left, BODY.right):
            draw.ellipse(dots((complex(x - 7, y - 7), complex(x + 7, y + 7)), FINE), 0)
    return sheet.reduce(FINE)


def _draw_head(picture: Image.Image, view: View, ticket: Ticket, captions: Captions) -> None:
    """Draw the ticket's place in the list, its ends, and the points on a seal: the most that it can win."""
    at = TITLE_AT
    if place := ticket_places(view).get(ticket.number):
        with Canvas.part(
            picture, Frame.around(at + NUMBER_RADIUS, 2 * NUMBER_RADIUS, 2 * NUMBER_RADIUS)
        ) as number:
            number.disc(at + NUMBER_RADIUS, NUMBER_RADIUS, SLATE)
            number.text(at + NUMBER_RADIUS - 2j, str(place), 44, CREAM, display=True)
        at += 2 * NUMBER_RADIUS + 16
    title = ticket_name(view.table.board, ticket, captions.language)
    room = SEAL_AT.real - SEAL_RADIUS - 14 - at.real
    draw_heading(Canvas.upon(picture), at, title, TITLE_SIZE, room, INK)
    points = str(ticket.points)
    with Canvas.part(picture, Frame.around(SEAL_AT, 2 * SEAL_RADIUS, 2 * SEAL_RADIUS)) as seal:
        for radius, fill in ((54, mixed(DOT, INK, 0.45)), (51, DOT), (45.5, PAPER), (43.5, DOT)):
            seal.disc(SEAL_AT, radius, fill)
        seal.text(SEAL_AT - 2j, points, 54 if len(points) < 3 else 42, CREAM, display=True)


def _draw_foot(sheet: Canvas, ticket: Ticket, status: TicketStatus | None, captions: Captions) -> None:
    """Draw whether it is a long ticket, and what it still needs."""
    left, right = complex(MAP_FRAME.left + 6, FOOT), complex(MAP_FRAME.right - 6, FOOT)
    if ticket.long:
        sheet.text(right, fitted(captions.long_ticket, FOOT_SIZE, 380), FOOT_SIZE, INK, anchor="rm")
    if status and status.progress == "possible":
        words = [captions.trains_to_go.format(number=status.trains)]
        if status.stations:
            words.append(captions.stations_to_go.format(number=status.stations))
        sheet.text(left, fitted(" · ".join(words), FOOT_SIZE, 390), FOOT_SIZE, INK, anchor="lm")


def _mark(view: View, status: TicketStatus | None, captions: Captions) -> Image.Image | None:
    """The stamp of a ticket that is completed, cut off or failed."""
    if status is None or status.progress == "possible":
        return None
    if status.progress == "done":
        return stamp(captions.done, GREEN)
    return stamp(captions.failed if view.table.over else captions.cut_off, DOT)


def _beside(frame: Frame, mark: Image.Image, ends: Sequence[complex]) -> Frame:
    """Where the stamp goes: in the corner of the map that is farthest from both cities."""
    room = Frame(frame.left, frame.top, frame.right - mark.width, frame.bottom - mark.height)
    corners = [complex(x, y) for y in (room.bottom, room.top) for x in (room.right, room.left)]
    half = complex(*mark.size) / 2
    at = max(corners, key=lambda corner: min(abs(corner + half - end) for end in ends))
    return Frame(at.real, at.imag, at.real + mark.width, at.imag + mark.height)


@kept
def stamp(word: str, paint: Paint) -> Image.Image:
    """A word in a double frame like a rubber stamp: rotated and slightly transparent."""
    text, letters = fitted_name(word.upper(), STAMP_SIZES, 330)
    half = complex(width(text, letters, display=True) / 2 + 28, 46)
    size = 2 * half + 12 + 12j
    sheet = Canvas(size.real, size.imag, None, 4)
    frame = Frame(6, 6, size.real - 6, size.imag - 6)
    sheet.box(frame, CREAM, paint, 6, 16)
    sheet.box(frame.inset(9), None, paint, 2, 9)
    sheet.text(frame.centre - 2j, text, letters, paint, display=True)
    image = sheet.image.rotate(STAMP_ANGLE, Image.Resampling.BICUBIC, expand=True)
    image = image.crop((0, 0, image.width // 4 * 4, image.height // 4 * 4)).reduce(4)
    fade(image, 0.9)
    return image
