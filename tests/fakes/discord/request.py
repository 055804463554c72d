"""A request as the doors see it, once its body is read."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from aiohttp import BodyPartReader, web


@dataclass(frozen=True)
class File:
    """What comes with a request."""

    name: str
    data: bytes = field(repr=False)


@dataclass(frozen=True)
class ApiRequest:
    """What a door is asked. `ids` are those of the path, `files` by their number."""

    operation: str
    ids: Mapping[str, str]
    query: Mapping[str, str]
    body: Any
    files: Mapping[int, File]


async def body_of(http: web.Request) -> tuple[Any, dict[int, File]]:
    """The JSON of a request, and the files beside it."""
    if http.content_type != "multipart/form-data":
        text = await http.text()
        return (json.loads(text) if text else None), {}
    body, files = None, {}
    async for part in await http.multipart():
        assert isinstance(part, BodyPartReader), "a form within a form"
        if part.name == "payload_json":
            body = json.loads(await part.text())
        else:
            number = int((part.name or "").removeprefix("files[").removesuffix("]"))
            files[number] = File(part.filename or "", bytes(await part.read()))
    return body, files
