"""Handlers that check what the bot may do, and whether its private messages arrive."""

from typing import Annotated

from bot.model.commands import Do, Operation
from bot.model.message import Message, moment
from bot.model.permissions import TopicClosed, Unreachable
from bot.service.context import Context
from bot.service.permissions import missing_permissions_message


async def check_permissions(context: Context) -> Message:
    """Whether the bot has all permissions here, and whether the person has blocked its private messages."""
    blocked = await context.store.people.blocks_dms(context.person)
    key = "dms-blocked" if blocked else "dms-open"
    private = context.phrases.say(key, platform=context.person.platform)
    return Message(f"{await _permissions(context)}\n{private}")


async def _permissions(context: Context) -> str:
    try:
        missing = await context.access.missing_permissions(context.chat)
    except TopicClosed:
        return context.phrases.say("topic-closed")
    except Unreachable:
        return context.phrases.say("permissions-unknown")
    if until := missing.silenced_until:
        return context.phrases.say("permissions-timed-out", place=missing.place, until=moment(until))
    if names := (*missing.speech, *missing.pictures, *missing.others):
        lines = [missing_permissions_message(names, missing.place, context.phrases).text]
    else:
        lines = [context.phrases.say("permissions-complete")]
    return "\n".join([*lines, *map(context.phrases.say, missing.refusals)])


async def write_again(_: Annotated[Do, Operation.WRITE_AGAIN], context: Context) -> Message:
    """Try to send private messages again, and say whether they arrived."""
    shown = await context.access.write_again(context.person)
    key = "dms-blocked" if shown is None else "dms-retried"
    return Message(context.phrases.say(key, platform=context.person.platform))
