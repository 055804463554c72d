"""Ratings: the arithmetic of openskill by hand, the order of games, and results that are missing."""

from dataclasses import replace
from math import exp, isclose, sqrt

from bot.matches.ratings import rate, ratings
from tests.sample_results import ANNA, BORIS, CARL, game

MU, SIGMA, BETA, TAU = 25.0, 25 / 3, 25 / 6, 25 / 300


def by_hand() -> tuple[float, float, float]:
    """What two new players have after a game, by the formulas of Weng and Lin for Plackett and Luce.

    Returns the estimate of the winner, that of the loser, and the uncertainty of both.
    """
    variance = SIGMA**2 + TAU**2
    c = sqrt(2 * (variance + BETA**2))
    chance = exp(MU / c) / (2 * exp(MU / c))
    omega = variance / c * (1 - chance)
    delta = sqrt(variance) / c * variance / c**2 * chance * (1 - chance)
    return MU + omega, MU - omega, sqrt(variance * (1 - delta))


def test_two_new_players_have_the_numbers_of_the_paper() -> None:
    winner, loser, sigma = by_hand()
    found = rate([None, None], [1, 2])
    assert all(map(isclose, (*found[0], *found[1]), (winner, sigma, loser, sigma)))
    assert isclose(winner, 27.635389493140497)


def test_a_shared_place_gives_the_same_to_both() -> None:
    first, second, third = rate([None, None, None], [1, 2, 2])
    assert second == third
    assert first[0] > second[0]


def test_a_game_counts_on_from_the_games_before_it() -> None:
    games = [*game(1, ANNA, BORIS), *game(2, BORIS, CARL)]
    found = ratings(games)
    first = rate([None, None], [1, 2])
    assert [found["g1", 0], found["g1", 1]] == first
    assert [found["g2", 0], found["g2", 1]] == rate([first[1], None], [1, 2])


def test_the_order_of_seats_changes_nothing() -> None:
    """The order of the games does matter: they are rated as they ended."""
    one = ratings(game(1, ANNA, BORIS, CARL))
    turned = ratings(list(reversed(game(1, ANNA, BORIS, CARL))))
    assert all(map(isclose, one["g1", 0], turned["g1", 0]))
    assert ratings([*game(1, ANNA, BORIS), *game(2, BORIS, ANNA)]) != ratings(
        [*game(2, BORIS, ANNA), *game(1, ANNA, BORIS)]
    )


def test_linked_accounts_are_one_person() -> None:
    games = [*game(1, ANNA, BORIS), *game(2, CARL, BORIS)]
    linked = [replace(one, human="one") if one.person in (ANNA, CARL) else one for one in games]
    assert ratings(linked)["g2", 0] != ratings(games)["g2", 0]
    assert ratings(linked)["g2", 0] == ratings([*game(1, ANNA, BORIS), *game(2, ANNA, BORIS)])["g2", 0]


def test_somebody_with_two_seats_is_not_rated() -> None:
    assert ratings([replace(one, human="one") for one in game(1, ANNA, BORIS)]) == {}


def test_without_a_deleted_player_the_others_keep_their_numbers() -> None:
    games = [*game(1, ANNA, BORIS), *game(2, ANNA, CARL)]
    found = ratings(games)
    stored = [
        replace(one, mu=found[one.game, one.seat][0], sigma=found[one.game, one.seat][1]) for one in games
    ]
    left = [one for one in stored if one.person != BORIS]
    assert ratings(left) == {key: found[key] for key in (("g1", 0), ("g2", 0), ("g2", 1))}


def test_a_deleted_player_leaves_nothing_where_a_game_was_never_rated() -> None:
    assert ratings(game(1, ANNA, BORIS)[:1]) == {}
