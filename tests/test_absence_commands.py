"""`/away` and `/back`: a person stops their clocks in all their games, in their own words."""

from collections.abc import AsyncIterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from bot.model.identity import Chat
from tests.scenario import Participant, Scenario, open_scenario

CELLAR = Chat("hall", "cellar")


@pytest.fixture
async def scenario(tmp_path: Path) -> AsyncIterator[Scenario]:
    async with open_scenario(tmp_path) as one:
        yield one


async def absent_until(who: Participant) -> datetime | None:
    match = await who.scenario.match()
    return match.roster.holders[await who.seat()].absent_until


async def test_a_person_is_away_until_a_day_in_their_own_zone_and_is_back(scenario: Scenario) -> None:
    anna, _ = await scenario.in_play("Anna", "Boris")
    await anna.says("/settings timezone Tokyo quiet 23-9")
    told = await anna.says("/away until friday")
    until = datetime(2026, 3, 6, 0, 0, tzinfo=UTC)
    assert told == f"You are away until <t:{int(until.timestamp())}>. Your clock is stopped until then."
    assert await absent_until(anna) == until
    assert await anna.says("/back") == "Welcome back. Your clock runs again on your turns."
    assert await absent_until(anna) is None
    assert await anna.says("/back") == "You are not away in this game."


async def test_a_person_is_away_in_their_language(scenario: Scenario) -> None:
    anna, _ = await scenario.in_play("Anna", "Boris")
    await anna.says("/language ru")
    assert (await anna.says("/away до пятницы")).startswith("Вы отсутствуете до <t:")
    assert await absent_until(anna) == datetime(2026, 3, 6, 8, 0, tzinfo=UTC)


async def test_without_a_date_there_are_some_to_choose_from(scenario: Scenario) -> None:
    anna, _ = await scenario.in_play("Anna", "Boris")
    assert (await anna.says("/away")).startswith("Until when are you away?")
    assert anna.labels == ["Tomorrow", "3 days", "7 days", "10 days"]
    assert (await anna.presses("3 days")).startswith("You are away until")
    assert await absent_until(anna) == datetime(2026, 3, 4, 18, 0, tzinfo=UTC)


@pytest.mark.parametrize(
    ("allowed", "offered"),
    [(1, []), (2, ["2 days"]), (5, ["3 days", "5 days"]), (30, ["3 days", "7 days", "14 days"])],
)
async def test_no_absence_is_offered_that_no_game_allows(
    scenario: Scenario, allowed: int, offered: list[str]
) -> None:
    anna = await scenario.add_player("Anna")
    boris = await scenario.add_player("Boris")
    await anna.says("/new")
    await boris.says("/join")
    await anna.says(f"/options away {allowed}")
    await anna.says("/start")
    await anna.says("/away")
    assert anna.labels == ["Tomorrow", *offered]


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ("yesterday", "That time has already passed. Choose a later one."),
        ("2026-02-01", "That time has already passed. Choose a later one."),
        (
            "banana split",
            "I do not understand the date “banana split”. Write it like: friday, 3 days, 20 march.",
        ),
        ("x" * 500, f"I do not understand the date “{'x' * 39}…”. Write it like: friday, 3 days, 20 march."),
        (
            "2027-02-28",
            "That is more than 90 days ahead. Leave the game with /leave, or name an earlier day.",
        ),
    ],
)
async def test_a_date_that_cannot_be_meant_is_one_sentence(
    scenario: Scenario, words: str, sentence: str
) -> None:
    anna, _ = await scenario.in_play("Anna", "Boris")
    before = (await scenario.match()).seq
    assert await anna.says(f"/away {words}") == sentence
    assert (await scenario.match()).seq == before


async def test_nobody_is_away_from_a_lobby_or_from_games_of_others(scenario: Scenario) -> None:
    anna, boris = await scenario.add_player("Anna"), await scenario.add_player("Boris")
    await anna.says("/new europe")
    assert await anna.says("/away 3 days") == "You are not playing in any running game."
    assert await boris.says("/away 3 days") == "You are not playing in any running game."
    assert await boris.says("/back") == "You are not playing in any running game."


async def test_all_games_are_told_at_once_and_differences_are_named(scenario: Scenario) -> None:
    anna, boris = await scenario.in_play("Anna", "Boris")
    for who, line in ((anna, "/new usa"), (boris, "/join"), (anna, "/start")):
        await who.says(line, CELLAR)
    await anna.says("/away 3 days")
    assert anna.heard.count("You are away until") == 1
    for chat in (CELLAR, None):
        match = await scenario.match(chat) if chat else await scenario.match()
        assert match.roster.holders[match.roster.seat_of(str(anna.person)) or 0].absent_until
    await anna.says("/away 14 days")
    assert anna.heard.count("a game allows 10 days of absence in all") == 1
