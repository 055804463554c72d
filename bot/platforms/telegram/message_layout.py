"""A message laid out for Telegram: a photo with a caption, or a text; and a keyboard below it."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from telegram import InlineKeyboardMarkup

from bot.model.callbacks import LONGEST_CODE
from bot.model.message import Button, Document, Message, Picture, Rows
from bot.platforms.telegram.button_codes import FILE, MORE
from bot.platforms.telegram.formatted_text import (
    LONGEST_CAPTION,
    LONGEST_TEXT,
    FormattedText,
    bare,
    clipped,
    scripted,
    spoken,
    units,
)
from bot.platforms.telegram.keyboards import keyboard


@dataclass(frozen=True, slots=True)
class Sheet:
    """What one call sends. Where there is a picture, the script is its caption."""

    script: FormattedText
    keys: InlineKeyboardMarkup | None
    picture: Picture | None = field(default=None, repr=False)
    documents: tuple[Document, ...] = ()

    @property
    def presses(self) -> frozenset[str]:
        """The codes of what can be pressed, but for more pictures."""
        rows = self.keys.inline_keyboard if self.keys else ()
        codes = (button.callback_data for row in rows for button in row)
        return frozenset(code for code in codes if isinstance(code, str) and not code.startswith(MORE))


def sheet_of(message: Message, again: str | None = None, page: int = 0, name: str = "") -> Sheet:
    """Lay a message out. `again` is the code that shows it once more, `name` that of whom it mentions.

    One picture is shown; the others, and those for which the text is too long, lie behind a button. A text
    that is too long for a message comes as a file.
    """
    shown = shown_of(message.pictures) if fits_caption(message.text) else None
    behind = len(message.pictures) - (shown is not None)
    keys = keyboard(message, again, page, _look_closer(again, behind))
    longest = LONGEST_TEXT if shown is None else LONGEST_CAPTION
    too_long = units(spoken(message.text)) > longest
    documents = (
        (Document("message.txt", bare(message.text)), *message.documents) if too_long else message.documents
    )
    script = scripted(message.text, message.mention if name else None, name, longest)
    return Sheet(script, keys, shown, documents)


def fits_caption(text: str) -> bool:
    """Whether a text can stand below a photo."""
    return units(spoken(text)) <= LONGEST_CAPTION


def shown_of(pictures: Sequence[Picture]) -> Picture | None:
    """The picture that is shown: the first, or the whole that it is a part of."""
    if not pictures:
        return None
    whole = pictures[0].whole
    return next((picture for picture in pictures if whole and picture.name == whole), pictures[0])


def hidden_of(message: Message) -> tuple[Picture, ...]:
    """The pictures that lie behind a button."""
    shown = shown_of(message.pictures) if fits_caption(message.text) else None
    return tuple(picture for picture in message.pictures if picture is not shown)


def _look_closer(again: str | None, behind: int) -> Rows:
    if again is None or not behind or len(again.encode()) >= LONGEST_CODE:
        return ()
    return ((Button(f"🖼 +{behind}", MORE + again),),)


def post_sheet(message: Message, game: str, name: str, settings: str) -> Sheet:
    """A post in a group: the lists of a lobby lie behind a button that says `settings`.

    One picture is shown; the close-up, or at the end the score, lies behind a button, and the file of it all.
    """
    rows = message.buttons
    if message.menus:
        rows = (*rows, (Button(settings, f"{game}.0.options"),))
    if message.pictures:
        over = Button("🏆", f"{MORE}{game}.0.scores")
        near = Button("🔍", f"{game}.0.board zoom") if message.buttons else over
        rows = (*rows, (near, Button("HD", f"{FILE}{game}.0.board full")))
    plain = replace(message, menus=(), buttons=rows)
    sheet = sheet_of(plain, name=name)
    return replace(sheet, documents=()) if message.pictures else sheet


def file_name(picture: Picture) -> str:
    """What a picture is called as a file."""
    return clipped(picture.name, 60)
