"""The bench of games that last weeks: its virtual time, its games, and what it counts."""

import asyncio
from datetime import timedelta

from bench.virtual_time import BEGIN, VirtualClock, run
from bench.weeks import played


def test_virtual_time_jumps_to_the_next_sleeper() -> None:
    async def sleep() -> list[str]:
        clock, woken = VirtualClock(), list[str]()

        async def sleeper(days: int) -> None:
            await clock.sleep(days * 86400)
            woken.append(f"{clock.now() - BEGIN}")

        await asyncio.gather(sleeper(30), sleeper(7), asyncio.to_thread(woken.append, "a thread"))
        return woken

    assert run(sleep()) == ["a thread", str(timedelta(days=7)), str(timedelta(days=30))]


def test_games_end_and_the_same_seed_plays_the_same_games() -> None:
    first, again = (run(played(range(2), 1, None)) for _ in range(2))
    assert first == again
    assert not any(tally.stalled or tally.refusals for tally in first)
    assert all(tally.turns > 30 for tally in first)
