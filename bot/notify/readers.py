"""The readers of messages: their language, how their posts look, where they are mentioned, what is new."""

from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass

from bot.matches.match import Match, Step
from bot.matches.planned_turns import own_plan, plan_plays
from bot.matches.repository import MatchRepository
from bot.matches.roster import Status
from bot.matches.undo import can_undo_alone
from bot.model.identity import Chat, Person, Ping
from bot.model.message import PostPictures, Topic
from bot.model.settings import Starters
from bot.notify.sections import topic_of
from bot.platforms.port import Platform
from bot.service.directory import chats_by_preference
from bot.service.news import steps_since
from bot.service.pictures import PictureService
from bot.store import Store
from bot.text.i18n import Phrases, phrases
from engine.events import TurnStarted

_IN_PUBLIC: tuple[Ping, ...] = ("channel", "both")
"""The settings with which the chat mentions a person."""

_IN_PRIVATE: tuple[Ping, ...] = ("dm", "both")
"""The settings with which a private message notifies a person."""


@dataclass(frozen=True, slots=True)
class PostStyle:
    """How the posts of a chat look."""

    phrases: Phrases
    pictures: PictureService
    longest: int = 20_000
    """Letters after which a text is cut, with a line that says where the rest is."""
    wanted: PostPictures | None = "board"
    """The pictures of the board that the post of a turn has."""
    starters: Starters = "host"
    """Who may start the game from its lobby."""


@dataclass(frozen=True, slots=True)
class Readers:
    """The chats and persons who read messages. `language` is that of those who have chosen none."""

    store: Store
    platforms: Mapping[str, Platform]
    language: str

    async def chat_phrases(self, chat: Chat) -> Phrases:
        """The language of a chat."""
        return phrases(await self.store.chats.language(chat) or self.language)

    async def person_phrases(self, person: Person, game: str) -> Phrases:
        """The language that a person chose, or that of the chat where they play, or played."""
        profile = await self.store.people.profile(person)
        if profile and profile.language:
            return phrases(profile.language)
        near = next(iter(await chats_by_preference(self.store, person, game)), None)
        place = near or await self.store.people.mentioned_in(game, person)
        place = place or await self.store.chats.home_of(game)
        return await self.chat_phrases(place) if place else phrases(self.language)

    async def style(self, chat: Chat, match: Match, pictures: PictureService) -> PostStyle:
        """How the posts of a chat about a match look."""
        chats, limits = self.store.chats, self.platforms[chat.platform].limits
        wanted = (await chats.settings(chat)).pictures
        starters = await chats.starters(match.id) if match.roster.status is Status.LOBBY else "host"
        return PostStyle(await self.chat_phrases(chat), pictures, limits.longest_post, wanted, starters)

    async def mentions_in(
        self, chat: Chat, person: Person, game: str, unreachable: AbstractSet[tuple[object, str]]
    ) -> bool:
        """Whether a chat mentions a person whose turn it is: by their setting, or as their DMs are blocked.

        It is at most one chat, and none for a person who gets a digest.
        """
        if await self.mentioning_chat(person, game, unreachable) != chat:
            return False
        ping, closed = await self._ping_of(person), await self.store.people.blocks_dms(person)
        if not closed and await self._gets_digest(person):
            return False
        return ping in _IN_PUBLIC or (ping in _IN_PRIVATE and closed)

    async def mentions_in_private(
        self, person: Person, game: str, unreachable: AbstractSet[tuple[object, str]]
    ) -> bool:
        """Whether a DM notifies a person of their turn: by their setting, or as no chat can mention them."""
        if await self._gets_digest(person):
            return False
        ping = await self._ping_of(person)
        return ping in _IN_PRIVATE or (
            ping in _IN_PUBLIC and await self.mentioning_chat(person, game, unreachable) is None
        )

    async def mentioning_chat(
        self, person: Person, game: str, unreachable: AbstractSet[tuple[object, str]]
    ) -> Chat | None:
        """The one chat that mentions a player: the first on their platform that is not `unreachable`."""
        for chat in await chats_by_preference(self.store, person, game):
            if (chat, game) not in unreachable and chat.platform == person.platform:
                return chat
        return None

    async def own_chat_of(self, person: Person, game: str) -> Chat | None:
        """The private chat of a player, if it shows the game: there their panel says what a post would."""
        id = await self.store.people.dm_channel(person)
        own = Chat(person.platform, id) if id else None
        return own if own in await self.store.chats.of_game(game) else None

    async def panel_is_post(self, person: Person, game: str) -> bool:
        """Whether a panel notifies its person in place of the posts in their private chat."""
        own = await self.own_chat_of(person, game)
        return own is not None and await self.mentions_in(own, person, game, frozenset())

    async def is_said_by_panel(self, chat: Chat, match: Match, topic: Topic) -> bool:
        """Whether a post about turns can be left out of a private chat: the player's panel says the same.

        A post about a lobby can be left out there too, once the game has begun, and the one about a practice
        that its only player has ended. `match` is the match of now.
        """
        is_ended_practice = match.roster.is_practice and match.roster.status is Status.ABORTED
        if topic not in (Topic.LOBBY, Topic.TURN) and not is_ended_practice:
            return False
        if match.roster.status is Status.LOBBY:
            return False
        players = [Person.parse(holder.person) for holder in match.roster.holders if holder.person]
        here = [player for player in players if player.platform == chat.platform]
        return any([await self.store.people.dm_channel(player) == chat.id for player in here])

    async def _gets_digest(self, person: Person) -> bool:
        """Whether a person wants one message a day, not a notification each turn, and can get it."""
        profile = await self.store.people.profile(person)
        return profile is not None and profile.digest and self.platforms[person.platform].limits.has_dms

    async def _ping_of(self, person: Person) -> Ping:
        profile = await self.store.people.profile(person)
        return profile.ping if profile else "channel"


async def news_for_post(repository: MatchRepository, section: Sequence[Step]) -> tuple[Step, ...]:
    """The steps that a post sums up besides its section: at the end all of the game.

    Where a turn begins, those that are new to its player, if they are more than the section.
    """
    match = section[-1].after
    if topic_of(section) is Topic.END:
        return tuple(await repository.steps(match.id, 0))
    table = match.table
    if table is None or table.choosing or table.over or table.seat is None:
        return ()
    seat, begins = table.seat, isinstance(section[-1].event, TurnStarted)
    if not begins or match.roster.holders[seat].by_computer or plan_plays(match, seat):
        return ()
    steps = await steps_since(repository, match, seat)
    return steps if steps and steps[0].after.seq < section[0].after.seq else ()


def has_decided(person: Person, then: Match, now: Match) -> bool:
    """Whether a person has made the decision that the game waited for then."""
    seat = then.roster.seat_of(str(person))
    decision = then.table.decisions[seat] if then.table and seat is not None else None
    return decision is not None and not now.is_open(decision.revision)


def panel_inputs(match: Match | None, person: Person) -> tuple[object, object]:
    """What a person's panel is made from: what is theirs, and whose turn it is; None where they have none."""
    seat = match.roster.seat_of(str(person)) if match else None
    if match is None or match.game is None or seat is None:
        return None, None
    game, table = match.game, match.game.table
    row = table.row if table.decisions[seat] else ""
    secret = game.hands[seat], game.tickets[seat], game.offers[seat], table.decisions[seat]
    holder = match.roster.holders[seat]
    plan = own_plan(match, seat)
    undo = match.undoable[-1] if can_undo_alone(match, seat) else None
    own = *secret, row, match.roster.status, holder.level, holder.given_up, plan, undo, match.deadline(seat)
    return own, table.seat
