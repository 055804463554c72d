"""The rules in pictures: every topic has an example on every board, and every refusal a topic to show."""

from dataclasses import replace
from pathlib import Path

import pytest

from bot.text.i18n import LANGUAGES, phrases
from bot.text.rule_examples import ILLUSTRATED, example_players, rule_example
from bot.text.topics import TOPIC_OF, topic_of, topics_of
from engine.actions import BuildStation, ClaimRoute
from engine.board import Board
from engine.boards.files import load_board, parse_board
from engine.refusals import Reason
from engine.view import View
from render.content import Lesson
from render.draw.text import wrapped
from render.lesson import TEXT, WIDTH, lesson_png
from tests.pictures import board as shared_board
from tests.pictures import opened
from tests.scenario import Scenario, open_scenario
from tests.tiny_board import TINY_BOARD, changed

VARIANTS = [
    (board, variant)
    for board in ("europe", "india", "nordic", "usa")
    for variant in load_board(board).variants
]


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
            example = rule_example(topic, board, rules, players, words)
            assert example
            view, places, cards, sentence = example
            assert view.table.rules is rules
            assert set(places) <= {*board.route, *board.city}
            assert places or cards or topic in ("turn", "end")
            assert len(wrapped(sentence, TEXT, WIDTH - 56)) <= 3, sentence


def changed_rules(**numbers: int) -> Board:
    """The small board with other numbers in its rules."""
    board = parse_board(TINY_BOARD)
    rules = replace(board.variants["isle"], **numbers)
    return replace(board, variants={"isle": rules})


@pytest.mark.parametrize(
    "numbers",
    [
        {"trains": 3, "last_round_trains": 2},
        {"trains": 99, "last_round_trains": 98},
        {"locomotives": 0},
        {"cards_per_color": 3, "locomotives": 0},
        {"row": 9},
        {"row": 1},
        {"tunnel_reveal": 1},
        {"tunnel_reveal": 9},
    ],
)
def test_an_operators_board_never_fails_to_explain_its_rules(numbers: dict[str, int]) -> None:
    """A topic for which the rules allow no example has no picture."""
    board = changed_rules(**numbers)
    rules = board.variants["isle"]
    topics = set(topics_of(board, rules)) & set(ILLUSTRATED)
    shown = {topic for topic in topics if rule_example(topic, board, rules, 2, phrases("en"))}
    assert {"turn", "cards", "end", "letters"} <= shown
    if rules.trains > 3 and rules.locomotives:
        assert shown == topics


async def test_a_ticket_that_no_player_could_complete_has_no_picture(tmp_path: Path) -> None:
    boards = tmp_path / "boards"
    boards.mkdir()
    far = changed(
        '1 = { a = "ayr", b = "bude"', '1 = { a = "ayr", b = "cork"', changed("\ntrains = 12", "\ntrains = 3")
    )
    (boards / "isle.toml").write_text(far, "utf-8")
    async with open_scenario(tmp_path, boards=boards) as scenario:
        anna = await scenario.add_player("Anna")
        assert "is open" in await anna.says("/new isle")
        assert (await anna.says("/rules tickets")).startswith("**Tickets**")
        assert not anna.answer.pictures
        await anna.says("/rules turn")
        assert anna.answer.pictures


def test_a_double_route_is_closed_in_small_games_only() -> None:
    europe = load_board("europe")

    def example(players: int) -> tuple[View, str]:
        shown = rule_example("doubles", europe, europe.variants["europe"], players, phrases("en"))
        assert shown
        return shown[0], shown[3]

    (small, closed), (large, both) = example(2), example(4)
    assert small.table.closed
    assert closed.endswith("the other side is closed.")
    assert [bool(routes) for routes in large.table.routes] == [True, True, False, False]
    assert both.endswith("No player can own both.")


def test_a_lesson_is_drawn_with_its_map_its_cards_and_its_words() -> None:
    europe = shared_board()
    rules, sizes = europe.variants["europe"], {}
    for topic in ("cards", "tunnels", "end"):
        example = rule_example(topic, europe, rules, 3, phrases("en"))
        assert example
        view, places, cards, words = example
        names = example_players(phrases("en"), 3)
        png = lesson_png(Lesson(topic, words, view, names, places=places, cards=cards))
        sizes[topic] = opened(png).size
    assert {wide for wide, _ in sizes.values()} == {WIDTH}
    assert sizes["cards"][1] < sizes["end"][1] < sizes["tunnels"][1]


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
