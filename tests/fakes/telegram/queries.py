"""Presses of buttons and inline queries: each wants an answer, and soon."""

import asyncio
from collections.abc import Callable
from datetime import datetime, timedelta
from itertools import count

from tests.fakes.telegram import payloads
from tests.fakes.telegram.contract import Json
from tests.fakes.telegram.request import ApiRequest
from tests.fakes.telegram.updates import Updates
from tests.fakes.telegram.world import Account, FakeChat, Post, World, bad

LATE = timedelta(seconds=15)
"""After this, nobody waits for the answer any more."""

TOO_OLD = "query is too old and response timeout expired or query ID is invalid"


class Query:
    """Somebody waits. `said` is what the answer shows them, in an alert where `alert` is set."""

    def __init__(self, id: str, account: Account, at: datetime) -> None:
        self.id = id
        self.account = account
        self.at = at
        self.answered = asyncio.Event()
        self.said = ""
        self.alert = False
        self.url = ""
        self.results: list[Json] = []
        self.button: Json = {}
        self.about: Json = {}


class Queries:
    """All that was asked, by its id."""

    def __init__(self, world: World, updates: Updates) -> None:
        self.all: dict[str, Query] = {}
        self.on_answer: Callable[[Query], object] = lambda _: None
        self._world = world
        self._updates = updates
        self._numbers = count(2)
        """Their own: the cards depend on the ids of queries, which messages must not move."""

    def press(self, account: Account, post: Post, data: str, inline_id: str = "") -> Query:
        """Somebody presses a button that carries `data`."""
        question = self._born(account)
        about: Json = {"id": question.id, "from": payloads.user(account), "data": data}
        about["chat_instance"] = str(post.place.id)
        if inline_id:
            about["inline_message_id"] = inline_id
        else:
            about["message"] = payloads.message(post, post.place, post.accessible)
        self._updates.put("callback_query", about)
        return question

    def query(self, account: Account, text: str, place: FakeChat) -> Query:
        """Somebody types after the bot's name. Telegram does not say in which chat."""
        question = self._born(account)
        kind = "sender" if place.partner is account else place.kind.value
        about = {
            "id": question.id,
            "from": payloads.user(account),
            "query": text,
            "offset": "",
            "chat_type": kind,
        }
        self._updates.put("inline_query", about)
        return question

    def _born(self, account: Account) -> Query:
        question = Query(str(10**15 + next(self._numbers)), account, self._world.now())
        self.all[question.id] = question
        return question

    def answer(self, request: ApiRequest) -> bool:
        question = self._open(request.asked["callback_query_id"])
        question.said = request.asked.get("text") or ""
        question.alert = bool(request.asked.get("show_alert"))
        question.url = request.asked.get("url") or ""
        self.on_answer(question)
        question.answered.set()
        return True

    def answer_inline(self, request: ApiRequest) -> bool:
        question = self._open(request.asked["inline_query_id"])
        question.results = request.asked["results"]
        question.button = request.asked.get("button") or {}
        question.about = {name: request.asked.get(name) for name in ("cache_time", "is_personal")}
        question.answered.set()
        return True

    def _open(self, id: str) -> Query:
        question = self.all.get(id)
        if question is None or question.answered.is_set() or self._world.now() - question.at > LATE:
            raise bad(TOO_OLD)
        return question
