"""What people set for themselves: the language, where they are called, whether they are asked twice."""

from collections.abc import Mapping
from dataclasses import replace

from bot.model.callbacks import NO_GAME, CallbackData
from bot.model.commands import ChangeSettings, SetLanguage
from bot.model.identity import Person, Ping
from bot.model.message import Button, Menu, Message
from bot.service.permissions import Permissions
from bot.store import Profile, Store
from bot.text.i18n import LANGUAGES, Phrases, phrases
from bot.text.i18n import person as called
from bot.text.labels import platform_name
from bot.text.request import Request


async def set_language(store: Store, ruling: Permissions, request: Request, command: SetLanguage) -> Message:
    """Speak a language to a person, or in a chat, where they have a say. Raises CommandRefused."""
    said = phrases(command.language)
    if command.chat:
        await ruling.chat(request)
        await store.chats.set_language(request.chat, command.language)
        return Message(said.say("language-here"))
    kept = await store.people.profile(request.person) or Profile(request.person, request.name)
    await store.people.save(replace(kept, language=command.language))
    return Message(said.say("language-mine"))


async def change_settings(store: Store, request: Request, change: ChangeSettings) -> Message:
    """Set what is to be set, and show all of it, with a list for each thing."""
    profile = await store.people.profile(request.person) or Profile(request.person, request.name)
    changed = replace(
        profile,
        language=change.language or profile.language,
        ping=change.ping or profile.ping,
        confirm=profile.confirm if change.confirm is None else change.confirm,
    )
    if changed != profile:
        await store.people.save(changed)
    said = phrases(changed.language) if change.language and changed.language else request.phrases
    others = await store.people.names(request.linked_accounts[1:])
    closed = (await store.people.dm_channel(request.person)).closed
    return _shown(changed, said, others, closed=closed)


def _shown(profile: Profile, phrases: Phrases, others: Mapping[Person, str], *, closed: bool) -> Message:
    confirm = "on" if profile.confirm else "off"
    lines = (
        phrases.say("settings-language", language=phrases.say("language-name")),
        phrases.say("settings-ping", ping=profile.ping.value),
        phrases.say("settings-confirm", confirm=confirm),
        *(
            phrases.say("linked", name=called(name), platform=platform_name(one.platform, phrases))
            for one, name in others.items()
        ),
    )
    menus = (
        _menu("settings-choose-language", "language", _languages(), phrases.language, phrases),
        _menu("settings-choose-ping", "ping", _pings(phrases), profile.ping, phrases),
        _menu("settings-choose-confirm", "confirm", _switch(phrases), confirm, phrases),
    )
    letters = (phrases.say("letters-closed", platform=profile.person.platform),) if closed else ()
    again = (
        ((Button(phrases.say("button-write-again"), CallbackData(NO_GAME, 0, "write").code),),)
        if closed
        else ()
    )
    return Message("\n".join((phrases.say("settings-title"), *lines, *letters)), buttons=again, menus=menus)


def _menu(title: str, what: str, choices: dict[str, str], present: str, said: Phrases) -> Menu:
    codes = {value: CallbackData(NO_GAME, 0, f"settings {what} {value}").code for value in choices}
    buttons = tuple(Button(label, codes[value]) for value, label in choices.items())
    return Menu(said.say(title), buttons, codes.get(present, ""), stays=True)


def _languages() -> dict[str, str]:
    return {code: phrases(code).say("language-name") for code in LANGUAGES}


def _pings(phrases: Phrases) -> dict[str, str]:
    return {ping.value: phrases.say(f"ping-{ping.value}") for ping in Ping}


def _switch(phrases: Phrases) -> dict[str, str]:
    return {value: phrases.say(f"confirm-{value}") for value in ("on", "off")}
