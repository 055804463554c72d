"""Examples of the rules: for each topic a position on the board that is played, and what its picture says."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import Any

from bot.text.i18n import Phrases
from bot.text.labels import city, listed, route_name, ticket
from engine.board import Board, Route
from engine.cards import COLORS, LOCOMOTIVE
from engine.documents.position import game_at
from engine.payments import payment, surcharge
from engine.refusals import BadInput
from engine.rules import Rules
from engine.view import View, view_for

Words = dict[str, str | int]
Example = tuple[dict[str, Any], Sequence[str], str, Words]
"""A position, the places to show, the cards to show, and the values of the sentence."""

_SPOKEN = "RBGYKWOP"
"""The colours in the order in which sentences list them."""

_FEW_TRAINS = 20
"""Trains of the players who have not begun the last round, unless the variant has fewer."""

_LATE = 24
"""Rounds before the last one."""

_MOST_TRIED = 40
"""Examples that are tried on a board, the most typical first."""


def rule_example(
    topic: str, board: Board, rules: Rules, players: int, phrases: Phrases
) -> tuple[View, Sequence[str], str, str] | None:
    """A position as everybody sees it, the places and the cards that matter in it, and a sentence about it.

    `topic` is one of ILLUSTRATED that this board has something to say about. The example is the most typical
    one that these rules allow; None where they allow none.
    """
    players = max(players, rules.players_least)
    defaults = dict(board=board.id, variant=rules.variant, players=players, seat=0)  # noqa: C408
    examples = _EXAMPLES[topic](board, rules, players, phrases)
    for position, places, cards, words in islice(examples, _MOST_TRIED):
        try:
            game = game_at(defaults | position, board)
        except BadInput:  # too few trains or cards for this one
            continue
        return view_for(game, None), places, cards, phrases.say(f"lesson-{topic}", **words)
    return None


def example_players(phrases: Phrases, number: int) -> tuple[str, ...]:
    """The names of the players in an example."""
    return tuple(phrases.say("lesson-player", number=seat + 1) for seat in range(number))


def _paid(rules: Rules, route: Route, locomotives: int) -> str:
    """Cards that pay for a route, some locomotives among them if they can be."""
    return payment(route.price(rules.payment), route.color or COLORS[0], locomotives)


def _typical(routes: Iterable[Route], length: int = 3) -> list[Route]:
    """Routes, those nearest to this length first; of these, those with a colour first."""
    return sorted(routes, key=lambda route: (abs(route.length - length), not route.color, route.id))


def _plain_first(board: Board, length: int = 3) -> list[Route]:
    """All routes, those without tunnels, ferries and doubles first."""
    plain = [route for route in board.routes if not (route.tunnel or route.ferry or route.double)]
    rest = [route for route in board.routes if route.tunnel or route.ferry or route.double]
    return [*_typical(plain, length), *_typical(rest, length)]


def _place(board: Board, route: Route, phrases: Phrases) -> str:
    return route_name(board, route.id, phrases.language)


def _claiming(board: Board, rules: Rules, _: int, phrases: Phrases) -> Iterator[Example]:
    for route in _plain_first(board, 4):
        points = rules.route_points[route.length]
        takes = int(route.price(rules.payment).takes_locomotives)
        place = _place(board, route, phrases)
        words: Words = {"route": place, "count": route.length, "points": points, "takes": takes}
        paid = _paid(rules, route, max(1, route.ferry))
        yield {"routes": [[route.id]], "last": [0, route.id]}, [route.id], paid, words


def _doubles(board: Board, rules: Rules, players: int, phrases: Phrases) -> Iterator[Example]:
    is_closed = not rules.both_sides_open(players)
    doubles = [route for route in board.routes if route.double]
    for route in sorted(_typical(doubles), key=lambda route: not route.color):
        (other, *_) = board.routes_in(board.twins[route.id])
        routes = [[route.id]] if is_closed else [[route.id], [other.id]]
        words: Words = {"route": _place(board, route, phrases), "closed": "yes" if is_closed else "no"}
        yield {"routes": routes}, [route.id, other.id], "", words


def _ferries(board: Board, rules: Rules, _: int, phrases: Phrases) -> Iterator[Example]:
    for route in _typical((route for route in board.routes if route.ferry), 4):
        place, any_cards = _place(board, route, phrases), rules.payment.ferry_cards
        words: Words = {
            "route": place,
            "count": route.length,
            "engines": route.ferry,
            "ferry_cards": any_cards,
        }
        yield {"routes": [[route.id]]}, [route.id], _paid(rules, route, route.ferry), words


def _tunnels(board: Board, rules: Rules, _: int, phrases: Phrases) -> Iterator[Example]:
    tunnels = [route for route in board.routes if route.tunnel]
    for route in sorted(_typical(tunnels), key=lambda route: route.ferry):
        color = route.color or COLORS[0]
        other = next(letter for letter in COLORS if letter != color)
        for matches in (color + LOCOMOTIVE, color):
            revealed = (matches + other * rules.tunnel_reveal)[: rules.tunnel_reveal]
            laid = _paid(rules, route, route.ferry)
            tunnel = {"seat": 0, "route": route.id, "laid": laid, "revealed": revealed}
            owed = surcharge(laid, revealed)
            words: Words = {"route": _place(board, route, phrases), "count": route.length, "owed": owed}
            yield {"tunnel": tunnel, "hands": [color * owed]}, [route.id], "", words


def _cards(_: Board, rules: Rules, _players: int, phrases: Phrases) -> Iterator[Example]:
    for first in (LOCOMOTIVE, ""):
        row = (first + "".join(COLORS) * 2)[: rules.row][::-1]
        yield {"row": row}, [], row, {"whole": int(rules.is_whole_draw(LOCOMOTIVE))}


def _letters(_: Board, _rules: Rules, _players: int, _phrases: Phrases) -> Iterator[Example]:
    yield {}, [], _SPOKEN + LOCOMOTIVE, {}


def _way(board: Board, a: str, b: str, most: int) -> list[Route]:
    """A way of the fewest routes between two cities; none where it takes more than `most`."""
    ways: dict[str, list[Route]] = {a: []}
    for _ in range(most):
        for here, way in list(ways.items()):
            for route in board.routes_in(board.routes_at[here]):
                ways.setdefault(route.b if route.a == here else route.a, [*way, route])
    return ways.get(b, [])


def _tickets(board: Board, rules: Rules, _: int, phrases: Phrases) -> Iterator[Example]:
    """A ticket that three routes complete, or as many as the board has one for."""
    numbers = board.pile(rules.variant, long=False) or tuple(board.ticket)
    tickets = [board.ticket[number] for number in numbers if len(board.ticket[number].cities) == 2]
    ways = {each.number: _way(board, each.a, each.b, 4) for each in tickets}
    for number in sorted(filter(ways.get, ways), key=lambda number: (abs(len(ways[number]) - 3), number)):
        routes, points = [route.id for route in ways[number]], board.ticket[number].points
        words: Words = {"ticket": ticket(board, number, phrases), "points": points}
        yield {"routes": [routes], "tickets": [[number]]}, routes, "", words


def _stations(board: Board, _rules: Rules, _players: int, phrases: Phrases) -> Iterator[Example]:
    """A station at the end of a player's own route, next to a route of a rival."""
    for own in _plain_first(board):
        others = board.routes_in(board.routes_at[own.b])
        for lent in _typical(route for route in others if {route.a, route.b} != {own.a, own.b}):
            here = city(board, own.b, phrases.language)
            words: Words = {"city": here, "route": _place(board, lent, phrases)}
            position = {"routes": [[own.id], [lent.id]], "stations": [[own.b]]}
            yield position, [own.b, lent.id], "", words


def _scoring(board: Board, rules: Rules, _: int, phrases: Phrases) -> Iterator[Example]:
    """A long path of one player."""
    for start in _plain_first(board):
        path = _path(board, start, 5, rules.trains)
        trains = sum(route.length for route in path)
        ends = [city(board, id, phrases.language) for id in _ends(path)]
        words: Words = {"count": trains, "path": rules.bonus_points("longest-path")}
        words["cities"] = listed(ends, phrases)
        routes = [route.id for route in path]
        yield {"routes": [routes]}, routes, "", words


def _path(board: Board, start: Route, most: int, trains: int) -> list[Route]:
    """A path of this many routes, or of those that the trains allow, that does not come back."""
    path, seen, here = [start], {start.a, start.b}, start.b
    left = trains - start.length
    while len(path) < most:
        ahead = [
            route
            for route in _plain_first(board)
            if here in (route.a, route.b) and not {route.a, route.b} <= seen and route.length <= left
        ]
        if not ahead:
            break
        path.append(ahead[0])
        left -= ahead[0].length
        here = ahead[0].b if ahead[0].a == here else ahead[0].a
        seen.add(here)
    return path


def _ends(path: Sequence[Route]) -> list[str]:
    """The cities that only one route of a path touches."""
    cities = [end for route in path for end in (route.a, route.b)]
    return [id for id in cities if cities.count(id) == 1]


def _end(board: Board, rules: Rules, players: int, _: Phrases) -> Iterator[Example]:
    trains = [min(_FEW_TRAINS, rules.trains)] * (players - 1) + [rules.last_round_trains]
    last = {"trains": trains, "turns_left": players - 1, "turn": _LATE * players + 1}
    yield last, [], "", {"few": rules.last_round_trains}


def _whole(_: Board, _rules: Rules, _players: int, _phrases: Phrases) -> Iterator[Example]:
    """The board at the beginning of a turn."""
    yield {}, [], "", {}


_EXAMPLES: Mapping[str, Callable[[Board, Rules, int, Phrases], Iterator[Example]]] = {
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
