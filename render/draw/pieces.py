"""The pieces on the map: closed spaces, wagons and stations."""

from collections.abc import Collection, Sequence

from PIL import Image

from engine.game import Table
from render.draw.layout import Layout
from render.draw.sprites import city_station, closed_space, wagon
from render.draw.theme import Livery


def draw_pieces(
    picture: Image.Image, table: Table, plan: Layout, seats: Sequence[Livery], lit: Collection[str] = ()
) -> None:
    """Closed spaces, wagons and stations; the wagons of `lit` routes have a golden rim."""
    board = table.board
    for route in board.routes_in(table.closed):
        for car in plan.cars[route.id]:
            closed_space(car).put(picture)
    for seat, routes in enumerate(table.routes):
        for route in board.routes_in(routes):
            for car in plan.cars[route.id]:
                wagon(car, seats[seat], highlighted=route.id in lit).put(picture)
    for seat, cities in enumerate(table.stations):
        for city in cities:
            city_station(plan.cities[city], seats[seat]).put(picture)
