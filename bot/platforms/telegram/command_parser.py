"""What a message to the bot says: the words of a command, without what only Telegram needs."""

import re
from dataclasses import dataclass

import telegram

from bot.model.identity import Person
from bot.platforms.telegram.chat_id import ANONYMOUS, ChatId, person_of, spot_of

ADMIN = "gameadmin"

WELCOME = "welcome"
"""What Start means, which is pressed in private."""

_COMMAND = re.compile(r"/(?P<word>\w{1,32})(?:@(?P<bot>\w+))?(?:\s+(?P<rest>.*))?", re.DOTALL)
_WORDS = {"newgame": "new", "startgame": "start", "start": WELCOME}
_LONGEST = 200


@dataclass(frozen=True, slots=True)
class ParsedCommand:
    """A command: who gave it and where, its word as the desk has it, and what came behind the word.

    `addressed` tells whether this bot was named, `anonymous` whether an admin speaks for the whole group.
    """

    person: Person
    name: str
    spot: ChatId
    word: str
    rest: str
    addressed: bool
    anonymous: bool
    message: int

    @property
    def line(self) -> str:
        """The command as the desk reads it."""
        return f"{self.word} {self.rest}".strip()


def heard(message: telegram.Message, username: str) -> ParsedCommand | None:
    """A message as a command; None where it is none, or is for another bot. In private all are ours."""
    text, spot, user = message.text or "", spot_of(message), message.from_user
    found = _COMMAND.fullmatch(text.strip())
    if user is None or (found is None and not spot.is_private):
        return None
    anonymous = message.sender_chat is not None
    if anonymous and (str(user.id) != ANONYMOUS or message.sender_chat != message.chat):
        return None  # a channel speaks, which is nobody
    word, bot, rest = (found["word"], found["bot"], found["rest"] or "") if found else _words(text)
    if bot and bot.lower() != username.lower():
        return None
    called = word.lower()
    if called == "start" and not spot.is_private:
        if not bot:
            return None  # every bot in the group is told of it
        called = "help"
    rest = " ".join(rest.split())[:_LONGEST]
    known = _WORDS.get(called, called)
    return ParsedCommand(
        person_of(user), user.full_name, spot, known, rest, bool(bot), anonymous, message.message_id
    )


def _words(text: str) -> tuple[str, str, str]:
    word, _, rest = text.strip().partition(" ")
    return word, "", rest
