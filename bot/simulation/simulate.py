"""`stationmaster simulate`: thousands of games among computers, and what came of them."""

import argparse
import json
import signal
import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from functools import partial
from itertools import cycle, islice
from multiprocessing import get_context
from statistics import fmean
from time import perf_counter

from tqdm import tqdm

from bot.simulation.selfplay import Played, Series, Violation, boards, play
from engine.computers import COMPUTERS
from engine.setup import BadSetup, new_game

_ABOUT = """\
Let computers play among themselves, and print what came of it: who won, by how many points, how fast.
The same seed gives the same games, however many jobs share them.
"""

_EXAMPLES = f"""\
computers: {", ".join(COMPUTERS)}; those named take the seats in turn, over and over

examples:
  stationmaster simulate --board europe --players 4 --games 1000 --seed 1
  stationmaster simulate --board usa --variant 1910 --players 3 --computers easy,random --jobs 2
  stationmaster simulate --board europe --games 200 --check

With --check every promise of the engine is held against every move: cards, trains, tickets, sizes,
decisions and the fold of the events at each one; options, refusals and the position at every 25th; at the
end all events as JSON and the scores counted anew; and the record of every tenth game is verified. The
first game that breaks one is shown with the position, the exit code is 1, and `--first N --games 1` plays
that game again.
"""

Commands = "argparse._SubParsersAction[argparse.ArgumentParser]"


def add_simulate(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add the command; its `command` takes the parsed arguments and returns the exit code."""
    simulate = commands.add_parser(
        "simulate",
        help="let computers play, and see the figures",
        description=_ABOUT,
        epilog=_EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add_series(simulate, players=4, games=1000)
    add = simulate.add_argument
    add("--first", type=int, default=0, metavar="N", help="the number of the first game (0)")
    add("--computers", default="random", metavar="NAMES", help="who plays, such as easy,random (random)")
    add("--check", action="store_true", help="hold the engine's promises against every move")
    simulate.set_defaults(command=simulate_command)


def add_series(parser: argparse.ArgumentParser, players: int, games: int) -> None:
    """Add what says what is played, how often, and by how many processes."""
    add = parser.add_argument
    add("--board", default="europe", metavar="ID", help="which board (europe)")
    add("--variant", metavar="NAME", help="which variant of it (the board's first)")
    add("--players", type=int, default=players, metavar="N", help=f"2 to 5 ({players})")
    add("--games", type=int, default=games, metavar="N", help=f"how many games ({games})")
    add("--seed", type=int, default=1, metavar="N", help="all chance follows from it (1)")
    add("--jobs", type=int, default=1, metavar="N", help="how many processes share the games (1)")
    add("--boards", metavar="DIR", help="a folder with boards of your own")


def simulate_command(options: argparse.Namespace) -> int:
    """Play, and print the table. Exit code 1 where a promise was broken, 2 where this cannot be played."""
    try:
        series = _series(options)
    except BadSetup as bad:
        print(bad, file=sys.stderr)
        return 2
    numbers = range(options.first, options.first + options.games)
    begun = perf_counter()
    games: list[Played] = []
    # Without a terminal to draw on there is no bar.
    with tqdm(total=len(numbers), unit=" games", disable=None) as bar:
        for result in played(series, numbers, options.jobs):
            if isinstance(result, Violation):
                bar.close()
                print(violation_text(series, result), file=sys.stderr)
                return 1
            games.append(result)
            bar.update()
    print(_title(series, games, perf_counter() - begun))
    print(_table(series, games))
    return 0


def played(series: Series, numbers: Sequence[int], jobs: int = 1) -> Iterator[Played | Violation]:
    """Play the games of these numbers, in this order, shared among processes where `jobs` is more than 1."""
    if jobs == 1:
        yield from map(partial(play, series), numbers)
        return
    size = max(1, min(25, len(numbers) // (8 * jobs)))
    batches = [numbers[start : start + size] for start in range(0, len(numbers), size)]
    pool = ProcessPoolExecutor(jobs, get_context("spawn"), _leave_interrupts_to_the_first)
    try:
        for results in pool.map(partial(_play_batch, series), batches):
            yield from results
    finally:
        pool.shutdown(cancel_futures=True)


def _play_batch(series: Series, numbers: Sequence[int]) -> list[Played | Violation]:
    return [play(series, number) for number in numbers]


def _leave_interrupts_to_the_first() -> None:
    """Ctrl-C reaches every process; one of them is enough to end them all."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def violation_text(series: Series, found: Violation) -> str:
    """All that it takes to see a broken promise again."""
    own_boards = f" --boards {series.boards}" if series.boards else ""
    again = (
        f"stationmaster simulate --board {series.board} --variant {series.variant} "
        f"--players {len(series.computers)} --computers {','.join(series.computers)} "
        f"--seed {series.seed} --first {found.number} --games 1 --check{own_boards}"
    )
    return (
        f"Game {found.number} (seed {found.seed}) broke a promise at move {found.move}, "
        f"seat {found.seat}, action: {found.action or 'not chosen yet'}\n"
        + "".join(f"  {sentence}\n" for sentence in found.broken)
        + f"Again: {again}\nThe position before it:\n{json.dumps(found.position)}"
    )


def _series(options: argparse.Namespace) -> Series:
    """Raises BadSetup where this cannot be played."""
    computers = tuple(islice(cycle(options.computers.split(",")), max(0, options.players)))
    return replace(series_of(options, computers), check=options.check)


def series_of(options: argparse.Namespace, computers: tuple[str, ...]) -> Series:
    """What these computers are to play. Raises BadSetup where it cannot be played."""
    known = boards(options.boards)
    if options.board not in known:
        raise BadSetup(f"There is no board {options.board!r}: there are {', '.join(known)}.")
    if unknown := [level for level in computers if level not in COMPUTERS]:
        raise BadSetup(f"There is no computer {unknown[0]!r}: there are {', '.join(COMPUTERS)}.")
    if min(options.games, options.jobs) < 1:
        raise BadSetup("At least one game is played, by at least one job.")
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
        + ("; no promise broken\n" if series.check else "\n")
    )


def _table(series: Series, games: Sequence[Played]) -> str:
    """A line for each seat; for each computer, where there are several; and for all."""
    seats = {f"seat {seat}, {level}": [seat] for seat, level in enumerate(series.computers)}
    levels: dict[str, list[int]] = {}
    for seat, level in enumerate(series.computers):
        levels.setdefault(f"all {level}", []).append(seat)
    everybody = {"all": [*range(len(series.computers))]}
    rows = seats | (levels if len(levels) > 1 else {}) | everybody
    heading = f"{'':16}{'wins':>7}{'':>8}{'average':>10}{'winners':>10}{'tickets':>10}{'of':>7}{'path':>7}"
    return "\n".join([heading, *(_row(title, games, seats) for title, seats in rows.items())])


def _row(title: str, games: Sequence[Played], seats: Sequence[int]) -> str:
    """Games won, average score, that of the winners, tickets completed and held, longest path."""
    lines = [game.sheet.seats[seat] for game in games for seat in seats]
    won = [line.total for line in lines if line.place == 1]
    return (
        f"{title:16}{len(won):>7}{len(won) / len(games):>8.1%}{fmean(line.total for line in lines):>10.1f}"
        f"{fmean(won) if won else 0:>10.1f}{fmean(line.completed for line in lines):>10.2f}"
        f"{fmean(len(line.tickets) for line in lines):>7.2f}{fmean(line.path_length for line in lines):>7.1f}"
    )
