"""Telegram as a platform: the announcer's voice there, and a counter where people are served."""

import asyncio
import logging
from collections import deque
from collections.abc import Coroutine
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime, timedelta
from secrets import token_urlsafe
from typing import Any

from pydantic import SecretStr
from telegram.error import Conflict, InvalidToken, TelegramError

from bot.clock import Clock
from bot.model.identity import Chat, Person
from bot.model.message import Message
from bot.model.permissions import MissingPermissions
from bot.platforms.port import CannotHost, CommandService, Key, OnReachable
from bot.platforms.telegram.addresses import PLATFORM
from bot.platforms.telegram.client import ALLOWED, Client, Listener, Voice, client_of
from bot.platforms.telegram.menus import register
from bot.store import Store

_LAST_WORDS = 0.4
"""Seconds that a step of taking leave may last."""

_NEW = timedelta(minutes=1)
"""So long a program is the newcomer, which gives way where another asks for the same updates."""
_CONFLICTS_OF_NEW, _CONFLICTS = 3, 12
_CONFLICTING = timedelta(minutes=5)
"""Told so often within so long that another program asks for them, there is one that stays."""

_WRONG_TOKEN = "Telegram does not accept the token in TELEGRAM_TOKEN: copy it anew."
_TWO_PROGRAMS = "Another program attends to the bot of TELEGRAM_TOKEN: stop it first, or give it another bot."

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Webhook:
    """Where Telegram brings its updates, instead of being asked: its address, and where we listen."""

    url: str
    host: str
    port: int


class TelegramChat:
    """A platform of the announcer's, and a client that asks for updates while it is served.

    `options` are the library's addresses. Whoever asks something of it that takes a line to Telegram waits
    until the bot has introduced itself there.
    """

    name = PLATFORM
    longest_post = 900
    """Letters: 1,024 below a photo, with a mention, and with what is added so that names are no links."""

    def __init__(
        self,
        store: Store,
        token: SecretStr,
        clock: Clock,
        *,
        language: str = "en",
        webhook: Webhook | None = None,
        **options: str,
    ) -> None:
        self._store = store
        self._token = token
        self._clock = clock
        self._language = language
        self._webhook = webhook
        self._options = options
        self._speaks: Voice | None = None
        self._known = asyncio.Event()
        self._look_again: OnReachable | None = None
        self._began = clock.now()
        self._conflicts: deque[datetime] = deque(maxlen=_CONFLICTS)
        self._over = asyncio.Event()

    async def post(self, chat: Chat, message: Message, key: Key) -> None:
        """Say something in a group, once for each key. Raises Unreachable."""
        await (await self._voice()).public.post(chat, message, key)

    async def tell(self, person: Person, message: Message, key: Key) -> None:
        """Bring a person's panel up to date, or say a note once. Raises Unreachable."""
        await (await self._voice()).private.tell(person, message, key)

    async def missing_permissions(self, chat: Chat) -> MissingPermissions:
        """What the bot may not do in a group. Raises Unreachable where it is gone."""
        return await (await self._voice()).places.missing_permissions(chat)

    def watch(self, retry: OnReachable) -> None:
        """Call `retry` with the groups that have perhaps become open to the bot."""
        self._look_again = retry

    async def is_admin(self, person: Person, chat: Chat) -> bool:
        """Whether a person is an admin of a group."""
        return await (await self._voice()).places.is_admin(person, chat)

    async def serve(self, desk: CommandService) -> None:
        """Attend to people, until cancelled or until there is no use in going on.

        Raises CannotHost where the token is wrong, or another program uses it; whatever else it raises may
        be better next time.
        """
        client = client_of(self._token.get_secret_value(), self._clock, **self._options)
        try:
            await client.initialize()
            listener = Listener(client, desk, self._store, self._clock, self._language)
            if self._look_again:
                listener.voice.places.watch(self._look_again)
            await register(client.bot, self._store)
            await self._listen(client)
            log.info("Telegram: ready as @%s", client.bot.username)
            print(f"Telegram: add the bot to a group with {_invitation(client)}", flush=True)
            self._speaks = listener.voice
            self._known.set()
            await self._over.wait()
            raise CannotHost(_TWO_PROGRAMS)
        except InvalidToken:
            raise CannotHost(_WRONG_TOKEN) from None
        finally:
            self._known.clear()
            self._speaks = None
            await _leave(client)

    async def _listen(self, client: Client) -> None:
        """Begin to take updates: those that came meanwhile first."""
        assert client.updater is not None
        self._began = self._clock.now()
        await client.start()
        if self._webhook is None:
            await client.updater.start_polling(allowed_updates=ALLOWED, error_callback=self._stumbled)
            return
        await client.updater.start_webhook(
            listen=self._webhook.host,
            port=self._webhook.port,
            url_path="telegram",
            webhook_url=f"{self._webhook.url.rstrip('/')}/telegram",
            allowed_updates=ALLOWED,
            secret_token=token_urlsafe(32),
        )

    def _stumbled(self, error: TelegramError) -> None:
        """Asking for updates failed: it is tried again, unless somebody else asks for them too."""
        log.info("Telegram: no updates for the moment (%s)", type(error).__name__)
        if isinstance(error, Conflict):
            log.warning("Telegram: another program attends to this bot")
            now = self._clock.now()
            self._conflicts.append(now)
            lately = [one for one in self._conflicts if now - one < _CONFLICTING]
            most = _CONFLICTS_OF_NEW if now - self._began < _NEW else _CONFLICTS
            if len(lately) >= most:
                self._over.set()

    async def _voice(self) -> Voice:
        while self._speaks is None:
            await self._known.wait()
        return self._speaks


def _invitation(client: Client) -> str:
    """The link that takes the bot into a group."""
    return f"https://t.me/{client.bot.username}?startgroup=new"


async def _leave(client: Client) -> None:
    """Take leave step by step; a step that takes too long is left, and the lines are closed all the same."""
    if client.updater and client.updater.running:
        await _briefly(client.updater.stop())
    if client.running:
        await _briefly(client.stop())
    await _briefly(client.bot.shutdown())


async def _briefly(step: Coroutine[Any, Any, None]) -> None:
    with suppress(TimeoutError, TelegramError, RuntimeError):
        async with asyncio.timeout(_LAST_WORDS):
            await step
