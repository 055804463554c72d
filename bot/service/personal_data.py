"""Everything that is stored about a person, as one JSON file for them.

Of games that go on, it has what this person may know: their own moves, plans and hand.
"""

import json
from collections.abc import Sequence
from datetime import datetime
from itertools import chain
from typing import cast

from bot.matches.match import Match, Step
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

_PLACES = "seq", "telling"
"""Columns that say how far a log has gone. They would count the plans of other players."""


async def personal_data(repository: MatchRepository, people: Sequence[Person]) -> str:
    """The file of a person with these accounts."""
    tables = await repository.store.personal.rows_about(people)
    games = await repository.store.personal.games_naming(people)
    document = {
        "made_at": moment_text(repository.clock.now()),
        "accounts": [str(one) for one in people],
        "stored": {name: [_row(row) for row in rows] for name, rows in tables.items()},
        "games": [await _game(repository, game, people) for game in games],
        "elsewhere": {table.name: why for table, why in chain(IN_LOGS.items(), IMPERSONAL.items())},
    }
    return json.dumps(document, ensure_ascii=False, indent=1)


def _row(row: JsonObject) -> JsonObject:
    return {key: _cell(key, value) for key, value in row.items() if value is not None}


def _cell(key: str, value: object) -> object:
    if key in _DIGESTS:
        return "(a digest, which opens nothing)"
    if key in _PLACES:
        return "(a place in the log)"
    return moment_text(value) if isinstance(value, datetime) else value


async def _game(repository: MatchRepository, game: str, people: Sequence[Person]) -> JsonObject:
    """What the log of a game says of a person."""
    try:
        steps = await repository.steps(game, 0)
    except (UnknownGame, UnreadableGame):
        return {"game": game, "readable": False}
    match, lines = steps[-1].after, {str(one) for one in people}
    own = [_event(step, lines) for step in steps if _is_about(step, lines)]
    return {"game": game, "status": match.roster.status, **_seat(match, lines), "events": own}


def _seat(match: Match, lines: set[str]) -> JsonObject:
    """The seat of a person, with what they hold."""
    for seat, holder in enumerate(match.roster.holders):
        if holder.person in lines:
            held = {"seat": seat + 1, "name": holder.name, "color": holder.color}
            return held | (_held(match, seat) if match.game else {})
    return {}


def _held(match: Match, seat: int) -> JsonObject:
    assert match.game
    view = view_for(match.game, seat)
    return {"hand": letters(view.hand), "ticket_numbers": list(view.tickets)}


def _is_about(step: Step, lines: set[str]) -> bool:
    return step.actor in lines or not lines.isdisjoint(_people_in(step)) or _is_own_plan(step, lines)


def _is_own_plan(step: Step, lines: set[str]) -> bool:
    """Whether a step is a plan of the person. What the program notes of a plan has no actor."""
    event = step.event
    return isinstance(event, PlanMade) and step.after.roster.holders[event.seat].person in lines


def _people_in(step: Step) -> tuple[str, ...]:
    return tuple(str(getattr(step.event, name, "")) for name in ("person", "by", "creator"))


def _event(step: Step, lines: set[str]) -> JsonObject:
    """An event: its number, time and kind; the own move as text; of others only what is about the person."""
    number, kind = step.after.seq - step.after.hidden, type(step.event).__name__
    event: JsonObject = {"number": number, "at": moment_text(step.at), "kind": kind}
    if step.actor in lines and step.action:
        event["move"] = step.action
    data = cast(JsonObject, to_json(step.event))
    names = tuple(data) if _is_own_plan(step, lines) else _ABOUT
    return event | {key: data[key] for key in names if key in data and key not in ("kind", "shape")}
