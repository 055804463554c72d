"""Digests: once a day, one private message about all games that wait for a person."""

from dataclasses import replace
from datetime import datetime, timedelta

from bot.clock import Clock
from bot.model.callbacks import NO_GAME, CallbackData
from bot.model.identity import Person
from bot.model.local_time import morning, quiet_span, zone
from bot.model.message import Button, Mention, Message, Topic
from bot.model.permissions import Unreachable
from bot.model.profile import Profile
from bot.notify.delivery import Delivery
from bot.platforms.port import NotSent, PostKey
from bot.service.directory import Directory
from bot.store import Store
from bot.text.i18n import phrases

_MOST_LETTERS = 1500


async def send_digest(
    store: Store, directory: Directory, delivery: Delivery, clock: Clock, person: Person, language: str
) -> None:
    """Send a person the digest that is due, and note when the next one is: when they wake up tomorrow.

    The first is sent on the day after it was chosen. Nothing is sent where no game waits for the person.
    """
    now, profile = clock.now(), await store.people.profile(person)
    due = await store.people.digest_due(person)
    if profile is None or not profile.digest or (due and due > now):
        return
    local = zone(profile.zone_name)
    night = quiet_span(now, local, profile.quiet_hours)
    if due and not night:
        await _send(store, directory, delivery, now, profile, language)
    tomorrow = now.astimezone(local).date() + timedelta(days=1)
    await store.people.set_digest_due(
        person, night[1] if night else morning(tomorrow, local, profile.quiet_hours)
    )


async def _send(
    store: Store, directory: Directory, delivery: Delivery, now: datetime, profile: Profile, language: str
) -> None:
    words = phrases(profile.language or language)
    waiting = await directory.waiting_games(profile.person, words)
    if not waiting:
        return
    text, used = words.say("digest-title"), 0
    for line in waiting.values():
        used += len(line)
        text += f"\n{line}" if used <= _MOST_LETTERS else ""
    button = Button(words.say("button-show"), CallbackData(NO_GAME, 0, "games").code, "main")
    message = Message(text, buttons=((button,),), mentions=(Mention(profile.person, profile.name),))
    # A second try on the same day uses the key of the first, which may have arrived.
    day = f"{now.astimezone(zone(profile.zone_name)).date():%Y%m%d}"
    key = PostKey(next(iter(waiting)), Topic.REMINDER, 0, part=f"digest{day}")
    begun = (await store.note(_note(profile.person)) or "").split()
    if begun[:1] == [day]:
        key = replace(key, game=begun[1], since=datetime.fromisoformat(begun[2]))
    else:
        await store.write_note(_note(profile.person), f"{day} {key.game} {now.isoformat()}")
    try:
        await delivery.tell(profile.person, message, key)
    except NotSent:
        if key.since is None:
            await store.write_note(_note(profile.person), "")
        raise
    except Unreachable:
        return


def _note(person: Person) -> str:
    return f"{person}-digest"
