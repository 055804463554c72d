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


def report(diagnosis: Diagnosis, accepted: Diagnosis, shapes: Shapes) -> Iterator[str]:
    """Lines about a game. `accepted` is the same log as if its checksums were right."""
    assert diagnosis.wrong
    match diagnosis.steps:
        case ():
            readable = "None of its events can be followed."
        case (_,):
            readable = "Only its first event can be followed."
        case steps:
            readable = f"Events 1 to {len(steps)} can be followed."
    yield f"Game {diagnosis.game} cannot be read: {diagnosis.wrong.why}. {readable}"
    row = _row(diagnosis.rows, diagnosis.wrong.seq)
    if row:
        yield from _about_event(diagnosis, row, shapes)
    yield from _advice(diagnosis, accepted)


def _row(rows: Sequence[Row], seq: int) -> Row | None:
    return next((row for row in rows if row[SEQ] == seq), None)


def _about_event(diagnosis: Diagnosis, row: Row, shapes: Shapes) -> Iterator[str]:
    who = f" by {row[ACTOR]}" if row[ACTOR] else ""
    yield f"Event {row[SEQ]} is a {row[KIND]} in shape {row[SHAPE]}, written at {row[AT]}{who}."
    before = _row(diagnosis.rows, int(str(row[SEQ])) - 1)
    right, there = checksum(str(before[-1]) if before else "", diagnosis.game, row), str(row[-1])
    if right == there:
        yield "Its checksum is right: a program of ours wrote it like this."
    else:
        yield f"Its checksum is {there[:_DIGITS] or 'empty'}, but {right[:_DIGITS]} would be right."
    shape, version = shapes.get(str(row[KIND]), (0, ""))
    if shape != row[SHAPE]:
        yield f"No program that wrote this database is known to have written a {row[KIND]} in that shape."
    elif not version:
        yield f"The database had such events before version {VERSION}."
    else:
        yield (
            f"Version {version} was the first to write one into this database; it and later versions read it."
        )


def _advice(diagnosis: Diagnosis, accepted: Diagnosis) -> Iterator[str]:
    after, game = last_whole_event(diagnosis), diagnosis.game
    if accepted.wrong is None and accepted.match and can_go_on(accepted.match):
        count = len(diagnosis.rows)
        yield (
            f"  stationmaster doctor --repair --accept {game}   takes its events ({count}) as they are now."
            " Do that only if you know why they differ."
        )
    if after:
        yield (
            f"  stationmaster doctor --repair {game}   removes {removed(diagnosis, after)}, and keeps a"
            f" copy of them. The game goes on after event {after}."
        )
    else:
        yield "There is no event after which the game could go on."
    yield f"  stationmaster doctor --close {game}   closes it, and its chat can play another game."


def removed(diagnosis: Diagnosis, after: int) -> str:
    """Which events a cut removes, by their kinds."""
    rows = [row for row in diagnosis.rows if row[SEQ] not in range(1, after + 1)]
    if not rows:
        return f"nothing that is there: the events after {after} are gone already"
    kinds = ", ".join(f"{count} {kind}" for kind, count in Counter(str(row[KIND]) for row in rows).items())
    return f"{counted(len(rows), 'event')} from {rows[0][AT]} to {rows[-1][AT]} ({kinds})"
