"""What the bot may do in a chat, and whether its private messages arrive."""

from bot.commands.registry import command
from bot.model.command import ANY_GAME, CHATS, OWN_PLACE, PERSON, TYPED
from bot.model.message import Message, moment
from bot.model.permissions import MissingPermissions, TopicClosed, Unreachable
from bot.requests.permissions import missing_permissions_message
from bot.requests.request import Request


@command("check", CHATS, game=ANY_GAME)
async def check(request: Request) -> Message:
    """Say which permissions the bot lacks here, and whether the person has blocked its private messages."""
    blocked = await request.store.people.blocks_dms(request.person)
    key = "dms-blocked" if blocked else "dms-open"
    private = request.phrases.say(key, platform=request.person.platform)
    return Message(f"{await _permissions(request)}\n{private}")


async def _permissions(request: Request) -> str:
    """What the bot may not do here. Posts that failed here are tried again."""
    chat, platform = request.chat, request.platforms.get(request.chat.platform)
    refusals = request.announcements.refusals(chat)
    request.announcements.retry([chat])
    try:
        missing = await platform.missing_permissions(chat) if platform else MissingPermissions()
    except TopicClosed:
        return request.phrases.say("topic-closed")
    except Unreachable:
        return request.phrases.say("permissions-unknown")
    if until := missing.silenced_until:
        return request.phrases.say("permissions-timed-out", place=missing.place, until=moment(until))
    if names := (*missing.speech, *missing.pictures, *missing.others):
        lines = [missing_permissions_message(names, missing.place, request.phrases).text]
    else:
        lines = [request.phrases.say("permissions-complete")]
    return "\n".join([*lines, *map(request.phrases.say, () if missing.is_silent else refusals)])


@command("write", PERSON, offered=TYPED, page=OWN_PLACE, game=ANY_GAME)
async def write(request: Request) -> Message:
    """Try to send private messages again, and say whether they arrived."""
    shown = await request.announcements.write_again(request.person)
    key = "dms-blocked" if shown is None else "dms-retried"
    return Message(request.phrases.say(key, platform=request.person.platform))
