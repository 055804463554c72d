"""A request to the Bot API, once its body is read."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from aiohttp import web

from tests.fakes.telegram.contract import contract, read
from tests.fakes.wire.server import File, read_form

ATTACHED = "attach://"


@dataclass(frozen=True)
class ApiRequest:
    """What a method is asked: its parameters, and the files that come with it by the names of their parts."""

    method: str
    asked: Mapping[str, Any]
    files: Mapping[str, File]

    def file(self, value: Any) -> File | str:
        """The upload that a parameter means, or the id of a file that Telegram has."""
        if isinstance(value, bytes):
            return next(file for file in self.files.values() if file.data is value)
        return self.files[value.removeprefix(ATTACHED)] if value.startswith(ATTACHED) else str(value)


async def read_request(http: web.Request, method: str) -> ApiRequest:
    """Read a request, in any of the four ways that Telegram takes."""
    fields = contract().methods[method]
    texts, files = await _parts(http)
    asked: dict[str, Any] = {
        name: read(fields[name].types, text) if name in fields and isinstance(text, str) else text
        for name, text in texts.items()
    }
    uploads = {name: file.data for name, file in files.items() if name in fields}
    return ApiRequest(method, asked | uploads, files)


async def _parts(http: web.Request) -> tuple[dict[str, Any], dict[str, File]]:
    match http.content_type:
        case "application/json":
            return {**http.query, **json.loads(await http.text())}, {}
        case "multipart/form-data":
            texts, files = await read_form(http)
            return {**http.query, **texts}, files
        case "application/x-www-form-urlencoded":
            return {**http.query, **await http.post()}, {}
        case _:
            return dict(http.query), {}
