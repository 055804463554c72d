"""What a person asks for: who asks and where, and a word with its arguments. An adapter makes both once."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Self

from bot.model.callbacks import NO_GAME, CallbackData
from bot.model.identity import Chat, Person

Value = str | int | bool
"""What a platform sends for one argument."""


@dataclass(frozen=True, slots=True)
class Asker:
    """A person who asks for something, and where."""

    person: Person
    chat: Chat
    is_admin: bool | None = None
    """Whether they are an admin of the chat; None where the platform has not said."""
    id: str = ""
    """The platform's id of what they sent, which a join and a start add to the chance of the game."""


@dataclass(frozen=True, slots=True)
class Call:
    """A command as a person gave it: the word, and what follows it."""

    word: str
    text: str = field(default="", repr=False)
    """What was typed after the word, or stands in a button. It can be a secret."""
    given: Mapping[str, Value] = field(default_factory=dict, repr=False)
    """The arguments by name, where the platform tells them apart."""
    game: str = NO_GAME
    """The game that it is about, if it is not the one that the chat shows."""
    revision: int | None = None
    """What a button belongs to: a decision, or 0 for none. None where no button was pressed."""

    @classmethod
    def typed(cls, text: str, game: str = NO_GAME) -> Self:
        """Read typed text, with or without a slash.

        >>> Call.typed("/Draw  deck").word
        'draw'
        """
        word, _, rest = " ".join(text.strip().removeprefix("/").split()).partition(" ")
        return cls(word.lower(), rest, game=game)

    @classmethod
    def pressed(cls, code: str) -> Self:
        """Read the code of a button. Anything unreadable becomes a button of an unknown game."""
        try:
            data = CallbackData.read(code)
        except ValueError:
            return cls("", game="", revision=0)
        return replace(cls.typed(data.line, data.game), revision=data.revision)

    @property
    def line(self) -> str:
        """The call as it is typed, without the slash, or as a button has it."""
        return f"{self.word} {self.text}".rstrip()
