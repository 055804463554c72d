"""Calculating Scores: the score sheet at the end of the game."""

from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from engine.board import Ticket
from engine.game import Game, Table
from engine.network import (
    completed,
    connected,
    joined_twice,
    longest_path,
    path_length,
    ticket_points,
)
from engine.rules import Bonus, BonusKind, Rules, TieBreak
from engine.sheet import ScoreSheet, SeatScore, StationScore, TicketScore
from engine.stations import BorrowedRoutes, borrow


def score_sheet(game: Game) -> ScoreSheet:
    """Everybody's points, how they add up, and the places.

    >>> [(line.total, line.place) for line in score_sheet(game).seats]
    [(8, 1), (7, 2)]
    """
    table = game.table
    lines = [_seat_score(game, seat) for seat in range(table.players)]
    rules = table.rules
    for bonus in rules.bonuses:
        lines = _awarded(lines, bonus)
    ranked = _ranked(lines, rules)
    return ScoreSheet(tuple(ranked), tuple(line.seat for line in ranked if line.place == 1))


def _seat_score(game: Game, seat: int) -> SeatScore:
    table = game.table
    own = table.board.routes_in(table.routes[seat])
    tickets = [table.board.ticket[number] for number in game.tickets[seat]]
    borrowed, _ = borrowing(table, seat, tickets)
    cities = connected([*own, *filter(None, borrowed)])
    won = [(ticket, ticket_points(ticket, cities)) for ticket in tickets]
    scores = tuple(TicketScore(each.number, points or each.penalty, points > 0) for each, points in won)
    path = longest_path(own)
    left = table.rules.stations - len(table.stations[seat])
    return SeatScore(
        seat=seat,
        routes=table.points[seat],
        tickets=scores,
        ticket_points=sum(ticket.points if ticket.completed else -ticket.points for ticket in scores),
        stations=tuple(
            StationScore(city, route.id if route else "", table.owner(route.id) if route else None)
            for city, route in zip(table.stations[seat], borrowed, strict=True)
        ),
        stations_left=left,
        station_points=left * table.rules.station_points,
        path=tuple(route.id for route in path),
        path_length=sum(route.length for route in path),
        path_bonus=0,
        completed=sum(score.completed for score in scores),
        globetrotter_bonus=0,
        total=0,
        place=0,
        mandalas=joined_twice(own, tickets) if table.rules.bonus("mandala") else (),
    )


def borrowing(table: Table, seat: int, tickets: Sequence[Ticket]) -> BorrowedRoutes:
    """Train Stations: what a seat's stations would borrow for these tickets if the game ended now.

    At the end each station borrows at most one route of one rival at its city.
    """
    board = table.board
    own = board.routes_in(table.routes[seat])
    if not table.stations[seat]:
        return (), completed(own, tickets)
    rivals = table.claimed & ~table.routes[seat]
    lendable = [board.routes_in(rivals & board.routes_at[city]) for city in table.stations[seat]]
    return borrow(own, lendable, tickets)


_BONUS_FIELDS: Mapping[BonusKind, str] = {
    "longest-path": "path_bonus",
    "globetrotter": "globetrotter_bonus",
    "mandala": "mandala_bonus",
}
"""The field of a line that has the points of a bonus."""


def _awarded(lines: Sequence[SeatScore], bonus: Bonus) -> list[SeatScore]:
    """European Express, Globetrotter, Mandala: the lines with the points of a bonus."""
    figures = [line.bonus(bonus.kind).figure for line in lines]
    field = _BONUS_FIELDS[bonus.kind]
    return [
        replace(line, **{field: bonus.worth(figure, max(figures))})
        for line, figure in zip(lines, figures, strict=True)
    ]


def _ranked(lines: Sequence[SeatScore], rules: Rules) -> list[SeatScore]:
    """Game End: rank by points, then by the tie-breaks; players who are still equal share a place."""
    keys = [
        (
            line.routes
            + line.ticket_points
            + line.station_points
            + sum(line.bonus(bonus.kind).points for bonus in rules.bonuses),
            *(_figure(line, tie_break) for tie_break in rules.tie_breaks),
        )
        for line in lines
    ]
    return [
        replace(line, total=key[0], place=1 + sum(other > key for other in keys))
        for line, key in zip(lines, keys, strict=True)
    ]


def _figure(line: SeatScore, tie_break: TieBreak) -> int:
    match tie_break:
        case "completed-tickets":
            return line.completed
        case "fewest-stations":
            return -len(line.stations)
        case "longest-path":
            return line.path_bonus


def points_so_far(table: Table) -> tuple[tuple[int, int, int], ...]:
    """The public points by seat: route points, station points, and the length of the longest path.

    >>> points_so_far(game.table)
    ((4, 12, 3), (0, 12, 0))
    """
    return tuple(
        (
            table.points[seat],
            (table.rules.stations - len(table.stations[seat])) * table.rules.station_points,
            path_length(table.board.routes_in(table.routes[seat])),
        )
        for seat in range(table.players)
    )
