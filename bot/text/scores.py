"""The board, the scores so far and the final score sheet, in words."""

from collections.abc import Iterable, Iterator, Sequence
from typing import get_args

from bot.text.i18n import Phrases, person
from bot.text.labels import board_title, city, listed, route_name, row, scored_ticket
from bot.text.prompts import next_line
from engine.board import Board
from engine.game import Table
from engine.rules import BonusKind, Rules
from engine.scores import points_so_far
from engine.sheet import ScoreSheet, SeatScore
from engine.view import View


def outcome(sheet: ScoreSheet, rules: Rules, names: Sequence[str], phrases: Phrases) -> str:
    """Who won, everybody's place and points, and who has the bonuses; a line each."""

    def people(seats: Iterable[int]) -> str:
        return listed([person(names[seat]) for seat in seats], phrases)

    say, winners = phrases.say, sheet.winners
    standings = (
        say("standing", place=line.place, name=names[line.seat], points=line.total) for line in sheet.ranked
    )
    lines = [
        say("won", count=len(winners), names=people(winners), points=sheet.seats[winners[0]].total),
        " · ".join(standings),
    ]
    for bonus in rules.bonuses:
        scores = {line.seat: line.bonus(bonus.kind) for line in sheet.seats}
        for score in sorted({score for score in scores.values() if score.points}, reverse=True):
            who = people(seat for seat, other in scores.items() if other == score)
            lines.append(say(f"won-{bonus.kind}", names=who, count=score.figure, points=score.points))
    return "\n".join(lines)


def score_text(sheet: ScoreSheet, names: Sequence[str], board: Board, phrases: Phrases) -> str:
    """The score sheet: how each player's points came about, and what each ticket and station did, the first
    place first.
    """
    paths = any(line.path_bonus for line in sheet.seats)
    scores = [
        [
            phrases.say("score-total", place=line.place, name=names[line.seat], points=line.total),
            " · ".join(addends(line, phrases, paths=paths)),
            *_details(line, names, board, phrases),
        ]
        for line in sheet.ranked
    ]
    return "\n\n".join("\n".join(score) for score in scores)


def _details(seat: SeatScore, names: Sequence[str], board: Board, phrases: Phrases) -> Iterator[str]:
    """Every ticket, and what each station borrows."""
    say, language = phrases.say, phrases.language
    for key, done in (("score-tickets-done", True), ("score-tickets-missed", False)):
        tickets = [scored_ticket(board, each, phrases) for each in seat.tickets if each.completed is done]
        if tickets:
            yield f"{say(key)} {'; '.join(tickets)}"
    for station in seat.stations:
        where = city(board, station.city, language)
        if station.owner is None:
            yield say("score-station-alone", city=where)
        else:
            route = route_name(board, station.route, language)
            yield say("score-station", city=where, route=route, name=names[station.owner])


def addends(line: SeatScore, phrases: Phrases, *, paths: bool) -> Iterator[str]:
    """The terms of a total; `paths` says whether anybody has the bonus for the longest path."""
    say = phrases.say
    yield say("score-routes", points=line.routes)
    yield say("score-tickets", points=line.ticket_points)
    if line.stations or line.stations_left:
        yield say("score-stations", points=line.station_points, count=line.stations_left)
    for kind in get_args(BonusKind):
        figure, points = line.bonus(kind)
        if points or (paths and kind == "longest-path"):
            yield say(f"score-{kind}", points=points, count=figure)


def scores_so_far(table: Table, names: Sequence[str], phrases: Phrases) -> str:
    """The points that the board shows, the most first, and what else everybody may know during play."""
    lines = sorted(enumerate(points_so_far(table)), key=lambda line: -line[1][0])
    key = "so-far-stations" if table.rules.stations else "so-far"
    bonus = table.rules.bonus_points("longest-path")
    sentences = [
        phrases.say(key, name=names[seat], routes=routes, stations=stations, length=path, bonus=bonus)
        for seat, (routes, stations, path) in lines
    ]
    return "\n".join([phrases.say("so-far-title"), *sentences])


def table_text(view: View, names: Sequence[str], phrases: Phrases) -> str:
    """Everything public on the board in words, in at most about 3,500 letters."""
    table = view.table
    say = phrases.say
    title = board_title(table.board.title, phrases)
    head = say("board-title", title=title, variant=board_title(table.rules.title, phrases), turn=table.turn)
    face_up = say("board-row", row=row(table.row, phrases))
    piles = say("board-piles", deck=table.deck, discards=table.discards, tickets=table.ticket_deck)
    players = [_player(table, seat, names, phrases) for seat in range(table.players)]
    return "\n".join([head, next_line(table, names, phrases), face_up, piles, *players, say("board-more")])


def _player(table: Table, seat: int, names: Sequence[str], phrases: Phrases) -> str:
    say, language = phrases.say, phrases.language
    routes = [
        route_name(table.board, route.id, language) for route in table.board.routes_in(table.routes[seat])
    ]
    stations = [city(table.board, place, language) for place in table.stations[seat]]
    lines = [
        say("board-player", name=names[seat], points=table.points[seat]),
        say("board-pieces", trains=table.trains[seat], cards=table.hands[seat], tickets=table.tickets[seat]),
    ]
    if routes:
        lines.append(f"{say('board-routes')} {'; '.join(routes)}")
    if table.rules.stations:
        left = table.rules.stations - len(stations)
        lines.append(say("board-stations", left=left, cities=", ".join(stations) or "—"))
    return "\n".join(lines)
