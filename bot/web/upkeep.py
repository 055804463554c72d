"""Upkeep of the page: removes unused channels and people, and those that the operator wants removed."""

import logging
from datetime import datetime, timedelta
from functools import partial
from typing import Protocol

from aiohttp import WSCloseCode

from bot.matches.retention import end_game
from bot.model.identity import Chat, Person
from bot.store.local import REMOVAL, REMOVAL_WITH_GAMES, PageStore, PageUse
from bot.timers.registry import Due, TimerKind, TimerServices, timer
from bot.web.channels import TABLE, Channels

CHANNEL_KEPT = timedelta(days=60)
"""How long a channel stays after its last post, unless it has a running game. The table always stays."""

LOBBY_KEPT = timedelta(days=3)
"""How long a channel stays after its last post in which nothing was ever opened but a lobby."""

EMPTY_CHANNEL_KEPT = timedelta(days=1)
"""How long a channel without any post stays."""

PERSON_KEPT = timedelta(days=180)
"""How long a person's name stays theirs after their last visit, unless they play in an unfinished game."""

EVERY = timedelta(hours=1)
"""How often what is unused is looked for."""

LEASE = "page/local"
"""The lease of the process that hosts the page."""

log = logging.getLogger(__name__)


class EndGame(Protocol):
    """Ends a game that keeps its channel or people, and says whether it has (see bot.matches.retention)."""

    async def __call__(self, game: str, *, running: bool) -> bool: ...


def timers_of(channels: Channels) -> tuple[TimerKind, TimerKind]:
    """What happens on the page by itself."""

    @timer("unused", lease=LEASE, in_background=True, at_start=True)
    async def unused(due: Due, services: TimerServices) -> datetime | None:
        """Remove what nobody uses."""
        await remove_unused(channels, partial(end_game, services.repository))
        return due.now + EVERY

    @timer(REMOVAL, lease=LEASE, in_background=True)
    async def removal(due: Due, services: TimerServices) -> datetime | None:
        """Remove a channel or a person, as the operator or the person wants."""
        ends_games = due.kind == REMOVAL_WITH_GAMES
        ending = partial(end_game, services.repository)
        await remove_wanted(channels, due.destination, ending, ends_games=ends_games)
        return None

    return unused, removal


async def remove_wanted(
    channels: Channels, of: Chat | Person, end_game: EndGame, *, ends_games: bool = False
) -> None:
    """Remove a channel or a person, unless an unfinished game needs it by now. With `ends_games`, their games
    end before that.
    """
    for game in await channels.store.page.unfinished_games(of) if ends_games else ():
        if not await end_game(game, running=True):
            log.warning("game %s is not ended: it is over, or cannot be read", game)
    if await _remove(channels, of):
        log.info("removed from the page, as somebody wants: %s", of.id)
    else:
        log.warning("not removed from the page, for it has an unfinished game: %s", of.id)


async def remove_unused(channels: Channels, end_game: EndGame) -> None:
    """Remove channels where nothing happens, and persons who have not been there for a long time.

    A lobby that nobody has changed for a day does not keep its channel: it is aborted.
    """
    page, platform, now = channels.store.page, channels.platform, channels.clock.now()
    await page.note_visits(platform, channels.present(), now)
    for use in (*await page.channel_uses(platform), *await page.person_uses(platform)):
        if use.of == Chat(platform, TABLE) or not use.last or now - use.last < await _kept_for(page, use):
            continue
        if any(tab.chat == use.of for tab in channels.tabs):
            continue
        for game in await page.unfinished_games(use.of) if isinstance(use.of, Chat) else ():
            await end_game(game, running=False)
        await _remove(channels, use.of)


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
