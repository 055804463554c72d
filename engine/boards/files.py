"""Board files: one TOML file for each board. `boards/SCHEMA.md` describes them."""

import hashlib
import re
import tomllib
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path

from engine.board import Board
from engine.boards.parser import read_board, ticket_number
from engine.boards.rows import TABLES, BoardRow, closest
from engine.boards.validation import faults
from engine.refusals import BadInput

__all__ = ["board_texts", "boards_in", "load_board", "parse_board", "shipped_boards"]

FIRST_OF_OPERATOR = 500
"""Where the ticket numbers begin that an operator adds to a shipped board."""

LARGEST_FILE = 1_000_000
"""Bytes; a shipped board has some 30,000."""

_SYNTAX = re.compile(r"(?P<message>.*) \(at line (?P<line>\d+), column \d+\)")


def shipped_boards() -> tuple[str, ...]:
    """The ids of the boards that come with the program.

    >>> shipped_boards()
    ('europe', 'india', 'nordic', 'usa')
    """
    return tuple(sorted(path.stem for path in _shipped().glob("*.toml")))


def load_board(source: str | Path) -> Board:
    """A shipped board by its id, or the board of a file. Raises BadInput.

    >>> load_board("usa").title
    'Ticket to Ride'
    """
    try:
        return parse_board(*board_texts(source))
    except BadInput as broken:
        raise broken.within(_path(source).name, ", ") from None


def boards_in(folder: Path | None) -> tuple[Mapping[str, Board], tuple[BadInput, ...]]:
    """The shipped boards and those of an operator's folder, by id, and what is wrong with its other files."""
    boards = {name: load_board(name) for name in shipped_boards()}
    if folder is None:
        return boards, ()
    if not folder.is_dir():
        return boards, (BadInput("there is no such folder", str(folder)),)
    broken = []
    for path in sorted(folder.glob("*.toml")):
        try:
            board = load_board(path)
            if board.id in boards:
                raise BadInput(f'another board is called "{board.id}" already', f"{path.name}, id")
            boards[board.id] = board
        except BadInput as found:
            broken.append(found)
    return boards, tuple(broken)


def board_texts(source: str | Path) -> tuple[str, ...]:
    """What a board is made of: the text of its file, then that of the shipped board that it extends, if any.

    From both, `parse_board` makes the same board again, even if another one is shipped then. Raises
    BadInput.
    """
    text = _read(_path(source))
    return (text, *_base_texts(text))


def parse_board(text: str, base: str | None = None) -> Board:
    """The board that a file's text describes.

    `base` is the text of the board that it extends; None takes the shipped one. Raises BadInput.
    """
    return _board(text, base)


@lru_cache(maxsize=8)
def _board(text: str, base: str | None) -> Board:
    document = _document(text)
    texts = text
    if "extends" in document:
        base = _base_text(document) if base is None else base
        document = _extended(_document(base), document)
        texts = base + text
    # Line ends do not count, so that a board has one edition on every system.
    content = texts.replace("\r\n", "\n").encode("utf-8", "surrogatepass")
    board = read_board(BoardRow("", document), edition=hashlib.sha256(content).hexdigest())
    for row, reason in faults(board):
        raise BadInput(reason, row)
    return board


def _shipped() -> Path:
    return Path(__file__).parent


def _path(source: str | Path) -> Path:
    return _shipped() / f"{source}.toml" if source in shipped_boards() else Path(source)


def _read(path: Path) -> str:
    if path.is_dir():
        raise BadInput("this is a folder, not a board file")
    if not path.is_file():
        known = shipped_boards()
        hint = closest(path.name, known)
        raise BadInput(f"there is no such file, and the shipped boards are {', '.join(known)}{hint}")
    try:
        with path.open("rb") as file:
            data = file.read(LARGEST_FILE + 1)
    except OSError as error:
        raise BadInput(f"it cannot be read: {error.strerror}") from None
    if len(data) > LARGEST_FILE:
        raise BadInput(f"a board file has at most {LARGEST_FILE} bytes")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data[: error.start].count(b"\n") + 1
        raise BadInput("this is not UTF-8 text", f"line {line}") from None


@lru_cache(maxsize=1)
def _document(text: str) -> dict[str, object]:
    """What a file's text says. A board is read right after the text that it extends was looked for."""
    try:
        return tomllib.loads(text)
    except RecursionError:
        raise BadInput("its brackets are nested too deeply") from None
    except ValueError as error:
        raise _not_toml(text, str(error)) from None


def _not_toml(text: str, error: str) -> BadInput:
    found = _SYNTAX.fullmatch(error)
    if not found:
        return BadInput(f"it is not TOML: {error}")
    quoted = text.splitlines()[int(found["line"]) - 1].strip()
    twice = found["message"].startswith(("Cannot overwrite", "Cannot declare"))
    reason = "this name is defined twice" if twice else f"this is not TOML, {found['message']}"
    return BadInput(f"{reason}: {quoted[:60]}", f"line {found['line']}")


@lru_cache(maxsize=8)
def _base_texts(text: str) -> tuple[str, ...]:
    """The text of the board that a file's text extends, if it extends one."""
    document = _document(text)
    return (_base_text(document),) if "extends" in document else ()


def _base_text(document: Mapping[str, object]) -> str:
    known = shipped_boards()
    base = BoardRow("", document).one_of("extends", known)
    return _read(_shipped() / f"{base}.toml")


def _extended(base: dict[str, object], extension: dict[str, object]) -> dict[str, object]:
    """The board extended: rows are added after its own, and none is changed."""
    own = BoardRow("", extension)
    own.check_keys(("extends", "id", "title"), TABLES)
    if extension["id"] == base.get("id"):
        own.refuse("an extension has an id of its own")
    joined = {**base, "id": extension["id"], "title": extension["title"]}
    for key in TABLES:
        rows, added = BoardRow("", base).table(key).values, own.named_rows(key)
        for name, row in added:
            if name in rows:
                row.refuse("the board that is extended has this already")
            if key == "tickets" and ticket_number(name, row) < FIRST_OF_OPERATOR:
                row.refuse(f"the numbers of added tickets begin at {FIRST_OF_OPERATOR}")
        joined[key] = {**rows, **own.table(key).values}
    return joined
