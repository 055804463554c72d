"""The settings of a chat: shown to everybody, changed by its admins, told in the chat and noted."""

from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path

import pytest

from bot.model.identity import Chat
from bot.model.message import Message
from bot.model.settings import ChatSettings
from bot.outbox.sections import split_into_posts
from tests.fakes.wire.patience import until
from tests.memory_platform import LIMITS, MemoryPlatform
from tests.scenario import MEMORY_CHAT, Participant, Scenario, open_scenario


@pytest.fixture
async def scenario(tmp_path: Path) -> AsyncIterator[Scenario]:
    platform = MemoryPlatform(limits=replace(LIMITS, has_threads=True))
    async with open_scenario(tmp_path, platform=platform) as one:
        yield one


async def admin_and_player(scenario: Scenario) -> tuple[Participant, Participant]:
    anna, boris = await scenario.add_player("Anna"), await scenario.add_player("Boris")
    scenario.platform.admins.add(anna.person)
    return anna, boris


async def settings(scenario: Scenario, chat: Chat = MEMORY_CHAT) -> ChatSettings:
    return await scenario.store.chats.settings(chat)


async def test_each_game_gets_a_thread_with_the_settings_of_its_chat(scenario: Scenario) -> None:
    anna, boris = await admin_and_player(scenario)
    await anna.says("/chatsettings threads on openers everybody clock 48h")
    answers = [await one.says("/new europe") for one in (anna, boris)]
    assert [answer.splitlines()[-1] for answer in answers] == ["in table/1", "in table/2"]
    assert list(scenario.platform.threads.values()) == [
        "Ticket to Ride: Europe · Anna · 2026-03-01 18:00",
        "Ticket to Ride: Europe · Boris · 2026-03-01 18:00",
    ]
    assert await scenario.store.chats.game_in(MEMORY_CHAT) is None
    for thread in scenario.platform.threads:
        assert await settings(scenario, thread) == ChatSettings(
            chosen={"clock": "48h", "openers": "everybody"}
        )
        clock = (await scenario.match(thread)).roster.clock
        assert clock
        assert clock.turn == 48 * 3600


async def test_turns_of_computers_have_posts_of_their_own_if_the_chat_wants_that(scenario: Scenario) -> None:
    anna, _ = await admin_and_player(scenario)
    await anna.says("/chatsettings grouped off")
    (player,) = await scenario.in_play("Cora", computers=2)
    before = len(scenario.platform.posts)
    await player.takes_turn()
    match = await scenario.match()
    if match.waiting_for == (await player.seat(),):
        assert len(scenario.platform.posts) - before == 3
    steps = await scenario.host.repository.steps(match.id, 0)
    assert len(split_into_posts(steps, grouped=False)) > len(split_into_posts(steps))


async def test_an_open_lobby_follows_the_language_of_its_chat(scenario: Scenario) -> None:
    anna, _ = await admin_and_player(scenario)
    await anna.says("/new europe")
    await scenario.settle()
    await anna.says("/chatsettings language ru")

    def lobby() -> Message:
        return next(one for one in scenario.platform.standing(MEMORY_CHAT) if one.pictures)

    await until(lambda: "Игроки" in lobby().text, "the lobby stays English")
    assert "Ticket to Ride" in lobby().pictures[0].alt
    assert "Карта" in lobby().pictures[0].alt or "карта" in lobby().pictures[0].alt


async def test_a_note_about_a_setting_is_posted_once_although_the_program_ends_before(tmp_path: Path) -> None:
    platform = MemoryPlatform()
    async with open_scenario(tmp_path, platform=platform) as scenario:
        anna = await scenario.add_player("Anna")
        platform.admins.add(anna.person)
        platform.faults.offline.add(MEMORY_CHAT)
        await anna.says("/chatsettings language ru")
        await until(lambda: platform.tries_of(MEMORY_CHAT))
    platform.faults.offline.clear()
    for _ in range(2):
        async with open_scenario(tmp_path, platform=platform) as scenario:
            await until(lambda: platform.texts)
            await scenario.settle()
    assert len(platform.texts) == 1
    assert "Anna" in platform.last
