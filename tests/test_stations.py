"""Train Stations: which of the rivals' routes they borrow at the end of the game."""

from collections.abc import Iterator, Sequence
from itertools import product
from random import Random

from hypothesis import given
from hypothesis import strategies as st

from engine.board import GRAY, Route, Ticket
from engine.boards.files import load_board
from engine.network import completed
from engine.stations import BorrowedRoutes, borrow
from tests.route_text import flooded, grown, routes, tickets

EUROPE = load_board("europe")


def lent(text: str) -> list[list[Route]]:
    """Routes that each station could borrow: `"paris-brest 3, paris-dieppe 1 | wien-zagrab 2"`."""
    return [routes(station.strip()) for station in text.split("|")]


def borrowed(own: str, lendable: str, wanted: str) -> list[str]:
    """The ids of what the stations borrow, "" for a station that borrows nothing."""
    found = borrow(routes(own), lent(lendable), tickets(wanted))
    return [route.id if route else "" for route in found[0]]


# ---- what a station does


def test_a_station_lends_the_route_that_completes_a_ticket() -> None:
    found = borrow(
        routes("brest-paris 3"),
        lent("paris-zurich 3, paris-dieppe 1"),
        tickets("brest-zurich 7, brest-roma 9"),
    )
    assert found == ((routes("paris-zurich 3")[0],), (1,))


def test_without_stations_the_tickets_are_completed_by_the_players_own_routes() -> None:
    assert borrow(routes("brest-paris 3"), [], tickets("paris-brest 3, paris-roma 9")) == ((), (1,))


def test_a_station_with_nothing_to_lend_borrows_nothing() -> None:
    assert borrowed("brest-paris 3", " | paris-zurich 3", "brest-zurich 7") == ["", "paris-zurich"]
    assert borrow([], [[], [], []], []) == ((None, None, None), ())


def test_a_station_that_helps_no_ticket_borrows_nothing() -> None:
    assert borrowed("brest-paris 3", "paris-zurich 3, paris-dieppe 1", "brest-roma 9") == [""]
    assert borrowed("brest-paris 3", "paris-brest 3", "brest-paris 2") == [""]


def test_each_station_borrows_one_route_at_most() -> None:
    assert borrowed("", "paris-brest 3, paris-zurich 3", "brest-zurich 9") == [""]


def test_no_route_of_ones_own_is_needed_at_a_station() -> None:
    assert borrowed("", "paris-brest 3 | paris-zurich 3", "brest-zurich 9") == ["paris-brest", "paris-zurich"]


def test_a_borrowed_route_serves_all_the_tickets() -> None:
    found = borrow(
        routes("brest-paris 3, zurich-venezia 2"),
        lent("paris-zurich 3"),
        tickets("brest-zurich 7, brest-venezia 8, paris-venezia 6"),
    )
    assert found[1] == (1, 2, 3)


def test_a_station_may_be_far_from_both_cities_of_the_ticket() -> None:
    own = "brest-paris 3, zurich-venezia 2, venezia-roma 2"
    assert borrowed(own, "zurich-paris 3, zurich-munchen 2", "brest-roma 12") == ["zurich-paris"]


def test_three_stations_may_complete_one_ticket_together() -> None:
    assert borrowed("", "b-c 1 | a-b 1, b-x 1 | d-c 1, c-y 1", "a-d 20") == ["b-c", "a-b", "d-c"]


def test_stations_in_neighbouring_cities_do_not_both_borrow_the_route_between_them() -> None:
    between = "paris-zurich 3"
    assert borrowed("brest-paris 3", f"{between} | {between}", "brest-zurich 7") == ["paris-zurich", ""]


def test_stations_in_neighbouring_cities_may_borrow_the_route_between_them_and_another() -> None:
    paris = "paris-zurich 3, paris-dieppe 1"
    zurich = "paris-zurich 3, zurich-venezia 2"
    assert borrowed("", f"{paris} | {zurich}", "paris-venezia 8") == ["paris-zurich", "zurich-venezia"]
    assert borrowed("", f"{paris} | {zurich}", "dieppe-zurich 8") == ["paris-dieppe", "paris-zurich"]


def test_the_other_side_of_ones_own_double_route_is_of_no_use() -> None:
    own, other_side = routes("wien-budapest 1, wien-budapest 1")
    assert borrow([own], [[other_side]], tickets("wien-budapest 5, wien-kyiv 9")) == ((None,), (1,))


# ---- which use is best


def test_the_most_points_from_tickets_come_first() -> None:
    assert borrowed("", "hub-a 1, hub-b 1", "hub-a 7, hub-b 8") == ["hub-b"]
    assert borrowed("a-x 1", "hub-a 1, hub-b 1", "hub-a 3, hub-x 4, hub-b 8") == ["hub-b"]


def test_of_equal_points_the_most_completed_tickets_win() -> None:
    assert borrowed("b-x 1", "hub-a 1, hub-b 1", "hub-a 8, hub-b 3, hub-x 5") == ["hub-b"]
    assert borrowed("a-x 1", "hub-a 1, hub-b 1", "hub-a 3, hub-x 5, hub-b 8") == ["hub-a"]


def test_of_equally_many_tickets_the_fewest_borrowed_routes_win() -> None:
    assert borrowed("", "a-b 1 | b-c 1 | c-a 1, c-b 1", "a-c 8") == ["", "", "c-a"]


def test_of_equally_many_routes_the_smallest_ids_win() -> None:
    assert borrowed("b-c 1", "a-c 1, a-b 1", "a-b 8") == ["a-b"]
    assert borrowed("b-c 1", "a-c 1 | a-b 1", "a-b 8") == ["", "a-b"]
    assert borrowed("b-c 1", "a-b 1 | a-c 1", "a-b 8") == ["a-b", ""]
    assert borrowed("", "m-b 1, m-z 1 | b-o 1, z-a 1", "m-o 5, m-a 5") == ["m-b", "b-o"]
    assert borrowed("", "b-o 1, z-a 1 | m-b 1, m-z 1", "m-o 5, m-a 5") == ["b-o", "m-b"]
    assert borrowed("m-n 1", "b-m 1, c-m 1 | z-n 1, a-n 1", "b-z 5, c-a 5") == ["b-m", "z-n"]


def test_of_two_sides_of_a_double_route_the_first_is_borrowed() -> None:
    first, second = routes("wien-budapest 1, wien-budapest 1")
    assert borrow([], [[second, first]], tickets("wien-budapest 5"))[0] == (first,)


def test_of_equal_routes_the_earliest_stations_borrow() -> None:
    assert borrowed("", "x-y 1 | a-b 1 | a-b 1", "a-b 5") == ["", "a-b", ""]


# ---- against trying everything


def every_use(lendable: Sequence[Sequence[Route]]) -> Iterator[tuple[Route | None, ...]]:
    return product(*[[None, *station] for station in lendable])


def order(own: Sequence[Route], use: Sequence[Route | None], wanted: Sequence[Ticket]) -> tuple[object, ...]:
    """The sort key of a use of the stations: the best use has the smallest."""
    network = [*own, *(route for route in use if route)]
    done = [ticket for ticket in wanted if ticket.b in flooded(ticket.a, network)]
    points = sum(ticket.points if ticket in done else -ticket.points for ticket in wanted)
    ids = [route.id for route in use if route]
    return -points, -len(done), len(ids), ids, [not route for route in use]


def best_of_all(
    own: Sequence[Route], lendable: Sequence[Sequence[Route]], wanted: Sequence[Ticket]
) -> BorrowedRoutes:
    use = min(every_use(lendable), key=lambda use: order(own, use, wanted))
    return (use, completed([*own, *(route for route in use if route)], wanted))


@st.composite
def small_countries(draw: st.DrawFn) -> tuple[list[Route], list[list[Route]], list[Ticket]]:
    """A few cities and low, equal points, so that a good many uses are as good as each other."""
    pairs = st.lists(st.sampled_from("abcdefg"), min_size=2, max_size=2, unique=True)
    rows = draw(st.lists(pairs, min_size=1, max_size=14))
    every = [Route(f"{a}{b}{index % 3}{index}", a, b, 1, GRAY) for index, (a, b) in enumerate(rows)]
    ours = draw(st.integers(0, 4))
    cities = draw(st.lists(st.sampled_from("abcdefg"), max_size=3, unique=True))
    wanted = draw(st.lists(st.tuples(pairs, st.integers(1, 3)), max_size=6))
    return (
        every[:ours],
        [[route for route in every[ours:] if city in (route.a, route.b)] for city in cities],
        [Ticket(number, a, b, points) for number, ((a, b), points) in enumerate(wanted, 1)],
    )


@st.composite
def ends_of_games(draw: st.DrawFn) -> tuple[list[Route], list[list[Route]], list[Ticket]]:
    """Europe: a network for the player, others for the rivals, stations anywhere, any tickets."""
    own = draw(grown(EUROPE, trains=draw(st.sampled_from((10, 25, 45)))))
    mine = {route.id for route in own}
    rivals = [route for _ in range(2) for route in draw(grown(EUROPE)) if route.id not in mine]
    others = list({route.id: route for route in rivals}.values())
    cities = draw(st.lists(st.sampled_from(EUROPE.cities), max_size=3, unique_by=lambda city: city.id))
    return (
        own,
        [[route for route in others if city.id in (route.a, route.b)] for city in cities],
        draw(st.lists(st.sampled_from(EUROPE.tickets), max_size=12, unique_by=lambda ticket: ticket.number)),
    )


@given(small_countries())
def test_brute_force_finds_no_better_use(
    country: tuple[list[Route], list[list[Route]], list[Ticket]],
) -> None:
    assert borrow(*country) == best_of_all(*country)


@given(ends_of_games())
def test_no_other_use_is_better_at_the_end_of_a_game(
    end: tuple[list[Route], list[list[Route]], list[Ticket]],
) -> None:
    assert borrow(*end) == best_of_all(*end)


@given(small_countries(), st.randoms(use_true_random=False))
def test_the_use_does_not_depend_on_the_order_of_claims_or_tickets(
    country: tuple[list[Route], list[list[Route]], list[Ticket]], chance: Random
) -> None:
    own, lendable, wanted = country
    shuffled = [chance.sample(station, len(station)) for station in lendable]
    again = borrow(chance.sample(own, len(own)), shuffled, chance.sample(wanted, len(wanted)))
    assert again == borrow(own, lendable, wanted)
