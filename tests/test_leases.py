"""Leases: shared out fairly, lost in time, and never used by two at once."""

import asyncio
import io
from collections.abc import AsyncIterator, Mapping
from datetime import timedelta
from pathlib import Path

import pytest

from bot.matches.leases import BUCKETS, CLOCK, EVERY, LASTS, MARGIN, Leases
from bot.store import Store, StoreError
from tests.fakes.wire.patience import until
from tests.scenario import FakeClock

GAMES = [f"games/{number}" for number in range(BUCKETS)]


@pytest.fixture
async def store(postgres_url: str) -> AsyncIterator[Store]:
    async with await Store.open(postgres_url) as store:
        yield store


def process(store: Store, clock: FakeClock, own: FakeClock | None = None) -> Leases:
    """A process that shares the database, whose clock is `clock`; its `own` may differ."""
    return Leases(store, own or clock, lambda: clock.now().timestamp())


def games_of(leases: Leases) -> set[str]:
    return {name for name in leases.held if name in GAMES}


async def pass_time(clock: FakeClock, seconds: float, *running: Leases) -> None:
    """Let time pass; what runs beats as often as it should."""
    for _ in range(int(seconds // EVERY)):
        await clock.move_on(timedelta(seconds=EVERY))
        for leases in running:
            await leases.beat()


async def test_a_process_with_a_file_may_do_everything_and_has_no_leases(
    tmp_path: Path, clock: FakeClock
) -> None:
    async with await Store.open(f"sqlite:///{tmp_path / 'games.db'}") as store:
        leases = Leases(store, clock)
        await leases.run()
        assert leases.holds(CLOCK)
        assert leases.holds_game("any")
        assert leases.speaks_about("any")
        assert not leases.held
        await leases.stop()
        assert await store.leases.processes() == 0


async def test_the_first_process_takes_all_and_gives_a_new_one_its_share(
    store: Store, clock: FakeClock
) -> None:
    one, two = process(store, clock), process(store, clock)
    await one.beat()
    assert games_of(one) == set(GAMES)
    for leases in (two, one, two):
        await leases.beat()
    assert len(games_of(one)) == len(games_of(two)) == BUCKETS // 2
    assert games_of(one) | games_of(two) == set(GAMES)
    assert one.holds(CLOCK) != two.holds(CLOCK)


async def test_what_is_being_done_is_finished_before_a_lease_is_given_back(
    store: Store, clock: FakeClock
) -> None:
    one, two = process(store, clock), process(store, clock)
    await one.beat()
    last = GAMES[-1]
    with one.using(last) as may_begin:
        assert may_begin
        for leases in (two, one, two):
            await leases.beat()
        assert not one.holds(last)
        assert one.is_valid(last)
        assert not two.holds(last)
    for leases in (one, two):
        await leases.beat()
    assert not one.is_valid(last)
    assert two.holds(last)


@pytest.mark.parametrize("apart", [0.0, 0.1, 1.5, 2.9])
async def test_another_process_has_everything_15_seconds_after_a_kill(
    store: Store, clock: FakeClock, apart: float
) -> None:
    """However far apart the two processes renew their leases."""
    one, two = process(store, clock), process(store, clock)
    for leases in (one, two, one, two):
        await leases.beat()
    await clock.move_on(timedelta(seconds=apart))
    await two.beat()
    await pass_time(clock, LASTS - EVERY, two)
    assert len(games_of(two)) == BUCKETS // 2
    await pass_time(clock, 15 - apart - (LASTS - EVERY), two)
    assert games_of(two) == set(GAMES)
    assert two.holds(CLOCK)


async def test_a_process_that_cannot_renew_stops_before_another_takes_over(
    store: Store, clock: FakeClock
) -> None:
    one, two = process(store, clock), process(store, clock)
    await one.beat()
    await clock.move_on(timedelta(seconds=LASTS - MARGIN))
    assert games_of(one) == set()
    await two.beat()
    assert games_of(two) == set()
    await clock.move_on(timedelta(seconds=MARGIN))
    await two.beat()
    assert games_of(two) == set(GAMES)
    assert not games_of(one)


async def test_a_process_counts_from_before_it_asked_the_database(
    store: Store, clock: FakeClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    one, claim = process(store, clock), store.leases.claim

    async def slow(*args: object) -> Mapping[str, str]:
        claimed = await claim(*args)  # type: ignore[arg-type]
        await clock.move_on(timedelta(seconds=LASTS))
        return claimed

    monkeypatch.setattr(store.leases, "claim", slow)
    await one.beat()
    assert not one.held


async def test_a_wrong_clock_neither_takes_nor_keeps_a_lease(store: Store, clock: FakeClock) -> None:
    ahead = FakeClock()
    await ahead.move_on(timedelta(days=400))
    one, wrong = process(store, clock), process(store, clock, ahead)
    await one.beat()
    await wrong.beat()
    assert games_of(one) == set(GAMES)
    assert not games_of(wrong)


async def test_a_lease_that_ran_out_and_that_nobody_took_counts_as_gained(
    store: Store, clock: FakeClock
) -> None:
    one = process(store, clock)
    await one.beat()
    gained = one.gained()
    await pass_time(clock, 3 * EVERY, one)
    assert gained.empty()
    await clock.move_on(timedelta(minutes=1))
    await one.beat()
    assert {gained.get_nowait() for _ in range(gained.qsize())} == set(one.held)


async def test_a_database_that_does_not_answer_costs_the_leases(
    store: Store, clock: FakeClock, monkeypatch: pytest.MonkeyPatch, log: io.StringIO
) -> None:
    one = process(store, clock)
    running = asyncio.create_task(one.run())
    await until(lambda: bool(one.held))
    claim = store.leases.claim
    ended, begun = list[str](), list[str]()

    async def work() -> None:
        begun.append("")
        try:
            await asyncio.Event().wait()
        finally:
            ended.append("")

    working = asyncio.create_task(one.while_held(CLOCK, work))
    await until(lambda: bool(begun))

    async def fails(*_: object) -> Mapping[str, str]:
        raise StoreError("The database does not answer.")

    monkeypatch.setattr(store.leases, "claim", fails)
    for _ in range(int(LASTS)):
        await clock.move_on(timedelta(seconds=1))
    await until(lambda: bool(ended))
    assert f"{BUCKETS + 5} leases could not be renewed in time" in log.getvalue()
    monkeypatch.setattr(store.leases, "claim", claim)
    await clock.move_on(timedelta(seconds=EVERY))
    await until(lambda: len(begun) == 2)
    for task in (running, working):
        task.cancel()
    await asyncio.wait((running, working))


async def test_work_that_one_process_does_moves_with_its_lease(store: Store, clock: FakeClock) -> None:
    one, two = process(store, clock), process(store, clock)
    done = list[Leases]()

    async def work(leases: Leases) -> None:
        done.append(leases)
        await asyncio.Event().wait()

    await one.beat()
    tasks = [
        asyncio.create_task(leases.while_held(CLOCK, lambda leases=leases: work(leases)))
        for leases in (one, two)
    ]
    await until(lambda: done == [one])
    await one.stop()
    await two.beat()
    await until(lambda: done == [one, two])
    for task in tasks:
        task.cancel()
    await asyncio.wait(tasks)
