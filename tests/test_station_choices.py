"""Lists of cities for a station: those for one's tickets first, marked."""

from bot.commands import arguments
from bot.shown.action_menus import payable_cities
from bot.text.place_choices import StationChoice, station_choices
from engine.boards.files import load_board
from tests.sample_requests import Match, request, table

EUROPE = load_board("europe")
PARIS_WIEN = next(one.number for one in EUROPE.tickets if {one.a, one.b} == {"paris", "wien"})


def choices(match: Match) -> tuple[StationChoice, ...]:
    asked = request(match)
    assert asked.view is not None
    return station_choices(asked.view, asked.phrases)


def test_a_station_that_completes_a_ticket_comes_first() -> None:
    own, rival = ["frankfurt--paris--1", "frankfurt--munchen"], ["munchen--wien", "brest--paris"]
    found = choices(table(tickets=[[PARIS_WIEN]], routes=[own, rival]))
    assert [(city, use) for city, use, _ in found[:2]] == [("munchen", "completes"), ("wien", "completes")]
    assert found[0][2].startswith("✅ ")
    assert {use for _, use, _ in found[2:]} == {"none"}


def test_of_stations_that_shorten_the_way_those_come_first_that_save_more_trains() -> None:
    found = choices(table(tickets=[[PARIS_WIEN]], routes=[[], ["munchen--wien", "wien--zagrab"]]))
    assert [use for _, use, _ in found[:3]] == ["serves"] * 3
    assert {city for city, _, _ in found[:2]} == {"munchen", "wien"}, "five trains are needed, and not seven"
    assert found[2][2] == "🎫 Zágráb"
    assert found[3][1] == "none"


def test_a_way_that_takes_too_many_trains_is_not_marked() -> None:
    found = choices(table(tickets=[[PARIS_WIEN]], routes=[[], ["munchen--wien"]], trains=[4, 42]))
    assert {use for _, use, _ in found} == {"none"}


def test_the_menu_and_the_suggestions_have_the_same_order() -> None:
    match = table(
        tickets=[[PARIS_WIEN]], routes=[["frankfurt--paris--1", "frankfurt--munchen"], ["munchen--wien"]]
    )
    menu = payable_cities(request(match))
    shown = [button.label for button in menu.menus[0].choices]
    assert shown == [label for _, _, label in choices(match)]
    assert "✅" in menu.text
    assert "✅" not in payable_cities(request(table())).text
    typed = arguments.CITY.suggestions(request(match))
    assert [one.label for one in typed] == shown[: len(typed)]
