"""Answers in a group to people who have not opened the private chat: alerts, and posts with buttons.

An alert, of at most 200 characters, is shown to one person alone. A post for that person reveals
nothing and always has the same buttons: one shows the newest answer in an alert, with a number for each
choice; the others choose by these numbers. Answers are kept until the program ends; after that the buttons
show the person's hand.
"""

import asyncio
import json
import logging
import re
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace
from datetime import datetime, timedelta

from telegram.error import BadRequest, TelegramError

from bot.cache import BoundedCache
from bot.clock import Clock
from bot.commands import COMMANDS
from bot.commands.arguments import Suggestion
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
from bot.platforms.telegram.dms import with_pictures
from bot.platforms.telegram.errors import cannot_post
from bot.platforms.telegram.formatted_text import LONGEST_ALERT, OutgoingMessage, formatted, plain, units
from bot.platforms.telegram.message_layout import laid_out, markup
from bot.platforms.telegram.sender import Sender
from bot.platforms.telegram.updates import Later
from bot.service.directory import Directory

MOST_CHOICES = 5
"""Choices in one alert."""

NEXT = "›"
"""The label of the button for more choices, also shown below the last choice of an alert."""

NEARBY = timedelta(minutes=1)
"""Within this time another post for the same person is not needed."""

LINE = timedelta(seconds=30)
"""How long the line stays that says where the answer to a command is."""

_KNOWN = 2000
_MOST_PAGES = 20
_SETS_IN_A_ROW = 4
_TICKETS, _FIGURES, _PLAIN = "tickets", "figures", "plain"
"""The kinds of posts: with sets of tickets, with numbers of choices, and with neither."""
_NUMBERS = tuple(map(str, range(1, MOST_CHOICES + 1)))

log = logging.getLogger(__name__)

Reader = tuple[Chat, str]
"""A group, and the id of the person an answer in it is for."""


# ---- alerts


def pages_of(message: Message, *, with_pick: bool = False) -> tuple[Message, ...]:
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
    pages = [*_with_choices(first, choices, len(pick.options) if pick else 0), *map(Message, more)]
    return (*(replace(page, text=f"{page.text}\n{NEXT}") for page in pages[:-1]), pages[-1])


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


def _with_choices(text: str, choices: list[Button], tickets: int) -> Iterator[Message]:
    """Pages with numbered choices. The first choices are this many `tickets`."""
    page, number = Message(text), 0
    for place, button in enumerate(choices, 1):
        number += 1
        longer = _with_choice(page, button, number)
        if number > MOST_CHOICES or units(f"{longer.text}\n{NEXT}") > LONGEST_ALERT:
            yield page
            number = place if place <= min(tickets, MOST_CHOICES) else 1
            longer = _with_choice(Message(""), button, number)
        page = longer
    yield page


def _with_choice(page: Message, button: Button, number: int) -> Message:
    label = re.sub(rf"^([☐☑]) {number}\. ", r"\1 ", plain(button.label))
    line = shortened_for_alert(f"{number} · {label}", LONGEST_ALERT // 2)
    return Message(f"{page.text}\n{line}".strip(), buttons=(*page.buttons, (replace(button, label=line),)))


def choice(page: Message, number: str) -> Call | None:
    """The call of a choice of an alert, by its number; None where there is no such choice.

    The labels begin with the numbers, except those that an earlier version has kept.
    """
    numbers = [row[0].label.partition(" · ")[0] for row in page.buttons]
    if not all(one.isdecimal() for one in numbers):
        numbers = [str(place) for place in range(1, len(numbers) + 1)]
    codes = {one: row[0].code for one, row in zip(numbers, page.buttons, strict=True)}
    return read(codes[number]).call if number in codes else None


def without_choices(page: Message) -> str:
    """The text of an alert for somebody who has no buttons for its choices."""
    lines = {row[0].label for row in page.buttons}
    return "\n".join(line for line in page.text.splitlines() if line not in lines)


def fits_alert(message: Message) -> bool:
    """Whether an alert can show all of an answer that matters: it can do without the picture of a rule."""
    buttons = [one for row in message.rows for one in row if read(one.code).call.word != "showme"]
    more = message.pictures or message.documents or buttons
    return not more and units(plain(message.text)) <= LONGEST_ALERT


def alerts_of(message: Message, more: str) -> tuple[str, ...]:
    """The short form of an answer as texts of alerts. All but the last end with `more`."""
    text = plain(message.brief or message.text)
    if units(text) <= LONGEST_ALERT:
        return (text,)
    *parts, last = chunks(text, LONGEST_ALERT - units(more) - 1)
    return (*(f"{part}\n{more}" for part in parts), last)


def shortened_for_alert(text: str, most: int = LONGEST_ALERT) -> str:
    """As much of a text as an alert shows."""
    if units(text) <= most:
        return text
    while units(text) >= most:
        text = text[:-1]
    return text.rstrip() + "…"


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


# ---- posts


def _note_name(reader: Reader) -> str:
    """The name of the note about a person's newest answer in a group, which /forgetme deletes."""
    chat, person = reader
    return f"{Person(chat.platform, person)}-answer-{chat.id}"


def _page(text: str, choices: Sequence[tuple[str, str]]) -> Message:
    return Message(text, buttons=tuple((Button(label, code),) for label, code in choices))


def game_rows(games: Sequence[Suggestion]) -> Rows:
    """A button for each game that can be opened."""
    return tuple((Button(one.label, ButtonCode.of(f"new {one.value}").text),) for one in games)


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
        self._pages: BoundedCache[Reader, tuple[Message, ...]] = BoundedCache(_KNOWN)
        """The newest answer to each person, as alerts, and those not seen yet; the shown one comes first."""
        self._unseen: BoundedCache[Reader, None] = BoundedCache(_KNOWN)
        self._alerts: BoundedCache[Reader, tuple[ButtonCode | None, tuple[str, ...], int]] = BoundedCache(
            _KNOWN
        )
        """The last click of each person: its button, all alerts of its answer, and which one was shown."""
        self._posts: BoundedCache[tuple[Reader, str], tuple[datetime, str]] = BoundedCache(_KNOWN)
        """When the last post of a kind for a person was written, and about what."""
        self._turns: BoundedCache[Chat, datetime] = BoundedCache(_KNOWN)
        """When the newest turn of each group was posted."""
        self._open: BoundedCache[Chat, tuple[int | None, str, datetime]] = BoundedCache(_KNOWN)
        """The newest post of each group that everyone may read, its text, and when it was written."""
        self._lines: set[asyncio.Task[None]] = set()
        """What will delete the lines that tell people where their answers are."""
        self._traced: BoundedCache[Reader, datetime] = BoundedCache(_KNOWN)
        """When the last such line for each person was written."""

    async def close(self) -> None:
        """Delete the lines that tell people where their answers are."""
        for line in self._lines:
            line.cancel()
        await asyncio.gather(*self._lines, return_exceptions=True)

    @asynccontextmanager
    async def shared(self, reader: Reader) -> AsyncIterator[Reader]:
        """Show and change what another process may have kept for a person."""
        if self._directory:
            pages = json.loads(await self._directory.note(_note_name(reader)) or "[]")
            self._pages[reader] = tuple(_page(text, choices) for text, choices in pages)
        yield reader
        await self.write(reader)

    async def write(self, reader: Reader) -> None:
        """Let other processes know what the buttons show to a person."""
        if self._directory:
            pages = [
                (one.text, [(row[0].label, row[0].code) for row in one.buttons])
                for one in self._pages[reader]
            ]
            await self._directory.write_note(_note_name(reader), json.dumps(pages))

    def begin_turn(self, chat: Chat) -> None:
        """Note that a turn was posted in a group."""
        self._turns[chat] = self._clock.now()

    def alert(self, reader: Reader, button: ButtonCode, message: Message, more: str) -> str:
        """The alert for a click: the same click once more shows what follows, where an alert is too short."""
        alerts = alerts_of(message, more)
        last, last_alerts, place = self._alerts.get(reader, (None, (), 0))
        place = (place + 1) % len(alerts) if (last, last_alerts) == (button, alerts) else 0
        self._alerts[reader] = button, alerts, place
        return alerts[place]

    def offer(
        self,
        asker: TelegramAsker,
        message: Message,
        word: str = "",
        turn: str = "",
        *,
        on_turn: bool = False,
        otherwise: Callable[[], Awaitable[None]] | None = None,
    ) -> bool:
        """Keep an answer, and write a post for it unless the person has a suitable one.

        `word` is the command; the link into the private chat shows its answer there. One post is enough for a
        `turn`, and for an offer of tickets; one with figures serves for both. Somebody `on_turn` gets figures
        with any answer, because the next may need them. Where the group takes no posts, `otherwise` is done.
        Returns whether a post is written.
        """
        reader = (asker.at.address, asker.person.id)
        serves = (message.pick or on_turn) and not public_buttons(message)
        if serves and self._has_figures(reader):
            self.keep(reader, message, with_pick=True)
            self._later(self.write(reader))
            return False
        self.keep(reader, message)
        command = COMMANDS.get(word)  # the kind of post must not reveal what a secret answer offers
        is_secret = command is None or command.answer == PRIVATE
        has_figures = turn or on_turn or is_secret or any(page.buttons for page in self._pages[reader])
        kind = _TICKETS if message.pick else _FIGURES if has_figures else _PLAIN
        subject = message.pick.keep if message.pick else turn
        if self._is_offered(reader, kind, subject) and not public_buttons(message):
            self._later(self.write(reader))
            return False
        key = (reader, kind)
        self._posts[key] = self._clock.now(), subject
        self._later(self._write(asker.at, self._post(asker, message, word, kind), key, otherwise))
        return True

    def _is_offered(self, reader: Reader, kind: str, subject: str) -> bool:
        """Whether a post for a person serves for another answer."""
        kinds = (_PLAIN, _FIGURES) if kind == _PLAIN else (kind,)
        now = self._clock.now()
        never = datetime.min.replace(tzinfo=now.tzinfo)
        for one in kinds:
            since, last_subject = self._posts.get((reader, one), (never, ""))
            is_nearby = kind != _TICKETS and now - since < NEARBY
            if is_nearby or (subject and subject == last_subject):
                self._posts[reader, one] = since, subject or last_subject
                return True
        return False

    def _has_figures(self, reader: Reader) -> bool:
        """Whether a person has got a post with figures since the turn began, or within the last minute."""
        since, _ = self._posts.get((reader, _FIGURES), (None, ""))
        now = self._clock.now()
        return since is not None and (since >= self._turns.get(reader[0], now) or now - since < NEARBY)

    def keep(self, reader: Reader, message: Message, *, with_pick: bool = False, seen: bool = False) -> None:
        """Show another answer behind the buttons of a person's posts, before those not seen yet."""
        pages = pages_of(message, with_pick=with_pick)
        earlier = self._pages.get(reader, ()) if reader in self._unseen and not seen else ()
        if earlier and not pages[-1].text.endswith(NEXT):
            last = shortened_for_alert(pages[-1].text, LONGEST_ALERT - len(NEXT) - 1)
            pages = (*pages[:-1], replace(pages[-1], text=f"{last}\n{NEXT}"))
        self._pages[reader] = (*pages, *earlier)[:_MOST_PAGES]
        self._unseen.pop(reader, None)
        if not seen:
            self._unseen[reader] = None

    def shown(self, reader: Reader) -> Message | None:
        """The alert with the newest answer to a person, who sees it; None where none is known."""
        self._unseen.pop(reader, None)
        pages = self._pages.get(reader)
        return pages[0] if pages else None

    def turn_page(self, reader: Reader) -> None:
        """Go on to the next alert of a known answer; after the last comes the first."""
        first, *others = self._pages[reader]
        self._pages[reader] = (*others, first)

    async def post_openly(self, at: ChatId, message: Message) -> bool:
        """Post an answer that everyone may read, in place of the last one. False if it was just posted."""
        chat, now = at.address, self._clock.now()
        last = self._open.get(chat)
        if last and last[1] == message.text and now - last[2] < NEARBY:
            return False
        self._open[chat] = last[0] if last else None, message.text, now
        try:
            id = await self._send_open(at, laid_out(await with_pictures(message)))
        except TelegramError:
            self._open.pop(chat, None)
            raise
        self._open[chat] = id, message.text, now
        if last and last[0] is not None:
            await self._sender.delete(at, last[0])
        return True

    async def _send_open(self, at: ChatId, post: OutgoingMessage) -> int:
        try:
            return await self._sender.send(at, post)
        except BadRequest:
            if post.picture is None:
                raise
            return await self._sender.send(at, replace(post, picture=None))

    async def turn_open_page(self, at: ChatId, message: Message, id: int, *, is_photo: bool) -> None:
        """Show another answer in post `id`, or in a new one where that shows a picture that does not fit."""
        post = laid_out(await with_pictures(message))
        if (is_photo and not post.picture) or not await self._sender.edit(at, id, post, is_photo=is_photo):
            await self.post_openly(at, message)
            await self._sender.delete(at, id)
        else:
            self._open[at.address] = id, message.text, self._clock.now()

    async def trace(self, asker: TelegramAsker, message: int, text: str, plays: bool) -> None:
        """Mark a typed command as answered: by a reaction, or where the group forbids that by a line.

        The line, `text`, is deleted after a moment. A command that `plays` a turn gets none if the group was
        written to for that person in the same turn: with the turn's own post, that is one message too many.
        """
        reader = (asker.at.address, asker.person.id)
        if await self._sender.react(asker.at, message) or self._is_traced(reader, in_turn=plays):
            return
        self._traced[reader] = self._clock.now()
        try:
            id = await self._sender.send(asker.at, formatted(text))
        except TelegramError as error:
            log.info("Telegram: no line about an answer (%s)", type(error).__name__)
        else:
            line = asyncio.create_task(self._delete_later(asker.at, id))
            self._lines.add(line)
            line.add_done_callback(self._lines.discard)

    def _is_traced(self, reader: Reader, *, in_turn: bool) -> bool:
        """Whether a person has a line, or with `in_turn` got any message here since the turn began."""
        now, line = self._clock.now(), self._traced.get(reader)
        if not in_turn:
            return line is not None and now - line < LINE
        posts = (self._posts.get((reader, kind)) for kind in (_TICKETS, _FIGURES, _PLAIN))
        times = [*(post[0] for post in posts if post), *([line] if line else [])]
        return any(time >= self._turns.get(reader[0], now - LINE) for time in times)

    async def _delete_later(self, at: ChatId, id: int) -> None:
        """Delete a message after a moment, or when the program ends."""
        is_gone = False
        while not is_gone:
            try:
                await self._clock.sleep(LINE.total_seconds())
            finally:
                is_gone = await self._sender.delete(at, id)

    async def _write(
        self,
        to: ChatId,
        post: OutgoingMessage,
        key: tuple[Reader, str],
        otherwise: Callable[[], Awaitable[None]] | None,
    ) -> None:
        """Write a post, which may wait for the rate limit; if that fails, the next answer gets its own."""
        try:
            await self.write(key[0])
            await self._sender.send(to, post)
        except TelegramError as error:
            self._posts.pop(key, None)
            if otherwise is None or not cannot_post(error):
                raise
            await otherwise()

    def _post(self, asker: TelegramAsker, message: Message, word: str, kind: str) -> OutgoingMessage:
        """A post for one person. Where tickets are offered, the numbers are places in the offer."""
        say, answer, command = asker.phrases.say, GroupAnswer(asker.person.id), COMMANDS.get(word)
        key = {_TICKETS: "tickets-by-place", _FIGURES: "answer-for", _PLAIN: "answer-for-plain"}[kind]
        seats = command is not None and command.changes and command.personal
        if kind == _PLAIN and seats and not asker.is_anonymous:
            key = "answer-for-player"
        link = self._sender.deep_link(word if word in DEEP_LINK_WORDS else HELLO)
        last_row: tuple[Button, ...] = (
            Button(say("button-answer"), answer.text, "main"),
            Button(say("button-private"), link),
        )
        *numbers, further = (Button(one, replace(answer, number=one).text) for one in (*_NUMBERS, NEXT))
        rows = public_buttons(message)
        if kind == _TICKETS and (pick := message.pick):
            sets = [[*map(str, places)] for places in sets_of(pick)]
            kept = [Button("+".join(one), TicketPlaces("".join(one), pick.keep).text) for one in sets]
            rows = in_rows(kept, _SETS_IN_A_ROW)
        if kind == _FIGURES:
            rows = (*rows, (*numbers, further))
        elif kind == _PLAIN:
            last_row = (last_row[0], further, last_row[1])
        return replace(formatted(say(key, name=asker.name)), keyboard=markup((*rows, last_row)))
