"""India: what is different there. Mandalas have a file of their own."""

import pytest

from engine.actions import KeepTickets
from engine.refusals import BadInput, Reason
from engine.setup import Setup, new_game
from tests.rules.table import SEED, at, board, can, move, opened, refused, ways_to_pay


def test_two_to_four_play() -> None:
    with pytest.raises(BadInput, match="is played by 2 to 4"):
        new_game(board("india"), Setup("india", 5), "test", SEED)
    for players in (2, 3, 4):
        assert opened("india", players, "india").table.players == players


def test_each_player_is_dealt_four_tickets_and_keeps_at_least_two() -> None:
    game = opened("india", 2, "india")
    assert [len(offer) for offer in game.offers] == [4, 4]
    kept = [text.count(",") + 1 for text in can(game, KeepTickets, 0)]
    assert (min(kept), max(kept)) == (2, 4)


def test_refused_starting_tickets_go_under_the_deck() -> None:
    game = opened("india", 2, "india")
    refused_tickets: list[int] = []
    for seat in (0, 1):
        first, second, *rest = sorted(game.offers[seat])
        refused_tickets += rest
        game, _ = move(game, f"{seat}: keep {first},{second}")
    assert game.ticket_deck[-4:] == tuple(refused_tickets)
    assert len(game.ticket_deck) == 58 - 4


def test_every_player_has_45_trains_and_no_stations() -> None:
    table = at("india").table
    assert (table.trains, table.rules.stations) == ((45, 45), 0)
    assert refused(at("india", hands=["KKK"]), "station delhi K")[0] is Reason.NO_STATIONS_IN_TITLE


@pytest.mark.parametrize("players", [2, 3])
def test_one_side_of_a_double_route_closes_with_fewer_than_four_players(players: int) -> None:
    game = at("india", players=players, hands=["RR"], routes=[[], ["agra--bhopal--1"]])
    reason, facts = refused(game, "claim agra--bhopal--2 R")
    assert (reason, facts["players"]) == (Reason.DOUBLE_CLOSED, 4)


def test_both_sides_of_a_double_route_are_open_to_four_players() -> None:
    game = at("india", players=4, hands=["RR"], routes=[[], ["agra--bhopal--1"]])
    after, _ = move(game, "claim agra--bhopal--2 R")
    assert after.table.owner("agra--bhopal--2") == 0


def test_a_ferry_needs_its_locomotives() -> None:
    game = at("india", hands=["KKKKKKKKLLL"])
    assert ways_to_pay(game, "calcutta--madras") == ["KKKKKKLL", "KKKKKLLL"]
    assert refused(game, "claim calcutta--madras KKKKKKKL")[0] is Reason.FERRY_NEEDS_LOCOMOTIVES


def test_an_8_space_route_scores_21_points() -> None:
    after, _ = move(at("india", hands=["KKKKKKKKLLL"]), "claim calcutta--madras KKKKKKLL")
    assert after.table.points[0] == 21
