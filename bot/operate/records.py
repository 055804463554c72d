"""Records of games: written from the log, verified, and drawn as pictures."""

import argparse
import asyncio
import re
from collections.abc import Iterator, Sequence
from pathlib import Path

from bot.clock import Clock
from bot.matches.boards import BoardRepository
from bot.matches.records import export
from bot.matches.repository import MatchRepository
from bot.matches.roster import COLORS
from bot.operate.terminal import counted, printable, say
from bot.settings import OperatorError, Settings, load_settings
from bot.store import Store, UnreadableGame
from bot.workers.drawings import drawings
from engine.board import Board
from engine.documents.codec import write_text
from engine.documents.position import position_of
from engine.documents.record import ALONE, END_LINE, Record, Tenure, read_record
from engine.documents.verify import verify
from engine.events import BY_ADMIN, BY_VOTE, Event, GameStarted, MovesUndone, TurnStarted
from engine.fold import fold
from engine.game import Game
from engine.refusals import BadInput
from engine.undo import standing
from engine.view import view_for

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


def add_records(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add the commands that write, verify and draw a record."""
    exported = commands.add_parser(
        "export",
        help="write a game of the database as a record",
        description="Write the record of a game to standard output.",
    )
    exported.add_argument("game", metavar="GAME", help="the id of the game, as /games shows it")
    exported.add_argument(
        "--unfinished", action="store_true", help="also export a running game, with all secrets"
    )
    exported.add_argument(
        "--position", action="store_true", help="write the current position instead, for python -P -m engine"
    )
    exported.set_defaults(command=_export)
    verified = commands.add_parser("verify", help="check the record of a game")
    verified.add_argument("file", metavar="FILE", help="a record from /record or export")
    verified.add_argument("--boards", metavar="DIR", help="a folder with your own boards")
    verified.add_argument("--seal", metavar="HEX", help="the seal that the chat was shown, to compare it")
    verified.set_defaults(command=_verify)
    drawn = commands.add_parser("replay", help="write a game as a GIF, or one move of it as a picture")
    drawn.add_argument("file", metavar="FILE", help="a record from /record or export")
    drawn.add_argument(
        "-o", "--output", metavar="FILE", help="the file to write (replay.gif, or move-042.png)"
    )
    drawn.add_argument("--move", type=int, metavar="N", help="only the board after this move (0: the setup)")
    drawn.add_argument("--boards", metavar="DIR", help="a folder with your own boards")
    drawn.add_argument(
        "--unverified", action="store_true", help="draw a record that does not verify; the pictures say so"
    )
    drawn.set_defaults(command=_replay)


def _export(options: argparse.Namespace) -> int:
    print(asyncio.run(_exported(load_settings(), options)), end="")
    return 0


async def _exported(settings: Settings, options: argparse.Namespace) -> str:
    """A record, or the current position, from the database, which is only read.

    Raises OperatorError as `export` does or if the game cannot be read, and StoreError.
    """
    try:
        async with await Store.open_to_read(settings.database_url) as store:
            repository = MatchRepository(store, BoardRepository(settings.boards), Clock())
            if not options.position:
                return await export(repository, options.game, unfinished=options.unfinished)
            try:
                match = await repository.read(options.game)
            except KeyError:
                raise OperatorError(f"There is no game {options.game}.") from None
            if match.game is None:
                raise OperatorError(f"Game {options.game} has not begun.")
            return write_text(position_of(match.game))
    except UnreadableGame as wrong:
        raise OperatorError(f"Game {wrong.game} cannot be read: {wrong.why}.") from None


def _verify(options: argparse.Namespace) -> int:
    """Verify a record and print the result. Returns the exit code: 0 if it is valid, else 1.

    Raises OperatorError where the file is no record.
    """
    record, seal = _read(options.file), options.seal
    difference = _difference(record, _board(record, options.boards), seal)
    for line in [difference] if difference else (*_proved(record, seal), *_not_proved(record)):
        say(printable(line))
    return 1 if difference else 0


def _replay(options: argparse.Namespace) -> int:
    """Write a GIF that shows the board at the start of each turn, and at the end; or as a PNG file the board
    after one move, counted from 1; 0 is the setup. Returns the exit code.

    A record that does not verify is drawn only if it may be `unverified`, and its pictures say so. Its events
    may be impossible: raises OperatorError where it cannot be drawn.
    """
    record, move, stamp = _read(options.file), options.move, ""
    board = _board(record, options.boards)
    if difference := verify(record, board):
        say(printable(difference))
        if not options.unverified:
            say("Nothing is drawn. With --unverified it is drawn all the same, and the pictures say so.")
            return 1
        stamp = NOT_VERIFIED
    if move is not None and not 0 <= move <= len(record.moves):
        raise OperatorError(f"This record has moves 1 to {len(record.moves)}; 0 is the setup.")
    try:
        if move is None:
            views = [view_for(game, None) for game in _turns(record, board)]
            path, drawn = Path(options.output or "replay.gif"), counted(len(views), "frame")
            picture = drawings.film_gif(views, _names(record), COLORS, stamp=stamp)
        else:
            view = view_for(fold(board, _events(record, move)), None)
            path, drawn = Path(options.output or f"move-{move:03}.png"), f"Move {move}"
            picture = drawings.board_png(view, _names(record), COLORS, stamp=stamp)
    except OperatorError:
        raise
    except Exception as error:
        file, kind = printable(options.file), type(error).__name__
        raise OperatorError(f"{file} cannot be drawn: it has events that cannot happen ({kind}).") from error
    try:
        path.write_bytes(picture)
    except OSError as error:
        raise OperatorError(f"Cannot write {printable(str(path))}: {error.strerror}.") from None
    size = f", {len(picture) // 1000} KB" if move is None else ""
    say(f"{drawn} in {printable(str(path))}{size}.")
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
    if any(move.action == END_LINE for move in record.moves):
        yield "  That the players agreed to end the game."


def _tenure(tenure: Tenure) -> str:
    who = f"a computer ({tenure.level})" if tenure.level else tenure.name
    why = f" ({tenure.reason})" if tenure.reason != "start" else ""
    return f"{printable(who, _LONGEST_NAME)} from {tenure.since}{why}"


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
