"""The pieces on the map: closed spaces, wagons and stations."""

from collections.abc import Mapping, Sequence

from PIL import Image

from engine.board import Board
from engine.game import Table
from render.draw.baked_maps import cached_per_map
from render.draw.highlight import highlighted
from render.draw.layout import Layout, layout
from render.draw.sprites import city_name, city_station, closed_space, wagon
from render.draw.theme import Livery

REACH = 20
"""Pixels from the middle line of a wagon, or the middle of a station, to where its shadow ends."""


def draw_pieces(
    picture: Image.Image,
    table: Table,
    plan: Layout,
    seats: Sequence[Livery],
    new: Sequence[str] | None = None,
) -> None:
    """Closed spaces, wagons and stations, and over them the names of cities that they would touch.

    The wagons of `new` routes have a golden rim (see `highlighted`).
    """
    board, touched, lit = table.board, _touched(table.board), highlighted(table, new)
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
    places = [route.id for route in board.routes_in(table.claimed | table.closed)]
    places += [city for cities in table.stations for city in cities]
    for city in dict.fromkeys(city for place in places for city in touched[place]):
        city_name(plan.labels[city]).put(picture)


@cached_per_map(8)
def _touched(board: Board) -> Mapping[str, Sequence[str]]:
    """For each route and each city, by id, the cities whose names its wagons or its station would touch."""
    plan = layout(board)
    middles = {city: [at] for city, at in plan.cities.items()}
    middles |= {route: [bead for car in row for bead in car.beads] for route, row in plan.cars.items()}
    return {
        place: [
            city
            for city, label in plan.labels.items()
            if any(abs(label.frame.nearest(bead) - bead) < REACH for bead in beads)
        ]
        for place, beads in middles.items()
    }
