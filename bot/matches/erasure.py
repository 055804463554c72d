"""Removes a person from a game: a computer gets their seat, and *Player 2* replaces their name."""

import json
import re
from collections.abc import Callable, Iterable, Sequence
from functools import partial

from bot.matches import lobby, seats
from bot.matches.match import LogEvent, Match
from bot.matches.outcomes import Outcome
from bot.matches.roster import COLORS, Roster, Status
from bot.matches.roster_events import PersonTookOver, PlayerJoined, PlayerRenamed
from bot.model.identity import FORGOTTEN, Person
from bot.model.names import distinct_name

_ACTOR, _KIND, _DATA = 2, 4, 6
"""Places in a row of the log."""

_NAMED = "person", "by"
"""The fields of an event that say whose `name` it has."""

_TEXTS = "text", "details", "alt", "label", "name"
"""The fields of a post that people read."""


def leave_for_good(match: Match, person: Person) -> Outcome:
    """A person leaves a lobby, or gives their seat to a computer; without events where they have none.

    A lobby that was closed can be restored, so they leave that too.
    """
    roster, line = match.roster, str(person)
    if roster.status is not Status.OVER and match.game is None:
        return lobby.leave(match, person) if roster.seat_of(line) is not None else Outcome(())
    seat = roster.owned_seat(line) if roster.status is Status.RUNNING else None
    if seat is None or roster.holders[seat].is_left_by(line):
        return Outcome(())
    return seats.leave(match, person, "")


def alias_of(roster: Roster | None, person: Person) -> tuple[str, str]:
    """The address and the name that stand for a person in the log of a game.

    >>> alias_of(None, Person("local", "ab12"))
    ('forgotten:0', 'Player')
    """
    holders, line = roster.holders if roster else (), str(person)
    for seat, holder in enumerate(holders):
        if line in (*holder.people, holder.owner):
            others = [one.name for number, one in enumerate(holders) if number != seat]
            return f"{FORGOTTEN}:{seat + 1}", distinct_name(f"Player {seat + 1}", others)
    return f"{FORGOTTEN}:0", "Player"


def names_of(
    roster: Roster | None, person: Person, known: str, events: Iterable[LogEvent] = ()
) -> tuple[str, ...]:
    """What a person is or was called in a game, the longest name first; without names that other players
    have.
    """
    holders, line = roster.holders if roster else (), str(person)
    others = {holder.name for holder in holders if holder.person != line}
    naming = (event for event in events if isinstance(event, PlayerJoined | PersonTookOver | PlayerRenamed))
    former = {event.name for event in naming if event.person == line}
    present = {holder.name for holder in holders if holder.person == line}
    return tuple(sorted(filter(None, present | ({known} | former) - others), key=len, reverse=True))


def without_person(row: Sequence[object], person: Person, alias: str, name: str) -> tuple[object, ...]:
    """An event of a log, in which `alias` and `name` stand for a person. A damaged one stays as it is."""
    cells, line = list(row), str(person)
    try:
        data = json.loads(str(cells[_DATA]))
    except ValueError:
        data = None
    if isinstance(data, dict):
        changed = _replaced(data, line, alias, name)
        if cells[_KIND] == "StartRequested" and cells[_ACTOR] == line:
            changed = {**changed, "name": name}
        if changed != data:
            cells[_DATA] = json.dumps(changed, ensure_ascii=False, separators=(",", ":"))
    if cells[_ACTOR] == line:
        cells[_ACTOR] = alias
    return tuple(cells)


def _replaced(data: dict[str, object], line: str, alias: str, name: str) -> dict[str, object]:
    """The fields of an event without a person."""
    changed = {key: _value(value, line, alias, name) for key, value in data.items()}
    if line in (data.get(key) for key in _NAMED) and data.get("name"):
        changed["name"] = name
    return changed


def _value(value: object, line: str, alias: str, name: str) -> object:
    match value:
        case str():
            return alias if value == line else value
        case dict():
            return _replaced(value, line, alias, name)
        case [str(person), str(_), str(color)] if person == line and color in COLORS:
            return [alias, name, color]  # somebody who is asked to a rematch
        case list():
            return [_value(one, line, alias, name) for one in value]
        case _:
            return value


def renamed(names: Sequence[str], person: Person, alias: str, name: str) -> Callable[[str], str]:
    """A function that replaces a person in the JSON of a post: the address, and names in what people read.

    A post that cannot be read is not changed.
    """
    words = re.compile("|".join(rf"(?<!\w){re.escape(one)}(?!\w)" for one in names) or r"(?!)")

    def change(data: str) -> str:
        try:
            content = json.loads(data)
        except ValueError:
            return data
        changed = _changed_post("", content, str(person), alias, partial(words.sub, lambda _: name))
        return data if changed == content else json.dumps(changed, ensure_ascii=False)

    return change


def _changed_post(key: str, value: object, line: str, alias: str, rename: Callable[[str], str]) -> object:
    """A part of a post without a person: `rename` changes the texts that people read."""
    match value:
        case dict():
            return {one: _changed_post(one, inner, line, alias, rename) for one, inner in value.items()}
        case list():
            return [_changed_post(key, one, line, alias, rename) for one in value]
        case str() if value == line:
            return alias
        case str() if key in _TEXTS:
            return rename(value)
        case _:
            return value
