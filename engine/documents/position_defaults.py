"""A position with its defaults: what was written, and what follows from it."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import islice
from typing import TypeVar, assert_never

from engine.board import Board
from engine.cards import COLORS, EMPTY_SLOT, Counts, counts, in_order
from engine.chance import colon_seal
from engine.documents.position_format import (
    AND_THE_REST,
    DECISIONS,
    Tickets,
    WrittenChoice,
    WrittenDecision,
    WrittenPosition,
    WrittenSecondCard,
    WrittenTunnel,
    WrittenTurn,
)
from engine.game import ChooseTickets, Decision, DrawSecondCard, Game, SettleTunnel, Table, TakeTurn, Tunnel
from engine.payments import surcharge
from engine.rules import Rules
from engine.setup import whole_deck

Item = TypeVar("Item")


@dataclass(frozen=True)
class CompletedPosition:
    """A position on its board, with a default for every key left out. Nothing is validated here.

    Every card is a card, and every route one of the board.
    """

    written: WrittenPosition
    board: Board

    @property
    def game(self) -> Game:
        """The game."""
        written = self.written
        return Game(
            table=self._table,
            seq=self._seq,
            hands=self._hands,
            tickets=self._seats(written.tickets, ()),
            offers=self._offers,
            aside=self._aside,
            refused=self._seats(written.refused, ()),
            seed=written.seed,
            counter=written.counter,
            deck=self._deck,
            discards=counts(self._discards),
            ticket_deck=self._ticket_deck,
            long_tickets=written.long_tickets,
        )

    @property
    def _table(self) -> Table:
        written = self.written
        return Table(
            board=self.board,
            rules=self.rules,
            game_id=written.game,
            bonus=written.bonus,
            players=self.players,
            seal=colon_seal(written.game, written.seed),
            starter=self._starter,
            seat=self._seat,
            turn=self._turn,
            row=self._row,
            deck=len(self._deck),
            discards=len(self._discards),
            ticket_deck=len(self._ticket_deck),
            hands=tuple(map(sum, self._hands)),
            tickets=tuple(map(len, self._seats(written.tickets, ()))),
            trains=self._trains,
            points=self._points,
            routes=self._routes,
            stations=self._seats(written.stations, ()),
            decisions=self._decisions,
            tunnel=self._tunnel,
            turns_left=written.turns_left,
            passes=written.passes,
            last=written.last,
            sheet=written.sheet,
            seed=written.seed if written.sheet else "",
        )

    @cached_property
    def players(self) -> int:
        """The number written, or the fewest that the lists allow."""
        if self.written.players is not None:
            return self.written.players
        seats = [self.written.seat or 0, self.written.starter or 0]
        return max(
            self.rules.players_least, *map(len, self.written.by_seat.values()), *(seat + 1 for seat in seats)
        )

    @cached_property
    def rules(self) -> Rules:
        """Those of the variant, or of the title's own game."""
        variant = self.written.variant
        return self.board.variants[next(iter(self.board.variants)) if variant is None else variant]

    def _seats(self, items: Sequence[Item], nothing: Item) -> tuple[Item, ...]:
        """One item for each player: items left out at the end are empty."""
        return (*items, *[nothing] * (self.players - len(items)))

    @property
    def _hands(self) -> tuple[Counts, ...]:
        return tuple(map(counts, self._seats(self.written.hands, "")))

    @property
    def _offers(self) -> tuple[Tickets, ...]:
        return self._seats(self.written.offers, ())

    @property
    def _aside(self) -> tuple[tuple[Tickets, ...], ...]:
        return self._seats(self.written.aside, ())

    @cached_property
    def _choosing(self) -> bool:
        """Whether starting tickets are being chosen: there are offers, and no sign of a turn."""
        written = self.written
        if written.sheet or written.turn is not None:
            return written.turn == 0 and not written.sheet
        return (
            written.seat is None and any(written.offers) and not any(map(_in_play, self._written_decisions))
        )

    @cached_property
    def _written_decisions(self) -> tuple[WrittenDecision | None, ...]:
        written = self.written.decisions or ()
        return tuple(DECISIONS[each] if isinstance(each, str) else each for each in written)

    @cached_property
    def _seat(self) -> int | None:
        """Whose turn it is: the seat with a decision, or else the starter."""
        written = self.written
        if written.seat is not None or self._choosing or written.sheet:
            return written.seat
        if written.tunnel:
            return written.tunnel.seat
        busy = [*_places(written.decisions or ()), *_places(written.offers)]
        return busy[0] if busy else written.starter or 0

    @property
    def _turn(self) -> int:
        """The first turn that this seat can have."""
        if self.written.turn is not None:
            return self.written.turn
        if self._choosing:
            return 0
        starter = self.written.starter
        return 1 if starter is None else 1 + ((self._seat or 0) - starter) % self.players

    @property
    def _starter(self) -> int:
        if self.written.starter is not None:
            return self.written.starter
        return 0 if self._seat is None else (self._seat - self._turn + 1) % self.players

    @cached_property
    def _row(self) -> str:
        """One card of each colour that is not placed elsewhere, a second one in a longer row, and so on."""
        if self.written.row is not None:
            return self.written.row
        slots = self.rules.row
        cards = (card for copy in range(slots) for card in COLORS if self._loose[card] > copy)
        return "".join(islice(cards, slots)).ljust(slots, EMPTY_SLOT)

    @cached_property
    def _loose(self) -> Counter[str]:
        """Cards that the position does not mention."""
        written = self.written
        tunnel = written.tunnel.laid + written.tunnel.revealed if written.tunnel else ""
        deck = (written.deck or "").removesuffix(AND_THE_REST)
        placed = "".join(written.hands) + tunnel + deck + (written.row or "") + (written.discards or "")
        return Counter(whole_deck(self.rules)) - Counter(placed)

    @property
    def _rest(self) -> str:
        """Cards that the position does not mention and that are not in the row, in the order of CARDS."""
        row = Counter() if self.written.row is not None else Counter(self._row)
        return in_order("".join((self._loose - row).elements()))

    @cached_property
    def _deck(self) -> str:
        deck = AND_THE_REST if self.written.deck is None else self.written.deck
        return deck.removesuffix(AND_THE_REST) + self._rest if deck.endswith(AND_THE_REST) else deck

    @cached_property
    def _discards(self) -> str:
        if self.written.discards is not None:
            return self.written.discards
        deck = self.written.deck
        return "" if deck is None or deck.endswith(AND_THE_REST) else self._rest

    @cached_property
    def _ticket_deck(self) -> Tickets:
        written = self.written
        listed = (AND_THE_REST,) if written.ticket_deck is None else written.ticket_deck
        numbers = tuple(item for item in listed if isinstance(item, int))
        return numbers if len(numbers) == len(listed) else numbers + self._tickets_left(numbers)

    def _tickets_left(self, numbers: Tickets) -> Tickets:
        """Tickets of the ticket deck that are not placed elsewhere, by number."""
        written = self.written
        aside = [tickets for offers in written.aside for tickets in offers]
        held = [*written.tickets, *written.offers, *written.refused, *aside, numbers, written.long_tickets]
        placed = {ticket for tickets in held for ticket in tickets}
        pile = self.board.pile(self.rules.variant, long=False, bonus=written.bonus)
        return tuple(ticket for ticket in pile if ticket not in placed)

    @cached_property
    def _routes(self) -> tuple[int, ...]:
        routes = self._seats(self.written.routes, ())
        return tuple(sum(self.board.bit[route] for route in owned) for owned in routes)

    @property
    def _trains(self) -> tuple[int, ...]:
        if self.written.trains is not None:
            return self._seats(self.written.trains, self.rules.trains)
        lengths = [[route.length for route in self.board.routes_in(routes)] for routes in self._routes]
        return tuple(self.rules.trains - sum(owned) for owned in lengths)

    @property
    def _points(self) -> tuple[int, ...]:
        if self.written.points is not None:
            return self._seats(self.written.points, 0)
        points = self.rules.route_points
        owned = map(self.board.routes_in, self._routes)
        return tuple(sum(points[route.length] for route in routes) for routes in owned)

    @cached_property
    def _tunnel(self) -> Tunnel | None:
        tunnel = self.written.tunnel
        return tunnel and Tunnel(tunnel.seat, tunnel.route, in_order(tunnel.laid), tunnel.revealed)

    @property
    def _seq(self) -> int:
        if self.written.seq is not None:
            return self.written.seq
        return max([1, *(each.revision for each in self._asked if each and each.revision)])

    @property
    def _decisions(self) -> tuple[Decision | None, ...]:
        return tuple(self._decision(seat, each) if each else None for seat, each in enumerate(self._asked))

    @cached_property
    def _asked(self) -> tuple[WrittenDecision | None, ...]:
        """The decisions written, or those that follow from tunnel, offers and turn."""
        written = self.written
        if written.decisions is not None:
            return self._seats(self._written_decisions, None)
        if self._tunnel:
            return self._alone(self._tunnel.seat, WrittenTunnel())
        if self._choosing or any(self._offers):
            return tuple(WrittenChoice() if offer else None for offer in self._offers)
        return self._alone(self._seat, WrittenTurn())

    def _alone(self, seat: int | None, asked: WrittenDecision) -> tuple[WrittenDecision | None, ...]:
        return tuple(asked if each == seat else None for each in range(self.players))

    def _decision(self, seat: int, asked: WrittenDecision) -> Decision:
        revision = self._seq if asked.revision is None else asked.revision
        match asked:
            case WrittenTurn():
                return TakeTurn(revision)
            case WrittenSecondCard():
                return DrawSecondCard(revision)
            case WrittenTunnel(owed=owed):
                return SettleTunnel(revision, self._owed if owed is None else owed)
            case WrittenChoice():
                return self._choice(seat, revision, asked)
            case _:
                assert_never(asked)

    @property
    def _owed(self) -> int:
        return surcharge(self._tunnel.laid, self._tunnel.revealed) if self._tunnel else 0

    def _choice(self, seat: int, revision: int, asked: WrittenChoice) -> ChooseTickets:
        starting = self._choosing if asked.starting is None else asked.starting
        size = len(self._offers[seat])
        keep, keep_most = (
            self._may_keep(seat, size) if starting else (min(self.rules.keep_tickets, size), size)
        )
        return ChooseTickets(
            revision=revision,
            size=size,
            keep=keep if asked.keep is None else asked.keep,
            keep_most=keep_most if asked.keep_most is None else asked.keep_most,
            starting=starting,
        )

    def _may_keep(self, seat: int, size: int) -> tuple[int, int]:
        """The least and the most starting tickets to keep from this offer; later offers still lie aside."""
        deals = self.rules.deals
        deal = deals[max(0, len(deals) - 1 - len(self._aside[seat]))]
        kept = len(self._seats(self.written.tickets, ())[seat])
        return max(0, deal.keep - kept), min(deal.keep_most, size)


def _in_play(asked: WrittenDecision | None) -> bool:
    """Whether this decision can only come after turns have begun."""
    return asked is not None and not (isinstance(asked, WrittenChoice) and asked.starting is not False)


def _places(items: Sequence[object]) -> list[int]:
    return [seat for seat, item in enumerate(items) if item]
