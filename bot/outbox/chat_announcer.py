"""What each chat is told unasked: a post for each section of the log, and what comes with it."""

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from itertools import takewhile

from bot.matches.match import Match, Step
from bot.matches.roster import Status
from bot.matches.roster_events import VoteClosed, VoteOpened
from bot.metrics import POST_SECONDS
from bot.model.callbacks import CallbackData
from bot.model.identity import Chat, Person
from bot.model.local_time import quiet_span, zone
from bot.model.message import Button, Mention, Message, Topic
from bot.model.permissions import MissingPermissions, Silenced, Unreachable
from bot.outbox.notices import (
    FULL,
    NEXT_GAME,
    READY,
    Notice,
    about,
    has_decided,
    mentioned,
    news_for_host,
    note,
    notices,
    panel_notice,
)
from bot.outbox.outbox import Outbox
from bot.outbox.person_announcer import PersonAnnouncer, deadline_moves, reminded_seat, reminder_message
from bot.outbox.posts import closed_lobby, lobby_post, news_for_post, post_of, replay_post, without_deadline
from bot.outbox.recipients import Audience, PostStyle, Recipients
from bot.outbox.sections import LATE, begins_lobby, end_of_next_post, is_overtaken, split_into_posts, topic_of
from bot.requests.permissions import missing_permissions_message
from bot.shown.menus import settled_vote, vote_message
from bot.shown.picture_service import PictureService
from bot.store import NoticeRow, NoticeState
from bot.text.labels import board_title
from bot.text.roster_text import tell_vote

_AT_FIRST = 30
"""How many steps back an old post is searched at first."""


@dataclass(frozen=True, slots=True)
class ChatAnnouncer:
    """Posts to chats, and tells the persons who hear of a post in another way."""

    recipients: Recipients
    outbox: Outbox
    pictures: PictureService
    persons: PersonAnnouncer

    async def tell(self, chat: Chat, game: str, bookmark: int, steps: Sequence[Step]) -> int:
        """Post the next section. Returns its last event; 0 where there is nothing to post yet."""
        await self._refresh_vote(chat, steps)
        grouped = (await self.recipients.store.chats.settings(chat)).groups_computers
        now, platform = self.recipients.repository.clock.now(), self.recipients.platforms[chat.platform]
        begun = await self.outbox.under_way(chat, game, bookmark)
        end = begun.event if begun else end_of_next_post(steps, now, grouped=grouped)
        if end is None:
            return 0
        missing = await platform.missing_permissions(chat)
        if missing.silenced_until:
            raise Silenced(missing.silenced_until)
        if missing.speech:
            await self.persons.tell_creator(steps[0].before or steps[0].after, missing)
            raise Unreachable
        section = [step for step in steps if step.after.seq <= end]
        style = await self.recipients.style(chat, section[-1].after, self.pictures)
        if is_overtaken(steps, end, now, grouped=grouped):
            style = replace(style, wanted=None)
        await self._post(chat, section, style, missing)
        late = self.recipients.repository.clock.now() - section[-1].at
        POST_SECONDS.labels(chat.platform).observe(late.total_seconds())
        return end

    async def _post(
        self, chat: Chat, section: Sequence[Step], style: PostStyle, missing: MissingPermissions
    ) -> None:
        """Post a section, and what follows the end of a game; tell those who wait for the next one."""
        then = section[-1].after
        post, *others = notices(section, chat, await self._audience_of_post(chat, section)) or (None,)
        last = partial(self._replaced, chat, section, style)
        if post is None:
            await self.outbox.retire(chat, about(chat, then, topic_of(section)), last)
            return
        news = await news_for_post(self.recipients.repository, section)
        message = await post_of(section, style, news)
        if message is None:
            return
        if missing.pictures and message.pictures:
            lack = missing_permissions_message(missing.pictures, missing.place, style.phrases)
            await self.outbox.deliver(lack, note(chat, then, 0))
            message = replace(message, pictures=())
        message = replace(message, mentions=post.mentions)
        # After a turn's post only old buttons are left to do. A kill leaves them to the next post.
        upto = then.seq if post.key.topic is Topic.TURN else None
        posted = await self.outbox.deliver(message, post, last=last, upto=upto)
        await self._tell_waiting(chat, then, [notice for notice in others if notice.part == NEXT_GAME])
        for notice in others:
            if notice.part in (READY, FULL):
                await self._tell_host(then, notice)
            elif notice.to == chat and notice.part != NEXT_GAME and message.pictures:
                more = await replay_post(self.recipients.repository, news, style)
                if more:
                    await self.outbox.deliver(more, notice)
        if posted.state is NoticeState.SILENT:
            if not post.quiet:
                await self._remind(chat, message.mentions, then)
            await self.outbox.note_heard(chat, then.id, posted)

    async def _tell_host(self, match: Match, notice: Notice) -> None:
        """Tell the host of a lobby that the game can start; the post of the lobby shows it too."""
        person = notice.mentions[0].person
        words = await (
            self.recipients.person_phrases(person, match.id)
            if isinstance(notice.to, Person)
            else self.recipients.directory.chat_phrases(notice.to)
        )
        start = Button(words.say("button-start"), CallbackData(match.id, 0, "start").code, "main")
        text = words.say(f"host-{notice.part}", title=board_title(match.board.title, words))
        with suppress(Unreachable):
            await self.outbox.deliver(Message(text, buttons=((start,),), mentions=notice.mentions), notice)

    async def _audience_of_post(self, chat: Chat, section: Sequence[Step]) -> Audience:
        """Everybody who may hear of a section by the post of a chat.

        Players who have to decide may want to be told on another platform. They are told there first, and
        then need no notification here.
        """
        then = section[-1].after
        now = await self.recipients.repository.read(then.id)
        concerned = [mention.person for mention in mentioned(section)]
        concerned += [Person.parse(then.roster.creator)] if news_for_host(section) else []
        audience = await self.recipients.audience(chat, now, concerned)
        if topic_of(section) is Topic.TURN:
            called = notices(section, chat, audience)[:1]
            people = dict(audience.people)
            for person in [mention.person for notice in called for mention in notice.mentions]:
                is_told = await self.persons.tell_elsewhere(people[person], now)
                people[person] = replace(people[person], told_elsewhere=is_told)
            audience = replace(audience, people=people)
        if any(map(begins_lobby, section)):
            audience = replace(audience, waiting=await self._waiting(chat, then))
        return audience

    async def _remind(self, chat: Chat, mentions: Sequence[Mention], then: Match) -> None:
        """Notify people if a post may have failed to mention them and they still have to decide."""
        now, unreached = await self.recipients.repository.read(then.id), []
        for mention in mentions:
            person = mention.person
            seat = now.roster.seat_of(str(person))
            if seat is not None and not has_decided(person, then, now):
                recipient = await self.recipients.read(person, now.id, tried=chat)
                panel = panel_notice(now, seat, recipient, then.seq)
                instead = about(person, then, Topic.PANEL, "instead").key
                mention = Mention(person, now.roster.names[seat])
                try:
                    await self.persons.show(now, seat, replace(panel, key=instead, mentions=(mention,)))
                except Unreachable:
                    unreached.append(mention)
        if unreached:
            words = await self.recipients.directory.chat_phrases(chat)
            reminder = Message(words.say("reminder-in-chat"), mentions=tuple(unreached))
            await self.outbox.deliver(reminder, about(chat, then, Topic.NOTE))

    async def show_lobby(self, chat: Chat, match: Match) -> None:
        """Show the open lobby of a chat again, in its language of now."""
        steps = await self.recipients.repository.steps(match.id, match.seq - 1)
        rows = await self.recipients.store.outbox.notices(chat, match.id)
        lobbies = [row for row in rows if row.topic is Topic.LOBBY and row.is_delivered]
        if lobbies and steps and match.roster.status is Status.LOBBY:
            style = await self.recipients.style(chat, match, self.pictures)
            if message := lobby_post(steps, "", style, with_map=True):
                with suppress(Unreachable):
                    await self.outbox.edit(lobbies[-1], message, about(chat, match, Topic.LOBBY))

    async def _waiting(self, chat: Chat, match: Match) -> tuple[Mention, ...]:
        """Those who wait for the next game of a chat; at night, a note does not notify them.

        People leave the list who play already, or are not allowed.
        """
        roster, now, waiting = match.roster, self.recipients.repository.clock.now(), list[Mention]()
        seated = [holder.person for holder in roster.holders] + [one for one, _, _ in roster.asked]
        for person in await self.recipients.store.chats.waiting(chat):
            profile = await self.recipients.store.people.profile(person)
            if profile is None or str(person) in seated or not await self.recipients.allows(person):
                await self.recipients.store.chats.stop_waiting(person, chat)
                continue
            night = quiet_span(now, zone(profile.zone_name), profile.quiet_hours)
            waiting.append(Mention(person, profile.name, quiet=night is not None))
        return tuple(waiting)

    async def _tell_waiting(self, chat: Chat, match: Match, told: Sequence[Notice]) -> None:
        """Tell those who wait that a game was opened in a chat: in private, or else all of them in the chat.

        People who were told leave the list.
        """
        unreached = [mention for notice in told if notice.to == chat for mention in notice.mentions]
        for notice in told:
            if isinstance(person := notice.to, Person):
                message = await self.persons.next_game(person, chat, match)
                try:
                    await self.outbox.deliver(replace(message, mentions=notice.mentions), notice)
                except Unreachable:
                    profile = await self.recipients.store.people.profile(person)
                    unreached.append(Mention(person, profile.name if profile else ""))
                else:
                    await self.recipients.store.chats.stop_waiting(person, chat)
        if unreached:
            words = await self.recipients.directory.chat_phrases(chat)
            join = Button(words.say("button-join"), CallbackData(match.id, 0, "join").code, "main")
            text = words.say("told-of-game-here")
            here = Message(text, buttons=((join,),), mentions=tuple(unreached))
            await self.outbox.deliver(here, note(chat, match, 1, NEXT_GAME))
        for mention in unreached:
            await self.recipients.store.chats.stop_waiting(mention.person, chat)

    # ---- posts that are edited after they were sent

    async def _refresh_vote(self, chat: Chat, steps: Sequence[Step]) -> None:
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
        vote, phrases = about(chat, match, Topic.VOTE), await self.recipients.directory.chat_phrases(chat)
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

    async def _replaced(
        self, chat: Chat, section: Sequence[Step], style: PostStyle, row: NoticeRow
    ) -> Message | None:
        """What an old post becomes when that of a section takes its place; None: it loses its buttons."""
        before, match = section[0].before, section[-1].after
        if row.topic is Topic.LOBBY:
            return closed_lobby(match, style.phrases)
        moved = [seat for seat in range(len(match.roster.holders)) if deadline_moves(before, match, seat)]
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
