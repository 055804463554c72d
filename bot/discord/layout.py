"""How a message looks on Discord: text, pictures in full width, lists, rows of buttons and files."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from io import BytesIO
from itertools import count, islice

import discord
from discord import ui

from bot.commands import COMMANDS
from bot.discord.buttons import (
    MOST_OPTIONS,
    Clickable,
    choice_list,
    clipped,
    code_button,
    pick_list,
)
from bot.model.command import ADMIN_GROUP, BUTTONS, GAME_GROUP, TYPED
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

LONGEST_CONTENT = 2000
LONGEST_TEXT = 4096
"""Characters of a message, and of an embed; a longer text comes as a file too."""

LONGEST_MENTION = 25
"""Characters of a mention and a comma: how much a post grows for a name that its text lacks."""

LONGEST_ALT = 1024
MOST_ROWS = 5
MOST_IN_A_ROW = 5

_MARKUP = re.compile(r"([_~|\\])")
_NAME = re.compile("\u2068[^\u2069]*\u2069")

_FOR_OTHERS = {"link", "follow"}
"""Commands that sentences name for people on other platforms too: they stay as they are, unless /game is
before them."""

_NAMES = {one.word: one.written_on("discord") for one in COMMANDS if one.offered not in (TYPED, BUTTONS)}
"""How commands are written on Discord, in English."""

_COMMAND = re.compile(rf"{_NAME.pattern}|(?<![\w/<])/(game )?({'|'.join(_NAMES)})\b")
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


MessageParts = tuple[str | None, list[discord.Embed], list[discord.File], ui.View | None]
"""A message laid out: content, embeds, files and view, as the library's calls take them."""


def laid_out(message: Message, locale: str = "en", ids: CommandIds = UNKNOWN) -> MessageParts:
    """A private message as Discord shows it to a client of this locale. A running loop is needed."""
    text = formatted(message.text, locale, ids)
    text = text if len(text) <= LONGEST_CONTENT else formatted(message.text, locale)
    fits, embedded = len(text) <= LONGEST_CONTENT, len(text) <= LONGEST_TEXT
    embeds = [] if fits else [discord.Embed(description=newest(text, LONGEST_TEXT, "…"))]
    documents = (
        message.documents if embedded else (("message.txt", spelled(message.text)), *message.documents)
    )
    embeds += embeds_of(message.pictures)
    files = [*map(picture_file, message.pictures), *map(document_file, documents)]
    return text if fits else None, embeds, files, view_of(message)


def content_of(message: Message) -> str:
    """The text of a post. The name of each person that it notifies is a mention: Discord takes no other.

    The details come last, in small letters.
    """
    end = "".join(f"\n-# {formatted(line)}" for line in message.details.splitlines())
    room = LONGEST_CONTENT - LONGEST_MENTION * len(message.mentions) - len(end)
    text = with_mentions(newest(formatted(message.text), room, "…"), message.mentions, _name)
    parts = split_at_mentions(text, message.mentions, _name)
    return "".join(part if isinstance(part, str) else f"<@{part.person.id}>" for part in parts) + end


def _name(mention: Mention) -> str:
    """How the text of a post has the name of a player."""
    return formatted(person(mention.name))


def embeds_of(pictures: Sequence[Picture]) -> list[discord.Embed]:
    """An embed for each picture, which shows it in full width: attachments side by side are cropped."""
    return [discord.Embed().set_image(url=f"attachment://{picture.name}") for picture in pictures]


def view_of(message: Message, post: str = "") -> ui.View | None:
    """All buttons and lists; those of a post in a channel have its key in their ids."""
    rows = list(islice(_rows(message, post), MOST_ROWS))
    if not rows:
        return None
    view = ui.View(timeout=None)
    for number, row in enumerate(rows):
        for item in row:
            item.row = number
            view.add_item(item)
    view.stop()  # the ids of its items are enough to handle them: the library need not keep it
    return view


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
    return {
        word: "/" + " ".join(say(f"slash-{part}", say(f"part-{part}", part)) for part in name[1:].split())
        for word, name in _NAMES.items()
    }


def _harmless(name: re.Match[str]) -> str:
    """A player's name with an invisible joiner, so that it makes no link."""
    return name[0].replace("/", "/\u2060").replace("[", "\\[")


def picture_file(picture: Picture) -> discord.File:
    """A picture to send, with its alt text."""
    return discord.File(BytesIO(picture.png), picture.name, description=clipped(picture.alt, LONGEST_ALT))


def document_file(document: Document) -> discord.File:
    """A text file to send."""
    name, text = document
    return discord.File(BytesIO(text.encode()), name)


def _rows(message: Message, post: str = "") -> Iterator[Sequence[Clickable]]:
    """All buttons and lists, row by row."""
    if message.pick:
        yield from _pick_rows(message.pick)
    number, room = count(), MOST_ROWS - len(message.buttons)
    for menu in _fitting(message.menus, max(1, room)):
        if len(menu.choices) <= MOST_IN_A_ROW and not menu.stays:
            yield [code_button(choice, post) for choice in menu.choices]
        else:
            yield from ([choice_list(next(number), part, post)] for part in _parts(menu))
    for row in message.buttons:
        yield [code_button(button, post) for button in row]


def _fitting(menus: Sequence[Menu], room: int) -> Sequence[Menu]:
    """As many lists as there is room for. The remaining settings share the last list, each with its name.

    A list shows one chosen thing, so the present choices of these are ticked.
    """
    if len(menus) <= room or not menus[-1].stays:
        return menus[:room]
    shared = menus[room - 1 :]
    choices = tuple(_named_choice(choice, menu) for menu in shared for choice in menu.choices)
    title = " · ".join(menu.title for menu in shared)
    return (*menus[: room - 1], Menu(title, choices[:MOST_OPTIONS], stays=True))


def _named_choice(choice: Button, menu: Menu) -> Button:
    names_menu = bool(choice.short) or choice.label == menu.title
    label = choice.label if names_menu else f"{menu.title}: {choice.label}"
    return replace(choice, label=f"✓ {label}" if choice.code == menu.chosen else label)


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
