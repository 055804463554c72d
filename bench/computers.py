"""How good the computer players are: `python -m bench.computers`. It takes hours.

Computers of one level play against those of another on Europe, and the bar is the share of games to win. Each
deck is played once from every seat. Ctrl+C ends a match early, and its games so far count. Besides, it
measures how many tunnels fail without a card to spare, and the processor time of an answer.
"""

import hashlib
import sys
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field, replace
from time import process_time

from bench.bars import Bars, bench_parser, p99
from engine.board import Board
from engine.boards.files import load_board
from engine.cards import CARDS, LOCOMOTIVE, Counts
from engine.chance import Chance
from engine.computers import EXPLAINED_COMPUTERS, ChooseExplained
from engine.computers.normal import normal_move
from engine.computers.planner.weights import WEIGHTS
from engine.computers.reasons import ExplainedMove
from engine.events import TunnelDeclined
from engine.game import Game
from engine.payments import laid_color
from engine.rulebook import apply
from engine.setup import Setup, new_game
from engine.view import View, view_for

CARELESS = replace(WEIGHTS, spare_cards=0, tunnel_odds=(0.7,), useful_cards=1.6)
"""A planner that takes every tunnel as soon as the hand has the cards, as `normal` did."""

FAILED_TUNNELS = 0.1
ANSWER = 1000.0
"""The bars: tunnels that fail without a card to spare, a game; the 99th percentile of an answer in ms."""


def careless_move(view: View, chance: Chance) -> ExplainedMove:
    """The move of a planner without a card to spare for tunnels."""
    return normal_move(view, chance, CARELESS)


@dataclass(frozen=True)
class Pairing:
    """One computer player against one or three of another."""

    name: str
    one: ChooseExplained
    others: ChooseExplained
    players: int
    games: int
    bar: float
    """The share of games that `one` must win."""


PAIRINGS = {
    "normal": Pairing("normal against careless", EXPLAINED_COMPUTERS["normal"], careless_move, 2, 1000, 0.56),
    "hard": Pairing(
        "hard against normal", EXPLAINED_COMPUTERS["hard"], EXPLAINED_COMPUTERS["normal"], 2, 300, 0.70
    ),
    "hard-4": Pairing(
        "hard against three normal",
        EXPLAINED_COMPUTERS["hard"],
        EXPLAINED_COMPUTERS["normal"],
        4,
        200,
        0.32,
    ),
}


@dataclass
class Score:
    """What one player achieved in the games so far."""

    games: int = 0
    won: float = 0.0
    failed: int = 0
    """Tunnels that failed without a card to spare."""
    times: list[float] = field(default_factory=list)
    """Milliseconds of processor time of each answer."""


def main() -> None:
    parser = bench_parser(__doc__)
    parser.add_argument("--only", choices=PAIRINGS, help="one of the matches (all)")
    parser.add_argument("--games", type=int, help="the number of games of a match (that of its bar)")
    parser.add_argument("--seed", type=int, default=0, help="which decks are played (0)")
    arguments = parser.parse_args()
    board, bars = load_board("europe"), Bars()
    for key in [arguments.only] if arguments.only else PAIRINGS:
        pairing, score = PAIRINGS[key], Score()
        with suppress(KeyboardInterrupt):
            for _ in played(board, pairing, arguments.games or pairing.games, score, arguments.seed):
                if sys.stdout.isatty():
                    print(f"\r{_line(pairing, score)}", end="", flush=True)
        _tell(pairing, score, bars)
    bars.finish(check=arguments.check)


def played(board: Board, pairing: Pairing, games: int, score: Score, seed: int = 0) -> Iterator[None]:
    """Play the games one by one, and add each to the score."""
    for number in range(games):
        deck, own = divmod(number, pairing.players)
        _play(board, pairing, f"{seed}:{deck}", own, score)
        yield


def _play(board: Board, pairing: Pairing, deck: str, own: int, score: Score) -> None:
    players = pairing.players
    game, _ = new_game(board, Setup("europe", players), f"bench{deck}", _digest("deck", deck))
    chances = [Chance(_digest("computer", deck, (seat - own) % players)) for seat in range(players)]
    failed, times = 0, list[float]()
    while not game.table.over:
        seat = game.table.waiting_for[0]
        computer = pairing.one if seat == own else pairing.others
        begun = process_time()
        action = computer(view_for(game, seat), chances[seat]).action
        times += [1000 * (process_time() - begun)] if seat == own else []
        after, events = apply(game, seat, action)
        if seat == own and any(isinstance(event, TunnelDeclined) for event in events):
            failed += not _spare(game, own)
        game = after
    assert game.table.sheet
    winners = game.table.sheet.winners
    score.games += 1
    score.won += (own in winners) / len(winners)
    score.failed += failed
    score.times += times


def _digest(*parts: object) -> str:
    return hashlib.sha256(":".join(map(str, parts)).encode()).hexdigest()


def _spare(game: Game, seat: int) -> int:
    """The cards left in a hand that could pay for the tunnel which lies open."""
    assert game.table.tunnel
    hand: Counts = game.hands[seat]
    colors = {laid_color(game.table.tunnel.laid), LOCOMOTIVE}
    return sum(hand[CARDS.index(color)] for color in colors)


def _line(pairing: Pairing, score: Score) -> str:
    return f"{pairing.name:28}{score.games:>6} games{score.won / score.games:>8.1%} won"


def _tell(pairing: Pairing, score: Score, bars: Bars) -> None:
    """Print the results of a match, with their bars."""
    if not score.games:
        print(f"{pairing.name:28}     0 games{bars.verdict(pairing.name, met=False)}")
        return
    share, failed = score.won / score.games, score.failed / score.games
    verdict = bars.verdict(pairing.name, share >= pairing.bar)
    print(f"\r{_line(pairing, score)}   bar {pairing.bar:.0%}:{verdict}")
    bars.figure(f"failed tunnels, {pairing.name}", failed, FAILED_TUNNELS)
    bars.time(f"an answer, p99, {pairing.name}", p99(score.times), ANSWER)


if __name__ == "__main__":
    main()
