"""Logs of the games in the stored records: finished, or aborted on the way."""

import gzip
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from functools import lru_cache
from pathlib import Path

from msgspec.structs import replace

from bot.matches.match import LogEvent, Step, first_match, follow
from bot.matches.roster import COLORS
from bot.matches.roster_events import GameAborted, GameOpened, PlayerJoined
from bot.model.identity import Person
from engine.board import Board
from engine.boards.files import load_board
from engine.documents.record import Record, read_record
from engine.events import GameStarted

RECORDS = sorted((Path(__file__).parent / "records").glob("*.json.gz"))

PEOPLE = tuple(Person("local", name.lower()) for name in ("Anna", "Boris", "Cyril", "Dora", "Emil"))

_BEGUN = datetime(2026, 3, 1, 18, tzinfo=UTC)


@lru_cache
def record_at(path: Path) -> Record:
    return read_record(gzip.decompress(path.read_bytes()).decode())


def recorded_steps(path: Path, moves: int | None = None, *, aborted: bool = False) -> list[Step]:
    """The steps of a recorded game, or of its first moves."""
    record = record_at(path)
    played = [*record.setup, *(event for move in record.moves[:moves] for event in move.events)]
    facts = [*_roster_of(record), *played, *([GameAborted(str(PEOPLE[0]))] if aborted else [])]
    return steps_of(facts, load_board(record.board))


def steps_of(facts: Sequence[LogEvent], board: Board) -> list[Step]:
    """The steps that facts make, one each second, on the present edition of a board."""
    opened = next(fact for fact in facts if isinstance(fact, GameOpened))
    started = next(fact for fact in facts if isinstance(fact, GameStarted))
    after = first_match(started.game_id, board, opened, _BEGUN)
    steps = [Step(None, opened, after, _BEGUN, "", "")]
    for number, fact in enumerate(facts[1:], 1):
        if isinstance(fact, GameStarted):
            fact = replace(fact, edition=board.edition)
        at, before = _BEGUN + timedelta(seconds=number), after
        after = follow(before, fact, at)
        steps.append(Step(before, fact, after, at, "", ""))
    return steps


def _roster_of(record: Record) -> list[LogEvent]:
    """The roster of a recorded game."""
    edition = load_board(record.board).edition
    opened = GameOpened(record.board, edition, record.variant, record.bonus, str(PEOPLE[0]), "ab" * 32)
    joined = [
        PlayerJoined(str(person), person.id.title(), color)
        for person, color in zip(PEOPLE[: record.players], COLORS, strict=False)
    ]
    return [opened, *joined]
