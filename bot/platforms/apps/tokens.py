"""Tokens by which a page comes back after its connection broke: signed, and good for some hours."""

import hmac
from datetime import datetime, timedelta

from bot.model.identity import Person

LASTS = timedelta(hours=12)


def token_of(person: Person, key: bytes, now: datetime) -> str:
    """A token that says who its holder is."""
    content = f"{int((now + LASTS).timestamp())}.{person}"
    return f"{content}.{_signature(content, key)}"


def holder_of(token: str, key: bytes, now: datetime) -> Person | None:
    """Whose token it is; None where it is forged or too old."""
    content, _, signature = token.rpartition(".")
    if not hmac.compare_digest(signature.encode(), _signature(content, key).encode()):
        return None
    until, _, person = content.partition(".")
    return Person.parse(person) if int(until) >= now.timestamp() else None


def _signature(content: str, key: bytes) -> str:
    return hmac.new(key, f"board token {content}".encode(), "sha256").hexdigest()
