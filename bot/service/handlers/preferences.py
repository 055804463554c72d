"""Handlers of personal settings."""

from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime

from bot.matches.outcomes import CommandRefused
from bot.model.callbacks import NO_GAME, CallbackData
from bot.model.commands import ChangeSettings, SetLanguage
from bot.model.identity import Person, Ping
from bot.model.local_time import zone
from bot.model.message import Button, Menu, Message
from bot.service.context import Context
from bot.store import Profile
from bot.text.i18n import LANGUAGES, Phrases, phrases
from bot.text.i18n import person as person_name
from bot.text.labels import platform_name
from bot.text.suggestions import quiet_hours_offered


async def set_language(command: SetLanguage, context: Context) -> Message:
    """Choose the language of a person."""
    profile = await _profile(context)
    await context.store.people.save(replace(profile, language=command.language))
    return Message(phrases(command.language).say("language-mine"))


async def change_settings(command: ChangeSettings, context: Context) -> Message:
    """Change settings, and show all of them with a menu for each.

    Somebody who chooses a digest is sent the panel of one game, to see whether their DMs are open.
    """
    profile, has_dms = await _profile(context), context.access.has_dms(context.person)
    if command.digest and not has_dms:
        raise CommandRefused("no-digest-here")
    changed = replace(
        profile,
        language=command.language or profile.language,
        ping=command.ping or profile.ping,
        confirm=profile.confirm if command.confirm is None else command.confirm,
        zone=command.zone or profile.zone,
        quiet_hours=command.quiet_hours or profile.quiet_hours,
        digest=profile.digest if command.digest is None else command.digest,
    )
    if changed != profile:
        await context.store.people.save(changed)
    if changed.digest and not profile.digest:
        await _try_dms(context)
    chosen = phrases(changed.language) if command.language and changed.language else context.phrases
    others = await context.store.people.names(context.linked_accounts[1:])
    blocked = await context.store.people.blocks_dms(context.person)
    return _settings_message(
        changed, chosen, others, context.clock.now(), blocked=blocked, with_digest=has_dms
    )


async def _try_dms(context: Context) -> None:
    """Find out whether private messages arrive, for somebody with a game that is not over."""
    seats = await context.store.people.games_of(context.person)
    game = next((game for person, game, _, closed in seats if person == context.person and not closed), None)
    if game and not await context.store.people.blocks_dms(context.person):
        await context.access.write_again(context.person, game)


async def _profile(context: Context) -> Profile:
    known = await context.store.people.profile(context.person)
    return known or Profile(context.person, context.name)


def _settings_message(
    profile: Profile,
    phrases: Phrases,
    others: Mapping[Person, str],
    now: datetime,
    *,
    blocked: bool,
    with_digest: bool,
) -> Message:
    confirm, digest = ("on" if switch else "off" for switch in (profile.confirm, profile.digest))
    lines = (
        phrases.say("settings-language", language=phrases.say("language-name")),
        phrases.say("settings-ping", ping=profile.ping.value),
        phrases.say("settings-confirm", confirm=confirm),
        *_time_lines(profile, phrases, now),
        *([phrases.say("settings-digest", digest=digest)] if with_digest else []),
        *(
            phrases.say("linked", name=person_name(name), platform=platform_name(one.platform, phrases))
            for one, name in others.items()
        ),
    )
    menus: tuple[Menu, ...] = (
        _menu("settings-choose-language", "language", _languages(), phrases.language, phrases),
        _menu("settings-choose-ping", "ping", _pings(phrases), profile.ping, phrases),
        _menu("settings-choose-confirm", "confirm", _confirms(phrases), confirm, phrases),
        _menu("settings-choose-quiet", "quiet", quiet_hours_offered(phrases), profile.quiet_hours, phrases),
    )
    if with_digest and not blocked:
        menus += (_menu("settings-choose-digest", "digest", _digests(phrases), digest, phrases),)
    private = (phrases.say("letters-closed", platform=profile.person.platform),) if blocked else ()
    again = (
        ((Button(phrases.say("button-write-again"), CallbackData(NO_GAME, 0, "write").code),),)
        if blocked
        else ()
    )
    return Message("\n".join((phrases.say("settings-title"), *lines, *private)), buttons=again, menus=menus)


def _time_lines(profile: Profile, phrases: Phrases, now: datetime) -> tuple[str, ...]:
    """What is known of a person's time: their zone, with what its clocks show, and when they are reminded."""
    basis = "chosen" if profile.zone else "guessed" if profile.guessed_zone else "unknown"
    begin, _, end = profile.quiet_hours.partition("-")
    local = now.astimezone(zone(profile.zone_name))
    return (
        phrases.say(
            "settings-zone", zone=profile.zone_name.replace("_", " "), time=f"{local:%H:%M}", basis=basis
        ),
        phrases.say("settings-quiet", begin=begin, end=end or begin),
    )


def _menu(title: str, what: str, choices: dict[str, str], present: str, phrases: Phrases) -> Menu:
    codes = {value: CallbackData(NO_GAME, 0, f"settings {what} {value}").code for value in choices}
    buttons = tuple(Button(label, codes[value]) for value, label in choices.items())
    return Menu(phrases.say(title), buttons, codes.get(present, ""), stays=True)


def _languages() -> dict[str, str]:
    return {code: phrases(code).say("language-name") for code in LANGUAGES}


def _pings(phrases: Phrases) -> dict[str, str]:
    return {ping.value: phrases.say(f"ping-{ping.value}") for ping in Ping}


def _confirms(phrases: Phrases) -> dict[str, str]:
    return {value: phrases.say(f"confirm-{value}") for value in ("on", "off")}


def _digests(phrases: Phrases) -> dict[str, str]:
    return {value: phrases.say(f"digest-{value}") for value in ("on", "off")}
