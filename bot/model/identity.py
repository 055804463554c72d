"""People and chats, each named by its platform and the platform's own id."""

from dataclasses import dataclass
from typing import Literal, Self, get_args

COMPUTER_MARK = " (computer)"
"""What the stored name of a computer player ends with."""


@dataclass(frozen=True, slots=True)
class Address:
    """An id on a platform, such as that of a Discord server. Written `platform:id`, which `parse` reads.

    Raises ValueError when a part is empty or the platform has a colon in it; an id may have colons.
    """

    platform: str
    id: str

    def __post_init__(self) -> None:
        if not self.platform or not self.id or ":" in self.platform:
            raise ValueError(f"not an address: {self.platform!r}, {self.id!r}")

    def __str__(self) -> str:
        return f"{self.platform}:{self.id}"

    @classmethod
    def parse(cls, line: str) -> Self:
        """Read `platform:id`. Raises ValueError on anything else."""
        platform, _, id = line.partition(":")
        return cls(platform, id)


@dataclass(frozen=True, slots=True)
class Chat(Address):
    """One channel, group, topic or thread. It shows one game at a time."""


@dataclass(frozen=True, slots=True)
class Person(Address):
    """An account on a platform; the same human on two platforms is two persons."""


ANONYMOUS_ADMIN = Person("telegram", "1087968824")
"""The account that Telegram gives for anonymous admins. All groups share it, so it is not one person."""


FORGOTTEN = "forgotten"
"""The platform in the address of somebody who was deleted from a log: `forgotten:2` had seat 2, counted from
1; `forgotten:0` had none at the end."""


Destination = Chat | Person
"""Where messages go: in public to a chat, in private to a person."""


NotifyOn = Literal["here", "telegram", "discord", "both"]
"""Where a person is notified of turns: where they play, on a platform of a linked account, or on both."""

NOTIFY_ON: tuple[NotifyOn, ...] = get_args(NotifyOn)


Ping = Literal["channel", "dm", "both", "none"]
"""How a person is notified of their turn: by a mention in the chat, a private message, both or neither."""

PINGS: tuple[Ping, ...] = get_args(Ping)
