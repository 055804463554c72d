"""Building Train Stations, and what they borrow when tickets are counted at the end."""

from typing import Any

import pytest

from engine.actions import BuildStation
from engine.refusals import Reason
from engine.scores import score_sheet
from engine.sheet import SeatScore
from tests.rules.table import at, board, can, cards_but, discards, hand, kinds, play, refused, told


def payments(lines: list[str], city: str) -> list[str]:
    return [text.split()[2] for text in lines if text.split()[1] == city]


# ---- "A player may build one station a turn, and three over the game"


@pytest.mark.parametrize(
    ("built", "cost"), [([], 1), (["roma"], 2), (["roma", "paris"], 3)], ids=["first", "second", "third"]
)
def test_the_first_station_costs_one_card_the_second_two_the_third_three(built: list[str], cost: int) -> None:
    game = at(hands=["KKKK"], stations=[built])
    assert payments(can(game, BuildStation), "wien") == ["K" * cost]
    after = play(game, f"station wien {'K' * cost}")
    assert after.table.stations[0] == (*built, "wien")
    assert hand(after) == "K" * (4 - cost)
    assert discards(after) == "K" * cost


def test_locomotives_stand_in_and_the_default_spends_the_fewest() -> None:
    game = at(hands=["KKRLLL"], stations=[["roma", "paris"]])
    assert payments(can(game, BuildStation), "wien") == ["KKL", "KLL", "RLL", "LLL"]


def test_a_payment_is_exact_and_of_one_colour() -> None:
    game = at(hands=["KKRL"], stations=[["roma"]])
    assert refused(game, "station wien KR") == (Reason.MIXED_COLORS, {})
    assert refused(game, "station wien K") == (Reason.WRONG_NUMBER_OF_CARDS, {"number": 2, "given": 1})
    assert refused(game, "station wien KKL") == (Reason.WRONG_NUMBER_OF_CARDS, {"number": 2, "given": 3})
    assert refused(game, "station wien RR") == (Reason.CARDS_NOT_HELD, {"missing": "R"})


def test_a_city_has_at_most_one_station() -> None:
    game = at(hands=["KKKK"], stations=[["roma"], ["wien"]])
    assert refused(game, "station wien KK") == (Reason.CITY_HAS_STATION, {"city": "wien", "seat": 1})
    assert refused(game, "station roma KK") == (Reason.CITY_HAS_STATION, {"city": "roma", "seat": 0})
    assert {text.split()[1] for text in can(game, BuildStation)} == set(board().city) - {"roma", "wien"}


def test_a_player_has_three_stations() -> None:
    game = at(hands=["KKKKK"], stations=[["roma", "wien", "paris"]])
    assert can(game, BuildStation) == []
    assert refused(game, "station berlin KKK") == (Reason.NO_STATIONS_LEFT, {})


def test_no_route_of_ones_own_is_needed_there() -> None:
    assert play(at(hands=["K"]), "station wien K").table.stations == (("wien",), ())


def test_building_ends_the_turn() -> None:
    game = play(at(hands=["KKK"]), "station wien K")
    assert game.table.seat == 1
    assert refused(game, "0: station roma KK") == (Reason.NOT_YOUR_TURN, {"seat": 1})


def test_a_station_scores_nothing_and_takes_no_trains() -> None:
    game = play(at(hands=["K"]), "station wien K")
    assert (game.table.points[0], game.table.trains[0]) == (0, 45)
    assert game.table.last == (0, "wien")


def test_a_city_that_is_not_on_the_board_is_refused() -> None:
    assert refused(at(hands=["K"]), "station tokyo K") == (Reason.NO_SUCH_CITY, {"city": "tokyo"})


def test_the_usa_has_no_stations() -> None:
    game = at("usa", hands=["KKK"])
    assert "station" not in kinds(game)
    assert refused(game, "station chicago K") == (Reason.NO_STATIONS_IN_TITLE, {})


def test_a_short_row_is_refilled_after_a_station() -> None:
    game = at(row="RBGY-", deck="", discards="", hands=["K", cards_but("RBGY", "K")])
    assert told(game, "station wien K")[:3] == ["StationBuilt", "DeckShuffled", "RowFilled"]
    assert play(game, "station wien K").table.row == "RBGYK"


# ---- "A station lets its owner use one, and only one, of the routes of an opponent into that city"


def scored(seat: int = 0, **position: Any) -> SeatScore:
    """A seat's line of the score sheet if the game ended now."""
    return score_sheet(at(**position)).seats[seat]


def borrowed(line: SeatScore) -> list[str]:
    return [station.route for station in line.stations]


PARIS_TO_WIEN = 37
"""Eight points. The first player's routes below lack the one from Zürich to Venezia."""
GAP = ["paris--zurich", "venezia--zagrab", "wien--zagrab"]


def test_a_station_borrows_a_rivals_route_at_its_city() -> None:
    line = scored(tickets=[[PARIS_TO_WIEN]], routes=[GAP, ["venezia--zurich"]], stations=[["zurich"]])
    assert borrowed(line) == ["venezia--zurich"]
    assert line.stations[0].owner == 1
    assert line.ticket_points == 8
    assert line.completed == 1


def test_without_a_station_at_the_gap_the_ticket_fails() -> None:
    line = scored(tickets=[[PARIS_TO_WIEN]], routes=[GAP, ["venezia--zurich"]], stations=[["roma"]])
    assert borrowed(line) == [""]
    assert line.stations[0].owner is None
    assert line.ticket_points == -8


def test_a_station_borrows_no_unclaimed_route_and_none_of_its_owners() -> None:
    line = scored(tickets=[[PARIS_TO_WIEN]], routes=[GAP], stations=[["zurich"]])
    assert borrowed(line) == [""]


def test_a_station_borrows_one_route_only_the_same_for_all_tickets() -> None:
    """Either leads on from Brest to one ticket's end: to Dieppe (35, 8 points) or to Marseille (5, 7)."""
    line = scored(
        tickets=[[5, 35]],
        routes=[
            ["brest--pamplona", "madrid--pamplona--1", "marseille--paris"],
            ["brest--dieppe", "brest--paris"],
        ],
        stations=[["brest"]],
    )
    assert borrowed(line) == ["brest--dieppe"]
    assert [(ticket.number, ticket.completed) for ticket in line.tickets] == [(5, False), (35, True)]
    assert line.ticket_points == 8 - 7


TO_WILNO = ["munchen--wien", "warszawa--wien", "warszawa--wilno"]
TO_BRINDISI = ["roma--venezia", "brindisi--roma"]
FROM_ZURICH = ["paris--zurich", "bruxelles--paris--1", "amsterdam--bruxelles"]
AMSTERDAM_TO_WILNO, ZURICH_TO_BRINDISI, ZURICH_TO_BUDAPEST = 2, 24, 25
"""12 points, 6 and 6. The station stands at Zürich."""


def at_zurich(tickets: list[int], *own: str) -> SeatScore:
    rival = ["munchen--zurich", "venezia--zurich"]
    return scored(
        tickets=[tickets],
        routes=[[*FROM_ZURICH, *TO_WILNO, *TO_BRINDISI, *own], rival],
        stations=[["zurich"]],
    )


def test_the_use_with_the_most_ticket_points_is_chosen() -> None:
    line = at_zurich([ZURICH_TO_BRINDISI, AMSTERDAM_TO_WILNO])
    assert borrowed(line) == ["munchen--zurich"]
    assert line.ticket_points == 12 - 6


def test_of_equal_points_the_use_with_the_most_completed_tickets() -> None:
    tickets = [ZURICH_TO_BRINDISI, AMSTERDAM_TO_WILNO, ZURICH_TO_BUDAPEST]
    line = at_zurich(tickets, "venezia--zagrab", "budapest--zagrab")
    assert borrowed(line) == ["venezia--zurich"]
    assert line.completed == 2
    assert line.ticket_points == 6 + 6 - 12


def test_of_equal_use_the_fewest_routes_are_borrowed() -> None:
    line = scored(
        tickets=[[PARIS_TO_WIEN]],
        routes=[GAP, ["venezia--zurich", "brindisi--roma"]],
        stations=[["roma", "zurich", "venezia"]],
    )
    assert sorted(borrowed(line)) == ["", "", "venezia--zurich"]


def test_of_equally_many_routes_the_smallest_ids_are_borrowed() -> None:
    rival = ["munchen--zurich", "venezia--zurich"]
    own = ["munchen--wien", *GAP]
    line = scored(tickets=[[PARIS_TO_WIEN]], routes=[own, rival], stations=[["zurich"]])
    assert borrowed(line) == ["munchen--zurich"]


def test_without_an_open_ticket_nothing_is_borrowed() -> None:
    line = scored(routes=[GAP, ["venezia--zurich"]], stations=[["zurich"]])
    assert borrowed(line) == [""]


def test_three_stations_may_complete_one_ticket_together() -> None:
    line = scored(
        tickets=[[PARIS_TO_WIEN]],
        routes=[["wien--zagrab"], ["paris--zurich", "venezia--zurich", "venezia--zagrab"]],
        stations=[["paris", "zurich", "zagrab"]],
    )
    assert sorted(borrowed(line)) == ["paris--zurich", "venezia--zagrab", "venezia--zurich"]
    assert line.ticket_points == 8


def test_routes_may_be_borrowed_of_different_rivals() -> None:
    line = scored(
        players=3,
        tickets=[[PARIS_TO_WIEN]],
        routes=[["venezia--zagrab", "wien--zagrab"], ["paris--zurich"], ["venezia--zurich"]],
        stations=[["paris", "venezia"]],
    )
    assert [(station.route, station.owner) for station in line.stations] == [
        ("paris--zurich", 1),
        ("venezia--zurich", 2),
    ]


def test_borrowed_routes_never_count_for_the_longest_path() -> None:
    line = scored(tickets=[[PARIS_TO_WIEN]], routes=[GAP, ["venezia--zurich"]], stations=[["zurich"]])
    assert line.path_length == 4
    assert "venezia--zurich" not in line.path


def test_a_station_that_was_not_built_scores_four_points() -> None:
    assert [scored(stations=[["roma", "wien", "paris"][:built]]).station_points for built in range(4)] == [
        12,
        8,
        4,
        0,
    ]
