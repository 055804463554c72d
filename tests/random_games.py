"""Random games: players choose at random, with preferences. The same number always gives the same game."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache

from engine.actions import Action, BuildStation, ClaimRoute, DrawDeck, DrawTickets
from engine.board import Board
from engine.boards.files import load_board
from engine.chance import Chance
from engine.events import Event
from engine.game import Game
from engine.options import Options, options
from engine.rulebook import apply
from engine.setup import Setup, new_game
from engine.view import view_for

TITLES = {
    "europe": ("europe", "europe-1912", "mega", "big-cities"),
    "india": ("india",),
    "nordic": ("nordic",),
    "usa": ("usa", "1910", "mega", "big-cities"),
}
VARIANTS = tuple((title, variant) for title, variants in TITLES.items() for variant in variants)

STYLES: Mapping[str, Mapping[type[Action], int]] = {
    "even": {},
    "hoards cards": {DrawDeck: 30, ClaimRoute: 0, BuildStation: 0, DrawTickets: 0},
    "draws, then claims": {DrawDeck: 6, DrawTickets: 0},
    "collects tickets": {DrawTickets: 6},
    "builds": {BuildStation: 6, ClaimRoute: 3},
}
"""How much likelier than others (1) a kind of action is; 0: only where nothing else can be done."""


@dataclass(frozen=True, slots=True)
class Step:
    """One action of a game: the state before, the seat, the action, its events, and the state after."""

    before: Game
    seat: int
    action: Action
    events: tuple[Event, ...]
    after: Game


@lru_cache
def board(title: str) -> Board:
    return load_board(title)


def opened(title: str, variant: str, players: int, number: int) -> tuple[Game, tuple[Event, ...]]:
    """The start of the game with this number, of as many players or of the most that the variant takes."""
    players = min(players, board(title).variants[variant].players_most)
    return new_game(board(title), Setup(variant, players), "k3f9qpz", f"{number:064x}")


def steps(game: Game, number: int, style: str = "even") -> Iterator[Step]:
    """The steps from a state to the end of the game."""
    chance = Chance(f"{number + 1:064x}")
    while not game.table.over:
        seat = chance.pick(game.table.waiting_for)
        action = _chosen(options(view_for(game, seat)), STYLES[style], chance)
        after, events = apply(game, seat, action)
        yield Step(game, seat, action, events, after)
        game = after


def _chosen(open_now: Options, style: Mapping[type[Action], int], chance: Chance) -> Action:
    kinds = [kind for kind in open_now.kinds for _ in range(style.get(kind, 1))]
    return chance.pick(open_now.of(chance.pick(kinds or open_now.kinds)))
