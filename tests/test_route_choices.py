"""Lists of routes to claim: those for one's tickets first, marked, and each route once."""

from bot.shown.action_menus import payable_routes
from bot.text import labels
from bot.text.place_choices import RouteChoice, route_choices
from engine.boards.files import load_board
from engine.plain_words import folded
from tests.sample_requests import Match, meant, request, table

EUROPE = load_board("europe")
PARIS_WIEN = next(one.number for one in EUROPE.tickets if {one.a, one.b} == {"paris", "wien"})


def choices(match: Match) -> tuple[RouteChoice, ...]:
    asked = request(match)
    assert asked.view is not None
    return route_choices(asked.view, asked.phrases)


def test_routes_for_the_tickets_come_first_and_are_marked() -> None:
    found = choices(table(tickets=[[PARIS_WIEN]]))
    serving = [one for one in found if one[1] == "serves"]
    assert serving == list(found[: len(serving)])
    assert "munchen--wien" in {route.id for route, _, _ in serving}
    assert all(label.startswith("🎫 ") for _, _, label in serving)
    assert all(use == "none" for _, use, _ in found[len(serving) :])


def test_a_route_that_completes_a_ticket_comes_before_all_others() -> None:
    own = [["frankfurt--paris--1", "frankfurt--munchen"]]
    found = choices(table(tickets=[[PARIS_WIEN]], routes=own))
    assert [(route.id, use) for route, use, _ in found[:1]] == [("munchen--wien", "completes")]
    assert found[0][2].startswith("✅ ")


def test_without_a_use_routes_are_ordered_by_points_and_then_by_name() -> None:
    found = choices(table())
    shown = [(-route.length, folded(label)) for route, _, label in found]
    assert shown == sorted(shown)


def test_two_gray_routes_that_cost_the_same_are_one_choice() -> None:
    match = table("usa")
    names = [label for _, _, label in choices(match)]
    assert len(names) == len(set(names))
    assert "Seattle — Vancouver · 1" in names
    assert not any("(2)" in name for name in names)
    assert all("seattle--vancouver" in line for line in meant("claim seattle vancouver", match))


def test_a_typed_city_lists_its_routes_alone() -> None:
    asked = request(table())
    assert all("paris" in line for line in meant("claim paris"))
    menu = payable_routes(asked, ("paris",)).menus[0]
    assert len(menu.choices) > 3
    assert all("Paris" in one.label for one in menu.choices)
    whole = payable_routes(asked)
    first = choices(table())[0][0]
    assert f"/claim {labels.city(table().board, first.a, 'en')}" in whole.text
    assert len(whole.menus[0].choices) > 50
