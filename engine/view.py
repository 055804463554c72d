"""What one person may see. Options, computers, pictures and sentences are made only from this."""

from dataclasses import dataclass

from engine.cards import NO_CARDS, Counts
from engine.game import Decision, Game, Table


@dataclass(frozen=True, slots=True)
class View:
    """The table as everybody sees it, and what one seat holds; a spectator has no seat and holds nothing."""

    table: Table
    seat: int | None
    hand: Counts
    tickets: tuple[int, ...]
    """Tickets kept, by number."""
    offer: tuple[int, ...]
    """Tickets to choose from, in the order offered."""

    @property
    def decision(self) -> Decision | None:
        """What the table waits for from this seat."""
        return None if self.seat is None else self.table.decisions[self.seat]


def view_for(game: Game, seat: int | None) -> View:
    """What a seat may see of a game; None for a spectator.

    >>> view_for(game, 0).tickets, view_for(game, 1).tickets
    ((9, 3), (20,))
    >>> view_for(game, None).hand
    (0, 0, 0, 0, 0, 0, 0, 0, 0)
    """
    if seat is None:
        return View(game.table, None, NO_CARDS, (), ())
    return View(game.table, seat, game.hands[seat], game.tickets[seat], game.offers[seat])
