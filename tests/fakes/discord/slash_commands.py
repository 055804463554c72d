"""Slash commands as users type them: only registered ones, with options of the registered kinds."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import discord
from tests.fakes.discord.limits import nested
from tests.fakes.discord.world import COMMAND_MENTION, Account, Channel, Json, rights

SUBCOMMAND, SUBCOMMAND_GROUP, STRING, INTEGER, BOOLEAN, USER, CHANNEL = 1, 2, 3, 4, 5, 6, 7
NUMBER = 10
KINDS: Mapping[int, tuple[type, ...]] = {
    STRING: (str,),
    INTEGER: (int,),
    BOOLEAN: (bool,),
    USER: (Account,),
    CHANNEL: (Channel,),
    NUMBER: (int, float),
}


def typed(commands: Sequence[Json], line: str, given: Mapping[str, Any]) -> Json:
    """The data of a whole command. AssertionError where Discord's client would not send it."""
    data, wanted = _found(commands, line)
    missing = [row["name"] for row in wanted if row.get("required") and row["name"] not in given]
    assert not missing, f"{line} needs {', '.join(missing)}"
    innermost = _innermost(data)
    innermost["options"] = [_option(line, wanted, name, value) for name, value in given.items()]
    accounts = [value for value in given.values() if isinstance(value, Account)]
    if accounts:
        data["resolved"] = {"users": {str(one.id): _user(one) for one in accounts}}
    return data


def half_typed(commands: Sequence[Json], line: str, name: str, text: str, given: Mapping[str, Any]) -> Json:
    """The data of a command while an option is being typed."""
    data, wanted = _found(commands, line)
    option = next((row for row in wanted if row["name"] == name), None)
    assert option is not None, f"{line} has no option {name}"
    assert option.get("autocomplete"), f"{name} of {line} is not completed"
    rows = [_option(line, wanted, other, value) for other, value in given.items()]
    focused = {"name": name, "type": option["type"], "value": text, "focused": True}
    _innermost(data)["options"] = [*rows, focused]
    return data


def offered(command: Json, account: Account, channel: Channel) -> bool:
    """Whether Discord's client shows a command to somebody there."""
    contexts = command.get("contexts")
    here = 0 if channel.guild else 1
    if contexts is not None and here not in contexts:
        return False
    if command.get("dm_permission") is False and not channel.guild:
        return False
    needed = command.get("default_member_permissions")
    held = rights(account, channel)
    if channel.guild and not discord.Permissions(held).use_application_commands:
        return False
    if needed is None or not channel.guild:
        return True
    return int(needed) & held == int(needed) if int(needed) else held == discord.Permissions.all().value


def mention_complaints(commands: Sequence[Json], said: Json) -> Iterator[str]:
    """Of the commands that a message mentions: a click does nothing where there is no such command."""
    texts = [said.get("content") or "", *(embed.get("description", "") for embed in said.get("embeds") or ())]
    parts = nested(said.get("components") or [], "")
    texts += [part["content"] for _, part in parts if part["type"] == 10]
    for name, id in COMMAND_MENTION.findall("\n".join(texts)):
        try:
            data, _ = _found(commands, f"/{name}")
            fits = data["id"] == id
        except AssertionError:
            fits = False
        if not fits:
            yield f"$.content: a click on </{name}:{id}> does nothing"


def _found(commands: Sequence[Json], line: str) -> tuple[Json, Sequence[Json]]:
    """The data with its way down to the innermost subcommand, and the options that this one has."""
    name, *deeper = line.removeprefix("/").split()
    command = next((one for one in commands if one["name"] == name), None)
    assert command is not None, f"there is no command /{name} among {[one['name'] for one in commands]}"
    data: Json = {"id": command["id"], "name": name, "type": 1, "options": []}
    here, row = data, command
    for part in deeper:
        inner = [one for one in row.get("options") or () if one["type"] in (SUBCOMMAND, SUBCOMMAND_GROUP)]
        row = next((one for one in inner if one["name"] == part), {})
        assert row, f"there is no {part} in {line} among {[one['name'] for one in inner]}"
        here["options"] = [{"name": part, "type": row["type"], "options": []}]
        here = here["options"][0]
    wanted = row.get("options") or []
    assert not any(one["type"] in (1, 2) for one in wanted), f"{line} is not whole"
    return data, wanted


def _innermost(data: Json) -> Json:
    while data["options"] and data["options"][0]["type"] in (SUBCOMMAND, SUBCOMMAND_GROUP):
        data = data["options"][0]
    return data


def _option(line: str, wanted: Sequence[Json], name: str, value: Any) -> Json:
    row = next((one for one in wanted if one["name"] == name), None)
    assert row is not None, f"{line} has no option {name} among {[one['name'] for one in wanted]}"
    kind = row["type"]
    assert isinstance(value, KINDS[kind]), f"{name} of {line} is no such thing as {value!r}"
    if choices := row.get("choices"):
        assert value in [one["value"] for one in choices], f"{name} of {line}: {value!r} is no choice"
    if kind == STRING:
        assert row.get("min_length", 0) <= len(str(value)) <= row.get("max_length", 6000), (
            f"{name}: {value!r}"
        )
    if kind in (INTEGER, NUMBER):
        assert row.get("min_value", value) <= value <= row.get("max_value", value), f"{name}: {value}"
    sent = str(value.id) if isinstance(value, Account | Channel) else value
    return {"name": name, "type": kind, "value": sent}


def _user(account: Account) -> Json:
    return {"id": str(account.id), "username": account.name, "discriminator": "0", "avatar": None}
