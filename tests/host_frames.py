"""Pages that behave as the clients of Telegram and Discord do, with the board in a frame."""

import json
from urllib.parse import quote

from playwright.async_api import BrowserContext, FrameLocator, Page, Route

TELEGRAM, DISCORD = "https://web.telegram.org/k/", "https://discord.com/channels/1/2"
SCRIPT = "https://telegram.org/js/telegram-web-app.js"

WEB_APP = """
const given = new URLSearchParams(location.hash.slice(1));
const launch = new URLSearchParams(given.get("tgWebAppData")), on = {}, done = [];
const tell = (event) => done.push(event);
for (const [name, size] of Object.entries(JSON.parse(given.get("insets") ?? "{}"))) {
  document.documentElement.style.setProperty(`--tg-${name}`, `${size}px`);
}
window.Telegram = { WebApp: {
  done, on,
  initData: given.get("tgWebAppData"),
  initDataUnsafe: {
    user: JSON.parse(launch.get("user")), start_param: launch.get("start_param") ?? undefined,
  },
  themeParams: JSON.parse(given.get("tgWebAppThemeParams") ?? "{}"),
  colorScheme: given.get("scheme") ?? "light",
  isVersionAtLeast: () => true,
  ready: () => tell("ready"), expand: () => tell("expand"), disableVerticalSwipes: () => tell("swipes"),
  onEvent: (name, call) => { on[name] = call; },
  HapticFeedback: { impactOccurred: () => tell("haptic") },
  BackButton: {
    show: () => tell("back shown"), hide: () => tell("back hidden"),
    onClick: (call) => { on.back = call; },
  },
} };
"""

THEMES = {
    "dark": {"bg_color": "#17212b", "text_color": "#f5f5f5", "button_color": "#5288c1"},
    "light": {"bg_color": "#ffffff", "text_color": "#000000", "secondary_bg_color": "#f0f0f0"},
}
"""What Telegram's clients say of their colours."""

WHOLE = """
<meta name="viewport" content="width=device-width">
<style>body { margin: 0 } iframe { display: block; border: 0; width: 100vw; height: 100vh }</style>
"""

CLIENT = """
window.heard = [];
addEventListener("message", ({ data, source, origin }) => {
  const [kind, content] = data;
  heard.push([kind, content.cmd ?? "HANDSHAKE", origin]);
  if (SILENT) return;
  const answer = (about) => source.postMessage([1, about], origin);
  if (kind === 0) answer({ cmd: "DISPATCH", evt: "READY", data: { v: 1 }, nonce: null });
  else if (content.cmd === "AUTHORIZE") answer({ ...content, data: { code: CODES.shift() } });
});
"""


async def in_telegram(context: BrowserContext, url: str, proof: str, game: str = "", **look: str) -> Page:
    """Open the board in a tab with Telegram's web client.

    `look` may have the `scheme` of the client, and as `insets` the sizes of its edges, as JSON.
    """
    theme = json.dumps(THEMES[look.get("scheme", "light")])
    hash = f"tgWebAppData={quote(proof)}&tgWebAppVersion=8.0&tgWebAppThemeParams={quote(theme)}"
    for name, value in look.items():
        hash += f"&{name}={quote(value)}"
    await context.route(SCRIPT, lambda route: _script(route, WEB_APP))
    return await _framed(context, TELEGRAM, f"{url}/?game={game}#{hash}")


async def in_discord(
    context: BrowserContext, url: str, instance: str, *codes: str, is_silent: bool = False
) -> Page:
    """Open the Activity in a tab with Discord's client. A silent client never answers."""
    query = f"instance_id={instance}&frame_id=f-1&platform=desktop&channel_id=1&guild_id=1"
    script = f"<script>const CODES = {json.dumps(codes)}, SILENT = {json.dumps(is_silent)};{CLIENT}</script>"
    return await _framed(context, DISCORD, f"{url}/?{query}", script)


async def spoken_to(page: Page, said: str) -> None:
    """Show one more frame beside the board, of a page of another host, which sends the board a message."""
    script = f"<script>parent.frames[0].postMessage({said}, '*')</script>"

    async def answer(route: Route) -> None:
        await route.fulfill(content_type="text/html", body=f"<!doctype html>{script}")

    await page.route("https://evil.example/", answer)
    await page.frames[1].evaluate(
        "() => { window.spoken = new Promise((done) => addEventListener('message', done)); }"
    )
    await page.evaluate(
        """() => document.body.append(
          Object.assign(document.createElement("iframe"), { src: "https://evil.example/" }))"""
    )
    await page.frames[1].evaluate("async () => { await window.spoken; }")


async def framed_by(context: BrowserContext, host: str, url: str) -> Page:
    """A tab with a page of another host that shows the board."""
    return await _framed(context, host, f"{url}/")


def board_in(page: Page) -> FrameLocator:
    """The board in its frame."""
    return page.frame_locator("iframe")


async def _framed(context: BrowserContext, host: str, address: str, head: str = "") -> Page:
    frame = f'<iframe src="{address.replace("&", "&amp;")}"></iframe>'

    async def answer(route: Route) -> None:
        await route.fulfill(content_type="text/html", body=f"<!doctype html>{WHOLE}{head}{frame}")

    await context.grant_permissions(["local-network-access"])  # the board of a test is on this machine
    page = await context.new_page()
    await page.route(host, answer)
    await page.goto(host)
    return page


async def _script(route: Route, body: str) -> None:
    await route.fulfill(content_type="text/javascript", body=body)
