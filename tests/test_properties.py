"""Properties that hold at every step of every random game; the soak plays thousands."""

from collections import Counter
from collections.abc import Callable, Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

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
from engine.cards import CARDS, letters
from engine.chance import Chance
from engine.documents.position import game_at, position_of
from engine.documents.validation import faults
from engine.events import (
    DeckShuffled,
    Event,
    GameEnded,
    LastRoundStarted,
    RouteClaimed,
    RowCleared,
    RowReset,
    SecondCardDue,
    TicketsKept,
    TicketsOffered,
    TunnelDeclined,
    TunnelRevealed,
    TurnPassed,
    TurnStarted,
)
from engine.fold import evolve, fold
from engine.game import Game, all_cards
from engine.notation import line, read_line
from engine.options import options
from engine.refusals import IllegalAction
from engine.rulebook import apply
from engine.scores import score_sheet
from engine.view import view_for
from tests.random_games import STYLES, VARIANTS, Step, board, opened, steps
from tests.soaked import examples, soaked

LONGEST_GAME = 3000

each_variant = pytest.mark.parametrize(
    ("title", "variant"),
    soaked(VARIANTS, ("europe", "europe"), ("india", "india"), ("nordic", "nordic"), ("usa", "mega")),
)
numbers = st.integers(0, 2**32)
players = st.integers(2, 5)
styles = st.sampled_from(sorted(STYLES))


# ---- cards, trains, points, tickets


def every_card_is_somewhere(step: Step) -> None:
    cards = Counter(all_cards(step.after))
    assert cards == dict.fromkeys(CARDS, 12) | {"L": 14}
    assert cards.total() == 110


def trains_and_points_follow_from_the_routes(step: Step) -> None:
    table = step.after.table
    for seat, owned in enumerate(table.routes):
        routes = table.board.routes_in(owned)
        assert table.trains[seat] + sum(route.length for route in routes) == table.rules.trains
        assert table.points[seat] == sum(table.rules.route_points[route.length] for route in routes)


def what_the_table_shows_is_as_large_as_what_it_hides(step: Step) -> None:
    game, table = step.after, step.after.table
    assert table.deck == len(game.deck)
    assert table.discards == sum(game.discards)
    assert table.ticket_deck == len(game.ticket_deck)
    assert table.hands == tuple(map(sum, game.hands))
    assert table.tickets == tuple(map(len, game.tickets))
    for decision, offer in zip(table.decisions, game.offers, strict=True):
        assert getattr(decision, "size", 0) == len(offer)


def tickets(game: Game) -> Counter[int]:
    """Every ticket of a state, wherever it lies."""
    aside = [ticket for offers in game.aside for deal in offers for ticket in deal]
    held = [
        ticket for piles in (game.tickets, game.offers, game.refused) for pile in piles for ticket in pile
    ]
    return Counter([*game.ticket_deck, *game.long_tickets, *aside, *held])


def no_ticket_is_lost_but_to_the_box_and_none_is_in_two_places(step: Step) -> None:
    boxed = [event.refused for event in step.events if isinstance(event, TicketsKept) and event.to == "box"]
    gone = {ticket for refused in boxed for ticket in refused}
    if step.before.table.turn == 0 < step.after.table.turn:
        gone |= set(step.before.long_tickets)
    assert tickets(step.after) == tickets(step.before) - Counter(gone)
    assert max(tickets(step.after).values()) == 1


# ---- the row


def the_row_is_short_or_full_of_locomotives_only_where_no_card_could_mend_it(step: Step) -> None:
    game, row = step.after, step.after.table.row
    loose = row.replace("-", "") + game.deck + letters(game.discards)
    if "-" in row:
        assert not game.deck
        assert not any(game.discards)
    elif game.table.rules.row_reset and row.count("L") >= 3:
        assert len(loose) - loose.count("L") < 3


def a_turn_passes_only_where_nothing_is_legal(step: Step) -> None:
    moment = step.before
    for event in step.events:
        if isinstance(event, TurnPassed):
            asked = evolve(moment, TurnStarted(event.seat, event.turns_left))
            assert list(options(view_for(asked, event.seat))) == []
        moment = evolve(moment, event)


# ---- events and the fold


def events_alone_make_the_next_moment_and_leave_the_last_alone(step: Step) -> None:
    here = (dict(vars(step.before)), dict(vars(step.before.table)))
    after = step.before
    for event in step.events:
        seen = (dict(vars(after)), dict(vars(after.table)))
        following = evolve(after, event)
        assert (vars(after), vars(after.table)) == seen
        after = following
    assert after == step.after == fold(step.before.table.board, step.events, step.before)
    assert (vars(step.before), vars(step.before.table)) == here


def seq_counts_events_and_chance_never_goes_back(step: Step) -> None:
    assert step.after.seq == step.before.seq + len(step.events)
    counters = [
        step.before.counter,
        *(c for e in step.events if (c := getattr(e, "counter", None)) is not None),
    ]
    assert counters == sorted(counters)
    assert step.after.counter == counters[-1]


def events_are_of_the_seat_that_acted_and_turns_follow_the_seats(step: Step) -> None:
    seat = step.before.table.seat
    for event in step.events:
        if isinstance(event, TurnStarted | TurnPassed):
            expected = step.before.table.starter if seat is None else (seat + 1) % step.before.table.players
            assert event.seat == expected
            seat = event.seat
        elif hasattr(event, "seat"):
            assert event.seat == (step.seat if seat in (None, step.seat) else seat)


def a_revision_is_the_number_of_the_event_that_opened_that_decision(step: Step) -> None:
    openers = (TurnStarted, SecondCardDue, TicketsOffered, TunnelRevealed)
    before, after = step.before, step.after
    for seat, decision in enumerate(after.table.decisions):
        if decision and decision.revision <= before.seq:
            assert seat != step.seat
            assert decision == before.table.decisions[seat]
        elif decision:
            opener = step.events[decision.revision - before.seq - 1]
            assert isinstance(opener, openers)
            assert opener.seat == seat


def the_moment_is_one_that_a_position_could_tell(step: Step) -> None:
    assert list(faults(step.after)) == []
    if step.after.seq % 5 == 0:
        assert game_at(position_of(step.after), step.after.table.board) == step.after


# ---- options, and what is refused


def played(game: Game, seat: int, action: Action) -> bool:
    try:
        apply(game, seat, action)
    except IllegalAction:
        return False
    return True


def options_can_be_counted_walked_picked_and_asked(step: Step) -> None:
    listed = options(view_for(step.before, step.seat))
    assert step.action in listed
    for kind in listed.kinds:
        of_kind = listed.of(kind)
        assert len(of_kind) > 0
        assert of_kind[0] == next(iter(of_kind))
        assert of_kind[len(of_kind) - 1] == of_kind[-1]
    if step.before.seq % 2 == 0:
        walked = list(listed)
        assert len(listed) == len(walked) == len(set(walked))
        assert all(action in listed for action in walked)
        assert set(map(type, walked)) == set(listed.kinds)
        assert walked == [action for kind in listed.kinds for action in listed.of(kind)]
        for kind, places in ((ClaimRoute, listed.claims), (BuildStation, listed.stations)):
            paid = [kind(place, cards) for place in places.places for cards in places.payments(place)]
            assert paid == list(listed.of(kind))
            assert places.payments("nowhere") == ()


def who_is_not_asked_has_no_options(step: Step) -> None:
    for seat, decision in enumerate(step.after.table.decisions):
        assert bool(options(view_for(step.after, seat)).kinds) == (decision is not None)


def options_are_accepted_and_their_lines_come_back_and_fit_a_button(step: Step) -> None:
    chance = Chance(f"{step.before.seq:064x}")
    listed = options(view_for(step.before, step.seat))
    decision = step.before.table.decisions[step.seat]
    assert decision is not None
    for kind in listed.kinds:
        for action in (listed.of(kind)[0], chance.pick(listed.of(kind))):
            assert played(step.before, step.seat, action)
            assert read_line(line(action)) == action
            assert len(f"{step.before.table.game_id}.{decision.revision}.{line(action)}".encode()) <= 64


def every_other_action_is_refused(step: Step) -> None:
    chance = Chance(f"{step.before.seq + 2**40:064x}")
    listed = [options(view_for(step.before, seat)) for seat in range(step.before.table.players)]
    for action in near_misses(step.before, step.seat, step.action, chance):
        for seat in {step.seat, chance.below(step.before.table.players)}:
            assert played(step.before, seat, action) == (action in listed[seat]), (seat, line(action))


def near_misses(game: Game, seat: int, action: Action, chance: Chance) -> Iterator[Action]:
    """Actions like those that are legal: another payment, slot, ticket, place, or decision."""
    slot, card = chance.below(6) + 1, chance.pick(CARDS)
    table = game.table
    yield from (DrawFaceUp(slot, card), DrawDeck(), DrawTickets(), DeclineTunnel())
    yield DrawFaceUp(slot, (table.row + "P")[slot - 1].replace("-", "P"))
    cards = "".join(chance.pick(CARDS) for _ in range(chance.below(3)))
    yield PaySurcharge(_in_order(cards or "L"))
    offered = [ticket for offer in game.offers for ticket in offer] or [1]
    some = {chance.pick(offered) for _ in range(chance.below(5))}
    yield KeepTickets(tuple(sorted(some)))
    paid = getattr(action, "cards", chance.pick(CARDS))
    for payment in (paid, paid[1:] + card, paid + card, paid[1:]):
        yield ClaimRoute(getattr(action, "route", chance.pick(table.board.routes).id), _in_order(payment))
        yield ClaimRoute(chance.pick(table.board.routes).id, _in_order(payment))
        yield BuildStation(getattr(action, "city", chance.pick(table.board.cities).id), _in_order(payment))


def _in_order(cards: str) -> str:
    return "".join(sorted(cards, key=CARDS.index))


EACH_STEP: tuple[Callable[[Step], None], ...] = (
    every_card_is_somewhere,
    trains_and_points_follow_from_the_routes,
    what_the_table_shows_is_as_large_as_what_it_hides,
    no_ticket_is_lost_but_to_the_box_and_none_is_in_two_places,
    the_row_is_short_or_full_of_locomotives_only_where_no_card_could_mend_it,
    a_turn_passes_only_where_nothing_is_legal,
    events_alone_make_the_next_moment_and_leave_the_last_alone,
    seq_counts_events_and_chance_never_goes_back,
    events_are_of_the_seat_that_acted_and_turns_follow_the_seats,
    a_revision_is_the_number_of_the_event_that_opened_that_decision,
    who_is_not_asked_has_no_options,
)

SOME_STEPS: tuple[Callable[[Step], None], ...] = (
    the_moment_is_one_that_a_position_could_tell,
    options_can_be_counted_walked_picked_and_asked,
    options_are_accepted_and_their_lines_come_back_and_fit_a_button,
    every_other_action_is_refused,
)
"""Slow checks: each step runs one of them, and each game begins with another one."""


@each_variant
@examples(10)
@given(players=players, number=numbers, style=styles)
def test_every_promise_holds_at_every_step(
    title: str, variant: str, players: int, number: int, style: str
) -> None:
    game, events = opened(title, variant, players, number)
    log = list(events)
    for place, step in enumerate(steps(game, number, style)):
        assert place < LONGEST_GAME
        for check in (*EACH_STEP, SOME_STEPS[(place + number) % len(SOME_STEPS)]):
            check(step)
        log += step.events
        game = step.after
    assert fold(board(title), log) == game
    the_game_ends_as_it_should(log, game)


def the_game_ends_as_it_should(log: list[Event], game: Game) -> None:
    """The game ends by stalemate, or after one more turn of each seat in the last round."""
    assert isinstance(log[-1], GameEnded)
    assert log[-1].sheet == game.table.sheet == score_sheet(game)
    assert game.table.seed == game.seed
    begun = [place for place, event in enumerate(log) if isinstance(event, LastRoundStarted)]
    assert len(begun) == (0 if log[-1].stalemate and not game.table.last_round else 1)
    if begun and not log[-1].stalemate:
        turns = [event.seat for event in log[begun[0] :] if isinstance(event, TurnStarted | TurnPassed)]
        first = log[begun[0]]
        assert isinstance(first, LastRoundStarted)
        following = range(first.seat + 1, first.seat + 1 + game.table.players)
        assert turns == [seat % game.table.players for seat in following]


# ---- starting tickets


@each_variant
@examples(4)
@given(players=players, number=numbers, data=st.data())
def test_starting_choices_may_arrive_in_any_order(
    title: str, variant: str, players: int, number: int, data: st.DataObject
) -> None:
    game, _ = opened(title, variant, players, number)
    rounds = len(game.table.rules.deals)
    seats = [seat for seat in range(game.table.players) for _ in range(rounds)]
    assert after_choices(game, seats) == after_choices(game, data.draw(st.permutations(seats)))


def after_choices(game: Game, seats: list[int]) -> Game:
    """The first turn, when choices arrive in this order; each depends on the seat and its offer alone."""
    for seat in seats:
        choices = options(view_for(game, seat))
        game, _ = apply(game, seat, choices[(7 * seat + sum(game.offers[seat])) % len(choices)])
    assert game.table.turn > 0
    return game


# ---- the whole list, now and then


@each_variant
def test_every_option_is_accepted_in_sampled_states(title: str, variant: str) -> None:
    game, _ = opened(title, variant, 3, 11)
    for number, step in enumerate(steps(game, 11, "draws, then claims")):
        if number % 25 == 0:
            listed = options(view_for(step.before, step.seat))
            assert all(played(step.before, step.seat, action) for action in listed)
            assert [listed[place] for place in range(len(listed))] == list(listed)


def test_the_checked_games_reach_every_rare_situation() -> None:
    """Otherwise the properties above would be checked on simple games only."""
    seen: set[str] = set()
    for title, variant in VARIANTS:
        for number, style in enumerate(sorted(STYLES)):
            game, _ = opened(title, variant, 2 + number % 4, number)
            for step in steps(game, number, style):
                seen.update(place for event in step.events for place in rare(event, step.before))
    assert seen == {
        "deck rebuilt", "row cleared", "row short", "surcharge paid", "tunnel declined", "few tickets left",
    }  # fmt: skip


def rare(event: Event, before: Game) -> Iterator[str]:
    """The rare places that an event leads to."""
    tunnel = before.table.tunnel
    match event:
        case DeckShuffled():
            yield "deck rebuilt"
        case RowCleared() | RowReset():
            yield "row cleared"
        case TunnelDeclined():
            yield "tunnel declined"
        case RouteClaimed(cards=cards) if tunnel and cards != tunnel.laid:
            yield "surcharge paid"
        case TicketsOffered(size=size, starting=False) if size < before.table.rules.draw_tickets:
            yield "few tickets left"
        case SecondCardDue() if "-" in before.table.row:
            yield "row short"


def test_a_log_begins_with_the_start_of_its_game() -> None:
    _, events = opened("usa", "usa", 2, 1)
    with pytest.raises(ValueError, match="first event is GameStarted"):
        fold(board("usa"), events[1:])
    with pytest.raises(ValueError, match="at least one event"):
        fold(board("usa"), [])


def test_a_game_starts_only_once() -> None:
    game, events = opened("europe", "europe", 2, 0)
    with pytest.raises(ValueError, match="starts only once"):
        evolve(game, events[0])
