"""Digests: once a day, one private message about all games that wait for a person."""

from dataclasses import replace
from datetime import datetime

from bot.model.callbacks import NO_GAME, CallbackData
from bot.model.identity import Person
from bot.model.local_time import next_waking, quiet_span, zone
from bot.model.message import Button, Mention, Message, Topic
from bot.model.permissions import Unreachable
from bot.model.profile import Profile
from bot.platforms.port import NotSent, PostKey
from bot.service.leases import DIGESTS
from bot.store.timers import DIGEST
from bot.text.i18n import phrases
from bot.timers.registry import Due, TimerServices, timer

_MOST_LETTERS = 1500


@timer(DIGEST, lease=DIGESTS, in_background=True)
async def digest(due: Due, services: TimerServices) -> datetime | None:
    """Send a person the list of all games that wait for them, when they wake up; nothing where none waits."""
    person = Person.parse(due.owner)
    profile = await services.store.people.profile(person)
    if profile is None or not profile.digest:
        return None
    platform = services.platforms.get(person.platform)
    if platform is None or not platform.limits.has_dms or not await services.allows(person):
        return due.at
    local = zone(profile.zone_name)
    if not quiet_span(due.now, local, profile.quiet_hours):
        await _send(services, due.now, profile)
    return next_waking(due.now, local, profile.quiet_hours)


async def _send(services: TimerServices, now: datetime, profile: Profile) -> None:
    store, words = services.store, phrases(profile.language or services.language)
    waiting = await services.directory.waiting_games(profile.person, words)
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
    note = f"{profile.person}-digest"
    begun = (await store.note(note) or "").split()
    if begun[:1] == [day]:
        key = replace(key, game=begun[1], since=datetime.fromisoformat(begun[2]))
    else:
        await store.write_note(note, f"{day} {key.game} {now.isoformat()}")
    try:
        await services.digests.tell(profile.person, message, key)
    except NotSent:
        if key.since is None:
            await store.write_note(note, "")
        raise
    except Unreachable:
        return
