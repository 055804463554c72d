"""The statistics of a person, and leaderboards of several people, from their results."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence

from bot.matches.ratings import PROVISIONAL, shown_rating, strength_of
from bot.store import Result
from engine.board import Board, Route

MOST_ROUTES = 5
"""Favourite routes that are named."""

Results = Sequence[Result]
"""Results in the order in which the games ended."""

Rating = tuple[int, int]
"""A rating as a plain number, and the games that it comes from."""

Standing = tuple[str, Results, Rating | None]
"""A line of a leaderboard: the human (see Result), their results there, and their rating overall."""


def played(results: Iterable[Result]) -> tuple[Result, ...]:
    """The games that somebody played from the beginning to the end."""
    return tuple(one for one in results if one.place is not None)


def wins(results: Iterable[Result]) -> int:
    """The games that somebody won, alone or together with others."""
    return sum(one.place == 1 for one in results)


def average_score(results: Results) -> int:
    """The average score, rounded; 0 without games."""
    return round(sum(one.score for one in results) / len(results)) if results else 0


def best_score(results: Results) -> int:
    """The best score; 0 without games."""
    return max((one.score for one in results), default=0)


def places(results: Results) -> tuple[int, ...]:
    """How often somebody came first, second and so on, down to the last place that there was."""
    counts = Counter(one.place for one in results)
    return tuple(counts[place] for place in range(1, max((one.players for one in results), default=0) + 1))


def reliability(results: Results) -> tuple[int, int]:
    """The turns that somebody took in time, and those that they had to take on a clock."""
    return sum(one.in_time for one in results), sum(one.due for one in results)


def by_month(results: Results) -> dict[str, Results]:
    """Results by the month in which the game ended, in UTC ("2026-03"), the latest first."""
    return _grouped(reversed(results), lambda one: f"{one.ended_at:%Y-%m}")


def until_month(results: Results, month: str) -> Results:
    """The results of a month ("2026-03") and of those before it."""
    return tuple(one for one in results if f"{one.ended_at:%Y-%m}" <= month)


def by_board(results: Results) -> dict[str, Results]:
    """Results by the id of the board, the most played first."""
    groups = _grouped(results, lambda result: result.board)
    return dict(sorted(groups.items(), key=lambda item: (-len(item[1]), item[0])))


def favourite_routes(results: Results, board: Board) -> list[tuple[Route, int]]:
    """The routes of a board that somebody claimed most often, and how often.

    Of a double route it is the first side, whichever was claimed.
    """
    claimed = Counter(
        _ends(board.route[route])
        for one in results
        if one.board == board.id
        for route in one.routes
        if route in board.route
    )
    first = {_ends(route): route for route in reversed(board.routes)}
    ranked = sorted(claimed.items(), key=lambda item: (-item[1], item[0]))
    return [(first[ends], count) for ends, count in ranked[:MOST_ROUTES]]


def rating_history(results: Results) -> tuple[int, ...]:
    """The rating after each rated game, as plain numbers."""
    strengths = map(strength_of, results)
    return tuple(shown_rating(one) for one in strengths if one)


def rating(results: Results) -> Rating | None:
    """The present rating of somebody by all their results; None before the first rated game."""
    history = rating_history(results)
    return (history[-1], len(history)) if history else None


def is_provisional(rating: Rating) -> bool:
    """Whether a rating comes from few games."""
    return rating[1] < PROVISIONAL


def by_human(results: Iterable[Result]) -> dict[str, Results]:
    """Results by human."""
    return _grouped(results, lambda one: one.human)


def standings(of: Results, overall: Mapping[str, Results], *, by_rating: bool) -> list[Standing]:
    """The leaderboard of some results.

    With `by_rating`, people with a rating come first, those with a provisional one after the others. Among
    equals, and without `by_rating`, more games won count first, then a higher average score. `overall` are
    all results of each human.
    """
    lines: list[Standing] = [
        (human, own, rating(overall.get(human, own))) for human, own in by_human(played(of)).items()
    ]
    return sorted(lines, key=lambda line: _order(line, by_rating=by_rating))


def _order(line: Standing, *, by_rating: bool) -> tuple[int, int, int, int, str]:
    human, own, rated = line
    rank = 2 if rated is None else int(is_provisional(rated))
    first = (rank, -rated[0] if rated else 0) if by_rating else (0, 0)
    return *first, -wins(own), -average_score(own), human


def _grouped(results: Iterable[Result], key: Callable[[Result], str]) -> dict[str, Results]:
    groups: dict[str, list[Result]] = {}
    for result in results:
        groups.setdefault(key(result), []).append(result)
    return {name: tuple(group) for name, group in groups.items()}


def _ends(route: Route) -> tuple[str, str]:
    return min(route.a, route.b), max(route.a, route.b)
