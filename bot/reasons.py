"""Why computers played as they did: asked again, after the game, from what they could see then."""

import asyncio

from bot.matches.deciding import Refused
from bot.matches.games import Games
from bot.matches.match import Step
from bot.matches.roster import Status
from bot.message import Message
from bot.minds import answer, question
from bot.request import Request
from bot.talk.motives import motive
from bot.talk.phrases import Phrases


async def reasons(games: Games, request: Request, number: int | None) -> Message:
    """What the computers had in mind in a round (None: the last), a sentence a move. Raises Refused.

    Only after the game: a motive names tickets, and cards that a hand lacked.
    """
    match = request.match
    if match is None or match.table is None:
        raise Refused("no-game")
    if match.roster.status is not Status.OVER:
        raise Refused("why-not-yet")
    last = (match.table.turn - 1) // match.table.players + 1
    wanted = last if number is None else number
    steps = [step for step in await games.steps(match.id, 0) if _is_computers(step, wanted)]
    told = await asyncio.to_thread(lambda: [_told(step, request.phrases) for step in steps])
    if not told:
        raise Refused("why-nothing", round=wanted, last=last)
    return Message("\n".join((request.phrases.say("why-title", round=wanted), *told)))


def _is_computers(step: Step, wanted: int) -> bool:
    """Whether a step is a computer's move in a round; what is chosen before the first turn is round 0."""
    table = step.before.table if step.before else None
    return bool(table and step.action and not step.actor and -(-table.turn // table.players) == wanted)


def _told(step: Step, phrases: Phrases) -> str:
    match = step.before
    if match is None or match.table is None:
        raise ValueError("a move has a moment before it")
    # Starting tickets are chosen before anybody's turn; then the event says who has chosen.
    seat = match.table.seat if match.table.seat is not None else getattr(step.fact, "seat", 0)
    return motive(answer(question(match, seat)), match.roster.names[seat], match.table, phrases)
