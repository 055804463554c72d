"""Webhooks: a web address of a chat is told what is new, and after a failure again."""

from datetime import datetime

from bot.matches.leases import WEBHOOKS
from bot.model.identity import Chat
from bot.outbox.webhooks import WEBHOOK, tell
from bot.store.timers import CHAT
from bot.timers.registry import Due, TimerServices, timer


@timer(WEBHOOK, lease=WEBHOOKS, in_background=True)
async def webhook(due: Due, services: TimerServices) -> datetime | None:
    """Tell the web address of a chat whose turn it is, or that the game has ended."""
    chat = Chat.parse(due.owner)
    if not await services.recipients.allows(chat):
        return None
    wait = await tell(services.repository, services.outbox, chat, services.recipients.language)
    if wait is None:
        return None
    again = services.now + wait
    await services.repository.store.timers.set(CHAT, due.owner, {WEBHOOK: again})  # news do not hurry it
    return again
