"""What the bot may do in a chat."""

from collections.abc import Awaitable, Callable, Collection
from dataclasses import dataclass

from bot.model.identity import Chat


class Unreachable(Exception):
    """The chat is gone, the bot may not speak there, or the person takes no messages from it."""


OnReachable = Callable[[Collection[Chat]], None]
"""Called with chats that may have become writable."""

OnLost = Callable[[Collection[Chat]], None]
"""Called with chats in which the bot certainly can post nothing any more."""

OnCut = Callable[[], None]
"""Called when a platform cannot be reached, also if that was said before."""

OnBack = Callable[[], Awaitable[None]]
"""Awaited when a platform can be reached, also if it never was cut off, before its people are served."""


@dataclass(frozen=True, slots=True)
class MissingPermissions:
    """What the bot may not do in a chat, by the keys of the phrases that name it.

    Without `speech` it cannot write there, without `pictures` it shows none. `place` is the chat's name.
    """

    speech: tuple[str, ...] = ()
    pictures: tuple[str, ...] = ()
    place: str = ""
    others: tuple[str, ...] = ()
    """What else it asks for: it posts without these too, but not as well."""
