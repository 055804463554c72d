"""How long the graph questions of scoring take: `python -m bench.network`.

A row has the milliseconds of the median and of the slowest case, for our search and for the plain one on the
same cases in the same run, and how many times longer the plain one takes, over all cases and for the slowest.
A case counts with the best of three runs, so that what else the machine is doing weighs less.
"""

import argparse
import json
import statistics
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import product
from pathlib import Path
from random import Random
from time import perf_counter

from engine.board import Board, Route, Ticket
from engine.boards.files import load_board
from engine.network import longest_path
from engine.stations import borrow

Question = Callable[[], object]
"""One case: a search with what it is asked."""

TRAINS = 45
WORST_TRAILS = Path(__file__).with_name("worst_trails.json")


def main() -> None:
    parser = argparse.ArgumentParser(description="Measure the longest path and the use of stations.")
    parser.add_argument("--cases", type=int, default=200, help="random cases in a row (200)")
    parser.add_argument("--seed", type=int, default=1, help="what they are drawn from (1)")
    arguments = parser.parse_args()
    print(f"{'milliseconds':44}    {'ours':^15}    {'plain':^15}    {'plain / ours':^15}")
    print(f"{'':44}{'cases':>6}{'median':>9}{'max':>8}{'median':>11}{'max':>8}{'all':>11}{'max':>8}")
    _longest_paths(arguments.cases, Random(arguments.seed))
    _stations(arguments.cases, Random(arguments.seed))


def _longest_paths(cases: int, chance: Random) -> None:
    boards = [load_board("europe"), load_board("usa")]
    for board in boards:
        _path_row(f"longest path: {board.id}, worst known", worst_known(board))
    for board in boards:
        for scattered in (0.0, 0.1, 0.5):
            networks = [grown(board.routes, chance, TRAINS, scattered) for _ in range(cases)]
            _path_row(f"longest path: {board.id}, {scattered:.0%} begun elsewhere", networks)


def _stations(cases: int, chance: Random) -> None:
    europe = load_board("europe")
    _station_row("stations: usual", [usual_end(europe, chance) for _ in range(cases)])
    for trains in (0, 10, TRAINS):
        ends = [worst_end(europe, chance, trains) for _ in range(cases)]
        _station_row(f"stations: worst, {trains} trains of one's own", ends)


# ---- the cases


def worst_known(board: Board) -> list[list[Route]]:
    """The networks of this board in worst_trails.json."""
    networks = json.loads(WORST_TRAILS.read_text("utf-8"))["networks"]
    return [[board.route[name] for name in names] for names in networks[board.id]]


def grown(routes: Sequence[Route], chance: Random, trains: int, scattered: float) -> list[Route]:
    """A player's network, route by route; `scattered` of them begin elsewhere, the others adjoin."""
    network: list[Route] = []
    doubles: set[str] = set()
    while routes := [row for row in routes if row.length <= trains and row.double not in doubles]:
        cities = {city for row in network for city in (row.a, row.b)}
        adjoining = [row for row in routes if {row.a, row.b} & cities]
        taken = chance.choice(adjoining if adjoining and chance.random() >= scattered else routes)
        network.append(taken)
        doubles |= {taken.double} - {""}
        trains -= taken.length
        routes = [row for row in routes if row.id != taken.id]
    return network


@dataclass(frozen=True, slots=True)
class EndOfGame:
    """What a player's stations are asked: own routes, what each station could borrow, and the tickets."""

    own: Sequence[Route]
    lendable: Sequence[Sequence[Route]]
    tickets: Sequence[Ticket]


def usual_end(board: Board, chance: Random) -> EndOfGame:
    """Three rivals, one to three stations anywhere, six tickets."""
    own, rivals = claimed(board, chance, TRAINS, rivals=3)
    cities = chance.sample(sorted(_routes_at(rivals)), chance.choice((1, 2, 3)))
    return EndOfGame(own, _lendable(cities, rivals), chance.sample(board.tickets, 6))


def worst_end(board: Board, chance: Random, trains: int) -> EndOfGame:
    """Four rivals with all their trains on the board, three stations at their busiest cities, 25 tickets."""
    own, rivals = claimed(board, chance, trains, rivals=4)
    cities = [city for city, _ in _routes_at(rivals).most_common(3)]
    return EndOfGame(own, _lendable(cities, rivals), chance.sample(board.tickets, 25))


def claimed(board: Board, chance: Random, trains: int, rivals: int) -> tuple[list[Route], list[Route]]:
    """A player's routes, and those of all the rivals together."""
    own = grown(board.routes, chance, trains, 0.2)
    others: list[Route] = []
    for _ in range(rivals):
        left = [row for row in board.routes if row not in own and row not in others]
        others += grown(left, chance, TRAINS, 0.2)
    return own, others


def _routes_at(routes: Sequence[Route]) -> Counter[str]:
    return Counter(city for row in routes for city in (row.a, row.b))


def _lendable(cities: Sequence[str], rivals: Sequence[Route]) -> list[list[Route]]:
    return [[row for row in rivals if city in (row.a, row.b)] for city in cities]


# ---- the plain ways


def plain_path_length(network: Sequence[Route]) -> int:
    """Depth first, from every city over every route not yet used."""
    leaving: dict[str, list[tuple[int, str, int]]] = {}
    for index, row in enumerate(network):
        leaving.setdefault(row.a, []).append((1 << index, row.b, row.length))
        leaving.setdefault(row.b, []).append((1 << index, row.a, row.length))
    longest = 0

    def ride(city: str, used: int, length: int) -> None:
        nonlocal longest
        longest = max(longest, length)
        for row, there, spaces in leaving[city]:
            if not used & row:
                ride(there, used | row, length + spaces)

    for city in leaving:
        ride(city, 0, 0)
    return longest


def plain_ticket_points(end: EndOfGame) -> int:
    """Brute force: every combination, each with the whole network connected again."""
    return max(_points(end, use) for use in product(*[[None, *station] for station in end.lendable]))


def _points(end: EndOfGame, use: Sequence[Route | None]) -> int:
    leader: dict[str, str] = {}

    def led(city: str) -> str:
        while city != leader.setdefault(city, city):
            city = leader[city]
        return city

    for row in (*end.own, *filter(None, use)):
        leader[led(row.a)] = led(row.b)
    return sum(row.points if led(row.a) == led(row.b) else -row.points for row in end.tickets)


# ---- the table


def _path_row(title: str, networks: Sequence[Sequence[Route]]) -> None:
    for network in networks:
        assert sum(row.length for row in longest_path(network)) == plain_path_length(network)
    ours = [partial(longest_path, network) for network in networks]
    _row(title, ours, [partial(plain_path_length, network) for network in networks])


def _station_row(title: str, ends: Sequence[EndOfGame]) -> None:
    for end in ends:
        assert ticket_points(end) == plain_ticket_points(end)
    ours = [partial(borrow, end.own, end.lendable, end.tickets) for end in ends]
    _row(title, ours, [partial(plain_ticket_points, end) for end in ends])


def ticket_points(end: EndOfGame) -> int:
    done = borrow(end.own, end.lendable, end.tickets)[1]
    return sum(row.points if row.number in done else -row.points for row in end.tickets)


def _row(title: str, ours: Sequence[Question], plain: Sequence[Question]) -> None:
    fast, slow = [_milliseconds(case) for case in ours], [_milliseconds(case) for case in plain]
    print(
        f"{title:44}{len(ours):>6}{statistics.median(fast):>9.3f}{max(fast):>8.3f}"
        f"{statistics.median(slow):>11.3f}{max(slow):>8.2f}"
        f"{sum(slow) / sum(fast):>11.1f}{max(slow) / max(fast):>8.1f}",
        flush=True,
    )


def _milliseconds(case: Question, runs: int = 3) -> float:
    best = float("inf")
    for _ in range(runs):
        start = perf_counter()
        case()
        best = min(best, perf_counter() - start)
    return best * 1000


if __name__ == "__main__":
    main()
