"""What the bot says: values that every platform can show in its own manner."""

from collections.abc import Awaitable, Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Literal

from bot.model.identity import Person

WORDS_FIRST = 0.02
"""Seconds that whatever follows on an answer waits: the words are out by then, with nothing in their way."""

_IN_A_ROW = 3


Style = Literal["plain", "main", "danger"]
"""How much a button stands out."""


@dataclass(frozen=True, slots=True)
class Button:
    """Something to press: what it says, and the code that comes back (see bot.model.callbacks)."""

    label: str
    code: str
    style: Style = "plain"


Rows = tuple[tuple[Button, ...], ...]


@dataclass(frozen=True, slots=True)
class Menu:
    """One thing to be chosen from a list, perhaps a long one; `chosen` is the code of the present choice.

    One that `stays` is there for choosing again and again: it is no question that is answered once.
    """

    title: str
    choices: tuple[Button, ...]
    chosen: str = ""
    stays: bool = False


@dataclass(frozen=True, slots=True)
class Pick:
    """Several numbered things to be chosen at once, at least `least` and at most `most` of `options`.

    `mark` and `keep` are codes that the chosen numbers are added to: one to lean towards them, one to decide.
    """

    title: str
    question: str
    options: tuple[tuple[int, str], ...]
    least: int
    most: int
    mark: str
    keep: str
    keep_label: str
    marked: tuple[int, ...] = ()

    def marking(self, numbers: Iterable[int]) -> str:
        """The code that leans towards these."""
        return f"{self.mark} {_listed(numbers)}"

    def keeping(self, numbers: Iterable[int]) -> str:
        """The code that decides for these."""
        return f"{self.keep} {_listed(numbers)}"

    @property
    def can_be_kept(self) -> bool:
        """Whether what is marked may be decided for."""
        return self.least <= len(self.marked) <= self.most

    @property
    def rows(self) -> Rows:
        """A button a thing that marks it or unmarks it, and one that keeps what is marked."""
        rows = [(self._toggle(number, label),) for number, label in self.options]
        return (*rows, (self.keep_button,)) if self.can_be_kept else tuple(rows)

    @property
    def keep_button(self) -> Button:
        """The button that keeps what is marked."""
        return Button(self.keep_label, self.keeping(self.marked), "main")

    def _toggle(self, number: int, label: str) -> Button:
        box = "☑" if number in self.marked else "☐"
        return Button(f"{box} {label}", self.marking(set(self.marked) ^ {number}))


@dataclass(frozen=True, slots=True)
class Picture:
    """A PNG with the text that stands in for it; the file's name tells no secret.

    A close-up names as its `whole` the picture that it is a part of, which comes next in the message: where
    there is room for one only, the close-up is shown, and the whole lies behind it.
    """

    name: str
    alt: str
    png: bytes = field(repr=False)
    whole: str = ""


@dataclass(frozen=True, slots=True)
class Document:
    """A text file to be kept, such as the record of a finished game."""

    name: str
    text: str = field(repr=False)


Drawing = Callable[[], Awaitable[tuple[Picture, ...]]]
"""Draws pictures, once somebody wants them."""


@dataclass(frozen=True, slots=True)
class Mention:
    """A person whom a message notifies. The last place where its text has their name becomes the mention."""

    person: Person
    name: str


@dataclass(frozen=True, slots=True)
class Message:
    """Text, pictures, files, what can be pressed, and who is notified.

    The text is plain, with `**bold**` and line breaks only: each platform writes them in its own way. What
    can be pressed are rows of buttons, lists to choose one thing from, and one list to pick several from.
    `brief` says the gist of a long text, for where there is room for a few lines only.
    """

    text: str
    pictures: tuple[Picture, ...] = ()
    buttons: Rows = ()
    mentions: tuple[Mention, ...] = ()
    documents: tuple[Document, ...] = ()
    menus: tuple[Menu, ...] = ()
    pick: Pick | None = None
    brief: str = field(default="", compare=False)
    drawing: Drawing | None = field(default=None, compare=False, repr=False)
    """The pictures that are not drawn yet: a platform may show the text first."""

    @property
    def mentioned(self) -> tuple[Person, ...]:
        """Everybody whom it notifies."""
        return tuple(one.person for one in self.mentions)

    @property
    def rows(self) -> Rows:
        """Everything that can be pressed, as buttons: for a platform that has no lists.

        Menus that stay are settings: actions come before them.
        """
        lists = {
            stays: [row for menu in self.menus if menu.stays is stays for row in in_rows(menu.choices)]
            for stays in (False, True)
        }
        return (*(self.pick.rows if self.pick else ()), *lists[False], *self.buttons, *lists[True])


async def drawn(message: Message) -> Message:
    """A message with all its pictures."""
    if message.drawing is None:
        return message
    return replace(message, pictures=(*message.pictures, *await message.drawing()), drawing=None)


def in_rows(buttons: Sequence[Button], width: int = _IN_A_ROW) -> Rows:
    """The buttons in rows of this length."""
    return tuple(tuple(buttons[start : start + width]) for start in range(0, len(buttons), width))


def _listed(numbers: Iterable[int]) -> str:
    return ",".join(map(str, sorted(numbers))) or "none"


class Topic(StrEnum):
    """What a message is about: each platform treats these in its own way."""

    LOBBY = "lobby"
    """The players before the game begins: one message, edited in place."""
    TURN = "turn"
    """What happened, and who plays next: a new message; older ones lose their buttons."""
    END = "end"
    """How the game ended: a new message, which waits for nobody; older ones lose their buttons."""
    PANEL = "panel"
    """What only one person may see: one message, edited in place."""
    NOTE = "note"
    """About the bot itself, such as a missing permission: sent once."""
