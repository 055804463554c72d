"""The announcer: tells chats and persons what has happened, from each one's bookmark in the log."""

import asyncio
import logging
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import timedelta
from itertools import chain

from bot.matches.match import Match, Step
from bot.matches.repository import MatchRepository
from bot.model.identity import Chat, Destination, Person, Ping
from bot.model.message import WORDS_FIRST, Message, Topic, drawn
from bot.model.permissions import MissingPermissions, Unreachable
from bot.notify.posts import opens_for, post_of, split_into_posts, topic_of
from bot.platforms.port import Key, Platform
from bot.service.chat_order import chats_by_preference
from bot.service.chat_rights import complaint
from bot.service.panels import Panels
from bot.service.pictures import PictureService
from bot.tasks import KeyedTasks
from bot.text.i18n import Phrases, phrases
from engine.events import CardDrawn, CardTaken

Follower = tuple[Destination, str]
"""A chat or a person, and the match that it follows."""

LATE = timedelta(minutes=1)
"""What a chat was not told for so long, it is told all together."""

FORGOTTEN = timedelta(days=30)
"""What could not be told for so long is passed over: else all dead chats of years are asked for at once."""

log = logging.getLogger(__name__)


class Announcer:
    """Speaks in public and in private. A destination that fails is tried again, and delays no other."""

    def __init__(
        self, games: MatchRepository, platforms: Mapping[str, Platform], artist: PictureService, language: str
    ) -> None:
        self._games = games
        self._store = games.store
        self._platforms = platforms
        self._artist = artist
        self._panels = Panels(artist)
        self._language = language
        self._shut: set[Follower] = set()
        self._telling: KeyedTasks[Follower] | None = None

    async def run(self) -> None:
        """Follow every match until cancelled; what was not told before a restart is told first."""
        news = self._games.subscribe()
        async with asyncio.TaskGroup() as tasks:
            self._telling = KeyedTasks(_telling, self._tell, tasks, self._games.clock)
            waking = KeyedTasks(
                "game {}: finding who follows it".format,
                self._wake,
                tasks,
                self._games.clock,
            )
            for game in await self._store.log.running_games():
                waking.wake(game)
            while True:
                waking.wake(await news.get())

    def retry(self, chats: Collection[Chat]) -> None:
        """Try once more where the bot could not speak, or is about to find that out: perhaps it can now."""
        if self._telling is None:
            return
        open_now = set[Destination](chats)
        for follower in self._shut | self._telling.running:
            if follower[0] in open_now:
                self._telling.wake(follower)

    async def _wake(self, game: str) -> None:
        """See to it that everybody who follows a match is being told, once whoever acted is answered."""
        await asyncio.sleep(WORDS_FIRST)
        self._wake_all(await self._store.deliveries.bookmarks(game), game)

    def _wake_all(self, destinations: Iterable[Destination], game: str) -> None:
        for destination in destinations:
            if self._telling and destination.platform in self._platforms:
                self._telling.wake((destination, game))

    async def _tell(self, follower: Follower) -> None:
        """Tell a follower everything that there is to tell.

        A person who cannot be reached is passed over; a chat keeps its bookmark for a month, and is tried
        again whenever there is news.
        """
        destination, game = follower
        try:
            while await self._tell_more(destination, game):
                pass
            self._shut.discard(follower)
        except Unreachable:
            if follower not in self._shut:
                log.warning("%s: cannot be reached", _telling(follower))
            self._shut.add(follower)
            match = await self._games.read(game)
            if isinstance(destination, Person) or self._games.clock.now() - match.at >= FORGOTTEN:
                await self._store.deliveries.move_bookmark(destination, game, match.seq)

    async def _tell_more(self, destination: Destination, game: str) -> bool:
        """Tell the next stretch, and move the bookmark. False where there is nothing to tell yet."""
        bookmarks = await self._store.deliveries.bookmarks(game)
        told = bookmarks.get(destination)
        if told is None:
            self._wake_all(bookmarks, game)  # it has perhaps moved, and nobody was told meanwhile
        steps = () if told is None else await self._games.steps(game, told)
        if not steps:
            return False
        match destination:
            case Chat():
                return await self._tell_chat(destination, game, steps)
            case Person():
                await self._tell_person(destination, steps)
                await self._store.deliveries.move_bookmark(destination, game, steps[-1].after.seq)
                return True

    async def _tell_chat(self, chat: Chat, game: str, steps: Sequence[Step]) -> bool:
        end = self._end_of_next(steps)
        if end is None:
            return False
        missing_permissions = await self._platforms[chat.platform].missing_permissions(chat)
        if missing_permissions.speech:
            await self._complain(steps[0].before or steps[0].after, missing_permissions)
            raise Unreachable
        end, since = await self._store.deliveries.begin(chat, game, end, self._games.clock.now())
        section = [step for step in steps if step.after.seq <= end]
        await self._post(chat, section, Key(game, topic_of(section), end, since), missing_permissions)
        await self._store.deliveries.move_bookmark(chat, game, end)
        return True

    def _end_of_next(self, steps: Sequence[Step]) -> int | None:
        """Up to where a chat is told next: one turn, or in one go all that ended a minute ago and longer."""
        ends = [section[-1] for section in split_into_posts(steps)]
        late = [step for step in ends if self._games.clock.now() - step.at >= LATE]
        return next((step.after.seq for step in chain(late[-1:], ends[:1])), None)

    async def _post(
        self, chat: Chat, section: Sequence[Step], key: Key, missing_permissions: MissingPermissions
    ) -> None:
        platform, spoken = self._platforms[chat.platform], await self._spoken_in(chat)
        message = await post_of(section, spoken, self._artist, platform.longest_post)
        if message is None:
            return
        if missing_permissions.pictures and message.pictures:
            note = Key(key.game, Topic.NOTE, 0)
            await platform.post(
                chat, complaint(missing_permissions.pictures, missing_permissions.place, spoken), note
            )
            message = replace(message, pictures=())
        await platform.post(chat, await self._calling(chat, message, section), key)

    async def _calling(self, chat: Chat, message: Message, section: Sequence[Step]) -> Message:
        """The message, which calls only those who want that here, and nobody whose turn is long over."""
        if message.mention is None:
            return message
        then, now = section[-1].after, await self._games.read(section[-1].after.id)
        late = self._games.clock.now() - then.at >= LATE
        if (late and _moved_on(then, now)) or not await self._calls_in(chat, message.mention, now.id):
            return replace(message, mention=None)
        return message

    async def _calls_in(self, chat: Chat, person: Person, game: str) -> bool:
        """Whether a chat calls a person: as they have set it, or because they cannot be called otherwise."""
        if await self._caller(person, game, speaking=chat) != chat:
            return False
        ping = await self._ping(person)
        return ping.in_public or (ping.in_private and (await self._store.people.dm_channel(person)).closed)

    async def _calls_in_private(self, person: Person, game: str) -> bool:
        """Whether a message of their own calls a person: also where no chat can that they want it of."""
        ping = await self._ping(person)
        return ping.in_private or (ping.in_public and await self._caller(person, game) is None)

    async def _ping(self, person: Person) -> Ping:
        profile = await self._store.people.profile(person)
        return profile.ping if profile else Ping.CHANNEL

    async def _caller(self, person: Person, game: str, speaking: Chat | None = None) -> Chat | None:
        """The one chat that calls a player: the nearest of their platform that is not shut to the bot."""
        for chat in await chats_by_preference(self._store, person, game):
            is_open = chat == speaking or (chat, game) not in self._shut
            if is_open and chat.platform == person.platform:
                return chat
        return None

    async def _complain(self, match: Match, missing_permissions: MissingPermissions) -> None:
        """Tell the creator of a match, once, what the bot lacks in order to speak of it."""
        creator = Person.parse(match.roster.creator)
        platform = self._platforms.get(creator.platform)
        if platform is None:
            return
        said = complaint(
            missing_permissions.speech, missing_permissions.place, await self._spoken_to(creator, match.id)
        )
        try:
            await platform.tell(creator, replace(said, mention=creator), Key(match.id, Topic.NOTE, match.seq))
        except Unreachable:
            log.info("game %s: its creator cannot be told either", match.id)

    async def _tell_person(self, person: Person, steps: Sequence[Step]) -> None:
        """Refresh the person's private panel, where anything in it has changed."""
        match = steps[-1].after
        seat = match.roster.seat_of(str(person))
        if seat is not None and _private(steps[0].before, person) != _private(match, person):
            opened = any(opens_for(step, seat) for step in steps)
            drew = any(isinstance(step.fact, CardDrawn | CardTaken) for step in steps)
            await self._show(person, match, seat, opened=opened, with_map=opened or not drew)

    async def _show(
        self, person: Person, match: Match, seat: int, *, opened: bool, with_map: bool = True
    ) -> None:
        """Show a person their panel, which calls them where a turn was `opened` and they want that.

        After cards alone it comes without the map of their tickets, which takes long and has not changed.
        """
        said = await self._spoken_to(person, match.id)
        panel = await drawn(await self._panels.panel(match, seat, said, with_map=with_map))
        called = opened and await self._calls_in_private(person, match.id)
        panel = replace(panel, mention=panel.mention if called else None)
        await self._platforms[person.platform].tell(person, panel, Key(match.id, Topic.PANEL, match.seq))

    async def write_again(self, person: Person) -> bool:
        """Show a person the panels of all their games, whether or not that was refused; False where it is."""
        dm_channel = await self._store.people.dm_channel(person)
        await self._store.people.save_dm_channel(person, replace(dm_channel, closed=False))
        try:
            for sitting in await self._store.people.games_of(person):
                match = await self._games.read(sitting.game)
                if match.game and not sitting.closed and sitting.person == person:
                    await self._show(person, match, sitting.seat, opened=False)
        except Unreachable:
            return False
        return True

    async def _spoken_in(self, chat: Chat) -> Phrases:
        return phrases(await self._store.chats.language(chat) or self._language)

    async def _spoken_to(self, person: Person, game: str) -> Phrases:
        """The language that a person chose, or that of the chat where they play, or played."""
        profile = await self._store.people.profile(person)
        if profile and profile.language:
            return phrases(profile.language)
        near = next(iter(await chats_by_preference(self._store, person, game)), None)
        place = (
            near or await self._store.people.called_in(game, person) or await self._store.chats.home_of(game)
        )
        return await self._spoken_in(place) if place else phrases(self._language)


def _telling(follower: Follower) -> str:
    destination, game = follower
    whom = "a person" if isinstance(destination, Person) else f"chat {destination.id}"
    return f"game {game}: telling {whom} on {destination.platform}"


def _moved_on(then: Match, now: Match) -> bool:
    """Whether what the table waited for is decided by now."""
    decisions = then.table.decisions if then.table else ()
    return any(decision and not now.is_open(decision.revision) for decision in decisions)


def _private(match: Match | None, person: Person) -> object:
    """All that a person's panel is made from; None where there is none."""
    seat = match.roster.seat_of(str(person)) if match else None
    if match is None or match.game is None or seat is None:
        return None
    game, table = match.game, match.game.table
    row = table.row if table.decisions[seat] else ""
    secret = game.hands[seat], game.tickets[seat], game.offers[seat], table.decisions[seat]
    return (*secret, row, match.roster.status, match.roster.holders[seat].level, table.seat)
