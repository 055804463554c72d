"""The end of a game and its rematch, the same on every platform."""

import pytest

from tests.contract.table import Table
from tests.scenario import FakePictures

pytestmark = pytest.mark.scenario(boards="isle")


async def test_the_replay_and_the_record_follow_once_in_silence(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A page that shows replays itself gets none."""
    monkeypatch.setattr(FakePictures, "draws_replays", True)
    players = await table.in_play("Anna", "Boris", board="isle")
    await table.scenario.play_to_the_end(*players)
    (platform,) = table.scenario.host.platforms.values()
    shown = 0 if platform.limits.replays_at == "" else 1
    assert len(await table.told("The whole game once more.")) == shown
    assert len(await table.told("The game is over.")) == 1
