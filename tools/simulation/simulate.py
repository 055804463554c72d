"""`stationmaster simulate`: thousands of games between computer players, and their statistics."""

import argparse
import os
import signal
import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from functools import partial
from itertools import cycle, islice
from multiprocessing import get_context, resource_tracker
from statistics import fmean
from time import perf_counter

from tqdm import tqdm

from engine.levels import LEVELS
from engine.refusals import BadInput
from engine.setup import new_game
from tools.simulation.selfplay import Played, Series, boards, play

_ABOUT = """\
Let computer players play each other, and print statistics: who won, by how many points, how fast.
The same seed gives the same games with any number of jobs.
"""

_EXAMPLES = f"""\
computers: {", ".join(LEVELS)}; the names are repeated until all seats are taken

examples:
  stationmaster simulate --board europe --players 4 --games 1000 --seed 1
  stationmaster simulate --board usa --variant 1910 --players 3 --computers easy,random --jobs 2
  stationmaster simulate --board europe --games 200 --check

With --check the invariants of the engine are checked: after each move cards, trains, tickets, sizes,
decisions and the fold of the events; after each 25th move options, refusals and the position; at the end
all events as JSON and an independent count of the scores. The record of every tenth game is verified. The
first game that breaks an invariant is printed with its position, the exit code is 1, and `--first N
--games 1` plays that game again.
"""


def main(arguments: Sequence[str] | None = None) -> int:
    """Play, and print the table. Returns 1 if an invariant was broken, 2 if this cannot be played."""
    simulate = argparse.ArgumentParser(
        prog="stationmaster simulate",
        description=_ABOUT,
        epilog=_EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add_series(simulate, players=4, games=1000)
    add = simulate.add_argument
    add("--first", type=int, default=0, metavar="N", help="the number of the first game (0)")
    add(
        "--computers",
        default="random",
        metavar="NAMES",
        help="the computer players, such as easy,random (random)",
    )
    add("--check", action="store_true", help="check the invariants of the engine after each move")
    return _simulated(simulate.parse_args(arguments))


def add_series(parser: argparse.ArgumentParser, players: int, games: int) -> None:
    """Add the options that say what is played, how often, and by how many processes."""
    add = parser.add_argument
    add("--board", default="europe", metavar="ID", help="the board (europe)")
    add("--variant", metavar="NAME", help="a variant of the board (its first)")
    add("--players", type=int, default=players, metavar="N", help=f"number of players, 2 to 5 ({players})")
    add("--games", type=int, default=games, metavar="N", help=f"number of games ({games})")
    add("--seed", type=int, default=1, metavar="N", help="the seed of all random choices (1)")
    add("--jobs", type=int, default=1, metavar="N", help="number of processes (1)")
    add("--boards", metavar="DIR", help="a folder with your own boards")


def _simulated(options: argparse.Namespace) -> int:
    try:
        series = _series(options)
    except BadInput as bad:
        print(bad, file=sys.stderr)
        return 2
    numbers = range(options.first, options.first + options.games)
    begun = perf_counter()
    games: list[Played] = []
    # Without a terminal tqdm shows no bar.
    with tqdm(total=len(numbers), unit=" games", disable=None) as bar:
        for result in played(series, numbers, options.jobs):
            if isinstance(result, str):
                bar.close()
                print(result, file=sys.stderr)
                return 1
            games.append(result)
            bar.update()
    print(_title(series, games, perf_counter() - begun))
    print(_table(series, games))
    return 0


def played(series: Series, numbers: Sequence[int], jobs: int = 1) -> Iterator[Played | str]:
    """Play the games of these numbers, in this order, in `jobs` processes; see `play` for the texts."""
    if jobs == 1:
        yield from map(partial(play, series), numbers)
        return
    size = max(1, min(25, len(numbers) // (8 * jobs)))
    batches = [numbers[start : start + size] for start in range(0, len(numbers), size)]
    with ExitStack() as started:
        with _safe_start():
            pool = ProcessPoolExecutor(jobs, get_context("spawn"))
            started.callback(pool.shutdown, cancel_futures=True)
            batch_results = pool.map(partial(_play_batch, series), batches)
        for results in batch_results:
            yield from results


def _play_batch(series: Series, numbers: Sequence[int]) -> list[Played | str]:
    return [play(series, number) for number in numbers]


@contextmanager
def _safe_start() -> Iterator[None]:
    """Start processes that load no code from the working directory and hear no Ctrl+C.

    Ctrl+C reaches every process of a terminal; the main process ends the others. It waits until they are
    started: here it raises KeyboardInterrupt at the end.
    """
    before = os.environ.get("PYTHONSAFEPATH")
    os.environ["PYTHONSAFEPATH"] = "1"
    resource_tracker.ensure_running()  # when it starts, it lets Ctrl+C through
    signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        if before is None:
            del os.environ["PYTHONSAFEPATH"]
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})


def _series(options: argparse.Namespace) -> Series:
    """What the options ask for. Raises BadInput if it cannot be played."""
    computers = tuple(islice(cycle(options.computers.split(",")), max(0, options.players)))
    return replace(series_of(options, computers), check=options.check)


def series_of(options: argparse.Namespace, computers: tuple[str, ...]) -> Series:
    """What these computer players play. Raises BadInput if it cannot be played."""
    known = boards(options.boards)
    if options.board not in known:
        raise BadInput(f"There is no board {options.board!r}; the boards are {', '.join(known)}")
    if unknown := [level for level in computers if level not in LEVELS]:
        raise BadInput(
            f"There is no computer player {unknown[0]!r}; the computer players are {', '.join(LEVELS)}"
        )
    if min(options.games, options.jobs) < 1:
        raise BadInput("--games and --jobs must be at least 1")
    board = known[options.board]
    variant = options.variant or next(iter(board.variants))
    series = Series(board.id, variant, computers, options.seed, boards=options.boards)
    new_game(board, series.setup, "", "0" * 64)
    return series


# ---- the table


def _title(series: Series, games: Sequence[Played], seconds: float) -> str:
    moves = [game.moves for game in games]
    stalemates = sum(game.stalemate for game in games)
    return (
        f"{series.board}, {series.variant}, {len(series.computers)} players, seed {series.seed}: "
        f"{len(games)} games, {len(games) / seconds:.1f} games a second\n"
        f"{fmean(moves):.1f} moves a game, {min(moves)} to {max(moves)}; {stalemates} ended in stalemate"
        + ("; no invariant broken\n" if series.check else "\n")
    )


def _table(series: Series, games: Sequence[Played]) -> str:
    """A line for each seat, for each computer player if there are several, and for all seats."""
    seats = {f"seat {seat}, {level}": [seat] for seat, level in enumerate(series.computers)}
    levels: dict[str, list[int]] = {}
    for seat, level in enumerate(series.computers):
        levels.setdefault(f"all {level}", []).append(seat)
    everybody = {"all": [*range(len(series.computers))]}
    rows = seats | (levels if len(levels) > 1 else {}) | everybody
    heading = f"{'':16}{'wins':>7}{'':>8}{'average':>10}{'winners':>10}{'tickets':>10}{'of':>7}{'path':>7}"
    return "\n".join([heading, *(_row(title, games, seats) for title, seats in rows.items())])


def _row(title: str, games: Sequence[Played], seats: Sequence[int]) -> str:
    """Games won, average score, average score of winners, tickets completed and held, longest path."""
    lines = [game.sheet.seats[seat] for game in games for seat in seats]
    won = [line.total for line in lines if line.place == 1]
    return (
        f"{title:16}{len(won):>7}{len(won) / len(games):>8.1%}{fmean(line.total for line in lines):>10.1f}"
        f"{fmean(won) if won else 0:>10.1f}{fmean(line.completed for line in lines):>10.2f}"
        f"{fmean(len(line.tickets) for line in lines):>7.2f}{fmean(line.path_length for line in lines):>7.1f}"
    )


if __name__ == "__main__":
    sys.exit(main())
