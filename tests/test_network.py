"""The European Express: the longest continuous path of a player; and which tickets a network completes."""

import json
from collections.abc import Sequence
from itertools import permutations
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.board import Route
from engine.boards.files import load_board
from engine.network import completed, connected, longest_path, path_length
from tests.route_text import flooded, grown, routes, tickets
from tests.soaked import soaked

EUROPE = load_board("europe")
USA = load_board("usa")
BOARDS = {board.id: board for board in (EUROPE, USA)}

WORST = json.loads(Path(__file__).parent.parent.joinpath("bench", "worst_trails.json").read_text("utf-8"))
WORST_NETWORKS = sorted(
    {(board, tuple(sorted(names))) for board, networks in WORST["networks"].items() for names in networks}
)

NETWORKS = grown(EUROPE) | grown(USA)


def longest_of_all_paths(network: Sequence[Route]) -> int:
    """Brute force: from every city, continue over every route not yet used."""
    leaving: dict[str, list[tuple[int, str, int]]] = {}
    for index, row in enumerate(network):
        leaving.setdefault(row.a, []).append((1 << index, row.b, row.length))
        leaving.setdefault(row.b, []).append((1 << index, row.a, row.length))

    def onward(city: str, used: int) -> int:
        return max(
            (length + onward(there, used | row) for row, there, length in leaving[city] if not used & row),
            default=0,
        )

    return max((onward(city, 0) for city in leaving), default=0)


def can_be_travelled(path: Sequence[Route]) -> bool:
    """Whether each route starts where the one before it arrived, and none comes twice."""
    once = len({row.id for row in path}) == len(path)
    return once and (not path or leads_on(path[0].a, path) or leads_on(path[0].b, path))


def leads_on(city: str, path: Sequence[Route]) -> bool:
    for row in path:
        if city not in (row.a, row.b):
            return False
        city = row.b if city == row.a else row.a
    return True


# ---- the European Express


def test_the_seven_bridges_of_konigsberg_cannot_all_be_crossed() -> None:
    bridges = routes(
        "north-kneiphof 1, north-kneiphof 1, south-kneiphof 1, south-kneiphof 1,"
        "north-east 1, south-east 1, kneiphof-east 1"
    )
    assert path_length(bridges) == 6
    assert can_be_travelled(longest_path(bridges))


def test_leaving_out_a_route_may_cut_off_a_loop() -> None:
    """Three loops around a hub, on one route each: the path has two of them, wherever it starts."""
    loops = [
        f"hub-{a} 1, {a}-{b} 2, {b}-{c} 2, {c}-{a} 2, {a}-{d} 2" for a, b, c, d in ("abcd", "efgh", "ijkl")
    ]
    network = routes(", ".join(loops))
    assert path_length(network) == longest_of_all_paths(network) == 2 * (2 + 6 + 1)


def test_the_path_starts_and_stops_where_leaving_a_route_out_would_cost_most() -> None:
    network = routes("e-g 8, c-a 2, f-d 3, c-e 1, d-g 8, a-c 3, f-d 4, f-e 8, b-f 2")
    assert path_length(network) == longest_of_all_paths(network) == 34


@pytest.mark.parametrize(("board", "names"), soaked(WORST_NETWORKS, *WORST_NETWORKS[::4]))
def test_the_worst_networks_known_are_solved(board: str, names: tuple[str, ...]) -> None:
    network = [BOARDS[board].route[name] for name in names]
    path = longest_path(network)
    assert can_be_travelled(path)
    assert sum(row.length for row in path) == path_length(network) == longest_of_all_paths(network)


@given(NETWORKS)
def test_no_other_path_is_longer(network: list[Route]) -> None:
    path = longest_path(network)
    assert can_be_travelled(path)
    assert {row.id for row in path} <= {row.id for row in network}
    assert sum(row.length for row in path) == path_length(network) == longest_of_all_paths(network)


@given(st.data())
def test_the_path_does_not_depend_on_the_order_of_the_claims(data: st.DataObject) -> None:
    network = data.draw(NETWORKS)
    assert longest_path(data.draw(st.permutations(network))) == longest_path(network)


def test_of_equally_long_paths_it_is_always_the_same_one() -> None:
    star = routes("essen-berlin 2, essen-frankfurt 2, essen-amsterdam 2, essen-kobenhavn 2")
    assert len({longest_path(order) for order in permutations(star)}) == 1


# ---- completed tickets


def test_completed_tickets_come_in_the_order_of_their_numbers() -> None:
    both = tickets("brest-paris 3, paris-brest 3")
    assert completed(routes("brest-paris 3"), both[::-1]) == (1, 2)


@given(grown(EUROPE))
def test_tickets_are_completed_if_their_cities_are_connected(network: list[Route]) -> None:
    reached = [ticket.number for ticket in EUROPE.tickets if ticket.b in flooded(ticket.a, network)]
    assert completed(network, EUROPE.tickets) == tuple(sorted(reached))


@given(NETWORKS)
def test_connected_cities_share_one_list(network: list[Route]) -> None:
    cities = connected(network)
    assert {city: set(others) for city, others in cities.items()} == {
        city: flooded(city, network) for row in network for city in (row.a, row.b)
    }
    assert all(cities[city] is others for others in cities.values() for city in others)
