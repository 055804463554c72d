"""The map in words: open routes, and the state of a city or a route."""

from collections.abc import Iterator, Sequence

from bot.text.i18n import Phrases
from bot.text.labels import city
from engine.board import GRAY, Route
from engine.cards import COLORS
from engine.game import Table


class MapText:
    """One text about the map, in the language of its reader."""

    def __init__(self, table: Table, names: Sequence[str], phrases: Phrases) -> None:
        self._table = table
        self._board = table.board
        self._names = names
        self._phrases = phrases
        self._say = phrases.say

    def open_routes(self) -> str:
        """Every route that can still be claimed, by the colour of its cards."""
        gone = self._table.claimed | self._table.closed
        routes = [route for route in self._board.routes if not gone & self._board.bit[route.id]]
        if not routes:
            return self._say("map-none-open")
        alike = {color: [route for route in routes if route.color == color] for color in (*COLORS, GRAY)}
        lines = [self._of_color(color, routes) for color, routes in alike.items() if routes]
        return "\n".join([self._say("map-open", count=len(routes)), *lines])

    def place(self, id: str) -> str:
        """How a city stands, with every route from it, or how a route stands."""
        if id in self._board.route:
            return self._route(self._board.route[id])
        routes = [route for route in self._board.routes if id in (route.a, route.b)]
        return "\n".join([self._station(id), *map(self._route, routes)])

    def _of_color(self, color: str, routes: Sequence[Route]) -> str:
        """`**G green**: Paris — Pamplona 4; Zürich — Venezia 2, tunnel`."""
        kind = (
            self._say("map-letter", letter=color, color=self._color(color)) if color else self._color(color)
        )
        return f"**{kind}**: {'; '.join(self._short(route) for route in routes)}"

    def _short(self, route: Route) -> str:
        return ", ".join([f"{self._ends(route)} {route.length}", *self._specials(route)])

    def _route(self, route: Route) -> str:
        """`Paris — Brest: 3 spaces, black, open`."""
        facts = [self._say("map-spaces", count=route.length), self._color(route.color)]
        return f"{self._ends(route)}: {', '.join([*facts, *self._specials(route), self._state(route)])}"

    def _ends(self, route: Route) -> str:
        return self._say("route", a=self._city(route.a), b=self._city(route.b))

    def _city(self, id: str) -> str:
        return city(self._board, id, self._phrases.language)

    def _color(self, color: str) -> str:
        return self._say(f"side-{color}") if color else self._say("map-gray")

    def _specials(self, route: Route) -> Iterator[str]:
        if route.tunnel:
            yield self._say("map-tunnel")
        if route.ferry:
            yield self._say("map-ferry", count=route.ferry)

    def _state(self, route: Route) -> str:
        owner = self._table.owner(route.id)
        if owner is not None:
            return self._say("map-owned", name=self._names[owner])
        closed = self._table.closed & self._board.bit[route.id]
        return self._say("map-closed" if closed else "map-free")

    def _station(self, id: str) -> str:
        name, owner = self._city(id), self._table.station_at(id)
        if owner is not None:
            return self._say("map-station", city=name, name=self._names[owner])
        return self._say("map-no-station" if self._table.rules.stations else "map-city", city=name)
