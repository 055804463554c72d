"""Bars: what a figure may be at most."""

import sys
from collections.abc import Sequence
from typing import NamedTuple


class Bar(NamedTuple):
    """A figure and its bar, in the same unit."""

    name: str
    found: float
    most: float

    @property
    def missed(self) -> bool:
        return self.found > self.most


def judge(bars: Sequence[Bar], *, check: bool) -> None:
    """Print each figure with its bar. With `check`, a missed one ends the program with 1 and its name."""
    print(f"\n{'':44}{'found':>9}{'bar':>9}")
    for bar in bars:
        print(f"{bar.name:44}{bar.found:>9.1f}{bar.most:>9g} {'MISSED' if bar.missed else 'met'}")
    missed = [bar.name for bar in bars if bar.missed]
    if check and missed:
        sys.exit(f"missed: {', '.join(missed)}")
