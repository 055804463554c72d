"""Games between computer players: the same number always gives the same game."""

import hashlib
import json
import traceback
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import lru_cache
from pathlib import Path
from time import process_time

from engine.actions import Action
from engine.board import Board
from engine.boards.files import boards_in
from engine.chance import Chance
from engine.computers import COMPUTERS
from engine.documents.position import position_of
from engine.documents.record import LogRow, read_record, record_of, record_text
from engine.documents.verify import verify
from engine.events import Event, GameEnded
from engine.game import Game
from engine.notation import line
from engine.rulebook import apply
from engine.setup import Setup, new_game
from engine.sheet import ScoreSheet
from engine.view import view_for
from tools.simulation.invariants import broken_by, broken_by_end, broken_slowly

MOST_MOVES = 5000
"""A longer game is taken for one that never ends."""

_CLOSELY = 25
"""With checks, every how many moves the slow checks run."""

_RECORDED = 10
"""With checks, every how many games a record is written and verified."""

_NOON = datetime(2026, 1, 1, 12, tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class Series:
    """What is played, and by which computer player in each seat; another `seed` gives other games."""

    board: str
    variant: str
    computers: tuple[str, ...]
    seed: int
    check: bool = False
    boards: str | None = None
    """An operator's folder of boards."""
    rotate: bool = False
    """Play each deck in every rotation of the seats: after each game all move one seat on."""

    @property
    def setup(self) -> Setup:
        """The setup of each game."""
        return Setup(self.variant, len(self.computers))

    def deck(self, number: int) -> int:
        """The number that the seed of a game is derived from."""
        return number // len(self.computers) if self.rotate else number

    def seated(self, number: int) -> tuple[str, ...]:
        """The computer player in each seat of a game."""
        first = number % len(self.computers) if self.rotate else 0
        return self.computers[first:] + self.computers[:first]


@dataclass(frozen=True, slots=True)
class Played:
    """A finished game."""

    number: int
    moves: int
    stalemate: bool
    sheet: ScoreSheet
    thinking: tuple[tuple[float, ...], ...] = field(default=(), compare=False, repr=False)
    """Seconds of processor time that each seat took for each of its decisions."""


@lru_cache(maxsize=8)
def boards(folder: str | None) -> dict[str, Board]:
    """The shipped boards and an operator's, read once in each process."""
    return dict(boards_in(Path(folder) if folder else None)[0])


def play(series: Series, number: int) -> Played | str:
    """Play the game of a number. A text where it breaks an invariant or fails: all that reproduces it."""
    return _SimulatedGame(series, number).play()


def _digest(*parts: object) -> str:
    return hashlib.sha256(":".join(map(str, parts)).encode()).hexdigest()


class _SimulatedGame:
    """One game of a series while it is played."""

    def __init__(self, series: Series, number: int) -> None:
        self._series = series
        self._number = number
        self._seed = _digest("game", series.seed, series.deck(number))
        seats = range(len(series.computers))
        self._chances = [Chance(_digest("computer", self._seed, seat)) for seat in seats]
        board = boards(series.boards)[series.board]
        self._game, setup = new_game(board, series.setup, f"simulated{number}", self._seed)
        self._log: list[LogRow] = [(_NOON, "", event) for event in setup]
        self._computers = series.seated(number)
        self._thinking: list[list[float]] = [[] for _ in seats]
        self._moves = 0
        self._seat = 0
        self._action: Action | None = None

    def play(self) -> Played | str:
        """Play to the end; or to the first thing that is wrong, and return the violation."""
        try:
            while self._moves < MOST_MOVES:
                after, events = self._move()
                if broken := self._broken_by(events, after):
                    return self._violation(*broken)
                self._game, last = after, events[-1]
                if isinstance(last, GameEnded):
                    if broken := self._broken_by_end():
                        return self._violation(*broken)
                    thinking = tuple(map(tuple, self._thinking))
                    return Played(self._number, self._moves, last.stalemate, last.sheet, thinking)
        except Exception:  # noqa: BLE001 - reported with its position
            return self._violation(traceback.format_exc())
        return self._violation(f"The game is not over after {MOST_MOVES} moves.")

    def _move(self) -> tuple[Game, tuple[Event, ...]]:
        game = self._game
        seat = game.table.waiting_for[0]
        self._moves, self._seat, self._action = self._moves + 1, seat, None
        begun = process_time()
        self._action = action = COMPUTERS[self._computers[seat]](view_for(game, seat), self._chances[seat])
        self._thinking[seat].append(process_time() - begun)
        return apply(game, seat, action)

    def _broken_by(self, events: Sequence[Event], after: Game) -> tuple[str, ...]:
        """Run the quick checks, and the slow ones at each 25th move, not the same moves in each game."""
        if not self._series.check:
            return ()
        broken = tuple(broken_by(self._game, events, after))
        if not broken and (self._moves + self._number) % _CLOSELY == 0:
            broken = tuple(broken_slowly(self._game, self._seat, after))
        first, *others = events
        self._log += [
            (_NOON, line(self._action) if self._action else "", first),
            *((_NOON, "", event) for event in others),
        ]
        return broken

    def _broken_by_end(self) -> tuple[str, ...]:
        if not self._series.check:
            return ()
        broken = tuple(broken_by_end([event for _, _, event in self._log], self._game))
        if broken or self._number % _RECORDED:
            return broken
        record = read_record(record_text(record_of(self._log)))
        difference = verify(record, self._game.table.board)
        return (difference,) if difference else ()

    def _violation(self, *broken: str) -> str:
        """All that reproduces what is wrong: the action, if one was chosen, and the position before it."""
        series = self._series
        own_boards = f" --boards {series.boards}" if series.boards else ""
        again = (
            f"stationmaster simulate --board {series.board} --variant {series.variant} "
            f"--players {len(series.computers)} --computers {','.join(series.computers)} "
            f"--seed {series.seed} --first {self._number} --games 1 --check{own_boards}"
        )
        action = line(self._action) if self._action else "not chosen yet"
        return (
            f"Game {self._number} (seed {self._seed}) broke an invariant at move {self._moves}, "
            f"seat {self._seat}, action: {action}\n"
            + "".join(f"  {sentence}\n" for sentence in broken)
            + f"Again: {again}\nThe position before it:\n{json.dumps(position_of(self._game))}"
        )
