"""Scores in words: the board, the scores so far, and the final score sheet."""

from itertools import cycle

import pytest

from bot.text.i18n import LANGUAGES, phrases
from bot.text.scores import score_text, scores_so_far, table_text
from engine.game import Game
from engine.view import view_for
from tests import random_games
from tests.narration import NAMES, plain
from tests.rules.table import at, play

BLIND = ("draw deck", "draw deck")
LONGEST_TEXT = 3500


def board_text(game: Game, language: str, seat: int | None = None) -> list[str]:
    return plain(table_text(view_for(game, seat), NAMES, phrases(language))).splitlines()


def scores(game: Game, language: str) -> list[str]:
    sheet = game.table.sheet
    assert sheet is not None
    return plain(score_text(sheet, NAMES, game.table.board, phrases(language))).splitlines()


def so_far(game: Game, language: str) -> list[str]:
    return plain(scores_so_far(game.table, NAMES, phrases(language))).splitlines()


def midway() -> Game:
    return at(
        row="KRLGB",
        deck="GGGG",
        hands=["KKKL", "R"],
        tickets=[[3, 17], [40]],
        routes=[["wien--zagrab", "budapest--wien--2"], []],
        stations=[["roma"], []],
        turn=12,
    )


# ---- the board


def test_the_board_in_words_has_everything_public() -> None:
    assert board_text(midway(), "en") == [
        "**Ticket to Ride: Europe**, Classic, turn 12",
        "It’s **Anna**’s turn.",
        "Face up: 1 K ♠️ black · 2 R ❤️ red · 3 L 🚂 locomotive · 4 G ☘️ green · 5 B 💧 blue",
        "Deck: 4 · discard pile: 96 · tickets: 37",
        "**Anna**: 3 points",
        "42 trains, 4 cards, 2 tickets",
        "Routes: Budapest — Wien (red); Wien — Zágráb",
        "Stations: Roma (2 left)",
        "**Boris**: 0 points",
        "45 trains, 1 card, 1 ticket",
        "Stations: — (3 left)",
        (
            "More: /text open lists all open routes. "
            "/text and a city, or two cities, describes that city or route."
        ),
    ]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("title", ["europe", "usa"])
def test_the_fullest_board_fits_a_message(title: str, language: str) -> None:
    text = "\n".join(board_text(full(title), language))
    assert 1500 < len(text) <= LONGEST_TEXT


def full(title: str) -> Game:
    """Five players own nearly all that their trains can pay for."""
    shares: list[list[str]] = [[] for _ in range(5)]
    spaces = [0] * 5
    seats = cycle(range(5))
    for route in sorted(random_games.board(title).routes, key=lambda route: route.length):
        seat = next(seats)
        twin = {other.id for other in random_games.board(title).routes if route.double == other.double}
        if spaces[seat] + route.length <= 45 and not (route.double and twin & set(shares[seat])):
            shares[seat].append(route.id)
            spaces[seat] += route.length
    return at(title, players=5, routes=shares, turn=200, turns_left=1)


# ---- scores


def test_the_scores_so_far_are_what_everybody_may_know() -> None:
    assert so_far(midway(), "en") == [
        "**Points so far**, for routes. Tickets and bonuses count at the end:",
        "Anna: 3 points, longest path 3 (unused stations will add 8 points)",
        "Boris: 0 points, longest path 0 (unused stations will add 12 points)",
    ]
    assert so_far(at("usa", routes=[["dallas--houston--1"]]), "en")[1:] == [
        "Anna: 1 point, longest path 1",
        "Boris: 0 points, longest path 0",
    ]
    assert so_far(at("usa", variant="1910", routes=[["dallas--houston--1"]]), "en")[1:] == [
        "Anna: 1 point",
        "Boris: 0 points",
    ], "the longest path has no bonus there"


def test_the_score_sheet_says_how_the_points_came_about() -> None:
    game = at(
        tickets=[[3, 17], [40]],
        routes=[["barcelona--pamplona", "pamplona--paris--1"], ["bruxelles--paris--2"]],
        stations=[["paris", "roma"], []],
        turns_left=0,
        turn=50,
    )
    ended = play(game, *BLIND)
    assert scores(ended, "en") == [
        "**1. Anna: 26 points**",
        "Routes: 9 · tickets: 3 · stations: 4 (1 unused) · longest path: 10 (6 spaces)",
        "Completed: Barcelona — Bruxelles, 8",
        "Missed: Rostov — Erzurum, 5",
        "The station in Paris borrows Bruxelles — Paris (red) from Boris.",
        "The station in Roma borrows no route.",
        "",
        "**2. Boris: 3 points**",
        "Routes: 2 · tickets: -11 · stations: 12 (3 unused) · longest path: 0 (2 spaces)",
        "Missed: Stockholm — Wien, 11",
    ]
    assert scores(ended, "ru")[:6] == [
        "**1. Anna: 26 очков**",
        "Перегоны: 9 · билеты: 3 · станции: 4 (не построено: 1) · самый длинный путь: 10 (длина 6)",
        "Выполнены: Барселона — Брюссель, 8",
        "Не выполнены: Ростов — Эрзурум, 5",
        "Станция в городе Париж берёт взаймы перегон Брюссель — Париж (красный) у игрока Boris.",
        "Станция в городе Рим ничего не берёт взаймы.",
    ]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("title", "variant"), random_games.VARIANTS)
def test_every_game_can_be_described_to_its_end(title: str, variant: str, language: str) -> None:
    """However many tickets are hoarded: a list is no part of a phrase, which has a longest length."""
    game, _ = random_games.opened(title, variant, 2, 4)
    *_, last = random_games.steps(game, 4, "collects tickets")
    sheet = last.after.table.sheet
    assert sheet is not None
    text = "\n".join(scores(last.after, language))
    for line in sheet.seats:
        assert NAMES[line.seat] in text
        assert str(line.total) in text
    assert len(board_text(last.after, language)) >= 8
    assert len(so_far(last.after, language)) == 3
