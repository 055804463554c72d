"""Suggestions while a part of a command is typed: only what would be accepted, in the reader's language."""

from typing import Any

import pytest

from bot.text.suggestions import MOST, Field, Part, Suggestion, suggestions
from engine.actions import KeepTickets
from engine.boards.files import load_board
from engine.notation import read_line
from engine.options import options
from tests.sample_requests import BORIS, choosing, lobby, request, table

BOARDS = [load_board(board) for board in ("europe", "usa")]


def suggested(about: Any, field: Field, typed: str = "", place: str = "") -> tuple[Suggestion, ...]:
    return suggestions(about, Part(field, typed, place), BOARDS)


def values(about: Any, field: Field, typed: str = "", place: str = "") -> list[str]:
    return [one.value for one in suggested(about, field, typed, place)]


def test_a_route_is_suggested_by_any_name_of_a_city_in_any_language() -> None:
    asked = request(table())
    for typed in ("Brest", "brest par", "Брест", "paris brest", "Parys"):
        assert "brest--paris" in values(asked, Field.ROUTE, typed), typed


def test_a_route_that_cannot_be_paid_for_is_not_suggested() -> None:
    poor = request(table(hands=["KK"]))
    payable = set(options(poor.view).claims.places) if poor.view else set()
    assert set(values(poor, Field.ROUTE)) <= payable
    assert values(poor, Field.ROUTE, "brest paris") == []


def test_at_most_as_many_are_suggested_as_discord_shows() -> None:
    asked = request(table())
    assert len(suggested(asked, Field.ROUTE)) == MOST
    assert len({one.value for one in suggested(asked, Field.ROUTE)}) == MOST


def test_a_label_says_how_long_a_route_is_in_the_readers_language() -> None:
    english, russian = request(table()), request(table(), language="ru")
    (one,) = suggested(english, Field.ROUTE, "brest--paris")
    assert one == Suggestion("Brest — Paris · 3", "brest--paris")
    (other,) = suggested(russian, Field.ROUTE, "brest--paris")
    assert other == Suggestion("Брест — Париж · 3", "brest--paris")


def test_payments_are_those_of_the_route_that_is_named_the_default_first() -> None:
    asked = request(table())
    assert asked.view is not None
    ways = options(asked.view).claims.payments("brest--paris")
    for named in ("brest--paris", "Paris Brest", "Париж Брест"):
        assert values(asked, Field.ROUTE_CARDS, "", named) == list(ways)
    assert values(asked, Field.ROUTE_CARDS, "KKL", "brest--paris") == ["KKL"]
    assert values(asked, Field.ROUTE_CARDS, "", "nowhere") == []


def test_cities_are_suggested_where_a_station_can_stand() -> None:
    assert values(request(table()), Field.CITY, "Вена") == ["wien"]
    assert values(request(table("usa")), Field.CITY, "Denver") == []
    assert values(request(table("usa")), Field.PLACE, "Denver") == ["denver"]


def test_cards_that_can_be_drawn_are_suggested_by_slot_letter_or_colour() -> None:
    asked = request(table(row="RRLBG"))
    assert values(asked, Field.DRAW) == ["1R", "2R", "3L", "4B", "5G", "deck"]
    assert values(asked, Field.DRAW, "loco") == ["3L"]
    assert values(asked, Field.DRAW, "blind") == ["deck"]


def test_whoever_is_not_asked_for_anything_has_nothing_suggested() -> None:
    waiting = request(table(), BORIS)
    for field in (Field.DRAW, Field.ROUTE, Field.CITY, Field.KEEP, Field.PAY):
        assert values(waiting, field) == []
    for field in Field:
        assert field is Field.GAME or values(request(None), field) in ([], ["lot"], ["none"])


def test_tickets_are_suggested_as_the_sets_that_may_be_kept() -> None:
    asked = request(choosing())
    found = values(asked, Field.KEEP)
    assert asked.view is not None
    assert len(found) == len(options(asked.view).of(KeepTickets))
    assert all(isinstance(read_line(f"keep {value}"), KeepTickets) for value in found)


@pytest.mark.parametrize(
    ("typed", "found"),
    [("", 8), ("1912", 1), ("mega", 2), ("usa", 4), ("nowhere", 0)],
)
def test_games_are_boards_with_their_variants(typed: str, found: int) -> None:
    assert len(values(request(None), Field.GAME, typed)) == found


def test_players_are_suggested_by_name_and_sent_by_number() -> None:
    asked = request(lobby())
    assert values(asked, Field.PLAYER, "bor") == ["2"]
    assert values(asked, Field.STARTER) == ["lot", "1", "2"]
    assert values(asked, Field.VARIANT, "1912") == ["europe-1912"]
    assert values(asked, Field.BONUS) == ["none"]
