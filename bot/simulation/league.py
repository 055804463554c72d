"""`stationmaster league`: computer players play each other on the same decks, in every rotation of seats."""

import argparse
import json
import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from math import sqrt
from pathlib import Path
from statistics import fmean, quantiles

from tqdm import tqdm

from bot.simulation.selfplay import Played, Series, Violation
from bot.simulation.simulate import add_series, played, series_of, violation_text
from engine.computers import COMPUTERS
from engine.refusals import BadInput

_ABOUT = """\
Let computer players play each other, and print which one is better. Each deck is played once in every
rotation of the seats, so that no player has better cards.
"""

_EXAMPLES = f"""\
computers: {", ".join(COMPUTERS)}; the last one named takes all remaining seats

examples:
  stationmaster league --board europe --players 2 --games 500 normal easy
  stationmaster league --board europe --players 4 --games 400 normal easy
  stationmaster league --players 2 --games 200 --jobs 2 --keep hard.jsonl hard normal

With --keep each finished game is written to a file; run the same command again to continue from there.
"""


@dataclass(slots=True)
class LevelStats:
    """What one computer player has achieved so far."""

    level: str
    games: int = 0
    wins: float = 0.0
    """A shared win counts as a fraction."""
    totals: list[int] = field(default_factory=list)
    winning: list[int] = field(default_factory=list)
    """Its scores in the games that it won."""
    done: int = 0
    kept: int = 0
    """Tickets completed, and held in all."""
    seconds: list[float] = field(default_factory=list)

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % Wilson interval of the share of wins."""
        share, n, z = self.wins / self.games, self.games, 1.96
        middle = (share + z * z / (2 * n)) / (1 + z * z / n)
        reach = z * sqrt(share * (1 - share) / n + z * z / (4 * n * n)) / (1 + z * z / n)
        return max(0.0, middle - reach), min(1.0, middle + reach)


SeatResult = tuple[int, int, float, int, int, tuple[float, ...]]
"""What one seat achieved in a game, as it stands in the file of a league.

Its place in the first game, total score, share of the win, tickets completed, tickets held, and the seconds
of each decision.
"""


def add_league(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add the command; its `command` takes the parsed arguments and returns the exit code."""
    league = commands.add_parser(
        "league",
        help="find out which computer player is better",
        description=_ABOUT,
        epilog=_EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add_series(league, players=2, games=500)
    league.add_argument("levels", nargs="+", metavar="COMPUTER", help="the computer players")
    league.add_argument("--keep", metavar="FILE", help="write each game to a file, and continue from it")
    league.set_defaults(command=league_command)


def league_command(options: argparse.Namespace) -> int:
    """Play, and print the table. Returns 1 if an invariant was broken, 2 if this cannot be played."""
    try:
        series = _series(options)
        path = Path(options.keep) if options.keep else None
        finished = _kept_games(path, series) if path else []
    except BadInput as bad:
        print(bad, file=sys.stderr)
        return 2
    standings = [LevelStats(level) for level in series.computers]
    for results in finished:
        _add(standings, results)
    with tqdm(total=options.games, initial=len(finished), unit=" games", disable=None) as bar:
        for game in _games(series, range(len(finished), options.games), options.jobs):
            if isinstance(game, Violation):
                bar.close()
                print(violation_text(series, game), file=sys.stderr)
                return 1
            results = _results(game, len(standings))
            if path:
                _keep(path, results)
            _add(standings, results)
            bar.update()
    print(_table(series, standings))
    return 0


def _series(options: argparse.Namespace) -> Series:
    """The computer players in the order of the first game. Raises BadInput if this cannot be played."""
    if len(options.levels) > options.players:
        raise BadInput(f"There are {len(options.levels)} computers for {options.players} seats")
    others = options.levels[-1:] * (options.players - len(options.levels))
    return replace(series_of(options, (*options.levels, *others)), rotate=True)


def _games(series: Series, numbers: Sequence[int], jobs: int) -> Iterator[Played | Violation]:
    return played(series, numbers, jobs) if numbers else iter(())


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


def _add(standings: Sequence[LevelStats], results: Iterable[SeatResult]) -> None:
    for player, total, won, done, kept, seconds in results:
        standing = standings[player]
        standing.games += 1
        standing.wins += won
        standing.totals.append(total)
        standing.winning += [total] if won else []
        standing.done += done
        standing.kept += kept
        standing.seconds += seconds


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


def _keep(path: Path, results: Sequence[SeatResult]) -> None:
    with path.open("a", encoding="utf-8") as file:
        file.write(json.dumps(results) + "\n")


# ---- the table


def _table(series: Series, standings: Sequence[LevelStats]) -> str:
    """A line for each level of computer player."""
    levels = dict.fromkeys(standing.level for standing in standings)
    rows = [_together([each for each in standings if each.level == level]) for level in levels]
    title = f"{series.board}, {series.variant}, {len(standings)} players, {standings[0].games} games"
    heading = (
        f"{'':10}{'wins':>8}{'95 %':>16}{'average':>10}{'winners':>10}"
        f"{'tickets':>10}{'of':>7}{'done':>8}{'ms a move':>11}{'p99':>9}"
    )
    return "\n".join([f"{title}, seed {series.seed}", heading, *map(_row, rows)])


def _together(standings: Sequence[LevelStats]) -> LevelStats:
    """Several seats of one level as one, with the games of all of them."""
    one = LevelStats(standings[0].level)
    for standing in standings:
        one.games += standing.games
        one.wins += standing.wins
        one.totals += standing.totals
        one.winning += standing.winning
        one.done += standing.done
        one.kept += standing.kept
        one.seconds += standing.seconds
    return one


def _row(standing: LevelStats) -> str:
    least, most = standing.interval
    games = standing.games
    milliseconds = [second * 1000 for second in standing.seconds]
    winning = fmean(standing.winning) if standing.winning else 0
    return (
        f"{standing.level:10}{standing.wins / games:>8.1%}{f'{least:.1%} - {most:.1%}':>16}"
        f"{fmean(standing.totals):>10.1f}{winning:>10.1f}{standing.done / games:>10.2f}"
        f"{standing.kept / games:>7.2f}{standing.done / max(1, standing.kept):>8.1%}"
        f"{fmean(milliseconds):>11.2f}{quantiles(milliseconds, n=100)[98]:>9.1f}"
    )
