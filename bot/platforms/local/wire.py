"""What goes over the page's WebSocket, as PROTOCOL.md has it: what a tab asks, and what it is told."""

import json
import re
import struct
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from bot.model.identity import Person
from bot.model.message import Button, Message, Picture

Json = dict[str, object]

TOKEN = re.compile(r"[A-Za-z0-9_-]{32,64}")
LONGEST_TEXT = 1000
LAST_NUMBER = 2**53


class Refusal(Exception):
    """What a tab asks cannot be done: one sentence for the person."""


@dataclass(frozen=True, slots=True)
class Hello:
    """The first words of a tab: the secret that its person is known by."""

    token: str = field(repr=False)


@dataclass(frozen=True, slots=True)
class TakeName:
    """Be called so from now on."""

    name: str


@dataclass(frozen=True, slots=True)
class Enter:
    """Show a channel from behind post `after` on."""

    channel: str
    after: int


@dataclass(frozen=True, slots=True)
class OpenChannel:
    """Make one more channel."""

    title: str


@dataclass(frozen=True, slots=True)
class Say:
    """A line of the command line."""

    text: str


@dataclass(frozen=True, slots=True)
class Push:
    """A button's code."""

    code: str


@dataclass(frozen=True, slots=True)
class Complete:
    """What a line may become; `id` comes back with the answer."""

    text: str
    id: int


Asked = Hello | TakeName | Enter | OpenChannel | Say | Push | Complete


def read(line: str) -> Asked:
    """Read what a tab sends. Raises Refusal on anything that the page does not write."""
    match _parsed(line):
        case {"do": "hello", "token": str(token)} if TOKEN.fullmatch(token):
            return Hello(token)
        case {"do": "name", "name": str(name)}:
            return TakeName(name)
        case {"do": "enter", "channel": str(channel), "after": int(after)} if 0 <= after < LAST_NUMBER:
            return Enter(channel, after)
        case {"do": "open", "title": str(title)}:
            return OpenChannel(title)
        case {"do": "say", "text": str(text)} if len(text) <= LONGEST_TEXT:
            return Say(text)
        case {"do": "press", "code": str(code)} if len(code) <= LONGEST_TEXT:
            return Push(code)
        case {"do": "complete", "text": str(text), "id": int(id)} if len(text) <= LONGEST_TEXT:
            return Complete(text, id)
    raise Refusal("This page is out of date. Reload it.")


def _parsed(line: str) -> object:
    """The JSON of a line; None where it is none, or where half a character is in it."""
    try:
        parsed: object = json.loads(line)
        json.dumps(parsed, ensure_ascii=False).encode()
    except (ValueError, RecursionError):
        return None
    return parsed


def line_of(kind: str, content: Mapping[str, object]) -> str:
    """What a tab is told, as it goes over the wire."""
    return json.dumps({"kind": kind, **content}, ensure_ascii=False, separators=(",", ":"))


def written(message: Message, sources: Sequence[str]) -> Json:
    """A message; `sources` says where the page finds each of its pictures."""
    return {
        "text": message.text,
        "pictures": _pictures(message.pictures, sources),
        "buttons": [[_button(button) for button in row] for row in message.rows],
        "files": [{"name": document.name, "text": document.text} for document in message.documents],
    }


def named(person: Person, name: str) -> Json:
    """A person, as others see them."""
    return {"id": str(person), "name": name}


def _pictures(pictures: Sequence[Picture], sources: Sequence[str]) -> list[Json]:
    """The pictures that are shown at once, each close-up with the whole that lies behind it."""
    every = {
        picture.name: _picture(picture, source) for picture, source in zip(pictures, sources, strict=True)
    }
    wholes = {picture.whole for picture in pictures}
    return [
        every[picture.name] | ({"whole": every[picture.whole]} if picture.whole else {})
        for picture in pictures
        if picture.name not in wholes
    ]


def _picture(picture: Picture, source: str) -> Json:
    width, height = _size(picture.png)
    return {"src": source, "alt": picture.alt, "width": width, "height": height}


def _size(png: bytes) -> tuple[int, int]:
    """Width and height, which a PNG has in its first 24 bytes: the page keeps so much room free."""
    width, height = struct.unpack(">II", png[16:24])
    return width, height


def _button(button: Button) -> Json:
    return {"label": button.label, "code": button.code, "style": button.style}
