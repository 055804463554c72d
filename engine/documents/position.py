"""A position: any state of a game as JSON, to be loaded, checked and written back.

`POSITIONS.md` says what each key means. A written position is complete; in one written by hand, every
key that follows from the others can be left out.
"""

from collections.abc import Iterator, Mapping
from typing import Any, assert_never

from msgspec.structs import replace

from engine.board import Board
from engine.boards.rows import closest
from engine.cards import CARDS, EMPTY_SLOT, letters
from engine.documents.codec import from_json, shown, to_json
from engine.documents.position_defaults import CompletedPosition
from engine.documents.position_format import (
    AND_THE_REST,
    DECISIONS,
    FORMAT,
    WrittenChoice,
    WrittenDecision,
    WrittenPosition,
    WrittenSecondCard,
    WrittenTunnel,
    WrittenTurn,
)
from engine.documents.validation import faults, faults_before_passing
from engine.game import ChooseTickets, Decision, DrawSecondCard, Game, SettleTunnel, Table, TakeTurn
from engine.refusals import BadInput
from engine.turns import passed_on


def game_at(position: Mapping[str, Any], board: Board) -> Game:
    """The game that a position describes. Raises BadInput with the first thing that is impossible.

    If the seat whose turn it is can do nothing, its turn passes.

    >>> game_at({"board": "europe", "hands": ["KKL"]}, europe).table.hands
    (3, 0)
    >>> position_of(game)["hands"]
    ['KKKRRL', 'BBB']
    """
    if position.get("format", FORMAT) != FORMAT:
        written_format = shown(position["format"])
        raise BadInput(
            f"This position has the format {written_format}, and this program reads format {FORMAT}"
        )
    written: WrittenPosition = from_json(WrittenPosition, position)
    _refuse(_unknown_names(written, board))
    reading = CompletedPosition(written, board)
    _refuse(_out_of_place(written, reading))
    _refuse(faults_before_passing(reading.game))
    game = passed_on(reading.game)
    _refuse(faults(game))
    return game


def _refuse(faults: Iterator[str]) -> None:
    for fault in faults:
        raise BadInput(fault.removesuffix("."))


def position_of(game: Game) -> dict[str, Any]:
    """The complete position of a game, secrets included.

    >>> position = position_of(game)
    >>> position["routes"], position["trains"], position["tickets"]
    ([['paris--zurich'], []], [42, 45], [[9, 3], [20]])
    >>> game_at(position, europe) == game
    True
    """
    position = replace(
        _position_of(game.table),
        deck=game.deck,
        discards=letters(game.discards),
        hands=tuple(map(letters, game.hands)),
        tickets=game.tickets,
        offers=game.offers,
        aside=game.aside,
        refused=game.refused,
        ticket_deck=game.ticket_deck,
        long_tickets=game.long_tickets,
        seq=game.seq,
        seed=game.seed,
        counter=game.counter,
    )
    document: dict[str, Any] = to_json(position)
    return document


def _position_of(table: Table) -> WrittenPosition:
    """The position as far as everybody sees it."""
    return WrittenPosition(
        board=table.board.id,
        variant=table.rules.variant,
        bonus=table.bonus,
        game=table.game_id,
        players=table.players,
        starter=table.starter,
        turn=table.turn,
        seat=table.seat,
        decisions=tuple(map(asked, table.decisions)),
        turns_left=table.turns_left,
        passes=table.passes,
        last=table.last,
        row=table.row,
        routes=tuple(tuple(route.id for route in table.board.routes_in(routes)) for routes in table.routes),
        stations=table.stations,
        trains=table.trains,
        points=table.points,
        tunnel=table.tunnel,
        sheet=table.sheet,
    )


def asked(decision: Decision | None) -> WrittenDecision | None:
    """A decision as positions write it."""
    match decision:
        case None:
            return None
        case TakeTurn(revision):
            return WrittenTurn(revision)
        case DrawSecondCard(revision):
            return WrittenSecondCard(revision)
        case ChooseTickets(revision, _, keep, keep_most, starting):
            return WrittenChoice(revision, keep, keep_most, starting)
        case SettleTunnel(revision, owed):
            return WrittenTunnel(revision, owed)
        case _:
            assert_never(decision)


def _unknown_names(written: WrittenPosition, board: Board) -> Iterator[str]:
    """Names and letters that this board or this program does not know."""
    if written.board != board.id:
        yield f'This position is of the board "{written.board}", not of "{board.id}".'
    routes = [route for routes in written.routes for route in routes]
    routes += [written.tunnel.route] if written.tunnel else []
    kinds = [kind for kind in written.decisions or () if isinstance(kind, str)]  # without their fields
    for thing, known, names in (
        ("variant", board.variants, [] if written.variant is None else [written.variant]),
        ("bonus set", board.bonus_sets, written.bonus),
        ("route", board.route, routes),
        ("decision", DECISIONS, kinds),
    ):
        for name in names:
            if name not in known:
                yield f'There is no {thing} "{name}"{closest(name, known)}.'
    yield from _not_cards(written)


def _not_cards(written: WrittenPosition) -> Iterator[str]:
    tunnel = (written.tunnel.laid, written.tunnel.revealed) if written.tunnel else ()
    deck = (written.deck or "").removesuffix(AND_THE_REST)
    row = (written.row or "").replace(EMPTY_SLOT, "")
    for cards in (row, deck, written.discards or "", *written.hands, *tunnel):
        if not set(cards) <= set(CARDS):
            yield f'"{cards}" are not cards: a card is one of the letters {CARDS}.'
    listed = written.ticket_deck or ()
    if any(isinstance(item, str) for item in (listed[:-1] if listed[-1:] == (AND_THE_REST,) else listed)):
        yield f'ticket_deck is a list of numbers, and at its end there may be "{AND_THE_REST}".'


def _out_of_place(written: WrittenPosition, reading: CompletedPosition) -> Iterator[str]:
    """Too many or too few players, lists that are too long, and seats that do not exist."""
    rules, players = reading.rules, reading.players
    if not rules.players_least <= players <= rules.players_most:
        yield f"{rules.players_range} can play, and not {players}."
    for name, items in written.by_seat.items():
        if len(items) > players:
            yield f"{name} has {len(items)} seats, and {players} play."
    tunnel = written.tunnel.seat if written.tunnel else None
    last = written.last[0] if written.last else None
    for seat in (written.starter, written.seat, tunnel, last):
        if seat is not None and not 0 <= seat < players:
            yield f"There is no seat {seat}: {players} play, seats 0 to {players - 1}."
    for owner, routes in enumerate(written.routes):
        if len(set(routes)) < len(routes):
            yield f"Seat {owner} has one route twice."
