"""Draw what a fake Telegram shows of a chat as a page: bubbles, photos with captions, buttons, inline lists.

    python -m tests.telegram_chat FOLDER [--turns 8] [--inline] [--not-started] [--language ru]

Two people play some turns, and FOLDER gets `group.html` and a page for each private chat.
"""

import argparse
import asyncio
from base64 import b64encode
from collections.abc import Sequence
from html import escape
from pathlib import Path

from tests.fakes.telegram.contract import Json
from tests.fakes.telegram.group import FakeGroup
from tests.fakes.telegram.server import fake_telegram
from tests.fakes.telegram.world import Post
from tests.scenario import FakeClock
from tests.telegram_bot import TelegramBot, telegram_bot

_STYLE = """
body { background: #d4e3c4; font: 16px/1.35 Roboto, "Noto Color Emoji", sans-serif; width: 460px }
.post { background: #fff; border-radius: 12px; padding: 7px 10px; margin: 8px 0 2px; width: fit-content }
.own { background: #eeffde; margin-left: auto } .author { color: #3a7fc1; font-weight: 600 }
.photo { height: 230px; width: 420px; background: #9ab } img { width: 420px; display: block }
.row { display: flex; gap: 4px; margin-bottom: 4px; max-width: 440px }
.row span { flex: 1; background: #6f8f5fcc; color: #fff; border-radius: 8px;
  padding: 7px 4px; text-align: center; font-size: 14px; overflow: hidden; white-space: nowrap }
.row .primary { background: #2a86d8 } .row .danger { background: #d04848 }
.row .success { background: #2f9e4f }
.list { background: #fff; margin: 6px 0 } .list div { border-bottom: 1px solid #ddd; padding: 5px 10px }
.list small, .time { color: #888; display: block } .text { white-space: pre-wrap }
"""


def page(parts: Sequence[str]) -> str:
    """A page with these parts of a chat."""
    return f"<!doctype html><meta charset=utf-8><style>{_STYLE}</style>{''.join(parts)}"


def bubble(post: Post) -> str:
    """A message with its photo, its text and its buttons."""
    photo = ""
    if post.media:
        is_image = post.media.data[:2] in (b"\xff\xd8", b"\\x89P")
        data = f"data:image/jpeg;base64,{b64encode(post.media.data).decode()}"
        photo = f"<img src='{data}'>" if is_image else f"<div class=photo>{escape(post.media.name)}</div>"
    rows = "".join(f"<div class=row>{''.join(map(_button, row))}</div>" for row in post.keyboard)
    own = "" if post.author.bot else " own"
    notes = " ".join([*post.reactions, *(f"🔔 {account.name}" for account in post.pings)])
    return (
        f"<div class='post{own}'><div class=author>{escape(post.author.name)}</div>{photo}"
        f"<div class=text>{escape(post.text)}</div><span class=time>{escape(notes)}</span></div>{rows}"
    )


def _button(button: Json) -> str:
    return f"<span class='{button.get('style') or ''}'>{escape(button['text'])}</span>"


def inline_list(results: Sequence[Json]) -> str:
    """The list above the keyboard that somebody sees in inline mode."""
    rows = (
        f"<div>{escape(one['title'])}<small>{escape(one.get('description') or '')}</small></div>"
        for one in results
    )
    return f"<div class=list>{''.join(rows)}</div>"


async def _play(folder: Path, turns: int, *, inline: bool, started: bool, language: str) -> None:
    clock = FakeClock()
    async with fake_telegram(clock) as server:  # type: ignore[arg-type]
        server.endpoints.inline = inline
        async with telegram_bot(folder, FakeGroup(server), clock) as bot:
            players = await bot.in_play("Anna", "Boris", started=started, language=language)
            lists = []
            for _ in range(turns):
                player = (await bot.waited_for(*players))[0]
                if inline and bot.with_button("Your move").keyboard:
                    offered = await player.user.asks("")
                    lists.append(inline_list(offered))
                    move = next((one for one in offered if len(one["title"].split(" · ")) > 1), offered[-1])
                    await player.user.chooses(move)
                    await bot.settle()
                    lists.append(inline_list(await player.user.asks("")))
                else:
                    await player.types(await player.thinks())
                await bot.settle()
            _write(folder, bot, lists)


def _write(folder: Path, bot: TelegramBot, lists: Sequence[str]) -> None:
    """The pages of the group, of each private chat, and of the inline lists."""
    shown = {"group": [bubble(post) for post in bot.group.messages if not post.gone], "inline": lists}
    for account in bot.group.accounts:
        private = bot.server.world.private(account).messages
        shown[account.name] = [bubble(post) for post in private if not post.gone]
    for name, parts in shown.items():
        if parts:
            (folder / f"{name}.html").write_text(page(parts))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\\n")[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--turns", type=int, default=8)
    parser.add_argument("--inline", action="store_true")
    parser.add_argument("--not-started", action="store_true")
    parser.add_argument("--language", default="en")
    chosen = parser.parse_args()
    chosen.folder.mkdir(parents=True, exist_ok=True)
    asyncio.run(
        _play(
            chosen.folder,
            chosen.turns,
            inline=chosen.inline,
            started=not chosen.not_started,
            language=chosen.language,
        )
    )
