"""Scores counted by brute force, without any code of `engine.scores`, to check them."""

from collections.abc import Iterator, Sequence
from itertools import product

from engine.board import Route, Ticket
from engine.game import Game
from engine.rules import Rules
from engine.sheet import ScoreSheet, SeatScore


def recounted(game: Game, sheet: ScoreSheet) -> Iterator[str]:
    """What is wrong with a score sheet, a sentence for each mistake."""
    for line in sheet.seats:
        yield from _line(game, line)
    rules = game.table.rules
    path, globetrotter = rules.bonus_points("longest-path"), rules.bonus_points("globetrotter")
    yield from _bonus(sheet, path, [(line.path_length, line.path_bonus) for line in sheet.seats])
    yield from _bonus(
        sheet, globetrotter, [(line.completed, line.globetrotter_bonus) for line in sheet.seats]
    )
    mandala = rules.bonus("mandala")
    for line in sheet.seats if mandala else ():
        count = len(line.mandalas)
        due = mandala.points[min(count, len(mandala.points)) - 1] if mandala and count else 0
        if line.mandala_bonus != due:
            yield f"Seat {line.seat} has {line.mandala_bonus} points for {count} mandalas, and {due} are due."
    yield from _places(sheet, rules)


def _line(game: Game, line: SeatScore) -> Iterator[str]:
    table, seat = game.table, line.seat
    own = table.board.routes_in(table.routes[seat])
    tickets = [table.board.ticket[number] for number in game.tickets[seat]]
    left = (table.rules.stations - len(table.stations[seat])) * table.rules.station_points
    one_by_one = sum(ticket.points if ticket.completed else -ticket.points for ticket in line.tickets)
    total = line.routes + line.ticket_points + line.station_points
    total += line.path_bonus + line.globetrotter_bonus + line.mandala_bonus
    mandalas = tuple(_mandalas(own, tickets)) if table.rules.bonus("mandala") else ()
    for what, shown, counted in (
        ("route points", line.routes, sum(table.rules.route_points[route.length] for route in own)),
        ("ticket points", line.ticket_points, _most_ticket_points(game, seat, own, tickets)),
        ("ticket points one by one", line.ticket_points, one_by_one),
        ("completed tickets", line.completed, sum(ticket.completed for ticket in line.tickets)),
        ("station points", line.station_points, left),
        ("longest path", line.path_length, _longest(own)),
        ("mandalas", line.mandalas, mandalas),
        ("total", line.total, total),
    ):
        if shown != counted:
            yield f"The {what} of seat {seat} are {counted}, and the score sheet says {shown}."
    if not _travelled(own, [table.board.route[route] for route in line.path], line.path_length):
        yield f"The longest path of seat {seat} cannot be travelled."


def _most_ticket_points(game: Game, seat: int, own: Sequence[Route], tickets: Sequence[Ticket]) -> int:
    """Every use of the stations: each borrows no route, or one rival's route at its city."""
    table = game.table
    rivals = [route for route in table.board.routes if table.owner(route.id) not in (None, seat)]
    lendable = [
        [None, *(route for route in rivals if city in (route.a, route.b))] for city in table.stations[seat]
    ]
    joined = _joined({}, own)
    return max(_ticket_points(_joined(joined, filter(None, use)), tickets) for use in product(*lendable))


def _mandalas(own: Sequence[Route], tickets: Sequence[Ticket]) -> Iterator[int]:
    """By number, the tickets whose cities stay joined whichever single route is missing."""
    rests = [own, *([other for other in own if other is not route] for route in own)]
    joined = [_joined({}, rest) for rest in rests]
    for ticket in sorted(tickets, key=lambda ticket: ticket.number):
        if all(names.get(ticket.a) == names.get(ticket.b) is not None for names in joined):
            yield ticket.number


def _joined(names: dict[str, str], routes: Sequence[Route] | Iterator[Route]) -> dict[str, str]:
    """For each city a label of its connected part of the network, with these routes added."""
    joined = dict(names)
    for route in routes:
        here, there = joined.setdefault(route.a, route.a), joined.setdefault(route.b, route.b)
        if here != there:
            joined.update({city: here for city, name in joined.items() if name == there})
    return joined


def _ticket_points(names: dict[str, str], tickets: Sequence[Ticket]) -> int:
    return sum(
        ticket.points if names.get(ticket.a, ticket.a) == names.get(ticket.b, ticket.b) else -ticket.points
        for ticket in tickets
    )


def _longest(routes: Sequence[Route]) -> int:
    """Every path, from every city over every route not yet used."""
    ways: dict[str, list[tuple[int, str, int]]] = {}
    for place, route in enumerate(routes):
        ways.setdefault(route.a, []).append((1 << place, route.b, route.length))
        ways.setdefault(route.b, []).append((1 << place, route.a, route.length))

    def further(city: str, used: int) -> int:
        ahead = (way for way in ways[city] if not used & way[0])
        return max((length + further(other, used | bit) for bit, other, length in ahead), default=0)

    return max((further(city, 0) for city in ways), default=0)


def _travelled(own: Sequence[Route], path: Sequence[Route], length: int) -> bool:
    """Whether the routes belong to the player, are all different, and form a path."""
    if len(set(path)) < len(path) or not set(path) <= set(own):
        return False
    if sum(route.length for route in path) != length:
        return False
    # Wherever one could be by now: the first route can be travelled either way.
    here = {path[0].a, path[0].b} if path else {""}
    for route in path[1:]:
        here = {route.b if city == route.a else route.a for city in here & {route.a, route.b}}
    return bool(here)


def _bonus(sheet: ScoreSheet, bonus: int, figures: Sequence[tuple[int, int]]) -> Iterator[str]:
    """Every seat with the highest value, or none if that is 0."""
    highest = max(figure for figure, _ in figures)
    for line, (figure, given) in zip(sheet.seats, figures, strict=True):
        if given != (bonus if figure == highest > 0 else 0):
            yield f"Seat {line.seat} has a bonus of {given}, with {figure} where the most is {highest}."


def _places(sheet: ScoreSheet, rules: Rules) -> Iterator[str]:
    """A place is one more than the number of players who are better."""
    for line in sheet.seats:
        place = 1 + sum(_better(other, line, rules) for other in sheet.seats)
        if line.place != place:
            yield f"Seat {line.seat} has place {line.place}, and comes out at {place}."
    if sheet.winners != tuple(line.seat for line in sheet.seats if line.place == 1):
        yield f"The winners are {sheet.winners}, and the places say otherwise."


def _better(one: SeatScore, other: SeatScore, rules: Rules) -> bool:
    """More points, or else the first tie-break that differs."""
    leads = {
        "completed-tickets": one.completed - other.completed,
        "fewest-stations": one.stations_left - other.stations_left,
        "longest-path": one.path_bonus - other.path_bonus,
    }
    lead = one.total - other.total
    return next(filter(None, [lead, *(leads[tie_break] for tie_break in rules.tie_breaks)]), 0) > 0
