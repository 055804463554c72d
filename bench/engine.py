"""How fast the engine is: `python -m bench.engine`, or `make bench`.

Computers that choose at random play Europe against each other: any kind of action that is open, then any
action of that kind. Every action goes through `apply`, with all its checks and events, and every game is
scored to the last point.

Times are processor time of this process, so that other work on the machine counts less. A loop of plain
Python that never changes is measured in the same run. The bars are ratios to it: how many of these loops
something may take, on any machine. `--check` exits with 1 where one is missed.
"""

import argparse
import statistics
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from random import Random
from time import perf_counter, process_time, process_time_ns

from bench.bars import Bars, add_check
from bench.network import worst_end, worst_known
from engine.board import Board
from engine.boards.files import load_board
from engine.chance import Chance
from engine.computers.random import choose_random
from engine.events import Event
from engine.fold import fold
from engine.game import Game
from engine.network import longest_path
from engine.rulebook import apply
from engine.scores import score_sheet
from engine.setup import Setup, new_game
from engine.stations import borrow
from engine.view import view_for
from tools.simulation.selfplay import Series
from tools.simulation.simulate import played

ROUNDS = 5
LOOPS_A_GAME = {2: 2.8, 4: 4.6}
"""The bars of whole games, by players."""
LOOPS_AN_APPLY = 0.1
"""The bar of the slowest hundredth of all actions, without final scoring."""
LOOPS_A_FOLD, LOOPS_A_PATH, LOOPS_OF_STATIONS = 4.0, 10.0, 2.5


def main() -> None:
    parser = argparse.ArgumentParser(description="Measure the engine.")
    parser.add_argument("--games", type=int, default=100, help="in each of five rounds (100)")
    add_check(parser)
    arguments = parser.parse_args()
    games, europe, bars = arguments.games, load_board("europe"), Bars()
    loop = _speeds(europe, games, bars)
    _shares(europe, games, loop, bars)
    _scaling(4 * games)
    print(f"\n{'single tasks':40}{'cases':>8}{'median ms':>11}{'most ms':>9}{'loops':>8}{'bar':>7}")
    _folding(europe, 2 * games, loop, bars)
    _searches(europe, loop, bars)
    bars.finish(check=arguments.check)


# ---- games


def play(board: Board, players: int, number: int) -> list[tuple[Event, ...]]:
    """A whole game: what happened at its setup and at each step."""
    chance = Chance(f"{number + 1:064x}")
    game, events = new_game(board, Setup("europe", players), f"bench{number}", f"{number:064x}")
    log = [events]
    while not game.table.over:
        seat = game.table.waiting_for[0]
        game, events = apply(game, seat, choose_random(view_for(game, seat), chance))
        log.append(events)
    return log


def reference() -> int:
    """A fixed loop of plain Python on small tuples and dictionaries, like those of games."""
    cards, taken = list(range(110)), 0
    for turn in range(1500):
        hands = {seat: tuple(cards[seat * 9 : seat * 9 + 9]) for seat in range(4)}
        table = {**hands, "turn": turn, "row": hands[turn % 4][:5]}
        taken += sum(card for card in table["row"] if card % 9)
        cards[turn % 110], cards[turn * 7 % 110] = cards[turn * 7 % 110], cards[turn % 110]
    return taken


def seconds(work: Callable[[], object]) -> float:
    begun = process_time()
    work()
    return process_time() - begun


def _speeds(board: Board, games: int, bars: Bars) -> float:
    """The seconds of a loop. Each round has other games; rounds of both kinds and the loop take turns."""
    play(board, 2, 0)
    rates: dict[int, list[float]] = {players: [] for players in LOOPS_A_GAME}
    steps: dict[int, list[int]] = {players: [] for players in LOOPS_A_GAME}
    loops = []
    for first in range(0, ROUNDS * games, games):
        loops.append(min(seconds(reference) for _ in range(5)))
        for players, found in rates.items():
            spent = seconds(lambda: steps[players].extend(_lengths(board, players, first, games)))  # noqa: B023
            found.append(games / spent)
    loop = statistics.median(loops)
    print(
        f"{'games of Europe':20}{'games/s':>9}{'least':>8}{'most':>8}{'steps':>8}{'us/step':>9}"
        f"{'loops':>7}{'bar':>7}"
    )
    for players, found in rates.items():
        rate, bar, moves = statistics.median(found), LOOPS_A_GAME[players], statistics.fmean(steps[players])
        loops_a_game = 1 / rate / loop
        print(
            f"{players} players{'':11}{rate:>9.1f}{min(found):>8.1f}{max(found):>8.1f}"
            f"{moves:>8.1f}{1e6 / rate / moves:>9.1f}{loops_a_game:>7.2f}{bar:>7.1f}"
            f"{bars.verdict(f'loops a game, {players} players', loops_a_game < bar)}"
        )
    print(f"one loop: {loop * 1000:.2f} ms")
    return loop


def _lengths(board: Board, players: int, first: int, games: int) -> Iterator[int]:
    """How many steps each of these games took."""
    for number in range(first, first + games):
        yield len(play(board, players, number)) - 1


# ---- where the time goes


@dataclass
class CallTimes:
    """Microseconds of each call, by what was called; final scoring is no part of `apply` here."""

    chosen: list[float]
    applied: list[float]
    scored: list[float]
    set_up: list[float]


def _shares(board: Board, games: int, loop: float, bars: Bars) -> None:
    print(f"\n{'where the time goes':20}{'':7}{'choosing':>10}{'apply':>8}{'scoring':>9}{'setup':>7}", end="")
    print(f"{'':6}{'us an apply:':>13}{'mean':>7}{'median':>8}{'p99':>8}{'loops':>8}{'bar':>7}")
    for players in LOOPS_A_GAME:
        times = CallTimes([], [], [], [])
        for number in range(games):
            _time_game(board, players, number, times)
        parts = [sum(part) for part in (times.chosen, times.applied, times.scored, times.set_up)]
        chosen, applied, scored, set_up = (part / sum(parts) for part in parts)
        p99 = statistics.quantiles(times.applied, n=100)[98]
        loops = p99 / 1e6 / loop
        print(
            f"{players} players{'':18}{chosen:>10.1%}{applied:>8.1%}{scored:>9.1%}{set_up:>7.1%}"
            f"{'':19}{statistics.fmean(times.applied):>7.1f}{statistics.median(times.applied):>8.1f}"
            f"{p99:>8.1f}{loops:>8.3f}{LOOPS_AN_APPLY:>7.1f}"
            f"{bars.verdict(f'loops an apply, {players} players', loops < LOOPS_AN_APPLY)}"
        )


def _time_game(board: Board, players: int, number: int, times: CallTimes) -> None:
    chance = Chance(f"{number + 1:064x}")
    begun = process_time_ns()
    game, _ = new_game(board, Setup("europe", players), f"bench{number}", f"{number:064x}")
    times.set_up.append((process_time_ns() - begun) / 1000)
    while not game.table.over:
        before, seat = game, game.table.waiting_for[0]
        begun = process_time_ns()
        action = choose_random(view_for(game, seat), chance)
        chosen = process_time_ns()
        game, _ = apply(game, seat, action)
        applied = process_time_ns()
        times.chosen.append((chosen - begun) / 1000)
        times.applied.append((applied - chosen) / 1000)
    times.scored.append(_scoring(game))
    # The last apply is the one that scores; what is left of it is one more like the others.
    times.applied[-1] = max(0.0, times.applied[-1] - times.scored[-1])
    assert before.table.sheet is None


def _scoring(game: Game) -> float:
    begun = process_time_ns()
    score_sheet(game)
    return (process_time_ns() - begun) / 1000


# ---- several processes


def _scaling(games: int) -> None:
    """Wall-clock seconds, with the start of the processes."""
    series = Series("europe", "europe", ("random",) * 4, seed=1)
    rates = []
    for jobs in (1, 2):
        begun = perf_counter()
        assert len(list(played(series, range(games), jobs))) == games
        rates.append(games / (perf_counter() - begun))
    print(
        f"\nsimulate, 4 players, {games} games: {rates[0]:.1f} games/s with 1 job, "
        f"{rates[1]:.1f} with 2: {rates[1] / rates[0]:.2f} times as many"
    )


# ---- single tasks


def _folding(board: Board, games: int, loop: float, bars: Bars) -> None:
    """The events of the longest game, from the first to the last."""
    logs = [[event for events in play(board, 4, number) for event in events] for number in range(games)]
    longest = max(logs, key=len)
    title = f"fold: {len(longest)} events, longest of {games}"
    _row(title, [lambda: fold(board, longest)], LOOPS_A_FOLD, loop, bars)


def _searches(europe: Board, loop: float, bars: Bars) -> None:
    usa = load_board("usa")
    for board in (europe, usa):
        cases = [_asked(longest_path, network) for network in worst_known(board)]
        _row(f"longest path: {board.id}, worst", cases, LOOPS_A_PATH, loop, bars)
    ends = [worst_end(europe, Random(seed), trains) for trains in (0, 10, 45) for seed in range(60)]
    cases = [_asked(borrow, end.own, end.lendable, end.tickets) for end in ends]
    _row("stations: worst", cases, LOOPS_OF_STATIONS, loop, bars)


def _asked(search: Callable[..., object], *question: object) -> Callable[[], object]:
    return lambda: search(*question)


def _row(title: str, cases: Sequence[Callable[[], object]], bar: float, loop: float, bars: Bars) -> None:
    """A case counts with the best of three runs; `bar` is in loops."""
    times = [min(seconds(case) for _ in range(3)) for case in cases]
    most = max(times)
    print(
        f"{title:40}{len(cases):>8}{statistics.median(times) * 1000:>11.2f}{most * 1000:>9.2f}"
        f"{most / loop:>8.2f}{bar:>7.1f}{bars.verdict(title, most / loop < bar)}",
        flush=True,
    )


if __name__ == "__main__":
    main()
