"""What the tests of the store share: a game to write, who plays it where, and other programs."""

import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from sqlalchemy import event

from bot.model.identity import Chat, Person
from bot.store import Entry, RowUpdates, Store, StoreError

NOON = datetime(2026, 5, 9, 12, 0, 0, 123456, tzinfo=UTC)
LOBBY, ANNEX = Chat("local", "lobby"), Chat("local", "annex")
ADA, BEA = Person("local", "ada"), Person("local", "bea")


def entries(first: int, count: int = 1, data: str = "{}") -> list[Entry]:
    """A batch of events, as an action of Ada's causes it."""
    return [
        Entry(
            seq, NOON + timedelta(minutes=seq), str(ADA), "draw deck" * (seq == first), "CardDrawn", 1, data
        )
        for seq in range(first, first + count)
    ]


async def open_game(
    store: Store, game: str = "g1", chat: Chat = LOBBY, also: RowUpdates | None = None, count: int = 2
) -> None:
    await store.log.open_game(
        game, "europe@1", "title = 'Europe'", entries(1, count), chat, also or RowUpdates()
    )


def seqs(log: Sequence[Entry]) -> list[int]:
    return [entry.seq for entry in log]


async def refusal(url: str) -> str:
    """The sentence that a URL is refused with."""
    with pytest.raises(StoreError) as caught:
        await Store.open(url)
    sentence = str(caught.value)
    assert "\n" not in sentence
    return sentence


def program(source: str, *urls: str) -> subprocess.Popen[str]:
    """Another program, with the same database."""
    return subprocess.Popen(
        [sys.executable, "-c", source, *urls],
        cwd=Path(__file__).parent.parent,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


@contextmanager
def statements(store: Store) -> Iterator[list[str]]:
    """The statements that the store executes in the meantime."""
    database, executed = store.log._database, list[str]()
    engines = database._writer, database._readers.sync_engine

    def note(_: object, __: object, statement: str, *___: object) -> None:
        executed.append(statement)

    for engine in engines:
        event.listen(engine, "before_cursor_execute", note)
    try:
        yield executed
    finally:
        for engine in engines:
            event.remove(engine, "before_cursor_execute", note)
