"""Links between the accounts of one person on several platforms."""

import asyncio
import logging
from datetime import timedelta
from hashlib import sha256

from bot.commands.arguments import TextArg
from bot.commands.registry import command
from bot.matches.outcomes import CommandRefused
from bot.model.callbacks import NO_GAME, CallbackData
from bot.model.command import ANY_GAME, AT_TIMES, PERSON, PRIVATE, PRIVATE_CHAT
from bot.model.identity import Person
from bot.model.message import Button, Mention, Message, Rows
from bot.randomness import new_code
from bot.requests.request import Request
from bot.store import OtherGame
from bot.tasks import fault
from bot.text.i18n import Phrases, person
from bot.text.labels import platform_name

CODE_LASTS = timedelta(minutes=15)
"""How long a code can be used."""

_LETTERS = 12
"""Of the digest of a link, in the key of a note about it."""

_TOLD_WITHIN = 10.0
"""Seconds that a note about a link may take before the link is refused."""

log = logging.getLogger(__name__)


@command("link", PERSON, menus=PRIVATE_CHAT, game=ANY_GAME, answer=PRIVATE, confirm=True, personal=True)
async def link(request: Request, code: TextArg = "") -> Message:
    """Issue a code; with a code, ask for confirmation; with a code and "yes", link the accounts."""
    typed, _, sure = code.lower().partition(" ")
    if sure == "yes":
        return await _link(typed, request)
    if typed:
        return await _confirm_link(typed, request)
    code, until = new_code(request.random_bytes), request.clock.now() + CODE_LASTS
    await request.store.people.offer_link(request.person, _digest(code), until)
    minutes = CODE_LASTS // timedelta(minutes=1)
    text = request.phrases.say("link-code", code=code, minutes=minutes)
    return Message(text, copied=f"/link {code}", once=True)


@command("unlink", PERSON, menus=PRIVATE_CHAT, page=AT_TIMES, game=ANY_GAME, personal=True)
async def unlink(request: Request) -> Message:
    """Unlink the account from all others."""
    if len(request.linked_accounts) == 1:
        raise CommandRefused("not-linked")
    await request.store.people.unlink(request.person)
    return Message(request.phrases.say("unlinked"))


async def _confirm_link(code: str, request: Request) -> Message:
    """Ask before linking. From now on only this person can use the code: others may have read it."""
    own = _digest(f"{code} {request.person}")
    now = request.clock.now()
    other = await request.store.people.take_code(request.person, _digest(code), own, now)
    if other is None:
        raise CommandRefused("no-such-link")
    sure = CallbackData(NO_GAME, 0, f"link {code} yes").code
    button = Button(request.phrases.say("button-link"), sure, "danger")
    text = await _sentence("ask-link", other, request.phrases, request, code=code)
    return Message(text, buttons=((button,),))


async def _link(code: str, request: Request) -> Message:
    """Link the accounts. Who gave the code is told first: before that, nobody sees a card of theirs."""
    people = request.store.people
    own = _digest(f"{code} {request.person}")
    try:
        other = await people.linkable(request.person, own, request.clock.now())
        if other and not await _tell_all(other, own, request):
            raise CommandRefused(
                "link-untold",
                name=await _name(other, request),
                platform=platform_name(other.platform, request.phrases),
            )
        other = await people.link(request.person, own, request.clock.now())
    except OtherGame as both:
        raise CommandRefused("both-seated", game=both.game) from None
    if other is None:
        raise CommandRefused("no-such-link")
    text = await _sentence("linked", other, request.phrases, request, code=code)
    return Message(text, buttons=_not_me(request.phrases))


@command("notme", PERSON, is_typed=False, game=ANY_GAME, answer=PRIVATE)
async def not_me(request: Request) -> Message:
    """Undo all links of the account, and those between the accounts that it was linked with."""
    await request.store.people.unlink_all(request.person)
    return Message(request.phrases.say("not-me-done"))


async def _tell_all(other: Person, link: str, request: Request) -> bool:
    """Tell all accounts that will be linked, but the one that asks, who they will be linked with.

    False where the one who gave the code cannot be told.
    """
    people = request.store.people
    theirs, mine = await people.linked_accounts(other), await people.linked_accounts(request.person)
    is_told = await _tell(other, request.person, link, request)
    if is_told:
        for one in {*theirs, *mine} - {other, request.person}:
            await _tell(one, other if one in mine else request.person, link, request)
    return is_told


async def _tell(to: Person, other: Person, link: str, request: Request) -> bool:
    """Tell a person who they will be linked with. False if that does not arrive."""
    words = await request.directory.phrases(to, await request.directory.home(to) or request.chat)
    text = await _sentence("link-told", other, words, request)
    note = Message(text, buttons=_not_me(words), mentions=(Mention(to, ""),))
    if to.platform not in request.platforms:
        return False
    try:
        async with asyncio.timeout(_TOLD_WITHIN):
            await request.announcements.tell(to, note, f"link-{link[:_LETTERS]}")
    except Exception as error:  # noqa: BLE001 - of any platform's library
        log.info("a person on %s could not be told: %s", to.platform, fault(error))
        return False
    return True


def _not_me(words: Phrases) -> Rows:
    return ((Button(words.say("button-not-me"), CallbackData(NO_GAME, 0, "notme").code, "danger"),),)


async def _sentence(key: str, other: Person, words: Phrases, request: Request, code: str = "") -> str:
    name, platform = await _name(other, request), platform_name(other.platform, words)
    return words.say(key, name=name, platform=platform, code=code)


async def _name(other: Person, request: Request) -> str:
    known = await request.store.people.profile(other)
    return person(known.name if known else other.id)


def _digest(code: str) -> str:
    return sha256(code.encode()).hexdigest()
