"""Upkeep of the page: removes unused channels and people, and those that the operator wants removed."""

import logging
from datetime import datetime, timedelta
from itertools import chain

from aiohttp import WSCloseCode

from bot.commands.dispatcher import Dispatcher
from bot.model.identity import Chat, Person
from bot.platforms.local.channels import TABLE, Channels
from bot.store.local import PageStore, PageUse

CHANNEL_KEPT = timedelta(days=60)
"""How long a channel stays after its last post, unless it has a running game. The table always stays."""

LOBBY_KEPT = timedelta(days=3)
"""How long a channel stays after its last post in which nothing was ever opened but a lobby."""

EMPTY_CHANNEL_KEPT = timedelta(days=1)
"""How long a channel without any post stays."""

PERSON_KEPT = timedelta(days=180)
"""How long a person's name stays theirs after their last visit, unless they play in an unfinished game."""

EVERY = 30.0
"""Seconds between two looks at what the operator wants removed."""

EXPIRY_EVERY = timedelta(hours=1)

log = logging.getLogger(__name__)


async def run(channels: Channels, dispatcher: Dispatcher) -> None:
    """Remove what is due, twice a minute, until cancelled."""
    expired_at: datetime | None = None
    while True:
        try:
            await remove_wanted(channels, dispatcher)
            if expired_at is None or channels.clock.now() - expired_at >= EXPIRY_EVERY:
                expired_at = channels.clock.now()
                await remove_unused(channels, dispatcher)
        except Exception as error:
            log.error("removing what nobody uses failed", exc_info=error)
        await channels.clock.sleep(EVERY)


async def remove_wanted(channels: Channels, dispatcher: Dispatcher) -> None:
    """Remove what the operator wants removed, unless an unfinished game needs it by now.

    The games that the operator wants ended end before that.
    """
    page = channels.store.page
    for one, ends_games in (await page.wanted_removals(channels.platform)).items():
        for game in await page.unfinished_games(one) if ends_games else ():
            if not await dispatcher.end_game(game, running=True):
                log.warning("game %s is not ended: it is over, or cannot be read", game)
        if await _remove(channels, one):
            log.info("removed from the page, as the operator wants: %s", one.id)
        else:
            log.warning("not removed from the page, for it has an unfinished game: %s", one.id)
        await page.end_removal(one)


async def remove_unused(channels: Channels, dispatcher: Dispatcher) -> None:
    """Remove channels where nothing happens, and persons who have not been there for a long time.

    A lobby that nobody has changed for a day does not keep its channel: it is aborted.
    """
    page, platform, now = channels.store.page, channels.platform, channels.clock.now()
    await page.note_visits(platform, channels.present(), now)
    uses = await page.channel_uses(platform), await page.person_uses(platform)
    for use in chain(*uses):
        if use.last and now - use.last >= await _kept_for(page, use) and not _is_watched(channels, use):
            for game in await page.unfinished_games(use.of) if isinstance(use.of, Chat) else ():
                await dispatcher.end_game(game, running=False)
            await _remove(channels, use.of)


def _is_watched(channels: Channels, use: PageUse) -> bool:
    """Whether somebody looks at a channel. The table counts as watched: it always stays."""
    watched = any(tab.chat == use.of for tab in channels.tabs)
    return watched or use.of == Chat(channels.platform, TABLE)


async def _remove(channels: Channels, one: Chat | Person) -> bool:
    """Remove a channel or a person; False while an unfinished game needs it."""
    if isinstance(one, Chat):
        return await channels.remove(one)
    removed = await channels.store.page.remove_person(one)
    for tab in tuple(channels.tabs) if removed else ():
        if tab.profile and tab.profile.person == one:
            await tab.close(WSCloseCode.GOING_AWAY)  # it comes back and asks for a name
    return removed


async def _kept_for(page: PageStore, use: PageUse) -> timedelta:
    """How long it stays after its last use. An unfinished game that runs keeps it anyway."""
    match use.of:
        case Person():
            return PERSON_KEPT
        case Chat() if use.posts and not await page.has_only_lobbies(use.of):
            return CHANNEL_KEPT
        case Chat():
            return LOBBY_KEPT if use.posts else EMPTY_CHANNEL_KEPT
