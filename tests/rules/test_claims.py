"""Claiming Routes: as many cards as spaces, of the route's colour, and locomotives for any of them."""

import pytest

from engine.actions import ClaimRoute
from engine.events import RouteClaimed
from engine.refusals import IllegalAction, Reason
from engine.rulebook import apply
from tests.rules.table import (
    FORTY_ONE,
    FORTY_THREE,
    at,
    board,
    can,
    cards_but,
    discards,
    hand,
    play,
    refused,
    routes,
    the,
    told,
    ways_to_pay,
)

# ---- "The player plays a set of cards equal to the number of spaces"


def test_a_claim_costs_its_cards_and_trains_and_scores_at_once() -> None:
    game = play(at(hands=["KKKKR"]), "claim brest--paris KKK")
    assert routes(game) == ["brest--paris"]
    assert hand(game) == "KR"
    assert discards(game) == "KKK"
    assert game.table.trains == (42, 45)
    assert game.table.points == (4, 0)
    assert game.table.last == (0, "brest--paris")


def test_a_claim_ends_the_turn() -> None:
    game = play(at(hands=["KKKKKK"]), "claim brest--paris KKK")
    assert game.table.seat == 1
    assert refused(game, "0: claim brest--dieppe KK") == (Reason.NOT_YOUR_TURN, {"seat": 1})


@pytest.mark.parametrize(
    ("title", "route", "cards", "points"),
    [
        ("europe", "dieppe--paris", "P", 1),
        ("europe", "cadiz--lisboa", "BB", 2),
        ("europe", "brest--paris", "KKK", 4),
        ("europe", "moskva--petrograd", "WWWW", 7),
        ("usa", "helena--omaha", "RRRRR", 10),
        ("usa", "calgary--winnipeg", "WWWWWW", 15),
    ],
)
def test_points_by_length(title: str, route: str, cards: str, points: int) -> None:
    assert the(RouteClaimed, at(title, hands=[cards]), f"claim {route} {cards}").points == points


def test_5_spaces_score_10_and_8_score_21_on_every_board() -> None:
    for title in ("europe", "usa"):
        for rules in board(title).variants.values():
            assert rules.route_points == {1: 1, 2: 2, 3: 4, 4: 7, 5: 10, 6: 15, 8: 21}


def test_the_eight_spaces_to_petrograd_score_21() -> None:
    game = at(hands=["R" * 8], deck="BBB...")
    assert the(RouteClaimed, game, f"claim petrograd--stockholm {'R' * 8}").points == 21


def test_a_claim_need_not_adjoin_the_players_own_routes() -> None:
    game = at(hands=["WWWW"], routes=[["cadiz--lisboa"]])
    assert play(game, "claim moskva--petrograd WWWW").table.points[0] == 2 + 7


# ---- which cards pay


def test_a_payment_is_exact() -> None:
    game = at(hands=["KKKKL"])
    assert refused(game, "claim brest--paris KK") == (
        Reason.WRONG_NUMBER_OF_CARDS,
        {"number": 3, "given": 2},
    )
    assert refused(game, "claim brest--paris KKKK") == (
        Reason.WRONG_NUMBER_OF_CARDS,
        {"number": 3, "given": 4},
    )


def test_a_coloured_route_takes_its_colour_and_locomotives_alone() -> None:
    game = at(hands=["KKKRRRLLL"])
    assert refused(game, "claim brest--paris RRR") == (Reason.WRONG_COLOR, {"color": "K"})
    assert refused(game, "claim brest--paris KKR") == (Reason.MIXED_COLORS, {})
    assert ways_to_pay(game, "brest--paris") == ["KKK", "KKL", "KLL", "LLL"]


def test_a_gray_route_takes_one_colour_and_locomotives() -> None:
    game = at(hands=["KKWWWWLLLL"])
    assert refused(game, "claim barcelona--marseille KKWW") == (Reason.MIXED_COLORS, {})
    assert ways_to_pay(game, "barcelona--marseille") == [
        "WWWW", "WWWL", "WWLL", "KKLL", "WLLL", "KLLL", "LLLL",
    ]  # fmt: skip


def test_cards_that_are_not_held_do_not_pay() -> None:
    game = at(hands=["KKL"])
    assert refused(game, "claim brest--paris KKK") == (Reason.CARDS_NOT_HELD, {"missing": "K"})
    assert refused(game, "claim brest--paris KLL") == (Reason.CARDS_NOT_HELD, {"missing": "L"})
    assert hand(play(game, "claim brest--paris KKL")) == ""


def test_letters_that_are_not_cards_are_refused() -> None:
    with pytest.raises(IllegalAction) as refusal:
        apply(at(hands=["KKK"]), 0, ClaimRoute("brest--paris", "KXK"))
    assert (refusal.value.reason, refusal.value.facts) == (Reason.NO_SUCH_CARDS, {"cards": "KXK"})


def test_the_player_chooses_the_cards() -> None:
    game = at(hands=["KKKLLL"])
    assert hand(play(game, "claim brest--paris KLL")) == "KKL"
    assert hand(play(game, "claim brest--paris LLL")) == "KKK"


# ---- the default payment


def test_the_default_spends_the_fewest_locomotives() -> None:
    assert ways_to_pay(at(hands=["KKKLLL"]), "brest--paris")[0] == "KKK"
    assert ways_to_pay(at(hands=["KLL"]), "brest--paris")[0] == "KLL"
    assert ways_to_pay(at(hands=["RRRGGGGLLLL"]), "barcelona--marseille")[0] == "GGGG"


def test_of_equally_few_locomotives_the_default_spends_the_colour_held_most() -> None:
    assert ways_to_pay(at(hands=["RRRRGGGGG"]), "barcelona--marseille")[0] == "GGGG"
    assert ways_to_pay(at(hands=["GGGGRRRRR"]), "barcelona--marseille")[0] == "RRRR"


def test_of_colours_held_equally_the_default_spends_the_first_of_the_board() -> None:
    assert ways_to_pay(at(hands=["RRRRGGGGPPPP"]), "barcelona--marseille") == ["PPPP", "GGGG", "RRRR"]
    order = [cards[0] for cards in ways_to_pay(at(hands=["PPBBOOWWGGYYKKRR"]), "wien--zagrab")]
    assert "".join(order) == "PBOWGYKR"


def test_locomotives_alone_come_last_in_the_list() -> None:
    assert ways_to_pay(at(hands=["RLL"]), "wien--zagrab") == ["RL", "LL"]


# ---- trains


def test_enough_trains_are_needed() -> None:
    game = at(hands=["RRRRR"], routes=[FORTY_ONE])
    assert game.table.trains[0] == 4
    assert "claim barcelona--marseille RRRR" in can(game, ClaimRoute)
    game = at(hands=["RRRRR"], routes=[FORTY_THREE])
    assert refused(game, "claim barcelona--marseille RRRR") == (
        Reason.TOO_FEW_TRAINS,
        {"trains": 2, "length": 4},
    )
    assert "claim wien--zagrab RR" in can(game, ClaimRoute)


def test_too_few_trains_are_refused_before_tunnel_cards_are_revealed() -> None:
    game = at(hands=["RRRRR"], routes=[FORTY_THREE])
    assert refused(game, "claim bucuresti--budapest RRRR")[0] is Reason.TOO_FEW_TRAINS


def test_the_last_train_may_be_used() -> None:
    game = at(hands=["RR"], routes=[FORTY_THREE], turns_left=1)
    assert play(game, "claim wien--zagrab RR").table.trains[0] == 0


# ---- what is taken


def test_a_route_has_one_owner() -> None:
    game = at(hands=["KKK"], routes=[[], ["brest--paris"]])
    assert refused(game, "claim brest--paris KKK") == (
        Reason.ROUTE_TAKEN,
        {"route": "brest--paris", "seat": 1},
    )


def test_a_route_that_is_not_on_the_board_is_refused() -> None:
    assert refused(at(hands=["KKK"]), "claim paris--tokyo KKK") == (
        Reason.NO_SUCH_ROUTE,
        {"route": "paris--tokyo"},
    )


# ---- the row after a claim


def test_a_short_row_is_refilled_from_the_new_discards_after_a_claim() -> None:
    game = at(row="RB---", deck="", discards="", hands=["KKK", cards_but("RB", "KKK")])
    assert told(game, "claim brest--paris KKK")[:3] == ["RouteClaimed", "DeckShuffled", "RowFilled"]
    game = play(game, "claim brest--paris KKK")
    assert game.table.row == "RBKKK"
    assert (game.table.deck, game.table.discards) == (0, 0)


def test_a_row_stays_short_if_too_few_cards_were_spent() -> None:
    game = at(row="R----", deck="", discards="", hands=["P", cards_but("R", "P")])
    assert play(game, "claim dieppe--paris P").table.row == "RP---"


def test_a_full_row_takes_no_new_discards() -> None:
    game = at(row="RBGYW", deck="", discards="", hands=["KKK", cards_but("RBGYW", "KKK")])
    assert discards(play(game, "claim brest--paris KKK")) == "KKK"
