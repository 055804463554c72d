"""Finished games in the archive: everything about them still works, and nothing is lost on the way."""

from datetime import timedelta
from pathlib import Path

import pytest

from bot.matches import records
from bot.matches.repository import MatchRepository
from bot.matches.retention import archive_games
from bot.operate.backup import count_and_check
from bot.store import Store, StoreError, UnreadableGame
from bot.store.archives import packed, unpacked
from bot.store.timers import GAME
from bot.text.i18n import phrases
from tests.fakes.wire.patience import until
from tests.scenario import MEMORY_CHAT, FakeClock, Participant, Scenario, open_scenario
from tests.situations import forgets
from tests.stores import LOBBY, NOON, cell, edit, entries, mentions_of, open_game

YEAR = timedelta(days=365)


async def archived(scenario: Scenario, days: int = 180) -> int:
    """Archive what is due; the pauses of the work are skipped."""
    archives, clock = scenario.store.archives, scenario.clock
    before = clock.now() - timedelta(days=days)
    return sum([await archives.archive(one, before) for one in await archives.archivable(before, 9)])


async def test_an_archived_game_is_shown_replayed_and_exported_as_before(tmp_path: Path) -> None:
    async with open_scenario(tmp_path, boards="isle") as scenario:
        players = await scenario.in_play("Anna", "Boris", game="isle")
        game = await scenario.play_to_the_end(*players)
        log, record = (
            await scenario.store.log.read(game),
            await records.export(scenario.host.repository, game),
        )
        told = await players[0].says("/log"), await players[0].says("/scores")
        assert await archived(scenario) == 0
        await scenario.clock.move_on(YEAR)
        await archived(scenario)  # unless the bot has done it by itself
        assert await archived(scenario) == 0
    assert cell(tmp_path / "scenario.db", "SELECT count(*) FROM events") == 0
    async with open_scenario(tmp_path, boards="isle") as scenario:
        anna = await scenario.add_player("Anna")
        assert await scenario.store.log.read(game) == log
        assert await scenario.store.log.first(game) == log[0]
        assert await records.export(scenario.host.repository, game) == record
        assert (await anna.says("/log"), await anna.says("/scores")) == told
        assert await scenario.host.dispatcher.archive.replay(anna.person, MEMORY_CHAT, game, phrases("en"))
        boris, results = await scenario.add_player("Boris"), scenario.store.results
        await results.count([anna.person], scenario.clock.now())
        await until_counted(scenario, anna)
        await forgets(boris)
        assert (await scenario.match()).roster.names == ("Anna", "Player 2")
    assert await count_and_check(tmp_path / "scenario.db") == (1, len(log), [])
    assert mentions_of(tmp_path, "Boris", "hall:boris") == []


async def until_counted(scenario: Scenario, person: Participant) -> None:
    """Wait for the results of somebody who has turned their statistics on."""

    async def counted() -> bool:
        waiting = await scenario.store.results.changed_games()
        return bool(waiting or await scenario.store.results.of([person.person]))

    await until(counted, "an archived game has no results")


async def store_with_closed_game(folder: Path) -> Store:
    store = await Store.open(f"sqlite:///{folder / 's.db'}")
    await open_game(store, count=3)
    await store.log.close("g1", NOON)
    return store


async def test_a_game_that_goes_on_again_is_brought_back_first(tmp_path: Path) -> None:
    async with await store_with_closed_game(tmp_path) as store:
        assert await store.archives.archive("g1", NOON + YEAR)
        await store.log.append("g1", 3, entries(4))
        assert [entry.seq for entry in await store.log.read("g1")] == [1, 2, 3, 4]
        assert [entry.seq for entry in await store.log.read("g1", 2)] == [3, 4]
    assert cell(tmp_path / "s.db", "SELECT count(*) FROM archived_games") == 0


async def test_a_game_that_goes_on_or_is_due_is_not_archived(tmp_path: Path) -> None:
    async with await Store.open(f"sqlite:///{tmp_path / 's.db'}") as store:
        await open_game(store)
        assert await store.archives.archivable(NOON + YEAR, 9) == ()
        assert not await store.archives.archive("g1", NOON + YEAR)
        await store.log.close("g1", NOON)
        assert await store.archives.archivable(NOON + YEAR, 9) == ("g1",)
        await store.timers.set(GAME, "g1", {"lapse": NOON})
        assert not await store.archives.archive("g1", NOON + YEAR)


async def test_a_damaged_game_is_not_archived_and_the_others_are(tmp_path: Path) -> None:
    async with await store_with_closed_game(tmp_path) as store:
        await open_game(store, "g2")
        await store.log.close("g2", NOON)
    edit(tmp_path / "s.db", "UPDATE events SET data = '[]' WHERE game = 'g1' AND seq = 2")
    async with await Store.open(f"sqlite:///{tmp_path / 's.db'}") as store:
        with pytest.raises(UnreadableGame):
            await store.archives.archive("g1", NOON + YEAR)
        assert await store.archives.archive("g2", NOON + YEAR)
        with pytest.raises(UnreadableGame):
            await store.log.read("g1")


async def test_a_failed_write_leaves_the_log_as_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with await store_with_closed_game(tmp_path) as store:
        with monkeypatch.context() as broken:

            def full(*_: object) -> None:
                raise StoreError("no room")

            broken.setattr("bot.store.archives.forget_derived", full)
            with pytest.raises(StoreError):
                await store.archives.archive("g1", NOON + YEAR)
        assert len(await store.log.read("g1")) == 3
    assert cell(tmp_path / "s.db", "SELECT count(*) FROM archived_games") == 0


async def test_damage_in_the_archive_is_noticed(tmp_path: Path) -> None:
    async with await store_with_closed_game(tmp_path) as store:
        await store.archives.archive("g1", NOON + YEAR)
    data = cell(tmp_path / "s.db", "SELECT data FROM archived_games")
    assert isinstance(data, bytes)
    rows = [list(row) for row in unpacked("g1", data)]
    rows[1][6] = '{"changed":1}'
    for damaged in (data[:-9], packed(rows), packed(rows[:-1])):
        edit(tmp_path / "s.db", "UPDATE archived_games SET data = ?", damaged)
        async with await Store.open(f"sqlite:///{tmp_path / 's.db'}") as store:
            assert (await store.log.examine("g1"))[1] is not None
            with pytest.raises(UnreadableGame):
                await store.log.read("g1")


async def test_the_archive_works_in_small_steps(scenario: Scenario) -> None:
    for number in range(3):
        await open_game(scenario.store, f"g{number}")
        await scenario.store.chats.release(LOBBY, f"g{number}")
        await scenario.store.log.close(f"g{number}", NOON)
    scenario.clock._now = NOON + YEAR  # a clock that stands still would wait for ever
    clock = PatientClock(scenario.clock)
    repository = MatchRepository(scenario.store, scenario.host.repository.boards, clock)
    assert await archive_games(repository, 30) == 3
    assert clock.slept == [1.0] * 3


class PatientClock(FakeClock):
    """A clock that notes how long it was asked to wait, and does not."""

    def __init__(self, other: FakeClock) -> None:
        super().__init__()
        self._now = other.now()
        self.slept: list[float] = []

    async def _at_once(self) -> None:
        pass

    def sleep(self, seconds: float):  # type: ignore[no-untyped-def]
        self.slept.append(seconds)
        return self._at_once()
