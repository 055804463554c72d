"""The Bot API on loopback: it checks each request and routes it to its endpoint."""

import json
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

from aiohttp import web

from bot.clock import Clock
from tests.fakes.telegram import payloads
from tests.fakes.telegram.contract import contract
from tests.fakes.telegram.endpoints import Endpoints
from tests.fakes.telegram.limits import complaints
from tests.fakes.telegram.queries import Queries, Query
from tests.fakes.telegram.rate_limit import RateLimit
from tests.fakes.telegram.request import ApiRequest, read_request
from tests.fakes.telegram.transcript import told
from tests.fakes.telegram.updates import Updates
from tests.fakes.telegram.world import ApiError, Post, World
from tests.fakes.wire.faults import Fault, Lost
from tests.fakes.wire.server import FakeServer, hung_up

TOKEN = "110201543:the-token-that-no-log-may-show"
GATEWAY_ERROR = "<html><head><title>502 Bad Gateway</title></head></html>"

Handler = Callable[[ApiRequest], Any]
SPEAKS = ("send", "edit")


class FakeTelegram(FakeServer):
    """A whole Bot API."""

    largest_request = 60 << 20

    def __init__(self, clock: Clock | None = None, *, checked: bool = True) -> None:
        super().__init__(clock, checked=checked)
        self.world = World(self.clock.now)
        self.rate_limit = RateLimit(self.clock.now)
        self.declined: list[str] = []
        """Valid requests that could not be carried out."""
        self.updates = Updates(self.clock.now, self.violations.append)
        self.queries = Queries(self.world, self.updates)
        self.queries.on_answer = self.log_answer
        self.endpoints = Endpoints(self.world, self.rate_limit)
        self.endpoints.on_post = self.log_post
        self.is_cut = False
        """Whether every connection breaks at once."""
        self.busy = 0
        """Requests in progress, other than those for updates."""
        self._handlers = self._all_handlers()

    def add_routes(self, router: web.UrlDispatcher) -> None:
        router.add_route("*", "/bot{token}/{method}", self._asked)
        router.add_get("/file/bot{token}/{kind}/{id}", self._file)

    @property
    def base_url(self) -> str:
        return f"{self.url}/bot"

    @property
    def base_file_url(self) -> str:
        return f"{self.url}/file/bot"

    async def closing(self) -> None:
        await self.updates.close()

    def log_post(self, post: Post) -> None:
        """Add what a message says to the story."""
        self.transcript.append(told(post))

    def log_answer(self, question: Query) -> None:
        """Add what somebody alone is shown to the story."""
        kind = "alert" if question.alert else "note"
        if question.said:
            self.log(f"  (only {question.account.name}) {kind}: {question.said}")
        if question.url:
            self.log(f"  (only {question.account.name}) is led to the private chat")

    # ---- what it is asked

    def cut(self) -> None:
        """Break all connections, also those that come, until `mend`."""
        self.is_cut = True
        self.updates.wake()

    def mend(self) -> None:
        """Answer again. The first request for updates is answered at once."""
        self.is_cut = False
        self.updates.is_impatient = True

    async def _asked(self, http: web.Request) -> web.StreamResponse:
        method = http.match_info["method"]
        if self.is_cut:
            return _broken(http)
        if http.match_info["token"] != TOKEN:
            return _reply(401, refusal(401, "Unauthorized"))
        if method not in self._handlers:
            self.violations.append(f"{method}: the fake has no such endpoint")
            return _reply(404, refusal(404, "Not Found"))
        request = await read_request(http, method)
        self.requests.append((method, dict(request.asked)))
        if self.checked and (found := self._complaints(request)):
            self.violations += [f"{method}: {complaint}" for complaint in found]
            return _reply(400, refusal(400, f"Bad Request: {found[0]}"))
        if method == "getUpdates":
            return await self._news(http, request)
        self.busy += 1
        try:
            return await self.perform(
                http, method, lambda: self._answered(request), request.asked.get("chat_id")
            )
        finally:
            self.busy -= 1

    async def _news(self, http: web.Request, request: ApiRequest) -> web.Response:
        fault = self.faults.next_for(request.method)
        if fault and fault.lost is Lost.REQUEST:
            return _broken(http)
        if fault and not fault.lost:
            return self.refusal(fault)
        try:
            found = await self.updates.poll(request, lambda: self.is_cut or hung_up(http))
        except ApiError as error:
            return self._declined(request, error)
        is_lost = self.is_cut or (fault and fault.takes_effect)
        return _broken(http) if is_lost else _reply(200, json.dumps(payloads.answer(found)))

    def _complaints(self, request: ApiRequest) -> list[str]:
        """Types first: what has the wrong ones is looked at no further."""
        return list(contract().complaints(request.method, request.asked)) or list(complaints(request))

    def refusal(self, fault: Fault) -> web.Response:
        if fault.retry_after:
            text = f"Too Many Requests: retry after {fault.retry_after}"
            return _reply(429, refusal(429, text, retry_after=fault.retry_after))
        if fault.status >= 500 and not fault.description:
            return _reply(fault.status, GATEWAY_ERROR)
        return _reply(fault.status, refusal(fault.status, fault.description))

    def _answered(self, request: ApiRequest) -> web.Response:
        try:
            found = self._handlers[request.method](request)
        except ApiError as error:
            return self._declined(request, error)
        if self.checked and request.method.startswith(SPEAKS) and isinstance(found, dict):
            self.violations += [f"the fake itself: {slip}" for slip in contract().slips("Message", found)]
        return _reply(200, json.dumps(payloads.answer(found)))

    def _declined(self, request: ApiRequest, error: ApiError) -> web.Response:
        if error.wrong and self.checked:
            self.violations.append(f"{request.method}: {error.description.removeprefix('Bad Request: ')}")
        self.declined.append(f"{request.method}: {error.description}")
        return _reply(error.status, refusal(error.status, error.description, **error.parameters))

    async def _file(self, http: web.Request) -> web.Response:
        media = self.world.files.get(http.match_info["id"])
        if media is None or http.match_info["token"] != TOKEN:
            raise web.HTTPNotFound
        return web.Response(body=media.data)

    def _all_handlers(self) -> dict[str, Handler]:
        endpoints, updates = self.endpoints, self.updates
        return {
            "getMe": endpoints.me,
            "getUpdates": endpoints.me,
            "setWebhook": updates.set_hook,
            "deleteWebhook": updates.unset_hook,
            "getWebhookInfo": updates.hook_info,
            "sendMessage": endpoints.say,
            "sendPhoto": endpoints.show,
            "sendDocument": endpoints.show,
            "sendAnimation": endpoints.show,
            "sendMediaGroup": endpoints.show_album,
            "sendChatAction": endpoints.acting,
            "editMessageText": endpoints.rewrite,
            "editMessageCaption": endpoints.recaption,
            "editMessageMedia": endpoints.reshow,
            "editMessageReplyMarkup": endpoints.rekey,
            "deleteMessage": endpoints.delete,
            "deleteMessages": endpoints.delete_several,
            "setMessageReaction": endpoints.react,
            "answerCallbackQuery": self.queries.answer,
            "answerInlineQuery": self.queries.answer_inline,
            "setMyCommands": endpoints.set_commands,
            "getMyCommands": endpoints.commands,
            "deleteMyCommands": endpoints.delete_commands,
            "setMyDescription": lambda _: True,
            "setMyShortDescription": lambda _: True,
            "setChatMenuButton": lambda _: True,
            "getChat": endpoints.chat,
            "getChatAdministrators": endpoints.admins,
            "getChatMember": endpoints.member,
            "leaveChat": endpoints.leave,
            "createForumTopic": endpoints.open_topic,
            "pinChatMessage": endpoints.pin,
            "getFile": endpoints.file,
        }


def refusal(status: int, description: str, **parameters: Any) -> str:
    """The body of a response that says no."""
    about = {"parameters": parameters} if parameters else {}
    return json.dumps({"ok": False, "error_code": status, "description": description, **about})


def _broken(http: web.Request) -> web.Response:
    """Nothing is answered: the connection breaks."""
    if http.transport is not None:
        http.transport.abort()
    return web.Response(status=500)


def _reply(status: int, body: str) -> web.Response:
    kind = "text/html" if body.startswith("<") else "application/json"
    return web.Response(text=body, status=status, content_type=kind)


@asynccontextmanager
async def fake_telegram(clock: Clock | None = None, *, checked: bool = True) -> AsyncIterator[FakeTelegram]:
    """A Bot API that the library may be pointed at, until the test is over."""
    async with FakeTelegram(clock, checked=checked).running() as server:
        yield server
