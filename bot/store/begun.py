"""What is done only once, although several processes may be asked for it, or one is asked again."""

from sqlalchemy import Connection, delete, func, insert, select

from bot.store.part import StorePart
from bot.store.schema import begun


class BegunStore(StorePart):
    """What was begun, under names that each keep their newest ids."""

    async def begin(
        self, name: str, id: str, process: str, most: int, *, in_order: bool = False
    ) -> str | None:
        """Note that a process begins something, under a name that keeps the newest `most` ids.

        Returns None; or, if it was begun before, the process that began it, and "" if that is not known.
        `in_order`, ids are numbers that grow, and one below those that are kept was begun before.
        """

        def write(connection: Connection) -> str | None:
            here = begun.c.name == name
            before: str | None = connection.scalar(select(begun.c.process).where(here, begun.c.id == id))
            if before is not None:
                return before
            numbers = select(func.count(), func.min(begun.c.number), func.max(begun.c.number)).where(here)
            count, first, last = connection.execute(numbers).one()
            number = int(id) if in_order else 1 + (last or 0)
            if count >= most:
                if in_order and number < first:
                    return ""
                connection.execute(delete(begun).where(here, begun.c.number == first))
            connection.execute(insert(begun).values(name=name, id=id, number=number, process=process))
            return None

        return await self._database.write(write)

    async def last(self, name: str) -> str | None:
        """The id that was begun last under a name."""
        query = select(begun.c.id).where(begun.c.name == name).order_by(begun.c.number.desc()).limit(1)
        return await self._database.value(query)
