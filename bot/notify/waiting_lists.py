"""Waiting lists: people who asked to hear of the next game of a chat are told once."""

from collections.abc import Awaitable, Callable, Sequence

from bot.clock import Clock
from bot.matches.match import Match, Step
from bot.matches.roster import Status
from bot.matches.roster_events import PlayerJoined
from bot.model.callbacks import CallbackData
from bot.model.identity import Chat, Destination, Person
from bot.model.local_time import quiet_span, zone
from bot.model.message import Button, Mention, Message, Topic
from bot.model.permissions import Unreachable
from bot.notify.delivery import Delivery
from bot.notify.readers import Readers
from bot.platforms.port import PostKey
from bot.text.i18n import person as person_name
from bot.text.labels import board_title

Allows = Callable[[Destination], Awaitable[bool]]


async def tell_waiting(
    readers: Readers, delivery: Delivery, allows: Allows, clock: Clock, chat: Chat, section: Sequence[Step]
) -> None:
    """Tell those who wait that a game was opened in a chat: in private, or else all of them in the chat.

    People who were told leave the list, and so do those who play already or are not allowed.
    """
    match, store = section[-1].after, readers.store
    if match.roster.status is not Status.LOBBY or not any(map(_begins, section)):
        return
    people = [holder.person for holder in match.roster.holders] + [
        asked for asked, _, _ in match.roster.asked
    ]
    key = PostKey(match.id, Topic.NOTE, 1, part="open")
    unreached = []
    for person in await store.chats.waiting(chat):
        if str(person) not in people and await allows(person):
            try:
                if not readers.platforms[chat.platform].limits.has_dms:
                    raise Unreachable
                await delivery.tell(person, await _private_note(readers, clock, person, chat, match), key)
            except Unreachable:
                unreached.append(person)
                continue
        await store.chats.stop_waiting(person, chat)
    if not unreached:
        return
    words = await readers.chat_phrases(chat)
    profiles = [await store.people.profile(person) for person in unreached]
    mentions = tuple(Mention(profile.person, profile.name) for profile in profiles if profile)
    join = Button(words.say("button-join"), CallbackData(match.id, 0, "join").code, "main")
    await delivery.post(
        chat, Message(words.say("told-of-game-here"), buttons=((join,),), mentions=mentions), key
    )
    for person in unreached:
        await store.chats.stop_waiting(person, chat)


def _begins(step: Step) -> bool:
    """Whether the first person takes a seat in a lobby: from then on it has a post."""
    is_first = step.before is not None and not step.before.roster.holders
    return is_first and isinstance(step.event, PlayerJoined)


async def _private_note(readers: Readers, clock: Clock, person: Person, chat: Chat, match: Match) -> Message:
    """What one person is told in private, with a notification outside of their quiet hours."""
    store = readers.store
    words = await readers.person_phrases(person, match.id)
    place = await store.chats.title(chat) or words.say("a-chat")
    text = words.say("told-of-game", place=person_name(place), title=board_title(match.board.title, words))
    posts = [
        sent.message for sent in await store.deliveries.sent(chat, match.id) if sent.topic is Topic.LOBBY
    ]
    link = await readers.platforms[chat.platform].link_to(chat, posts[-1]) if posts else ""
    buttons = ((Button(words.say("button-go-there"), link),),) if link else ()
    profile = await store.people.profile(person)
    is_night = profile and quiet_span(clock.now(), zone(profile.zone_name), profile.quiet_hours)
    return Message(text, buttons=buttons, mentions=() if is_night else (Mention(person, ""),))
