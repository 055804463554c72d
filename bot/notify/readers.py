"""The readers of messages: their language, where they are mentioned, and what is new to them."""

from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet

from bot.matches.match import Match, Step
from bot.matches.planned_turns import own_plan, plan_plays
from bot.matches.repository import MatchRepository
from bot.matches.roster import Status
from bot.matches.undo import can_undo_alone
from bot.model.identity import Chat, Person, Ping
from bot.model.message import Topic
from bot.notify.sections import topic_of
from bot.platforms.port import Platform
from bot.service.directory import chats_by_preference
from bot.service.news import steps_since
from bot.store import Store
from bot.text.i18n import Phrases, phrases
from engine.events import TurnStarted

_IN_PUBLIC: tuple[Ping, ...] = ("channel", "both")
"""The settings with which the chat mentions a person."""

_IN_PRIVATE: tuple[Ping, ...] = ("dm", "both")
"""The settings with which a private message notifies a person."""


async def chat_phrases(store: Store, chat: Chat, language: str) -> Phrases:
    """The language that was chosen for a chat, or else `language`."""
    return phrases(await store.chats.language(chat) or language)


async def person_phrases(store: Store, person: Person, game: str, language: str) -> Phrases:
    """The language that a person chose, or that of the chat where they play, or played; else `language`."""
    profile = await store.people.profile(person)
    if profile and profile.language:
        return phrases(profile.language)
    near = next(iter(await chats_by_preference(store, person, game)), None)
    place = near or await store.people.mentioned_in(game, person) or await store.chats.home_of(game)
    return await chat_phrases(store, place, language) if place else phrases(language)


async def mentions_in(
    store: Store,
    chat: Chat,
    person: Person,
    game: str,
    unreachable: AbstractSet[tuple[object, str]],
    platforms: Mapping[str, Platform],
) -> bool:
    """Whether a chat mentions a person whose turn it is: by their setting, or as their DMs are blocked.

    It is at most one chat, and none for a person who gets a digest.
    """
    if await mentioning_chat(store, person, game, unreachable) != chat:
        return False
    ping, closed = await _ping_of(store, person), await store.people.blocks_dms(person)
    if not closed and await gets_digest(store, person, platforms):
        return False
    return ping in _IN_PUBLIC or (ping in _IN_PRIVATE and closed)


async def mentions_in_private(
    store: Store,
    person: Person,
    game: str,
    unreachable: AbstractSet[tuple[object, str]],
    platforms: Mapping[str, Platform],
) -> bool:
    """Whether a DM notifies a person of their turn: by their setting, or because no chat can mention them."""
    if await gets_digest(store, person, platforms):
        return False
    ping = await _ping_of(store, person)
    return ping in _IN_PRIVATE or (
        ping in _IN_PUBLIC and await mentioning_chat(store, person, game, unreachable) is None
    )


async def own_chat_of(store: Store, person: Person, game: str) -> Chat | None:
    """The private chat of a player, if it shows the game: their panel says there what a post would say."""
    known = await store.people.dm_channel(person)
    own = Chat(person.platform, known) if known else None
    return own if own in await store.chats.of_game(game) else None


async def panel_is_post(store: Store, platforms: Mapping[str, Platform], person: Person, game: str) -> bool:
    """Whether a panel notifies its person in place of the posts in their private chat."""
    own = await own_chat_of(store, person, game)
    return own is not None and await mentions_in(store, own, person, game, frozenset(), platforms)


async def is_said_by_panel(repository: MatchRepository, chat: Chat, game: str, topic: Topic) -> bool:
    """Whether a post about turns can be left out of a private chat: the player's panel says the same.

    A post about a lobby can be left out there too, once the game has begun, and the one about a practice that
    its only player has ended.
    """
    match = await repository.read(game)
    is_ended_practice = match.roster.is_practice and match.roster.status is Status.ABORTED
    if topic not in (Topic.LOBBY, Topic.TURN) and not is_ended_practice:
        return False
    if match.roster.status is Status.LOBBY:
        return False
    players = [Person.parse(holder.person) for holder in match.roster.holders if holder.person]
    here = [one for one in players if one.platform == chat.platform]
    return any([await repository.store.people.dm_channel(one) == chat.id for one in here])


async def gets_digest(store: Store, person: Person, platforms: Mapping[str, Platform]) -> bool:
    """Whether a person wants one message a day instead of a notification each turn, and can get it."""
    profile = await store.people.profile(person)
    return profile is not None and profile.digest and platforms[person.platform].limits.has_dms


async def _ping_of(store: Store, person: Person) -> Ping:
    profile = await store.people.profile(person)
    return profile.ping if profile else "channel"


async def news_for_post(repository: MatchRepository, section: Sequence[Step]) -> tuple[Step, ...]:
    """The steps that a post sums up: at the end all of the game, before that what is new to who is next."""
    if topic_of(section) is Topic.END:
        return tuple(await repository.steps(section[-1].after.id, 0))
    return await _news_for_next(repository, section)


async def _news_for_next(repository: MatchRepository, section: Sequence[Step]) -> tuple[Step, ...]:
    """The steps that are new to the player whose turn begins with a post, if the post has not all of them."""
    match = section[-1].after
    table = match.table
    if table is None or table.choosing or table.over or table.seat is None:
        return ()
    seat, begins = table.seat, isinstance(section[-1].event, TurnStarted)
    if not begins or match.roster.holders[seat].by_computer or plan_plays(match, seat):
        return ()
    steps = await steps_since(repository, match, seat)
    return steps if steps and steps[0].after.seq < section[0].after.seq else ()


async def mentioning_chat(
    store: Store, person: Person, game: str, unreachable: AbstractSet[tuple[object, str]]
) -> Chat | None:
    """The one chat that mentions a player: the first on their platform that is not `unreachable`."""
    for chat in await chats_by_preference(store, person, game):
        if (chat, game) not in unreachable and chat.platform == person.platform:
            return chat
    return None


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
