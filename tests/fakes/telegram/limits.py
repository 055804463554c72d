"""What Telegram refuses though the types in its description do not say so."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from tests.fakes.telegram.contract import Json
from tests.fakes.telegram.request import ApiRequest
from tests.fakes.telegram.texts import length

LONGEST_CODE, LONGEST_ALERT = 64, 200
MOST_BUTTONS, WIDEST_ROW = 100, 8
ACTIONS = (
    "url", "callback_data", "web_app", "login_url", "switch_inline_query", "switch_inline_query_current_chat",
    "switch_inline_query_chosen_chat", "copy_text", "callback_game", "pay",
)  # fmt: skip
STYLES = ("danger", "success", "primary")
LARGEST_PHOTO, LARGEST_FILE = 10 << 20, 50 << 20

Check = Callable[[ApiRequest], Iterator[str]]


def complaints(request: ApiRequest) -> Iterator[str]:
    """What is wrong with a request whose types are right."""
    yield from _keyboard_complaints(request.asked.get("reply_markup") or {})
    yield from _size_complaints(request)
    rows = (request.asked.get("reply_markup") or {}).get("inline_keyboard", [])
    if int(request.asked.get("chat_id", 0)) < 0 and any(
        "web_app" in button for row in rows for button in row
    ):
        yield "reply_markup: a web_app button outside a private chat"
    check = CHECKS.get(request.method)
    yield from check(request) if check else ()


def _keyboard_complaints(keyboard: Json) -> Iterator[str]:
    rows = keyboard.get("inline_keyboard", [])
    buttons = [button for row in rows for button in row]
    if len(buttons) > MOST_BUTTONS:
        yield f"reply_markup: {len(buttons)} buttons; {MOST_BUTTONS} at most"
    for number, row in enumerate(rows):
        if not 1 <= len(row) <= WIDEST_ROW:
            yield f"reply_markup[{number}]: {len(row)} buttons in a row"
        for button in row:
            yield from (f"reply_markup[{number}] {button.get('text')!r}: {one}" for one in _of_button(button))


def _of_button(button: Json) -> Iterator[str]:
    if len(actions := [name for name in ACTIONS if name in button]) != 1:
        yield f"does {actions}, not one thing"
    if not button["text"].strip():
        yield "says nothing"
    if not 1 <= len(button.get("callback_data", "x").encode()) <= LONGEST_CODE:
        yield f"callback_data of {len(button['callback_data'].encode())} bytes"
    if not button.get("web_app", {}).get("url", "https://").startswith("https://"):
        yield "web_app: an address with https is needed"
    if not re.match(r"https?://|tg://", button.get("url", "tg://")):
        yield f"no address: {button['url']}"
    if button.get("style", STYLES[0]) not in STYLES:
        yield f"there is no style {button['style']!r}"
    if not 1 <= len(button.get("copy_text", {}).get("text", "x")) <= 256:
        yield "copy_text is too long"


def _size_complaints(request: ApiRequest) -> Iterator[str]:
    for name, file in request.files.items():
        most = LARGEST_PHOTO if request.method == "sendPhoto" else LARGEST_FILE
        if not 0 < len(file.data) <= most:
            yield f"{name}: {len(file.data)} bytes; {most} at most, and one at least"


def _answer_complaints(request: ApiRequest) -> Iterator[str]:
    said, url = request.asked.get("text", ""), request.asked.get("url")
    if length(said) > LONGEST_ALERT:
        yield f"text: {length(said)} characters; {LONGEST_ALERT} at most"
    if url is not None and not re.fullmatch(r"(?:https://)?t\.me/\w+\?start=[\w-]{1,64}", url):
        yield f"url: {url!r} does not open the bot"


def _inline_complaints(request: ApiRequest) -> Iterator[str]:
    results: Sequence[Json] = request.asked["results"]
    if len(results) > 50:
        yield f"results: {len(results)}; 50 at most"
    if len({one["id"] for one in results}) < len(results):
        yield "results: two have the same id"
    yield from (
        f"results: id of {len(one['id'].encode())} bytes" for one in results if len(one["id"].encode()) > 64
    )
    for one in results:
        yield from _keyboard_complaints(one.get("reply_markup") or {})
        said = one.get("input_message_content", {}).get("message_text", "x")
        yield from [] if 1 <= length(said) <= 4096 else [f"results: {length(said)} characters"]
    start = (request.asked.get("button") or {}).get("start_parameter", "x")
    if not re.fullmatch(r"[\w-]{1,64}", start):
        yield f"button.start_parameter: {start!r}"


def _command_complaints(request: ApiRequest) -> Iterator[str]:
    rows: Sequence[Mapping[str, Any]] = request.asked["commands"]
    if len(rows) > 100:
        yield f"commands: {len(rows)}; 100 at most"
    if len({row["command"] for row in rows}) < len(rows):
        yield "commands: two have the same name"
    for row in rows:
        if not re.fullmatch(r"[a-z0-9_]{1,32}", row["command"]):
            yield f"commands: {row['command']!r} is no name"
        if not 1 <= length(row["description"]) <= 256:
            yield f"commands: what is said of {row['command']} is too long, or nothing"
    yield from _language_complaints(request)


def _language_complaints(request: ApiRequest) -> Iterator[str]:
    language = request.asked.get("language_code", "")
    if not re.fullmatch(r"(?:[a-z]{2})?", language):
        yield f"language_code: {language!r}"


def _album_complaints(request: ApiRequest) -> Iterator[str]:
    if not 2 <= len(request.asked["media"]) <= 10:
        yield f"media: {len(request.asked['media'])} in an album"


def _webhook_complaints(request: ApiRequest) -> Iterator[str]:
    if not re.match(r"https://[^/]+(?::(?:443|80|88|8443))?(?:/|$)", request.asked["url"] or "https://x/"):
        yield f"url: {request.asked['url']!r}"
    if not re.fullmatch(r"[\w-]{1,256}", request.asked.get("secret_token", "x")):
        yield "secret_token: letters, digits, _ and - only"


CHECKS: Mapping[str, Check] = {
    "answerCallbackQuery": _answer_complaints,
    "answerInlineQuery": _inline_complaints,
    "setMyCommands": _command_complaints,
    "getMyCommands": _language_complaints,
    "deleteMyCommands": _language_complaints,
    "sendMediaGroup": _album_complaints,
    "setWebhook": _webhook_complaints,
}
