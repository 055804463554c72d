"""The post of a vote, edited in place while people vote, and once it is over."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import takewhile

from bot.matches.match import Step
from bot.matches.roster_events import VoteClosed, VoteOpened
from bot.model.identity import Chat
from bot.model.message import Topic
from bot.notify.posts import post_key
from bot.notify.readers import Readers
from bot.service.vote_posts import settled_vote, vote_message
from bot.text.clock_text import tell_vote


async def refresh_vote(readers: Readers, chat: Chat, steps: Sequence[Step]) -> None:
    """Bring the post of a vote up to date with these steps, if they change it and it has been posted.

    What comes after the beginning of another vote is for its own post. Where a post cannot be edited, another
    one says that the table does not agree.
    """
    last = None
    for step in takewhile(lambda step: not isinstance(step.event, VoteOpened), steps):
        before, after = step.before.roster if step.before else None, step.after.roster
        if before and (before.vote, before.votes) != (after.vote, after.votes):
            last = step
    if last is None:
        return
    game, deliveries, platform = last.after.id, readers.store.deliveries, readers.platforms[chat.platform]
    sent = [post for post in await deliveries.sent(chat, game) if post.topic is Topic.VOTE]
    key = post_key(last.after, Topic.VOTE)
    if not sent or sent[-1].key == str(key):
        return
    phrases = await readers.chat_phrases(chat)
    if last.after.roster.vote:
        message = replace(vote_message(last.after, phrases), mentions=())  # an edit notifies nobody
    else:
        before = (last.before or last.after).roster
        result = tell_vote(last.event, before, phrases) if isinstance(last.event, VoteClosed) else ""
        message = settled_vote(before, result, phrases)
    edited = await platform.edit(chat, sent[-1].message, message, key)
    if last.after.roster.vote:
        if edited:
            await deliveries.save_sent(chat, game, replace(sent[-1], key=str(key)))
        return
    if not edited and isinstance(last.event, VoteClosed) and not last.event.agreed:
        await platform.send(chat, message, replace(key, part="refused"), silent=True)
    await deliveries.forget_sent(chat, game, sent[-1].message)
