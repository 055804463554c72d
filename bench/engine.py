"""How fast the engine is: `python -m bench.engine`.

Computers that choose at random play Europe against each other: any kind of action that is open, then any
action of that kind. Every action goes through `apply`, with all its checks and events, and every game is
scored to the last point. Times are processor time of this process.

- a game: all of it, with two and with four players
- an apply: the slowest hundredth of all actions, without the last one, which scores
- fold: the events of the longest game, from the first to the last
- longest path, stations: the slowest of the worst cases known; each counts with the best of three runs
"""

import statistics
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from random import Random
from time import process_time_ns

from bench.bars import LOOP, Bars, bench_parser, p99
from bench.networks import worst_end, worst_known
from bench.yardstick import loop_milliseconds, milliseconds
from engine.board import Board
from engine.boards.files import load_board
from engine.chance import Chance
from engine.computers.random import choose_random
from engine.events import Event
from engine.fold import fold
from engine.network import longest_path
from engine.rulebook import apply
from engine.setup import Setup, new_game
from engine.stations import borrow
from engine.view import view_for

ROUNDS = 5
A_GAME = {2: 2.8 * LOOP, 4: 4.6 * LOOP}
"""The bars of whole games, by players."""
AN_APPLY, A_FOLD, A_PATH, STATIONS = 0.1 * LOOP, 4.0 * LOOP, 10.0 * LOOP, 2.5 * LOOP


def main() -> None:
    parser = bench_parser(__doc__)
    parser.add_argument("--games", type=int, default=100, help="in each of five rounds (100)")
    options = parser.parse_args()
    games, europe, bars = options.games, load_board("europe"), Bars()
    _whole_games(europe, games, bars)
    for players in A_GAME:
        applied = [time for number in range(games) for time in _applied(europe, players, number)]
        bars.time(f"an apply, {players} players, mean", statistics.fmean(applied))
        bars.time(f"an apply, {players} players, p99", p99(applied), AN_APPLY)
    logs = [[event for step in _play(europe, 4, number) for event in step] for number in range(2 * games)]
    longest = max(logs, key=len)
    _slowest(f"fold: {len(longest)} events", [partial(fold, europe, longest)], A_FOLD, bars)
    for board in (europe, load_board("usa")):
        paths = [partial(longest_path, network) for network in worst_known(board)]
        _slowest(f"longest path: {board.id}, worst", paths, A_PATH, bars)
    ends = [worst_end(europe, Random(seed), trains) for trains in (0, 10, 45) for seed in range(60)]
    uses = [partial(borrow, end.own, end.lendable, end.tickets) for end in ends]
    _slowest("stations: worst", uses, STATIONS, bars)
    bars.finish(check=options.check)


def _whole_games(board: Board, games: int, bars: Bars) -> None:
    """Each round has other games; rounds of both kinds and the loop take turns."""
    _play(board, 2, 0)
    loops, times = [], {players: list[float]() for players in A_GAME}
    steps = {players: list[int]() for players in A_GAME}
    for first in range(0, ROUNDS * games, games):
        loops.append(loop_milliseconds(5))
        for players, found in times.items():
            lengths = _lengths(board, players, range(first, first + games))
            found.append(milliseconds(partial(steps[players].extend, lengths)) / games)
    bars.loop = statistics.median(loops)
    for players, bar in A_GAME.items():
        actions = statistics.fmean(steps[players])
        bars.time(f"a game, {players} players, {actions:.0f} actions", statistics.median(times[players]), bar)


def _lengths(board: Board, players: int, games: range) -> Iterator[int]:
    """How many actions each of these games took."""
    for number in games:
        yield len(_play(board, players, number)) - 1


def _play(board: Board, players: int, number: int) -> list[tuple[Event, ...]]:
    """A whole game: what happened at its setup and at each step."""
    chance = Chance(f"{number + 1:064x}")
    game, events = new_game(board, Setup("europe", players), f"bench{number}", f"{number:064x}")
    log = [events]
    while not game.table.over:
        seat = game.table.waiting_for[0]
        game, events = apply(game, seat, choose_random(view_for(game, seat), chance))
        log.append(events)
    return log


def _applied(board: Board, players: int, number: int) -> list[float]:
    """The milliseconds of each `apply` of a game, but for the last one."""
    chance, times = Chance(f"{number + 1:064x}"), []
    game, _ = new_game(board, Setup("europe", players), f"bench{number}", f"{number:064x}")
    while not game.table.over:
        seat = game.table.waiting_for[0]
        action, begun = choose_random(view_for(game, seat), chance), process_time_ns()
        game, _ = apply(game, seat, action)
        times.append((process_time_ns() - begun) / 1e6)
    return times[:-1]


def _slowest(title: str, cases: Sequence[Callable[[], object]], bar: float, bars: Bars) -> None:
    bars.time(title, max(min(milliseconds(case) for _ in range(3)) for case in cases), bar)


if __name__ == "__main__":
    main()
