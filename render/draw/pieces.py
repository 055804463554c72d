"""The pieces on the map: closed spaces, wagons and stations. Some are lit on a dimmed map."""

from collections.abc import Collection, Iterable, Sequence

from PIL import Image

from engine.board import Route
from engine.game import Table
from render.draw.frame import Frame
from render.draw.highlight import draw_highlight
from render.draw.layout import MAP, Layout
from render.draw.sprites import city_station, closed_space, wagon
from render.draw.theme import Livery

REACH = 50
"""Pixels from the middle of a piece to its farthest edge, at most."""


def draw_pieces(
    picture: Image.Image,
    table: Table,
    plan: Layout,
    seats: Sequence[Livery],
    lit: Collection[str] = (),
    frames: Sequence[Frame] = (MAP,),
    *,
    dim: bool = False,
) -> None:
    """Closed spaces, wagons and stations in these frames, dimmed if the map is.

    The wagons of `lit` routes have a golden rim.
    """
    board, around = table.board, [frame.inset(-REACH) for frame in frames]
    for route in board.routes_in(table.closed):
        for car in plan.cars[route.id]:
            if any(frame.holds(car.at) for frame in around):
                closed_space(car, dim=dim).put(picture)
    for seat, routes in enumerate(table.routes):
        for route in board.routes_in(routes):
            for car in plan.cars[route.id]:
                if any(frame.holds(car.at) for frame in around):
                    wagon(car, seats[seat], highlighted=route.id in lit, dim=dim).put(picture)
    for seat, cities in enumerate(table.stations):
        for city in cities:
            if any(frame.holds(plan.cities[city]) for frame in around):
                city_station(plan.cities[city], seats[seat], dim=dim).put(picture)


def light_routes(picture: Image.Image, plan: Layout, routes: Iterable[Route], livery: Livery) -> None:
    """Draw a player's wagons on these routes undimmed, with a highlight."""
    routes = list(routes)
    draw_highlight(picture, plan, *(route.id for route in routes))
    for route in routes:
        for car in plan.cars[route.id]:
            wagon(car, livery).put(picture)


def light_stations(picture: Image.Image, plan: Layout, cities: Iterable[str], livery: Livery) -> None:
    """Draw a player's stations in these cities undimmed."""
    for city in cities:
        city_station(plan.cities[city], livery).put(picture)
