"""Alternative texts of pictures, for people who cannot see them: at most 1,024 characters each."""

from collections.abc import Sequence

from bot.text.i18n import Phrases
from bot.text.labels import (
    board_title,
    hand_cards,
    paid_cards,
    place,
    route_name,
    row,
    ticket_status_line,
    unsigned,
)
from bot.text.prompts import next_line, prompt
from bot.text.scores import addends
from bot.text.truncate import shortened
from engine.board import Board
from engine.game import Table
from engine.rules import Rules
from engine.sheet import ScoreSheet
from engine.ticket_status import TicketStatus
from engine.view import View

LONGEST = 1024
"""Signs; what chats take."""

MOST_PIECES = 6
"""New pieces that are named; a post after a long absence can tell of a whole game."""


def board_alt(view: View, names: Sequence[str], phrases: Phrases, new: Sequence[str] = ()) -> str:
    """What the picture of the board shows, without the owner of every route, which has a text of its own.

    It names the pieces on the `new` routes and cities; where there are none, the last one. Deadlines are left
    to the text of a message, which can be edited.
    """
    table, say = view.table, phrases.say
    title, variant = (board_title(text, phrases) for text in (table.board.title, table.rules.title))
    sentences = [
        f"{say('board-title', title=title, variant=variant, turn=table.turn)}.",
        next_line(table, names, phrases),
        built(table, new, names, phrases),
        f"{say('board-row', row=row(table.row, phrases))}.",
        f"{say('board-piles', deck=table.deck, discards=table.discards, tickets=table.ticket_deck)}.",
        *(_player(table, seat, names, phrases) for seat in range(table.players)),
    ]
    return _fitted(list(filter(None, sentences)))


def closeup_alt(view: View, names: Sequence[str], phrases: Phrases, new: Sequence[str] = ()) -> str:
    """What the part of the board around new pieces shows."""
    return _fitted([phrases.say("alt-closeup"), built(view.table, new, names, phrases)])


def built(table: Table, new: Sequence[str], names: Sequence[str], phrases: Phrases) -> str:
    """Who built on these routes and in these cities; without any, who built last; "" before that."""
    last = (table.last[1],) if table.last else ()
    places = new or last
    pieces = "; ".join(_piece(table, where, names, phrases) for where in places[-MOST_PIECES:])
    earlier = max(0, len(places) - MOST_PIECES)
    return phrases.say("alt-last", pieces=pieces, earlier=earlier) if pieces else ""


def _piece(table: Table, where: str, names: Sequence[str], phrases: Phrases) -> str:
    """A route or a station with the name of its owner."""
    is_route = where in table.board.route
    owner = table.owner(where) if is_route else table.station_at(where)
    name = "" if owner is None else names[owner]
    kind = "route" if is_route else "station"
    return phrases.say(f"alt-piece-{kind}", name=name, place=place(table.board, where, phrases))


def _player(table: Table, seat: int, names: Sequence[str], phrases: Phrases) -> str:
    say = phrases.say
    facts = [
        say("board-player", name=names[seat], points=table.points[seat]),
        say("board-pieces", trains=table.trains[seat], cards=table.hands[seat], tickets=table.tickets[seat]),
    ]
    if table.rules.stations:
        facts.append(say("alt-stations", count=table.rules.stations - len(table.stations[seat])))
    return f"{', '.join(facts)}."


def hand_alt(view: View, phrases: Phrases) -> str:
    """What the picture of a hand shows. For that player only."""
    return _fitted([hand_cards(view, phrases)])


def tickets_alt(
    board: Board, ticket_status: Sequence[TicketStatus], phrases: Phrases, offer: Sequence[int] = ()
) -> str:
    """Tickets, each with what may become of it, those of the `offer` numbered. For that player only."""
    return _fitted([ticket_status_line(board, status, phrases, offer) for status in ticket_status], "\n")


def claim_alt(view: View, route: str, paid: str, phrases: Phrases) -> str:
    """What a route would cost and bring. For that player only."""
    return _fitted([claim_preview(view, route, paid, phrases)])


def claim_preview(view: View, route: str, paid: str, phrases: Phrases) -> str:
    """A claim before it is made: the cards that it takes, its points, and what stays."""
    table, there = view.table, view.table.board.route[route]
    assert view.seat is not None
    text = phrases.say(
        "preview-claim",
        route=route_name(table.board, route, phrases.language),
        cards=paid_cards(paid, phrases),
        points=table.rules.route_points[there.length],
        trains=table.trains[view.seat] - there.length,
        left=sum(view.hand) - len(paid),
    )
    return f"{text} {phrases.say('preview-tunnel')}" if there.tunnel else text


def tunnel_alt(view: View, names: Sequence[str], phrases: Phrases) -> str:
    """The cards laid down for a tunnel, those revealed, and what they ask for. For that player only."""
    return _fitted([prompt(view, names, phrases)])


def legend_text(board: Board, rules: Rules, phrases: Phrases) -> str:
    """What the legend of a board shows."""
    lengths = sorted({route.length for route in board.routes})
    points = [phrases.say("rules-points", length=each, points=rules.route_points[each]) for each in lengths]
    return _fitted([phrases.say("alt-legend", points=", ".join(points))])


def score_alt(sheet: ScoreSheet, names: Sequence[str], phrases: Phrases) -> str:
    """What the picture of the final score shows."""
    paths = any(line.path_bonus for line in sheet.seats)
    lines = [
        f"{phrases.say('score-total', place=line.place, name=names[line.seat], points=line.total)}. "
        f"{' · '.join(addends(line, phrases, paths=paths))}."
        for line in sheet.ranked
    ]
    return _fitted([phrases.say("alt-score"), *lines])


def text_alt(text: str) -> str:
    """What a picture shows that has the same figures as a text of several lines."""
    return _fitted(text.splitlines())


def _fitted(sentences: Sequence[str], between: str = " ") -> str:
    """The sentences as one text to be read aloud, cut where there are too many of them.

    Without marks of bold, and without the symbols of cards: their names follow anyway.
    """
    text = unsigned(between.join(filter(None, sentences)).replace("**", ""))
    return shortened(text, LONGEST)
