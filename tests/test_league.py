"""Computer players play each other on the same decks: the table, and how a stopped league continues."""

from pathlib import Path

import pytest

from tests.programs import ran
from tools.simulation.selfplay import Played, Series, play


def league(arguments: str, capsys: pytest.CaptureFixture[str]) -> tuple[int, str, str]:
    """The exit code, the output and the errors."""
    return ran(capsys, "league", *arguments.split())


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


def test_a_stopped_league_continues_from_its_file(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    kept = tmp_path / "games.jsonl"
    _, whole, _ = league("--board usa --games 4 easy random", capsys)
    league(f"--board usa --games 2 --keep {kept} easy random", capsys)
    assert len(kept.read_text().splitlines()) == 1 + 2
    code, resumed, _ = league(f"--board usa --games 4 --keep {kept} easy random", capsys)
    assert code == 0
    assert without_times(resumed) == without_times(whole)
    assert len(kept.read_text().splitlines()) == 1 + 4


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ("normal easy random", "There are 3 computers for 2 seats."),
        ("genius", "There is no computer player 'genius'"),
        ("--board atlantis easy", "There is no board 'atlantis'"),
        ("--games 0 easy", "--games and --jobs must be at least 1."),
    ],
)
def test_a_league_that_cannot_be_played_is_refused_in_a_sentence(
    arguments: str, sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    code, printed, errors = league(arguments, capsys)
    assert (code, printed) == (2, "")
    assert sentence in errors
