"""The log: what is written stays, in order and whole, with other writers and a failing disk."""

import asyncio
from contextlib import AsyncExitStack
from datetime import timedelta, timezone
from random import Random

import pytest
from sqlalchemy.exc import IntegrityError

from bot.store import Conflict, Entry, OtherGame, RowUpdates, Store, StoreError
from bot.store.database import READERS
from bot.store.timers import GAME
from tests.fakes.wire.patience import PATIENCE
from tests.stores import (
    ADA,
    ANNEX,
    BEA,
    LOBBY,
    NOON,
    due_in_games,
    entries,
    limit_pages,
    open_game,
    opened_beside,
    seqs,
)

# The log


async def test_what_is_written_is_read_back_exactly(store: Store) -> None:
    await open_game(store)
    batch = entries(3, 2, data='{"cards": "KKL", "from": "Athína"}')
    await store.log.append("g1", 2, batch)
    assert await store.log.read("g1") == (*entries(1, 2), *batch)


async def test_a_moment_keeps_its_microseconds_in_any_time_zone(store: Store) -> None:
    await open_game(store)
    evening = NOON.astimezone(timezone(timedelta(hours=7)))
    await store.log.append("g1", 2, [Entry(3, evening, "", "", "RoundEnded", 1, "{}")])
    (read,) = await store.log.read("g1", after=2)
    assert read.at == NOON
    assert read.at.tzinfo is not None


async def test_a_moment_without_a_zone_is_refused(store: Store) -> None:
    await open_game(store)
    naive = Entry(3, NOON.replace(tzinfo=None), "", "", "RoundEnded", 1, "{}")
    with pytest.raises(Exception, match="a moment needs a time zone"):
        await store.log.append("g1", 2, [naive])
    assert await store.log.last_seq("g1") == 2


async def test_the_board_of_a_game_is_kept_with_it(store: Store) -> None:
    await open_game(store)
    assert await store.log.board_text("europe@1") == "title = 'Europe'"


async def test_an_unknown_board_has_no_text(store: Store) -> None:
    with pytest.raises(KeyError, match="usa@1"):
        await store.log.board_text("usa@1")


async def test_an_edition_keeps_one_text(store: Store) -> None:
    await open_game(store)
    with pytest.raises(ValueError, match="another text"):
        await store.log.open_game("g2", "europe@1", "title = 'Edited'", entries(1), ANNEX)
    assert await store.log.board_text("europe@1") == "title = 'Europe'"
    assert await store.log.read("g2") == ()


@pytest.mark.parametrize("numbers", [[], [2], [4], [3, 5], [4, 3]], ids=str)
async def test_events_that_do_not_follow_are_refused(store: Store, numbers: list[int]) -> None:
    await open_game(store)
    with pytest.raises(ValueError, match="do not follow event 2"):
        await store.log.append("g1", 2, [entries(number)[0] for number in numbers])
    assert await store.log.last_seq("g1") == 2


async def test_a_log_never_has_a_gap(store: Store) -> None:
    await open_game(store)
    with pytest.raises(ValueError, match="no event 7"):
        await store.log.append("g1", 7, entries(8))
    assert await store.log.last_seq("g1") == 2


async def test_a_game_that_was_never_opened_has_no_events(store: Store) -> None:
    with pytest.raises(IntegrityError, match=r"(?i)foreign key"):
        await store.log.append("g9", 0, entries(1))
    assert await store.log.read("g9") == ()


async def test_a_hand_is_in_no_error_and_in_no_repr(store: Store) -> None:
    secret = entries(1, data='{"hand": "KKKL"}')
    with pytest.raises(IntegrityError) as caught:
        await store.log.append("g9", 0, secret)
    assert "KKKL" not in str(caught.value)
    assert "KKKL" not in repr(secret)
    assert "draw deck" not in repr(secret)


# Two writers


async def test_the_second_to_write_an_event_is_told_and_can_go_on(store: Store) -> None:
    await open_game(store)
    await store.log.append("g1", 2, entries(3, 2, data='"first"'))
    with pytest.raises(Conflict) as caught:
        await store.log.append("g1", 2, entries(3, data='"second"'))
    assert (caught.value.game, caught.value.after) == ("g1", 2)
    await store.log.append("g1", 4, entries(5, data='"second"'))
    assert [entry.data for entry in await store.log.read("g1", after=2)] == ['"first"', '"first"', '"second"']


async def test_a_batch_is_refused_when_only_its_end_is_new(store: Store) -> None:
    await open_game(store, count=3)
    with pytest.raises(Conflict):
        await store.log.append("g1", 2, entries(3, 4))
    assert await store.log.last_seq("g1") == 3


async def test_of_ten_writers_at_once_one_wins(store: Store) -> None:
    await open_game(store)
    racing = [store.log.append("g1", 2, entries(3, data=str(n))) for n in range(10)]
    lost = [error for error in await asyncio.gather(*racing, return_exceptions=True) if error]
    assert len(lost) == 9
    assert all(isinstance(error, Conflict) for error in lost)
    assert await store.log.last_seq("g1") == 3


async def test_a_deadline_is_not_set_by_a_program_that_has_missed_an_event(store: Store) -> None:
    """Such as one that hung before it wrote: what it would remove may be what the newer event has set."""
    later = NOON + timedelta(hours=1)
    await open_game(store)
    await store.log.append("g1", 2, entries(3), RowUpdates(deadlines={"turn:0": NOON}))
    changes = {"turn:0": None}, {"turn:0": later, "turn:1": later}, {"turn:1": None}
    for due in changes:
        with pytest.raises(Conflict):
            await store.timers.set(GAME, "g1", due, after=2)
    assert await store.timers.of_game("g1") == {"turn:0": NOON}
    await store.timers.set(GAME, "g1", {"turn:1": None}, after=3)
    await store.timers.set(GAME, "g1", {"turn:0": None, "turn:1": later}, after=3)
    assert await store.timers.of_game("g1") == {"turn:1": later}


async def test_two_programs_that_race_write_every_event_once(store: Store, database_url: str) -> None:
    await open_game(store)
    other = await opened_beside(database_url)
    losses = await asyncio.gather(*(write_in_turn(one, name, 20) for one in (store, other) for name in "ab"))
    log = await store.log.read("g1", after=2)
    await other.close()
    assert seqs(log) == list(range(3, 83))
    assert sorted(entry.data for entry in log) == sorted(f'"{name}{n}"' for name in "aabb" for n in range(20))
    assert sum(losses) > 0


async def test_after_a_conflict_it_is_known_that_another_program_has_written(
    store: Store, database_url: str
) -> None:
    await open_game(store)
    async with await opened_beside(database_url) as other:
        await other.log.append("g1", 2, entries(3))
    with pytest.raises(Conflict):
        await store.log.append("g1", 2, entries(3))
    assert store.log.has_more("g1", 2)
    assert await store.log.last_seq("g1") == 3


async def test_events_follow_the_one_that_another_program_has_put_in_place_of_the_last(
    store: Store, database_url: str
) -> None:
    await open_game(store)
    async with await opened_beside(database_url) as other:
        await other.log.cut("g1", 1, NOON, entries(2, data='"other"'))
    await store.log.append("g1", 2, entries(3))
    assert seqs(await store.log.read("g1")) == [1, 2, 3]  # which compares the checksums


async def write_in_turn(store: Store, name: str, count: int) -> int:
    """Append `count` events, and try again after each Conflict. Returns the number of conflicts."""
    losses, written = 0, 0
    while written < count:
        last = await store.log.last_seq("g1")
        try:
            await store.log.append("g1", last, entries(last + 1, data=f'"{name}{written}"'))
            written += 1
        except Conflict:
            losses += 1
    return losses


async def test_a_write_whose_caller_is_cancelled_is_whole_and_holds_nobody_up(database_url: str) -> None:
    store = await Store.open(database_url)
    await open_game(store, count=3)
    chance = Random(7)
    for _ in range(200):
        last = await store.log.last_seq("g1")
        writing = asyncio.create_task(store.log.append("g1", last, entries(last + 1, 3)))
        await asyncio.sleep(chance.random() * 0.004)
        writing.cancel()
        await asyncio.wait([writing], timeout=PATIENCE)
        assert writing.done()
    await store.close()
    async with await Store.open(database_url) as store:
        last = await store.log.last_seq("g1")
        assert last % 3 == 0
        assert seqs(await store.log.read("g1")) == list(range(1, last + 1))


async def test_closing_waits_for_what_has_begun(database_url: str) -> None:
    store = await Store.open(database_url)
    await open_game(store)
    writing = asyncio.create_task(store.log.append("g1", 2, entries(3)))
    await asyncio.sleep(0)
    writing.cancel()
    await store.close()
    async with await Store.open(database_url) as store:
        assert await store.log.last_seq("g1") == 3


# All or nothing


async def test_a_batch_and_all_that_goes_with_it_is_written_together(store: Store) -> None:
    await open_game(store)
    also = RowUpdates(seats={0: ADA, 1: BEA}, deadlines={"turn": NOON}, closed=True, release=True, bind=ANNEX)
    await store.log.append("g1", 2, entries(3, 2), also)
    assert await store.log.last_seq("g1") == 4
    assert await store.people.seats("g1") == {0: ADA, 1: BEA}
    assert await due_in_games(store, NOON) == (("g1", "turn"),)
    assert await store.chats.of_game("g1") == (ANNEX,)
    assert await store.people.games_of(ADA) == ((ADA, "g1", 0, True),)
    assert await store.outbox.bookmarks("g1") == {ANNEX: 2, LOBBY: 0, ADA: 2, BEA: 2}


async def test_nothing_is_written_when_the_chat_to_bind_is_taken(store: Store) -> None:
    also = RowUpdates(seats={0: BEA}, deadlines={"turn": NOON}, closed=True, release=True, bind=ANNEX)
    await open_game(store, "g1", LOBBY, RowUpdates(seats={0: ADA}))
    await open_game(store, "g2", ANNEX)
    with pytest.raises(OtherGame, match="g2"):
        await store.log.append("g1", 2, entries(3), also)
    assert await store.log.last_seq("g1") == 2
    assert await store.people.seats("g1") == {0: ADA}
    assert await due_in_games(store, NOON) == ()
    assert await store.chats.game_in(LOBBY) == "g1"
    assert await store.people.games_of(ADA) == ((ADA, "g1", 0, False),)
    assert await store.outbox.bookmarks("g1") == {LOBBY: 0, ADA: 0}


async def test_nothing_of_a_lost_race_is_written(store: Store) -> None:
    await open_game(store, count=3)
    with pytest.raises(Conflict):
        await store.log.append("g1", 2, entries(3), RowUpdates(seats={0: ADA}, release=True))
    assert await store.people.seats("g1") == {}
    assert await store.chats.game_in(LOBBY) == "g1"


@pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)
@pytest.mark.parametrize("size", [1_000, 100_000], ids=["small", "large"])
async def test_a_full_disk_is_one_sentence_and_leaves_everything_as_it_was(store: Store, size: int) -> None:
    await open_game(store)
    await limit_pages(store, 1)  # not a page more than there are, to SQLite
    with pytest.raises(StoreError, match="The disk is full"):
        await fill(store, data='"' + "x" * size + '"')
    last = await store.log.last_seq("g1")
    kept = await store.log.read("g1")
    with pytest.raises(StoreError, match="The disk is full"):
        await store.log.append(
            "g1", last, entries(last + 1, 3, data='"' + "y" * 100_000 + '"'), RowUpdates(release=True)
        )
    assert await store.log.read("g1") == kept
    assert await store.chats.game_in(LOBBY) == "g1"
    await limit_pages(store, 100_000)
    await store.log.append("g1", last, entries(last + 1))
    assert await store.log.last_seq("g1") == last + 1


async def fill(store: Store, data: str) -> None:
    for _ in range(100):
        last = await store.log.last_seq("g1")
        await store.log.append("g1", last, entries(last + 1, data=data))


async def test_busy_connections_are_one_sentence(store: Store) -> None:
    readers = vars(store.database)["_readers"]
    pool = vars(readers.sync_engine.pool)
    pool["_timeout"] = 0.05
    async with AsyncExitStack() as taken:
        for _ in range(READERS):
            await taken.enter_async_context(readers.connect())
        with pytest.raises(StoreError, match=r"^All connections to the database .* are busy") as refused:
            await store.written_by()
    assert refused.value.may_pass
