"""A request as the doors see it, once its body is read."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from aiohttp import BodyPartReader, web

from tests.fakes.telegram.contract import contract, read

ATTACHED = "attach://"


@dataclass(frozen=True)
class File:
    """What is uploaded."""

    name: str
    data: bytes = field(repr=False)


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
            texts, files = await _multipart(http)
            return {**http.query, **texts}, files
        case "application/x-www-form-urlencoded":
            return {**http.query, **await http.post()}, {}
        case _:
            return dict(http.query), {}


async def _multipart(http: web.Request) -> tuple[dict[str, Any], dict[str, File]]:
    texts: dict[str, Any] = {}
    files: dict[str, File] = {}
    async for part in await http.multipart():
        assert isinstance(part, BodyPartReader), "a form within a form"
        assert part.name is not None
        if part.filename is None:
            texts[part.name] = await part.text()
        else:
            files[part.name] = File(part.filename, bytes(await part.read()))
    return texts, files
