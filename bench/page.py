"""How fast the page of the table is: `python -m bench.page`. Needs Chromium, and Linux.

A process of its own hosts the bot; a headless Chromium shows a game in which a player has the turn. Its
processor is slowed down four times, and its network gives 1.6 Mbit a second with 150 ms of delay.

- empty, full: from opening the page until the player can press what the turn offers, without and with what
  the browser keeps of the page; with it the page draws what its tab was shown last, and sends what is pressed
  once it is connected
- scripts: the JavaScript of the page, compressed
- panning: the time from frame to frame while the board, brought nearer, is moved about
- boards: the memory that the program takes for each open board, and its processor time while nobody does
  anything

The browser shares the machine with the program, and has its times from its own clock.
"""

import argparse
import asyncio
import gzip
import os
import statistics
import sys
import tempfile
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from secrets import token_urlsafe

from aiohttp import ClientSession, ClientWebSocketResponse, TCPConnector
from playwright.async_api import BrowserContext, CDPSession, Page

from bench.bars import Bars, bench_parser
from bench.processor import milliseconds_by_process
from bot.web.page_files import content_of
from tests.pages import CHROMIUM, HEADLESS, PHONE, chromium, keep

EMPTY, FULL, FRAME, IDLE = 2500.0, 700.0, 32.0, 10.0
"""Bars in milliseconds: the page from an empty cache and from a full one, 95 of 100 frames, and the processor
time of a second in which nothing happens.
"""
SCRIPTS, BOARD = 90_000, 1_000_000
"""Bars in bytes: scripts, and the memory for a board."""

VISITS, BOARDS, QUIET, SETTLED = 5, 199, 5.0, 4.0
SLOWER = 4
LINE = {"offline": False, "latency": 150, "downloadThroughput": 200_000, "uploadThroughput": 200_000}
"""1.6 Mbit a second are 200,000 bytes."""

USABLE = """(() => {
  const look = () => {
    const shown = document.querySelector("[data-deck]:enabled") && document.querySelector("[data-route]");
    if (shown) usable = performance.now();
    else requestAnimationFrame(look);
  };
  window.usable = 0;
  requestAnimationFrame(look);
})()"""
"""Notes when the table can be played, frame after frame. To ask from outside would take time."""

PAN = """async () => {
  const board = document.querySelector("#board"), { x, y, width, height } = board.getBoundingClientRect();
  const pointer = { pointerId: 1, pointerType: "mouse", bubbles: true };
  const place = (dx, dy) => ({ clientX: x + width / 2 + dx, clientY: y + height / 2 + dy });
  board.setPointerCapture = () => {};
  const at = (kind, dx, dy) => board.dispatchEvent(new PointerEvent(kind, { ...pointer, ...place(dx, dy) }));
  const frame = () => new Promise(requestAnimationFrame);
  document.querySelector("#nearer").click();
  document.querySelector("#nearer").click();
  await frame();
  at("pointerdown", 0, 0);
  const times = [];
  for (let step = 0; step < 120; step += 1) {
    at("pointermove", 90 * Math.sin(step / 9), 60 * Math.cos(step / 7));
    times.push(await frame());
  }
  at("pointerup", 0, 0);
  document.querySelector("#whole").click();
  return times.slice(1).map((time, place) => time - times[place]);
}"""


def main() -> None:
    parser = bench_parser(__doc__)
    parser.add_argument("--visits", type=int, default=VISITS, help="of the page, of each kind (5)")
    parser.add_argument("--boards", type=int, default=BOARDS, help="that are open besides the first (199)")
    options, bars = parser.parse_args(), Bars()
    browsers = [path for path in (CHROMIUM, HEADLESS) if Path(path).exists()]
    if not browsers:
        sys.exit("This needs Chromium: install it (Debian: `apt-get install chromium-headless-shell`).")
    asyncio.run(_measure(options, browsers[0], bars))
    bars.finish(check=options.check)


async def _measure(options: argparse.Namespace, browser_path: str, bars: Bars) -> None:
    size = sum(len(gzip.compress(content_of(name, ""))) for name in ("start.js", "page.js"))
    with tempfile.TemporaryDirectory() as folder:
        async with hosted(Path(folder)) as (url, program), chromium(browser_path) as browser:
            context = await browser.new_context(**PHONE)  # type: ignore[arg-type]
            page = await _seated(context, url)
            line = await context.new_cdp_session(page)
            frames = await _panned(page, line)
            empty = [await _visit(page, line, fresh=True) for _ in range(options.visits)]
            full = [await _visit(page, line, fresh=False) for _ in range(options.visits)]
            each, idle = await _boards(url, program.pid, options.boards)
    bars.time("usable from an empty cache", statistics.median(empty), EMPTY)
    bars.time("usable from a full cache", statistics.median(full), FULL)
    bars.figure("scripts, bytes compressed", size, SCRIPTS)
    bars.time("a frame while panning, 95th percentile", statistics.quantiles(frames, n=20)[-1], FRAME)
    bars.figure("memory of the program for a board, bytes", each, BOARD)
    bars.time("processor time of a second in which nothing happens", idle, IDLE)


@asynccontextmanager
async def hosted(folder: Path) -> AsyncIterator[tuple[str, Process]]:
    """The program in a process of its own: the address of its page, and the process."""
    line = "play", "--port", "0", "--no-open", "--database", str(folder / "games.db")
    paths = {"PYTHONPATH": str(Path(__file__).parent.parent)}
    program = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "bot", *line, cwd=folder, stdout=PIPE, env={**os.environ, **paths}
    )
    assert program.stdout
    try:
        told = (await program.stdout.readline()).decode()
        yield next(word for word in told.split() if word.startswith("http")), program
    finally:
        program.terminate()
        await program.wait()


async def _seated(context: BrowserContext, url: str) -> Page:
    """A page of a player who has the turn."""
    page = await context.new_page()
    await page.add_init_script(USABLE)
    await page.goto(url)
    await page.click("#play-now")
    await keep(page)
    await page.wait_for_selector("[data-deck]:enabled")
    return page


async def _visit(page: Page, line: CDPSession, *, fresh: bool) -> float:
    """Milliseconds from opening the page until the player can play."""
    await line.send("Network.enable")
    await line.send("Network.emulateNetworkConditions", LINE)
    if fresh:
        await line.send("Network.clearBrowserCache")
    address = page.url
    await page.goto("about:blank")
    await line.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    await page.goto(address, wait_until="commit")
    await asyncio.sleep(SETTLED)
    value = float(await (await page.wait_for_function("usable")).json_value())
    await line.send("Emulation.setCPUThrottlingRate", {"rate": 1})
    await page.wait_for_load_state("networkidle")
    return value


async def _panned(page: Page, line: CDPSession) -> list[float]:
    """Milliseconds between the frames while the board is moved."""
    await line.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    frames: list[float] = await page.evaluate(PAN)
    await line.send("Emulation.setCPUThrottlingRate", {"rate": 1})
    return frames


async def _boards(url: str, program: int, count: int) -> tuple[float, float]:
    """Bytes of memory that each of more open boards takes, and processor time of an idle second, in ms."""
    async with ClientSession(connector=TCPConnector(limit=0)) as session:
        first = [await _onlooker(session, url) for _ in range(count // 4)]
        before = _memory(program)
        tabs = [await _onlooker(session, url) for _ in range(count - len(first))]
        await asyncio.sleep(QUIET)
        taken, used = _memory(program) - before, sum(milliseconds_by_process(program).values())
        await asyncio.sleep(QUIET)
        idle = (sum(milliseconds_by_process(program).values()) - used) / QUIET
        for tab in (*first, *tabs):
            await tab.close()
    return taken / len(tabs), idle


async def _onlooker(session: ClientSession, url: str) -> ClientWebSocketResponse:
    """A tab that shows the table, and has been sent it."""
    tab = await session.ws_connect(f"{url}/chat", origin=url)
    await tab.send_json({"do": "hello", "token": token_urlsafe(32)})
    name = (await tab.receive_json())["suggestion"]
    await tab.send_json({"do": "name", "name": name})
    await tab.send_json({"do": "enter", "channel": "table", "after": 0, "table": True})
    while (await tab.receive_json())["kind"] != "panel":
        pass
    return tab


def _memory(program: int) -> int:
    """Bytes of memory that a process takes."""
    pages = int(Path(f"/proc/{program}/statm").read_text("ascii").split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE")


if __name__ == "__main__":
    main()
