"""The engine's command line: load a position, play actions, see what follows."""

import argparse
import re
import signal
import sys
from collections.abc import Sequence
from pathlib import Path
from textwrap import indent
from typing import Any

from engine import notation
from engine.actions import Action
from engine.board import Board
from engine.boards.files import boards_in
from engine.boards.rows import closest
from engine.cards import CARDS
from engine.documents.codec import read_text, to_json, write_text
from engine.documents.position import game_at, position_of
from engine.documents.view_text import event_line, option_lines, view_lines, view_to_json
from engine.events import Event, seen_by
from engine.game import Game
from engine.notation import line, read_line
from engine.refusals import BadInput, IllegalAction
from engine.rulebook import apply
from engine.setup import Setup, new_game
from engine.view import View, view_for

DESCRIPTION = """\
Load a position of a game, play actions on it, and print the position after them, what a seat sees of it
and everything that this seat may do. A position has all secrets of its game: keep it from the players.
"""

ACTIONS = """\
actions, in quotes, played one after the other by the seat whose decision is open:
{lines}
With "1:" in front, seat 1 plays it: "1:keep 3,17". Seats count from 0. Letters: R red, B blue, G green,
Y yellow, K black, W white, O orange, P purple, L locomotive.
"""

EXAMPLES = """\
examples:
  python -P -m engine game.json
  python -P -m engine game.json "draw 3R" "draw deck"
  python -P -m engine game.json --seat 0 "claim athina--brindisi KKKL" --json
  python -P -m engine new europe --players 3 --seed 7 "0:keep 3,17"
  python -P -m engine new usa --seed 7 --deck RRRRLLLKK --tickets 3,17,24 --starter 0
  echo '{"board": "usa", "deck": "RRL...", "hands": ["KKL"]}' | python -P -m engine - "draw deck"

exit code: 0 all actions were played; 1 one was refused, which ends the playing and is printed last;
2 the position, an action or an option cannot be read, which standard error says in one sentence.

engine/documents/POSITIONS.md describes positions: every key that follows from the others can be left out.
"""


RefusedAction = tuple[int, str, IllegalAction]
"""The seat, the line of its action, and why the rules forbid it."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line; gives the exit code."""
    asked = _parser().parse_intermixed_args(arguments)
    try:
        game, actions = _load(asked)
        game, events, refusal = _play(game, asked.seat, actions)
        if asked.seat is None:  # the first seat with a decision; after the end none
            view = view_for(game, next(iter(game.table.waiting_for), None))
        else:
            view = view_for(game, _seat(game, asked.seat))
            events = [seen_by(event, asked.seat) for event in events]
    except BadInput as wrong:
        print(wrong, file=sys.stderr)
        return 2
    tell = _json if asked.json else _text
    print(tell(game, view, events, refusal), end="")
    return 1 if refusal else 0


def _parser() -> argparse.ArgumentParser:
    lines = (notation.__doc__ or "").partition("\n\n")[2].strip()
    parser = argparse.ArgumentParser(
        prog="python -P -m engine",
        description=DESCRIPTION,
        epilog=ACTIONS.format(lines=indent(lines, "  ")) + "\n" + EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument(
        "position",
        metavar="POSITION",
        help='a file of JSON, "-" for standard input, or "new BOARD" for the setup of a game',
    )
    parser.add_argument("action", metavar="ACTION", nargs="*", help="the line of an action, in quotes")
    parser.add_argument(
        "--seat",
        type=int,
        metavar="N",
        help="whose actions and view (the seat that is asked); events then show what this seat sees",
    )
    parser.add_argument("--json", action="store_true", help="one JSON object: position, view, options, ...")
    parser.add_argument("--boards", type=Path, metavar="DIR", help="a folder with board files of your own")
    add = parser.add_argument_group("a new game").add_argument
    add("--variant", metavar="NAME", help="a variant of the board (its first)")
    add("--players", type=int, default=2, metavar="N", help="how many play (2)")
    add("--starter", type=int, metavar="N", help="the seat that begins (drawn by lot)")
    add("--bonus", default="", metavar="SETS", help="bonus sets that are added, as in a,b")
    add("--seed", default="0", metavar="HEX", help="the seed, up to 64 hexadecimal digits (0)")
    add("--deck", default="", metavar="CARDS", help="cards on top of the deck, seat 0's hand first")
    add("--tickets", default="", metavar="NUMBERS", help="tickets on top of their piles, as in 3,17")
    return parser


def _load(asked: argparse.Namespace) -> tuple[Game, Sequence[str]]:
    """The game to begin with, and the actions to play."""
    if asked.position == "new":
        if not asked.action:
            raise BadInput('After "new" comes the board, as in "new europe"')
        board, *actions = asked.action
        return _new(asked, _board(board, asked.boards)), actions
    document = read_text(_read(asked.position))
    if not isinstance(document, dict) or not isinstance(document.get("board"), str):
        raise BadInput('A position is a JSON object with a board: {"board": "europe"} is the shortest')
    return game_at(document, _board(document["board"], asked.boards)), asked.action


def _new(asked: argparse.Namespace, board: Board) -> Game:
    variant = asked.variant or next(iter(board.variants))
    setup = Setup(variant, asked.players, tuple(filter(None, asked.bonus.split(","))), asked.starter)
    if not _SEED.fullmatch(asked.seed):
        raise BadInput(f'The seed "{asked.seed}" is not up to 64 hexadecimal digits, in small letters')
    if not _NUMBERS.fullmatch(asked.tickets) or set(asked.deck) - set(CARDS):
        raise BadInput("--deck takes letters of cards, and --tickets numbers, as in 3,17")
    tickets = [int(number) for number in filter(None, asked.tickets.split(","))]
    game, _ = new_game(board, setup, "new", asked.seed.zfill(64), top=asked.deck, top_tickets=tickets)
    return game


_SEED = re.compile("[0-9a-f]{1,64}")
_NUMBERS = re.compile("([0-9]{1,6}(,[0-9]{1,6})*)?")


def _read(source: str) -> str:
    try:
        data = sys.stdin.buffer.read() if source == "-" else Path(source).read_bytes()
        return data.decode("utf-8-sig")
    except OSError as error:
        raise BadInput(f"{source} cannot be read: {error.strerror}") from None
    except UnicodeDecodeError:
        raise BadInput(f"{source} is not UTF-8 text") from None


def _board(name: str, folder: Path | None) -> Board:
    boards, broken = boards_in(folder)
    if name in boards:
        return boards[name]
    faults = "".join(f". {str(fault).removesuffix('.')}" for fault in broken)
    raise BadInput(
        f'There is no board "{name}"{closest(name, boards)}: there are {", ".join(boards)}{faults}'
    )


def _play(
    game: Game, seat: int | None, lines: Sequence[str]
) -> tuple[Game, list[Event], RefusedAction | None]:
    """Play the actions, up to the first that is refused."""
    played: list[Event] = []
    for text in lines:
        whose, action = _whose(game, seat, text)
        try:
            game, events = apply(game, whose, action)
        except IllegalAction as why:
            return game, played, (whose, line(action), why)
        played += events
    return game, played, None


def _whose(game: Game, seat: int | None, text: str) -> tuple[int, Action]:
    """The seat and the action of a line: `1:keep 3,17` is seat 1's, other lines are of the seat given."""
    said, colon, rest = text.partition(":")
    if colon and said.strip().isdecimal():
        seat, text = int(said), rest.strip()
    elif seat is None:
        waiting = game.table.waiting_for or (0,)
        if len(waiting) > 1:
            seats = ", ".join(map(str, waiting))
            raise BadInput(f'Seats {seats} are asked at once: say whose it is, as in "{waiting[0]}:{text}"')
        seat = waiting[0]
    seat = _seat(game, seat)
    try:
        return seat, read_line(text)
    except BadInput as bad:
        raise BadInput(f"{bad.reason}: see --help") from None


def _seat(game: Game, seat: int) -> int:
    players = game.table.players
    if not 0 <= seat < players:
        raise BadInput(f"There is no seat {seat}: {players} play, seats 0 to {players - 1}")
    return seat


def _json(game: Game, view: View, events: Sequence[Event], refusal: RefusedAction | None) -> str:
    document: dict[str, Any] = {
        "position": position_of(game),
        "view": view_to_json(view),
        "options": option_lines(view),
        "events": [to_json(event) for event in events],
        "refusal": None,
    }
    if refusal:
        seat, action, why = refusal
        document["refusal"] = {"seat": seat, "action": action, "reason": why.reason.value, "facts": why.facts}
    return write_text(document)


def _text(game: Game, view: View, events: Sequence[Event], refusal: RefusedAction | None) -> str:
    seen = "Anybody sees" if view.seat is None else f"Seat {view.seat} sees"
    parts = [
        ("Events", [event_line(event) for event in events]),
        ("Position", write_text(position_of(game)).splitlines()),
        (seen, list(view_lines(view))),
        ("Options", option_lines(view)),
    ]
    if refusal:
        seat, action, why = refusal
        facts = "".join(f", {name} {value}" for name, value in why.facts.items())
        parts.append(("Refused", [f"seat {seat}, {action}: {why.reason.value}{facts}"]))
    texts = []
    for title, lines in parts:
        margin = "" if title == "Position" else "  "
        if lines:
            texts.append("".join(f"{text}\n" for text in [title, *(margin + text for text in lines)]))
    return "\n".join(texts)


if __name__ == "__main__":
    if hasattr(signal, "SIGPIPE"):
        signal.signal(signal.SIGPIPE, signal.SIG_DFL)  # `| head` ends it without a word
    sys.exit(main())
