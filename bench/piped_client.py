"""The other end of `bench.piped_bot`: starts it, asks it, and measures when the answers come."""

import asyncio
import json
import sys
from collections import defaultdict
from collections.abc import AsyncIterator
from contextlib import ExitStack, asynccontextmanager
from pathlib import Path
from time import monotonic
from typing import Any

from bench.processor import limited, megabytes_by_process, milliseconds_by_process

_LONGEST_LINE = 1 << 20

_OF_THE_LOOP = 2
"""Sockets by which an event loop wakes itself."""


class PipedBot:
    """A running bot. `begun` is when its process was started, `answered` and `drawn` when requests were."""

    def __init__(self, process: asyncio.subprocess.Process, begun: float) -> None:
        self.begun = begun
        self.posts: list[dict[str, Any]] = []
        """What it posted and edited: `to`, `text`, `pictures`."""
        self.posted: dict[str, asyncio.Future[float]] = {}
        """By chat or person, who waits for the next message there; see `until_posted`."""
        self.caught_up_at = 0.0
        """When all had been told what they missed before the start; 0 before that."""
        self._process = process
        self._answers: dict[int, asyncio.Future[tuple[Any, float]]] = {}
        self._drawn: dict[int, asyncio.Event] = defaultdict(asyncio.Event)
        """By request, whether the pictures of its answer have come."""

    async def ask(self, person: str, chat: str, **request: str) -> tuple[str, float]:
        """The text of the answer to a `code` or a `text`, and when it came (monotonic seconds)."""
        return await self._request(person=person, chat=chat, **request)

    async def look(self, person: str, chat: str, text: str) -> str:
        """The text of the answer to a `text`, once its pictures have come."""
        number = len(self._answers)
        answer, _ = await self.ask(person, chat, text=text)
        await self._drawn[number].wait()
        return answer

    async def statements(self) -> dict[str, int]:
        """How often each statement was sent to the database so far."""
        return (await self._request(statements=""))[0]

    async def _request(self, **request: str) -> tuple[Any, float]:
        assert self._process.stdin
        number = len(self._answers)
        answer = self._answers[number] = asyncio.get_running_loop().create_future()
        self._process.stdin.write(json.dumps({"id": number} | request).encode() + b"\n")
        return await answer

    def until_posted(self, to: str) -> asyncio.Future[float]:
        """When the next message to a chat or a person is sent or edited (monotonic seconds)."""
        return self.posted.setdefault(to, asyncio.get_running_loop().create_future())

    def memory(self, *, at_most: bool = False) -> list[int]:
        """The megabytes that it holds now, or held at most: its process, and each that draws or searches."""
        return [*megabytes_by_process(self._process.pid, "VmHWM" if at_most else "VmRSS").values()]

    def processor_time(self) -> dict[int, float]:
        """Milliseconds of processor time so far, of its process and of each that draws or searches for it."""
        return milliseconds_by_process(self._process.pid)

    def connections(self) -> int:
        """The connections to the database that the process has, as the system (Linux) lists them."""
        opened = [str(link.readlink()) for link in Path(f"/proc/{self._process.pid}/fd").iterdir()]
        files = [one for one in opened if one.endswith(".db")]
        sockets = [one for one in opened if one.startswith("socket:")]
        return len(files) or len(sockets) - _OF_THE_LOOP

    async def read(self) -> None:
        """Read what it writes, to its end."""
        assert self._process.stdout
        async for line in self._process.stdout:
            self._note(json.loads(line), monotonic())
        for answer in self._answers.values():
            answer.cancel()

    def _note(self, line: dict[str, Any], now: float) -> None:
        if "to" in line:
            self.posts.append(line)
            if waiting := self.posted.pop(line["to"], None):
                waiting.set_result(now)
        elif "caught up" in line:
            self.caught_up_at = now
        elif "text" in line or "statements" in line:
            self._answers[line["id"]].set_result((line.get("text") or line["statements"], now))
        else:
            self._drawn[line["id"]].set()


@asynccontextmanager
async def piped_bot(url: str, *platforms: str, share: float = 0) -> AsyncIterator[PipedBot]:
    """The bot on a database, from the start of its process to the end of the block.

    `share` limits it to a part of a core: 0.25 is a quarter. Exits if the bot fails.
    """
    pipes = {"stdin": asyncio.subprocess.PIPE, "stdout": asyncio.subprocess.PIPE, "limit": _LONGEST_LINE}
    begun, command = monotonic(), (sys.executable, "-m", "bench.piped_bot", url, *platforms)
    process = await asyncio.create_subprocess_exec(*command, **pipes)
    bot, limits = PipedBot(process, begun), ExitStack()
    if share:
        limits.enter_context(limited(process.pid, share))
    reading = asyncio.create_task(bot.read())
    try:
        yield bot
    finally:
        assert process.stdin
        process.stdin.close()
        await reading
        await process.wait()
        limits.close()
        if process.returncode:
            sys.exit(f"the bot ended with {process.returncode}")
