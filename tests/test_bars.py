"""The bars of the benches: with `--check`, a missed one ends the run with exit code 1."""

import pytest

from bench.bars import Bars


def test_a_missed_bar_is_named_and_ends_the_run_only_where_that_is_asked_for() -> None:
    bars = Bars()
    assert (bars.verdict("games", met=True), bars.verdict("size", met=False)) == (" met", " MISSED")
    bars.finish(check=False)
    with pytest.raises(SystemExit, match=r"^Bars missed: size$"):
        bars.finish(check=True)


def test_bars_that_are_met_end_nothing() -> None:
    bars = Bars()
    bars.verdict("games", met=True)
    bars.finish(check=True)
