"""The codes of Telegram's buttons: callback data, and what only Telegram needs besides.

Callback data begins with a letter, a digit or `-`. A sign before it asks for something else: a page of a
list, more pictures, a file, tickets by their places, or an answer in the group.
"""

from collections.abc import Iterable, Sequence
from contextlib import suppress
from itertools import combinations

from bot.commands import COMMANDS
from bot.model.call import Call
from bot.model.callbacks import LONGEST_CODE, NO_GAME, CallbackData
from bot.model.command import CommandRow
from bot.model.message import Pick
from engine.notation import read_line
from engine.refusals import BadInput

PAGE = "~"
"""`~2~code`: the third page of what the code shows."""
MORE = "+"
"""`+code`: the pictures after the first of what the code shows."""
FILE = "!"
"""`!code`: the pictures of what the code shows, as files without loss."""
PLACES = "#"
"""`#13.code`: keep the first and the third ticket of the offer that the code is about."""
ANSWER = "?"
"""`?person`: the last answer to a person in the group; `?person.2`: its second choice."""

MOST_SETS = 60
_LONGEST_PAGE_NUMBER = 3

DEEP_LINK_WORDS = frozenset(one.word for one in COMMANDS if one.link)
"""What a link into the private chat may ask for: nothing that changes a game."""

BINDING = frozenset(one.word for one in COMMANDS if one.here)
"""The commands that show a game in the chat where they are given, in private too."""

NEW = CallbackData(NO_GAME, 0, "new").code
"""The button that asks which game to open."""

HELLO = "hello"
"""The payload of a link that asks for nothing."""

_LONGEST_PAYLOAD = 64
_PICTURES = {MORE: "--more", FILE: "--file"}
"""What the payloads of links for pictures end with."""


def code_of(line: str, game: str = NO_GAME) -> str | None:
    """The code of a line; None if it is too long for a button."""
    code = CallbackData(game, 0, line).code
    return code if len(code.encode()) <= LONGEST_CODE - 3 else None


def refresh_code(code: str) -> str | None:
    """The code that shows an answer again: the same one, or that of the hand after a change."""
    try:
        data = CallbackData.read(code)
    except ValueError:
        return None
    row = row_of(code)
    if (row and row.changes) or _is_action(data.line):
        return code_of("hand", data.game)
    return code


def _is_action(line: str) -> bool:
    try:
        read_line(line)
    except BadInput:
        return False
    return True


def without_prefix(code: str) -> str:
    """The code without its prefix for pages, pictures or files."""
    return page_of(code)[1].lstrip(MORE + FILE)


def row_of(code: str) -> CommandRow | None:
    """What is true of the command of a code, if it is one."""
    return COMMANDS.get(Call.pressed(without_prefix(code)).word)


def game_of(code: str) -> str | None:
    """The game that a code is about, if it is about one."""
    try:
        game = CallbackData.read(code.rpartition(PAGE)[2].lstrip(MORE + FILE)).game
    except ValueError:
        return None
    return None if game == NO_GAME else game


def payload_of(code: str) -> str:
    """The payload of a link that shows in the private chat what a code shows in a group.

    It shows the hand where the code does something else, and asks for nothing where it is about no game.
    """
    game = game_of(code)
    if game is None:
        return HELLO
    line = CallbackData.read(without_prefix(code)).line
    words = line.split(" ") if _shows(line) else ["hand"]
    payload = f"{game}_{'-'.join(words)}{_PICTURES.get(code[0], '')}"
    is_readable = len(payload) <= _LONGEST_PAYLOAD and all(one.isascii() and one.isalnum() for one in words)
    return payload if is_readable else f"{game}_{words[0]}"


def code_of_payload(payload: str) -> str | None:
    """The code that a payload means; None where it asks for nothing that a link may show."""
    game, _, rest = payload.rpartition("_")
    words, mark, kind = rest.partition("--")
    line = words.replace("-", " ")
    if not game or not _shows(line):
        return None
    sign = next((sign for sign, end in _PICTURES.items() if mark and end == f"{mark}{kind}"), "")
    return f"{sign}{CallbackData(game, 0, line).code}"


def _shows(line: str) -> bool:
    """Whether a line only shows something: then a link may run it, whoever follows the link."""
    call = Call.typed(line)
    row = COMMANDS.get(call.word)
    return row is not None and row.link and (not call.text or row.section == "look")


def playing(codes: Iterable[str]) -> tuple[str, int] | None:
    """The game and the revision of the first of these codes that belongs to a decision."""
    for code in codes:
        with suppress(ValueError):
            data = CallbackData.read(without_prefix(code))
            if data.revision:
                return data.game, data.revision
    return None


def paged(page: int, code: str) -> str | None:
    """The code of a page; None where it is too long."""
    wanted = f"{PAGE}{page}{PAGE}{code}"
    return wanted if len(wanted.encode()) <= LONGEST_CODE else None


def page_of(code: str) -> tuple[int, str]:
    """Which page a code wants, 0 for the first, and of what."""
    if not code.startswith(PAGE):
        return 0, code
    number, _, rest = code[1:].partition(PAGE)
    return (int(number) if number.isdecimal() and len(number) <= _LONGEST_PAGE_NUMBER else 0), rest


def sets_of(pick: Pick) -> Sequence[tuple[int, ...]]:
    """Every set of places in the offer that may be kept: the first is 1."""
    places = range(1, len(pick.options) + 1)
    most = min(pick.most, len(pick.options))
    sizes = range(max(pick.least, 1), most + 1)
    return [chosen for size in sizes for chosen in combinations(places, size)][:MOST_SETS]


def keeping(pick: Pick, places: Iterable[int]) -> str:
    """The code that keeps these places of this offer. It does not reveal the tickets."""
    return f"{PLACES}{''.join(map(str, places))}.{pick.keep}"


def kept_by(code: str, pick: Pick | None) -> str | None:
    """The callback data that a code of places means; None where it was made for another offer."""
    places, _, keep = code.removeprefix(PLACES).partition(".")
    if pick is None or keep != pick.keep or not places.isdecimal():
        return None
    chosen = {int(place) for place in places}
    if not all(1 <= place <= len(pick.options) for place in chosen):
        return None
    return pick.keeping(pick.options[place - 1][0] for place in chosen)
