"""Double-Routes: never both sides for one player, and one side only with two or three players."""

import pytest

from engine.actions import ClaimRoute
from engine.refusals import Reason
from tests.rules.table import at, board, can, play, refused, routes

BLACK, RED = "berlin--frankfurt--1", "berlin--frankfurt--2"


def claims(game_lines: list[str]) -> set[str]:
    return {text.split()[1] for text in game_lines}


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_one_player_never_owns_both_sides(players: int) -> None:
    game = at(players=players, hands=["RRR"], routes=[[BLACK]])
    assert refused(game, f"claim {RED} RRR") == (Reason.OWNS_TWIN, {"route": RED})


@pytest.mark.parametrize("players", [2, 3])
def test_with_two_or_three_players_the_second_side_closes_to_everybody(players: int) -> None:
    hands = ["KKK", *["RRR"] * (players - 1)]
    game = at(players=players, hands=hands)
    assert {BLACK} <= claims(can(game, ClaimRoute))
    game = play(game, f"claim {BLACK} KKK")
    assert refused(game, f"claim {RED} RRR") == (Reason.DOUBLE_CLOSED, {"route": RED, "players": 4})


@pytest.mark.parametrize("players", [4, 5])
def test_with_four_or_five_players_another_player_may_have_the_second_side(players: int) -> None:
    game = at(players=players, hands=["KKK", "RRR"])
    game = play(game, f"claim {BLACK} KKK", f"claim {RED} RRR")
    assert routes(game, 0) == [BLACK]
    assert routes(game, 1) == [RED]


def test_only_the_side_that_was_named_is_claimed() -> None:
    game = play(at(hands=["RRR"]), f"claim {RED} RRR")
    assert routes(game) == [RED]
    game = at(hands=["RRR"])
    assert refused(game, f"claim {BLACK} RRR") == (Reason.WRONG_COLOR, {"color": "K"})


def test_gray_twins_are_two_sides_like_any_other() -> None:
    one, other = "dieppe--london--1", "dieppe--london--2"
    game = at(players=4, hands=["RL"], routes=[[one]])
    assert refused(game, f"claim {other} RL") == (Reason.OWNS_TWIN, {"route": other})
    game = at(players=4, hands=["RL"], routes=[[], [one]])
    assert other in claims(can(game, ClaimRoute))


def test_a_taken_side_is_refused_as_taken_and_not_as_closed() -> None:
    game = at(hands=["KKK"], routes=[[], [BLACK]])
    assert refused(game, f"claim {BLACK} KKK") == (Reason.ROUTE_TAKEN, {"route": BLACK, "seat": 1})


@pytest.mark.parametrize("title", ["europe", "usa"])
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_every_double_of_the_board_follows_the_number_of_players(title: str, players: int) -> None:
    twins = [route for route in board(title).routes if route.double]
    first = [route.id for route in twins if route.id.endswith("--1")][:5]
    second = {route.id for route in twins if route.double in {name[:-3] for name in first}} - set(first)
    everything = "PPPPPPBBBBBBOOOOOOWWWWWWGGGGGGYYYYYYKKKKKKRRRRRRLLLLLL"
    game = at(title, players=players, hands=[everything], routes=[[], first])
    assert bool(second & claims(can(game, ClaimRoute))) == (players >= 4)
    assert not set(first) & claims(can(game, ClaimRoute))


def test_a_double_tunnel_closes_with_two_players_too() -> None:
    game = at(hands=["KKK"], routes=[[], ["madrid--pamplona--1"]])
    assert refused(game, "claim madrid--pamplona--2 KKK")[0] is Reason.DOUBLE_CLOSED
