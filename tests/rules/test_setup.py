"""Setting the Game Up: cards, trains, stations and the starting tickets of every variant."""

from itertools import permutations
from typing import NamedTuple

import pytest

from engine.actions import KeepTickets
from engine.boards.files import parse_board
from engine.events import DeckShuffled, RowCleared, StarterChosen, TicketsShuffled
from engine.game import ChooseTickets, Game, all_cards
from engine.options import options
from engine.refusals import BadInput, Reason
from engine.setup import Setup, new_game
from engine.view import view_for
from tests.rules.table import SEED, at, board, can, kinds, opened, play, refused, told

THREE_LOCOMOTIVES_TURNED = f"{131:064x}"


class Mode(NamedTuple):
    """One row of the table of variants."""

    title: str
    variant: str
    long: int
    regular: int
    dealt_long: int
    dealt_regular: int
    keep: int
    draw: int
    left: tuple[int, int, int, int]


MODES = [
    Mode("europe", "europe", 6, 40, 1, 3, 2, 3, (34, 31, 28, 25)),
    Mode("europe", "europe-1912", 6, 49, 1, 3, 2, 3, (43, 40, 37, 34)),
    Mode("europe", "mega", 12, 89, 2, 5, 3, 3, (79, 74, 69, 64)),
    Mode("europe", "big-cities", 0, 45, 0, 5, 2, 4, (35, 30, 25, 20)),
    Mode("usa", "usa", 0, 30, 0, 3, 2, 3, (24, 21, 18, 15)),
    Mode("usa", "1910", 0, 35, 0, 3, 2, 3, (29, 26, 23, 20)),
    Mode("usa", "mega", 0, 69, 0, 5, 3, 4, (59, 54, 49, 44)),
    Mode("usa", "big-cities", 0, 35, 0, 4, 2, 4, (27, 23, 19, 15)),
]
each_mode = pytest.mark.parametrize("mode", MODES, ids=lambda mode: f"{mode.title}-{mode.variant}")
each_number = pytest.mark.parametrize("players", [2, 3, 4, 5])


def offered(game: Game, seat: int) -> ChooseTickets:
    choice = game.table.decisions[seat]
    assert isinstance(choice, ChooseTickets)
    return choice


def keep(seat: int, tickets: tuple[int, ...]) -> str:
    return f"{seat}: keep {','.join(map(str, tickets))}" if tickets else f"{seat}: keep none"


def all_keep(game: Game, number: int) -> Game:
    """Everybody keeps the first tickets on offer, and refuses the others."""
    for seat in range(game.table.players):
        while offer := game.offers[seat]:
            game = play(game, keep(seat, offer[: min(number, offered(game, seat).keep_most)]))
    return game


# ---- "Place the board, give each player 45 trains and 3 stations, deal 4 cards, turn 5 face up"


@each_mode
@each_number
def test_everybody_has_45_trains_and_four_cards_and_five_lie_face_up(mode: Mode, players: int) -> None:
    game = opened(mode.variant, players, mode.title)
    table = game.table
    assert table.trains == (45,) * players
    assert table.hands == (4,) * players
    assert len(table.row) == 5
    assert "-" not in table.row
    assert table.deck + table.discards == 110 - 4 * players - 5
    assert table.points == (0,) * players


def test_110_cards_12_of_each_colour_and_14_locomotives() -> None:
    for title in ("europe", "usa"):
        cards = all_cards(opened(next(iter(board(title).variants)), title=title))
        assert {card: cards.count(card) for card in cards} == dict.fromkeys("PBOWGYKR", 12) | {"L": 14}


def test_three_stations_in_europe_and_none_in_the_usa() -> None:
    assert {rules.stations for rules in board("europe").variants.values()} == {3}
    assert {rules.stations for rules in board("usa").variants.values()} == {0}


def test_a_starting_row_with_three_locomotives_is_discarded_and_dealt_again() -> None:
    _, events = new_game(board(), Setup("europe", 2), "test", THREE_LOCOMOTIVES_TURNED)
    [cleared] = [event for event in events if isinstance(event, RowCleared)]
    game = opened(seed=THREE_LOCOMOTIVES_TURNED)
    assert cleared.row.count("L") >= 3
    assert game.table.row.count("L") < 3
    assert game.table.discards == 5
    assert game.table.deck == 110 - 8 - 10


# ---- the starter


def test_the_starter_is_drawn_and_has_the_first_turn() -> None:
    starters = set()
    for number in range(20):
        game = all_keep(opened(players=3, seed=f"{number:064x}"), 2)
        assert game.table.seat == game.table.starter
        starters.add(game.table.starter)
    assert starters == {0, 1, 2}


def test_a_named_starter_begins_without_a_draw() -> None:
    _, events = new_game(board(), Setup("europe", 3, starter=2), "test", SEED)
    [chosen] = [event for event in events if isinstance(event, StarterChosen)]
    assert (chosen.seat, chosen.drawn, chosen.counter) == (2, False, 0)
    game = all_keep(opened(players=3, starter=2), 2)
    assert game.table.seat == 2


def test_play_passes_in_the_order_of_seats() -> None:
    game = at(players=3, seat=1, deck="RBGYWK...")
    seats = []
    for _ in range(4):
        seats.append(game.table.seat)
        game = play(game, "draw deck", "draw deck")
    assert seats == [1, 2, 0, 1]


# ---- the starting tickets


@each_mode
def test_the_pool_of_tickets(mode: Mode) -> None:
    for long, number in ((True, mode.long), (False, mode.regular)):
        pile = board(mode.title).pile(mode.variant, long=long)
        assert len(pile) == number
        assert all(board(mode.title).ticket[ticket].long == long for ticket in pile)


@each_mode
@each_number
def test_tickets_dealt_and_left(mode: Mode, players: int) -> None:
    game = opened(mode.variant, players, mode.title)
    for seat in range(players):
        dealt = [*game.offers[seat], *(ticket for later in game.aside[seat] for ticket in later)]
        long = [ticket for ticket in dealt if board(mode.title).ticket[ticket].long]
        assert (len(long), len(dealt) - len(long)) == (mode.dealt_long, mode.dealt_regular)
    assert game.table.ticket_deck == len(game.ticket_deck) == mode.left[players - 2]


@each_mode
def test_the_number_of_starting_tickets_to_keep(mode: Mode) -> None:
    game = opened(mode.variant, 2, mode.title)
    if mode.variant == "mega" and mode.title == "europe":
        game = play(game, "0: keep none")
    sizes = {len(action.tickets) for action in options(view_for(game, 0)) if isinstance(action, KeepTickets)}
    assert min(sizes) == mode.keep
    assert max(sizes) == len(game.offers[0])


@each_mode
def test_the_number_of_tickets_drawn_in_a_turn(mode: Mode) -> None:
    game = play(all_keep(opened(mode.variant, 2, mode.title), mode.keep), "draw tickets")
    choice = game.table.decisions[game.table.seat or 0]
    assert isinstance(choice, ChooseTickets)
    assert (choice.size, choice.keep, choice.keep_most) == (mode.draw, 1, mode.draw)


def test_keeping_too_few_starting_tickets_is_refused() -> None:
    game = opened()
    first, second, *_ = game.offers[0]
    assert refused(game, f"0: keep {first}") == (Reason.TOO_FEW_TICKETS, {"keep": 2, "kept": 1})
    assert refused(game, "0: keep none") == (Reason.TOO_FEW_TICKETS, {"keep": 2, "kept": 0})
    assert play(game, keep(0, (first, second))).table.tickets == (2, 0)


def test_the_long_ticket_may_be_refused_like_any_other() -> None:
    game = opened()
    long, *regular = game.offers[0]
    assert board().ticket[long].long
    assert play(game, keep(0, tuple(regular[:2]))).tickets[0] == tuple(regular[:2])
    assert play(game, keep(0, (long, regular[0]))).tickets[0] == (long, regular[0])


def test_only_offered_tickets_can_be_kept_and_each_only_once() -> None:
    game = opened()
    mine, others = game.offers
    assert refused(game, keep(0, (mine[0], others[0]))) == (
        Reason.TICKET_NOT_OFFERED,
        {"ticket": others[0]},
    )
    assert refused(game, keep(0, (mine[0], mine[0]))) == (Reason.TICKET_NOT_OFFERED, {"ticket": mine[0]})


# ---- choices run at the same time


def test_nobody_takes_a_turn_until_everyone_has_chosen() -> None:
    game = opened(players=3)
    assert refused(game, "0: draw deck") == (Reason.CHOOSE_TICKETS_FIRST, {"keep": 2})
    game = play(game, keep(0, game.offers[0]))
    assert kinds(game, 0) == set()
    assert refused(game, "0: draw deck") == (Reason.WAIT_FOR_TICKETS, {"seats": 2})
    game = play(game, keep(2, game.offers[2]))
    assert refused(game, "2: keep none") == (Reason.WAIT_FOR_TICKETS, {"seats": 1})
    assert game.table.seat is None
    game = play(game, keep(1, game.offers[1]))
    assert game.table.seat == game.table.starter
    assert game.table.waiting_for == (game.table.starter,)


@pytest.mark.parametrize(("title", "variant"), [("europe", "mega"), ("usa", "usa")])
def test_the_order_in_which_choices_arrive_changes_nothing(title: str, variant: str) -> None:
    ends = []
    for order in permutations(range(3)):
        game = opened(variant, 3, title)
        for _ in game.table.rules.deals:
            for seat in order:
                game = play(game, keep(seat, game.offers[seat][: offered(game, seat).keep]))
        ends.append(
            (game.ticket_deck, game.tickets, game.deck, game.counter, game.table.row, game.table.seat)
        )
    assert all(end == ends[0] for end in ends)


# ---- Mega Europe: long tickets first


def test_mega_shows_the_regular_tickets_once_the_long_choice_is_final() -> None:
    game = opened("mega")
    assert len(game.offers[0]) == 2
    assert view_for(game, 0).offer == game.offers[0]
    aside = game.aside[0][0]
    assert told(game, "0: keep none") == ["TicketsKept", "TicketsOffered"]
    game = play(game, "0: keep none")
    assert view_for(game, 0).offer == aside
    assert not any(board().ticket[ticket].long for ticket in aside)


def test_mega_keeps_one_long_ticket_or_none_but_never_both() -> None:
    game = opened("mega")
    one, other = sorted(game.offers[0])
    assert can(game, KeepTickets) == ["keep none", f"keep {one}", f"keep {other}"]
    assert refused(game, keep(0, (one, other))) == (Reason.TOO_MANY_TICKETS, {"keep_most": 1, "kept": 2})


def test_mega_asks_for_two_regular_tickets_with_a_long_one_and_for_three_without() -> None:
    game = opened("mega")
    assert offered(play(game, keep(0, game.offers[0][:1])), 0).keep == 2
    assert offered(play(game, "0: keep none"), 0).keep == 3
    assert offered(play(game, "0: keep none"), 0).keep_most == 5


# ---- where refused tickets go


def test_europe_puts_refused_starting_tickets_back_in_the_box() -> None:
    for variant in ("europe", "europe-1912"):
        game = opened(variant)
        deck = game.ticket_deck
        game = all_keep(game, 2)
        assert game.ticket_deck == deck
        assert game.refused == ((), ())


def test_the_usa_puts_refused_tickets_under_the_deck_by_seat_and_number() -> None:
    for variant in ("usa", "1910", "mega", "big-cities"):
        game = opened(variant, 3, "usa")
        deck, number = game.ticket_deck, game.table.rules.deals[0].keep
        refuse = [sorted(offer)[: len(offer) - number] for offer in game.offers]
        for seat in (2, 0, 1):
            kept = sorted(game.offers[seat])[len(refuse[seat]) :]
            game = play(game, keep(seat, tuple(kept)))
        assert game.ticket_deck == (*deck, *refuse[0], *refuse[1], *refuse[2])


@pytest.mark.parametrize(("variant", "number"), [("mega", 3), ("big-cities", 2)])
def test_mega_and_big_cities_shuffle_refused_tickets_under_the_deck(variant: str, number: int) -> None:
    orders = set()
    for seed in range(4):
        game = opened(variant, seed=f"{seed:064x}")
        deck = game.ticket_deck
        dealt = {ticket for seat in (0, 1) for ticket in (game.aside[seat] or (game.offers[seat],))[-1]}
        game = all_keep(game, number)
        block = game.ticket_deck[len(deck) :]
        assert game.ticket_deck[: len(deck)] == deck
        assert set(block) == dealt - {ticket for kept in game.tickets for ticket in kept}
        orders.add(block == tuple(sorted(block)))
    assert False in orders


def test_mega_puts_refused_long_tickets_in_the_box() -> None:
    game = opened("mega")
    long = {ticket for offer in game.offers for ticket in offer}
    game = all_keep(play(game, "0: keep none", "1: keep none"), 3)
    assert not long & set(game.ticket_deck)


def test_undealt_long_tickets_leave_the_game() -> None:
    for variant in ("europe", "europe-1912", "mega"):
        game = all_keep(opened(variant), 3)
        assert game.long_tickets == ()
        assert not any(board().ticket[ticket].long for ticket in game.ticket_deck)


def test_refused_tickets_go_under_the_deck_only_when_the_last_player_has_chosen() -> None:
    game = opened("usa", 2, "usa")
    left = game.table.ticket_deck
    game = play(game, keep(1, game.offers[1][:2]))
    assert game.table.ticket_deck == left
    game = play(game, keep(0, game.offers[0][:2]))
    assert game.table.ticket_deck == left + 2


# ---- bonus tickets


BONUS = """
id = "europe-with-bonus"
title = "Europe, with a set of ours"
extends = "europe"

[tickets]
500 = { a = "london", b = "wien", points = 10, bonus = "ours" }
501 = { a = "cadiz", b = "riga", points = 20, long = true, bonus = "ours" }
"""


def test_bonus_tickets_join_the_pile_of_their_own_flag_in_any_variant() -> None:
    with_bonus = parse_board(BONUS)
    for variant in with_bonus.variants:
        for long, number in ((False, 500), (True, 501)):
            without = with_bonus.pile(variant, long=long)
            joined = with_bonus.pile(variant, long=long, bonus=("ours",))
            expected = () if long and variant == "big-cities" else (number,)
            assert joined == (*without, *expected)


def test_bonus_tickets_are_shuffled_in_only_if_chosen() -> None:
    game, events = new_game(parse_board(BONUS), Setup("europe", 2, bonus=("ours",)), "test", SEED)
    piles = {event.long: event.order for event in events if isinstance(event, TicketsShuffled)}
    assert (len(piles[True]), len(piles[False])) == (7, 41)
    assert 501 in piles[True]
    assert 500 in piles[False]
    assert game.table.bonus == ("ours",)
    plain, _ = new_game(parse_board(BONUS), Setup("europe", 2), "test", SEED)
    assert plain.table.ticket_deck == 34


# ---- chance


def shuffles(players: int) -> list[str]:
    _, events = new_game(board(), Setup("europe", players, starter=0), "test", SEED)
    return [event.order for event in events if isinstance(event, DeckShuffled)]


def test_the_first_shuffle_depends_on_the_cards_alone() -> None:
    assert shuffles(2) == shuffles(5)


def test_shuffled_refused_tickets_do_not_depend_on_who_refused_them() -> None:
    low, high = tuple(range(26, 31)), tuple(range(31, 36))
    one = at(variant="big-cities", offers=[low, high], ticket_deck=[90])
    other = at(variant="big-cities", offers=[high, low], ticket_deck=[90])
    one, other = all_keep(one, 2), all_keep(other, 2)
    assert one.ticket_deck == other.ticket_deck
    assert sorted(one.ticket_deck) == [28, 29, 30, 33, 34, 35, 90]


# ---- what cannot be played


@pytest.mark.parametrize(
    ("setup", "why"),
    [
        (Setup("europe", 1), "2 to 5"),
        (Setup("europe", 6), "2 to 5"),
        (Setup("atlantis", 2), "no variant 'atlantis'"),
        (Setup("europe", 2, bonus=("max",)), "no bonus tickets 'max'"),
        (Setup("europe", 2, starter=2), "Only a player"),
        (Setup("europe", 2, starter=-1), "Only a player"),
    ],
)
def test_an_impossible_setup_is_refused_with_the_reason(setup: Setup, why: str) -> None:
    with pytest.raises(BadInput, match=why):
        new_game(board(), setup, "test", SEED)
