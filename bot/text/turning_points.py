"""The turns that decided a game that is over, in words."""

from collections.abc import Iterator, Sequence

from bot.matches.lead import PlayedTurn, done_by, played_turns, points_of, turning_points
from bot.matches.match import Step
from bot.text.i18n import Phrases, person
from bot.text.labels import city, listed, route_name, ticket
from engine.board import members
from engine.sheet import ScoreSheet


def turning_points_text(steps: Sequence[Step], names: Sequence[str], phrases: Phrases) -> str:
    """The turns that changed the lead of the winner most, a line each; "" where none did.

    `steps` are all of a match that is over, `names` those in its result.
    """
    table = steps[-1].after.table if steps else None
    if table is None or table.sheet is None:
        return ""
    turns = played_turns(steps)
    lines = list(_lines(turns, table.sheet, names, phrases))
    title = phrases.say("turning-title", name=names[table.sheet.winners[0]])
    return "\n".join([title, *lines]) if lines else ""


def _lines(
    turns: Sequence[PlayedTurn], sheet: ScoreSheet, names: Sequence[str], phrases: Phrases
) -> Iterator[str]:
    points = [points_of(after) for _, after in turns]
    for turn, was, now in turning_points(points, sheet.winners[0]):
        seat = turns[turn][0].table.seat or 0
        gained = points[turn][seat] - points_of(turns[turn][0])[seat]
        what = listed(list(_gains(turns[turn], seat, phrases)), phrases)
        lead = {"was": _signed(was), "now": _signed(now)}
        yield phrases.say(
            "turning-point", number=turn + 1, name=person(names[seat]), what=what, points=gained, **lead
        )


def _signed(points: int) -> str:
    return f"{points:+d}" if points else "0"


def _gains(turn: PlayedTurn, seat: int, phrases: Phrases) -> Iterator[str]:
    """What was built in a turn, and the tickets that this completed."""
    before, after = turn
    board = after.table.board
    for number in members(after.table.routes[seat] & ~before.table.routes[seat]):
        yield route_name(board, board.routes[number].id, phrases.language)
    for place in after.table.stations[seat][len(before.table.stations[seat]) :]:
        yield city(board, place, phrases.language)
    for number in done_by(after, seat):
        if number not in done_by(before, seat):
            yield phrases.say("turning-ticket", ticket=ticket(board, number, phrases))
