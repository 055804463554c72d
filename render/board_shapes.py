"""The shapes of a board for programs that draw the table themselves, and its painted map as one image."""

import json
from cmath import phase
from io import BytesIO
from math import degrees

from engine.board import Board, Route, Ticket
from render.draw.empty_map import painted_map
from render.draw.layout import HEIGHT, WIDTH, Layout, layout
from render.draw.ticket_names import ticket_name
from render.draw.tracks import Car

MAP_QUALITY = 72
"""Of the WebP file: the map looks the same as in the pictures, in a fifth of the bytes."""


def shapes_json(board: Board, language: str) -> bytes:
    """The board as a JSON file: where its cities, names and spaces lie on the map, and what its rows say.

    Lengths are in pixels of the map. A space is its middle, its direction in degrees and its length.
    """
    plan = layout(board, language)
    shapes = {
        "size": [WIDTH, HEIGHT],
        "title": board.title,
        "map": f"{language}.webp",
        "cities": {city: _city(board, plan, city, language) for city in board.city_ids},
        "routes": {route.id: _route(plan, route) for route in board.routes},
        "tickets": {ticket.number: _ticket(board, ticket, language) for ticket in board.tickets},
    }
    return json.dumps(shapes, ensure_ascii=False).encode()


def _city(board: Board, plan: Layout, city: str, language: str) -> dict[str, object]:
    at, label = plan.cities[city], plan.labels[city]
    return {
        "name": board.city[city].name_in(language),
        "at": [round(at.real, 1), round(at.imag, 1)],
        "label": [round(edge, 1) for edge in (*label.frame.corner, label.frame.width, label.frame.height)],
        "text": label.text,
    }


def _ticket(board: Board, ticket: Ticket, language: str) -> dict[str, object]:
    """A ticket's name, the most points that it can win, and the cities at its start and at its goals."""
    return {
        "name": ticket_name(board, ticket, language),
        "points": ticket.points,
        "long": ticket.long,
        "from": ticket.start.cities,
        "to": [city for goal in ticket.goals for city in goal.cities],
    }


def _route(plan: Layout, route: Route) -> dict[str, object]:
    return {
        "a": route.a,
        "b": route.b,
        "length": route.length,
        "color": route.color,
        "tunnel": route.tunnel,
        "ferry": route.ferry,
        "double": route.double,
        "cars": [_space(car) for car in plan.cars[route.id]],
    }


def _space(car: Car) -> list[float]:
    degrees_east = round(degrees(phase(car.heading)))
    return [round(car.at.real, 1), round(car.at.imag, 1), degrees_east, round(car.length)]


def map_webp(board: Board, language: str) -> bytes:
    """The painted map before the first claim as a WebP file of 1600 x 1080 pixels.

    Of names, it has those of the seas only.
    """
    file = BytesIO()
    painted_map(board, language).save(file, "WEBP", quality=MAP_QUALITY, method=4)
    return file.getvalue()
