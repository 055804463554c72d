"""Why computers played as they did: asked again, after the game, from what they could see then."""

import asyncio

from bot.matches.deciding import Refused
from bot.matches.games import Games
from bot.matches.match import Step
from bot.matches.roster import Status
from bot.message import Message
from bot.minds import answer, question
from bot.request import Request
from bot.talk.motives import reason
from bot.talk.phrases import Phrases


async def reasons(games: Games, request: Request, number: int | None) -> Message:
    """What the computers had in mind in a round (None: their last), a sentence a move. Raises Refused.

    Only after the game: a motive names tickets, and cards that a hand lacked.
    """
    match = request.match
    if match is None or match.table is None:
        raise Refused("no-game")
    if match.roster.status is not Status.OVER:
        raise Refused("why-not-yet")
    last = (match.table.turn - 1) // match.table.players + 1
    moves = [(_round_of(step), step) for step in await games.steps(match.id, 0)]
    theirs = [its for its, _ in moves if its is not None]
    wanted = max(theirs, default=last) if number is None else number
    steps = [step for its, step in moves if its == wanted]
    told = await asyncio.to_thread(lambda: [_told(step, request.phrases) for step in steps])
    if not told:
        raise Refused("why-nothing", round=wanted, last=last)
    return Message("\n".join((request.phrases.say("why-title", round=wanted), *told)))


def _round_of(step: Step) -> int | None:
    """The round of a computer's move, 0 for what is chosen before the first turn; None for any other step."""
    table = step.before.table if step.before else None
    return -(-table.turn // table.players) if table and step.action and not step.actor else None


def _told(step: Step, phrases: Phrases) -> str:
    match = step.before
    if match is None or match.table is None:
        raise ValueError("a move has a moment before it")
    # Starting tickets are chosen before anybody's turn; then the event says who has chosen.
    seat = match.table.seat if match.table.seat is not None else getattr(step.fact, "seat", 0)
    return reason(answer(question(match, seat)), match.roster.names[seat], match.table, phrases)
