"""Random tables come to rest, and are in the state that their logs say. See `random_tables`."""

from pathlib import Path

import pytest

from tests.random_tables import play_table


@pytest.mark.parametrize("seed", [9, 901])
async def test_a_table_comes_to_rest_whatever_people_do(seed: int, tmp_path: Path) -> None:
    assert await play_table(tmp_path, seed, 10) > 0
