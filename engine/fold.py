"""How each event changes a game. Facts only: nothing here knows a rule, so that a rule mended later never
changes what a stored game was.
"""

from collections.abc import Callable, Iterable
from typing import Any, TypeVar

from engine import events as happened
from engine.board import Board
from engine.cards import CARDS, EMPTY_SLOT, NO_CARDS, added, removed
from engine.events import Event
from engine.game import (
    ChooseTickets,
    Decision,
    DrawSecondCard,
    Game,
    SettleTunnel,
    Table,
    TakeTurn,
    Tunnel,
    changed,
)

Item = TypeVar("Item")

Changes = tuple[dict[str, Any], dict[str, Any]]
"""What an event changes: on the table, for all to see, and among the secrets."""


def started(board: Board, event: happened.GameStarted) -> Game:
    """The first moment of a game. Raises KeyError where the board has no such variant."""
    rules = board.variants[event.variant]
    players = event.players
    table = Table(
        board=board,
        rules=rules,
        game_id=event.game_id,
        bonus=event.bonus,
        players=players,
        seal=event.seal,
        row=EMPTY_SLOT * rules.row,
        hands=(0,) * players,
        tickets=(0,) * players,
        trains=(rules.trains,) * players,
        points=(0,) * players,
        routes=(0,) * players,
        stations=((),) * players,
        decisions=(None,) * players,
    )
    nothing: tuple[tuple[Any, ...], ...] = ((),) * players
    return Game(
        table=table,
        seq=1,
        hands=(NO_CARDS,) * players,
        tickets=nothing,
        offers=nothing,
        aside=nothing,
        refused=nothing,
        seed=event.seed,
    )


def fold(board: Board, events: Iterable[Event], game: Game | None = None) -> Game:
    """The moment after these events, from the start of the game or from `game` on.

    Raises ValueError where they do not start with GameStarted.
    """
    draft = Draft(game) if game else None
    for event in events:
        if isinstance(event, happened.GameStarted):
            draft = Draft(started(board, event))
        elif draft is None:
            raise ValueError("a game's first event is GameStarted")
        else:
            draft.add(event)
    if draft is None:
        raise ValueError("a game has at least one event")
    return draft.game


def evolve(game: Game, event: Event) -> Game:
    """The moment after an event. The game given stays as it was."""
    draft = Draft(game)
    draft.add(event)
    return draft.game


class Draft:
    """A moment of one's own that events are written on, one after the other: one copy serves them all."""

    __slots__ = ("game", "table")

    def __init__(self, game: Game) -> None:
        self.table = changed(game.table)
        self.game = changed(game, table=self.table)

    def add(self, event: Event) -> None:
        """Move the draft on by an event."""
        public, secret = _CHANGES[type(event)](self.game, event)
        self.table.__dict__.update(public)
        self.game.__dict__.update(secret, seq=self.game.seq + 1)


def _put(items: tuple[Item, ...], seat: int, item: Item) -> tuple[Item, ...]:
    return (*items[:seat], item, *items[seat + 1 :])


def _plus(numbers: tuple[int, ...], seat: int, more: int) -> tuple[int, ...]:
    return (*numbers[:seat], numbers[seat] + more, *numbers[seat + 1 :])


def _starter_chosen(game: Game, event: happened.StarterChosen) -> Changes:
    return {"starter": event.seat}, {"counter": event.counter}


def _deck_shuffled(game: Game, event: happened.DeckShuffled) -> Changes:
    deck = game.deck + event.order
    return {"deck": len(deck), "discards": 0}, {"deck": deck, "discards": NO_CARDS, "counter": event.counter}


def _tickets_shuffled(game: Game, event: happened.TicketsShuffled) -> Changes:
    if event.long:
        return {}, {"long_tickets": event.order, "counter": event.counter}
    return {"ticket_deck": event.size}, {"ticket_deck": event.order, "counter": event.counter}


def _cards_dealt(game: Game, event: happened.CardsDealt) -> Changes:
    table = game.table
    public = {"deck": table.deck - event.size, "hands": _plus(table.hands, event.seat, event.size)}
    hand = added(game.hands[event.seat], event.cards)
    return public, {"hands": _put(game.hands, event.seat, hand), "deck": game.deck[event.size :]}


def _row_filled(game: Game, event: happened.RowFilled) -> Changes:
    public = {"row": event.row, "deck": game.table.deck - event.size}
    return public, {"deck": game.deck[event.size :]}


def _row_cleared(game: Game, event: happened.RowCleared) -> Changes:
    size = len(event.row)
    public = {"row": EMPTY_SLOT * size, "discards": game.table.discards + size}
    return public, {"discards": added(game.discards, event.row)}


def _without(game: Game, tickets: tuple[int, ...]) -> dict[str, tuple[int, ...]]:
    """Both ticket piles without these."""
    return {
        "ticket_deck": tuple(ticket for ticket in game.ticket_deck if ticket not in tickets),
        "long_tickets": tuple(ticket for ticket in game.long_tickets if ticket not in tickets),
    }


def _tickets_set_aside(game: Game, event: happened.TicketsSetAside) -> Changes:
    piles = _without(game, event.tickets)
    aside = _put(game.aside, event.seat, (*game.aside[event.seat], event.tickets))
    return {"ticket_deck": len(piles["ticket_deck"])}, dict(aside=aside, **piles)


def _tickets_offered(game: Game, event: happened.TicketsOffered) -> Changes:
    seat = event.seat
    piles = _without(game, event.tickets) if event.dealt else {}
    aside = game.aside if event.dealt else _put(game.aside, seat, game.aside[seat][1:])
    choice = ChooseTickets(game.seq + 1, event.size, event.keep, event.keep_most, event.starting)
    public = {
        "decisions": _put(game.table.decisions, seat, choice),
        "ticket_deck": len(piles.get("ticket_deck", game.ticket_deck)),
    }
    return public, dict(offers=_put(game.offers, seat, event.tickets), aside=aside, **piles)


def _tickets_kept(game: Game, event: happened.TicketsKept) -> Changes:
    seat, table = event.seat, game.table
    public: dict[str, Any] = {
        "decisions": _put(table.decisions, seat, None),
        "tickets": _plus(table.tickets, seat, event.kept_size),
    }
    secret: dict[str, Any] = {
        "offers": _put(game.offers, seat, ()),
        "tickets": _put(game.tickets, seat, game.tickets[seat] + event.kept),
    }
    if event.to == "bottom":
        secret["ticket_deck"] = game.ticket_deck + event.refused
        public["ticket_deck"] = len(secret["ticket_deck"])
    elif event.to == "aside":
        secret["refused"] = _put(game.refused, seat, game.refused[seat] + event.refused)
    return public, dict(**secret)


def _refused_returned(game: Game, event: happened.RefusedReturned) -> Changes:
    deck = game.ticket_deck + event.order
    nothing: tuple[tuple[int, ...], ...] = ((),) * game.table.players
    return {"ticket_deck": len(deck)}, {"ticket_deck": deck, "refused": nothing, "counter": event.counter}


def _alone(game: Game, seat: int, decision: Decision) -> tuple[Decision | None, ...]:
    return _put((None,) * game.table.players, seat, decision)


def _turn_started(game: Game, event: happened.TurnStarted) -> Changes:
    public = {
        "decisions": _alone(game, event.seat, TakeTurn(game.seq + 1)),
        "seat": event.seat,
        "turn": game.table.turn + 1,
        "turns_left": event.turns_left,
        "passes": 0,
    }
    return public, {"long_tickets": ()}


def _turn_passed(game: Game, event: happened.TurnPassed) -> Changes:
    public = {
        "decisions": (None,) * game.table.players,
        "seat": event.seat,
        "turn": game.table.turn + 1,
        "turns_left": event.turns_left,
        "passes": game.table.passes + 1,
    }
    return public, {"long_tickets": ()}


def _card_taken(game: Game, event: happened.CardTaken) -> Changes:
    table, seat, slot = game.table, event.seat, event.slot
    public = {
        "row": table.row[: slot - 1] + EMPTY_SLOT + table.row[slot:],
        "hands": _plus(table.hands, seat, 1),
    }
    return public, {"hands": _put(game.hands, seat, added(game.hands[seat], event.card))}


def _card_drawn(game: Game, event: happened.CardDrawn) -> Changes:
    table, seat = game.table, event.seat
    public = {"deck": table.deck - 1, "hands": _plus(table.hands, seat, 1)}
    hand = added(game.hands[seat], event.card)
    return public, {"hands": _put(game.hands, seat, hand), "deck": game.deck[1:]}


def _second_card_due(game: Game, event: happened.SecondCardDue) -> Changes:
    return {"decisions": _alone(game, event.seat, DrawSecondCard(game.seq + 1))}, {}


def _tunnel_revealed(game: Game, event: happened.TunnelRevealed) -> Changes:
    table, seat = game.table, event.seat
    public = {
        "tunnel": Tunnel(seat, event.route, event.laid, event.revealed),
        "hands": _plus(table.hands, seat, -len(event.laid)),
        "deck": table.deck - len(event.revealed),
        "decisions": _alone(game, seat, SettleTunnel(game.seq + 1, event.owed)),
    }
    return public, {
        "hands": _put(game.hands, seat, removed(game.hands[seat], event.laid)),
        "deck": game.deck[len(event.revealed) :],
    }


def _tunnel_declined(game: Game, event: happened.TunnelDeclined) -> Changes:
    table, seat = game.table, event.seat
    revealed = table.tunnel.revealed if table.tunnel else ""
    public = {
        "tunnel": None,
        "hands": _plus(table.hands, seat, len(event.cards)),
        "discards": table.discards + len(revealed),
    }
    return public, {
        "hands": _put(game.hands, seat, added(game.hands[seat], event.cards)),
        "discards": added(game.discards, revealed),
    }


def _route_claimed(game: Game, event: happened.RouteClaimed) -> Changes:
    table, seat = game.table, event.seat
    laid, revealed = (table.tunnel.laid, table.tunnel.revealed) if table.tunnel else ("", "")
    hand = removed(added(game.hands[seat], laid), event.cards)
    public = {
        "tunnel": None,
        "hands": _put(table.hands, seat, sum(hand)),
        "discards": table.discards + len(event.cards) + len(revealed),
        "routes": _put(table.routes, seat, table.routes[seat] | table.board.bit[event.route]),
        "trains": _plus(table.trains, seat, -event.trains),
        "points": _plus(table.points, seat, event.points),
        "last": (seat, event.route),
    }
    discards = added(game.discards, event.cards + revealed)
    return public, {"hands": _put(game.hands, seat, hand), "discards": discards}


def _station_built(game: Game, event: happened.StationBuilt) -> Changes:
    table, seat = game.table, event.seat
    public = {
        "hands": _plus(table.hands, seat, -len(event.cards)),
        "discards": table.discards + len(event.cards),
        "stations": _put(table.stations, seat, (*table.stations[seat], event.city)),
        "last": (seat, event.city),
    }
    return public, {
        "hands": _put(game.hands, seat, removed(game.hands[seat], event.cards)),
        "discards": added(game.discards, event.cards),
    }


def _last_round_started(game: Game, event: happened.LastRoundStarted) -> Changes:
    return {"turns_left": event.turns_left}, {}


def _game_ended(game: Game, event: happened.GameEnded) -> Changes:
    public = {
        "decisions": (None,) * game.table.players,
        "seat": None,
        "sheet": event.sheet,
        "seed": event.seed,
    }
    return public, {}


_CHANGES: dict[type[Event], Callable[[Game, Any], Changes]] = {
    happened.StarterChosen: _starter_chosen,
    happened.DeckShuffled: _deck_shuffled,
    happened.TicketsShuffled: _tickets_shuffled,
    happened.CardsDealt: _cards_dealt,
    happened.RowFilled: _row_filled,
    happened.RowCleared: _row_cleared,
    happened.TicketsSetAside: _tickets_set_aside,
    happened.TicketsOffered: _tickets_offered,
    happened.TicketsKept: _tickets_kept,
    happened.RefusedReturned: _refused_returned,
    happened.TurnStarted: _turn_started,
    happened.TurnPassed: _turn_passed,
    happened.CardTaken: _card_taken,
    happened.CardDrawn: _card_drawn,
    happened.SecondCardDue: _second_card_due,
    happened.TunnelRevealed: _tunnel_revealed,
    happened.TunnelDeclined: _tunnel_declined,
    happened.RouteClaimed: _route_claimed,
    happened.StationBuilt: _station_built,
    happened.LastRoundStarted: _last_round_started,
    happened.GameEnded: _game_ended,
}


def all_cards(game: Game) -> str:
    """Every train card of a moment, wherever it lies, in the order of CARDS."""
    table = game.table
    laid = (table.tunnel.laid + table.tunnel.revealed) if table.tunnel else ""
    loose = game.deck + table.row.replace(EMPTY_SLOT, "") + laid
    piles = [game.discards, *game.hands]
    return "".join(
        card * (loose.count(card) + sum(pile[index] for pile in piles)) for index, card in enumerate(CARDS)
    )
