"""Networks that are hard to score: the worst ones known, and ends of games with stations."""

import json
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random

from engine.board import Board, Route, Ticket

TRAINS = 45
WORST_TRAILS = Path(__file__).with_name("worst_trails.json")


def worst_known(board: Board) -> list[list[Route]]:
    """The networks of this board in worst_trails.json."""
    networks = json.loads(WORST_TRAILS.read_text("utf-8"))["networks"]
    return [[board.route[name] for name in names] for names in networks[board.id]]


@dataclass(frozen=True, slots=True)
class EndOfGame:
    """What a player's stations are asked: own routes, what each station could borrow, and the tickets."""

    own: Sequence[Route]
    lendable: Sequence[Sequence[Route]]
    tickets: Sequence[Ticket]


def worst_end(board: Board, chance: Random, trains: int) -> EndOfGame:
    """Four rivals with all their trains on the board, three stations at their busiest cities, 25 tickets."""
    own, rivals = _grown(board.routes, chance, trains), list[Route]()
    for _ in range(4):
        left = [row for row in board.routes if row not in own and row not in rivals]
        rivals += _grown(left, chance, TRAINS)
    busiest = Counter(city for row in rivals for city in (row.a, row.b)).most_common(3)
    lendable = [[row for row in rivals if city in (row.a, row.b)] for city, _ in busiest]
    return EndOfGame(own, lendable, chance.sample(board.tickets, 25))


def _grown(routes: Sequence[Route], chance: Random, trains: int) -> list[Route]:
    """A player's network, route by route: one in five begins elsewhere, the others adjoin."""
    network: list[Route] = []
    doubles: set[str] = set()
    while routes := [row for row in routes if row.length <= trains and row.double not in doubles]:
        cities = {city for row in network for city in (row.a, row.b)}
        adjoining = [row for row in routes if {row.a, row.b} & cities]
        taken = chance.choice(adjoining if adjoining and chance.random() >= 0.2 else routes)
        network.append(taken)
        doubles |= {taken.double} - {""}
        trains -= taken.length
        routes = [row for row in routes if row.id != taken.id]
    return network
