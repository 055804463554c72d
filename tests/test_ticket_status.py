"""The status of a ticket: done, possible, or cut off."""

from dataclasses import replace
from typing import Any

import pytest

from engine.board import Board
from engine.documents.position import game_at
from engine.ticket_status import Progress, TicketStatus, ticket_status
from engine.view import View, view_for
from tests.pictures import board, ticket_between
from tests.random_games import opened, steps

DONE: Progress = "done"
POSSIBLE: Progress = "possible"
CUT_OFF: Progress = "cut-off"
TO_LONDON = ["edinburgh--london--1"]


def seen(seat: int | None = 0, **position: Any) -> View:
    return view_for(game_at({"board": "europe", **position}, board()), seat)


def status_of(view: View, a: str, b: str) -> TicketStatus:
    """The status of the ticket between two cities."""
    (status,) = ticket_status(view, [ticket_between(a, b, view.table.board.id)])
    return status


def told(progress: Progress, a: str, b: str, trains: int = 0, stations: int = 0) -> TicketStatus:
    number = ticket_between(a, b)
    return TicketStatus(number, progress, trains, stations, points=board().ticket[number].points)


# ---- done


def test_a_ticket_is_done_when_own_routes_connect_its_cities() -> None:
    way = ["paris--zurich", "venezia--zurich", "venezia--zagrab"]
    assert status_of(seen(routes=[way, []]), "paris", "zagrab") == told(DONE, "paris", "zagrab")


def test_a_ticket_is_done_when_a_station_lends_what_is_missing() -> None:
    routes = [["paris--zurich", "venezia--zagrab"], ["venezia--zurich"]]
    standing = seen(routes=routes, stations=[["zurich"], []])
    elsewhere = seen(routes=routes, stations=[["madrid"], []])
    assert status_of(standing, "paris", "zagrab").progress == DONE
    assert status_of(elsewhere, "paris", "zagrab") != told(DONE, "paris", "zagrab")


def test_one_station_lends_one_route_to_all_tickets_together() -> None:
    view = seen(routes=[[], ["berlin--essen", "berlin--frankfurt--1"]], stations=[["berlin"], []])
    tickets = [ticket_between("berlin", "bucuresti"), ticket_between("frankfurt", "smolensk")]
    assert {status.progress for status in ticket_status(view, tickets)} == {POSSIBLE}


# ---- possible


def test_a_possible_ticket_has_the_fewest_trains_it_needs() -> None:
    assert status_of(seen(), "paris", "zagrab") == told(POSSIBLE, "paris", "zagrab", 7)
    begun = seen(routes=[["paris--zurich"], []])
    assert status_of(begun, "paris", "zagrab") == told(POSSIBLE, "paris", "zagrab", 4)


@pytest.mark.parametrize("name", ["europe", "usa"])
def test_on_an_empty_board_the_cheapest_path_is_the_shortest(name: str) -> None:
    view = view_for(game_at({"board": name}, board(name)), 0)
    for status in ticket_status(view, [ticket.number for ticket in board(name).tickets]):
        ticket = board(name).ticket[status.ticket]
        assert status.trains == shortest(board(name), ticket.a, ticket.b)


def shortest(board: Board, start: str, end: str) -> int:
    """The spaces of the shortest path between two cities, by relaxing until nothing gets shorter."""
    spaces = dict.fromkeys(board.city_ids, 1000) | {start: 0}
    for _ in board.city_ids:
        for route in board.routes:
            for here, there in ((route.a, route.b), (route.b, route.a)):
                spaces[there] = min(spaces[there], spaces[here] + route.length)
    return spaces[end]


def test_the_second_side_of_a_double_route_is_a_way_for_four_players_only() -> None:
    routes = [[], TO_LONDON, [], []]
    assert _to_edinburgh(seen(players=4, routes=routes)) == (POSSIBLE, 0)
    assert _to_edinburgh(seen(players=3, routes=routes[:3])) == (POSSIBLE, 1)


def _to_edinburgh(view: View) -> tuple[Progress, int]:
    """The progress of the ticket to Edinburgh, and the stations that it needs."""
    status = status_of(view, "edinburgh", "athina")
    return status.progress, status.stations


def test_a_station_still_to_be_built_may_lend_a_rivals_route() -> None:
    view = seen(routes=[[], TO_LONDON])
    assert status_of(view, "edinburgh", "paris").progress == POSSIBLE
    assert status_of(view, "edinburgh", "paris").stations == 1


def test_a_standing_station_that_is_free_lends_it_at_once() -> None:
    view = seen(routes=[[], TO_LONDON], stations=[["london"], []])
    assert status_of(view, "edinburgh", "paris").stations == 0


def test_a_station_cannot_be_built_where_a_rival_has_one() -> None:
    blocked = seen(routes=[[], TO_LONDON], stations=[[], ["london", "edinburgh"]])
    assert status_of(blocked, "edinburgh", "paris") == told(CUT_OFF, "edinburgh", "paris")


# ---- cut off


def test_a_ticket_is_cut_off_without_a_path_or_a_station() -> None:
    view = seen(routes=[[], TO_LONDON], stations=[["roma", "wien", "sofia"], []])
    assert status_of(view, "edinburgh", "paris") == told(CUT_OFF, "edinburgh", "paris")


def test_a_ticket_is_cut_off_when_the_trains_do_not_suffice() -> None:
    view = seen(routes=[["paris--zurich"], []])
    for trains, expected in ((4, POSSIBLE), (3, CUT_OFF)):
        few = View(replace(view.table, trains=(trains, 45)), 0, view.hand, (), ())
        assert status_of(few, "paris", "zagrab").progress == expected


@pytest.mark.parametrize(("turns_left", "expected"), [(1, CUT_OFF), (2, POSSIBLE), (3, POSSIBLE)])
def test_in_the_last_round_the_turns_have_to_suffice(turns_left: int, expected: Progress) -> None:
    view = seen(routes=[["paris--zurich"], []], turn=40, seat=0)
    ending = View(replace(view.table, turns_left=turns_left), 0, view.hand, (), ())
    assert status_of(ending, "paris", "zagrab").progress == expected


def test_a_game_that_is_over_leaves_no_ticket_possible() -> None:
    *_, last = steps(opened("usa", "usa", 2, 5)[0], 5)
    view = view_for(last.after, 0)
    sheet = last.after.table.sheet
    assert sheet is not None
    done = {ticket.number: ticket.completed for ticket in sheet.seats[0].tickets}
    assert {p.ticket: p.progress for p in ticket_status(view)} == {
        ticket: DONE if completed else CUT_OFF for ticket, completed in done.items()
    }


# ---- views of all kinds


def test_the_tickets_of_a_seat_come_in_the_order_in_which_it_holds_them() -> None:
    view = seen(tickets=[[9, 3, 20], []])
    assert [status.ticket for status in ticket_status(view)] == [9, 3, 20]


@pytest.mark.parametrize("game", [3, 8])
def test_a_ticket_cut_off_without_stations_stays_cut_off(game: int) -> None:
    lost: set[tuple[int, int]] = set()
    for number, step in enumerate(steps(opened("usa", "mega", 3, game)[0], game)):
        if number % 9 == 0 or step.after.table.over:
            for seat in range(3):
                statuses = {p.ticket: p.progress for p in ticket_status(view_for(step.after, seat))}
                assert all(statuses[ticket] == CUT_OFF for ticket in statuses if (seat, ticket) in lost)
                lost |= {(seat, ticket) for ticket, o in statuses.items() if o == CUT_OFF}
    assert lost
