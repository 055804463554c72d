"""Databases of earlier programs: `databases/v0001.sql` is what one of revision 0001 left in mid-game."""

import sqlite3
from pathlib import Path

import pytest

from bot.model.identity import DmChannel, Person, Ping
from bot.store import Profile, Store
from tests.scenario import MEMORY_CHAT, Participant, Scenario, open_scenario

DATABASES = Path(__file__).parent / "databases"
ANNA, BORIS = Person("hall", "anna"), Person("hall", "boris")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with the old database in it."""
    connection = sqlite3.connect(tmp_path / "scenario.db")
    connection.executescript((DATABASES / "v0001.sql").read_text(encoding="utf-8"))
    connection.close()
    return tmp_path


async def test_what_was_known_is_kept_and_what_is_new_has_its_default(folder: Path) -> None:
    async with await Store.open(f"sqlite:///{folder / 'scenario.db'}") as store:
        assert await store.people.profile(ANNA) == Profile(
            ANNA, "Anna", "ru", ping=Ping.CHANNEL, confirm=True
        )
        assert await store.people.dm_channel(ANNA) == DmChannel()
        (game,) = await store.log.running_games()
        assert await store.deliveries.bookmarks(game) == {MEMORY_CHAT: 44, ANNA: 44, BORIS: 44}
        assert await store.log.last_seq(game) == 44
        assert await store.deliveries.sent(MEMORY_CHAT, game) == ()
        assert await store.chats.home_of(game) == MEMORY_CHAT
        assert [await store.people.mentioned_in(game, one) for one in (ANNA, BORIS)] == [
            MEMORY_CHAT,
            MEMORY_CHAT,
        ]
        assert await store.people.linked_accounts(ANNA) == (ANNA,)


async def test_a_running_game_goes_on(folder: Path) -> None:
    async with open_scenario(folder) as scenario:
        anna, boris = Participant(scenario, ANNA), Participant(scenario, BORIS)
        assert (await anna.looks()).startswith("**Ваш ход.**")
        heard = len(scenario.platform.posts)
        assert heard == 0, "everything had been told"
        await draw_two(scenario, anna)
        await draw_two(scenario, boris)
        assert len(scenario.platform.posts) == 2
        assert scenario.platform.texts[0] == "Anna draws 2 cards from the deck.\n\nIt’s **Boris**’s turn."
        assert scenario.platform.posts[1].mentioned == (ANNA,)


async def test_an_upgrade_is_made_once(folder: Path) -> None:
    for _ in range(2):
        async with await Store.open(f"sqlite:///{folder / 'scenario.db'}") as store:
            await store.people.save(Profile(ANNA, "Anna", ping=Ping.NONE))
    async with await Store.open(f"sqlite:///{folder / 'scenario.db'}") as store:
        assert await store.people.profile(ANNA) == Profile(ANNA, "Anna", ping=Ping.NONE)


async def draw_two(scenario: Scenario, participant: Participant) -> None:
    """A turn of two blind cards."""
    for _ in range(2):
        await participant.says("/draw deck")
    await scenario.settle()
