"""Messages that show a deadline of a turn which goes on after the deadline has moved.

The newest post shows the new one. The posts of the same turn before it lose theirs, and the reminders in
private chats are edited. Panels are brought up to date by the announcer.
"""

from collections.abc import Sequence
from dataclasses import replace

from bot.matches import reminder_times
from bot.matches.match import Match, Step
from bot.matches.repository import MatchRepository
from bot.model.identity import Chat, Person
from bot.model.message import Message, Topic
from bot.notify.posts import post_key, without_deadline
from bot.notify.readers import PostStyle, Readers
from bot.notify.reminder_messages import reminded_seat, reminder_message
from bot.notify.sections import LATE, split_into_posts, topic_of
from bot.platforms.port import PostKey
from bot.store import Sent

_AT_FIRST = 30
"""How many steps back an old post is searched at first."""


def deadline_moves(before: Match | None, after: Match, seat: int) -> bool:
    """Whether a turn of a seat goes on, with another deadline or with none."""
    if before is None or before.game is None or before.deadline(seat) is None:
        return False
    same_turn = before.roster.holders[seat].clock.turn == after.roster.holders[seat].clock.turn
    return same_turn and before.deadline(seat) != after.deadline(seat)


async def post_without_deadline(
    repository: MatchRepository,
    readers: Readers,
    style: PostStyle,
    chat: Chat,
    sent: Sent,
    section: Sequence[Step],
) -> Message | None:
    """What an old post becomes when that of a `section` shows another deadline; None where it may stay."""
    before, match = section[0].before, section[-1].after
    moved = [seat for seat in range(len(match.roster.holders)) if deadline_moves(before, match, seat)]
    if before is None or not moved:
        return None
    if sent.topic is Topic.REMINDER:
        seat = reminded_seat(sent.key, before)
        if seat not in moved:
            return None
        message = await reminder_message(repository, readers, chat, match, seat, has_deadline=False)
        return replace(message, buttons=())
    grouped = (await repository.store.chats.settings(chat)).groups_computers
    old = await _section_of(repository, before, sent, grouped=grouped)
    return await without_deadline(old, style) if old else None


async def _section_of(
    repository: MatchRepository, match: Match, sent: Sent, *, grouped: bool
) -> tuple[Step, ...]:
    """The steps of a post; none where it may tell of more turns, as it was late."""
    reach = _AT_FIRST
    while True:
        steps = await repository.steps(match.id, max(0, match.seq - reach))
        sections = split_into_posts([step for step in steps if step.after.seq <= match.seq], grouped=grouped)
        whole = sections if reach >= match.seq else sections[1:]
        for section in whole:
            if str(post_key(section[-1].after, topic_of(section))) == sent.key:
                return section if sent.at - section[-1].at < LATE else ()
        if reach >= match.seq:
            return ()
        reach *= 4


async def refresh_reminders(
    repository: MatchRepository,
    readers: Readers,
    person: Person,
    before: Match | None,
    match: Match,
    seat: int,
) -> None:
    """Show the new deadline of a turn in the reminders of it that a person has."""
    if not deadline_moves(before, match, seat):
        return
    for sent in await repository.store.deliveries.sent(person, match.id):
        if sent.topic is Topic.REMINDER and reminded_seat(sent.key, match) == seat:
            is_late = sent.key.endswith(reminder_times.LATE)
            message = await reminder_message(repository, readers, person, match, seat, is_late=is_late)
            key = PostKey(match.id, Topic.REMINDER, match.roster.holders[seat].clock.turn or 0)
            await readers.platforms[person.platform].edit(
                person, sent.message, replace(message, mentions=()), key
            )
