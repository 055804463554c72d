"""Personal settings."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Annotated, Any

from bot.commands.arguments import (
    FLAG,
    LanguageArg,
    NotifyArg,
    PersonSwitchArg,
    PingArg,
    QuietHoursArg,
    ZoneArg,
    quiet_hours_offered,
)
from bot.commands.lobby import change_setup
from bot.commands.registry import command
from bot.matches.lobby import SetupChoice
from bot.matches.outcomes import CommandRefused
from bot.model.callbacks import NO_GAME, CallbackData
from bot.model.chat_settings import ChatSettings
from bot.model.command import BOTH, OWN, PERSON
from bot.model.identity import NOTIFY_ON, PINGS, NotifyOn, Person
from bot.model.local_time import zone
from bot.model.message import Button, Menu, Message
from bot.model.profile import Profile
from bot.service.own_panel import own_panel
from bot.service.request import Request
from bot.text.i18n import LANGUAGES, Phrases
from bot.text.i18n import person as person_name
from bot.text.i18n import phrases as phrases_of
from bot.text.labels import platform_name

SWITCH = "on", "off"


@command(
    "settings",
    PERSON,
    discord=OWN,
    menus=BOTH,
    menu_after="rules",
    any_game=True,
    personal=True,
    link=True,
    by_name=True,
    unknown="no-such-setting",
)
async def settings(
    request: Request,
    language: LanguageArg | None = None,
    ping: PingArg | None = None,
    confirm: PersonSwitchArg | None = None,
    timezone: ZoneArg | None = None,
    quiet: QuietHoursArg | None = None,
    digest: PersonSwitchArg | None = None,
    hints: PersonSwitchArg | None = None,
    notify: NotifyArg | None = None,
) -> Message:
    """Change settings, and show all of them with a menu for each.

    Somebody who chooses a digest is sent the panel of one game, to see whether their DMs are open.
    """
    profile, has_dms = await _profile(request), request.access.has_dms(request.person)
    if digest and not has_dms:
        raise CommandRefused("no-digest-here")
    if notify and notify not in _places(request.linked_accounts):
        raise CommandRefused("no-account-there")
    given: dict[str, Any] = {
        "language": language,
        "ping": ping,
        "confirm": confirm,
        "zone": timezone,
        "quiet_hours": quiet,
        "digest": digest,
        "hints": hints,
        "notify_on": notify,
    }
    changed = replace(profile, **{name: value for name, value in given.items() if value is not None})
    if changed != profile:
        await request.store.people.save(changed)
    if changed.digest and not profile.digest:
        await _try_dms(request)
    chosen = phrases_of(language) if language else request.phrases
    others = await request.store.people.names(request.linked_accounts[1:])
    blocked = await request.store.people.blocks_dms(request.person)
    return _settings_message(
        changed, chosen, others, request.clock.now(), blocked=blocked, with_digest=has_dms
    )


@command("language", PERSON, page="own", any_game=True)
async def language(
    request: Request,
    language: LanguageArg | None = None,
    here: Annotated[bool, replace(FLAG, only="text", words=("here", "chat"))] = False,
) -> Message:
    """Choose one's own language, or `here` that of the chat; without one, show all settings."""
    if language is None and not here:
        return await settings.run(request)
    if language is None:
        raise CommandRefused("no-such-language", word="", languages=", ".join(LANGUAGES))
    if here:
        return await change_setup(request, SetupChoice(), ChatSettings(language=language))
    await request.store.people.save(replace(await _profile(request), language=language))
    return Message(phrases_of(language).say("language-mine"))


@command("nohints", PERSON, typed=False, private=True)
async def nohints(request: Request) -> Message:
    """Switch off the hints of a person for good. Returns their panel, which has no hint now."""
    await request.store.people.save(replace(await _profile(request), hints=False))
    text = request.phrases.say("hints-are-off")
    if request.match is None or request.seat is None:
        return Message(text)
    return await own_panel(request, request.match, request.seat, text)


def _places(accounts: Sequence[Person]) -> tuple[NotifyOn, ...]:
    """Where a person with these accounts can be notified; the first account is the one that they use."""
    known = {one.platform for one in accounts[1:]} & set(NOTIFY_ON)
    return tuple(one for one in NOTIFY_ON if one == "here" or one in known or (known and one == "both"))


async def _try_dms(request: Request) -> None:
    """Find out whether private messages arrive, for somebody with a game that is not over."""
    seats = await request.store.people.games_of(request.person)
    game = next((game for person, game, _, closed in seats if person == request.person and not closed), None)
    if game and not await request.store.people.blocks_dms(request.person):
        await request.access.write_again(request.person, game)


async def _profile(request: Request) -> Profile:
    known = await request.store.people.profile(request.person)
    return known or Profile(request.person, request.name)


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
