"""What a table command comes to: facts to be written, or a refusal. Pure: no chat, no store, no clock."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from bot.matches.match import LogEvent, Match
from bot.matches.roster import Status
from bot.store import RowUpdates
from bot.store.values import NO_UPDATES

Value = str | int


class CommandRefused(Exception):
    """What was asked for cannot be done now: the key of the sentence that says why, and its values."""

    def __init__(self, key: str, **values: Value) -> None:
        super().__init__(key, values)
        self.key = key
        self.values = values


@dataclass(frozen=True, slots=True)
class Outcome:
    """Facts to be written, with what goes with them, and the sentence that answers whoever asked."""

    facts: tuple[LogEvent, ...]
    say: str
    values: Mapping[str, Value] = field(default_factory=dict)
    also: RowUpdates = NO_UPDATES


Decide = Callable[[Match], Outcome]
"""What something comes to in a match as it stands."""


def by_status(in_lobby: Decide, running: Decide) -> Decide:
    """One decision for an open lobby, another for a running game. Raises CommandRefused for a game that is over."""

    def decide(match: Match) -> Outcome:
        if match.roster.status is Status.LOBBY:
            return in_lobby(match)
        if match.roster.status is Status.RUNNING:
            return running(match)
        raise CommandRefused("game-is-over")

    return decide
