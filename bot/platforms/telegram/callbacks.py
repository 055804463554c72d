"""Buttons: clicks in private chats, and those in groups that one person alone sees answered."""

import asyncio
import logging
from dataclasses import replace

import telegram

from bot.cache import BoundedCache
from bot.commands.arguments import BOARD
from bot.commands.dispatcher import Dispatcher
from bot.model.call import Asker, Call
from bot.model.command import IN_THIS_CHAT
from bot.model.identity import Chat, Person
from bot.model.message import Message
from bot.platforms.telegram import button_codes as codes
from bot.platforms.telegram.chat_id import (
    ANONYMOUS,
    PLATFORM,
    ChatId,
    TelegramAsker,
    app_phrases,
    as_anonymous,
    meet,
    person_of,
)
from bot.platforms.telegram.dms import DirectMessages, or_apology
from bot.platforms.telegram.formatted_text import formatted
from bot.platforms.telegram.group_replies import (
    NEXT,
    GroupReplies,
    Reader,
    choice,
    fits_alert,
    game_rows,
    is_to_look_at,
    pages_of,
    public_buttons,
    without_choices,
)
from bot.platforms.telegram.groups import Groups
from bot.platforms.telegram.message_layout import markup
from bot.platforms.telegram.sender import Sender
from bot.platforms.telegram.updates import (
    REMEMBERED,
    HandledUpdates,
    Later,
    answer_query,
    begin_click,
    is_repeat,
    not_begun,
)
from bot.text.errors import failure_key

_PATIENCE = 3.0
"""Seconds to wait for a private message before the click is answered."""

log = logging.getLogger(__name__)


class ButtonHandlers:
    """Serves people who click. It trusts no code."""

    def __init__(
        self,
        dispatcher: Dispatcher,
        groups: Groups,
        dms: DirectMessages,
        replies: GroupReplies,
        handled: HandledUpdates,
        sender: Sender,
        later: Later,
    ) -> None:
        self._dispatcher = dispatcher
        self._directory = dispatcher.directory
        self._groups = groups
        self._dms = dms
        self._replies = replies
        self._handled = handled
        self._sender = sender
        self._later = later
        self._acknowledged = BoundedCache[str, None](REMEMBERED)
        """Clicks that were acknowledged before their turn: their answers come in private."""

    async def acknowledge(self, query: telegram.CallbackQuery) -> None:
        """Acknowledge a click that has to wait, if its answer can come in the private chat.

        Where it changes what the group sees, the group sees its answer too.
        """
        if query.message is None or not query.data or self._ignores(query.from_user, query.message):
            return
        if not ChatId.of_message(query.message).is_private:
            row, person = codes.row_of(query.data), person_of(query.from_user)
            if row is None or row.changes or not await self._dms.is_open(person):
                return
        self._acknowledged[query.id] = None
        await answer_query(query)

    async def on_click(self, query: telegram.CallbackQuery) -> None:
        """Answer a click, however old. In a group its progress indicator ends even after an error."""
        if query.message is None or not query.data or self._ignores(query.from_user, query.message):
            await answer_query(query)
            return
        at = await self._chat_of(query.message, query.data)
        is_known = query.id in self._acknowledged
        if at.is_private or is_known:
            first = () if is_known else (answer_query(query),)
            await asyncio.gather(*first, self._handle(query, query.data, at))
            return
        try:
            await self._handle(query, query.data, at)
        except Exception as error:
            await answer_query(query, app_phrases(query.from_user).say(failure_key(error)))
            raise

    def _ignores(self, user: telegram.User, message: telegram.MaybeInaccessibleMessage) -> bool:
        """Whether a click is only acknowledged, because its person was told to wait."""
        return self._dispatcher.ignores(Asker(person_of(user), ChatId.of_message(message).address))

    async def _chat_of(self, message: telegram.MaybeInaccessibleMessage, code: str) -> ChatId:
        """The chat of a button. Telegram does not tell the topic of a message that is too old."""
        at, game = ChatId.of_message(message), codes.game_of(code)
        if at.is_private or game is None or message.is_accessible:
            return at
        chats = [chat for chat in await self._directory.chats_of(game) if chat.platform == PLATFORM]
        return next((one for one in map(ChatId.of, chats) if one.chat == at.chat), at)

    async def _handle(self, query: telegram.CallbackQuery, code: str, at: ChatId) -> None:
        if is_repeat(self._handled, at.chat, query.id):
            await answer_query(query)
            return
        asker = await self._asker(query, code, at)
        if refused := await or_apology(self._not_begun(query, asker), asker.phrases):
            await self._say(query, asker, refused.text)
        elif at.is_private:
            await self._handle_in_private(query, asker)
        else:
            await self._handle_in_group(query, asker)

    async def _asker(self, query: telegram.CallbackQuery, code: str, at: ChatId) -> TelegramAsker:
        """Who clicked. In private, a click on an answer is meant for the group where it was asked for."""
        user, asked_in = query.from_user, None
        if at.is_private and query.message:
            asked_in = await self._asked_in(person_of(user), query.message.message_id, code)
        asker = await meet(self._directory, user, at, codes.game_of(code), asked_in=asked_in)
        row = codes.row_of(code)
        binds = at.is_private and row is not None and row.word in codes.BINDING
        if asked_in and code.endswith(f" {IN_THIS_CHAT}"):
            binds = False
        return replace(asker, chat=at.address) if binds else asker

    async def _asked_in(self, person: Person, message: int, code: str) -> Chat | None:
        """The group where a person asked for a private answer, unless they have left it.

        Where Telegram does not tell, they take a seat in the group itself.
        """
        chat = await self._dms.asked_in(person, message)
        if chat is None or await self._directory.home(person) == chat:
            return chat
        row = codes.row_of(code)
        takes_seat = row is not None and row.word == "join"
        return None if await self._groups.has_left(person, chat, if_unknown=takes_seat) else chat

    async def _not_begun(self, query: telegram.CallbackQuery, asker: TelegramAsker) -> Message | None:
        """The answer to a click that is not handled, because it was begun before. None if it is handled."""
        once = _is_once_only(_code(query))
        begun = await begin_click(self._directory, asker.at.chat, query.id) if once else "now"
        return not_begun(begun, asker.phrases)

    async def _say(self, query: telegram.CallbackQuery, asker: TelegramAsker, text: str) -> None:
        if text and (asker.at.is_private or query.id in self._acknowledged):
            await self._dms.answer(asker.person, Message(text))
        else:
            await answer_query(query, text)

    async def _click(self, query: telegram.CallbackQuery, asker: TelegramAsker, code: str) -> Message:
        """The answer to a code. Its pictures may still have to be drawn."""
        row = codes.row_of(code)
        if asker.is_anonymous and row is not None and row.personal:
            return Message(asker.phrases.say("anonymous-cannot-sit"))
        call = Call.pressed(code)
        answer = self._dispatcher.answer(replace(asker, id=query.id), call, pictures=False)
        return await or_apology(answer, asker.phrases)

    async def _hand(self, asker: TelegramAsker) -> Message:
        """The person's panel."""
        answer = self._dispatcher.answer(asker, Call("hand"), pictures=False)
        return await or_apology(answer, asker.phrases)

    # ---- in private

    async def _handle_in_private(self, query: telegram.CallbackQuery, asker: TelegramAsker) -> None:
        """Show the answer in the message that was clicked; more pictures and files come below it."""
        page, code = codes.page_of(_code(query))
        shown = codes.without_prefix(_code(query))
        answer = await self._click(query, asker, shown)
        if code.startswith((codes.MORE, codes.FILE)):
            is_file = code.startswith(codes.FILE)
            self._later(
                self._dms.send_all_pictures(asker.person, answer, only_hidden=not is_file, as_files=is_file)
            )
            return
        message, again = query.message, codes.refresh_code(shown)
        assert message is not None
        is_photo = isinstance(message, telegram.Message) and bool(message.photo)
        await self._dms.answer_in_place(
            asker.person, answer, again, page, id=message.message_id, is_photo=is_photo
        )

    # ---- in groups

    async def _handle_in_group(self, query: telegram.CallbackQuery, asker: TelegramAsker) -> None:
        """Answer within seconds; what takes longer follows in private."""
        if _turns_open_page(query):
            await self._turn_open_page(query, asker)
            return
        if query.id in self._acknowledged:
            shown = codes.without_prefix(_code(query))
            await self._answer_by_dm(query, asker, await self._click(query, asker, shown))
            return
        row = codes.row_of(_code(query))
        if row and row.word in codes.BINDING and self._groups.is_closed(asker.at):
            await answer_query(query, asker.phrases.say("topic-closed"))
            return
        match _code(query)[0]:
            case codes.ANSWER:
                await self._show_reply(query, asker)
            case codes.PLACES:
                await self._keep(query, asker)
            case codes.FILE | codes.MORE | codes.PAGE:
                await self._show_pictures(query, asker)
            case _ if _code(query) == codes.NEW and not await self._directory.shown_in(asker.chat):
                await self._ask_which_game(query, asker)
            case _:
                await self._answer(query, asker)

    async def _turn_open_page(self, query: telegram.CallbackQuery, asker: TelegramAsker) -> None:
        """Show another topic in the post that everyone reads."""
        message = query.message
        assert isinstance(message, telegram.Message)
        answer = await self._click(query, asker, _code(query))
        if query.id not in self._acknowledged:
            await answer_query(query, "" if answer.menus else self._alert(query, asker, answer))
        if answer.menus:
            post, is_photo = message.message_id, bool(message.photo)
            self._later(self._replies.turn_open_page(asker.at, answer, post, is_photo=is_photo))

    async def _ask_which_game(self, query: telegram.CallbackQuery, asker: TelegramAsker) -> None:
        """Let the group choose what to play, in place of the greeting."""
        message = query.message
        refused = await self._dispatcher.refusal(asker)
        await answer_query(query, refused.text if refused else "")
        if message is not None and not refused:
            rows = game_rows(await self._dispatcher.suggest(asker, BOARD, ""))
            text = replace(formatted(asker.phrases.say("which-game")), keyboard=markup(rows))
            await self._sender.edit(asker.at, message.message_id, text, is_photo=False)

    async def _show_reply(self, query: telegram.CallbackQuery, asker: TelegramAsker) -> None:
        """Show a kept answer, its next page, or the answer to one of its choices, to its person only."""
        wanted, _, number = _code(query).removeprefix(codes.ANSWER).partition(".")
        if wanted == ANONYMOUS and await self._groups.is_admin(asker.person, asker.chat):
            asker = as_anonymous(asker)
        if wanted == asker.person.id:
            async with self._replies.shared((asker.at.address, wanted)) as reader:
                await answer_query(query, await self._reply(query, asker, reader, number))
        else:
            await answer_query(query, asker.phrases.say("not-for-you"))

    async def _reply(
        self, query: telegram.CallbackQuery, asker: TelegramAsker, reader: Reader, number: str
    ) -> str:
        """The text of the reply; after a restart, the person's panel."""
        shown = self._replies.shown(reader)
        if shown is None:
            self._replies.keep(reader, await self._hand(asker), seen=True)
        elif number == NEXT:
            self._replies.turn_page(reader)
        elif code := choice(shown, number):
            self._replies.keep(reader, await self._click(query, asker, code), with_pick=True, seen=True)
        shown = self._replies.shown(reader)
        if shown is None:
            return ""
        has_numbers = f"{codes.ANSWER}{reader[1]}.1" in _codes_below(query)
        return shown.text if has_numbers else without_choices(shown) or asker.phrases.say("choose-below")

    async def _keep(self, query: telegram.CallbackQuery, asker: TelegramAsker) -> None:
        """Keep tickets by their places in the person's own offer."""
        panel = await self._hand(asker)
        code = codes.kept_by(_code(query), panel.pick)
        text = asker.phrases.say("stale")
        if code:
            text = self._alert(query, asker, await self._click(query, asker, code))
        await answer_query(query, text)

    async def _show_pictures(self, query: telegram.CallbackQuery, asker: TelegramAsker) -> None:
        """Send pictures to the private chat; where that is not open, lead there."""
        message = await self._click(query, asker, codes.without_prefix(_code(query)))
        if not message.pictures and message.drawing is None:
            await answer_query(query, self._alert(query, asker, message))
        else:
            is_open = await self._dms.is_open(asker.person)
            if is_open:
                as_files = codes.page_of(_code(query))[1].startswith(codes.FILE)
                self._later(self._dms.send_all_pictures(asker.person, message, as_files=as_files))
            await self._lead(query, asker, answered=is_open)

    async def _answer(self, query: telegram.CallbackQuery, asker: TelegramAsker) -> None:
        """Answer in an alert if everything fits, else in the private chat if it is open, else in a short
        alert.

        A click that is answered in the private chat opens it; so does the click of a new player.
        """
        row = codes.row_of(_code(query))
        sits_down = row is not None and row.changes and not await self._plays(query, asker)
        message = await self._click(query, asker, _code(query))
        is_open = await self._dms.is_open(asker.person)
        sits_down = sits_down and await self._plays(query, asker)
        if row is not None and row.word == "new":
            await self._delete_choice(query, asker)
        if sits_down and not is_open:
            await self._lead(query, asker, answered=False)
        elif fits_alert(message) and message.drawing is None:
            await self._show_short(query, asker, message)
        elif is_open:
            if row is None or row.word != "start":  # then the announcer sends the panel to all players
                self._later(self._answer_by_dm(query, asker, message))
            await self._lead(query, asker, answered=True)
        elif (reaches := await self._reaches(query, asker, message)) or is_to_look_at(_code(query), message):
            await self._lead(query, asker, answered=reaches)
        elif row is not None and row.public and message.menus:
            await answer_query(query)
            self._later(self._replies.post_openly(asker.at, message))
        else:
            await self._show_short(query, asker, message)

    async def _show_short(
        self, query: telegram.CallbackQuery, asker: TelegramAsker, message: Message
    ) -> None:
        """Show as much as fits an alert; a person who can go on from it gets a post with buttons for that."""
        turn = await self._turn(query, asker)
        if turn or message.menus:
            await answer_query(query, pages_of(message)[0].text)
        else:
            await answer_query(query, self._alert(query, asker, message))
        if turn or message.menus or message.pick or public_buttons(message):
            self._replies.offer(asker, message, turn=turn)

    def _alert(self, query: telegram.CallbackQuery, asker: TelegramAsker, message: Message) -> str:
        """As much of an answer as an alert shows; the next click shows more."""
        reader = asker.at.address, asker.person.id
        return self._replies.alert(reader, _code(query), message, asker.phrases.say("alert-more"))

    async def _turn(self, query: telegram.CallbackQuery, asker: TelegramAsker) -> str:
        """The turn that this button is for, where the person can take it only in the group; else "".

        The clicked post names the turn. The result depends on no secret.
        """
        game, row = codes.game_of(_code(query)), codes.row_of(_code(query))
        is_turn_button = row is not None and "turn" in row.posts and row.private
        if not game or not is_turn_button or not await self._directory.blocks_dms(asker.person):
            return ""
        assert query.message is not None
        is_waited_for = (await self._hand(asker)).mentions != ()
        return f"{game}-{query.message.message_id}" if is_waited_for else ""

    async def _plays(self, query: telegram.CallbackQuery, asker: TelegramAsker) -> bool:
        """Whether the person plays the game of the button, or else the one that the chat shows."""
        game = codes.game_of(_code(query)) or await self._directory.shown_in(asker.chat)
        return game is not None and await self._directory.plays(asker.person, game)

    async def _answer_by_dm(
        self, query: telegram.CallbackQuery, asker: TelegramAsker, message: Message
    ) -> bool:
        """Whether the answer could be written in private; a blocked chat is not tried."""
        if await self._directory.blocks_dms(asker.person):
            return False
        again = codes.refresh_code(_code(query))
        return await self._dms.answer_group(asker.person, asker.chat, message, again)

    async def _reaches(self, query: telegram.CallbackQuery, asker: TelegramAsker, message: Message) -> bool:
        """Whether the answer was written in private. The group does not wait for one that takes long."""
        writing = asyncio.ensure_future(self._answer_by_dm(query, asker, message))
        try:
            done, _ = await asyncio.wait({writing}, timeout=_PATIENCE)
        except asyncio.CancelledError:
            self._later(_finish(writing))
            raise
        if not done:
            self._later(_finish(writing))
        return await writing if done else True

    async def _delete_choice(self, query: telegram.CallbackQuery, asker: TelegramAsker) -> None:
        """Delete the list of games to open once one is open."""
        if query.message and await self._directory.shown_in(asker.chat):
            await self._sender.delete(asker.at, query.message.message_id)

    async def _lead(self, query: telegram.CallbackQuery, asker: TelegramAsker, *, answered: bool) -> None:
        """Lead a person to the private chat. START shows there what was pressed, unless it is `answered`."""
        payload = codes.payload_of(_code(query))
        self._dms.note_led(asker.person, payload, asker.chat, answered=answered)
        await answer_query(query, url=self._sender.deep_link(payload))


def _code(query: telegram.CallbackQuery) -> str:
    """The code of the button."""
    return query.data or ""


def _turns_open_page(query: telegram.CallbackQuery) -> bool:
    """Whether a button is for a post that everyone reads, which has no other buttons.

    Telegram tells which buttons the post has; a code is only claimed to be one of them.
    """
    below = _codes_below(query)
    rows = [codes.row_of(code) for code in (*below, _code(query))]
    return bool(below) and all(row is not None and row.public for row in rows)


def _codes_below(query: telegram.CallbackQuery) -> tuple[str, ...]:
    """The codes of all buttons below the post that was pressed; nothing where Telegram does not tell them."""
    keyboard = query.message.reply_markup if isinstance(query.message, telegram.Message) else None
    rows = keyboard.inline_keyboard if keyboard else ()
    return tuple(str(button.callback_data or button.url) for row in rows for button in row)


def _is_once_only(code: str) -> bool:
    """Whether a button does more if it runs twice; see bot.platforms.telegram.updates."""
    row, is_choice = codes.row_of(code), code.startswith(codes.ANSWER) and "." in code
    return is_choice or (row is not None and row.changes)


async def _finish(writing: asyncio.Future[bool]) -> None:
    await writing
