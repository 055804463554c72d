"""The boards that games are played on: those shipped, the operator's, and those that running games keep."""

import json
from collections.abc import Mapping
from pathlib import Path

from bot.cache import BoundedCache
from engine.board import Board
from engine.boards.files import board_texts, boards_in, parse_board
from engine.refusals import BadInput

DEFAULT_BOARD = "europe"
"""The board of a new game that names none."""

_OLD_BOARDS = 50
"""Boards of games under way that stay in memory, besides those for new games."""


class BoardRepository:
    """Boards by id for new games, and by edition for games under way."""

    def __init__(self, folder: Path | None = None) -> None:
        self.by_id: Mapping[str, Board]
        self.broken: tuple[BadInput, ...]
        self.by_id, self.broken = boards_in(folder)
        self._folder = folder
        self._current = {board.edition: board for board in self.by_id.values()}
        self._old = BoundedCache[str, Board](_OLD_BOARDS)

    def text(self, board: Board) -> str:
        """The files of a board as a JSON list, to be stored with its games."""
        own = self._folder.glob("*.toml") if self._folder else ()
        source = next((path for path in own if path.stem == board.id), None)
        return json.dumps(board_texts(source or board.id))

    def kept(self, edition: str) -> Board | None:
        """The board of an edition, if it is in memory."""
        return self._current.get(edition) or self._old.get(edition)

    def keep(self, text: str) -> Board:
        """The board of a text that `text` made. It stays in memory."""
        board = parse_board(*json.loads(text))
        self._old[board.edition] = board
        return board
