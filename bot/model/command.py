"""What is true of a command: where it is offered, what it changes, and who may see its answer."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from bot.model.settings import Setting

Who = Literal["anyone", "player", "host", "admin"]
"""Who may use a command, for menus and `/gameadmin`; its function checks that.

"host" is who opened the game, or an admin of its home chat; "admin" is such an admin, and for some commands
any player once the game has waited for a day.
"""

Section = Literal["table", "turn", "look", "chats", "person"]
"""The part of help that lists a command."""

TABLE: Section = "table"
TURN: Section = "turn"
LOOK: Section = "look"
CHATS: Section = "chats"
PERSON: Section = "person"

OWN: Literal["own"] = "own"
GAME: Literal["game"] = "game"
"""How Discord has a command that is registered there: as one of its own, or as a part of `/game`."""

GAME_GROUP, ADMIN_GROUP, ANY_COMMAND = "game", "gameadmin", "do"
"""Discord's commands that stand for others: those about a game, those of admins, and all that are not
registered, with the line that people type elsewhere.
"""

TelegramMenu = Literal["", "group", "private", "both"]
"""Which of Telegram's menus list a command."""

GROUP: TelegramMenu = "group"
PRIVATE_CHAT: TelegramMenu = "private"
BOTH: TelegramMenu = "both"

PostKind = Literal["lobby", "choice", "turn", "end"]
"""A post with buttons of commands: of a lobby, of the choice of tickets, of a turn, of the end."""

GameMeant = Literal["shown", "finished", "any", "opened"]
"""Which game a command is about."""

SHOWN: GameMeant = "shown"
"""The one that the chat shows; people who play several games are asked which one."""
LAST_FINISHED: GameMeant = "finished"
"""The same, and where no game is shown, the last one of the person that is over."""
ANY_GAME: GameMeant = "any"
"""None, or the shown one: people who play several games are not asked which one."""
OPENED_HERE: GameMeant = "opened"
"""One that the very chat where the command is given will show."""

IN_THIS_CHAT = "here"
"""The last word of the line that opens a game in a chat itself, and in no thread."""

Answer = Literal["open", "private", "public"]
"""Who may see the answer to a command."""

OPEN: Answer = "open"
"""It holds no secret, but it is for the person who asks."""
PRIVATE: Answer = "private"
"""It can hold secrets of the person who asks."""
PUBLIC: Answer = "public"
"""It is no secret and about nobody: a group that asks for it reads it there."""

AnswerShape = Literal["text", "form", "picture"]
"""What an answer to a command can be, besides text."""

FORM: AnswerShape = "form"
PICTURE: AnswerShape = "picture"

MenuGroup = Literal["main", "game", "channel", "me", "look-back"]
MenuRole = Literal["player", "onlooker", "lobby", "empty", "over"]
MenuWhere = Literal["", "chat", "line"]

WITH_GAME: tuple[MenuRole, ...] = ("player", "onlooker", "over")
EVERYWHERE: tuple[MenuRole, ...] = ("empty", "lobby", *WITH_GAME)
"""Roles of the page's menu: those in a game that runs or is over, and all of them."""


@dataclass(frozen=True, slots=True)
class MenuPlace:
    """Where the menu of the page has a command: who sees it, in which group, and where.

    What is left out follows from who may use the command, and from its section.
    """

    roles: tuple[MenuRole, ...] = ()
    group: MenuGroup | None = None
    where: MenuWhere = ""
    at_times: bool = False
    """Whether it is there only while the program would not refuse it."""


AT_TIMES = MenuPlace(at_times=True)
OWN_PLACE: Literal["own"] = "own"
"""The page has a place of its own for the command."""


@dataclass(frozen=True, slots=True)
class CommandRow:
    """What is true of a command."""

    word: str
    section: Section
    who: Who = "anyone"
    is_typed: bool = True
    """Whether people can type it; otherwise only buttons use it."""
    discord: Literal["", "own", "game"] = ""
    """How it is registered on Discord; where it is not, `/do` carries it out."""
    names: Mapping[str, str] = field(default_factory=dict)
    """What a platform calls it, if not `word`. On Discord that is another command, which does the same."""
    menus: TelegramMenu = ""
    page: MenuPlace | Literal["own"] = MenuPlace()
    posts: tuple[PostKind, ...] = ()
    """The posts that have its button."""
    game: GameMeant = SHOWN
    first: str = ""
    """The command that shows the game which a person has just chosen for this command."""
    answer: Answer = OPEN
    shape: AnswerShape = "text"
    changes: bool = False
    """Whether it changes a game or a chat: a repeated click must not run it again."""
    confirm: bool = False
    """Whether it can ask for confirmation first."""
    personal: bool = False
    """Whether it is about the person who gives it: an anonymous group admin cannot use it."""
    secret: bool = False
    """Whether its arguments can contain secrets of the person who uses it: a group refuses them."""
    link: bool = False
    """Whether a link into a private chat can run it. Without arguments it only shows something; those of the
    section `look` do so with arguments too.
    """
    settings: tuple[Setting[Any], ...] = ()
    """The settings that are its arguments, besides the parameters of its function.

    In typed text each value follows the word of its setting: `language ru ping dm`.
    """
    unknown: str = ""
    """The key of the sentence about a word that names no setting; without it, such a word is passed over."""

    @property
    def is_for_admins(self) -> bool:
        """Whether `/gameadmin` offers it too: it is about a game, and for its host or an admin."""
        return self.section == TABLE and self.who in ("host", "admin")

    @property
    def means_one_game(self) -> bool:
        """Whether people who play several games are asked which one it is about."""
        return self.game in (SHOWN, LAST_FINISHED)

    def written_on(self, platform: str) -> str:
        """How people of a platform write the command: `/new`, `/game new`, `/newgame`."""
        if platform != "discord" or platform in self.names:
            return f"/{self.names.get(platform, self.word)}"
        before = {OWN: "", GAME: f"{GAME_GROUP} ", "": f"{ANY_COMMAND} "}
        return f"/{before[self.discord]}{self.word}"

    def is_offered(self, platform: str) -> bool:
        """Whether help lists it on a platform: not where another command does the same."""
        return self.is_typed and not (platform == "discord" and platform in self.names)
