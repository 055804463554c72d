"""What a table command comes to: facts to be written, or a refusal. Pure: no chat, no store, no clock."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from bot.matches.match import Fact, Match
from bot.matches.roster import Status
from bot.store import Also
from bot.store.values import NOTHING_ELSE

Value = str | int


class Refused(Exception):
    """What was asked for cannot be done now: the key of the sentence that says why, and its values."""

    def __init__(self, key: str, **values: Value) -> None:
        super().__init__(key, values)
        self.key = key
        self.values = values


@dataclass(frozen=True, slots=True)
class Change:
    """Facts to be written, with what goes with them, and the sentence that answers whoever asked."""

    facts: tuple[Fact, ...]
    say: str
    values: Mapping[str, Value] = field(default_factory=dict)
    also: Also = NOTHING_ELSE


Decide = Callable[[Match], Change]
"""What something comes to in a match as it stands."""


def by_status(in_lobby: Decide, running: Decide) -> Decide:
    """One decision for an open lobby, another for a running game. Raises Refused for a game that is over."""

    def decide(match: Match) -> Change:
        if match.roster.status is Status.LOBBY:
            return in_lobby(match)
        if match.roster.status is Status.RUNNING:
            return running(match)
        raise Refused("game-is-over")

    return decide
