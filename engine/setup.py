"""Setting the Game Up: shuffles, first hands, the face-up row and the starting tickets."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from engine.board import Board
from engine.cards import CARDS, LOCOMOTIVE
from engine.chance import colon_seal
from engine.dealer import choose_starter, complete_row, deal_hand, shuffle_deck, shuffle_tickets
from engine.events import Event, GameStarted, TicketsOffered, TicketsSetAside
from engine.fold import StateBuilder
from engine.game import Game, started
from engine.refusals import BadInput
from engine.rules import Deal, Rules


@dataclass(frozen=True, slots=True)
class Setup:
    """The setup of a game: variant, number of players, bonus sets, and who begins."""

    variant: str
    players: int
    bonus: tuple[str, ...] = ()
    starter: int | None = None
    """The seat that begins; None draws it by lot."""


def new_game(
    board: Board,
    setup: Setup,
    game_id: str,
    seed: str,
    *,
    each_reset: bool = False,
    top: str = "",
    top_tickets: Sequence[int] = (),
) -> tuple[Game, tuple[Event, ...]]:
    """Setting the Game Up: everything before the players choose their starting tickets.

    The seed (64 hexadecimal digits) decides all its chance. `each_reset` is that of `apply`. In a stacked
    setup the cards `top` and the tickets `top_tickets` lie on top of their piles. Raises BadInput.

    >>> game, events = new_game(europe, Setup("europe", players=3), "a-game", "5ea1" * 16)
    >>> game.table.waiting_for, len(events)
    ((0, 1, 2), 12)
    """
    _check(board, setup)
    if top or top_tickets:
        _check_stack(board, setup, top, top_tickets)
    first = GameStarted(
        game_id=game_id,
        board=board.id,
        edition=board.edition,
        variant=setup.variant,
        bonus=setup.bonus,
        players=setup.players,
        seal=colon_seal(game_id, seed),
        seed=seed,
    )
    state = StateBuilder(started(board, first))
    state.each_reset = each_reset
    choose_starter(state, setup.starter)
    shuffle_deck(state, whole_deck(state.table.rules), top)
    for seat in range(setup.players):
        deal_hand(state, seat)
    complete_row(state)
    if long := board.pile(setup.variant, long=True, bonus=setup.bonus):
        shuffle_tickets(state, long, long=True, top=top_tickets)
    regular = board.pile(setup.variant, long=False, bonus=setup.bonus)
    shuffle_tickets(state, regular, long=False, top=top_tickets)
    for seat in range(setup.players):
        _offer_starting_tickets(state, seat)
    return state.game, (first, *state.events)


def whole_deck(rules: Rules) -> str:
    """All train cards, in the order of CARDS."""
    return "".join(
        card * (rules.locomotives if card == LOCOMOTIVE else rules.cards_per_color) for card in CARDS
    )


def _check(board: Board, setup: Setup) -> None:
    if setup.variant not in board.variants:
        raise BadInput(f"{board.title} has no variant {setup.variant!r}: it has {', '.join(board.variants)}")
    rules = board.variants[setup.variant]
    if not rules.players_least <= setup.players <= rules.players_most:
        raise BadInput(f"{board.title} is played by {rules.players_range}")
    if unknown := [name for name in setup.bonus if name not in board.bonus_sets]:
        raise BadInput(f"{board.title} has no bonus tickets {unknown[0]!r}")
    if setup.starter is not None and not 0 <= setup.starter < setup.players:
        raise BadInput("Only a player can begin")


def _check_stack(board: Board, setup: Setup, cards: str, tickets: Sequence[int]) -> None:
    """Refuse cards and tickets on top that the game does not have."""
    if more := Counter(cards) - Counter(whole_deck(board.variants[setup.variant])):
        raise BadInput(f"The deck has too few cards {next(iter(more))} for this")
    piles = [board.pile(setup.variant, long=long, bonus=setup.bonus) for long in (True, False)]
    for ticket, times in Counter(tickets).items():
        if times > 1 or not any(ticket in pile for pile in piles):
            raise BadInput(f"Ticket {ticket} is not in the piles of {setup.variant}, or is named twice")


def _offer_starting_tickets(state: StateBuilder, seat: int) -> None:
    """Deal the first offer face up to the player; later offers lie aside until the player has chosen."""
    first, *later = state.table.rules.deals
    tickets = _top(state, first)
    state.apply_event(
        TicketsOffered(
            seat=seat,
            tickets=tickets,
            size=len(tickets),
            keep=first.keep,
            keep_most=min(first.keep_most, len(tickets)),
            starting=True,
            dealt=len(tickets),
        )
    )
    for deal in later:
        aside = _top(state, deal)
        state.apply_event(TicketsSetAside(seat, aside, len(aside)))


def _top(state: StateBuilder, deal: Deal) -> tuple[int, ...]:
    return state.game.long_tickets[: deal.long] + state.game.ticket_deck[: deal.regular]
