"""How games end in a chat. What people see of it is in tests/games/endings.txt."""

import asyncio
from datetime import timedelta
from pathlib import Path

import pytest

from bot.matches.roster import Status
from bot.model.message import Pack
from bot.shown.picture_service import Sketch
from tests.fakes.wire.patience import until
from tests.memory_platform import MemoryPlatform
from tests.scenario import FakeClock, FakePictures, Scenario, open_scenario
from tests.situations import anna_and_boris
from tests.stores import due_in_games

DAY = timedelta(days=1)


async def test_after_a_day_the_secret_is_published_and_nothing_can_be_restored(scenario: Scenario) -> None:
    anna, _ = await anna_and_boris(scenario)
    secret = (await scenario.match()).roster.deck_secret
    await anna.says("/abort yes")
    await scenario.settle()
    assert secret not in scenario.platform.text
    await scenario.clock.move_on(DAY)
    assert await anna.says("/restore") == "There is no aborted game to restore here."
    await scenario.host.timers.meet_due()
    await until(lambda: secret in scenario.platform.text)
    assert scenario.platform.last.startswith("The aborted game can no longer be restored.")
    assert await due_in_games(scenario.store, scenario.clock.now() + DAY) == ()


async def test_a_replay_that_was_being_drawn_when_the_program_stopped_is_posted_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    platform, clock = MemoryPlatform(), FakeClock()
    drawing, at_once = asyncio.Event(), FakePictures.file

    async def for_ever(pictures: FakePictures, sketch: Sketch, pack: Pack | None = None) -> bytes:
        if sketch.is_film:
            drawing.set()
            await asyncio.Event().wait()
        return await at_once(pictures, sketch)

    monkeypatch.setattr(FakePictures, "draws_replays", True)
    monkeypatch.setattr(FakePictures, "file", for_ever)
    async with open_scenario(tmp_path, platform=platform, clock=clock, boards="isle") as scenario:
        players = await scenario.in_play("Anna", "Boris", game="isle")
        while (await scenario.match()).roster.status is Status.RUNNING:
            for player in await scenario.waited_for(*players):
                await player.plays(await player.thinks())
        await until(drawing.is_set, "no replay is drawn")
    monkeypatch.setattr(FakePictures, "file", at_once)
    for _ in range(2):
        async with open_scenario(tmp_path, platform=platform, clock=clock, boards="isle") as scenario:
            await scenario.settle()
        assert sum("The game is over." in text for text in platform.texts) == 1
        assert sum("The whole game once more." in text for text in platform.texts) == 1
