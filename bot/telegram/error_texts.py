"""What the errors of Telegram mean. It has a text for each case and few error codes."""

from telegram.error import BadRequest, Forbidden, RetryAfter, TelegramError

from bot.model.permissions import Gone, TopicClosed, Unreachable

_BLOCKED = ("initiate conversation", "blocked by the user", "user is deactivated", "chat not found")
_CANNOT_POST = (
    "chat not found",
    "message thread not found",
    "topic_closed",
    "topic_deleted",
    "chat_write_forbidden",
    "chat_send_plain_forbidden",
    "chat_restricted",
    "chat_admin_required",
    "not enough rights to send text",
    "have no rights to send",
    "need administrator rights",
    "group is deactivated",
    "channel_private",
)
_GONE = (
    "bot was kicked",
    "bot is not a member",
    "chat was deleted",
    "group is deactivated",
    "message thread not found",
    "topic_deleted",
)
_UNCHANGED = ("message is not modified", "message_not_modified")
_CANNOT_BE_EDITED = (
    "message to edit not found",
    "message can't be edited",
    "message_id_invalid",
)
_OF_ANOTHER_KIND = (
    "there is no text in the message",
    "there is no media in the message",
    "there is no caption in the message",
)
_UNKNOWN_FILE = ("wrong file identifier", "wrong remote file identifier", "wrong file_id", "file_reference_")
_TOO_LATE = ("query is too old", "query id is invalid", "query_id_invalid")


def is_blocked(error: TelegramError) -> bool:
    """Whether the bot cannot write to a person: they never pressed Start, blocked it, or left Telegram."""
    return isinstance(error, Forbidden) or _mentions(error, _BLOCKED)


def cannot_post(error: TelegramError) -> bool:
    """Whether the bot cannot post in a group: it was removed or muted, or the topic was deleted or closed."""
    return isinstance(error, Forbidden) or _mentions(error, _CANNOT_POST)


def unreachable(error: TelegramError) -> Unreachable:
    """What an error says about a group in which the bot cannot post."""
    if is_topic_closed(error):
        return TopicClosed()
    return Gone() if any(words in str(error).lower() for words in _GONE) else Unreachable()


def is_topic_closed(error: TelegramError) -> bool:
    """Whether a topic is closed to the bot."""
    return _mentions(error, ("topic_closed",))


def is_refusal(error: TelegramError) -> bool:
    """Whether Telegram certainly did nothing."""
    return isinstance(error, BadRequest | Forbidden | RetryAfter) or _is_too_large(error)


def may_refuse_files(error: TelegramError) -> bool:
    """Whether a message that was refused may be taken without its picture: the chat takes none, the picture
    cannot be processed, or it is too large. Telegram has many texts for that, and new ones come.
    """
    is_about_chat = not isinstance(error, BadRequest) or _mentions(error, (*_CANNOT_POST, *_BLOCKED))
    return _is_too_large(error) or not is_about_chat


def _is_too_large(error: TelegramError) -> bool:
    return "request entity too large" in str(error).lower()  # the library raises a NetworkError for it


def refuses_reactions(error: TelegramError) -> bool:
    """Whether a group allows no reactions, or not this one."""
    return _mentions(error, ("not enough rights to react", "reaction_invalid", "reactions are disabled"))


def is_unchanged(error: TelegramError) -> bool:
    """Whether a message already shows what it should show."""
    return _mentions(error, _UNCHANGED)


def cannot_be_edited(error: TelegramError) -> bool:
    """Whether a message has to be replaced by a new one."""
    return _mentions(error, _CANNOT_BE_EDITED) or is_of_another_kind(error)


def is_of_another_kind(error: TelegramError) -> bool:
    """Whether a message has a photo where a text was expected, or a text where a photo was."""
    return _mentions(error, _OF_ANOTHER_KIND)


def is_unknown_file(error: TelegramError) -> bool:
    """Whether Telegram no longer knows a file by its id."""
    return _mentions(error, _UNKNOWN_FILE)


def is_too_late(error: TelegramError) -> bool:
    """Whether it is too late to answer a click."""
    return _mentions(error, _TOO_LATE)


def _mentions(error: TelegramError, words: tuple[str, ...]) -> bool:
    text = str(error).lower()
    return isinstance(error, BadRequest) and any(word in text for word in words)
