"""Statistics and leaderboards in words."""

from collections.abc import Iterator, Mapping, Sequence

from bot.matches import statistics as figures
from bot.matches.statistics import Rating, Results, Standing
from bot.text.i18n import Phrases
from bot.text.i18n import person as person_name
from bot.text.labels import board_title, listed, route_name
from engine.board import Board

MOST_MONTHS = 3
"""Months that the text about a person lists."""

NONE = "–"
"""Shown in place of a missing figure."""


def statistics_text(
    name: str,
    month: str,
    results: Results,
    rating: Rating | None,
    here: Results,
    boards: Mapping[str, Board],
    phrases: Phrases,
) -> str:
    """The statistics of a person in a month, or of all time (""), in lines.

    `rating` is that at the end of this time; `here` are the results of the present chat. The first lines are
    what a short answer has.
    """
    done, time = figures.played(results), month or "none"
    if not done:
        return phrases.say("stats-none", name=name, month=time)
    lines = [phrases.say("stats-title", name=name, month=time), *_overall(results, month, rating, phrases)]
    if board := favourite_board(done, boards):
        lines.append(_favourite_routes(done, board, phrases))
    return "\n".join([*lines, *_parts(done, figures.played(here), month, boards, phrases)])


def _favourite_routes(done: Results, board: Board, phrases: Phrases) -> str:
    routes = [
        f"{route_name(board, route.id, phrases.language, sided=False)} ({count})"
        for route, count in figures.favourite_routes(done, board)
    ]
    return phrases.say("stats-routes", routes=listed(routes, phrases))


def _overall(results: Results, month: str, rating: Rating | None, phrases: Phrases) -> Iterator[str]:
    """Games, places, tickets, the rating, and the turns in time, also of games that were left."""
    done = figures.played(results)
    yield _part(month or phrases.say("stats-overall"), done, phrases)
    counts = enumerate(figures.places(done), 1)
    places = (phrases.say("stats-place", place=place, count=count) for place, count in counts if count)
    yield phrases.say("stats-places", places=listed(list(places), phrases))
    completed, tickets = _tickets(done)
    path = max(one.path for one in done)
    best = figures.best_score(done)
    yield phrases.say("stats-best", best=best, completed=completed, tickets=tickets, path=path)
    yield _rating_line(rating, phrases)
    in_time, due = figures.reliability(results)
    if due:
        yield phrases.say("stats-in-time", share=_share(in_time, due), count=in_time, due=due)


def _tickets(results: Results) -> tuple[int, int]:
    """The tickets completed, and all that were kept."""
    return sum(one.completed for one in results), sum(one.tickets for one in results)


def _rating_line(rating: Rating | None, phrases: Phrases) -> str:
    if rating is None:
        return phrases.say("stats-not-rated")
    shown, games = rating
    provisional = "yes" if figures.is_provisional(rating) else "no"
    return phrases.say("stats-rating", rating=str(shown), games=games, provisional=provisional)


def _parts(
    done: Results, here: Results, month: str, boards: Mapping[str, Board], phrases: Phrases
) -> Iterator[str]:
    """The games of the chat, the latest months and the boards, a line each; none that says nothing new."""
    if here and len(here) < len(done):
        yield _part(phrases.say("stats-here"), here, phrases)
    months = figures.by_month(done)
    for one in () if month else list(months)[:MOST_MONTHS]:
        yield _part(one, months[one], phrases)
    by_board = figures.by_board(done)
    for id, own in by_board.items() if len(by_board) > 1 else ():
        title = boards[id].title if id in boards else id
        yield _part(board_title(title, phrases), own, phrases)


def _part(part: str, own: Results, phrases: Phrases) -> str:
    return phrases.say(
        "stats-part",
        part=part,
        games=len(own),
        wins=figures.wins(own),
        average=figures.average_score(own),
    )


def _share(part: int, whole: int) -> int:
    """A share in per cent, rounded; anything less than all is at most 99."""
    return 100 if part == whole else min(round(100 * part / whole), 99)


def favourite_board(done: Results, boards: Mapping[str, Board]) -> Board | None:
    """The board that somebody played most, where it is still there and they claimed a route on it."""
    most = next(iter(figures.by_board(done)), "")
    board = boards.get(most)
    return board if board and figures.favourite_routes(done, board) else None


def card_values(results: Results, rated: Rating | None) -> tuple[str, ...]:
    """The eight figures of a person's picture (see render.statistics)."""
    done = figures.played(results)
    in_time, due = figures.reliability(results)
    completed, tickets = _tickets(done)
    return (
        str(len(done)),
        str(figures.wins(done)),
        str(rated[0]) if rated else NONE,
        f"{_share(in_time, due)}%" if due else NONE,
        str(figures.average_score(done)),
        str(figures.best_score(done)),
        f"{completed}/{tickets}",
        str(max((one.path for one in done), default=0)),
    )


def leaderboard_title(scope: str, month: str, phrases: Phrases) -> str:
    """Of which games a leaderboard is: `scope` is "chat" or "all"; `month` may be ""."""
    return phrases.say("leaderboard-of", scope=scope, month=month or "none")


def leaderboard_figures(standing: Standing) -> tuple[str, ...]:
    """Rating (with a question mark where it is provisional), games, wins and average of a line."""
    _, own, rated = standing
    shown = f"{rated[0]}{'?' if figures.is_provisional(rated) else ''}" if rated else NONE
    return shown, str(len(own)), str(figures.wins(own)), str(figures.average_score(own))


def leaderboard_text(
    title: str, lines: Sequence[Standing], names: Mapping[str, str], most: int, own: str, phrases: Phrases
) -> str:
    """The first `most` lines of a leaderboard, that of the human `own`, and what a rating is."""
    rows = [
        phrases.say("leaderboard-line", place=place, name=names[human], line=_part_line(standing, phrases))
        for place, standing in enumerate(lines, 1)
        for human in standing[:1]
        if place <= most or human == own
    ]
    head = f"**{phrases.say('leaderboard-title')} · {title}**"
    return "\n".join([head, *rows, phrases.say("rating-explained")])


def _part_line(standing: Standing, phrases: Phrases) -> str:
    """The figures of a line, in words."""
    _, own, _ = standing
    rating = leaderboard_figures(standing)[0]
    shown = (
        phrases.say("leaderboard-rating", rating=rating)
        if rating != NONE
        else phrases.say("leaderboard-no-rating")
    )
    return _part(shown, own, phrases)


def known_names(results: Results, names: Mapping[str, str]) -> dict[str, str]:
    """What each human is called: as the account of their latest game is; `names` are by account."""
    return {one.human: person_name(names.get(str(one.person), "")) for one in results}
