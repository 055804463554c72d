"""The log of a game that a test writes event by event."""

from datetime import UTC, datetime, timedelta

from bot.matches.match import LogEvent, Match, Step, first_match, follow
from bot.matches.roster_events import (
    GameOpened,
)
from bot.matches.turns import decide
from engine.actions import DrawDeck, KeepTickets
from engine.boards.files import load_board
from engine.view import view_for

BEGUN = datetime(2026, 3, 1, 18, 0, tzinfo=UTC)


class Log:
    """The log of a game in which an hour passes before each thing that happens."""

    def __init__(self) -> None:
        self.steps: list[Step] = []
        self.at = BEGUN

    def add(self, *events: LogEvent) -> None:
        for event in events:
            before = self.steps[-1].after if self.steps else None
            after = follow(before, event, self.at) if before else self._opened(event)
            self.steps.append(Step(before, event, after, self.at, "", ""))
        self.at += timedelta(hours=1)

    @property
    def match(self) -> Match:
        return self.steps[-1].after

    def _opened(self, event: LogEvent) -> Match:
        assert isinstance(event, GameOpened)
        return first_match("abcdef", load_board("europe"), event, self.at)

    def play(self, seat: int) -> None:
        """Make a seat's next decision: keep all tickets, or draw a card."""
        game = self.match.game
        assert game is not None
        offer = view_for(game, seat).offer
        self.add(*decide(self.match, seat, KeepTickets(offer) if offer else DrawDeck()).events)
