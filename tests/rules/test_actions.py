"""The Game Turn: only the seats of the table act, and the order of cards in an action means nothing."""

import pytest

from engine.actions import Action, BuildStation, ClaimRoute, DrawDeck, DrawTickets, KeepTickets, PaySurcharge
from engine.options import options
from engine.refusals import IllegalAction, Reason
from engine.rulebook import apply
from engine.view import view_for
from tests.rules.table import at, hand, play

# ---- who acts


@pytest.mark.parametrize("seat", [-3, -1, 3, 99])
@pytest.mark.parametrize("action", [DrawDeck(), DrawTickets(), ClaimRoute("brest--paris", "KKK")])
def test_a_seat_that_does_not_exist_cannot_act(seat: int, action: Action) -> None:
    game = at(players=3, seat=2, hands=["KKK", "KKK", "KKK"])
    with pytest.raises(IllegalAction) as refusal:
        apply(game, seat, action)
    assert (refusal.value.reason, refusal.value.facts) == (Reason.NO_SUCH_SEAT, {"seats": 3})


def test_a_seat_that_does_not_exist_cannot_choose_tickets() -> None:
    with pytest.raises(IllegalAction) as refusal:
        apply(at("usa", offers=[[1, 2, 3], [4, 5, 6]]), -1, KeepTickets((4, 5)))
    assert refusal.value.reason is Reason.NO_SUCH_SEAT


# ---- which actions are the same


def test_cards_in_another_order_are_the_listed_option() -> None:
    game = at(hands=["KKKLRR"])
    for action in (ClaimRoute("athina--brindisi", "LKKK"), BuildStation("wien", "L")):
        assert action in options(view_for(game, 0))
        assert action in list(options(view_for(game, 0)))
    assert ClaimRoute("athina--brindisi", "LKKK") == ClaimRoute("athina--brindisi", "KKKL")
    assert len({ClaimRoute("athina--brindisi", cards) for cards in ("LKKK", "KLKK", "KKKL")}) == 1
    assert ClaimRoute("athina--brindisi", "LKKK") != ClaimRoute("athina--brindisi", "KKLL")
    after, _ = apply(game, 0, ClaimRoute("athina--brindisi", "LKKK"))
    assert hand(after) == "RR"


def test_a_surcharge_in_another_order_is_the_listed_option() -> None:
    game = play(at(hands=["KKKL"], deck="KLR..."), "claim angora--constantinople KK")
    assert PaySurcharge("LK") in options(view_for(game, 0))
    assert hash(PaySurcharge("LK")) == hash(PaySurcharge("KL"))


def test_letters_that_are_no_cards_are_refused_and_not_sorted() -> None:
    with pytest.raises(IllegalAction) as refusal:
        apply(at(hands=["KKK"]), 0, ClaimRoute("brest--paris", "KQK"))
    assert refusal.value.facts == {"cards": "KQK"}
