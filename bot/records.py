"""Records of games: written from the log, verified, and drawn as pictures."""

import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from bot.clock import Clock
from bot.matches.boards import BoardRepository
from bot.matches.records import export
from bot.matches.repository import MatchRepository
from bot.matches.roster import COLORS
from bot.settings import OperatorError, Settings
from bot.store import Store, UnreadableGame
from bot.terminal import counted, printable, say
from engine.board import Board
from engine.documents.codec import write_text
from engine.documents.position import position_of
from engine.documents.record import ALONE, Record, Tenure, read_record
from engine.documents.verify import verify
from engine.events import BY_ADMIN, BY_VOTE, Event, GameStarted, MovesUndone, TurnStarted
from engine.fold import fold
from engine.game import Game
from engine.refusals import BadInput
from engine.undo import standing
from engine.view import view_for
from render.board import board_png
from render.replay import replay_gif

NOT_VERIFIED = "NOT VERIFIED"

_LARGEST = 8 << 20
"""Bytes of a file that can be a record: the longest games take a twentieth of it."""

_MOST_TURNS = 1000
_LONGEST_NAME = 40
_LONGEST_RESULT = 80
_SEAL = re.compile("[0-9a-f]{64}")
_WITHOUT_PROOF = (
    "The record: format is 1, where the seal proves nothing about the cards: the host program chose the "
    "seed alone, and can write any game as format 1. Without --seal, the moves are checked."
)
_AWAY = {"left": "who left", "replaced": "who was replaced"}
"""Why a computer finished a game for somebody, and the words for it."""


async def export_from(settings: Settings, game: str, *, position: bool, unfinished: bool) -> str:
    """A record, or the current position, from the database, which is only read.

    Raises OperatorError as `export` does or if the game cannot be read, and StoreError.
    """
    try:
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
    except UnreadableGame as wrong:
        raise OperatorError(f"Game {wrong.game} cannot be read: {wrong.why}.") from None


def verify_file(file: str, boards: str | None, seal: str | None = None) -> int:
    """Verify a record and print the result. Returns the exit code: 0 if it is valid, else 1.

    `seal` is the one that the chat was shown. Raises OperatorError where the file is no record.
    """
    record = _read(file)
    difference = _difference(record, _board(record, boards), seal)
    for line in [difference] if difference else (*_proved(record, seal), *_not_proved(record)):
        say(printable(line))
    return 1 if difference else 0


def replay(file: str, output: str | None, boards: str | None, *, unverified: bool = False) -> int:
    """Write a GIF that shows the board at the start of each turn, and at the end. Returns the exit code.

    A record that does not verify is drawn only if it may be `unverified`, and its pictures say so.
    """
    record = _read(file)
    board = _board(record, boards)
    stamp = _stamp(record, board, unverified=unverified)
    if stamp is None:
        return 1
    path = Path(output or "replay.gif")
    with _drawing(file):
        views = [view_for(game, None) for game in _turns(record, board)]
        picture = replay_gif(views, _names(record), COLORS, stamp=stamp)
    _write(path, picture)
    say(f"{counted(len(views), 'frame')} in {printable(str(path))}, {len(picture) // 1000} KB.")
    return 0


def still(file: str, move: int, output: str | None, boards: str | None, *, unverified: bool = False) -> int:
    """Write the picture of the board after a move, counted from 1, as a PNG file; 0 is the setup.

    The rest is as in `replay`.
    """
    record = _read(file)
    board = _board(record, boards)
    stamp = _stamp(record, board, unverified=unverified)
    if stamp is None:
        return 1
    if not 0 <= move <= len(record.moves):
        raise OperatorError(f"This record has moves 1 to {len(record.moves)}; 0 is the setup.")
    path = Path(output or f"move-{move:03}.png")
    with _drawing(file):
        game = fold(board, _events(record, move))
        picture = board_png(view_for(game, None), _names(record), COLORS, stamp=stamp)
    _write(path, picture)
    say(f"Move {move} in {printable(str(path))}.")
    return 0


def _difference(record: Record, board: Board, seal: str | None) -> str | None:
    """What is wrong with a record, in a sentence, or None."""
    if seal is not None and record.seal != _digits(seal):
        return f'The record: seal is "{record.seal}", and the chat was shown "{_digits(seal)}".'
    if seal is not None and record.format == ALONE:
        return _WITHOUT_PROOF
    return verify(record, board)


def _digits(seal: str) -> str:
    digits = "".join(seal.split()).lower()
    if not _SEAL.fullmatch(digits):
        raise OperatorError("A seal has 64 hexadecimal digits.")
    return digits


def _proved(record: Record, seal: str | None) -> Iterator[str]:
    """What a valid record proves: moves and scores; and the cards, if the chat has the same contributions."""
    scores = record.scores or ()
    winners = " and ".join(f"seat {score.seat + 1}" for score in scores if score.place == 1)
    end = f"won by {winners}" if winners else "not finished"
    game = printable(record.game, _LONGEST_NAME)
    moves = counted(len(record.moves), "move")
    yield f"Game {game}: {moves}, {end}. The record matches the seed and the rules."
    if scores:
        yield f"Points: {', '.join(f'seat {score.seat + 1} has {score.total}' for score in scores)}."
    if record.format == ALONE:
        yield f"Seal: {record.seal}."
        yield "This record is of format 1: the host program alone chose the seed, perhaps of many."
        return
    compared = "it is the one that you gave" if seal else "give the one in the chat as --seal to compare it"
    yield f"Seal: {record.seal} ({compared})."
    if not record.contributions:
        yield "There are no contributions: if the chat has some, this is another game."
        return
    yield "Contributions, which should be those in the chat:"
    for contribution in record.contributions:
        word = f' "{contribution.word}"' if contribution.word else ""
        yield f"  {contribution.id or '-'}{word}"


def _not_proved(record: Record) -> Iterator[str]:
    """What a record says besides: the names above all, which are not part of the game."""
    yield "Not proved, because anybody can change it in the file:"
    for seat, name in enumerate(_names(record)):
        held = [tenure for tenure in record.seats if tenure.seat == seat]
        tenures = f": {', then '.join(map(_tenure, held))}" if len(held) > 1 else ""
        yield f"  Seat {seat + 1} is {name}{tenures}."
    yield "  The times of all moves."
    causes = [event.cause for move in record.moves for event in move.events if isinstance(event, MovesUndone)]
    for cause, words in ((BY_VOTE, "the players voted for"), (BY_ADMIN, "an admin ordered")):
        if times := causes.count(cause):
            yield f"  That {words} {counted(times, 'undo')}."


def _tenure(tenure: Tenure) -> str:
    who = f"a computer ({tenure.level})" if tenure.level else tenure.name
    why = f" ({tenure.reason})" if tenure.reason != "start" else ""
    return f"{printable(who, _LONGEST_NAME)} from {tenure.since}{why}"


def _stamp(record: Record, board: Board, *, unverified: bool) -> str | None:
    """The note on the pictures of a record: "" if it is valid; None if it may not be drawn."""
    difference = verify(record, board)
    if difference is None:
        return ""
    say(printable(difference))
    if not unverified:
        say("Nothing is drawn. With --unverified it is drawn all the same, and the pictures say so.")
        return None
    return NOT_VERIFIED


@contextmanager
def _drawing(file: str) -> Iterator[None]:
    """Draw a record whose events may be impossible. Raises OperatorError where it cannot be drawn."""
    try:
        yield
    except OperatorError:
        raise
    except Exception as error:
        why = f"{printable(file)} cannot be drawn: it has events that cannot happen ({type(error).__name__})."
        raise OperatorError(why) from error


def _write(path: Path, picture: bytes) -> None:
    try:
        path.write_bytes(picture)
    except OSError as error:
        raise OperatorError(f"Cannot write {printable(str(path))}: {error.strerror}.") from None


def _turns(record: Record, board: Board) -> Iterator[Game]:
    """The game at the start of each turn that stands, and at its end.

    Raises OperatorError where there are too many.
    """
    game: Game | None = None
    turns, events = 0, list(_events(record, len(record.moves)))
    stand = standing(events)
    for number, event in enumerate(events, 1):
        game = fold(board, [event], game)
        if isinstance(event, TurnStarted) and number in stand:
            turns += 1
            yield game
        if turns > _MOST_TURNS:
            raise OperatorError(f"This record has more than {_MOST_TURNS} turns: that is too long to draw.")
    if game is not None:
        yield game


def _events(record: Record, moves: int) -> Iterator[Event]:
    """All events up to a move. Raises ValueError where they do not begin a game for so many players."""
    begun = record.setup[0] if record.setup else None
    if not isinstance(begun, GameStarted) or not begun.players == record.players <= len(COLORS):
        raise ValueError("the setup does not begin the game")
    yield from record.setup
    for move in record.moves[:moves]:
        yield from move.events


def _names(record: Record) -> Sequence[str]:
    """What the players are called in the result, by seat.

    A computer that finished the game for somebody who was away is called after that player.
    """
    names = []
    for seat in range(record.players):
        name = record.names[seat] if seat < len(record.names) else f"Player {seat + 1}"
        held = [tenure for tenure in record.seats if tenure.seat == seat]
        if held and held[-1].level and held[-1].reason in _AWAY:
            name = f"Computer (for {name[:_LONGEST_NAME]}, {_AWAY[held[-1].reason]})"
        names.append(name[:_LONGEST_RESULT])
    return names


def _read(file: str) -> Record:
    """A record from a file. Raises OperatorError."""
    name = printable(file)
    try:
        with Path(file).open("rb") as stream:
            data = stream.read(_LARGEST + 1)
    except OSError as error:
        raise OperatorError(f"Cannot read {name}: {error.strerror}.") from None
    if len(data) > _LARGEST:
        raise OperatorError(f"{name} is not a record: it is larger than {_LARGEST >> 20} MiB.")
    try:
        return read_record(data.decode("utf-8-sig"))
    except UnicodeDecodeError:
        raise OperatorError(f"Cannot read {name}: it is not a text file.") from None
    except BadInput as bad:
        raise OperatorError(f"{name} is not a record: {printable(str(bad))}") from None


def _board(record: Record, boards: str | None) -> Board:
    playable = BoardRepository(Path(boards) if boards else None)
    board = playable.kept(record.edition) or playable.by_id.get(record.board)
    if board is None:
        name = printable(record.board, _LONGEST_NAME)
        raise OperatorError(f"There is no board '{name}'; name its folder with --boards.")
    return board
