"""Finding cities and routes by what people type: any name in any language, shortened or mistyped."""

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache

from bot.matches.outcomes import CommandRefused
from bot.text.i18n import Phrases
from bot.text.labels import city as city_name
from bot.text.labels import listed
from bot.text.typed_words import color
from engine.board import GRAY, Board, City, Route
from engine.cards import CARDS, in_order
from engine.plain_words import words

_CARDS_AT_END = re.compile(rf"(?P<rest>.*?)\s*\b(?P<cards>[{CARDS}]{{1,36}})", re.IGNORECASE | re.DOTALL)

LONGEST_TEXT = 100
MOST_WORDS = 10
"""Signs and words; nothing longer is a city or a route."""

_SURE, _BEGINNING, _LATER_WORD = range(3)
"""Degrees of doubt: the whole name was typed, its beginning, or that of a later word. Each error adds one."""

_Name = tuple[str, str, tuple[str, ...], int]
"""A city, a name of it (folded), the ends of the name from each later word on, and its letters as bits."""

_NO_MATCH = 99
"""More doubt than any match leaves."""


def cities_meant(board: Board, text: str) -> tuple[City, ...]:
    """The cities that a text may mean, in the board's order: those that it fits best.

    Exactly one where it is sure: the text is a name of it, or fits it better than any other city. Several
    where it fits more than one equally well, so that the person must choose; none where it fits none.
    """
    best = _best(_doubts(board, "".join(_words(text))))
    return tuple(city for city in board.cities if city.id in best)


def routes_meant(board: Board, text: str) -> tuple[Route, ...]:
    """The routes that a text may mean, in the board's order: an id, or two cities in either order.

    A colour (its name or letter) or a number behind them chooses the side of a double route. Exactly one
    where it is sure, as with `cities_meant`.
    """
    if (typed := text.strip().lower()) in board.route:
        return (board.route[typed],)
    best = _best(_route_doubts(board, text))
    return tuple(route for route in board.routes if route.id in best)


def pair_meant(board: Board, text: str) -> tuple[City, City] | None:
    """The two cities that a text names, in its order. A route need not join them.

    None where it does not name two, or leaves open which are meant.
    """
    found: dict[tuple[str, str], int] = {}
    for left, right, _ in _readings(text):
        ends, others = _doubts(board, left), _doubts(board, right)
        for pair in ((a, b) for a in ends for b in others if a != b):
            doubt = ends[pair[0]] + others[pair[1]]
            found[pair] = min(doubt, found.get(pair, _NO_MATCH))
    best = [pair for pair, doubt in found.items() if doubt == min(found.values())]
    return (board.city[best[0][0]], board.city[best[0][1]]) if len(best) == 1 else None


def is_word_of_name(board: Board, word: str) -> bool:
    """Whether some city's name has this word: New York has "york"."""
    key = "".join(_words(word))
    return any(key == whole or key in ends for _, whole, ends, _ in _index(board)[0])


def routes_so_far(board: Board, text: str) -> tuple[Route, ...]:
    """The routes to suggest while a person types: as `routes_meant`, or those of a city that fits."""
    if found := routes_meant(board, text):
        return found
    if not text.strip():
        return board.routes
    cities = {city.id for city in cities_meant(board, text)}
    return tuple(route for route in board.routes if {route.a, route.b} & cities)


def _doubts(board: Board, key: str) -> dict[str, int]:
    """The cities that a folded name may mean, by id, and how much is in doubt."""
    if not key:
        return {}
    names, exact = _index(board)
    if key in exact:
        return {exact[key]: _SURE}
    letters = _letters(key)
    doubts: dict[str, int] = {}
    for name in names:
        city, doubt = name[0], _doubt(name, key, letters)
        if doubt is not None and doubt < doubts.get(city, doubt + 1):
            doubts[city] = doubt
    return doubts


def _route_doubts(board: Board, text: str) -> dict[str, int]:
    doubts: dict[str, int] = {}
    for left, right, side in _readings(text):
        ends, others = _doubts(board, left), _doubts(board, right)
        for route in board.routes if ends and others else ():
            ways = (route.a, route.b), (route.b, route.a)
            doubt = min(ends.get(a, _NO_MATCH) + others.get(b, _NO_MATCH) for a, b in ways)
            if doubt < doubts.get(route.id, _NO_MATCH) and _is_side(board, route, side):
                doubts[route.id] = doubt
    return doubts


def _is_side(board: Board, route: Route, side: str) -> bool:
    if not side:
        return True
    if side.isdecimal():
        sides = [other.id for other in board.routes if other.double == route.double]
        return int(side) == (sides.index(route.id) + 1 if route.double else 1)
    return route.color in (color(side), GRAY)


@lru_cache(maxsize=16)
def _index(board: Board) -> tuple[tuple[_Name, ...], Mapping[str, str]]:
    """The names of a board, and the city of each whole name; built once: that takes some milliseconds."""
    names = tuple(_names(board))
    return names, {whole: city for city, whole, _, _ in names}


def typing_errors(typed: str, name: str, most: int) -> int:
    """Letters left out, added, exchanged or changed for their neighbour between two words, up to `most` + 1.

    This is the distance of Damerau and Levenshtein, in which no letter is moved twice.
    """
    before, last = [0] * (len(name) + 1), list(range(len(name) + 1))
    for row, letter in enumerate(typed, 1):
        line = [row]
        for column, other in enumerate(name, 1):
            cost = min(last[column] + 1, line[-1] + 1, last[column - 1] + (letter != other))
            if row > 1 and column > 1 and letter == name[column - 2] and other == typed[row - 2]:
                cost = min(cost, before[column - 2] + 1)
            line.append(cost)
        if min(line) > most:
            return most + 1
        before, last = last, line
    return min(last[-1], most + 1)


def _names(board: Board) -> Iterator[_Name]:
    """All names of all cities."""
    for city in board.cities:
        for name in {words(text) for text in (city.id, city.name, *city.names.values(), *city.aliases)}:
            whole, *ends = ("".join(name[start:]) for start in range(len(name)))
            yield city.id, whole, tuple(ends), _letters(whole)


def _letters(word: str) -> int:
    """Which letters a word has, as bits; two letters may share one."""
    bits = 0
    for letter in word:
        bits |= 1 << ord(letter) % 64
    return bits


def _doubt(name: _Name, key: str, letters: int) -> int | None:
    _, whole, ends, own_letters = name
    if whole.startswith(key):
        return _BEGINNING
    if any(end == key or (len(key) > 2 and end.startswith(key)) for end in ends):
        return _LATER_WORD
    shorter = min(len(key), len(whole))
    most = 0 if shorter < 3 else 1 if shorter < 7 else 2
    # Words whose letters differ by more than that need not be compared.
    differ = max((letters & ~own_letters).bit_count(), (own_letters & ~letters).bit_count())
    if max(differ, abs(len(key) - len(whole))) > most:
        return None
    errors = typing_errors(key, whole, most)
    return _LATER_WORD + errors if errors <= most else None


def _readings(text: str) -> Iterator[tuple[str, str, str]]:
    """Every way to read a text as two cities alone, or as two cities and a side."""
    parts = _words(text)
    yield from ((left, right, "") for left, right in _splits(parts))
    if parts and (parts[-1].isdecimal() or color(parts[-1]) is not None):
        yield from ((left, right, parts[-1]) for left, right in _splits(parts[:-1]))


def _words(text: str) -> tuple[str, ...]:
    parts = words(text) if len(text) <= LONGEST_TEXT else ()
    return parts if len(parts) <= MOST_WORDS else ()


def _splits(parts: tuple[str, ...]) -> Iterator[tuple[str, str]]:
    for place in range(1, len(parts)):
        yield "".join(parts[:place]), "".join(parts[place:])


def _best(doubts: Mapping[str, int]) -> frozenset[str]:
    least = min(doubts.values(), default=_SURE)
    return frozenset(found for found, doubt in doubts.items() if doubt == least)


def without_cards(text: str) -> tuple[str, str]:
    """A text, and the cards at its end."""
    found = _CARDS_AT_END.fullmatch(text)
    return (found["rest"], in_order(found["cards"].upper())) if found else (text, "")


def no_such_route(board: Board, words: str, readings: Iterable[str], phrases: Phrases) -> CommandRefused:
    """The error that no route is meant by these words; where they name two cities, from where routes go."""
    ends = next(filter(None, (pair_meant(board, text) for text in readings)), None)
    if ends is None:
        return CommandRefused("no-such-place", kind="route", words=words)
    a, b = (city_name(board, end.id, phrases.language) for end in ends)
    from_a, from_b = (listed(_neighbours(board, end.id, phrases.language), phrases) for end in ends)
    return CommandRefused("no-route-between", a=a, b=b, from_a=from_a, from_b=from_b)


def _neighbours(board: Board, id: str, language: str) -> list[str]:
    """The cities at the other ends of a city's routes."""
    ends = {route.b if route.a == id else route.a for route in board.routes if id in (route.a, route.b)}
    return sorted(city_name(board, end, language) for end in ends)
