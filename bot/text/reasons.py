"""Moves of computers with their reasons, in words: those that were made, and those that would be better."""

from collections.abc import Sequence

from bot.text import labels
from bot.text.i18n import Phrases
from engine.actions import Action
from engine.computers.reasons import ExplainedMove
from engine.game import Table
from engine.view import View


def reason(move: ExplainedMove, seat: int, names: Sequence[str], table: Table, phrases: Phrases) -> str:
    """The move of the computer in a seat, and its reason. `names` are the players', by seat."""
    action = labels.move(move.action, table.board, phrases)
    facts = _facts(move, table, names, phrases)
    return phrases.say(f"why-{move.reason}", name=names[seat], move=action, **facts)


def advised(move: ExplainedMove, level: str, view: View, names: Sequence[str], phrases: Phrases) -> str:
    """What a computer of a level would do in a seat, and why. `names` are the players', by seat."""
    return phrases.say(
        "hint",
        level=phrases.say(f"level-{level}"),
        move=labels.move(move.action, view.table.board, phrases),
        because=_because(move, view.table, names, phrases),
    )


def reviewed(
    number: int, played: Action, better: ExplainedMove, table: Table, names: Sequence[str], phrases: Phrases
) -> str:
    """A turn of round `number`, 0 before the first: what was played, what was better, and why."""
    return phrases.say(
        "review-turn",
        round=number,
        played=labels.move(played, table.board, phrases),
        better=labels.move(better.action, table.board, phrases),
        because=_because(better, table, names, phrases),
    )


def _because(move: ExplainedMove, table: Table, names: Sequence[str], phrases: Phrases) -> str:
    """The reason of a move, as it is said to the person whose move it would be."""
    return phrases.say(f"because-{move.reason}", **_facts(move, table, names, phrases))


def _facts(move: ExplainedMove, table: Table, names: Sequence[str], phrases: Phrases) -> dict[str, str | int]:
    """What the reason of a move is about, in words."""
    board = table.board
    tickets = [labels.ticket_cities(board, number, phrases) for number in move.tickets]
    return {
        "rival": "" if move.rival is None else names[move.rival],
        "route": labels.route_name(board, move.route, phrases.language) if move.route else "",
        "tickets": labels.listed(tickets, phrases) if tickets else "",
        "named": "yes" if move.route else "no",
        "number": len(tickets),
    }
