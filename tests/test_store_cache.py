"""Cached reads of the store: never out of date."""

import asyncio
from dataclasses import replace

from sqlalchemy import event, update

from bot.model.profile import Profile
from bot.model.settings import ChatSettings
from bot.store import RowUpdates, Store
from bot.store.listener import NOTIFY
from bot.store.schema import bookmarks
from tests.stores import ADA, ANNEX, BEA, LOBBY, entries, open_game

ADA_LOVELACE = Profile(ADA, "Ada Lovelace")


def statements(store: Store) -> list[str]:
    """A list to which each later read of the database is added."""
    read: list[str] = []

    def executing(_: object, __: object, statement: str, *___: object) -> None:
        if statement != NOTIFY:
            read.append(statement)

    readers = vars(store.database)["_readers"]
    event.listen(getattr(readers, "sync_engine", readers), "before_cursor_execute", executing)
    return read


async def look_around(store: Store) -> list[object]:
    """Everything that one click on a button may read."""
    return [
        await store.people.profile(ADA),
        await store.people.dm_channel(ADA),
        await store.people.blocks_dms(ADA),
        await store.chats.game_in(LOBBY),
        await store.chats.language(LOBBY),
        await store.people.games_of(ADA),
        await store.chats.of_game("g1"),
        await store.outbox.own_bookmarks("g1"),
    ]


async def test_what_was_read_once_is_not_read_again(store: Store) -> None:
    await store.people.save(ADA_LOVELACE)
    await open_game(store, also=RowUpdates(seats={0: ADA}))
    found, read = await look_around(store), statements(store)
    await store.log.append("g1", 2, entries(3))
    assert await look_around(store) == found
    assert read == []


async def test_a_write_is_seen_by_the_next_read(store: Store) -> None:
    await store.people.save(ADA_LOVELACE)
    await open_game(store, also=RowUpdates(seats={0: ADA}))
    await look_around(store)
    await store.people.save(replace(ADA_LOVELACE, name="Countess"))
    await store.people.note_dm_channel(ADA, "7")
    await store.people.note_dms_blocked(ADA)
    await store.chats.change_settings(LOBBY, ChatSettings(chosen={"language": "ru"}))
    await store.log.append("g1", 2, entries(3), RowUpdates(closed=True, release=True))
    assert await look_around(store) == [
        Profile(ADA, "Countess"),
        "7",
        True,
        None,
        "ru",
        ((ADA, "g1", 0, True),),
        (),
        {LOBBY: 0, ADA: 0},
    ]


async def test_a_changed_seat_and_a_moved_chat_are_seen_at_once(store: Store) -> None:
    await open_game(store, also=RowUpdates(seats={0: ADA}))
    await look_around(store)
    await store.log.append("g1", 2, entries(3), RowUpdates(seats={0: BEA}))
    await store.chats.move(LOBBY, ANNEX)
    assert await store.people.games_of(ADA) == ()
    assert await store.chats.game_in(ANNEX) == "g1"
    assert await store.chats.of_game("g1") == (ANNEX,)


async def test_a_read_that_a_write_overtakes_is_not_cached(store: Store) -> None:
    await store.people.save(ADA_LOVELACE)
    for number in range(20):
        name = f"Ada {number}"
        await asyncio.gather(
            store.people.profile(ADA), store.people.save(Profile(ADA, name)), store.people.profile(ADA)
        )
        assert await store.people.profile(ADA) == Profile(ADA, name)


async def test_a_write_of_all_games_leaves_nothing_cached_of_one(store: Store) -> None:
    await open_game(store, also=RowUpdates(seats={0: ADA}))
    assert (await store.outbox.bookmarks("g1"))[ADA] == 0
    await store.outbox._database.write(lambda connection: connection.execute(update(bookmarks).values(seq=1)))
    assert (await store.outbox.bookmarks("g1"))[ADA] == 1
