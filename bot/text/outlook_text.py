"""What a player can still complete before the end, in words."""

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
    board, turns = view.table.board, least_turns_left(view.table, view.seat)
    needs = outlook(view, turns)
    if view.table.turns_left is None:
        key = "outlook-turns"
    else:
        key = "outlook-last-turn" if view.seat == view.table.seat else "outlook-last-turns"
    lines = [phrases.say(key, count=turns)]
    if not needs:
        lines.append(phrases.say("outlook-done"))
    for number, need in needs.items():
        if need:
            built, lacks = need
            key, named = "outlook-lacks" if lacks else "outlook-held", ticket(board, number, phrases)
            lines.append(phrases.say(key, ticket=named, count=built, cards=lacks))
    missed = [ticket(board, number, phrases) for number, need in needs.items() if need is None]
    if missed:
        lines.append(phrases.say("outlook-missed", tickets="; ".join(missed)))
    return "\n".join(lines)
