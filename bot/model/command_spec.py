"""What a row of the command table says about a command."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import Flag, StrEnum, auto
from typing import Generic, Literal, TypeVar

from engine.actions import Action

Made = TypeVar("Made", covariant=True)
"""The commands that a row makes."""


class ArgumentKind(StrEnum):
    """What the value of an argument is. It decides what is suggested while someone types."""

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
    NOTIFY = "notify"
    ZONE = "timezone"
    QUIET = "quiet"
    WHEN = "when"
    PICTURES = "pictures"
    CLOCK = "clock"
    OPENERS = "openers"
    STARTERS = "starters"
    TOPIC = "topic"
    HELP = "help"
    MONTH = "month"
    VIEW = "view"
    PLAN = "plan"
    TEXT = "text"
    WORDS = "words"
    """Text that is taken as it is: it may have a colon in it."""
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
    one_word: bool = False
    """Whether it ends at the next space in typed text. Other arguments take all that follows."""
    words: tuple[str, ...] = ()
    """What can be typed for it besides the values of its kind; for a flag, the words that set it."""


Value = str | int | bool


@dataclass(frozen=True, slots=True)
class CommandCall:
    """A command as a person gave it: the word of its row in `COMMANDS`, and its arguments by name.

    A missing argument reads as empty.
    """

    word: str
    given: Mapping[str, Value] = field(default_factory=dict)

    def text(self, name: str) -> str:
        """A text argument without surrounding space, or ""."""
        return str(self.given.get(name, "")).strip()

    def lower(self, name: str) -> str:
        """A text argument in lower case."""
        return self.text(name).lower()

    def number(self, name: str) -> int | None:
        """A number of at most six digits, or None."""
        return whole_number(self.text(name))

    def flag(self, name: str) -> bool:
        """Whether a flag is set."""
        return self.given.get(name) in (True, "yes", "on")

    def names(self, name: str) -> tuple[str, ...]:
        """Several words, between spaces or commas; empty for "none" and "off"."""
        words = self.lower(name)
        return () if words in ("none", "off") else tuple(words.replace(",", " ").split())

    def numbers(self, name: str) -> tuple[int, ...]:
        """The first numbers in a text, each once, in order. Longer ones are cut to six digits."""
        found = _NUMBER.findall(self.text(name))[:_MOST_NUMBERS]
        return tuple(sorted({int(digits.lstrip("0")[:_MOST_DIGITS] or "0") for digits in found}))


def whole_number(text: str) -> int | None:
    """A text of one to six digits as a number, or None."""
    return int(text) if text.isdecimal() and len(text) <= _MOST_DIGITS else None


_MOST_DIGITS = 6
_MOST_NUMBERS = 20
_NUMBER = re.compile(r"\d+")


Who = Literal["anyone", "player", "host", "admin"]
"""Who may use a command.

"host" is who opened the game, or an admin of its home chat; "admin" is such an admin, and for some
commands any player once the game has waited for a day.
"""
GAME_GROUP, ADMIN_GROUP = "game", "gameadmin"
"""Commands that consist of others: those about a game, and those of admins."""

MenuGroup = Literal["main", "game", "channel", "me", "look-back"]
MenuRole = Literal["player", "onlooker", "lobby", "empty", "over"]
MenuWhere = Literal["", "chat", "line"]
MenuPlace = tuple[MenuGroup, tuple[MenuRole, ...], MenuWhere]
"""Where the menu of the page has a command: its group, who sees it, and where (bot.text.page_menu)."""

Section = Literal["table", "turn", "look", "chats", "person"]
"""The part of help that lists a command."""


class Trait(Flag):
    """What else is true of a command."""

    TYPED = auto()
    """People can type it; without this only buttons use it."""
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
    """It is not about one game: people who play several games are not asked which one."""
    CHANGES = auto()
    """It changes a game or a chat: a repeated click must not run it again."""
    PRIVATE = auto()
    """Its answer can contain secrets of the person who asks."""
    CONFIRMS = auto()
    """It can ask for confirmation first."""
    PERSONAL = auto()
    """It is about the person who gives it: an anonymous group admin cannot use it."""
    FORM = auto()
    """Its answer can be a form."""
    PICTURE = auto()
    """Its answer is a picture."""
    MAIN = auto()
    """Its button stands out."""
    ON_LOBBY = auto()
    """Its button is below the post of a lobby."""
    ON_CHOICE = auto()
    """Its button is below posts while starting tickets are chosen."""
    ON_TURN = auto()
    """Its button is below the post of a turn."""
    ON_END = auto()
    """Its button is below the last post of a game."""
    SECRET = auto()
    """Its arguments can contain secrets of the person who uses it: a group refuses them."""
    DEEP_LINK = auto()
    """A link into a private chat can run it. Without arguments it only shows something; those of the section
    `look` do so with arguments too."""
    LOOKS_BACK = auto()
    """It is about a game that is over: where no game is shown, about the person's last one."""
    PUBLIC = auto()
    """Its answer is no secret and is about nobody: a group that asks for it reads it there."""
    BY_NAME = auto()
    """In typed text, each value follows the name of its argument."""
    ELSEWHERE = auto()
    """Sentences name it for people on other platforms too."""
    HERE = auto()
    """It shows a game in the very chat where it is given."""
    AT_TIMES = auto()
    """The menu of the page has it only while the program would not refuse it."""
    OWN_PLACE = auto()
    """The local page has a place of its own for it, so its menu leaves it out."""


@dataclass(frozen=True, slots=True)
class CommandSpec(Generic[Made]):
    """A row of the table: one command as every platform offers it.

    `make` builds its value from the arguments. It is None where that needs the state of the game (the name of
    a city, a card of the row) or can be refused; then bot.text.parser builds it. The phrase
    `slash-WORD-about` describes the command.
    """

    word: str
    section: Section
    traits: Trait
    make: Callable[[CommandCall], Made] | None
    arguments: tuple[Argument, ...] = ()
    who: Who = "anyone"
    telegram: str = ""
    """The word on Telegram, where `word` would collide with other bots."""
    discord: str = ""
    """The command of Discord that does this, where it has no command of its own."""
    menu_after: str = ""
    """The command that it follows in Telegram's menus, where that is not its place in the table."""
    shown_first: str = ""
    """The command that shows the game which a person has just chosen for this command."""
    on_page: MenuPlace | None = None
    """Where the menu of the page has it, if not by default (see bot.text.page_menu)."""
    opens: type[Action] | None = None
    """Its button opens a menu of these actions: panels have it while one of them is legal."""

    def has(self, trait: Trait) -> bool:
        """Whether a trait is true of the command."""
        return trait in self.traits

    def written_on(self, platform: str) -> str:
        """How people of a platform write the command: `/new`, `/game new`, `/newgame`."""
        match platform:
            case "discord" if self.has(Trait.GAME_SLASH):
                return f"/game {self.word}"
            case "discord" if self.discord:
                return f"/{self.discord}"
            case "telegram" if self.telegram:
                return f"/{self.telegram}"
            case _:
                return f"/{self.word}"


def menu_place(group: MenuGroup, *roles: MenuRole, where: MenuWhere = "") -> MenuPlace:
    """A place in the menu of the page."""
    return group, roles, where
