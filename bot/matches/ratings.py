"""Ratings of people by the games that they play against each other (openskill, the Plackett-Luce model)."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from operator import attrgetter

from openskill.models import PlackettLuce, PlackettLuceRating

from bot.store import Result

BEGINNING, STEP = 1000, 40
"""The rating of somebody who has not played, and points of it for one of openskill's ordinal."""

PROVISIONAL = 5
"""A rating of fewer games is provisional."""

Strength = tuple[float, float]
"""What is known of somebody's strength: the estimate `mu`, and how uncertain it is, `sigma`."""

_MODEL = PlackettLuce()


def shown_rating(strength: Strength) -> int:
    """A strength as a plain number: with much certainty, the person is at least this strong.

    >>> shown_rating((25.0, 25 / 3)), shown_rating((30.0, 5.0))
    (1000, 1600)
    """
    mu, sigma = strength
    return round(BEGINNING + STEP * (mu - 3 * sigma))


def ratings(rated: Iterable[Result]) -> dict[tuple[str, int], Strength]:
    """The strength of everybody after each rated game, by game and seat.

    `rated` are the results of all rated games in the order in which they ended. If the result of a player was
    deleted, the others keep the rating that the game gave them when it was complete.
    """
    known: dict[str, Strength] = {}
    found: dict[tuple[str, int], Strength] = {}
    for _, seats in groupby(rated, key=attrgetter("game")):
        game = tuple(seats)
        for result, strength in _rated(game, known):
            known[result.human] = found[result.game, result.seat] = strength
    return found


def _rated(game: Sequence[Result], known: Mapping[str, Strength]) -> Iterator[tuple[Result, Strength]]:
    """The strength of the players after a game; nothing where it cannot be rated."""
    if len(game) < game[0].players:
        yield from ((one, strength) for one in game if (strength := strength_of(one)))
    elif len({one.human for one in game}) == len(game):
        places = [float(one.place or one.players) for one in game]
        yield from zip(game, rate([known.get(one.human) for one in game], places), strict=True)


def strength_of(result: Result) -> Strength | None:
    """The strength of a person after a game, where that was rated."""
    return None if result.mu is None or result.sigma is None else (result.mu, result.sigma)


def rate(before: Sequence[Strength | None], places: Sequence[float]) -> list[Strength]:
    """The strength of each player after a game, from that before it (None: the first game) and the place."""
    teams = [[_rating(one)] for one in before]
    return [(one.mu, one.sigma) for (one,) in _MODEL.rate(teams, ranks=list(places))]


def _rating(strength: Strength | None) -> PlackettLuceRating:
    return _MODEL.rating() if strength is None else _MODEL.rating(*strength)
