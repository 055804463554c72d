"""The announcer follows every match. It tells each chat and person what they missed, also after a failure.

What they are told is in `chat_announcer.py` and `person_announcer.py`.
"""

import asyncio
import logging
from collections.abc import Collection, Iterable
from contextlib import suppress
from datetime import timedelta

from bot.matches.leases import Leases, part_of
from bot.matches.match import Match
from bot.matches.roster import Status
from bot.model.callbacks import NO_GAME
from bot.model.identity import Chat, Destination, Person
from bot.model.message import WORDS_FIRST, Message, Topic
from bot.model.permissions import Gone, Silenced, Unreachable
from bot.model.port import Key, NotSent
from bot.outbox.chat_announcer import ChatAnnouncer
from bot.outbox.notices import Notice, Renewal
from bot.outbox.outbox import Outbox
from bot.outbox.person_announcer import PersonAnnouncer, loss_of
from bot.outbox.recipients import Follower, Recipients
from bot.outbox.sections import SILENT
from bot.randomness import RandomBytes, new_code
from bot.shown.picture_service import PictureService
from bot.store import NoticeRow, NoticeState, UnreadableGame
from bot.store.timers import CHAT, WEBHOOK
from bot.tasks import KeyedTasks, TryAgain
from bot.work_queue import WorkQueue, in_background

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

_LEFT_BEHIND = timedelta(seconds=10)
"""A note to a chat that has waited this long is that of a process which has ended."""

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
        recipients: Recipients,
        outbox: Outbox,
        pictures: PictureService,
        leases: Leases,
        queue: WorkQueue,
        random_bytes: RandomBytes,
    ) -> None:
        self._repository = recipients.repository
        self._store = recipients.store
        self._platforms = recipients.platforms
        self._allows = recipients.allows
        self._recipients = recipients
        self._outbox = outbox
        self._leases = leases
        self._queue = queue
        self._random_bytes = random_bytes
        self._persons = PersonAnnouncer(recipients, outbox, pictures)
        self._chats = ChatAnnouncer(recipients, outbox, pictures, self._persons)
        self.write_again = self._persons.write_again
        self.unreachable = recipients.unreachable
        self._gone: set[Chat] = set()
        """The chats that the platform calls deleted or closed, or from which the bot was removed."""
        self._changed_lobbies: set[Chat] = set()
        """The chats whose lobby is to be shown again."""
        self._telling: KeyedTasks[Follower] | None = None
        self._care: KeyedTasks[Chat] | None = None
        self._calls: KeyedTasks[str] | None = None
        self._writable: set[Destination] = set()  # those of which other processes are not told yet

    async def run(self) -> None:
        """Follow every match until cancelled, from where each destination was before a restart."""
        changed_games, clock = self._repository.subscribe(), self._repository.clock
        try:
            async with asyncio.TaskGroup() as tasks:
                self._telling = KeyedTasks(_name, self._tell, tasks, clock)
                self._care = KeyedTasks("looking after chat {}".format, self._look_after, tasks, clock)
                name = "calling other processes{}".format
                self._calls = KeyedTasks(name, lambda _: self._call_holders(), tasks, clock)
                waking = KeyedTasks("game {}: finding who follows it".format, self._wake, tasks, clock)
                tasks.create_task(self._leases.catch_up("what was missed", self._send_missed))
                while True:
                    waking.wake(await changed_games.get())
        finally:
            await self._outbox.close()

    # ---- what is asked of it

    def refusals(self, chat: Chat) -> tuple[str, ...]:
        """The keys of sentences about what a chat has refused lately."""
        posts = ("posts-refused",) if any(chat == refusing for refusing, _ in self.unreachable) else ()
        return (*posts, "pictures-refused") if chat in self._outbox.without_files else posts

    def retry(self, chats: Collection[Chat]) -> None:
        """Retry chats that become writable, also while they are being marked unreachable."""
        if self._telling is None or self._calls is None:
            return
        writable = set[Destination](chats)
        for follower in self.unreachable.keys() | self._telling.running:
            if follower[0] in writable:
                self._telling.wake(follower)
        if self._leases.is_shared:
            self._writable |= writable
            self._calls.wake("")

    async def retry_refused(self, chat: Chat, game: str) -> None:
        """Retry what a chat has refused of a game: it may take posts by now."""
        ledger = self._store.outbox
        rows = ledger.own_notices if self._leases.holds_game(game) else ledger.notices
        if any(row.state is NoticeState.REFUSED for row in await rows(chat, game)):
            self.retry([chat])

    def lost(self, chats: Collection[Chat]) -> None:
        """Tell the players of the games that these chats show that nothing can be posted there any more."""
        self._gone.update(chats)
        self._wake_chats(chats)

    def refresh_lobby(self, chat: Chat) -> None:
        """Show the open lobby of a chat again, in its language of now."""
        self._changed_lobbies.add(chat)
        self._wake_chats([chat])

    async def post_note(self, chat: Chat, text: str) -> None:
        """Post a sentence about a chat there, soon, once and in silence, unless the chat takes no posts."""
        key = Key(NO_GAME, Topic.NOTE, self._leases.holder + new_code(self._random_bytes))
        now = self._repository.clock.now()
        row = NoticeRow(str(key), key.topic, 0, NoticeState.REFUSED, now, text=text)
        await self._store.outbox.save(chat, NO_GAME, row)
        self._wake_chats([chat])

    def _wake_chats(self, chats: Iterable[Chat]) -> None:
        if self._care:
            for chat in chats:
                self._care.wake(chat)

    async def delete_message(self, person: Person, id: str) -> None:
        """Delete a private message, if that works at once: its person is forgotten then."""
        if person.platform in self._platforms:
            await self._outbox.delete(person, id)

    async def tell(self, person: Person, message: Message, name: str, game: str = NO_GAME) -> None:
        """Tell a person something once, under a name of its own, because somebody has asked for it. Raises
        Unreachable and NotSent.
        """
        asked = Notice(person, Key(game, Topic.NOTE, name), renewal=Renewal.AGAIN)
        await self._outbox.deliver(message, asked)

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

    # ---- who follows what

    async def _send_missed(self) -> None:
        """Send the followers of the games of this process what they missed. Requests of people go first."""
        assert self._telling
        self._wake_chats([chat for chat, _ in await self._store.outbox.texts()])
        for chat in await self._store.chats.webhooks():
            await self._store.timers.set(CHAT, str(chat), {WEBHOOK: self._repository.clock.now()})
        telling, behind = self._telling, await self._store.outbox.behind(SILENT)
        followers = iter(
            [
                (to, game)
                for to, game in behind
                if to.platform in self._platforms and self._leases.holds_game(game)
            ]
        )

        async def send() -> None:
            for follower in followers:
                await telling.attempt(follower, _LONG)
                await asyncio.sleep(_APART)

        await asyncio.gather(*(send() for _ in range(_AT_A_TIME)))

    async def _wake(self, game: str) -> None:
        """Tell all followers of a match, and their webhooks, a moment after who acted has got an answer."""
        if self._leases.holds_game(game):
            await asyncio.sleep(WORDS_FIRST)
            followers = await self._store.outbox.own_bookmarks(game)
            self._wake_all(followers, game)
            now = self._repository.clock.now()
            for chat in followers.keys() & await self._store.chats.webhooks():
                await self._store.timers.set_again(CHAT, str(chat), WEBHOOK, now)  # later, after a failure

    def _wake_all(self, destinations: Iterable[Destination], game: str) -> None:
        for destination in destinations:
            if self._telling and destination.platform in self._platforms:
                self._telling.wake((destination, game))

    # ---- telling a follower

    async def _tell(self, follower: Follower) -> None:
        """Tell a follower everything since its bookmark, as long as its game belongs to this process.

        A person who cannot be reached is skipped. A chat keeps its bookmark for a month, and is tried again.
        """
        destination, game = follower
        in_background.set(True)
        with self._leases.using(part_of(game)) as may_speak:
            try:
                if may_speak:
                    await self._tell_all(destination, game)
                if may_speak and follower in self.unreachable and isinstance(destination, Chat):
                    await self._find_again(destination, game)
            except Unreachable as refusal:
                with suppress(UnreadableGame):
                    await self._note_refusal(follower, refusal)

    async def _tell_all(self, destination: Destination, game: str) -> None:
        try:
            while self._leases.holds_game(game) and await self._tell_more(destination, game):
                pass
        except UnreadableGame as wrong:
            is_left = wrong.is_newer and self._leases.is_shared
            if not is_left and destination in await self._store.chats.of_game(game):
                phrases = await self._recipients.directory.chat_phrases(destination)
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
            end = await self._chats.tell(destination, game, bookmark, steps)
        else:
            try:
                end = await self._persons.tell(destination, steps)
            except NotSent:
                if self._persons.still_asks(destination, steps[-1].after):
                    raise
                return True
        if not end:
            return False
        await self._store.outbox.move_bookmark(destination, game, end)
        return self._store.log.has_more(game, end)

    # ---- who cannot be reached

    async def _note_refusal(self, follower: Follower, refusal: Unreachable) -> None:
        """Pass over a person who was not reached, and a chat that has not been for long.

        Raises TryAgain for any other chat.
        """
        destination, game = follower
        now = self._repository.clock.now()
        if follower not in self.unreachable and isinstance(destination, Chat):
            log.warning("%s: cannot be reached", _name(follower))
        lasted = now - self.unreachable.setdefault(follower, now)
        match = await self._repository.read(game)
        if isinstance(destination, Chat):
            if isinstance(refusal, Gone):
                self._gone.add(destination)
            if self._care:
                self._care.wake(destination)
            if now - match.at < GIVEN_UP:
                pause = next((pause for limit, pause in _AGAIN if lasted < limit), _AGAIN_LATER)
                if isinstance(refusal, Silenced):
                    pause = max(timedelta(seconds=1), min(pause, refusal.until - now))
                raise TryAgain(pause.total_seconds()) from None
        await self._store.outbox.move_bookmark(destination, game, match.seq)
        if not match.waiting_for:  # it has ended, or the next event tries again
            self.unreachable.pop(follower, None)

    async def _call_holders(self) -> None:
        """Let other processes try again to tell the chats that may be writable now what they missed."""
        called = set(self._writable)
        self._writable.clear()
        for destination, game in await self._store.outbox.behind():
            if destination in called and not self._leases.holds_game(game):
                await self._store.leases.call_holder(game)

    async def _find_again(self, chat: Chat, game: str) -> None:
        """Note that a chat that was lost can be posted to again. Raises Unreachable if it cannot."""
        if (await self._platforms[chat.platform].missing_permissions(chat)).is_silent:
            raise Unreachable
        self.unreachable.pop((chat, game), None)
        self._gone.discard(chat)
        await self._store.outbox.forget(chat, game, loss_of(game))

    async def _look_after(self, chat: Chat) -> None:
        """Do what concerns a chat besides its games' news: send its notes, show its lobby again, and tell the
        players that it is lost.
        """
        if chat.platform not in self._platforms:
            return
        await self._send_notes(chat)
        shown = await self._store.chats.game_in(chat)
        if shown is None or not self._leases.holds_game(shown):
            return
        with suppress(UnreadableGame):
            match = await self._repository.read(shown)
            if chat in self._changed_lobbies:
                await self._chats.show_lobby(chat, match)
                self._changed_lobbies.discard(chat)
            if match.roster.status in (Status.LOBBY, Status.RUNNING):
                await self._lose(chat, match)

    async def _send_notes(self, chat: Chat) -> None:
        """Send the notes to a chat that this process has written, or that one which has ended left behind."""
        now, ledger = self._repository.clock.now(), self._store.outbox
        for row in await ledger.notices(chat, NO_GAME):
            name = row.key.removeprefix(f"{NO_GAME}-")
            is_left = now - row.at > _LEFT_BEHIND and self._leases.holds_game(NO_GAME)
            is_own = name.startswith(self._leases.holder)
            if row.text and (is_own or is_left) and await self._allows(chat):
                with suppress(Unreachable):
                    if not (await self._platforms[chat.platform].missing_permissions(chat)).is_silent:
                        note = Notice(chat, Key(NO_GAME, row.topic, name))
                        await self._outbox.deliver(Message(row.text), note)
                await ledger.forget(chat, NO_GAME, row.key)

    async def _lose(self, chat: Chat, match: Match) -> None:
        """Tell the players of a chat that is gone, or that has refused posts for some time.

        Raises TryAgain if it has refused them for less.
        """
        now, is_gone = self._repository.clock.now(), chat in self._gone
        if is_gone:
            self.unreachable.setdefault((chat, match.id), now)
        since = self.unreachable.get((chat, match.id))
        if since is None:
            return
        if not is_gone and (left := since + PATIENCE - now) > timedelta():
            raise TryAgain(left.total_seconds())
        with suppress(Unreachable):  # the creator is told about missing permissions
            missing = await self._platforms[chat.platform].missing_permissions(chat)
            if missing.speech or not await self._allows(chat):
                return
        await self._persons.tell_of_loss(chat, match, is_gone=is_gone)


def _name(follower: Follower) -> str:
    destination, game = follower
    reader = "a person" if isinstance(destination, Person) else f"chat {destination.id}"
    return f"game {game}: telling {reader} on {destination.platform}"
