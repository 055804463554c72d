"""Messages that are edited after they were sent: votes, and deadlines of a turn that goes on.

The newest post shows a new deadline. The posts of the same turn before it lose theirs, and the reminders in
private chats are edited. Panels are brought up to date by the announcer.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import takewhile

from bot.matches.match import Match, Step
from bot.matches.roster_events import VoteClosed, VoteOpened
from bot.model.identity import Chat, Person
from bot.model.message import Message, Topic
from bot.outbox.lobby_posts import closed_lobby
from bot.outbox.notices import about, note
from bot.outbox.outbox import Outbox
from bot.outbox.posts import without_deadline
from bot.outbox.recipients import PostStyle, Recipients
from bot.outbox.reminder_messages import kind_of_reminder, reminded_seat, reminder_message
from bot.outbox.sections import LATE, split_into_posts, topic_of
from bot.shown.vote_posts import settled_vote, vote_message
from bot.store import NoticeRow
from bot.text.clock_text import tell_vote

_AT_FIRST = 30
"""How many steps back an old post is searched at first."""


@dataclass(frozen=True, slots=True)
class OldPosts:
    """Edits messages of the outbox that say something which has changed."""

    recipients: Recipients
    outbox: Outbox

    async def refresh_vote(self, chat: Chat, steps: Sequence[Step]) -> None:
        """Bring the post of a vote up to date with these steps, if they change it and it has been posted.

        What comes after the beginning of another vote is for its own post. Where a post cannot be edited,
        another one says that the table does not agree.
        """
        last = None
        for step in takewhile(lambda step: not isinstance(step.event, VoteOpened), steps):
            before, after = step.before.roster if step.before else None, step.after.roster
            if before and (before.vote, before.votes) != (after.vote, after.votes):
                last = step
        if last is None:
            return
        match, ledger = last.after, self.recipients.store.outbox
        rows = await ledger.own_notices(chat, match.id)
        posts = [row for row in rows if row.topic is Topic.VOTE and row.is_delivered]
        if not posts or posts[-1].event == match.seq:
            return
        vote, phrases = about(chat, match, Topic.VOTE), await self.recipients.chat_phrases(chat)
        if match.roster.vote:
            message = replace(vote_message(match, phrases), mentions=())  # an edit notifies nobody
            await self.outbox.edit(posts[-1], message, vote)
            return
        before = (last.before or match).roster
        result = tell_vote(last.event, before, phrases) if isinstance(last.event, VoteClosed) else ""
        message = settled_vote(before, result, phrases)
        edited = await self.outbox.edit(posts[-1], message, vote)
        if not edited and isinstance(last.event, VoteClosed) and not last.event.agreed:
            await self.outbox.deliver(message, about(chat, match, Topic.NOTE, "refused"))
        await ledger.forget(chat, match.id, posts[-1].key)

    async def replaced(
        self, chat: Chat, section: Sequence[Step], style: PostStyle, row: NoticeRow
    ) -> Message | None:
        """What an old post becomes when that of a section takes its place; None: it loses its buttons."""
        before, match = section[0].before, section[-1].after
        if row.topic is Topic.LOBBY:
            return closed_lobby(match, style.phrases)
        moved = [seat for seat in range(len(match.roster.holders)) if _deadline_moves(before, match, seat)]
        if before is None or not moved:
            return None
        if row.topic is Topic.REMINDER:
            seat = reminded_seat(row.key, before)
            if seat not in moved:
                return None
            message = await reminder_message(self.recipients, chat, match, seat, "still")
        else:
            grouped = (await self.recipients.store.chats.settings(chat)).groups_computers
            old = await self._section_of(before, chat, row, grouped=grouped)
            post = await without_deadline(old, style) if old else None
            if post is None:
                return None
            message = post
        people = [await self.recipients.read(one.person, match.id, tried=chat) for one in message.mentions]
        here = [one for one, who in zip(message.mentions, people, strict=True) if who.is_mentioned_in(chat)]
        return replace(message, buttons=(), mentions=tuple(here))

    async def _section_of(
        self, match: Match, chat: Chat, row: NoticeRow, *, grouped: bool
    ) -> tuple[Step, ...]:
        """The steps of a post; none where it may tell of more turns, as it was late."""
        reach = _AT_FIRST
        while True:
            steps = await self.recipients.repository.steps(match.id, max(0, match.seq - reach))
            until = [step for step in steps if step.after.seq <= match.seq]
            sections = split_into_posts(until, grouped=grouped)
            for section in sections if reach >= match.seq else sections[1:]:
                if str(about(chat, section[-1].after, topic_of(section)).key) == row.key:
                    return section if row.at - section[-1].at < LATE else ()
            if reach >= match.seq:
                return ()
            reach *= 4

    async def refresh_reminders(self, person: Person, before: Match | None, match: Match, seat: int) -> None:
        """Show the new deadline of a turn in the reminders of it that a person has."""
        if not _deadline_moves(before, match, seat):
            return
        for row in await self.recipients.store.outbox.own_notices(person, match.id):
            if row.topic is Topic.REMINDER and row.is_delivered and reminded_seat(row.key, match) == seat:
                kind = kind_of_reminder(row.key)
                message = await reminder_message(self.recipients, person, match, seat, kind)
                turn = match.roster.holders[seat].clock.turn or 0
                shown = note(person, match, turn, topic=Topic.REMINDER)
                await self.outbox.edit(row, replace(message, mentions=()), shown)


def _deadline_moves(before: Match | None, after: Match, seat: int) -> bool:
    """Whether a turn of a seat goes on, with another deadline or with none."""
    if before is None or before.game is None or before.deadline(seat) is None:
        return False
    same_turn = before.roster.holders[seat].clock.turn == after.roster.holders[seat].clock.turn
    return same_turn and before.deadline(seat) != after.deadline(seat)
