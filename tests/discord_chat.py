"""Draw what people see on Discord: `python -m tests.discord_chat FOLDER`.

Three people play on the fake Discord, with buttons, from the lobby to the end of a short game. Each message
of the channel and each answer becomes a picture, as wide as on a computer and as on a phone (480 pixels).
"""

import asyncio
import base64
import html
import re
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

from playwright.async_api import Page

from render.emoji import emoji_png
from tests.discord_bot import DiscordBot, DiscordPlayer, discord_bot
from tests.fakes.discord.guild import FakeGuild
from tests.fakes.discord.server import fake_discord
from tests.fakes.discord.world import Json, Post
from tests.pages import chromium
from tests.scenario import FakeClock
from tests.short_boards import write_short_boards

WIDTHS = {"wide": 760, "phone": 480}

_STYLE = """
body { background: #313338; color: #dbdee1; margin: 12px }
body { font: 16px/1.375 "gg sans", "Noto Sans", sans-serif }
.container { background: #2b2d31; border: 1px solid #3f4147; border-radius: 8px; padding: 12px }
.container { max-width: 600px }
.colored { border-left: 4px solid var(--color) }
.container > * { margin: 0 0 8px } .shown { background: #6d5f45; border-radius: 8px; padding: 60px 12px }
img.emoji { height: 1.375em; vertical-align: bottom } .row { display: flex; flex-wrap: wrap; gap: 8px }
.button { border-radius: 8px; padding: 6px 14px; background: #4e5058; color: #fff; font-size: 14px }
.s1 { background: #5865f2 } .s3 { background: #248046 } .s4 { background: #da373c }
.list { flex: 1; background: #1e1f22; border-radius: 8px; padding: 8px 12px; color: #949ba4 }
small { color: #949ba4 } .mention { background: #5865f24d; color: #c9cdfb }
"""


def page_of(post: Post) -> str:
    """A message as a page of HTML."""
    body = "".join(map(part_of, post.components))
    return f"<meta charset=utf-8><style>{_STYLE}</style>{_text(post.content)}{body}"


def part_of(part: Json) -> str:
    """A part of a message as HTML."""
    inner = "".join(map(part_of, part.get("components", ())))
    match part["type"]:
        case 1:
            return f"<div class=row>{inner}</div>"
        case 2:
            emoji = part.get("emoji") or {}
            sign = _text(f"<:{emoji['name']}:{emoji['id']}> ") if emoji.get("id") else ""
            return (
                f"<span class='button s{part['style']}'>{sign}{html.escape(part.get('label') or '')}</span>"
            )
        case 3:
            chosen = [option["label"] for option in part["options"] if option.get("default")]
            shown = ", ".join(chosen) or part.get("placeholder") or ""
            return f"<span class=list>{html.escape(shown)} ⌄</span>"
        case 10:
            return f"<div>{_text(part['content'])}</div>"
        case 12:
            alts = [html.escape(item["description"], quote=True) for item in part["items"]]
            return "".join(f"<div class=shown>{alt}</div>" for alt in alts)  # the bot of tests draws none
        case 13:
            return f"<div class=list>📄 {part['file']['url'].removeprefix('attachment://')}</div>"
        case 17:
            color = part.get("accent_color")
            kind = "container" if color is None else f"container colored' style='--color: #{color:06x}"
            return f"<div class='{kind}'>{inner}</div>"
        case kind:
            raise ValueError(f"no part of kind {kind} is drawn")


def _text(text: str) -> str:
    """Discord's markup as HTML."""
    lines = html.escape(text).replace("\\", "").split("\n")
    shown = "<br>".join(f"<small>{line[3:]}</small>" if line.startswith("-# ") else line for line in lines)
    replaced: dict[str, str | Callable[[re.Match[str]], str]] = {
        r"\*\*(.+?)\*\*": r"<b>\1</b>",
        r"&lt;@(\d+)&gt;": r"<span class=mention>@player</span>",
        r"&lt;t:\d+:R&gt;": "in 24 hours",
        r"&lt;t:\d+(:\w)?&gt;": "March 2, 18:00",
        r"&lt;/([^:]+):\d+&gt;": r"<span class=mention>/\1</span>",
        r"&lt;:(\w+):\d+&gt;": lambda found: f"<img class=emoji src='{_address(emoji_png(found[1][4]))}'>",
    }
    for pattern, by in replaced.items():
        shown = re.sub(pattern, by, shown)
    return shown


def _address(file: bytes) -> str:
    return f"data:image;base64,{base64.b64encode(file).decode()}"


async def draw(page: Page, folder: Path, name: str, post: Post) -> None:
    """Draw a message in each width."""
    for kind, width in WIDTHS.items():
        await page.set_viewport_size({"width": width, "height": 200})
        await page.set_content(page_of(post))
        await page.screenshot(path=folder / f"{name}-{kind}.png", full_page=True)


async def play(folder: Path) -> None:
    """Play a game, and draw every message."""
    clock: Any = FakeClock()
    numbers = iter(range(10_000))
    async with chromium() as browser, fake_discord(clock) as server:
        page = await browser.new_page()

        async def see(kind: str, post: Post | None) -> None:
            if post:
                await draw(page, folder, f"{next(numbers):03}-{kind}", post)

        with tempfile.TemporaryDirectory() as name:
            data, guild = Path(name), FakeGuild(server)
            boards = write_short_boards(data, "short")
            async with discord_bot(data, guild, clock, kind=DiscordBot, boards=boards) as bot:
                players = anna, *others = await bot.add_players("Anna", "Boris", "Clara")
                await anna.user.runs("/game new", board="short")
                await bot.settle()
                await see("lobby", bot.last)
                for player in others:
                    await player.user.presses("Join", on=bot.last)
                    await bot.settle()
                await see("full", bot.last)
                await anna.user.presses("Options", on=bot.last)
                await see("options", anna.user.answer)
                await anna.user.presses("Start", on=bot.last)
                await bot.settle()
                await see("start", bot.last)
                for player in players:
                    await player.sees_hand()
                    await see("tickets", player.user.answer)
                    await player.user.runs("/do keep all")
                    await bot.settle()
                while waiting := (await bot.match()).waiting_for:
                    player = players[waiting[0]]
                    await see("post", bot.last)
                    await player.sees_hand()
                    await bot.calm()
                    await see("panel", player.user.answer)
                    await _take_turn(player)
                    await see("played", player.user.answer)
                    await bot.settle()
                for post in bot.posts[-2:]:
                    await see("end", post)
                for command in ("/settings", "/scores", "/log", "/help"):
                    await anna.user.runs(command)
                    await see(command[1:], anna.user.answer)


async def _take_turn(player: DiscordPlayer) -> None:
    before = (await player.bot.match()).waiting_for
    while (await player.bot.match()).waiting_for == before:
        await player.clicks(await player.thinks())
        await player.bot.calm()


def main(arguments: list[str]) -> None:
    """Draw into a folder."""
    folder = Path(arguments[0])
    folder.mkdir(parents=True, exist_ok=True)
    asyncio.run(play(folder))


if __name__ == "__main__":
    main(sys.argv[1:])
