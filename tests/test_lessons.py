"""The rules in pictures: every topic has an example on every board, and every refusal a topic to show."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.text.i18n import LANGUAGES, phrases
from bot.text.rule_examples import ILLUSTRATED, example_players, rule_example
from bot.text.rule_topics import TOPIC_OF, topic_of, topics_of
from engine.actions import BuildStation, ClaimRoute
from engine.boards.files import load_board
from engine.refusals import Reason
from engine.view import View
from render.draw.text import width, wrapped
from render.lesson import TEXT, WIDTH, lesson_png
from tests.pictures import board as shared_board
from tests.pictures import opened
from tests.scenario import Scenario, open_scenario

VARIANTS = [(board, variant) for board in ("europe", "usa") for variant in load_board(board).variants]


def test_every_refusal_has_a_topic_with_a_picture() -> None:
    assert set(TOPIC_OF) == set(Reason)
    assert set(TOPIC_OF.values()) <= set(ILLUSTRATED)


def test_a_refused_payment_is_explained_by_what_would_be_built() -> None:
    europe, usa = load_board("europe"), load_board("usa")
    rules, reason = europe.variants["europe"], Reason.MIXED_COLORS
    assert topic_of(reason, BuildStation("roma", "RB"), europe, rules) == "stations"
    assert topic_of(reason, ClaimRoute("brest--paris", "RB"), europe, rules) == "claiming"
    assert topic_of(Reason.NO_STATIONS_LEFT, None, usa, usa.variants["usa"]) == "turn"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("name", "variant"), VARIANTS)
def test_every_illustrated_topic_has_an_example(name: str, variant: str, language: str) -> None:
    board, words = load_board(name), phrases(language)
    rules = board.variants[variant]
    for topic in set(topics_of(board, rules)) & set(ILLUSTRATED):
        for players in (0, rules.players_most):
            view, places, cards, sentence = rule_example(topic, board, rules, players, words)
            assert view.table.rules is rules
            assert set(places) <= {*board.route, *board.city}
            assert places or cards or topic in ("turn", "end")
            assert len(wrapped(sentence, TEXT, WIDTH - 56)) <= 3, sentence


def test_a_double_route_is_closed_in_small_games_only() -> None:
    europe = load_board("europe")

    def example(players: int) -> tuple[View, str]:
        shown = rule_example("doubles", europe, europe.variants["europe"], players, phrases("en"))
        return shown[0], shown[3]

    (small, closed), (large, both) = example(2), example(4)
    assert small.table.closed
    assert closed.endswith("the other side is closed.")
    assert [bool(routes) for routes in large.table.routes] == [True, True, False, False]
    assert both.endswith("No player can own both.")


def test_lines_of_a_sentence_fit_their_room() -> None:
    lines = wrapped("a word and another very very long one", 30, 120)
    assert " ".join(lines) == "a word and another very very long one"
    assert all(width(line, 30) <= 120 for line in lines)


def test_a_lesson_is_drawn_with_its_map_its_cards_and_its_words() -> None:
    europe = shared_board()
    rules, sizes = europe.variants["europe"], {}
    for topic in ("cards", "tunnels", "end"):
        view, places, cards, words = rule_example(topic, europe, rules, 3, phrases("en"))
        png = lesson_png(view, example_players(phrases("en"), 3), places, cards, topic, words)
        sizes[topic] = opened(png).size
    assert {wide for wide, _ in sizes.values()} == {WIDTH}
    assert sizes["cards"][1] < sizes["end"][1] < sizes["tunnels"][1]


@pytest.fixture
async def scenario(tmp_path: Path) -> AsyncIterator[Scenario]:
    async with open_scenario(tmp_path) as one:
        yield one


async def test_a_refused_claim_is_shown_where_it_was_tried(scenario: Scenario) -> None:
    first, second = await scenario.in_play("Anna", "Boris")
    assert "cards" in await first.says("/claim athina brindisi RRRR")
    assert "Show me" in first.labels
    told = await first.presses("Show me")
    assert told.startswith("Athína — Brindisi: 4 spaces, any one colour, ferry")
    assert "**Ferries**" in told
    assert [picture.name for picture in first.answer.pictures] == ["lesson.png"]
    await second.says("/draw deck")
    assert "**A turn**" in await second.presses("Show me")


async def test_the_rules_come_with_a_picture(scenario: Scenario) -> None:
    anna = await scenario.add_player("Anna")
    await anna.says("/rules tunnels")
    (picture,) = anna.answer.pictures
    assert picture.alt.startswith("Tunnels. Angora — Smyrna: 3 cards")
    assert "extra card" in picture.alt
    await anna.says("/rules game")
    assert not anna.answer.pictures
