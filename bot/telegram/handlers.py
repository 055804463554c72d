"""What people type on Telegram: commands go to the dispatcher, and its answers to the people."""

import logging
from dataclasses import replace

import telegram
from telegram.error import TelegramError

from bot.commands.arguments import BOARD
from bot.model.call import Asker, Call
from bot.model.command import ADMIN_GROUP, PUBLIC
from bot.model.identity import Chat
from bot.model.message import Button, Message, Rows
from bot.telegram.button_codes import (
    BINDING,
    DEEP_LINK_WORDS,
    FILE,
    NEW,
    ButtonCode,
    button_of_payload,
    code_of,
    game_rows,
)
from bot.telegram.chat_id import ChatId, TelegramAsker, chat_meant, meet, person_of
from bot.telegram.command_parser import ADMIN_WORDS, WELCOME, ParsedCommand, parse
from bot.telegram.connection import ConnectionHandlers
from bot.telegram.error_texts import cannot_post
from bot.telegram.formatted_text import OutgoingMessage, formatted, plain
from bot.telegram.message_layout import markup
from bot.telegram.updates import is_repeat, not_begun, or_apology
from bot.text.labels import either

_MOST_GAMES = 20
"""Games that one question offers as buttons."""

log = logging.getLogger(__name__)


class CommandHandlers(ConnectionHandlers):
    """Serves people who type. It knows no rule of the game."""

    async def on_message(self, message: telegram.Message, username: str) -> None:
        """Answer a command. Commands for other bots and repeated ones are ignored."""
        command, user = parse(message, username), message.from_user
        if command is None or user is None:
            return
        if command.is_by_channel:
            await self._refuse_channel(command.at)
            return
        if self._dispatcher.ignores(Asker(person_of(user), command.at.address)):
            return
        if is_repeat(self._handled, command.at.chat, str(command.message)):
            return
        await self._directory.introduce_chat(command.at.address, message.chat.title or "")
        asker = await meet(self._directory, user, command.at, is_anonymous=command.is_anonymous)
        if (command.word in BINDING or command.word == "check") and message.chat.is_forum:
            await self._groups.find_closed(command.at)
        refused = None
        if command.is_once_only:
            id = str(command.message)
            refused = await not_begun(self._directory, "heard", command.at.chat, id, asker.phrases)
        if refused:
            if refused.text:
                await self._deliver(command, asker, refused)
        elif command.at.is_private:
            await self._answer_in_private(command, asker)
        elif rows := await self._choices(command, asker):
            if refused := await self._dispatcher.refusal(asker):
                await self._deliver(command, asker, refused)
            else:
                self._later(self._ask(command, asker, rows))
        else:
            await self._deliver(command, asker, await self._answer(command, asker))

    async def _refuse_channel(self, at: ChatId) -> None:
        """Tell a group, once a day, that nobody can play as a channel."""
        if not self._groups.may_tell_channels(at):
            return
        say = (await self._directory.chat_phrases(at.address)).say
        await self._try_to_send(at, formatted(say("write-under-own-name")))

    async def greet(self, user: telegram.User, at: ChatId) -> None:
        """Greet a group that added the bot, unless a game goes on there or the operator does not allow it."""
        chat = at.address
        if await self._directory.shown_in(chat) or await self._dispatcher.refusal(
            Asker(person_of(user), chat)
        ):
            return
        asker = await meet(self._directory, user, at)
        new = Button(asker.phrases.say("button-new"), NEW.text, "main")
        text = formatted(asker.phrases.say("greeting"))
        await self._try_to_send(at, replace(text, keyboard=markup(((new,),))))

    async def _try_to_send(self, at: ChatId, post: OutgoingMessage) -> None:
        try:
            await self._sender.send(at, post)
        except TelegramError as error:
            log.info("Telegram: a group could not be written to (%s)", type(error).__name__)

    async def _deliver(self, command: ParsedCommand, asker: TelegramAsker, message: Message) -> None:
        """Answer in the private chat; else behind a button that reveals nothing to the group."""
        if asker.at.is_private:
            await self._dms.answer(asker.person, message, _again(command))
        elif command.row and command.row.answer == PUBLIC and message.menus:
            self._later(self._answer_openly(command, asker, message))
        elif asker.is_anonymous or await self._directory.blocks_dms(asker.person):
            await self._offer(command, asker, message)
        else:
            self._later(self._answer_group(command, asker, message))

    async def _answer_openly(self, command: ParsedCommand, asker: TelegramAsker, message: Message) -> None:
        """Post what everyone may read in the group, or where the bot may not write there, in private."""
        try:
            if not await self._open_posts.write(asker.at, message):
                await self._trace(command, asker, "trace-open")
        except TelegramError as error:
            if not cannot_post(error):
                raise
            self._groups.forget(asker.chat)
            await self._dms.answer_group(asker.person, asker.chat, message, _again(command))

    async def _offer(self, command: ParsedCommand, asker: TelegramAsker, message: Message) -> None:
        """Answer behind a button, of a new post or of the last one for the same person."""
        on_turn = (await self._connection.answer(asker, Call("hand"))).mentions != ()

        async def answer_in_private() -> None:
            if not asker.is_anonymous:
                await self._dms.answer_group(asker.person, asker.chat, message, code_of(command.call.line))

        if not self._replies.offer(
            asker, message, command.word, on_turn=on_turn, otherwise=answer_in_private
        ):
            self._later(self._trace(command, asker, "trace-post"))

    async def _trace(self, command: ParsedCommand, asker: TelegramAsker, key: str) -> None:
        await self._replies.trace(
            asker, command.message, asker.phrases.say(key, name=asker.name), command.plays
        )

    async def _answer_group(self, command: ParsedCommand, asker: TelegramAsker, message: Message) -> None:
        """Answer in a private chat that seems to be open, and mark the command as answered in the group."""
        again = _again(command)
        if command.word == "start" and message.pick and await self._dms.is_open(asker.person):
            await self._sender.react(asker.at, command.message)  # the announcer sends the panel to everybody
        elif await self._dms.answer_group(asker.person, asker.chat, message, again):
            await self._trace(command, asker, "trace-private")
        else:
            await self._offer(command, asker, message)

    # ---- in groups: questions before the answer

    async def _choices(self, command: ParsedCommand, asker: TelegramAsker) -> Rows:
        """The choices for the argument of a command that was typed without one."""
        if command.call.text:
            return ()
        is_asked = command.word == "new" and not await self._directory.has_default_game(asker.chat)
        if is_asked and not await self._directory.shown_in(asker.chat):
            return game_rows(await self._dispatcher.suggest(asker, BOARD, ""))
        if command.word == ADMIN_GROUP and await self._is_admin(asker):
            say = asker.phrases.say
            return (tuple(Button(say(f"slash-{word}"), ButtonCode.of(word).text) for word in ADMIN_WORDS),)
        return ()

    async def _ask(self, command: ParsedCommand, asker: TelegramAsker, rows: Rows) -> None:
        """Let the person choose; where the bot may not post, tell them which permissions it lacks."""
        text = formatted(asker.phrases.say("what-to-do" if command.word == ADMIN_GROUP else "which-game"))
        try:
            await self._sender.send(asker.at, replace(text, keyboard=markup(rows)))
        except TelegramError as error:
            if not cannot_post(error):
                raise
            self._groups.forget(asker.chat)
            check = await self._connection.answer(asker, Call("check"))
            await self._answer_group(command, asker, check)

    # ---- in private

    async def _answer_in_private(self, command: ParsedCommand, asker: TelegramAsker) -> None:
        was_open = await self._dms.is_open(asker.person)
        if not was_open:
            await self._dms.note_open(asker.person)
        if command.word == WELCOME and command.call.text in DEEP_LINK_WORDS:
            command = replace(command, call=Call(command.call.text))
        if command.word in BINDING:
            asker = replace(asker, chat=asker.at.address)
        if command.word == WELCOME:
            await self._start(asker, command.call.text, was_open=was_open)
        elif rows := await self._choices(command, asker):
            say = asker.phrases.say
            add = Button(say("button-add-to-group"), self._sender.group_link)
            question = Message(say("which-game-alone"), buttons=(*rows, (add,)))
            await self._dms.answer(asker.person, await self._dispatcher.refusal(asker) or question)
        elif which := await self._which_game(command, asker):
            await self._dms.answer(asker.person, which)
        else:
            await self._deliver(command, asker, await self._answer(command, asker))

    async def _which_game(self, command: ParsedCommand, asker: TelegramAsker) -> Message | None:
        """The question which game is meant, for somebody who plays several."""
        here = asker.at.address
        if not command.means_one_game or asker.chat != here or await self._directory.shown_in(here):
            return None
        if refused := await self._dispatcher.refusal(asker):
            return refused
        games, _ = await self._directory.games_of(asker.person, asker.phrases, _MOST_GAMES)
        line = (command.row.first if command.row else "") or command.call.line
        codes = ((game.line, code_of(line, game.id) or code_of("hand", game.id)) for game in games)
        rows = tuple((Button(plain(label), code.text),) for label, code in codes if code)
        return Message(asker.phrases.say("which-of-yours"), buttons=rows) if rows else None

    async def _start(self, asker: TelegramAsker, payload: str, *, was_open: bool) -> None:
        """Show what a link asks for, or how the person stands in their games. It plays nothing.

        What a press in a group has just shown here is not shown again, if the chat was open by then.
        """
        chat, is_answered = self._dms.led_by(asker.person, payload) or (None, False)
        if was_open and is_answered:
            return
        button = button_of_payload(payload)
        game = button.game if button else None
        if game and not await self._directory.plays(asker.person, game):
            is_asked = chat is not None and not await self._groups.has_left(asker.person, chat)
            game = game if is_asked else None
        if button and game and button != ButtonCode.of("hand", game):
            message, again = await self._shown(asker, button.call, chat)
            if button.pictures:
                as_files = button.pictures == FILE
                self._later(self._dms.send_all_pictures(asker.person, message, as_files=as_files))
            elif chat:
                await self._dms.answer_group(asker.person, chat, message, again)
            else:
                await self._dms.answer(asker.person, message, again)
            return
        shown = self._dispatcher.show_panels(replace(asker, chat=asker.at.address), game)
        panels = await or_apology(shown, asker.phrases)
        if isinstance(panels, Message):
            await self._dms.answer(asker.person, panels)
        elif not panels:
            await self._dms.answer(asker.person, *await self._welcome(asker, game))

    async def _welcome(self, asker: TelegramAsker, game: str | None) -> tuple[Message, ButtonCode | None]:
        """The greeting for a person without a running game or this `game`: their lobbies, or first steps."""
        own = [game] if game else await self._directory.open_games(asker.person)
        if len(own) == 1:
            return await self._shown(asker, ButtonCode.of("hand", own[0]).call)
        if own:
            return await self._connection.answer(asker, Call("games")), code_of("games")
        add = Button(asker.phrases.say("button-add-to-group"), self._sender.group_link, "main")
        return Message(asker.phrases.say("telegram-hello"), buttons=((add,),)), None

    async def _shown(
        self, asker: TelegramAsker, call: Call, chat: Chat | None = None
    ) -> tuple[Message, ButtonCode]:
        """What a call shows of its game, asked for in `chat`, and the button that shows it again."""
        chat = chat or await chat_meant(self._directory, asker.person, ChatId.of(asker.person), call.game)
        return await self._connection.answer(replace(asker, chat=chat), call), ButtonCode(call)

    # ---- answers

    async def _answer(self, command: ParsedCommand, asker: TelegramAsker) -> Message:
        """The dispatcher's answer, whose pictures may still have to be drawn, or why it is not asked."""
        say, call, refused = asker.phrases.say, command.call, ""
        is_admin = True if asker.is_anonymous else None
        if command.tells_secret:
            refused = say("secret-in-group", command=command.word)
        elif asker.is_anonymous and command.is_personal:
            refused = say("anonymous-cannot-sit")
        elif command.word in BINDING and self._groups.is_closed(asker.at):
            refused = say("topic-closed")
        elif command.word == ADMIN_GROUP:
            call, is_admin = Call.typed(call.text), await self._is_admin(asker)
            if not is_admin or call.word not in ADMIN_WORDS:
                key = "went-wrong" if is_admin is None else "group-admin-only"
                refused = say(key, commands=either(ADMIN_WORDS, asker.phrases))
        elif command.word == "check":
            self._groups.forget(asker.chat)
        if refused:
            return await self._dispatcher.refusal(asker) or Message(refused)
        asker = replace(asker, is_admin=is_admin, id=f"{command.at.chat}/{command.message}")
        return await self._connection.answer(asker, call)

    async def _is_admin(self, asker: TelegramAsker) -> bool | None:
        """Whether the person is an admin; None where Telegram does not tell."""
        try:
            return asker.is_anonymous or await self._groups.is_admin(asker.person, asker.chat)
        except TelegramError as error:
            log.warning("Telegram: the admins could not be read (%s)", type(error).__name__)
            return None


def _again(command: ParsedCommand) -> ButtonCode | None:
    """The button that shows the answer to a typed command again, and does nothing else."""
    if command.plays and (command.call.text or command.word not in DEEP_LINK_WORDS):
        return code_of("hand")
    code = code_of(command.call.line)
    return code and code.again()
