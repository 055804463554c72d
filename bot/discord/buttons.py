"""Buttons, lists and forms without state: each carries its callback data and works after any restart.

A button's id is its callback data; the values of a list are callback data. A post in a channel adds `@` and
its key to each id, which tells its buttons from the same buttons in private.
"""

import re
from collections.abc import Sequence
from typing import Any

import discord
from discord import ui

from bot.model.call import Call
from bot.model.message import Button, Menu, Pick

Click = discord.Interaction[Any]
"""What a person did: a command, a button, a list, a form. Its client is a DiscordClient."""

Clickable = ui.Button[Any] | ui.Select[Any]

LONGEST_LABEL = 80
LONGEST_OPTION = 100
LONGEST_PLACEHOLDER = 150
LONGEST_TITLE = 45
"""Characters of a form's title, and of the label of its part."""
LONGEST_EDITED = 1000
"""Characters of a text that is changed in a form."""
MOST_OPTIONS = 25

_LIST, _PICK, _FIND = "list-", "pick:", "find:"
"""What the ids of lists begin with: to choose one thing from, to pick tickets, to find what is not listed."""

_CLICKED = re.compile(
    rf"(?:(?P<pick>{_PICK})?(?P<code>[a-z0-9-]+\.\d+\.[^@]+)|{_LIST}\d+)(?:@(?P<post>[a-z0-9-]+))?"
)

_OWN_EMOJI = re.compile(r"<:\w+:\d+> ")

_STYLES = {
    "plain": discord.ButtonStyle.secondary,
    "main": discord.ButtonStyle.primary,
    "danger": discord.ButtonStyle.danger,
}


def code_button(button: Button, post: str = "") -> Clickable:
    """A button that carries its callback data; or one with a link."""
    emoji, label = _split(button.label)
    label, style = clipped(label, LONGEST_LABEL), _STYLES[button.style]
    if button.is_link:
        return ui.Button(label=label, url=button.code)
    return ui.Button(label=label, emoji=emoji, style=style, custom_id=_marked(button.code, post))


def choice_list(number: int, menu: Menu, post: str = "") -> Clickable:
    """A list of at most 25 choices, each with its callback data; `number` counts the lists of a message."""
    options = []
    for choice in menu.choices:
        emoji, label = _split(choice.label)
        label, chosen = clipped(label, LONGEST_OPTION), choice.code == menu.chosen
        about = clipped(choice.about, LONGEST_OPTION) or None
        options.append(
            discord.SelectOption(
                label=label, value=choice.code, description=about, emoji=emoji, default=chosen
            )
        )
    name, title = _marked(f"{_LIST}{number}", post), clipped(menu.title, LONGEST_PLACEHOLDER)
    return ui.Select(custom_id=name, placeholder=title, options=options)


def find_button(button: Button) -> Clickable:
    """The button that opens a form to find what is not listed."""
    return ui.Button(label=clipped(button.label, LONGEST_LABEL), custom_id=f"{_FIND}{button.code}")


def find_in(click: Click) -> Button | None:
    """The button that asks in a form for what is not listed, if it was clicked."""
    data: Any = click.data or {}
    id = str(data.get("custom_id", ""))
    if not id.startswith(_FIND) or click.message is None:
        return None
    parts = ui.LayoutView.from_message(click.message).walk_children()
    labels = (part.label or "" for part in parts if isinstance(part, ui.Button) and part.custom_id == id)
    return Button(next(labels, ""), id.removeprefix(_FIND))


def pick_list(pick: Pick) -> Clickable:
    """A list to pick several tickets from, which marks them."""
    options = [
        discord.SelectOption(
            label=clipped(label, LONGEST_OPTION), value=str(number), default=number in pick.marked
        )
        for number, label in pick.options
    ]
    return ui.Select(
        custom_id=f"{_PICK}{pick.mark}",
        placeholder=clipped(pick.question, LONGEST_PLACEHOLDER),
        min_values=pick.least,
        max_values=pick.most,
        options=options,
    )


def pick_form(pick: Pick, *, public: bool = False) -> ui.Modal:
    """A form with a checkbox for each ticket. Its id is the callback data that keeps tickets.

    A `public` one was opened from a post in a channel, and its id is marked like those of the post.
    """
    title = clipped(pick.title, LONGEST_TITLE)
    form = ui.Modal(title=title, custom_id=_marked(pick.keep, "form" if public else ""))
    fits = len(pick.question) <= LONGEST_TITLE
    text, about = (pick.question, None) if fits else (title, clipped(pick.question, LONGEST_OPTION))
    boxes = ui.CheckboxGroup[Any](
        custom_id="tickets",
        min_values=pick.least,
        max_values=pick.most,
        required=pick.least > 0,
        options=[
            discord.CheckboxGroupOption(
                label=clipped(label, LONGEST_OPTION), value=str(number), default=number in pick.marked
            )
            for number, label in pick.options
        ],
    )
    form.add_item(ui.Label(text=text, description=about, component=boxes))
    form.stop()  # its id is enough to handle it: the library need not keep it
    return form


def text_form(editing: Button, typed: str) -> ui.Modal:
    """A form with a text to change; its id is the callback data to which the text is added."""
    form = ui.Modal(title=clipped(editing.label, LONGEST_TITLE), custom_id=editing.code)
    style = discord.TextStyle.paragraph if typed else discord.TextStyle.short
    box = ui.TextInput[Any](custom_id="text", style=style, default=typed or None, max_length=LONGEST_EDITED)
    form.add_item(ui.Label(text=clipped(editing.label, LONGEST_TITLE), component=box))
    form.stop()
    return form


def calls_in(click: Click) -> tuple[Sequence[Call], bool]:
    """The calls of a button, or of what was chosen from a list, and whether it stands in a channel.

    None where it is not the bot's.
    """
    data: Any = click.data or {}
    clicked = _CLICKED.fullmatch(data.get("custom_id", ""))
    if clicked is None:
        return (), False
    values, public = tuple(data.get("values", ())), clicked["post"] is not None
    if clicked["pick"]:
        return (Call.pressed(f"{clicked['code']} {numbers_of(values)}"),), False
    return [Call.pressed(code) for code in ((clicked["code"],) if clicked["code"] else values)], public


def submitted_in(click: Click) -> tuple[Call, bool] | None:
    """The call of a submitted form, with the ticked numbers or the text, and whether it was opened in public.

    None where the form is not the bot's.
    """
    data: Any = click.data or {}
    code, public, _ = str(data.get("custom_id", "")).partition("@")
    for part in (part.get("component", {}) for part in data.get("components", ())):
        if part.get("custom_id") == "tickets":
            return Call.pressed(f"{code} {numbers_of(part.get('values', ()))}"), bool(public)
        if part.get("custom_id") == "text" and isinstance(part.get("value"), str):
            begun = Call.pressed(code)
            typed = Call.typed(f"{begun.line} {part['value']}", begun.game)
            return (typed, False) if begun.word else None
    return None


def numbers_of(values: Sequence[str]) -> str:
    """Ticket numbers that a list gave, as a command line has them."""
    return ",".join(map(str, sorted(int(value) for value in values if value.isdecimal()))) or "none"


def _split(label: str) -> tuple[str | None, str]:
    """The emoji of the bot's own that a label begins with, and the rest of the label."""
    begins = _OWN_EMOJI.match(label)
    return (begins[0].strip(), label[begins.end() :]) if begins else (None, label)


def clipped(text: str, most: int) -> str:
    """A text of at most `most` characters."""
    return text if len(text) <= most else text[: most - 1].rstrip() + "…"


def _marked(name: str, post: str) -> str:
    return f"{name}@{post}" if post else name
