"""The JSON of the page's WebSocket, as PROTOCOL.md describes it, in both directions."""

import json
import re
import struct
from collections.abc import Mapping, Sequence

from bot.model.identity import Person
from bot.model.message import Button, Message, Picture
from bot.store import Post
from bot.text.i18n import LANGUAGES

JsonObject = dict[str, object]

_LONGEST_ZONE = 64
_NONCE = re.compile("[0-9a-f]{32}")


def read(line: str) -> object:
    """The JSON of a line; None where it is not JSON, or has half a surrogate pair in it."""
    try:
        parsed: object = json.loads(line)
        json.dumps(parsed, ensure_ascii=False).encode()
    except (ValueError, RecursionError):
        return None
    return parsed


def nonce_of(nonce: object) -> str:
    """The random number that the browser made for a request; empty where it is missing or malformed."""
    return nonce if isinstance(nonce, str) and _NONCE.fullmatch(nonce) else ""


def zone_in(zone: object) -> str:
    """The time zone that the browser names; empty where it is missing or too long."""
    return zone if isinstance(zone, str) and len(zone) <= _LONGEST_ZONE else ""


def language_in(language: object) -> str:
    """The language that the browser asks for; empty where the bot does not speak it."""
    return language if isinstance(language, str) and language in LANGUAGES else ""


def line_of(kind: str, content: Mapping[str, object]) -> bytes:
    """A line for a tab: `kind` is one of those in PROTOCOL.md. In UTF-8: a text with one wide letter in it
    takes four times as much memory.
    """
    return json.dumps({"kind": kind, **content}, ensure_ascii=False, separators=(",", ":")).encode()


def message_json(message: Message, sources: Sequence[str]) -> JsonObject:
    """A message; `sources` are the addresses of its pictures, "" where only the alt text is shown."""
    link = {"link": message.link} if message.link else {}
    return {
        "text": message.text,
        "details": message.details,
        "pictures": _pictures(message.pictures, sources),
        "buttons": [[_button(button) for button in row] for row in message.rows],
        "files": [{"name": name, "text": text} for name, text in message.documents],
        **link,
    }


def post_json(post: Post) -> JsonObject:
    """A post as the page shows it: its number and time, and what is stored of it."""
    return {"number": post.number, "at": post.at.isoformat(timespec="seconds"), **content_of(post)}


def brief_post_json(post: Post) -> JsonObject:
    """A post for a page that draws the table: without buttons, and without pictures but at the end."""
    content = post_json(post)
    return content if content["over"] or "by" in content else content | {"pictures": [], "buttons": []}


def content_of(post: Post) -> JsonObject:
    """What is stored of a post. Earlier versions wrote one `mention`."""
    content: JsonObject = json.loads(post.data)
    earlier = [content.pop("mention")] if "mention" in content else []
    return {"mentions": earlier, "over": False} | content


def person_json(person: Person, name: str) -> JsonObject:
    """A person, as others see them."""
    return {"id": str(person), "name": name}


def _pictures(pictures: Sequence[Picture], sources: Sequence[str]) -> list[JsonObject]:
    """The pictures that are shown at once; the whole picture of a close-up opens from the close-up."""
    every = {
        picture.name: _picture(picture, source) for picture, source in zip(pictures, sources, strict=True)
    }
    wholes = {picture.whole for picture in pictures}
    return [
        every[picture.name] | ({"whole": every[picture.whole]} if picture.whole else {})
        for picture in pictures
        if picture.name not in wholes
    ]


def _picture(picture: Picture, source: str) -> JsonObject:
    width, height = _size(picture.png)
    return {"src": source, "alt": picture.alt, "width": width, "height": height}


def _size(png: bytes) -> tuple[int, int]:
    """Width and height, from the first 24 bytes of a PNG: the page reserves that space."""
    width, height = struct.unpack(">II", png[16:24])
    return width, height


def _button(button: Button) -> JsonObject:
    return {"label": button.label, "code": button.code, "style": button.style}
