"""Why a computer made a move, in one sentence."""

from collections.abc import Sequence

from bot.text import labels
from bot.text.i18n import Phrases
from engine.computers.reasons import ExplainedMove
from engine.game import Table


def reason(thought: ExplainedMove, seat: int, names: Sequence[str], table: Table, phrases: Phrases) -> str:
    """The move of the computer in a seat, and its reason. `names` are the players', by seat."""
    board = table.board
    tickets = [labels.ticket(board, number, phrases) for number in thought.tickets]
    return phrases.say(
        f"why-{thought.reason}",
        name=names[seat],
        rival="" if thought.rival is None else names[thought.rival],
        move=labels.action(thought.action, table, phrases),
        route=labels.route_name(board, thought.route, phrases.language) if thought.route else "",
        tickets=labels.listed(tickets, phrases) if tickets else "",
        named="yes" if thought.route else "no",
        number=len(tickets),
    )
