"""Interactions: a user's command, click or form, and the endpoints that respond to it."""

import asyncio
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from itertools import count
from typing import Any

from tests.fakes.discord import payloads
from tests.fakes.discord.limits import message_complaints, modal_complaints
from tests.fakes.discord.messages import fill, rewrite, write
from tests.fakes.discord.request import ApiRequest
from tests.fakes.discord.world import EPHEMERAL, Account, ApiError, Channel, Json, Post, World
from tests.fakes.wire.server import File

COMMAND, PRESS, COMPLETION, FORM = 2, 3, 4, 5
SAY, THINK, LATER, CHANGE, COMPLETE, ASK, LAUNCH = 4, 5, 6, 7, 8, 9, 12
TO_ANSWER, TO_GO_ON = timedelta(seconds=3), timedelta(minutes=15)
ALLOWED = {
    COMMAND: (SAY, THINK, ASK, LAUNCH),
    PRESS: (SAY, THINK, LATER, CHANGE, ASK, LAUNCH),
    COMPLETION: (COMPLETE,),
    FORM: (SAY, THINK, LATER, CHANGE),
}


@dataclass(eq=False)
class Interaction:
    """One thing that a member did. `original` is the first answer, or the message that was pressed."""

    id: int
    token: str
    kind: int
    account: Account
    channel: Channel
    born: datetime
    data: Json
    source: Post | None = None
    answered: int = 0
    original: Post | None = None
    posts: list[Post] = field(default_factory=list)
    choices: list[Json] = field(default_factory=list)
    form: Json | None = None
    settled: asyncio.Event = field(default_factory=asyncio.Event)
    """The member sees an answer: not only that the bot thinks."""
    acknowledged: asyncio.Event = field(default_factory=asyncio.Event)
    """There was a first response."""

    def payload(self, bot: Account, base_url: str) -> Json:
        """As the gateway tells it."""
        told = payloads.interaction_place(self.channel, self.account, bot)
        source = {"message": payloads.message(self.source, base_url)} if self.source else {}
        return told | {
            "id": str(self.id),
            "application_id": str(bot.id),
            "type": self.kind,
            "data": self.data,
            "token": self.token,
            "version": 1,
            "locale": self.account.locale,
            "entitlements": [],
            "attachment_size_limit": 10 << 20,
            **source,
        }


class Interactions:
    """All interactions by their tokens, and the endpoints that respond to them."""

    def __init__(self, world: World, base_url: str) -> None:
        self._world = world
        self._endpoints = base_url
        self._by_token: dict[str, Interaction] = {}
        self._numbers = count(1 << 21)
        """Their own: the cards depend on the ids of interactions, which messages must not move."""

    @property
    def all(self) -> Iterable[Interaction]:
        """Everything that members did so far."""
        return self._by_token.values()

    def born(
        self, kind: int, account: Account, channel: Channel, data: Json, source: Post | None = None
    ) -> Interaction:
        """Begin an interaction of a member."""
        id = self._world.id(next(self._numbers))
        one = Interaction(id, f"token-{id}", kind, account, channel, self._world.now(), data, source)
        self._by_token[one.token] = one
        return one

    def complaints(self, request: ApiRequest) -> Iterator[str]:
        """What Discord would not take of a callback, beyond its description."""
        data = request.body.get("data") or {}
        names = [file.name for file in request.files.values()]
        match request.body["type"]:
            case 4 | 7:
                yield from message_complaints(data, names)
            case 5 if set(data) - {"flags"} or (data.get("flags") or 0) & ~EPHEMERAL:
                yield "$.data: a bot that thinks may say nothing but that it does so in private"
            case 9:
                yield from modal_complaints(data)
            case _:
                pass

    def callback(self, request: ApiRequest) -> Json | None:
        """The first answer: within three seconds, and once."""
        one = self._by_token.get(request.ids["interaction_token"])
        if one is None or self._world.now() - one.born > TO_ANSWER:
            raise ApiError(404, 10062, "Unknown interaction")
        if one.answered:
            raise ApiError(400, 40060, "Interaction has already been acknowledged.")
        kind, data = request.body["type"], request.body.get("data") or {}
        if kind not in ALLOWED[one.kind] or (kind in (LATER, CHANGE) and one.source is None):
            raise ApiError(400, 50035, f"a {one.kind} is not answered by a {kind}")
        self._answer(one, kind, data, request.files)
        one.answered = kind
        one.acknowledged.set()
        if "with_response" not in request.query:
            return None
        return self._response(one)

    def _answer(self, one: Interaction, kind: int, data: Json, files: Mapping[int, File]) -> None:
        private = one.account if (data.get("flags") or 0) & EPHEMERAL else None
        match kind:
            case 4:
                self._said(one, write(self._world, one.channel, data, files, private))
            case 5:
                one.original = self._thinking(one, private)
            case 6:
                one.original = one.source
            case 7:
                assert one.source is not None
                one.original = rewrite(self._world, one.source, data, files)
            case 8:
                one.choices = data["choices"]
            case 9:
                one.form = data
            case 12:
                pass  # the Activity opens in the client
            case _:
                raise AssertionError(f"no answer of kind {kind}")
        if kind not in (THINK, LATER):
            one.settled.set()

    def _said(self, one: Interaction, post: Post) -> None:
        one.original = one.original or post
        one.posts.append(post)

    def _thinking(self, one: Interaction, private: Account | None) -> Post:
        world = self._world
        post = Post(world.id(), one.channel, world.bot, world.now(), only_for=private, thinking=True)
        post.flags = EPHEMERAL if private else 0
        one.channel.messages.append(post)
        one.posts.append(post)
        return post

    def _response(self, one: Interaction) -> Json:
        about = {"id": str(one.id), "type": one.kind, "response_message_ephemeral": False}
        if one.original is None or one.answered not in (SAY, CHANGE):
            return {"interaction": about}
        about["response_message_id"] = str(one.original.id)
        message = payloads.message(one.original, self._endpoints)
        return {"interaction": about, "resource": {"type": one.answered, "message": message}}

    def _open(self, request: ApiRequest) -> Interaction:
        """The interaction whose token a request carries, as long as it holds. Raises Declined."""
        one = self._by_token.get(request.ids["webhook_token"])
        if one is None or not one.answered:
            raise ApiError(404, 10015, "Unknown Webhook")
        if self._world.now() - one.born > TO_GO_ON:
            raise ApiError(401, 50027, "Invalid Webhook Token")
        return one

    def follow_up(self, request: ApiRequest) -> Json:
        """A further message; the first after the bot was thinking takes that one's place."""
        one, body = self._open(request), request.body
        if one.original is not None and one.original.thinking:
            post = rewrite(self._world, one.original, body, request.files)
        else:
            private = one.account if (body.get("flags") or 0) & EPHEMERAL else None
            post = write(self._world, one.channel, body, request.files, private)
            self._said(one, post)
        one.settled.set()
        return payloads.message(post, self._endpoints)

    def show(self, request: ApiRequest) -> Json:
        return payloads.message(self._meant(self._open(request), request), self._endpoints)

    def edit(self, request: ApiRequest) -> Json:
        one = self._open(request)
        post = self._meant(one, request)
        if post.thinking:
            post.flags |= (request.body.get("flags") or 0) & ~EPHEMERAL
            fill(self._world, post, request.body, request.files)
            post.thinking = False
        else:
            rewrite(self._world, post, request.body, request.files)
        one.settled.set()
        return payloads.message(post, self._endpoints)

    def delete(self, request: ApiRequest) -> None:
        one = self._open(request)
        self._meant(one, request).gone = True
        one.settled.set()

    def _meant(self, one: Interaction, request: ApiRequest) -> Post:
        """The message of an interaction that a request names: the original, or one by its id."""
        named: Any = request.ids.get("message_id")
        found = one.original if named is None else next((p for p in one.posts if p.id == int(named)), None)
        if found is None or found.gone:
            raise ApiError(404, 10008, "Unknown Message")
        return found
