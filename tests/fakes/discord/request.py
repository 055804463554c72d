"""A request to Discord, once its body is read."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from aiohttp import web

from tests.fakes.wire.server import File, read_form


@dataclass(frozen=True)
class ApiRequest:
    """What an endpoint is asked. `ids` are those of the path, `files` by their number."""

    operation: str
    ids: Mapping[str, str]
    query: Mapping[str, str]
    body: Any
    files: Mapping[int, File]


async def body_of(http: web.Request) -> tuple[Any, dict[int, File]]:
    """The JSON of a request, and the files with it."""
    if http.content_type != "multipart/form-data":
        text = await http.text()
        return (json.loads(text) if text else None), {}
    texts, files = await read_form(http)
    numbered = {int(name.removeprefix("files[").removesuffix("]")): file for name, file in files.items()}
    return json.loads(texts["payload_json"]) if "payload_json" in texts else None, numbered
