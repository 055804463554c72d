"""What a button's code means beside a press of ours: a page of a list, more pictures, a file, an answer.

A press begins with a letter, a digit or `-`; the sign before it says what else is wanted.
"""

from collections.abc import Iterable, Sequence
from itertools import combinations

from bot.model.callbacks import LONGEST_CODE, NO_GAME, CallbackData
from bot.model.message import Pick

PAGE = "~"
"""`~2~code`: the second page of what the code shows."""
MORE = "+"
"""`+code`: the pictures behind the first of what the code shows."""
FILE = "!"
"""`!code`: the pictures of what the code shows, as files that lose nothing."""
PLACES = "#"
"""`#13.code`: keep the first and the third ticket of the offer that the code is about."""
ANSWER = "?"
"""`?person`: the last answer that a person was given in the group."""

MOST_SETS = 60

LOOKS = ("hand", "tickets", "board", "scores", "log", "record", "rules", "games", "settings", "help")
"""What a link into the private chat may ask for: nothing that changes a game."""

NOTHING = "hello"
"""What a link says that asks for nothing."""


def again(line: str, game: str = NO_GAME) -> str | None:
    """The code that asks the same once more as a line did; None where it is too long for a button."""
    code = CallbackData(game, 0, line).code
    return code if len(code.encode()) <= LONGEST_CODE - 3 else None


def paged(page: int, code: str) -> str | None:
    """The code of a page, None where it is too long."""
    wanted = f"{PAGE}{page}{PAGE}{code}"
    return wanted if len(wanted.encode()) <= LONGEST_CODE else None


def page_of(code: str) -> tuple[int, str]:
    """Which page a code wants, 0 for the first, and of what."""
    if not code.startswith(PAGE):
        return 0, code
    number, _, rest = code[1:].partition(PAGE)
    return (int(number) if number.isdecimal() and len(number) < LONGEST_NUMBER else 0), rest


LONGEST_NUMBER = 4


def game_of(code: str) -> str | None:
    """The game that a code is about, if it is about one."""
    try:
        game = CallbackData.read(code.rpartition(PAGE)[2].lstrip(MORE + FILE)).game
    except ValueError:
        return None
    return None if game == NO_GAME else game


def sets_of(pick: Pick) -> Sequence[tuple[int, ...]]:
    """Every set of places in the offer that may be kept: the first is 1."""
    places = range(1, len(pick.options) + 1)
    most = min(pick.most, len(pick.options))
    sizes = range(max(pick.least, 1), most + 1)
    return [chosen for size in sizes for chosen in combinations(places, size)][:MOST_SETS]


def keeping(pick: Pick, places: Iterable[int]) -> str:
    """The code that keeps these places of this very offer. It tells nobody which tickets they are."""
    return f"{PLACES}{''.join(map(str, places))}.{pick.keep}"


def kept_by(code: str, pick: Pick | None) -> str | None:
    """The press that a code of places means; None where it was made for another offer."""
    places, _, keep = code.removeprefix(PLACES).partition(".")
    if pick is None or keep != pick.keep or not places.isdecimal():
        return None
    chosen = {int(place) for place in places}
    if not all(1 <= place <= len(pick.options) for place in chosen):
        return None
    return pick.keeping(pick.options[place - 1][0] for place in chosen)
