"""Instants as the database has them."""

from datetime import UTC, datetime

from sqlalchemy import Text
from sqlalchemy.engine import Dialect
from sqlalchemy.types import TypeDecorator


def moment_text(value: datetime) -> str:
    """An instant as the file has it: ISO text in UTC with microseconds."""
    if value.tzinfo is None:
        raise ValueError(f"a moment needs a time zone: {value}")
    return value.astimezone(UTC).isoformat(timespec="microseconds")


class Moment(TypeDecorator[datetime]):
    """An instant, kept as ISO text in UTC with microseconds: exact, and in the order of time when sorted."""

    impl = Text
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> str | None:
        return None if value is None else moment_text(value)

    def process_result_value(self, value: str | None, dialect: Dialect) -> datetime | None:
        return None if value is None else datetime.fromisoformat(value)
