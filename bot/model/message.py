"""Messages of the bot, as values that each platform shows in its own way."""

import asyncio
import re
from collections.abc import Awaitable, Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from enum import StrEnum
from typing import Literal, get_args

from bot.model.identity import Person

WORDS_FIRST = 0.02
"""Seconds that work started by a command waits, so that the text of the answer is sent first."""

_IN_A_ROW = 3


Style = Literal["plain", "main", "danger"]
"""How much a button stands out."""


@dataclass(frozen=True, slots=True)
class Button:
    """A button: its label, and the code that a click sends (see bot.model.callbacks).

    `short` is the label where there is little room, such as without the title of the menu that it is in.
    """

    label: str
    code: str
    style: Style = "plain"
    short: str = ""
    about: str = ""
    """What a list says of it in small letters."""

    @property
    def is_link(self) -> bool:
        """Whether it opens an address instead."""
        return self.code.startswith("https://")


Rows = tuple[tuple[Button, ...], ...]


@dataclass(frozen=True, slots=True)
class Menu:
    """A list, long or short, to choose one thing from; `chosen` is the code of the current choice.

    A menu that `stays` is a setting, which can be changed again; any other menu asks one question. The first
    `best` choices are enough where there is little room: others can be named in a command. 0: all are needed.
    `find` asks for such a name in a form if there are forms. Its code gets the name.
    """

    title: str
    choices: tuple[Button, ...]
    chosen: str = ""
    stays: bool = False
    best: int = 0
    find: Button | None = None


@dataclass(frozen=True, slots=True)
class Pick:
    """A list to choose several numbered things from, at least `least` and at most `most` of `options`.

    The chosen numbers are added to the code `mark`, which marks them, or to `keep`, which decides.
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
        """The code that marks these."""
        return f"{self.mark} {_listed(numbers)}"

    def keeping(self, numbers: Iterable[int]) -> str:
        """The code that keeps these."""
        return f"{self.keep} {_listed(numbers)}"

    @property
    def can_be_kept(self) -> bool:
        """Whether the marked things can be kept."""
        return self.least <= len(self.marked) <= self.most

    @property
    def rows(self) -> Rows:
        """A button for each thing, which marks or unmarks it, and one that keeps the marked things."""
        rows = []
        for number, label in self.options:
            box = "☑" if number in self.marked else "☐"
            rows.append((Button(f"{box} {label}", self.marking(set(self.marked) ^ {number})),))
        return (*rows, (self.keep_button,)) if self.can_be_kept else tuple(rows)

    @property
    def keep_button(self) -> Button:
        """The button that keeps the marked things."""
        return Button(self.keep_label, self.keeping(self.marked), "main")


HAND = "hand.png"
"""The name of the picture of a hand."""

Pack = Callable[[Callable[[], bytes]], bytes]
"""Returns what a function draws as another file than a PNG, such as a photo."""

PictureKind = Literal["board", "closeup", "final", "score", "chart", "map"]
"""What a public picture shows."""

PostPictures = Literal["board", "closeup", "both"]
"""What the posts of a chat show of the board."""

POST_PICTURES: tuple[PostPictures, ...] = get_args(PostPictures)


@dataclass(frozen=True, slots=True)
class PictureSource:
    """What a public picture can be drawn from again: the log of a game up to event `seq`, and a language.

    Without a language, it is drawn in the program's own.
    """

    kind: PictureKind
    game: str
    seq: int
    language: str = ""
    since: int | None = None
    """The pieces that were built after this event are highlighted; None: the last one."""


SCORES, MAP = "scores.png", "map.png"
"""The file names of the pictures of the final score, and of the map before a game."""


@dataclass(frozen=True, slots=True)
class Picture:
    """A PNG with its alt text. The file name contains no secret.

    It is drawn when somebody is sent it (see `drawn`). A close-up names as its `whole` the picture that it is
    a part of, which follows in the message. Only a picture that everybody may see has a `source`. Pictures
    with the same `key` are the same, drawn or not.
    """

    name: str
    alt: str
    png: bytes = field(default=b"", repr=False)
    """Empty as long as it is not drawn."""
    whole: str = ""
    source: PictureSource | None = field(default=None, compare=False)
    key: Hashable = field(default=None, repr=False)
    draw: Callable[[Pack | None], Awaitable[bytes]] | None = field(default=None, compare=False, repr=False)
    """Draws it, and packs it in another way if the platform wants that."""
    is_kept: Callable[[], bool] | None = field(default=None, compare=False, repr=False)
    """Whether it was drawn before, and `draw` returns at once."""


Document = tuple[str, str]
"""A text file to keep, such as the record of a finished game: its name, and its text, which may be secret."""


@dataclass(frozen=True, slots=True)
class Mention:
    """A person that a message notifies. The mention replaces their name where the text has it last.

    A `quiet` mention looks the same but does not notify, on platforms that offer this.
    """

    person: Person
    name: str
    quiet: bool = False


@dataclass(frozen=True, slots=True)
class Message:
    """A text with pictures, files, buttons and lists, and the people it notifies.

    The text is plain, with `**bold**`, line breaks and moments (see MOMENT) only: each platform writes them
    in its own way.
    `brief` is a short form of a long text, for places with room for a few lines. `details` are small print of
    a post: one line below its text and its mention.
    """

    text: str
    pictures: tuple[Picture, ...] = ()
    buttons: Rows = ()
    mentions: tuple[Mention, ...] = ()
    documents: tuple[Document, ...] = field(default=(), repr=False)
    menus: tuple[Menu, ...] = ()
    pick: Pick | None = None
    details: str = ""
    color: str = field(default="", compare=False)
    """A player's colour: in a post, of the next player; in a panel, of its reader. Else empty."""
    editing: Button | None = None
    """A button that asks for a changed `typed` text, in a form if there are forms. Its code gets the text."""
    typed: str = field(default="", repr=False)
    quiet: bool = False
    """Whether its mentions make no sound: in quiet hours of a chat, or if its people are still there."""
    repeats: bool = False
    """Whether the board is that of the previous post: a chat that has that one gets no picture again."""
    replies_to: str = ""
    """The id of that post, where it is known: this one is a reply to it."""
    as_of: tuple[int, int] = field(default=(0, 0), compare=False)
    """The age of a private panel: the setbacks of its game, and the last event that it shows."""
    keeps_pictures: bool = field(default=False, compare=False)
    """Whether an edit with this message leaves the pictures that are there: they are up to date."""
    panel_of: str = field(default="", compare=False)
    """The game whose private panel this is."""
    lead: str = field(default="", compare=False)
    """The first text of a private panel that answers somebody: what the panel itself does not say."""
    beyond: str = field(default="", compare=False)
    """What a private panel says that a page which draws the table does not show."""
    brief: str = field(default="", compare=False)
    link: str = field(default="", compare=False)
    """An address in the text. The page makes it a link, with a button to copy it."""
    copied: str = field(default="", repr=False, compare=False)
    """What its reader will type or paste elsewhere. Telegram has a button that copies it."""
    once: bool = field(default=False, compare=False)
    """Whether it has a secret that cannot be shown again: no later answer takes its place."""

    @property
    def mentioned(self) -> tuple[Person, ...]:
        """Everybody it notifies."""
        return tuple(mention.person for mention in self.mentions if not mention.quiet)

    @property
    def has_files(self) -> bool:
        """Whether it shows pictures or documents."""
        return bool(self.pictures or self.documents)

    @property
    def needs_drawing(self) -> bool:
        """Whether some of its pictures still have to be drawn."""
        return any(one.draw and not (one.is_kept and one.is_kept()) for one in self.pictures)

    def without_files(self) -> "Message":
        """The same message without its pictures and documents."""
        return replace(self, pictures=(), documents=())

    @property
    def rows(self) -> Rows:
        """All buttons and lists as rows of buttons, for platforms without lists. Settings come last."""
        lists = {
            stays: [row for menu in self.menus if menu.stays is stays for row in in_rows(menu.choices)]
            for stays in (False, True)
        }
        return (*(self.pick.rows if self.pick else ()), *lists[False], *self.buttons, *lists[True])


MOMENT = re.compile(r"<t:(\d+)>")
"""A moment in the text of a message: its seconds since 1970. Platforms show it in the reader's local time."""


def moment(at: datetime) -> str:
    """A moment as the text of a message has it."""
    return f"<t:{int(at.timestamp())}>"


def spelled(text: str) -> str:
    """A text with its moments in words, in UTC, for places that show no local time."""
    return MOMENT.sub(lambda found: in_utc(int(found[1])), text)


WRITTEN = "%Y-%m-%d %H:%M"
IN_UTC = re.compile(r"\b(20\d\d-[01]\d-[0-3]\d [0-2]\d:[0-5]\d) UTC\b")
"""How words have a moment: to the minute."""


def in_utc(seconds: int) -> str:
    """A moment in words, in UTC."""
    return f"{datetime.fromtimestamp(seconds, UTC).strftime(WRITTEN)} UTC"


async def drawn(message: Message) -> Message:
    """A message whose pictures are drawn, unless it keeps those that are there.

    They are asked for at once. One after the other, each would wait behind those of all other messages, and
    the drawn ones would fill the memory meanwhile.
    """
    if message.keeps_pictures:
        return message
    return replace(message, pictures=tuple(await asyncio.gather(*map(drawn_picture, message.pictures))))


async def drawn_picture(picture: Picture) -> Picture:
    """A picture that is drawn."""
    return replace(picture, png=await picture.draw(None), draw=None) if picture.draw else picture


def in_rows(buttons: Sequence[Button], width: int = _IN_A_ROW) -> Rows:
    """The buttons in rows of this length."""
    return tuple(tuple(buttons[start : start + width]) for start in range(0, len(buttons), width))


def _listed(numbers: Iterable[int]) -> str:
    return ",".join(map(str, sorted(numbers))) or "none"


class Topic(StrEnum):
    """What a message is about, which decides how it is delivered."""

    LOBBY = "lobby"
    """The players before the game begins: one message, edited in place."""
    TURN = "turn"
    """What happened, and who plays next: a new message each time; older ones lose their buttons."""
    END = "end"
    """How the game ended: a new message, which waits for nobody; older ones lose their buttons."""
    PANEL = "panel"
    """The hand and options of one person: one private message, edited in place."""
    REMINDER = "reminder"
    """That a turn waits for one person: sent once. Its buttons go with those of older posts."""
    VOTE = "vote"
    """A question to the table: one message for each, edited in place; other posts leave its buttons."""
    NOTE = "note"
    """About the bot itself, such as a missing permission: sent once."""


POSTS = (Topic.LOBBY, Topic.TURN, Topic.END, Topic.VOTE)
"""Topics of the posts that tell a chat what happened in a game."""
