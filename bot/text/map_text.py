"""The map in words: open routes, and the state of a city or a route."""

from collections.abc import Iterator, Sequence

from bot.text.i18n import Phrases
from bot.text.labels import city
from engine.board import GRAY, Board, Route
from engine.cards import COLORS
from engine.game import Table
from engine.plain_words import folded


def open_routes_text(table: Table, phrases: Phrases) -> str:
    """Every route that can still be claimed, by the colour of its cards.

    A line is `**G green**: Paris — Pamplona 4; Zürich — Venezia 2, tunnel`.
    """
    gone, board = table.claimed | table.closed, table.board
    routes = [route for route in board.routes if not gone & board.bit[route.id]]
    if not routes:
        return phrases.say("map-none-open")
    lines = [phrases.say("map-open", count=len(routes))]
    for color in (*COLORS, GRAY):
        named = [_short(board, route, phrases) for route in routes if route.color == color]
        kind = _color(color, phrases)
        if color:
            kind = phrases.say("map-letter", letter=color, color=kind)
        if named:
            lines.append(f"**{kind}**: {'; '.join(sorted(named, key=folded))}")
    return "\n".join(lines)


def place_text(table: Table, id: str, names: Sequence[str], phrases: Phrases) -> str:
    """The state of a city and of every route from it, or of a route; `names` are the players'."""
    itself = place_line(table, id, names, phrases)
    if id in table.board.route:
        return itself
    routes = [route for route in table.board.routes if id in (route.a, route.b)]
    routes.sort(key=lambda route: folded(_ends(table.board, route, phrases)))
    lines = [_route(table, route, names, phrases) for route in routes]
    return "\n".join([itself, *lines])


def place_line(table: Table, id: str, names: Sequence[str], phrases: Phrases) -> str:
    """The state of a city without its routes, or of a route."""
    if id in table.board.route:
        return _route(table, table.board.route[id], names, phrases)
    return _station(table, id, names, phrases)


def _short(board: Board, route: Route, phrases: Phrases) -> str:
    return ", ".join([f"{_ends(board, route, phrases)} {route.length}", *_specials(route, phrases)])


def _route(table: Table, route: Route, names: Sequence[str], phrases: Phrases) -> str:
    """`Paris — Brest: 3 spaces, black, open`."""
    facts = [
        phrases.say("map-spaces", count=route.length),
        _color(route.color, phrases),
        *_specials(route, phrases),
        _state(table, route, names, phrases),
    ]
    return f"{_ends(table.board, route, phrases)}: {', '.join(facts)}"


def _ends(board: Board, route: Route, phrases: Phrases) -> str:
    a, b = (city(board, end, phrases.language) for end in (route.a, route.b))
    return phrases.say("route", a=a, b=b)


def _color(color: str, phrases: Phrases) -> str:
    return phrases.say(f"side-{color}") if color else phrases.say("map-gray")


def _specials(route: Route, phrases: Phrases) -> Iterator[str]:
    if route.tunnel:
        yield phrases.say("map-tunnel")
    if route.ferry:
        yield phrases.say("map-ferry", count=route.ferry)
    if route.any_cards:
        yield phrases.say("map-any-cards", count=route.any_cards)


def _state(table: Table, route: Route, names: Sequence[str], phrases: Phrases) -> str:
    owner = table.owner(route.id)
    if owner is not None:
        return phrases.say("map-owned", name=names[owner])
    return phrases.say("map-closed" if table.closed & table.board.bit[route.id] else "map-free")


def _station(table: Table, id: str, names: Sequence[str], phrases: Phrases) -> str:
    name, owner = city(table.board, id, phrases.language), table.station_at(id)
    if owner is not None:
        return phrases.say("map-station", city=name, name=names[owner])
    return phrases.say("map-no-station" if table.rules.stations else "map-city", city=name)
