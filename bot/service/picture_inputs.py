"""What pictures and statuses of tickets depend on: while it stays the same, they are not made again."""

from collections.abc import Hashable

from bot.matches.match import Match
from bot.matches.roster import Status
from bot.text.i18n import Phrases
from bot.text.labels import seat_names
from engine.view import View


def own_routes(view: View) -> Hashable:
    """The seat's own routes, which a private picture shows."""
    return view.table.routes[view.seat] if view.seat is not None else 0


def status_inputs(view: View) -> Hashable:
    """All that a status depends on, except the seat and its tickets."""
    table = view.table
    turns = None if table.turns_left is None else (table.turns_left, table.seat)
    game = table.board.edition, table.rules.variant, table.players, table.over
    return *game, table.routes, table.stations, table.trains, turns


def on_map(view: View) -> Hashable:
    """All that is on the map."""
    table = view.table
    return table.routes, table.stations, table.last, table.trains


def names_and_colors(match: Match, phrases: Phrases) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Names and colours, by seat."""
    return seat_names(match, phrases), match.roster.colors


def marked_names(match: Match, phrases: Phrases) -> tuple[str, ...]:
    """The names by seat. A mark says that a computer plays a person's seat at this moment."""
    if match.roster.status is not Status.RUNNING:
        return seat_names(match, phrases)
    return tuple(
        phrases.say("played-by-computer", name=holder.name)
        if holder.person and holder.by_computer
        else phrases.player(holder.name)
        for holder in match.roster.holders
    )
