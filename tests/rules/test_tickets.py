"""Drawing Destination Tickets: draw three, keep at least one, the others go to the bottom of the deck."""

import pytest

from engine.actions import DrawTickets, KeepTickets
from engine.events import TicketsKept
from engine.game import ChooseTickets
from engine.refusals import Reason
from tests.rules.table import at, can, kinds, play, refused, the, told


def test_three_tickets_are_offered_from_the_top_of_the_deck() -> None:
    game = play(at(ticket_deck=[7, 3, 17, 9]), "draw tickets")
    assert game.offers[0] == (7, 3, 17)
    assert game.ticket_deck == (9,)
    assert game.table.ticket_deck == 1
    assert game.table.decisions[0] == ChooseTickets(game.seq, 3, 1, 3, starting=False)


@pytest.mark.parametrize(("title", "variant"), [("europe", "big-cities"), ("usa", "big-cities")])
def test_four_tickets_are_offered_in_big_cities(title: str, variant: str) -> None:
    assert len(play(at(title, variant=variant), "draw tickets").offers[0]) == 4


def test_at_least_one_is_kept_and_all_may_be() -> None:
    game = play(at(ticket_deck=[7, 3, 17, 9]), "draw tickets")
    assert can(game, KeepTickets) == [
        "keep 3", "keep 7", "keep 17", "keep 3,7", "keep 3,17", "keep 7,17", "keep 3,7,17",
    ]  # fmt: skip
    assert refused(game, "keep none") == (Reason.TOO_FEW_TICKETS, {"keep": 1, "kept": 0})
    assert play(game, "keep 3,7,17").tickets[0] == (7, 3, 17)


def test_the_refused_go_to_the_bottom_in_the_order_in_which_they_were_offered() -> None:
    game = play(at(ticket_deck=[17, 3, 7, 9]), "draw tickets", "keep 3")
    assert game.tickets[0] == (3,)
    assert game.ticket_deck == (9, 17, 7)
    assert game.table.ticket_deck == 3


def test_keeping_ends_the_turn() -> None:
    assert play(at(), "draw tickets", "keep 1").table.seat == 1


def test_fewer_than_three_are_offered_where_fewer_are_left() -> None:
    game = play(at(ticket_deck=[7, 3]), "draw tickets")
    assert game.offers[0] == (7, 3)
    assert game.table.decisions[0] == ChooseTickets(game.seq, 2, 1, 2, starting=False)
    game = play(at(ticket_deck=[7]), "draw tickets")
    assert can(game, KeepTickets) == ["keep 7"]
    assert refused(game, "keep none")[0] is Reason.TOO_FEW_TICKETS


def test_with_no_ticket_left_there_is_nothing_to_draw() -> None:
    game = at(ticket_deck=[])
    assert can(game, DrawTickets) == []
    assert refused(game, "draw tickets") == (Reason.NO_TICKETS_LEFT, {})


def test_offered_tickets_are_not_in_the_deck() -> None:
    game = play(at(ticket_deck=[7, 3, 17, 9]), "draw tickets", "keep 7", "draw tickets")
    assert game.offers[1] == (9, 3, 17)
    assert game.ticket_deck == ()


def test_a_pending_choice_binds_the_player() -> None:
    game = play(at(hands=["KKKK"]), "draw tickets")
    assert kinds(game) == {"keep"}
    for other in (
        "draw deck",
        "draw 1P",
        "claim brest--paris KKK",
        "station wien K",
        "draw tickets",
        "decline",
    ):
        assert refused(game, other) == (Reason.CHOOSE_TICKETS_FIRST, {"keep": 1})
    assert refused(game, "1: draw deck") == (Reason.NOT_YOUR_TURN, {"seat": 0})


def test_only_tickets_on_offer_can_be_kept() -> None:
    game = play(at(ticket_deck=[7, 3, 17, 9]), "draw tickets")
    assert refused(game, "keep 9") == (Reason.TICKET_NOT_OFFERED, {"ticket": 9})
    assert refused(game, "keep 3,9") == (Reason.TICKET_NOT_OFFERED, {"ticket": 9})
    assert refused(at(), "keep 1") == (Reason.NO_TICKETS_OFFERED, {})


def test_the_event_says_how_many_tickets_were_kept_and_refused() -> None:
    game = play(at(ticket_deck=[7, 3, 17, 9]), "draw tickets")
    kept = the(TicketsKept, game, "keep 3")
    assert (kept.kept_size, kept.refused_size) == (1, 2)
    assert told(game, "keep 3") == ["TicketsKept", "TurnStarted"]


def test_long_tickets_are_never_drawn_in_play() -> None:
    game = at()
    long = {ticket.number for ticket in game.table.board.tickets if ticket.long}
    assert not long & set(game.ticket_deck)


# ---- boards on which refused tickets go elsewhere


def test_refused_tickets_leave_the_game_where_they_go_to_the_box() -> None:
    game = at(rules={"refused_in_play": "box"}, ticket_deck=[17, 3, 7, 9])
    after = play(game, "draw tickets", "keep 3")
    assert after.ticket_deck == (9,)
    assert the(TicketsKept, play(game, "draw tickets"), "keep 3").to == "box"


def test_refused_tickets_go_to_the_bottom_in_a_random_order_where_they_are_shuffled() -> None:
    offer = [1, 2, 3, 4, 5, 6, 7, 8]
    game = at(
        rules={"refused_in_play": "shuffled", "draw_tickets": 8, "keep_tickets": 1}, ticket_deck=[*offer, 9]
    )
    deck = play(game, "draw tickets", "keep 8").ticket_deck
    assert deck[0] == 9
    assert sorted(deck[1:]) == offer[:-1] != list(deck[1:])


def test_nothing_is_shuffled_where_every_ticket_is_kept() -> None:
    game = at(rules={"refused_in_play": "shuffled"}, ticket_deck=[17, 3, 7, 9])
    assert told(play(game, "draw tickets"), "keep 3,7,17") == ["TicketsKept", "TurnStarted"]
