"""The page's files, pictures and WebSocket over HTTP. Requests that other sites' pages make are refused."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from urllib.parse import SplitResult, urlsplit

from aiohttp import web
from aiohttp.typedefs import Middleware

HERE = Path(__file__).parent

FILES = {
    "/": ("page.html", "text/html"),
    "/page.css": ("page.css", "text/css"),
    "/page.js": ("page.js", "text/javascript"),
    "/posts.js": ("posts.js", "text/javascript"),
    "/line.js": ("line.js", "text/javascript"),
    "/wire.js": ("wire.js", "text/javascript"),
    "/favicon.ico": ("icon.svg", "image/svg+xml"),
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

CACHED_FOREVER = {"Cache-Control": "private, max-age=31536000, immutable"}

OTHER_NAME = (
    "This chat answers at localhost and at its own addresses. If it has another name,"
    " the operator lists it in LOCAL_NAMES."
)

Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]
FindPicture = Callable[[str, Callable[[], bool]], Awaitable[bytes | None]]
"""Finds a picture by its key, as long as the function says that somebody waits for it."""
OwnNames = Callable[[str], bool]
"""Whether a host name is one of the page's own."""


def make_app(serve_tab: Handler, picture: FindPicture, names: OwnNames, patience: float) -> web.Application:
    """The page's application. `serve_tab` serves a socket; `picture` finds a public picture by its key.

    It answers to `names` only. That keeps out other sites' pages whose host name resolves to this machine
    (DNS rebinding). A reader may take `patience` seconds for a response.
    """
    app = web.Application(middlewares=[_within(patience), _only_at(names)])
    app.on_response_prepare.append(_guard)
    for path, (name, kind) in FILES.items():
        app.router.add_get(path, _file(HERE / name, kind))
    app.router.add_get("/picture/{key}.png", _pictures(picture))
    app.router.add_get("/chat", _own_page_only(serve_tab))
    return app


def _file(path: Path, kind: str) -> Handler:
    body = path.read_bytes()

    async def answer(_: web.Request) -> web.Response:
        headers = {"Cache-Control": "no-cache"}
        return web.Response(body=body, content_type=kind, charset="utf-8", headers=headers)

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
