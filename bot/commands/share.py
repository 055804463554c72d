"""Sharing a game: other chats follow it by invitation, and after its end a link opens its replay."""

import secrets
from dataclasses import replace
from hashlib import sha256
from typing import Annotated

from bot.commands.arguments import TEXT
from bot.commands.audit import note_change
from bot.commands.games import replaceable_game
from bot.commands.registry import command
from bot.matches.match import Match, Step
from bot.matches.outcomes import CommandRefused, Outcome
from bot.matches.repository import UnknownGame
from bot.matches.roster import Status
from bot.matches.roster_events import ChatFollowed
from bot.matches.seats import public_name
from bot.model.callbacks import CallbackData
from bot.model.command import CHATS, GROUP, OPENED_HERE, WITH_GAME, MenuPlace
from bot.model.identity import Chat
from bot.model.message import Button, Message, Rows
from bot.randomness import new_seed
from bot.requests.access import invitation, invited_game
from bot.requests.permissions import (
    is_home_admin,
    require_allowed_home,
    require_chat_admin,
    require_host,
    require_opener,
    require_player,
)
from bot.requests.request import Request
from bot.shown.archive import can_be_replayed
from bot.store import RowUpdates
from bot.text.i18n import person
from bot.text.labels import platform_name

ChangeArg = Annotated[str, replace(TEXT, only="text", words=("off", "new"))]
InvitationArg = Annotated[str, replace(TEXT, required=True)]

MOST_LINKS = 10
"""Links to the replay of one game that one person may have."""

_SECRET_BYTES = 24

MOST_CHATS = 20
"""Chats that show one game."""

_MOST_BUTTONS = 4
"""Chats that one message offers to remove: Discord shows five rows."""

MOST_ADDED = 3
"""How many chats one person may lately have added to those that show a game."""


@command("share", CHATS, who="player", menus=GROUP, page=MenuPlace(("player", "over")), posts=("end",))
async def share(request: Request, change: ChangeArg = "") -> Message:
    """Tell a player or a host the code of the game; once it has ended, give anybody a link to its replay.

    A host also learns which chats follow the game. `change` is "new" for another code in place of the present
    one, or "remove" and the word of a chat, which then no longer follows.
    """
    match = request.shown_match
    if can_be_replayed(match):
        if not change:
            return await _share_replay(request)
        makers = None if await is_home_admin(request) else request.linked_accounts  # None: everybody's links
        count = await request.store.page.unlink_replay(match.id, makers)
        return Message(request.phrases.say("replay-withdrawn" if count else "replay-not-shared", count=count))
    await require_player(request)
    _require_unfinished(match, "nothing-to-share")
    done = await _changed_followers(tuple(change.lower().split()), request) if change else ""
    chats, renewed = request.store.chats, await request.store.chats.invitation_secret(match.id)
    shown, home = await chats.of_game(match.id), await chats.home_of(match.id)
    code = invitation(match.id, match.roster.secret, renewed)
    lines = [done, request.phrases.say("share", code=code, count=len(shown))]
    buttons: Rows = ()
    if request.hosts or await is_home_admin(request):
        say = request.phrases.say
        names = {chat: await _name_of(chat, request) for chat in shown if chat != home}
        if names:
            lines.append(say("share-followers", names=", ".join(names.values())))
        new = Button(say("button-new-invitation"), CallbackData(match.id, 0, "share new").code)
        removing = []
        for chat, name in list(names.items())[:_MOST_BUTTONS]:
            code = CallbackData(match.id, 0, f"share remove {_word_of(chat)}").code
            removing.append(Button(say("button-remove-chat", name=name), code, "danger"))
        buttons = (new,), *((button,) for button in removing)
    return Message("\n".join(filter(None, lines)), buttons=buttons)


async def _name_of(chat: Chat, request: Request) -> str:
    """How people call a chat; its platform where that is not known."""
    title = await request.store.chats.title(chat)
    return person(title) if title else platform_name(chat.platform, request.phrases)


def _word_of(chat: Chat) -> str:
    """A word that identifies a chat among those that follow a game, for a button."""
    return sha256(str(chat).encode()).hexdigest()[:8]


async def _changed_followers(change: tuple[str, ...], request: Request) -> str:
    """Renew the code of the game, or remove a chat that follows it. Returns a sentence about that.

    Both make the present code invalid. Raises CommandRefused.
    """
    await require_host(request)
    match, chats, secret = request.shown_match, request.store.chats, new_seed(request.random_bytes)
    home = await chats.home_of(match.id)
    match change:
        case ("new",):
            request.require_few_changes()
            await chats.renew_invitation(match.id, secret)
            await note_change(request, "invitation", chat=home)
            return request.phrases.say("invitation-renewed")
        case ("remove", word):
            followers = [chat for chat in await chats.of_game(match.id) if _word_of(chat) == word]
            request.require_few_changes()
            if not followers or not await chats.send_away(followers[0], match.id, secret):
                raise CommandRefused("not-following")
            name = await _name_of(followers[0], request)
            await note_change(request, "chat-removed", await chats.title(followers[0]), home)
            there = await request.directory.chat_phrases(followers[0])
            await request.announcements.post_note(followers[0], there.say("removed-from-game"))
            return request.phrases.say("chat-removed", name=name)
        case _:
            raise CommandRefused("no-such-command", word="share")


async def _share_replay(request: Request) -> Message:
    """Give a new link to anybody who may ask about the game here. Everybody who has the link can open it."""
    match, address = request.shown_match, request.platforms.limits_of(request.chat).replays_at
    if address is None:
        raise CommandRefused("nothing-to-share")
    token = secrets.token_urlsafe(_SECRET_BYTES)
    digest = sha256(token.encode()).hexdigest()
    if not await request.store.page.link_replay(digest, match.id, request.person, MOST_LINKS):
        raise CommandRefused("replay-links-full", count=MOST_LINKS)
    withdraw = Button(request.phrases.say("button-withdraw"), CallbackData(match.id, 0, "share off").code)
    link = f"{address}/replay#{token}"
    text = request.phrases.say("replay-shared", link=link)
    return Message(text, buttons=((withdraw,),), link=link, once=True)


@command("follow", CHATS, menus=GROUP, page=MenuPlace(("empty", "over"), where="line"), game=OPENED_HERE)
async def follow(request: Request, code: InvitationArg = "") -> Message:
    """Show a game in this chat too, in place of one that is over."""
    await require_opener(request, request.chat)
    try:
        invited = await invited_game(request.repository, code.lower())
    except UnknownGame:
        raise CommandRefused("no-such-invitation") from None
    _require_unfinished(invited)
    await require_allowed_home(request, invited)
    if request.match and request.match.id == invited.id:
        raise CommandRefused("follows-already")
    ended = await replaceable_game(request, request.chat)
    if len(await request.store.chats.of_game(invited.id)) >= MOST_CHATS:
        raise CommandRefused("shown-enough", most=MOST_CHATS)

    def is_added(step: Step) -> bool:
        return isinstance(step.event, ChatFollowed) and request.is_among((step.event.by,))

    await request.require_few(invited, MOST_ADDED, "follows-enough", is_added)
    profile, asker = await request.store.people.profile(request.person), replace(request, match=invited)
    updates = RowUpdates(bind=request.chat, instead_of=ended)

    def decide(match: Match) -> Outcome:
        _require_unfinished(match)
        name = public_name(match, asker.player, profile.name if profile else "")
        event = ChatFollowed(str(request.person), name, request.chat.platform)
        return Outcome((event,), "follows", {"game": match.id}, updates)

    return await asker.change(decide)


@command("unfollow", CHATS, menus=GROUP, page=MenuPlace(WITH_GAME, at_times=True))
async def unfollow(request: Request) -> Message:
    """Stop showing the game here, unless this is its home."""
    match = request.shown_match
    if await request.store.chats.home_of(match.id) == request.chat:
        raise CommandRefused("at-home")
    if request.seat is None and not request.is_among(match.roster.followers):
        await require_chat_admin(request)
    await request.store.chats.release(request.chat, match.id)
    return Message(request.phrases.say("unfollowed"))


def _require_unfinished(match: Match, refusal: str = "nothing-to-follow") -> None:
    if match.roster.status not in (Status.LOBBY, Status.RUNNING):
        raise CommandRefused(refusal)
