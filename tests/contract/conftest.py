"""Every test of the contract runs on every platform."""

from asyncio import Event
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.outbox.announcer import Announcer
from tests.contract.case import PlatformCase
from tests.contract.discord_case import discord_case
from tests.contract.local_case import local_case
from tests.contract.memory_case import memory_case
from tests.contract.table import Table
from tests.contract.tables import WITH_A_SERVER, WORLDS
from tests.contract.telegram_case import telegram_case
from tests.short_boards import write_short_boards
from tests.stores import URL_FILE

CASES = {"memory": memory_case, "local": local_case, "discord": discord_case, "telegram": telegram_case}
ON_POSTGRES = {"memory-postgresql": memory_case, "local-postgresql": local_case}
"""Two of them also with a database on a server; delivery does not differ by it otherwise."""


@pytest.fixture(params=CASES | ON_POSTGRES)
async def case(
    request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[PlatformCase]:
    """A platform under test. The announcer of its bot only notes which chats are reachable again: all
    messages are those of the case.
    """
    reachable: list[object] = []
    monkeypatch.setattr(Announcer, "run", lambda _: Event().wait())
    monkeypatch.setattr(Announcer, "retry", lambda _, chats: reachable.extend(chats))
    if request.param in ON_POSTGRES:
        (tmp_path / URL_FILE).write_text(request.getfixturevalue("postgres_url"))
    async with (CASES | ON_POSTGRES)[request.param](tmp_path) as case:
        case.reachable = reachable  # type: ignore[assignment]
        await case.open_game()
        try:
            yield case
        finally:
            await case.outbox.close()


@pytest.fixture(params=WORLDS)
async def table(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Table]:
    """A table on each platform, with the settings that the mark `scenario` has."""
    mark = request.node.get_closest_marker("scenario")
    chosen = dict(mark.kwargs) if mark else {}
    if boards := chosen.get("boards"):
        chosen["boards"] = write_short_boards(tmp_path, boards)
    async with WITH_A_SERVER[request.param](tmp_path) as open_table, open_table(**chosen) as one:
        yield one


@pytest.fixture(autouse=True)
def _on_a_server(request: pytest.FixtureRequest) -> None:
    """Give a table of WITH_A_SERVER a database on a server."""
    if "memory-postgresql" in request.node.name and "table" in request.fixturenames:
        url, folder = request.getfixturevalue("postgres_url"), request.getfixturevalue("tmp_path")
        (folder / URL_FILE).write_text(url)
