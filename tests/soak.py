"""The long test: `make soak`, or `python -m tests.soak --games 20` for a short one.

A thousand games of each of the eight variants with 2, 3, 4 and 5 players, 32,000 in all. Held at every move:
every card, train and ticket is somewhere and once, what the table shows is as large as what it hides, the
row, turns and decisions are as the rules want them, and the fold of the events is the game. At every 25th
move, other ones in each game: options are accepted and all else is refused, the moment is one that can be,
and its position gives it back. At every end: the JSON of each event gives it back, the fold of all events is
the game, the last round has its turns, and the scores come out the same when they are counted by trying
everything. Every tenth game is written as a record, and the record verifies. In 10,000 further games moves
are undone, and each undo must restore exactly the earlier state.

Three games in four are played by random computers; in the others easy ones sit between them, which build
networks worth scoring. Then the tests that the suite leaves out (see `tests/soaked.py`). Then chaos (see
`tests/chaos`): 500 kills on each platform, and a simulated month on SQLite and on PostgreSQL.
"""

import argparse
import subprocess
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace
from itertools import chain, cycle, islice
from pathlib import Path
from statistics import fmean
from time import perf_counter

from tqdm import tqdm

from tests.chaos.harness import MONTH, is_kept
from tests.chaos.run import PLATFORMS
from tests.random_games import VARIANTS, board
from tests.undo_games import fault_of
from tests.versions import upgraded
from tools.simulation.selfplay import Played, Series
from tools.simulation.simulate import played


@dataclass(frozen=True, slots=True)
class Row:
    """The results of the games of one variant with one number of players."""

    title: str
    games: list[Played]
    violations: list[str]
    seconds: float

    def __str__(self) -> str:
        moves = [game.moves for game in self.games]
        totals = [line.total for game in self.games for line in game.sheet.seats]
        return (
            f"{self.title:28}{len(self.games):>7}{fmean(moves):>8.1f}{max(moves):>6}"
            f"{sum(game.stalemate for game in self.games):>7}{max(totals):>7}"
            f"{len(self.games) / self.seconds:>9.1f}{len(self.violations):>12}"
        )


HEADING = f"{'':28}{'games':>7}{'moves':>8}{'most':>6}{'stale':>7}{'best':>7}{'games/s':>9}{'violations':>12}"


def main() -> int:
    parser = argparse.ArgumentParser(description="Thousands of checked games, and kills at every moment.")
    parser.add_argument("--games", type=int, default=1000, help="of each variant and number of players")
    parser.add_argument("--seed", type=int, default=1, help="all chance follows from it")
    parser.add_argument("--jobs", type=int, default=2, help="how many processes share the games")
    parser.add_argument("--undos", type=int, default=10_000, help="games in which moves are undone")
    parser.add_argument("--no-kills", action="store_true", help="only the games, no month either")
    parser.add_argument("--older", type=Path, help="an older version's folder: upgrade from it, and back")
    options = parser.parse_args()
    faultless = games(options.games, options.seed, options.jobs)
    faultless = undos(options.undos, options.jobs) and faultless
    faultless = soaked_tests(options.jobs) and faultless
    if not options.no_kills:
        faultless = kills() and faultless
    if options.older:
        faultless = not upgraded(options.older.resolve()) and faultless
    return 0 if faultless else 1


def players_of(title: str, variant: str) -> range:
    """How many can play a variant."""
    rules = board(title).variants[variant]
    return range(rules.players_least, rules.players_most + 1)


def games(number: int, seed: int, jobs: int) -> bool:
    """Play and check the games, and print a table. Returns whether no invariant was broken."""
    rows = []
    print(HEADING, flush=True)
    total = number * sum(len(players_of(*each)) for each in VARIANTS)
    with tqdm(total=total, unit=" games", disable=None) as bar:
        for title, variant in VARIANTS:
            for players in players_of(title, variant):
                series = Series(title, variant, ("random",) * players, seed, check=True)
                rows.append(row(series, number, jobs, bar.update))
                bar.write(str(rows[-1]), file=sys.stdout)
                sys.stdout.flush()
    for text in chain.from_iterable(row.violations for row in rows):
        print(text)
    seconds = sum(row.seconds for row in rows)
    violations = sum(len(row.violations) for row in rows)
    print(f"{total} games in {seconds / 60:.1f} minutes, {violations} violations", flush=True)
    return not violations


def undos(number: int, jobs: int) -> bool:
    """Play games in which moves are undone. Whether each undo restored exactly the earlier state."""
    faults = []
    with ProcessPoolExecutor(jobs) as pool, tqdm(total=number, unit=" games", disable=None) as bar:
        for fault in pool.map(fault_of, range(number), chunksize=8):
            bar.update()
            faults += [fault] if fault else []
    print("\n".join((*faults, f"{number} games with undos, {len(faults)} violations")), flush=True)
    return not faults


def soaked_tests(jobs: int) -> bool:
    """Run the tests that the suite leaves out, and properties with more examples. Whether they pass."""
    chosen = ["--soak", "-m", "soak or hypothesis"]
    command = [sys.executable, "-P", "-m", "pytest", "-q", "-n", str(jobs), *chosen]
    return subprocess.run(command, cwd=Path(__file__).parent.parent, check=False).returncode == 0


def row(series: Series, number: int, jobs: int, tick: Callable[[], object]) -> Row:
    begun = perf_counter()
    ended: list[Played] = []
    violations = []
    for part, numbers in shares(series, number):
        for result in played(part, numbers, jobs):
            tick()
            if isinstance(result, str):
                violations.append(result)
            else:
                ended.append(result)
    title = f"{series.board} {series.variant}, {len(series.computers)} players"
    return Row(title, ended, violations, perf_counter() - begun)


def shares(series: Series, number: int) -> Iterator[tuple[Series, range]]:
    """The games of the random computers, and those with easy ones between."""
    random = number - number // 4
    yield series, range(random)
    mixed = tuple(islice(cycle(("easy", "random")), len(series.computers)))
    yield replace(series, computers=mixed), range(random, number)


def kills() -> bool:
    """Kill programs 500 times on each platform, and let a month pass on each database. Whether no promise was
    broken."""
    stormy = replace(MONTH, games=8, hours=50, kills=10)
    kept = [is_kept(replace(stormy, only=name)) for name in sorted({*PLATFORMS})]
    return all([*kept, is_kept(MONTH), is_kept(MONTH, on_postgres=True)])


if __name__ == "__main__":
    sys.exit(main())
