"""Notes that the program keeps for itself, by name."""

from sqlalchemy import select

from bot.store.part import StorePart
from bot.store.schema import notes
from bot.store.statements import put


class NoteStore(StorePart):
    """One text for each name."""

    async def read(self, name: str) -> str | None:
        """The note of a name."""
        return await self._database.value(select(notes.c.text).where(notes.c.name == name))

    async def write(self, name: str, text: str) -> None:
        """Write the note of a name, over the previous one."""
        await self._database.write(put, notes, {"name": name}, {"text": text})
