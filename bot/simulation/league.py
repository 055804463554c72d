"""`stationmaster league`: computers play each other on the same decks, in every order of seats."""

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
from engine.setup import BadSetup

_ABOUT = """\
Let computers play each other, and print who is better. Each deck is played once in every order of seats in
which the computers follow one another, so that nobody has the better cards.
"""

_EXAMPLES = f"""\
computers: {", ".join(COMPUTERS)}; the last one named takes all the seats that are left

examples:
  stationmaster league --board europe --players 2 --games 500 normal easy
  stationmaster league --board europe --players 4 --games 400 normal easy
  stationmaster league --players 2 --games 200 --jobs 2 --keep hard.jsonl hard normal

With --keep every game is written to a file as it ends; the same command goes on from there.
"""


@dataclass(slots=True)
class Standing:
    """What one computer has reached so far."""

    level: str
    games: int = 0
    wins: float = 0.0
    """A victory that is shared counts in parts."""
    totals: list[int] = field(default_factory=list)
    winning: list[int] = field(default_factory=list)
    """Its scores in the games that it won."""
    done: int = 0
    kept: int = 0
    """Tickets completed, and held in all."""
    seconds: list[float] = field(default_factory=list)

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % interval of the share of wins, by Wilson."""
        share, n, z = self.wins / self.games, self.games, 1.96
        middle = (share + z * z / (2 * n)) / (1 + z * z / n)
        reach = z * sqrt(share * (1 - share) / n + z * z / (4 * n * n)) / (1 + z * z / n)
        return max(0.0, middle - reach), min(1.0, middle + reach)


@dataclass(frozen=True, slots=True)
class Line:
    """How one seat came out of one game."""

    player: int
    total: int
    won: float
    done: int
    kept: int
    seconds: tuple[float, ...]


def add_league(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add the command; its `command` takes the parsed arguments and returns the exit code."""
    league = commands.add_parser(
        "league",
        help="let computers play each other, and see who is better",
        description=_ABOUT,
        epilog=_EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add_series(league, players=2, games=500)
    league.add_argument("levels", nargs="+", metavar="COMPUTER", help="who plays")
    league.add_argument("--keep", metavar="FILE", help="write each game down, and go on from what is there")
    league.set_defaults(command=league_command)


def league_command(options: argparse.Namespace) -> int:
    """Play, and print the table. Exit code 1 where a promise was broken, 2 where this cannot be played."""
    try:
        series = _series(options)
        book = _Book(options.keep, series)
    except (BadSetup, _OtherLeague) as bad:
        print(bad, file=sys.stderr)
        return 2
    standings = [Standing(level) for level in series.computers]
    for lines in book.lines:
        _enter(standings, lines)
    with tqdm(total=options.games, initial=len(book.lines), unit=" games", disable=None) as bar:
        for game in _games(series, range(len(book.lines), options.games), options.jobs):
            if isinstance(game, Violation):
                bar.close()
                print(violation_text(series, game), file=sys.stderr)
                return 1
            lines = _lines(game, len(standings))
            book.write(lines)
            _enter(standings, lines)
            bar.update()
    print(_table(series, standings))
    return 0


def _series(options: argparse.Namespace) -> Series:
    """The computers in the order of the first game. Raises BadSetup where this cannot be played."""
    if len(options.levels) > options.players:
        raise BadSetup(f"There are {len(options.levels)} computers for {options.players} seats.")
    others = options.levels[-1:] * (options.players - len(options.levels))
    return replace(series_of(options, (*options.levels, *others)), rotate=True)


def _games(series: Series, numbers: Sequence[int], jobs: int) -> Iterator[Played | Violation]:
    return played(series, numbers, jobs) if numbers else iter(())


def _lines(game: Played, players: int) -> list[Line]:
    """How each computer did, by its place in the first game."""
    winners = game.sheet.winners
    return [
        Line(
            player=(line.seat + game.number) % players,
            total=line.total,
            won=(line.seat in winners) / len(winners),
            done=line.completed,
            kept=len(line.tickets),
            seconds=game.thinking[line.seat],
        )
        for line in game.sheet.seats
    ]


def _enter(standings: Sequence[Standing], lines: Iterable[Line]) -> None:
    for line in lines:
        standing = standings[line.player]
        standing.games += 1
        standing.wins += line.won
        standing.totals.append(line.total)
        standing.winning += [line.total] if line.won else []
        standing.done += line.done
        standing.kept += line.kept
        standing.seconds += line.seconds


# ---- what is written down


class _OtherLeague(ValueError):
    """The file has the games of another league."""


class _Book:
    """The games of a league as JSON, one a line under a title that says which league it is."""

    def __init__(self, name: str | None, series: Series) -> None:
        self._path = Path(name) if name else None
        self.lines: list[list[Line]] = []
        title = json.dumps([series.board, series.variant, series.computers, series.seed])
        if self._path and self._path.exists():
            self._read(self._path, title)
        elif self._path:
            self._path.write_text(title + "\n", encoding="utf-8")

    def _read(self, path: Path, title: str) -> None:
        first, *rows = path.read_text(encoding="utf-8").splitlines() or [""]
        if first != title:
            raise _OtherLeague(f"{path} has the games of another league: {first[:80]}")
        self.lines = [[Line(*line) for line in json.loads(row)] for row in rows]

    def write(self, lines: Sequence[Line]) -> None:
        """Write a game down."""
        if self._path:
            row = [(line.player, line.total, line.won, line.done, line.kept, line.seconds) for line in lines]
            with self._path.open("a", encoding="utf-8") as file:
                file.write(json.dumps(row) + "\n")


# ---- the table


def _table(series: Series, standings: Sequence[Standing]) -> str:
    """A line for each computer; those of one level together."""
    levels = dict.fromkeys(standing.level for standing in standings)
    rows = [_together([each for each in standings if each.level == level]) for level in levels]
    title = f"{series.board}, {series.variant}, {len(standings)} players, {standings[0].games} games"
    heading = (
        f"{'':10}{'wins':>8}{'95 %':>16}{'average':>10}{'winners':>10}"
        f"{'tickets':>10}{'of':>7}{'done':>8}{'ms a move':>11}{'p99':>9}"
    )
    return "\n".join([f"{title}, seed {series.seed}", heading, *map(_row, rows)])


def _together(standings: Sequence[Standing]) -> Standing:
    """Several seats of one level as one: its games are those of every seat."""
    one = Standing(standings[0].level)
    for standing in standings:
        one.games += standing.games
        one.wins += standing.wins
        one.totals += standing.totals
        one.winning += standing.winning
        one.done += standing.done
        one.kept += standing.kept
        one.seconds += standing.seconds
    return one


def _row(standing: Standing) -> str:
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
