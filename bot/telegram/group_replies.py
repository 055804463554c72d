"""Answers in a group for one person alone.

In a group, only an alert is shown to one person alone, when they press a button. So what is remembered of
each person in each group is a `Reply`: the alerts of their newest answer, and the posts from which they open
them. A post is for one person and reveals nothing: one button shows the alert, › the next one, and a number
takes a choice, whose answer is kept in its turn. A post is written only where none serves: with numbers where
there may be something to choose, one for a turn, and one for each offer of tickets. A typed command that gets
no post is marked as answered instead. When the program ends, all this is forgotten, and the buttons show the
person's hand.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta

import msgspec
from telegram.error import TelegramError

from bot.cache import BoundedCache
from bot.clock import Clock
from bot.commands import COMMANDS
from bot.model.call import Call
from bot.model.command import PRIVATE, TURN
from bot.model.identity import Chat, Person
from bot.model.message import Button, Message, in_rows
from bot.requests.directory import Directory
from bot.telegram.alerts import MOST_CHOICES, NEXT, Page, alerts_of, pages_of, public_buttons
from bot.telegram.button_codes import (
    DEEP_LINK_WORDS,
    HELLO,
    ButtonCode,
    GroupAnswer,
    TicketPlaces,
    sets_of,
)
from bot.telegram.chat_id import ChatId, TelegramAsker
from bot.telegram.error_texts import cannot_post
from bot.telegram.formatted_text import (
    LONGEST_ALERT,
    OutgoingMessage,
    formatted,
    shortened,
)
from bot.telegram.message_layout import markup
from bot.telegram.sender import Sender
from bot.telegram.updates import Later

NEARBY = timedelta(minutes=1)
"""Within this time another post for the same person is not needed."""

LINE = timedelta(seconds=30)
"""How long the line stays that says where the answer to a command is."""

_KNOWN = 2000
_MOST_PAGES = 20
_SETS_IN_A_ROW = 4
_TICKETS, _NUMBERED, _PLAIN = "tickets-by-place", "answer-for", "answer-for-plain"
"""The kinds of posts, by their texts: with sets of tickets, with numbers of choices, and with neither."""
_LINE = "line"
"""The kind of the lines that tell where an answer is."""
_NUMBERS = tuple(map(str, range(1, MOST_CHOICES + 1)))

log = logging.getLogger(__name__)

Reader = tuple[Chat, str]
"""A group, and the id of the person an answer in it is for."""


@dataclass(slots=True)
class PersonalPost:
    """A post or a line that was written for a person."""

    at: datetime
    tickets: str = ""
    """The offer of tickets that it is about: the callback data that keeps them."""
    id: int | None = None
    """Its message; None while it is being sent."""


@dataclass(slots=True)
class Reply:
    """What is remembered of one person in one group."""

    pages: tuple[Page, ...] = ()
    """The alerts of their newest answer, and then of unseen ones before it. The first is shown."""
    is_seen: bool = True
    clicked: tuple[ButtonCode, tuple[str, ...]] | None = None
    """The button of another post that they pressed last, and the alerts of its answer. The first is shown."""
    posts: dict[str, PersonalPost] = field(default_factory=dict)
    """By kind, their last post."""

    def keep(self, message: Message, *, with_pick: bool = False, is_seen: bool = False) -> None:
        """Show another answer, before those not seen yet."""
        pages = pages_of(message, with_pick=with_pick)
        earlier = () if self.is_seen or is_seen else self.pages
        if earlier and not pages[-1].text.endswith(NEXT):
            last = shortened(pages[-1].text, LONGEST_ALERT - len(NEXT) - 1)
            pages = (*pages[:-1], pages[-1]._replace(text=f"{last}\n{NEXT}"))
        self.pages = (*pages, *earlier)[:_MOST_PAGES]
        self.is_seen = is_seen


class GroupReplies:
    """Keeps answers, and writes the posts that show them.

    With a `directory`, other processes are given updates too: they learn from it what the buttons show.
    If the bot `has_inline` mode, the answers of a turn need no posts: the inline hand begins with them.
    """

    def __init__(
        self,
        sender: Sender,
        clock: Clock,
        later: Later,
        directory: Directory | None = None,
        *,
        has_inline: bool = False,
    ) -> None:
        self.has_inline = has_inline
        self.answers = BoundedCache[Reader, Message](_KNOWN)
        """The newest answer to each person's turn, for their inline hand."""
        self._directory = directory
        self._sender = sender
        self._clock = clock
        self._later = later
        self._replies: BoundedCache[Reader, Reply] = BoundedCache(_KNOWN)
        self._turns: BoundedCache[Chat, int] = BoundedCache(_KNOWN)
        """The post of the newest turn in each group."""
        self._lines: set[asyncio.Task[None]] = set()
        """What will delete the lines that tell people where their answers are."""

    async def close(self) -> None:
        """Delete the lines that tell people where their answers are."""
        for line in self._lines:
            line.cancel()
        await asyncio.gather(*self._lines, return_exceptions=True)

    def begin_turn(self, chat: Chat, post: int) -> None:
        """Note the post of a turn."""
        self._turns[chat] = max(post, self._turns.get(chat, 0))

    def alert(self, reader: Reader, button: ButtonCode, message: Message, more: str) -> str:
        """The alert for a click: the same click once more shows what follows, where an alert is too short."""
        reply, alerts = self._reply(reader), alerts_of(message, more)
        last, shown = reply.clicked or (None, ())
        if last == button and sorted(shown) == sorted(alerts):
            alerts = (*shown[1:], shown[0])
        reply.clicked = button, alerts
        return alerts[0]

    async def press(self, reader: Reader, number: str, answer: Callable[[Call], Awaitable[Message]]) -> Page:
        """What a button of a post shows: the newest answer, with NEXT its next alert, or with the number of a
        choice the `answer` to that. Where nothing is known, it is the person's hand.
        """
        reply = self._reply(reader)
        if self._directory:
            saved = await self._directory.pages(_person(reader), reader[0]) or "[]"
            reply.pages = msgspec.json.decode(saved, type=tuple[Page, ...])
        if not reply.pages:
            reply.keep(await answer(Call("hand")), is_seen=True)
        elif number == NEXT:
            reply.pages = (*reply.pages[1:], reply.pages[0])
        elif call := reply.pages[0].call(number):
            reply.keep(await answer(call), with_pick=True, is_seen=True)
        reply.is_seen = True
        await self._save(reader)
        return reply.pages[0]

    def offer(
        self,
        asker: TelegramAsker,
        message: Message,
        word: str = "",
        *,
        on_turn: bool,
        otherwise: Callable[[], Awaitable[None]] | None = None,
    ) -> bool:
        """Keep an answer, and write a post for it unless the person has one that serves.

        `word` is the command; the link into the private chat shows its answer there. Somebody `on_turn` gets
        numbers with any answer, because the next may need them; they serve for tickets too. Where the group
        takes no posts, `otherwise` is done. Returns whether a post is written.
        """
        reader = asker.at.address, asker.person.id
        reply, tickets = self._reply(reader), message.pick.keep if message.pick else ""
        command = COMMANDS.get(word)  # the kind of post must not reveal what a secret answer offers
        is_of_turn = on_turn or (command is not None and command.section == TURN)
        if self.has_inline and is_of_turn and not tickets and not public_buttons(message):
            self.answers[reader] = message
            return False
        by_numbers = not public_buttons(message) and self._serves(reader, _NUMBERED, on_turn)
        reply.keep(message, with_pick=by_numbers)
        is_secret = command is None or command.answer == PRIVATE
        has_numbers = on_turn or is_secret or any(page.choices for page in reply.pages)
        kind = _TICKETS if tickets else _NUMBERED if has_numbers else _PLAIN
        if by_numbers or (not public_buttons(message) and self._serves(reader, kind, on_turn, tickets)):
            self._later(self._save(reader))
            return False
        reply.posts[kind] = PersonalPost(self._clock.now(), tickets)
        self._later(self._write(asker.at, self._post(asker, message, word, kind), reader, kind, otherwise))
        return True

    def _serves(self, reader: Reader, kind: str, on_turn: bool, tickets: str = "") -> bool:
        """Whether a person's last post of a kind is about these tickets; without any, whether it is of the
        last minute, or below the post of their turn.
        """
        post = self._reply(reader).posts.get(kind)
        if post is None or tickets:
            return post is not None and post.tickets == tickets
        return self._clock.now() - post.at < NEARBY or (on_turn and self._is_below_turn(reader, post))

    def _is_below_turn(self, reader: Reader, written: PersonalPost) -> bool:
        return written.id is None or written.id > self._turns.get(reader[0], 0)

    async def trace(self, asker: TelegramAsker, message: int, text: str, plays: bool) -> None:
        """Mark a typed command as answered: by a reaction, or where the group forbids that by a line.

        The line, `text`, is deleted after a moment. A command that `plays` a turn gets none if the group was
        written to for that person in the same turn: with the turn's own post, that is one message too many.
        """
        reader = asker.at.address, asker.person.id
        if await self._sender.react(asker.at, message):
            return
        posts = self._reply(reader).posts
        if _LINE in posts and self._clock.now() - posts[_LINE].at < LINE:
            return
        if plays and any(self._is_below_turn(reader, post) for post in posts.values()):
            return
        line = posts[_LINE] = PersonalPost(self._clock.now())
        try:
            line.id = await self._sender.send(asker.at, formatted(text))
        except TelegramError as error:
            log.info("Telegram: no line about an answer (%s)", type(error).__name__)
        else:
            task = asyncio.create_task(self._delete_later(asker.at, line.id))
            self._lines.add(task)
            task.add_done_callback(self._lines.discard)

    async def _delete_later(self, at: ChatId, id: int) -> None:
        """Delete a message after a moment, or when the program ends."""
        is_gone = False
        while not is_gone:
            try:
                await self._clock.sleep(LINE.total_seconds())
            finally:
                is_gone = await self._sender.delete(at, id)

    def _reply(self, reader: Reader) -> Reply:
        return self._replies.setdefault(reader, Reply())

    async def _save(self, reader: Reader) -> None:
        """Let other processes know what the buttons show to a person."""
        if self._directory:
            pages = msgspec.json.encode(self._reply(reader).pages).decode()
            await self._directory.write_pages(_person(reader), reader[0], pages)

    async def _write(
        self,
        to: ChatId,
        post: OutgoingMessage,
        reader: Reader,
        kind: str,
        otherwise: Callable[[], Awaitable[None]] | None,
    ) -> None:
        """Write a post, which may wait for the rate limit; if that fails, the next answer gets its own."""
        written = self._reply(reader).posts[kind]
        try:
            await self._save(reader)
            written.id = await self._sender.send(to, post)
        except TelegramError as error:
            self._reply(reader).posts.pop(kind, None)
            if otherwise is None or not cannot_post(error):
                raise
            await otherwise()

    def _post(self, asker: TelegramAsker, message: Message, word: str, kind: str) -> OutgoingMessage:
        """A post for one person. Where tickets are offered, the numbers are places in the offer."""
        say, answer, command = asker.phrases.say, GroupAnswer(asker.person.id), COMMANDS.get(word)
        seats = command is not None and command.changes and command.personal and not asker.is_anonymous
        link = self._sender.deep_link(word if word in DEEP_LINK_WORDS else HELLO)
        show, private = Button(say("button-answer"), answer.text, "main"), Button(say("button-private"), link)
        *numbers, further = (Button(one, replace(answer, number=one).text) for one in (*_NUMBERS, NEXT))
        text, rows, last_row = kind, public_buttons(message), [show, private]
        if kind == _TICKETS and (pick := message.pick):
            sets = [[*map(str, places)] for places in sets_of(pick)]
            kept = [Button("+".join(one), TicketPlaces("".join(one), pick.keep).text) for one in sets]
            rows = in_rows(kept, _SETS_IN_A_ROW)
        elif kind == _NUMBERED:
            rows = (*rows, (*numbers, further))
        else:
            text, last_row = "answer-for-player" if seats else kind, [show, further, private]
        return replace(formatted(say(text, name=asker.name)), keyboard=markup((*rows, tuple(last_row))))


def _person(reader: Reader) -> Person:
    chat, person = reader
    return Person(chat.platform, person)
