"""The measured times of clicks, as a table with their limits."""

import statistics
from collections.abc import Sequence
from dataclasses import dataclass, field
from math import inf

from bench.bars import Bars

TIMES_THE_BARE, SLOWEST_CLICK, SLOWEST_PICTURE, COSTLIEST_TURN = 3.0, 500.0, 1500.0, 200.0
"""Limits: a click's median in medians of the simplest click; 99th percentiles of clicks and pictures, ms;
milliseconds of processor time."""


@dataclass
class Figures:
    """Milliseconds of each kind of path, and the number of turns given up."""

    taken: dict[str, list[float]] = field(default_factory=dict)
    given_up: int = 0
    turn_cost: float = 0.0
    """Milliseconds of processor time that the bot takes for a turn of a person."""
    phase: str = ""
    """What the kinds begin with that are noted from now on."""

    def note(self, kind: str, begun: float, ended: float) -> None:
        self.taken.setdefault(f"{self.phase}{kind}", []).append(1000 * (ended - begun))


def tell(figures: Figures, games: int, pace: float, bars: Bars) -> None:
    """Print every kind of path in milliseconds and relative to the simplest click, with the limits."""
    bare, play, turn = (figures.taken[kind] for kind in ("ok", "play", "turn"))
    print(f"{games} games, {pace:g} turns begun a second\n")
    print(f"{'milliseconds':20}{'cases':>8}{'median':>9}{'p99':>9}{'most':>9}{'in bare ones':>14}")
    for kind, taken in figures.taken.items():
        times = statistics.median(taken) / statistics.median(bare)
        print(
            f"{kind:20}{len(taken):>8}{statistics.median(taken):>9.1f}{p99(taken):>9.1f}"
            f"{max(taken):>9.1f}{times:>14.2f}"
        )
    times = statistics.median(play) / statistics.median(bare)
    print()
    limits = {
        "a click's median, in bare ones": (times, TIMES_THE_BARE),
        "a click's 99th percentile": (p99(play), SLOWEST_CLICK),
        "a picture's 99th percentile": (p99(turn), SLOWEST_PICTURE),
        "turns given up": (figures.given_up, 0),
        "a turn, in ms of processor time": (figures.turn_cost, COSTLIEST_TURN),
    }
    for name, (found, bar) in limits.items():
        print(f"{name:40}{found:>9.2f}   bar {bar:g}:{bars.verdict(name, found <= bar)}")


def p99(taken: Sequence[float]) -> float:
    """The 99th percentile: of one figure this figure, of none infinity."""
    return statistics.quantiles(taken, n=100)[98] if len(taken) > 1 else max(taken, default=inf)
