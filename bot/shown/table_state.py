"""The state of a table for programs that draw it themselves, as JSON: what one person may see of a match.

It is made from the View of that person. It has no `null`, so that `difference` can be a merge patch (RFC
7396): there `null` removes a key, an object is merged, and anything else replaces the old value.
"""

from collections.abc import Mapping, Sequence
from contextlib import suppress

from bot.matches import seats, votes
from bot.matches.boards import BoardRepository
from bot.matches.match import Match
from bot.matches.outcomes import CommandRefused
from bot.matches.plans import on_turn
from bot.matches.roster import Status
from bot.matches.undo import can_undo_alone
from bot.matches.votes import asked_seats
from bot.model.call import Call
from bot.requests.permissions import require_allowed_home
from bot.requests.request import Request
from bot.shown.menus import lobby_options
from bot.text.i18n import Phrases
from bot.text.labels import board_title, seat_names
from bot.text.roster_text import tell_vote
from engine.actions import DeclineTunnel, DrawDeck, DrawFaceUp, DrawTickets, PaySurcharge
from engine.cards import letters
from engine.game import ChooseTickets, Decision, DrawSecondCard, SettleTunnel, Table, TakeTurn
from engine.levels import LEVELS
from engine.notation import line
from engine.options import Options, options
from engine.sheet import SeatScore
from engine.ticket_status import TicketStatus
from engine.view import View

TableState = Mapping[str, object]


def difference(before: TableState, after: TableState) -> TableState:
    """The merge patch (RFC 7396) that turns one state into another."""
    changed: dict[str, object] = {key: None for key in before if key not in after}
    for key, value in after.items():
        old = before.get(key)
        if isinstance(old, Mapping) and isinstance(value, Mapping):
            if inner := difference(old, value):
                changed[key] = inner
        elif key not in before or old != value:
            changed[key] = value
    return changed


async def shown_table(request: Request) -> TableState:
    """The table that a chat shows, as a person sees it; a choice of games where it shows none.

    Raises CommandRefused where the operator does not allow the home of the game.
    """
    match, view = request.match, request.view
    await require_allowed_home(request, match)
    if request.unreadable:
        return {"stage": "unreadable", "language": request.phrases.language}
    offers = ["unlink"] if len(request.linked_accounts) > 1 else []
    if match is None:
        return {**setup_state(request.repository.boards, request.phrases), "offers": offers}
    state = table_state(request, match, await request.pictures.ticket_status(view) if view else ())
    joins: TableState = {"joins": True} if await _may_take_a_seat(request, match) else {}
    offers += await _offers(request, match) + (["join"] if joins else [])
    return {**state, **joins, "offers": offers}


async def _offers(request: Request, match: Match) -> list[str]:
    """Which of the commands that the menu has `at_times` would not be refused to this person now."""
    roster, seat = match.roster, request.seat
    offers = ["abort"] if request.hosts else []
    if await request.store.chats.home_of(match.id) != request.chat and seat is not None:
        offers.append("unfollow")
    if seat is None or roster.status is not Status.RUNNING:
        return offers
    view, holder = request.view, roster.holders[seat]
    offers += ["vote"] if roster.vote else []
    offers += ["back"] if holder.absent_until else []
    offers += ["snooze"] if seat in match.waiting_for else []
    if holder.level:
        return offers
    with suppress(CommandRefused):
        votes.give_time(match, request.player, None)
        offers.append("givetime")
    offers += ["hint"] if roster.is_practice and view and view.decision else []
    asks_others = roster.vote is None and match.table is not None and _has_played(match.table, seat)
    return [*offers, "undo"] if asks_others or can_undo_alone(match, seat) else offers


async def _may_take_a_seat(request: Request, match: Match) -> bool:
    """Whether an onlooker of a running game can take over a seat, or a player come back."""
    plays = request.seat is not None and not match.roster.holders[request.seat].level
    if plays or match.roster.status is not Status.RUNNING:
        return False
    hands = await request.store.people.hands_seen(match.id, request.linked_accounts)
    seen = {str(account) for account in (*request.linked_accounts, *hands)}
    with suppress(CommandRefused):
        seats.join(match, request.player, request.name, request.chat, request.clock.now(), seen)
        return True
    return False


def setup_state(boards: BoardRepository, phrases: Phrases) -> TableState:
    """The choices for a new game, while the chat shows none."""
    choices = []
    for board in boards.by_id.values():
        variants = [
            {"id": id, "title": board_title(rules.title, phrases)} for id, rules in board.variants.items()
        ]
        title = board_title(board.title, phrases)
        choices.append({"id": board.id, "title": title, "variants": variants})
    return {"stage": "empty", "language": phrases.language, "boards": choices, "levels": _levels(phrases)}


def _levels(phrases: Phrases) -> list[TableState]:
    return [{"id": level, "title": phrases.say(f"level-{level}")} for level in LEVELS]


def table_state(request: Request, match: Match, statuses: Sequence[TicketStatus]) -> TableState:
    """What a person may see of a match. `statuses` are those of the tickets that they hold.

    `seq` does not count the events that only one player may know of.
    """
    roster, phrases = match.roster, request.phrases
    state = seen_by_all(match, phrases)
    if roster.status is Status.LOBBY:
        state["lobby"] = _lobby(request, match)
    if (view := request.view) and view.seat is not None:
        state["me"] = _own(match, view, statuses, phrases)
    return state


def seen_by_all(match: Match, phrases: Phrases) -> dict[str, object]:
    """What everybody may see of a match."""
    roster, names = match.roster, seat_names(match, phrases)
    state: dict[str, object] = {
        "stage": "lobby" if roster.status is Status.LOBBY else "game",
        "language": phrases.language,
        "seq": match.seq - match.hidden,
        "game": match.id,
        "boardId": match.board.id,
        "edition": match.board.edition,
        "title": board_title(match.board.title, phrases),
        "variantTitle": board_title(match.board.variants[roster.variant].title, phrases),
        "over": roster.status in (Status.OVER, Status.ABORTED),
        "aborted": roster.status is Status.ABORTED,
        "paused": roster.paused,
        "players": {str(seat): _player(match, seat, name) for seat, name in enumerate(names)},
    }
    return state | (_public(match.table) if match.table else {})


def _lobby(request: Request, match: Match) -> TableState:
    rules, menus = match.board.variants[match.roster.variant], []
    for menu in lobby_options(request).menus:
        choices = [
            {
                "title": button.short or button.label,
                "line": f"/{Call.pressed(button.code).line}",  # the line that a choice says
                "chosen": button.code == menu.chosen,
            }
            for button in menu.choices
        ]
        menus.append({"title": menu.title, "choices": choices})
    return {
        "seated": request.seat is not None,
        "hosts": request.hosts,
        "least": rules.players_least,
        "most": rules.players_most,
        "levels": _levels(request.phrases),
        "colors": list(match.roster.free_colors),
        "menus": menus,
    }


def _player(match: Match, seat: int, name: str) -> TableState:
    holder, table, until = match.roster.holders[seat], match.table, match.deadline(seat)
    player: dict[str, object] = {"name": name, "color": holder.color, "computer": holder.level}
    if table:
        player |= {
            "trains": table.trains[seat],
            "points": table.points[seat],
            "cards": table.hands[seat],
            "tickets": table.tickets[seat],
            "waiting": seat in match.waiting_for,
        }
    if table and table.sheet:
        score = table.sheet.seats[[line.seat for line in table.sheet.seats].index(seat)]
        player |= {"total": score.total, "place": score.place}
    return player | ({"until": int(until.timestamp())} if until else {})


def _public(table: Table) -> dict[str, object]:
    """What everybody sees of the table."""
    board = table.board
    state: dict[str, object] = {
        "row": table.row,
        "deck": table.deck,
        "discards": table.discards,
        "ticketDeck": table.ticket_deck,
        "turn": table.turn,
        "stationsEach": table.rules.stations,
        "locomotives": table.rules.payment.locomotives_on,
        "routePoints": {str(length): points for length, points in table.rules.route_points.items()},
        "routes": {
            route.id: seat for seat, routes in enumerate(table.routes) for route in board.routes_in(routes)
        },
        "closed": {route.id: 1 for route in board.routes_in(table.closed)},
        "stations": {city: seat for seat, cities in enumerate(table.stations) for city in cities},
    }
    if table.seat is not None:
        state["seat"] = table.seat
    if table.turns_left is not None:
        state["turnsLeft"] = table.turns_left
    if table.sheet:
        state["sheet"] = {str(line.seat): _score(line) for line in table.sheet.seats}
    if table.tunnel:
        tunnel = table.tunnel
        state["tunnel"] = {
            "seat": tunnel.seat, "route": tunnel.route, "laid": tunnel.laid, "revealed": tunnel.revealed
        }  # fmt: skip
    return state


def _score(line: SeatScore) -> TableState:
    """How the points of a player came about."""
    return {
        "routes": line.routes,
        "tickets": {str(ticket.number): ticket.completed for ticket in line.tickets},
        "ticketPoints": line.ticket_points,
        "stations": {station.city: station.route for station in line.stations},
        "stationPoints": line.station_points,
        "path": list(line.path),
        "pathLength": line.path_length,
        "pathBonus": line.path_bonus,
        "completed": line.completed,
        "globetrotter": line.globetrotter_bonus,
        "mandalas": list(line.mandalas),
        "mandala": line.mandala_bonus,
    }


def _own(match: Match, view: View, statuses: Sequence[TicketStatus], phrases: Phrases) -> TableState:
    """What a seat holds, what it can pay for, and what it is asked."""
    own: dict[str, object] = {
        "seat": view.seat,
        "hand": letters(view.hand),
        "offer": list(view.offer),
        "revision": 0,
        "decision": "none",
        "actions": [],
    }
    own["tickets"] = {
        str(status.ticket): {
            "progress": status.progress,
            "trains": status.trains,
            "stations": status.stations,
            **({"points": status.points} if status.progress == "done" else {}),
            **({"mandala": True} if status.mandala else {}),
        }
        for status in statuses
    }
    if match.roster.status is not Status.RUNNING:
        return own
    own |= _payable(view)
    vote, votes = match.roster.vote, match.roster.votes
    if vote and view.seat in asked_seats(match, vote) and votes[view.seat] is None:
        own["vote"] = {"number": vote.number, "text": tell_vote(vote, match.roster, phrases)}
    if can_undo_alone(match, view.seat):
        own["undo"] = match.undoable[-1][1]
    holder = match.roster.holders[view.seat or 0]
    if view.decision and not holder.by_computer:
        own |= _decision(view.decision, options(view))
    return own


def _has_played(table: Table, seat: int) -> bool:
    """Whether the first turn of a seat is over."""
    if table.seat is None:
        return False
    first = (table.seat - (table.turn - 1)) % table.players
    return (seat - first) % table.players < table.turn - 1


def _payable(view: View) -> dict[str, object]:
    """What the seat could pay for if its turn began now: the default payments, and all ways by price."""
    board, planned = view.table.board, options(on_turn(view))
    claims, ways = planned.claims, dict[str, list[str]]()
    payable = {}
    for route in claims.places:
        there = board.route[route]
        price = f"{there.length}{there.color}{there.ferry}" + ("t" if there.tunnel else "")
        ways.setdefault(price, list(claims.payments(route)))
        payable[route] = ways[price][0]
    stations = planned.stations
    first = next(iter(stations.places), "")
    return {"payable": payable, "ways": ways, "stationWays": list(stations.payments(first)) if first else []}


def _decision(decision: Decision, open_now: Options) -> dict[str, object]:
    """What the seat is asked, and the lines of the actions that are not claims, stations or tickets kept."""
    kinds = (DrawFaceUp, DrawDeck, DrawTickets, PaySurcharge, DeclineTunnel)
    asked: dict[str, object] = {
        "revision": decision.revision,
        "actions": [line(action) for kind in kinds for action in open_now.of(kind)],
    }
    match decision:
        case TakeTurn():
            return {**asked, "decision": "take-turn"}
        case DrawSecondCard():
            return {**asked, "decision": "second-card"}
        case ChooseTickets(keep=keep, keep_most=most):
            return {**asked, "decision": "choose-tickets", "keep": keep, "keepMost": most}
        case SettleTunnel(owed=owed):
            return {**asked, "decision": "settle-tunnel", "owed": owed}
