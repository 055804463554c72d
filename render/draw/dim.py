"""Dimmed pictures: with less colour and under a tint, so that what is drawn on them stands out."""

from collections.abc import Iterable, Sequence

from PIL import Image

from engine.board import Route
from engine.game import Table
from render.draw.highlight import draw_highlight
from render.draw.layout import Layout
from render.draw.pieces import draw_pieces
from render.draw.sprites import city_station, wagon
from render.draw.theme import NIGHT, Livery, Paint

MAP_COLOR, MAP_TINT = 0.6, 0.24
"""The share of its colour that a dimmed map keeps, and the strength of its tint."""
LUMINANCE = (0.299, 0.587, 0.114)
"""The shares of red, green and blue in the brightness of a paint."""


def dim(picture: Image.Image, color: float, tint: Paint, strength: float) -> Image.Image:
    """An RGB picture with this share of its colour, mixed with a tint of this strength; both 0 to 1."""
    matrix: list[float] = []
    for own, paint in enumerate(tint):
        shares = [(1 - color) * gray + color * (place == own) for place, gray in enumerate(LUMINANCE)]
        matrix += [*((1 - strength) * share for share in shares), strength * paint]
    # One call that releases the GIL, so that other threads can run.
    return picture.convert("RGB", tuple(matrix))


def dimmed_map(picture: Image.Image, table: Table, plan: Layout, seats: Sequence[Livery]) -> Image.Image:
    """A picture of the empty map with all pieces drawn on it, dimmed (RGB, 1600 x 1080)."""
    draw_pieces(picture, table, plan, seats)
    return dim(picture, MAP_COLOR, NIGHT, MAP_TINT)


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
