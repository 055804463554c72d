"""A fake platform's server: it listens, records requests, causes faults, and fails the test on violations."""

import asyncio
import re
import socket
from abc import ABC, abstractmethod
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from random import SystemRandom
from typing import Any, Self

from aiohttp import web

from bot.clock import Clock
from tests.fakes.wire.faults import Fault, Faults, Lost

_BOUNDARY = re.compile(r'boundary="?([^";]+)')
_PARAMETER = re.compile(r'\b(name|filename)="([^"]*)"')
"""What the header of a part says of it."""


def free_port() -> int:
    """A port of this machine, below those that the system gives to connections, so that it stays free."""
    while True:
        port = SystemRandom().randrange(10_000, 30_000)
        with socket.socket() as trial, suppress(OSError):
            trial.bind(("127.0.0.1", port))
            return port


@dataclass(frozen=True)
class File:
    """What is uploaded."""

    name: str
    data: bytes = field(repr=False)


class FakeServer(ABC):
    """One platform on a free port. `violations` are requests that the real one would not take."""

    largest_request: int

    def __init__(self, clock: Clock | None, *, checked: bool) -> None:
        self.clock = clock or Clock()
        self.checked = checked
        self.faults = Faults()
        self.violations: list[str] = []
        self.requests: list[tuple[str, Any]] = []
        """The endpoint and the parameters of each request, in order of arrival."""
        self.transcript: list[str] = []
        """What users did and saw, line by line."""
        self.url = ""

    @abstractmethod
    def add_routes(self, router: web.UrlDispatcher) -> None:
        """Say what is served."""

    @abstractmethod
    def refusal(self, fault: Fault) -> web.Response:
        """How the platform words a fault."""

    @asynccontextmanager
    async def running(self) -> AsyncIterator[Self]:
        """Listen; at the end no violation may be left."""
        app = web.Application(client_max_size=self.largest_request)
        self.add_routes(app.router)
        runner = web.AppRunner(app, shutdown_timeout=0.1, access_log=None)
        await runner.setup()
        await web.TCPSite(runner, "127.0.0.1", 0).start()
        host, port = runner.addresses[0][:2]
        self.url = f"http://{host}:{port}"
        self.opened()
        try:
            yield self
        finally:
            await self.closing()
            await runner.cleanup()
        assert self.violations == [], f"the platform would not have taken this: {self.violations}"

    def opened(self) -> None:  # noqa: B027 - most have nothing to prepare
        """Prepare what needs the address."""

    async def closing(self) -> None:  # noqa: B027
        """Stop what runs together with the server."""

    def log(self, line: str) -> None:
        """Add a line to the transcript."""
        self.transcript.append(line)

    async def perform(
        self, http: web.Request, endpoint: str, work: Callable[[], web.Response], chat: object = None
    ) -> web.StreamResponse:
        """Do the work of a request, unless a fault keeps it or its response back."""
        fault = self.faults.next_for(endpoint, chat)
        if fault is None:
            return work()
        if fault.lost is Lost.SLOWLY:
            await asyncio.sleep(fault.seconds)
            return work()
        if fault.takes_effect:
            work()
        if fault.lost is None:
            return self.refusal(fault)
        if fault.lost is Lost.TIMEOUT:
            while not hung_up(http):  # noqa: ASYNC110 - the other end decides
                await asyncio.sleep(0.02)
        elif http.transport is not None:
            http.transport.abort()
        return web.Response(status=500)


def hung_up(http: web.Request) -> bool:
    """Whether nobody waits for the response any more."""
    return http.transport is None or http.transport.is_closing()


async def read_form(http: web.Request) -> tuple[dict[str, str], dict[str, File]]:
    """The texts and the files of a form, by the names of their parts.

    The libraries write a form in one go, so it is simply cut: aiohttp's own reader takes ten times as long.
    """
    texts: dict[str, str] = {}
    files: dict[str, File] = {}
    found = _BOUNDARY.search(http.headers["Content-Type"])
    assert found, "a form without a boundary"
    before, *parts, after = (b"\r\n" + await http.read()).split(b"\r\n--" + found[1].encode())
    assert (before, after.strip()) == (b"", b"--"), "a form that is cut short"
    for part in parts:
        head, _, body = part.partition(b"\r\n\r\n")
        about = dict(_PARAMETER.findall(head.decode()))
        if "filename" in about:
            files[about["name"]] = File(about["filename"], body)
        else:
            texts[about["name"]] = body.decode()
    return texts, files


def of_kind(server: FakeServer, endpoint: str) -> list[Any]:
    """The parameters of all requests to an endpoint."""
    return [params for name, params in server.requests if name == endpoint]
