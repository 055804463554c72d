"""The outcome of a command in a match: events to write, or a refusal. Pure: no chat, no store, no clock."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from bot.matches.match import LogEvent, Match
from bot.matches.roster import Status
from bot.store.values import NO_UPDATES, RowUpdates
from engine.game import Game

SentenceValue = str | int


class CommandRefused(Exception):
    """The command cannot be done now: the key of the sentence that says why, and its values.

    A value that is a tuple holds names of people.
    """

    def __init__(self, key: str, **values: SentenceValue | tuple[str, ...]) -> None:
        super().__init__(key, values)
        self.key = key
        self.values = values


@dataclass(frozen=True, slots=True)
class Outcome:
    """Events to write, with the rows that change with them, and the sentence that answers the person.

    Without events nothing is written. `game` is the state after them, where it is known already.
    """

    events: tuple[LogEvent, ...]
    key: str = ""
    values: Mapping[str, SentenceValue] = field(default_factory=dict)
    updates: RowUpdates = NO_UPDATES
    game: Game | None = None


Decide = Callable[[Match], Outcome]
"""Decides the outcome of a command in a match as it is now. Raises CommandRefused."""


def by_status(in_lobby: Decide, running: Decide) -> Decide:
    """One decision for a lobby, another for a running game. A game that is over refuses both."""

    def decide(match: Match) -> Outcome:
        if match.roster.status is Status.LOBBY:
            return in_lobby(match)
        if match.roster.status is Status.RUNNING:
            return running(match)
        raise CommandRefused("game-is-over")

    return decide


def in_lobby(decide: Decide) -> Decide:
    """A decision that only an open lobby takes."""

    def decided(match: Match) -> Outcome:
        if match.roster.status is not Status.LOBBY:
            raise CommandRefused("already-started")
        return decide(match)

    return decided
