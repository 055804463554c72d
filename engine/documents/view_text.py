"""What a seat sees, as JSON and as lines of text, for the command line."""

from collections.abc import Iterator
from typing import Any

from engine.cards import letters
from engine.documents.codec import to_json
from engine.documents.position import asked
from engine.events import Event
from engine.game import Decision, Table
from engine.notation import line
from engine.options import options
from engine.sheet import SeatScore
from engine.view import View


def view_to_json(view: View) -> dict[str, Any]:
    """A view as one JSON object: `seat`, `hand`, `tickets` and `offer`, and the `table` as all see it."""
    return {
        "seat": view.seat,
        "hand": letters(view.hand),
        "tickets": list(view.tickets),
        "offer": list(view.offer),
        "table": _table(view.table),
    }


def option_lines(view: View) -> list[str]:
    """What the view's seat may do, as lines.

    >>> option_lines(view)[:2]
    ['draw 1R', 'draw 2B']
    """
    return [line(action) for action in options(view)]


def view_lines(view: View) -> Iterator[str]:
    """A view as text."""
    table = view.table
    yield f"{table.board.title}, {table.rules.title}: {table.players} players, {_moment(table)}"
    yield f"row {table.row}, deck {table.deck}, discards {table.discards}, ticket deck {table.ticket_deck}"
    for seat in range(table.players):
        yield from _seat_lines(table, seat)
    if tunnel := table.tunnel:
        yield f"tunnel {tunnel.route}: seat {tunnel.seat} laid {tunnel.laid}, revealed {tunnel.revealed}"
    for score in table.sheet.seats if table.sheet else ():
        yield _score(score)
    if view.seat is not None:
        yield f"hand {letters(view.hand) or 'empty'}"
        yield from (f"ticket {_ticket(table, number)}" for number in view.tickets)
        yield from (f"offered {_ticket(table, number)}" for number in view.offer)


def event_line(event: Event) -> str:
    """An event as text, secrets included."""
    (_, kind), _, *fields = to_json(event).items()
    return " ".join([kind, *(f"{name}={value}" for name, value in fields if not isinstance(value, dict))])


def _table(table: Table) -> dict[str, Any]:
    """The table with the keys of a position; secrets are replaced by their number."""
    apart = {"board", "rules", "game_id", "routes", "decisions"}
    return {
        "board": table.board.id,
        "variant": table.rules.variant,
        "game": table.game_id,
        **{name: to_json(value) for name, value in vars(table).items() if name not in apart},
        "routes": [_route_ids(table, seat) for seat in range(table.players)],
        "decisions": [to_json(asked(decision)) for decision in table.decisions],
    }


def _moment(table: Table) -> str:
    if table.over:
        return "the game is over"
    if table.choosing:
        return "starting tickets are being chosen"
    left = f", {table.turns_left} turns left after it" if table.last_round else ""
    return f"turn {table.turn}, of seat {table.seat}{left}"


def _seat_lines(table: Table, seat: int) -> Iterator[str]:
    numbers = {"cards": table.hands, "tickets": table.tickets, "trains": table.trains, "points": table.points}
    text = ", ".join(f"{each[seat]} {name}" for name, each in numbers.items())
    yield f"seat {seat}: {text}, {_doing(table.decisions[seat])}"
    if routes := _route_ids(table, seat):
        yield f"  routes {' '.join(routes)}"
    if table.stations[seat]:
        yield f"  stations {' '.join(table.stations[seat])}"


def _doing(decision: Decision | None) -> str:
    known = to_json(asked(decision))
    if known is None:
        return "waits"
    return " ".join([known.pop("kind"), *(f"{name}={value}" for name, value in known.items())])


def _route_ids(table: Table, seat: int) -> list[str]:
    return [route.id for route in table.board.routes_in(table.routes[seat])]


def _ticket(table: Table, number: int) -> str:
    ticket = table.board.ticket[number]
    name = {place: each.name for place, each in table.board.place.items()}
    goals = " or ".join(f"{name[goal.place]}, {goal.points} points" for goal in ticket.goals)
    return f"{number}: {name[ticket.a]} - {goals}{', long' if ticket.long else ''}"


def _score(score: SeatScore) -> str:
    return (
        f"score of seat {score.seat}: place {score.place}, {score.total} points: routes {score.routes}, "
        f"tickets {score.ticket_points} ({score.completed} of {len(score.tickets)} completed), "
        f"stations {score.station_points}, longest path {score.path_bonus} (length {score.path_length}), "
        f"globetrotter {score.globetrotter_bonus}, mandalas {score.mandala_bonus} ({len(score.mandalas)})"
    )
