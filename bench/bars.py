"""The bars of the benches: limits that a figure meets or misses."""

import sys
from argparse import ArgumentParser
from dataclasses import dataclass, field


@dataclass
class Bars:
    """The bars of one run, and those that were missed."""

    missed: list[str] = field(default_factory=list)

    def verdict(self, name: str, met: bool) -> str:
        """What is printed behind a figure."""
        if not met:
            self.missed.append(name)
        return " met" if met else " MISSED"

    def finish(self, *, check: bool) -> None:
        """With `check`, exit with 1 and name the bars that were missed."""
        if check and self.missed:
            sys.exit(f"Bars missed: {'; '.join(self.missed)}")


def add_check(parser: ArgumentParser) -> None:
    """Add the option `--check`."""
    parser.add_argument("--check", action="store_true", help="exit with 1 and name the bars that are missed")
