"""The preview of a claim or a station: how the map would look and what it costs. For its player only."""

from collections.abc import Sequence
from dataclasses import replace
from typing import TypeVar

from PIL import Image

from engine.actions import BuildStation, ClaimRoute
from engine.game import Table
from engine.view import View
from render.draw.backdrop import BAR_HEIGHT, backdrop, draw_bar, draw_heading
from render.draw.canvas import Canvas
from render.draw.captions import ENGLISH, Captions
from render.draw.card_faces import lay_cards, ray_paints
from render.draw.frame import Frame
from render.draw.icons import icon, station
from render.draw.near_map import near_map
from render.draw.palette import palette_of
from render.draw.png import png
from render.draw.text import fitted
from render.draw.theme import CREAM, GOLD, MIST, SLATE, Livery, liveries

Value = TypeVar("Value")

WIDTH, HEIGHT = 1000, 976
HEAD = 72
NEAR = Frame(0, HEAD, WIDTH, HEAD + 625)
CARDS = Frame(24, NEAR.bottom + 22, 584, NEAR.bottom + 200)
FIGURES = Frame(608, NEAR.bottom + 14, WIDTH - 24, NEAR.bottom + 212)


def preview_png(
    view: View,
    action: ClaimRoute | BuildStation,
    colors: Sequence[str] | None = None,
    captions: Captions = ENGLISH,
) -> bytes:
    """The map after a claim or a station, its price and what is left, as a PNG file of 1000 x 976 pixels.

    For that player only. Colours are by seat, as for the board. Raises KeyError for a place that
    the board does not have, ValueError for a view without a seat.
    """
    if view.seat is None:
        raise ValueError("a spectator claims nothing")
    title, table = _title(view.table, action, captions), _after(view.table, view.seat, action)
    picture, seats = backdrop(WIDTH, HEIGHT), liveries(table.players, colors)
    place = action.route if isinstance(action, ClaimRoute) else action.city
    near = near_map(table, (place,), seats, captions.language, NEAR.size)
    picture.paste(near, (0, round(NEAR.top)))
    sheet = Canvas.upon(picture)
    draw_heading(sheet, complex(24, HEAD / 2), title, 46, WIDTH - 48, CREAM)
    lay_cards(picture, action.cards, CARDS)
    _draw_figures(picture, view, table, len(action.cards), seats[view.seat])
    draw_bar(sheet, Frame(0, HEIGHT - BAR_HEIGHT, WIDTH, HEIGHT), _remark(view.table, action, captions))
    return png(picture, palette_of([picture], also=ray_paints(action.cards)))


def _after(table: Table, seat: int, action: ClaimRoute | BuildStation) -> Table:
    """The table after the action."""
    if isinstance(action, BuildStation):
        stations = _with_own(table.stations, seat, (*table.stations[seat], action.city))
        return replace(table, stations=stations, last=(seat, action.city))
    route = table.board.route[action.route]
    points = table.points[seat] + table.rules.route_points[route.length]
    return replace(
        table,
        routes=_with_own(table.routes, seat, table.routes[seat] | table.board.bit[route.id]),
        trains=_with_own(table.trains, seat, table.trains[seat] - route.length),
        points=_with_own(table.points, seat, points),
        last=(seat, route.id),
    )


def _with_own(values: tuple[Value, ...], seat: int, own: Value) -> tuple[Value, ...]:
    """The values with this one for one seat."""
    return (*values[:seat], own, *values[seat + 1 :])


def _title(table: Table, action: ClaimRoute | BuildStation, captions: Captions) -> str:
    city = table.board.city
    if isinstance(action, BuildStation):
        return captions.station_in.format(city=city[action.city].name_in(captions.language))
    route = table.board.route[action.route]
    return " – ".join(city[end].name_in(captions.language) for end in (route.a, route.b))


def _remark(table: Table, action: ClaimRoute | BuildStation, captions: Captions) -> str:
    """That nothing is claimed yet, or what a tunnel may still cost."""
    if isinstance(action, ClaimRoute) and table.board.route[action.route].tunnel:
        return captions.tunnel_ahead.format(number=table.rules.tunnel_reveal)
    return captions.preview


def _draw_figures(picture: Image.Image, view: View, after: Table, paid: int, livery: Livery) -> None:
    """Draw the points gained or the station, then trains, cards and stations before and after."""
    before, seat = view.table, view.seat or 0
    built = [len(table.stations[seat]) for table in (before, after)]
    stations = after.rules.stations
    rows = [
        ("trains", before.trains[seat], after.trains[seat]),
        ("cards", sum(view.hand), sum(view.hand) - paid),
        ("stations", stations - built[0], stations - built[1]),
    ]
    shown = [row for row in rows if row[1] != row[2]]
    left, middle = FIGURES.left, FIGURES.centre.imag
    gained = after.points[seat] - before.points[seat]
    with Canvas.part(picture, FIGURES) as sheet:
        sheet.box(FIGURES, SLATE, round_by=14)
        at = complex(left + 84, middle)
        if gained:
            sheet.text(at, f"+{gained}", 84 if gained < 10 else 66, GOLD, display=True)
        else:
            station(sheet, at, 104, livery)
        for place, (kind, was, now) in enumerate(shown):
            y = middle + (place - (len(shown) - 1) / 2) * 64
            icon(sheet, complex(left + 186, y), kind, MIST, SLATE)
            sheet.text(complex(left + 216, y), fitted(f"{was} → {now}", 40, 140), 40, CREAM, anchor="lm")
