"""The announcer follows every match, and lets the outbox deliver what each chat and person has missed."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Collection, Iterable, Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import datetime, timedelta
from functools import partial

from bot.matches.match import Match, Step
from bot.matches.planned_turns import has_to_act
from bot.matches.repository import MatchRepository
from bot.matches.roster import Status
from bot.metrics import POST_SECONDS
from bot.model.callbacks import NO_GAME, CallbackData
from bot.model.identity import Chat, Destination, Person
from bot.model.local_time import quiet_span, zone
from bot.model.message import WORDS_FIRST, Button, Mention, Message, Topic
from bot.model.permissions import Gone, MissingPermissions, Silenced, Unreachable
from bot.outbox.lobby_posts import lobby_post
from bot.outbox.notices import (
    NEXT_GAME,
    Audience,
    Notice,
    Renewal,
    about,
    has_decided,
    is_notified,
    mentioned,
    note,
    notices,
    panel_notice,
)
from bot.outbox.old_posts import OldPosts
from bot.outbox.outbox import Outbox
from bot.outbox.posts import end_part, news_for_post, post_of
from bot.outbox.private_messages import PrivateMessages
from bot.outbox.recipients import PostStyle, Recipient, Recipients
from bot.outbox.sections import begins_lobby, end_of_next_post, is_overtaken, topic_of
from bot.platforms.port import Key, NotSent
from bot.service.directory import chats_by_preference
from bot.service.leases import Leases, part_of
from bot.service.permissions import missing_permissions_message
from bot.service.pictures import PictureService
from bot.store import NoticeRow, NoticeState, UnreadableGame
from bot.tasks import KeyedTasks, TryAgain, fault
from bot.work_queue import WorkQueue, in_background

Follower = tuple[Destination, str]
"""A chat or a person, and the match that it follows."""

GIVEN_UP = timedelta(days=30)
"""Updates older than this are dropped; otherwise a restart would retry every dead chat."""

_AGAIN: tuple[tuple[timedelta, timedelta], ...] = (
    (timedelta(minutes=1), timedelta(minutes=1)),
    (timedelta(minutes=11), timedelta(minutes=10)),
)
_AGAIN_LATER = timedelta(hours=1)
"""How long a chat that has refused posts for less than the first time waits for the next try. It is also
tried after each event, when the platform says that it may be writable, and when somebody asks there.
"""

PATIENCE = timedelta(minutes=5)
"""Players are told in private that their chat takes no posts after this time, unless the chat is gone."""

_ELSEWHERE = 5.0
"""Seconds that another platform may take to tell a linked account of a turn. After that, the person is
notified where they play too.
"""

_AT_A_TIME = 2
_LONG = 1.0
"""How many followers get what they missed at the same time, and after how many seconds the next one begins
anyway.
"""

_APART = 0.05
"""Seconds between two followers, in which requests are answered."""

log = logging.getLogger(__name__)


class Announcer:
    """Follows every match. A destination that fails is tried again, and delays no other."""

    def __init__(
        self,
        repository: MatchRepository,
        outbox: Outbox,
        recipients: Recipients,
        pictures: PictureService,
        allows: Callable[[Destination], Awaitable[bool]],
        leases: Leases,
        queue: WorkQueue,
    ) -> None:
        self._repository = repository
        self._store = repository.store
        self._outbox = outbox
        self._recipients = recipients
        self._platforms = recipients.platforms
        self._private = PrivateMessages(repository, recipients, pictures)
        self._old_posts = OldPosts(repository, recipients, outbox)
        self._pictures = pictures
        self._allows = allows
        self._leases = leases
        self._queue = queue
        self.unreachable: dict[Follower, datetime] = {}
        """The chats and persons that were not reached when they were last tried, and since when."""
        self._gone: set[Chat] = set()
        """Those of them that the platform calls deleted or closed, or from which the bot was removed."""
        self._tasks: KeyedTasks[Follower] | None = None
        self._losses: KeyedTasks[Chat] | None = None
        self._calls: KeyedTasks[str] | None = None
        self._lobbies: KeyedTasks[Chat] | None = None
        self._writable: set[Destination] = set()  # those of which other processes are not told yet

    async def run(self) -> None:
        """Follow every match until cancelled, from where each destination was before a restart."""
        changed_games, clock = self._repository.subscribe(), self._repository.clock
        try:
            async with asyncio.TaskGroup() as tasks:
                self._tasks = KeyedTasks(_name, self._tell, tasks, clock)
                self._losses = KeyedTasks("lost chat {}".format, self._lose, tasks, clock)
                self._lobbies = KeyedTasks("the lobby in chat {}".format, self._show_lobby, tasks, clock)
                waking = KeyedTasks("game {}: finding who follows it".format, self._wake, tasks, clock)
                name = "calling other processes{}".format
                self._calls = KeyedTasks(name, lambda _: self._call_holders(), tasks, clock)
                missed = partial(self._send_missed, self._tasks)
                tasks.create_task(self._leases.catch_up("what was missed", missed))
                while True:
                    waking.wake(await changed_games.get())
        finally:
            await self._outbox.close()

    # ---- who follows what

    async def _send_missed(self, tasks: KeyedTasks[Follower]) -> None:
        """Send the followers of the games of this process what they missed. Requests of people go first."""
        behind = iter(
            [
                (destination, game)
                for destination, game in await self._store.outbox.behind()
                if destination.platform in self._platforms and self._leases.holds_game(game)
            ]
        )

        async def send() -> None:
            for follower in behind:
                await tasks.attempt(follower, _LONG)
                await asyncio.sleep(_APART)

        await asyncio.gather(*(send() for _ in range(_AT_A_TIME)))

    async def _call_holders(self) -> None:
        """Let other processes try again to tell the chats that may be writable now what they missed."""
        called = set(self._writable)
        self._writable.clear()
        for destination, game in await self._store.outbox.behind():
            if destination in called and not self._leases.holds_game(game):
                await self._store.call_holder(game)

    def refusals(self, chat: Chat) -> tuple[str, ...]:
        """The keys of sentences about what a chat has refused lately."""
        posts = ("posts-refused",) if any(chat == refusing for refusing, _ in self.unreachable) else ()
        return (*posts, "pictures-refused") if chat in self._outbox.without_files else posts

    def retry(self, chats: Collection[Chat]) -> None:
        """Retry chats that become writable, also while they are being marked unreachable."""
        if self._tasks is None:
            return
        writable = set[Destination](chats)
        if self._calls and self._leases.is_shared:
            self._writable |= writable
            self._calls.wake("")
        for follower in self.unreachable.keys() | self._tasks.running:
            if follower[0] in writable:
                self._tasks.wake(follower)

    def lost(self, chats: Collection[Chat]) -> None:
        """Tell the players of the games that these chats show that nothing can be posted there any more."""
        self._gone.update(chats)
        if self._losses:
            for chat in chats:
                self._losses.wake(chat)

    def refresh_lobby(self, chat: Chat) -> None:
        """Show the open lobby of a chat again, in its language of now."""
        if self._lobbies:
            self._lobbies.wake(chat)

    async def delete_message(self, person: Person, id: str) -> None:
        """Delete a private message, if that works at once: its person is forgotten then."""
        if person.platform in self._platforms:
            await self._outbox.delete(person, id)

    async def tell(self, person: Person, message: Message, name: str, game: str = NO_GAME) -> None:
        """Tell a person something once, under a name of its own, because somebody has asked for it."""
        asked = Notice(person, Key(game, Topic.NOTE, name), renewal=Renewal.AGAIN)
        await self._outbox.deliver(message, asked)

    async def _wake(self, game: str) -> None:
        """Tell all followers of a match, a moment after the person who acted has got an answer."""
        if self._leases.holds_game(game):
            await asyncio.sleep(WORDS_FIRST)
            self._wake_all(await self._store.outbox.own_bookmarks(game), game)

    def _wake_all(self, destinations: Iterable[Destination], game: str) -> None:
        for destination in destinations:
            if self._tasks and destination.platform in self._platforms:
                self._tasks.wake((destination, game))

    async def _tell(self, follower: Follower) -> None:
        """Tell a follower everything since its bookmark, as long as its game belongs to this process."""
        with self._leases.using(part_of(follower[1])) as may_speak:
            if may_speak:
                await self._tell_news(follower)

    async def _tell_news(self, follower: Follower) -> None:
        """Tell a follower everything since its bookmark. A person who cannot be reached is skipped.

        A chat that cannot be reached keeps its bookmark for a month, and is tried again (see _AGAIN).
        """
        destination, game = follower
        try:
            await self._tell_all(destination, game)
            if follower in self.unreachable and isinstance(destination, Chat):
                await self._find_again(destination, game)
        except Unreachable as refusal:
            now = self._repository.clock.now()
            if follower not in self.unreachable and isinstance(destination, Chat):
                log.warning("%s: cannot be reached", _name(follower))
            lasted = now - self.unreachable.setdefault(follower, now)
            with suppress(UnreadableGame):
                match = await self._repository.read(game)
                if isinstance(destination, Chat):
                    if isinstance(refusal, Gone):
                        self.lost([destination])
                    elif self._losses:
                        self._losses.wake(destination)
                    if now - match.at < GIVEN_UP:
                        pause = next((pause for limit, pause in _AGAIN if lasted < limit), _AGAIN_LATER)
                        if isinstance(refusal, Silenced):
                            pause = max(timedelta(seconds=1), min(pause, refusal.until - now))
                        raise TryAgain(pause.total_seconds()) from None
                await self._store.outbox.move_bookmark(destination, game, match.seq)
                if not match.waiting_for:  # it has ended, or the next event tries again
                    self.unreachable.pop(follower, None)

    async def _tell_all(self, destination: Destination, game: str) -> None:
        in_background.set(True)
        try:
            while self._leases.holds_game(game) and await self._tell_more(destination, game):
                pass
        except UnreadableGame as wrong:
            is_left = wrong.is_newer and self._leases.is_shared
            if not is_left and destination in await self._store.chats.of_game(game):
                phrases = await self._recipients.chat_phrases(destination)
                aside = Notice(destination, Key(wrong.game, Topic.NOTE, f"{wrong.seq}-note"))
                await self._outbox.deliver(Message(phrases.say("tell-put-aside", game=wrong.game)), aside)

    async def _tell_more(self, destination: Destination, game: str) -> bool:
        """Tell the next section, and move the bookmark. False where there is nothing more to tell yet.

        The answers that people wait for go first.
        """
        async with self._queue.turn():
            pass
        bookmarks = await self._store.outbox.own_bookmarks(game)
        bookmark = bookmarks.get(destination)
        if bookmark is None:
            self._wake_all(bookmarks, game)  # the chat may have moved: its new address has the bookmark
            return False
        is_unreadable = self._repository.is_unreadable(game)  # which is news too
        if not is_unreadable and bookmark >= await self._store.log.last_seq(game):
            return False
        steps = await self._repository.steps(game, bookmark)
        if not steps:
            return False
        if not await self._allows(destination):
            raise Unreachable
        if isinstance(destination, Chat):
            end = await self._tell_chat(destination, game, bookmark, steps)
        else:
            try:
                end = await self._tell_person(destination, steps)
            except NotSent:
                if self._still_asks(destination, steps[-1].after):
                    raise
                return True
        if not end:
            return False
        await self._store.outbox.move_bookmark(destination, game, end)
        return self._store.log.has_more(game, end)

    async def _audience(self, to: Destination, match: Match, people: Iterable[Person]) -> Audience:
        """What is known of those who may hear of a match, which is as it is now."""
        refusing = [chat for chat in self._refusing(match.id) if chat != to]
        read = {person: await self._recipients.read(person, match.id, refusing) for person in people}
        return Audience(
            match,
            self._repository.clock.now(),
            read,
            limits=self._platforms[to.platform].limits,
            is_private_chat=isinstance(to, Chat) and await self._recipients.is_private_chat(to, match),
        )

    # ---- chats

    async def _tell_chat(self, chat: Chat, game: str, bookmark: int, steps: Sequence[Step]) -> int:
        """Post the next section. Returns its last event; 0 where there is nothing to post yet."""
        await self._old_posts.refresh_vote(chat, steps)
        grouped = (await self._store.chats.settings(chat)).groups_computers
        now, platform = self._repository.clock.now(), self._platforms[chat.platform]
        begun = await self._outbox.under_way(chat, game, bookmark)
        end = begun.event if begun else end_of_next_post(steps, now, grouped=grouped)
        if end is None:
            return 0
        missing = await platform.missing_permissions(chat)
        if missing.silenced_until:
            raise Silenced(missing.silenced_until)
        if missing.speech:
            await self._tell_creator(steps[0].before or steps[0].after, missing)
            raise Unreachable
        section = [step for step in steps if step.after.seq <= end]
        style = await self._recipients.style(chat, section[-1].after, self._pictures)
        if is_overtaken(steps, end, now, grouped=grouped):
            style = replace(style, wanted=None)
        await self._post(chat, section, style, missing)
        late = self._repository.clock.now() - section[-1].at
        POST_SECONDS.labels(chat.platform).observe(late.total_seconds())
        return end

    async def _post(
        self, chat: Chat, section: Sequence[Step], style: PostStyle, missing: MissingPermissions
    ) -> None:
        """Post a section, and what follows the end of a game; tell those who wait for the next one."""
        then = section[-1].after
        post, *others = notices(section, chat, await self._audience_of_post(chat, section)) or (None,)
        last = partial(self._old_post, chat, section, style)
        if post is None:
            await self._outbox.retire(chat, about(chat, then, topic_of(section)), last)
            return
        news = await news_for_post(self._repository, section)
        message = await post_of(section, style, news)
        if message is None:
            return
        if missing.pictures and message.pictures:
            lack = missing_permissions_message(missing.pictures, missing.place, style.phrases)
            await self._outbox.deliver(lack, note(chat, then, 0))
            message = replace(message, pictures=())
        message = replace(message, mentions=post.mentions)
        # After a turn's post only old buttons are left to do. A kill leaves them to the next post.
        upto = then.seq if post.key.topic is Topic.TURN else None
        posted = await self._outbox.deliver(message, post, last=last, upto=upto)
        await self._tell_waiting(chat, then, [notice for notice in others if notice.part == NEXT_GAME])
        for notice in others:
            if notice.to == chat and message.pictures:
                more = await end_part(self._repository, notice.part, message, news, style)
                if more:
                    await self._outbox.deliver(more, notice)
        if posted.state is NoticeState.SILENT:
            await self._remind(chat, message.mentions, then)
            await self._outbox.note_heard(chat, then.id, posted)

    async def _audience_of_post(self, chat: Chat, section: Sequence[Step]) -> Audience:
        """Everybody who may hear of a section by the post of a chat.

        Players who have to decide may want to be told on another platform. They are told there first, and
        then need no notification here.
        """
        then = section[-1].after
        now = await self._repository.read(then.id)
        people = [mention.person for mention in mentioned(section)]
        audience = await self._audience(chat, now, people)
        if topic_of(section) is Topic.TURN:
            called = notices(section, chat, audience)[:1]
            asked = [audience.people[mention.person] for notice in called for mention in notice.mentions]
            told = [one.person for one in asked if await self._is_told_elsewhere(one, now)]
            audience = replace(audience, told_elsewhere=told)
        if any(map(begins_lobby, section)):
            audience = replace(audience, waiting=await self._waiting(chat, then))
        return audience

    async def _old_post(
        self, chat: Chat, section: Sequence[Step], style: PostStyle, row: NoticeRow
    ) -> Message | None:
        """What an older post becomes when that of a section takes its place; None: it loses its buttons."""
        message, match = await self._old_posts.replaced(chat, row, section, style), section[-1].after
        if message is None:
            return None
        people = (await self._audience(chat, match, [one.person for one in message.mentions])).people
        here = [one for one in message.mentions if people[one.person].is_mentioned_in(chat)]
        return replace(message, mentions=tuple(here))

    async def _remind(self, chat: Chat, mentions: Sequence[Mention], then: Match) -> None:
        """Notify people if a post may have failed to mention them and they still have to decide."""
        now, unreached = await self._repository.read(then.id), []
        for mention in mentions:
            person = mention.person
            seat = now.roster.seat_of(str(person))
            if seat is not None and not has_decided(person, then, now):
                audience = await self._audience(chat, now, [person])
                notice = panel_notice(now, seat, audience.people[person], opened=then.seq, replaced=then.seq)
                instead = about(person, then, Topic.PANEL, "instead").key
                try:
                    await self._show(now, seat, replace(notice, key=instead))
                except Unreachable:
                    unreached.append(mention)
        if unreached:
            words = await self._recipients.chat_phrases(chat)
            reminder = Message(words.say("reminder-in-chat"), mentions=tuple(unreached))
            await self._outbox.deliver(reminder, about(chat, then, Topic.NOTE))

    async def _show_lobby(self, chat: Chat) -> None:
        game = await self._store.chats.game_in(chat)
        if game is None or chat.platform not in self._platforms:
            return
        with suppress(UnreadableGame, Unreachable):
            steps = await self._repository.steps(game, (await self._repository.read(game)).seq - 1)
            rows = await self._store.outbox.notices(chat, game)
            lobbies = [row for row in rows if row.topic is Topic.LOBBY and row.is_delivered]
            if not lobbies or not steps or steps[-1].after.roster.status is not Status.LOBBY:
                return
            match = steps[-1].after
            style = await self._recipients.style(chat, match, self._pictures)
            if message := await lobby_post(steps, "", style, with_map=True):
                await self._outbox.edit(lobbies[-1], message, about(chat, match, Topic.LOBBY))

    async def _waiting(self, chat: Chat, match: Match) -> tuple[Mention, ...]:
        """Those who wait for the next game of a chat; at night, a note does not notify them.

        People leave the list who play already, or are not allowed.
        """
        roster, now, waiting = match.roster, self._repository.clock.now(), list[Mention]()
        seated = [holder.person for holder in roster.holders] + [one for one, _, _ in roster.asked]
        for person in await self._store.chats.waiting(chat):
            profile = await self._store.people.profile(person)
            if profile is None or str(person) in seated or not await self._allows(person):
                await self._store.chats.stop_waiting(person, chat)
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
                message = await self._private.next_game(person, chat, match)
                try:
                    await self._outbox.deliver(replace(message, mentions=notice.mentions), notice)
                except Unreachable:
                    profile = await self._store.people.profile(person)
                    unreached.append(Mention(person, profile.name if profile else ""))
                else:
                    await self._store.chats.stop_waiting(person, chat)
        if unreached:
            words = await self._recipients.chat_phrases(chat)
            join = Button(words.say("button-join"), CallbackData(match.id, 0, "join").code, "main")
            text = words.say("told-of-game-here")
            here = Message(text, buttons=((join,),), mentions=tuple(unreached))
            await self._outbox.deliver(here, note(chat, match, 1, NEXT_GAME))
        for mention in unreached:
            await self._store.chats.stop_waiting(mention.person, chat)

    # ---- chats that cannot be reached

    async def _tell_creator(self, match: Match, missing: MissingPermissions) -> None:
        """Tell the creator of a match, once, which permissions are missing to post about it."""
        creator = Person.parse(match.roster.creator)
        if creator.platform not in self._platforms:
            return
        words = await self._recipients.person_phrases(creator, match.id)
        lack = missing_permissions_message(missing.speech, missing.place, words)
        try:
            lack = replace(lack, mentions=(Mention(creator, ""),))
            await self._outbox.deliver(lack, note(creator, match, match.seq))
        except Unreachable:
            log.info("game %s: its creator cannot be reached either", match.id)

    async def _lose(self, chat: Chat) -> None:
        """Tell the players of the game in a chat that is gone, or that has refused posts for some time."""
        game, now = await self._store.chats.game_in(chat), self._repository.clock.now()
        if game is None or not self._leases.holds_game(game):
            return
        with suppress(UnreadableGame):
            match = await self._repository.read(game)
            if match.roster.status not in (Status.LOBBY, Status.RUNNING):
                return
            if chat in self._gone:
                self.unreachable.setdefault((chat, game), now)
            elif since := self.unreachable.get((chat, game)):
                left = since + PATIENCE - now
                if left > timedelta():
                    raise TryAgain(left.total_seconds())
            else:
                return
            with suppress(Unreachable):  # the creator is told about missing permissions
                missing = await self._platforms[chat.platform].missing_permissions(chat)
                if missing.speech or not await self._allows(chat):
                    return
            await self._tell_players(chat, match)

    async def _tell_players(self, chat: Chat, match: Match) -> None:
        """Tell everybody with a seat how to go on without the chat, once for each time that it is lost.

        After a failure the next try uses the same keys, so that nobody is told twice.
        """
        ledger, loss = self._store.outbox, str(_loss(match.id))
        rows = {row.key: row for row in await ledger.own_notices(chat, match.id)}
        now = self._repository.clock.now()
        lost = rows.get(loss) or NoticeRow(loss, Topic.NOTE, match.seq, NoticeState.REFUSED, now)
        if lost.is_delivered:
            return
        await ledger.save(chat, match.id, lost)
        for seat, holder in enumerate(match.roster.holders):
            person = Person.parse(holder.person) if holder.person else None
            if person and person.platform in self._platforms:
                with suppress(Unreachable):
                    await self._tell_player(chat, match, seat, person, lost.event)
        is_same_loss = any(row.key == loss for row in await ledger.own_notices(chat, match.id))
        if is_same_loss and (chat, match.id) in self.unreachable:
            await ledger.save(chat, match.id, replace(lost, state=NoticeState.DELIVERED))
        else:  # it was found again meanwhile: its next loss is told separately
            await ledger.forget(chat, match.id, loss)

    async def _tell_player(self, chat: Chat, match: Match, seat: int, person: Person, number: int) -> None:
        """Tell the person in a seat that a chat is lost, unless they follow the game in another one."""
        if next(iter(await chats_by_preference(self._store, person, match.id)), None) != chat:
            return
        message = await self._private.lost_chat(chat, match, seat, gone=chat in self._gone)
        recipient = await self._recipients.read(person, match.id, self._refusing(match.id))
        if is_notified(recipient, opened=False):
            message = replace(message, mentions=(Mention(person, match.roster.names[seat]),))
        await self._outbox.deliver(message, note(person, match, number))

    def _refusing(self, game: str) -> list[Chat]:
        """The chats of a game that could not be reached when they were last tried."""
        return [one for one, about in self.unreachable if about == game and isinstance(one, Chat)]

    async def _find_again(self, chat: Chat, game: str) -> None:
        """Note that a chat that was lost can be posted to again. Raises Unreachable if it cannot."""
        if (await self._platforms[chat.platform].missing_permissions(chat)).is_silent:
            raise Unreachable
        self.unreachable.pop((chat, game), None)
        self._gone.discard(chat)
        await self._store.outbox.forget(chat, game, str(_loss(game)))

    # ---- people

    async def _is_told_elsewhere(self, recipient: Recipient, match: Match) -> bool:
        """Tell a linked account of a person's turn, once, if they want that.

        True where they need no notification where they play. A platform that fails or refuses means False.
        """
        account, person = recipient.account, recipient.person
        seat = match.roster.seat_of(str(person))
        decision = match.table.decisions[seat] if match.table and seat is not None else None
        if account is None or seat is None or decision is None or recipient.ping == "none":
            return False
        message = await self._private.turn_elsewhere(account, person, match)
        mention = Mention(account, match.roster.names[seat])
        notice = note(account, match, decision.revision, "turn")
        telling = self._outbox.begin(replace(message, mentions=(mention,)), notice)

        def log_fault(telling: asyncio.Task[NoticeRow]) -> None:
            if not telling.cancelled() and isinstance(error := telling.exception(), Exception):
                log.info("a linked account was not told: %s", fault(error))

        telling.add_done_callback(log_fault)
        done, _ = await asyncio.wait({telling}, timeout=_ELSEWHERE)  # a call that is cancelled may hang
        return bool(done) and telling.exception() is None and recipient.notify_on != "both"

    async def _tell_person(self, person: Person, steps: Sequence[Step]) -> int:
        """Tell a person what is new for them. Returns the last event of that."""
        match = steps[-1].after
        seat = match.roster.seat_of(str(person))
        audience = await self._audience(person, match, [person])
        told, recipient = notices(steps, person, audience), audience.people[person]
        acts = seat is not None and has_to_act(match, seat) and not recipient.panel_is_post
        is_called = acts and any(notice.opened and notice.mentions for notice in told)
        if is_called and await self._is_told_elsewhere(recipient, match):
            told = notices(steps, person, replace(audience, told_elsewhere=[person]))
        for notice in told:
            message = await self._private.about(notice, person, steps)
            await self._deliver(match, message, notice, upto=match.seq if notice is told[-1] else None)
        if seat is not None:
            await self._old_posts.refresh_reminders(person, steps[0].before, match, seat)
        return match.seq

    async def _show(self, match: Match, seat: int, notice: Notice) -> None:
        """Show the person in a seat their panel."""
        await self._deliver(match, await self._private.panel(match, seat), notice)

    async def _deliver(self, match: Match, message: Message, notice: Notice, upto: int | None = None) -> None:
        """Deliver a private message. Raises NotSent if its person decides while pictures of a panel that
        notifies them are drawn.
        """
        person = notice.to
        assert isinstance(person, Person)
        seat, is_called = match.roster.seat_of(str(person)), notice.opened and notice.mentions
        acts = is_called and seat is not None and has_to_act(match, seat)
        message = replace(message, mentions=notice.mentions)
        await self._outbox.deliver(
            message, notice, upto=upto, is_wanted=lambda: not acts or self._still_asks(person, match)
        )
        self.unreachable.pop((person, match.id), None)

    def _still_asks(self, person: Person, match: Match) -> bool:
        """Whether a person has not made the decision that the match waited for, as far as is known here."""
        now = self._repository.in_memory(match.id)
        return now is None or not has_decided(person, match, now)

    async def write_again(self, person: Person, game: str | None = None) -> int | None:
        """Send a person the panels of their games, or of one, although DMs were blocked.

        Returns how many there are; None if DMs are still blocked.
        """
        people, shown = self._store.people, 0
        if await people.blocks_dms(person):
            await people.note_dms_blocked(person, blocked=False)
        try:
            for account, own, _, closed in await people.games_of(person):
                if closed or account != person or game not in (None, own):
                    continue
                with suppress(UnreadableGame):
                    match = await self._repository.read(own)
                    seat = match.roster.seat_of(str(person))
                    if match.game and seat is not None:
                        recipient = await self._recipients.read(person, own)
                        again = panel_notice(match, seat, recipient, opened=0, renewal=Renewal.AGAIN)
                        await self._show(match, seat, again)
                        shown += 1
        except Unreachable:
            return None
        return shown

    async def unnotified(self) -> int:
        """How many players have to act and do not know it: no chat and no private message reaches them."""
        count = 0
        for game in {game for _, game in self.unreachable}:
            chats = await self._store.chats.of_game(game)
            if any((chat, game) not in self.unreachable for chat in chats):
                continue
            with suppress(UnreadableGame):
                match = await self._repository.read(game)
                for holder in (match.roster.holders[seat] for seat in match.waiting_for):
                    if holder.person and not holder.by_computer:
                        count += await self._store.people.blocks_dms(Person.parse(holder.person))
        return count


def _loss(game: str) -> Key:
    """The key under which it is noted at a chat that the players know of its loss."""
    return Key(game, Topic.NOTE, "lost")


def _name(follower: Follower) -> str:
    destination, game = follower
    reader = "a person" if isinstance(destination, Person) else f"chat {destination.id}"
    return f"game {game}: telling {reader} on {destination.platform}"
