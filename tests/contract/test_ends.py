"""The end of a game and its rematch, the same on every platform."""

from collections.abc import AsyncIterator
from datetime import timedelta
from pathlib import Path

import pytest

from bot.matches.deadlines import LOBBY_IDLE
from bot.matches.roster import Status
from engine.chance import Chance
from engine.computers import COMPUTERS
from engine.notation import line
from tests.contract.table import Table, TablePlayer
from tests.contract.tables import WORLDS
from tests.fakes.wire.patience import until
from tests.scenario import FakePictures
from tests.situations import tiny_board_folder

DAY = timedelta(days=1)


@pytest.fixture(params=WORLDS)
async def table(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Table]:
    boards = tiny_board_folder(tmp_path)
    async with WORLDS[request.param](tmp_path) as open_table, open_table(boards=boards) as table:
        yield table


async def play_to_the_end(table: Table, players: list[TablePlayer]) -> None:
    while (await table.scenario.match()).roster.status is Status.RUNNING:
        for one in await table.waited_for(*players):
            seq = (await table.scenario.match()).seq
            await one.plays(line(COMPUTERS["easy"](await one.view(), Chance(f"{seq:064x}"))))
    await table.scenario.settle()


async def test_a_game_ends_and_is_played_again(table: Table) -> None:
    """One notification at the end, and one that asks to play again; pressing the button joins."""
    players = await table.in_play("Anna", "Boris", board="isle")
    before = [await one.notifications() for one in players]
    seq = (await table.scenario.match()).seq
    await play_to_the_end(table, players)
    await table.until_told("The game is over.")
    ended = await table.scenario.match()
    assert ended.seq > seq

    first, second = players
    told = await second.notifications()
    assert told > before[1]
    await first.presses("Rematch")
    await table.until_told("Asked to play again until")
    await table.scenario.settle()
    lobby = await table.scenario.match()
    assert lobby.roster.rematch_of == ended.id
    assert await second.notifications() == told + 1
    await second.presses("Rematch")

    async def joined() -> bool:
        return not (await table.scenario.match()).roster.asked

    await until(joined, "nobody joins the rematch")
    await table.scenario.settle()
    assert (await table.scenario.match()).roster.names == (first.name, second.name)
    assert await second.notifications() == told + 1
    assert [*await table.scenario.store.timers.of_game(lobby.id)] == [LOBBY_IDLE]


async def test_the_replay_and_the_record_follow_once_in_silence(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A page that shows replays itself gets none."""
    monkeypatch.setattr(FakePictures, "draws_replays", True)
    players = await table.in_play("Anna", "Boris", board="isle")
    await play_to_the_end(table, players)
    (platform,) = table.scenario.host.platforms.values()
    shown = 0 if platform.limits.replays_at == "" else 1
    assert len(await table.told("The whole game once more.")) == shown
    assert len(await table.told("The game is over.")) == 1


async def test_a_player_who_does_not_answer_is_left_out_after_a_day(table: Table) -> None:
    players = await table.in_play("Anna", "Boris", board="isle")
    await play_to_the_end(table, players)
    await players[0].types("/rematch")
    await table.until_told("Asked to play again until")
    await table.pass_time(DAY + timedelta(minutes=1))
    await table.until_told(f"{players[1].name} did not answer")
    assert (await table.scenario.match()).roster.asked == ()
    seq = (await table.scenario.match()).seq
    await table.pass_time(DAY)
    assert (await table.scenario.match()).seq == seq
