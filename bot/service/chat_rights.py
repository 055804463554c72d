"""What the bot may do in a chat, and whether its letters arrive: what it says of itself."""

from collections.abc import Sequence
from typing import Protocol

from bot.model.identity import Chat, Person
from bot.model.message import Message
from bot.model.permissions import MissingPermissions, Unreachable
from bot.store import Store
from bot.text.i18n import Phrases
from bot.text.labels import listed
from bot.text.request import Request


class ChatAccess(Protocol):
    """What the desk asks of the platforms all together."""

    async def is_admin(self, person: Person, chat: Chat) -> bool:
        """Whether the person is an admin of the chat."""
        ...

    async def missing_permissions(self, chat: Chat) -> MissingPermissions:
        """What the bot may not do in the chat; it is looked at anew. Raises Unreachable."""
        ...

    async def write_again(self, person: Person) -> bool:
        """Write to a person whose letterbox was closed; False where it still is."""
        ...


def complaint(rights: Sequence[str], place: str, phrases: Phrases) -> Message:
    """One sentence that names what is lacking in a chat, for those who can give it."""
    names = listed([phrases.say(right) for right in rights], phrases)
    return Message(phrases.say("rights-lacking", rights=names, place=place))


async def checked(grounds: ChatAccess, store: Store, request: Request) -> Message:
    """Whether the bot may do here all that it needs, and whether what it writes to the person arrives."""
    said = request.phrases
    letters = "letters-closed" if (await store.people.dm_channel(request.person)).closed else "letters-open"
    arrive = said.say(letters, platform=request.person.platform)
    return Message(f"{await _rights(grounds, request)}\n{arrive}")


async def _rights(grounds: ChatAccess, request: Request) -> str:
    try:
        missing_permissions = await grounds.missing_permissions(request.chat)
    except Unreachable:
        return request.phrases.say("rights-none")
    if rights := (*missing_permissions.speech, *missing_permissions.pictures):
        return complaint(rights, missing_permissions.place, request.phrases).text
    return request.phrases.say("rights-complete")


async def written_again(grounds: ChatAccess, request: Request) -> Message:
    """Try the person's letterbox once more, and say what came of it."""
    arrived = await grounds.write_again(request.person)
    key = "letters-tried" if arrived else "letters-closed"
    return Message(request.phrases.say(key, platform=request.person.platform))
