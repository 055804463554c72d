"""A few kills at random instants, on a small board; `make soak` has the hundred."""

import pytest

from tests import crash_runs


def test_a_program_that_is_killed_again_and_again_loses_nothing_and_does_nothing_twice(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert crash_runs.main(5, seed=2, games=crash_runs.SMALL) == 0, capsys.readouterr().out
    assert "5 kills in" in capsys.readouterr().out
