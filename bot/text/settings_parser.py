"""From typed text to settings: of a chat, and the values that a person's settings share with them."""

from collections.abc import Callable, Mapping
from itertools import chain
from typing import TypeVar

from bot.matches.clocks import CLOCKS
from bot.matches.outcomes import CommandRefused
from bot.model.chat_settings import OPENERS, STARTERS, ChatSettings
from bot.model.command_spec import CommandCall
from bot.model.commands import SPECS
from bot.model.local_time import known_quiet_hours, known_zone
from bot.model.message import POST_PICTURES, PostPictures
from bot.text.i18n import LANGUAGES
from bot.text.truncate import shortened

Word = TypeVar("Word", bound=str)

LONGEST_ECHO = 40
"""Letters of a typed text that a refusal repeats."""

SWITCH = {"": None, "on": True, "true": True, "off": False, "false": False}


def chat_settings(call: CommandCall) -> ChatSettings:
    """Settings of the chat. A board and its variant are one word in typed text: `title europe/mega`."""
    given = {name: call.lower(name) for name in call.given}
    require_known(call, given)
    return ChatSettings(
        known_language(call) if "language" in given else None,
        known_clock(call),
        known_pictures(call),
        one_of(OPENERS, "openers", given, "no-such-chat-setting"),
        one_of(STARTERS, "starters", given, "no-such-chat-setting"),
        given["title"].replace("/", " ") if "title" in given else None,
        switched("threads", given, "no-such-chat-setting"),
        switched("grouped", given, "no-such-chat-setting"),
        known("quiet", given, known_quiet_hours),
        known("timezone", given, known_zone),
    )


def one_of(
    words: tuple[Word, ...], name: str, given: Mapping[str, str], key: str = "no-such-setting"
) -> Word | None:
    """The word that is given for a setting; None where it is not given."""
    found = next((word for word in words if word == given.get(name)), None)
    if name in given and found is None:
        raise CommandRefused(key, word=shortened(f"{name} {given[name]}", LONGEST_ECHO))
    return found


def require_known(call: CommandCall, given: Mapping[str, str]) -> None:
    """Refuse names that the command does not have, and names without a value."""
    if not set(given) <= {one.name for one in SPECS[call.word].arguments} or "" in given.values():
        word = " ".join(chain(*given.items())).strip()
        key = "no-such-setting" if call.word == "settings" else "no-such-chat-setting"
        raise CommandRefused(key, word=shortened(word, LONGEST_ECHO))


def known_pictures(call: CommandCall) -> PostPictures | None:
    """What posts show; None where it is not given. Raises CommandRefused, as all these do."""
    word = call.lower("pictures")
    known = next((one for one in POST_PICTURES if one == word), None)
    if word and known is None:
        raise CommandRefused(
            "no-such-pictures", word=shortened(word, LONGEST_ECHO), pictures=", ".join(POST_PICTURES)
        )
    return known


def known_clock(call: CommandCall) -> str | None:
    """The word of a clock; None where it is not given."""
    word = call.lower("clock")
    if word and word not in CLOCKS:
        raise CommandRefused("no-such-clock", word=shortened(word, LONGEST_ECHO), clocks=", ".join(CLOCKS))
    return word or None


def known_language(call: CommandCall) -> str:
    """The code of a language."""
    code = call.lower("language")
    if code not in LANGUAGES:
        raise CommandRefused("no-such-language", word=code, languages=", ".join(LANGUAGES))
    return code


def switched(name: str, given: Mapping[str, str], key: str = "no-such-setting") -> bool | None:
    """Whether a setting is switched on or off; None where it is not given."""
    word = given.get(name, "")
    if word not in SWITCH:
        raise CommandRefused(key, word=shortened(f"{name} {word}", LONGEST_ECHO))
    return SWITCH[word]


def known(name: str, given: Mapping[str, str], find: Callable[[str], str]) -> str | None:
    """The value that is meant by what is given for a setting of time; None where it is not given."""
    if name not in given:
        return None
    if not (value := find(given[name])):
        raise CommandRefused(f"no-such-{name}", word=shortened(given[name], LONGEST_ECHO))
    return value
