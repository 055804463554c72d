"""What the program notes for itself, by name."""

from sqlalchemy import select

from bot.store.part import StorePart
from bot.store.schema import notes
from bot.store.statements import put


class NoteStore(StorePart):
    """Notes of one text each."""

    async def read(self, name: str) -> str | None:
        """What was noted under a name."""
        return await self._database.value(select(notes.c.text).where(notes.c.name == name))

    async def write(self, name: str, text: str) -> None:
        """Note a text under a name, over what was there before."""
        await self._database.write(put, notes, {"name": name}, {"text": text})
