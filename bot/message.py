"""What the bot says: values that every platform can show in its own manner."""

from dataclasses import dataclass, field
from enum import StrEnum

from bot.identity import Person


class Style(StrEnum):
    """How much a button stands out."""

    PLAIN = "plain"
    MAIN = "main"
    DANGER = "danger"


@dataclass(frozen=True, slots=True)
class Button:
    """Something to press: what it says, and the code that comes back (see bot.press)."""

    label: str
    code: str
    style: Style = Style.PLAIN


@dataclass(frozen=True, slots=True)
class Picture:
    """A PNG with the text that stands in for it; the file's name tells no secret."""

    name: str
    alt: str
    png: bytes = field(repr=False)


@dataclass(frozen=True, slots=True)
class Document:
    """A text file to be kept, such as the record of a finished game."""

    name: str
    text: str = field(repr=False)


@dataclass(frozen=True, slots=True)
class Message:
    """Text, pictures, rows of buttons and files; `mention` is the person whom it calls.

    The text is plain, with `**bold**` and line breaks only: each platform writes them in its own way.
    """

    text: str
    pictures: tuple[Picture, ...] = ()
    buttons: tuple[tuple[Button, ...], ...] = ()
    mention: Person | None = None
    documents: tuple[Document, ...] = ()
