"""Tickets to countries: any border point will do, the best one reached counts, failing costs the least."""

import json
from collections.abc import Sequence
from itertools import product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.text.i18n import phrases
from bot.text.labels import action, scored_ticket, ticket, ticket_status_line
from bot.text.topics import differences, rule_text
from engine.actions import KeepTickets
from engine.board import Ticket, TicketEnd
from engine.boards.files import parse_board
from engine.chance import Chance
from engine.computers import COMPUTERS
from engine.computers.planner.turn_context import TurnContext
from engine.computers.planner.weights import WEIGHTS
from engine.documents.position import game_at, position_of
from engine.events import GameEnded
from engine.game import Game
from engine.outlook import outlook
from engine.refusals import BadInput
from engine.rulebook import apply
from engine.scores import score_sheet
from engine.setup import Setup, new_game
from engine.sheet import SeatScore, TicketScore
from engine.ticket_status import TicketStatus, ticket_status
from engine.view import view_for
from tests.country_board import COUNTRY_BOARD, country_board
from tests.random_games import steps
from tests.route_text import flooded
from tests.tiny_board import changed

BOARD = country_board()
EN, RU = phrases("en"), phrases("ru")


def at(**position: Any) -> Game:
    return game_at(json.loads(json.dumps({"board": "borders", **position})), BOARD)


def score_of(*names: str, held: Sequence[int], **position: Any) -> SeatScore:
    """The line of a player with these routes and tickets."""
    return score_sheet(at(routes=[names], tickets=[held], **position)).seats[0]


def points_of(*names: str, held: int, **position: Any) -> int:
    return score_of(*names, held=[held], **position).ticket_points


# ---- the board file


def test_a_ticket_has_its_goals_by_points_each_with_its_border_points() -> None:
    start, goals = BOARD.ticket[3].start, BOARD.ticket[3].goals
    assert start == TicketEnd("north", ("north-ayr", "north-bude"))
    assert goals == (TicketEnd("west", ("west-dee",), 9), TicketEnd("south", ("south-cork", "south-dee"), 6))
    assert (BOARD.ticket[3].points, BOARD.ticket[3].penalty) == (9, 6)


@pytest.mark.parametrize(
    ("old", "new", "row", "reason"),
    [
        ("goals = { south = 6, west = 9 }", "goals = { south = 6 }", "ticket 3", "two places or more"),
        ("goals = { south = 6, west = 9 }", "goals = { sooth = 6, west = 9 }", "ticket 3", 'mean "south"?'),
        ("goals = { south = 6, west = 9 }", "goals = { south = 0, west = 9 }", "ticket 3, goals", "from 1"),
        (
            "goals = { south = 6, west = 9 }",
            "goals = { north = 6, west = 9 }",
            "ticket 3",
            "to the same city",
        ),
        (
            "goals = { south = 6, west = 9 }",
            'goals = { south = 6, west = 9 }, b = "dee"',
            "ticket 3",
            "key 'b'",
        ),
        ('cities = ["west-dee"]', "cities = []", "country west", "it has no border points"),
        ('cities = ["west-dee"]', 'cities = ["west-do"]', "country west", '(did you mean "west-dee"?)'),
        ('cities = ["west-dee"]', 'cities = ["south-dee"]', "country south", "already belongs to Westland"),
        ('name = "Westland"', 'name = "Ayr"', "country west", '"Ayr" already means Ayr'),
        ('a = "west-dee", b = "dee"', 'a = "west", b = "dee"', "route west--dee", 'no city "west"'),
    ],
)
def test_a_country_that_cannot_be_is_refused_with_its_row(old: str, new: str, row: str, reason: str) -> None:
    with pytest.raises(BadInput) as broken:
        parse_board(changed(old, new, COUNTRY_BOARD))
    assert broken.value.place == row
    assert reason in broken.value.reason


# ---- the score


def test_a_country_is_reached_at_any_of_its_border_points() -> None:
    assert points_of("north--ayr", "ayr--dee", "south--dee", held=3) == 6
    assert points_of("north--bude", "bude--cork", "south--cork", held=3) == 6


def test_the_border_points_of_a_country_are_not_connected() -> None:
    assert points_of("north--ayr", "north--bude", "bude--cork", held=1) == -4


def test_the_best_country_reached_counts() -> None:
    both = "north--ayr", "ayr--dee", "south--dee", "west--dee"
    assert points_of(*both, held=3) == 9
    assert points_of(*both[:3], held=3) == 6


def test_a_failed_ticket_costs_the_least_of_its_countries() -> None:
    assert points_of("ayr--dee", held=3) == -6
    assert score_of(held=[3, 4]).tickets == (TicketScore(3, 6, False), TicketScore(4, 1, False))


def test_a_station_borrows_the_way_to_the_best_country() -> None:
    own, lent = ["north--ayr", "ayr--dee"], ["south--dee", "west--dee"]
    game = at(routes=[own, lent], tickets=[[3], []], stations=[["dee"], []])
    line = score_sheet(game).seats[0]
    assert (line.ticket_points, [station.route for station in line.stations]) == (9, ["west--dee"])
    already = at(routes=[[*own, "south--dee"], ["west--dee"]], tickets=[[3], []], stations=[["dee"], []])
    assert score_sheet(already).seats[0].ticket_points == 9


def test_two_separate_ways_may_lead_to_two_border_points() -> None:
    ways = "north--ayr", "ayr--dee", "south--dee", "north--bude", "bude--cork", "south--cork"
    assert score_of(*ways, held=[3]).mandalas == (3,)
    assert score_of(*ways[:5], held=[3]).mandalas == ()


# ---- against a slow implementation


def slow_points(game: Game, seat: int) -> int:
    """The best sum of ticket points over everything that the seat's stations could borrow."""
    table = game.table
    own = table.board.routes_in(table.routes[seat])
    rivals = table.board.routes_in(table.claimed & ~table.routes[seat])
    lent = [
        [None, *(route for route in rivals if city in (route.a, route.b))] for city in table.stations[seat]
    ]
    tickets = [table.board.ticket[number] for number in game.tickets[seat]]
    return max(
        sum(slow_worth(each, [*own, *(route for route in use if route)]) for each in tickets)
        for use in product(*lent)
    )


def slow_worth(held: Ticket, network: Sequence[Any]) -> int:
    reached = {city for start in held.start.cities for city in flooded(start, network)}
    won = [goal.points for goal in held.goals if reached & set(goal.cities)]
    return max(won) if won else -min(goal.points for goal in held.goals)


@given(st.integers(0, 2**32), st.integers(2, 3))
def test_whole_games_score_as_a_slow_implementation_does(number: int, players: int) -> None:
    game, _ = new_game(BOARD, Setup("borders", players), "k3f9qpz", f"{number:064x}")
    for step in steps(game, number, "builds"):
        game = step.after
        assert game_at(position_of(game), BOARD).table == game.table
    sheet = game.table.sheet
    assert sheet is not None
    assert [line.ticket_points for line in sheet.seats] == [
        slow_points(game, seat) for seat in range(players)
    ]
    for seat in range(players):
        status = ticket_status(view_for(game, seat))
        points = {each.ticket: each.points if each.progress == "done" else -each.points for each in status}
        assert sum(points.values()) == sheet.seats[seat].ticket_points


# ---- what a player is told


def status_of(*names: str, held: int) -> TicketStatus:
    (status,) = ticket_status(view_for(at(routes=[names], tickets=[[held]]), 0))
    return status


def test_the_status_is_about_the_nearest_country() -> None:
    assert status_of(held=3) == TicketStatus(3, "possible", trains=5, stations=0, points=6)
    done = status_of("north--ayr", "ayr--dee", "south--dee", held=3)
    assert done == TicketStatus(3, "done", points=6)


def test_the_outlook_is_about_the_nearest_country() -> None:
    game = at(routes=[["north--ayr", "ayr--dee"]], tickets=[[3]], hands=["KK"], seat=0)
    assert outlook(view_for(game, 0), 3) == {3: (1, 0)}


def test_a_ticket_names_its_countries_with_their_points() -> None:
    assert ticket(BOARD, 4, EN) == "Ayr — Westland (7), Sudland (3) or Nordland (1)"
    assert ticket(BOARD, 3, RU) == "Северная страна — Западная страна (9) или Южная страна (6)"
    assert ticket(BOARD, 5, EN) == "Bude — Westland, 8"


def test_a_completed_ticket_says_what_it_wins() -> None:
    done = status_of("north--ayr", "ayr--dee", "south--dee", held=3)
    assert ticket_status_line(BOARD, done, EN) == "Nordland — Westland (9) or Sudland (6) (done: 6)"
    assert scored_ticket(BOARD, TicketScore(3, 6, False), EN) == "Nordland — Westland (9) or Sudland (6): 6"


def test_the_label_of_a_choice_names_all_countries() -> None:
    table = view_for(at(), 0).table
    label = action(KeepTickets((3, 6)), table, EN, (3, 6))
    assert (
        label == "Keep 1, 2: Nordland — Westland (9) or Sudland (6); Westland — Nordland (9) or Sudland (5)"
    )


def test_the_rules_say_what_is_different_about_countries() -> None:
    rules = BOARD.variants["borders"]
    assert "rule-countries" in differences(BOARD, rules)
    assert "any of its border points" in rule_text("tickets", BOARD, rules, EN)


# ---- computers


def test_the_planner_leads_to_the_country_that_is_worth_the_way() -> None:
    reached = at(routes=[["north--ayr", "ayr--dee"]], tickets=[[3]], hands=["KKKK"], seat=0)
    plan = TurnContext(view_for(reached, 0), WEIGHTS).plan
    assert [BOARD.routes[route].id for route in plan.routes] == ["west--dee"]
    late = at(routes=[["north--ayr", "ayr--dee"]], tickets=[[3]], hands=["KK"], trains=[2, 14], seat=0)
    plan = TurnContext(view_for(late, 0), WEIGHTS).plan
    assert [BOARD.routes[route].id for route in plan.routes] == ["south--dee"]


@pytest.mark.parametrize("level", ["random", "easy", "normal", "hard"])
def test_computers_play_whole_games(level: str) -> None:
    game, _ = new_game(BOARD, Setup("borders", 2), "k3f9qpz", "5ea1" * 16)
    chance, events = Chance("00" * 32), ()
    while not game.table.over:
        seat = game.table.waiting_for[0]
        mover = level if seat == 0 else "easy"
        game, events = apply(game, seat, COMPUTERS[mover](view_for(game, seat), chance))
    assert isinstance(events[-1], GameEnded)
