"""Databases of earlier programs: `databases/v0001.sql` is what one of revision 0001 left in mid-game."""

import json
import re
import sqlite3
import stat
from base64 import b64decode
from pathlib import Path
from types import SimpleNamespace
from zlib import decompress

import pytest
from alembic import command
from alembic.config import Config
from sqlalchemy import create_engine
from sqlalchemy.engine import make_url

from bot.model.identity import Person
from bot.model.profile import Profile
from bot.store import Store, StoreError, UnreadableGame, migrations
from bot.store.schema import metadata
from bot.text.i18n import phrases
from tests.postgres import Server
from tests.scenario import MEMORY_CHAT, Participant, Scenario, open_scenario
from tests.stores import URL_FILE, edit, seqs

DATABASES = Path(__file__).parent / "databases"
VERSIONS = Path(migrations.__file__).parent / "versions"
FIRST_SHARED = 20
"""From this version on, processes of two versions may have one database."""

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
        assert await store.people.profile(ANNA) == Profile(ANNA, "Anna", "ru", ping="channel", confirm=True)
        assert await store.people.dm_channel(ANNA) is None
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
        assert scenario.platform.texts[0].split("\n\n") == [
            "Anna draws 2 cards from the deck.",
            (
                "**Also new for Boris**\nRoutes claimed by Rocket (computer): Rostov — Sochi.\n"
                "Trains left with Rocket (computer): 43."
            ),
            "It’s **Boris**’s turn.",
        ]
        assert scenario.platform.posts[1].mentioned == (ANNA,)


async def test_a_game_of_an_earlier_program_is_replayed_once_it_has_ended(folder: Path) -> None:
    async with open_scenario(folder) as scenario:
        replays, game = scenario.host.dispatcher.archive, (await scenario.match()).id
        assert await replays.replay(BORIS, MEMORY_CHAT, game, phrases("en")) is None
        await Participant(scenario, ANNA).says("/abort yes")
        packed = await replays.replay(BORIS, MEMORY_CHAT, game, phrases("en"))
        assert packed is not None
        content = json.loads(decompress(b64decode(packed)))
        assert content["aborted"] is True
        assert "Rocket (computer) claims Rostov — Sochi" in "\n".join(
            turn["text"] for turn in content["turns"]
        )


async def test_an_upgrade_is_made_once(folder: Path) -> None:
    for _ in range(2):
        async with await Store.open(f"sqlite:///{folder / 'scenario.db'}") as store:
            await store.people.save(Profile(ANNA, "Anna", ping="none"))
    async with await Store.open(f"sqlite:///{folder / 'scenario.db'}") as store:
        assert await store.people.profile(ANNA) == Profile(ANNA, "Anna", ping="none")


async def test_who_had_seen_a_hand_is_known(folder: Path) -> None:
    """Of accounts that were linked before, and of players who had lost their seats."""
    migrate_to(folder, "0004")
    connection = sqlite3.connect(folder / "scenario.db")
    link = "INSERT INTO identities (platform, person, human) VALUES (?, ?, 'one')"
    connection.executemany(link, [("hall", "anna"), ("inn", "annie")])
    thief = '{"seat":1,"person":"hall:carl","name":"Carl"}'
    event = "INSERT INTO events VALUES ('aaaaac', 45, '2026-03-01T18:00:00.000000+00:00', '', '', ?, 1, ?)"
    connection.execute(event, ("PersonTookOver", thief))
    connection.execute("UPDATE seats SET person = 'carl' WHERE seat = 1")
    connection.commit()
    connection.close()
    async with await Store.open(f"sqlite:///{folder / 'scenario.db'}") as store:
        seen = store.people.hands_seen
        assert await seen("aaaaac", [ANNA]) == await seen("aaaaac", [Person("inn", "annie")]) == {ANNA}
        assert await seen("aaaaac", [BORIS]) == {BORIS}
        assert await seen("aaaaac", [Person("hall", "carl")]) == {Person("hall", "carl")}


def migrate_to(folder: Path, revision: str) -> None:
    """Upgrade the old database to a revision."""
    engine = create_engine(f"sqlite:///{folder / 'scenario.db'}")
    config = Config()
    config.set_main_option("script_location", str(Path(migrations.__file__).parent))
    with engine.begin() as connection:
        config.attributes["connection"] = connection
        command.upgrade(config, revision)
    engine.dispose()


async def test_the_old_log_gets_checksums(folder: Path) -> None:
    path = folder / "scenario.db"
    async with await Store.open(f"sqlite:///{path}") as store:
        (game,) = await store.log.running_games()
        assert seqs(await store.log.read(game)) == list(range(1, 45))
    edit(path, "UPDATE events SET actor = 'local:eve' WHERE seq = 44")
    async with await Store.open(f"sqlite:///{path}") as store:
        with pytest.raises(UnreadableGame, match="event 44 is not as it was written"):
            await store.log.read(game)


async def test_a_copy_of_the_old_file_is_kept_before_the_upgrade(folder: Path) -> None:
    path, copy = folder / "scenario.db", folder / "scenario.db-revision-0001"
    before = content(path)
    for _ in range(2):
        await (await Store.open(f"sqlite:///{path}")).close()
    assert content(copy) == before
    assert content(path) != before
    assert mode(copy) == 0o600
    assert names(folder) == [
        "scenario.db", "scenario.db-high-water", "scenario.db-revision-0001", "scenario.db.lock-file"
    ]  # fmt: skip


async def test_a_new_database_needs_no_copy(tmp_path: Path) -> None:
    await (await Store.open(f"sqlite:///{tmp_path}/new.db")).close()
    assert names(tmp_path) == ["new.db", "new.db-high-water", "new.db.lock-file"]


async def test_an_upgrade_without_room_for_the_copy_is_refused(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = folder / "scenario.db"
    before = content(path)
    monkeypatch.setattr("bot.store.copies.shutil.disk_usage", lambda _: SimpleNamespace(free=1000))
    with pytest.raises(
        StoreError, match=r"There is no room in .* for a copy of scenario.db, which needs 1 MB."
    ):
        await Store.open(f"sqlite:///{path}")
    assert content(path) == before


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def names(folder: Path) -> list[str]:
    return sorted(one.name for one in folder.iterdir())


def content(path: Path) -> list[str]:
    """All that a database holds, as statements that make it again."""
    connection = sqlite3.connect(path)
    statements = list(connection.iterdump())
    connection.close()
    return statements


async def draw_two(scenario: Scenario, participant: Participant) -> None:
    """A turn of two blind cards."""
    for _ in range(2):
        await participant.says("/draw deck")
    await scenario.settle()


async def awaited_of(scenario: Scenario, players: list[Participant]) -> Participant:
    """Whose turn it is."""
    seat = (await scenario.match()).waiting_for[0]
    (awaited,) = [one for one in players if await one.seat() == seat]
    return awaited


# Several versions at once


@pytest.mark.parametrize("file", sorted(VERSIONS.glob("v*.py")), ids=lambda file: file.stem)
def test_versions_from_20_on_only_add(file: Path) -> None:
    """While processes are restarted one after the other, the old version uses the new tables."""
    if int(file.stem[1:5]) < FIRST_SHARED:
        return
    text = file.read_text(encoding="utf-8")
    calls = set(re.findall(r"\bop\.(\w+)|\b(\w+)\.(?:drop|alter)_\w+\(", text))
    used = {name for pair in calls for name in pair if name}
    assert used <= {"add_column", "create_table", "create_index", "execute"}
    assert not re.search(r"\b(DROP|RENAME|ALTER)\b", text.partition('"""')[2].partition('"""')[2])
    for column in re.findall(r"add_column\((.*)\)", text):
        assert "nullable=False" not in column or "server_default" in column


async def test_an_older_program_goes_on_while_a_newer_one_adds_to_all_tables(
    tmp_path: Path, postgres_url: str, postgres_server: Server
) -> None:
    """What it has prepared and remembers stays right."""
    (tmp_path / URL_FILE).write_text(postgres_url)
    async with open_scenario(tmp_path) as scenario:
        players = await scenario.in_play("Anna", "Boris", game="usa")
        await draw_two(scenario, await awaited_of(scenario, players))
        postgres_server.sql(
            *(f"ALTER TABLE {table} ADD COLUMN newer TEXT NOT NULL DEFAULT ''" for table in metadata.tables),
            "CREATE TABLE newer (id TEXT)",
            "UPDATE alembic_version SET version_num = '9999'",
            database=str(make_url(postgres_url).database),
        )
        told = len(scenario.platform.posts)
        for _ in range(2):
            await draw_two(scenario, await awaited_of(scenario, players))
        assert len(scenario.platform.posts) == told + 2
