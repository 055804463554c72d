"""The bench of the computer players: its matches, its bars, and what it says when it is stopped early."""

import sys
from collections.abc import Iterator

import pytest

from bench import computers
from bench.computers import main, played


def run(monkeypatch: pytest.MonkeyPatch, *words: str) -> int | str | None:
    monkeypatch.setattr(sys, "argv", ["bench.computers", *words])
    try:
        main()
    except SystemExit as ended:
        return ended.code
    return 0


def test_a_match_that_is_stopped_tells_the_games_so_far(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def stopped(*asked: object) -> Iterator[None]:
        for number, _ in enumerate(played(*asked)):  # type: ignore[arg-type]
            if number == 3:
                raise KeyboardInterrupt
            yield

    monkeypatch.setattr(computers, "played", stopped)
    assert run(monkeypatch, "--only", "normal") == 0
    assert "4 games" in capsys.readouterr().out


def test_with_check_a_missed_bar_is_named(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(computers, "ANSWER", 0.0)
    ended = run(monkeypatch, "--only", "normal", "--games", "2", "--check")
    assert isinstance(ended, str)
    assert "an answer, p99, normal against careless" in ended
    assert "bar 56%" in capsys.readouterr().out
