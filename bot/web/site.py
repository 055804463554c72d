"""A site's files, pictures and WebSocket over HTTP. Requests that other sites' pages make are refused."""

import asyncio
from base64 import b64encode
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from typing import TYPE_CHECKING, TypeAlias

from aiohttp import web
from aiohttp.typedefs import Middleware

from bot.commands.dispatcher import Dispatcher
from bot.text.i18n import LANGUAGES
from bot.web.channels import Channels
from bot.web.hosts import parts_of
from bot.web.page_files import FILES, PAGE, app_page, content_of, start_script, version_of_page, words_of
from bot.web.session import Visit
from bot.web.tab import Tab
from engine.board import PRINTED_LANGUAGE

if TYPE_CHECKING:
    from bot.web.activity import Activity
    from bot.web.mini_app import MiniApp

_START = b64encode(sha256(start_script().encode()).digest()).decode()
"""The digest by which a browser knows the one script that may stand in the page."""

HEADERS = {
    "Content-Security-Policy": (
        f"default-src 'none'; script-src 'self' 'sha256-{_START}'; style-src 'self';"
        " img-src 'self' data:; connect-src 'self'; manifest-src 'self';"
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

CACHED_FOREVER = {"Cache-Control": "private, max-age=31536000, immutable"}
ASKED_AGAIN = {"Cache-Control": "no-cache"}
KEPT = {"Cache-Control": "private, max-age=3600"}
"""Of the chat's page, which a browser need not wait for. What it shows comes over the socket, and the socket
of a page of another version is closed as OUTDATED."""

OUTDATED = 4409
"""The code with which a socket is closed whose page is of another version: the page loads itself again."""

TAKING_LEAVE = 0.5
"""Seconds that a tab has to answer when its socket is closed."""

OTHER_NAME = (
    "This chat answers at localhost and at its own addresses. If it has another name,"
    " the operator lists it in LOCAL_NAMES."
)

Respond = Callable[[web.Request], Awaitable[web.StreamResponse]]

App: TypeAlias = "MiniApp | Activity"


@dataclass(frozen=True, slots=True)
class Site:
    """What differs between the page and the board in Telegram and Discord."""

    name: str
    visit: Callable[[Dispatcher, Tab], Visit]
    """Makes what a new tab does and sees."""
    is_own_name: Callable[[str], bool]
    """Whether the site answers to the name of a host. That keeps out other sites' pages whose host name
    resolves to this machine (DNS rebinding)."""
    is_own_page: Callable[[str, str], bool]
    """Whether a page of an origin may open a socket at a host; both are in small letters."""
    channels: Channels | None = None
    """Those that the page shows; the board has none."""
    apps: Mapping[str, App] = field(default_factory=dict)
    """By the name of their platform, those that show the board in a frame and say who has opened it; the page
    has none, and anybody may open it."""


def application(
    site: Site, dispatcher: Dispatcher, serve_tab: Respond, guards: Sequence[Middleware]
) -> web.Application:
    """A site over HTTP. `serve_tab` serves a socket; `guards` are what each request passes first."""

    @web.middleware
    async def only_at_own_names(request: web.Request, handler: Respond) -> web.StreamResponse:
        if site.is_own_name(parts_of(f"//{request.host}").hostname or ""):
            return await handler(request)
        raise web.HTTPForbidden(text=OTHER_NAME)

    app = web.Application(middlewares=[*guards, only_at_own_names])
    version = app[VERSION] = version_of_page()
    headers = APPS_HEADERS if site.apps else HEADERS

    async def with_headers(_: web.Request, response: web.StreamResponse) -> None:
        response.headers.update(headers)

    async def board(request: web.Request) -> web.Response:
        name = request.match_info["name"]
        kind = "image/webp" if name.endswith(".webp") else "application/json"
        wanted = PRINTED_MAP if name == MAP_FILE else name
        body = await dispatcher.archive.board_file(request.match_info["edition"], wanted)
        if body is None:
            raise web.HTTPNotFound(text="There is no such board.")
        return await asyncio.to_thread(_unless_known, request, body, kind)

    async def picture(request: web.Request) -> web.Response:
        key = request.match_info["key"]
        source = await site.channels.store.page.picture(key) if site.channels else None
        body = source and await dispatcher.archive.png(source, lambda: request.transport is not None)
        if not body:
            raise web.HTTPNotFound(text="There is no such picture, or it cannot be drawn any more.")
        return web.Response(body=body, content_type="image/png", headers=CACHED_FOREVER)

    async def discord(_: web.Request) -> web.Response:
        if client := client_id(site.apps):
            return web.json_response({"client": client})
        raise web.HTTPNotFound(text="There is no Activity.")

    async def socket(request: web.Request) -> web.StreamResponse:
        """Refuse a socket that another site's page opens, and close that of a page of another version. A page
        may leave its version out.
        """
        if not site.is_own_page(request.headers.get("Origin", "").lower(), request.host.lower()):
            raise web.HTTPForbidden(text="This socket is for this site's own page.")
        if "Sec-WebSocket-Protocol" in request.headers:
            raise web.HTTPBadRequest(text="This socket has no subprotocol.")
        if request.query.get("version", version) == version:
            return await serve_tab(request)
        refusal = web.WebSocketResponse(timeout=TAKING_LEAVE, max_msg_size=1)
        await refusal.prepare(request)
        await refusal.close(code=OUTDATED)
        return refusal

    files = {path: _bytes(content_of(name, version), kind) for path, (name, kind) in FILES.items()}
    for language in LANGUAGES:
        files[f"/words/{language}.json"] = _words(language)
    files["/board/{edition}/{name}"] = board
    if site.apps:
        page = _bytes(app_page(version), "text/html")
    else:
        page = _bytes(content_of(PAGE, version), "text/html", KEPT)
        app.router.add_get("/picture/{key}.png", picture)
    for prefix in ("", PROXY) if site.apps else ("",):
        app.router.add_get(f"{prefix}/", page)
        app.router.add_get(f"{prefix}/discord.json", discord)
        app.router.add_get(f"{prefix}/chat", socket)
        for path, answer in files.items():
            app.router.add_get(f"{prefix}{path}", answer)
            app.router.add_get(f"{prefix}/files/{{version}}{path}", answer)
    app.on_response_prepare.append(with_headers)
    return app


def client_id(apps: Mapping[str, App]) -> str:
    """The id of the application on Discord; "" while there is none."""
    return "".join(app.client_id for app in apps.values())


def _bytes(body: bytes, kind: str, caching: Mapping[str, str] = ASKED_AGAIN) -> Respond:
    async def answer(request: web.Request) -> web.Response:
        return _unless_known(request, body, kind, caching)

    return answer


def _words(language: str) -> Respond:
    """The words of the page in a language. They are read when a page first asks for them."""

    async def answer(request: web.Request) -> web.Response:
        words = await asyncio.to_thread(words_of, language)
        return _unless_known(request, words, "application/json")

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
    text = kind.startswith("text/") or kind.endswith(("+xml", "json"))
    response = web.Response(body=body, content_type=kind, charset="utf-8" if text else None, headers=headers)
    if text:
        response.enable_compression()
    return response
