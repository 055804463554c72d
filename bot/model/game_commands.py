"""Commands that open a game, set it up, and begin or end it: their values."""

from dataclasses import dataclass

from bot.model.chat_settings import DEFAULTS, ChatSettings
from bot.model.message import PostPictures


@dataclass(frozen=True, slots=True)
class NewGame:
    """Open a game in this chat. Empty fields take the defaults."""

    board: str = ""
    variant: str = ""
    bonus: tuple[str, ...] = ()
    thread: bool = False
    """Whether it gets a thread of its own, also where the chat has not chosen that."""


@dataclass(frozen=True, slots=True)
class ChangeChat:
    """Change settings of this chat, and show all of them."""

    settings: ChatSettings = DEFAULTS


@dataclass(frozen=True, slots=True)
class Practice:
    """Open and start a game against two computers, in a chat that this person has alone.

    `words` name the board, its variant and the level of the computers, as far as they are given.
    """

    words: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ChangeSetup:
    """Change what the open lobby will play, and how this chat is posted to; None keeps a setting."""

    variant: str | None = None
    bonus: tuple[str, ...] | None = None
    starter: int | None = None
    """The seat that begins, 0 for the first; -1 draws it by lot."""
    language: str | None = None
    """The language of public messages in this chat."""
    pictures: PostPictures | None = None
    """What the posts in this chat show of the board."""
    clock: str | None = None
    """The word of a turn clock: of the open lobby, or without one, of the games that begin here later."""
    away: int | None = None
    """Days in all for which each player's absence stops their clock."""
    delays_plans: bool | None = None
    """Whether a planned turn is played after a random delay."""

    @property
    def is_of_chat(self) -> bool:
        """Whether it changes something of the chat."""
        return self.language is not None or self.pictures is not None

    @property
    def is_of_game(self) -> bool:
        """Whether it changes something of the game."""
        return any(chosen is not None for chosen in self._of_game)

    @property
    def _of_game(self) -> tuple[object, ...]:
        return self.variant, self.bonus, self.starter, self.away, self.delays_plans


@dataclass(frozen=True, slots=True)
class Join:
    """Take a seat and a color, or change the color; in a running game, take over from a computer."""

    color: str = ""
    word: str = ""
    """A word of the person's choice. It is added to the chance of the game."""


@dataclass(frozen=True, slots=True)
class Leave:
    """Give up a seat; in a running game a computer plays it. Asks for confirmation there.

    `sure` is "yes", or a hash of the player who was asked, from the button of that question. Anybody else who
    presses the button is asked first.
    """

    sure: str = ""


@dataclass(frozen=True, slots=True)
class ChangeComputers:
    """Add a computer player of a level, or `remove` the one that joined the lobby last."""

    level: str = ""
    remove: bool = False


@dataclass(frozen=True, slots=True)
class Start:
    """Begin the game. The word is the last thing that is added to its chance."""

    word: str = ""


@dataclass(frozen=True, slots=True)
class Abort:
    """End the game without a result. Asks for confirmation unless `sure` answers the question."""

    sure: bool | None = None


@dataclass(frozen=True, slots=True)
class Restore:
    """Restore a game aborted within a day: `game`, or the last one opened in this chat."""

    game: str = ""
