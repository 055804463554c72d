"""What the admins of a chat have set for it."""

from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, Literal, Self, get_args

from bot.model.local_time import NO_QUIET_HOURS, quiet_span, zone
from bot.model.message import PostPictures

Openers = Literal["everybody", "admins"]
"""Who may open games in a chat."""

Starters = Literal["host", "players", "admins"]
"""Who may start a game that was opened in a chat: its host, all its players, or only admins.

Admins of the chat may always do so.
"""

OPENERS: tuple[Openers, ...] = get_args(Openers)
STARTERS: tuple[Starters, ...] = get_args(Starters)


@dataclass(frozen=True, slots=True)
class ChatSettings:
    """The settings of a chat; None where nothing was chosen, and the default holds.

    As a command: change these settings, and show all of them.
    """

    language: str | None = None
    """The language of public messages."""
    clock: str | None = None
    """The word of the turn clock of new games; the default is the operator's."""
    pictures: PostPictures | None = None
    """What posts show of the board; the default is all of it."""
    openers: Openers | None = None
    """The default is everybody."""
    starters: Starters | None = None
    """The default is the host."""
    default_game: str | None = None
    """The board and the variant of a new game, between them a space."""
    threads: bool | None = None
    """Whether each new game gets a thread or a topic of its own; the default is no."""
    groups_computers: bool | None = None
    """Whether turns of computers are told in the post of the next person; the default is yes."""
    quiet_hours: str | None = None
    """Hours in which posts notify nobody, as in bot.model.local_time; the default is none."""
    zone: str | None = None
    """The time zone of the quiet hours; the default is UTC."""

    def changed_by(self, given: Self) -> Self:
        """These settings, with what `given` has in place of its own."""
        return replace(self, **given.chosen)

    @property
    def chosen(self) -> dict[str, Any]:
        """The settings that were chosen, by name."""
        every = {name: getattr(self, name) for name in self.__slots__}
        return {name: value for name, value in every.items() if value is not None}


DEFAULTS = ChatSettings()


def quiet_until(settings: ChatSettings, at: datetime) -> datetime | None:
    """The end of the quiet hours of a chat in which a moment falls; None where it falls in none."""
    hours = settings.quiet_hours or NO_QUIET_HOURS
    span = quiet_span(at, zone(settings.zone or "UTC"), hours)
    return span[1] if span else None
