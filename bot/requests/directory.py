"""The directory: what adapters may know of people, chats and games, and what they keep themselves."""

import logging
from collections.abc import Awaitable
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Literal

from bot.cache import BoundedCache
from bot.matches.leases import Leases
from bot.matches.match import Match
from bot.matches.repository import MatchRepository, UnknownGame
from bot.matches.roster import Status
from bot.matches.snapshots import Summary
from bot.model.identity import Chat, Person
from bot.model.local_time import known_zone, zone_of_locale
from bot.model.message import moment
from bot.model.names import persons_name
from bot.model.profile import Profile
from bot.model.settings import ChatSettings, PersonSettings
from bot.requests.access import plays
from bot.store import Store, StoreError, UnreadableGame
from bot.text.i18n import Phrases, phrases
from bot.text.i18n import person as person_name
from bot.text.labels import board_title
from bot.text.truncate import shortened

_KNOWN = 2000
"""Names of people and titles of chats that need not be looked up again."""

_LATEST = 20
"""Closed games of a person among which their last finished one is sought; others were aborted."""

LONGEST_TITLE = 40
"""Signs of a chat's title; what is longer is cut."""

log = logging.getLogger(__name__)


Begun = Literal["now", "by another", "before"]
"""Whether something that is done once is begun now, by another process that runs, or was before a restart."""


@dataclass(frozen=True, slots=True)
class ListedGame:
    """A game in the list of somebody who plays it."""

    id: str
    place: str
    """The chat where they play, if its title is known, and the board."""
    line: str
    """A line about it."""
    label: str
    """The label of a button for it."""
    is_waiting: bool
    """Whether it waits for them."""


class Directory:
    """Answers adapters' questions. Its notes are kept in the store."""

    def __init__(self, repository: MatchRepository, language: str, leases: Leases | None = None) -> None:
        """With `leases`, the processes that share the database know of each other."""
        self._repository = repository
        self._store = repository.store
        self._language = language
        self._leases = leases
        self._names = BoundedCache[Person, str](_KNOWN)
        self._called = BoundedCache[tuple[Person, Chat], str](_KNOWN)
        """What people were called in a chat when they last asked for something there."""
        self._titles = BoundedCache[Chat, str](_KNOWN)
        # What adapters ask and note as the store has it.
        people, chats = self._store.people, self._store.chats
        self.news = repository.subscribe
        self.shown_in, self.chats_of, self.move_chat = chats.game_in, chats.of_game, chats.move
        self.dm_channel, self.blocks_dms = people.dm_channel, people.blocks_dms
        self.asked_in, self.note_asked_in = people.asked_in, people.note_asked_in
        self.pages, self.write_pages = people.pages, people.write_pages
        self.registered = self._store.begun.last

    def forget(self, person: Person) -> None:
        """Look up the name of a person again when they come back."""
        self._names.pop(person, None)

    async def introduce(
        self,
        person: Person,
        name: str,
        language: str | None = None,
        locale: str = "",
        chat: Chat | None = None,
    ) -> None:
        """Save the name of a person, and the language of their client if they have chosen none.

        The `locale` of the client is a first guess at their time zone. `chat` is one where they have that
        name: it can be another one elsewhere.
        """
        name = persons_name(name)
        if chat:
            self._called[person, chat] = name
        if self._names.get(person) == name:
            return
        known = await self._store.people.profile(person)
        guess = (known and known.guessed_zone) or zone_of_locale(locale) or None
        profile = replace(known or Profile(person, name), name=name, guessed_zone=guess)
        if language and not profile.language:
            profile = profile.having(PersonSettings.language, language)
        if profile != known and not await self._is_written(self._store.people.save(profile)):
            return
        self._names[person] = name

    def called_in(self, person: Person, chat: Chat) -> str:
        """What a person is called in a chat; "" where they have not asked for anything there."""
        return self._called.get((person, chat), "")

    async def guess_zone(self, person: Person, named: str) -> None:
        """Save the time zone that the browser of a person names, in place of any earlier guess."""
        known, guess = await self._store.people.profile(person), known_zone(named)
        if known and guess and guess != known.guessed_zone:
            await self._is_written(self._store.people.save(replace(known, guessed_zone=guess)))

    async def introduce_chat(self, chat: Chat, title: str) -> None:
        """Save how people call a chat."""
        title = shortened(title, LONGEST_TITLE)
        if not title or self._titles.get(chat) == title:
            return
        known = await self._store.chats.title(chat) == title
        if known or await self._is_written(self._store.chats.set_title(chat, title)):
            self._titles[chat] = title

    async def guess_language(self, chat: Chat, person: Person) -> None:
        """Let a chat speak the language of a person, while nobody has chosen one for it."""
        known = await self._store.people.profile(person)
        if known and known.language and await self._store.chats.language(chat) is None:
            spoken = ChatSettings().having(ChatSettings.language, known.language)
            await self._is_written(self._store.chats.change_settings(chat, spoken))

    async def name(self, person: Person) -> str:
        """The name of a person, or ""."""
        known = await self._store.people.profile(person)
        return known.name if known else ""

    async def phrases(self, person: Person, chat: Chat | None) -> Phrases:
        """The language that a person is answered in: their own, else that of the chat, else the program's."""
        known = await self._store.people.profile(person)
        if known and known.language:
            return phrases(known.language)
        return await self.chat_phrases(chat) if chat else phrases(self._language)

    async def chat_phrases(self, chat: Chat) -> Phrases:
        """The language of public messages in a chat."""
        return phrases(await self._store.chats.language(chat) or self._language)

    async def is_played_in(self, chat: Chat) -> bool:
        """Whether a chat shows a game that goes on."""
        game = await self.shown_in(chat)
        known = (await self._repository.summaries([game])).get(game) if game else None
        return known is not None and known.status is Status.RUNNING

    async def has_title(self, chat: Chat) -> bool:
        """Whether it is known how people call a chat."""
        return bool(await self._store.chats.title(chat))

    async def has_default_game(self, chat: Chat) -> bool:
        """Whether the admins of a chat have chosen the board of its new games."""
        return (await self._store.chats.settings(chat)).default_game is not None

    async def chats_on(self, platform: str) -> tuple[Chat, ...]:
        """The chats of a platform that show a game; none where they cannot be read."""
        try:
            return await self._store.chats.on_platform(platform)
        except StoreError as error:
            log.warning("the chats of %s are not known: %s", platform, error)
            return ()

    async def home(self, person: Person, game: str | None = None) -> Chat | None:
        """The chat that a private request is about: where the person plays a game, or their only game.

        None where they have no seat in the game: a client may name any.
        """
        own = await self.open_games(person) if game is None else [game]
        if len(own) != 1 or not await self.plays(person, own[0]):
            return None
        return await nearest_chat(self._store, person, own[0])

    async def plays(self, person: Person, game: str) -> bool:
        """Whether a person has a seat in a game, or one that somebody else plays for them."""
        return await plays(self._repository, person, game)

    async def games_of(
        self, person: Person, phrases: Phrases, most: int | None = None, after: int = 0
    ) -> tuple[list[ListedGame], int]:
        """The unfinished games of a person, and how many come after them.

        Those that wait for the person come first: the next deadline, then the longest wait; then those that
        changed last. With `most`, only so many are listed; the first `after` are left out.
        """
        own = await self._store.people.games_of(person)
        seats = {game: seat for _, game, seat, closed in own if not closed}
        known = await self._repository.summaries(seats)
        urgent = sorted(known, key=lambda game: _urgency(known[game], seats[game], game))[after:]
        shown = urgent[:most]
        titles = await self._store.chats.titles(person, shown)
        listed = [_listed(game, known[game], seats[game], titles.get(game, ""), phrases) for game in shown]
        return listed, len(urgent) - len(shown)

    async def unreadable_games(self, person: Person) -> list[str]:
        """The unfinished games of a person that were found to be unreadable."""
        return [one for one in await self.open_games(person) if self._repository.is_unreadable(one)]

    async def open_games(self, person: Person) -> list[str]:
        """The unfinished games of a person, the latest first."""
        return [game for _, game, _, closed in await self._store.people.games_of(person) if not closed]

    async def last_finished(self, person: Person) -> Match | None:
        """The game of a person that was opened last of those that were played to the end, if any."""
        own = [game for _, game, _, closed in await self._store.people.games_of(person) if closed]
        for game in own[:_LATEST]:
            with suppress(UnknownGame, UnreadableGame):
                match = await self._repository.read(game)
                if match.roster.status is Status.OVER:
                    return match
        return None

    async def note_dm_channel(self, person: Person, channel: str | None) -> None:
        """Note where a person's DMs go, and that they are not blocked."""
        await self._is_written(self._store.people.note_dm_channel(person, channel))

    async def note_dms_blocked(self, person: Person) -> None:
        """Note that a person blocks DMs."""
        await self._is_written(self._store.people.note_dms_blocked(person))

    async def _is_written(self, write: Awaitable[None]) -> bool:
        """Write data that can be learned again. An error of the disk is only logged."""
        try:
            await write
        except StoreError as error:
            log.error("nothing was written: %s", error)
            return False
        return True

    async def note_registered(self, name: str, what: str) -> None:
        """Note what is registered, or the digest of that."""
        await self._store.begun.begin(name, what, "", 1)

    async def begin_once(self, name: str, id: str, most: int, *, in_order: bool = False) -> Begun:
        """Note that something is begun that is done once only; `name` keeps the newest `most` ids.

        Of several processes that are given the same, one begins it.
        """
        process = self._leases.holder if self._leases else ""
        before = await self._store.begun.begin(name, id, process, most, in_order=in_order)
        if before is None:
            return "now"
        runs = before and self._leases and await self._leases.runs(before)
        return "by another" if runs else "before"


async def chats_by_preference(store: Store, person: Person, game: str) -> list[Chat]:
    """The chats that show a game: where the person joined, then others of their platform, then the rest.

    Among equals, the home of the game comes first.
    """
    joined_in, home = await store.people.mentioned_in(game, person), await store.chats.home_of(game)

    def distance(chat: Chat) -> tuple[bool, bool, bool]:
        return chat.platform != person.platform, chat != joined_in, chat != home

    return sorted(await store.chats.of_game(game), key=distance)


async def nearest_chat(store: Store, person: Person, game: str) -> Chat | None:
    """The chat where a person follows a game: the first of `chats_by_preference`, if any."""
    return next(iter(await chats_by_preference(store, person, game)), None)


async def place_of_game(store: Store, person: Person, game: str, board: str) -> str:
    """The chat where a person plays a game, if its title is known, and the board: "Rail Club · Europe"."""
    near = await nearest_chat(store, person, game)
    title = await store.chats.title(near) if near else ""
    return _place(title, board)


def _place(title: str, board: str) -> str:
    return " · ".join(filter(None, (title and person_name(title), board)))


async def heading(store: Store, person: Person, match: Match, phrases: Phrases) -> str:
    """What a private message about a match begins with, for somebody who plays several; else ""."""
    own = {game for _, game, _, closed in await store.people.games_of(person) if not closed}
    if own <= {match.id}:
        return ""
    return f"**{await place_of_game(store, person, match.id, board_title(match.board.title, phrases))}**"


def _urgency(summary: Summary, seat: int, game: str) -> tuple[bool, bool, float, str]:
    """What a list of games is sorted by."""
    since, due = summary.waits_since(seat), summary.deadline(seat)
    if since is None:
        return True, True, -summary.at.timestamp(), game
    return False, due is None, (due or since).timestamp(), game


def _listed(game: str, summary: Summary, seat: int, title: str, phrases: Phrases) -> ListedGame:
    """A game in a list, for the person in a seat; `title` is that of their chat, if it is known."""
    due, is_waiting = summary.deadline(seat), summary.waits_since(seat) is not None
    place, waits = _place(title, board_title(summary.title, phrases)), "yes" if is_waiting else "no"
    line = phrases.say(
        "game-line",
        until=f" {phrases.say('game-until', until=moment(due))}" if due else "",
        game=game,
        board=place,
        names=", ".join(person_name(name) for other, name in enumerate(summary.names) if other != seat),
        waits=waits,
        status=summary.status.value,
    )
    return ListedGame(game, place, line, phrases.say("game-choice", place=place, waits=waits), is_waiting)
