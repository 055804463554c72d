"""The page's files, pictures and WebSocket over HTTP. Requests that other sites' pages make are refused."""

import errno
from collections.abc import Awaitable, Callable
from ipaddress import ip_address
from pathlib import Path
from urllib.parse import SplitResult, urlsplit

from aiohttp import web

from bot.settings import OperatorError

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

Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]


async def listen(app: web.Application, host: str, port: int) -> tuple[web.AppRunner, str]:
    """Serve an application, and return its URL; port 0 is any that is free. Raises OperatorError."""
    runner = web.AppRunner(app, access_log=None, shutdown_timeout=0.5)
    await runner.setup()
    try:
        await web.TCPSite(runner, host, port).start()
    except OSError as error:
        await runner.cleanup()
        raise OperatorError(_why_not(error, host, port)) from error
    bound = int(runner.addresses[0][1])
    return runner, f"http://{'localhost' if is_loopback(host) else _bracketed(host)}:{bound}"


def make_app(
    serve_tab: Handler, picture: Callable[[str], Awaitable[bytes | None]], loopback: bool
) -> web.Application:
    """The page's application. `serve_tab` serves a socket; `picture` finds a public picture by its key.

    With `loopback` it answers only to this machine's own names. That keeps out other sites' pages whose host
    name resolves to this machine (DNS rebinding).
    """
    app = web.Application(middlewares=[_loopback_only] if loopback else [])
    app.on_response_prepare.append(_guard)
    for path, (name, kind) in FILES.items():
        app.router.add_get(path, _file(HERE / name, kind))
    app.router.add_get("/picture/{key}.png", _pictures(picture))
    app.router.add_get("/chat", _own_page_only(serve_tab))
    return app


def is_loopback(host: str) -> bool:
    """Whether only this machine can reach an address."""
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host.lower() == "localhost"


def _file(path: Path, kind: str) -> Handler:
    body = path.read_bytes()

    async def answer(_: web.Request) -> web.Response:
        headers = {"Cache-Control": "no-cache"}
        return web.Response(body=body, content_type=kind, charset="utf-8", headers=headers)

    return answer


def _pictures(find: Callable[[str], Awaitable[bytes | None]]) -> Handler:
    async def answer(request: web.Request) -> web.Response:
        png = await find(request.match_info["key"])
        if png is None:
            raise web.HTTPNotFound(text="There is no such picture, or it is too old to be kept.")
        return web.Response(body=png, content_type="image/png", headers=CACHED_FOREVER)

    return answer


def _own_page_only(serve_tab: Handler) -> Handler:
    """Refuse a socket that another site's page opens."""

    async def answer(request: web.Request) -> web.StreamResponse:
        origin = _parts(request.headers.get("Origin", "")).netloc
        if origin.lower() != request.host.lower():
            raise web.HTTPForbidden(text="This socket is for this site's own page.")
        return await serve_tab(request)

    return answer


@web.middleware
async def _loopback_only(request: web.Request, handler: Handler) -> web.StreamResponse:
    if not is_loopback(_parts(f"//{request.host}").hostname or ""):
        raise web.HTTPForbidden(text="This chat is for this machine only: it answers at localhost.")
    return await handler(request)


def _parts(address: str) -> SplitResult:
    """The parts of an address; all empty where it is none."""
    try:
        return urlsplit(address)
    except ValueError:
        return urlsplit("")


async def _guard(_: web.Request, response: web.StreamResponse) -> None:
    response.headers.update(HEADERS)


def _bracketed(host: str) -> str:
    return f"[{host}]" if ":" in host else host


def _why_not(error: OSError, host: str, port: int) -> str:
    match error.errno:
        case errno.EADDRINUSE:
            return f"Port {port} on {host} is taken: stop the program that has it, or name another port."
        case errno.EACCES:
            return f"Port {port} on {host} is not for everybody to use: name one from 1024 up."
        case _:
            return f"The local chat cannot listen on {host}: name an address that this machine has."
