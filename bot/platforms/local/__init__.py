"""The local chat: a page on this machine where each tab is a person."""

from bot.platforms.local.platform import LocalChat
from bot.platforms.local.site import PortTaken

__all__ = ["LocalChat", "PortTaken"]
