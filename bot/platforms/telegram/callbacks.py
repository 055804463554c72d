"""Buttons: clicks in private chats, and those in groups that one person alone sees answered."""

import asyncio
import logging
from dataclasses import dataclass, replace

import telegram
from telegram.error import BadRequest, NetworkError, TelegramError

from bot.cache import BoundedCache
from bot.model.command_spec import ArgumentKind, CommandCall, CommandSpec, Trait
from bot.model.commands import Command
from bot.model.identity import Chat, Person
from bot.model.message import Message
from bot.platforms.telegram import button_codes as codes
from bot.platforms.telegram.chat_id import (
    ANONYMOUS,
    PLATFORM,
    Asker,
    ChatId,
    as_anonymous,
    meet,
    person_of,
)
from bot.platforms.telegram.dms import DirectMessages, or_apology, with_pictures
from bot.platforms.telegram.errors import is_too_late
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
)
from bot.platforms.telegram.groups import Groups
from bot.platforms.telegram.message_layout import hidden_of, markup
from bot.platforms.telegram.sender import Sender
from bot.platforms.telegram.updates import REMEMBERED, HandledUpdates, Later, begin_click, is_repeat
from bot.service.dispatcher import Dispatcher

_LONG = 60
"""An answer longer than this is an alert that must be closed, instead of one that vanishes by itself."""

_PATIENCE = 3.0
"""Seconds to wait for a private message before the click is answered."""

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class ButtonClick:
    """A click: its code, and who clicked where."""

    query: telegram.CallbackQuery
    code: str
    asker: Asker

    @property
    def spec(self) -> CommandSpec[Command] | None:
        """The command of the button, if it has one."""
        return codes.spec_of(self.code)

    @property
    def is_once_only(self) -> bool:
        """Whether it does more if it runs twice; see bot.platforms.telegram.updates."""
        is_choice = self.code.startswith(codes.ANSWER) and "." in self.code
        return is_choice or (self.spec is not None and self.spec.has(Trait.CHANGES))


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
            spec, person = codes.spec_of(query.data), person_of(query.from_user)
            if spec is None or spec.has(Trait.CHANGES) or not await self._dms.is_open(person):
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
        except Exception:
            await answer_query(query)
            raise

    def _ignores(self, user: telegram.User, message: telegram.MaybeInaccessibleMessage) -> bool:
        """Whether a click is only acknowledged, because its person was told to wait."""
        return self._dispatcher.ignores(person_of(user), ChatId.of_message(message).address)

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
        click = ButtonClick(query, code, await self._asker(query, code, at))
        if refused := await or_apology(self._not_begun(click), click.asker.phrases):
            await self._say(click, refused.text)
        elif at.is_private:
            await self._handle_in_private(click)
        else:
            await self._handle_in_group(click)

    async def _asker(self, query: telegram.CallbackQuery, code: str, at: ChatId) -> Asker:
        """Who clicked. In private, a click on an answer is meant for the group where it was asked for."""
        user, asked_in = query.from_user, None
        if at.is_private and query.message:
            asked_in = await self._asked_in(person_of(user), query.message.message_id, code)
        asker = await meet(self._directory, user, at, codes.game_of(code), asked_in=asked_in)
        spec = codes.spec_of(code)
        binds = at.is_private and spec is not None and spec.word in codes.BINDING
        return replace(asker, chat=at.address) if binds else asker

    async def _asked_in(self, person: Person, message: int, code: str) -> Chat | None:
        """The group where a person asked for a private answer, unless they have left it.

        Where Telegram does not tell, they take a seat in the group itself.
        """
        chat = await self._dms.asked_in(person, message)
        if chat is None or await self._directory.home(person) == chat:
            return chat
        spec = codes.spec_of(code)
        takes_seat = spec is not None and spec.word == "join"
        return None if await self._groups.has_left(person, chat, if_unknown=takes_seat) else chat

    async def _not_begun(self, click: ButtonClick) -> Message | None:
        """Why a click is not handled: it was begun before a crash. None if it is handled."""
        at, query = click.asker.at, click.query
        if not click.is_once_only or await begin_click(self._directory, at.chat, query.id):
            return None
        return Message(click.asker.phrases.say("cut-short"))

    async def _say(self, click: ButtonClick, text: str) -> None:
        if click.asker.at.is_private or click.query.id in self._acknowledged:
            await self._dms.answer(click.asker.person, Message(text))
        else:
            await answer_query(click.query, text)

    async def _click(self, click: ButtonClick, code: str) -> Message:
        """The answer to a code. Its pictures may still have to be drawn."""
        asker, id = click.asker, click.query.id
        spec, is_admin = codes.spec_of(code), True if asker.is_anonymous else None
        if asker.is_anonymous and spec is not None and spec.has(Trait.PERSONAL):
            return Message(asker.phrases.say("anonymous-cannot-sit"))
        answer = self._dispatcher.click(
            asker.person, asker.chat, code, is_admin=is_admin, pictures=False, request_id=id
        )
        return await or_apology(answer, asker.phrases)

    async def _hand(self, asker: Asker) -> Message:
        """The person's panel."""
        answer = self._dispatcher.call(asker.person, asker.chat, CommandCall("hand"), pictures=False)
        return await or_apology(answer, asker.phrases)

    # ---- in private

    async def _handle_in_private(self, click: ButtonClick) -> None:
        """Show the answer in the message that was clicked; more pictures and files come below it."""
        page, code = codes.page_of(click.code)
        shown = codes.without_prefix(click.code)
        answer = await self._click(click, shown)
        if code.startswith((codes.MORE, codes.FILE)):
            self._later(self._send_pictures(click, answer, all_of_them=code.startswith(codes.FILE)))
            return
        message, again = click.query.message, codes.refresh_code(shown)
        assert message is not None
        is_photo = isinstance(message, telegram.Message) and bool(message.photo)
        await self._dms.answer_in_place(
            click.asker.person, answer, again, page, id=message.message_id, is_photo=is_photo
        )

    async def _send_pictures(self, click: ButtonClick, message: Message, *, all_of_them: bool) -> None:
        """Send all pictures, or only the hidden ones; as files if the code asks for that."""
        whole = await with_pictures(message)
        pictures = whole.pictures if all_of_them else hidden_of(whole)
        as_files = codes.page_of(click.code)[1].startswith(codes.FILE)
        await self._dms.send_pictures(click.asker.person, pictures, as_files=as_files)

    # ---- in groups

    async def _handle_in_group(self, click: ButtonClick) -> None:
        """Answer within seconds; what takes longer follows in private."""
        if click.query.id in self._acknowledged:
            await self._answer_by_dm(click, await self._click(click, click.code))
            return
        match click.code[0]:
            case codes.ANSWER:
                await self._show_reply(click)
            case codes.PLACES:
                await self._keep(click)
            case codes.FILE | codes.MORE | codes.PAGE:
                await self._show_pictures(click)
            case _ if click.code == codes.NEW and not await self._directory.shown_in(click.asker.chat):
                await self._ask_which_game(click)
            case _:
                await self._answer(click)

    async def _ask_which_game(self, click: ButtonClick) -> None:
        """Let the group choose what to play, in place of the greeting."""
        asker, message = click.asker, click.query.message
        refused = await self._dispatcher.refusal(asker.person, asker.chat)
        await answer_query(click.query, refused.text if refused else "")
        if message is not None and not refused:
            rows = game_rows(await self._dispatcher.suggest(asker.person, asker.chat, ArgumentKind.BOARD, ""))
            text = replace(formatted(asker.phrases.say("which-game")), keyboard=markup(rows))
            await self._sender.edit(asker.at, message.message_id, text, is_photo=False)

    async def _show_reply(self, click: ButtonClick) -> None:
        """Show a kept answer, its next page, or the answer to one of its choices, to its person only."""
        wanted, _, number = click.code.removeprefix(codes.ANSWER).partition(".")
        asker = click.asker
        if wanted == ANONYMOUS and await self._groups.is_admin(asker.person, asker.chat):
            click = replace(click, asker=as_anonymous(asker))
        if wanted == click.asker.person.id:
            await answer_query(click.query, await self._reply(click, (asker.at.address, wanted), number))
        else:
            await answer_query(click.query, asker.phrases.say("not-for-you"))

    async def _reply(self, click: ButtonClick, reader: Reader, number: str) -> str:
        """The text of the reply; after a restart, the person's panel."""
        shown = self._replies.shown(reader)
        if shown is None:
            self._replies.keep(reader, await self._hand(click.asker), seen=True)
        elif number == NEXT:
            self._replies.turn_page(reader)
        elif code := choice(shown, number):
            self._replies.keep(reader, await self._click(click, code), with_pick=True, seen=True)
        shown = self._replies.shown(reader)
        return shown.text if shown else ""

    async def _keep(self, click: ButtonClick) -> None:
        """Keep tickets by their places in the person's own offer."""
        panel = await self._hand(click.asker)
        code = codes.kept_by(click.code, panel.pick)
        text = click.asker.phrases.say("stale")
        await answer_query(click.query, self._alert(click, await self._click(click, code)) if code else text)

    async def _show_pictures(self, click: ButtonClick) -> None:
        """Send pictures to the private chat; where that is not open, lead there."""
        message = await self._click(click, codes.without_prefix(click.code))
        if not message.pictures and message.drawing is None:
            await answer_query(click.query, self._alert(click, message))
        else:
            if await self._dms.is_open(click.asker.person):
                self._later(self._send_pictures(click, message, all_of_them=True))
            await answer_query(click.query, url=self._deep_link(click))

    async def _answer(self, click: ButtonClick) -> None:
        """Answer in an alert if everything fits, else in the private chat if it is open, else in a short
        alert.

        A click that is answered in the private chat opens it; so does the click of a new player.
        """
        spec, link = click.spec, self._deep_link(click)
        sits_down = spec is not None and spec.has(Trait.CHANGES) and not await self._plays(click)
        message = await self._click(click, click.code)
        is_open = await self._dms.is_open(click.asker.person)
        sits_down = sits_down and await self._plays(click)
        if spec is not None and spec.word == "new":
            await self._delete_choice(click)
        if sits_down and not is_open:
            await answer_query(click.query, url=link)
        elif fits_alert(message) and message.drawing is None:
            await self._show_short(click, message)
        elif is_open:
            if spec is None or spec.word != "start":  # then the announcer sends the panel to all players
                self._later(self._answer_by_dm(click, message))
            await answer_query(click.query, url=link)
        elif await self._reaches(click, message) or is_to_look_at(click.code, message):
            await answer_query(click.query, url=link)
        else:
            await self._show_short(click, message)

    async def _show_short(self, click: ButtonClick, message: Message) -> None:
        """Show as much as fits an alert; a person who can go on from it gets a post with buttons for that."""
        turn = await self._turn(click)
        if turn or message.menus:
            await answer_query(click.query, pages_of(message)[0].text)
        else:
            await answer_query(click.query, self._alert(click, message))
        if turn or message.menus or message.pick or public_buttons(message):
            self._replies.offer(click.asker, message, turn=turn)

    def _alert(self, click: ButtonClick, message: Message) -> str:
        """As much of an answer as an alert shows; the next click shows more."""
        reader = click.asker.at.address, click.asker.person.id
        return self._replies.alert(reader, click.code, message, click.asker.phrases.say("alert-more"))

    async def _turn(self, click: ButtonClick) -> str:
        """The turn that this button is for, where the person can take it only in the group; else "".

        The clicked post names the turn. The result depends on no secret.
        """
        game, spec = codes.game_of(click.code), click.spec
        is_turn_button = spec is not None and spec.has(Trait.ON_TURN) and spec.has(Trait.PRIVATE)
        if not game or not is_turn_button or not await self._directory.blocks_dms(click.asker.person):
            return ""
        assert click.query.message is not None
        is_waited_for = (await self._hand(click.asker)).mentions != ()
        return f"{game}-{click.query.message.message_id}" if is_waited_for else ""

    async def _plays(self, click: ButtonClick) -> bool:
        """Whether the person plays the game of the button, or else the one that the chat shows."""
        game = codes.game_of(click.code) or await self._directory.shown_in(click.asker.chat)
        return game is not None and await self._directory.plays(click.asker.person, game)

    async def _answer_by_dm(self, click: ButtonClick, message: Message) -> bool:
        """Whether the answer could be written in private; a blocked chat is not tried."""
        if await self._directory.blocks_dms(click.asker.person):
            return False
        again = codes.refresh_code(click.code)
        return await self._dms.answer_group(click.asker.person, click.asker.chat, message, again)

    async def _reaches(self, click: ButtonClick, message: Message) -> bool:
        """Whether the answer was written in private. The group does not wait for one that takes long."""
        writing = asyncio.ensure_future(self._answer_by_dm(click, message))
        done, _ = await asyncio.wait({writing}, timeout=_PATIENCE)
        if not done:
            self._later(_finish(writing))
        return await writing if done else True

    async def _delete_choice(self, click: ButtonClick) -> None:
        """Delete the list of games to open once one is open."""
        if click.query.message and await self._directory.shown_in(click.asker.chat):
            await self._sender.delete(click.asker.at, click.query.message.message_id)

    def _deep_link(self, click: ButtonClick) -> str:
        """The link to the private chat, which shows there what was asked for."""
        game = codes.game_of(codes.without_prefix(click.code))
        word = click.spec.word if click.spec and click.spec.has(Trait.DEEP_LINK) else "hand"
        return self._sender.deep_link(f"{game}_{word}" if game else codes.HELLO)


async def answer_query(query: telegram.CallbackQuery, text: str = "", url: str | None = None) -> None:
    """Answer a click, twice if the first answer is lost. If both are, the person only misses its text."""
    for is_last in (False, True):
        try:
            await query.answer(text or None, show_alert=len(text) > _LONG or "\n" in text, url=url)
            return
        except BadRequest as error:
            if not is_too_late(error):
                log.warning("Telegram: an answer was refused")
            return
        except TelegramError as error:
            if is_last or not isinstance(error, NetworkError):
                log.warning("Telegram: an answer could not be sent (%s)", type(error).__name__)
                return


async def _finish(writing: asyncio.Future[bool]) -> None:
    await writing
