"""The map in words: what is open, and the state of a city or a route, for people who see no picture."""

from dataclasses import replace

import pytest

from bot.text.i18n import LANGUAGES, phrases
from bot.text.map_text import open_routes_text, place_text
from engine.game import Game
from engine.plain_words import folded
from tests.narration import NAMES, plain
from tests.rules.table import at, board

LONGEST_TEXT = 4000
"""Signs that a message of any chat has room for."""


def told(game: Game, *places: str, language: str = "en") -> list[str]:
    texts = [place_text(game.table, place, NAMES, phrases(language)) for place in places]
    return [line for text in texts for line in plain(text).splitlines()]


def open_routes(game: Game, language: str = "en") -> list[str]:
    return plain(open_routes_text(game.table, phrases(language))).splitlines()


def changed_routes(game: Game, routes: tuple[list[str], list[str]]) -> Game:
    """The same moment with the routes in other hands."""
    sets = tuple(sum(board().bit[route] for route in owned) for owned in routes)
    return replace(game, table=replace(game.table, routes=sets))


def begun(**position: object) -> Game:
    return at(
        routes=[["wien--zagrab", "budapest--wien--2"], ["amsterdam--london"]],
        stations=[["wien"], []],
        **position,
    )


def test_a_city_is_described_with_its_station_and_routes() -> None:
    assert told(begun(players=2), "wien") == [
        "**Wien**: Anna’s station",
        "Berlin — Wien: 3 spaces, green, open",
        "Budapest — Wien: 1 space, white, closed",
        "Budapest — Wien: 1 space, red, claimed by Anna",
        "München — Wien: 3 spaces, orange, open",
        "Warszawa — Wien: 4 spaces, blue, open",
        "Wien — Zágráb: 2 spaces, any one colour, claimed by Anna",
    ]


def test_a_route_is_described_with_tunnel_ferry_and_owner() -> None:
    assert told(begun(), "brest--dieppe", "palermo--smyrna", "marseille--zurich") == [
        "Brest — Dieppe: 2 spaces, orange, open",
        "Palermo — Smyrna: 6 spaces, any one colour, ferry with 2 locomotives, open",
        "Marseille — Zürich: 2 spaces, purple, tunnel, open",
    ]
    assert told(begun(), "budapest--wien--2", "palermo--smyrna", language="ru") == [
        "Будапешт — Вена: длина 1, красный, занят: Anna",
        "Палермо — Смирна: длина 6, любой один цвет, паром, 2 локомотива, свободен",
    ]


def test_open_routes_are_listed_by_color() -> None:
    first, purple, *_, gray = open_routes(begun(players=2))
    assert first == "**97 open routes.** The numbers are their lengths."
    assert purple.startswith("**P purple**: Athína — Sofia 3; Berlin — Warszawa 4; Brest")
    assert purple.endswith("Marseille — Zürich 2, tunnel")
    assert gray.startswith(
        "**any one colour**: Angora — Constantinople 2, tunnel; Athína — Brindisi 4, ferry"
    )
    assert "Wien — Zágráb" not in gray


def test_routes_are_listed_in_the_order_of_the_readers_alphabet() -> None:
    table, russian = begun(players=2).table, phrases("ru")
    purple = open_routes_text(table, russian).splitlines()[1].partition(": ")[2].split("; ")
    assert purple == sorted(purple, key=folded)
    assert len(purple) == 8
    lines = place_text(table, "paris", NAMES, russian).splitlines()[1:]
    assert [line[:5] for line in lines[:4]] == ["Брест", "Брюсс", "Брюсс", "Дьеп "]


def test_a_map_without_an_open_route_says_so() -> None:
    half = len(board().routes) // 2
    routes = [route.id for route in board().routes]
    game = changed_routes(begun(), (routes[:half], routes[half:]))
    assert open_routes(game) == ["There are no open routes left."]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("title", ["europe", "usa"])
def test_a_whole_open_map_fits_a_message(title: str, language: str) -> None:
    assert 2400 < len("\n".join(open_routes(at(title), language))) <= LONGEST_TEXT
