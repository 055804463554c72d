"""What the doctor says of a game that cannot be read: which event, why, and what can be done."""

from collections import Counter
from collections.abc import Iterator, Sequence

from bot.matches.diagnosis import ACTOR, AT, KIND, SEQ, SHAPE, Diagnosis, can_go_on, last_whole_event
from bot.store.checksums import Row, checksum
from bot.store.notes import Shapes
from bot.terminal import counted
from bot.version import VERSION

_DIGITS = 12
"""Digits of a checksum that are shown."""


def report(found: Diagnosis, accepted: Diagnosis, shapes: Shapes) -> Iterator[str]:
    """Lines about a game. `accepted` is the same log as if its checksums were right."""
    assert found.wrong
    yield f"Game {found.game} cannot be read: {found.wrong.why}. {_readable(found)}"
    row = _row(found.rows, found.wrong.seq)
    if row:
        yield from _about_event(found, row, shapes)
    yield from _advice(found, accepted)


def _readable(found: Diagnosis) -> str:
    match found.steps:
        case ():
            return "None of its events can be followed."
        case (_,):
            return "Only its first event can be followed."
        case steps:
            return f"Events 1 to {len(steps)} can be followed."


def _row(rows: Sequence[Row], seq: int) -> Row | None:
    return next((row for row in rows if row[SEQ] == seq), None)


def _about_event(found: Diagnosis, row: Row, shapes: Shapes) -> Iterator[str]:
    who = f" by {row[ACTOR]}" if row[ACTOR] else ""
    yield f"Event {row[SEQ]} is a {row[KIND]} in shape {row[SHAPE]}, written at {row[AT]}{who}."
    before = _row(found.rows, int(str(row[SEQ])) - 1)
    right, there = checksum(str(before[-1]) if before else "", found.game, row), str(row[-1])
    if right == there:
        yield "Its checksum is right: a program of ours wrote it like this."
    else:
        yield f"Its checksum is {there[:_DIGITS] or 'empty'}, but {right[:_DIGITS]} would be right."
    yield _which_version(row, shapes)


def _which_version(row: Row, shapes: Shapes) -> str:
    shape, version = shapes.get(str(row[KIND]), (0, ""))
    if shape != row[SHAPE]:
        return f"No program that wrote this database is known to have written a {row[KIND]} in that shape."
    if not version:
        return f"The database had such events before version {VERSION}."
    return f"Version {version} was the first to write one into this database; it and later versions read it."


def _advice(found: Diagnosis, accepted: Diagnosis) -> Iterator[str]:
    after, game = last_whole_event(found), found.game
    if accepted.wrong is None and accepted.match and can_go_on(accepted.match):
        yield (
            f"  stationmaster doctor --repair --accept {game}   takes its events ({len(found.rows)}) as they"
            " are now. Do that only if you know why they differ."
        )
    if after:
        yield (
            f"  stationmaster doctor --repair {game}   removes {removed(found, after)}, and keeps a copy of"
            f" them. The game goes on after event {after}."
        )
    else:
        yield "There is no event after which the game could go on."
    yield f"  stationmaster doctor --close {game}   closes it, and its chat can play another game."


def removed(found: Diagnosis, after: int) -> str:
    """Which events a cut removes, by their kinds."""
    rows = [row for row in found.rows if row[SEQ] not in range(1, after + 1)]
    if not rows:
        return f"nothing that is there: the events after {after} are gone already"
    kinds = ", ".join(f"{count} {kind}" for kind, count in Counter(str(row[KIND]) for row in rows).items())
    return f"{counted(len(rows), 'event')} from {rows[0][AT]} to {rows[-1][AT]} ({kinds})"
