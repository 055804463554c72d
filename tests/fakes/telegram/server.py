"""The Bot API on loopback: it listens, checks what it is asked, and sends it to the right door."""

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any

from aiohttp import web

from bot.clock import Clock, WallClock
from tests.fakes.telegram import payloads
from tests.fakes.telegram.contract import Json, contract
from tests.fakes.telegram.endpoints import Endpoints
from tests.fakes.telegram.faults import Fault, Faults, Lost, refusal
from tests.fakes.telegram.limits import complaints
from tests.fakes.telegram.queries import Queries, Query
from tests.fakes.telegram.rate_limit import RateLimit
from tests.fakes.telegram.request import ApiRequest, read_request
from tests.fakes.telegram.transcript import told
from tests.fakes.telegram.updates import Updates, gone
from tests.fakes.telegram.world import ApiError, Post, World

TOKEN = "110201543:the-token-that-no-log-may-show"
BIGGEST_REQUEST = 60 << 20

Door = Callable[[ApiRequest], Any]
SPEAKS = ("send", "edit")


class FakeTelegram:
    """A whole Bot API. `violations` are what it would not take; it fails the test that leaves it there."""

    def __init__(self, clock: Clock | None = None, *, checked: bool = True) -> None:
        self.clock = clock or WallClock()
        self.world = World(self.clock.now)
        self.rate_limit = RateLimit(self.clock.now)
        self.faults = Faults()
        self.violations: list[str] = []
        self.requests: list[tuple[str, Json]] = []
        """What was asked for, and with which parameters, in the order of arrival."""
        self.declined: list[str] = []
        """What was not carried out, though it was rightly asked."""
        self.transcript: list[str] = []
        """What people did and saw, line by line."""
        self.updates = Updates(self.clock.now, self.violations.append)
        self.queries = Queries(self.world, self.updates)
        self.queries.on_answer = self.log_answer
        self.endpoints = Endpoints(self.world, self.rate_limit)
        self.endpoints.on_post = self.log_post
        self.busy = 0
        """Requests that are being answered, those for updates aside."""
        self._checked = checked
        self._rooms = self._all_doors()
        self._runner: web.AppRunner | None = None

    async def open(self) -> None:
        """Listen on a free port of this machine."""
        app = web.Application(client_max_size=BIGGEST_REQUEST)
        app.router.add_route("*", "/bot{token}/{method}", self._asked)
        app.router.add_get("/file/bot{token}/{kind}/{id}", self._file)
        self._runner = web.AppRunner(app, shutdown_timeout=0.1, access_log=None)
        await self._runner.setup()
        await web.TCPSite(self._runner, "127.0.0.1", 0).start()
        host, port = self._runner.addresses[0][:2]
        self.base_url = f"http://{host}:{port}/bot"
        self.base_file_url = f"http://{host}:{port}/file/bot"

    async def close(self) -> None:
        """Stop listening."""
        assert self._runner is not None
        await self.updates.close()
        await self._runner.cleanup()

    def log(self, line: str) -> None:
        """Add to the story."""
        self.transcript.append(line)

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

    async def _asked(self, http: web.Request) -> web.StreamResponse:
        method = http.match_info["method"]
        if http.match_info["token"] != TOKEN:
            return _reply(401, refusal(401, "Unauthorized"))
        if method not in self._rooms:
            self.violations.append(f"{method}: the village has no such door")
            return _reply(404, refusal(404, "Not Found"))
        request = await read_request(http, method)
        self.requests.append((method, dict(request.asked)))
        if self._checked and (found := self._complaints(request)):
            self.violations += [f"{method}: {complaint}" for complaint in found]
            return _reply(400, refusal(400, f"Bad Request: {found[0]}"))
        if method == "getUpdates":
            return await self._news(http, request)
        self.busy += 1
        try:
            return await self._done(http, request)
        finally:
            self.busy -= 1

    async def _news(self, http: web.Request, request: ApiRequest) -> web.Response:
        fault = self.faults.strike(request.method, None)
        if fault is not None:
            return _reply(*fault.answer)
        return await self._answered(request, self.updates.updates(request, gone(http)))

    def _complaints(self, request: ApiRequest) -> list[str]:
        """Types first: what has the wrong ones is looked at no further."""
        return list(contract().complaints(request.method, request.asked)) or list(complaints(request))

    async def _done(self, http: web.Request, request: ApiRequest) -> web.StreamResponse:
        fault = self.faults.strike(request.method, request.asked.get("chat_id"))
        if fault is None:
            return await self._answered(request)
        if fault.takes_effect:
            await self._answered(request)
        if fault.lost is None:
            return _reply(*fault.answer)
        return await self._lost(http, fault)

    async def _lost(self, http: web.Request, fault: Fault) -> web.StreamResponse:
        """Nobody hears the answer: the line breaks, or nothing comes until the one who asked gives up."""
        if fault.lost is Lost.TIMEOUT:
            while not gone(http)():  # noqa: ASYNC110 - the other end decides
                await asyncio.sleep(0.02)
        elif http.transport is not None:
            http.transport.abort()
        return web.Response(status=500)

    async def _answered(self, request: ApiRequest, work: Awaitable[Any] | None = None) -> web.Response:
        try:
            found = await work if work is not None else self._rooms[request.method](request)
        except ApiError as declined:
            if declined.wrong and self._checked:
                self.violations.append(f"{request.method}: {_cause(declined)}")
            self.declined.append(f"{request.method}: {declined.description}")
            return _reply(
                declined.status, refusal(declined.status, declined.description, **declined.parameters)
            )
        if self._checked and request.method.startswith(SPEAKS) and isinstance(found, dict):
            self.violations += [f"the village: {slip}" for slip in contract().slips("Message", found)]
        return _reply(200, json.dumps(payloads.answer(found)))

    async def _file(self, http: web.Request) -> web.Response:
        media = self.world.files.get(http.match_info["id"])
        if media is None or http.match_info["token"] != TOKEN:
            raise web.HTTPNotFound
        return web.Response(body=media.data)

    def _all_doors(self) -> dict[str, Door]:
        doors, updates = self.endpoints, self.updates
        return {
            "getMe": doors.me,
            "getUpdates": doors.me,
            "setWebhook": updates.set_hook,
            "deleteWebhook": updates.unset_hook,
            "getWebhookInfo": updates.hook_info,
            "sendMessage": doors.say,
            "sendPhoto": doors.show,
            "sendDocument": doors.show,
            "sendAnimation": doors.show,
            "sendMediaGroup": doors.show_album,
            "sendChatAction": doors.acting,
            "editMessageText": doors.rewrite,
            "editMessageCaption": doors.recaption,
            "editMessageMedia": doors.reshow,
            "editMessageReplyMarkup": doors.rekey,
            "deleteMessage": doors.delete,
            "deleteMessages": doors.delete_several,
            "answerCallbackQuery": self.queries.answer,
            "answerInlineQuery": self.queries.answer_inline,
            "setMyCommands": doors.set_commands,
            "getMyCommands": doors.commands,
            "deleteMyCommands": doors.delete_commands,
            "setMyDescription": lambda _: True,
            "setMyShortDescription": lambda _: True,
            "setChatMenuButton": lambda _: True,
            "getChat": doors.chat,
            "getChatAdministrators": doors.admins,
            "getChatMember": doors.member,
            "leaveChat": doors.leave,
            "createForumTopic": doors.open_topic,
            "pinChatMessage": doors.pin,
            "getFile": doors.file,
        }


def _cause(declined: ApiError) -> str:
    return declined.description.removeprefix("Bad Request: ")


def _reply(status: int, body: str) -> web.Response:
    kind = "text/html" if body.startswith("<") else "application/json"
    return web.Response(text=body, status=status, content_type=kind)


@asynccontextmanager
async def fake_telegram(clock: Clock | None = None, *, checked: bool = True) -> AsyncIterator[FakeTelegram]:
    """A Bot API that the library may be pointed at, until the test is over."""
    one = FakeTelegram(clock, checked=checked)
    await one.open()
    try:
        yield one
    finally:
        await one.close()
    assert one.violations == [], "Telegram would not have taken this"


def of_kind(server: FakeTelegram, method: str) -> list[Json]:
    """The parameters of all requests of a kind."""
    return [asked for name, asked in server.requests if name == method]
