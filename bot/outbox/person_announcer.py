"""What each person is told unasked: their panel, and notes about a game, on their platform or another one."""

import asyncio
import logging
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, replace

from bot.matches.match import Match, Step
from bot.matches.plans import has_to_act
from bot.model.identity import Chat, Person
from bot.model.message import Mention, Message, Topic
from bot.model.permissions import MissingPermissions, Unreachable
from bot.model.port import Key
from bot.outbox.notices import Notice, Renewal, has_decided, note, notices, panel_notice
from bot.outbox.old_posts import OldPosts
from bot.outbox.outbox import Outbox
from bot.outbox.private_messages import PrivateMessages
from bot.outbox.recipients import Recipient, Recipients
from bot.requests.directory import nearest_chat
from bot.requests.permissions import missing_permissions_message
from bot.store import NoticeRow, NoticeState, UnreadableGame
from bot.tasks import fault

_ELSEWHERE = 5.0
"""Seconds that another platform may take to tell a linked account of a turn. After that, the person is
notified where they play too.
"""

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class PersonAnnouncer:
    """Tells persons. Methods raise Unreachable and NotSent unless they say otherwise."""

    recipients: Recipients
    outbox: Outbox
    messages: PrivateMessages
    old_posts: OldPosts

    async def tell(self, person: Person, steps: Sequence[Step]) -> int:
        """Tell a person what is new for them. Returns the last event of that."""
        match = steps[-1].after
        seat = match.roster.seat_of(str(person))
        audience = await self.recipients.audience(person, match, [person])
        told, recipient = notices(steps, person, audience), audience.people[person]
        acts = seat is not None and has_to_act(match, seat) and not recipient.panel_is_post
        is_called = acts and any(notice.opened and notice.mentions for notice in told)
        if is_called and await self.tell_elsewhere(recipient, match):
            people = {person: replace(recipient, told_elsewhere=True)}
            told = notices(steps, person, replace(audience, people=people))
        for notice in told:
            message = await self.messages.about(notice, person, steps)
            await self._deliver(match, message, notice, upto=match.seq if notice is told[-1] else None)
        if seat is not None:
            await self.old_posts.refresh_reminders(person, steps[0].before, match, seat)
        return match.seq

    async def show(self, match: Match, seat: int, notice: Notice) -> None:
        """Show the person in a seat their panel."""
        await self._deliver(match, await self.messages.panel(match, seat), notice)

    async def _deliver(self, match: Match, message: Message, notice: Notice, upto: int | None = None) -> None:
        """Deliver a private message. Raises NotSent if its person decides while pictures of a panel that
        notifies them are drawn.
        """
        person = notice.to
        assert isinstance(person, Person)
        seat, is_called = match.roster.seat_of(str(person)), notice.opened and notice.mentions
        acts = is_called and seat is not None and has_to_act(match, seat)
        message = replace(message, mentions=notice.mentions)
        await self.outbox.deliver(
            message, notice, upto=upto, is_wanted=lambda: not acts or self.still_asks(person, match)
        )
        self.recipients.unreachable.pop((person, match.id), None)

    def still_asks(self, person: Person, match: Match) -> bool:
        """Whether a person has not made the decision that the match waited for, as far as is known here."""
        now = self.recipients.repository.in_memory(match.id)
        return now is None or not has_decided(person, match, now)

    async def tell_elsewhere(self, recipient: Recipient, match: Match) -> bool:
        """Tell a linked account of a person's turn, once, if they want that.

        True where they need no notification where they play. A platform that fails or refuses means False.
        """
        account, person = recipient.account, recipient.person
        seat = match.roster.seat_of(str(person))
        decision = match.table.decisions[seat] if match.table and seat is not None else None
        if account is None or seat is None or decision is None or recipient.ping == "none":
            return False
        message = await self.messages.turn_elsewhere(account, person, match)
        mention = Mention(account, match.roster.names[seat])
        notice = note(account, match, decision.revision, "turn")
        telling = self.outbox.begin(replace(message, mentions=(mention,)), notice)

        def log_fault(telling: asyncio.Task[NoticeRow]) -> None:
            if not telling.cancelled() and isinstance(error := telling.exception(), Exception):
                log.info("a linked account was not told: %s", fault(error))

        telling.add_done_callback(log_fault)
        done, _ = await asyncio.wait({telling}, timeout=_ELSEWHERE)  # a call that is cancelled may hang
        return bool(done) and telling.exception() is None and recipient.notify_on != "both"

    async def write_again(self, person: Person, game: str | None = None) -> int | None:
        """Send a person the panels of their games, or of one, although DMs were blocked.

        Returns how many there are; None if DMs are still blocked.
        """
        people, shown = self.recipients.store.people, 0
        if await people.blocks_dms(person):
            await people.note_dms_blocked(person, blocked=False)
        try:
            for account, own, _, closed in await people.games_of(person):
                if closed or account != person or game not in (None, own):
                    continue
                with suppress(UnreadableGame):
                    match = await self.recipients.repository.read(own)
                    seat = match.roster.seat_of(str(person))
                    if match.game and seat is not None:
                        recipient = await self.recipients.read(person, own)
                        await self.show(match, seat, panel_notice(match, seat, recipient, 0, Renewal.AGAIN))
                        shown += 1
        except Unreachable:
            return None
        return shown

    # ---- about a chat that takes no posts

    async def tell_creator(self, match: Match, missing: MissingPermissions) -> None:
        """Tell the creator of a match, once, which permissions are missing to post about it, if they can be
        reached.
        """
        creator = Person.parse(match.roster.creator)
        if creator.platform not in self.recipients.platforms:
            return
        words = await self.recipients.person_phrases(creator, match.id)
        lack = missing_permissions_message(missing.speech, missing.place, words)
        try:
            lack = replace(lack, mentions=(Mention(creator, ""),))
            await self.outbox.deliver(lack, note(creator, match, match.seq))
        except Unreachable:
            log.info("game %s: its creator cannot be reached either", match.id)

    async def tell_of_loss(self, chat: Chat, match: Match, *, is_gone: bool) -> None:
        """Tell everybody with a seat how to go on without the chat, once for each time that it is lost.

        After a failure the next try uses the same keys, so that nobody is told twice.
        """
        ledger, loss = self.recipients.store.outbox, loss_of(match.id)
        rows = {row.key: row for row in await ledger.own_notices(chat, match.id)}
        now = self.recipients.repository.clock.now()
        lost = rows.get(loss) or NoticeRow(loss, Topic.NOTE, match.seq, NoticeState.REFUSED, now)
        if lost.is_delivered:
            return
        await ledger.save(chat, match.id, lost)
        for seat, holder in enumerate(match.roster.holders):
            person = Person.parse(holder.person) if holder.person else None
            if person is None or person.platform not in self.recipients.platforms:
                continue
            if await nearest_chat(self.recipients.store, person, match.id) != chat:
                continue  # they follow the game in another chat
            message = await self.messages.lost_chat(chat, match, seat, gone=is_gone)
            if (await self.recipients.read(person, match.id)).is_notified(of_decision=False):
                message = replace(message, mentions=(Mention(person, match.roster.names[seat]),))
            with suppress(Unreachable):
                await self.outbox.deliver(message, note(person, match, lost.event))
        is_same_loss = any(row.key == loss for row in await ledger.own_notices(chat, match.id))
        if is_same_loss and (chat, match.id) in self.recipients.unreachable:
            await ledger.save(chat, match.id, replace(lost, state=NoticeState.DELIVERED))
        else:  # it was found again meanwhile: its next loss is told separately
            await ledger.forget(chat, match.id, loss)


def loss_of(game: str) -> str:
    """The key under which it is noted at a chat that the players know of its loss."""
    return str(Key(game, Topic.NOTE, "lost"))
