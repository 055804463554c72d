"""Statistics and leaderboards: who wants them, what they add up to, and who sees what."""

from collections.abc import Sequence
from datetime import timedelta

import pytest
from sqlalchemy import Connection, update

from bot.matches import figures
from bot.matches.ratings import bring_up_to_date
from bot.model.call import Asker, Call
from bot.store import Result
from bot.store.schema import games
from engine.boards.files import load_board
from tests.sample_results import ANNA, BORIS, CARL, game, result
from tests.scenario import MEMORY_CHAT, Participant, Scenario

pytestmark = pytest.mark.scenario(boards="isle", others=("inn",))

SECOND = timedelta(seconds=1)


# ---- what results add up to


def test_figures_of_a_person() -> None:
    own = [result(number, ANNA, place, 3, score=90 + number) for number, place in enumerate((1, 3, 1, None))]
    done = figures.played(own)
    assert (len(done), figures.wins(done), figures.places(done)) == (3, 2, (2, 0, 1))
    assert (figures.average_score(done), figures.best_score(done)) == (91, 92)
    assert (figures.average_score(()), figures.best_score(()), figures.places(())) == (0, 0, ())


def test_turns_in_time_count_also_in_games_that_were_left() -> None:
    own = [result(1, ANNA, 1, due=10, in_time=9), result(2, ANNA, None, due=4, in_time=1)]
    assert figures.reliability(own) == (10, 14)


def test_results_by_month_and_by_board() -> None:
    own = [result(number, ANNA, 1, board=board) for number, board in ((0, "usa"), (1, "europe"), (40, "usa"))]
    assert {month: len(part) for month, part in figures.by_month(own).items()} == {"2026-04": 1, "2026-03": 2}
    assert [*figures.by_month(own)] == ["2026-04", "2026-03"]
    assert {id: len(part) for id, part in figures.by_board(own).items()} == {"usa": 2, "europe": 1}
    assert [*figures.by_board(own)] == ["usa", "europe"]


def test_favourite_routes_do_not_tell_the_sides_of_a_double_route_apart() -> None:
    board = load_board("europe")
    one, other = "edinburgh--london--1", "edinburgh--london--2"
    own = [
        result(1, ANNA, 1, routes=(one, "paris--zurich", "gone--away")),
        result(2, ANNA, 1, routes=(other,)),
        result(3, ANNA, 1, routes=("paris--zurich",), board="usa"),
    ]
    found = [(route.id, count) for route, count in figures.favourite_routes(own, board)]
    assert found == [(one, 2), ("paris--zurich", 1)]


def lines(of: Sequence[Result], *, by_rating: bool) -> list[str]:
    found = figures.standings(of, figures.by_human(of), by_rating=by_rating)
    return [human for human, _, _ in found]


def test_the_leaderboard_lists_ratings_before_provisional_ones_before_none() -> None:
    many = [result(number, ANNA, 2, mu=25.0, sigma=5.0, score=50) for number in range(5)]
    few, none = result(9, BORIS, 1, mu=40.0, sigma=5.0), [result(20 + n, CARL, 1) for n in range(3)]
    everybody = [*many, few, *none]
    assert lines(everybody, by_rating=True) == list(map(str, (ANNA, BORIS, CARL)))
    assert lines(everybody, by_rating=False) == list(map(str, (CARL, BORIS, ANNA)))


def test_nobody_is_listed_for_games_that_they_left() -> None:
    assert lines([result(1, ANNA, None), *game(2, BORIS, CARL)], by_rating=True) == [str(BORIS), str(CARL)]


# ---- in a chat


async def play(scenario: Scenario, *names: str, computers: int = 0) -> list[Participant]:
    """A whole game, which ends later than the one before it."""
    await scenario.clock.move_on(SECOND)
    people = await scenario.in_play(*names, game="isle", computers=computers)
    await scenario.clock.move_on(SECOND)
    await scenario.play_to_the_end(*people)
    return [await scenario.add_player(name) for name in names]


async def counted(scenario: Scenario, *names: str) -> list[Participant]:
    """People who have turned their statistics on."""
    people = [await scenario.add_player(name) for name in names]
    for one in people:
        assert (await one.says("/stats on")).startswith("Your statistics are on.")
    return people


async def stored(scenario: Scenario) -> list[tuple[str, int]]:
    """Who has results, and how many of them are rated."""
    await bring_up_to_date(scenario.host.repository)
    found: dict[str, list[Result]] = {}
    for person in ("anna", "boris", "carl"):
        everything = await scenario.store.results._results(games.c.id.is_(None) | True)
        found[person] = [one for one in everything if one.person.id == person]
    return [(name, sum(one.rated for one in own)) for name, own in found.items() if own]


async def test_nothing_is_kept_or_shown_of_somebody_who_did_not_ask_for_it(scenario: Scenario) -> None:
    anna, boris = await play(scenario, "Anna", "Boris")
    assert (await anna.says("/stats")).startswith("Your statistics are off.")
    assert await stored(scenario) == []
    await anna.presses("Turn on")
    assert "All games: 1 game" in await anna.says("/stats")
    assert await stored(scenario) == [("anna", 0)]
    assert "There are no statistics of “boris” here." in await anna.says("/stats boris")
    assert "Boris" not in await anna.says("/leaderboard")
    assert "Boris" not in anna.answer.pictures[0].alt
    assert "1 game" in await boris.says("/stats ann")


async def test_a_game_that_is_opened_again_is_withdrawn(scenario: Scenario) -> None:
    await counted(scenario, "Anna", "Boris")
    anna, _ = await play(scenario, "Anna", "Boris")
    await anna.says("/stats")
    game, database = (await scenario.match()).id, scenario.store.database
    closed_at = await scenario.store.log.closed_at(game)

    def close(connection: Connection, at: object) -> None:
        connection.execute(update(games).where(games.c.id == game).values(closed_at=at))

    await database.write(close, None)
    assert await stored(scenario) == []
    assert "No finished game of" in await anna.says("/stats")
    await database.write(close, closed_at)
    assert await stored(scenario) == [("anna", 1), ("boris", 1)]


# ---- a month


def test_the_results_until_a_month() -> None:
    own = [result(number, ANNA, 1) for number in (0, 1, 40, 70)]
    assert [one.game for one in figures.until_month(own, "2026-04")] == ["g0", "g1", "g40"]


async def test_a_month_that_is_none_is_refused(scenario: Scenario) -> None:
    (anna,) = await counted(scenario, "Anna")
    call = Call("stats", given={"month": "october"})
    answer = await scenario.host.dispatcher.answer(Asker(anna.person, MEMORY_CHAT), call)
    assert answer.text.endswith("is not a month. Write it like 2026-03.")
