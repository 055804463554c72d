"""The post of a vote, edited in place while people vote, and once it is over."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import takewhile

from bot.matches.match import Step
from bot.matches.roster_events import VoteClosed, VoteOpened
from bot.model.identity import Chat
from bot.model.message import Message, Topic
from bot.notify.posts import post_key
from bot.platforms.port import Platform
from bot.service.vote_posts import settled_vote, vote_message
from bot.store import Store
from bot.text.clock_text import tell_vote
from bot.text.i18n import Phrases


async def refresh_vote(
    store: Store, platform: Platform, chat: Chat, steps: Sequence[Step], phrases: Phrases
) -> None:
    """Bring the post of a vote up to date with these steps, if they change it and it has been posted.

    What comes after the beginning of another vote is for its own post. Where a post cannot be edited, another
    one says that the table does not agree.
    """
    own = takewhile(lambda step: not isinstance(step.event, VoteOpened), steps)
    changes = [step for step in own if _changes_vote(step)]
    if not changes:
        return
    last, game = changes[-1], changes[-1].after.id
    sent = [one for one in await store.deliveries.sent(chat, game) if one.topic is Topic.VOTE]
    key, message = post_key(last.after, Topic.VOTE), _message(last, phrases)
    if not sent or sent[-1].key == str(key):
        return
    edited = await platform.edit(chat, sent[-1].message, message, key)
    if last.after.roster.vote:
        if edited:
            await store.deliveries.save_sent(chat, game, replace(sent[-1], key=str(key)))
        return
    if not edited and isinstance(last.event, VoteClosed) and not last.event.agreed:
        await platform.send(chat, message, replace(key, part="refused"), silent=True)
    await store.deliveries.forget_sent(chat, game, sent[-1].message)


def _changes_vote(step: Step) -> bool:
    if step.before is None:
        return False
    before, after = step.before.roster, step.after.roster
    return (before.vote, before.votes) != (after.vote, after.votes)


def _message(step: Step, phrases: Phrases) -> Message:
    """How a vote stands after a step. An edit notifies nobody."""
    if step.after.roster.vote:
        return replace(vote_message(step.after, phrases), mentions=())
    before = (step.before or step.after).roster
    result = tell_vote(step.event, before, phrases) if isinstance(step.event, VoteClosed) else ""
    return settled_vote(before, result, phrases)
