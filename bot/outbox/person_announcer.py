"""What each person is told unasked: their panel, and notes about a game, on their platform or another one."""

import asyncio
import logging
import re
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Literal

from bot.matches.match import Match, Step
from bot.matches.plans import has_to_act
from bot.matches.reminder_times import LATE, reminder_hours
from bot.model.callbacks import CallbackData
from bot.model.identity import Chat, Destination, Person
from bot.model.message import Button, Mention, Message, Topic, moment
from bot.model.permissions import MissingPermissions, Unreachable
from bot.model.port import Key
from bot.model.profile import Profile
from bot.outbox.notices import TRAINS, Notice, Renewal, has_decided, note, notices, panel_notice, plays_live
from bot.outbox.outbox import Outbox
from bot.outbox.recipients import Recipient, Recipients
from bot.outbox.sections import people_waited_for, seat_lost
from bot.requests.directory import heading, nearest_chat, place_of_game
from bot.requests.permissions import missing_permissions_message
from bot.shown.menus import reminder_buttons
from bot.shown.panels import PanelParts, lost_seat, news_of, private_panel, with_board, with_hint
from bot.shown.picture_service import PictureService
from bot.store import NoticeRow, NoticeState, UnreadableGame
from bot.tasks import fault
from bot.text.i18n import person as person_name
from bot.text.labels import board_title, platform_name
from bot.text.prompts import outlook_text
from engine.view import view_for

_OF_SEAT = re.compile(r"-(\d+)-r(\d+)(?:half|late|s\d+)")
"""What the key of a reminder says: the turn, and the seat."""


ReminderKind = Literal["half", "late", "still"]
"""Whether half of the time is over or nearly all of it; "still" does not say until when a turn may take."""


def kind_of_reminder(part: str) -> ReminderKind:
    """The kind of the reminder with this part in its key, or with this key."""
    return "late" if part.endswith(LATE) else "half"


def reminded_seat(key: str, match: Match) -> int | None:
    """The seat whose present turn the reminder with this key is about; None for any other message."""
    named = _OF_SEAT.search(key)
    if named is None or int(named[2]) >= len(match.roster.holders):
        return None
    turn = match.roster.holders[int(named[2])].clock.turn
    return int(named[2]) if turn == int(named[1]) else None


async def reminder_message(
    recipients: Recipients, to: Destination, match: Match, seat: int, kind: ReminderKind
) -> Message:
    """The reminder of a seat's turn: until when it may take, and what its person can do."""
    repository, store = recipients.repository, recipients.store
    person, name = Person.parse(match.roster.holders[seat].person), match.roster.names[seat]
    mentions, until = (Mention(person, name),), match.deadline(seat)
    due = moment(until) if until and kind != "still" else ""
    profile = await store.people.profile(person) or Profile(person, "")
    hours, now = await reminder_hours(repository, match, profile), repository.clock.now()
    if isinstance(to, Chat):
        words = await recipients.directory.chat_phrases(to)
        text = words.say(
            "reminder-in-the-chat" if due else "reminder-in-the-chat-still", name=name, until=due
        )
        buttons = reminder_buttons(match, seat, words, hours, now, in_place=False)
        return Message(text, buttons=buttons, mentions=mentions)
    words = await recipients.person_phrases(person, match.id)
    place = await place_of_game(store, person, match.id, board_title(match.board.title, words))
    text = words.say("reminder", place=place, until=due, kind=kind if due else "still")
    buttons = reminder_buttons(match, seat, words, hours, now, in_place=True)
    return Message(text, buttons=buttons, mentions=mentions)


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
    pictures: PictureService

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
            message = await self._message_of(notice, person, steps)
            await self._deliver(match, message, notice, upto=match.seq if notice is told[-1] else None)
        if seat is not None:
            await self._refresh_reminders(person, steps[0].before, match, seat)
        return match.seq

    async def show(self, match: Match, seat: int, notice: Notice) -> None:
        """Show the person in a seat their panel."""
        await self._deliver(match, await self._panel(match, seat), notice)

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
        message = await self._turn_elsewhere(account, person, match)
        mention = Mention(account, match.roster.names[seat])
        notice = replace(note(account, match, decision.revision, "turn"), quiet=plays_live(match, seat))
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

    async def _refresh_reminders(self, person: Person, before: Match | None, match: Match, seat: int) -> None:
        """Show the new deadline of a turn in the reminders of it that a person has."""
        if not deadline_moves(before, match, seat):
            return
        for row in await self.recipients.store.outbox.own_notices(person, match.id):
            if row.topic is Topic.REMINDER and row.is_delivered and reminded_seat(row.key, match) == seat:
                kind = kind_of_reminder(row.key)
                message = await reminder_message(self.recipients, person, match, seat, kind)
                turn = match.roster.holders[seat].clock.turn or 0
                shown = note(person, match, turn, topic=Topic.REMINDER)
                await self.outbox.edit(row, replace(message, mentions=()), shown)

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
            message = await self.lost_chat(chat, match, seat, gone=is_gone)
            if (await self.recipients.read(person, match.id)).is_notified(of_decision=False):
                message = replace(message, mentions=(Mention(person, match.roster.names[seat]),))
            with suppress(Unreachable):
                await self.outbox.deliver(message, note(person, match, lost.event))
        is_same_loss = any(row.key == loss for row in await ledger.own_notices(chat, match.id))
        if is_same_loss and (chat, match.id) in self.recipients.unreachable:
            await ledger.save(chat, match.id, replace(lost, state=NoticeState.DELIVERED))
        else:  # it was found again meanwhile: its next loss is told separately
            await ledger.forget(chat, match.id, loss)

    # ---- what is said

    async def _panel(self, match: Match, seat: int, *, with_map: bool = True) -> Message:
        """The panel of a seat."""
        person, store = Person.parse(match.roster.holders[seat].person), self.recipients.store
        words = await self.recipients.person_phrases(person, match.id)
        name = await heading(store, person, match, words)
        news = await news_of(self.recipients.repository, match, seat, words)
        parts = PanelParts(heading=name, news=news, with_map=with_map)
        panel = await private_panel(self.pictures, match, seat, words, parts)
        panel = await with_hint(panel, store, person, match, seat, words)
        if (await self.recipients.read(person, match.id)).own_chat:
            panel = with_board(panel, self.pictures, match, words)
        return panel

    async def _message_of(self, notice: Notice, person: Person, steps: Sequence[Step]) -> Message:
        """What a notice about some steps says: a panel, that a seat is lost, or that the end is near."""
        match = steps[-1].after
        seat = match.roster.seat_of(str(person))
        if seat is not None and notice.key.topic is Topic.PANEL:
            panel = await self._panel(match, seat, with_map=notice.with_map)
            return replace(panel, keeps_pictures=notice.keeps_pictures)
        words = await self.recipients.person_phrases(person, match.id)
        name = await heading(self.recipients.store, person, match, words)
        if seat is None:
            lost = [seat for step in steps if (seat := seat_lost(step, person)) is not None]
            gone = lost_seat(match, lost[-1], person, words)
            return replace(gone, text="\n".join(filter(None, (name, gone.text))))
        assert match.game
        outlook = await asyncio.to_thread(outlook_text, view_for(match.game, seat), words)
        lead = words.say("warning-last-round")
        if notice.part == TRAINS:
            trains = match.game.table.trains
            last = trains.index(min(trains))
            lead = words.say("warning-trains", name=match.roster.names[last], count=trains[last])
        return Message("\n".join(filter(None, (name, lead, outlook))))

    async def _turn_elsewhere(self, account: Person, person: Person, match: Match) -> Message:
        """The message that tells a linked account of its person's turn on another platform."""
        words = await self.recipients.person_phrases(account, match.id)
        place = await place_of_game(
            self.recipients.store, person, match.id, board_title(match.board.title, words)
        )
        seat = match.roster.seat_of(str(person)) or 0
        platform, name = platform_name(person.platform, words), match.roster.names[seat]
        show = Button(words.say("button-show"), CallbackData(match.id, 0, "hand").code, "main")
        text = words.say("notify-elsewhere", name=name, place=place, platform=platform)
        return Message(text, buttons=((show,),))

    async def lost_chat(self, chat: Chat, match: Match, seat: int, *, gone: bool) -> Message:
        """What a player is told when the chat of their game is `gone`, or takes no posts at the moment."""
        person = Person.parse(match.roster.holders[seat].person)
        words = await self.recipients.person_phrases(person, match.id)
        place = await self.recipients.store.chats.title(chat)
        title = board_title(match.board.title, words)
        place = " · ".join(filter(None, (person_name(place) if place else "", title)))
        text = words.say("chat-lost" if gone else "chat-refuses", place=place)
        if seat in people_waited_for(match):
            text = f"{text}\n{words.say('chat-lost-waiting')}"
        button = Button(words.say("button-hand"), CallbackData(match.id, 0, "hand").code, "main")
        return Message(text, buttons=((button,),))

    async def next_game(self, person: Person, chat: Chat, match: Match) -> Message:
        """What somebody who waits for the next game of a chat is told when it opens."""
        words, store = await self.recipients.person_phrases(person, match.id), self.recipients.store
        place = await store.chats.title(chat) or words.say("a-chat")
        title = board_title(match.board.title, words)
        text = words.say("told-of-game", place=person_name(place), title=title)
        sent = [row.message for row in await store.outbox.notices(chat, match.id) if row.topic is Topic.LOBBY]
        link = await self.recipients.platforms[chat.platform].link_to(chat, sent[-1]) if sent else ""
        buttons = ((Button(words.say("button-go-there"), link),),) if link else ()
        return Message(text, buttons=buttons)


def deadline_moves(before: Match | None, after: Match, seat: int) -> bool:
    """Whether a turn of a seat goes on, with another deadline or with none."""
    if before is None or before.game is None or before.deadline(seat) is None:
        return False
    same_turn = before.roster.holders[seat].clock.turn == after.roster.holders[seat].clock.turn
    return same_turn and before.deadline(seat) != after.deadline(seat)


def loss_of(game: str) -> str:
    """The key under which it is noted at a chat that the players know of its loss."""
    return str(Key(game, Topic.NOTE, "lost"))
