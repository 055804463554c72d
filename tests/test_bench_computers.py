"""The bench of the computer players: its matches, its bars, and what it says when it is stopped early."""

import sys
from collections.abc import Iterator

import pytest

from bench import computers
from bench.computers import PAIRINGS, Score, careless_move, main, played
from engine.chance import Chance
from engine.notation import line
from engine.view import view_for
from tests.rules.table import at, board


def run(monkeypatch: pytest.MonkeyPatch, *words: str) -> int | str | None:
    monkeypatch.setattr(sys, "argv", ["bench.computers", *words])
    try:
        main()
    except SystemExit as ended:
        return ended.code
    return 0


def test_the_careless_planner_takes_a_tunnel_without_a_card_to_spare() -> None:
    game = at(hands=["GG"], tickets=[[24]], routes=[["roma--venezia", "brindisi--roma"]], row="RGBKO")
    move = careless_move(view_for(game, 0), Chance("0c" * 32))
    assert line(move.action) == "claim venezia--zurich GG"


def test_the_same_games_have_the_same_score() -> None:
    scores = [Score(), Score()]
    for score in scores:
        assert len(list(played(board(), PAIRINGS["normal"], 4, score))) == 4
    first, second = scores
    assert (first.games, first.won, first.failed) == (second.games, second.won, second.failed)
    assert len(first.seconds) == len(second.seconds) > 100


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
    monkeypatch.setattr(computers, "SECONDS", 0.0)
    ended = run(monkeypatch, "--only", "normal", "--games", "2", "--check")
    assert isinstance(ended, str)
    assert "seconds of an answer, p99, normal against careless" in ended
    assert "bar 56%" in capsys.readouterr().out
