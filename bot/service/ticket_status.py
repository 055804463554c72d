"""What may become of tickets: looked into beside the event loop, once for every change on the map."""

import asyncio
from collections.abc import Hashable, Sequence

from bot.cache import BoundedCache
from engine.ticket_status import TicketStatus, ticket_status
from engine.view import View

_KNOWN = 2000
"""Answers that are kept."""


class TicketStatuses:
    """Works out what may become of a seat's tickets; drawing cards changes nothing about that."""

    def __init__(self) -> None:
        self._found = BoundedCache[Hashable, tuple[TicketStatus, ...]](_KNOWN)

    async def of(self, view: View, numbers: Sequence[int] | None = None) -> tuple[TicketStatus, ...]:
        """The status of the tickets that the view's seat holds, or of these: see `ticket_status`."""
        tickets = tuple(view.tickets if numbers is None else numbers)
        key = view.seat, tickets, _on_the_map(view)
        # It can take longer than the event loop may wait.
        return await self._found.once(key, lambda: asyncio.to_thread(ticket_status, view, tickets))


def _on_the_map(view: View) -> Hashable:
    """All that a status depends on, besides the seat and its tickets."""
    table = view.table
    turns = None if table.turns_left is None else (table.turns_left, table.seat)
    game = table.board.edition, table.rules.variant, table.players, table.over
    return *game, table.routes, table.stations, table.trains, turns
