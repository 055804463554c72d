"""What only PostgreSQL has: several processes at once, news between them, and a server that may go away."""

import asyncio
import io
import os
import signal
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, delete, insert
from sqlalchemy.engine import make_url
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection
from sqlalchemy.util import await_only

from bot.cli import main
from bot.matches.boards import BoardRepository
from bot.matches.repository import MatchRepository
from bot.model.identity import Chat, Person
from bot.model.message import Topic
from bot.model.profile import Profile
from bot.model.settings import ChatSettings
from bot.operate import check as configuration_check
from bot.operate.doctor import look_at, look_at_all
from bot.settings import load_settings
from bot.store import Conflict, NoticeState, RowUpdates, Store, StoreError, listener, postgres
from bot.store.database import written_logs
from bot.store.migrations import REVISION
from bot.store.moments import moment_text
from bot.store.schema import notes
from bot.store.values import Derived
from bot.version import VERSION
from tests.fakes.wire.patience import PATIENCE, until
from tests.postgres import Server, drop_connections, name_in
from tests.scenario import FakeClock
from tests.stores import ADA, LOBBY, NOON, entries, open_game, refusal, removals, seqs

ORDINARY = RowUpdates(deadlines={"turn:0": NOON}, derived=Derived(3, "1", "{}"))
"""What an ordinary move writes with its events."""


@pytest.fixture
async def store(postgres_url: str) -> AsyncIterator[Store]:
    async with await Store.open(postgres_url) as store:
        yield store


@pytest.fixture
async def other(postgres_url: str) -> AsyncIterator[Store]:
    """The store of another process that has the same database."""
    async with await Store.open(postgres_url) as store:
        yield store


@pytest.fixture(autouse=True)
def _impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Notice at once that a connection was lost."""
    monkeypatch.setattr(listener, "ECHO_EVERY", 0.05)
    monkeypatch.setattr(listener, "LISTEN_AGAIN", 0.01)


# Several processes


async def test_a_cached_answer_is_dropped_when_another_process_writes(store: Store, other: Store) -> None:
    await store.people.save(Profile(ADA, "Ada"))
    await other.people.profile(ADA)
    told = list[tuple[str, int]]()
    other.database.listen(lambda game, end: told.append((game, end)))
    await store.people.save(Profile(ADA, "Countess"))
    await open_game(store)
    await until(lambda: bool(told))  # what was committed before is told before
    assert await other.people.profile(ADA) == Profile(ADA, "Countess")
    assert told == [("g1", 2)]


async def test_a_log_has_more_once_another_process_has_written(store: Store, other: Store) -> None:
    await open_game(store)
    assert seqs(await other.log.read("g1")) == [1, 2]
    assert not other.log.has_more("g1", 2)
    await store.log.append("g1", 2, entries(3, 2))
    await until(lambda: other.log.has_more("g1", 2))
    assert seqs(await other.log.read("g1", 2)) == [3, 4]
    assert not other.log.has_more("g1", 4)


async def test_what_follows_a_move_may_be_heard_before_the_answer_to_it(
    store: Store, other: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A computer answers within milliseconds, and the news of that takes another connection."""
    await open_game(store)
    written = store.database.write_log

    async def answered_late(*changes: Any) -> bool:
        is_written = await written(*changes)
        await other.log.append("g1", 3, entries(4))
        await until(lambda: store.log.has_more("g1", 3))
        return is_written

    monkeypatch.setattr(store.database, "write_log", answered_late)
    await store.log.append("g1", 2, entries(3))
    assert store.log.has_more("g1", 3)
    assert await store.log.last_seq("g1") == 4


async def test_own_writes_are_not_told(store: Store) -> None:
    told = list[str]()
    store.database.listen(lambda game, _: told.append(game))
    await open_game(store)
    async with await Store.open(str_url(store)) as another:
        await another.log.append("g1", 2, entries(3))
    await until(lambda: bool(told))
    assert told == ["g1"]


def str_url(store: Store) -> str:
    return vars(store.database)["_readers"].url.render_as_string(hide_password=False)


async def test_a_log_that_another_process_cuts_is_told_as_changed(store: Store, other: Store) -> None:
    await open_game(store, count=4)
    told = list[tuple[str, int]]()
    other.database.listen(lambda game, end: told.append((game, end)))
    assert seqs(await other.log.read("g1")) == [1, 2, 3, 4]
    await store.log.cut("g1", 2, NOON, ())
    await until(lambda: ("g1", 0) in told)
    assert other.log.has_more("g1", 2)
    assert await other.log.last_seq("g1") == 2


async def test_the_followers_of_a_game_learn_what_another_process_wrote(store: Store, other: Store) -> None:
    following = MatchRepository(other, BoardRepository(None), FakeClock()).subscribe()
    await open_game(store)
    async with asyncio.timeout(PATIENCE):
        assert await following.get() == "g1"


async def test_a_note_that_is_none_makes_everything_uncertain(
    store: Store, postgres_server: Server, postgres_url: str
) -> None:
    told = list[tuple[str, int]]()
    store.database.listen(lambda game, end: told.append((game, end)))
    await store.people.profile(ADA)
    postgres_server.sql("NOTIFY stationmaster, 'garbage'", database=name_in(postgres_url))
    await until(lambda: bool(told))
    assert told == [("", 0)]


async def test_a_transaction_that_writes_about_many_games_is_told_of_all(store: Store, other: Store) -> None:
    told = list[tuple[str, int]]()
    other.database.listen(lambda game, end: told.append((game, end)))
    await store.database.write(write_about_many_games)
    await until(lambda: bool(told))
    assert told == [("", 0)]


def write_about_many_games(connection: Connection) -> None:
    written_logs(connection).update({f"game{number}": 1 for number in range(2000)})


async def test_links_and_seats_that_two_processes_take_at_once_never_show_two_hands(
    store: Store, other: Store
) -> None:
    """Two who are linked while both take seats: one of the two changes is refused (see `hands`)."""
    for number in range(8):
        game, one, two = f"g{number}", Person("local", f"a{number}"), Person("telegram", f"b{number}")
        await open_game(store, game, type(LOBBY)("local", game), RowUpdates(seats={0: one}))
        await other.people.offer_link(one, f"code{number}", NOON)
        results = await asyncio.gather(
            store.log.append(game, 2, entries(3), RowUpdates(seats={1: two})),
            other.people.link(two, f"code{number}", NOON),
            return_exceptions=True,
        )
        assert sum(isinstance(result, Exception) for result in results) == 1, results


async def test_ten_writers_in_two_processes_number_the_posts_without_a_gap(
    store: Store, other: Store
) -> None:
    keys = [f"k{number}" for number in range(5)]
    writing = [one.page.post(LOBBY, key, "{}", NOON) for key in keys for one in (store, other)]
    numbers = await asyncio.gather(*writing)
    assert sorted(filter(None, numbers)) == [1, 2, 3, 4, 5]


# A connection that is lost


async def test_reads_and_writes_go_on_after_the_connections_are_lost(
    store: Store, postgres_server: Server, postgres_url: str, log: io.StringIO
) -> None:
    await open_game(store)
    await drop_connections(postgres_server, postgres_url)
    assert seqs(await store.log.read("g1")) == [1, 2]
    await drop_connections(postgres_server, postgres_url)
    await store.log.append("g1", 2, entries(3))
    await until(lambda: store.database.hears)
    assert seqs(await store.log.read("g1")) == [1, 2, 3]
    assert "is not heard, so nothing is cached" in log.getvalue()


async def test_nothing_is_taken_from_a_cache_while_nothing_is_heard(
    store: Store, other: Store, postgres_server: Server, postgres_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    await store.people.save(Profile(ADA, "Ada"))
    await open_game(store)
    assert await other.people.profile(ADA) == Profile(ADA, "Ada")
    assert seqs(await other.log.read("g1")) == [1, 2]
    monkeypatch.setattr(listener, "LISTEN_AGAIN", 60)
    await drop_connections(postgres_server, postgres_url)
    await until(lambda: not other.database.hears)
    await store.people.save(Profile(ADA, "Countess"))
    await store.log.append("g1", 2, entries(3))
    assert await other.people.profile(ADA) == Profile(ADA, "Countess")
    assert other.log.has_more("g1", 2)
    assert await other.log.last_seq("g1") == 3


async def test_nothing_is_taken_from_a_cache_while_the_server_does_not_answer(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also the connection that asks whether notes arrive hangs."""

    async def hang(*_: object) -> None:
        await asyncio.Event().wait()

    monkeypatch.setattr(listener, "ECHO_WITHIN", 0.05)
    with monkeypatch.context() as patched:
        patched.setattr(listener.Listener, "_send", hang)
        await until(lambda: not store.database.hears)
    await until(lambda: store.database.hears)


async def test_games_that_go_on_are_told_again_after_a_gap_in_the_news(
    store: Store, other: Store, postgres_server: Server, postgres_url: str
) -> None:
    await open_game(store)
    told = list[tuple[str, int]]()
    other.database.listen(lambda game, end: told.append((game, end)))
    await drop_connections(postgres_server, postgres_url)
    await until(lambda: told[-2:] == [("", 0), ("g1", 0)])


@pytest.fixture(params=[True, False])
def loses_a_commit(
    request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Callable[[], None]]:
    """The connection is lost in the next commit, which the server has done or not."""
    commit, lost = Connection._commit_impl, list[bool]()

    def commit_and_lose(connection: Connection) -> None:
        if lost:
            commit(connection)
            return
        lost.append(True)
        if request.param:
            commit(connection)
        raise ConnectionResetError

    def lose_next() -> None:
        monkeypatch.setattr(Connection, "_commit_impl", commit_and_lose)

    yield lose_next
    assert lost


async def test_games_that_go_on_are_told_again_and_again_while_no_news_arrives(
    store: Store, other: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As behind a pooler in transaction mode."""

    async def send_nothing(*_: object) -> None:
        pass

    monkeypatch.setattr(listener, "ECHO_WITHIN", 0.05)
    monkeypatch.setattr(listener.Listener, "_send", send_nothing)
    await until(lambda: not other.database.hears)
    await open_game(store)
    told = list[tuple[str, int]]()
    other.database.listen(lambda game, end: told.append((game, end)))
    await until(lambda: told.count(("g1", 0)) > 2)


async def test_a_commit_whose_connection_is_lost_is_looked_up(
    store: Store, loses_a_commit: Callable[[], None]
) -> None:
    """It is neither repeated nor forgotten, whether the server had done it or not."""
    await open_game(store)
    loses_a_commit()
    await store.chats.note(LOBBY, NOON, ADA, "language", "ru")
    assert len(await store.chats.changes(LOBBY, NOON)) == 1


@pytest.mark.parametrize("is_written", [True, False])
async def test_a_move_whose_answer_is_lost_is_written_once(
    store: Store, monkeypatch: pytest.MonkeyPatch, is_written: bool
) -> None:
    await open_game(store)
    with monkeypatch.context() as patched:
        lose_answers(patched, 1, is_written=is_written)
        await store.log.append("g1", 2, entries(3), ORDINARY)
    await store.log.append("g1", 3, entries(4), ORDINARY)
    assert seqs(await store.log.read("g1")) == [1, 2, 3, 4]
    assert await store.timers.of_game("g1") == {"turn:0": NOON}


async def test_a_move_whose_answer_is_lost_and_that_comes_too_late_is_decided_again(
    store: Store, other: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    await open_game(store)
    await other.log.append("g1", 2, entries(3, data="1"))
    lose_answers(monkeypatch, 1, is_written=False)
    with pytest.raises(Conflict):
        await store.log.append("g1", 2, entries(3), ORDINARY)
    assert await store.timers.of_game("g1") == {}


async def test_a_move_of_which_it_does_not_become_known_whether_it_was_written_says_so(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    await open_game(store)
    monkeypatch.setattr(postgres, "_ASKED", 0)
    lose_answers(monkeypatch, 1, is_written=False)
    with pytest.raises(StoreError, match="it is not known whether the last change is there"):
        await store.log.append("g1", 2, entries(3), ORDINARY)
    await store.log.append("g1", 2, entries(3), ORDINARY)


def lose_answers(monkeypatch: pytest.MonkeyPatch, count: int, *, is_written: bool) -> None:
    """Lose the connection during the next moves, which the server has written or not."""
    execute, lost = AsyncConnection.execute, list[bool]()

    async def execute_and_lose(
        connection: AsyncConnection, statement: Any, *given: Any, **options: Any
    ) -> Any:
        is_move = "pg_notify" in str(statement) and len(lost) < count
        if not is_move or is_written:
            result = await execute(connection, statement, *given, **options)
        if is_move:
            lost.append(True)
            raise ConnectionResetError
        return result

    monkeypatch.setattr(AsyncConnection, "execute", execute_and_lose)


async def test_one_of_two_processes_that_move_at_once_is_first(store: Store, other: Store) -> None:
    """The other one has written nothing: neither an event nor a deadline."""
    await open_game(store)
    await other.log.read("g1")
    late = RowUpdates(deadlines={"turn:1": NOON}, derived=ORDINARY.derived)
    moves = store.log.append("g1", 2, entries(3), ORDINARY), other.log.append("g1", 2, entries(3), late)
    results = await asyncio.gather(*moves, return_exceptions=True)
    assert {type(result) for result in results} == {Conflict, type(None)}
    assert seqs(await store.log.read("g1")) == [1, 2, 3]
    assert len(await store.timers.of_game("g1")) == 1


async def test_a_process_that_hangs_in_a_transaction_holds_up_others_only_for_seconds(store: Store) -> None:
    def setting(connection: Connection) -> object:
        return connection.exec_driver_sql("SHOW idle_in_transaction_session_timeout").scalar()

    assert await store.database.write(setting) == "5s"


async def test_leases_are_renewed_while_a_move_waits(store: Store, other: Store) -> None:
    def held_up(connection: Connection) -> None:
        connection.exec_driver_sql("SELECT pg_advisory_xact_lock(7)")

    def holding(connection: Connection) -> None:
        connection.exec_driver_sql("SELECT pg_advisory_xact_lock(7)")
        holds.set()
        await_only(released.wait())

    holds, released = asyncio.Event(), asyncio.Event()
    first = asyncio.create_task(other.database.write(holding))
    await holds.wait()
    second = asyncio.create_task(store.database.write(held_up))
    for _ in range(2):
        assert await store.leases.claim("me", ["games/0"], 12) == {"games/0": "me"}
    assert not second.done()
    released.set()
    await asyncio.gather(first, second)
    assert await store.leases.claim("me", [], 12) == {}


async def test_leases_are_renewed_after_their_connection_was_lost(
    store: Store, postgres_server: Server, postgres_url: str
) -> None:
    await store.leases.claim("me", ["games/0"], 12)
    await drop_connections(postgres_server, postgres_url)
    with pytest.raises(StoreError, match="was lost"):
        await store.leases.claim("me", ["games/0"], 12)
    assert await store.leases.claim("me", ["games/0"], 12) == {"games/0": "me"}


@contextmanager
def hanging(server: Server, url: str, statement: str = "") -> Iterator[None]:
    """Stop the processes of the server whose connections ran a statement last: they do not answer."""
    asked = f"SELECT pid FROM pg_stat_activity WHERE query LIKE '%{statement}%' AND pid <> pg_backend_pid()"
    name = make_url(url).database or ""
    pids = [int(pid) for pid in server.sql(f"{asked} AND datname = '{name}'", database=name).split()]
    for pid in pids:
        os.kill(pid, signal.SIGSTOP)
    try:
        yield
    finally:
        for pid in pids:
            os.kill(pid, signal.SIGCONT)


async def test_connections_that_are_all_half_open_are_replaced_within_seconds(
    postgres_server: Server, postgres_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No lease is lost, and what was asked and written is answered."""
    monkeypatch.setattr(postgres, "PROMPT", 0.3)
    async with await Store.open(postgres_url) as store:
        await open_game(store)
        await store.leases.claim("me", ["games/0"], 12)
        with hanging(postgres_server, postgres_url):
            writing = asyncio.create_task(store.log.append("g1", 2, entries(3)))
            reading = asyncio.create_task(store.log.last_seq("g1"))
            await asyncio.sleep(0.1)
            assert await store.leases.claim("me", ["games/0"], 12) == {"games/0": "me"}
            async with asyncio.timeout(PATIENCE):
                await asyncio.gather(writing, reading)
            assert seqs(await store.log.read("g1")) == [1, 2, 3]


async def test_a_listening_connection_that_hangs_is_replaced(
    store: Store, postgres_server: Server, postgres_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(listener, "ECHO_WITHIN", 0.3)
    with hanging(postgres_server, postgres_url, "LISTEN"):
        await until(lambda: not store.database.hears)
        await until(lambda: store.database.hears)


async def test_what_two_processes_claim_at_once_has_one_of_them(store: Store, other: Store) -> None:
    names = [f"games/{number}" for number in range(16)]
    for _ in range(20):
        both = await asyncio.gather(
            store.leases.claim("one", names, 12), other.leases.claim("two", names[::-1], 12)
        )
        held = [
            {name for name, holder in found.items() if holder == who}
            for found, who in zip(both, ("one", "two"), strict=True)
        ]
        assert not held[0] & held[1]
        assert held[0] | held[1] == set(names)
        await asyncio.gather(store.leases.claim("one", [], 12), other.leases.claim("two", [], 12))


async def test_what_a_claim_leaves_out_is_given_back_and_nothing_of_others(store: Store) -> None:
    await store.leases.claim("one", ["a", "b"], 12)
    await store.leases.claim("two", ["c"], 12)
    assert await store.leases.claim("one", ["a", "c"], 12) == {"a": "one", "c": "two"}


def test_a_program_without_its_server_asks_to_be_started_again(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("DATABASE_URL", "postgresql+asyncpg://somebody@127.0.0.1:1/games")
    assert main(["doctor"]) == 3
    assert "cannot be reached" in capsys.readouterr().err


async def test_a_server_that_is_gone_is_one_sentence(postgres_url: str, postgres_server: Server) -> None:
    async with await Store.open(postgres_url) as store:
        await open_game(store)
        postgres_server.stop()
        try:
            with pytest.raises(StoreError, match=r"The server of the database .* cannot be reached"):
                await store.log.read("g1")
            with pytest.raises(StoreError, match=r"The server of the database .* cannot be reached"):
                await store.log.append("g1", 2, entries(3))
            assert "cannot be reached" in await refusal(postgres_url)
        finally:
            await asyncio.to_thread(postgres_server.start)
        await store.log.append("g1", 2, entries(3))
        assert seqs(await store.log.read("g1")) == [1, 2, 3]


async def test_a_database_that_may_only_be_read_is_one_sentence_and_nothing_is_written(
    store: Store, postgres_server: Server, postgres_url: str
) -> None:
    await open_game(store)
    limit = f"ALTER DATABASE {name_in(postgres_url)} SET default_transaction_read_only = "
    postgres_server.sql(limit + "on")
    await drop_connections(postgres_server, postgres_url)
    with pytest.raises(StoreError, match="may only be read"):
        await store.log.append("g1", 2, entries(3))
    assert seqs(await store.log.read("g1")) == [1, 2]
    postgres_server.sql(limit + "off")
    await drop_connections(postgres_server, postgres_url)
    await store.log.append("g1", 2, entries(3))
    assert seqs(await store.log.read("g1")) == [1, 2, 3]


# The operator's commands


async def test_check_and_doctor_read_a_database_on_a_server(
    store: Store,
    postgres_url: str,
    postgres_server: Server,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    await open_game(store)
    monkeypatch.setenv("DATABASE_URL", postgres_url)
    settings = load_settings()
    assert await configuration_check._database(settings) == [
        ("database", False, f"{store.name}, 1 running game")
    ]
    assert await look_at_all(settings, closed=False) == 1
    first = f"database   {store.name}, revision {REVISION}, written by {VERSION}\n"
    assert capsys.readouterr().out.startswith(first)
    postgres_server.sql("UPDATE events SET data = '[]' WHERE seq = 1", database=name_in(postgres_url))
    assert await look_at(settings, "g1") == 1
    assert "event 1 is not as it was written" in capsys.readouterr().out


# Opening


async def test_a_new_database_gets_the_tables_once_though_two_open_it(postgres_server: Server) -> None:
    name = postgres_server.new_database("template1")
    url = postgres_server.url(name)
    one, two = await asyncio.gather(Store.open(url), Store.open(url))
    await open_game(one)
    assert await two.log.running_games() == ("g1",)
    await one.close()
    await two.close()
    postgres_server.drop(name)


COLUMNS_OF_PERSONS = (
    *("language TEXT", "zone TEXT", "quiet_hours TEXT NOT NULL DEFAULT '22:00-08:00'"),
    *("ping TEXT NOT NULL DEFAULT 'dm'", "notify_on TEXT NOT NULL DEFAULT 'here'"),
    *("confirm BOOLEAN NOT NULL DEFAULT false", "digest BOOLEAN NOT NULL DEFAULT false"),
)
COLUMNS_OF_CHATS = (
    *("language TEXT", "pictures TEXT", "clock TEXT DEFAULT '48h'", "openers TEXT", "starters TEXT"),
    *("default_game TEXT", "threads BOOLEAN DEFAULT true", "groups_computers BOOLEAN DEFAULT false"),
    *("quiet_hours TEXT", "zone TEXT"),
)
"""What people and chats had chosen before revision 0021."""

PANEL = "('person', 'local', 'ada', '7', 'g1', 'panel', 'g1-2', '')"
CELLS = "(kind, platform, id, message, game, topic, key, at)"
LATER_TABLES = (
    *("settings", "leases", "timers", "heartbeat", "outages", "outbox", "moved_chats", "begun"),
    *("reviews", "group_answers"),
)
LATER_COLUMNS = (
    *(("chats", "owner"), ("chats", "opened_at"), ("persons", "seen_at"), ("persons", "zone_asked")),
    *(("games", "rollback"), ("games", "names_taken_at")),
    *(("letterboxes", "answer"), ("letterboxes", "asked_in")),
)
"""What revisions after 0018 have made."""

TABLES_OF_THE_PAGE = {
    "channels": "platform text, chat text, title text, owner text, opened_at text,"
    " PRIMARY KEY (platform, chat)",
    "visits": "platform text, person text, at text, PRIMARY KEY (platform, person)",
    "removals": "platform text, kind text, id text, PRIMARY KEY (platform, kind, id)",
}
"""Tables that were merged with others since."""


async def test_an_earlier_revision_is_upgraded_and_keeps_its_games(
    postgres_url: str, postgres_server: Server
) -> None:
    async with await Store.open(postgres_url) as store:
        await open_game(store)
        await store.people.save(Profile(ADA, "Ada"))
        await store.chats.set_title(LOBBY, "Rail Club")
    name, noon = name_in(postgres_url), moment_text(NOON)
    to_18 = (
        "UPDATE alembic_version SET version_num = '0018'",
        *(f"ALTER TABLE persons ADD {column}" for column in COLUMNS_OF_PERSONS),
        *(f"ALTER TABLE chats ADD {column}" for column in COLUMNS_OF_CHATS),
        "ALTER TABLE persons ADD digest_due text",
        "CREATE TABLE deadlines (game text, kind text, due text, PRIMARY KEY (game, kind))",
        f"INSERT INTO deadlines VALUES ('g1', 'turn:0', '{moment_text(NOON)}')",
        "ALTER TABLE bookmarks ADD telling integer",
        "ALTER TABLE bookmarks ADD tried_at text",
        "UPDATE bookmarks SET telling = 2",
        f"INSERT INTO messages {CELLS} VALUES {PANEL}",
        f"UPDATE messages SET at = '{noon}'",
        *(f"DROP TABLE {table}" for table in LATER_TABLES),
        *(f"ALTER TABLE {table} DROP COLUMN {column}" for table, column in LATER_COLUMNS),
        *(f"CREATE TABLE {table} ({columns})" for table, columns in TABLES_OF_THE_PAGE.items()),
        f"INSERT INTO channels VALUES ('local', 'lobby', 'Lobby', 'local:ada', '{noon}')",
        f"INSERT INTO visits VALUES ('local', 'ada', '{noon}')",
        "INSERT INTO removals VALUES ('local', 'channel', 'lobby')",
    )
    postgres_server.sql(*to_18, database=name)
    with pytest.raises(StoreError, match="of an earlier revision, 0018; start the program first"):
        await Store.open_to_read(postgres_url)
    async with await Store.open(postgres_url) as store:
        assert await store.people.profile(ADA) == Profile(ADA, "Ada", chosen={"ping": "dm", "confirm": False})
        assert await store.chats.settings(LOBBY) == ChatSettings(
            chosen={"clock": "48h", "threads": True, "groups_computers": False}
        )
        assert seqs(await store.log.read("g1")) == [1, 2]
        (panel,) = await store.outbox.notices(ADA, "g1")
        assert (panel.topic, panel.event, panel.message) == (Topic.PANEL, 2, "7")
        (post,) = await store.outbox.notices(LOBBY, "g1")
        assert post.state is NoticeState.REFUSED, "it was not delivered yet"
        assert await store.timers.of_game("g1") == {"turn:0": NOON}
        later = NOON + timedelta(hours=1)
        postgres_server.sql(  # as a process of an earlier version that still runs
            "DELETE FROM deadlines WHERE kind = 'turn:0'",
            f"INSERT INTO deadlines VALUES ('g1', 'turn:1', '{moment_text(NOON)}')",
            f"UPDATE deadlines SET due = '{moment_text(later)}' WHERE kind = 'turn:1'",
            database=name,
        )
        assert await store.timers.of_game("g1") == {"turn:1": later}
        assert await store.page.channels("local") == {LOBBY: ("Lobby", ADA)}
        assert [(use.of, use.last) for use in await store.page.person_uses("local")] == [(ADA, NOON)]
        assert await removals(store, datetime.now(UTC)) == {str(LOBBY): "removal"}
        postgres_server.sql(
            f"INSERT INTO channels VALUES ('local', 'annex', 'Annex', 'local:ada', '{noon}')",
            "INSERT INTO removals VALUES ('local', 'person', 'ada')",
            f"INSERT INTO visits VALUES ('local', 'ada', '{noon}')",
            database=name,
        )
        assert (await store.page.channels("local"))[Chat("local", "annex")] == ("Annex", ADA)
        assert await removals(store, datetime.now(UTC)) == {str(LOBBY): "removal", str(ADA): "removal"}
        postgres_server.sql("DELETE FROM persons WHERE person = 'ada'", database=name)
        owners = [str(owner) for _, owner in (await store.page.channels("local")).values()]
        assert owners == ["forgotten:0"] * 2, "nobody is an owner whom an earlier version has forgotten"
        for table in TABLES_OF_THE_PAGE:
            assert postgres_server.sql(f"SELECT count(*) FROM {table}", database=name) == "0"
    assert postgres_server.sql("SELECT version_num FROM alembic_version", database=name) == REVISION


async def test_a_newer_database_is_refused(postgres_url: str, postgres_server: Server) -> None:
    newer = (
        "UPDATE alembic_version SET version_num = '9999'",
        "UPDATE notes SET text = '7.1' WHERE name = 'written-by'",
    )
    async with await Store.open(postgres_url):
        pass
    postgres_server.sql(*newer, database=name_in(postgres_url))
    assert await refusal(postgres_url) == (
        f"The database {name_in(postgres_url)} at {postgres_server.folder} was written by version 7.1 of this"
        f" program (revision 9999); this is version {VERSION}, which knows revision {REVISION}."
        " Start version 7.1, or restore a backup from before the upgrade."
    )


async def test_another_programs_database_is_refused(postgres_server: Server) -> None:
    name = postgres_server.new_database("template1")
    postgres_server.sql("CREATE TABLE recipes (name TEXT)", database=name)
    assert "is another program's database" in await refusal(postgres_server.url(name))
    postgres_server.drop(name)


@pytest.mark.parametrize(
    ("url", "sentence"),
    [
        ("postgresql+asyncpg://ada:s3cret@/nowhere?host={folder}", "refuses the user or the password"),
        ("postgresql://stationmaster:s3cret@/nowhere?host={folder}", "nowhere at {folder} does not exist"),
        ("postgres://ada:s3cret@127.0.0.1:1/games", "The server of the database games at 127.0.0.1"),
        ("postgresql://ada:s3cret@host", "DATABASE_URL names no database"),
        ("postgresql://ada:x@s3cret@host/x", "The password in DATABASE_URL has an @"),
        ("postgresql://ada:x@y/s3cret@host/x", "The password in DATABASE_URL has an @"),
        ("postgresql://ada:s3cret@host/x?sslmode=on", "sslmode in DATABASE_URL should be one of these"),
        ("postgresql://ada:s3cret@host:port/x", "DATABASE_URL is not a URL"),
        ("postgresql://stationmaster:s3cret@/empty?host={folder}&nonsense=1", "parameter"),
    ],
)
async def test_what_cannot_be_opened_is_one_sentence_without_the_password(
    url: str, sentence: str, postgres_server: Server
) -> None:
    said = await refusal(url.format(folder=postgres_server.folder))
    assert sentence.format(folder=postgres_server.folder) in said
    assert "s3cret" not in said


async def test_an_error_quotes_no_row(store: Store) -> None:
    def repeat(connection: Connection) -> None:
        connection.execute(delete(notes))
        connection.execute(insert(notes).values(name="seed", text=None))

    with pytest.raises(IntegrityError) as caught:
        await store.database.write(repeat)
    causes = [caught.value, caught.value.__cause__, getattr(caught.value.__cause__, "__cause__", None)]
    assert "Failing row" not in "".join(map(str, causes))


async def test_a_store_that_is_read_writes_nothing(postgres_url: str, store: Store) -> None:
    await open_game(store)
    async with await Store.open_to_read(postgres_url) as reading:
        assert seqs(await reading.log.read("g1")) == [1, 2]
        with pytest.raises(StoreError, match="is only read here"):
            await reading.log.append("g1", 2, entries(3))


async def test_a_sign_that_no_text_can_have_is_replaced(store: Store) -> None:
    await store.people.save(Profile(ADA, "A\0da"))
    assert await store.people.profile(ADA) == Profile(ADA, "A\ufffdda")
    assert await store.people.profile_of_token("\0") is None
    assert await store.people.names([Person("local", "\0"), ADA]) == {ADA: "A\ufffdda"}


async def test_texts_are_sorted_as_on_sqlite(store: Store) -> None:
    for name in ("ada", "Bea", "Änne", "_", "-b", "a"):
        await store.people.save(Profile(Person("local", name), name))
    names = [profile.name for profile in await store.people.profiles_on("local")]
    assert names == sorted(names)
