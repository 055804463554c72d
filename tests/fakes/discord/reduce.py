"""Cut Discord's description of its API down to what the tests hold the bot against.

    python -m tests.fakes.discord.reduce openapi.json > tests/fakes/discord/discord-api.json

Kept are query, body and answer of the operations named here, with every schema that these reach.
"""

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

OPERATIONS = """
applications_get_activity_instance
get_my_user get_my_oauth2_application get_my_application get_gateway get_bot_gateway get_user
list_application_emojis create_application_emoji
list_application_commands bulk_set_application_commands create_application_command
update_application_command delete_application_command
list_guild_application_commands bulk_set_guild_application_commands
create_interaction_response
execute_webhook get_original_webhook_message update_original_webhook_message
delete_original_webhook_message get_webhook_message update_webhook_message delete_webhook_message
get_channel update_channel list_messages create_message get_message update_message delete_message
create_thread create_thread_from_message join_thread trigger_typing_indicator
create_pin deprecated_create_pin
create_dm get_guild list_guild_channels get_guild_member get_active_guild_threads leave_guild
"""


def reduced(document: dict[str, Any]) -> dict[str, Any]:
    """The operations by name, and the schemas that they need."""
    operations = dict(_operations(document["paths"]))
    schemas: dict[str, Any] = {}
    _reach(operations, document["components"]["schemas"], schemas)
    return {"operations": operations, "components": {"schemas": dict(sorted(schemas.items()))}}


def _operations(paths: dict[str, Any]) -> Iterator[tuple[str, Any]]:
    for path, methods in paths.items():
        for method, operation in methods.items():
            if method != "parameters" and operation["operationId"] in OPERATIONS.split():
                content = operation.get("requestBody", {}).get("content", {})
                query = [
                    {"name": one["name"], "schema": one["schema"]}
                    for one in operation.get("parameters", [])
                    if one["in"] == "query"
                ]
                body = content.get("application/json", {}).get("schema")
                kept = {"method": method.upper(), "path": path, "query": query, "body": body}
                yield operation["operationId"], kept | {"answer": _answer(operation["responses"])}


def _answer(responses: dict[str, Any]) -> Any:
    done = responses.get("200") or responses.get("201") or {}
    return done.get("content", {}).get("application/json", {}).get("schema")


def _reach(part: Any, known: dict[str, Any], found: dict[str, Any]) -> None:
    if isinstance(part, dict):
        name = str(part.get("$ref", "")).rpartition("/")[2]
        if name and name not in found:
            found[name] = known[name]
            _reach(known[name], known, found)
    inner = part.values() if isinstance(part, dict) else part if isinstance(part, list) else ()
    for one in inner:
        _reach(one, known, found)


if __name__ == "__main__":
    whole = json.loads(Path(sys.argv[1]).read_text(encoding="utf-8"))
    print(json.dumps(reduced(whole), separators=(",", ":"), ensure_ascii=False))
