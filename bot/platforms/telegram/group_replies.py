"""Answers in a group to people who have not opened the private chat: alerts, and posts with buttons.

An alert, of at most 200 characters, is shown to one person alone. A post for that person reveals
nothing and always has the same buttons: one shows the newest answer in an alert, with a number for each
choice; the others choose by these numbers. Answers are kept until the program ends; after that the buttons
show the person's hand.
"""

from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime, timedelta

from telegram.error import TelegramError

from bot.cache import BoundedCache
from bot.clock import Clock
from bot.model.callbacks import NO_GAME, CallbackData
from bot.model.command_spec import ArgumentKind, Trait
from bot.model.identity import Chat
from bot.model.message import Button, Message, Rows, in_rows
from bot.platforms.telegram.button_codes import (
    ANSWER,
    DEEP_LINK_WORDS,
    HELLO,
    keeping,
    sets_of,
    spec_of,
)
from bot.platforms.telegram.chat_id import Asker, ChatId
from bot.platforms.telegram.formatted_text import LONGEST_ALERT, OutgoingMessage, formatted, plain, units
from bot.platforms.telegram.message_layout import markup
from bot.platforms.telegram.sender import Sender
from bot.platforms.telegram.updates import Later
from bot.service.dispatcher import Dispatcher

MOST_CHOICES = 5
"""Choices in one alert."""

NEXT = "›"
"""Below the last choice of an alert where more follow, and the label of the button that shows them."""

NEARBY = timedelta(minutes=1)
"""Within this time another post for the same person is not needed."""

_KNOWN = 2000
_SETS_IN_A_ROW = 4
_NUMBERS = tuple(map(str, range(1, MOST_CHOICES + 1)))

Reader = tuple[Chat, str]
"""A group, and the id of the person for whom an answer in it is."""


# ---- alerts


def pages_of(message: Message) -> tuple[Message, ...]:
    """An answer as alerts, its short form first. The buttons of each are its choices, numbered from 1."""
    rows = replace(message, pick=None).rows
    choices = [button for row in rows for button in row if not button.code.startswith("https://")]
    return tuple(_pages(plain(message.brief or message.text), choices))


def _pages(text: str, choices: list[Button]) -> Iterator[Message]:
    page = Message(shortened_for_alert(text, LONGEST_ALERT - len(NEXT) - 1 if choices else LONGEST_ALERT))
    for button in choices:
        longer = _with_choice(page, button)
        if len(longer.buttons) > MOST_CHOICES or units(f"{longer.text}\n{NEXT}") > LONGEST_ALERT:
            yield replace(page, text=f"{page.text}\n{NEXT}")
            longer = _with_choice(Message(""), button)
        page = longer
    yield page


def _with_choice(page: Message, button: Button) -> Message:
    number = len(page.buttons) + 1
    line = shortened_for_alert(f"{number} · {plain(button.label)}", LONGEST_ALERT // 2)
    return Message(f"{page.text}\n{line}".strip(), buttons=(*page.buttons, (button,)))


def choice(page: Message, number: str) -> str | None:
    """The code of a choice of an alert, by its number; None where there is no such choice."""
    codes = {str(place): row[0].code for place, row in enumerate(page.buttons, 1)}
    return codes.get(number)


def fits_alert(message: Message) -> bool:
    """Whether an alert can show all of an answer."""
    more = message.pictures or message.documents or message.rows
    return not more and units(plain(message.text)) <= LONGEST_ALERT


def alert_of(message: Message) -> str:
    """The short form of an answer and its choices, as far as an alert can show them."""
    text = plain(message.brief or message.text)
    choices = "; ".join(button.label for menu in message.menus for button in menu.choices)
    return shortened_for_alert(f"{text}\n{choices}".strip())


def shortened_for_alert(text: str, most: int = LONGEST_ALERT) -> str:
    """As much of a text as an alert shows."""
    if units(text) <= most:
        return text
    while units(text) >= most:
        text = text[:-1]
    return text.rstrip() + "…"


def is_to_look_at(code: str, message: Message) -> bool:
    """Whether the answer to a code is a picture to look at or a file to keep, rather than text."""
    spec = spec_of(code)
    is_picture = spec is not None and spec.has(Trait.PICTURE) and bool(message.pictures)
    return bool(message.documents) or is_picture


def public_buttons(message: Message) -> Rows:
    """The buttons of an answer that everybody may see: they ask for confirmation and tell no secret."""
    return tuple(row for row in message.buttons if all(_is_public(button.code) for button in row))


def _is_public(code: str) -> bool:
    spec = spec_of(code)
    return spec is not None and spec.has(Trait.CONFIRMS) and not spec.has(Trait.PRIVATE)


# ---- posts


async def game_rows(dispatcher: Dispatcher, asker: Asker) -> Rows:
    """A button for each game that can be opened."""
    found = await dispatcher.suggest(asker.person, asker.chat, ArgumentKind.BOARD, "")
    codes = [CallbackData(NO_GAME, 0, f"new {one.value}").code for one in found]
    return tuple((Button(one.label, code),) for one, code in zip(found, codes, strict=True))


class GroupReplies:
    """Keeps answers, and writes the posts that show them."""

    def __init__(self, sender: Sender, clock: Clock, later: Later) -> None:
        self._sender = sender
        self._clock = clock
        self._later = later
        self._pages: BoundedCache[Reader, tuple[Message, ...]] = BoundedCache(_KNOWN)
        """The newest answer to each person, as alerts; the one that is shown comes first."""
        self._posts: BoundedCache[tuple[Reader, bool], tuple[datetime, str]] = BoundedCache(_KNOWN)
        """When the last post for a person was written, with an offer or without; and about what."""

    def offer(self, asker: Asker, message: Message, word: str = "", turn: str = "") -> None:
        """Keep an answer, and write a post for it where the person has none that is good enough.

        `word` is what was asked for, which the link into the private chat shows there. One post is enough for
        a `turn`, and for an offer of tickets.
        """
        reader = (asker.at.address, asker.person.id)
        self.keep(reader, message)
        pick, key = message.pick, (reader, message.pick is not None)
        now, about = self._clock.now(), pick.keep if pick else turn
        since, last_about = self._posts.get(key, (datetime.min.replace(tzinfo=now.tzinfo), ""))
        is_nearby = pick is None and now - since < NEARBY
        if (is_nearby or (about and about == last_about)) and not public_buttons(message):
            self._posts[key] = since, about or last_about
            return
        self._posts[key] = now, about
        self._later(self._write(asker.at, self._post(asker, message, word), key))

    def keep(self, reader: Reader, message: Message) -> None:
        """Show another answer behind the buttons of the posts that a person has."""
        self._pages[reader] = pages_of(message)

    def shown(self, reader: Reader) -> Message | None:
        """The alert with the newest answer to a person; None where none is known."""
        pages = self._pages.get(reader)
        return pages[0] if pages else None

    def turn_page(self, reader: Reader) -> None:
        """Go on to the next alert of a known answer; after the last comes the first."""
        first, *others = self._pages[reader]
        self._pages[reader] = (*others, first)

    async def _write(self, to: ChatId, post: OutgoingMessage, key: tuple[Reader, bool]) -> None:
        """Write a post, which may wait for the rate limit; if that fails, the next answer gets its own."""
        try:
            await self._sender.send(to, post)
        except TelegramError:
            self._posts.pop(key, None)
            raise

    def _post(self, asker: Asker, message: Message, word: str) -> OutgoingMessage:
        """A post for one person. Where tickets are offered, the numbers are places in the offer."""
        key, say = "tickets-by-place" if message.pick else "answer-for", asker.phrases.say
        code = f"{ANSWER}{asker.person.id}"
        link = self._sender.deep_link(word if word in DEEP_LINK_WORDS else HELLO)
        last_row = Button(say("button-answer"), code, "main"), Button(say("button-private"), link)
        numbers = tuple(Button(number, f"{code}.{number}") for number in (*_NUMBERS, NEXT))
        rows = _ticket_sets(message) if message.pick else (*public_buttons(message), numbers)
        return replace(formatted(say(key, name=asker.name)), keyboard=markup((*rows, last_row)))


def _ticket_sets(message: Message) -> Rows:
    """A button for each set of tickets that may be kept, by their places in the offer."""
    pick = message.pick
    if pick is None:
        return ()
    sets = [Button("+".join(map(str, places)), keeping(pick, places)) for places in sets_of(pick)]
    return in_rows(sets, _SETS_IN_A_ROW)
