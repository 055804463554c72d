"""How fast the engine is: `python -m bench.engine`, or `make bench`.

Computers that choose at random play Europe against each other: any kind of action that is open, then any
action of that kind. Every action goes through `apply`, with all its checks and events, and every game is
scored to the last point. Limits are printed next to the figures that have one; `--check` exits with 1 where
one is missed.

Seconds are CPU seconds of this process, so that other work on the machine counts less. To compare machines,
or two days, a loop of plain Python that never changes is measured in the same run: `loops` is how many of
these loops one game takes.
"""

import argparse
import statistics
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from random import Random
from time import perf_counter, perf_counter_ns, process_time

from bench.bars import Bars, add_check
from bench.network import worst_end, worst_known
from bot.simulation.selfplay import Series
from bot.simulation.simulate import played
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

ROUNDS = 5
GAMES_A_SECOND = {2: 250, 4: 140}
"""The bars, by players."""


def main() -> None:
    parser = argparse.ArgumentParser(description="Measure the engine.")
    parser.add_argument("--games", type=int, default=100, help="in each of five rounds (100)")
    add_check(parser)
    arguments = parser.parse_args()
    games, europe, bars = arguments.games, load_board("europe"), Bars()
    _speeds(europe, games, bars)
    _shares(europe, games, bars)
    _scaling(4 * games)
    print(f"\n{'milliseconds':40}{'cases':>8}{'median':>9}{'most':>9}{'bar':>9}")
    _folding(europe, 2 * games, bars)
    _searches(europe, bars)
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


def _speeds(board: Board, games: int, bars: Bars) -> None:
    """Each round has other games; rounds of both kinds and the loop take turns."""
    play(board, 2, 0)
    rates: dict[int, list[float]] = {players: [] for players in GAMES_A_SECOND}
    steps: dict[int, list[int]] = {players: [] for players in GAMES_A_SECOND}
    loops = []
    for first in range(0, ROUNDS * games, games):
        loops.append(min(seconds(reference) for _ in range(5)))
        for players, found in rates.items():
            spent = seconds(lambda: steps[players].extend(_lengths(board, players, first, games)))  # noqa: B023
            found.append(games / spent)
    loop = statistics.median(loops)
    print(
        f"{'games of Europe':20}{'games/s':>9}{'least':>8}{'most':>8}{'bar':>6}{'':6}"
        f"{'steps':>8}{'us/step':>9}{'loops':>7}"
    )
    for players, found in rates.items():
        rate, bar, moves = statistics.median(found), GAMES_A_SECOND[players], statistics.fmean(steps[players])
        print(
            f"{players} players{'':11}{rate:>9.1f}{min(found):>8.1f}{max(found):>8.1f}{bar:>6}"
            f"{bars.verdict(f'games/s, {players} players', rate >= bar):6}"
            f"{moves:>8.1f}{1e6 / rate / moves:>9.1f}{1 / rate / loop:>7.2f}"
        )
    print(f"one loop: {loop * 1000:.2f} ms")


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


def _shares(board: Board, games: int, bars: Bars) -> None:
    print(f"\n{'where the time goes':20}{'':7}{'choosing':>10}{'apply':>8}{'scoring':>9}{'setup':>7}", end="")
    print(f"{'':6}{'us an apply:':>13}{'mean':>7}{'median':>8}{'p99':>8}{'bar':>7}")
    for players in GAMES_A_SECOND:
        times = CallTimes([], [], [], [])
        for number in range(games):
            _time_game(board, players, number, times)
        parts = [sum(part) for part in (times.chosen, times.applied, times.scored, times.set_up)]
        chosen, applied, scored, set_up = (part / sum(parts) for part in parts)
        p99 = statistics.quantiles(times.applied, n=100)[98]
        print(
            f"{players} players{'':18}{chosen:>10.1%}{applied:>8.1%}{scored:>9.1%}{set_up:>7.1%}"
            f"{'':19}{statistics.fmean(times.applied):>7.1f}{statistics.median(times.applied):>8.1f}"
            f"{p99:>8.1f}{1000:>7}{bars.verdict(f'us an apply, {players} players', p99 < 1000)}"
        )


def _time_game(board: Board, players: int, number: int, times: CallTimes) -> None:
    chance = Chance(f"{number + 1:064x}")
    begun = perf_counter_ns()
    game, _ = new_game(board, Setup("europe", players), f"bench{number}", f"{number:064x}")
    times.set_up.append((perf_counter_ns() - begun) / 1000)
    while not game.table.over:
        before, seat = game, game.table.waiting_for[0]
        begun = perf_counter_ns()
        action = choose_random(view_for(game, seat), chance)
        chosen = perf_counter_ns()
        game, _ = apply(game, seat, action)
        applied = perf_counter_ns()
        times.chosen.append((chosen - begun) / 1000)
        times.applied.append((applied - chosen) / 1000)
    times.scored.append(_scoring(game))
    # The last apply is the one that scores; what is left of it is one more like the others.
    times.applied[-1] = max(0.0, times.applied[-1] - times.scored[-1])
    assert before.table.sheet is None


def _scoring(game: Game) -> float:
    begun = perf_counter_ns()
    score_sheet(game)
    return (perf_counter_ns() - begun) / 1000


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


def _folding(board: Board, games: int, bars: Bars) -> None:
    """The events of the longest game, from the first to the last."""
    logs = [[event for events in play(board, 4, number) for event in events] for number in range(games)]
    longest = max(logs, key=len)
    _row(f"fold: {len(longest)} events, longest of {games}", [lambda: fold(board, longest)], 10, bars)


def _searches(europe: Board, bars: Bars) -> None:
    usa = load_board("usa")
    for board in (europe, usa):
        networks = worst_known(board)
        _row(
            f"longest path: {board.id}, worst",
            [_asked(longest_path, network) for network in networks],
            25,
            bars,
        )
    ends = [worst_end(europe, Random(seed), trains) for trains in (0, 10, 45) for seed in range(60)]
    _row("stations: worst", [_asked(borrow, end.own, end.lendable, end.tickets) for end in ends], 6, bars)


def _asked(search: Callable[..., object], *question: object) -> Callable[[], object]:
    return lambda: search(*question)


def _row(title: str, cases: Sequence[Callable[[], object]], bar: float, bars: Bars) -> None:
    """A case counts with the best of three runs."""
    times = [min(seconds(case) for _ in range(3)) * 1000 for case in cases]
    print(
        f"{title:40}{len(cases):>8}{statistics.median(times):>9.2f}{max(times):>9.2f}{bar:>9.1f}"
        f"{bars.verdict(title, max(times) < bar)}",
        flush=True,
    )


if __name__ == "__main__":
    main()
