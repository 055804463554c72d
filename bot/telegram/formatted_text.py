"""Text as Telegram takes it: plain, with entities for bold parts and mentions, counted in UTF-16 units."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime

import telegram
from telegram.constants import MessageEntityType

from bot.commands import COMMANDS
from bot.model.message import IN_UTC, WRITTEN, Document, Mention, Picture, spelled
from bot.telegram.button_codes import MORE
from bot.text.i18n import person
from bot.text.mentions import split_at_mentions, with_mentions

LONGEST_TEXT = 4096
LONGEST_CAPTION = 1024
LONGEST_ALERT = 200
LONGEST_LABEL = 64

_BOLD = re.compile(r"\*\*(.+?)\*\*", re.DOTALL)
_NAME = re.compile("\u2068[^\u2069]*\u2069")
_ISOLATES = re.compile("[\u2068\u2069]")
_WORDS = {one.word: one.names["telegram"] for one in COMMANDS if "telegram" in one.names}
_COMMAND = re.compile(rf"(?<![\w/])/({'|'.join(_WORDS)})\b")
"""Commands with other words on Telegram."""


@dataclass(frozen=True, slots=True)
class OutgoingMessage:
    """What one call sends: a text, and which parts of it are bold or mention somebody.

    With a picture, the text is its caption.
    """

    text: str
    entities: tuple[telegram.MessageEntity, ...] = ()
    keyboard: telegram.InlineKeyboardMarkup | None = None
    picture: Picture | None = field(default=None, repr=False)
    documents: tuple[Document, ...] = field(default=(), repr=False)
    as_of: tuple[int, int] = field(default=(0, 0), compare=False)
    """The age of a panel, from its Message."""
    decision: tuple[str, int] = field(default=("", 0), compare=False)
    """The game and the revision of the decision that its buttons play, also when they are taken."""

    @property
    def plays(self) -> bool:
        """Whether it has the buttons of a decision."""
        return self.keyboard is not None and self.decision[1] > 0

    @property
    def codes(self) -> frozenset[str]:
        """The codes of its buttons, except those that only ask for more pictures."""
        rows = self.keyboard.inline_keyboard if self.keyboard else ()
        codes = (button.callback_data for row in rows for button in row)
        return frozenset(code for code in codes if isinstance(code, str) and not code.startswith(MORE))


def formatted(
    text: str, mentions: Sequence[Mention] = (), longest: int = LONGEST_TEXT, details: str = ""
) -> OutgoingMessage:
    """Format a text of the bot. The last place of each mentioned name mentions that person; names that the
    text does not have are added in a line. The `details` are the last line.
    """
    end, text = details_line(details), spelled(text)
    marked = _fitted(for_telegram(text), mentions, longest - units(end))
    unmarked, entities = "", []
    for index, part in enumerate(_BOLD.split(marked)):
        if index % 2:
            entities.append(_entity(MessageEntityType.BOLD, unmarked, part))
        unmarked += part
    whole = unmarked + end
    if "\n" in end.strip():  # of more than one line, an app shows the first ones
        entities.append(_entity(MessageEntityType.EXPANDABLE_BLOCKQUOTE, unmarked + "\n", end.strip()))
    return OutgoingMessage(whole, (*entities, *_mentions(unmarked, mentions), *_moments(whole)))


def details_line(details: str) -> str:
    """The line below a text that has the details of a message; empty for none."""
    return f"\n{plain(details)}" if details else ""


def _fitted(text: str, mentions: Sequence[Mention], longest: int) -> str:
    """The text with all names, cut where both together are too long."""
    whole = with_mentions(text, mentions, _name)
    if units(whole) <= longest:
        return whole
    room = sum(units(_name(one)) + 2 for one in mentions)
    return with_mentions(shortened(text, longest - room), mentions, _name)


def _mentions(text: str, mentions: Sequence[Mention]) -> Iterator[telegram.MessageEntity]:
    before = ""
    for part in split_at_mentions(text, mentions, _name):
        piece = part if isinstance(part, str) else _name(part)
        if isinstance(part, Mention):
            user = telegram.User(int(part.person.id), part.name[:LONGEST_LABEL], is_bot=False)
            yield _entity(MessageEntityType.TEXT_MENTION, before, piece, user)
        before += piece


def _moments(text: str) -> Iterator[telegram.MessageEntity]:
    """The moments in a text, which newer clients show in their own time; older ones show the words."""
    for found in IN_UTC.finditer(text):
        at = datetime.strptime(found[1], WRITTEN).replace(tzinfo=UTC)
        before, piece = text[: found.start()], found[0]
        yield telegram.MessageEntity(
            MessageEntityType.DATE_TIME,
            units(before),
            units(piece),
            unix_time=at,
            date_time_format="wDt",
        )


def _name(mention: Mention) -> str:
    """The name of a player as the text has it."""
    return for_telegram(person(mention.name))


def for_telegram(text: str) -> str:
    """A text with the command words of Telegram, in which names are no links."""
    return _NAME.sub(_without_links, _COMMAND.sub(lambda word: f"/{_WORDS[word[1]]}", text))


def plain(text: str) -> str:
    """A text without any formatting."""
    return _ISOLATES.sub("", _BOLD.sub(r"\1", for_telegram(spelled(text))))


def shortened(text: str, most: int) -> str:
    """A text cut to at most `most` UTF-16 units."""
    if units(text) <= most:
        return text
    kept = text.encode("utf-16-le")[: 2 * (most - 1)].decode("utf-16-le", "ignore")  # no half surrogate pairs
    return kept.rstrip() + "…"


def units(text: str) -> int:
    """The length of a text in UTF-16 units, as Telegram counts it."""
    return len(text.encode("utf-16-le")) // 2


def _without_links(name: re.Match[str]) -> str:
    """A name with invisible joiners, so that no part of it becomes a link or a command."""
    return re.sub(r"([./])(?=\w)", "\\1\u2060", name[0])


def _entity(
    kind: MessageEntityType, before: str, piece: str, user: telegram.User | None = None
) -> telegram.MessageEntity:
    return telegram.MessageEntity(kind, units(before), units(piece), user=user)
