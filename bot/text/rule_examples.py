"""Examples of the rules: for each topic a position on the board that is played, and what its picture says."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from bot.text.i18n import Phrases
from bot.text.labels import city, listed, route_name, ticket
from engine.board import Board, Route, Ticket
from engine.cards import COLORS, LOCOMOTIVE
from engine.documents.position import game_at
from engine.rules import Rules
from engine.view import View, view_for

Words = dict[str, str | int]
Found = tuple[dict[str, Any], Sequence[str], str, Words]
"""A position, the places to show, the cards to show, and the values of the sentence."""

_SPOKEN = "RBGYKWOP"
"""The colours in the order in which sentences list them."""

_FEW_TRAINS = 20
"""Trains of the players who have not begun the last round."""

_LATE = 24
"""Rounds before the last one."""


def rule_example(
    topic: str, board: Board, rules: Rules, players: int, phrases: Phrases
) -> tuple[View, Sequence[str], str, str]:
    """A position as everybody sees it, the places and the cards that matter in it, and a sentence about it.

    `topic` is one of ILLUSTRATED that this board has something to say about.
    """
    players = max(players, rules.players_least)
    position, places, cards, words = _EXAMPLES[topic](board, rules, players, phrases)
    defaults = dict(board=board.id, variant=rules.variant, players=players, seat=0)  # noqa: C408
    sentence = phrases.say(f"lesson-{topic}", **words)
    return view_for(game_at(defaults | position, board), None), places, cards, sentence


def example_players(phrases: Phrases, number: int) -> tuple[str, ...]:
    """The names of the players in an example."""
    return tuple(phrases.say("lesson-player", number=seat + 1) for seat in range(number))


def _paid(route: Route, locomotives: int = 1) -> str:
    """Cards that pay for a route, some locomotives among them."""
    return (route.color or COLORS[0]) * (route.length - locomotives) + LOCOMOTIVE * locomotives


def _typical(routes: Iterator[Route], length: int = 3) -> Route:
    """The route of a list that is nearest to this length; those with a colour first."""
    return min(routes, key=lambda route: (abs(route.length - length), not route.color, route.id))


def _plain(board: Board) -> Iterator[Route]:
    return (one for one in board.routes if not (one.tunnel or one.ferry or one.double))


def _place(board: Board, route: Route, phrases: Phrases) -> str:
    return route_name(board, route.id, phrases.language)


def _claiming(board: Board, rules: Rules, _: int, phrases: Phrases) -> Found:
    route = _typical(_plain(board), 4)
    points = rules.route_points[route.length]
    words: Words = {"route": _place(board, route, phrases), "count": route.length, "points": points}
    return {"routes": [[route.id]], "last": [0, route.id]}, [route.id], _paid(route), words


def _doubles(board: Board, rules: Rules, players: int, phrases: Phrases) -> Found:
    route = _typical(one for one in board.routes if one.double and one.color)
    (other, *_) = board.routes_in(board.twins[route.id])
    is_closed = players < rules.double_routes_players
    routes = [[route.id]] if is_closed else [[route.id], [other.id]]
    words: Words = {"route": _place(board, route, phrases), "closed": "yes" if is_closed else "no"}
    return {"routes": routes}, [route.id, other.id], "", words


def _ferries(board: Board, _rules: Rules, _players: int, phrases: Phrases) -> Found:
    route = _typical((one for one in board.routes if one.ferry), 4)
    words: Words = {"route": _place(board, route, phrases), "count": route.length, "engines": route.ferry}
    return {"routes": [[route.id]]}, [route.id], _paid(route, route.ferry), words


def _tunnels(board: Board, rules: Rules, _: int, phrases: Phrases) -> Found:
    route = _typical(one for one in board.routes if one.tunnel and not one.ferry)
    color = route.color or COLORS[0]
    other = next(one for one in COLORS if one != color)
    revealed = (color + LOCOMOTIVE + other * rules.tunnel_reveal)[: rules.tunnel_reveal]
    tunnel = {"seat": 0, "route": route.id, "laid": _paid(route, 0), "revealed": revealed}
    owed = sum(card in (color, LOCOMOTIVE) for card in revealed)
    words: Words = {"route": _place(board, route, phrases), "count": route.length, "owed": owed}
    return {"tunnel": tunnel, "hands": [color * owed]}, [route.id], "", words


def _cards(_: Board, rules: Rules, _players: int, phrases: Phrases) -> Found:
    row = (LOCOMOTIVE + "".join(COLORS))[: rules.row][::-1]
    return {"row": row}, [], row, {}


def _letters(_: Board, _rules: Rules, _players: int, _phrases: Phrases) -> Found:
    return {}, [], _SPOKEN + LOCOMOTIVE, {}


def _way(board: Board, a: str, b: str, most: int) -> list[Route]:
    """A way of the fewest routes between two cities; none where it takes more than `most`."""
    ways: dict[str, list[Route]] = {a: []}
    for _ in range(most):
        for here, way in list(ways.items()):
            for route in board.routes_in(board.routes_at[here]):
                ways.setdefault(route.b if route.a == here else route.a, [*way, route])
    return ways.get(b, [])


def _tickets(board: Board, rules: Rules, _: int, phrases: Phrases) -> Found:
    """A ticket that three routes complete, or as many as the board has one for."""
    numbers = board.pile(rules.variant, long=False) or tuple(board.ticket)
    ways = {number: _way_of(board, board.ticket[number]) for number in numbers}
    number = min((one for one in ways if ways[one]), key=lambda one: (abs(len(ways[one]) - 3), one))
    routes, points = [route.id for route in ways[number]], board.ticket[number].points
    words: Words = {"ticket": ticket(board, number, phrases), "points": points}
    return {"routes": [routes], "tickets": [[number]]}, routes, "", words


def _way_of(board: Board, one: Ticket) -> list[Route]:
    return _way(board, one.a, one.b, 4)


def _stations(board: Board, _rules: Rules, _players: int, phrases: Phrases) -> Found:
    """A station at the end of a player's own route, next to a route of a rival."""
    own = _typical(_plain(board))
    here, others = own.b, board.routes_in(board.routes_at[own.b])
    lent = _typical(one for one in others if one.id != own.id and {one.a, one.b} != {own.a, own.b})
    words: Words = {"city": city(board, here, phrases.language), "route": _place(board, lent, phrases)}
    position = {"routes": [[own.id], [lent.id]], "stations": [[here]]}
    return position, [here, lent.id], "", words


def _scoring(board: Board, rules: Rules, _: int, phrases: Phrases) -> Found:
    """A long path of one player, next to a shorter one of another."""
    path = _path(board, 5)
    trains = sum(route.length for route in path)
    ends = [city(board, one, phrases.language) for one in _ends(path)]
    words: Words = {"count": trains, "path": rules.longest_path_bonus, "cities": listed(ends, phrases)}
    return {"routes": [[route.id for route in path]]}, [route.id for route in path], "", words


def _path(board: Board, most: int) -> list[Route]:
    """A path of this many routes without doubles and ferries that does not come back."""
    start = _typical(_plain(board))
    path, seen = [start], {start.a, start.b}
    here = start.b
    while len(path) < most:
        ahead = [one for one in _plain(board) if here in (one.a, one.b) and not {one.a, one.b} <= seen]
        if not ahead:
            break
        path.append(_typical(iter(ahead)))
        seen |= (there := {path[-1].a, path[-1].b} - {here})
        (here,) = there
    return path


def _ends(path: Sequence[Route]) -> list[str]:
    """The cities that only one route of a path touches."""
    cities = [end for route in path for end in (route.a, route.b)]
    return [one for one in cities if cities.count(one) == 1]


def _end(board: Board, rules: Rules, players: int, _: Phrases) -> Found:
    trains = [_FEW_TRAINS] * (players - 1) + [rules.last_round_trains]
    last = {"trains": trains, "turns_left": players - 1, "turn": _LATE * players + 1}
    return last, [], "", {"few": rules.last_round_trains}


def _whole(_: Board, _rules: Rules, _players: int, _phrases: Phrases) -> Found:
    """The board at the beginning of a turn."""
    return {}, [], "", {}


_EXAMPLES: Mapping[str, Callable[[Board, Rules, int, Phrases], Found]] = {
    "turn": _whole,
    "cards": _cards,
    "claiming": _claiming,
    "doubles": _doubles,
    "ferries": _ferries,
    "tunnels": _tunnels,
    "tickets": _tickets,
    "stations": _stations,
    "end": _end,
    "scoring": _scoring,
    "letters": _letters,
}

ILLUSTRATED = tuple(_EXAMPLES)
"""The topics of the rules that have a picture."""
