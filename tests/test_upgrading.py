"""Databases of earlier programs: `databases/v0001.sql` is what one of revision 0001 left in mid-game."""

import sqlite3
from pathlib import Path

import pytest

from bot.model.identity import Person, Ping
from bot.store import DmChannel, Profile, Store
from tests.scenario import HALL, Evening, Guest, evening

DATABASES = Path(__file__).parent / "databases"
ANNA, BORIS = Person("hall", "anna"), Person("hall", "boris")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with the old database in it."""
    connection = sqlite3.connect(tmp_path / "evening.db")
    connection.executescript((DATABASES / "v0001.sql").read_text(encoding="utf-8"))
    connection.close()
    return tmp_path


async def test_what_was_known_is_kept_and_what_is_new_has_its_default(folder: Path) -> None:
    async with await Store.open(f"sqlite:///{folder / 'evening.db'}") as store:
        assert await store.person(ANNA) == Profile(ANNA, "Anna", "ru", ping=Ping.CHANNEL, confirm=True)
        assert await store.dm_channel(ANNA) == DmChannel()
        (game,) = await store.running_games()
        assert await store.bookmarks(game) == {HALL: 44, ANNA: 44, BORIS: 44}
        assert await store.last_seq(game) == 44
        assert await store.sent(HALL, game) == ()
        assert await store.home_of(game) == HALL
        assert [await store.called_in(game, one) for one in (ANNA, BORIS)] == [HALL, HALL]
        assert await store.linked_accounts(ANNA) == (ANNA,)


async def test_a_running_game_goes_on(folder: Path) -> None:
    async with evening(folder) as hall:
        anna, boris = Guest(hall, ANNA), Guest(hall, BORIS)
        assert (await anna.looks()).startswith("**Ваш ход.**")
        heard = len(hall.hall.posts)
        assert heard == 0, "everything had been told"
        await draw_two(hall, anna)
        await draw_two(hall, boris)
        assert len(hall.hall.posts) == 2
        assert hall.hall.texts[0] == "Anna draws 2 cards from the deck.\n\nIt’s **Boris**’s turn."
        assert hall.hall.posts[1].mention == ANNA


async def test_an_upgrade_is_made_once(folder: Path) -> None:
    for _ in range(2):
        async with await Store.open(f"sqlite:///{folder / 'evening.db'}") as store:
            await store.save_person(Profile(ANNA, "Anna", ping=Ping.NONE))
    async with await Store.open(f"sqlite:///{folder / 'evening.db'}") as store:
        assert await store.person(ANNA) == Profile(ANNA, "Anna", ping=Ping.NONE)


async def draw_two(hall: Evening, guest: Guest) -> None:
    """A turn of two blind cards."""
    for _ in range(2):
        await guest.says("/draw deck")
    await hall.settle()
