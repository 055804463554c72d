"""What Telegram answers when it does not do as asked: it has words for each case, and few numbers."""

from telegram.error import BadRequest, Forbidden, RetryAfter, TelegramError

_CLOSED = ("initiate conversation", "blocked by the user", "user is deactivated", "chat not found")
_GONE = (
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
_NO_PICTURES = (
    "not enough rights to send photo",
    "chat_send_photos_forbidden",
    "chat_send_media_forbidden",
    "not enough rights to send media",
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
_LOST = ("wrong file identifier", "wrong remote file identifier", "wrong file_id", "file_reference_")
_TOO_LATE = ("query is too old", "query id is invalid", "query_id_invalid")


def is_closed(error: TelegramError) -> bool:
    """Whether the bot cannot write to a person: they never began, have blocked it, or are gone."""
    return isinstance(error, Forbidden) or _says(error, _CLOSED)


def is_gone(error: TelegramError) -> bool:
    """Whether the bot cannot speak in a place: removed, silenced, or the topic deleted or closed."""
    return isinstance(error, Forbidden) or _says(error, _GONE)


def is_refusal(error: TelegramError) -> bool:
    """Whether it is certain that nothing was done."""
    return isinstance(error, BadRequest | Forbidden | RetryAfter)


def refuses_pictures(error: TelegramError) -> bool:
    """Whether a place takes words, and no pictures."""
    return _says(error, _NO_PICTURES)


def is_unchanged(error: TelegramError) -> bool:
    """Whether a message stands there already as it was to be."""
    return _says(error, _UNCHANGED)


def cannot_be_edited(error: TelegramError) -> bool:
    """Whether another message has to take a message's place."""
    return _says(error, _CANNOT_BE_EDITED) or is_of_another_kind(error)


def is_of_another_kind(error: TelegramError) -> bool:
    """Whether a message is there, and shows a photo where a text was looked for, or a text."""
    return _says(error, _OF_ANOTHER_KIND)


def is_lost(error: TelegramError) -> bool:
    """Whether Telegram does not know a picture by the name that it gave it."""
    return _says(error, _LOST)


def is_too_late(error: TelegramError) -> bool:
    """Whether a press cannot be answered any more."""
    return _says(error, _TOO_LATE)


def _says(error: TelegramError, words: tuple[str, ...]) -> bool:
    said = str(error).lower()
    return isinstance(error, BadRequest) and any(word in said for word in words)
