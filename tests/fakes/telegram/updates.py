"""Updates for the bot: it polls for them, or they are posted to its webhook."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta

from aiohttp import ClientError, ClientSession, ClientTimeout, TCPConnector

from tests.fakes.telegram.contract import Json, contract
from tests.fakes.telegram.request import ApiRequest
from tests.fakes.telegram.world import ApiError

KEPT = timedelta(hours=24)
NOT_BY_ITSELF = {"chat_member", "message_reaction", "message_reaction_count"}
HEADER = "X-Telegram-Bot-Api-Secret-Token"
RIVAL = "Conflict: terminated by other getUpdates request; make sure that only one bot instance is running"
HOOKED = "Conflict: can't use getUpdates method while webhook is active"
AT_ONCE = 40
"""Updates that are brought to a webhook at a time, unless it says otherwise."""

PATIENCE = 50.0
"""Seconds after which an update that a webhook has not answered is brought again."""

AGAIN, MUCH_LATER = 0.05, 1.0
"""Seconds until an update is brought a third time, and at most until the next. Telegram takes 2 and 60."""


@dataclass(frozen=True)
class Update:
    """One thing that has happened."""

    number: int
    kind: str
    at: datetime
    about: Json

    @property
    def payload(self) -> Json:
        return {"update_id": self.number, self.kind: self.about}

    @property
    def queue(self) -> str:
        """Updates of one queue are brought one after the other: messages of a chat, presses of a person."""
        return f"{self.kind} {self.about.get('chat', self.about['from'])['id']}"


class Updates:
    """Updates in their order, until they are confirmed or a day old."""

    def __init__(self, now: Callable[[], datetime], complain: Callable[[str], object]) -> None:
        self.waiting: list[Update] = []
        self.confirmed: list[Update] = []
        self.on_confirmed: Callable[[Update], object] = lambda _: None
        self.hook: Json = {}
        """The webhook, as it was set."""
        self.proxies: dict[str, str] = {}
        """Reverse proxies: the local address for each public prefix of a webhook."""
        self.webhook_refusals: list[int] = []
        self.failed_at: datetime | None = None
        """When an update could not be brought to the webhook, the last time."""
        self.asked = asyncio.Event()
        """Set as soon as somebody waits for updates, or has set a webhook."""
        self.is_impatient = False
        """Whether the next request for updates is answered at once, also without any."""
        self.longest_poll = 60.0
        """Seconds after which a request for updates is answered without any, or earlier if it wants that."""
        self._now = now
        self._complain = complain
        self._allowed: set[str] = set()
        self._number = 800_000_000
        self._news = asyncio.Event()
        self._poll = 0
        self._carrier: asyncio.Task[None] | None = None
        self._brought_now: dict[str, asyncio.Task[None]] = {}
        """What is being brought, by its queue."""

    def put(self, kind: str, about: Json) -> None:
        """Something has happened."""
        for slip in contract().slips("Update", {"update_id": 1, kind: about}):
            self._complain(f"update: {slip}")
        if kind in self._allowed or (not self._allowed and kind not in NOT_BY_ITSELF):
            self._number += 1
            self.waiting.append(Update(self._number, kind, self._now(), about))
            self._news.set()

    def repeat(self, last: int = 1) -> None:
        """Bring the last updates once more, as after a confirmation that was lost."""
        again, self.confirmed = self.confirmed[-last:], self.confirmed[:-last]
        self.waiting[:0] = again
        self._news.set()

    def wake(self) -> None:
        """Let requests that wait for updates check again."""
        self._news.set()

    # ---- asked for

    async def poll(self, request: ApiRequest, is_gone: Callable[[], bool]) -> list[Json]:
        """What has happened since `offset`, as soon as something has. Of two who ask, one is Declined."""
        if self.hook:
            raise ApiError(409, HOOKED)
        self._poll += 1
        mine = self._poll
        self._news.set()
        self._allow(request)
        self._confirm(request.asked.get("offset", 0))
        self.asked.set()
        timeout = 0 if self.is_impatient else min(self.longest_poll, request.asked.get("timeout", 0))
        until, self.is_impatient = asyncio.get_running_loop().time() + timeout, False
        while not self._fresh() and asyncio.get_running_loop().time() < until and not is_gone():
            self._news.clear()
            await self._any_news(until - asyncio.get_running_loop().time())
            if mine != self._poll:
                raise ApiError(409, RIVAL)
        return [update.payload for update in self._fresh()[: request.asked.get("limit", 100)]]

    async def _any_news(self, longest: float = 0.5) -> None:
        try:
            async with asyncio.timeout(min(longest, 0.5)):
                await self._news.wait()
        except TimeoutError:
            return

    def _allow(self, request: ApiRequest) -> None:
        if "allowed_updates" in request.asked:
            self._allowed = set(request.asked["allowed_updates"])

    def _confirm(self, offset: int) -> None:
        for update in [one for one in self.waiting if one.number < offset]:
            self._move_to_confirmed(update)

    def _move_to_confirmed(self, update: Update) -> None:
        self.waiting.remove(update)
        self.confirmed.append(update)
        self.on_confirmed(update)

    def _fresh(self) -> list[Update]:
        self.waiting = [one for one in self.waiting if self._now() - one.at <= KEPT]
        return self.waiting

    # ---- brought

    def set_hook(self, request: ApiRequest) -> bool:
        self._allow(request)
        self.hook = dict(request.asked) if request.asked["url"] else {}
        if request.asked.get("drop_pending_updates"):
            self.waiting.clear()
        if self.hook and self._carrier is None:
            self._carrier = asyncio.create_task(self._carry())
        if self.hook:
            self.asked.set()
        return True

    def unset_hook(self, request: ApiRequest) -> bool:
        self.hook = {}
        if request.asked.get("drop_pending_updates"):
            self.waiting.clear()
        return True

    def hook_info(self, _: ApiRequest) -> Json:
        return {
            "url": self.hook.get("url", ""),
            "has_custom_certificate": False,
            "pending_update_count": len(self.waiting),
            **({"last_error_date": int(self.failed_at.timestamp())} if self.failed_at else {}),
        }

    async def close(self) -> None:
        """Bring nothing more."""
        carriers = [self._carrier] if self._carrier else []
        self.hang_up(*carriers)
        await asyncio.gather(*carriers, *self.hang_up(), return_exceptions=True)

    def hang_up(self, *others: asyncio.Task[None]) -> list[asyncio.Task[None]]:
        """Wait no longer for answers of the webhook. What it has not answered is brought again."""
        tasks = [*others, *self._brought_now.values()]
        for task in tasks:
            task.cancel()
        return tasks

    async def _carry(self) -> None:
        """Bring the first update of each queue, as many at once as the webhook wants."""
        limits, connector = ClientTimeout(PATIENCE), TCPConnector(limit=0)
        async with ClientSession(timeout=limits, connector=connector) as session:
            while True:
                self._news.clear()
                for update in self._fresh() if self.hook else []:
                    if len(self._brought_now) == self.hook.get("max_connections", AT_ONCE):
                        break
                    if update.queue not in self._brought_now:
                        bringing = asyncio.create_task(self._bring(session, update))
                        self._brought_now[update.queue] = bringing
                await self._any_news()

    async def _bring(self, session: ClientSession, update: Update) -> None:
        """Bring an update until it is taken: again at once, and then after more and more time."""
        wait = 0.0
        try:
            while self.hook and update in self._fresh() and not await self._is_taken(session, update):
                await asyncio.sleep(wait)
                wait = min(max(2 * wait, AGAIN), MUCH_LATER)
            if self.hook and update in self.waiting:
                self._move_to_confirmed(update)
        finally:
            del self._brought_now[update.queue]
            self._news.set()

    async def _is_taken(self, session: ClientSession, update: Update) -> bool:
        url = self.hook["url"]
        for public, local in self.proxies.items():
            url = url.replace(public, local, 1) if url.startswith(public) else url
        secret = {HEADER: self.hook["secret_token"]} if "secret_token" in self.hook else {}
        try:
            async with session.post(url, json=update.payload, headers=secret) as answer:
                if answer.status < 300:
                    return True
                self.webhook_refusals.append(answer.status)
        except (ClientError, OSError):  # a timeout too
            pass
        self.failed_at = self._now()
        return False
