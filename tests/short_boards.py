"""Boards on which a game is soon over."""

from pathlib import Path

import engine
from tests.tiny_board import TINY_BOARD, changed

BOARDS = Path(engine.__file__).parent / "boards"


def with_trains(trains: int, usual: str, name: str) -> str:
    """The file of a usual board with another name and fewer trains for each player."""
    text = (BOARDS / f"{usual}.toml").read_text("utf-8")
    return changed(
        "\ntrains = 45", f"\ntrains = {trains}", changed(f'id = "{usual}"', f'id = "{name}"', text)
    )


SHORT_BOARDS = {
    "isle": lambda: changed("trains = 12", "trains = 4", TINY_BOARD),
    "short": lambda: with_trains(9, "europe", "short"),
    "shorteurope": lambda: with_trains(16, "europe", "shorteurope"),
    "shortusa": lambda: with_trains(16, "usa", "shortusa"),
}
"""The text of each board, by its name."""


def write_short_boards(folder: Path, *names: str) -> Path:
    """Write these boards, unless they are there. Returns the folder that has them."""
    boards = folder / "boards"
    boards.mkdir(exist_ok=True)
    for name in names:
        (boards / f"{name}.toml").write_text(SHORT_BOARDS[name](), "utf-8")
    return boards
