"""Secrecy pairs: the same public game with other secrets, written as a log of its own."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product

from msgspec import structs

from bot.matches.boards import BoardRepository
from bot.matches.match import LogEvent, Step, entries
from bot.matches.roster_events import GameOpened, PlayerJoined, RosterEvent
from bot.model.identity import Chat, Person
from bot.store import RowUpdates, Store
from engine.board import Board
from engine.events import (
    CardDrawn,
    CardsDealt,
    DeckShuffled,
    Event,
    GameStarted,
    RefusedReturned,
    RowFilled,
    TicketsKept,
    TicketsOffered,
    TicketsSetAside,
    TicketsShuffled,
    TunnelRevealed,
    seen_by,
)
from engine.fold import fold


@dataclass(frozen=True, slots=True)
class Hidden:
    """A card of the first deck that a seat (-1: nobody yet) got unseen: its place in the deck's order."""

    place: int
    seat: int


def secrecy_pair(facts: Sequence[LogEvent], board: Board, seat: int) -> list[LogEvent]:
    """Events that look the same to `seat` and the public, with other cards and tickets elsewhere.

    There is no second deck in them.
    """
    other = [_with_tickets(fact, _other_tickets(facts, board, seat)) for fact in facts]
    other = [_with_other_secrets(fact) for fact in other]
    cards = [card for card in hidden_cards(facts) if card.seat != seat]
    for one, two in product(cards, cards):
        swapped = _swapped(other, one.place, two.place) if one.seat < two.seat else other
        if swapped != other and _holds(swapped, board):
            other = swapped
    assert _seen(facts, seat) == _seen(other, seat)
    assert _seen(facts, None) == _seen(other, None)
    return other


def _with_other_secrets(fact: LogEvent) -> LogEvent:
    """An event with another seed or secret, under the same seal."""
    match fact:
        case GameOpened():
            return structs.replace(fact, deck_secret="e2" * 32)
        case GameStarted():
            return structs.replace(fact, seed="e1" * 32)
        case _:
            return fact


def hidden_cards(facts: Sequence[LogEvent]) -> list[Hidden]:
    """Every card of the deck that was not revealed to everybody."""
    found, place, order = [], 0, ""
    for fact in facts:
        match fact:
            case DeckShuffled():
                assert not order, "a second deck"
                order = fact.order
            case CardsDealt(seat=seat, size=size):
                found += [Hidden(place + card, seat) for card in range(size)]
                place += size
            case CardDrawn(seat=seat):
                found.append(Hidden(place, seat))
                place += 1
            case RowFilled(size=size):
                place += size
            case TunnelRevealed(revealed=revealed):
                place += len(revealed)
            case _:
                continue
    return [*found, *(Hidden(left, -1) for left in range(place, len(order)))]


def _swapped(facts: Sequence[LogEvent], one: int, two: int) -> list[LogEvent]:
    """The facts with two cards of the deck exchanged, wherever they went."""
    order = next(list(fact.order) for fact in facts if isinstance(fact, DeckShuffled))
    order[one], order[two] = order[two], order[one]
    return list(_redealt(facts, "".join(order)))


def _redealt(facts: Sequence[LogEvent], order: str) -> Iterator[LogEvent]:
    place = 0
    for fact in facts:
        match fact:
            case DeckShuffled():
                yield structs.replace(fact, order=order)
            case CardsDealt(size=size):
                yield structs.replace(fact, cards=order[place : place + size])
                place += size
            case CardDrawn():
                yield structs.replace(fact, card=order[place])
                place += 1
            case RowFilled(size=size):
                yield fact
                place += size
            case TunnelRevealed(revealed=revealed):
                yield fact
                place += len(revealed)
            case _:
                yield fact


def _holds(facts: Sequence[LogEvent], board: Board) -> bool:
    """Whether every player holds the cards that they pay."""
    try:
        fold(board, [fact for fact in facts if not isinstance(fact, RosterEvent)])
    except ValueError:
        return False
    return True


def _other_tickets(facts: Sequence[LogEvent], board: Board, seat: int) -> Mapping[int, int]:
    """The facts with every ticket that `seat` has not seen exchanged for another (long for long)."""
    seen = {
        number
        for fact in facts
        if isinstance(fact, TicketsOffered) and fact.seat == seat
        for number in fact.tickets
    }
    orders = [fact.order for fact in facts if isinstance(fact, TicketsShuffled)]
    other: dict[int, int] = {}
    for order in orders:
        unseen = [number for number in order if number not in seen]
        other |= dict(zip(unseen, unseen[1:] + unseen[:1], strict=True))
    return other


def _with_tickets(fact: LogEvent, other: Mapping[int, int]) -> LogEvent:
    def renamed(tickets: Sequence[int]) -> tuple[int, ...]:
        return tuple(other.get(number, number) for number in tickets)

    match fact:
        case TicketsShuffled() | RefusedReturned():
            return structs.replace(fact, order=renamed(fact.order))
        case TicketsOffered() | TicketsSetAside():
            return structs.replace(fact, tickets=renamed(fact.tickets))
        case TicketsKept():
            return structs.replace(fact, kept=renamed(fact.kept), refused=renamed(fact.refused))
        case _:
            return fact


def _seen(facts: Sequence[LogEvent], seat: int | None) -> list[Event]:
    return [seen_by(fact, seat) for fact in facts if not isinstance(fact, RosterEvent)]


async def write_down(store: Store, steps: Sequence[Step], facts: Sequence[LogEvent], chat: Chat) -> None:
    """Write facts as the log of a game, with the times and people of the steps of another."""
    game, board = steps[0].after.id, steps[0].after.board
    people = [fact.person for fact in facts if isinstance(fact, PlayerJoined)]
    seats = {seat: Person.parse(person) for seat, person in enumerate(people)}
    rows = [
        replace(row, at=step.at, actor=step.actor, action=step.action)
        for step, row in zip(steps, entries(0, facts, steps[0].at), strict=True)
    ]
    text = BoardRepository().text(board)
    await store.log.open_game(game, board.edition, text, rows, chat, RowUpdates(seats=seats))
