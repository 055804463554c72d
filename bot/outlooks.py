"""What may become of tickets: looked into beside the event loop, once for every change on the map."""

import asyncio
from collections import OrderedDict
from collections.abc import Hashable, Sequence

from engine.ticket_status import TicketStatus, ticket_status
from engine.view import View

ROOM = 2000
"""Answers at hand."""


class Outlooks:
    """Looks into what may become of a seat's tickets; drawing cards changes nothing about that."""

    def __init__(self) -> None:
        self._found: OrderedDict[Hashable, tuple[TicketStatus, ...]] = OrderedDict()

    async def of(self, view: View, numbers: Sequence[int] | None = None) -> tuple[TicketStatus, ...]:
        """The outlook of the tickets that the view's seat holds, or of these: see `ticket_status`."""
        tickets = tuple(view.tickets if numbers is None else numbers)
        key = view.seat, tickets, _on_the_map(view)
        if key not in self._found:
            # It can take longer than the event loop may wait.
            self._found[key] = await asyncio.to_thread(ticket_status, view, tickets)
        self._found.move_to_end(key)
        if len(self._found) > ROOM:
            self._found.popitem(last=False)
        return self._found[key]


def _on_the_map(view: View) -> Hashable:
    """All that an outlook follows from, beside the seat and its tickets."""
    table = view.table
    turns = None if table.turns_left is None else (table.turns_left, table.seat)
    game = table.board.edition, table.rules.variant, table.players, table.over
    return *game, table.routes, table.stations, table.trains, turns
