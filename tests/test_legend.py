"""The legend: it shows what a board and its rules have, and nothing else."""

import pytest

from bot.shown.picture_service import captions
from render.draw.text import width
from render.legend import LEFT, TEXT, WIDTH, legend_png
from tests.pictures import board, opened


@pytest.mark.parametrize("language", ["en", "ru"])
@pytest.mark.parametrize(("name", "rows"), [("europe", 6), ("usa", 3)])
def test_a_legend_has_a_row_for_each_kind_of_space(name: str, rows: int, language: str) -> None:
    rules = board(name).variants[name]
    picture = opened(legend_png(board(name), rules, captions(language)))
    assert picture.size == (WIDTH, 76 + 58 * rows + 150 + 18)


def test_a_legend_shows_the_points_of_the_rules() -> None:
    europe = board()
    pictures = {
        legend_png(europe, rules) for rules in (europe.variants["europe"], board("usa").variants["usa"])
    }
    assert len(pictures) == 2


@pytest.mark.parametrize("language", ["en", "ru"])
def test_the_words_of_a_legend_are_not_cut(language: str) -> None:
    words = captions(language)
    lines = (
        words.legend_color, words.legend_gray, words.legend_tunnel, words.legend_ferry, words.legend_closed,
        words.legend_station,
    )  # fmt: skip
    assert [line for line in lines if width(line, TEXT) > WIDTH - LEFT - 16] == []
    assert width(words.legend_points, TEXT) <= WIDTH - 48
