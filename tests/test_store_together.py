"""Concurrent writes share a transaction; one that fails does not undo the others."""

import asyncio

from sqlalchemy import event

from bot.model.identity import Chat
from bot.store import Conflict, Store
from tests.stores import entries, open_game, seqs

TABLES = [Chat("local", f"table{number}") for number in range(10)]


async def test_writes_that_come_while_the_disk_is_busy_share_a_transaction(store: Store) -> None:
    kept: list[object] = []
    writer = store.database._writer
    event.listen(getattr(writer, "sync_engine", writer), "commit", kept.append)
    await asyncio.gather(*(open_game(store, chat.id, chat) for chat in TABLES))
    assert len(kept) <= 2
    assert [await store.chats.game_in(chat) for chat in TABLES] == [chat.id for chat in TABLES]


async def test_a_failed_write_does_not_undo_others_of_its_transaction(store: Store) -> None:
    first, *others = TABLES
    await open_game(store, first.id, first)
    came = await asyncio.gather(
        *(open_game(store, chat.id, chat) for chat in others),
        store.log.append(first.id, 0, entries(1)),
        store.log.append(first.id, 2, entries(3)),
        return_exceptions=True,
    )
    assert [type(one) for one in came if one is not None] == [Conflict]
    assert seqs(await store.log.read(first.id)) == [1, 2, 3]
    assert [await store.log.last_seq(chat.id) for chat in others] == [2] * len(others)


async def test_writes_whose_callers_are_cancelled_are_committed(store: Store, database_url: str) -> None:
    asking = [asyncio.create_task(open_game(store, chat.id, chat)) for chat in TABLES]
    await asyncio.sleep(0)
    for task in asking:
        task.cancel()
    await asyncio.gather(*asking, return_exceptions=True)
    await store.close()
    async with await Store.open(database_url) as again:
        assert [await again.log.last_seq(chat.id) for chat in TABLES] == [2] * len(TABLES)
