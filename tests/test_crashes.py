"""A few kills at random instants, on a small board; `make soak` has many more in `tests/chaos`."""

import pytest

from tests import crash_runs


def test_a_program_that_is_killed_again_and_again_loses_nothing_and_does_nothing_twice(
    capsys: pytest.CaptureFixture[str], database_url: str
) -> None:
    url = "" if database_url.startswith("sqlite") else database_url
    assert crash_runs.main(5, seed=2, games=crash_runs.SMALL, url=url) == 0, capsys.readouterr().out
    assert "5 kills in" in capsys.readouterr().out


def test_a_process_goes_on_for_one_that_is_killed_again_and_again(
    capsys: pytest.CaptureFixture[str], postgres_url: str
) -> None:
    code = crash_runs.main(5, seed=4, games=crash_runs.SMALL, url=postgres_url, beside=True)
    assert code == 0, capsys.readouterr().out
