"""Handlers of personal settings."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime

from bot.matches.outcomes import CommandRefused
from bot.model.callbacks import NO_GAME, CallbackData
from bot.model.commands import ChangeSettings
from bot.model.identity import NOTIFY_ON, PINGS, NotifyOn, Person
from bot.model.local_time import zone
from bot.model.message import Button, Menu, Message
from bot.model.profile import Profile
from bot.service.context import Context
from bot.text.i18n import LANGUAGES, Phrases
from bot.text.i18n import person as person_name
from bot.text.i18n import phrases as phrases_of
from bot.text.labels import platform_name
from bot.text.suggestions import quiet_hours_offered

SWITCH = "on", "off"


async def change_settings(command: ChangeSettings, context: Context) -> Message:
    """Change settings, and show all of them with a menu for each.

    Somebody who chooses a digest is sent the panel of one game, to see whether their DMs are open.
    """
    profile, has_dms = await _profile(context), context.access.has_dms(context.person)
    if command.digest and not has_dms:
        raise CommandRefused("no-digest-here")
    if command.notify_on and command.notify_on not in _places(context.linked_accounts):
        raise CommandRefused("no-account-there")
    changed = _changed(profile, command)
    if changed != profile:
        await context.store.people.save(changed)
    if changed.digest and not profile.digest:
        await _try_dms(context)
    chosen = phrases_of(changed.language) if command.language and changed.language else context.phrases
    if command.is_brief:
        return Message(chosen.say("language-mine"))
    others = await context.store.people.names(context.linked_accounts[1:])
    blocked = await context.store.people.blocks_dms(context.person)
    return _settings_message(
        changed, chosen, others, context.clock.now(), blocked=blocked, with_digest=has_dms
    )


def _places(accounts: Sequence[Person]) -> tuple[NotifyOn, ...]:
    """Where a person with these accounts can be notified; the first account is the one that they use."""
    known = {one.platform for one in accounts[1:]} & set(NOTIFY_ON)
    return tuple(one for one in NOTIFY_ON if one == "here" or one in known or (known and one == "both"))


def _changed(profile: Profile, command: ChangeSettings) -> Profile:
    """A profile with the settings that a command changes."""
    return replace(
        profile,
        language=command.language or profile.language,
        ping=command.ping or profile.ping,
        confirm=profile.confirm if command.confirm is None else command.confirm,
        zone=command.zone or profile.zone,
        quiet_hours=command.quiet_hours or profile.quiet_hours,
        digest=profile.digest if command.digest is None else command.digest,
        notify_on=command.notify_on or profile.notify_on,
        hints=profile.hints if command.hints is None else command.hints,
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
    places = _places((profile.person, *others))
    lines = [*_setting_lines(profile, phrases, now, with_digest=with_digest)]
    lines += [phrases.say("settings-notify", notify=profile.notify_on)] if len(places) > 1 else []
    lines += _linked(others, phrases)
    lines += [phrases.say("dms-blocked", platform=profile.person.platform)] if blocked else []
    again = Button(phrases.say("button-write-again"), CallbackData(NO_GAME, 0, "write").code)
    menus = _menus(profile, phrases, with_digest=with_digest and not blocked)
    return Message(
        "\n".join(lines),
        buttons=((again,),) if blocked else (),
        menus=(*menus, *_notify_menus(profile, places, phrases)),
    )


def _setting_lines(profile: Profile, phrases: Phrases, now: datetime, *, with_digest: bool) -> list[str]:
    """A title, and a line for each setting."""
    digest = phrases.say("settings-digest", digest=_switch(on=profile.digest))
    each_turn = () if with_digest and profile.digest else (phrases.say("settings-ping", ping=profile.ping),)
    return [
        phrases.say("settings-title"),
        phrases.say("settings-language", language=phrases.say("language-name")),
        *each_turn,
        phrases.say("settings-confirm", confirm=_switch(on=profile.confirm)),
        *_time_lines(profile, phrases, now),
        *([digest] if with_digest else ()),
        phrases.say("settings-hints", hints=_switch(on=profile.hints)),
    ]


def _linked(others: Mapping[Person, str], phrases: Phrases) -> list[str]:
    """A line for each linked account."""
    platforms = [(name, platform_name(one.platform, phrases)) for one, name in others.items()]
    return [phrases.say("linked", name=person_name(name), platform=platform) for name, platform in platforms]


def _menus(profile: Profile, phrases: Phrases, *, with_digest: bool) -> tuple[Menu, ...]:
    """A menu for each setting that has few values."""
    languages = {code: phrases_of(code).say("language-name") for code in LANGUAGES}
    pings: dict[str, str] = {ping: phrases.say(f"ping-{ping}") for ping in PINGS}
    confirms = {value: phrases.say(f"confirm-{value}") for value in SWITCH}
    digests = {value: phrases.say(f"digest-{value}") for value in SWITCH}
    menus = (
        _menu("language", languages, phrases.language, phrases),
        _menu("ping", pings, profile.ping, phrases),
        _menu("confirm", confirms, _switch(on=profile.confirm), phrases),
        _menu("quiet", quiet_hours_offered(phrases), profile.quiet_hours, phrases),
    )
    digest = _menu("digest", digests, _switch(on=profile.digest), phrases)
    switches = {value: phrases.say(f"hints-{value}") for value in SWITCH}
    hints = _menu("hints", switches, _switch(on=profile.hints), phrases)
    return (*menus, *([digest] if with_digest else ()), hints)


def _notify_menus(profile: Profile, places: Sequence[NotifyOn], phrases: Phrases) -> tuple[Menu, ...]:
    """A menu of the places where somebody with linked accounts can be notified."""
    if len(places) < 2:
        return ()
    labels: dict[str, str] = {place: phrases.say(f"notify-{place}") for place in places}
    return (_menu("notify", labels, profile.notify_on, phrases),)


def _switch(*, on: bool) -> str:
    return "on" if on else "off"


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


def _menu(what: str, choices: dict[str, str], present: str, phrases: Phrases) -> Menu:
    codes = {value: CallbackData(NO_GAME, 0, f"settings {what} {value}").code for value in choices}
    buttons = tuple(Button(label, codes[value]) for value, label in choices.items())
    title = phrases.say(f"settings-choose-{what}")
    return Menu(title, buttons, codes.get(present, ""), stays=True)
