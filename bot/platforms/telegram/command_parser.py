"""Messages to the bot, parsed into commands."""

import re
from dataclasses import dataclass

import telegram

from bot.model.command_spec import ADMIN_GROUP, CommandSpec, Trait
from bot.model.commands import COMMANDS, SPECS, Command
from bot.platforms.telegram.chat_id import ANONYMOUS, ChatId
from bot.text.parser import known_command

WELCOME = "welcome"
"""The command of Start, the first button of a private chat."""

ADMIN_WORDS = tuple(spec.word for spec in COMMANDS if spec.has(Trait.ADMIN))

_COMMAND = re.compile(r"/(?P<word>\w{1,32})(?:@(?P<bot>\w+))?(?:\s+(?P<rest>.*))?", re.DOTALL)
_WORDS = {spec.telegram: spec.word for spec in COMMANDS if spec.telegram} | {"start": WELCOME}
_LONGEST = 700


@dataclass(frozen=True, slots=True)
class ParsedCommand:
    """A command: where it was given, its word in the command table, and what follows the word."""

    at: ChatId
    message: int
    word: str
    rest: str
    is_addressed: bool
    """Whether it names this bot."""
    is_anonymous: bool
    """Whether an admin speaks for the whole group."""
    is_by_channel: bool = False
    """Whether a channel writes here, which is no person: Telegram gives one id for all of them."""

    @property
    def line(self) -> str:
        """The command as the dispatcher reads it."""
        return f"{self.word} {self.rest}".strip()

    @property
    def spec(self) -> CommandSpec[Command] | None:
        """The row of the command table, if there is one."""
        return SPECS.get(self.word)

    @property
    def is_ours(self) -> bool:
        """Whether it is meant for this bot: in a group, other bots have commands too."""
        is_known = self.word == ADMIN_GROUP or (self.spec is not None and self.spec.has(Trait.TYPED))
        return self.at.is_private or self.is_addressed or is_known

    @property
    def is_once_only(self) -> bool:
        """Whether it does more if it runs twice; see bot.platforms.telegram.updates."""
        spec = self.spec
        changes = spec is not None and spec.has(Trait.CHANGES)
        return changes or self.plays or self.word == ADMIN_GROUP

    @property
    def plays(self) -> bool:
        """Whether it takes a turn, or a part of one."""
        return self.spec is not None and self.spec.section == "turn"

    @property
    def is_personal(self) -> bool:
        """Whether it is about the person who gives it, rather than about the group."""
        if self.word == "language":
            return not self.rest.lower().endswith((" here", " chat"))
        return self.spec is not None and self.spec.has(Trait.PERSONAL)

    @property
    def means_one_game(self) -> bool:
        """Whether it is about one of the games that a person plays."""
        return self.spec is not None and self.spec.has(Trait.TYPED) and not self.spec.has(Trait.ANY_GAME)

    @property
    def tells_secret(self) -> bool:
        """Whether it says in public what only the person may know."""
        is_secret = self.spec is not None and self.spec.has(Trait.SECRET)
        return is_secret and bool(self.rest) and not self.at.is_private


def parse(message: telegram.Message, username: str) -> ParsedCommand | None:
    """Parse a message; None if it is no command for this bot. In private every text is a command."""
    text, at, user = message.text or "", ChatId.of_message(message), message.from_user
    found = _COMMAND.fullmatch(text.strip())
    if user is None or (found is None and not at.is_private):
        return None
    is_anonymous = message.sender_chat is not None and message.sender_chat == message.chat
    is_by_channel = message.sender_chat is not None and not is_anonymous
    if (is_by_channel and message.is_automatic_forward) or (is_anonymous and str(user.id) != ANONYMOUS):
        return None  # a post of the channel that the group belongs to
    word, bot, rest = (found["word"], found["bot"], found["rest"] or "") if found else _split(text)
    if bot and bot.lower() != username.lower():
        return None
    word = word.lower()
    if word == "start" and not at.is_private:
        if not bot:
            return None  # every bot in the group gets it
        word = "help"
    rest = " ".join(rest.split())[:_LONGEST]
    word = _WORDS.get(word, word)
    return ParsedCommand(at, message.message_id, word, rest, bool(bot), is_anonymous, is_by_channel)


def _split(text: str) -> tuple[str, str, str]:
    """The word and the rest of a command in private, told apart as the dispatcher tells them apart."""
    _, word, rest = known_command(text)
    return word, "", rest
