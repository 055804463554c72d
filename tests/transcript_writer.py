"""Write down what every chat and every person saw, and compare it with a golden file."""

import asyncio
import difflib
import os
import re
import unicodedata
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from tests.scenario import Scenario

FOLDER = Path(__file__).parent / "transcripts"
MOST_SHOWN = 300
"""Lines of a difference."""

ROUNDS, MOMENT = 5, 0.007
"""The number of checks, and the seconds between them, in which nothing may change. In all they are longer
than the bot delays pictures after text.
"""

ANSWERING = ("CommandTree-invoker", "discord-ui-")
"""What discord.py calls its tasks for commands and presses."""

Json = Mapping[str, Any]


class TranscriptWriter:
    """Pages of what was seen, one for each chat and person. While it `rests`, private pages are left out."""

    def __init__(self) -> None:
        self.rests = False
        self._pages: dict[str, list[str]] = {}
        self._shown: dict[str, dict[Hashable, list[str]]] = {}

    def note(self, page: str, *lines: str) -> None:
        """Write something down."""
        if not self.rests:
            self._pages.setdefault(page, []).extend(visible("\n".join(lines)).split("\n"))

    def looks(self, page: str, seen: Iterable[tuple[Hashable, Sequence[str]]], *, public: bool) -> None:
        """Write down the additions, changes and removals on a page."""
        shown, now = self._shown.setdefault(page, {}), dict(seen)
        rests, self.rests = self.rests, self.rests and not public
        for number, (key, before) in enumerate(shown.items(), 1):
            after = visible("\n".join(now.get(key, ()))).split("\n") if key in now else []
            if after != before:
                self.note(
                    page, f"#{number} changes:" if after else f"#{number} is gone", *_changes(before, after)
                )
                shown[key] = after
        for key, lines in now.items():
            if key not in shown:
                shown[key] = visible("\n".join(lines)).split("\n")
                self.note(page, f"#{len(shown)}", *(f"    {line}" for line in shown[key]))
        self.rests = rests

    @property
    def text(self) -> str:
        pages = (["=" * 100, page, "=" * 100, *lines, ""] for page, lines in sorted(self._pages.items()))
        return "\n".join(line.rstrip() for page in pages for line in page)


def _changes(before: Sequence[str], after: Sequence[str]) -> Iterator[str]:
    """The lines that went and came; nothing where all went."""
    if not after:
        return
    for line in difflib.unified_diff(before, after, n=0, lineterm=""):
        if not line.startswith(("---", "+++", "@@")):
            yield f"  {line[:1]} {line[1:]}"


def visible(text: str) -> str:
    """A text in which invisible characters are written out."""
    return "".join(map(_visible, text.replace("\u2068", "⟨").replace("\u2069", "⟩")))


@cache
def _visible(sign: str) -> str:
    hidden = sign not in " \n\u200d\ufe0f" and unicodedata.category(sign) in ("Cc", "Cf", "Zs", "Zl", "Zp")
    return f"\\u{ord(sign):04x}" if hidden else sign


def compare(name: str, text: str) -> None:
    """Compare a transcript with its golden file, or write the file with UPDATE_TRANSCRIPTS=1."""
    path = FOLDER / f"{name}.txt"
    if os.environ.get("UPDATE_TRANSCRIPTS") == "1":
        path.write_text(text, encoding="utf-8")
        return
    known = path.read_text(encoding="utf-8")
    lines = difflib.unified_diff(
        known.split("\n"), text.split("\n"), f"{name}, before", f"{name}, now", lineterm=""
    )
    difference = list(lines)
    if difference:
        more = [f"... and {len(difference) - MOST_SHOWN} lines more"] if len(difference) > MOST_SHOWN else []
        pytest.fail("\n".join(difference[:MOST_SHOWN] + more), pytrace=False)


async def rest(table: Scenario, requests: Sequence[object] = ()) -> None:
    """Wait until nothing changes any more, and no task waits for the database."""
    quiet, before = 0, (-1, -1)
    while quiet < ROUNDS:
        await table.settle()
        now = len(requests), len(asyncio.all_tasks())
        is_at_rest = now == before and not _is_answering() and not table.store.database._begun
        quiet = quiet + 1 if is_at_rest else 0
        before = now
        await asyncio.sleep(MOMENT)


def _is_answering() -> bool:
    """Whether a command or a press on Discord is still being answered: pictures may follow the text."""
    return any(task.get_name().startswith(ANSWERING) for task in asyncio.all_tasks())


def dump(value: Any, indent: str = "") -> Iterator[str]:
    """JSON as lines that are easy to compare; empty and numbering parts are left out."""
    if isinstance(value, Mapping):
        for name in sorted(value):
            yield from _named(name, value[name], indent)
    elif isinstance(value, list):
        for item in value:
            lines = list(dump(item, ""))
            yield from (f"{indent}{'- ' if number == 0 else '  '}{line}" for number, line in enumerate(lines))
    else:
        yield f"{indent}{value}"


def _named(name: str, value: Any, indent: str) -> Iterator[str]:
    if value in (None, [], {}, ""):
        return
    if isinstance(value, Mapping | list) or "\n" in str(value):
        yield f"{indent}{name}:"
        inner = value.split("\n") if isinstance(value, str) else value
        yield from (
            (f"{indent}  {line}" for line in inner) if isinstance(value, str) else dump(inner, f"{indent}  ")
        )
    else:
        yield f"{indent}{name}: {value}"


# ---- Discord


def discord_post(post: Any) -> list[str]:
    """A message on Discord: its text, pictures and buttons."""
    pings = [f"(pings {', '.join(one.name for one in post.pings)})"] if post.pings else []
    silent = ["(silent)"] if post.flags & 1 << 12 else []
    parts = [line for part in post.components for line in discord_part(part)]
    files = [f"<{one.filename}: {one.description}>{_text_of(one)}" for one in post.attachments]
    lines = [*pings, *silent, *post.content.splitlines(), *parts, *files]
    names = {str(id): one.name for id, one in _discord_names(post).items()}
    return [
        re.sub(r"\d{17,20}", lambda id: names.get(id[0], "some-id"), line)
        for line in "\n".join(lines).split("\n")
    ]


def _discord_names(post: Any) -> dict[int, Any]:
    """Everybody and every channel that a message may name."""
    guild = post.channel.guild
    known = [*guild.accounts, *guild.channels] if guild else []
    return {one.id: one for one in [*known, post.channel, *post.pings]}


def _text_of(file: Any) -> str:
    """What is written in a text file."""
    if not file.filename.endswith((".txt", ".json", ".md")):
        return ""
    return "\n" + "\n".join(f"    {line}" for line in file.data.decode().split("\n"))


def discord_part(part: Json, indent: str = "") -> Iterator[str]:
    """A component of a message or a form."""
    match part["type"]:
        case 1:
            for inner in part["components"]:
                yield from discord_part(inner, indent)
        case 2:
            about = ", ".join(str(part[name]) for name in ("custom_id", "url", "emoji") if part.get(name)) + (
                ", disabled" if part.get("disabled") else ""
            )
            yield f"{indent}[{part.get('label')}] {about} (style {part['style']})"
        case 3:
            rest = {name: part[name] for name in part if name not in ("type", "id", "options")}
            yield f"{indent}list {', '.join(f'{name}={rest[name]}' for name in sorted(rest))}"
            yield from (f"{indent}  - {_option(row)}" for row in part["options"])
        case 12:
            yield from (f"{indent}shows {item['media']['url']}" for item in part["items"])
        case 13:
            yield f"{indent}shows {part['file']['url']}"
        case 17:
            if part.get("accent_color") is not None:
                yield f"{indent}colour {part['accent_color']:06x}"
            for inner in part["components"]:
                yield from discord_part(inner, indent)
        case 10:
            yield from (f"{indent}{line}" for line in part["content"].split("\n"))
        case _:
            yield f"{indent}part {part['type']}:"
            about = {
                name: part[name] for name in part if name not in ("type", "id", "component", "components")
            }
            yield from dump(about, f"{indent}  ")
            for inner in [*part.get("components", ()), *filter(None, [part.get("component")])]:
                yield from discord_part(inner, f"{indent}  ")


def _option(row: Json) -> str:
    about = f" ({row['description']})" if row.get("description") else ""
    return f"{row['label']}{about} = {row['value']}{' *' if row.get('default') else ''}"


def discord_form(form: Json) -> list[str]:
    """A form."""
    parts = (line for part in form["components"] for line in discord_part(part, "    "))
    return [f"form {form['title']!r} {form['custom_id']}", *parts]


# ---- Telegram


def telegram_post(post: Any) -> list[str]:
    """A message on Telegram: what it says, marked as people see it, shows and offers."""
    pings = [f"(pings {', '.join(one.name for one in post.pings)})"] if post.pings else []
    flags = [f"({name})" for name in ("silent", "protected", "album") if getattr(post, name)]
    reply = [f"(answers message {post.reply_to})"] if post.reply_to else []
    media = [f"<{post.media.kind} {post.media.name}>"] if post.media else []
    rows = [" ".join(_key(button) for button in row) for row in post.keyboard]
    return [*pings, *flags, *reply, *marked(post.text, post.entities).split("\n"), *media, *rows]


def _key(button: Json) -> str:
    about = [
        f"{name} {value}" for name, value in sorted(button.items()) if name not in ("text", "callback_data")
    ]
    return f"[{button['text']}]({', '.join([str(button.get('callback_data', '')), *about])})"


def marked(text: str, entities: Sequence[Json]) -> str:
    """A text with its entities as tags."""
    units = text.encode("utf-16-le")
    marks: list[tuple[int, int, int, str]] = []
    for number, one in enumerate(entities):
        start, end = one["offset"], one["offset"] + one["length"]
        about = one.get("url") or (one.get("user") or {}).get("first_name") or ""
        marks += [(start, 1, number, f"<{one['type']}{' ' if about else ''}{about}>")]
        marks += [(end, 0, -number, f"</{one['type']}>")]
    written, last = "", 0
    for place, _, _, tag in sorted(marks):
        written += units[2 * last : 2 * place].decode("utf-16-le") + tag
        last = place
    return written + units[2 * last :].decode("utf-16-le")


# ---- the local page


def frame(told: Json) -> list[str]:
    """A tab's frame, without what differs in each run."""
    pictures = [f"<{_alts(one)}>" for one in told.get("pictures", ())]
    rows = [
        " ".join(f"[{one['label']}]({one['code']}, {one['style']})" for one in row) for row in told["buttons"]
    ]
    files = [f"file {one['name']}\n{one['text']}" for one in told.get("files", ())]
    about = [f"({name} {told[name]})" for name in ("called", "beside") if told.get(name)]
    names = [f"(by {told['by']['name']})"] if "by" in told else []
    names += [f"(mention {one['name']})" for one in told.get("mentions", ())]
    return "\n".join([*about, *names, str(told["text"]), *pictures, *rows, *files]).split("\n")


def _alts(picture: Json) -> str:
    whole = picture.get("whole")
    return f"{picture['alt']}{f' | behind it: {_alts(whole)}' if whole else ''}"


# ---- the dispatcher


def answer(message: Any) -> list[str]:
    """The dispatcher's answer, as any platform may show it."""
    called = [f"(mentions {person})" for person in message.mentioned]
    pictures = [
        f"<{one.name}: {one.alt}>{f' in {one.whole}' if one.whole else ''}" for one in message.pictures
    ]
    rows = [" ".join(f"[{one.label}]({one.code}, {one.style})" for one in row) for row in message.buttons]
    menus = [line for menu in message.menus for line in _menu(menu)]
    pick = [f"pick {message.pick}"] if message.pick else []
    files = [f"file {name}\n{text}" for name, text in message.documents]
    brief = [f"brief: {message.brief}"] if message.brief else []
    return "\n".join([*called, message.text, *pictures, *rows, *menus, *pick, *files, *brief]).split("\n")


def _menu(menu: Any) -> Iterator[str]:
    yield f"menu {menu.title}{' (stays)' if menu.stays else ''}"
    yield from (
        f"  - {one.label} = {one.code}{' *' if one.code == menu.chosen else ''}" for one in menu.choices
    )
