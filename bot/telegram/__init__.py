"""Telegram: commands in groups and topics, inline keyboards, alerts, and a private chat with each player."""

import os

os.environ.setdefault("PTB_TIMEDELTA", "true")  # the library warns about each duration that is a bare number
