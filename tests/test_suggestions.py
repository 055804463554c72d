"""Suggestions and completions: only what would be accepted now, in the reader's language."""

from itertools import combinations
from typing import Any

import pytest

from bot.commands import COMMANDS, arguments
from bot.commands.arguments import MOST, Argument, Suggestion
from bot.matches.match import Match, follow
from bot.model.identity import Person
from bot.text import labels
from bot.text.i18n import phrases
from bot.text.plan_text import read_plan
from engine.actions import KeepTickets
from engine.boards.files import load_board
from engine.notation import line
from engine.options import options
from engine.setup import Setup, new_game
from tests.sample_requests import BORIS, NOON, choosing, lobby, meant, request, table

BOARDS = [load_board(board) for board in ("europe", "usa")]


def suggested(
    about: Any, argument: Argument[Any], typed: str = "", place: str = ""
) -> tuple[Suggestion, ...]:
    return argument.suggestions(about, typed, place)


def values(about: Any, argument: Argument[Any], typed: str = "", place: str = "") -> list[str]:
    return [one.value for one in argument.suggestions(about, typed, place)]


def test_a_route_that_cannot_be_paid_for_is_not_suggested() -> None:
    poor = request(table(hands=["KK"]))
    payable = set(options(poor.view).claims.places) if poor.view else set()
    assert set(values(poor, arguments.ROUTE)) <= payable
    assert values(poor, arguments.ROUTE, "brest paris") == []


def test_at_most_as_many_are_suggested_as_discord_shows() -> None:
    asked = request(table())
    assert len(suggested(asked, arguments.ROUTE)) == MOST
    assert len({one.value for one in suggested(asked, arguments.ROUTE)}) == MOST


def test_payments_are_those_of_the_route_that_is_named_the_default_first() -> None:
    asked = request(table())
    assert asked.view is not None
    ways = options(asked.view).claims.payments("brest--paris")
    for named in ("brest--paris", "Paris Brest", "Париж Брест"):
        assert values(asked, arguments.ROUTE_CARDS, "", named) == list(ways)
    assert values(asked, arguments.ROUTE_CARDS, "KKL", "brest--paris") == ["KKL"]
    assert values(asked, arguments.ROUTE_CARDS, "", "nowhere") == []


def test_cities_are_suggested_where_a_station_can_stand() -> None:
    assert values(request(table()), arguments.CITY, "Вена") == ["wien"]
    assert values(request(table("usa")), arguments.CITY, "Denver") == []
    assert values(request(table("usa")), arguments.PLACE, "Denver") == ["denver"]


IN_PLAY = (
    COMMANDS["draw"].parameter("card"),
    arguments.ROUTE,
    arguments.CITY,
    arguments.TICKETS,
    COMMANDS["pay"].parameter("cards"),
)


def test_nothing_is_suggested_to_players_who_wait() -> None:
    waiting = request(table(), BORIS)
    assert [values(waiting, kind) for kind in IN_PLAY] == [[]] * len(IN_PLAY)


def test_nothing_in_play_is_suggested_without_a_game() -> None:
    assert [values(request(None), kind) for kind in (*IN_PLAY, arguments.PLACE)] == [[]] * 6
    assert values(request(None), COMMANDS["starter"].parameter("starter")) == ["lot"]


def test_tickets_are_suggested_as_the_sets_that_may_be_kept() -> None:
    asked = request(choosing())
    found = values(asked, arguments.TICKETS)
    assert asked.view is not None
    assert len(found) == len(options(asked.view).of(KeepTickets))
    kept = {meant(f"/keep {value}", asked.match) for value in found}
    assert kept == {line(action) for action in options(asked.view).of(KeepTickets)}


def test_of_more_sets_of_tickets_than_a_chat_shows_keeping_all_comes_first() -> None:
    match = lobby()
    _, events = new_game(match.board, Setup("big-cities", 2), match.id, "00" * 32)
    for event in events:
        match = follow(match, event, NOON)
    asked = request(match)
    assert asked.view is not None
    found = values(asked, arguments.TICKETS)
    assert len(found) == MOST < len(options(asked.view).of(KeepTickets))
    assert meant(f"/keep {found[0]}", asked.match) == line(KeepTickets(tuple(sorted(asked.view.offer))))


@pytest.mark.parametrize("language", ["en", "ru"])
def test_the_sets_of_the_longest_tickets_have_short_labels_that_differ(language: str) -> None:
    words = phrases(language)
    for board in BOARDS:
        longest = sorted(board.ticket, key=lambda number: -len(labels.ticket(board, number, words)))[:8]
        game, _ = new_game(board, Setup(next(iter(board.variants)), 2), "g", "00" * 32)
        sets = [tuple(sorted(kept)) for size in (3, 5, 6) for kept in combinations(longest, size)]
        shown = [labels.action(KeepTickets(kept), game.table, words, longest) for kept in sets]
        assert max(map(len, shown)) <= labels.LONGEST_SET
        assert not any("…" in label for label in shown)
        assert len(set(shown)) == len(sets)


# ---- whole lines


def completed(text: str, match: Match | None = None, language: str = "en") -> tuple[str, ...]:
    return COMMANDS.completions(request(match or table(), language=language), text)


def test_commands_that_can_be_used_now_are_offered_first() -> None:
    assert {"/draw", "/pay", "/undo", "/hand", "/board"} <= set(completed("/"))
    assert completed("/", lobby())[:3] == ("/new", "/practice", "/join")
    assert len(completed("/")) == MOST


def test_only_what_can_be_played_now_is_offered() -> None:
    match = table(hands=["KKK"])
    assert completed("/claim brest", match) == ("/claim Brest — Paris KKK",)
    assert completed("/claim", table(hands=["KKK"], seat=1)) == ("/claim",)
    assert completed("/claim ", table(hands=["KKK"], seat=1)) == ()
    assert completed("/draw ") == ("/draw 1R", "/draw 2R", "/draw 3L", "/draw 4B", "/draw 5G", "/draw deck")
    assert completed("/draw 1") == ("/draw 1R",)
    assert len(completed("/claim ")) == 25


@pytest.mark.parametrize("language", ["en", "ru"])
@pytest.mark.parametrize("begun", ["", "claim", "draw deck twice; "])
def test_plans_are_suggested_line_by_line_and_can_be_read(language: str, begun: str) -> None:
    asked = request(table(), language=language)
    assert asked.view is not None
    typed = begun if language == "en" else begun.replace("claim", "занять")
    found = values(asked, COMMANDS["plan"].parameter("plan"), typed)
    assert len(found) > 5
    for value in found:
        assert value.startswith(typed)
        read_plan(asked.view, value, ("Anna", "Boris"), asked.phrases)


def test_a_plan_is_suggested_by_the_words_of_a_line() -> None:
    asked = request(table())
    assert values(asked, COMMANDS["plan"].parameter("plan"), "claim brest par") == ["claim Brest — Paris"]
    assert "/plan claim Brest — Paris" in COMMANDS.completions(asked, "/plan claim brest")
    assert values(request(table(), Person("local", "nobody")), COMMANDS["plan"].parameter("plan")) == []
