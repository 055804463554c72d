"""The values of commands that take more than a text and a number."""

from dataclasses import dataclass

from bot.model.identity import NotifyOn, Ping
from bot.model.message import PostPictures
from bot.model.queries import Query
from engine.actions import Action


@dataclass(frozen=True, slots=True)
class NewGame:
    """Open a game in this chat. Empty fields take the defaults."""

    board: str = ""
    variant: str = ""
    bonus: tuple[str, ...] = ()
    thread: bool = False
    """Whether it gets a thread of its own, also where the chat has not chosen that."""
    here: bool = False
    """Whether it gets none, also where the chat has chosen that."""


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
class Play:
    """Play an action. `revision` comes from a button; None for a typed action."""

    action: Action
    revision: int | None = None
    is_tried: bool = False
    """Show what a claim costs and scores, and do not make it yet."""


@dataclass(frozen=True, slots=True)
class Show:
    """Look at something; `about` says at which routes, cities, topic of the rules, or round.

    About a hand, it is the offered tickets to mark in the panel, by number.
    """

    query: Query
    about: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ChangeSettings:
    """Change personal settings and show all of them. None keeps a setting."""

    language: str | None = None
    ping: Ping | None = None
    confirm: bool | None = None
    zone: str | None = None
    quiet_hours: str | None = None
    digest: bool | None = None
    notify_on: NotifyOn | None = None
    hints: bool | None = None
    is_brief: bool = False
    """Whether the answer is one sentence about the language, and does not show all settings."""
