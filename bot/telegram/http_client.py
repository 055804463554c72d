"""Requests to Telegram over HTTP."""

import aiohttp
import httpx
from telegram.error import NetworkError, TimedOut
from telegram.request import BaseRequest, RequestData

_CONNECTING, _READING, _UPLOADING = 20.0, 5.0, 20.0
"""Seconds that a request may wait for a connection, for each part of the answer, and to send a file."""

_CERTIFICATES = httpx.create_ssl_context()
"""The certificates that httpx trusts, read once: that takes 30 ms."""


class HttpClient(BaseRequest):
    """An HTTP client with a number of connections.

    The library's own compares each request that waits in its pool with all connections. Even with 16
    connections and no request waiting there, the last of 500 presses at once is acknowledged after 4.4 s, and
    a turn takes 91 ms of processor time; with this one 2.0 s and 80 ms (see bench.groups, whose bars are 3 s
    and 80 ms).
    """

    def __init__(self, connections: int, proxy: str | None = None) -> None:
        self._connections = connections
        self._proxy = proxy
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
        data: aiohttp.FormData | dict[str, str] = request_data.json_parameters if request_data else {}
        reading = read_timeout if isinstance(read_timeout, int | float) else _READING
        whole = _CONNECTING + _READING + reading
        if request_data and request_data.contains_files:
            whole += _UPLOADING - _READING
            data = aiohttp.FormData(request_data.json_parameters)
            for part, (name, content, kind) in request_data.multipart_data.items():
                data.add_field(part, content, filename=name, content_type=kind)
        call = self._session.request(
            method,
            url,
            data=data or None,
            headers={"User-Agent": self.USER_AGENT},
            allow_redirects=False,
            timeout=aiohttp.ClientTimeout(
                whole, connect=_CONNECTING, sock_connect=_READING, sock_read=reading
            ),
        )
        try:
            async with call as response:
                answer = await response.read()
        except TimeoutError as error:
            raise TimedOut from error
        except aiohttp.ClientError as error:
            raise NetworkError(type(error).__name__) from error
        if not answer.lstrip().startswith(b"{"):  # something in between answers for Telegram
            raise NetworkError(f"status {response.status} without JSON")
        return response.status, answer
