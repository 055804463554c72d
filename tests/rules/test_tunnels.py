"""Tunnels: three cards are turned, and each that matches the colour laid down costs one card more."""

import pytest

from engine.actions import PaySurcharge
from engine.events import DeckShuffled, RouteClaimed, TunnelRevealed
from engine.game import Game, SettleTunnel, all_cards
from engine.refusals import Reason
from tests.rules.table import (
    FORTY_TWO,
    at,
    can,
    cards_but,
    discards,
    hand,
    kinds,
    move,
    play,
    refused,
    routes,
    the,
    told,
    ways_to_pay,
)

WHITE, BLACK = "madrid--pamplona--1", "madrid--pamplona--2"


def laid(cards: str, revealed: str, left: str = "") -> Game:
    """These cards were laid down for the black tunnel of three, and these were revealed."""
    game = at(hands=[cards + left], deck=revealed + "...")
    return play(game, f"claim {BLACK} {cards}")


# ---- "lay down the cards for the route, then turn over the top three cards of the deck"


@pytest.mark.parametrize(
    ("cards", "revealed", "owed"),
    [
        ("KKK", "KRB", 1),
        ("KKK", "KKB", 2),
        ("KKK", "KKK", 3),
        ("KKK", "LRB", 1),
        ("KKK", "LKL", 3),
        ("KKL", "KRB", 1),
        ("KKL", "LRB", 1),
        ("KLL", "KLR", 2),
        ("LLL", "LKR", 1),
        ("LLL", "LLL", 3),
    ],
)
def test_each_revealed_card_of_the_colour_and_each_locomotive_costs_one_more(
    cards: str, revealed: str, owed: int
) -> None:
    game = laid(cards, revealed)
    assert game.table.decisions[0] == SettleTunnel(game.seq, owed)
    assert game.table.tunnel is not None
    assert game.table.tunnel.revealed == revealed


@pytest.mark.parametrize(("cards", "revealed"), [("KKK", "RBW"), ("KKL", "RRR"), ("LLL", "KKK")])
def test_a_surcharge_of_zero_claims_at_once(cards: str, revealed: str) -> None:
    game = laid(cards, revealed)
    assert routes(game) == [BLACK]
    assert game.table.seat == 1
    assert sorted(discards(game)) == sorted(cards + revealed)


def test_after_locomotives_alone_only_revealed_locomotives_count() -> None:
    assert routes(laid("LLL", "KKK")) == [BLACK]
    assert laid("LLL", "KLK").table.decisions[0] == SettleTunnel(2, 1)


def test_the_payment_laid_down_is_that_of_an_ordinary_route() -> None:
    game = at(hands=["KKKKRRLL"])
    assert ways_to_pay(game, BLACK) == ["KKK", "KKL", "KLL"]
    assert refused(game, f"claim {BLACK} RRL") == (Reason.WRONG_COLOR, {"color": "K"})
    assert refused(game, f"claim {BLACK} KKKK") == (Reason.WRONG_NUMBER_OF_CARDS, {"number": 3, "given": 4})


def test_a_gray_tunnel_matches_the_colour_that_was_laid() -> None:
    game = at(hands=["GGGGG"], deck="GKL...")
    assert the(TunnelRevealed, game, "claim bucuresti--budapest GGGG").owed == 2
    game = at(hands=["GGGGG"], deck="RKW...")
    assert the(TunnelRevealed, game, "claim bucuresti--budapest GGGG").owed == 0


def test_a_tunnel_takes_as_many_trains_as_it_has_spaces_for_any_number_of_cards() -> None:
    game = at(hands=["KKKK"], routes=[FORTY_TWO], deck="KRB...")
    game = play(game, f"claim {BLACK} KKK", "pay K")
    assert game.table.trains[0] == 0


# ---- paying the surcharge


def test_the_surcharge_is_paid_in_the_colour_laid_down_or_locomotives() -> None:
    game = laid("KKK", "KLB", left="KKLLRR")
    assert can(game, PaySurcharge) == ["pay KK", "pay KL", "pay LL"]
    assert refused(game, "pay RR") == (Reason.WRONG_COLOR, {"color": "K"})
    assert refused(game, "pay KR") == (Reason.MIXED_COLORS, {})
    assert refused(game, "pay K") == (Reason.WRONG_NUMBER_OF_CARDS, {"number": 2, "given": 1})
    assert refused(game, "pay KKL") == (Reason.WRONG_NUMBER_OF_CARDS, {"number": 2, "given": 3})


def test_after_locomotives_alone_only_locomotives_pay() -> None:
    game = laid("LLL", "LRB", left="KKL")
    assert can(game, PaySurcharge) == ["pay L"]
    assert refused(game, "pay K") == (Reason.ONLY_LOCOMOTIVES, {})
    assert routes(play(game, "pay L")) == [BLACK]
    game = laid("LLL", "LRB", left="KK")
    assert can(game, PaySurcharge) == []


def test_paying_claims_the_route_and_everything_is_discarded() -> None:
    game = play(laid("KKL", "KRB", left="KG"), "pay K")
    assert routes(game) == [BLACK]
    assert game.table.points[0] == 4
    assert game.table.trains[0] == 42
    assert hand(game) == "G"
    assert sorted(discards(game)) == sorted("KKL" + "KRB" + "K")
    assert game.table.tunnel is None
    assert game.table.seat == 1


def test_the_claim_names_all_that_it_cost() -> None:
    assert the(RouteClaimed, laid("KKL", "KRB", left="KG"), "pay K").cards == "KKKL"


def test_a_payment_is_fixed_once_cards_are_revealed() -> None:
    game = laid("KKK", "KRB", left="KKKL")
    assert kinds(game) == {"pay", "decline"}
    for other in (f"claim {BLACK} KKL", "draw deck", "draw tickets", "station wien K", "keep 1"):
        assert refused(game, other) == (Reason.SETTLE_TUNNEL_FIRST, {"owed": 1})


# ---- declining


def test_declining_returns_the_laid_cards_and_ends_the_turn() -> None:
    game = play(laid("KKK", "KRB", left="KG"), "decline")
    assert hand(game) == "GKKKK"
    assert routes(game) == []
    assert discards(game) == "BKR"
    assert game.table.seat == 1
    assert game.table.trains[0] == 45
    assert game.table.tunnel is None


def test_a_player_who_cannot_pay_the_surcharge_can_only_decline() -> None:
    game = laid("KKK", "KRB", left="RRR")
    assert game.table.decisions[0] == SettleTunnel(game.seq, 1)
    assert kinds(game) == {"decline"}
    assert refused(game, "pay K") == (Reason.CARDS_NOT_HELD, {"missing": "K"})


def test_a_player_who_can_pay_the_surcharge_may_decline() -> None:
    assert play(laid("KKK", "KRB", left="KKK"), "decline").table.seat == 1


def test_without_an_open_tunnel_nothing_can_be_settled() -> None:
    game = at(hands=["K"])
    assert refused(game, "pay K") == (Reason.NO_TUNNEL_OPEN, {})
    assert refused(game, "decline") == (Reason.NO_TUNNEL_OPEN, {})


# ---- while the tunnel is open


def test_laid_and_revealed_cards_are_not_discarded_before_the_tunnel_is_settled() -> None:
    game = laid("KKK", "KRB", left="KG")
    assert hand(game) == "GK"
    assert game.table.hands[0] == 2
    assert discards(game) == ""
    assert len(all_cards(game)) == 110


def test_an_open_tunnel_waits_for_its_player_alone() -> None:
    game = laid("KKK", "KRB")
    assert game.table.waiting_for == (0,)
    assert refused(game, "1: draw deck") == (Reason.NOT_YOUR_TURN, {"seat": 0})


# ---- too few cards to reveal


def short(deck: str, thrown: str) -> Game:
    """The black tunnel with so few cards in deck and discards."""
    rest = cards_but("RBGYW", "KKK", deck, thrown)
    return at(row="RBGYW", deck=deck, discards=thrown, hands=["KKK", rest])


def test_with_fewer_than_three_cards_left_all_of_them_are_revealed() -> None:
    assert the(TunnelRevealed, short("KL", ""), f"claim {BLACK} KKK").revealed == "KL"
    assert the(TunnelRevealed, short("", "K"), f"claim {BLACK} KKK").revealed == "K"
    assert the(TunnelRevealed, short("", "K"), f"claim {BLACK} KKK").owed == 1


def test_with_no_cards_left_there_is_no_surcharge() -> None:
    game = play(short("", ""), f"claim {BLACK} KKK")
    assert routes(game) == [BLACK]


def test_the_deck_is_rebuilt_within_a_reveal_from_the_discards_without_the_laid_cards() -> None:
    game, events = move(short("R", "KL"), f"claim {BLACK} KKK")
    assert [type(event) for event in events[:2]] == [DeckShuffled, TunnelRevealed]
    assert game.table.tunnel is not None
    assert game.table.tunnel.revealed[0] == "R"
    assert sorted(game.table.tunnel.revealed) == ["K", "L", "R"]
    assert (game.table.deck, game.table.discards) == (0, 0)


def test_three_cards_in_the_deck_are_revealed_without_a_shuffle() -> None:
    assert told(short("RGB", "KL"), f"claim {BLACK} KKK")[0] == "TunnelRevealed"


def test_a_short_row_is_refilled_after_a_tunnel_that_was_declined_as_after_one_that_was_paid() -> None:
    rest = cards_but("RB", "KKKK", "K")
    game = at(row="RB---", deck="", discards="K", hands=["KKKK", rest])
    game = play(game, f"claim {BLACK} KKK")
    assert game.table.row == "RB---"
    assert play(game, "decline").table.row == "RBK--"
    paid = play(game, "pay K")
    assert paid.table.row == "RBKKK"
    assert (paid.table.deck, paid.table.discards) == (2, 0)
