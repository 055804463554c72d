"""Answers in private: words at once, and their pictures as soon as these are drawn and sent."""

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, replace

from telegram.error import BadRequest, Forbidden

from bot.model.identity import Person
from bot.model.message import Message, Picture, drawn
from bot.platforms.telegram.dms import DirectMessages, spot_of
from bot.platforms.telegram.errors import is_closed
from bot.platforms.telegram.message_layout import Sheet, sheet_of
from bot.platforms.telegram.sender import Sender
from bot.platforms.telegram.update_queue import Later

_KNOWN = 2000

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Answer:
    """What the desk says to somebody; `again` is the code that shows it once more, at a `page` of a list."""

    message: Message
    again: str | None = None
    page: int = 0

    @property
    def words(self) -> Sheet:
        """It without any picture."""
        return sheet_of(replace(self.message, pictures=(), drawing=None), self.again, self.page)

    async def whole(self) -> Sheet:
        """It with its pictures, once they are drawn."""
        return sheet_of(await with_pictures(self.message), self.again, self.page)


async def with_pictures(message: Message) -> Message:
    """An answer with its pictures; where these cannot be drawn, its words."""
    try:
        return await drawn(message)
    except Exception:
        log.exception("Telegram: a picture failed")
        return replace(message, pictures=(), drawing=None)


class Answers:
    """Answers persons, in the order in which they ask.

    A picture that is yet to be drawn or sent takes its place above the words when it is ready: a text becomes
    a photo, in silence. Where something newer stands by then, it is dropped.
    """

    def __init__(self, letters: DirectMessages, pen: Sender, later: Later) -> None:
        self._letters = letters
        self._pen = pen
        self._later = later
        self._newest: OrderedDict[Person, int] = OrderedDict()

    async def give(self, person: Person, answer: Answer) -> bool:
        """Answer what was asked in a group, in place of the last such answer; False where it cannot be."""
        try:
            await self._put(person, answer, lambda sheet: self._instead_of_last(person, sheet))
        except (Forbidden, BadRequest) as error:
            if not is_closed(error):
                raise
            await self._letters.closed(person)
            return False
        if not await self._letters.is_open(person):
            await self._letters.opened(person)
        return True

    async def say(self, person: Person, answer: Answer) -> None:
        """Answer what was asked in private, below it."""
        await self._put(person, answer, lambda sheet: self._letters.write(person, sheet))

    async def replace(self, person: Person, id: int, answer: Answer, *, photo: bool) -> None:
        """Answer in the letter that was pressed, or below it where that cannot be."""
        await self._put(person, answer, lambda sheet: self._over(person, id, sheet, photo=photo))

    async def show(self, person: Person, pictures: Sequence[Picture], *, files: bool = False) -> bool:
        """Send pictures, or the files of them; False where nothing can be written to the person."""
        try:
            send = self._pen.show_files if files else self._pen.show
            await send(spot_of(person), pictures)
        except (Forbidden, BadRequest) as error:
            if not is_closed(error):
                raise
            await self._letters.closed(person)
            return False
        return True

    async def _put(self, person: Person, answer: Answer, write: Callable[[Sheet], Awaitable[int]]) -> None:
        """Write what is at hand of an answer; the rest follows."""
        drawing = asyncio.ensure_future(answer.whole())
        await asyncio.sleep(0)  # it gets as far as it can without waiting for anything
        first = drawing.result() if drawing.done() else answer.words
        if not self._pen.is_at_hand(first):
            first = replace(first, picture=None)
        async with self._letters.writing(person):
            id = await write(first)
            standing = self._letters.standing(person, id)
        self._later(self._complete(person, id, first, drawing, standing))

    async def _complete(
        self, person: Person, id: int, first: Sheet, drawing: Awaitable[Sheet], standing: object
    ) -> None:
        """Bring what was not at hand, unless something newer stands there."""
        whole = await drawing
        if whole == first:
            return
        async with self._letters.writing(person):
            if self._letters.standing(person, id) is standing:
                await self._letters.rewrite(person, id, replace(whole, documents=()), photo=False)

    async def _instead_of_last(self, person: Person, sheet: Sheet) -> int:
        """Of the answers to what was asked in groups, the newest alone is kept."""
        id = await self._letters.write(person, sheet)
        last = self._newest.pop(person, None)
        self._newest[person] = id
        if len(self._newest) > _KNOWN:
            self._newest.popitem(last=False)
        if last is not None:
            await self._letters.erase(person, last)
        return id

    async def _over(self, person: Person, id: int, sheet: Sheet, *, photo: bool) -> int:
        if await self._letters.rewrite(person, id, sheet, photo=photo):
            return id
        return await self._letters.write(person, sheet)
