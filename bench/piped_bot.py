"""The bot as a process of its own, on a platform of lines: `python -m bench.piped_bot URL [LIBRARY ...]`.

Each line on standard input is a request, as a JSON object: `id`, `person`, `chat`, and a `code` (a click) or
a `text` (something typed); or `id` and `statements`. Each line on standard output is one of

- `{"id": 7, "text": ...}`: the answer, before its pictures
- `{"id": 7, "pictures": 2}`: the number of its pictures, when they are drawn
- `{"to": ..., "text": ..., "pictures": 1}`: a message that the bot posted or edited
- `{"id": 7, "statements": {...}}`: how often each statement was sent to the database so far
- `{"caught up": true}`: all have been told what they missed before the start

The process imports what `stationmaster run` imports with tokens of these platforms (`discord`, `telegram`),
and nothing of the tests. It ends when its standard input does.
"""

import asyncio
import json
import sys
from collections.abc import Callable, Coroutine
from importlib import import_module
from typing import Any

from bench.bare_platform import BarePlatform
from bench.statements import counted_statements
from bot.app import Host
from bot.clock import Clock
from bot.commands.dispatcher import Dispatcher
from bot.matches.leases import Leases
from bot.model.call import Asker, Call
from bot.model.identity import Chat, Destination, Person
from bot.model.message import Message, drawn
from bot.model.port import Key, Limits
from bot.settings import Settings
from bot.store import Store
from bot.workers.memory import keep_loaded, share_memory

PLATFORM = "hall"
_LONGEST_LINE = 1 << 20


class LinePlatform(BarePlatform):
    """A platform whose requests and messages are lines."""

    def __init__(self, lines: asyncio.StreamReader) -> None:
        super().__init__(PLATFORM, Limits(longest_post=20_000))
        self._lines = lines
        self._sent = 0
        self._statements = counted_statements()

    async def serve(self, dispatcher: Dispatcher) -> None:
        """Answer each line; return after the last one."""
        async with asyncio.TaskGroup() as answers:
            while line := await self._lines.readline():
                request = json.loads(line)
                if "statements" in request:
                    _write({"id": request["id"], "statements": self._statements})
                else:
                    answers.create_task(_answer(dispatcher, request))

    async def send(self, to: Destination, message: Message, key: Key, *, silent: bool) -> str:
        self._sent += 1
        _write({"to": to.id, "text": message.text, "pictures": len(message.pictures)})
        return str(self._sent)

    async def edit(self, to: Destination, id: str, message: Message, key: Key) -> bool:
        _write({"to": to.id, "text": message.text, "pictures": len(message.pictures)})
        return True


class LineLeases(Leases):
    """Leases that report when what was missed before the start has been sent."""

    async def catch_up(self, name: str, work: Callable[[], Coroutine[None, None, None]]) -> None:
        async def reported() -> None:
            await work()
            if name == "what was missed":
                _write({"caught up": True})

        await super().catch_up(name, reported)


async def _answer(dispatcher: Dispatcher, request: dict[str, Any]) -> None:
    person, chat = Person(PLATFORM, request["person"]), Chat(PLATFORM, request["chat"])
    call = Call.pressed(request["code"]) if "code" in request else Call.typed(request["text"])
    message = await dispatcher.answer(Asker(person, chat), call)
    _write({"id": request["id"], "text": message.text})
    pictures = (await drawn(message)).pictures
    _write({"id": request["id"], "pictures": len(pictures)})


def _write(line: dict[str, Any]) -> None:
    print(json.dumps(line), flush=True)


async def _run(url: str) -> None:
    share_memory()
    lines = asyncio.StreamReader(_LONGEST_LINE)
    await asyncio.get_running_loop().connect_read_pipe(lambda: asyncio.StreamReaderProtocol(lines), sys.stdin)
    async with await Store.open(url) as store:
        settings, clock = Settings(_env_file=None), Clock()  # type: ignore[call-arg]
        host = Host(store, settings, clock, leases=LineLeases(store, clock))
        platform = LinePlatform(lines)
        host.add_platform(platform)
        keep_loaded()
        running = asyncio.create_task(host.run())
        await platform.serve(host.dispatcher)
        running.cancel()
        await asyncio.wait([running])


if __name__ == "__main__":
    for name in sys.argv[2:]:
        import_module(f"bot.{name}.platform")
    asyncio.run(_run(sys.argv[1]))
