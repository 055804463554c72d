"""The usual boards with few trains, so that a game is over soon."""

from pathlib import Path

import engine
from tests.tiny_board import changed

BOARDS = Path(engine.__file__).parent / "boards"
TRAINS = 16


def write_short_boards(folder: Path) -> Path:
    """Write the files of `shorteurope` and `shortusa`. Returns the folder that has them."""
    boards = folder / "boards"
    boards.mkdir()
    for board in ("europe", "usa"):
        text = (BOARDS / f"{board}.toml").read_text("utf-8")
        fewer = changed("trains = 45", f"trains = {TRAINS}", text)
        (boards / f"short{board}.toml").write_text(
            changed(f'id = "{board}"', f'id = "short{board}"', fewer), "utf-8"
        )
    return boards
