"""The old name of `bot.platforms.port`, for adapters that are being moved."""

from bot.platforms.port import CannotHost, ChatMoved, Limits, NotSent, OnReachable, Platform, PostKey

__all__ = ["CannotHost", "ChatMoved", "Limits", "NotSent", "OnReachable", "Platform", "PostKey"]
