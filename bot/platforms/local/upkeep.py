"""Upkeep of the page: what nobody uses any longer is removed, and what the operator wants removed."""

import logging
from datetime import datetime, timedelta

from aiohttp import WSCloseCode

from bot.clock import Clock
from bot.model.identity import Chat, Person
from bot.platforms.local.channels import TABLE, Channels
from bot.platforms.local.trouble_log import TroubleLog
from bot.store import Store
from bot.store.page_use import PageUse

CHANNEL_KEPT = timedelta(days=60)
"""How long a channel stays after its last post, unless it has an unfinished game. The table always stays."""

EMPTY_CHANNEL_KEPT = timedelta(days=1)
"""How long a channel without any post stays."""

PERSON_KEPT = timedelta(days=180)
"""How long a person's name stays theirs after their last visit, unless they play in an unfinished game."""

EVERY = 30.0
"""Seconds between two looks at what the operator wants removed."""

EXPIRY_EVERY = timedelta(hours=1)

log = logging.getLogger(__name__)


class Upkeep:
    """Removes channels and persons from the store and from the tabs."""

    def __init__(self, store: Store, channels: Channels, clock: Clock, platform: str) -> None:
        self._store = store
        self._channels = channels
        self._clock = clock
        self._platform = platform

    async def run(self, troubles: TroubleLog) -> None:
        """Do what is due, twice a minute until cancelled."""
        expired_at: datetime | None = None
        while True:
            try:
                await self.remove_wanted()
                if expired_at is None or self._clock.now() - expired_at >= EXPIRY_EVERY:
                    expired_at = self._clock.now()
                    await self.remove_unused()
            except Exception as error:  # noqa: BLE001 - it is tried again
                troubles.failed("removing what nobody uses", error)
            await self._clock.sleep(EVERY)

    async def remove_wanted(self) -> None:
        """Remove what the operator wants removed, unless an unfinished game needs it by now."""
        for one in await self._store.page.wanted_removals(self._platform):
            if await self._remove(one):
                log.info("removed from the page, as the operator wants: %s", one.id)
            else:
                log.warning("not removed from the page, for it has an unfinished game: %s", one.id)
            await self._store.page.end_removal(one)

    async def remove_unused(self) -> None:
        """Remove channels where nothing happens, and persons who have not been there for a long time."""
        now = self._clock.now()
        await self._store.page.note_visits(self._platform, self._channels.present(), now)
        channels = await self._store.page.channel_uses(self._platform)
        people = await self._store.page.person_uses(self._platform)
        for use in (*channels, *people):
            if use.last and now - use.last >= _kept_for(use) and not self._is_needed(use):
                await self._remove(use.of)

    def _is_needed(self, use: PageUse) -> bool:
        """Whether somebody plays there, or looks at it; the table always is."""
        watched = any(tab.chat == use.of for tab in self._channels.tabs)
        return bool(use.game) or watched or use.of == Chat(self._platform, TABLE)

    async def _remove(self, one: Chat | Person) -> bool:
        """Remove a channel or a person; False while an unfinished game needs it."""
        if isinstance(one, Chat):
            return await self._channels.remove(one)
        removed = await self._store.page.remove_person(one)
        for tab in tuple(self._channels.tabs) if removed else ():
            if tab.profile and tab.profile.person == one:
                await tab.close(WSCloseCode.GOING_AWAY)  # it comes back and asks for a name
        return removed


def _kept_for(use: PageUse) -> timedelta:
    match use.of:
        case Person():
            return PERSON_KEPT
        case Chat():
            return CHANNEL_KEPT if use.posts else EMPTY_CHANNEL_KEPT
