"""What a row of the command table says of a command: its arguments, its audience, and where it is offered."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import Flag, StrEnum, auto
from typing import Generic, TypeVar

Made = TypeVar("Made", covariant=True)
"""The commands that a row makes."""


class ArgumentKind(StrEnum):
    """What the value of an argument is, and so how it is completed while it is typed."""

    BOARD = "game"
    VARIANT = "variant"
    BONUS = "bonus"
    STARTER = "starter"
    PLAYER = "player"
    CARD = "draw"
    ROUTE = "route"
    ROUTE_CARDS = "route-cards"
    CITY = "city"
    CITY_CARDS = "city-cards"
    TICKETS = "keep"
    SURCHARGE = "pay"
    PLACE = "place"
    COLOR = "color"
    LEVEL = "level"
    LANGUAGE = "language"
    PING = "ping"
    TOPIC = "topic"
    VIEW = "view"
    TEXT = "text"
    NUMBER = "number"
    FLAG = "flag"


@dataclass(frozen=True, slots=True)
class Argument:
    """One argument of a command. Its name and description are the phrases `part-NAME` and
    `part-NAME-about`."""

    name: str
    kind: ArgumentKind
    required: bool = False
    only: str = ""
    """The only platform that offers it, or `text` where it can only be typed; empty: all."""


Value = str | int | bool


@dataclass(frozen=True, slots=True)
class Arguments:
    """The arguments that somebody gave, by name. What is missing reads as empty."""

    given: Mapping[str, Value] = field(default_factory=dict)

    def text(self, name: str) -> str:
        """A text argument without space around it, or ""."""
        return str(self.given.get(name, "")).strip()

    def word(self, name: str) -> str:
        """A text argument in lower case."""
        return self.text(name).lower()

    def number(self, name: str) -> int | None:
        """A number, or None where it is missing or no number of at most four digits."""
        digits = self.text(name)
        return int(digits) if digits.isdecimal() and len(digits) <= _MOST_DIGITS else None

    def flag(self, name: str) -> bool:
        """Whether a flag is set."""
        return self.given.get(name) in (True, "yes", "on")


_MOST_DIGITS = 4


@dataclass(frozen=True, slots=True)
class CommandCall:
    """A command as a person gave it: the word of its row in `COMMANDS`, and its arguments."""

    word: str
    arguments: Arguments = Arguments()


class Section(StrEnum):
    """Where a command stands in help, in the README and in menus."""

    TABLE = "table"
    TURN = "turn"
    LOOK = "look"
    CHATS = "chats"
    PERSON = "person"


class Audience(StrEnum):
    """Who may use a command. Handlers enforce it (bot.service.permissions); help and menus show it."""

    ANYONE = "anyone"
    PLAYER = "player"
    HOST = "host"
    """The creator, and the admins of the chat where the game was opened."""


class Trait(Flag):
    """What else is true of a command."""

    TYPED = auto()
    """People may type it; without this only buttons use it."""
    SLASH = auto()
    """Discord offers it as a command of its own."""
    GAME_SLASH = auto()
    """Discord offers it as a part of `/game`."""
    ADMIN = auto()
    """`/gameadmin` offers it too."""
    GROUP_MENU = auto()
    """Telegram's menu in groups lists it."""
    DM_MENU = auto()
    """Telegram's menu in private chats lists it."""
    ANY_GAME = auto()
    """It does not mean one game: nobody who plays several is asked which."""
    CHANGES = auto()
    """It changes a game or a chat: a repeated click must not run it again."""
    PRIVATE = auto()
    """Its answer may show what only its person may see."""
    CONFIRMS = auto()
    """It asks once more before it does anything."""
    PERSONAL = auto()
    """It is about the person who gives it: an admin who speaks for a whole group cannot."""
    FORM = auto()
    """Its answer may be a form."""
    PICTURE = auto()
    """Its answer is a picture to look at."""
    ON_LOBBY = auto()
    """The post of a lobby has its button."""
    ON_CHOICE = auto()
    """A post has its button while starting tickets are chosen."""
    ON_TURN = auto()
    """The post of a turn has its button."""
    ON_END = auto()
    """The last post has its button."""
    SECRET = auto()
    """Its arguments can tell a secret of the person who gives it: in a group they are refused."""
    DEEP_LINK = auto()
    """A link into a private chat may ask for it: it shows something and changes nothing."""


@dataclass(frozen=True, slots=True)
class CommandSpec(Generic[Made]):
    """A row of the table: one command as every platform offers it.

    `make` builds its value from the arguments. Where the state of the game is needed for that (a city's name,
    a card of the row), it is None, and bot.text.parser builds it. The phrase `slash-WORD-about` describes it.
    """

    word: str
    section: Section
    traits: Trait
    make: Callable[[Arguments], Made] | None
    arguments: tuple[Argument, ...] = ()
    audience: Audience = Audience.ANYONE
    telegram: str = ""
    """Telegram's word, where those of other bots would collide with it."""
    menu_after: str = ""
    """The command that it follows in Telegram's menus, where that is not its place in the table."""
    shown_first: str = ""
    """The command that shows a game which somebody has just chosen for this one."""

    def has(self, trait: Trait) -> bool:
        """Whether a trait is true of the command."""
        return trait in self.traits
