"""A whole game as an animated picture: what it shows, for how long, and its size."""

from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise
from pathlib import Path

import pytest
from PIL import Image, ImageChops, ImageStat

from engine.events import TurnStarted
from engine.view import View, view_for
from render.board import board_image
from render.film import BUILDING, DRAWING, ENDING, OPENING, film_gif
from tests.finished_games import recorded_steps
from tests.pictures import frames
from tests.rules.table import at, play
from tests.soaked import soaked

RECORDS = Path(__file__).parent / "records"
MAP = 0, 0, 800, 540
NAMES = ("Ada", "Олена", "Søren", "Zoë", "Hergé")


@lru_cache
def recorded(name: str) -> tuple[View, ...]:
    """The beginnings of the turns of a recorded game."""
    steps = recorded_steps(RECORDS / f"{name}.json.gz")
    games = [step.after.game for step in steps if isinstance(step.event, TurnStarted)]
    return tuple(view_for(game, None) for game in games if game)


def story(seat: int | None = None) -> Sequence[View]:
    """Somebody draws cards, then claims a route, then cards are drawn again."""
    begun = at(hands=["KKKK", "OOOO"], row="GGGGG")
    drawn = play(begun, "draw 1G", "draw deck")
    claimed = play(drawn, "claim brest--dieppe OO")
    after = play(claimed, "draw deck", "draw deck")
    return [view_for(game, seat) for game in (begun, drawn, claimed, after)]


def unlike(one: Image.Image, other: Image.Image) -> float:
    """The root mean square of all differences of two pictures, of 255 at most."""
    return sum(ImageStat.Stat(ImageChops.difference(one, other)).rms) / 3


def test_each_frame_is_the_board_at_half_its_width() -> None:
    views = story()
    pictures = [picture for picture, _ in frames(film_gif(views, NAMES))]
    assert [picture.size for picture in pictures] == len(views) * [(800, 640)]
    shown = [picture.crop(MAP) for picture in pictures]
    wanted = [board_image(view, NAMES).reduce(2).crop(MAP) for view in views]
    assert max(unlike(*pair) for pair in zip(shown, wanted, strict=True)) < 6
    assert all(unlike(one, other) > 0 for one, other in pairwise(shown))


def test_changes_of_the_map_are_shown_longer_and_the_end_longest() -> None:
    lasting = [milliseconds / 10 for _, milliseconds in frames(film_gif(story(), NAMES))]
    assert lasting == [OPENING, DRAWING, BUILDING, ENDING]
    assert DRAWING < BUILDING < OPENING < ENDING


def test_a_replay_shows_only_what_everybody_may_see() -> None:
    assert len({film_gif(story(seat), NAMES) for seat in (None, 0, 1)}) == 1


@pytest.mark.parametrize("name", soaked(["europe-mega", "usa-mega"], "europe-mega"))
def test_150_turns_of_a_game_stay_below_a_megabyte(name: str) -> None:
    views = recorded(name)[:150]
    file = film_gif(views, NAMES)
    assert len(frames(file)) == 150
    assert len(file) < 1_000_000
