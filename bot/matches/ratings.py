"""Ratings of people by the games that they play against each other (openskill, the Plackett-Luce model)."""

from collections.abc import Iterable, Sequence
from itertools import groupby
from operator import attrgetter

from openskill.models import PlackettLuce

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
    latest: dict[str, Strength] = {}
    after_game: dict[tuple[str, int], Strength] = {}
    for _, seats in groupby(rated, key=attrgetter("game")):
        game = tuple(seats)
        strengths: Sequence[Strength | None]
        if len(game) < game[0].players:
            strengths = [strength_of(result) for result in game]
        elif len({result.human for result in game}) < len(game):
            continue
        else:
            places = [float(result.place or result.players) for result in game]
            strengths = rate([latest.get(result.human) for result in game], places)
        for result, strength in zip(game, strengths, strict=True):
            if strength:
                latest[result.human] = after_game[result.game, result.seat] = strength
    return after_game


def strength_of(result: Result) -> Strength | None:
    """The strength of a person after a game, where that was rated."""
    return None if result.mu is None or result.sigma is None else (result.mu, result.sigma)


def rate(before: Sequence[Strength | None], places: Sequence[float]) -> list[Strength]:
    """The strength of each player after a game, from that before it (None: the first game) and the place."""
    teams = [[_MODEL.rating(*strength) if strength else _MODEL.rating()] for strength in before]
    return [(player.mu, player.sigma) for (player,) in _MODEL.rate(teams, ranks=list(places))]
