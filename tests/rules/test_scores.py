"""Calculating Scores: tickets, stations left, the longest path, the bonus cards, and the places."""

from typing import Any

import pytest

from engine.scores import points_so_far, score_sheet
from engine.sheet import ScoreSheet
from tests.rules.table import at, board


def sheet(title: str = "europe", **position: Any) -> ScoreSheet:
    """The score sheet if the game ended now."""
    return score_sheet(at(title, **position))


def totals(scored: ScoreSheet) -> list[int]:
    return [line.total for line in scored.seats]


def places(scored: ScoreSheet) -> list[int]:
    return [line.place for line in scored.seats]


# ---- tickets


def test_completed_tickets_add_and_the_others_subtract() -> None:
    """Ticket 73 is London to Paris, 3 points; ticket 68 is Berlin to Wien, 3 points."""
    line = sheet(variant="mega", tickets=[[73, 72]], routes=[["dieppe--london--1", "dieppe--paris"]]).seats[0]
    assert [(ticket.number, ticket.points, ticket.completed) for ticket in line.tickets] == [
        (73, 3, True),
        (72, 19, False),
    ]
    assert line.ticket_points == 3 - 19
    assert line.completed == 1


def test_a_ticket_is_completed_over_ones_own_routes_alone() -> None:
    line = sheet(tickets=[[37]], routes=[["paris--zurich"], ["venezia--zurich", "venezia--zagrab"]]).seats[0]
    assert line.completed == 0


def test_a_ticket_is_completed_in_either_direction_and_by_any_detour() -> None:
    detour = ["brest--dieppe", "brest--paris", "dieppe--london--1"]
    assert sheet(variant="mega", tickets=[[73]], routes=[detour]).seats[0].completed == 1


def test_the_total_adds_up() -> None:
    line = sheet(
        variant="mega",
        tickets=[[73]],
        routes=[["dieppe--london--1", "dieppe--paris"]],
        stations=[["roma"]],
    ).seats[0]
    assert (line.routes, line.ticket_points, line.station_points, line.path_bonus) == (3, 3, 8, 10)
    assert line.total == 24


def test_the_usa_scores_no_stations() -> None:
    assert totals(sheet("usa")) == [0, 0]


# ---- the longest path


def longest(*routes: str) -> int:
    return sheet(routes=[routes]).seats[0].path_length


def test_the_longest_path_uses_each_train_once() -> None:
    assert longest("brest--paris", "brest--dieppe") == 5
    assert longest("brest--paris", "brest--dieppe", "brest--pamplona") == 3 + 4
    assert longest("brest--paris", "moskva--petrograd") == 4


def test_the_longest_path_may_come_through_a_city_again() -> None:
    loop = ["bruxelles--dieppe", "bruxelles--paris--1", "dieppe--paris"]
    assert longest(*loop) == 5
    assert longest(*loop, "amsterdam--bruxelles") == 6
    assert longest(*loop, "amsterdam--bruxelles", "bruxelles--frankfurt") == 5 + 1 + 2


def test_the_score_sheet_lists_the_path_route_by_route() -> None:
    line = sheet(routes=[["brest--paris", "brest--dieppe", "brest--pamplona"]]).seats[0]
    assert line.path in (("brest--paris", "brest--pamplona"), ("brest--pamplona", "brest--paris"))


def test_all_players_tied_for_the_longest_path_get_the_bonus() -> None:
    scored = sheet(
        players=3, routes=[["brest--paris"], ["berlin--wien"], ["brindisi--roma"]], tickets=[[1], [2], [3]]
    )
    assert [line.path_bonus for line in scored.seats] == [10, 10, 0]


def test_a_path_of_length_zero_gets_no_bonus() -> None:
    assert [line.path_bonus for line in sheet().seats] == [0, 0]


def test_all_variants_of_europe_keep_the_european_express() -> None:
    assert {rules.bonus_points("longest-path") for rules in board().variants.values()} == {10}


# ---- Globetrotter


@pytest.mark.parametrize(
    ("variant", "path", "globetrotter"),
    [("usa", 10, 0), ("1910", 0, 15), ("mega", 10, 15), ("big-cities", 0, 0)],
)
def test_the_bonus_cards_of_each_variant_of_the_usa(variant: str, path: int, globetrotter: int) -> None:
    rules = board("usa").variants[variant]
    assert (rules.bonus_points("longest-path"), rules.bonus_points("globetrotter")) == (path, globetrotter)


CHICAGO_TO_NEW_YORK, HOUSTON_TO_WASHINGTON = 38, 41
WAY_TO_NEW_YORK = ["chicago--pittsburgh--1", "new-york--pittsburgh--1"]


def test_the_globetrotter_has_the_most_completed_tickets() -> None:
    scored = sheet(
        "usa",
        variant="1910",
        tickets=[[CHICAGO_TO_NEW_YORK], [HOUSTON_TO_WASHINGTON]],
        routes=[WAY_TO_NEW_YORK],
    )
    assert [line.globetrotter_bonus for line in scored.seats] == [15, 0]
    assert [line.path_bonus for line in scored.seats] == [0, 0]
    assert totals(scored) == [4 + 2 + 5 + 15, -10]


def test_all_players_tied_for_globetrotter_get_the_bonus() -> None:
    """Ticket 68 is Washington to Atlanta."""
    other = ["atlanta--raleigh--1", "raleigh--washington--1"]
    scored = sheet(
        "usa", variant="1910", tickets=[[CHICAGO_TO_NEW_YORK], [68]], routes=[WAY_TO_NEW_YORK, other]
    )
    assert [line.completed for line in scored.seats] == [1, 1]
    assert [line.globetrotter_bonus for line in scored.seats] == [15, 15]


def test_no_completed_ticket_gets_no_globetrotter_bonus() -> None:
    scored = sheet("usa", variant="mega", tickets=[[37], [38]])
    assert [line.globetrotter_bonus for line in scored.seats] == [0, 0]


# ---- places


def test_the_player_with_the_most_points_wins() -> None:
    scored = sheet(players=3, routes=[["brest--paris"], ["moskva--petrograd"], []])
    assert totals(scored) == [12 + 4, 12 + 7 + 10, 12]
    assert places(scored) == [2, 1, 3]
    assert scored.winners == (1,)


APART = ["brest--paris", "berlin--wien", "kyiv--smolensk", "athina--sofia"]
"""Routes of three spaces, 4 points each, of which no two meet; so do these with the single space."""
SINGLE = "amsterdam--bruxelles"


def test_equal_points_are_ranked_by_completed_tickets() -> None:
    """Lisboa to Cádiz is ticket 55, 2 points."""
    mine = ["cadiz--lisboa", "brest--paris"]
    scored = sheet(
        variant="mega",
        tickets=[[], [55]],
        routes=[["berlin--wien", "brindisi--roma", "budapest--zagrab"], mine],
    )
    assert totals(scored) == [12 + 8 + 10, 12 + 6 + 2 + 10]
    assert places(scored) == [2, 1]


def test_completed_tickets_come_before_stations() -> None:
    mine = ["cadiz--lisboa", "brest--paris", "kyiv--smolensk"]
    scored = sheet(
        variant="mega",
        tickets=[[], [55]],
        routes=[["berlin--wien", "brindisi--roma", "budapest--zagrab"], mine],
        stations=[[], ["roma"]],
    )
    assert totals(scored) == [12 + 8 + 10, 8 + 10 + 2 + 10]
    assert places(scored) == [2, 1]


def test_in_europe_the_next_tie_break_is_the_fewest_stations_built() -> None:
    scored = sheet(routes=[APART[:2], APART[2:3]], stations=[["roma"], []])
    assert totals(scored) == [8 + 8 + 10, 12 + 4 + 10]
    assert places(scored) == [2, 1]


def test_stations_come_before_the_european_express() -> None:
    scored = sheet(routes=[["moskva--petrograd"], [*APART[:3], SINGLE]], stations=[["roma"], []])
    assert totals(scored) == [8 + 7 + 10, 12 + 13]
    assert places(scored) == [2, 1]


def test_in_europe_the_last_tie_break_is_the_european_express() -> None:
    scored = sheet(routes=[[*APART, SINGLE], ["moskva--petrograd"]])
    assert totals(scored) == [12 + 17, 12 + 7 + 10]
    assert places(scored) == [2, 1]


def test_in_the_usa_the_longest_path_card_comes_after_completed_tickets() -> None:
    apart = ["chicago--duluth", "little-rock--nashville", "montreal--new-york", "las-vegas--salt-lake-city"]
    scored = sheet("usa", routes=[[*apart, "portland--seattle--1"], ["calgary--helena"]])
    assert totals(scored) == [17, 7 + 10]
    assert places(scored) == [2, 1]


def test_without_a_longest_path_card_its_tie_break_is_skipped() -> None:
    short = ["chicago--duluth", "atlanta--charleston", "portland--seattle--1"]
    scored = sheet("usa", variant="1910", routes=[short, ["calgary--helena"]])
    assert totals(scored) == [7, 7]
    assert [line.path_length for line in scored.seats] == [3, 4]
    assert places(scored) == [1, 1]
    assert scored.winners == (0, 1)


def test_the_same_tie_breaks_rank_the_other_players() -> None:
    routes = [["petrograd--stockholm"], APART[:2], APART[2:3], []]
    scored = sheet(players=4, routes=routes, stations=[[], ["roma"], [], []])
    assert totals(scored) == [12 + 21 + 10, 8 + 8, 12 + 4, 12]
    assert places(scored) == [1, 3, 2, 4]


def test_players_equal_in_everything_share_the_place() -> None:
    scored = sheet(players=3, routes=[["brest--paris"], ["berlin--wien"], []])
    assert totals(scored) == [26, 26, 12]
    assert places(scored) == [1, 1, 3]
    assert scored.winners == (0, 1)


def test_points_during_play_are_the_public_ones() -> None:
    game = at(routes=[["brest--paris"]], stations=[["roma"]], tickets=[[1], [2]])
    assert points_so_far(game.table) == ((4, 8, 3), (0, 12, 0))
