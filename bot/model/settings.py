"""The table of settings: a row is a whole setting of persons, chats or games.

    ping = Setting[Ping]("ping", one_of(PINGS), "channel")

The attribute is the name of the setting in the database and in the key of its sentence: `settings-ping` of a
person, `chat-set-openers` of a chat. The word is what people type after the command. It is in the keys of
the other phrases: `part-WORD` and `part-WORD-about` as an argument; `settings-choose-WORD` or
`chat-choose-WORD` as the title of a menu; `WORD-VALUE` for each of a few values. Parser, suggestions, menu,
registration, storage and docs/settings.md follow from the row, and `profile.ping` is the value.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any, Generic, Literal, Self, TypeVar, cast, get_args, overload

from bot.model.identity import NOTIFY_ON, PINGS, NotifyOn, Ping
from bot.model.languages import LANGUAGES
from bot.model.local_time import (
    DEFAULT_QUIET_HOURS,
    NO_QUIET_HOURS,
    known_quiet_hours,
    quiet_span,
    zone,
    zone_names,
)
from bot.model.message import POST_PICTURES, PostPictures

Openers = Literal["everybody", "admins"]
"""Who may open games in a chat."""

Starters = Literal["host", "players", "admins"]
"""Who may start a game that was opened in a chat: its host, all its players, or only admins.

Admins of the chat may always do so.
"""

OPENERS: tuple[Openers, ...] = get_args(Openers)
STARTERS: tuple[Starters, ...] = get_args(Starters)

CLOCK_WORDS = ("none", "2m", "5m", "10m", "1h", "4h", "12h", "24h", "48h", "3d", "7d")
"""The turn clocks to choose from (see bot.matches.clocks)."""

T = TypeVar("T")
Word = TypeVar("Word", bound=str)
Value = TypeVar("Value", covariant=True)


# ---- the kinds of values


@dataclass(frozen=True, slots=True, eq=False)
class ValueKind(Generic[Value]):
    """What a setting can be."""

    stored: Callable[[str], Value | None]
    """The value of a word in the database; None for a word that means nothing."""
    words: tuple[str, ...] = ()
    """The words of all values, where they are few."""


def one_of(words: tuple[Word, ...]) -> ValueKind[Word]:
    """One of a few words."""
    return ValueKind(lambda stored: next((word for word in words if word == stored), None), words)


def word_of(value: object) -> str:
    """The word of a value in the database, in typed text and on buttons."""
    return {True: "on", False: "off"}[value] if isinstance(value, bool) else str(value)


SWITCH: ValueKind[bool] = ValueKind({"on": True, "off": False}.get, ("on", "off"))
LANGUAGE = one_of(LANGUAGES)
CLOCK = one_of(CLOCK_WORDS)
PICTURES = one_of(POST_PICTURES)
ZONE: ValueKind[str] = ValueKind(lambda name: name if name in zone_names() else None)
QUIET_HOURS: ValueKind[str] = ValueKind(lambda hours: hours if known_quiet_hours(hours) == hours else None)
DEFAULT_GAME: ValueKind[str] = ValueKind(str)
"""A board and its variant, between them a space."""

VARIANT: ValueKind[str] = ValueKind(str)
BONUS: ValueKind[tuple[str, ...]] = ValueKind(lambda words: tuple(words.split()))
STARTER: ValueKind[int] = ValueKind(int)
ALLOWANCE: ValueKind[int] = ValueKind(int)
"""What only a game can choose."""


# ---- rows


class Setting(Generic[T]):
    """A choice that persons, chats or games keep."""

    def __init__(self, word: str, kind: ValueKind[T], default: T) -> None:
        self.word = word
        self.kind = kind
        self.default = default
        self.name = ""

    def __set_name__(self, _: type, name: str) -> None:
        self.name = name

    @overload
    def __get__(self, settings: None, owner: type) -> Self: ...

    @overload
    def __get__(self, settings: "ChosenSettings", owner: type) -> T: ...

    def __get__(self, settings: "ChosenSettings | None", owner: type) -> Self | T:
        return self if settings is None else settings.value(self)


@dataclass(frozen=True, slots=True)
class ChosenSettings:
    """The settings of one owner. Each row is an attribute: what was chosen, or else the default."""

    chosen: Mapping[str, object] = field(default_factory=dict, kw_only=True)
    """What was chosen, by the names of the rows."""

    @classmethod
    def rows(cls) -> tuple[Setting[Any], ...]:
        """All rows, in the order in which a command takes them."""
        return tuple(row for base in cls.__mro__ for row in vars(base).values() if isinstance(row, Setting))

    @classmethod
    def given(cls, values: Mapping[str, object]) -> Self:
        """The settings of this owner that a command was given, by their words."""
        given = {row.name: values.get(row.word) for row in cls.rows()}
        return cls(chosen={name: value for name, value in given.items() if value is not None})

    def has(self, row: Setting[Any]) -> bool:
        """Whether something was chosen for a row."""
        return row.name in self.chosen

    def value(self, row: Setting[T]) -> T:
        """What was chosen for a row, or else its default."""
        return cast(T, self.chosen.get(row.name, row.default))

    def having(self, row: Setting[T], value: T) -> Self:
        """These settings, with a value chosen for a row; None chooses nothing."""
        if value is None:
            return self.without(row)
        return replace(self, chosen={**self.chosen, row.name: value})

    def changed_by(self, given: "ChosenSettings") -> Self:
        """These settings, with what is chosen in `given` in place of their own."""
        return replace(self, chosen={**self.chosen, **given.chosen})

    def without(self, row: Setting[Any]) -> Self:
        """These settings, as if nothing was chosen for a row."""
        return replace(self, chosen={name: self.chosen[name] for name in self.chosen if name != row.name})


class PersonSettings(ChosenSettings):
    """What a person chooses with `/settings`."""

    __slots__ = ()

    language = Setting[str | None]("language", LANGUAGE, None)
    """None: that of the chat."""
    ping = Setting[Ping]("ping", one_of(PINGS), "channel")
    confirm = Setting[bool]("confirm", SWITCH, True)
    zone = Setting[str | None]("timezone", ZONE, None)
    """None: it is guessed."""
    quiet_hours = Setting[str]("quiet", QUIET_HOURS, DEFAULT_QUIET_HOURS)
    digest = Setting[bool]("digest", SWITCH, False)
    """Whether a message once a day takes the place of a mention each turn."""
    hints = Setting[bool]("hints", SWITCH, True)
    notify_on = Setting[NotifyOn]("notify", one_of(NOTIFY_ON), "here")


class ChatSettings(ChosenSettings):
    """What the admins of a chat choose with `/chatsettings`."""

    __slots__ = ()

    default_game = Setting[str | None]("title", DEFAULT_GAME, None)
    """The board and variant of a new game; None: those of the program."""
    language = Setting[str | None]("language", LANGUAGE, None)
    """The language of public messages; None: the operator's."""
    clock = Setting[str | None]("clock", CLOCK, None)
    """The turn clock of new games; None: the operator's."""
    openers = Setting[Openers]("openers", one_of(OPENERS), "everybody")
    starters = Setting[Starters]("starters", one_of(STARTERS), "host")
    pictures = Setting[PostPictures]("pictures", PICTURES, "board")
    """What posts show of the board."""
    groups_computers = Setting[bool]("grouped", SWITCH, True)
    """Whether turns of computers are told in the post of the next person."""
    threads = Setting[bool]("threads", SWITCH, False)
    """Whether each new game gets a thread or a topic of its own."""
    quiet_hours = Setting[str]("quiet", QUIET_HOURS, NO_QUIET_HOURS)
    """Hours in which posts notify nobody."""
    zone = Setting[str]("timezone", ZONE, "UTC")
    """The time zone of the quiet hours."""

    def quiet_until(self, at: datetime) -> datetime | None:
        """The end of the quiet hours in which a moment falls; None where it falls in none."""
        span = quiet_span(at, zone(self.zone), self.quiet_hours)
        return span[1] if span else None


class GameOptions(ChosenSettings):
    """What `/options` chooses for the game of an open lobby; None keeps what was chosen before.

    The log of the game keeps it (see bot.matches.lobby.change_setup).
    """

    __slots__ = ()

    variant = Setting[str | None]("variant", VARIANT, None)
    bonus = Setting[tuple[str, ...] | None]("bonus", BONUS, None)
    starter = Setting[int | None]("starter", STARTER, None)
    """The seat that begins, 0 for the first; -1 draws it by lot."""
    clock = Setting[str | None]("clock", CLOCK, None)
    away = Setting[int | None]("away", ALLOWANCE, None)
    """Days in all for which each player's absence stops their clock."""
    delays_plans = Setting[bool | None]("delay", SWITCH, None)
    """Whether a planned turn is played after a random delay."""
    starts_full = Setting[bool | None]("full", SWITCH, None)
    """Whether the game starts by itself when every seat is taken."""
