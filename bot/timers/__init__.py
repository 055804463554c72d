"""Timers: what happens by itself, at its moment and once, also after a stop.

A timer is a row of one table (bot.store.timers). One loop (bot.timers.loop) looks which are due, and calls
the function of each kind; before that the heartbeat (bot.timers.heartbeat), which may move all of them.
"""

from bot.timers.games import GAMES
from bot.timers.registry import TimerKind
from bot.timers.reminders import digest, remind, remind_later
from bot.timers.upkeep import archive, check_logs, erase

TIMERS: dict[str, TimerKind] = {
    kind.name: kind for kind in (*GAMES, remind, remind_later, digest, erase, archive, check_logs)
}
"""The kinds of timers that each process meets, by name. Where they are wanted, it has those of webhooks
(bot.timers.webhooks) and of the page (bot.web.upkeep) too.
"""
