"""Warnings that the end is near: one private message to each player when trains run out, and one when the
last round begins. The posts say the same in public, without what a player can still complete.
"""

import asyncio
from collections.abc import Sequence

from bot.matches.match import Step
from bot.model.identity import Person
from bot.model.message import Message, Topic
from bot.notify.readers import Readers
from bot.platforms.port import PostKey
from bot.service.directory import heading
from bot.text.narrate import FEW_TRAINS
from bot.text.outlook_text import is_near_end, outlook_text
from engine.view import view_for

TRAINS, LAST_ROUND = "trains", "last-round"
"""The two warnings. A game has each at most once, also where several players run out of trains."""


def warning_of(steps: Sequence[Step]) -> str:
    """The warning that these steps call for: the last round takes the place of the other; or ""."""
    after = steps[-1].after.table
    if after is None or not is_near_end(after):
        return ""
    warning = ""
    for step in steps:
        before, now = step.before.table if step.before else None, step.after.table
        if before is None or now is None or before.seat is None:
            continue
        if before.turns_left is None and now.turns_left is not None:
            return LAST_ROUND
        if min(before.trains) > FEW_TRAINS >= min(now.trains):
            warning = TRAINS
    return warning


async def end_warning(
    readers: Readers, person: Person, steps: Sequence[Step], seat: int | None
) -> tuple[Message, PostKey] | None:
    """The warning for the player of a seat after these steps, in silence; None where there is none.

    In a private chat that shows the game, the panel says the same.
    """
    match, warning = steps[-1].after, warning_of(steps)
    if not warning or seat is None or match.game is None or match.table is None:
        return None
    if match.roster.holders[seat].level or await readers.own_chat_of(person, match.id):
        return None
    own = await readers.person_phrases(person, match.id)
    outlook = await asyncio.to_thread(outlook_text, view_for(match.game, seat), own)
    lead = own.say("warning-last-round")
    if warning == TRAINS:
        trains = match.table.trains
        last = trains.index(min(trains))
        lead = own.say("warning-trains", name=match.roster.names[last], count=trains[last])
    name = await heading(readers.store, person, match, own)
    key = PostKey(match.id, Topic.NOTE, 0, part=warning, setbacks=match.roster.setbacks)
    return Message("\n".join(filter(None, (name, lead, outlook)))), key
