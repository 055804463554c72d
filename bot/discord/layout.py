"""How a message looks on Discord: a container with text, pictures in full width, files, lists and buttons."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from io import BytesIO
from itertools import count
from pathlib import PurePosixPath
from typing import Any
from urllib.parse import urlsplit

import discord
from discord import ui

from bot.commands import COMMANDS
from bot.discord.buttons import (
    MOST_OPTIONS,
    Clickable,
    choice_list,
    clipped,
    code_button,
    find_button,
    pick_list,
)
from bot.model.command import ADMIN_GROUP, ANY_COMMAND, GAME_GROUP
from bot.model.message import (
    MOMENT,
    Button,
    Document,
    Mention,
    Menu,
    Message,
    Pick,
    Picture,
    spelled,
)
from bot.text.i18n import LANGUAGES, person, phrases
from bot.text.mentions import split_at_mentions, with_mentions
from bot.text.truncate import newest
from render.draw.theme import LIVERIES

LONGEST_TEXT = 4000
"""Characters of a message; a longer text of a private one comes as a file too."""

LONGEST_MENTION = 25
"""Characters of a mention and a comma: how much a post grows for a name that its text lacks."""

LONGEST_ALT = 1024
MOST_IN_A_ROW = 5
MOST_PARTS = 40
"""Parts of a message, buttons and lists among them."""

_MARKUP = re.compile(r"([_~|\\])")
_NAME = re.compile("\u2068[^\u2069]*\u2069")

_FOR_OTHERS = {"link", "follow"}
"""Commands that sentences name for people on other platforms too: they stay as they are, unless /do is
before them.
"""

_NAMES = {one.word: one.written_on("discord") for one in COMMANDS if one.is_typed}
"""How commands are written on Discord, in English."""

_COMMAND = re.compile(rf"{_NAME.pattern}|(?<![\w/<])/((?:game|do) )?({'|'.join(_NAMES)})\b")
"""A command in a text, or the name of a player, which never counts as a command."""

_ARGUMENTS = {
    one.name
    for command in COMMANDS
    if command.settings
    for one in command.parameters
    if one.argument.only in ("", "discord")
}
_BY_NAME = "|".join(one.word for one in COMMANDS if one.settings)
_GIVEN = re.compile(rf"(?<= )({'|'.join(_ARGUMENTS)}) (?=\S)")
_WITH_ARGUMENTS = re.compile(rf"(?<![\w/<])(/(?:{_BY_NAME}))((?: (?:{'|'.join(_ARGUMENTS)}) [^\s.,]+)+)")
"""A command in a text with the values of its arguments, each after its name: /settings timezone UTC+3."""

CommandIds = Mapping[str, int]
"""Discord's ids of the registered commands, by their first words. With them, a click on a command in a text
begins to type it."""

UNKNOWN: CommandIds = {}
"""No ids: they are not known yet, or the message goes to a DM, where clients ignore such clicks."""


@dataclass(frozen=True, slots=True)
class MessageLayout:
    """A message laid out, for the library's calls."""

    text: str
    """All that is written in it."""
    view: ui.LayoutView
    files: Sequence[discord.File]

    @property
    def sent(self) -> dict[str, Any]:
        """The arguments of a new message."""
        return {"view": self.view, "files": self.files}

    def edited(self, *, keeps_files: bool = False) -> dict[str, Any]:
        """The arguments of an edit: a message of an earlier version loses its content and its embeds."""
        files = {} if keeps_files else {"attachments": self.files}
        return {"content": None, "embeds": [], "view": self.view, **files}


def laid_out(
    message: Message, post: str = "", locale: str = "en", ids: CommandIds = UNKNOWN
) -> MessageLayout:
    """A message as Discord shows it: a post with the key `post`, or a private message to a client of this
    locale.
    """
    documents = () if message.keeps_pictures else message.documents
    if post:
        text = content_of(message)
    else:
        text = formatted(message.text, locale, ids)
        text = text if len(text) <= LONGEST_TEXT else formatted(message.text, locale)
        if len(text) > LONGEST_TEXT:
            text = newest(text, LONGEST_TEXT, "…")
            if not message.keeps_pictures:
                documents = ("message.txt", spelled(message.text)), *documents
    color = int.from_bytes(LIVERIES[message.color].paint) if message.color else None
    container = ui.Container[Any](accent_colour=color)
    if text:
        container.add_item(ui.TextDisplay(text))
    for picture in message.pictures:  # side by side they would be cropped
        shown = discord.MediaGalleryItem(
            f"attachment://{picture.name}", description=clipped(picture.alt, LONGEST_ALT)
        )
        container.add_item(ui.MediaGallery(shown))
    for name, _ in documents:
        container.add_item(ui.File(f"attachment://{name}"))
    rows, room = [*_rows(message, post)], MOST_PARTS - 1 - len(container.children)
    are_too_many = sum(1 + len(row) for row in rows) > room
    while sum(1 + len(row) for row in rows) > room - are_too_many:
        rows.pop()
    for row in rows:
        container.add_item(ui.ActionRow(*row))
    if are_too_many:
        language = locale.split("-")[0]
        rest = phrases(language if language in LANGUAGES else "en").say("buttons-left-out")
        container.add_item(ui.TextDisplay(formatted(rest, locale, ids)))
    view = ui.LayoutView(timeout=None)
    view.add_item(container)
    view.stop()  # the ids of its items are enough to handle them: the library need not keep it
    drawn = () if message.keeps_pictures else map(_picture_file, message.pictures)
    return MessageLayout(text, view, [*drawn, *map(_document_file, documents)])


def parts_of(message: discord.Message) -> Iterator[ui.Item[Any]]:
    """Every part of a message, however deep."""
    return ui.LayoutView.from_message(message).walk_children()


def text_of(message: discord.Message) -> str:
    """All that is written in a message."""
    return "\n".join(part.content for part in parts_of(message) if isinstance(part, ui.TextDisplay))


def pictures_in(message: discord.Message) -> tuple[Picture, ...]:
    """The pictures that a message shows, for an edit that keeps them."""
    attached = (one for one in message.attachments if one.filename.endswith((".png", ".gif")))
    return tuple(Picture(one.filename, one.description or "") for one in attached)


def without_buttons(message: discord.Message) -> ui.LayoutView | None:
    """What is left of a message without its buttons; None if the rest of it is no parts, as in a message of
    an earlier version.
    """
    if not message.flags.components_v2:
        return None
    view = ui.LayoutView.from_message(message)
    for part in tuple(view.walk_children()):
        if isinstance(part, ui.ActionRow) and isinstance(part.parent, ui.Container):
            part.parent.remove_item(part)
        elif isinstance(part, ui.MediaGallery):
            for item in part.items:
                item.media = _attached(item.media)
        elif isinstance(part, ui.File):
            part.media = _attached(part.media)
    view.stop()
    return view


def _attached(media: discord.UnfurledMediaItem) -> str:
    """A file of a message as an edit names it: Discord answers with its address, which expires."""
    return f"attachment://{PurePosixPath(urlsplit(media.url).path).name}"


def content_of(message: Message) -> str:
    """The text of a post. The name of each person that it notifies is a mention: Discord takes no other.

    The details come last, in small letters.
    """
    end = "".join(f"\n-# {formatted(line)}" for line in message.details.splitlines())
    room = LONGEST_TEXT - LONGEST_MENTION * len(message.mentions) - len(end)
    text = with_mentions(newest(formatted(message.text), room, "…"), message.mentions, _name)
    parts = split_at_mentions(text, message.mentions, _name)
    return "".join(part if isinstance(part, str) else f"<@{part.person.id}>" for part in parts) + end


def _name(mention: Mention) -> str:
    """How the text of a post has the name of a player."""
    return formatted(person(mention.name))


def formatted(text: str, locale: str = "en", ids: CommandIds = UNKNOWN) -> str:
    """A text in Discord's markup, with the names that a client of this locale shows for commands.

    Players' names are not markup.
    """
    named = _with_names(text, locale.split("-")[0], ids)
    return MOMENT.sub(_local_time, _NAME.sub(_harmless, _MARKUP.sub(r"\\\1", named)))


def in_language(message: Message, language: str, ids: CommandIds = UNKNOWN) -> Message:
    """A message with the names that clients in a language show for commands."""
    details = _with_names(message.details, language, ids)
    return replace(message, text=_with_names(message.text, language, ids), details=details)


def _with_names(text: str, language: str, ids: CommandIds) -> str:
    names = command_names(language if language in LANGUAGES else "en")
    if language in LANGUAGES and language != "en":
        text = _with_argument_names(text, language)

    def named(found: re.Match[str]) -> str:
        stays = not found[2] or (found[2] in _FOR_OTHERS and not found[1])
        return found[0] if stays else _clickable(names[found[2]], _NAMES[found[2]], ids)

    return _COMMAND.sub(named, text)


def _with_argument_names(text: str, language: str) -> str:
    """A text with the names of arguments that clients in a language show: /настройки пояс:UTC+3."""
    say = phrases(language).say

    def given(found: re.Match[str]) -> str:
        return found[1] + _GIVEN.sub(lambda argument: f"{say(f'part-{argument[1]}')}:", found[2])

    return _WITH_ARGUMENTS.sub(given, text)


def _clickable(name: str, registered: str, ids: CommandIds) -> str:
    """The name of a command as a mention, which clients show as it is and take clicks on.

    Clients ignore clicks on translated names, and show an English name to everybody, so other languages get
    plain text.
    """
    first, *others = registered[1:].split()
    if name != registered or first not in ids:
        return name
    words = 2 if first in (GAME_GROUP, ADMIN_GROUP) else 1
    path, rest = " ".join((first, *others)[:words]), (first, *others)[words:]
    return " ".join((f"</{path}:{ids[first]}>", *rest))


def _local_time(moment: re.Match[str]) -> str:
    """A moment that each client shows in its own time, and how far it is from now."""
    return f"<t:{moment[1]}:f> (<t:{moment[1]}:R>)"


@lru_cache
def command_names(language: str) -> Mapping[str, str]:
    """How clients in a language show the commands: /game new, /игра новая."""
    say = phrases(language).say_or

    def shown(first: str, *others: str) -> str:
        typed = first == ANY_COMMAND  # as it is typed on other platforms, in English
        parts = others if typed else (say(f"slash-{part}", say(f"part-{part}", part)) for part in others)
        return " ".join((f"/{say(f'slash-{first}', first)}", *parts))

    return {word: shown(*name[1:].split()) for word, name in _NAMES.items()}


def _harmless(name: re.Match[str]) -> str:
    """A player's name with an invisible joiner, so that it makes no link."""
    return name[0].replace("/", "/\u2060").replace("[", "\\[")


def _picture_file(picture: Picture) -> discord.File:
    """A picture to send, with its alt text."""
    return discord.File(BytesIO(picture.png), picture.name, description=clipped(picture.alt, LONGEST_ALT))


def _document_file(document: Document) -> discord.File:
    """A text file to send."""
    name, text = document
    return discord.File(BytesIO(text.encode()), name)


def _rows(message: Message, post: str = "") -> Iterator[Sequence[Clickable]]:
    """All buttons and lists, row by row."""
    if message.pick:
        yield from _pick_rows(message.pick)
    number = count()
    for menu in message.menus:
        if len(menu.choices) <= MOST_IN_A_ROW and not menu.stays:
            yield [code_button(choice, post) for choice in menu.choices]
        elif menu.find and len(menu.choices) > MOST_OPTIONS:
            best = replace(menu, choices=menu.choices[:MOST_OPTIONS])
            yield [choice_list(next(number), best, post)]
            yield [find_button(menu.find)]
        else:
            yield from ([choice_list(next(number), part, post)] for part in _parts(menu))
    for row in message.buttons:
        yield [code_button(button, post) for button in row]


def _pick_rows(pick: Pick) -> Iterator[Sequence[Clickable]]:
    """A button that opens a form, one that keeps what is marked, and a list for clients without forms."""
    form = code_button(Button(pick.title, pick.keep, "plain" if pick.marked else "main"))
    yield [form, code_button(pick.keep_button)] if pick.can_be_kept else [form]
    yield [pick_list(pick)]


def _parts(menu: Menu) -> Iterator[Menu]:
    """A list in parts of 25 choices, the most that Discord takes; each is named by its first and last."""
    every = menu.choices
    if len(every) <= MOST_OPTIONS:
        yield menu
        return
    for start in range(0, len(every), MOST_OPTIONS):
        part = every[start : start + MOST_OPTIONS]
        yield Menu(f"{part[0].label} … {part[-1].label}", part, menu.chosen)
