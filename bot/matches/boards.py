"""The boards that games are played on: those shipped, the operator's, and those that running games keep."""

import json
from collections.abc import Mapping
from pathlib import Path

from engine.board import Board
from engine.boards.files import BrokenBoard, board_texts, boards_in, parse_board


class BoardRepository:
    """Boards by id for new games, and by edition for games under way."""

    def __init__(self, folder: Path | None = None) -> None:
        self.boards: Mapping[str, Board]
        self.broken: tuple[BrokenBoard, ...]
        self.boards, self.broken = boards_in(folder)
        self._folder = folder
        self._kept: dict[str, Board] = {board.edition: board for board in self.boards.values()}

    def text(self, board: Board) -> str:
        """All that a board is made of, to be kept with its games (a JSON list of files)."""
        source = next((path for path in self._files() if path.stem == board.id), None)
        return json.dumps(board_texts(source or board.id))

    def _files(self) -> list[Path]:
        return sorted(self._folder.glob("*.toml")) if self._folder else []

    def kept(self, edition: str) -> Board | None:
        """The board of an edition that is at hand."""
        return self._kept.get(edition)

    def keep(self, text: str) -> Board:
        """The board of a text that `text` gave, at hand from now on."""
        board = parse_board(*json.loads(text))
        self._kept[board.edition] = board
        return board
