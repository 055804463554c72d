"""Moments to draw: games that computers play, the same for the same numbers."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import islice
from random import Random

from engine.actions import ClaimRoute
from engine.board import Board
from engine.boards.files import load_board
from engine.cards import CARDS, NO_CARDS
from engine.chance import Chance
from engine.computers import COMPUTERS
from engine.game import ChooseTickets, Game, SettleTunnel, TakeTurn
from engine.options import options
from engine.rulebook import apply
from engine.setup import Setup, new_game
from engine.view import View, view_for

NAMES = ("Marguerite", "Олександр", "Søren", "Anna-Lena", "Giuseppe")
LEVEL = "easy"


@lru_cache
def board(title: str) -> Board:
    return load_board(title)


@lru_cache
def played(title: str, players: int, number: int = 1, variant: str = "") -> tuple[Game, ...]:
    """Every moment of a game."""
    chance = Chance(f"{number:064x}")
    game, _ = new_game(board(title), Setup(variant or title, players), f"gallery{number}", f"{number:064x}")
    moments = [game]
    while not game.table.over:
        seat = game.table.waiting_for[0]
        game, _ = apply(game, seat, COMPUTERS[LEVEL](view_for(game, seat), chance))
        moments.append(game)
    return tuple(moments)


def turns(moments: Sequence[Game]) -> list[Game]:
    """The game at the beginning of each turn, and at the end."""
    return [game for game in moments if game.table.over or _waits_for(game, TakeTurn)]


def midway(moments: Sequence[Game], share: float) -> Game:
    """The turn at this share of the game."""
    begun = turns(moments)
    return begun[round(share * (len(begun) - 1))]


def acting(game: Game) -> View:
    """The view of the seat that is to act, or of the first seat after the end."""
    return view_for(game, (*game.table.waiting_for, 0)[0])


def offers(moments: Sequence[Game]) -> list[View]:
    """Tickets to choose from, at the beginning and later."""
    return [acting(game) for game in moments if _waits_for(game, ChooseTickets)]


def tunnels(moments: Sequence[Game]) -> list[View]:
    """Views of tunnels that are not settled."""
    return [acting(game) for game in moments if _waits_for(game, SettleTunnel)]


def claims(moments: Sequence[Game]) -> Iterator[tuple[View, ClaimRoute]]:
    """Turns at which something can be claimed, each with the longest route and the first way to pay it."""
    for game in turns(moments):
        view = acting(game)
        open_now = [action for action in options(view).of(ClaimRoute) if isinstance(action, ClaimRoute)]
        if open_now:
            yield view, max(open_now, key=lambda claim: len(claim.cards))


def points_by_turn(moments: Sequence[Game]) -> list[tuple[int, ...]]:
    return [game.table.points for game in turns(moments)]


def crowded(title: str, number: int) -> View:
    """A random board with any share of it claimed, also one that the rules do not allow."""
    chance, there = Random(number), board(title)
    players = chance.randint(2, 5)
    table = played(title, players)[-2].table
    share, routes = chance.random(), [0] * players
    for route in there.routes:
        if chance.random() < share:
            routes[chance.randrange(players)] |= there.bit[route.id]
    sites = iter(chance.sample(there.city_ids, players * table.rules.stations))
    full = replace(
        table,
        routes=tuple(routes),
        stations=tuple(tuple(islice(sites, table.rules.stations)) for _ in range(players)),
        last=(0, chance.choice(there.route_ids)),
        row="".join(chance.choice(CARDS) for _ in range(table.rules.row)),
        points=tuple(chance.randrange(200) for _ in range(players)),
        turns_left=chance.choice((None, 2)),
    )
    return View(full, None, NO_CARDS, (), ())


def _waits_for(game: Game, kind: type) -> bool:
    return any(isinstance(decision, kind) for decision in game.table.decisions)
