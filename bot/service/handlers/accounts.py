"""Handlers that link the accounts of one person on several platforms."""

from datetime import timedelta
from hashlib import sha256
from typing import Annotated

from bot.matches.outcomes import CommandRefused
from bot.model.callbacks import NO_GAME, CallbackData
from bot.model.commands import Do, Operation
from bot.model.identity import Person
from bot.model.message import Button, Message
from bot.randomness import new_code
from bot.service.context import Context
from bot.store import OtherGame
from bot.text.i18n import person
from bot.text.labels import platform_name

CODE_LASTS = timedelta(minutes=15)
"""How long a code can be used."""


async def link(command: Annotated[Do, Operation.LINK], context: Context) -> Message:
    """Issue a code; or, with a code, ask for confirmation."""
    if command.text:
        return await _confirm_link(command.text, context)
    code, until = new_code(context.random_bytes), context.clock.now() + CODE_LASTS
    await context.store.people.offer_link(context.person, _digest(code), until)
    minutes = CODE_LASTS // timedelta(minutes=1)
    return Message(context.phrases.say("link-code", code=code, minutes=minutes))


async def unlink(_: Annotated[Do, Operation.UNLINK], context: Context) -> Message:
    """Unlink the account from all others."""
    if len(context.linked_accounts) == 1:
        raise CommandRefused("not-linked")
    await context.store.people.unlink(context.person)
    return Message(context.phrases.say("unlinked"))


async def _confirm_link(code: str, context: Context) -> Message:
    """Ask before linking. From now on only this person can use the code: others may have read it."""
    own = _digest(f"{code} {context.person}")
    now = context.clock.now()
    other = await context.store.people.take_code(context.person, _digest(code), own, now)
    if other is None:
        raise CommandRefused("no-such-link")
    sure = CallbackData(NO_GAME, 0, f"link {code} yes").code
    button = Button(context.phrases.say("button-link"), sure, "danger")
    return Message(await _sentence("ask-link", other, code, context), buttons=((button,),))


async def link_now(command: Annotated[Do, Operation.LINK_NOW], context: Context) -> Message:
    """Link the accounts."""
    code = command.text
    own = _digest(f"{code} {context.person}")
    try:
        other = await context.store.people.link(context.person, own, context.clock.now())
    except OtherGame as both:
        raise CommandRefused("both-seated", game=both.game) from None
    if other is None:
        raise CommandRefused("no-such-link")
    return Message(await _sentence("linked", other, code, context))


async def _sentence(key: str, other: Person, code: str, context: Context) -> str:
    known = await context.store.people.profile(other)
    name = person(known.name if known else other.id)
    platform = platform_name(other.platform, context.phrases)
    return context.phrases.say(key, name=name, platform=platform, code=code)


def _digest(code: str) -> str:
    return sha256(code.encode()).hexdigest()
