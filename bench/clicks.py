"""Clicks on a fake Discord, each measured until its answer has arrived."""

import asyncio
import os
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path
from time import perf_counter
from typing import Any

from bench.figures import Figures
from tests.fakes.discord.interactions import PRESS
from tests.fakes.discord.server import FakeDiscord
from tests.fakes.discord.world import Account, Channel, Post

PATIENCE = 30.0
"""Seconds after which a click is given up."""


class Clicker:
    """Clicks buttons as members do, and measures the time."""

    def __init__(self, server: FakeDiscord, figures: Figures) -> None:
        self._server = server
        self.figures = figures
        self._posted: dict[Channel, asyncio.Future[float]] = {}
        server.endpoints.on_post = self._seen

    async def click(self, kind: str, account: Account, post: Post, code: str) -> Post:
        """Click the button with this callback data. Returns the private answer."""
        data: dict[str, Any] = {"component_type": 2, "custom_id": code}
        one = self._server.interactions.born(PRESS, account, post.channel, data, post)
        begun = perf_counter()
        await self._server.happen(one)
        async with asyncio.timeout(PATIENCE):
            await one.acknowledged.wait()
            self.figures.note("ack", begun, perf_counter())
            await one.settled.wait()
        self.figures.note(kind, begun, perf_counter())
        answer = one.posts[-1] if one.posts else one.original
        assert answer is not None
        return answer

    async def until_posted(self, kind: str, channel: Channel, press: Callable[[], Awaitable[Post]]) -> Post:
        """Click, and wait for the channel's next public message with a picture."""
        seen = self._posted[channel] = asyncio.get_running_loop().create_future()
        begun = perf_counter()
        await press()
        async with asyncio.timeout(PATIENCE):
            self.figures.note(kind, begun, await seen)
        return channel.messages[-1]

    def _seen(self, post: Post) -> None:
        waiting = self._posted.pop(post.channel, None) if post.attachments else None
        if waiting is not None and not waiting.done():
            waiting.set_result(perf_counter())


def synced(folder: Path, times: int = 200) -> list[float]:
    """Milliseconds that it takes to sync one page to the disk, which each write to the log waits for."""
    taken = []
    with (folder / "page").open("wb") as page:
        for _ in range(times):
            page.write(bytes(4096))
            page.flush()
            begun = perf_counter()
            os.fsync(page.fileno())
            taken.append(1000 * (perf_counter() - begun))
    return taken


def code_of(post: Post, *beginnings: str) -> str:
    """The callback data of the first button whose label begins so."""
    for beginning in beginnings:
        for button in post.buttons:
            if str(button.get("label")).startswith(beginning):
                return str(button["custom_id"])
    raise LookupError(f"none of {beginnings} among {post.labels}")


async def paced(steps: Sequence[Callable[[], Awaitable[object]]], a_second: float) -> None:
    """Begin a number of steps each second, whether or not the earlier ones have ended."""
    begun, running = perf_counter(), []
    for number, step in enumerate(steps):
        await asyncio.sleep(max(0.0, begun + number / a_second - perf_counter()))
        running.append(asyncio.ensure_future(step()))
    await asyncio.gather(*running)
