"""What still brings points in the last turn, and what stations can borrow."""

from collections.abc import Iterator

from engine.actions import BuildStation, ClaimRoute
from engine.board import Ticket, members
from engine.computers.claiming import paid
from engine.computers.mind import Mind
from engine.computers.terrain import ends, numbers
from engine.computers.thought import Motive, Thought

_TUNNEL = 0.7
"""How likely it is that a tunnel can be paid for."""


def last_points(mind: Mind) -> Thought | None:
    """The claim or the station that brings the most points at once."""
    found = [*_claims(mind), *_stations(mind)]
    return max(found, key=lambda each: each[0])[1] if found else None


def borrowed(mind: Mind) -> Thought | None:
    """A station that brings a ticket home which the plan has given up."""
    found = list(_stations(mind)) if mind.plan.failed and not mind.plan.routes else []
    return max(found, key=lambda each: each[0])[1] if found else None


Worth = tuple[float, Thought]


def _claims(mind: Mind) -> Iterator[Worth]:
    undone = _undone(mind)
    for name in mind.options.claims.places:
        route = mind.table.board.route_ids.index(name)
        done = [ticket for ticket in undone if mind.terrain.joins([route], [ticket])]
        worth = mind.worth_by_itself(route) + 2 * sum(ticket.points for ticket in done)
        sure = _TUNNEL if mind.table.board.routes[route].tunnel else 1
        yield worth * sure, Thought(paid(mind, route), Motive.LAST_TURN, name, _numbers(done))


def _stations(mind: Mind) -> Iterator[Worth]:
    """Stations whose city has a rival's route that brings tickets home, for more than they cost."""
    undone, stations = _undone(mind), mind.options.stations
    if not undone or not stations:
        return
    number, places = numbers(mind.table.board), set(stations.places)
    for route in members(mind.table.claimed & ~mind.terrain.own):
        done = [ticket for ticket in undone if mind.terrain.joins([route], [ticket])]
        worth = 2 * sum(ticket.points for ticket in done) - mind.table.rules.station_points
        if worth <= 0:
            continue
        for city in sorted(places):
            if number[city] in ends(mind.table.board)[route]:
                action = BuildStation(city, stations.payments(city)[0])
                name = mind.table.board.route_ids[route]
                yield worth, Thought(action, Motive.BORROW, name, _numbers(done))


def _undone(mind: Mind) -> list[Ticket]:
    return [ticket for ticket in mind.tickets if not mind.terrain.joins((), [ticket])]


def _numbers(tickets: list[Ticket]) -> tuple[int, ...]:
    return tuple(ticket.number for ticket in tickets)


def any_claim(mind: Mind) -> Thought | None:
    """The longest route that can be paid for, where nothing else is left to do."""
    routes = [mind.table.board.route_ids.index(name) for name in mind.options.claims.places]
    if not routes:
        return None
    route = max(routes, key=lambda route: (mind.points(route), route))
    claim = paid(mind, route)
    return Thought(ClaimRoute(claim.route, claim.cards), Motive.NOTHING_BETTER, claim.route)
