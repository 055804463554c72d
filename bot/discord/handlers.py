"""What people do on Discord: commands, buttons, lists and forms become calls of the dispatcher."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, MutableMapping, Sequence
from dataclasses import replace
from typing import Any

import discord
from discord.app_commands import Choice

from bot.cache import BoundedCache
from bot.commands import COMMANDS
from bot.commands.arguments import Argument
from bot.commands.dispatcher import Dispatcher
from bot.discord.answers import acknowledge, answer
from bot.discord.buttons import (
    LONGEST_OPTION,
    MOST_OPTIONS,
    Click,
    calls_in,
    clipped,
    find_in,
    submitted_in,
)
from bot.discord.channels import PLATFORM, missing_permissions_in
from bot.discord.error_codes import LOST
from bot.discord.layout import MOST_IN_A_ROW, laid_out
from bot.discord.messages import NOBODY
from bot.model.call import Asker, Call
from bot.model.callbacks import NO_GAME, CallbackData
from bot.model.command import FORM, LOOK, OPENED_HERE, CommandRow
from bot.model.identity import Chat, Person
from bot.model.message import Button, Menu, Message
from bot.text.i18n import LANGUAGES, Phrases, phrases
from bot.text.refusal_text import failure_key
from bot.text.truncate import shortened

ACTIVITY = "activity"
"""The line of the button that opens the interactive board."""

_LONGEST_AGAIN = 30
"""Characters of a line that a button can repeat."""

_LONGEST_SERVER = 20
"""Characters of a server's name in the title of its channels."""

_KNOWN = 2000

_SUGGESTING = 2.0
"""Seconds within which a suggestion is made, of the three that Discord waits."""

log = logging.getLogger(__name__)


class DiscordHandlers:
    """Serves everybody on Discord. It knows no rule of the game and keeps no state.

    `guilds` notes the server of each channel. `language` is spoken where the directory cannot be asked for a
    person's own.
    """

    def __init__(
        self,
        dispatcher: Dispatcher,
        guilds: MutableMapping[str, int | None],
        language: str = "en",
        *,
        has_activity: bool = False,
    ) -> None:
        self._dispatcher = dispatcher
        self._directory = dispatcher.directory
        self.queue = dispatcher.queue
        """What requests wait for."""
        self._typing = BoundedCache[Person, int](_KNOWN)
        """By person, what they typed last while suggestions are made."""
        self._guilds = guilds
        self._language = language
        self._has_activity = has_activity

    async def called(self, click: Click, call: Call, *, for_admins: bool = False) -> None:
        """Answer a slash command. With `for_admins`, anybody else is refused."""
        if self._ignores(click):
            too_fast = phrases(_language(click) or self._language).say("too-fast")  # nothing is read for it
            await answer(click, _ready(Message(too_fast)))
        elif for_admins and not is_admin(click):
            await answer(click, self._asked(click, lambda: self._own(click, "admin-only")))
        else:
            form = _opens_form(call)
            await answer(click, self._asked(click, lambda: self._call(click, call)), form=form)

    async def pressed(self, click: Click) -> None:
        """Answer a button or a list."""
        if find := find_in(click):
            await answer(click, _ready(Message("", editing=find)))
        calls, public = calls_in(click)
        for call in calls:
            if call.line == ACTIVITY:
                await self._launch(click)
            else:
                await self._clicked(click, call, public=public)

    async def submitted(self, click: Click) -> None:
        """Answer a form."""
        if submitted := submitted_in(click):
            call, public = submitted
            await self._clicked(click, call, public=public)

    async def _clicked(self, click: Click, call: Call, *, public: bool) -> None:
        """Answer the call of a button, a list or a form; `public` where it stands in a channel."""
        if self._ignores(click):
            await acknowledge(click)
            return

        async def ask() -> Message:
            return await self._dispatcher.answer(await self._asker(click, call.word), call)

        await answer(click, self._asked(click, ask), public=public, form=_opens_form(call))

    async def _launch(self, click: Click) -> None:
        """Open the interactive board: who may see the game is asked when it connects."""
        if self._ignores(click):
            await acknowledge(click)
        elif refused := await self._dispatcher.refusal(await self._asker(click)):
            await answer(click, _ready(refused))
        elif not self._has_activity:
            await answer(click, self._sentence(click, "activity-off"))
        else:
            try:
                await click.response.launch_activity()
            except discord.HTTPException as error:
                log.warning("Discord: the Activity was not opened (%d, code %d)", error.status, error.code)
                if not click.response.is_done():
                    await answer(click, self._sentence(click, "activity-off"))

    async def greet(self, guild: discord.Guild) -> None:
        """Greet a server that added the bot, where it first may write; not one that has had games, nor where
        the operator does not allow it.
        """
        may_write = [one for one in guild.text_channels if not missing_permissions_in(one).is_silent]
        channel = guild.system_channel if guild.system_channel in may_write else next(iter(may_write), None)
        known = {chat.id for chat in await self._directory.chats_on(PLATFORM)}
        if channel is None or known & {str(one.id) for one in (*guild.channels, *guild.threads)}:
            return
        chat = Chat(PLATFORM, str(channel.id))
        self._guilds[chat.id] = guild.id
        if await self._dispatcher.refusal(Asker(Person(PLATFORM, str(guild.owner_id)), chat)):
            return
        language = guild.preferred_locale.value.split("-")[0]
        say = phrases(language if language in LANGUAGES else self._language).say
        new = Button(say("button-new"), CallbackData(NO_GAME, 0, "new").code, "main")
        rules = Button(say("button-rules"), CallbackData(NO_GAME, 0, "rules").code)
        shown, name = Message(say("greeting"), buttons=((new, rules),)), f"greet-{guild.id}"
        try:
            await channel.send(**laid_out(shown, name).sent, allowed_mentions=NOBODY, nonce=name)
        except (discord.HTTPException, *LOST) as error:
            log.info("Discord: a server could not be greeted (%s)", type(error).__name__)

    async def failed(self, click: Click) -> None:
        """Answer what no handler understands."""
        if not click.response.is_done():
            await answer(click, self._sentence(click, "went-wrong"))

    async def moved(self, click: Click, row: CommandRow) -> None:
        """Answer a command that an older version registered, and say how it is written now."""
        await answer(click, self._own(click, "command-moved", command=f"/{row.word}"))

    async def suggested(
        self, click: Click, argument: Argument[Any], typed: str, place: str
    ) -> list[Choice[str]]:
        """Suggest values for an argument; nothing where that fails or takes too long, or they type on."""
        person = person_of(click)
        typed, place = typed[:LONGEST_OPTION], place[:LONGEST_OPTION]
        if self._ignores(click, typing=True):
            return []
        self._typing[person] = click.id
        try:
            async with asyncio.timeout(_SUGGESTING), self.queue.turn():
                if self._typing.get(person) != click.id:
                    return []
                asker = Asker(person, await self._chat(click))
                suggestions = await self._dispatcher.suggest(asker, argument, typed, place)
        except TimeoutError:
            return []
        except Exception:
            log.exception("Discord: a suggestion failed")
            return []
        fitting = (one for one in suggestions if len(one.value) <= LONGEST_OPTION)
        return [Choice(name=clipped(one.label, LONGEST_OPTION), value=one.value) for one in fitting]

    async def _call(self, click: Click, given: Call) -> Message:
        """Answer the calls that a slash command stands for in one message."""
        asker = await self._asker(click, given.word)
        if given.given.get("thread") and not (is_admin(click) or click.permissions.create_public_threads):
            return await self._own(click, "no-threads-for-you")
        calls = _calls(click, given)
        if which := await self._which(click, asker, calls[-1]):
            return which
        answers = [await self._dispatcher.answer(asker, call) for call in calls]
        message = replace(answers[-1], text="\n".join(message.text for message in answers))
        if given.word == "board" and self._has_activity and message.pictures:
            return with_activity(message, NO_GAME, await self._directory.phrases(asker.person, asker.chat))
        return message

    async def _asked(self, click: Click, ask: Callable[[], Awaitable[Message]]) -> Message:
        """The dispatcher's answer; where that fails, one sentence, and the cause in the log."""
        try:
            return await ask()
        except Exception as error:
            log.exception("Discord: a request failed")
            return await self._sentence(click, failure_key(error))

    def _ignores(self, click: Click, *, typing: bool = False) -> bool:
        """Whether a request is only acknowledged, because its person was told to wait."""
        return self._dispatcher.ignores(Asker(person_of(click), _channel(click)), typing=typing)

    async def _own(self, click: Click, key: str, **values: str) -> Message:
        """A sentence of the adapter's own, which counts as a request."""
        refused = await self._dispatcher.refusal(await self._asker(click))
        return refused or await self._sentence(click, key, **values)

    async def _sentence(self, click: Click, key: str, **values: str) -> Message:
        """A sentence of the adapter's own, in the language in which that person is answered."""
        try:
            asker = await self._asker(click)
            own = await self._directory.phrases(asker.person, asker.chat)
        except Exception:  # noqa: BLE001 - a failure is reported even where the database fails
            own = phrases(_language(click) or self._language)
        return Message(own.say(key, **values))

    async def _asker(self, click: Click, word: str = "") -> Asker:
        """Who asks, noted by the name that they have here, and where.

        A command that opens or follows a game does so where it is asked for, also in a DM.
        """
        person, here = person_of(click), _channel(click)
        name, locale = click.user.display_name, click.locale.value
        self._guilds[here.id] = click.guild_id
        await self._directory.introduce(person, name, _language(click), locale, here)
        title = place_title(click.guild, getattr(click.channel, "name", None))
        await self._directory.introduce_chat(here, title)
        command = COMMANDS.get(word)
        chat = here if command and command.game == OPENED_HERE else await self._chat(click)
        return Asker(person, chat, is_admin(click), str(click.id))

    async def _chat(self, click: Click) -> Chat:
        """The channel; in a DM, the channel of the only game that the person plays."""
        here = _channel(click)
        self._guilds[here.id] = click.guild_id
        if click.guild_id is not None or await self._directory.shown_in(here):
            return here
        return await self._directory.home(person_of(click)) or here

    async def _which(self, click: Click, asker: Asker, call: Call) -> Message | None:
        """In a DM, the question which game is meant, for somebody who plays several."""
        command = COMMANDS.get(call.word)
        wanted = command and _asked_of_a_game(command, call)
        if not wanted or click.guild_id is not None or await self._directory.shown_in(asker.chat):
            return None
        if refused := await self._dispatcher.refusal(asker):
            return refused
        own = await self._directory.phrases(asker.person, asker.chat)
        games, _ = await self._directory.games_of(asker.person, own, MOST_OPTIONS)
        choices = tuple(Button(game.label, CallbackData(game.id, 0, wanted).code) for game in games)
        question = own.say("which-of-yours")
        return Message(question, menus=(Menu(question, choices),)) if choices else None


def with_activity(message: Message, game: str, own: Phrases) -> Message:
    """A message about a game with one more button, which opens the interactive board."""
    button = Button(own.say("button-open-board"), CallbackData(game, 0, ACTIVITY).code)
    *rows, last = message.buttons or ((),)
    ends = [(*last, button)] if len(last) < MOST_IN_A_ROW else [last, (button,)]
    return replace(message, buttons=(*rows, *ends))


def _opens_form(call: Call) -> bool:
    """Whether a call without arguments may be answered by a form."""
    command = COMMANDS.get(call.word)
    return command is not None and command.shape == FORM and not call.text and not any(call.given.values())


async def _ready(message: Message) -> Message:
    return message


def _calls(click: Click, given: Call) -> Sequence[Call]:
    """The calls of the dispatcher that a slash command stands for.

    /board shows the whole board unless a view is chosen; with a place, it describes that place in words.
    """
    match given.word:
        case "board" if place := given.given.get("place"):
            return (Call("text", given={"place": place}),)
        case "board":
            return (Call("board", given={"view": given.given.get("view") or "full"}),)
        case "new" if not _may_speak(click):
            return given, Call("check")
        case _:
            return (given,)


def _asked_of_a_game(command: CommandRow, call: Call) -> str:
    """The line that runs when a person has chosen a game for a command; "" if the command is about none."""
    if command.section != LOOK or not command.means_one_game:
        return command.first
    line = " ".join([call.line, *map(str, call.given.values())])
    return line if len(line) <= _LONGEST_AGAIN and "@" not in line else call.word


def person_of(click: Click) -> Person:
    """Who clicked or called."""
    return Person(PLATFORM, str(click.user.id))


def place_title(guild: discord.Guild | None, channel: str | None) -> str:
    """How people call a channel of a server: "Rail Club #trains"; "" for a DM."""
    server = shortened(guild.name, _LONGEST_SERVER) if guild else ""
    return f"{server} #{channel}".lstrip() if channel else server


def _channel(click: Click) -> Chat:
    return Chat(PLATFORM, str(click.channel_id))


def is_admin(click: Click) -> bool:
    """Whether somebody may manage the channel or the server that they act in, as Discord says."""
    held = click.permissions
    return click.guild_id is not None and (held.administrator or held.manage_guild or held.manage_channels)


def _may_speak(click: Click) -> bool:
    """Whether the bot may write where somebody acts, as Discord says."""
    held, in_thread = click.app_permissions, isinstance(click.channel, discord.Thread)
    may_send = held.send_messages_in_threads if in_thread else held.send_messages
    return click.guild_id is None or (held.view_channel and may_send)


def _language(click: Click) -> str | None:
    """The language of somebody's Discord, if the bot speaks it."""
    code = click.locale.value.split("-")[0]
    return code if code in LANGUAGES else None
