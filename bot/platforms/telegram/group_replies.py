"""Answers in a group for one person alone.

Telegram shows only an alert to one person alone, of at most 200 characters, when they press a button. So an
answer is cut into alerts, and what is remembered of each person in each group is a `Reply`: the alerts of
their newest answer, and the posts from which they open them. A post is for one person and reveals nothing:
one button shows the alert, › the next one, and a number takes a choice, whose answer is kept in its turn.
A post is written only where none serves: with numbers where there may be something to choose, one for a
turn, and one for each offer of tickets. A typed command that gets no post is marked as answered instead.
When the program ends, all this is forgotten, and the buttons show the person's hand.
"""

import asyncio
import logging
import re
from collections.abc import Awaitable, Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from typing import NamedTuple

import msgspec
from telegram.error import TelegramError

from bot.cache import BoundedCache
from bot.clock import Clock
from bot.commands import COMMANDS
from bot.model.call import Call
from bot.model.command import PICTURE, PRIVATE, CommandRow
from bot.model.identity import Chat, Person
from bot.model.message import Button, Message, Rows, in_rows
from bot.platforms.telegram.button_codes import (
    DEEP_LINK_WORDS,
    HELLO,
    ButtonCode,
    GroupAnswer,
    TicketPlaces,
    read,
    sets_of,
)
from bot.platforms.telegram.chat_id import ChatId, TelegramAsker
from bot.platforms.telegram.errors import cannot_post
from bot.platforms.telegram.formatted_text import (
    LONGEST_ALERT,
    OutgoingMessage,
    formatted,
    plain,
    shortened,
    units,
)
from bot.platforms.telegram.message_layout import markup
from bot.platforms.telegram.sender import Sender
from bot.platforms.telegram.updates import Later
from bot.service.directory import Directory

MOST_CHOICES = 5
"""Choices in one alert."""

NEXT = "›"
"""The label of the button for the next alert, and the last line of an alert that others follow."""

NEARBY = timedelta(minutes=1)
"""Within this time another post for the same person is not needed."""

LINE = timedelta(seconds=30)
"""How long the line stays that says where the answer to a command is."""

_KNOWN = 2000
_MOST_PAGES = 20
_SETS_IN_A_ROW = 4
_TICKETS, _NUMBERED, _PLAIN = "tickets-by-place", "answer-for", "answer-for-plain"
"""The kinds of posts, by their texts: with sets of tickets, with numbers of choices, and with neither."""
_NUMBERS = tuple(map(str, range(1, MOST_CHOICES + 1)))

log = logging.getLogger(__name__)

Reader = tuple[Chat, str]
"""A group, and the id of the person an answer in it is for."""


# ---- alerts


class Page(NamedTuple):
    """An alert: its text, and its numbered choices, each with its line in the text and its code."""

    text: str
    choices: tuple[tuple[str, str], ...] = ()

    def call(self, number: str) -> Call | None:
        """The call of a choice by its number; None where there is no such choice."""
        codes = {line.partition(" · ")[0]: code for line, code in self.choices}
        return read(codes[number]).call if number in codes else None

    def without_choices(self) -> str:
        """The text for somebody who has no buttons for its choices."""
        lines = {line for line, _ in self.choices}
        return "\n".join(line for line in self.text.splitlines() if line not in lines)


def pages_of(message: Message, *, with_pick: bool = False) -> tuple[Page, ...]:
    """An answer as alerts, its short form first. The buttons of each are its choices, numbered from 1.

    A text that is too long goes on after the choices. Tickets to keep are choices only `with_pick`, and have
    the numbers that they have in the list. Otherwise that list is in the text, and nothing else is numbered:
    the post has a button for each set of tickets, and none for other choices.
    """
    text, pick = plain(message.brief or message.text), message.pick
    if pick and with_pick:
        offered = {plain(label) for _, label in pick.options}
        text = "\n".join(line for line in text.splitlines() if line not in offered)
    rows = message.rows if with_pick or pick is None else ()
    choices = [button for row in rows for button in row if not button.is_link]
    first, *more = chunks(text, LONGEST_ALERT - len(NEXT) - 1)
    pages = [*_with_choices(first, choices, len(pick.options) if pick else 0), *map(Page, more)]
    return (*(page._replace(text=f"{page.text}\n{NEXT}") for page in pages[:-1]), pages[-1])


def _with_choices(text: str, choices: Sequence[Button], tickets: int) -> Iterator[Page]:
    """Pages with numbered choices. The first choices are this many `tickets`."""

    def longer(page: Page, number: int, button: Button) -> Page:
        label = re.sub(rf"^([☐☑]) {number}\. ", r"\1 ", plain(button.label))
        line = shortened(f"{number} · {label}", LONGEST_ALERT // 2)
        return Page(f"{page.text}\n{line}".strip(), (*page.choices, (line, button.code)))

    page, number = Page(text), 0
    for place, button in enumerate(choices, 1):
        number += 1
        if number > MOST_CHOICES or units(f"{longer(page, number, button).text}\n{NEXT}") > LONGEST_ALERT:
            yield page
            number = place if place <= min(tickets, MOST_CHOICES) else 1
            page = Page("")
        page = longer(page, number, button)
    yield page


def chunks(text: str, most: int) -> list[str]:
    """A text in parts of at most `most` signs, cut at the ends of lines or words where that is possible."""
    parts = []
    while units(text) > most:
        head = text[:most]
        while units(head) > most:
            head = head[:-1]
        end = max(head.rfind("\n"), head.rfind(" ") if "\n" not in head else -1)
        cut = end if end > 0 else len(head)
        parts.append(text[:cut].rstrip())
        text = text[cut:].lstrip()
    return [*parts, text]


def alerts_of(message: Message, more: str) -> tuple[str, ...]:
    """The short form of an answer as texts of alerts. All but the last end with `more`."""
    text = plain(message.brief or message.text)
    if units(text) <= LONGEST_ALERT:
        return (text,)
    *parts, last = chunks(text, LONGEST_ALERT - units(more) - 1)
    return (*(f"{part}\n{more}" for part in parts), last)


def fits_alert(message: Message) -> bool:
    """Whether an alert can show all of an answer that matters: it can do without the picture of a rule."""
    buttons = [one for row in message.rows for one in row if read(one.code).call.word != "showme"]
    more = message.pictures or message.documents or buttons
    return not more and units(plain(message.text)) <= LONGEST_ALERT


def is_to_look_at(row: CommandRow | None, message: Message) -> bool:
    """Whether the answer to a command is a picture to look at or a file to keep, rather than text."""
    is_picture = row is not None and row.shape == PICTURE and bool(message.pictures)
    return bool(message.documents) or is_picture


def public_buttons(message: Message) -> Rows:
    """The buttons of an answer that everybody may see: they ask for confirmation and tell no secret."""

    def is_public(button: Button) -> bool:
        command = read(button.code).row
        return command is not None and command.confirm and command.answer != PRIVATE

    return tuple(row for row in message.buttons if all(map(is_public, row)))


# ---- what is remembered


@dataclass(slots=True)
class PersonalPost:
    """A post, or a line, that was written for a person."""

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
    clicked: ButtonCode | None = None
    """The button of another post that they pressed last, for an answer that no post was written for."""
    alerts: tuple[str, ...] = ()
    """The alerts of its answer, of which number `alert` was shown. The same click shows the next one."""
    alert: int = 0
    posts: dict[str, PersonalPost] = field(default_factory=dict)
    """By kind, their last post."""
    line: PersonalPost | None = None
    """The last line that told them where an answer is."""

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
    """

    def __init__(
        self, sender: Sender, clock: Clock, later: Later, directory: Directory | None = None
    ) -> None:
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
        is_again = (reply.clicked, reply.alerts) == (button, alerts)
        reply.clicked, reply.alerts = button, alerts
        reply.alert = (reply.alert + 1) % len(alerts) if is_again else 0
        return alerts[reply.alert]

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
        confirms = bool(public_buttons(message))
        by_numbers = not confirms and (on_turn or bool(tickets)) and self._serves(reader, _NUMBERED, on_turn)
        reply.keep(message, with_pick=by_numbers)
        command = COMMANDS.get(word)  # the kind of post must not reveal what a secret answer offers
        is_secret = command is None or command.answer == PRIVATE
        has_numbers = on_turn or is_secret or any(page.choices for page in reply.pages)
        kind = _TICKETS if tickets else _NUMBERED if has_numbers else _PLAIN
        if tickets:
            serves = _TICKETS in reply.posts and reply.posts[_TICKETS].tickets == tickets
        else:
            serves = any(self._serves(reader, one, on_turn) for one in {kind, _NUMBERED})
        if by_numbers or (serves and not confirms):
            self._later(self._save(reader))
            return False
        reply.posts[kind] = PersonalPost(self._clock.now(), tickets)
        self._later(self._write(asker.at, self._post(asker, message, word, kind), reader, kind, otherwise))
        return True

    def _serves(self, reader: Reader, kind: str, on_turn: bool) -> bool:
        """Whether a person's last post of a kind is of the last minute, or below the post of their turn."""
        post = self._reply(reader).posts.get(kind)
        if post is None:
            return False
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
        reply = self._reply(reader)
        if reply.line and self._clock.now() - reply.line.at < LINE:
            return
        written = [*reply.posts.values(), *([reply.line] if reply.line else [])]
        if plays and any(self._is_below_turn(reader, one) for one in written):
            return
        line = reply.line = PersonalPost(self._clock.now())
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
