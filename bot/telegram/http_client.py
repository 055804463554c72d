"""Requests to Telegram over HTTP."""

from http import HTTPStatus

import aiohttp
import httpx
from telegram.error import NetworkError, TimedOut
from telegram.request import BaseRequest, RequestData

from bot.model.port import Watcher

_CONNECTING, _READING, _UPLOADING = 20.0, 5.0, 20.0
"""Seconds that a request may wait for a connection, for each part of the answer, and to send a file."""

_CERTIFICATES = httpx.create_ssl_context()
"""The certificates that httpx trusts, read once: that takes 30 ms."""


class HttpClient(BaseRequest):
    """An HTTP client with a number of connections.

    The library's own takes less than a fifth of a core at 25 messages a second (0.05 to 0.12, this one 0.02
    to 0.04). But 500 requests at once take it 1.6 to 3.7 s of processor time, and this one 0.1 to 0.2 s, as
    its pool compares each request with all connections: the burst in bench.groups takes the bot 60 % more.

    The requests of one with a `watcher` follow each other: Telegram is cut off when another one begins before
    the last was answered, and back with each answer.
    """

    def __init__(self, connections: int, proxy: str | None = None, watcher: Watcher | None = None) -> None:
        self._connections = connections
        self._proxy = proxy
        self._watcher, self._is_waiting = watcher or Watcher(), False
        self._session: aiohttp.ClientSession | None = None

    @property
    def read_timeout(self) -> float:
        """Seconds that Telegram may take to answer, unless a request says otherwise."""
        return _READING

    async def initialize(self) -> None:
        """Get ready to connect."""
        if self._session is None or self._session.closed:
            connector = aiohttp.TCPConnector(limit=self._connections, ssl=_CERTIFICATES)
            jar = aiohttp.DummyCookieJar()
            self._session = aiohttp.ClientSession(connector=connector, cookie_jar=jar, proxy=self._proxy)

    async def shutdown(self) -> None:
        """Close all connections."""
        if self._session is not None:
            await self._session.close()

    async def do_request(
        self,
        url: str,
        method: str,
        request_data: RequestData | None = None,
        read_timeout: object = None,
        write_timeout: object = None,
        connect_timeout: object = None,
        pool_timeout: object = None,
    ) -> tuple[int, bytes]:
        """Make a request. Only its `read_timeout` may differ: seconds for each part of the answer."""
        if self._session is None or self._session.closed:
            raise RuntimeError("the HTTP client is closed")
        if self._is_waiting:
            self._watcher.cut()
        self._is_waiting = True
        call = self._session.request(
            method,
            url,
            data=_body(request_data),
            headers={"User-Agent": self.USER_AGENT},
            allow_redirects=False,
            timeout=_limits(request_data, read_timeout),
        )
        try:
            async with call as response:
                if response.status < HTTPStatus.INTERNAL_SERVER_ERROR:
                    self._is_waiting = False
                    await self._watcher.back()
                answer = await response.read()
        except TimeoutError as error:
            raise TimedOut from error
        except aiohttp.ClientError as error:
            raise NetworkError(type(error).__name__) from error
        if not answer.lstrip().startswith(b"{"):  # something in between answers for Telegram
            raise NetworkError(f"status {response.status} without JSON")
        return response.status, answer


def _body(asked: RequestData | None) -> aiohttp.FormData | dict[str, str] | None:
    """The parameters of a request, with its files."""
    if asked is None or not asked.contains_files:
        return asked.json_parameters if asked else None
    form = aiohttp.FormData(asked.json_parameters)
    for part, (name, content, kind) in asked.multipart_data.items():
        form.add_field(part, content, filename=name, content_type=kind)
    return form


def _limits(asked: RequestData | None, read_timeout: object) -> aiohttp.ClientTimeout:
    """How long the parts of a request may take."""
    reading = read_timeout if isinstance(read_timeout, int | float) else _READING
    uploading = _UPLOADING if asked and asked.contains_files else _READING
    whole = _CONNECTING + uploading + reading
    return aiohttp.ClientTimeout(whole, connect=_CONNECTING, sock_connect=_READING, sock_read=reading)
