"""Attacks on the authority of a table: each of these once succeeded."""

import asyncio
from datetime import timedelta
from pathlib import Path

import pytest

from bot.model.callbacks import CallbackData
from bot.model.identity import Chat, Destination, Person
from bot.model.message import Message
from bot.model.port import Key
from bot.model.settings import ChatSettings
from tests.memory_platform import MemoryPlatform
from tests.narration import plain
from tests.scenario import MEMORY_CHAT, Participant, Scenario, open_scenario
from tests.situations import anna_and_boris

HOST_ONLY = "Only the host of the game or an admin here can do that."
LOUNGE = Chat("hall", "lounge")


# ---- the hand of who took a seat


class WaitingPlatform(MemoryPlatform):
    """Writes private messages only while it may."""

    may_write = asyncio.Event()
    waits = asyncio.Event()

    async def send(self, to: Destination, message: Message, key: Key, *, silent: bool) -> str:
        if isinstance(to, Person) and not self.may_write.is_set():
            self.waits.set()
            await self.may_write.wait()
        return await super().send(to, message, key, silent=silent)


async def test_panels_that_are_sent_again_show_no_hand_of_who_took_a_seat_meanwhile(tmp_path: Path) -> None:
    platform = WaitingPlatform()
    platform.may_write.set()
    async with open_scenario(tmp_path, platform=platform) as scenario:
        _, boris = await anna_and_boris(scenario)
        await boris.says("/leave yes")
        await scenario.clock.move_on(timedelta(seconds=1))
        await boris.says("/new usa", LOUNGE)
        await boris.says("/computer", LOUNGE)
        await boris.says("/start", LOUNGE)
        await scenario.settle()
        platform.may_write.clear()
        platform.waits.clear()
        writing = asyncio.create_task(boris.says("/write"))
        await platform.waits.wait()  # at the panel of the later game
        before = len(boris.dms)
        await (await scenario.add_player("Mallory")).says("/join")
        platform.may_write.set()
        await writing
        await scenario.settle()
        sent = [plain(one.text) for one in boris.dms[before:] if "Europe" in one.text]
        assert sent == ["**Ticket to Ride: Europe**\nMallory plays this seat now. You are welcome to watch."]


@pytest.mark.parametrize(
    "line", ["ways claim paris--paris", "ways station paris--paris", "ways paris--paris"]
)
async def test_a_forged_place_is_answered_with_one_sentence(scenario: Scenario, line: str) -> None:
    first, _ = await scenario.in_play("Anna", "Boris")
    answer = await first.presses_code(CallbackData("-", 0, line).code)
    assert answer.startswith("I cannot find a city “paris--paris” on this board.")


# ---- what posts show in a chat


async def mallory_with_a_game(scenario: Scenario) -> tuple[Participant, str]:
    """Mallory, who is the host of a lobby in the lounge, and no player in the chat of others."""
    await scenario.start_game("Anna", "Boris")
    mallory = await scenario.add_player("Mallory")
    await mallory.says("/new usa", LOUNGE)
    return mallory, (await scenario.match(LOUNGE)).id


@pytest.mark.parametrize("line", ["options language ru", "options pictures closeup", "language ru here"])
async def test_the_host_of_another_game_chooses_nothing_for_a_chat(scenario: Scenario, line: str) -> None:
    mallory, game = await mallory_with_a_game(scenario)
    assert (await mallory.presses_code(CallbackData(game, 0, line).code)).endswith(HOST_ONLY)
    assert (await mallory.says(f"/{line}")).endswith(HOST_ONLY)
    assert await scenario.store.chats.settings(MEMORY_CHAT) == ChatSettings()
