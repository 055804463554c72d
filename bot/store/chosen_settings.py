"""The settings of persons and chats: one row for each that was chosen."""

import logging
from collections.abc import Iterable
from typing import TypeVar

from sqlalchemy import Connection, Select, select

from bot.model.identity import Destination
from bot.model.settings import ChosenSettings, word_of
from bot.store.schema import settings
from bot.store.statements import add, matches, of_destination, put, remove

log = logging.getLogger(__name__)

Chosen = TypeVar("Chosen", bound=ChosenSettings)


def read_settings(owner: Destination, kind: type[Chosen], words: Iterable[tuple[str, str]]) -> Chosen:
    """The settings of an owner from their rows. One that this version does not know has its default."""
    rows = {row.name: row for row in kind.rows()}
    chosen: dict[str, object] = {}
    for name, word in words:
        value = rows[name].kind.stored(word) if name in rows else None
        if value is None:
            log.warning("%s: this version has no setting %s with the value %r", owner, name, word)
        else:
            chosen[name] = value
    return kind(chosen=chosen)


def chosen_by(owner: Destination) -> Select[str, str]:
    """The names and values of what an owner has chosen."""
    return select(settings.c.name, settings.c.value).where(matches(settings, of_destination(owner)))


def write_settings(connection: Connection, owner: Destination, changed: ChosenSettings) -> None:
    """Write the settings that are chosen in `changed`; others stay as they are."""
    for name, value in changed.chosen.items():
        put(connection, settings, {**of_destination(owner), "name": name}, {"value": word_of(value)})


def move_settings(connection: Connection, old: Destination, new: Destination) -> None:
    """Move the settings of an owner to another address, which keeps those that it has."""
    for name, value in connection.execute(chosen_by(old)).all():
        add(connection, settings, {**of_destination(new), "name": name}, {"value": value})
    remove(connection, settings, of_destination(old))
