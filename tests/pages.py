"""What the tests of the page share: a real Chromium, and people at their tabs in it."""

import json
import shutil
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from playwright.async_api import Browser, BrowserContext, Page, WebSocketRoute, async_playwright, expect

from bot.app import Host
from bot.clock import Clock
from bot.settings import Settings
from bot.store import Store
from bot.web.platform import LocalPlatform
from tests.hosted_page import running_page
from tests.scenario import UNLIMITED, FakePictures
from tests.short_boards import write_short_boards

CHROMIUM = shutil.which("chromium") or "/usr/bin/chromium"
HEADLESS = shutil.which("chromium-headless-shell") or CHROMIUM
"""Chromium without windows, if it is here: a test of a small page takes half the processor time in it."""

IN_CHROMIUM = [
    pytest.mark.asyncio(loop_scope="session"),
    pytest.mark.skipif(
        not Path(HEADLESS).exists(),
        reason="THE PAGE IS NOT TESTED: there is no Chromium here; Debian has `chromium-headless-shell`",
    ),
]
"""The marks of a module whose tests share the browser of their process."""

QUIETLY = (
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync",
)  # fmt: skip

PATIENCE = 30_000
"""Milliseconds that a page may take for anything: a machine may be busy."""

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}


@asynccontextmanager
async def chromium(program: str = HEADLESS) -> AsyncIterator[Browser]:
    """A browser that asks the network for nothing of its own."""
    expect.set_options(timeout=PATIENCE)
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=program, args=QUIETLY)
        yield browser
        await browser.close()


@asynccontextmanager
async def people(browser: Browser, url: str, *names: str, **screen: Any) -> AsyncIterator[list[Page]]:
    """A tab for each name, in one window, seated at the table; no tab may complain of anything."""
    context = await browser.new_context(**{"viewport": {"width": 1280, "height": 800}, **screen})
    context.set_default_timeout(PATIENCE)
    complaints: list[str] = []
    context.on("console", lambda line: complaints.append(line.text))
    context.on("weberror", lambda error: complaints.append(str(error.error)))
    yield [await come(context, url, name) for name in names]
    await context.close()
    assert complaints == []


async def come(context: BrowserContext, url: str, name: str) -> Page:
    """A new tab of somebody who takes a name."""
    page = await context.new_page()
    await page.goto(url)
    await page.fill("#name", name)
    await page.keyboard.press("Enter")
    await expect(page.locator("#panel .message")).to_have_count(1)
    return page


async def say(page: Page, text: str) -> None:
    """Type a line."""
    await page.fill("#line", text)
    await page.press("#line", "Enter")


class Wire:
    """The socket of a page. A test can send the page a state that is rare in games."""

    def __init__(self) -> None:
        self._socket: WebSocketRoute | None = None

    def open(self, socket: WebSocketRoute) -> None:
        socket.connect_to_server()
        self._socket = socket

    def change(self, **patch: object) -> None:
        assert self._socket
        self._socket.send(json.dumps({"kind": "change", "channel": "table", "patch": patch}))

    def answer(self, text: str, **more: object) -> None:
        assert self._socket
        self._socket.send(json.dumps({"kind": "answer", "beside": False, "nonce": "", "text": text, **more}))


FAINT_TEXTS = """() => {
  const pen = new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true });
  const known = new Map();
  const paint = (color) => {
    if (known.has(color)) return known.get(color);
    pen.clearRect(0, 0, 1, 1);
    pen.fillStyle = color;
    pen.fillRect(0, 0, 1, 1);
    known.set(color, [...pen.getImageData(0, 0, 1, 1).data]);
    return known.get(color);
  };
  const light = ([red, green, blue]) => [red, green, blue].map((part) => part / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
    .reduce((sum, part, place) => sum + part * [0.2126, 0.7152, 0.0722][place], 0);
  const ground = (element) => {
    for (let one = element; one; one = one.parentElement) {
      const { backgroundColor, backgroundImage } = getComputedStyle(one);
      if (backgroundImage !== "none") return null;
      if (paint(backgroundColor)[3] === 255) return paint(backgroundColor);
    }
    return [255, 255, 255];
  };
  const found = [];
  for (const element of document.querySelectorAll("body *:not(svg *)")) {
    const texts = [...element.childNodes].filter((node) => node.nodeType === 3 && node.data.trim());
    const seen = element.checkVisibility({ visibilityProperty: true });
    if (!texts.length || !seen || element.closest(":disabled, .hidden")) continue;
    const below = ground(element);
    if (!below) continue;
    const [one, other] = [light(paint(getComputedStyle(element).color)), light(below)].sort((a, b) => a - b);
    const ratio = (other + 0.05) / (one + 0.05);
    if (ratio < 4.5) found.push(`${ratio.toFixed(2)} ${element.outerHTML}`);
  }
  return found;
}"""
"""The texts with less contrast than 4.5, as the Web's accessibility guidelines count it."""


@asynccontextmanager
async def hosted(folder: Path, *, drawn: bool = False) -> AsyncIterator[str]:
    """The whole bot, as `stationmaster play` runs it, with one more board; its pictures may be `drawn`."""
    boards = write_short_boards(folder, "short")
    settings = Settings(_env_file=None, boards=boards, computer_delay=0)  # type: ignore[call-arg]
    async with await Store.open(f"sqlite:///{folder / 'games.db'}") as store:
        table = Host(store, settings, pictures=None if drawn else FakePictures(), rates=UNLIMITED)
        chat = LocalPlatform(store, Clock(), port=0)
        table.add_platform(chat)
        async with running_page(table, chat) as page:
            yield page.url


async def move(page: Page) -> None:
    """Keep tickets; else claim the first route that can be paid for, as it is offered; else draw."""
    decision, seq = await asked(page)
    if (
        decision == "take-turn"
        and (route := page.locator("#board .payable:not(.taken)"))
        and await route.count()
    ):
        await route.first.dispatch_event("click")
        await page.locator("#detail [data-action^=claim]").click()
    elif decision == "none":
        return
    elif decision == "choose-tickets":
        await keep(page)
    else:
        cards = page.locator("#row [data-deck]:enabled, #row [data-slot]:enabled, #row .tickets:enabled")
        await page.locator("#choice [data-action]:enabled").or_(cards).first.click()
    await goes_on(page, seq)


async def goes_on(page: Page, seq: str) -> None:
    """Wait until a page shows a later event than this one. The end of a game is the last."""
    await page.wait_for_function(
        "seq => document.body.dataset.seq !== seq || document.body.dataset.role === 'over'", arg=seq
    )


async def asked(page: Page) -> tuple[str, str]:
    """What a page is asked, and the event that it shows."""
    shown = await page.evaluate("[document.body.dataset.decision, document.body.dataset.seq]")
    return shown[0], shown[1]


async def begins(page: Page) -> None:
    """Start a game with a computer, keep the tickets, and wait for the first turn."""
    await page.click("#begin")
    await keep(page)
    await expect(page.locator("body")).to_have_attribute("data-decision", "take-turn")


MOST_KEPT = 3
"""Tickets that may be kept on every board."""


async def tick(page: Page) -> None:
    """Tick the offered tickets, as many as may be kept."""
    offered = page.locator("#choice .offered")
    await expect(offered.first).to_be_visible()
    for place in range(min(MOST_KEPT, await offered.count())):
        await offered.nth(place).click()


async def keep(page: Page) -> None:
    """Tick the offered tickets and keep them."""
    await tick(page)
    await page.click("[data-action^=keep]")


DOUBLE_TAP = 350
"""Milliseconds after which a tap close to another one is no longer the second half of a double tap."""


async def chooses_by_touch(page: Page) -> None:
    """Tap the first of what can be chosen, not too soon after the tap that led to it; first tick tickets."""
    await expect(page.locator("#choice [data-action]").first).to_be_visible()
    if await page.locator("#choice .offered").count():
        await tick(page)
    await page.wait_for_timeout(DOUBLE_TAP)
    await page.locator("#choice [data-action]:enabled").first.tap()


OUTSIDE = """() => [...document.querySelectorAll("button, select, input, summary, a[href], li, h1, h2, p")]
  .filter((one) => one.checkVisibility({ visibilityProperty: true }) && !one.closest("[hidden], .hidden"))
  .map((one) => [one.getBoundingClientRect(), one])
  .filter(([{ left, right, width }]) => width && (left < -1 || right > innerWidth + 1))
  .map(([{ left, right }, one]) => `from ${left.toFixed()} to ${right.toFixed()} ${one.outerHTML}`)"""
"""The parts of a page that stick out at a side."""
