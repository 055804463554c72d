"""The local chat: a page on this machine where each tab is a person."""

from bot.platforms.local.platform import LocalPlatform
from bot.platforms.local.web_server import PortTaken

__all__ = ["LocalPlatform", "PortTaken"]
