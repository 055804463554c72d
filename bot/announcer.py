"""The announcer: tells chats and persons what has happened, from each one's bookmark in the log."""

import asyncio
import logging
from collections.abc import Mapping
from functools import partial

from bot.announcing import post_of, stretches
from bot.artist import Artist
from bot.errands import Errands
from bot.identity import Chat, Destination, Person
from bot.matches.games import Games
from bot.matches.match import Match, Step
from bot.panel import Panels
from bot.platforms.port import Platform, Unreachable
from bot.talk.phrases import phrases

Follower = tuple[Destination, str]
"""A chat or a person, and the match that it follows."""

log = logging.getLogger(__name__)


class Announcer:
    """Speaks in public and in private. A destination that fails is tried again, and delays no other."""

    def __init__(
        self, games: Games, platforms: Mapping[str, Platform], artist: Artist, language: str
    ) -> None:
        self._games = games
        self._store = games.store
        self._platforms = platforms
        self._artist = artist
        self._panels = Panels(artist)
        self._language = language

    async def run(self) -> None:
        """Follow every match until cancelled; what was not told before a restart is told first."""
        news = self._games.subscribe()
        async with asyncio.TaskGroup() as tasks:
            telling = Errands("telling", self._tell, tasks, self._games.clock)
            waking = Errands("waking", partial(self._wake, telling), tasks, self._games.clock)
            for game in await self._store.running_games():
                waking.wake(game)
            while True:
                waking.wake(await news.get())

    async def _wake(self, telling: Errands[Follower], game: str) -> None:
        """See to it that everybody who follows a match is being told."""
        for destination in await self._store.bookmarks(game):
            if destination.platform in self._platforms:
                telling.wake((destination, game))

    async def _tell(self, follower: Follower) -> None:
        """Tell a follower everything that there is to tell."""
        destination, game = follower
        try:
            while await self._tell_more(destination, game):
                pass
        except Unreachable:
            log.info("game %s: a %s cannot be reached", game, destination.platform)
            await self._store.move_bookmark(destination, game, await self._store.last_seq(game))

    async def _tell_more(self, destination: Destination, game: str) -> bool:
        """Tell the next stretch, and move the bookmark. False where there is nothing to tell yet."""
        told = (await self._store.bookmarks(game)).get(destination)
        steps = () if told is None else await self._games.steps(game, told)
        if not steps:
            return False
        match destination:
            case Chat():
                return await self._tell_chat(destination, game, steps)
            case Person():
                await self._tell_person(destination, steps)
                await self._store.move_bookmark(destination, game, steps[-1].after.seq)
                return True

    async def _tell_chat(self, chat: Chat, game: str, steps: tuple[Step, ...]) -> bool:
        parts = stretches(steps)
        if not parts:
            return False
        language = await self._store.chat_language(chat) or self._language
        seq = parts[0][-1].after.seq
        message = await post_of(parts[0], phrases(language), self._artist)
        if message:
            await self._platforms[chat.platform].post(chat, message, f"{game}-{seq}")
        await self._store.move_bookmark(chat, game, seq)
        return True

    async def _tell_person(self, person: Person, steps: tuple[Step, ...]) -> None:
        """Refresh the person's private panel, where anything in it has changed."""
        match = steps[-1].after
        seat = match.roster.seat_of(str(person))
        if seat is None or _private(steps[0].before, person) == _private(match, person):
            return
        panel = await self._panels.panel(match, seat, phrases(await self._spoken(person, match.id)))
        await self._platforms[person.platform].tell(person, panel, f"{match.id}-{match.seq}")

    async def _spoken(self, person: Person, game: str) -> str:
        """The language that a person chose, or that of the chat where the match is shown."""
        profile = await self._store.person(person)
        if profile and profile.language:
            return profile.language
        chats = [await self._store.chat_language(chat) for chat in await self._store.chats_of(game)]
        return next(filter(None, chats), self._language)


def _private(match: Match | None, person: Person) -> object:
    """All that a person's panel is made from; None where there is none."""
    seat = match.roster.seat_of(str(person)) if match else None
    if match is None or match.game is None or seat is None:
        return None
    game, table = match.game, match.game.table
    row = table.row if table.decisions[seat] else ""
    secret = game.hands[seat], game.tickets[seat], game.offers[seat], table.decisions[seat]
    return (*secret, row, match.roster.status, match.roster.sitters[seat].level, table.seat)
