"""`stationmaster league`: computer players play each other on the same decks, in every rotation of seats."""

import argparse
import json
import sys
from collections.abc import Sequence
from dataclasses import replace
from itertools import chain
from math import sqrt
from pathlib import Path
from statistics import fmean, quantiles

from tqdm import tqdm

from engine.levels import LEVELS
from engine.refusals import BadInput
from tools.simulation.selfplay import Played, Series
from tools.simulation.simulate import add_series, played, series_of

_ABOUT = """\
Let computer players play each other, and print which one is better. Each deck is played once in every
rotation of the seats, so that no player has better cards.
"""

_EXAMPLES = f"""\
computers: {", ".join(LEVELS)}; the last one named takes all remaining seats

examples:
  stationmaster league --board europe --players 2 --games 500 normal easy
  stationmaster league --board europe --players 4 --games 400 normal easy
  stationmaster league --players 2 --games 200 --jobs 2 --keep hard.jsonl hard normal

With --keep each finished game is written to a file; run the same command again to continue from there.
"""


SeatResult = tuple[int, int, float, int, int, Sequence[float]]
"""What one seat achieved in a game, as the file of a league has it.

Its place in the first game, total, share of the win, tickets completed, tickets kept, and seconds of each
decision.
"""


def main(arguments: Sequence[str] | None = None) -> int:
    """Play, and print the table. Returns 1 if an invariant was broken, 2 if this cannot be played."""
    league = argparse.ArgumentParser(
        prog="stationmaster league",
        description=_ABOUT,
        epilog=_EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add_series(league, players=2, games=500)
    league.add_argument("levels", nargs="+", metavar="COMPUTER", help="the computer players")
    league.add_argument("--keep", metavar="FILE", help="write each game to a file, and continue from it")
    options = league.parse_args(arguments)
    try:
        series = _series(options)
        path = Path(options.keep) if options.keep else None
        finished = _kept_games(path, series) if path else []
    except BadInput as bad:
        print(bad, file=sys.stderr)
        return 2
    numbers = range(len(finished), options.games)
    with tqdm(total=options.games, initial=len(finished), unit=" games", disable=None) as bar:
        for game in played(series, numbers, options.jobs) if numbers else ():
            if isinstance(game, str):
                bar.close()
                print(game, file=sys.stderr)
                return 1
            results = _results(game, len(series.computers))
            if path:
                with path.open("a", encoding="utf-8") as file:
                    file.write(json.dumps(results) + "\n")
            finished.append(results)
            bar.update()
    print(_table(series, finished))
    return 0


def _series(options: argparse.Namespace) -> Series:
    """The computer players in the order of the first game. Raises BadInput if this cannot be played."""
    if len(options.levels) > options.players:
        raise BadInput(f"There are {len(options.levels)} computers for {options.players} seats")
    others = options.levels[-1:] * (options.players - len(options.levels))
    return replace(series_of(options, (*options.levels, *others)), rotate=True)


def _results(game: Played, players: int) -> list[SeatResult]:
    """What each computer player achieved, by its place in the first game."""
    winners = game.sheet.winners
    return [
        (
            (score.seat + game.number) % players,
            score.total,
            (score.seat in winners) / len(winners),
            score.completed,
            len(score.tickets),
            game.thinking[score.seat],
        )
        for score in game.sheet.seats
    ]


# ---- the file of a league: its title, then the results of a game in each line, as JSON


def _kept_games(path: Path, series: Series) -> list[list[SeatResult]]:
    """The games in the file, made if it is missing. Raises BadInput if it belongs to another league."""
    title = json.dumps([series.board, series.variant, series.computers, series.seed])
    if not path.exists():
        path.write_text(title + "\n", encoding="utf-8")
    first, *rows = path.read_text(encoding="utf-8").splitlines() or [""]
    if first != title:
        raise BadInput(f"{path} has the games of another league: {first[:80]}")
    return [json.loads(row) for row in rows]


# ---- the table


def _table(series: Series, games: Sequence[Sequence[SeatResult]]) -> str:
    """A line for each level of computer player."""
    results: dict[str, list[SeatResult]] = {level: [] for level in series.computers}
    for result in chain.from_iterable(games):
        results[series.computers[result[0]]].append(result)
    title = f"{series.board}, {series.variant}, {len(series.computers)} players, {len(games)} games"
    heading = (
        f"{'':10}{'wins':>8}{'95 %':>16}{'average':>10}{'winners':>10}"
        f"{'tickets':>10}{'of':>7}{'done':>8}{'ms a move':>11}{'p99':>9}"
    )
    rows = [_row(level, of_level) for level, of_level in results.items()]
    return "\n".join([f"{title}, seed {series.seed}", heading, *rows])


def _row(level: str, results: Sequence[SeatResult]) -> str:
    """What the seats of a level achieved together."""
    _, totals, won, completed, kept, seconds = zip(*results, strict=True)
    games, wins, done, held = len(results), sum(won), sum(completed), sum(kept)
    least, most = _interval(wins / games, games)
    winning = [total for total, share in zip(totals, won, strict=True) if share]
    milliseconds = [second * 1000 for second in chain.from_iterable(seconds)]
    return (
        f"{level:10}{wins / games:>8.1%}{f'{least:.1%} - {most:.1%}':>16}"
        f"{fmean(totals):>10.1f}{fmean(winning) if winning else 0:>10.1f}"
        f"{done / games:>10.2f}{held / games:>7.2f}{done / max(1, held):>8.1%}"
        f"{fmean(milliseconds):>11.2f}{quantiles(milliseconds, n=100)[98]:>9.1f}"
    )


def _interval(share: float, n: int) -> tuple[float, float]:
    """The 95 % Wilson interval of a share of `n` games."""
    z = 1.96
    middle = (share + z * z / (2 * n)) / (1 + z * z / n)
    reach = z * sqrt(share * (1 - share) / n + z * z / (4 * n * n)) / (1 + z * z / n)
    return max(0.0, middle - reach), min(1.0, middle + reach)


if __name__ == "__main__":
    sys.exit(main())
