"""`python -P -m tools.bake europe`: bake a shipped board or the board of a file.

It takes some minutes and writes `layout.json`, `map.webp`, the names of seas and two palettes into
`render/baked/<board>/`. It keeps a layout that is there, since some were finished by hand; `--afresh` makes a
new one.
"""

import argparse
import logging
import sys
from pathlib import Path

from engine.boards.files import load_board
from engine.refusals import BadInput
from render.draw.baked_maps import BAKED


def main() -> None:
    """Bake the boards that the command line names."""
    parser = argparse.ArgumentParser("python -P -m tools.bake", description="Bake the map of a board.")
    parser.add_argument("boards", nargs="+", metavar="BOARD", help="a shipped board's id or a board file")
    parser.add_argument(
        "--afresh", action="store_true", help="make a new layout, without what was done by hand"
    )
    parser.add_argument("--into", type=Path, default=BAKED, help="the folder of all baked boards")
    arguments = parser.parse_args()
    logging.basicConfig(level=logging.INFO, format="%(message)s")
    try:
        from tools.bake.bake import bake
    except ModuleNotFoundError as missing:
        sys.exit(f"Baking needs {missing.name}. It comes with the extra `bake` of this project.")
    for source in arguments.boards:
        try:
            bake(load_board(source), arguments.into, afresh=arguments.afresh)
        except BadInput as broken:
            sys.exit(str(broken))


if __name__ == "__main__":
    main()
