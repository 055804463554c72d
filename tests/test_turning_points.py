"""The turns that changed the lead most, and the points they are found by."""

import pytest

from bot.matches.turns import played_turns, points_of, turning_points
from bot.shown.pictures import moments
from bot.text.history import turning_point_text
from bot.text.i18n import phrases
from tests.finished_games import RECORDS, recorded_steps


def test_the_lead_of_the_winner_decides_which_turns_count() -> None:
    """A turn counts by what it changes for the winner; of equal changes the later one is told."""
    points = [(4, 0, 0), (4, 0, 2), (4, 15, 2), (14, 15, 2), (21, 15, 2), (21, 22, 2)]
    assert turning_points(points, 0) == [(2, 2, -11), (3, -11, -1), (5, 6, -1)]
    assert turning_points([(0, 0), (0, 0)], 0) == []


@pytest.mark.parametrize("path", [RECORDS[3], RECORDS[-1]], ids=lambda path: path.name)
def test_the_turns_of_a_recorded_game_are_told_with_what_they_gained(path: object) -> None:
    steps = recorded_steps(path)  # type: ignore[arg-type]
    match, turns = steps[-1].after, played_turns(steps)
    assert match.game
    assert match.table
    assert match.table.sheet
    assert len(turns) == sum(after.table.turn > 0 for _, after in turns)
    last = points_of(turns[-1][1])
    assert [line.routes for line in match.table.sheet.seats] == list(match.table.points)
    assert all(points >= line.routes for points, line in zip(last, match.table.sheet.seats, strict=True))
    for language in ("en", "ru"):
        text = turning_point_text(steps, match.roster.names, phrases(language))
        assert len(text.splitlines()) == 1
    shown = moments(steps)
    assert shown[-1].table.over
    assert len(shown) < len(turns)
