"""The page's files, pictures and WebSocket over HTTP. Requests that other sites' pages make are refused."""

import asyncio
import json
from collections.abc import Awaitable, Callable
from hashlib import sha256
from pathlib import Path
from urllib.parse import SplitResult, urlsplit

from aiohttp import web
from aiohttp.typedefs import Middleware

from bot.text.i18n import LANGUAGES, phrases

HERE = Path(__file__).parent

FILES = {
    "/": ("page.html", "text/html"),
    "/favicon.ico": ("icon.svg", "image/svg+xml"),
    **{f"/{path.name}": (path.name, "text/css") for path in sorted(HERE.glob("*.css"))},
    **{f"/{path.name}": (path.name, "text/javascript") for path in sorted(HERE.glob("*.js"))},
}

HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self';"
        " base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    ),
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
}

MAP_FILE = "map.webp"

CACHED_FOREVER = {"Cache-Control": "private, max-age=31536000, immutable"}

OTHER_NAME = (
    "This chat answers at localhost and at its own addresses. If it has another name,"
    " the operator lists it in LOCAL_NAMES."
)

Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]
FindPicture = Callable[[str, Callable[[], bool]], Awaitable[bytes | None]]
"""Finds a picture by its key, as long as the function says that somebody waits for it."""
FindBoardFile = Callable[[str, str], Awaitable[bytes | None]]
"""Finds a file of a board by the board's edition and the file's name: MAP_FILE, or a language's `en.json`."""
OwnNames = Callable[[str], bool]
"""Whether a host name is one of the page's own."""


def make_app(
    serve_tab: Handler, picture: FindPicture, board_file: FindBoardFile, names: OwnNames, patience: float
) -> web.Application:
    """The page's application. `serve_tab` serves a socket; `picture` finds a public picture by its key.

    It answers to `names` only. That keeps out other sites' pages whose host name resolves to this machine
    (DNS rebinding). A reader may take `patience` seconds for a response.
    """
    app = web.Application(middlewares=[_within(patience), _only_at(names)])
    app.on_response_prepare.append(_guard)
    for path, (name, kind) in FILES.items():
        app.router.add_get(path, _bytes((HERE / name).read_bytes(), kind))
    for language in LANGUAGES:
        words = json.dumps(phrases(language).page_words(), ensure_ascii=False).encode()
        app.router.add_get(f"/words/{language}.json", _bytes(words, "application/json"))
    app.router.add_get("/picture/{key}.png", _pictures(picture))
    app.router.add_get("/board/{edition}/{name}", _board_files(board_file))
    app.router.add_get("/chat", _own_page_only(serve_tab))
    return app


def _bytes(body: bytes, kind: str) -> Handler:
    async def answer(request: web.Request) -> web.Response:
        return _unless_known(request, body, kind)

    return answer


def _unless_known(request: web.Request, body: bytes, kind: str) -> web.Response:
    """A file that the browser may keep, but asks about each time; nothing if it has this one."""
    tag = sha256(body).hexdigest()[:32]
    known = {one.value for one in request.if_none_match or ()}
    headers = {"Cache-Control": "no-cache", "ETag": f'"{tag}"'}
    if tag in known:
        return web.Response(status=304, headers=headers)
    text = kind.startswith("text/") or kind in ("image/svg+xml", "application/json")
    response = web.Response(body=body, content_type=kind, charset="utf-8" if text else None, headers=headers)
    if text:
        response.enable_compression()
    return response


def _board_files(find: FindBoardFile) -> Handler:
    async def answer(request: web.Request) -> web.Response:
        name = request.match_info["name"]
        kind = "image/webp" if name == MAP_FILE else "application/json"
        body = await find(request.match_info["edition"], name)
        if body is None:
            raise web.HTTPNotFound(text="There is no such board.")
        return await asyncio.to_thread(_unless_known, request, body, kind)

    return answer


def _pictures(find: FindPicture) -> Handler:
    async def answer(request: web.Request) -> web.Response:
        png = await find(request.match_info["key"], lambda: request.transport is not None)
        if png is None:
            raise web.HTTPNotFound(text="There is no such picture, or it cannot be drawn any more.")
        return web.Response(body=png, content_type="image/png", headers=CACHED_FOREVER)

    return answer


def _own_page_only(serve_tab: Handler) -> Handler:
    """Refuse a socket that another site's page opens."""

    async def answer(request: web.Request) -> web.StreamResponse:
        origin = _parts(request.headers.get("Origin", "")).netloc
        if origin.lower() != request.host.lower():
            raise web.HTTPForbidden(text="This socket is for this site's own page.")
        if "Sec-WebSocket-Protocol" in request.headers:
            raise web.HTTPBadRequest(text="This socket has no subprotocol.")
        return await serve_tab(request)

    return answer


def _only_at(names: OwnNames) -> Middleware:
    @web.middleware
    async def answer(request: web.Request, handler: Handler) -> web.StreamResponse:
        name = _parts(f"//{request.host}").hostname or ""
        if names(name):
            return await handler(request)
        raise web.HTTPForbidden(text=OTHER_NAME)

    return answer


def _within(patience: float) -> Middleware:
    """Close the connection of a page that does not read a response."""

    @web.middleware
    async def answer(request: web.Request, handler: Handler) -> web.StreamResponse:
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


async def _guard(_: web.Request, response: web.StreamResponse) -> None:
    response.headers.update(HEADERS)
