"""What Telegram's buttons ask for, and how that is written in the 64 bytes of a button.

Callback data begins with a letter, a digit or `-`. A sign before it asks for something else: a page of a
list, more pictures, a file, a reply, tickets by their places, or an answer in the group. The data of a
pressed button is read once, by `read`.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Final, Literal, Self

from bot.commands import COMMANDS
from bot.commands.arguments import Suggestion
from bot.model.call import Call
from bot.model.callbacks import LONGEST_CODE, NO_GAME, TWO_CARDS, CallbackData
from bot.model.command import LOOK, OPENED_HERE, CommandRow
from bot.model.message import Button, Pick, Rows
from engine.notation import read_line
from engine.refusals import BadInput

PAGE: Final = "~"
"""`~2~code`: the third page of what the code shows."""
MORE: Final = "+"
"""`+code`: the pictures after the first of what the code shows."""
FILE: Final = "!"
"""`!code`: the pictures of what the code shows, as files without loss."""
REPLY: Final = "="
"""`=code`: let the person type what follows the line of the code, as a reply."""
PLACES: Final = "#"
"""`#13.code`: keep the first and the third ticket of the offer that the code is about."""
ANSWER: Final = "?"
"""`?person`: the last answer to a person in the group; `?person.2`: its second choice."""

MOST_SETS = 60
_LONGEST_PAGE_NUMBER = 3

DEEP_LINK_WORDS = frozenset(one.word for one in COMMANDS if one.link)
"""What a link into the private chat may ask for: nothing that changes a game."""

BINDING = frozenset(one.word for one in COMMANDS if one.game == OPENED_HERE)
"""The commands that show a game in the chat where they are given, in private too."""

HELLO = "hello"
"""The payload of a link that asks for nothing."""

_LONGEST_PAYLOAD = 64
_PICTURES = {MORE: "--more", FILE: "--file"}
"""What the payloads of links for pictures end with."""


@dataclass(frozen=True, slots=True)
class GroupAnswer:
    """The kept answer to a person in a group: shown, turned to its next page, or one of its choices taken."""

    person: str
    number: str = ""

    @property
    def text(self) -> str:
        """The data of a button that asks for it."""
        return f"{ANSWER}{self.person}.{self.number}" if self.number else f"{ANSWER}{self.person}"


@dataclass(frozen=True, slots=True)
class TicketPlaces:
    """Tickets of an offer to keep, by their places in it, which do not reveal the tickets. The first is 1."""

    places: str
    offer: str
    """The callback data that keeps tickets of this offer."""

    @property
    def text(self) -> str:
        """The data of a button that asks for it."""
        return f"{PLACES}{self.places}.{self.offer}"

    def kept(self, pick: Pick | None) -> Call | None:
        """The call that keeps these tickets; None where the button was made for another offer."""
        if pick is None or self.offer != pick.keep or not self.places.isdecimal():
            return None
        chosen = {int(place) for place in self.places}
        if not all(1 <= place <= len(pick.options) for place in chosen):
            return None
        return Call.pressed(pick.keeping(pick.options[place - 1][0] for place in chosen))


_OF_NO_GAME = Call.pressed("")


@dataclass(frozen=True, slots=True)
class ButtonCode:
    """What a button asks for: a call, whose answer is shown in one of several ways.

    With an `answer` or `tickets` it asks for that instead. Then the call is about an unknown game, as it is
    where the data cannot be read: its answer says that the button is out of date.
    """

    call: Call = _OF_NO_GAME
    page: int | None = None
    """The page of a list that it turns to, from 0 on."""
    pictures: Literal["", "+", "!"] = ""
    """Whether it asks only for pictures: MORE or FILE."""
    is_reply: bool = False
    """Whether it asks for more words of the call."""
    answer: GroupAnswer | None = None
    tickets: TicketPlaces | None = None

    @classmethod
    def of(cls, line: str, game: str = NO_GAME) -> Self:
        """A button that shows the answer to a line, and belongs to no decision."""
        return cls(replace(Call.typed(line, game), revision=0))

    @property
    def text(self) -> str:
        """The data of a button that asks for a call. It can be too long."""
        page = "" if self.page is None else f"{PAGE}{self.page}{PAGE}"
        call = CallbackData(self.call.game, self.call.revision or 0, self.call.line)
        return f"{page}{self.pictures}{call.code}"

    @property
    def row(self) -> CommandRow | None:
        """What is true of its command, if it is one."""
        return COMMANDS.get(self.call.word)

    @property
    def game(self) -> str | None:
        """The game that it names, if any."""
        return None if self.call.game in ("", NO_GAME) else self.call.game

    @property
    def is_once_only(self) -> bool:
        """Whether it does more if it is pressed twice; see bot.telegram.updates."""
        changes = self.row is not None and self.row.changes
        return changes or (self.answer is not None and bool(self.answer.number))

    def again(self) -> "ButtonCode | None":
        """What shows its answer again: the same call, or the hand after a change. None where nothing does."""
        if not self.call.word:
            return None
        try:
            read_line(self.call.line)
        except BadInput:
            if self.call.line != TWO_CARDS and not (self.row and self.row.changes):
                return ButtonCode(self.call)
        return code_of("hand", self.call.game)


NEW = ButtonCode.of("new")
"""The button that asks which game to open."""


def game_rows(games: Sequence[Suggestion]) -> Rows:
    """A button for each game that can be opened."""
    return tuple((Button(one.label, ButtonCode.of(f"new {one.value}").text),) for one in games)


def read(data: str) -> ButtonCode:
    """Read the data of a button, of any version."""
    if data.startswith(ANSWER):
        person, _, number = data.removeprefix(ANSWER).partition(".")
        return ButtonCode(answer=GroupAnswer(person, number))
    if data.startswith(PLACES):
        places, _, offer = data.removeprefix(PLACES).partition(".")
        return ButtonCode(tickets=TicketPlaces(places, offer))
    if data.startswith(REPLY):
        return ButtonCode(Call.pressed(data.removeprefix(REPLY)), is_reply=True)
    page = None
    if data.startswith(PAGE):
        number, _, data = data.removeprefix(PAGE).partition(PAGE)
        page = int(number) if number.isdecimal() and len(number) <= _LONGEST_PAGE_NUMBER else 0
    if data.startswith(MORE):
        return ButtonCode(Call.pressed(data.removeprefix(MORE)), page, MORE)
    if data.startswith(FILE):
        return ButtonCode(Call.pressed(data.removeprefix(FILE)), page, FILE)
    return ButtonCode(Call.pressed(data), page)


def code_of(line: str, game: str = NO_GAME) -> ButtonCode | None:
    """The button that shows the answer to a line; None if it is empty or too long for a button with pages."""
    code = ButtonCode.of(line, game)
    return code if code.call.word and len(code.text.encode()) <= LONGEST_CODE - 3 else None


def payload_of(button: ButtonCode) -> str:
    """The payload of a link that shows in the private chat what a button shows in a group.

    It shows the hand where the button does something else, and asks for nothing where it names no game.
    """
    if button.game is None:
        return HELLO
    words = button.call.line.split(" ") if _shows(button.call) else ["hand"]
    payload = f"{button.game}_{'-'.join(words)}{_PICTURES.get(button.pictures, '')}"
    is_readable = len(payload) <= _LONGEST_PAYLOAD and all(one.isascii() and one.isalnum() for one in words)
    return payload if is_readable else f"{button.game}_{words[0]}"


def button_of_payload(payload: str) -> ButtonCode | None:
    """The button that a payload stands for; None where it asks for nothing that a link may show."""
    game, _, rest = payload.rpartition("_")
    words, mark, kind = rest.partition("--")
    button = ButtonCode.of(words.replace("-", " "), game)
    if not game or not _shows(button.call):
        return None
    match f"{mark}{kind}":
        case "--more":
            return replace(button, pictures=MORE)
        case "--file":
            return replace(button, pictures=FILE)
        case _:
            return button


def _shows(call: Call) -> bool:
    """Whether a call only shows something, so that a link may make it for everybody."""
    row = COMMANDS.get(call.word)
    return row is not None and row.link and (not call.text or row.section == LOOK)


def playing(codes: Iterable[str]) -> tuple[str, int] | None:
    """The game and the revision of the first of these buttons that belongs to a decision."""
    calls = (read(code).call for code in codes)
    return next(((call.game, call.revision) for call in calls if call.revision), None)


def sets_of(pick: Pick) -> Sequence[tuple[int, ...]]:
    """Every set of places in the offer that may be kept: the first is 1."""
    places = range(1, len(pick.options) + 1)
    most = min(pick.most, len(pick.options))
    sizes = range(max(pick.least, 1), most + 1)
    return [chosen for size in sizes for chosen in combinations(places, size)][:MOST_SETS]
