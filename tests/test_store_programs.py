"""Two programs with one database: only one can hold it, and a killed one loses no event."""

import signal
import subprocess
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from bot.store import Store
from tests.fakes.wire.patience import PATIENCE
from tests.stores import open_game, program, refusal, seqs

HOLD = """
import asyncio, sys
from bot.store import Store

async def hold(url):
    async with await Store.open(url):
        print("open", flush=True)
        await asyncio.sleep(60)

asyncio.run(hold(sys.argv[1]))
"""

WRITE = """
import asyncio, sys
from bot.store import Store
from tests.stores import entries, open_game

async def write(url):
    async with await Store.open(url) as store:
        if not await store.log.running_games():
            await open_game(store, count=3)
        last = await store.log.last_seq("g1")
        while True:
            await store.log.append("g1", last, entries(last + 1, 3))
            last += 3
            print(last, flush=True)

asyncio.run(write(sys.argv[1]))
"""


@pytest.fixture
def holder(url: str) -> Iterator[subprocess.Popen[str]]:
    """Another program that has the database open."""
    with program(HOLD, url) as holder:
        assert holder.stdout
        assert holder.stdout.readline() == "open\n"
        yield holder
        holder.kill()


# One program at a time


async def test_a_second_program_is_refused(url: str, path: Path, holder: subprocess.Popen[str]) -> None:
    assert await refusal(url) == f"Another program has the database {path}; stop it first."


async def test_another_name_of_the_file_is_refused_too(path: Path, holder: subprocess.Popen[str]) -> None:
    link = path.with_name("link.db")
    link.symlink_to(path)
    assert "Another program has the database" in await refusal(f"sqlite:///{link}")


async def test_a_killed_program_leaves_the_file_free(url: str, holder: subprocess.Popen[str]) -> None:
    holder.send_signal(signal.SIGKILL)
    holder.wait()
    await (await Store.open(url)).close()


async def test_the_lock_holds_within_one_program_and_ends_with_close(url: str) -> None:
    store = await Store.open(url)
    assert "Another program has the database" in await refusal(url)
    await open_game(store)
    await store.close()
    async with await Store.open(url) as store:
        assert await store.log.running_games() == ("g1",)


async def test_other_databases_in_the_folder_are_free(tmp_path: Path, holder: subprocess.Popen[str]) -> None:
    await (await Store.open(f"sqlite:///{tmp_path}/other.db")).close()


async def test_a_forked_worker_that_outlives_the_program_keeps_nothing_locked(url: str) -> None:
    forking = HOLD.replace(
        'print("open", flush=True)',
        """
        import os, time
        if os.fork() == 0:
            time.sleep(10)
            os._exit(0)
        print("open", flush=True)
        """.strip(),
    )
    with program(forking, url) as holder:
        assert holder.stdout
        assert holder.stdout.readline() == "open\n"
        holder.kill()
        holder.wait()
        await (await Store.open(url)).close()


# What a crash leaves


async def test_a_program_killed_while_it_writes_loses_nothing_it_said_it_had_written(url: str) -> None:
    chance = Random(11)
    for _ in range(3):
        said = killed_while_writing(url, 0.05 + chance.random() * 0.2)
        async with await Store.open(url) as store:
            log = await store.log.read("g1")
        assert seqs(log) == list(range(1, len(log) + 1))
        assert len(log) % 3 == 0
        assert said <= len(log) <= said + 3


def killed_while_writing(url: str, seconds: float) -> int:
    """The last event that a program said it had written before it was killed."""
    with program(WRITE, url) as writer:
        assert writer.stdout
        first = writer.stdout.readline()
        with pytest.raises(subprocess.TimeoutExpired):
            writer.wait(seconds)
        writer.kill()
        said = (first + writer.stdout.read()).split("\n")
    return int(said[-2])


async def test_a_store_that_was_never_closed_lets_the_program_end(url: str) -> None:
    careless = HOLD.replace("async with await Store.open(url):", "if await Store.open(url):").replace(
        "60", "0"
    )
    with program(careless, url) as ending:
        ending.communicate(timeout=PATIENCE)
    assert ending.returncode == 0
    await (await Store.open(url)).close()
