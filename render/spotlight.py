"""The board's map in the dark, and a light on what matters."""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from PIL import Image

from engine.board import Route
from engine.game import Table
from render.board import draw_pieces
from render.glow import draw_glow
from render.ground import empty_map
from render.layout import Layout
from render.sprites import built, name, wagon
from render.theme import NIGHT, Livery
from render.veil import veiled

DIMNESS = 0.24
COLOR = 0.6
"""How much is left of the colours in the dark."""


def dimmed(table: Table, plan: Layout, seats: Sequence[Livery]) -> Image.Image:
    """The map with all pieces on it (RGB, 1600 x 1080), so dark that what is lit stands out."""
    picture = empty_map(table.board).copy()
    draw_pieces(picture, replace(table, last=None), plan, seats)
    return veiled(picture, COLOR, NIGHT, DIMNESS)


def light(picture: Image.Image, plan: Layout, routes: Iterable[Route], livery: Livery) -> None:
    """A player's wagons on these routes, as bright as on the board and in a golden light."""
    routes = list(routes)
    for route in routes:
        draw_glow(picture, plan, route.id)
    for route in routes:
        for car in plan.cars[route.id]:
            wagon(car, livery).put(picture)
    for city in dict.fromkeys(city for route in routes for city in (route.a, route.b)):
        name(plan.labels[city]).put(picture)


def light_stations(picture: Image.Image, plan: Layout, cities: Iterable[str], livery: Livery) -> None:
    """A player's stations in these cities, as bright as on the board."""
    for city in cities:
        built(plan.cities[city], livery).put(picture)
        name(plan.labels[city]).put(picture)
