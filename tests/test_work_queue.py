"""The queue of work: what somebody waits for goes first, and nothing is lost or starved."""

import asyncio

import pytest

from bot.work_queue import WorkQueue, in_background


async def work(queue: WorkQueue, name: str, done: list[str]) -> None:
    async with queue.turn():
        await asyncio.sleep(0)
        done.append(name)


async def behind(queue: WorkQueue, name: str, done: list[str]) -> None:
    in_background.set(True)
    await work(queue, name, done)


async def test_answers_go_before_work_in_the_background() -> None:
    queue, done = WorkQueue(1), list[str]()
    async with queue.turn():
        posts = [asyncio.create_task(behind(queue, f"post {n}", done)) for n in range(2)]
        await asyncio.sleep(0)
        answers = [asyncio.create_task(work(queue, f"answer {n}", done)) for n in range(3)]
        await asyncio.sleep(0)
    await asyncio.gather(*posts, *answers)
    assert done == ["answer 0", "answer 1", "answer 2", "post 0", "post 1"]


async def test_work_in_the_background_goes_on_under_any_load() -> None:
    queue, done = WorkQueue(1), list[str]()
    async with queue.turn():
        post = asyncio.create_task(behind(queue, "post", done))
        answers = [asyncio.create_task(work(queue, "answer", done)) for _ in range(20)]
        await asyncio.sleep(0)
    await asyncio.gather(post, *answers)
    assert done.index("post") == 3


async def test_the_queue_is_long_once_new_work_would_wait() -> None:
    queue = WorkQueue(2)
    async with queue.turn():
        assert not queue.is_long
        async with queue.turn():
            assert queue.is_long
    assert not queue.is_long


async def test_cancelled_work_gives_its_place_to_the_next() -> None:
    queue, done = WorkQueue(1), list[str]()
    async with queue.turn():
        first = asyncio.create_task(work(queue, "first", done))
        second = asyncio.create_task(work(queue, "second", done))
        await asyncio.sleep(0)
        first.cancel()
    await asyncio.wait([first, second])
    assert done == ["second"]
    assert not queue.is_long


async def test_work_that_is_cancelled_as_its_turn_comes_loses_no_place() -> None:
    queue, done = WorkQueue(1), list[str]()
    async with queue.turn():
        first = asyncio.create_task(work(queue, "first", done))
        await asyncio.sleep(0)
    first.cancel()
    await asyncio.wait([first])
    await work(queue, "second", done)
    assert done == ["second"]


async def test_work_that_waits_for_something_else_gives_up_its_place() -> None:
    queue, done = WorkQueue(1, patience=0.01), list[str]()
    over = asyncio.Event()

    async def slow() -> None:
        async with queue.turn():
            await over.wait()

    task = asyncio.create_task(slow())
    await asyncio.sleep(0)
    await work(queue, "quick", done)
    over.set()
    await task
    assert done == ["quick"]
    assert not queue.is_long


async def test_work_that_fails_gives_up_its_place() -> None:
    queue = WorkQueue(1)
    with pytest.raises(LookupError):
        async with queue.turn():
            raise LookupError
    assert not queue.is_long
