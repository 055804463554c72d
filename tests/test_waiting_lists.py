"""Waiting lists: who asks for it hears once of the next game of a chat, in private or else in the chat."""

from collections.abc import AsyncIterator
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest

from bot.model.identity import Chat
from bot.store import chats as chat_store
from tests.memory_platform import LIMITS, MemoryPlatform
from tests.narration import plain
from tests.scenario import MEMORY_CHAT, Participant, Scenario, open_scenario

TOLD = "You asked me to tell you once."


@pytest.fixture
async def scenario(tmp_path: Path) -> AsyncIterator[Scenario]:
    async with open_scenario(tmp_path) as one:
        yield one


def heard_in_private(who: Participant) -> list[str]:
    return [plain(one.text) for one in who.dms if TOLD in plain(one.text)]


async def opened_and_closed(scenario: Scenario, by: Participant) -> None:
    """Open a lobby that people are told about, and close it again."""
    await by.says("/new europe")
    await scenario.settle()
    await by.says("/abort yes")
    await scenario.settle()


async def test_a_person_who_waits_is_told_once_in_private_with_a_way_to_the_chat(scenario: Scenario) -> None:
    anna, boris = await scenario.add_player("Anna"), await scenario.add_player("Boris")
    await scenario.store.chats.set_title(MEMORY_CHAT, "Rail Club")
    assert (await boris.says("/notify")).startswith("I will tell you once")
    await opened_and_closed(scenario, anna)
    assert heard_in_private(boris) == [f"A new game is open in Rail Club: Ticket to Ride: Europe. {TOLD}"]
    (message,) = [one for one in boris.dms if TOLD in plain(one.text)]
    assert message.rows[0][0].code == "https://hall.example/table"
    assert (boris.person, boris.person) in scenario.platform.notified
    await opened_and_closed(scenario, anna)
    assert len(heard_in_private(boris)) == 1


async def test_the_same_button_ends_the_wait(scenario: Scenario) -> None:
    anna, boris = await scenario.add_player("Anna"), await scenario.add_player("Boris")
    await boris.says("/notify")
    assert (await boris.says("/notify")).startswith("I will not tell you")
    await opened_and_closed(scenario, anna)
    assert heard_in_private(boris) == []


async def test_a_person_who_blocks_private_messages_is_mentioned_in_the_chat_with_a_button_to_join(
    scenario: Scenario,
) -> None:
    anna, boris = await scenario.add_player("Anna"), await scenario.add_player("Boris")
    scenario.platform.faults.unreachable.add(boris.person)
    await boris.says("/notify")
    await anna.says("/new europe")
    await scenario.settle()
    posts = [one for one in scenario.platform.posts if TOLD in one.text]
    assert [one.mentioned for one in posts] == [(boris.person,)]
    assert "joined" in await boris.presses_code(posts[0].rows[0][0].code)
    assert await scenario.store.chats.waiting(MEMORY_CHAT) == ()


async def test_where_there_are_no_private_messages_all_are_mentioned_in_one_post(tmp_path: Path) -> None:
    platform = MemoryPlatform(limits=replace(LIMITS, has_dms=False))
    async with open_scenario(tmp_path, platform=platform) as scenario:
        anna, boris, cora = [await scenario.add_player(name) for name in ("Anna", "Boris", "Cora")]
        await boris.says("/notify")
        await cora.says("/notify")
        await anna.says("/new europe")
        await scenario.settle()
        posts = [one for one in platform.posts if TOLD in one.text]
        assert [set(one.mentioned) for one in posts] == [{boris.person, cora.person}]


async def test_a_person_who_opens_the_game_or_is_not_allowed_is_struck_off_in_silence(tmp_path: Path) -> None:
    denied = "hall:dora"
    async with open_scenario(tmp_path) as scenario:
        anna, dora = await scenario.add_player("Anna"), await scenario.add_player("Dora")
        await anna.says("/notify")
        await dora.says("/notify")
        lists = scenario.host.allow_list
        lists._settings = lists._settings.model_copy(update={"denied_persons": frozenset({denied})})
        await anna.says("/new europe")
        await scenario.settle()
        assert heard_in_private(anna) == heard_in_private(dora) == []
        assert await scenario.store.chats.waiting(MEMORY_CHAT) == ()
        assert "may not" in await dora.says("/notify") or "not allow" in dora.heard


async def test_somebody_asleep_is_told_without_a_sound(scenario: Scenario) -> None:
    anna, boris = await scenario.add_player("Anna"), await scenario.add_player("Boris")
    await boris.says("/settings quiet 17-19")
    await boris.says("/notify")
    await anna.says("/new europe")
    await scenario.settle()
    assert len(heard_in_private(boris)) == 1
    assert (boris.person, boris.person) not in scenario.platform.notified


async def test_the_lists_are_bounded(scenario: Scenario, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(chat_store, "MOST_WAITING", 1)
    anna, boris = await scenario.add_player("Anna"), await scenario.add_player("Boris")
    await anna.says("/notify")
    assert (await boris.says("/notify")).startswith("I cannot put you on the list")
    monkeypatch.setattr(chat_store, "MOST_WAITING", 50)
    monkeypatch.setattr(chat_store, "MOST_LISTS", 1)
    assert (await anna.says("/notify", Chat("hall", "elsewhere"))).startswith("I cannot put you on the list")


async def test_the_button_is_below_full_started_and_closed_lobbies(scenario: Scenario) -> None:
    players = [await scenario.add_player(name) for name in ("Anna", "Boris", "Cora", "Dora", "Emma")]
    await players[0].says("/new europe")
    await scenario.settle()
    assert "Notify" not in labels(scenario)
    for player in players[1:]:
        await player.says("/join")
    await scenario.settle()
    assert "Notify" in labels(scenario)
    await players[0].says("/start")
    await scenario.settle()
    lobby = next(one for one in scenario.platform.standing(MEMORY_CHAT) if "has started" in plain(one.text))
    late = await scenario.add_player("Fritz")
    assert (await late.presses_code(lobby.rows[0][0].code)).startswith("I will tell you once")


async def test_a_lobby_without_action_is_closed_after_three_days(scenario: Scenario) -> None:
    anna, boris = await scenario.add_player("Anna"), await scenario.add_player("Boris")
    await anna.says("/new usa mega")
    await scenario.settle()
    await scenario.clock.move_on(timedelta(days=2))
    await boris.says("/join")
    await scenario.clock.move_on(timedelta(days=2))
    await scenario.settle()
    assert await scenario.store.chats.game_in(MEMORY_CHAT), "a person who joins begins the three days again"
    await scenario.clock.move_on(timedelta(days=1, seconds=1))
    await scenario.settle()
    last = scenario.platform.posts[-1]
    assert "Nobody has done anything in this lobby for three days, so it is closed." in plain(last.text)
    assert last.mentions == ()
    assert await scenario.store.chats.game_in(MEMORY_CHAT) is None
    again, notify = last.rows[0]
    assert "I will tell you once" in await boris.presses_code(notify.code)
    assert "The lobby" in await anna.presses_code(again.code)
    await scenario.settle()
    roster = (await scenario.match()).roster
    assert (roster.board, roster.variant, roster.names) == ("usa", "mega", ("Anna",))
    assert len(heard_in_private(boris)) == 1


async def test_a_lobby_that_is_closed_by_itself_can_be_restored_for_a_day(scenario: Scenario) -> None:
    anna = await scenario.add_player("Anna")
    await anna.says("/new europe")
    await scenario.settle()
    await scenario.clock.move_on(timedelta(days=3, seconds=1))
    await scenario.settle()
    assert await anna.says("/restore") == "The game continues where it stopped."
    await scenario.clock.move_on(timedelta(days=2))
    await scenario.settle()
    assert await scenario.store.chats.game_in(MEMORY_CHAT)


def labels(scenario: Scenario) -> str:
    lobby = scenario.platform.standing(MEMORY_CHAT)[-1]
    return " ".join(one.label for row in lobby.rows for one in row)
