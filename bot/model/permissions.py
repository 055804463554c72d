"""What the bot may do in a chat."""

from dataclasses import dataclass
from datetime import datetime


class Unreachable(Exception):
    """The chat is gone, it does not let the bot speak at the moment, or the person takes no messages."""


class Gone(Unreachable):
    """The platform says that the chat is deleted or closed, or that the bot was removed from it."""


class TopicClosed(Gone):
    """The topic is closed to all who do not manage topics, and so to the bot."""


class Silenced(Unreachable):
    """The bot may not speak there until a moment, and no permission changes that."""

    def __init__(self, until: datetime) -> None:
        super().__init__(until)
        self.until = until


@dataclass(frozen=True, slots=True)
class MissingPermissions:
    """What the bot may not do in a chat, by the keys of the phrases that name it.

    Without `speech` it cannot write there, without `pictures` it shows none. `place` is the chat's name.
    """

    speech: tuple[str, ...] = ()
    pictures: tuple[str, ...] = ()
    place: str = ""
    others: tuple[str, ...] = ()
    """Further permissions that it asks for. It can post without them, with restrictions."""
    silenced_until: datetime | None = None
    """When its timeout ends, if it has one. Until then it cannot write there."""

    @property
    def is_silent(self) -> bool:
        """Whether it cannot write there."""
        return bool(self.speech or self.silenced_until)
