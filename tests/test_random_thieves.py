"""Thieves who try all that a client can send: they see no hand and move for nobody. See `tests.chaos.thieves`."""

from pathlib import Path

import pytest

from tests.chaos.thieves import play_table


async def test_thieves_see_no_hand_and_move_for_nobody(tmp_path: Path) -> None:
    assert await play_table(tmp_path, 7, 2) > 0


async def test_a_view_of_another_hand_would_be_noticed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As if everybody without a seat were shown the hand of the first one."""
    monkeypatch.setattr("bot.requests.request.Request.seat", property(lambda _: 0))
    with pytest.raises(AssertionError, match="is shown"):
        await play_table(tmp_path, 7, 2)
