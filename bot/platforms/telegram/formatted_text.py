"""A text as Telegram takes it: plain, and what of it is bold or a mention, counted in UTF-16."""

import re
from dataclasses import dataclass

import telegram
from telegram.constants import MessageEntityType

from bot.model.identity import Person
from bot.text.i18n import person

LONGEST_TEXT = 4096
LONGEST_CAPTION = 1024
LONGEST_ALERT = 200
LONGEST_LABEL = 64

_BOLD = re.compile(r"\*\*(.+?)\*\*", re.DOTALL)
_NAME = re.compile("\u2068[^\u2069]*\u2069")
_ISOLATES = re.compile("[\u2068\u2069]")
_CALLED = {"new": "newgame", "start": "startgame"}
_COMMAND = re.compile(r"(?<![\w/])/(?:game )?(new|start|check)\b")


@dataclass(frozen=True, slots=True)
class FormattedText:
    """A text and what is special about parts of it."""

    text: str
    entities: tuple[telegram.MessageEntity, ...] = ()


def scripted(
    text: str, mention: Person | None = None, name: str = "", longest: int = LONGEST_TEXT
) -> FormattedText:
    """A text of ours. Where a person is called, their name does it: where it last stands, or at the end."""
    called = spoken(person(name)) if mention else ""
    said = clipped(spoken(text), longest - (units(called) + 1 if called else 0))
    if called and called not in said:
        said = f"{said}\n{called}"
    plain, entities = "", []
    for place, piece in enumerate(_BOLD.split(said)):
        if place % 2:
            entities.append(_entity(MessageEntityType.BOLD, plain, piece))
        plain += piece
    if mention and called:
        user = telegram.User(int(mention.id), name[:LONGEST_LABEL], is_bot=False)
        before = plain[: plain.rindex(called)]
        entities.append(_entity(MessageEntityType.TEXT_MENTION, before, called, user))
    return FormattedText(plain, tuple(entities))


def spoken(text: str) -> str:
    """A text with the commands as they are called here; names are no links."""
    return _NAME.sub(_harmless, _COMMAND.sub(lambda word: f"/{_CALLED.get(word[1], word[1])}", text))


def bare(text: str) -> str:
    """A text without any marks, for where nothing but letters can be shown."""
    return _ISOLATES.sub("", _BOLD.sub(r"\1", spoken(text)))


def clipped(text: str, most: int) -> str:
    """A text within so many signs, as Telegram counts them."""
    if units(text) <= most:
        return text
    kept = text.encode("utf-16-le")[: 2 * (most - 1)].decode("utf-16-le", "ignore")  # no half a sign
    return kept.rstrip() + "…"


def units(text: str) -> int:
    """How long Telegram finds a text."""
    return len(text.encode("utf-16-le")) // 2


def _harmless(name: re.Match[str]) -> str:
    """A person's name in which a joiner that nobody sees stands in every link's and command's way."""
    return re.sub(r"([./])(?=\w)", "\\1\u2060", name[0])


def _entity(
    kind: MessageEntityType, before: str, piece: str, user: telegram.User | None = None
) -> telegram.MessageEntity:
    return telegram.MessageEntity(kind, units(before), units(piece), user=user)
