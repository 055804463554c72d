"""The shipped boards: their cities, routes and tickets, and the rules of their variants."""

import heapq
from collections import Counter

import pytest

from engine.board import GRAY, Board
from engine.boards.files import load_board, shipped_boards
from engine.cards import COLORS
from engine.rules import Deal


@pytest.fixture(scope="module")
def europe() -> Board:
    return load_board("europe")


@pytest.fixture(scope="module")
def india() -> Board:
    return load_board("india")


@pytest.fixture(scope="module")
def nordic() -> Board:
    return load_board("nordic")


@pytest.fixture(scope="module")
def usa() -> Board:
    return load_board("usa")


# ---- the shipped boards


def test_the_shipped_boards_are_europe_india_the_nordic_countries_and_the_usa() -> None:
    assert shipped_boards() == ("europe", "india", "nordic", "usa")
    assert [load_board(name).id for name in shipped_boards()] == ["europe", "india", "nordic", "usa"]


def test_europe_has_its_cities_routes_and_tickets(europe: Board) -> None:
    assert (len(europe.cities), len(europe.routes), len(europe.tickets)) == (47, 101, 101)
    assert len({frozenset((route.a, route.b)) for route in europe.routes}) == 90
    assert Counter(Counter(route.double for route in europe.routes if route.double).values()) == {2: 11}
    assert sum(route.tunnel for route in europe.routes) == 18
    assert sum(route.ferry > 0 for route in europe.routes) == 13
    assert sum(route.ferry for route in europe.routes) == 17


def test_europe_has_300_spaces_37_gray_routes_and_8_of_each_colour(europe: Board) -> None:
    assert Counter(route.color for route in europe.routes) == {GRAY: 37} | dict.fromkeys(COLORS, 8)
    assert Counter(route.length for route in europe.routes) == {1: 4, 2: 35, 3: 30, 4: 29, 6: 2, 8: 1}
    assert sum(route.length for route in europe.routes) == 300


def test_india_has_its_cities_routes_and_tickets(india: Board) -> None:
    assert (len(india.cities), len(india.routes), len(india.tickets)) == (39, 108, 58)
    assert len({frozenset((route.a, route.b)) for route in india.routes}) == 80
    assert Counter(Counter(route.double for route in india.routes if route.double).values()) == {2: 28}
    assert not any(route.tunnel for route in india.routes)
    assert sum(route.ferry for route in india.routes) == 12


def test_india_has_20_spaces_of_each_colour(india: Board) -> None:
    spaces: Counter[str] = Counter()
    for route in india.routes:
        spaces[route.color] += route.length
    assert {color: spaces[color] for color in COLORS} == dict.fromkeys(COLORS, 20)


def test_the_nordic_countries_have_their_cities_routes_and_tickets(nordic: Board) -> None:
    assert (len(nordic.cities), len(nordic.routes), len(nordic.tickets)) == (39, 81, 46)
    assert len({frozenset((route.a, route.b)) for route in nordic.routes}) == 67
    assert Counter(Counter(route.double for route in nordic.routes if route.double).values()) == {2: 14}
    assert sum(route.tunnel for route in nordic.routes) == 10
    assert sum(route.ferry for route in nordic.routes) == 30
    assert [route.id for route in nordic.routes if route.any_cards] == ["lieksa--murmansk"]


def test_the_usa_has_its_cities_routes_and_tickets(usa: Board) -> None:
    assert (len(usa.cities), len(usa.routes), len(usa.tickets)) == (36, 100, 73)
    assert len({frozenset((route.a, route.b)) for route in usa.routes}) == 78
    assert Counter(Counter(route.double for route in usa.routes if route.double).values()) == {2: 22}
    assert not any(route.tunnel or route.ferry for route in usa.routes)


def test_the_usa_has_27_spaces_of_each_colour(usa: Board) -> None:
    spaces: Counter[str] = Counter()
    for route in usa.routes:
        spaces[route.color] += route.length
    assert spaces == {GRAY: 93} | dict.fromkeys(COLORS, 27)
    assert Counter(route.length for route in usa.routes) == {1: 9, 2: 36, 3: 20, 4: 16, 5: 10, 6: 9}


@pytest.mark.parametrize(
    ("row", "length", "color", "tunnel", "ferry"),
    [
        ("palermo--smyrna", 6, GRAY, False, 2),
        ("madrid--pamplona--1", 3, "W", True, 0),
        ("madrid--pamplona--2", 3, "K", True, 0),
        ("petrograd--stockholm", 8, GRAY, True, 0),
        ("amsterdam--london", 2, GRAY, False, 2),
        ("erzurum--sochi", 3, "R", True, 0),
        ("rostov--sevastopol", 4, GRAY, False, 0),
    ],
)
def test_routes_that_the_rule_book_shows(
    europe: Board, row: str, length: int, color: str, tunnel: bool, ferry: int
) -> None:
    route = europe.route[row]
    assert (route.length, route.color, route.tunnel, route.ferry) == (length, color, tunnel, ferry)


LONG_FIRST = Deal(2, 0, 0, 1, "box"), Deal(0, 5, 3, 5, "shuffled")


@pytest.mark.parametrize(
    ("board", "variant", "long", "points", "deals", "drawn", "left", "path", "globetrotter"),
    [  # "left" is the deck of tickets after the deal, for 2 to 5 players
        ("europe", "europe", 6, 444, (Deal(1, 3, 2, 4, "box"),), 3, (34, 31, 28, 25), 10, 0),
        ("europe", "europe-1912", 6, 643, (Deal(1, 3, 2, 4, "box"),), 3, (43, 40, 37, 34), 10, 0),
        ("europe", "mega", 12, 1087, LONG_FIRST, 3, (79, 74, 69, 64), 10, 0),
        ("europe", "big-cities", 0, 502, (Deal(0, 5, 2, 5, "shuffled"),), 4, (35, 30, 25, 20), 10, 0),
        ("usa", "usa", 0, 349, (Deal(0, 3, 2, 3, "bottom"),), 3, (24, 21, 18, 15), 10, 0),
        ("usa", "1910", 0, 391, (Deal(0, 3, 2, 3, "bottom"),), 3, (29, 26, 23, 20), 0, 15),
        ("usa", "mega", 0, 754, (Deal(0, 5, 3, 5, "bottom"),), 4, (59, 54, 49, 44), 10, 15),
        ("usa", "big-cities", 0, 389, (Deal(0, 4, 2, 4, "bottom"),), 4, (27, 23, 19, 15), 0, 0),
    ],
)
def test_each_variant_has_its_own_tickets_deals_and_bonuses(
    board: str, variant: str, long: int, points: int, deals: tuple[Deal, ...], drawn: int,
    left: tuple[int, ...], path: int, globetrotter: int,
) -> None:  # fmt: skip
    loaded = load_board(board)
    rules, piles = loaded.variants[variant], [loaded.pile(variant, long=one) for one in (True, False)]
    each = sum(deal.regular for deal in deals)
    assert len(piles[0]) == long
    assert tuple(len(piles[1]) - each * players for players in (2, 3, 4, 5)) == left
    assert sum(loaded.ticket[number].points for pile in piles for number in pile) == points
    assert (rules.deals, rules.draw_tickets, rules.keep_tickets) == (deals, drawn, 1)
    assert (rules.bonus_points("longest-path"), rules.bonus_points("globetrotter")) == (path, globetrotter)


def test_every_ticket_of_big_cities_has_a_big_city(europe: Board, usa: Board) -> None:
    big = {
        europe: {"angora", "athina", "berlin", "london", "madrid", "moskva", "paris", "roma", "wien"},
        usa: {"chicago", "dallas", "houston", "los-angeles", "miami", "new-york", "seattle"},
    }
    for board, cities in big.items():
        tickets = [board.ticket[number] for number in board.pile("big-cities", long=False)]
        assert all(cities & {ticket.a, ticket.b} for ticket in tickets)


def test_the_usa_plays_reprinted_values_in_the_1910_decks_only(usa: Board) -> None:
    values = {
        variant: sorted(
            ticket.points
            for ticket in usa.tickets
            if variant in ticket.decks and {ticket.a, ticket.b} == {"seattle", "new-york"}
        )
        for variant in usa.variants
    }
    assert values == {"usa": [22], "1910": [], "mega": [20], "big-cities": [20]}


def test_a_ticket_is_worth_its_shortest_path_but_for_those_printed_otherwise(
    europe: Board, india: Board, nordic: Board, usa: Board
) -> None:
    assert worth_more_or_less(europe) == {34: 1, 43: 1, 49: -1, 60: 1, 69: 1, 85: 1, 88: 3, 97: 1}
    assert worth_more_or_less(usa) == {13: 1, 27: 1, 28: 1, 29: 1, 30: 2, 43: 1}
    assert worth_more_or_less(india) == worth_more_or_less(nordic) == {}


def worth_more_or_less(board: Board) -> dict[int, int]:
    """By ticket, its points beyond the spaces of the shortest path, where it has others."""
    beyond = {ticket.number: ticket.points - spaces(board, ticket.a, ticket.b) for ticket in board.tickets}
    return {number: points for number, points in beyond.items() if points}


def spaces(board: Board, start: str, end: str) -> int:
    near = [(0, start)]
    seen: set[str] = set()
    while True:
        away, city = heapq.heappop(near)
        if city == end:
            return away
        seen.add(city)
        for route in board.routes:
            if city in (route.a, route.b) and (other := route.b if city == route.a else route.a) not in seen:
                heapq.heappush(near, (away + route.length, other))


def test_ticket_numbers_never_change(europe: Board, usa: Board) -> None:
    for board in (europe, usa):
        assert [ticket.number for ticket in board.tickets] == list(range(1, len(board.tickets) + 1))
    cadiz_stockholm, riga_brindisi = europe.ticket[42], europe.ticket[101]
    assert (cadiz_stockholm.a, cadiz_stockholm.b, cadiz_stockholm.points) == ("cadiz", "stockholm", 21)
    assert (riga_brindisi.a, riga_brindisi.b, riga_brindisi.points) == ("riga", "brindisi", 17)
    assert (usa.ticket[73].a, usa.ticket[73].b, usa.ticket[73].points) == ("winnipeg", "omaha", 6)


def test_no_bonus_ticket_is_invented(europe: Board, usa: Board) -> None:
    assert europe.bonus_sets == usa.bonus_sets == ()


def test_every_city_has_a_name_in_each_shipped_language(europe: Board, usa: Board) -> None:
    for board in (europe, usa):
        assert all(set(city.names) == {"en", "de", "fr", "es", "ru"} for city in board.cities)


def test_cities_lie_where_they_do_on_the_earth(europe: Board, usa: Board) -> None:
    lisboa, moskva = europe.city["lisboa"], europe.city["moskva"]
    assert lisboa.longitude < moskva.longitude
    assert lisboa.latitude < moskva.latitude
    assert all(25 < city.latitude < 61 and -10 < city.longitude < 45 for city in europe.cities)
    assert all(25 < city.latitude < 52 and -124 < city.longitude < -70 for city in usa.cities)


# ---- the variants' rules


def test_the_first_variant_is_the_titles_own_game(europe: Board, usa: Board) -> None:
    assert list(europe.variants) == ["europe", "europe-1912", "mega", "big-cities"]
    assert list(usa.variants) == ["usa", "1910", "mega", "big-cities"]


def test_without_a_longest_path_card_its_tie_break_is_skipped(europe: Board, usa: Board) -> None:
    tickets, stations, path = "completed-tickets", "fewest-stations", "longest-path"
    assert all(rules.tie_breaks == (tickets, stations, path) for rules in europe.variants.values())
    assert usa.variants["usa"].tie_breaks == usa.variants["mega"].tie_breaks == (tickets, path)
    assert usa.variants["1910"].tie_breaks == usa.variants["big-cities"].tie_breaks == (tickets,)


def test_both_boards_have_110_cards_and_45_trains(europe: Board, usa: Board) -> None:
    for rules in (*europe.variants.values(), *usa.variants.values()):
        assert rules.cards_per_color * len(COLORS) + rules.locomotives == 110
        assert (rules.trains, rules.hand, rules.row, rules.row_reset) == (45, 4, 5, 3)
        assert rules.route_points == {1: 1, 2: 2, 3: 4, 4: 7, 5: 10, 6: 15, 8: 21}
    assert {rules.station_costs for rules in europe.variants.values()} == {(1, 2, 3)}
    assert {rules.stations for rules in usa.variants.values()} == {0}
