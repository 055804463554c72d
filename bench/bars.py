"""The bars of the benches: limits that a figure meets or misses."""

import statistics
import sys
from argparse import ArgumentParser, RawDescriptionHelpFormatter
from collections.abc import Sequence
from dataclasses import dataclass, field
from math import inf

from bench.yardstick import loop_milliseconds

LOOP = 1.8
"""Milliseconds of the yardstick's loop on the machine for which the bars of times are written."""


def bench_parser(about: str | None) -> ArgumentParser:
    """A command line with `--check`. Its help is what a bench says that it measures."""
    parser = ArgumentParser(description=about, formatter_class=RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true", help="exit with 1 and name the bars that are missed")
    return parser


@dataclass
class Bars:
    """The bars of one run, and those that were missed.

    `loop` is how many milliseconds the yardstick's loop takes on this machine.
    """

    missed: list[str] = field(default_factory=list)
    loop: float = field(default_factory=loop_milliseconds)

    def verdict(self, name: str, met: bool) -> str:
        """What is printed behind a figure."""
        if not met:
            self.missed.append(name)
        return " met" if met else " MISSED"

    def figure(self, name: str, found: float, most: float | None = None) -> None:
        """Print a figure, and the bar that it must not exceed, if it has one."""
        bar = "" if most is None else f"   bar {most:g}:{self.verdict(name, found <= most)}"
        print(f"{name:52}{_short(found):>10}{bar}", flush=True)

    def time(self, name: str, milliseconds: float, most: float | None = None) -> None:
        """Print a time, also in loops of the yardstick.

        `most` are milliseconds on a machine whose loop takes LOOP. What counts are the loops.
        """
        loops, bar = milliseconds / self.loop, ""
        if most is not None:
            bar = f"   bar {_short(most / LOOP)}:{self.verdict(name, loops <= most / LOOP)}"
        print(f"{name + ', ms':52}{_short(milliseconds):>10}{_short(loops):>9} loops{bar}", flush=True)

    def finish(self, *, check: bool) -> None:
        """Print the yardstick. With `check`, exit with 1 and name the bars that were missed."""
        print(f"one loop: {self.loop:.2f} ms")
        if check and self.missed:
            sys.exit(f"Bars missed: {'; '.join(self.missed)}")


def _short(figure: float) -> str:
    """Three digits, and all of those before the point."""
    return f"{figure:.0f}" if figure >= 100 else f"{figure:.3g}"


def p99(found: Sequence[float]) -> float:
    """The 99th percentile: of one figure this figure, of none infinity."""
    return statistics.quantiles(found, n=100)[98] if len(found) > 1 else max(found, default=inf)
