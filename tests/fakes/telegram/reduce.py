"""Cut the Bot API's description down to what the tests hold the bot against.

    python -m tests.fakes.telegram.reduce api.json > tests/fakes/telegram/bot-api.json

Kept are the parameters of the methods named here, with every type that these reach; of what Telegram sends,
the types named here. A field is written as its types, whether it is required, and the one value that it must
have, if any.
"""

import json
import re
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

METHODS = """
getMe getUpdates setWebhook deleteWebhook getWebhookInfo
sendMessage sendPhoto sendMediaGroup sendDocument sendAnimation sendChatAction
editMessageText editMessageCaption editMessageMedia editMessageReplyMarkup deleteMessage deleteMessages
answerCallbackQuery answerInlineQuery setMessageReaction
setMyCommands getMyCommands deleteMyCommands setChatMenuButton getChatMenuButton
setMyDescription setMyShortDescription getMyDescription getMyShortDescription
getChat getChatAdministrators getChatMember getFile leaveChat pinChatMessage unpinChatMessage
createForumTopic closeForumTopic reopenForumTopic
"""

SENT = """
Update User Chat Message CallbackQuery InlineQuery ChosenInlineResult ChatMemberUpdated
ChatMemberOwner ChatMemberAdministrator ChatMemberMember ChatMemberRestricted ChatMemberLeft ChatMemberBanned
PhotoSize Document Animation File WebhookInfo InaccessibleMessage
"""
"""What Telegram sends; the types that these have in their turn are looked at only where they are kept too."""

_ONE_VALUE = re.compile(r'(?:must be|always) ["“]?(\w+)["”]?(?:$|[.,])')


def reduced(document: dict[str, Any]) -> dict[str, Any]:
    """The methods by name, and the types that they need."""
    types: dict[str, Any] = {}
    for name in METHODS.split():
        _reach(_parameters(document["methods"][name]), document["types"], types)
    for name in SENT.split():
        types.setdefault(name, _kept(document["types"][name]))
    methods = {name: _parameters(document["methods"][name]) for name in METHODS.split()}
    return {"version": document["version"], "methods": methods, "types": dict(sorted(types.items()))}


def _parameters(part: dict[str, Any]) -> dict[str, Any]:
    return {"fields": {one["name"]: _field(one) for one in part.get("fields", ())}}


def _kept(type: dict[str, Any]) -> dict[str, Any]:
    return {"subtypes": type["subtypes"]} if "subtypes" in type else _parameters(type)


def _field(field: dict[str, Any]) -> list[Any]:
    only = _ONE_VALUE.search(field["description"]) if field["types"] == ["String"] else None
    return [field["types"], field["required"], *([only[1]] if only else ())]


def _reach(part: dict[str, Any], known: dict[str, Any], found: dict[str, Any]) -> None:
    fields = (types for types, *_ in part.get("fields", {}).values())
    for name in _named((*part.get("subtypes", ()), *(one for types in fields for one in types))):
        if name in known and name not in found:
            found[name] = _kept(known[name])
            _reach(found[name], known, found)


def _named(types: Iterable[str]) -> Iterable[str]:
    return (type.rpartition(" ")[2] for type in types)


if __name__ == "__main__":
    whole = json.loads(Path(sys.argv[1]).read_text(encoding="utf-8"))
    print(json.dumps(reduced(whole), separators=(",", ":"), ensure_ascii=False))
