"""Formatted text: HTML parsed into text and entities as Telegram does, and the people it notifies."""

import html
import re
from collections.abc import Sequence
from typing import Any

from tests.fakes.telegram.contract import Json
from tests.fakes.telegram.world import Account, World, wrong

LONGEST_TEXT, LONGEST_CAPTION = 4096, 1024
TAG = re.compile(r"<(/?)([a-z][a-z0-9-]*)([^<>]*)>|<|&(?!(?:lt|gt|amp|quot|#\d+|#x[0-9a-fA-F]+);)")
KINDS = {
    "b": "bold", "strong": "bold", "i": "italic", "em": "italic", "u": "underline", "ins": "underline",
    "s": "strikethrough", "strike": "strikethrough", "del": "strikethrough", "code": "code", "pre": "pre",
    "blockquote": "blockquote", "tg-spoiler": "spoiler", "span": "spoiler", "a": "text_link",
}  # fmt: skip


def length(text: str) -> int:
    """As Telegram counts: in UTF-16 code units."""
    return len(text.encode("utf-16-le")) // 2


def written(text: str, parse_mode: str | None, entities: Sequence[Json] | None) -> tuple[str, list[Json]]:
    """The text as people see it, and its entities. Raises Declined."""
    if parse_mode is None:
        return _as_given(text, entities or ())
    if parse_mode.lower() != "html":
        raise wrong(f"this fake reads HTML, and not {parse_mode}")
    return _read(text.strip())


def limited(text: str, most: int, what: str) -> str:
    """The text itself. Raises Declined where it is too long."""
    if length(text) > most:
        raise wrong(f"{what} is too long: {length(text)} of {most}")
    return text


def _as_given(text: str, entities: Sequence[Json]) -> tuple[str, list[Json]]:
    start = length(text) - length(text.lstrip())
    for one in entities:
        if one["offset"] < 0 or one["length"] < 1 or one["offset"] + one["length"] > length(text):
            raise wrong(f"entity {one['type']} is beyond the text: {one['offset']} + {one['length']}")
    return text.strip(), [one | {"offset": max(0, one["offset"] - start)} for one in entities]


def _read(text: str) -> tuple[str, list[Json]]:
    seen, entities, open_tags, last = "", [], [], 0
    for found in TAG.finditer(text):
        seen += html.unescape(text[last : found.start()])
        last = found.end()
        end, tag, about = found.group(1), found.group(2), found.group(3)
        if tag is None or tag not in KINDS:
            raise wrong(f"can't parse entities: {found.group()!r} at {found.start()}")
        if not end:
            open_tags.append((tag, about, length(seen)))
        elif not open_tags or open_tags[-1][0] != tag:
            raise wrong(f"can't parse entities: unexpected end tag {found.group()!r}")
        else:
            entities += _entity(*open_tags.pop(), length(seen))
    if open_tags:
        raise wrong(f"can't parse entities: {open_tags[-1][0]!r} is not closed")
    return seen + html.unescape(text[last:]), sorted(entities, key=lambda one: one["offset"])


def _entity(tag: str, about: str, start: int, end: int) -> list[Json]:
    kind = KINDS[tag]
    entity: Json = {"type": kind, "offset": start, "length": end - start}
    if kind == "text_link":
        url = re.fullmatch(r"\s+href=\"([^\"]*)\"", about)
        if url is None:
            raise wrong(f"can't parse entities: a link without its address: {about!r}")
        entity |= _link(html.unescape(url[1]))
    elif kind == "blockquote" and about.strip() == "expandable":
        entity["type"] = "expandable_blockquote"
    return [entity] if end > start else []


def _link(url: str) -> Json:
    person = re.fullmatch(r"tg://user\?id=(\d+)", url)
    return {"type": "text_mention", "id": int(person[1])} if person else {"url": url}


def with_people(world: World, entities: Sequence[Json]) -> list[Json]:
    """The entities with the users they mention; an unknown user is not mentioned."""
    found = []
    for entity in entities:
        if entity["type"] != "text_mention":
            found.append(entity)
        elif account := world.accounts.get(_mentioned(entity)):
            kept = {name: value for name, value in entity.items() if name not in ("id", "user")}
            user = {"id": account.id, "is_bot": account.bot, "first_name": account.name}
            found.append(kept | {"user": user})
    return found


def _mentioned(entity: Json) -> int:
    return int(entity.get("id") or entity["user"]["id"])


def called(world: World, text: str, entities: Sequence[Json]) -> tuple[Account, ...]:
    """The accounts a new message pings."""
    ids = [entity["user"]["id"] for entity in entities if entity["type"] == "text_mention"]
    names = set(re.findall(r"(?<!\w)@(\w{4,32})", text))
    named = [
        one.id for one in world.accounts.values() if one.username and one.username in names and not one.bot
    ]
    return tuple(world.accounts[id] for id in dict.fromkeys((*ids, *named)))


def command_entities(text: str) -> list[Json]:
    """The commands in what somebody types, as clients mark them."""
    found = re.finditer(r"(?<![\w/@])/\w{1,32}(?:@\w{3,32})?", text)
    return [
        {"type": "bot_command", "offset": length(text[: one.start()]), "length": length(one.group())}
        for one in found
    ]


def addressed(text: str, username: str) -> bool:
    """Whether a bot in privacy mode is shown what somebody types in a group."""
    command = re.match(r"/\w{1,32}(?:@(\w+))?(?:\s|$)", text)
    return bool(command) and (command[1] or username).lower() == username.lower()  # type: ignore[index]


def shape(keyboard: Any) -> list[list[Json]]:
    """The rows of an inline keyboard."""
    return [list(row) for row in (keyboard or {}).get("inline_keyboard", ()) if row]
