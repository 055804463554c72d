"""Everything that is stored about a person, as one JSON file for them.

Of games that go on, it has what this person may know: their own moves, plans and hand.
"""

import json
from collections.abc import Sequence
from datetime import datetime
from itertools import chain
from typing import cast

from bot.matches.match import Step
from bot.matches.repository import MatchRepository, UnknownGame
from bot.matches.roster_events import PlanMade
from bot.model.identity import Person
from bot.store import UnreadableGame
from bot.store.moments import moment_text
from bot.store.personal import IMPERSONAL, IN_LOGS
from engine.cards import letters
from engine.documents.codec import to_json
from engine.view import view_for

JsonObject = dict[str, object]

_ABOUT = "person", "by", "name", "color", "contribution", "until", "yes", "reason"
"""Fields of an event that are about a person. None of them is a secret of anybody else."""

_DIGESTS = "token_digest", "code_digest", "digest"
"""Columns with the digest of a secret: the file says only that there is one."""

_PLACES = "seq", "event"
"""Columns that say how far a log has gone. They would count the plans of other players."""


async def personal_data(repository: MatchRepository, people: Sequence[Person]) -> str:
    """The file of a person with these accounts."""
    tables = await repository.store.personal.rows_about(people)
    games = await repository.store.personal.games_naming(people)
    stored = {
        name: [{key: _readable(key, cell) for key, cell in row.items() if cell is not None} for row in rows]
        for name, rows in tables.items()
    }
    document = {
        "made_at": moment_text(repository.clock.now()),
        "accounts": [str(person) for person in people],
        "stored": stored,
        "games": [await _game(repository, game, people) for game in games],
        "elsewhere": {table.name: why for table, why in chain(IN_LOGS.items(), IMPERSONAL.items())},
    }
    return json.dumps(document, ensure_ascii=False, indent=1)


def _readable(key: str, cell: object) -> object:
    """The cell of a row as a person may read it."""
    if key in _DIGESTS:
        return "(a digest, which opens nothing)"
    if key in _PLACES:
        return "(a place in the log)"
    return moment_text(cell) if isinstance(cell, datetime) else cell


async def _game(repository: MatchRepository, game: str, people: Sequence[Person]) -> JsonObject:
    """What the log of a game says of a person."""
    try:
        steps = await repository.steps(game, 0)
    except (UnknownGame, UnreadableGame):
        return {"game": game, "readable": False}
    match, lines = steps[-1].after, {str(person) for person in people}
    document: JsonObject = {"game": game, "status": match.roster.status}
    for seat, holder in enumerate(match.roster.holders):
        if holder.person in lines:
            document |= {"seat": seat + 1, "name": holder.name, "color": holder.color}
            if match.game:
                view = view_for(match.game, seat)
                document |= {"hand": letters(view.hand), "ticket_numbers": list(view.tickets)}
            break
    events = []
    for step in steps:
        named = {str(getattr(step.event, name, "")) for name in ("person", "by", "creator")}
        if step.actor in lines or lines & named or _is_own_plan(step, lines):
            events.append(_event(step, lines))
    return {**document, "events": events}


def _is_own_plan(step: Step, lines: set[str]) -> bool:
    """Whether a step is a plan of the person. What the program notes of a plan has no actor."""
    event = step.event
    return isinstance(event, PlanMade) and step.after.roster.holders[event.seat].person in lines


def _event(step: Step, lines: set[str]) -> JsonObject:
    """An event: its number, time and kind; the own move as text; of others only what is about the person."""
    number, kind = step.after.seq - step.after.hidden, type(step.event).__name__
    event: JsonObject = {"number": number, "at": moment_text(step.at), "kind": kind}
    if step.actor in lines and step.action:
        event["move"] = step.action
    data = cast(JsonObject, to_json(step.event))
    names = tuple(data) if _is_own_plan(step, lines) else _ABOUT
    return event | {key: data[key] for key in names if key in data and key not in ("kind", "shape")}
