"""Letters: what stands in each person's own chat with the bot."""

from asyncio import Lock
from collections import OrderedDict
from dataclasses import dataclass, replace

from bot.model.identity import DmChannel, Person
from bot.platforms.telegram.addresses import ChatId
from bot.platforms.telegram.sender import Sender
from bot.platforms.telegram.sheets import Sheet
from bot.platforms.telegram.update_queue import Queues
from bot.store import Store

_KNOWN = 2000


@dataclass(frozen=True, slots=True, eq=False)
class Standing:
    """What a letter says since it was last written, and whether it shows a photo; no two are the same."""

    sheet: Sheet
    photo: bool

    def says(self, sheet: Sheet) -> bool:
        """Whether it says all that a sheet does, perhaps after something else, and can be pressed as that."""
        as_much = self.sheet.script.text.endswith(sheet.script.text)
        return as_much and sheet.presses <= self.sheet.presses


class DirectMessages:
    """Writes to persons. It can only where they have begun that chat: else it raises what the library raises.

    Whoever writes holds the person's lock, so that a letter shows what was written last.
    """

    def __init__(self, pen: Sender, store: Store) -> None:
        self._pen = pen
        self._store = store
        self._standing: OrderedDict[tuple[Person, int], Standing] = OrderedDict()
        self._writing = Queues()

    async def is_open(self, person: Person) -> bool:
        """Whether the person has begun the chat, and has not blocked the bot since."""
        dm_channel = await self._store.people.dm_channel(person)
        return dm_channel.channel is not None and not dm_channel.closed

    async def opened(self, person: Person) -> None:
        """The person has begun the chat, or lets the bot write again."""
        await self._store.people.save_dm_channel(person, DmChannel(person.id))

    async def closed(self, person: Person) -> None:
        """The person has blocked the bot, or never began."""
        await self._store.people.save_dm_channel(person, DmChannel(closed=True))

    def writing(self, person: Person) -> Lock:
        """The lock of a person's chat."""
        return self._writing.of(person)

    def standing(self, person: Person, id: int) -> Standing | None:
        """What a letter says, as far as that is remembered."""
        return self._standing.get((person, id))

    async def write(self, person: Person, sheet: Sheet, *, silent: bool = True) -> int:
        """Write a letter, and give its number."""
        id = await self._pen.write(spot_of(person), sheet, silent=silent)
        self._note(person, id, sheet, photo=False)
        return id

    async def rewrite(self, person: Person, id: int, sheet: Sheet, *, photo: bool) -> bool:
        """Put a sheet in a letter's place; False where it cannot be done.

        `photo` tells whether it shows one, where that is not remembered.
        """
        before = self._standing.pop((person, id), None)
        photo = before.photo if before else photo
        if not await self._pen.rewrite(spot_of(person), id, sheet, photo=photo):
            return False
        self._note(person, id, sheet, photo=photo)
        return True

    async def erase(self, person: Person, id: int) -> bool:
        """Take a letter away; False where it stays for now."""
        self._standing.pop((person, id), None)
        return await self._pen.erase(spot_of(person), id)

    def _note(self, person: Person, id: int, sheet: Sheet, *, photo: bool) -> None:
        """Remember what a letter shows, but for the picture itself; a `photo` that was there stays."""
        shown = replace(sheet, picture=None, documents=())
        self._standing[person, id] = Standing(shown, photo or sheet.picture is not None)
        if len(self._standing) > _KNOWN:
            self._standing.popitem(last=False)


def spot_of(person: Person) -> ChatId:
    """Where a person and the bot talk."""
    return ChatId(int(person.id))
