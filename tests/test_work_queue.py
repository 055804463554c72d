"""The queue of work: what somebody waits for goes first, and nothing is lost or starved."""

import asyncio
from collections.abc import Callable, Coroutine
from contextlib import AsyncExitStack

import pytest

from bot.work_queue import WorkQueue, in_background

Work = Callable[[WorkQueue, str, list[str]], Coroutine[None, None, None]]


async def work(queue: WorkQueue, name: str, done: list[str]) -> None:
    async with queue.turn():
        await asyncio.sleep(0)
        done.append(name)


async def behind(queue: WorkQueue, name: str, done: list[str]) -> None:
    in_background.set(True)
    await work(queue, name, done)


async def hold(queue: WorkQueue, over: asyncio.Event) -> None:
    async with queue.turn():
        await over.wait()


async def free_places(queue: WorkQueue) -> int:
    """How many pieces are let in at once while nothing waits."""
    async with AsyncExitStack() as stack:
        places = 0
        while not queue.is_long:
            await stack.enter_async_context(queue.turn())
            places += 1
        return places


async def test_answers_go_before_work_in_the_background() -> None:
    queue, done = WorkQueue(1), list[str]()
    async with queue.turn():
        posts = [asyncio.create_task(behind(queue, f"post {n}", done)) for n in range(2)]
        await asyncio.sleep(0)
        answers = [asyncio.create_task(work(queue, f"answer {n}", done)) for n in range(3)]
        await asyncio.sleep(0)
    await asyncio.gather(*posts, *answers)
    assert done == ["answer 0", "answer 1", "answer 2", "post 0", "post 1"]


async def test_the_age_of_the_oldest_request_is_known_until_it_is_done() -> None:
    now = [0.0]
    queue, first, second = WorkQueue(1, now=lambda: now[0]), asyncio.Event(), asyncio.Event()
    posts = asyncio.create_task(behind(queue, "post", []))
    requests = []
    for over in (first, second):
        requests.append(asyncio.create_task(hold(queue, over)))
        await asyncio.sleep(0)
        now[0] += 5
    assert queue.oldest_seconds == 10, "the first is worked on, and the second waits"
    first.set()
    await requests[0]
    assert queue.oldest_seconds == 5
    requests[1].cancel()
    await asyncio.gather(posts, *requests, return_exceptions=True)
    assert queue.oldest_seconds == 0


async def test_every_fourth_turn_goes_to_work_in_the_background_that_waits() -> None:
    queue, done = WorkQueue(1), list[str]()
    async with queue.turn():
        posts = [asyncio.create_task(behind(queue, "post", done)) for _ in range(3)]
        answers = [asyncio.create_task(work(queue, "answer", done)) for _ in range(20)]
        await asyncio.sleep(0)
    await asyncio.gather(*posts, *answers)
    assert [turn for turn, name in enumerate(done) if name == "post"] == [3, 7, 11]


@pytest.mark.parametrize("kind", [work, behind])
async def test_turns_while_only_one_kind_waits_do_not_count(kind: Work) -> None:
    queue, done = WorkQueue(1), list[str]()
    for _ in range(3):
        await asyncio.create_task(kind(queue, "", []))
    async with queue.turn():
        post = asyncio.create_task(behind(queue, "post", done))
        answer = asyncio.create_task(work(queue, "answer", done))
        await asyncio.sleep(0)
    await asyncio.gather(post, answer)
    assert done == ["answer", "post"]


async def test_cancelled_work_in_the_background_takes_no_turn_from_the_next() -> None:
    queue, done = WorkQueue(1), list[str]()
    async with queue.turn():
        first, second = (asyncio.create_task(behind(queue, f"post {n}", done)) for n in range(2))
        answers = [asyncio.create_task(work(queue, "answer", done)) for _ in range(20)]
        await asyncio.sleep(0)
        first.cancel()
    await asyncio.wait([first, second, *answers])
    assert done.index("post 1") == 3


@pytest.mark.parametrize("as_its_turn_comes", [False, True])
async def test_cancelled_work_gives_its_place_to_the_next(as_its_turn_comes: bool) -> None:
    queue, done = WorkQueue(1), list[str]()
    async with queue.turn():
        first = asyncio.create_task(work(queue, "first", done))
        second = asyncio.create_task(work(queue, "second", done))
        await asyncio.sleep(0)
        if not as_its_turn_comes:
            first.cancel()
    first.cancel()
    await asyncio.wait([first, second])
    assert done == ["second"]
    assert not queue.is_long
    assert await free_places(queue) == 1


async def test_work_that_is_cancelled_during_its_turn_gives_up_its_place() -> None:
    queue = WorkQueue(1)
    task = asyncio.create_task(hold(queue, asyncio.Event()))
    await asyncio.sleep(0)
    assert queue.is_long
    task.cancel()
    await asyncio.wait([task])
    assert await free_places(queue) == 1


@pytest.mark.parametrize("is_cancelled", [False, True])
async def test_work_that_waits_for_something_else_gives_up_its_place_once(is_cancelled: bool) -> None:
    queue, over, done = WorkQueue(1, patience=0.01), asyncio.Event(), list[str]()
    slow = asyncio.create_task(hold(queue, over))
    await asyncio.sleep(0)
    await work(queue, "quick", done)
    assert done == ["quick"]
    assert not slow.done()
    if is_cancelled:
        slow.cancel()
    over.set()
    await asyncio.wait([slow])
    assert await free_places(queue) == 1


async def test_work_that_fails_gives_up_its_place() -> None:
    queue = WorkQueue(1)
    with pytest.raises(LookupError):
        async with queue.turn():
            raise LookupError
    assert not queue.is_long
