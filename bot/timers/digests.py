"""Digests: once a day, one private message about all games that wait for a person."""

from contextlib import suppress
from datetime import datetime
from functools import partial

from bot.matches.leases import DIGESTS
from bot.model.callbacks import NO_GAME, CallbackData
from bot.model.identity import Person
from bot.model.local_time import next_waking, quiet_span, zone
from bot.model.message import Button, Mention, Message, Topic
from bot.model.permissions import Unreachable
from bot.model.port import Key
from bot.outbox.notices import Notice
from bot.store.timers import DIGEST, UNPLANNED
from bot.text.i18n import phrases
from bot.timers.registry import Due, TimerServices, timer

_MOST_LETTERS = 1500


@timer(DIGEST, lease=DIGESTS, in_background=True)
async def digest(due: Due, services: TimerServices) -> datetime | None:
    """Send a person the list of all games that wait for them, when they wake up; nothing where none waits.

    The first is sent on the day after it was chosen.
    """
    person = Person.parse(due.owner)
    profile = await services.store.people.profile(person)
    if profile is None or not profile.digest:
        return None
    platform = services.recipients.platforms.get(person.platform)
    if platform is None or not platform.limits.has_dms or not await services.recipients.allows(person):
        return due.at
    local = zone(profile.zone_name)
    following = next_waking(due.now, local, profile.quiet_hours)
    if due.at == UNPLANNED or quiet_span(due.now, local, profile.quiet_hours):
        return following
    words = phrases(profile.language or services.recipients.language)
    games, _ = await services.directory.games_of(person, words)
    waiting = [game.line for game in games if game.is_waiting]
    if not waiting:
        return following
    text, used = words.say("digest-title"), 0
    for line in waiting:
        used += len(line)
        text += f"\n{line}" if used <= _MOST_LETTERS else ""
    button = Button(words.say("button-show"), CallbackData(NO_GAME, 0, "games").code, "main")
    message = Message(text, buttons=((button,),), mentions=(Mention(person, profile.name),))
    # There is one a day: a second try on the same day may repeat one that has arrived.
    ledger, day = services.store.outbox, f"{due.now.astimezone(local):%Y%m%d}"
    notice = Notice(person, Key(NO_GAME, Topic.REMINDER, f"digest-{day}"))
    earlier = [row.key for row in await ledger.notices(person, NO_GAME) if row.topic is Topic.REMINDER]
    with suppress(Unreachable):
        await services.outbox.deliver(message, notice, is_wanted=partial(services.leases.is_valid, DIGESTS))
    await ledger.forget(person, NO_GAME, *(key for key in earlier if key != str(notice.key)))
    return following
