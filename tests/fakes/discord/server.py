"""Discord on loopback: it checks each request and routes it to its endpoint."""

import json
from collections.abc import AsyncIterator, Callable, Iterator, Mapping
from contextlib import asynccontextmanager
from typing import Any

from aiohttp import web
from yarl import URL

import discord
from bot.clock import Clock
from tests.fakes.discord import payloads
from tests.fakes.discord.activities import Activities
from tests.fakes.discord.contract import Operation, complaints, contract, slips
from tests.fakes.discord.endpoints import Endpoints
from tests.fakes.discord.gateway import Gateway
from tests.fakes.discord.interactions import Interaction, Interactions
from tests.fakes.discord.request import ApiRequest, body_of
from tests.fakes.discord.slash_commands import mention_complaints
from tests.fakes.discord.transcript import told
from tests.fakes.discord.world import ApiError, Channel, FileRefusal, Guild, Json, Post, World
from tests.fakes.wire.faults import Fault
from tests.fakes.wire.server import FakeServer

TOKEN = "the-token-that-no-log-may-show"
API = "/api/v10"
INVALID = 50035

Handler = Callable[[ApiRequest], Any]
Check = Callable[[ApiRequest], Iterator[str]]


class FakeDiscord(FakeServer):
    """A whole Discord. Its own responses are checked too where `answers_checked` is set."""

    largest_request = 25 << 20

    def __init__(self, clock: Clock | None = None, *, checked: bool = True) -> None:
        super().__init__(clock, checked=checked)
        self.world = World(self.clock.now)
        self.answers_checked = False

    def add_routes(self, router: web.UrlDispatcher) -> None:
        router.add_get("/gateway/", self._gate)
        router.add_get("/attachments/{id}/{name}", self._attachment)
        router.add_post(API + "/oauth2/token", self._token)
        router.add_route("*", API + "/{tail:.*}", self._asked)

    def opened(self) -> None:
        self.gateway = Gateway(self.world, TOKEN, lambda: self.gateway_url)
        self.interactions = Interactions(self.world, self.url)
        self.activities = Activities(self.world)
        self.endpoints = Endpoints(self.world, self.url)
        self.endpoints.on_post = self.log_post
        self._handlers = dict(self._all_handlers())
        self._checks = dict(self._all_checks())

    def log_post(self, post: Post) -> None:
        """Add what a message says to the story."""
        self.transcript.append(told(post))

    # ---- what happens in it

    async def happen(self, interaction: Interaction) -> bool:
        """Send an interaction to the bot. Returns whether the bot was connected."""
        told = interaction.payload(self.world.bot, self.url)
        return await self.gateway.dispatch("INTERACTION_CREATE", told, interaction.channel.guild)

    async def invite(self, guild: Guild) -> None:
        """Add the bot to a server. Only one that is back after an outage says that it is available."""
        guild.bot_is_in = True
        told = payloads.guild(guild)
        del told["unavailable"]
        await self.gateway.dispatch("GUILD_CREATE", told, guild)

    async def remove_bot(self, guild: Guild) -> None:
        """Remove the bot from a server."""
        guild.bot_is_in = False
        await self.gateway.dispatch("GUILD_DELETE", {"id": str(guild.id)}, guild)

    async def delete(self, channel: Channel) -> None:
        """A channel or a thread is deleted."""
        channel.gone = True
        name = "THREAD_DELETE" if channel.is_thread else "CHANNEL_DELETE"
        await self.gateway.dispatch(name, payloads.channel(channel), channel.guild)

    async def tell_of(self, channel: Channel, *, new: bool = False) -> None:
        """A channel or thread is new, or has changed: its name, its rights, whether it is archived."""
        kind = "THREAD" if channel.is_thread else "CHANNEL"
        name = f"{kind}_{'CREATE' if new else 'UPDATE'}"
        await self.gateway.dispatch(name, payloads.channel(channel), channel.guild)

    # ---- what it is asked

    async def _gate(self, http: web.Request) -> web.WebSocketResponse:
        return await self.gateway.serve(http)

    async def _attachment(self, http: web.Request) -> web.Response:
        for channel in self.world.channels.values():
            for post in channel.messages:
                for one in post.attachments:
                    if str(one.id) == http.match_info["id"]:
                        return web.Response(body=one.data)
        raise web.HTTPNotFound

    async def _token(self, http: web.Request) -> web.StreamResponse:
        form = {name: str(value) for name, value in (await http.post()).items()}
        self.requests.append(("oauth2_token", {}))

        def exchanged() -> web.Response:
            status, body = self.activities.exchange(form, http.headers.get("Authorization", ""))
            return answer(body, status=status)

        return await self.perform(http, "oauth2_token", exchanged)

    async def _asked(self, http: web.Request) -> web.StreamResponse:
        found = contract().operation(http.method, http.path.removeprefix(API))
        if found is None or found[0].name not in self._handlers:
            self.violations.append(f"{http.method} {http.path}: the fake has no such endpoint")
            return answer({"message": "404: Not Found", "code": 0}, status=404)
        operation, ids = found
        body, files = await body_of(http)
        request = ApiRequest(operation.name, ids, dict(http.query), body, files)
        self.requests.append((operation.name, body))
        wrong = list(complaints(operation, request.query, body)) if self.checked else []
        if not wrong and self.checked:
            check = self._checks.get(operation.name)
            wrong = list(check(request)) if check else []
        if wrong:
            self.violations += [f"{operation.name}: {complaint}" for complaint in wrong]
            return answer({"message": "Invalid Form Body", "code": INVALID}, status=400)
        channel = ids.get("channel_id")
        return await self.perform(
            http, request.operation, lambda: self._answered(http, operation, request), channel
        )

    def refusal(self, fault: Fault) -> web.Response:
        if not fault.retry_after:
            return answer({"message": "a fault on demand", "code": fault.code}, status=fault.status)
        headers = {"Via": "1.1 google", "Retry-After": str(fault.retry_after)}
        body = {"message": "You are being rate limited.", "retry_after": fault.retry_after}
        return answer(body | {"global": fault.everywhere}, 429, headers)

    def _answered(self, http: web.Request, operation: Operation, request: ApiRequest) -> web.Response:
        open_to_all = ("callback", "webhook", "interaction")
        login = http.headers.get("Authorization", "")
        known = login == f"Bot {TOKEN}"
        try:
            if operation.name == "get_my_user" and login.startswith("Bearer "):
                return answer(self.activities.owner(login))
            if not known and not any(word in request.operation for word in open_to_all):
                raise ApiError(401, 0, "401: Unauthorized")
            found = self._handlers[request.operation](request)
        except ApiError as declined:
            if declined.body["code"] == INVALID and not isinstance(declined, FileRefusal):
                self.violations.append(f"{request.operation}: {declined}")
            return answer(declined.body, status=declined.status)
        if self.answers_checked:
            self.violations += [f"{request.operation}: {slip}" for slip in slips(operation, found)]
        return web.Response(status=204) if found is None else answer(found)

    def _all_handlers(self) -> Iterator[tuple[str, Handler]]:
        endpoints, interactions = self.endpoints, self.interactions
        yield from {
            "get_my_user": endpoints.me,
            "get_my_oauth2_application": endpoints.application,
            "get_my_application": endpoints.application,
            "get_gateway": lambda _: {"url": self.gateway_url},
            "get_bot_gateway": lambda _: self._bot_gateway(),
            "get_user": endpoints.account,
            "applications_get_activity_instance": self.activities.instance,
            "get_guild_member": endpoints.member,
            "list_application_emojis": endpoints.list_emoji,
            "create_application_emoji": endpoints.create_emoji,
            "list_application_commands": endpoints.list_commands,
            "bulk_set_application_commands": endpoints.set_commands,
            "create_interaction_response": interactions.callback,
            "execute_webhook": interactions.follow_up,
            "get_channel": endpoints.channel,
            "update_channel": endpoints.change_channel,
            "list_messages": endpoints.history,
            "create_message": endpoints.post,
            "get_message": endpoints.show,
            "update_message": endpoints.edit,
            "delete_message": endpoints.delete,
            "create_thread": endpoints.thread,
            "create_thread_from_message": endpoints.thread,
            "join_thread": endpoints.nothing,
            "trigger_typing_indicator": endpoints.nothing,
            "create_pin": endpoints.pin,
            "deprecated_create_pin": endpoints.pin,
            "create_dm": endpoints.conversation,
        }.items()
        for name, handler in (
            ("get", interactions.show),
            ("update", interactions.edit),
            ("delete", interactions.delete),
        ):
            yield f"{name}_original_webhook_message", handler
            yield f"{name}_webhook_message", handler

    def _all_checks(self) -> Iterator[tuple[str, Check]]:
        yield "create_interaction_response", self._answer_complaints
        yield "bulk_set_application_commands", self.endpoints.command_complaints
        for name in ("create_message", "update_message", "execute_webhook"):
            yield name, self.endpoints.message_complaints
        for name in ("update_original_webhook_message", "update_webhook_message"):
            yield name, self.endpoints.message_complaints

    def _answer_complaints(self, request: ApiRequest) -> Iterator[str]:
        yield from self.interactions.complaints(request)
        said = request.body.get("data") or {}
        yield from mention_complaints(self.endpoints.commands, said)
        yield from self.endpoints.emoji_complaints(said)

    @property
    def gateway_url(self) -> str:
        return f"{self.url.replace('http', 'ws')}/gateway/"

    def _bot_gateway(self) -> Json:
        start = {"total": 1000, "remaining": 999, "reset_after": 14_400_000, "max_concurrency": 1}
        return {"url": self.gateway_url, "shards": self.gateway.shards, "session_start_limit": start}


@asynccontextmanager
async def fake_discord(clock: Clock | None = None, *, checked: bool = True) -> AsyncIterator[FakeDiscord]:
    """A Discord that the library finds instead of the real one, until the test is over."""
    async with FakeDiscord(clock, checked=checked).running() as server:
        route, socket = discord.http.Route, discord.gateway.DiscordWebSocket
        base, gateway = route.BASE, socket.DEFAULT_GATEWAY
        route.BASE, socket.DEFAULT_GATEWAY = server.url + API, URL(server.gateway_url)
        try:
            yield server
        finally:
            route.BASE, socket.DEFAULT_GATEWAY = base, gateway


def answer(body: Any, status: int = 200, headers: Mapping[str, str] | None = None) -> web.Response:
    """JSON with the exact content type that the library compares: without a charset."""
    named = {"Content-Type": "application/json", **(headers or {})}
    return web.Response(body=json.dumps(body).encode(), status=status, headers=named)
