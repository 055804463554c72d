"""The invariants of every game, which `stationmaster simulate --check` checks.

Each invariant is a function that yields a sentence for each way in which a move breaks it.
"""

import json
from collections import Counter
from collections.abc import Iterator, Sequence

from engine.actions import (
    Action,
    BuildStation,
    ClaimRoute,
    DeclineTunnel,
    DrawDeck,
    DrawFaceUp,
    DrawTickets,
    KeepTickets,
    PaySurcharge,
)
from engine.cards import CARDS, EMPTY_SLOT, LOCOMOTIVE, in_order, letters
from engine.chance import Chance, colon_seal
from engine.documents.codec import from_json, to_json
from engine.documents.position import game_at, position_of
from engine.events import Event, GameEnded, LastRoundStarted, TicketsKept, TurnPassed, TurnStarted
from engine.fold import evolve, fold
from engine.game import Game, all_cards
from engine.notation import line, read_line
from engine.options import options
from engine.refusals import BadInput, IllegalAction
from engine.rulebook import apply
from engine.setup import whole_deck
from engine.view import view_for
from tools.simulation.recount import recounted


def broken_by(before: Game, events: Sequence[Event], after: Game) -> Iterator[str]:
    """The quick invariants that a move breaks: the state before, what happened, and the state after."""
    for invariant in (_cards, _sizes, _trains_and_points, _row, _decisions):
        yield from invariant(after)
    yield from _tickets(before, events, after)
    yield from _passes(before, events)
    yield from _events(before, events, after)


def broken_slowly(before: Game, seat: int, after: Game) -> Iterator[str]:
    """The broken invariants that take longer to check than the move of the seat takes to play."""
    yield from _options(before, seat)
    yield from _refusals(before, seat)
    yield from _position(after)


def broken_by_end(log: Sequence[Event], game: Game) -> Iterator[str]:
    """The invariants that the end of a game or its whole log breaks."""
    for event in log:
        if from_json(Event, json.loads(json.dumps(to_json(event)))) != event:
            yield f"The JSON of the event {event} gives back another one."
    if fold(game.table.board, log) != game:
        yield "The fold of all events is another game."
    if colon_seal(game.table.game_id, game.table.seed) != game.table.seal:
        yield "The seed that was published is not the one that was sealed."
    yield from _ending(log, game)


# ---- cards, trains, points, tickets


def _cards(game: Game) -> Iterator[str]:
    """No card is lost: the shipped games have 110, 12 of each colour and 14 locomotives."""
    there, whole = all_cards(game), whole_deck(game.table.rules)
    if there != whole:
        yield f"There are {len(there)} cards, {there}, and the game has {whole}."


def _sizes(game: Game) -> Iterator[str]:
    table = game.table
    for what, shown, there in (
        ("deck", table.deck, len(game.deck)),
        ("discards", table.discards, sum(game.discards)),
        ("ticket deck", table.ticket_deck, len(game.ticket_deck)),
        ("hands", table.hands, tuple(map(sum, game.hands))),
        ("tickets", table.tickets, tuple(map(len, game.tickets))),
    ):
        if shown != there:
            yield f"The table shows {what} {shown}, and there are {there}."
    piles = (*game.discards, *(held for hand in game.hands for held in hand))
    if min(piles) < 0:
        yield "A pile has a negative number of cards."


def _trains_and_points(game: Game) -> Iterator[str]:
    table = game.table
    for seat, owned in enumerate(table.routes):
        lengths = [route.length for route in table.board.routes_in(owned)]
        if table.trains[seat] != table.rules.trains - sum(lengths) or table.trains[seat] < 0:
            yield f"Seat {seat} has {table.trains[seat]} trains left, and routes of {sum(lengths)}."
        if table.points[seat] != sum(map(table.rules.route_points.__getitem__, lengths)):
            yield f"Seat {seat} has {table.points[seat]} points, which its routes do not come to."
    if sum(map(int.bit_count, table.routes)) != table.claimed.bit_count():
        yield "A route has two owners."


def _tickets(before: Game, events: Sequence[Event], after: Game) -> Iterator[str]:
    """No ticket is lost, except to the box, and none is in two places."""
    boxed = [event.refused for event in events if isinstance(event, TicketsKept) and event.to == "box"]
    gone = [ticket for refused in boxed for ticket in refused]
    if before.table.turn == 0 < after.table.turn:
        gone += before.long_tickets
    there = sorted([*_all_tickets(after), *gone])
    if there != sorted(_all_tickets(before)) or len(set(there)) < len(there):
        yield f"The tickets are {there} now, those in the box counted."


def _all_tickets(game: Game) -> list[int]:
    aside = [ticket for offers in game.aside for offer in offers for ticket in offer]
    held = [
        ticket for piles in (game.tickets, game.offers, game.refused) for pile in piles for ticket in pile
    ]
    return [*game.ticket_deck, *game.long_tickets, *aside, *held]


# ---- the row, turns and decisions


def _row(game: Game) -> Iterator[str]:
    """A slot is empty, or the row has too many locomotives, only if no card can change that."""
    table = game.table
    if EMPTY_SLOT in table.row:
        if game.deck or any(game.discards):
            yield f"The row {table.row} has an empty slot, and there are cards for it."
    elif table.rules.is_cleared(table.row.count(LOCOMOTIVE)):
        loose = Counter(table.row + game.deck + letters(game.discards))
        if loose.total() - loose[LOCOMOTIVE] > table.rules.row - table.rules.row_reset:
            yield f"The row {table.row} should have been cleared."


def _decisions(game: Game) -> Iterator[str]:
    """The game waits for the seat whose turn it is, or for all who choose tickets; each has options."""
    table = game.table
    waiting = table.waiting_for
    if not table.choosing and waiting != (() if table.over else (table.seat,)):
        yield f"It is the turn of seat {table.seat}, and the table waits for {waiting}."
    for seat, decision in enumerate(table.decisions):
        if bool(options(view_for(game, seat)).kinds) != (decision is not None):
            yield f"Seat {seat} is asked for {decision}, and its options do not go with that."
        if decision and not 1 <= decision.revision <= game.seq:
            yield f"The revision of {decision} is no event: there were {game.seq}."
        if getattr(decision, "size", 0) != len(game.offers[seat]):
            yield f"Seat {seat} is asked for {decision}, and is offered {game.offers[seat]}."


def _passes(moment: Game, events: Sequence[Event]) -> Iterator[str]:
    """A turn is passed automatically only if nothing is legal."""
    for event in events:
        if isinstance(event, TurnPassed):
            asked = evolve(moment, TurnStarted(event.seat, event.turns_left))
            if options(view_for(asked, event.seat)).kinds:
                yield f"The turn of seat {event.seat} passed, and it could have played."
        moment = evolve(moment, event)


# ---- events and options


def _events(before: Game, events: Sequence[Event], after: Game) -> Iterator[str]:
    if fold(before.table.board, events, before) != after:
        yield "The fold of what happened is not the moment after."
    if after.seq != before.seq + len(events):
        yield f"After {len(events)} events more, {before.seq} became {after.seq}."
    counters = [event.counter for event in events if hasattr(event, "counter")]
    if [before.counter, *counters] != sorted([before.counter, *counters]):
        yield "The counter of the random stream went back."


def _options(before: Game, seat: int) -> Iterator[str]:
    """Options are accepted, and their text is read back: the default of each kind and a random one."""
    chance = Chance(f"{before.seq:064x}")
    listed = options(view_for(before, seat))
    for kind in listed.kinds:
        for action in (listed.of(kind)[0], chance.pick(listed.of(kind))):
            if not _accepted(before, seat, action):
                yield f"{line(action)} is among the options, and is refused."
            if read_line(line(action)) != action:
                yield f"{line(action)} is read as {read_line(line(action))}."


def _refusals(before: Game, seat: int) -> Iterator[str]:
    """Actions that are not among the options are refused."""
    listed = options(view_for(before, seat))
    for action in _guesses(before, seat, Chance(f"{before.seq + 2**40:064x}")):
        if _accepted(before, seat, action) != (action in listed):
            yield f"{line(action)} is {'an' if action in listed else 'no'} option, and the rules disagree."


def _guesses(before: Game, seat: int, chance: Chance) -> Iterator[Action]:
    """Random actions, legal or not: any kind, any place, any payment."""
    table = before.table
    yield from (DrawDeck(), DrawTickets(), DeclineTunnel())
    yield from (DrawFaceUp(slot, chance.pick(CARDS)) for slot in range(len(table.row) + 2))
    offer = before.offers[seat]
    yield KeepTickets(tuple(sorted({chance.pick(offer or (1, 2, 3)) for _ in range(chance.below(6))})))
    for number in range(1, 9):
        card = chance.pick(CARDS)
        cards = in_order(card * number + LOCOMOTIVE * chance.below(3))
        yield ClaimRoute(chance.pick(table.board.routes).id, cards)
        yield BuildStation(chance.pick(table.board.cities).id, cards)
        yield PaySurcharge(cards)


def _accepted(before: Game, seat: int, action: Action) -> bool:
    try:
        apply(before, seat, action)
    except IllegalAction:
        return False
    return True


def _position(game: Game) -> Iterator[str]:
    """The position of a state gives back the same state."""
    text = json.dumps(position_of(game))
    try:
        if game_at(json.loads(text), game.table.board) != game:
            yield "Its position does not give back the moment."
    except BadInput as bad:
        yield str(bad)


# ---- the end


def _ending(log: Sequence[Event], game: Game) -> Iterator[str]:
    """The game ends by stalemate or after one more turn of each seat, with the scores of a recount."""
    last = log[-1]
    if not isinstance(last, GameEnded) or last.sheet != game.table.sheet:
        yield "The last event of a game is its end."
    elif not last.stalemate and _turns_of_last_round(log) != game.table.players:
        yield f"The last round has {_turns_of_last_round(log)} turns, and {game.table.players} play."
    if game.table.sheet:
        yield from recounted(game, game.table.sheet)


def _turns_of_last_round(log: Sequence[Event]) -> int:
    begun = [place for place, event in enumerate(log) if isinstance(event, LastRoundStarted)]
    turns = [event for event in log[begun[0] :] if isinstance(event, TurnStarted | TurnPassed)]
    return len(turns) if len(begun) == 1 else -1
