"""Every test of the contract runs on every platform."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.notify.announcer import Announcer
from tests.contract.case import PlatformCase
from tests.contract.discord_case import discord_case
from tests.contract.local_case import local_case
from tests.contract.memory_case import memory_case
from tests.contract.telegram_case import telegram_case

CASES = {"memory": memory_case, "local": local_case, "discord": discord_case, "telegram": telegram_case}


@pytest.fixture(params=CASES)
async def case(
    request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[PlatformCase]:
    """A platform under test. A bot under test tells its announcer which chats are reachable again."""
    reachable: list[object] = []
    monkeypatch.setattr(Announcer, "retry", lambda _, chats: reachable.extend(chats))
    async with CASES[request.param](tmp_path) as case:
        case.reachable = reachable  # type: ignore[assignment]
        await case.open_game()
        try:
            yield case
        finally:
            await case.delivery.close()
