"""What is stored about a person is sent to them in private, and deleted, on every platform."""

import pytest

from tests.contract.table import Table
from tests.contract.tables import WITH_A_SERVER
from tests.fakes.wire.patience import until


@pytest.mark.parametrize("table", WITH_A_SERVER, indirect=True)
async def test_a_player_gets_everything_and_then_has_it_deleted(table: Table) -> None:
    anna, boris = await table.in_play("Anna", "Boris")
    people = table.scenario.store.people
    seat = await anna.seat()
    await anna.types("/mydata")
    await anna.until_seen("Everything that is stored about you is in stationmaster-my-data.json.")
    assert not any("stored about you" in one for one in await boris.sees())
    await anna.types("/forgetme")
    await anna.until_seen("Delete everything about you?")
    assert await people.profile(anna.person) is not None
    await anna.presses("Delete everything about me")

    async def replaced() -> bool:
        holder = (await table.scenario.match()).roster.holders[seat]
        return holder.name == f"Player {seat + 1}" and bool(holder.level)

    await until(replaced, "the seat is still the person's")

    async def done() -> bool:
        return await table.scenario.store.personal.erasures() == ()

    await until(done, "not everything is deleted")
    assert await people.games_of(anna.person) == ()
    await table.scenario.settle()
    left = await table.scenario.store.personal.rows_about([anna.person])
    assert set(left) - {"timers"} == {"hands"}, "a running game needs it; the page closes the person's tabs"
    await boris.until_seen("leaves the game. A computer plays")
