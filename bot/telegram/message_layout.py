"""Messages laid out for Telegram: a photo with a caption or a text, and an inline keyboard below it."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from telegram import CopyTextButton, InlineKeyboardButton, InlineKeyboardMarkup, WebAppInfo

from bot.model.callbacks import LONGEST_CODE
from bot.model.command import TURN
from bot.model.message import HAND, MAP, Button, Mention, Menu, Message, Picture, Rows, in_rows
from bot.telegram.button_codes import FILE, MORE, REPLY, ButtonCode, playing, read
from bot.telegram.formatted_text import (
    LONGEST_CAPTION,
    LONGEST_LABEL,
    LONGEST_TEXT,
    OutgoingMessage,
    details_line,
    for_telegram,
    formatted,
    plain,
    shortened,
    units,
)
from bot.text.i18n import Phrases

WEB_APP = "web_app:"
"""The prefix of codes that open a page in Telegram. Only private chats have such buttons."""

COPY = "copy:"
"""The prefix of codes that copy the text that follows."""

INLINE = "inline:"
"""The prefix of codes that open the inline hand in the same chat; the words that it begins with follow."""

MOST_IN_A_LIST = 8
"""Choices that a message shows at once; longer lists have pages."""

_MOST_IN_A_ROW = 6
_LONGEST_COPY = 256
_WIDEST_ROW = 32
"""Characters that the buttons of a row may have together, so that a phone shows them."""

_STYLES = {"plain": None, "main": "primary", "danger": "danger"}


def laid_out(
    message: Message,
    again: ButtonCode | None = None,
    page: int = 0,
    mentions: Sequence[Mention] = (),
    words: Phrases | None = None,
) -> OutgoingMessage:
    """Lay a message out. `again` is the button that shows it again, and `words` are for the buttons that
    need it. In private nobody is mentioned by name.

    One picture is shown; the others, and all where the text is too long for a caption, are behind a button.
    A text that is too long for a message comes as a file.
    """
    shown = shown_of(message.pictures) if _fits_caption(message) else None
    behind = len(message.pictures) - (shown is not None)
    longest = LONGEST_TEXT if shown is None else LONGEST_CAPTION
    documents = message.documents
    if units(for_telegram(message.text)) > longest:
        documents = (("message.txt", plain(message.text)), *documents)
    text = formatted(message.text, mentions, longest, message.details)
    more: Rows = ()
    if again and words and behind:
        code = replace(again, pictures=MORE).text
        if len(code.encode()) <= LONGEST_CODE:
            more = ((Button(words.say("button-pictures", count=behind), code),),)
    if message.editing:
        more = ((replace(message.editing, code=f"{REPLY}{message.editing.code}"),), *more)
    if 0 < len(copied := message.copied or message.link) <= _LONGEST_COPY:
        more = ((Button(f"📋 {copied}", f"{COPY}{copied}"),), *more)
    buttons = keyboard(message, again, page, more)
    whole = replace(text, keyboard=buttons, picture=shown, documents=documents, as_of=message.as_of)
    return replace(whole, decision=playing(whole.codes) or ("", 0))


def post_layout(
    message: Message, game: str, words: Phrases, board: Rows = (), *, has_inline: bool = False
) -> OutgoingMessage:
    """Lay a group's post out. The last row has the link that opens the `board`. If the bot `has_inline` mode,
    one button opens the inline hand in place of those that play and of the one that shows the hand.

    One picture is shown; the close-up, or at the end the scores, is behind a button, and the file of it all.
    """
    rows = message.buttons
    if has_inline and any(_plays(button) for row in rows for button in row):
        move = Button(words.say("button-your-move"), f"{INLINE}{game} ", "main")
        in_hand = {one for row in rows for one in row if _plays(one) or read(one.code).call.word == "hand"}
        rows = ((move,), *(tuple(button for button in row if button not in in_hand) for row in rows))
    if message.pictures and message.pictures[0].name != MAP and not message.pictures[0].name.endswith(".gif"):
        scores = replace(ButtonCode.of("scores", game), pictures=MORE)
        full = replace(ButtonCode.of("board full", game), pictures=FILE)
        closer = ("🔍", ButtonCode.of("board zoom", game)) if message.buttons else ("🏆", scores)
        rows = (*rows, tuple(Button(label, button.text) for label, button in (closer, ("HD", full))))
    post = laid_out(replace(message, menus=(), buttons=(*rows, *board)), mentions=message.mentions)
    return replace(post, documents=()) if message.pictures else post


def _plays(button: Button) -> bool:
    """Whether a button of a post begins a turn, or a choice in it."""
    row = read(button.code).row
    return row is not None and row.section == TURN


# ---- pictures


def shown_of(pictures: Sequence[Picture]) -> Picture | None:
    """The picture that is shown: the first, or the whole that it is a part of.

    A hand is behind a button: the text says the same.
    """
    telling = [picture for picture in pictures if picture.name != HAND]
    if not telling:
        return None
    whole = telling[0].whole
    return next((picture for picture in telling if whole and picture.name == whole), telling[0])


def hidden_of(message: Message) -> tuple[Picture, ...]:
    """The pictures that are behind a button."""
    shown = shown_of(message.pictures) if _fits_caption(message) else None
    return tuple(picture for picture in message.pictures if picture is not shown)


def _fits_caption(message: Message) -> bool:
    return units(for_telegram(message.text) + details_line(message.details)) <= LONGEST_CAPTION


# ---- keyboards


def keyboard(
    message: Message, again: ButtonCode | None = None, page: int = 0, extra: Rows = ()
) -> InlineKeyboardMarkup | None:
    """All buttons of a message. `again` is the button that shows the message again, which pages need.

    Of several settings, the first page has a button for each, and every other page the choices of one.
    """
    picked = message.pick.rows if message.pick else ()
    settings = [menu for menu in message.menus if menu.stays and menu.choices]
    lists = [row for menu in message.menus if not menu.stays for row in _list(menu, again, page)]
    one = in_rows(_ticked(settings[0])) if settings else ()
    shown = _settings(settings, page) if len(settings) > 1 else one
    return markup((*picked, *map(tuple, lists), *shown, *message.buttons, *extra))


def _settings(menus: Sequence[Menu], page: int) -> Rows:
    """A button for each of several settings; on its own page, the choices of one.

    Settings that have no room on the first page are on the one after those of the single settings.
    """
    again = ButtonCode(replace(read(menus[0].choices[0].code).call, text=""))

    def turn(label: str, to: int) -> Button:
        return Button(label, replace(again, page=to).text)

    if 0 < page <= len(menus):
        menu = menus[page - 1]
        choices = [replace(choice, label=choice.short or choice.label) for choice in menu.choices]
        return *in_rows(_ticked(replace(menu, choices=tuple(choices)))), (turn("‹", 0),)
    titles = [turn(menu.title, number) for number, menu in enumerate(menus, 1)]
    if len(titles) > MOST_IN_A_LIST:
        room, last = MOST_IN_A_LIST - 1, len(menus) + 1
        titles = [*titles[room:], turn("‹", 0)] if page == last else [*titles[:room], turn("›", last)]
    return in_rows(titles, 2)


def _ticked(menu: Menu) -> Sequence[Button]:
    """The choices of a menu, with a tick at the present one."""
    return [
        replace(choice, label=f"✓ {choice.label}") if choice.code == menu.chosen else choice
        for choice in menu.choices
    ]


def _list(menu: Menu, again: ButtonCode | None, page: int) -> Iterator[Sequence[Button]]:
    """The choices of a menu; a long one has pages."""
    choices = _ticked(menu)
    if len(choices) <= MOST_IN_A_LIST or again is None:
        yield choices
        return
    pages = -(-len(choices) // MOST_IN_A_LIST)
    here = min(page, pages - 1)
    for choice in choices[here * MOST_IN_A_LIST : (here + 1) * MOST_IN_A_LIST]:
        yield (choice,)
    codes = (replace(again, page=(here + step) % pages).text for step in (-1, 1))
    back, on = (code if len(code.encode()) <= LONGEST_CODE else again.text for code in codes)
    yield Button("‹", back), Button(f"{here + 1} / {pages}", on), Button("›", on)


def markup(rows: Rows) -> InlineKeyboardMarkup | None:
    """Rows of buttons as Telegram takes them; rows that are too wide are split."""
    split = [part for row in rows for part in _split(row)]
    return InlineKeyboardMarkup([[_button(one) for one in row] for row in split]) if split else None


def _split(row: Sequence[Button]) -> Iterator[list[Button]]:
    """A row in parts that are not too wide; short labels, if all buttons have some, save that."""
    if sum(len(button.label) for button in row) > _WIDEST_ROW and all(button.short for button in row):
        row = [replace(button, label=button.short) for button in row]
    part: list[Button] = []
    for button in row:
        is_wide = sum(len(one.label) for one in (*part, button)) > _WIDEST_ROW
        if part and (is_wide or len(part) == _MOST_IN_A_ROW):
            yield part
            part = []
        part.append(button)
    if part:
        yield part


def _button(button: Button) -> InlineKeyboardButton:
    label = shortened(button.label, LONGEST_LABEL)
    if button.is_link:
        return InlineKeyboardButton(label, url=button.code)
    if button.code.startswith(COPY):
        return InlineKeyboardButton(label, copy_text=CopyTextButton(button.code.removeprefix(COPY)))
    if button.code.startswith(INLINE):
        query, style = button.code.removeprefix(INLINE), _STYLES[button.style]
        return InlineKeyboardButton(label, switch_inline_query_current_chat=query, style=style)
    if button.code.startswith(WEB_APP):
        return InlineKeyboardButton(label, web_app=WebAppInfo(button.code.removeprefix(WEB_APP)))
    return InlineKeyboardButton(label, callback_data=button.code, style=_STYLES[button.style])
