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
from tests.route_text import flooded, grown, routes, ticket_of, tickets

EUROPE = load_board("europe")


def lent(text: str) -> list[list[Route]]:
    """Routes that each station could borrow: `"paris-brest 3, paris-dieppe 1 | wien-zagrab 2"`."""
    return [routes(station.strip()) for station in text.split("|")]


# ---- what a station does


def test_a_station_lends_the_route_that_completes_a_ticket() -> None:
    found = borrow(
        routes("brest-paris 3"),
        lent("paris-zurich 3, paris-dieppe 1"),
        tickets("brest-zurich 7, brest-roma 9"),
    )
    assert found == ((routes("paris-zurich 3")[0],), (1,))


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
        [ticket_of(number, a, b, points) for number, ((a, b), points) in enumerate(wanted, 1)],
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
