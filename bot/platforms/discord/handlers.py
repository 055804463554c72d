"""The counter: what people do on Discord becomes words and presses for the desk, and its answers theirs."""

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from dataclasses import replace

import discord
from discord.app_commands import Choice

from bot.model.callbacks import CallbackData
from bot.model.identity import Chat, Person
from bot.model.message import Button, Message
from bot.platforms.discord.answers import answer
from bot.platforms.discord.buttons import LONGEST_OPTION, Click, clipped, kept_in
from bot.platforms.discord.channels import made_thread
from bot.platforms.discord.layout import MOST_ROWS
from bot.platforms.port import CommandService
from bot.store import Profile, Store
from bot.text.i18n import LANGUAGES, phrases
from bot.text.suggestions import Field, Part

PLATFORM = "discord"

_FORMS = ("keep", "ticket")
"""The words that a form may answer."""

_LOOKS = ("hand", "tickets", "board", "text", "scores", "log", "record", "why")
_SHOWN_FIRST = {
    **{word: word for word in ("claim", "station", "ticket")},
    **dict.fromkeys(("draw", "keep", "pay", "decline"), "hand"),
}
"""Words about a game that one sits in; and, for those that play, what is shown of the one that is chosen."""

_LONGEST_AGAIN = 30
"""Signs of a line that a button can ask again."""

_SUGGESTING = 2.0
"""Seconds within which a suggestion is made, of the three that Discord waits."""

_KNOWN = 2000
"""How many names are at hand."""

log = logging.getLogger(__name__)


class Counter:
    """Serves everybody. It knows no rule, and nothing that must outlive the program."""

    def __init__(self, desk: CommandService, store: Store) -> None:
        self._desk = desk
        self._store = store
        self._names: OrderedDict[Person, str] = OrderedDict()

    async def heard(self, click: Click, *words: str) -> None:
        """Answer a command, given as the words that one would type."""
        await self.heard_all(click, [" ".join(filter(None, words))])

    async def heard_all(self, click: Click, lines: list[str]) -> None:
        """Answer commands, one after the other, in one answer."""

        async def ask() -> Message:
            who, where = await self._met(click)
            if which := await self._which(click, where, lines[-1]):
                return which
            said = [
                await self._desk.text(who, where, line, is_admin=rules(click), pictures=False)
                for line in lines
            ]
            return replace(said[-1], text="\n".join(message.text for message in said))

        await answer(click, self._asked(click, ask), form=lines[-1] in _FORMS)

    async def opened(self, click: Click, *words: str) -> None:
        """Answer a command that opens a game; where the bot may not speak, with what it lacks too."""
        line = " ".join(filter(None, words))
        await self.heard_all(click, [line] if _may_speak(click) else [line, "check"])

    async def opened_in_thread(self, click: Click, *words: str) -> None:
        """Answer a command that opens a game, in a thread that is made for it."""

        async def ask() -> Message:
            who, _ = await self._met(click)
            thread = await made_thread(click.channel, phrases(_language(click) or "en").say("thread-name"))
            if thread is None:
                return await self._say(click, "no-threads-here")
            there = Chat(PLATFORM, str(thread.id))
            message = await self._desk.text(who, there, " ".join(words), is_admin=rules(click))
            if await self._store.chats.game_in(there):
                return replace(message, text=f"{message.text}\n{thread.mention}")
            await thread.edit(archived=True)  # to delete it would take a right more
            return message

        await answer(click, self._asked(click, ask))

    async def administered(self, click: Click, *words: str) -> None:
        """Answer a command that only admins may give."""
        if rules(click):
            await self.heard(click, *words)
        else:
            await answer(click, self._asked(click, lambda: self._say(click, "admin-only")))

    async def pressed(self, click: Click, code: str, *, public: bool = False) -> None:
        """Answer a button, or a choice from a list; `public` where it stands in a channel."""

        async def ask() -> Message:
            who, where = await self._met(click)
            return await self._desk.click(who, where, code, is_admin=rules(click), pictures=False)

        await answer(click, self._asked(click, ask), public=public, form=_opens_form(code))

    async def sent(self, click: Click) -> None:
        """Answer a form."""
        if kept := kept_in(click):
            code, public = kept
            await self.pressed(click, code, public=public)

    async def failed(self, click: Click) -> None:
        """Answer what cannot be understood: a command of an older program, say."""
        if not click.response.is_done():
            await answer(click, self._say(click, "went-wrong"))

    async def suggested(self, click: Click, field: Field, typed: str, place: str) -> list[Choice[str]]:
        """What a part of a command may be. Whatever goes wrong, or takes too long, nothing is suggested."""
        part = Part(field, typed[:LONGEST_OPTION], place[:LONGEST_OPTION])
        try:
            async with asyncio.timeout(_SUGGESTING):
                found = await self._desk.suggest(_person(click), await self._place(click), part)
        except TimeoutError:
            return []
        except Exception:
            log.exception("Discord: a suggestion failed")
            return []
        return [Choice(name=clipped(one.label, LONGEST_OPTION), value=one.value) for one in found]

    async def _asked(self, click: Click, ask: Callable[[], Awaitable[Message]]) -> Message:
        """What the desk answers; where that fails, one sentence, and the cause in the log."""
        try:
            return await ask()
        except Exception:
            log.exception("Discord: what somebody asked for failed")
            return await self._say(click, "went-wrong")

    async def _say(self, click: Click, key: str) -> Message:
        return Message(phrases(_language(click) or "en").say(key))

    async def _met(self, click: Click) -> tuple[Person, Chat]:
        """Who asks, by the name that they have here, and where."""
        person, name = _person(click), click.user.display_name
        if self._names.get(person) != name:
            await self._introduce(Profile(person, name, _language(click)))
        return person, await self._place(click)

    async def _introduce(self, newcomer: Profile) -> None:
        """Write down who somebody is; a newcomer is spoken to in the language of their Discord."""
        person = newcomer.person
        known = await self._store.people.profile(person)
        if known is None or known.name != newcomer.name:
            await self._store.people.save(replace(known, name=newcomer.name) if known else newcomer)
        self._names[person] = newcomer.name
        if len(self._names) > _KNOWN:
            self._names.popitem(last=False)

    async def _place(self, click: Click) -> Chat:
        """The channel; in a conversation with the bot, the channel of the only game one sits in."""
        here = Chat(PLATFORM, str(click.channel_id))
        if click.guild_id is not None or await self._store.chats.game_in(here):
            return here
        return await self._desk.home(_person(click)) or here

    async def _which(self, click: Click, where: Chat, line: str) -> Message | None:
        """In a conversation with the bot: which game is meant by somebody who sits in several?"""
        word, person = line.partition(" ")[0], _person(click)
        as_said = line if len(line) <= _LONGEST_AGAIN and "@" not in line else word
        wanted = as_said if word in _LOOKS else _SHOWN_FIRST.get(word)
        if wanted is None or click.guild_id is not None or await self._store.chats.game_in(where):
            return None
        rows = tuple(
            (Button(one, CallbackData(game, 0, wanted).code),)
            for game, one in await self._games(person, where)
        )
        known = await self._store.people.profile(person)
        question = phrases((known and known.language) or "en").say("which-of-yours")
        return Message(question, buttons=rows[:MOST_ROWS]) if rows else None

    async def _games(self, person: Person, where: Chat) -> list[tuple[str, str]]:
        """The games in which somebody sits, with a line about each; those that wait for them come first."""
        sitting = [one.game for one in await self._store.people.games_of(person) if not one.closed]
        listed = (await self._desk.text(person, where, "games", pictures=False)).text.replace("**", "")
        return [(game, one) for one in listed.splitlines() for game in sitting if f"({game})" in one]


def rules(click: Click) -> bool:
    """Whether somebody may manage the channel or the server that they act in, as Discord says."""
    held = click.permissions
    return click.guild_id is not None and (held.administrator or held.manage_guild or held.manage_channels)


def _may_speak(click: Click) -> bool:
    """Whether the bot may write where somebody acts, as Discord says."""
    held, in_thread = click.app_permissions, isinstance(click.channel, discord.Thread)
    may_send = held.send_messages_in_threads if in_thread else held.send_messages
    return click.guild_id is None or (held.view_channel and may_send)


def _person(click: Click) -> Person:
    return Person(PLATFORM, str(click.user.id))


def _language(click: Click) -> str | None:
    """The language of somebody's Discord, if it is spoken here; English is everybody's, and tells nothing."""
    code = click.locale.value.split("-")[0]
    return code if code in LANGUAGES and click.locale not in _ENGLISH else None


_ENGLISH = (discord.Locale.american_english, discord.Locale.british_english)


def _opens_form(code: str) -> bool:
    try:
        return CallbackData.read(code).line in _FORMS
    except ValueError:
        return False
