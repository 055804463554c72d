"""What was read once is at hand until it is written anew, by whatever write."""

import asyncio
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path

import pytest
from sqlalchemy import event

from bot.model.identity import DmChannel
from bot.store import Profile, RowUpdates, Sitting, Store
from tests.stores import ADA, ANNEX, BEA, LOBBY, entries, open_game

ADA_LOVELACE = Profile(ADA, "Ada Lovelace")


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[Store]:
    async with await Store.open(f"sqlite:///{tmp_path}/games.db") as store:
        yield store


def statements(store: Store) -> list[str]:
    """A list that takes in what is read from the file from now on."""
    read: list[str] = []
    event.listen(
        store._readers.sync_engine, "before_cursor_execute", lambda *about: read.append(str(about[2]))
    )
    return read


async def look_around(store: Store) -> list[object]:
    """Everything that one press of a button may ask for."""
    return [
        await store.person(ADA),
        await store.dm_channel(ADA),
        await store.game_in(LOBBY),
        await store.chat_language(LOBBY),
        await store.games_of(ADA),
        await store.chats_of("g1"),
    ]


async def test_what_was_read_once_is_not_read_again(store: Store) -> None:
    await store.save_person(ADA_LOVELACE)
    await open_game(store, also=RowUpdates(seats={0: ADA}))
    found, read = await look_around(store), statements(store)
    await store.append("g1", 2, entries(3))
    assert await look_around(store) == found
    assert read == []


async def test_whatever_is_written_is_what_is_read_next(store: Store) -> None:
    await store.save_person(ADA_LOVELACE)
    await open_game(store, also=RowUpdates(seats={0: ADA}))
    await look_around(store)
    await store.save_person(replace(ADA_LOVELACE, name="Countess"))
    await store.save_dm_channel(ADA, DmChannel("7", closed=True))
    await store.set_chat_language(LOBBY, "ru")
    await store.append("g1", 2, entries(3), RowUpdates(closed=True, release=True))
    assert await look_around(store) == [
        Profile(ADA, "Countess"),
        DmChannel("7", closed=True),
        None,
        "ru",
        (Sitting(ADA, "g1", 0, closed=True),),
        (),
    ]


async def test_a_seat_given_to_another_and_a_chat_moved_are_known_at_once(store: Store) -> None:
    await open_game(store, also=RowUpdates(seats={0: ADA}))
    await look_around(store)
    await store.append("g1", 2, entries(3), RowUpdates(seats={0: BEA}))
    await store.move_chat(LOBBY, ANNEX)
    assert await store.games_of(ADA) == ()
    assert await store.game_in(LOBBY) is None
    assert await store.chats_of("g1") == (ANNEX,)


async def test_a_read_that_a_write_overtakes_is_not_kept(store: Store) -> None:
    await store.save_person(ADA_LOVELACE)
    for number in range(20):
        name = f"Ada {number}"
        await asyncio.gather(store.person(ADA), store.save_person(Profile(ADA, name)), store.person(ADA))
        assert await store.person(ADA) == Profile(ADA, name)


async def test_only_what_was_written_since_it_was_read_is_more(store: Store) -> None:
    await open_game(store)
    assert store.has_more("g1", 1)
    assert not store.has_more("g1", 2)
    await store.append("g1", 2, entries(3, 2))
    assert store.has_more("g1", 2)
    assert not store.has_more("g1", 4)
