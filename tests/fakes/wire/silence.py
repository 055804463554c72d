"""A network between a page and the program that can lose everything in silence."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager


class Network:
    """Passes bytes both ways. Connections that are cut stay open, but nothing passes on them any longer."""

    def __init__(self, port: int) -> None:
        self.port = 0
        """Where it listens."""
        self.is_down = False
        """Whether new connections are cut too."""
        self.dropped = 0
        """Bytes of the page that were lost."""
        self._to = port
        self._cut: set[tuple[int, bool]] = set()
        """The connections, and whether it is what the page sends on them that is lost."""
        self._count = 0
        self._open: set[asyncio.Task[None]] = set()
        self._writers: list[asyncio.StreamWriter] = []

    def cut(self, *, only_answers: bool = False) -> None:
        """Lose what comes on the connections that are open now, or only what the program answers."""
        self._cut = {(number, is_page) for number in range(self._count) for is_page in (True, False)}
        if only_answers:
            self._cut = {(number, is_page) for number, is_page in self._cut if not is_page}

    async def connect(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        number, self._count = self._count, self._count + 1
        if self.is_down:
            self._cut |= {(number, True), (number, False)}
        to_reader, to_writer = await asyncio.open_connection("127.0.0.1", self._to)
        self._writers += [writer, to_writer]
        for source, target, is_page in ((reader, to_writer, True), (to_reader, writer, False)):
            task = asyncio.create_task(self._pass(number, source, target, is_page=is_page))
            self._open.add(task)
            task.add_done_callback(self._open.discard)

    async def _pass(
        self, number: int, source: asyncio.StreamReader, target: asyncio.StreamWriter, *, is_page: bool
    ) -> None:
        try:
            while data := await source.read(1 << 16):
                if (number, is_page) in self._cut:
                    self.dropped += len(data) if is_page else 0
                    continue
                target.write(data)
                await target.drain()
        except ConnectionError:
            pass
        if (number, is_page) not in self._cut:
            target.close()

    async def close(self) -> None:
        for task in [*self._open]:
            task.cancel()
        await asyncio.gather(*self._open, return_exceptions=True)
        for writer in self._writers:
            writer.close()


@asynccontextmanager
async def network_to(port: int) -> AsyncIterator[Network]:
    """A network in front of a port of this machine."""
    network = Network(port)
    server = await asyncio.start_server(network.connect, "127.0.0.1", 0)
    network.port = server.sockets[0].getsockname()[1]
    try:
        yield network
    finally:
        server.close()
        await network.close()
        await server.wait_closed()
