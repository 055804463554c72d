"""Handlers of what is stored about a person: sent to them, and deleted."""

from typing import Annotated

from bot.matches.outcomes import CommandRefused
from bot.model.callbacks import NO_GAME, CallbackData
from bot.model.commands import Do, Operation
from bot.model.identity import Person
from bot.model.message import Button, Message, Topic
from bot.service.context import Context
from bot.service.erasure import erase_all
from bot.service.personal_data import personal_data
from bot.text.i18n import person
from bot.text.labels import platform_name

FILE = "stationmaster-my-data.json"

_WORK = 6
"""A file counts as this many changes, because all games of the person are read for it."""


async def my_data(_: Annotated[Do, Operation.MY_DATA], context: Context) -> Message:
    """Everything that is stored about the person, as a file."""
    context.require_few_changes(_WORK)
    text = await personal_data(context.repository, context.linked_accounts)
    return Message(context.phrases.say("my-data", file=FILE), documents=((FILE, text),))


async def forget_me(_: Annotated[Do, Operation.FORGET_ME], context: Context) -> Message:
    """Say what will be deleted, and ask whether the person is sure."""
    games = await context.store.people.games_of(context.person)
    running = sum(not closed for _, _, _, closed in games)
    names = await context.store.people.names(context.linked_accounts)
    accounts = [
        context.phrases.say(
            "forget-account",
            name=person(names.get(one) or one.id),
            platform=platform_name(one.platform, context.phrases),
        )
        for one in context.linked_accounts
    ]
    ask = context.phrases.say("ask-forget", games=len(games), running=running)
    sure = Button(
        context.phrases.say("button-forget"), CallbackData(NO_GAME, 0, "forgetme yes").code, "danger"
    )
    return Message("\n".join([ask, *accounts]), buttons=((sure,),))


async def forget_me_now(_: Annotated[Do, Operation.FORGET_ME_NOW], context: Context) -> Message:
    """Delete everything that is stored about the person, by each of their linked accounts.

    It is noted first, so that a stop in between only delays the rest.
    """
    personal = context.store.personal
    if not await personal.rows_about(context.linked_accounts):
        raise CommandRefused("nothing-to-forget")
    context.require_few_changes(_WORK)
    await personal.ask_erasure(context.linked_accounts, context.clock.now())
    for one in context.linked_accounts:
        for panel in await _panels(context, one):
            await context.access.delete_message(one, panel)
    await erase_all(context.repository)
    for one in context.linked_accounts:
        context.directory.forget(one)
        if one.platform == "local":
            await context.store.page.want_removal(one)  # its open tabs ask for a name then
    return Message(context.phrases.say("forgotten", count=len(context.linked_accounts)))


async def _panels(context: Context, person: Person) -> list[str]:
    """The private messages that show a person the hands of their games."""
    games = [game for account, game, _, _ in await context.store.people.games_of(person) if account == person]
    sent = [one for game in games for one in await context.store.deliveries.sent(person, game)]
    return [one.message for one in sent if one.topic is Topic.PANEL]
