"""The bench of games that last weeks: its virtual time, its games, and what it counts."""

import pytest

from bench.bars import Bars
from bench.game_tally import Tally
from bench.virtual_time import run
from bench.weeks import played
from bench.weeks_figures import EVERYBODY, MIXED, NOBODY, tell


@pytest.mark.soak
def test_games_end_and_the_same_seed_plays_the_same_games() -> None:
    first, again = (run(played(range(1), 1, None)) for _ in range(2))
    assert first == again
    assert not any(tally.stalled or tally.refusals for tally in first)
    assert all(tally.turns > 15 for tally in first)


def tally(days: float = 4.0, mentions: int = 10, **more: object) -> Tally:
    return Tally(days=days, turns=10, mentions=mentions, **more)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("mixed", "everybody", "missed"),
    [
        (tally(), tally(2.8), []),
        (tally(), tally(2.9), ["shorter if everybody plans"]),
        (tally(stalled=True), tally(2.8), ["stalled games"]),
        (tally(wrong=["seat 0"]), tally(2.8), ["turns without exactly one mention"]),
        (tally(reminders=4), tally(2.8), ["messages that notify, per turn, at most"]),
        (tally(reminders=1, at_night=1), tally(2.8), ["reminders in quiet hours"]),
        (tally(refusals=["no"]), tally(2.8), ["answers that refuse what a person may do"]),
    ],
)
def test_a_bar_that_is_missed_is_named(mixed: Tally, everybody: Tally, missed: list[str]) -> None:
    bars = Bars()
    tell({MIXED: [mixed], NOBODY: [tally()], EVERYBODY: [everybody]}, 1.0, bars)
    assert bars.missed == missed
