"""Waiting lists: people who asked to hear of the next game of a chat are told once."""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace

from bot.clock import Clock
from bot.matches.match import Match, Step
from bot.matches.roster import Status
from bot.matches.roster_events import PlayerJoined
from bot.model.callbacks import CallbackData
from bot.model.identity import Chat, Destination, Person
from bot.model.local_time import quiet_span, zone
from bot.model.message import Button, Mention, Message, Topic
from bot.model.permissions import Unreachable
from bot.notify import readers
from bot.notify.delivery import Delivery
from bot.platforms.port import Platform, PostKey
from bot.store import Store
from bot.text.i18n import Phrases
from bot.text.i18n import person as person_name
from bot.text.labels import board_title

Allows = Callable[[Destination], Awaitable[bool]]


async def tell_waiting(
    store: Store,
    platform: Platform,
    delivery: Delivery,
    allows: Allows,
    clock: Clock,
    chat: Chat,
    section: Sequence[Step],
    language: str,
) -> None:
    """Tell those who wait that a game was opened in a chat: in private, or else all of them in the chat.

    People who were told leave the list, and so do those who play already or are not allowed.
    """
    match = section[-1].after
    if match.roster.status is not Status.LOBBY or not any(map(_begins, section)):
        return
    people = [holder.person for holder in match.roster.holders] + [one for one, _, _ in match.roster.asked]
    unreached = []
    for person in await store.chats.waiting(chat):
        is_told = str(person) in people or not await allows(person)
        if is_told or await _told_in_private(store, platform, delivery, clock, person, chat, match, language):
            await store.chats.stop_waiting(person, chat)
        else:
            unreached.append(person)
    if unreached:
        await _tell_in_chat(store, delivery, unreached, chat, match, language)


def _begins(step: Step) -> bool:
    """Whether the first person takes a seat in a lobby: from then on it has a post."""
    is_first = step.before is not None and not step.before.roster.holders
    return is_first and isinstance(step.event, PlayerJoined)


async def _told_in_private(
    store: Store,
    platform: Platform,
    delivery: Delivery,
    clock: Clock,
    person: Person,
    chat: Chat,
    match: Match,
    language: str,
) -> bool:
    """Tell a person in private, silently in their quiet hours; False where that is not possible."""
    if not platform.limits.has_dms:
        return False
    words = await readers.person_phrases(store, person, match.id, language)
    profile = await store.people.profile(person)
    hours = profile and quiet_span(clock.now(), zone(profile.zone_name), profile.quiet_hours)
    message = await _private_message(store, platform, chat, match, words)
    message = message if hours else replace(message, mentions=(Mention(person, ""),))
    try:
        await delivery.tell(person, message, _key(match))
    except Unreachable:
        return False
    return True


async def _private_message(
    store: Store, platform: Platform, chat: Chat, match: Match, words: Phrases
) -> Message:
    """That a game was opened in a chat, with a link to its post."""
    place = await store.chats.title(chat) or words.say("a-chat")
    text = words.say("told-of-game", place=person_name(place), title=board_title(match.board.title, words))
    post = [one.message for one in await store.deliveries.sent(chat, match.id) if one.topic is Topic.LOBBY]
    link = await platform.link_to(chat, post[-1]) if post else ""
    return Message(text, buttons=((Button(words.say("button-go-there"), link),),) if link else ())


async def _tell_in_chat(
    store: Store, delivery: Delivery, people: Sequence[Person], chat: Chat, match: Match, language: str
) -> None:
    """Mention people in the chat, with a button to join."""
    words = await readers.chat_phrases(store, chat, language)
    profiles = [await store.people.profile(person) for person in people]
    mentions = tuple(Mention(one.person, one.name) for one in profiles if one)
    join = Button(words.say("button-join"), CallbackData(match.id, 0, "join").code, "main")
    message = Message(words.say("told-of-game-here"), buttons=((join,),), mentions=mentions)
    await delivery.post(chat, message, _key(match))
    for person in people:
        await store.chats.stop_waiting(person, chat)


def _key(match: Match) -> PostKey:
    return PostKey(match.id, Topic.NOTE, 1, part="open")
