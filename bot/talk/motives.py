"""Why a computer made a move, in one sentence."""

from bot.talk import words
from bot.talk.phrases import Phrases
from engine.computers.reasons import ExplainedMove
from engine.game import Table


def reason(thought: ExplainedMove, name: str, table: Table, phrases: Phrases) -> str:
    """The move of the computer with this name, and what it had in mind."""
    board = table.board
    tickets = [words.ticket(board, number, phrases) for number in thought.tickets]
    return phrases.say(
        f"why-{thought.reason.value}",
        name=name,
        move=words.action(thought.action, table, phrases),
        route=words.route_name(board, thought.route, phrases.language) if thought.route else "",
        tickets=words.listed(tickets, phrases) if tickets else "",
        named="yes" if thought.route else "no",
        number=len(tickets),
    )
