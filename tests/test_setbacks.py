"""A backup that is restored: games that lost moves say so, once, and go on."""

import asyncio
import shutil
from pathlib import Path

from bot.model.identity import Chat
from bot.operate.backup import restore
from bot.settings import Settings
from tests.memory_platform import MemoryPlatform
from tests.narration import plain
from tests.scenario import MEMORY_CHAT, Participant, Scenario, open_scenario

ANNEX = Chat("hall", "annex")
LOST = "The data of this bot went back to an earlier state, so the last moves of this game may be missing."


async def people(scenario: Scenario) -> list[Participant]:
    return [await scenario.add_player(name) for name in ("Anna", "Boris")]


async def play_turns(scenario: Scenario, count: int) -> None:
    for _ in range(count):
        (one,) = await scenario.waited_for(*await people(scenario))
        await one.takes_turn()


async def gone_back(folder: Path, platform: MemoryPlatform, turns: int) -> None:
    """Two games. In the first, some turns are played; then a backup from before them is restored."""
    path = folder / "scenario.db"
    async with open_scenario(folder, platform=platform) as scenario:
        anna, boris = await scenario.in_play("Anna", "Boris")
        for who, text in ((anna, "/new usa"), (boris, "/join"), (anna, "/start")):
            await who.says(text, ANNEX)
        await play_turns(scenario, 2)
    copy(path, folder / "older.db")
    async with open_scenario(folder, platform=platform) as scenario:
        await play_turns(scenario, turns)
    await restored(path, folder / "older.db")


async def restored(path: Path, backup: Path) -> None:
    settings = Settings(_env_file=None, database_url=f"sqlite:///{path}")
    assert await asyncio.to_thread(restore, settings, backup) == 0


def copy(path: Path, to: Path) -> None:
    shutil.copy(path, to)


def heard(platform: MemoryPlatform, chat: Chat = MEMORY_CHAT) -> list[str]:
    return [plain(post.text) for post in platform.by_chat[chat]]


async def test_the_chat_of_a_game_that_lost_moves_is_told_once(tmp_path: Path) -> None:
    platform = MemoryPlatform()
    await gone_back(tmp_path, platform, turns=1)
    before = len(heard(platform))
    for _ in range(3):
        async with open_scenario(tmp_path, platform=platform) as scenario:
            await scenario.settle()
    (text,) = heard(platform)[before:]
    assert text.startswith(f"{LOST} It goes on from here.\n\nIt’s ")
    assert platform.by_chat[MEMORY_CHAT][-1].pictures
    assert not [line for line in heard(platform, ANNEX) if LOST in line]


async def test_the_player_who_is_waited_for_is_mentioned_and_sees_the_present_hand(tmp_path: Path) -> None:
    platform = MemoryPlatform()
    await gone_back(tmp_path, platform, turns=1)
    platform.notified.clear()
    async with open_scenario(tmp_path, platform=platform) as scenario:
        await scenario.settle()
        (one,) = await scenario.waited_for(*await people(scenario))
        assert (MEMORY_CHAT, one.person) in platform.notified
        assert LOST in await one.says("/log")


async def test_turns_that_are_played_again_are_posted_again(tmp_path: Path) -> None:
    platform = MemoryPlatform()
    await gone_back(tmp_path, platform, turns=3)
    before = len(heard(platform))
    async with open_scenario(tmp_path, platform=platform) as scenario:
        await scenario.settle()
        await play_turns(scenario, 4)
        assert len(heard(platform)) == before + 5
        match = await scenario.match()
        assert match.roster.setbacks == 1


async def test_a_game_that_ended_is_not_told(tmp_path: Path) -> None:
    platform, path = MemoryPlatform(), tmp_path / "scenario.db"
    async with open_scenario(tmp_path, platform=platform) as scenario:
        await scenario.in_play("Anna", "Boris")
        match = await scenario.match()
        (anna, _) = await people(scenario)
        await anna.says("/abort yes")
        await scenario.settle()
    before = len(heard(platform))
    path.rename(tmp_path / "backup.db")
    await restored(path, tmp_path / "backup.db")
    async with open_scenario(tmp_path, platform=platform) as scenario:
        await scenario.settle()
        assert await scenario.store.log.last_seq(match.id) == match.seq + 1
    assert len(heard(platform)) == before
