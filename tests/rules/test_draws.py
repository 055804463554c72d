"""Drawing Train Cards: two cards a turn, face-up or blind, and a face-up locomotive alone."""

import pytest

from engine.actions import DrawDeck, DrawFaceUp, DrawTickets
from engine.events import CardDrawn, CardTaken, DeckShuffled, RowFilled
from engine.game import DrawSecondCard, TakeTurn
from engine.refusals import Reason
from tests.rules.table import at, can, cards_but, discards, hand, kinds, move, play, refused, the, told

# ---- "Draw two train cards, from the face-up cards or the top of the deck"


@pytest.mark.parametrize(
    ("first", "second", "drawn"),
    [
        ("draw 1R", "draw 5W", "WR"),
        ("draw 1R", "draw deck", "OR"),
        ("draw deck", "draw 2B", "BO"),
        ("draw deck", "draw deck", "OP"),
    ],
)
def test_two_cards_a_turn_from_row_and_deck_in_any_mix(first: str, second: str, drawn: str) -> None:
    game = at(row="RBGYW", deck="OP..." if "deck" in first else "KO...")
    game = play(game, first, second)
    assert sorted(hand(game)) == sorted(drawn)
    assert game.table.seat == 1


def test_the_first_card_and_what_replaces_it_are_seen_before_the_second_is_chosen() -> None:
    game, events = move(at(row="RBGYW", deck="OP..."), "draw 1R")
    assert [type(event) for event in events[:2]] == [CardTaken, RowFilled]
    assert game.table.row == "OBGYW"
    assert hand(game) == "R"
    assert isinstance(game.table.decisions[0], DrawSecondCard)
    assert hand(play(game, "draw 1O")) == "OR"


def test_a_blind_card_is_seen_by_its_player_before_the_second_is_chosen() -> None:
    game = play(at(row="RBGYW", deck="OP..."), "draw deck")
    assert hand(game) == "O"
    assert game.table.row == "RBGYW"
    assert game.deck[0] == "P"


def test_a_taken_card_is_replaced_from_the_top_of_the_deck_in_its_own_slot() -> None:
    game = play(at(row="RBGYW", deck="OP..."), "draw 3G")
    assert game.table.row == "RBOYW"
    assert game.deck[0] == "P"


def test_the_second_card_is_compulsory() -> None:
    game = play(at(hands=["KKKL"], row="RBGYW", deck="OP..."), "draw deck")
    assert kinds(game) == {"draw"}
    assert can(game, DrawTickets) == []
    for other in ("draw tickets", "claim brest--paris KKK", "station wien K", "keep 1", "pay K", "decline"):
        assert refused(game, other) == (Reason.SECOND_CARD_FIRST, {})


def test_only_the_player_at_turn_draws() -> None:
    assert refused(at(), "1: draw deck") == (Reason.NOT_YOUR_TURN, {"seat": 0})


# ---- "If a player takes a face-up locomotive, that is the only card"


def test_a_face_up_locomotive_is_the_first_and_only_card() -> None:
    game = play(at(row="RBLYW", deck="OP..."), "draw 3L")
    assert hand(game) == "L"
    assert game.table.seat == 1
    assert game.table.row == "RBOYW"


def test_a_face_up_locomotive_is_barred_as_the_second_card() -> None:
    for first in ("draw 1R", "draw deck"):
        game = play(at(row="RBLYW", deck="OP..."), first)
        assert refused(game, "draw 3L") == (Reason.LOCOMOTIVE_SECOND, {})
        assert not [text for text in can(game, DrawFaceUp) if text.endswith("L")]


def test_a_locomotive_that_replaces_the_first_card_is_barred_too() -> None:
    game = play(at(row="RBGYW", deck="LP..."), "draw 1R")
    assert game.table.row == "LBGYW"
    assert refused(game, "draw 1L") == (Reason.LOCOMOTIVE_SECOND, {})


def test_a_blind_locomotive_is_a_card_like_any_other() -> None:
    game = play(at(row="RBGYW", deck="LL..."), "draw deck")
    assert isinstance(game.table.decisions[0], DrawSecondCard)
    game = play(game, "draw deck")
    assert hand(game) == "LL"
    assert game.table.seat == 1


def test_after_a_blind_locomotive_every_face_up_locomotive_is_barred_still() -> None:
    game = play(at(row="RBLYW", deck="LP..."), "draw deck")
    assert refused(game, "draw 3L") == (Reason.LOCOMOTIVE_SECOND, {})
    assert hand(play(game, "draw 1R")) == "RL"


# ---- a draw names what is seen


def test_a_draw_where_another_card_lies_now_is_refused_and_never_retargeted() -> None:
    game = at(row="RBGYW")
    assert refused(game, "draw 1G") == (Reason.CARD_CHANGED, {"slot": 1, "card": "R"})
    assert refused(game, "draw 1L") == (Reason.CARD_CHANGED, {"slot": 1, "card": "R"})


def test_there_are_five_slots() -> None:
    assert refused(at(), "draw 6R") == (Reason.NO_SUCH_SLOT, {"slots": 5})


def test_an_empty_slot_holds_nothing_to_draw() -> None:
    game = at(row="R-GYW", deck="", discards="", hands=["", cards_but("RGYW")])
    assert refused(game, "draw 2B") == (Reason.EMPTY_SLOT, {"slot": 2})


# ---- when there is no second card


def test_with_one_card_in_the_deck_and_only_locomotives_face_up_the_turn_ends_after_it() -> None:
    game = at(row="LLLLL", deck="R", discards="", hands=["", cards_but("LLLLLR")])
    assert told(game, "draw deck")[-1] == "TurnStarted"
    game = play(game, "draw deck")
    assert hand(game) == "R"
    assert game.table.seat == 1


def test_with_one_card_in_the_row_and_no_deck_the_turn_ends_after_it() -> None:
    game = at(row="--R--", deck="", discards="", hands=["", cards_but("R")])
    game = play(game, "draw 3R")
    assert game.table.row == "-----"
    assert game.table.seat == 1


def test_with_only_locomotives_left_in_the_row_the_turn_ends_after_one() -> None:
    game = at(row="LR-L-", deck="", discards="", hands=["", cards_but("LRL")])
    assert play(game, "draw 2R").table.seat == 1


def test_a_second_card_in_the_row_is_compulsory_with_the_deck_empty() -> None:
    game = at(row="RB---", deck="", discards="", hands=["", cards_but("RB")])
    game = play(game, "draw 1R")
    assert can(game, DrawFaceUp) == ["draw 2B"]
    assert can(game, DrawDeck) == []
    assert refused(game, "draw deck") == (Reason.NO_CARDS_LEFT, {})
    assert play(game, "draw 2B").table.seat == 1


def test_a_blind_second_card_is_compulsory_where_the_row_has_locomotives_alone() -> None:
    for deck, thrown in (("RB", ""), ("R", "B")):
        game = at(row="LLLLL", deck=deck, discards=thrown, hands=["", cards_but("LLLLLRB")])
        game = play(game, "draw deck")
        assert (can(game, DrawFaceUp), can(game, DrawDeck)) == ([], ["draw deck"])
        assert hand(play(game, "draw deck")) == "BR"


# ---- deck and discards empty


def test_with_deck_and_discards_empty_the_row_may_be_drawn_from_and_slots_stay_empty() -> None:
    game = at(row="RBGYW", deck="", discards="", hands=["", cards_but("RBGYW")])
    assert can(game, DrawDeck) == []
    assert refused(game, "draw deck") == (Reason.NO_CARDS_LEFT, {})
    game = play(game, "draw 2B", "draw 5W")
    assert game.table.row == "R-GY-"


def test_drawing_is_not_offered_when_the_row_is_empty_too() -> None:
    game = at(row="-----", deck="", discards="", hands=["KKK", cards_but("KKK")])
    assert kinds(game) == {"claim", "draw", "station"}
    assert can(game, DrawFaceUp) == can(game, DrawDeck) == []
    assert refused(game, "draw deck") == (Reason.NO_CARDS_LEFT, {})


# ---- "When the deck is exhausted, the discards are shuffled into a new draw pile"


def test_the_deck_is_rebuilt_from_the_discards_when_a_card_is_needed_and_it_is_empty() -> None:
    game = at(row="RBGYW", deck="", discards="OOP", hands=["", cards_but("RBGYWOOP")])
    assert [*can(game, DrawDeck)] == ["draw deck"]
    game, events = move(game, "draw deck")
    assert [type(event) for event in events[:2]] == [DeckShuffled, CardDrawn]
    assert (game.table.deck, game.table.discards) == (2, 0)


def test_drawing_the_last_card_of_the_deck_rebuilds_nothing_yet() -> None:
    game = at(row="RBGYW", deck="K", discards="OOP", hands=["", cards_but("RBGYWKOOP")])
    game = play(game, "draw deck")
    assert (game.table.deck, game.table.discards) == (0, 3)
    assert "draw deck" in can(game, DrawDeck)


def test_the_deck_is_rebuilt_before_the_row_is_refilled() -> None:
    game = at(row="RBGYW", deck="", discards="O", hands=["", cards_but("RBGYWO")])
    game = play(game, "draw 1R")
    assert game.table.row == "OBGYW"
    assert (game.table.deck, game.table.discards) == (0, 0)


def test_a_rebuilt_deck_has_the_same_order_however_the_discards_came_about() -> None:
    game = at(row="RBGYW", deck="", discards="POOL", hands=["", cards_but("RBGYWOOPL")])
    same = at(row="RBGYW", deck="", discards="LOPO", hands=["", cards_but("RBGYWOOPL")])
    assert the(DeckShuffled, game, "draw deck").order == the(DeckShuffled, same, "draw deck").order


def test_spent_cards_go_to_the_discards() -> None:
    game = play(at(hands=["KKKKL"]), "claim brest--paris KKL")
    assert discards(game) == "KKL"
    assert hand(game) == "KK"


def test_a_turn_of_drawing_begins_with_everything_open() -> None:
    game = at(hands=["KKKL"], row="RBGYL")
    assert isinstance(game.table.decisions[0], TakeTurn)
    assert can(game, DrawFaceUp) == ["draw 1R", "draw 2B", "draw 3G", "draw 4Y", "draw 5L"]


# ---- boards on which a face-up locomotive is a card like any other

ONE_CARD = {"row_locomotive": 1}


def test_two_face_up_locomotives_can_be_drawn_in_one_turn_where_each_counts_as_one() -> None:
    game = play(at(rules=ONE_CARD, row="RBLYL", deck="OP..."), "draw 3L")
    assert isinstance(game.table.decisions[0], DrawSecondCard)
    assert "draw 5L" in can(game, DrawFaceUp)
    game = play(game, "draw 5L")
    assert hand(game) == "LL"
    assert game.table.seat == 1


def test_a_face_up_locomotive_can_be_the_second_card_where_it_counts_as_one() -> None:
    game = play(at(rules=ONE_CARD, row="RBLYW", deck="OP..."), "draw deck", "draw 3L")
    assert hand(game) == "OL"
    assert game.table.seat == 1
