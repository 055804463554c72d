"""Statistics and leaderboards in words."""

from collections.abc import Iterator, Mapping, Sequence

from bot.matches import figures
from bot.matches.figures import Rating, Results, Standing
from bot.text.i18n import Phrases, person
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
    done, time, say = figures.played(results), month or "none", phrases.say
    if not done:
        return say("stats-none", name=name, month=time)
    lines = [say("stats-title", name=name, month=time), _part(month or say("stats-overall"), done, phrases)]
    counts = enumerate(figures.places(done), 1)
    places = [say("stats-place", place=place, count=count) for place, count in counts if count]
    lines.append(say("stats-places", places=listed(places, phrases)))
    completed, tickets = _tickets(done)
    best, path = figures.best_score(done), max(result.path for result in done)
    lines.append(say("stats-best", best=best, completed=completed, tickets=tickets, path=path))
    if rating is None:
        lines.append(say("stats-not-rated"))
    else:
        shown, games = rating
        provisional = "yes" if figures.is_provisional(rating) else "no"
        lines.append(say("stats-rating", rating=str(shown), games=games, provisional=provisional))
    in_time, due = figures.reliability(results)  # also of games that were left
    if due:
        lines.append(say("stats-in-time", share=_share(in_time, due), count=in_time, due=due))
    if board := favourite_board(done, boards):
        routes = [
            f"{route_name(board, route.id, phrases.language, sided=False)} ({count})"
            for route, count in figures.favourite_routes(done, board)
        ]
        lines.append(say("stats-routes", routes=listed(routes, phrases)))
    return "\n".join([*lines, *_parts(done, figures.played(here), month, boards, phrases)])


def _tickets(results: Results) -> tuple[int, int]:
    """The tickets completed, and all that were kept."""
    return sum(result.completed for result in results), sum(result.tickets for result in results)


def _parts(
    done: Results, here: Results, month: str, boards: Mapping[str, Board], phrases: Phrases
) -> Iterator[str]:
    """The games of the chat, the latest months and the boards, a line each; none that says nothing new."""
    if here and len(here) < len(done):
        yield _part(phrases.say("stats-here"), here, phrases)
    if not month:
        for title, results in list(figures.by_month(done).items())[:MOST_MONTHS]:
            yield _part(title, results, phrases)
    by_board = figures.by_board(done)
    if len(by_board) > 1:
        for id, results in by_board.items():
            title = boards[id].title if id in boards else id
            yield _part(board_title(title, phrases), results, phrases)


def _part(title: str, results: Results, phrases: Phrases) -> str:
    """Games, wins and average of some results."""
    wins, average = figures.wins(results), figures.average_score(results)
    return phrases.say("stats-part", part=title, games=len(results), wins=wins, average=average)


def _share(part: int, whole: int) -> int:
    """A share in per cent, rounded; anything less than all is at most 99."""
    return 100 if part == whole else min(round(100 * part / whole), 99)


def favourite_board(done: Results, boards: Mapping[str, Board]) -> Board | None:
    """The board that somebody played most, where it is still there and they claimed a route on it."""
    most = next(iter(figures.by_board(done)), "")
    board = boards.get(most)
    return board if board and figures.favourite_routes(done, board) else None


def card_values(results: Results, rated: Rating | None) -> tuple[str, ...]:
    """The eight figures of a person's picture (see render.statistics_card)."""
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
        str(max((result.path for result in done), default=0)),
    )


def leaderboard_title(scope: str, month: str, phrases: Phrases) -> str:
    """Of which games a leaderboard is: `scope` is "chat" or "all"; `month` may be ""."""
    return phrases.say("leaderboard-of", scope=scope, month=month or "none")


def leaderboard_figures(standing: Standing) -> tuple[str, ...]:
    """Rating (with a question mark where it is provisional), games, wins and average of a line."""
    _, results, rated = standing
    rating = f"{rated[0]}{'?' if figures.is_provisional(rated) else ''}" if rated else NONE
    return rating, str(len(results)), str(figures.wins(results)), str(figures.average_score(results))


def leaderboard_text(
    title: str, lines: Sequence[Standing], names: Mapping[str, str], most: int, own: str, phrases: Phrases
) -> str:
    """The first `most` lines of a leaderboard, that of the human `own`, and what a rating is."""
    say, rows = phrases.say, [f"**{phrases.say('leaderboard-title')} · {title}**"]
    for place, standing in enumerate(lines, 1):
        human, results, _ = standing
        if place <= most or human == own:
            rating, *_ = leaderboard_figures(standing)
            key = "leaderboard-no-rating" if rating == NONE else "leaderboard-rating"
            line = _part(say(key, rating=rating), results, phrases)
            rows.append(say("leaderboard-line", place=place, name=names[human], line=line))
    return "\n".join([*rows, say("rating-explained")])


def known_names(results: Results, names: Mapping[str, str]) -> dict[str, str]:
    """What each human is called: as the account of their latest game is; `names` are by account."""
    return {result.human: person(names.get(str(result.person), "")) for result in results}
