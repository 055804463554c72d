"""Buttons: clicks in private chats, and those in groups that one person alone sees answered."""

import asyncio
import logging
from dataclasses import dataclass, replace

import telegram

from bot.cache import BoundedCache
from bot.commands import COMMANDS
from bot.commands.arguments import BOARD
from bot.model.call import Asker, Call
from bot.model.command import IN_THIS_CHAT, PRIVATE, PUBLIC
from bot.model.identity import Chat, Person
from bot.model.message import Message
from bot.telegram.alerts import fits_alert, is_to_look_at, pages_of, public_buttons
from bot.telegram.button_codes import (
    BINDING,
    FILE,
    NEW,
    ButtonCode,
    GroupAnswer,
    TicketPlaces,
    game_rows,
    payload_of,
    read,
)
from bot.telegram.chat_id import (
    ANONYMOUS,
    PLATFORM,
    ChatId,
    TelegramAsker,
    app_phrases,
    as_anonymous,
    meet,
    person_of,
)
from bot.telegram.connection import Connection, ConnectionHandlers
from bot.telegram.formatted_text import formatted
from bot.telegram.message_layout import markup
from bot.telegram.updates import REMEMBERED, answer_query, is_repeat, not_begun
from bot.text.refusal_text import failure_key

_PATIENCE = 3.0
"""Seconds to wait for a private message before the click is answered."""

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class ButtonPress:
    """A button that somebody has pressed."""

    query: telegram.CallbackQuery
    message: telegram.MaybeInaccessibleMessage
    button: ButtonCode
    asker: TelegramAsker

    @property
    def is_photo(self) -> bool:
        """Whether the message shows a picture."""
        return isinstance(self.message, telegram.Message) and bool(self.message.photo)

    @property
    def buttons_below(self) -> tuple[ButtonCode, ...]:
        """All buttons of the message; none where Telegram does not tell them."""
        keyboard = self.message.reply_markup if isinstance(self.message, telegram.Message) else None
        rows = keyboard.inline_keyboard if keyboard else ()
        return tuple(read(str(button.callback_data or button.url)) for row in rows for button in row)

    @property
    def turns_open_page(self) -> bool:
        """Whether the button is for a post that everyone reads, which has no other buttons.

        Telegram tells which buttons the post has; a code is only claimed to be one of them.
        """
        below = self.buttons_below
        rows = [button.row for button in (*below, self.button)]
        return bool(below) and all(row is not None and row.answer == PUBLIC for row in rows)


class ButtonHandlers(ConnectionHandlers):
    """Serves people who click. It trusts no code."""

    def __init__(self, connection: Connection) -> None:
        super().__init__(connection)
        self._acknowledged = BoundedCache[str, None](REMEMBERED)
        """Clicks that were acknowledged before their turn: their answers come in private."""

    async def acknowledge(self, query: telegram.CallbackQuery) -> None:
        """Acknowledge a click that has to wait, if its answer can come in the private chat.

        Where it changes what the group sees, the group sees its answer too.
        """
        if query.message is None or not query.data or self._ignores(query.from_user, query.message):
            return
        if not ChatId.of_message(query.message).is_private:
            row, person = read(query.data).row, person_of(query.from_user)
            if row is None or row.changes or not await self._dms.is_open(person):
                return
        self._acknowledged[query.id] = None
        await answer_query(query)

    async def on_click(self, query: telegram.CallbackQuery) -> None:
        """Answer a click, however old. In a group its progress indicator ends even after an error."""
        message = query.message
        if message is None or not query.data or self._ignores(query.from_user, message):
            await answer_query(query)
            return
        button = read(query.data)
        at = await self._chat_of(message, button)
        was_acknowledged = query.id in self._acknowledged
        if at.is_private or was_acknowledged:
            first = () if was_acknowledged else (answer_query(query),)
            await asyncio.gather(*first, self._handle(query, message, button, at))
            return
        try:
            await self._handle(query, message, button, at)
        except Exception as error:
            await answer_query(query, app_phrases(query.from_user).say(failure_key(error)))
            raise

    def _ignores(self, user: telegram.User, message: telegram.MaybeInaccessibleMessage) -> bool:
        """Whether a click is only acknowledged, because its person was told to wait."""
        return self._dispatcher.ignores(Asker(person_of(user), ChatId.of_message(message).address))

    async def _chat_of(self, message: telegram.MaybeInaccessibleMessage, button: ButtonCode) -> ChatId:
        """The chat of a button. Telegram does not tell the topic of a message that is too old."""
        at = ChatId.of_message(message)
        if at.is_private or button.game is None or message.is_accessible:
            return at
        chats = [chat for chat in await self._directory.chats_of(button.game) if chat.platform == PLATFORM]
        return next((one for one in map(ChatId.of, chats) if one.chat == at.chat), at)

    async def _handle(
        self,
        query: telegram.CallbackQuery,
        message: telegram.MaybeInaccessibleMessage,
        button: ButtonCode,
        at: ChatId,
    ) -> None:
        if is_repeat(self._handled, at.chat, query.id):
            await answer_query(query)
            return
        asker = await self._asker(query.from_user, message, button, at)
        press = ButtonPress(query, message, button, asker)
        refused = None
        if button.is_once_only:
            refused = await not_begun(self._directory, "pressed", at.chat, query.id, asker.phrases)
        if refused:
            if refused.text and (at.is_private or query.id in self._acknowledged):
                await self._dms.answer(asker.person, refused)
            else:
                await answer_query(query, refused.text)
        elif at.is_private:
            await self._handle_in_private(press)
        else:
            await self._handle_in_group(press)

    async def _asker(
        self,
        user: telegram.User,
        message: telegram.MaybeInaccessibleMessage,
        button: ButtonCode,
        at: ChatId,
    ) -> TelegramAsker:
        """Who clicked. In private, a click on an answer is meant for the group where it was asked for."""
        asked_in = None
        if at.is_private:
            asked_in = await self._asked_in(person_of(user), message.message_id, button)
        asker = await meet(self._directory, user, at, button.game, asked_in=asked_in)
        binds = at.is_private and button.call.word in BINDING
        if asked_in and button.call.text.split(" ")[-1] == IN_THIS_CHAT:
            binds = False
        return replace(asker, chat=at.address) if binds else asker

    async def _asked_in(self, person: Person, message: int, button: ButtonCode) -> Chat | None:
        """The group where a person asked for a private answer, unless they have left it.

        Where Telegram does not tell, they take a seat in the group itself.
        """
        chat = await self._dms.asked_in(person, message)
        if chat is None or await self._directory.home(person) == chat:
            return chat
        takes_seat = button.call.word == "join"
        return None if await self._groups.has_left(person, chat, if_unknown=takes_seat) else chat

    async def _answer_to(self, call: Call, press: ButtonPress, asker: TelegramAsker | None = None) -> Message:
        """The answer to a call. Its pictures may still have to be drawn."""
        asker, row = asker or press.asker, COMMANDS.get(call.word)
        if asker.is_anonymous and row is not None and row.personal:
            return Message(asker.phrases.say("anonymous-cannot-sit"))
        return await self._connection.answer(replace(asker, id=press.query.id), call)

    async def _hand(self, asker: TelegramAsker) -> Message:
        """The person's panel."""
        return await self._connection.answer(asker, Call("hand"))

    # ---- in private

    async def _handle_in_private(self, press: ButtonPress) -> None:
        """Show the answer in the message that was clicked; more pictures and files come below it."""
        button, person = press.button, press.asker.person
        if button.is_reply:
            await self._sender.ask(press.asker.at, f"/{button.call.line}")
            return
        answer = await self._answer_to(button.call, press)
        if button.pictures:
            is_file = button.pictures == FILE
            self._later(
                self._dms.send_all_pictures(person, answer, only_hidden=not is_file, as_files=is_file)
            )
            return
        id, again, page = press.message.message_id, button.again(), button.page or 0
        await self._dms.answer_in_place(person, answer, again, page, id=id, is_photo=press.is_photo)

    # ---- in groups

    async def _handle_in_group(self, press: ButtonPress) -> None:
        """Answer within seconds; what takes longer follows in private."""
        button, asker = press.button, press.asker
        if press.turns_open_page:
            await self._turn_open_page(press)
        elif press.query.id in self._acknowledged:
            await self._answer_by_dm(press, await self._answer_to(button.call, press))
        elif button.call.word in BINDING and self._groups.is_closed(asker.at):
            await answer_query(press.query, asker.phrases.say("topic-closed"))
        elif button.answer:
            await self._show_reply(press, button.answer)
        elif button.tickets:
            await self._keep(press, button.tickets)
        elif button.pictures or button.page is not None:
            await self._show_pictures(press)
        elif button == NEW and not await self._directory.shown_in(asker.chat):
            await self._ask_which_game(press)
        else:
            await self._answer(press)

    async def _turn_open_page(self, press: ButtonPress) -> None:
        """Show another topic in the post that everyone reads."""
        answer = await self._answer_to(press.button.call, press)
        if press.query.id not in self._acknowledged:
            await answer_query(press.query, "" if answer.menus else self._alert(press, answer))
        if answer.menus:
            at, id = press.asker.at, press.message.message_id
            self._later(self._open_posts.turn_page(at, answer, id, is_photo=press.is_photo))

    async def _ask_which_game(self, press: ButtonPress) -> None:
        """Let the group choose what to play, in place of the greeting."""
        asker = press.asker
        refused = await self._dispatcher.refusal(asker)
        await answer_query(press.query, refused.text if refused else "")
        if not refused:
            rows = game_rows(await self._dispatcher.suggest(asker, BOARD, ""))
            text = replace(formatted(asker.phrases.say("which-game")), keyboard=markup(rows))
            await self._sender.edit(asker.at, press.message.message_id, text, is_photo=False)

    async def _show_reply(self, press: ButtonPress, wanted: GroupAnswer) -> None:
        """Show a kept answer, its next alert, or the answer to one of its choices, to its person only."""
        asker = press.asker
        if wanted.person == ANONYMOUS and await self._groups.is_admin(asker.person, asker.chat):
            asker = as_anonymous(asker)
        if wanted.person != asker.person.id:
            await answer_query(press.query, asker.phrases.say("not-for-you"))
            return
        reader = asker.at.address, wanted.person
        page = await self._replies.press(
            reader, wanted.number, lambda call: self._answer_to(call, press, asker)
        )
        has_numbers = replace(wanted, number="1") in [button.answer for button in press.buttons_below]
        text = page.text if has_numbers else page.without_choices() or asker.phrases.say("choose-below")
        await answer_query(press.query, text)

    async def _keep(self, press: ButtonPress, tickets: TicketPlaces) -> None:
        """Keep tickets by their places in the person's own offer."""
        call = tickets.kept((await self._hand(press.asker)).pick)
        text = press.asker.phrases.say("stale")
        if call:
            text = self._alert(press, await self._answer_to(call, press))
        await answer_query(press.query, text)

    async def _show_pictures(self, press: ButtonPress) -> None:
        """Send pictures to the private chat; where that is not open, lead there."""
        message, person = await self._answer_to(press.button.call, press), press.asker.person
        if not message.pictures:
            await answer_query(press.query, self._alert(press, message))
            return
        is_open = await self._dms.is_open(person)
        if is_open:
            as_files = press.button.pictures == FILE
            self._later(self._dms.send_all_pictures(person, message, as_files=as_files))
        await self._lead(press, answered=is_open)

    async def _answer(self, press: ButtonPress) -> None:
        """Answer in an alert if everything fits, else in the private chat if it is open, else in a short
        alert.

        A click that is answered in the private chat opens it; so does the click of a new player.
        """
        query, asker, row = press.query, press.asker, press.button.row
        sits_down = row is not None and row.changes and not await self._plays(press)
        message = await self._answer_to(press.button.call, press)
        is_open = await self._dms.is_open(asker.person)
        sits_down = sits_down and await self._plays(press)
        if row is not None and row.word == "new" and await self._directory.shown_in(asker.chat):
            await self._sender.delete(asker.at, press.message.message_id)  # the list of games to open
        if sits_down and not is_open:
            await self._lead(press, answered=False)
        elif fits_alert(message):
            await self._show_short(press, message)
        elif is_open:
            if row is None or row.word != "start":  # then the announcer sends the panel to all players
                self._later(self._answer_by_dm(press, message))
            await self._lead(press, answered=True)
        elif (reaches := await self._reaches(press, message)) or is_to_look_at(row, message):
            await self._lead(press, answered=reaches)
        elif row is not None and row.answer == PUBLIC and message.menus:
            await answer_query(query)
            self._later(self._open_posts.write(asker.at, message))
        else:
            await self._show_short(press, message)

    async def _show_short(self, press: ButtonPress, message: Message) -> None:
        """Show as much as fits an alert; a person who can go on from it gets a post with buttons for that."""
        on_turn = await self._is_on_turn(press)
        if on_turn or message.menus:
            await answer_query(press.query, pages_of(message)[0].text)
        else:
            await answer_query(press.query, self._alert(press, message))
        if on_turn or message.menus or message.pick or public_buttons(message):
            self._replies.offer(press.asker, message, on_turn=on_turn)

    def _alert(self, press: ButtonPress, message: Message) -> str:
        """As much of an answer as an alert shows; the next click shows more."""
        asker = press.asker
        reader = asker.at.address, asker.person.id
        return self._replies.alert(reader, press.button, message, asker.phrases.say("alert-more"))

    async def _is_on_turn(self, press: ButtonPress) -> bool:
        """Whether the button is for a turn that the person can take only in the group.

        The result depends on no secret.
        """
        asker, row = press.asker, press.button.row
        is_turn_button = row is not None and "turn" in row.posts and row.answer == PRIVATE
        if not press.button.game or not is_turn_button or not await self._directory.blocks_dms(asker.person):
            return False
        self._replies.begin_turn(asker.at.address, press.message.message_id)
        return (await self._hand(asker)).mentions != ()

    async def _plays(self, press: ButtonPress) -> bool:
        """Whether the person plays the game of the button, or else the one that the chat shows."""
        game = press.button.game or await self._directory.shown_in(press.asker.chat)
        return game is not None and await self._directory.plays(press.asker.person, game)

    async def _answer_by_dm(self, press: ButtonPress, message: Message) -> bool:
        """Whether the answer could be written in private; a blocked chat is not tried."""
        person, chat = press.asker.person, press.asker.chat
        if await self._directory.blocks_dms(person):
            return False
        return await self._dms.answer_group(person, chat, message, press.button.again())

    async def _reaches(self, press: ButtonPress, message: Message) -> bool:
        """Whether the answer was written in private. The group does not wait for one that takes long."""

        async def finish() -> None:
            await writing

        writing = asyncio.ensure_future(self._answer_by_dm(press, message))
        try:
            done, _ = await asyncio.wait({writing}, timeout=_PATIENCE)
        except asyncio.CancelledError:
            self._later(finish())
            raise
        if not done:
            self._later(finish())
        return await writing if done else True

    async def _lead(self, press: ButtonPress, *, answered: bool) -> None:
        """Lead a person to the private chat. START shows there what was pressed, unless it is `answered`."""
        payload = payload_of(press.button)
        self._dms.note_led(press.asker.person, payload, press.asker.chat, answered=answered)
        await answer_query(press.query, url=self._sender.deep_link(payload))
