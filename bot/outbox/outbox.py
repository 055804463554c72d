"""The outbox: the only part that sends, edits and deletes messages unasked, the same for all platforms.

It has a row in a ledger for each notice. What it guarantees, also after a fault or a kill at any moment:

1. A notice is noted before it is sent, and sent again until it is delivered. Then it is never sent again.
2. A try without an answer is in doubt. While the platform recognizes repeats, a repeat is the same message.
3. After that the platform is asked for the message. Where it cannot tell, the repeat notifies nobody.
4. So nobody is notified twice of one thing. A post that may have notified nobody is marked as silent: its
   people are told another way.
5. What is refused was not delivered: it is in no doubt, unless an earlier try is.
6. What is refused because of its files goes out at once without them.
7. A process that no longer speaks about a game sends nothing about it (see bot.matches.leases).
8. A destination's bookmark moves when the delivery is noted, or later; never before.
9. A panel and a lobby are edited in place; each post takes the buttons of those before it.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import replace
from weakref import WeakValueDictionary

from bot.clock import Clock
from bot.metrics import SEND_ERRORS
from bot.model.callbacks import NO_GAME
from bot.model.identity import Chat, Destination, Person
from bot.model.message import POSTS, Message, Topic
from bot.model.permissions import Unreachable
from bot.model.port import FilesRefused, Key, NotSent, Platform, may_send
from bot.outbox.notices import Notice, Renewal
from bot.store import NoticeRow, NoticeState, Store
from bot.tasks import fault

RETIRING = 10.0
"""Seconds that a post waits for an old message to lose its buttons. The call itself goes on after that:
discord.py hangs when a call is cancelled during a rate limit.
"""

_DELETING = 5.0
"""Seconds that the platform may take to delete a message of somebody who is forgotten then."""

_APART = Topic.NOTE, Topic.VOTE
"""Topics whose posts keep their buttons when others arrive, and take no buttons from others."""

Last = Callable[[NoticeRow], Awaitable[Message | None]]
"""What an older post becomes when it loses its buttons; None: nothing else changes in it."""

log = logging.getLogger(__name__)


class Outbox:
    """Delivers notices. Raises Unreachable and NotSent; after any other error the caller tries again.

    `speaks` says before each message whether this process still speaks about a game. NotSent is raised where
    it does not, except for what a person has just asked this process for, and notices about no game.
    """

    def __init__(
        self,
        store: Store,
        platforms: Mapping[str, Platform],
        clock: Clock,
        speaks: Callable[[str], bool] = lambda _: True,
    ) -> None:
        self._store = store
        self._ledger = store.outbox
        self._platforms = platforms
        self._clock = clock
        self._speaks = speaks
        self.without_files: set[Destination] = set()
        """Where the last message with pictures or documents was sent without them: they were refused."""
        self._retiring: dict[tuple[Chat, str], asyncio.Task[None]] = {}
        self._begun: set[asyncio.Task[NoticeRow]] = set()
        self._telling: WeakValueDictionary[tuple[Person, str], asyncio.Lock] = WeakValueDictionary()

    async def close(self) -> None:
        """Cancel the calls that still take buttons from old messages, and what was begun."""
        tasks = *self._retiring.values(), *self._begun
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def deliver(
        self,
        message: Message,
        notice: Notice,
        *,
        last: Last | None = None,
        upto: int | None = None,
        is_wanted: Callable[[], bool] = lambda: True,
    ) -> NoticeRow:
        """Deliver a notice once, and return its row. What is sent moves the bookmark to `upto`, unless it may
        have notified nobody.

        In a chat, older posts of the game lose their buttons, and become what `last` makes of them, if that
        is anything. Raises Unreachable also where DMs are blocked, and NotSent if the message is no longer
        `is_wanted` once its pictures are drawn.
        """
        game, is_asked = notice.key.game, notice.renewal is Renewal.AGAIN
        with self._speaking(game, is_asked=is_asked, is_wanted=is_wanted):
            match notice.to:
                case Chat() as chat:
                    with SEND_ERRORS.labels(chat.platform).count_exceptions():
                        return await self._post(chat, message, notice, last, upto)
                case Person() as person:
                    # Two at once would each leave a panel with buttons.
                    async with self._telling.setdefault((person, game), asyncio.Lock()):
                        return await self._tell(person, message, notice, upto)

    def begin(self, message: Message, notice: Notice) -> asyncio.Task[NoticeRow]:
        """Begin to deliver a notice. It goes on if nobody waits for it any more."""
        task = asyncio.create_task(self.deliver(message, notice))
        self._begun.add(task)
        task.add_done_callback(self._begun.discard)
        return task

    async def edit(self, row: NoticeRow, message: Message, notice: Notice) -> bool:
        """Show a message in place of a delivered one; False where a new message has to be sent."""
        with self._speaking(notice.key.game):
            return await self._edit(row, message, notice)

    async def delete(self, person: Person, id: str) -> None:
        """Delete a private message, if that works at once: its person is forgotten then."""
        try:
            async with asyncio.timeout(_DELETING):
                await self._platforms[person.platform].delete(person, id)
        except Exception as error:  # noqa: BLE001 - a platform may fail in any way
            log.info("a private message is not deleted: %s", fault(error))

    # ---- in chats

    async def _post(
        self, chat: Chat, message: Message, notice: Notice, last: Last | None, upto: int | None
    ) -> NoticeRow:
        rows = await self._ledger.own_notices(chat, notice.key.game)
        posted = await self._posted(chat, message, notice, rows, upto)
        if notice.key.topic not in (*_APART, Topic.REMINDER):
            await self._retire(chat, [row for row in rows if row.message != posted.message], notice, last)
        return posted

    async def _posted(
        self, chat: Chat, message: Message, notice: Notice, rows: Sequence[NoticeRow], upto: int | None
    ) -> NoticeRow:
        delivered = [row for row in rows if row.is_delivered]
        if earlier := next((row for row in delivered if row.key == str(notice.key)), None):
            return earlier
        lobby = next((row for row in reversed(delivered) if row.topic is Topic.LOBBY), None)
        if notice.key.topic is Topic.LOBBY and lobby and await self._edit(lobby, message, notice):
            return lobby
        board = next((row.message for row in reversed(delivered) if row.topic is Topic.TURN), "")
        if message.repeats and board:
            message = replace(message, pictures=(), replies_to=board)
        if (await self._store.chats.settings(chat)).quiet_until(self._clock.now()):
            message = replace(message, quiet=True)
        return await self._send_once(message, notice, rows, upto)

    async def retire(self, chat: Chat, notice: Notice, last: Last | None) -> None:
        """Take the buttons from a game's posts where its panel takes the place of the next post."""
        with self._speaking(notice.key.game):
            await self._retire(chat, await self._ledger.own_notices(chat, notice.key.game), notice, last)

    async def _retire(self, chat: Chat, rows: Sequence[NoticeRow], notice: Notice, last: Last | None) -> None:
        """Take the buttons from old messages, from the newest ones only where a platform limits that."""
        most = self._platforms[chat.platform].limits.retires_at_once
        old = [row for row in rows if row.is_delivered and row.topic not in _APART]
        for row in old if most is None else old[-most:]:
            task = self._retiring.get((chat, row.message))
            if task is None:
                task = asyncio.create_task(self._remove_buttons(chat, row, notice, last))
                self._retiring[chat, row.message] = task
            await asyncio.wait({task}, timeout=RETIRING)

    async def _remove_buttons(self, chat: Chat, row: NoticeRow, notice: Notice, last: Last | None) -> None:
        """Take the buttons from a message, or show what is `last` seen in its place.

        Where that fails, the next post tries again; until then a click on them is answered as stale.
        """
        platform, key = self._platforms[chat.platform], notice.key
        try:
            message = await last(row) if last else None
            shown = key if row.topic is Topic.LOBBY else replace(key, topic=Topic.NOTE)
            is_last = message is not None and await platform.edit(chat, row.message, message, shown)
            if is_last or await platform.remove_buttons(chat, row.message):
                await self._ledger.forget(chat, key.game, row.key)
        except Exception as error:  # noqa: BLE001 - the post that replaces it has been sent
            log.info("an old message keeps its buttons for now: %s", fault(error))
        finally:
            self._retiring.pop((chat, row.message), None)

    async def under_way(self, chat: Chat, game: str, after: int) -> NoticeRow | None:
        """The post about events `after` a bookmark that was tried before: it is tried again as it was."""
        rows = await self._ledger.own_notices(chat, game)
        return next((row for row in rows if row.is_post_under_way and row.event > after), None)

    async def note_heard(self, chat: Chat, game: str, row: NoticeRow) -> None:
        """The people of a silent post know of it now."""
        await self._ledger.save(chat, game, replace(row, state=NoticeState.DELIVERED))

    # ---- in private

    async def _tell(self, person: Person, message: Message, notice: Notice, upto: int | None) -> NoticeRow:
        game, may_tell = notice.key.game, may_send.get()
        is_of_account = game == NO_GAME and notice.renewal is Renewal.AGAIN  # it is tried in any case
        if not is_of_account and await self._store.people.blocks_dms(person):
            raise Unreachable
        try:
            rows = await self._ledger.own_notices(person, game)
            if notice.key.topic is Topic.PANEL:
                return await self._show_panel(person, message, notice, rows, upto)
            same = next((row for row in rows if row.key == str(notice.key) and row.is_delivered), None)
            if same and same.event >= notice.event:
                return same
            return await self._send_once(message, notice, rows, upto)
        except ConnectionError as error:
            if may_tell():
                raise
            raise NotSent from error  # the platform gave it up
        except Unreachable:
            if not is_of_account:
                log.warning("game %s: a person on %s takes no private messages", game, person.platform)
                await self._store.people.note_dms_blocked(person)
            raise

    async def _show_panel(
        self, person: Person, message: Message, notice: Notice, rows: Sequence[NoticeRow], upto: int | None
    ) -> NoticeRow:
        """Edit the panel that is there, or send a new one in its place."""
        game, limits, renewal = notice.key.game, self._platforms[person.platform].limits, notice.renewal
        panels = [row for row in rows if row.topic is Topic.PANEL and row.is_delivered]
        last = panels[-1] if panels else None
        is_named = bool(notice.key.name)
        same = (
            row for row in panels if (row.key == str(notice.key) if is_named else row.event == notice.event)
        )
        if renewal is not Renewal.AGAIN and (shown := next(same, None)):
            return shown
        if not is_named and any(0 < notice.opened <= row.event for row in panels):
            message = replace(message, mentions=())  # a panel with that news has notified its person
        ends = last.at + limits.edits_for if last and limits.edits_for is not None else None
        is_old = ends is not None and self._clock.now() >= ends  # and the platform limits its edits
        if last and is_old and renewal is Renewal.KEPT and not message.mentions:
            return last
        is_new = renewal is Renewal.AGAIN or (renewal is Renewal.MOVED and (limits.moves_panels or is_old))
        if last and not is_new and not message.mentions:
            is_edited = await self._edit(last, message, notice, upto)
            if is_edited or renewal in (Renewal.KEPT, Renewal.EDITED):
                return last
        if not is_named:  # all tries to replace one panel are one message, the later with later news
            name = f"after-{last.message if last else 'none'}"
            notice = replace(notice, key=replace(notice.key, name=name))
        sent = await self._send_once(message, notice, rows, upto)
        for old in panels:
            is_same = old.message == sent.message
            if old.key == sent.key:
                continue
            if is_same or await self._platforms[person.platform].delete(person, old.message):
                await self._ledger.forget(person, game, old.key)
        return sent

    # ---- in both

    async def _prepared(self, message: Message, notice: Notice) -> Message:
        """A message with its pictures. Raises NotSent if nobody wants it any more by then."""
        message = await self._platforms[notice.to.platform].prepared(notice.to, message, notice.key)
        _check()
        return message

    async def _edit(self, row: NoticeRow, message: Message, notice: Notice, upto: int | None = None) -> bool:
        to, key = notice.to, notice.key
        message = await self._prepared(message, notice)
        with suppress(FilesRefused):
            if await self._platforms[to.platform].edit(to, row.message, message, key):
                await self._ledger.save(to, key.game, replace(row, event=notice.event), upto)
                return True
        return False

    async def _send_once(
        self, message: Message, notice: Notice, rows: Sequence[NoticeRow], upto: int | None = None
    ) -> NoticeRow:
        """Send a notice that is not delivered yet, unless an earlier try turns out to have come through.

        `rows` are the notices of its game there. Returns its row.
        """
        to, key, mentions = notice.to, notice.key, message.mentions
        message = replace(message, quiet=message.quiet or notice.quiet)
        message = await self._prepared(replace(message, keeps_pictures=False), notice)
        platform, now = self._platforms[to.platform], self._clock.now()
        undelivered = [row for row in rows if not row.is_delivered]
        is_post = key.topic in POSTS  # the one of its game that is under way
        own = (row for row in undelivered if row.key == str(key) or (is_post and row.is_post_under_way))
        earlier = next(own, None)
        is_in_doubt = earlier is not None and earlier.state is NoticeState.TRIED
        since = earlier.at if earlier and is_in_doubt and earlier.event >= notice.opened else None
        id: str | None = None
        if since is not None and now - since >= platform.limits.repeats_safely_for:
            if platform.limits.finds_sent and isinstance(to, Chat):
                id = await platform.find_sent(to, key, since)
            else:
                message = replace(message, mentions=())
        tried = NoticeRow(str(key), key.topic, notice.event, NoticeState.TRIED, since or now)
        tried = replace(tried, text=earlier.text if earlier else "")
        if since is None:
            await self._ledger.save(to, key.game, tried)
        try:
            id = id or await self._send(to, message, key)
        except (NotSent, Unreachable):
            if since is None:
                await self._ledger.save(to, key.game, replace(tried, state=NoticeState.REFUSED))
            raise
        is_silent = message.mentions != mentions and key.topic in POSTS
        state = NoticeState.SILENT if is_silent else NoticeState.DELIVERED
        sent = replace(tried, state=state, at=self._clock.now(), message=id, text="")
        await self._ledger.save(to, key.game, sent, None if is_silent else upto)
        return sent

    async def _send(self, to: Destination, message: Message, key: Key) -> str:
        """Send a message; at once without its files if the platform refuses those: people wait for its text.

        A message that is nothing but files is left out then, and has the id "".
        """
        platform, silent = self._platforms[to.platform], message.quiet or not message.mentions
        _check()
        try:
            id = await platform.send(to, message, key, silent=silent)
        except FilesRefused as refusal:
            log.warning("game %s: files are refused on %s (%s)", key.game, to.platform, refusal.__cause__)
            text = message.without_files()
            id = await platform.send(to, text, key, silent=silent) if message.text else ""
            self.without_files.add(to)
            return id
        if message.has_files:
            self.without_files.discard(to)
        return id

    @contextmanager
    def _speaking(
        self, game: str, *, is_asked: bool = False, is_wanted: Callable[[], bool] = lambda: True
    ) -> Iterator[None]:
        """Send only while this process speaks about the game, or a person has asked for the message, and
        while the message `is_wanted`. Platforms check that after each wait.
        """
        before = may_send.set(lambda: (is_asked or game == NO_GAME or self._speaks(game)) and is_wanted())
        try:
            yield
        finally:
            may_send.reset(before)


def _check() -> None:
    """Raise NotSent if another process may speak about the game by now, or nobody wants the message."""
    if not may_send.get()():
        raise NotSent
