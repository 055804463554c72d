"""Computers play each other on the same decks: the table, and a league that is stopped and goes on."""

from pathlib import Path

import pytest

from bot.cli import main
from bot.simulation.selfplay import Played, Series, play


def league(arguments: str, capsys: pytest.CaptureFixture[str]) -> tuple[int, str, str]:
    """Exit code, what was printed, and what was complained of."""
    code = main(["league", *arguments.split()])
    printed = capsys.readouterr()
    return code, printed.out, printed.err


def without_times(table: str) -> list[str]:
    """The lines of a table without its last two columns: how long a move took differs each time."""
    return [line.rsplit(maxsplit=2)[0] for line in table.splitlines()[2:]]


def test_each_deck_is_played_from_every_seat() -> None:
    series = Series("usa", "usa", ("normal", "easy"), seed=1, rotate=True)
    assert [series.seated(number) for number in (0, 1)] == [("normal", "easy"), ("easy", "normal")]
    same = Series("usa", "usa", ("easy", "easy"), seed=1, rotate=True)
    first, second, other = (play(same, number) for number in (0, 1, 2))
    assert isinstance(first, Played)
    assert isinstance(second, Played)
    assert isinstance(other, Played)
    assert first.sheet == second.sheet != other.sheet


def test_a_stopped_league_goes_on_where_it_was(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    kept = tmp_path / "games.jsonl"
    _, whole, _ = league("--board usa --games 4 easy random", capsys)
    league(f"--board usa --games 2 --keep {kept} easy random", capsys)
    assert len(kept.read_text().splitlines()) == 1 + 2
    code, resumed, _ = league(f"--board usa --games 4 --keep {kept} easy random", capsys)
    assert code == 0
    assert without_times(resumed) == without_times(whole)
    assert len(kept.read_text().splitlines()) == 1 + 4


def test_the_games_of_another_league_are_not_mixed_in(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    kept = tmp_path / "games.jsonl"
    league(f"--board usa --games 1 --keep {kept} easy random", capsys)
    code, printed, errors = league(f"--board europe --games 1 --keep {kept} easy random", capsys)
    assert (code, printed) == (2, "")
    assert "has the games of another league" in errors


def test_the_better_computer_stands_out_with_its_interval(capsys: pytest.CaptureFixture[str]) -> None:
    code, printed, _ = league("--players 3 --games 6 normal random", capsys)
    title, _, normal, random = printed.splitlines()
    assert code == 0
    assert title == "europe, europe, 3 players, 6 games, seed 1"
    assert normal.split()[:4] == ["normal", "100.0%", "61.0%", "-"]
    assert random.split()[:2] == ["random", "0.0%"]


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ("normal easy random", "There are 3 computers for 2 seats."),
        ("genius", "There is no computer 'genius'"),
        ("--board atlantis easy", "There is no board 'atlantis'"),
        ("--games 0 easy", "At least one game is played"),
    ],
)
def test_what_cannot_be_played_is_said_in_a_sentence(
    arguments: str, sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    code, printed, errors = league(arguments, capsys)
    assert (code, printed) == (2, "")
    assert sentence in errors
