"""Payment values: where locomotives can be played, and where cards of any kind stand in for others."""

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.actions import ClaimRoute
from engine.board import GRAY, Price
from engine.cards import CARDS, LOCOMOTIVE, counts, in_order
from engine.notation import line, read_line
from engine.options import options
from engine.payments import number_of_payments, payments, pays
from engine.refusals import Reason
from engine.view import view_for
from tests.rules.table import at, hand, play, refused, ways_to_pay

TUNNELS = {"locomotives_on": "tunnels"}
TUNNELS_AND_FERRIES = {"locomotives_on": "tunnels-and-ferries"}
FERRY_CARDS = {"locomotives_on": "tunnels-and-ferries", "ferry_cards": 3}


# ---- where locomotives can be played


def test_locomotives_pay_for_tunnels_only() -> None:
    game = at("india", rules=TUNNELS_AND_FERRIES, hands=["RRRLLL"])
    assert ways_to_pay(game, "agra--bhopal--2") == ["R"]
    assert refused(game, "claim agra--bhopal--2 L") == (Reason.NO_LOCOMOTIVES_HERE, {})


def test_a_gray_route_without_tunnel_or_ferry_takes_cards_of_one_color_only() -> None:
    game = at(rules=TUNNELS_AND_FERRIES, hands=["KKKLLL"])
    gray = next(
        r for r in game.table.board.routes if (r.length, r.color, r.tunnel, r.ferry) == (2, "", False, 0)
    )
    assert ways_to_pay(game, gray.id) == ["KK"]


def test_locomotives_pay_for_tunnels_and_ferries_where_the_rules_say_so() -> None:
    game = at(rules=TUNNELS_AND_FERRIES, hands=["KKKLLL"])
    assert ways_to_pay(game, "athina--brindisi") == ["KKKL", "KKLL", "KLLL"]
    game = at(rules=TUNNELS_AND_FERRIES, hands=["PPLL"])
    assert ways_to_pay(game, "marseille--zurich") == ["PP", "PL", "LL"]


def test_a_hand_of_locomotives_alone_pays_for_nothing_else() -> None:
    game = at(rules=TUNNELS_AND_FERRIES, hands=["LLLL"])
    kinds = {
        (route.tunnel or route.ferry > 0)
        for route in map(game.table.board.route.__getitem__, options(view_for(game, 0)).claims.places)
    }
    assert kinds == {True}


# ---- any three cards for a ferry's locomotive


def test_any_three_cards_stand_in_for_a_ferrys_locomotive() -> None:
    game = at(rules=FERRY_CARDS, hands=["KKKPBG"])
    assert ways_to_pay(game, "athina--brindisi") == ["PBGKKK"]
    after = play(game, "claim athina--brindisi PBGKKK")
    assert hand(after) == ""
    assert after.table.owner("athina--brindisi") == 0


def test_three_cards_for_each_locomotive_and_the_rest_in_one_color() -> None:
    game = at(rules=FERRY_CARDS, hands=["KKKKPPPBBBL"])
    assert "3P3B4K" in ways_to_pay(game, "palermo--smyrna")
    assert refused(game, "claim palermo--smyrna PPPBBBKKL")[0] is Reason.WRONG_SWAP
    assert refused(game, "claim palermo--smyrna PPKKKKL")[0] is Reason.WRONG_SWAP


def test_the_player_chooses_which_three_cards_stand_in() -> None:
    game = at(rules=FERRY_CARDS, hands=["KKKKKPPPBG"])
    assert play(game, "claim athina--brindisi PPPKKK").table.owner("athina--brindisi") == 0
    assert play(game, "claim athina--brindisi BGKKKK").table.owner("athina--brindisi") == 0


def test_without_the_rule_a_ferry_needs_its_locomotives() -> None:
    game = at(rules=TUNNELS_AND_FERRIES, hands=["KKKKKPPP"])
    assert ways_to_pay(game, "athina--brindisi") == []
    assert refused(game, "claim athina--brindisi PPPKKK")[0] is Reason.WRONG_NUMBER_OF_CARDS


# ---- one enumeration

hands = st.text(CARDS, max_size=9).map(in_order)
prices = st.builds(
    Price,
    st.integers(1, 3),
    st.sampled_from(["K", "P", GRAY]),
    st.integers(0, 1),
    st.just(True),
    st.just(3),
    st.integers(0, 1),
) | st.builds(
    Price,
    st.integers(1, 2),
    st.sampled_from(["K", GRAY]),
    st.just(0),
    st.booleans(),
    st.just(4),
    st.integers(1, 2),
)


def by_hand(price: Price, cards: str) -> bool:
    """Every way to set cards of any kind aside, and then to pay the rest with one colour and locomotives."""
    for swaps in range(price.swaps + 1):
        if len(cards) != price.length + swaps * max(price.any_cards - 1, 0):
            continue
        for others in combinations(range(len(cards)), swaps * price.any_cards):
            core = "".join(card for place, card in enumerate(cards) if place not in others)
            colors = set(core) - {LOCOMOTIVE}
            jokers = core.count(LOCOMOTIVE)
            fits = len(colors) <= 1 and (price.color == GRAY or colors <= {price.color})
            if fits and jokers >= price.ferry - swaps and (price.takes_locomotives or not jokers):
                return True
    return False


@given(prices, hands)
def test_a_payment_is_what_can_be_parted_into_its_cards_and_those_that_stand_in(
    price: Price, cards: str
) -> None:
    assert pays(price, cards) == by_hand(price, cards)


@given(prices, hands)
def test_every_payment_that_is_listed_pays_and_there_is_one_if_any_cards_of_the_hand_pay(
    price: Price, cards: str
) -> None:
    listed = payments(price, counts(cards))
    assert len(listed) == len(set(listed)) == number_of_payments(price, counts(cards))
    assert all(pays(price, way) for way in listed)
    held = {
        in_order("".join(chosen)) for size in range(len(cards) + 1) for chosen in combinations(cards, size)
    }
    assert bool(listed) == any(pays(price, way) for way in held)


# ---- notation


@pytest.mark.parametrize("cards", ["K" * 9, "K" * 10, "PBOWGYKRL" * 4, "P" * 12 + "L" * 14])
def test_many_cards_are_counted_in_an_actions_line_and_read_back(cards: str) -> None:
    action = ClaimRoute("lieksa--murmansk", cards)
    assert read_line(line(action)) == action
    assert len(line(action)) <= 46


def test_ten_cards_are_written_in_numbers_and_nine_as_letters() -> None:
    assert line(ClaimRoute("a", "K" * 9)) == "claim a KKKKKKKKK"
    assert line(ClaimRoute("a", "K" * 9 + "PP")) == "claim a 2P9K"
