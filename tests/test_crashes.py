"""A few kills at random instants, on a small board; `make soak` has the hundred."""

import pytest

from tests import crash_runs, crash_weeks


def test_a_program_that_is_killed_again_and_again_loses_nothing_and_does_nothing_twice(
    capsys: pytest.CaptureFixture[str], database_url: str
) -> None:
    url = "" if database_url.startswith("sqlite") else database_url
    assert crash_runs.main(5, seed=2, games=crash_runs.SMALL, url=url) == 0, capsys.readouterr().out
    assert "5 kills in" in capsys.readouterr().out


@pytest.mark.parametrize("recognizes_repeats", [True, False])
def test_kills_during_reminders_votes_and_plans_lose_nothing_and_notify_nobody_twice(
    capsys: pytest.CaptureFixture[str], *, recognizes_repeats: bool
) -> None:
    """On a platform that recognizes a repeated message, as Discord does, and on one that does not."""
    assert crash_weeks.main(4, seed=3, recognizes_repeats=recognizes_repeats) == 0, capsys.readouterr().out
