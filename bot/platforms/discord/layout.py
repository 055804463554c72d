"""How a message looks on Discord: text, each picture in its full width, lists, rows of buttons and files."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from io import BytesIO
from itertools import count, islice

import discord
from discord import ui

from bot.model.message import Button, Document, Menu, Message, Pick, Picture, Style
from bot.platforms.discord.buttons import MOST_OPTIONS, ChoiceList, PickList, Pressable, PressButton, clipped
from bot.text.truncate import newest

LONGEST_CONTENT = 2000
LONGEST_TEXT = 4096
"""Signs of text in a message, and in a frame of it; more comes as a file."""

LONGEST_ALT = 1024
MOST_ROWS = 5
MOST_IN_A_ROW = 5

_CALLED_OTHERWISE = re.compile(
    r"(?<![\w/])/(new|join|leave|start|computer|variant|bonus|starter|abort|restore|skip|replace|share|unfollow"
    r"|text)\b"
)
"""Commands that are parts of others here; /follow is told to people who may be elsewhere."""

_IN_OPTIONS = ("variant", "bonus", "starter")
_MARKUP = re.compile(r"([_~|\\])")
_NAME = re.compile("\u2068[^\u2069]*\u2069")


@dataclass(frozen=True, slots=True)
class Sheet:
    """A private message laid out: what the library's calls take."""

    content: str | None
    embeds: list[discord.Embed]
    files: list[discord.File]
    view: ui.View | None


def laid_out(message: Message) -> Sheet:
    """A private message as Discord shows it. A running loop is needed."""
    text = spoken(message.text)
    fits, framed = len(text) <= LONGEST_CONTENT, len(text) <= LONGEST_TEXT
    frames = [] if fits else [discord.Embed(description=newest(text, LONGEST_TEXT, "…"))]
    documents = message.documents if framed else (Document("message.txt", message.text), *message.documents)
    return Sheet(
        content=text if fits else None,
        embeds=[*frames, *in_frames(message.pictures)],
        files=[*map(picture_file, message.pictures), *map(document_file, documents)],
        view=pressed(message),
    )


def in_frames(pictures: Sequence[Picture]) -> list[discord.Embed]:
    """Each picture by itself and in its full width: attachments side by side would be cropped."""
    return [discord.Embed().set_image(url=f"attachment://{picture.name}") for picture in pictures]


def pressed(message: Message, post: str = "") -> ui.View | None:
    """What can be pressed; a post in a channel adds its mark to each id, to tell it from others."""
    rows = list(islice(_rows(message, post), MOST_ROWS))
    if not rows:
        return None
    view = ui.View(timeout=None)
    for number, row in enumerate(rows):
        for item in row:
            item.row = number
            view.add_item(item)
    view.stop()  # every item is found again by its id: nothing need be remembered of the view
    return view


def spoken(text: str) -> str:
    """A text in Discord's markup, with the commands as they are called here; names stay mere names."""
    return _NAME.sub(_harmless, _MARKUP.sub(r"\\\1", _CALLED_OTHERWISE.sub(_called_here, text)))


def _harmless(name: re.Match[str]) -> str:
    """A person's name in which a joiner that nobody sees stands in every link's way."""
    return name[0].replace("/", "/\u2060").replace("[", "\\[")


def picture_file(picture: Picture) -> discord.File:
    """A picture to be sent, with the words that stand in for it."""
    return discord.File(BytesIO(picture.png), picture.name, description=_alt(picture))


def document_file(document: Document) -> discord.File:
    """A text file to be sent."""
    return discord.File(BytesIO(document.text.encode()), document.name)


def _called_here(word: re.Match[str]) -> str:
    name = word[1]
    if name == "text":
        return "/board"
    return f"/game options {name}" if name in _IN_OPTIONS else f"/game {name}"


def _alt(picture: Picture) -> str:
    return clipped(picture.alt, LONGEST_ALT)


def _rows(message: Message, post: str = "") -> Iterator[Sequence[Pressable]]:
    """Everything that can be pressed, row by row."""
    if message.pick:
        yield from _pick_rows(message.pick)
    number = count()
    for menu in message.menus:
        if len(menu.choices) <= MOST_IN_A_ROW and not menu.stays:
            yield [PressButton(choice, post) for choice in menu.choices]
        else:
            yield from ([ChoiceList(next(number), part, post)] for part in _parts(menu))
    for row in message.buttons:
        yield [PressButton(button, post) for button in row]


def _pick_rows(pick: Pick) -> Iterator[Sequence[Pressable]]:
    """A button that opens a form, one that keeps what is marked, and a list for clients without forms."""
    form = PressButton(Button(pick.title, pick.keep, Style.PLAIN if pick.marked else Style.MAIN))
    yield [form, PressButton(pick.keep_button)] if pick.can_be_kept else [form]
    yield [PickList(pick)]


def _parts(menu: Menu) -> Iterator[Menu]:
    """A list as Discord takes it, 25 choices at a time; each part says from where to where it goes."""
    every = menu.choices
    if len(every) <= MOST_OPTIONS:
        yield menu
        return
    for start in range(0, len(every), MOST_OPTIONS):
        part = every[start : start + MOST_OPTIONS]
        yield Menu(f"{part[0].label} … {part[-1].label}", part, menu.chosen)
