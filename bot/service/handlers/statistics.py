"""Handlers that count a person's results, hide them, and delete them."""

from typing import Annotated

from bot.model.commands import Do, Operation
from bot.model.message import Message
from bot.service.context import Context
from bot.service.results import bring_up_to_date


async def count_results(_: Annotated[Do, Operation.COUNT_RESULTS], context: Context) -> Message:
    """Count the results of the person, by all their linked accounts."""
    await bring_up_to_date(context.repository)
    context.require_few_changes()
    await context.store.results.count(context.linked_accounts, context.clock.now())
    return Message(context.phrases.say("stats-turned-on"))


async def hide_results(_: Annotated[Do, Operation.HIDE_RESULTS], context: Context) -> Message:
    """Hide the results of the person, and stop counting them."""
    await bring_up_to_date(context.repository)
    context.require_few_changes()
    await context.store.results.hide(context.linked_accounts)
    return Message(context.phrases.say("stats-turned-off"))


async def delete_results(_: Annotated[Do, Operation.DELETE_RESULTS], context: Context) -> Message:
    """Delete the results of the person. The others keep the ratings that they have by now."""
    await bring_up_to_date(context.repository)
    context.require_few_changes()
    await context.store.results.delete(context.linked_accounts, context.clock.now())
    return Message(context.phrases.say("stats-deleted"))
