"""What the program notes for itself, by name."""

from sqlalchemy import select

from bot.store.database import Database
from bot.store.schema import notes
from bot.store.statements import put


class Notes(Database):
    """Notes of one text each."""

    async def note(self, name: str) -> str | None:
        """What was noted under a name."""
        return await self._value(select(notes.c.text).where(notes.c.name == name))

    async def write_note(self, name: str, text: str) -> None:
        """Note a text under a name, over what was there before."""
        await self._write(put, notes, {"name": name}, {"text": text})
