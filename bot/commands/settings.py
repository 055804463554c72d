"""The settings of a person, with a menu for each of them."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
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
from bot.commands.chat_settings import SWITCH, value_labels
from bot.commands.lobby import change_setup
from bot.commands.registry import command
from bot.matches.lobby import SetupChoice
from bot.matches.outcomes import CommandRefused
from bot.model.callbacks import NO_GAME, CallbackData
from bot.model.chat_settings import ChatSettings
from bot.model.command import BOTH, OWN, PERSON
from bot.model.identity import NOTIFY_ON, PINGS, NotifyOn, Person
from bot.model.local_time import zone
from bot.model.message import Button, Menu, Message, Rows
from bot.model.profile import Profile
from bot.service.own_panel import own_panel
from bot.service.request import Request
from bot.text.i18n import LANGUAGES, Phrases
from bot.text.i18n import person as person_name
from bot.text.i18n import phrases as phrases_of
from bot.text.labels import platform_name


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
    profile, people = await _profile(request), request.store.people
    if digest and not request.access.has_dms(request.person):
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
        await people.save(changed)
    if changed.digest and not profile.digest and not await people.blocks_dms(request.person):
        seats = await people.games_of(request.person)
        own = [game for person, game, _, closed in seats if person == request.person and not closed]
        if own:
            await request.access.write_again(request.person, own[0])
    return await _settings_message(request, changed, phrases_of(language) if language else request.phrases)


async def _settings_message(request: Request, profile: Profile, phrases: Phrases) -> Message:
    """All settings of the person in words, with a menu for each that has few values."""
    say, has_dms = phrases.say, request.access.has_dms(request.person)
    others = await request.store.people.names(request.linked_accounts[1:])
    blocked = await request.store.people.blocks_dms(request.person)
    places = _places((request.person, *others))
    lines = [say("settings-title"), say("settings-language", language=say("language-name"))]
    if not (has_dms and profile.digest):
        lines.append(say("settings-ping", ping=profile.ping))
    lines.append(say("settings-confirm", confirm=_switch(on=profile.confirm)))
    basis = "chosen" if profile.zone else "guessed" if profile.guessed_zone else "unknown"
    time = f"{request.clock.now().astimezone(zone(profile.zone_name)):%H:%M}"
    lines.append(say("settings-zone", zone=profile.zone_name.replace("_", " "), time=time, basis=basis))
    begin, _, end = profile.quiet_hours.partition("-")
    lines.append(say("settings-quiet", begin=begin, end=end or begin))
    if has_dms:
        lines.append(say("settings-digest", digest=_switch(on=profile.digest)))
    lines.append(say("settings-hints", hints=_switch(on=profile.hints)))
    if len(places) > 1:
        lines.append(say("settings-notify", notify=profile.notify_on))
    for account, name in others.items():
        platform = platform_name(account.platform, phrases)
        lines.append(say("linked", name=person_name(name), platform=platform))
    buttons: Rows = ()
    if blocked:
        lines.append(say("dms-blocked", platform=request.person.platform))
        buttons = ((Button(say("button-write-again"), CallbackData(NO_GAME, 0, "write").code),),)
    menus = _menus(profile, places, phrases, with_digest=has_dms and not blocked)
    return Message("\n".join(lines), buttons=buttons, menus=tuple(menus))


def _menus(
    profile: Profile, places: Sequence[NotifyOn], phrases: Phrases, *, with_digest: bool
) -> Iterator[Menu]:
    """A menu for each setting that has few values."""
    languages = {code: phrases_of(code).say("language-name") for code in LANGUAGES}
    yield _menu("language", languages, phrases.language, phrases)
    yield _menu("ping", value_labels("ping", PINGS, phrases), profile.ping, phrases)
    yield _menu("confirm", value_labels("confirm", SWITCH, phrases), _switch(on=profile.confirm), phrases)
    yield _menu("quiet", quiet_hours_offered(phrases), profile.quiet_hours, phrases)
    if with_digest:
        yield _menu("digest", value_labels("digest", SWITCH, phrases), _switch(on=profile.digest), phrases)
    yield _menu("hints", value_labels("hints", SWITCH, phrases), _switch(on=profile.hints), phrases)
    if len(places) > 1:
        yield _menu("notify", value_labels("notify", places, phrases), profile.notify_on, phrases)


def _menu(setting: str, choices: dict[str, str], present: str, phrases: Phrases) -> Menu:
    codes = {value: CallbackData(NO_GAME, 0, f"settings {setting} {value}").code for value in choices}
    buttons = tuple(Button(label, codes[value]) for value, label in choices.items())
    return Menu(phrases.say(f"settings-choose-{setting}"), buttons, codes.get(present, ""), stays=True)


def _switch(*, on: bool) -> str:
    return "on" if on else "off"


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
    """Switch off the hints of a person for good, and show their panel, which has no hint now."""
    await request.store.people.save(replace(await _profile(request), hints=False))
    text = request.phrases.say("hints-are-off")
    if request.match is None or request.seat is None:
        return Message(text)
    return await own_panel(request, request.match, request.seat, text)


def _places(accounts: Sequence[Person]) -> tuple[NotifyOn, ...]:
    """Where a person with these accounts can be notified; the first account is the one that they use."""
    others = {account.platform for account in accounts[1:]} & set(NOTIFY_ON)
    possible = {"here", *others, "both"} if others else {"here"}
    return tuple(place for place in NOTIFY_ON if place in possible)


async def _profile(request: Request) -> Profile:
    return await request.store.people.profile(request.person) or Profile(request.person, request.name)
