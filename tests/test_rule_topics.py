"""/rules says the rules of the variant that is played, and /help what a newcomer needs first."""

import re

import pytest

from bot.commands import COMMANDS
from bot.commands.help import help_text
from bot.text.i18n import LANGUAGES, phrases
from bot.text.topics import HELP_TOPICS, rule_text, topics_of
from engine.boards.files import load_board

VARIANTS = [
    (board, variant)
    for board in ("europe", "india", "nordic", "usa")
    for variant in load_board(board).variants
]


def rule(board: str, variant: str, topic: str, language: str = "en") -> str:
    loaded = load_board(board)
    return rule_text(topic, loaded, loaded.variants[variant], phrases(language))


# ---- the rules of the variant


@pytest.mark.parametrize(
    ("board", "variant", "dealt", "drawn"),
    [
        ("europe", "europe", "4 tickets and keep at least 2.", "draw 3 tickets and keep at least 1"),
        (
            "europe",
            "mega",
            "7 tickets and keep at least 3, but at most 1 of the first 2.",
            "draw 3 tickets and keep at least 1",
        ),
        ("europe", "big-cities", "5 tickets and keep at least 2.", "draw 4 tickets and keep at least 1"),
        ("usa", "usa", "3 tickets and keep at least 2.", "draw 3 tickets and keep at least 1"),
        ("usa", "mega", "5 tickets and keep at least 3.", "draw 4 tickets and keep at least 1"),
        ("usa", "big-cities", "4 tickets and keep at least 2.", "draw 4 tickets and keep at least 1"),
    ],
)
def test_tickets_are_counted_as_the_variant_deals_them(
    board: str, variant: str, dealt: str, drawn: str
) -> None:
    assert dealt in rule(board, variant, "game")
    assert drawn in rule(board, variant, "tickets")


@pytest.mark.parametrize(("board", "variant"), VARIANTS)
def test_scoring_names_only_the_bonuses_that_the_variant_has(board: str, variant: str) -> None:
    rules, told = load_board(board).variants[variant], rule(board, variant, "scoring")
    assert ("gets 10 points; it counts" in told) == (rules.bonus_points("longest-path") == 10)
    assert ("longe" in told) == (rules.bonus_points("longest-path") > 0)
    globetrotter = rules.bonus_points("globetrotter")
    assert (f"completed tickets gets {globetrotter} points" in told) == (globetrotter > 0)
    assert ("bring 5, 10, 20, 30 and 40 points in all" in told) == bool(rules.bonus("mandala"))
    assert ("unused station" in told) == (rules.stations > 0)
    assert told.endswith(
        {
            "europe": "A tie is broken by more completed tickets, then fewer stations, then the longer path.",
            "india": "A tie is broken by more completed tickets, then the longer path.",
            "nordic": "A tie is broken by more completed tickets.",
            "usa": "A tie is broken by more completed tickets, then the longer path.",
        }[board]
        if rules.bonus_points("longest-path")
        else "A tie is broken by more completed tickets."
    )


def test_stations_cost_what_the_variant_says() -> None:
    told = rule("europe", "europe", "stations")
    assert "In order, they cost 1, 2 and 3 cards of one colour." in told


def test_points_are_those_of_the_routes_on_the_board() -> None:
    points = "1 space: 1, 2 spaces: 2, 3 spaces: 4, 4 spaces: 7, 5 spaces: 10, 6 spaces: 15"
    assert rule("usa", "usa", "claiming").endswith(f"Points: {points}.")
    assert "6 spaces: 15, 8 spaces: 21." in rule("europe", "europe", "claiming")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("board", "variant"), VARIANTS)
def test_every_topic_reads_whole_in_every_variant(board: str, variant: str, language: str) -> None:
    loaded = load_board(board)
    for topic in topics_of(loaded, loaded.variants[variant]):
        told = rule(board, variant, topic, language)
        assert re.search(r"[.)]$", told)
        assert not re.search(r" [ .,:]|[.,:]{2}|\{|\b0\b|[a-zа-я][.:][A-ZА-Я]", told), told
        assert len(told) < 1000


# ---- help


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("platform", ["discord", "telegram", "local"])
def test_help_begins_with_what_a_newcomer_needs(platform: str, language: str) -> None:
    text = help_text(COMMANDS, HELP_TOPICS[0], platform, phrases(language))
    lines = text.splitlines()
    assert len(lines) <= 5
    assert len(text) < 900
    assert "/new" in lines[0]
    assert "/hand" in text
    assert "/rules" in text


@pytest.mark.parametrize("platform", ["discord", "telegram", "local"])
def test_every_command_is_listed_under_one_topic(platform: str) -> None:
    told = "\n".join(help_text(COMMANDS, topic, platform, phrases("en")) for topic in HELP_TOPICS)
    for one in COMMANDS:
        if one.is_typed and (platform != "discord" or one.discord):
            assert f"\n{told}".count(f"\n{one.written_on(platform)}: ") == 1


# ---- what is different on a board


def test_the_nordic_countries_say_what_is_different_there() -> None:
    assert rule("nordic", "nordic", "different").splitlines() == [
        "• A face-up locomotive counts like any other card, so you can draw two in a turn.",
        "• The face-up cards are never replaced, however many locomotives they have.",
        "• You can play locomotives on tunnels and ferries only; there they count as any colour.",
        "• Any 3 cards count as a locomotive that a ferry asks for.",
        "• On Lieksa — Murmansk, any 4 cards count as one card, as often as you like.",
        "• Tickets that you draw and do not keep are out of the game.",
        "• There are no points for the longest path.",
        "• The player with the most completed tickets gets 10 points.",
    ]


def test_a_board_without_differences_has_no_such_topic() -> None:
    europe = load_board("europe")
    assert "different" not in topics_of(europe, europe.variants["europe"])
    india = load_board("india")
    assert "different" in topics_of(india, india.variants["india"])
