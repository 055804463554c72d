"""What the bot writes to one person: a panel that is kept fresh, answers, and a word about itself."""

from collections import OrderedDict
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace

from telegram.error import BadRequest, Forbidden, TelegramError

from bot.clock import Clock
from bot.identity import Person
from bot.message import Message, Picture
from bot.platforms.port import Key, Unreachable
from bot.platforms.telegram.addresses import Spot
from bot.platforms.telegram.codes import again
from bot.platforms.telegram.faults import is_closed
from bot.platforms.telegram.ordering import Queues
from bot.platforms.telegram.pen import Pen
from bot.platforms.telegram.sheets import Sheet, sheet_of
from bot.store import Letterbox, Sent, Store, Topic

_KNOWN = 2000


class Private:
    """Writes to persons, each in their own chat with the bot. It can only where they have begun that chat."""

    def __init__(self, pen: Pen, store: Store, clock: Clock) -> None:
        self._pen = pen
        self._store = store
        self._clock = clock
        self._shown: OrderedDict[tuple[Person, int], str] = OrderedDict()
        self._answers: OrderedDict[Person, int] = OrderedDict()
        self._writing = Queues()

    async def is_open(self, person: Person) -> bool:
        """Whether the person has begun the chat, and has not blocked the bot since."""
        letterbox = await self._store.letterbox(person)
        return letterbox.channel is not None and not letterbox.closed

    async def opened(self, person: Person) -> None:
        """The person has begun the chat, or lets the bot write again."""
        await self._store.save_letterbox(person, Letterbox(person.id))

    async def closed(self, person: Person) -> None:
        """The person has blocked the bot, or never began."""
        await self._store.save_letterbox(person, Letterbox(closed=True))

    async def tell(self, person: Person, message: Message, key: Key) -> None:
        """Bring a person's panel up to date, or say a note once. Raises Unreachable where it may not."""
        letterbox = await self._store.letterbox(person)
        if letterbox.closed:
            raise Unreachable
        try:
            async with self._writing.of(person):
                await self._tell(person, message, key)
        except TelegramError as error:
            if not is_closed(error):
                raise
            await self.closed(person)
            raise Unreachable from error
        if letterbox.channel is None:
            await self.opened(person)

    async def _tell(self, person: Person, message: Message, key: Key) -> None:
        standing = [one for one in await self._store.sent(person, key.game) if one.topic is key.topic]
        if any(one.key == str(key) for one in standing):
            return
        code = again("hand", key.game) if key.topic is Topic.PANEL else None
        sheet = await sheet_of(replace(message, mention=None), code)
        sent = await self._refreshed(person, message, key, sheet, standing) or await self._posted(
            person, message, key, sheet
        )
        await self._store.save_sent(person, key.game, sent)
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
        if self._shown.pop((person, id), "").endswith(sheet.script.text):
            return replace(panel, key=str(key))  # an answer stands there that says as much and more
        if not await self._pen.rewrite(_chat(person), id, sheet, photo=True):
            return None
        return replace(panel, key=str(key))

    async def _posted(self, person: Person, message: Message, key: Key, sheet: Sheet) -> Sent:
        """A new message, which notifies whoever it mentions: not again where it was perhaps said before."""
        silent = message.mention is None or key.since is not None
        id = await self._pen.write(_chat(person), sheet, silent=silent)
        return Sent(str(id), key.topic, str(key), self._clock.now())

    async def _clear_away(self, person: Person, old: Sequence[Sent]) -> None:
        """Delete the panels that another has taken the place of."""
        for sent in old:
            await self._pen.erase(_chat(person), int(sent.message))
            await self._store.forget_sent(person, sent.message)

    async def answer(self, person: Person, lay_out: Callable[[], Awaitable[Sheet]]) -> bool:
        """Write an answer in the place of the last one; False where nothing can be written to the person.

        Answers come in the order in which they were asked for, however long it takes to `lay_out` each.
        """
        async with self._writing.of(person):
            try:
                id = await self._pen.write(_chat(person), await lay_out())
            except (Forbidden, BadRequest) as error:
                if not is_closed(error):
                    raise
                await self.closed(person)
                return False
            if not await self.is_open(person):
                await self.opened(person)
            await self._instead_of_last(person, id)
            return True

    async def _instead_of_last(self, person: Person, id: int) -> None:
        """Of the answers to what was asked in groups, the newest alone is kept."""
        last = self._answers.pop(person, None)
        self._answers[person] = id
        if len(self._answers) > _KNOWN:
            self._answers.popitem(last=False)
        if last is not None:
            await self._pen.erase(_chat(person), last)

    async def replace(self, person: Person, id: int, sheet: Sheet, *, photo: bool) -> None:
        """Show an answer in the message that was pressed, or below it where that cannot be."""
        async with self._writing.of(person):
            self._shown[person, id] = sheet.script.text
            if len(self._shown) > _KNOWN:
                self._shown.popitem(last=False)
            if not await self._pen.rewrite(_chat(person), id, sheet, photo=photo):
                await self._pen.write(_chat(person), sheet)

    async def show(self, person: Person, pictures: Sequence[Picture], *, files: bool = False) -> bool:
        """Send pictures, or the files of them; False where nothing can be written to the person."""
        try:
            send = self._pen.show_files if files else self._pen.show
            await send(_chat(person), pictures)
        except (Forbidden, BadRequest) as error:
            if not is_closed(error):
                raise
            await self.closed(person)
            return False
        return True


def _chat(person: Person) -> Spot:
    return Spot(int(person.id))
