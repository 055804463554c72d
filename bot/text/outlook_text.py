"""What a player can still complete before the end, in words."""

from collections.abc import Iterator

from bot.text.i18n import Phrases
from bot.text.labels import ticket
from bot.text.narrate import FEW_TRAINS
from engine.game import Table
from engine.outlook import least_turns_left, outlook
from engine.view import View


def is_near_end(table: Table) -> bool:
    """Whether somebody is running out of trains, or the last round has begun."""
    if table.over or table.seat is None:
        return False
    return table.turns_left is not None or min(table.trains) <= FEW_TRAINS


def outlook_text(view: View, phrases: Phrases) -> str:
    """The turns that a seat has in any case, and the tickets that it can complete in them; "" before the end
    is near.
    """
    if view.seat is None or not is_near_end(view.table):
        return ""
    turns = least_turns_left(view.table, view.seat)
    return "\n".join([phrases.say(_turns_key(view), count=turns), *_tickets(view, turns, phrases)])


def _turns_key(view: View) -> str:
    """The sentence about the turns that a seat has."""
    if view.table.turns_left is None:
        return "outlook-turns"
    return "outlook-last-turn" if view.seat == view.table.seat else "outlook-last-turns"


def _tickets(view: View, turns: int, phrases: Phrases) -> Iterator[str]:
    board, needs = view.table.board, outlook(view, turns)
    if not needs:
        yield phrases.say("outlook-done")
        return
    for number, need in needs.items():
        if need:
            built, lacks = need
            key, named = "outlook-lacks" if lacks else "outlook-held", ticket(board, number, phrases)
            yield phrases.say(key, ticket=named, count=built, cards=lacks)
    missed = [ticket(board, number, phrases) for number, need in needs.items() if need is None]
    if missed:
        yield phrases.say("outlook-missed", tickets="; ".join(missed))
