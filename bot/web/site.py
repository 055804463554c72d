"""The page's files, pictures and WebSocket over HTTP. Requests that other sites' pages make are refused."""

import asyncio
import logging
from base64 import b64encode
from collections import Counter
from collections.abc import Awaitable, Callable, Collection, Mapping
from contextlib import ExitStack
from hashlib import sha256
from urllib.parse import SplitResult, urlsplit

from aiohttp import web
from aiohttp.typedefs import Middleware

from bot.text.i18n import LANGUAGES
from bot.web.page_files import FILES, PAGE, app_page, content_of, start_script, version_of_page, words_of
from bot.web.server import TAKING_LEAVE, WebLimits, network_of_request
from engine.board import PRINTED_LANGUAGE

_START = b64encode(sha256(start_script().encode()).digest()).decode()
"""The digest by which a browser knows the one script that may stand in the page."""

HEADERS = {
    "Content-Security-Policy": (
        f"default-src 'none'; script-src 'self' 'sha256-{_START}'; style-src 'self';"
        " img-src 'self' data:; connect-src 'self';"
        " base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    ),
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
}

FRAMES = (
    "https://web.telegram.org",
    "https://discord.com",
    "https://ptb.discord.com",
    "https://canary.discord.com",
)
"""Telegram's and Discord's own pages, which may show the board in a frame."""

APPS_HEADERS = HEADERS | {
    "Content-Security-Policy": HEADERS["Content-Security-Policy"]
    .replace("script-src 'self'", "script-src 'self' https://telegram.org")
    .replace("frame-ancestors 'none'", f"frame-ancestors {' '.join(FRAMES)}")
}

PROXY = "/.proxy"
"""What Discord's proxy may put before the path of a request."""

MAP_FILE, PRINTED_MAP = "map.webp", f"{PRINTED_LANGUAGE}.webp"
"""The address of the painted map in pages of earlier versions, and its present name."""


VERSION = web.AppKey("version", str)
"""The version of the page's files: a part of their addresses."""

COUNTED = web.RequestKey("counted", ExitStack)
"""Closed once a platform has said who opened a socket: it no longer counts for its address's limit."""

CACHED_FOREVER = {"Cache-Control": "private, max-age=31536000, immutable"}
ASKED_AGAIN = {"Cache-Control": "no-cache"}
KEPT = {"Cache-Control": "private, max-age=3600"}
"""Of the chat's page, which a browser need not wait for. What it shows comes over the socket, and the socket
of a page of another version is closed as OUTDATED."""

OUTDATED = 4409
"""The code with which a socket is closed whose page is of another version: the page loads itself again."""


OTHER_NAME = (
    "This chat answers at localhost and at its own addresses. If it has another name,"
    " the operator lists it in LOCAL_NAMES."
)

log = logging.getLogger(__name__)

Respond = Callable[[web.Request], Awaitable[web.StreamResponse]]
FindPicture = Callable[[str, Callable[[], bool]], Awaitable[bytes | None]]
"""Finds a picture by its key. The function says whether anybody still waits for it."""
FindBoardFile = Callable[[str, str], Awaitable[bytes | None]]
"""Finds a file of a board by the board's edition and the file's name: `en.json`, `en.webp`, or MAP_FILE."""
OwnNames = Callable[[str], bool]
"""Whether a host name is one of the page's own."""


def make_app(
    serve_tab: Respond,
    picture: FindPicture,
    board_file: FindBoardFile,
    names: OwnNames,
    limits: WebLimits,
) -> web.Application:
    """The page's application. `serve_tab` serves a socket; `picture` finds a public picture by its key.

    It answers to `names` only. That keeps out other sites' pages whose host name resolves to this machine
    (DNS rebinding).
    """
    app = web.Application(middlewares=_guards(names, limits))
    app.on_response_prepare.append(_with_headers(HEADERS))
    app[VERSION] = version_of_page()
    app.router.add_get("/", _bytes(content_of(PAGE, app[VERSION]), "text/html", KEPT))
    _add_files(app, board_file)

    async def png(request: web.Request) -> web.Response:
        body = await picture(request.match_info["key"], lambda: request.transport is not None)
        if body is None:
            raise web.HTTPNotFound(text="There is no such picture, or it cannot be drawn any more.")
        return web.Response(body=body, content_type="image/png", headers=CACHED_FOREVER)

    app.router.add_get("/picture/{key}.png", png)
    app.router.add_get("/chat", _own_page_only(_of_this_version(serve_tab)))
    return app


def make_apps_site(
    serve_tab: Respond,
    board_file: FindBoardFile,
    origins: Callable[[], Collection[str]],
    client_id: Callable[[], str],
    limits: WebLimits,
) -> web.Application:
    """The site that Telegram and Discord show in a frame: one page, which shows one table.

    It answers at `origins` only, and to sockets from there. Discord's proxy asks for files with and without
    the prefix PROXY. `client_id` is that of the application on Discord.
    """

    def is_own(name: str) -> bool:
        return name in {_parts(origin).hostname for origin in origins()}

    app = web.Application(middlewares=_guards(is_own, limits))
    app.on_response_prepare.append(_with_headers(APPS_HEADERS))
    app[VERSION] = version_of_page()
    page = app_page(app[VERSION])

    async def discord(_: web.Request) -> web.Response:
        if id := client_id():
            return web.json_response({"client": id})
        raise web.HTTPNotFound(text="There is no Activity.")

    for prefix in ("", PROXY):
        app.router.add_get(f"{prefix}/", _bytes(page, "text/html"))
        _add_files(app, board_file, prefix)
        app.router.add_get(f"{prefix}/discord.json", discord)
        app.router.add_get(f"{prefix}/chat", _own_page_only(serve_tab, origins))
    return app


def _add_files(app: web.Application, board_file: FindBoardFile, prefix: str = "") -> None:
    """Serve all files that a page is made of, below a prefix."""
    for path, (name, kind) in FILES.items():
        _add_file(app, path, _bytes(content_of(name, app[VERSION]), kind), prefix)
    for language in LANGUAGES:
        words = _bytes(words_of(language), "application/json")
        _add_file(app, f"/words/{language}.json", words, prefix)

    async def board(request: web.Request) -> web.Response:
        name = request.match_info["name"]
        kind = "image/webp" if name.endswith(".webp") else "application/json"
        body = await board_file(request.match_info["edition"], name)
        if body is None:
            raise web.HTTPNotFound(text="There is no such board.")
        return await asyncio.to_thread(_unless_known, request, body, kind)

    _add_file(app, "/board/{edition}/{name}", board, prefix)


def _add_file(app: web.Application, path: str, handler: Respond, prefix: str) -> None:
    """Serve a file at its own address, and below the address of each version."""
    app.router.add_get(f"{prefix}{path}", handler)
    app.router.add_get(f"{prefix}/files/{{version}}{path}", handler)


def _bytes(body: bytes, kind: str, caching: Mapping[str, str] = ASKED_AGAIN) -> Respond:
    async def answer(request: web.Request) -> web.Response:
        return _unless_known(request, body, kind, caching)

    return answer


def _unless_known(
    request: web.Request, body: bytes, kind: str, caching: Mapping[str, str] = ASKED_AGAIN
) -> web.Response:
    """A file. The browser keeps it if the address has this version; `caching` holds for any other address.

    The answer is empty if the browser has this one.
    """
    tag = sha256(body).hexdigest()[:32]
    kept_tags = {kept.value for kept in request.if_none_match or ()}
    is_kept = request.match_info.get("version") == request.app[VERSION]
    headers = {**(CACHED_FOREVER if is_kept else caching), "ETag": f'"{tag}"'}
    if tag in kept_tags:
        return web.Response(status=304, headers=headers)
    text = kind.startswith("text/") or kind in ("image/svg+xml", "application/json")
    response = web.Response(body=body, content_type=kind, charset="utf-8" if text else None, headers=headers)
    if text:
        response.enable_compression()
    return response


def _own_page_only(serve_tab: Respond, origins: Callable[[], Collection[str]] | None = None) -> Respond:
    """Refuse a socket that another site's page opens: one that is not at the host of the request, or not one
    of `origins`.
    """

    async def answer(request: web.Request) -> web.StreamResponse:
        origin = request.headers.get("Origin", "").lower()
        at_host = _parts(origin).netloc == request.host.lower()
        if not (at_host if origins is None else origin in origins()):
            raise web.HTTPForbidden(text="This socket is for this site's own page.")
        if "Sec-WebSocket-Protocol" in request.headers:
            raise web.HTTPBadRequest(text="This socket has no subprotocol.")
        return await serve_tab(request)

    return answer


def _of_this_version(serve_tab: Respond) -> Respond:
    """Close the socket of a page that was kept from another version. A page may leave its version out."""

    async def answer(request: web.Request) -> web.StreamResponse:
        if request.query.get("version", request.app[VERSION]) == request.app[VERSION]:
            return await serve_tab(request)
        socket = web.WebSocketResponse(timeout=TAKING_LEAVE, max_msg_size=1)
        await socket.prepare(request)
        await socket.close(code=OUTDATED)
        return socket

    return answer


def _guards(names: OwnNames, limits: WebLimits) -> list[Middleware]:
    """What each request passes, the first one first."""
    return [_counted(limits), _within(limits.patience), _only_at(names)]


def _counted(limits: WebLimits) -> Middleware:
    """Refuse a request of an address that has too many open. A socket is one, until it is let go."""
    open_requests = Counter[str]()

    def leave(network: str) -> None:
        open_requests[network] -= 1
        if not open_requests[network]:
            del open_requests[network]

    @web.middleware
    async def answer(request: web.Request, handler: Respond) -> web.StreamResponse:
        network = network_of_request(request, limits)
        if network and open_requests[network] >= limits.per_address:
            log.warning("one address has too many requests for the page open")
            raise web.HTTPTooManyRequests(text="Too many requests from your address; wait for a moment.")
        with ExitStack() as held:
            open_requests[network] += 1
            held.callback(leave, network)
            request[COUNTED] = held
            return await handler(request)

    return answer


def _only_at(names: OwnNames) -> Middleware:
    @web.middleware
    async def answer(request: web.Request, handler: Respond) -> web.StreamResponse:
        name = _parts(f"//{request.host}").hostname or ""
        if names(name):
            return await handler(request)
        raise web.HTTPForbidden(text=OTHER_NAME)

    return answer


def _within(patience: float) -> Middleware:
    """Close the connection of a page that does not read a response."""

    @web.middleware
    async def answer(request: web.Request, handler: Respond) -> web.StreamResponse:
        response = await handler(request)
        if not response.prepared:
            try:
                async with asyncio.timeout(patience):
                    await response.prepare(request)
                    await response.write_eof()
            except ConnectionError:
                pass
            except TimeoutError:
                if request.transport:
                    request.transport.abort()
        return response

    return answer


def _parts(address: str) -> SplitResult:
    """The parts of an address; all empty where it is none."""
    try:
        return urlsplit(address)
    except ValueError:
        return urlsplit("")


def _with_headers(headers: Mapping[str, str]) -> Callable[[web.Request, web.StreamResponse], Awaitable[None]]:
    """Give each response these headers."""

    async def prepare(_: web.Request, response: web.StreamResponse) -> None:
        response.headers.update(headers)

    return prepare
