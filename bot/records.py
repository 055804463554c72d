"""Records of games: written from the log, verified, and drawn as pictures."""

from collections.abc import Iterator, Sequence
from pathlib import Path

from bot.clock import Clock
from bot.matches.boards import BoardRepository
from bot.matches.records import export
from bot.matches.repository import MatchRepository
from bot.matches.roster import COLORS
from bot.settings import OperatorError, Settings
from bot.store import Store, UnreadableGame
from engine.board import Board
from engine.documents.codec import write_text
from engine.documents.position import position_of
from engine.documents.record import Record, read_record
from engine.documents.verify import verify
from engine.events import Event, TurnStarted
from engine.fold import fold
from engine.game import Game
from engine.refusals import BadInput
from engine.view import view_for
from render.board import board_png
from render.replay import replay_gif


async def export_from(settings: Settings, game: str, *, position: bool, unfinished: bool) -> str:
    """A record, or the current position, from the database, which is only read.

    Raises OperatorError as `export` does or if the game cannot be read, and StoreError.
    """
    try:
        return await _exported(settings, game, position=position, unfinished=unfinished)
    except UnreadableGame as wrong:
        raise OperatorError(f"Game {wrong.game} cannot be read: {wrong.why}.") from None


async def _exported(settings: Settings, game: str, *, position: bool, unfinished: bool) -> str:
    async with await Store.open_to_read(settings.database_url) as store:
        repository = MatchRepository(store, BoardRepository(settings.boards), Clock())
        if not position:
            return await export(repository, game, unfinished=unfinished)
        try:
            match = await repository.read(game)
        except KeyError:
            raise OperatorError(f"There is no game {game}.") from None
        if match.game is None:
            raise OperatorError(f"Game {game} has not begun.")
        return write_text(position_of(match.game))


def verify_file(file: str, boards: str | None) -> int:
    """Verify a record and print the result. Returns the exit code: 0 if it is valid, else 1."""
    record = _read(file)
    difference = verify(record, _board(record, boards))
    if difference:
        print(difference)
        return 1
    winners = ", ".join(_names(record)[score.seat] for score in record.scores or () if score.place == 1)
    end = f"won by {winners}" if winners else "not finished"
    print(f"Game {record.game}: {len(record.moves)} moves, {end}. The record matches the seed and the rules.")
    return 0


def replay(file: str, output: str | None, boards: str | None) -> int:
    """Write a GIF that shows the board at the start of each turn, and at the end."""
    record = _read(file)
    views = [view_for(game, None) for game in _turns(record, _board(record, boards))]
    path = Path(output or "replay.gif")
    picture = replay_gif(views, _names(record), COLORS)
    _write(path, picture)
    print(f"{len(views)} frames in {path}, {len(picture) // 1000} KB.")
    return 0


def still(file: str, move: int, output: str | None, boards: str | None) -> int:
    """Write the picture of the board after a move, counted from 1, as a PNG file; 0 is the setup."""
    record = _read(file)
    if not 0 <= move <= len(record.moves):
        raise OperatorError(f"This record has moves 1 to {len(record.moves)}; 0 is the setup.")
    game = fold(_board(record, boards), _events(record, move))
    path = Path(output or f"move-{move:03}.png")
    _write(path, board_png(view_for(game, None), _names(record), COLORS))
    print(f"Move {move} in {path}.")
    return 0


def _write(path: Path, picture: bytes) -> None:
    try:
        path.write_bytes(picture)
    except OSError as error:
        raise OperatorError(f"Cannot write {path}: {error.strerror}.") from None


def _turns(record: Record, board: Board) -> Iterator[Game]:
    """The game at the start of each turn, and at its end."""
    game: Game | None = None
    for event in _events(record, len(record.moves)):
        game = fold(board, [event], game)
        if isinstance(event, TurnStarted):
            yield game
    if game is not None:
        yield game


def _events(record: Record, moves: int) -> Iterator[Event]:
    """All events up to a move."""
    yield from record.setup
    for move in record.moves[:moves]:
        yield from move.events


def _names(record: Record) -> Sequence[str]:
    return record.names or tuple(f"Player {seat + 1}" for seat in range(record.players))


def _read(file: str) -> Record:
    try:
        return read_record(Path(file).read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError) as error:
        raise OperatorError(
            f"Cannot read {file}: {getattr(error, 'strerror', 'it is not a text file')}."
        ) from None
    except BadInput as bad:
        raise OperatorError(f"{file} is not a record: {bad}") from None


def _board(record: Record, boards: str | None) -> Board:
    known = BoardRepository(Path(boards) if boards else None)
    board = known.kept(record.edition) or known.by_id.get(record.board)
    if board is None:
        raise OperatorError(f"There is no board {record.board!r}; name its folder with --boards.")
    return board
