"""Plans: what a player wants to be played when their turn comes, what of it can be played then, and when.

A plan is a list of lines, and the first that can be played is. A line is that of an action, as far as it can
be known before the turn, and its conditions:

claim brest--paris KKL    a route, with these cards
claim brest--paris K      with black cards, and with locomotives where those are not enough
claim brest--paris        with what costs least
station wien K            a station, in the same way
draw R deck               a red card from the row, then a blind one
draw R                    a red card; the player is asked for the second card
draw tickets              tickets; the player is asked which to keep
... if free brest--paris  only if nobody has claimed the route
... if hold KKK           only if the hand has these cards
... if row R              only if the row shows this card
"""

import hashlib
import logging
import re
from dataclasses import replace
from datetime import datetime, timedelta

from msgspec import structs

from bot.matches.match import LogEvent, Match
from bot.matches.roster import Status
from bot.matches.roster_events import PlanMade
from bot.tasks import fault
from engine.actions import (
    Action,
    BuildStation,
    ClaimRoute,
    DeclineTunnel,
    DrawDeck,
    DrawFaceUp,
    DrawTickets,
    PaySurcharge,
)
from engine.board import GRAY, Board, Price
from engine.cards import CARDS, holds
from engine.checks import check_claim, check_payment, check_station
from engine.game import DrawSecondCard, SettleTunnel, TakeTurn
from engine.notation import line as line_of
from engine.options import open_routes, options
from engine.payments import laid_color, payment
from engine.refusals import IllegalAction, Reason
from engine.rulebook import apply
from engine.ticket_status import turns_left_of
from engine.view import View, view_for

MOST_LINES = 6
MOST_CONDITIONS = 3
"""Lines of a plan, and conditions of a line."""

MOST_TURNS = 10
"""Turns for which a draw can be repeated."""

IF = " if "

PlannedMove = tuple[str, str, tuple[LogEvent, ...]]
"""Entries of a log that belong together: who acts, the line of the action, and its events."""

Judged = Action | IllegalAction | str
"""What a line gives as a turn begins: its action, the rule that forbids it, or the condition it fails."""


_SHORTEST, _LONGEST = 30.0, 1800.0
"""Seconds that a planned turn waits where the table wants plans to be delayed."""

_PART_OF_TURN = 0.25
"""The most that this takes of the time for a turn."""

log = logging.getLogger(__name__)

_CARD = f"(?:deck|[{CARDS}])"
_LINE = re.compile(
    rf"(?:(claim|station) (\S+)(?: [{CARDS}]{{1,36}})?|draw (?:tickets|{_CARD}(?: {_CARD}){{0,4}}))"
)
_CONDITION = re.compile(rf"free (\S+)|(?:hold|row) [{CARDS}]{{1,20}}")


def is_line(board: Board, line: str) -> bool:
    """Whether a text is a line of a plan on this board, with its conditions."""
    action = _LINE.fullmatch(line.partition(IF)[0])
    limits = [_CONDITION.fullmatch(condition) for condition in conditions(line)]
    if not action or any(not limit or (limit[1] and limit[1] not in board.route) for limit in limits):
        return False
    return not action[1] or action[2] in (board.route if action[1] == "claim" else board.city)


# ---- what can be played


def on_turn(view: View) -> View:
    """What a seat sees, as if its turn began now."""
    decisions = tuple(TakeTurn(0) if seat == view.seat else None for seat in range(view.table.players))
    return replace(view, table=replace(view.table, seat=view.seat, decisions=decisions), offer=())


def has_turn_to_plan(view: View) -> bool:
    """Whether a seat has a turn to come: the last round gives each one more."""
    left = None if view.seat is None else turns_left_of(view.table, view.seat)
    return left is None or left > (view.table.seat == view.seat)


def head(line: str) -> list[str]:
    """The words of a line without its conditions: `["claim", "brest--paris", "K"]`."""
    return line.partition(IF)[0].split()


def conditions(line: str) -> tuple[str, ...]:
    """The conditions of a line: `("free brest--paris", "row R")`."""
    return tuple(line.split(IF)[1:])


def lost_route(view: View, plan: PlanMade) -> str:
    """The first route that the plan watches and somebody else has taken from the seat; "" for none."""
    table, own = view.table, view.table.routes[view.seat or 0]
    open_now = open_routes(table, view.seat or 0)
    for route in plan.watched:
        sides = table.board.bit[route] | table.board.twins[route]
        if sides & table.claimed & ~own and not sides & (open_now | own):
            return route
    return ""


def line_to_play(view: View, plan: PlanMade) -> str:
    """The line that a plan plays at the beginning of the seat's turn; "" where the player must decide."""
    if plan.draft or plan.waits or plan.playing or lost_route(view, plan):
        return ""
    return next((line for line in plan.lines if isinstance(judged(view, line), Action)), "")


def judged(view: View, line: str) -> Judged:
    """What a line gives as the seat's turn begins: an action, a refusal, or an unmet condition."""
    try:
        return unmet(view, line) or first_action(view, line)
    except IllegalAction as error:
        return error


def unmet(view: View, line: str) -> str:
    """The first condition of a line that does not hold; "" where all do."""
    return next((one for one in conditions(line) if not holds_now(view, one)), "")


def holds_now(view: View, condition: str) -> bool:
    """Whether a condition holds."""
    kind, what = condition.split()
    match kind:
        case "free":
            return view.table.owner(what) is None
        case "hold":
            return holds(view.hand, what)
        case _:
            return all(view.table.row.count(card) >= what.count(card) for card in what)


def first_action(view: View, line: str) -> Action | str:
    """The action with which a line begins a turn, or the card that the row lacks, as a condition (`row R`).

    Raises IllegalAction.
    """
    kind, what, *cards = head(line)
    match kind:
        case "claim":
            return _claim(view, what, "".join(cards))
        case "station":
            return _station(view, what, "".join(cards))
        case _:
            return _draw(view, what)


def next_action(view: View, plan: PlanMade) -> Action | None:
    """What a plan plays next in the turn that it plays; None where its player must decide."""
    match view.decision:
        case TakeTurn():
            action = judged(view, plan.playing)
            return action if isinstance(action, Action) else None
        case DrawSecondCard():
            return _second_card(view, head(plan.playing)[2:])
        case SettleTunnel(owed=owed):
            ways = options(view).of(PaySurcharge) if owed <= plan.surcharge else ()
            return next(iter(ways), DeclineTunnel() if plan.declines else None)
        case _:
            return None


def _draw(view: View, card: str) -> Action | str:
    table, draws = view.table, options(view)
    if card == "tickets":
        if not table.ticket_deck:
            raise IllegalAction(Reason.NO_TICKETS_LEFT)
        return DrawTickets()
    if card == "deck":
        if not draws.of(DrawDeck):
            raise IllegalAction(Reason.NO_CARDS_LEFT)
        return DrawDeck()
    return DrawFaceUp(table.row.index(card) + 1, card) if card in table.row else f"row {card}"


def _second_card(view: View, cards: list[str]) -> Action | None:
    """The second card, if the line names one that can be taken."""
    for card in cards:
        try:
            action = _draw(view, card)
        except IllegalAction:
            continue
        if isinstance(action, Action) and action in options(view):
            return action
    return None


def _claim(view: View, id: str, cards: str) -> ClaimRoute:
    check_claim(view.table, view.seat or 0, id)
    price = view.table.fares.price[id]
    return ClaimRoute(id, _payment(view, options(view).claims.payments(id), cards, price))


def _station(view: View, city: str, cards: str) -> BuildStation:
    number = check_station(view.table, view.seat or 0, city)
    price = Price(number, GRAY)
    return BuildStation(city, _payment(view, options(view).stations.payments(city), cards, price))


def _payment(view: View, ways: tuple[str, ...], cards: str, price: Price) -> str:
    """The payment that the cards of a line stand for. Raises IllegalAction where the hand cannot pay so."""
    fitting = (way for way in ways if cards in ("", way) or (len(cards) == 1 and laid_color(way) == cards))
    if found := next(fitting, ""):
        return found
    if len(cards) == 1 and cards in CARDS:
        cards = payment(price, cards)
    check_payment(cards, view.hand, price)
    return cards


# ---- whether it makes sense


_MAY_CHANGE = frozenset({Reason.NO_CARDS_LEFT, Reason.NO_TICKETS_LEFT})
"""Rules that forbid an action now, and may allow it when the turn comes."""

_BY_HAND = frozenset({Reason.CARDS_NOT_HELD})
"""Rules that may allow the action with another hand."""


def never_holds(view: View, line: str, *, same_hand: bool) -> str:
    """The condition of a line that can never hold; "" for none. `same_hand` as in `check_line`."""
    for condition in conditions(line):
        kind = condition.split()[0]
        if (kind == "free" or (kind == "hold" and same_hand)) and not holds_now(view, condition):
            return condition
    return ""


def check_line(view: View, line: str, *, same_hand: bool) -> None:
    """Refuse a line that can never be legal. Raises IllegalAction with the rule.

    With `same_hand`, the seat's turn begins with the hand that it has now.
    """
    kind, _, *more = head(line)
    if kind == "draw" and any(map(view.table.rules.is_whole_draw, more)):
        raise IllegalAction(Reason.LOCOMOTIVE_SECOND)
    try:
        first_action(on_turn(view), line)
    except IllegalAction as error:
        unpaid = error.reason in _BY_HAND or error.facts.get("given") == 0
        if error.reason not in _MAY_CHANGE and (same_hand or not unpaid):
            raise


# ---- planned turns


def own_plan(match: Match, seat: int | None) -> PlanMade | None:
    """What the player of a seat has planned."""
    return match.plans[seat] if match.plans and seat is not None else None


def plan_plays(match: Match, seat: int) -> bool:
    """Whether a seat's turn has begun and its plan will play it: nobody needs a notification."""
    return match.table is not None and match.table.seat == seat and bool(planned_turn(match))


def has_to_act(match: Match, seat: int) -> bool:
    """Whether the player of a seat has to decide something now, and no computer or plan does it for them."""
    holder, decisions = match.roster.holders[seat], match.table.decisions if match.table else ()
    playing = match.roster.status is Status.RUNNING and not holder.level and not holder.skipped
    return playing and any(decisions[seat : seat + 1]) and not plan_plays(match, seat)


def plan_asks(match: Match, seat: int) -> bool:
    """Whether a plan has begun a turn that its player must finish."""
    plan = own_plan(match, seat)
    if plan is None or not plan.playing or match.game is None or seat not in match.waiting_for:
        return False
    return next_action(view_for(match.game, seat), plan) is None


def planned_turn(match: Match) -> tuple[PlannedMove, ...]:
    """The moves that a plan makes in the turn that has begun; none if its player must decide.

    The player finishes what a plan cannot.
    """
    game, seat = match.game, match.table.seat if match.table else None
    plan = own_plan(match, seat)
    if game is None or seat is None or plan is None or match.roster.status is not Status.RUNNING:
        return ()
    holder = match.roster.holders[seat]
    if holder.by_computer or not isinstance(game.table.decisions[seat], TakeTurn):
        return ()
    chosen = line_to_play(view_for(game, seat), plan)
    if not chosen:
        return ()
    plan, turn = structs.replace(plan, playing=chosen), game.table.turn
    moves: list[PlannedMove] = [(holder.person, "", (plan,))]
    try:
        while game.table.turn == turn and (action := next_action(view_for(game, seat), plan)):
            game, events = apply(game, seat, action)
            moves.append((holder.person, line_of(action), events))
    except Exception as error:  # noqa: BLE001 - somebody else's action must not fail because of a plan
        log.error("game %s: a plan could not be played: %s", match.id, fault(error))
        return ()
    return tuple(moves)


def plan_due(match: Match) -> datetime | None:
    """When the turn that has begun is played by a plan; None where its player must decide."""
    seat = match.table.seat if match.table else None
    if seat is None or not plan_plays(match, seat):
        return None
    return (match.since[seat] or match.at) + _delay(match, seat)


def _delay(match: Match, seat: int) -> timedelta:
    """How long a planned turn waits, if the table wants that: then nobody can tell a plan from a player who
    thinks.

    The wait is computed from a secret of the game, so it is the same after a restart. It is at most a part of
    the time for a turn.
    """
    decision = match.table.decisions[seat] if match.table else None
    if not match.roster.delays_plans or decision is None:
        return timedelta()
    secret = f"{match.roster.secret}:plan:{seat}:{decision.revision}"
    part = int(hashlib.sha256(secret.encode()).hexdigest()[:8], 16) / (1 << 32)
    clock = match.roster.clock
    longest = min(_LONGEST, clock.turn * _PART_OF_TURN) if clock else _LONGEST
    shortest = min(_SHORTEST, longest / 2)
    return timedelta(seconds=shortest * (longest / shortest) ** part)
