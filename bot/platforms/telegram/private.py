"""What the announcer writes to one person: a panel that is kept fresh, and a word about the bot itself."""

from collections.abc import Sequence
from dataclasses import replace

from telegram.error import TelegramError

from bot.clock import Clock
from bot.model.identity import Person
from bot.model.message import Message, Topic
from bot.model.permissions import Unreachable
from bot.platforms.port import Key
from bot.platforms.telegram.codes import again
from bot.platforms.telegram.dms import DirectMessages
from bot.platforms.telegram.errors import is_closed, is_refusal
from bot.platforms.telegram.sheets import Sheet, sheet_of
from bot.store import Sent, Store


class Private:
    """Speaks to persons, each in their own chat with the bot."""

    def __init__(self, letters: DirectMessages, store: Store, clock: Clock) -> None:
        self._letters = letters
        self._store = store
        self._clock = clock

    async def tell(self, person: Person, message: Message, key: Key) -> None:
        """Bring a person's panel up to date, or say a note once. Raises Unreachable where it may not."""
        dm_channel = await self._store.people.dm_channel(person)
        if dm_channel.closed:
            raise Unreachable
        try:
            async with self._letters.writing(person):
                await self._tell(person, message, key)
        except TelegramError as error:
            if not is_closed(error):
                raise
            await self._letters.closed(person)
            raise Unreachable from error
        if dm_channel.channel is None:
            await self._letters.opened(person)

    async def _tell(self, person: Person, message: Message, key: Key) -> None:
        standing = [
            one for one in await self._store.deliveries.sent(person, key.game) if one.topic is key.topic
        ]
        if any(one.key == str(key) for one in standing):
            return
        code = again("hand", key.game) if key.topic is Topic.PANEL else None
        sheet = sheet_of(replace(message, mention=None), code)
        sent = await self._refreshed(person, message, key, sheet, standing) or await self._posted(
            person, message, key, sheet
        )
        await self._store.deliveries.save_sent(person, key.game, sent)
        if key.topic is Topic.PANEL:
            await self._clear_away(person, [one for one in standing if one.message != sent.message])

    async def _refreshed(
        self, person: Person, message: Message, key: Key, sheet: Sheet, standing: Sequence[Sent]
    ) -> Sent | None:
        """The panel that stands there, brought up to date; None where a new one has to come."""
        if key.topic is not Topic.PANEL or message.mention or not standing:
            return None
        panel = standing[-1]
        id = int(panel.message)
        stands = self._letters.standing(person, id)
        if stands and stands.says(sheet):
            return replace(panel, key=str(key))  # perhaps in an answer, which says more
        if not await self._letters.rewrite(person, id, sheet, photo=True):
            return None
        return replace(panel, key=str(key))

    async def _posted(self, person: Person, message: Message, key: Key, sheet: Sheet) -> Sent:
        """A new message, which notifies whoever it mentions: not again where it has perhaps done so."""
        silent = message.mention is None or await self._is_in_doubt(person, key)
        if not silent:
            await self._store.notes.write(_calling(person), str(key))
        try:
            id = await self._letters.write(person, sheet, silent=silent)
        except TelegramError as error:
            if is_refusal(error):
                await self._store.notes.write(_calling(person), "")
            raise
        if message.mention:
            await self._store.notes.write(_calling(person), "")
        return Sent(str(id), key.topic, str(key), self._clock.now())

    async def _is_in_doubt(self, person: Person, key: Key) -> bool:
        """Whether a person was called about a game, and nobody knows if that came through."""
        begun = await self._store.notes.read(_calling(person)) or ""
        return begun.startswith(f"{key.game}-")

    async def _clear_away(self, person: Person, old: Sequence[Sent]) -> None:
        """Delete the panels that another has taken the place of."""
        for sent in old:
            if await self._letters.erase(person, int(sent.message)):
                await self._store.deliveries.forget_sent(person, sent.message)


def _calling(person: Person) -> str:
    """The note of what a person is just being called about."""
    return f"telegram-calling-{person.id}"
