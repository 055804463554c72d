"""Ferries: a locomotive for each locomotive symbol, and any of the other cards may be locomotives too."""

import pytest

from engine.actions import ClaimRoute
from engine.refusals import Reason
from tests.rules.table import at, board, can, discards, play, refused, ways_to_pay


def test_a_ferry_takes_a_locomotive_for_each_symbol() -> None:
    game = at(hands=["RRRRRRLL"])
    assert ways_to_pay(game, "palermo--smyrna") == ["RRRRLL"]
    assert refused(game, "claim palermo--smyrna RRRRRR") == (Reason.FERRY_NEEDS_LOCOMOTIVES, {"ferry": 2})
    assert refused(game, "claim palermo--smyrna RRRRRL") == (Reason.FERRY_NEEDS_LOCOMOTIVES, {"ferry": 2})
    assert discards(play(game, "claim palermo--smyrna RRRRLL")) == "RRRRLL"


def test_without_enough_locomotives_a_ferry_is_not_offered() -> None:
    game = at(hands=["RRRRRRL"])
    assert not any("palermo--smyrna" in text for text in can(game, ClaimRoute))
    assert refused(game, "claim palermo--smyrna RRRRLL") == (Reason.CARDS_NOT_HELD, {"missing": "L"})


def test_locomotives_stand_in_for_the_rest_as_well() -> None:
    game = at(hands=["RRRLLLL"])
    assert ways_to_pay(game, "athina--brindisi") == ["RRRL", "RRLL", "RLLL", "LLLL"]


def test_a_ferry_of_locomotives_alone_takes_locomotives_alone() -> None:
    game = at(hands=["RRLL"])
    assert ways_to_pay(game, "amsterdam--london") == ["LL"]
    assert refused(game, "claim amsterdam--london RL") == (Reason.FERRY_NEEDS_LOCOMOTIVES, {"ferry": 2})


def test_the_rest_of_a_ferry_is_of_one_colour() -> None:
    game = at(hands=["RRBBL"])
    assert refused(game, "claim athina--brindisi RRBL") == (Reason.MIXED_COLORS, {})
    assert ways_to_pay(at(hands=["RRBBBL"]), "athina--brindisi") == ["BBBL"]


@pytest.mark.parametrize("route", [route.id for route in board().routes if route.ferry])
def test_no_payment_of_any_ferry_has_fewer_locomotives_than_symbols(route: str) -> None:
    ferry = board().route[route]
    paid = ways_to_pay(at(hands=["RRRRRRRRBBBBLLLLLLLL"]), route)
    assert {cards.count("L") for cards in paid} == set(range(ferry.ferry, ferry.length + 1))
    assert all(len(cards) == ferry.length for cards in paid)
