"""Links to replays: made, and withdrawn."""

import secrets
from hashlib import sha256

from bot.matches.outcomes import CommandRefused
from bot.model.callbacks import CallbackData
from bot.model.message import Button, Message
from bot.service.permissions import is_home_admin
from bot.service.request import Request

_SECRET_BYTES = 24
MOST_LINKS = 10
"""Links to one game that one person may have."""


async def share_replay(request: Request) -> Message:
    """Give a new link to anybody who may ask about the game here. Everybody who has the link can open it."""
    match, address = request.shown_match, request.access.replay_address(request.chat)
    if address is None:
        raise CommandRefused("nothing-to-share")
    token = secrets.token_urlsafe(_SECRET_BYTES)
    digest = sha256(token.encode()).hexdigest()
    if not await request.store.page.link_replay(digest, match.id, request.person, MOST_LINKS):
        raise CommandRefused("replay-links-full", count=MOST_LINKS)
    withdraw = Button(request.phrases.say("button-withdraw"), CallbackData(match.id, 0, "share off").code)
    link = f"{address}/replay#{token}"
    return Message(
        request.phrases.say("replay-shared", link=link), buttons=((withdraw,),), link=link, once=True
    )


async def withdraw_links(request: Request) -> Message:
    """Withdraw the person's links to the game; an admin of its home withdraws everybody's."""
    makers = None if await is_home_admin(request) else request.linked_accounts
    count = await request.store.page.unlink_replay(request.shown_match.id, makers)
    return Message(request.phrases.say("replay-withdrawn" if count else "replay-not-shared", count=count))
