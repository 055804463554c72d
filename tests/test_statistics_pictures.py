"""The pictures of statistics: the card of a person, and the leaderboard."""

from dataclasses import replace

import pytest

from bot.shown.picture_service import captions
from bot.text.i18n import LANGUAGES
from render.content import FavouriteRoutes, StatisticsCard
from render.draw.text import shown_name
from render.draw.theme import LIVERIES
from render.leaderboard import leaderboard_png
from render.statistics_card import statistics_png
from tests.pictures import LONG, board, has, opened
from tests.soaked import soaked

VALUES = "34", "12", "1240", "98%", "104", "168", "71/90", "45"
EMPTY = "0", "0", "–", "–", "0", "0", "0/0", "0"
FIGURES = "1240?", "34", "12", "104"
BLUE = LIVERIES["blue"].paint
ROUTES: FavouriteRoutes = (("paris--zurich", 4), ("berlin--danzig", 1))
ADA = StatisticsCard("Ada", VALUES, (3, 1), (1000, 1040), board(), ROUTES)


def test_the_card_depends_on_everything_that_it_shows() -> None:
    pictures = [
        statistics_png(ADA),
        statistics_png(replace(ADA, name="Zoë")),
        statistics_png(replace(ADA, places=(3, 2))),
        statistics_png(replace(ADA, history=(1000, 1041))),
        statistics_png(replace(ADA, values=EMPTY)),
        statistics_png(replace(ADA, routes=ROUTES[:1])),
        statistics_png(replace(ADA, provisional=True)),
        statistics_png(ADA, captions("ru")),
    ]
    assert len(set(pictures)) == len(pictures)
    assert statistics_png(ADA) == statistics_png(replace(ADA))


def test_without_favourite_routes_there_is_no_map() -> None:
    whole = opened(statistics_png(ADA))
    short = opened(statistics_png(StatisticsCard("Ada", EMPTY, (), ())))
    assert whole.width == short.width == 1100
    assert whole.height > short.height + 400
    assert has(whole, BLUE)
    assert not has(short, BLUE)


@pytest.mark.parametrize("language", soaked(LANGUAGES, "ru"))
@pytest.mark.parametrize("name", LONG)
def test_any_name_fits(name: str, language: str) -> None:
    words = captions(language)
    statistics_png(StatisticsCard(name, VALUES, (1, 0, 2), ()), words)
    leaderboard_png(name, [(1, name, FIGURES)], words)


def test_a_name_without_letters_that_the_fonts_have_is_replaced() -> None:
    assert shown_name("東京", "Player") == "Player"
    assert shown_name("🎉", "Player") == "Player"
    assert shown_name("Zoë 🎉", "Player") == "Zoë"
