"""Handlers that link the accounts of one person on several platforms."""

from datetime import timedelta
from hashlib import sha256
from typing import Annotated

from bot.matches.outcomes import CommandRefused
from bot.model.callbacks import NO_GAME, CallbackData
from bot.model.commands import Do, Operation
from bot.model.identity import Person
from bot.model.message import Button, Mention, Message, Rows
from bot.randomness import new_code
from bot.service.context import Context
from bot.store import OtherGame
from bot.text.i18n import Phrases, person
from bot.text.labels import platform_name

CODE_LASTS = timedelta(minutes=15)
"""How long a code can be used."""

_LETTERS = 12
"""Of the digest of a link, in the key of a note about it."""


async def link(command: Annotated[Do, Operation.LINK], context: Context) -> Message:
    """Issue a code; or, with a code, ask for confirmation."""
    if command.text:
        return await _confirm_link(command.text, context)
    code, until = new_code(context.random_bytes), context.clock.now() + CODE_LASTS
    await context.store.people.offer_link(context.person, _digest(code), until)
    minutes = CODE_LASTS // timedelta(minutes=1)
    return Message(context.phrases.say("link-code", code=code, minutes=minutes), once=True)


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
    text = await _sentence("ask-link", other, context.phrases, context, code=code)
    return Message(text, buttons=((button,),))


async def link_now(command: Annotated[Do, Operation.LINK_NOW], context: Context) -> Message:
    """Link the accounts. Who gave the code is told first: before that, nobody sees a card of theirs."""
    code, people = command.text, context.store.people
    own = _digest(f"{code} {context.person}")
    try:
        other = await people.linkable(context.person, own, context.clock.now())
        if other and not await _tell_all(other, own, context):
            raise CommandRefused(
                "link-untold",
                name=await _name(other, context),
                platform=platform_name(other.platform, context.phrases),
            )
        other = await people.link(context.person, own, context.clock.now())
    except OtherGame as both:
        raise CommandRefused("both-seated", game=both.game) from None
    if other is None:
        raise CommandRefused("no-such-link")
    text = await _sentence("linked", other, context.phrases, context, code=code)
    return Message(text, buttons=_not_me(context.phrases))


async def not_me(_: Annotated[Do, Operation.NOT_ME], context: Context) -> Message:
    """Undo all links of the account, and those between the accounts that it was linked with."""
    await context.store.people.unlink_all(context.person)
    return Message(context.phrases.say("not-me-done"))


async def _tell_all(other: Person, link: str, context: Context) -> bool:
    """Tell all accounts that will be linked, but the one that asks, who they will be linked with.

    False where the one who gave the code cannot be told.
    """
    people = context.store.people
    theirs, mine = await people.linked_accounts(other), await people.linked_accounts(context.person)
    is_told = await _tell(other, context.person, link, context)
    if is_told:
        for one in {*theirs, *mine} - {other, context.person}:
            await _tell(one, other if one in mine else context.person, link, context)
    return is_told


async def _tell(to: Person, other: Person, link: str, context: Context) -> bool:
    words = await context.directory.phrases(to, await context.directory.home(to) or context.chat)
    text = await _sentence("link-told", other, words, context)
    note = Message(text, buttons=_not_me(words), mentions=(Mention(to, ""),))
    return await context.access.tell_person(to, note, f"link-{link[:_LETTERS]}")


def _not_me(words: Phrases) -> Rows:
    return ((Button(words.say("button-not-me"), CallbackData(NO_GAME, 0, "notme").code, "danger"),),)


async def _sentence(key: str, other: Person, words: Phrases, context: Context, code: str = "") -> str:
    name, platform = await _name(other, context), platform_name(other.platform, words)
    return words.say(key, name=name, platform=platform, code=code)


async def _name(other: Person, context: Context) -> str:
    known = await context.store.people.profile(other)
    return person(known.name if known else other.id)


def _digest(code: str) -> str:
    return sha256(code.encode()).hexdigest()
