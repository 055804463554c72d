"""The settings of a person, with a menu for each of them."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Annotated

from bot.commands.arguments import FLAG, LanguageArg
from bot.commands.lobby import change_setup
from bot.commands.registry import command
from bot.matches.outcomes import CommandRefused
from bot.model.callbacks import NO_GAME, CallbackData
from bot.model.command import ANY_GAME, BOTH, OWN, OWN_PLACE, PERSON
from bot.model.identity import NOTIFY_ON, NotifyOn, Person
from bot.model.local_time import zone
from bot.model.message import Button, Message, Rows
from bot.model.profile import Profile
from bot.model.settings import ChatSettings, GameOptions, PersonSettings, word_of
from bot.requests.request import Request
from bot.shown.menus import setting_menu
from bot.text.i18n import LANGUAGES, Phrases
from bot.text.i18n import person as person_name
from bot.text.i18n import phrases as phrases_of
from bot.text.labels import platform_name
from bot.text.setting_text import setting_labels, setting_sentence


@command(
    "settings",
    PERSON,
    discord=OWN,
    menus=BOTH,
    game=ANY_GAME,
    personal=True,
    link=True,
    settings=PersonSettings.rows(),
    unknown="no-such-setting",
)
async def settings(request: Request, /, **given: object) -> Message:
    """Change settings, and show all of them with a menu for each.

    Somebody who chooses a digest is sent the panel of one game, to see whether their DMs are open.
    """
    profile, people, chosen = request.profile, request.store.people, PersonSettings.given(given)
    if chosen.digest and not request.platforms.limits_of(request.person).has_dms:
        raise CommandRefused("no-digest-here")
    if chosen.notify_on not in _places(request.linked_accounts):
        raise CommandRefused("no-account-there")
    changed = profile.changed_by(chosen)
    if changed != profile:
        await people.save(changed)
    if changed.digest and not profile.digest and not await people.blocks_dms(request.person):
        seats = await people.games_of(request.person)
        own = [game for person, game, _, closed in seats if person == request.person and not closed]
        if own:
            await request.announcements.write_again(request.person, own[0])
    phrases = phrases_of(chosen.language) if chosen.language else request.phrases
    return await _settings_message(request, changed, phrases)


async def _settings_message(request: Request, profile: Profile, phrases: Phrases) -> Message:
    """All settings of the person in words, with a menu for each that has few values."""
    say, has_dms = phrases.say, request.platforms.limits_of(request.person).has_dms
    others = await request.store.people.names(request.linked_accounts[1:])
    blocked = await request.store.people.blocks_dms(request.person)
    places = _places((request.person, *others))
    rows = [row for row in PersonSettings.rows() if has_dms or row is not PersonSettings.digest]
    if len(places) == 1:
        rows.remove(PersonSettings.notify_on)
    basis = "chosen" if profile.zone else "guessed" if profile.guessed_zone else "unknown"
    time = f"{request.clock.now().astimezone(zone(profile.zone_name)):%H:%M}"
    of_zone = {"time": time, "basis": basis}
    shown = profile.having(PersonSettings.language, phrases.language)
    shown = shown.having(PersonSettings.zone, profile.zone_name)
    lines, menus = [say("settings-title")], []
    for row in rows:
        value, more = shown.value(row), of_zone if row is PersonSettings.zone else {}
        if row is not PersonSettings.ping or not (has_dms and profile.digest):
            lines.append(setting_sentence("settings", row, value, {}, phrases, **more))
        labels = setting_labels(row, value, {}, phrases)
        if row is PersonSettings.notify_on:
            labels = {word: label for word, label in labels.items() if word in places}
        if labels and not (row is PersonSettings.digest and blocked):
            title, line = say(f"settings-choose-{row.word}"), f"settings {row.word}"
            menus.append(setting_menu(title, line, labels, word_of(value)))
    for account, name in others.items():
        platform = platform_name(account.platform, phrases)
        lines.append(say("linked", name=person_name(name), platform=platform))
    buttons: Rows = ()
    if blocked:
        lines.append(say("dms-blocked", platform=request.person.platform))
        buttons = ((Button(say("button-write-again"), CallbackData(NO_GAME, 0, "write").code),),)
    return Message("\n".join(lines), buttons=buttons, menus=tuple(menus))


@command("language", PERSON, page=OWN_PLACE, game=ANY_GAME)
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
        return await change_setup(
            request, GameOptions(), ChatSettings().having(ChatSettings.language, language)
        )
    await request.store.people.save(request.profile.having(PersonSettings.language, language))
    return Message(phrases_of(language).say("language-mine"))


def _places(accounts: Sequence[Person]) -> tuple[NotifyOn, ...]:
    """Where a person with these accounts can be notified; the first account is the one that they use."""
    others = {account.platform for account in accounts[1:]} & set(NOTIFY_ON)
    possible = {"here", *others, "both"} if others else {"here"}
    return tuple(place for place in NOTIFY_ON if place in possible)
