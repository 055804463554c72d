"""Waiting lists: who asks for it hears once of the next game of a chat, in private or else in the chat."""

from dataclasses import replace
from pathlib import Path

import pytest

from bot.model.identity import Chat
from bot.store import chats as chat_store
from tests.memory_platform import LIMITS, MemoryPlatform
from tests.narration import plain
from tests.scenario import MEMORY_CHAT, Participant, Scenario, open_scenario

TOLD = "You asked me to tell you once."


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


async def test_the_lists_are_bounded(scenario: Scenario, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(chat_store, "MOST_WAITING", 1)
    anna, boris = await scenario.add_player("Anna"), await scenario.add_player("Boris")
    await anna.says("/notify")
    assert (await boris.says("/notify")).startswith("I cannot put you on the list")
    monkeypatch.setattr(chat_store, "MOST_WAITING", 50)
    monkeypatch.setattr(chat_store, "MOST_LISTS", 1)
    assert (await anna.says("/notify", Chat("hall", "elsewhere"))).startswith("I cannot put you on the list")
