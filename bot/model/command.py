"""What is true of a command: where it is offered, what it changes, and who may see its answer."""

from dataclasses import dataclass
from typing import Any, Literal

from bot.model.settings import Setting

Who = Literal["anyone", "player", "host", "admin"]
"""Who may use a command, for menus; its function checks that.

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

OWN, GAME = "own", "game"
"""How Discord offers a command: as one of its own, or as a part of `/game`."""

GROUP, PRIVATE_CHAT, BOTH = "group", "private", "both"
"""Which of Telegram's menus list a command."""

IN_THIS_CHAT = "here"
"""The last word of the line that opens a game in a chat itself, and in no thread."""

GAME_GROUP, ADMIN_GROUP = "game", "gameadmin"
"""Discord's commands that consist of others: those about a game, and those of admins."""

PostKind = Literal["lobby", "choice", "turn", "end"]
"""A post with buttons of commands: of a lobby, of the choice of tickets, of a turn, of the end."""

MenuGroup = Literal["main", "game", "channel", "me", "look-back"]
MenuRole = Literal["player", "onlooker", "lobby", "empty", "over"]
MenuWhere = Literal["", "chat", "line"]

WITH_GAME: tuple[MenuRole, ...] = ("player", "onlooker", "over")
EVERYWHERE: tuple[MenuRole, ...] = ("empty", "lobby", *WITH_GAME)
"""Roles of the page's menu: those in a game that runs or is over, and all of them."""


@dataclass(frozen=True, slots=True)
class MenuPlace:
    """Where the menu of the page has a command: its group, who sees it, and where."""

    group: MenuGroup
    roles: tuple[MenuRole, ...]
    where: MenuWhere = ""


@dataclass(frozen=True, slots=True)
class CommandRow:
    """What is true of a command."""

    word: str
    section: Section
    who: Who = "anyone"
    typed: bool = True
    """Whether people can type it; without this only buttons use it."""
    discord: str = ""
    """OWN, GAME, or the command of Discord that does the same; empty if there is none."""
    telegram: str = ""
    """The word on Telegram, where `word` would collide with other bots."""
    menus: str = ""
    """Which of Telegram's menus list it: GROUP, PRIVATE_CHAT or BOTH."""
    menu_after: str = ""
    """The command that it follows in Telegram's menus, where that is not its place in the list."""
    for_admins: bool = False
    """Whether `/gameadmin` offers it too."""
    page: MenuPlace | Literal["own"] | None = None
    """Where the menu of the page has it, if not by default; "own": the page has a place of its own for it."""
    page_at_times: bool = False
    """Whether the menu of the page has it only while the program would not refuse it."""
    posts: tuple[PostKind, ...] = ()
    """The posts that have its button."""
    main: bool = False
    """Whether its button stands out."""
    any_game: bool = False
    """Whether it is not about one game: people who play several games are not asked which one."""
    here: bool = False
    """Whether it shows a game in the very chat where it is given."""
    elsewhere: bool = False
    """Whether sentences name it for people on other platforms too."""
    changes: bool = False
    """Whether it changes a game or a chat: a repeated click must not run it again."""
    personal: bool = False
    """Whether it is about the person who gives it: an anonymous group admin cannot use it."""
    private: bool = False
    """Whether its answer can contain secrets of the person who asks."""
    secret: bool = False
    """Whether its arguments can contain secrets of the person who uses it: a group refuses them."""
    confirm: bool = False
    """Whether it can ask for confirmation first."""
    form: bool = False
    """Whether its answer can be a form."""
    picture: bool = False
    """Whether its answer is a picture."""
    link: bool = False
    """Whether a link into a private chat can run it. Without arguments it only shows something; those of the
    section `look` do so with arguments too.
    """
    looks_back: bool = False
    """Whether it is about a game that is over: where no game is shown, about the person's last one."""
    public: bool = False
    """Whether its answer is no secret and about nobody: a group that asks for it reads it there."""
    settings: tuple[Setting[Any], ...] = ()
    """The settings that are its arguments, by their words, besides the parameters of its function."""
    by_name: bool = False
    """Whether in typed text each value follows the name of its argument: `language ru ping dm`."""
    unknown: str = ""
    """The key of the sentence about a value that it does not know, where values follow names."""
    first: str = ""
    """The command that shows the game which a person has just chosen for this command."""

    def written_on(self, platform: str) -> str:
        """How people of a platform write the command: `/new`, `/game new`, `/newgame`."""
        match platform, self.discord:
            case "discord", "game":
                return f"/{GAME_GROUP} {self.word}"
            case "discord", other if other not in ("", OWN):
                return f"/{other}"
            case "telegram", _ if self.telegram:
                return f"/{self.telegram}"
            case _:
                return f"/{self.word}"

    def is_offered(self, platform: str) -> bool:
        """Whether people of a platform can give the command by its own name."""
        return self.discord in (OWN, GAME) if platform == "discord" else self.typed
