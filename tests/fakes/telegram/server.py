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
from tests.fakes.telegram.endpoints import Doors
from tests.fakes.telegram.faults import Fault, Faults, Lost, refusal
from tests.fakes.telegram.limits import complaints
from tests.fakes.telegram.queries import Question, Questions
from tests.fakes.telegram.rate_limit import Pace
from tests.fakes.telegram.request import Call, call_of
from tests.fakes.telegram.transcript import told
from tests.fakes.telegram.updates import Mailbox, gone
from tests.fakes.telegram.world import Declined, Post, World

TOKEN = "110201543:the-token-that-no-log-may-show"
BIGGEST_REQUEST = 60 << 20

Door = Callable[[Call], Any]
SPEAKS = ("send", "edit")


class Village:
    """A whole Bot API. `refused` is what it would not take; it fails the test that leaves it there."""

    def __init__(self, clock: Clock | None = None, *, checked: bool = True) -> None:
        self.clock = clock or WallClock()
        self.world = World(self.clock.now)
        self.pace = Pace(self.clock.now)
        self.faults = Faults()
        self.refused: list[str] = []
        self.requests: list[tuple[str, Json]] = []
        """What was asked for, and with which parameters, in the order of arrival."""
        self.declined: list[str] = []
        """What was not carried out, though it was rightly asked."""
        self.story: list[str] = []
        """What people did and saw, line by line."""
        self.mailbox = Mailbox(self.clock.now, self.refused.append)
        self.questions = Questions(self.world, self.mailbox)
        self.questions.on_answer = self.write_down_answer
        self.doors = Doors(self.world, self.pace)
        self.doors.on_post = self.write_down_post
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
        await self.mailbox.close()
        await self._runner.cleanup()

    def write_down(self, line: str) -> None:
        """Add to the story."""
        self.story.append(line)

    def write_down_post(self, post: Post) -> None:
        """Add what a message says to the story."""
        self.story.append(told(post))

    def write_down_answer(self, question: Question) -> None:
        """Add what somebody alone is shown to the story."""
        kind = "alert" if question.alert else "note"
        if question.said:
            self.write_down(f"  (only {question.account.name}) {kind}: {question.said}")
        if question.url:
            self.write_down(f"  (only {question.account.name}) is led to the private chat")

    # ---- what it is asked

    async def _asked(self, request: web.Request) -> web.StreamResponse:
        method = request.match_info["method"]
        if request.match_info["token"] != TOKEN:
            return _reply(401, refusal(401, "Unauthorized"))
        if method not in self._rooms:
            self.refused.append(f"{method}: the village has no such door")
            return _reply(404, refusal(404, "Not Found"))
        call = await call_of(request, method)
        self.requests.append((method, dict(call.asked)))
        if self._checked and (found := self._complaints(call)):
            self.refused += [f"{method}: {complaint}" for complaint in found]
            return _reply(400, refusal(400, f"Bad Request: {found[0]}"))
        if method == "getUpdates":
            return await self._news(request, call)
        self.busy += 1
        try:
            return await self._done(request, call)
        finally:
            self.busy -= 1

    async def _news(self, request: web.Request, call: Call) -> web.Response:
        fault = self.faults.strike(call.method, None)
        if fault is not None:
            return _reply(*fault.answer)
        return await self._answered(call, self.mailbox.updates(call, gone(request)))

    def _complaints(self, call: Call) -> list[str]:
        """Types first: what has the wrong ones is looked at no further."""
        return list(contract().complaints(call.method, call.asked)) or list(complaints(call))

    async def _done(self, request: web.Request, call: Call) -> web.StreamResponse:
        fault = self.faults.strike(call.method, call.asked.get("chat_id"))
        if fault is None:
            return await self._answered(call)
        if fault.takes_effect:
            await self._answered(call)
        if fault.lost is None:
            return _reply(*fault.answer)
        return await self._lost(request, fault)

    async def _lost(self, request: web.Request, fault: Fault) -> web.StreamResponse:
        """Nobody hears the answer: the line breaks, or nothing comes until the one who asked gives up."""
        if fault.lost is Lost.PATIENCE:
            while not gone(request)():  # noqa: ASYNC110 - the other end decides
                await asyncio.sleep(0.02)
        elif request.transport is not None:
            request.transport.abort()
        return web.Response(status=500)

    async def _answered(self, call: Call, work: Awaitable[Any] | None = None) -> web.Response:
        try:
            found = await work if work is not None else self._rooms[call.method](call)
        except Declined as declined:
            if declined.wrong and self._checked:
                self.refused.append(f"{call.method}: {_cause(declined)}")
            self.declined.append(f"{call.method}: {declined.description}")
            return _reply(
                declined.status, refusal(declined.status, declined.description, **declined.parameters)
            )
        if self._checked and call.method.startswith(SPEAKS) and isinstance(found, dict):
            self.refused += [f"the village: {slip}" for slip in contract().slips("Message", found)]
        return _reply(200, json.dumps(payloads.answer(found)))

    async def _file(self, request: web.Request) -> web.Response:
        media = self.world.files.get(request.match_info["id"])
        if media is None or request.match_info["token"] != TOKEN:
            raise web.HTTPNotFound
        return web.Response(body=media.data)

    def _all_doors(self) -> dict[str, Door]:
        doors, mailbox = self.doors, self.mailbox
        return {
            "getMe": doors.me,
            "getUpdates": doors.me,
            "setWebhook": mailbox.set_hook,
            "deleteWebhook": mailbox.unset_hook,
            "getWebhookInfo": mailbox.hook_info,
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
            "answerCallbackQuery": self.questions.answer,
            "answerInlineQuery": self.questions.answer_inline,
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


def _cause(declined: Declined) -> str:
    return declined.description.removeprefix("Bad Request: ")


def _reply(status: int, body: str) -> web.Response:
    kind = "text/html" if body.startswith("<") else "application/json"
    return web.Response(text=body, status=status, content_type=kind)


@asynccontextmanager
async def village(clock: Clock | None = None, *, checked: bool = True) -> AsyncIterator[Village]:
    """A Bot API that the library may be pointed at, until the test is over."""
    one = Village(clock, checked=checked)
    await one.open()
    try:
        yield one
    finally:
        await one.close()
    assert one.refused == [], "Telegram would not have taken this"


def of_kind(village: Village, method: str) -> list[Json]:
    """The parameters of all requests of a kind."""
    return [asked for name, asked in village.requests if name == method]
