"""The list of somebody's games: the most urgent first, a sensible number, and no game is read for it."""

import secrets
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from bot.model.identity import Chat
from bot.requests.access import invitation
from bot.requests.directory import place_of_game
from bot.store.database import Database
from bot.text.i18n import person as person_name
from tests.scenario import FakeClock, Participant, Scenario, open_scenario

pytestmark = pytest.mark.scenario(draw=secrets.token_bytes)

ELSEWHERE = Chat("hall", "elsewhere")
HOUR = timedelta(hours=1)


async def lobbies(scenario: Scenario, count: int) -> tuple[Participant, list[str]]:
    """Somebody who has opened so many games, and their ids in that order."""
    anna, games = await scenario.add_player("Anna"), []
    for number in range(count):
        await anna.says("/new usa", Chat("hall", f"room {number}"))
        games.append((await scenario.match(Chat("hall", f"room {number}"))).id)
        await scenario.clock.move_on(HOUR)
    return anna, games


def listed(text: str) -> list[str]:
    """The games that a list names, in its order."""
    return [line.rpartition("(")[2].rstrip(")") for line in text.splitlines() if line.endswith(")")]


async def test_a_list_is_made_without_reading_a_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    clock = FakeClock()
    async with open_scenario(tmp_path, clock=clock) as scenario:
        anna, games = await lobbies(scenario, 3)
        await scenario.settle()
        before = await anna.says("/games", ELSEWHERE)
    async with open_scenario(tmp_path, clock=clock) as scenario:
        monkeypatch.setattr("bot.matches.repository.log_event", _unread)
        anna = await scenario.add_player("Anna")
        assert await anna.says("/games", ELSEWHERE) == before
        assert listed(before) == games[::-1]


def _unread(entry: object) -> None:
    raise AssertionError("a log was read")


async def test_the_longest_wait_comes_first_and_then_what_changed_last(scenario: Scenario) -> None:
    anna, games = await lobbies(scenario, 4)
    for number in (2, 0):
        room = Chat("hall", f"room {number}")
        await anna.says("/computer", room)
        await anna.says("/start", room)
        await scenario.settle()
        await scenario.clock.move_on(HOUR)
    await anna.says("/computer", Chat("hall", "room 1"))
    text = await anna.says("/games", ELSEWHERE)
    assert listed(text) == [games[2], games[0], games[1], games[3]]
    assert [line.startswith("**your turn**") for line in text.splitlines()] == [True, True, False, False]


async def test_a_seat_that_a_computer_plays_does_not_wait_for_its_person(scenario: Scenario) -> None:
    anna, _ = await lobbies(scenario, 1)
    room = Chat("hall", "room 0")
    await anna.says("/computer", room)
    await anna.says("/start", room)
    await anna.says("/leave yes", room)
    assert (await anna.says("/games", ELSEWHERE)).startswith("waiting")


async def test_a_list_takes_the_same_number_of_reads_however_many_games_it_has(
    scenario: Scenario, monkeypatch: pytest.MonkeyPatch
) -> None:
    read, queries = Database.rows, []

    async def counted(database: Database, query: Any) -> Any:
        queries.append(query)
        return await read(database, query)

    monkeypatch.setattr(Database, "rows", counted)
    anna, counts = await scenario.add_player("Anna"), []
    await anna.says("/games", ELSEWHERE)  # what is read of a chat once
    for number in range(0, 12, 4):
        for room in range(number, number + 4):
            await anna.says("/new usa", Chat("hall", f"room {room}"))
        await scenario.settle()
        queries.clear()
        assert len(listed(await anna.says("/games", ELSEWHERE))) == number + 4
        counts.append(len(queries))
    assert counts[0] == counts[-1]


async def test_a_list_names_the_chat_where_its_reader_joined(scenario: Scenario) -> None:
    anna, _ = await lobbies(scenario, 1)
    boris, room, near = await scenario.add_player("Boris"), Chat("hall", "room 0"), Chat("hall", "near")
    for chat, title in ((room, "Rail Club"), (near, "Chess Club")):
        await scenario.store.chats.set_title(chat, title)
    game = (await scenario.match(room)).id
    await boris.says(f"/follow {invitation(game, (await scenario.match(room)).roster.secret)}", near)
    await boris.says("/join", near)
    assert "Rail Club" in await anna.says("/games", ELSEWHERE)
    assert "Chess Club" in await boris.says("/games", ELSEWHERE)
    for one in (anna.person, boris.person):
        title = (await scenario.store.chats.titles(one, [game]))[game]
        assert (await place_of_game(scenario.store, one, game, "USA")).startswith(f"{person_name(title)} ·")
