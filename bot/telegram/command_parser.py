"""Messages to the bot, parsed into commands."""

import re
from dataclasses import dataclass

import telegram

from bot.commands import COMMANDS
from bot.model.call import Call
from bot.model.command import ADMIN_GROUP, TURN, CommandRow
from bot.telegram.chat_id import ANONYMOUS, ChatId

WELCOME = "welcome"
"""The command of Start, the first button of a private chat."""

ADMIN_WORDS = tuple(one.word for one in COMMANDS if one.is_for_admins)

_COMMAND = re.compile(r"/(?P<word>\w{1,32})(?:@(?P<bot>\w+))?(?:\s+(?P<rest>.*))?", re.DOTALL)
_WORDS = {one.names.get("telegram", one.word): one.word for one in COMMANDS} | {"start": WELCOME}
_LONGEST = 700


@dataclass(frozen=True, slots=True)
class ParsedCommand:
    """A typed command, and where it was given."""

    at: ChatId
    message: int
    call: Call
    is_anonymous: bool
    """Whether an admin speaks for the whole group."""
    is_by_channel: bool = False
    """Whether a channel writes here, which is no person: Telegram gives one id for all of them."""

    @property
    def word(self) -> str:
        """The word of the command, as the commands have it."""
        return self.call.word

    @property
    def row(self) -> CommandRow | None:
        """What is true of the command, if there is one."""
        return COMMANDS.get(self.word)

    @property
    def is_once_only(self) -> bool:
        """Whether it does more if it runs twice; see bot.telegram.updates."""
        changes = self.row is not None and self.row.changes
        return changes or self.plays or self.word == ADMIN_GROUP

    @property
    def plays(self) -> bool:
        """Whether it takes a turn, or a part of one."""
        return self.row is not None and self.row.section == TURN

    @property
    def is_personal(self) -> bool:
        """Whether it is about the person who gives it, rather than about the group."""
        if self.word == "language":
            return not self.call.text.lower().endswith((" here", " chat"))
        return self.row is not None and self.row.personal

    @property
    def means_one_game(self) -> bool:
        """Whether it is about one of the games that a person plays."""
        return self.row is not None and self.row.is_typed and self.row.means_one_game

    @property
    def tells_secret(self) -> bool:
        """Whether it says in public what only the person may know."""
        is_secret = self.row is not None and self.row.secret
        return is_secret and bool(self.call.text) and not self.at.is_private


def parse(message: telegram.Message, username: str) -> ParsedCommand | None:
    """Parse a message; None if it is no command for this bot. In private every text is a command, and a reply
    to a line of the bot goes on from it.
    """
    text, at, user = message.text or "", ChatId.of_message(message), message.from_user
    begun = message.reply_to_message
    if at.is_private and begun and begun.from_user and begun.from_user.is_bot and not text.startswith("/"):
        line = begun.text or ""
        text = f"{line} {text}" if line.startswith("/") else text
    slash = _COMMAND.fullmatch(text.strip())
    if user is None or (slash is None and not at.is_private):
        return None
    is_anonymous = message.sender_chat is not None and message.sender_chat == message.chat
    is_by_channel = message.sender_chat is not None and not is_anonymous
    if (is_by_channel and message.is_automatic_forward) or (is_anonymous and str(user.id) != ANONYMOUS):
        return None  # a post of the channel that the group belongs to
    bot = slash["bot"] if slash else None
    if bot and bot.lower() != username.lower():
        return None
    call = Call.typed(f"{slash['word']} {slash['rest'] or ''}" if slash else text)
    word = _WORDS.get(call.word, call.word)
    if call.word == "start" and not at.is_private:
        if not bot:
            return None  # every bot in the group gets it
        word = "help"
    call, row = Call(word, call.text[:_LONGEST]), COMMANDS.get(word)
    if not (at.is_private or bot or word == ADMIN_GROUP or (row and row.is_typed)):
        return None  # other bots have commands too
    return ParsedCommand(at, message.message_id, call, is_anonymous, is_by_channel)
