"""Nordic Countries: what is different there. `test_payments.py` tries the payments with more hands."""

import pytest

from engine.actions import DrawFaceUp, KeepTickets
from engine.game import DrawSecondCard
from engine.refusals import BadInput, Reason
from engine.scores import score_sheet
from engine.setup import Setup, new_game
from tests.rules.table import SEED, at, board, can, hand, move, opened, play, refused, ways_to_pay


def test_two_or_three_play() -> None:
    with pytest.raises(BadInput, match="is played by 2 to 3"):
        new_game(board("nordic"), Setup("nordic", 4), "test", SEED)
    for players in (2, 3):
        assert opened("nordic", players, "nordic").table.players == players


def test_every_player_has_40_trains_and_no_stations() -> None:
    table = at("nordic").table
    assert (table.trains, table.rules.stations) == ((40, 40), 0)


# ---- tickets


def test_each_player_is_dealt_five_tickets_and_keeps_at_least_two() -> None:
    game = opened("nordic", 2, "nordic")
    assert [len(offer) for offer in game.offers] == [5, 5]
    kept = [text.count(",") + 1 for text in can(game, KeepTickets, 0)]
    assert (min(kept), max(kept)) == (2, 5)


def test_refused_starting_tickets_leave_the_game() -> None:
    game = opened("nordic", 2, "nordic")
    for seat in (0, 1):
        first, second, *_ = sorted(game.offers[seat])
        game, _ = move(game, f"{seat}: keep {first},{second}")
    assert len(game.ticket_deck) == 46 - 10


def test_tickets_refused_in_play_leave_the_game_too() -> None:
    game = play(at("nordic", ticket_deck=[1, 2, 3, 4]), "draw tickets", "keep 2")
    assert game.tickets[0] == (2,)
    assert game.ticket_deck == (4,)


# ---- the face-up row


def test_a_face_up_locomotive_is_a_card_like_any_other() -> None:
    game = play(at("nordic", row="LRLYW", deck="OP..."), "draw 1L")
    assert isinstance(game.table.decisions[0], DrawSecondCard)
    assert "draw 3L" in can(game, DrawFaceUp)
    game = play(game, "draw 3L")
    assert hand(game) == "LL"


def test_the_row_is_never_cleared() -> None:
    game = play(at("nordic", row="RLLLW", deck="LOP..."), "draw 1R")
    assert game.table.row == "LLLLW"


# ---- locomotives, ferries and tunnels


def test_locomotives_are_not_played_on_ordinary_routes() -> None:
    game = at("nordic", hands=["RLL"])
    assert ways_to_pay(game, "tampere--turku") == ["R"]
    assert refused(game, "claim tampere--turku L") == (Reason.NO_LOCOMOTIVES_HERE, {})


def test_locomotives_stand_for_any_color_on_a_tunnel() -> None:
    game = at("nordic", hands=["YLL"])
    assert ways_to_pay(game, "andalsnes--lillehammer") == ["YL", "LL"]


def test_a_ferry_asks_for_its_locomotives_and_takes_more() -> None:
    game = at("nordic", hands=["PPLL"])
    assert ways_to_pay(game, "bergen--stavanger") == ["PL", "LL"]
    assert refused(game, "claim bergen--stavanger PP") == (Reason.FERRY_NEEDS_LOCOMOTIVES, {"ferry": 1})


def test_any_three_cards_stand_in_for_a_ferrys_locomotive() -> None:
    game = at("nordic", hands=["PBGY"])
    assert ways_to_pay(game, "bergen--stavanger") == ["PBGY"]
    after = play(game, "claim bergen--stavanger PBGY")
    assert (hand(after), after.table.trains[0], after.table.points[0]) == ("", 38, 2)


def test_both_locomotives_of_a_ferry_can_be_replaced() -> None:
    game = at("nordic", hands=["OOBBBGGG"])
    assert ways_to_pay(game, "mo-i-rana--narvik") == ["BBBOOGGG"]
    assert refused(game, "claim mo-i-rana--narvik OOBBBG")[0] is Reason.WRONG_SWAP


# ---- Murmansk to Lieksa

LONG = "lieksa--murmansk"


def test_the_route_of_nine_spaces_takes_nine_cards_of_a_color_and_scores_27() -> None:
    game = at("nordic", hands=["K" * 9])
    assert ways_to_pay(game, LONG) == ["K" * 9]
    after = play(game, f"claim {LONG} KKKKKKKKK")
    assert (after.table.points[0], after.table.trains[0]) == (27, 31)


def test_any_four_cards_stand_in_for_one_of_its_nine() -> None:
    game = at("nordic", hands=["K" * 7 + "PPPPBBLL"])
    after = play(game, f"claim {LONG} {'K' * 7}PPPPBBLL")
    assert after.table.owner(LONG) == 0
    assert hand(after) == ""


def test_locomotives_are_played_there_only_among_four_cards_of_any_kind() -> None:
    game = at("nordic", hands=["K" * 8 + "LLLL"])
    assert refused(game, f"claim {LONG} {'K' * 8}L") == (Reason.NO_LOCOMOTIVES_HERE, {})
    assert ways_to_pay(game, LONG) == ["8K4L"]


def test_36_cards_of_any_kind_pay_for_it() -> None:
    cards = "PPPPBBBBOOOOWWWWGGGGYYYYKKKKRRRRLLLL"
    game = at("nordic", hands=[cards])
    assert play(game, f"claim {LONG} {cards}").table.owner(LONG) == 0
    assert refused(game, f"claim {LONG} {cards[:-1]}")[0] is Reason.WRONG_SWAP


# ---- double routes


def test_two_players_share_no_double_route() -> None:
    game = at("nordic", hands=["BBBB"], routes=[[], ["bergen--oslo--2"]], deck="PPP...")
    assert refused(game, "claim bergen--oslo--1 BBBB")[0] is Reason.DOUBLE_CLOSED


def test_three_players_share_double_routes_and_none_has_both_sides() -> None:
    game = at("nordic", players=3, hands=["OOO"], routes=[[], ["boden--kiruna--2"]])
    assert play(game, "claim boden--kiruna--1 OOO").table.owner("boden--kiruna--1") == 0
    game = at("nordic", players=3, hands=["OOO"], routes=[["boden--kiruna--2"]])
    assert refused(game, "claim boden--kiruna--1 OOO")[0] is Reason.OWNS_TWIN


@pytest.mark.parametrize(
    ("one", "other", "cards"),
    [
        ("mo-i-rana--trondheim--1", "mo-i-rana--trondheim--2", "RRRRLL"),
        ("kristiansand--stavanger--1", "kristiansand--stavanger--2", "OOL"),
        ("helsinki--stockholm--1", "helsinki--stockholm--2", "KKLL"),
    ],
)
def test_a_tunnel_and_a_ferry_between_the_same_cities_are_a_double_route(
    one: str, other: str, cards: str
) -> None:
    game = at("nordic", hands=[cards], routes=[[], [one]])
    assert refused(game, f"claim {other} {cards}")[0] is Reason.DOUBLE_CLOSED
    game = at("nordic", players=3, hands=[cards], routes=[[], [one]])
    assert play(game, f"claim {other} {cards}").table.owner(other) == 0


# ---- the end


def test_the_globetrotter_bonus_is_10_and_there_is_none_for_the_longest_path() -> None:
    game = at("nordic", tickets=[[29], [30]], routes=[["kristiansand--oslo", "kristiansand--stavanger--1"]])
    first, second = score_sheet(game).seats
    assert (first.completed, first.globetrotter_bonus, first.path_bonus) == (1, 10, 0)
    assert (first.routes, first.total, second.total) == (4, 4 + 4 + 10, -4)
