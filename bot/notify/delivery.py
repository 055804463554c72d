"""Delivery, the same for all platforms: each message is sent once, edited in place, and loses its buttons."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from enum import StrEnum
from functools import partial
from weakref import WeakValueDictionary

from bot.clock import Clock
from bot.metrics import SEND_ERRORS
from bot.model.call import Call
from bot.model.identity import Chat, Destination, Person
from bot.model.message import Message, Topic, drawn
from bot.model.permissions import Unreachable
from bot.platforms.port import FilesRefused, Limits, NotSent, Platform, PostKey, may_send
from bot.store import Sent, Store
from bot.tasks import fault

RETIRING = 10.0
"""Seconds that a post waits for an old message to lose its buttons. The call itself goes on after that:
discord.py hangs when a call is cancelled during a rate limit.
"""

_APART = Topic.NOTE, Topic.VOTE
"""Topics whose posts keep their buttons when others arrive, and take no buttons from others."""

_UNMARKED = Topic.NOTE, Topic.REMINDER
"""Topics of posts that no bookmark stands for: whether they are refused or in doubt changes no bookmark."""

Last = Callable[[Sent], Awaitable[Message | None]]
"""What an older post becomes when it loses its buttons; None: nothing else changes in it."""

log = logging.getLogger(__name__)


class Renewal(StrEnum):
    """What becomes of a panel that has changed. A panel that notifies its person is a new message anyway."""

    KEPT = "kept"
    """It is edited; one that is old (see Limits) stays as it is until it says something of its person."""
    EDITED = "edited"
    """It is edited; where that fails, it stays as it is: its person waits for others, or has just acted and
    has the answer."""
    NEEDED = "needed"
    """It is edited; where that fails, a new message takes its place: its person has to act."""
    MOVED = "moved"
    """A decision begins: it is a new message if the platform wants that or the panel is old, else edited."""
    AGAIN = "again"
    """It is a new message, even if nothing in it is new."""


class Delivery:
    """Delivers messages. Raises Unreachable; after any other error the caller tries again.

    `speaks` says before each message whether this process still speaks about a game (see bot.service.leases).
    NotSent is raised where it does not, except for what a person has just asked this process for.
    """

    def __init__(
        self,
        store: Store,
        platforms: Mapping[str, Platform],
        clock: Clock,
        speaks: Callable[[str], bool] = lambda _: True,
    ) -> None:
        self._store = store
        self._platforms = platforms
        self._clock = clock
        self._speaks = speaks
        self.without_files: set[Destination] = set()
        """Where the last message with pictures or documents was sent without them: they were refused."""
        self._retiring: dict[tuple[Chat, str], asyncio.Task[None]] = {}
        self._begun: set[asyncio.Task[None]] = set()
        self._telling: WeakValueDictionary[tuple[Person, str], asyncio.Lock] = WeakValueDictionary()

    async def close(self) -> None:
        """Cancel the calls that still take buttons from old messages, and what was begun."""
        tasks = *self._retiring.values(), *self._begun
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    # ---- in public

    async def post(self, chat: Chat, message: Message, key: PostKey, last: Last | None = None) -> None:
        """Post once per key; a lobby is edited in place. Older posts of the game lose their buttons.

        An older post becomes what `last` makes of it, if that is anything.
        """
        message = _as_offered(message, self._platforms[chat.platform].limits)
        try:
            with SEND_ERRORS.labels(chat.platform).count_exceptions(), self.speaking(key.game):
                await self._post(chat, message, key, last)
        except (NotSent, Unreachable):
            if key.since is None and key.topic not in _UNMARKED and self._speaks(key.game):
                await self._store.deliveries.mark_refused(chat, key.game)
            raise

    async def _post(self, chat: Chat, message: Message, key: PostKey, last: Last | None) -> None:
        earlier = await self._store.deliveries.sent(chat, key.game)
        posted = _sent_with(key, earlier) or await self._edit_lobby(chat, message, key, earlier)
        shown = next((post.message for post in reversed(earlier) if post.topic is Topic.TURN), "")
        if message.repeats and shown:
            message = replace(message, pictures=())
        posted = posted or await self._send_post(chat, message, replace(key, replies_to=shown))
        if key.topic not in (*_APART, Topic.REMINDER):
            old = [post for post in earlier if post.topic not in _APART and post.message != posted]
            await self._retire(chat, old, key, last)

    async def retire(self, chat: Chat, key: PostKey, last: Last | None) -> None:
        """Take the buttons from a game's posts where its panel takes the place of the next post."""
        earlier = await self._store.deliveries.sent(chat, key.game)
        await self._retire(chat, [post for post in earlier if post.topic not in _APART], key, last)

    async def _edit_lobby(
        self, chat: Chat, message: Message, key: PostKey, earlier: Sequence[Sent]
    ) -> str | None:
        """The id of the lobby in this chat, which shows the message now; None where it must be sent."""
        lobby = next((post for post in reversed(earlier) if post.topic is Topic.LOBBY), None)
        if key.topic is not Topic.LOBBY or lobby is None:
            return None
        self._check(key)
        if not await self._edited(chat, lobby.message, message, key):
            return None
        await self._store.deliveries.save_sent(chat, key.game, replace(lobby, key=str(key)))
        return lobby.message

    async def _send_post(self, chat: Chat, message: Message, key: PostKey) -> str:
        """Send a new post, unless an earlier try turns out to have come through.

        If the platform cannot tell, it is sent without its mentions; `mentions_again` tells that later.
        """
        platform = self._platforms[chat.platform]
        id: str | None = None
        mentions = message.mentions
        if self._in_doubt(key, platform.limits):
            if platform.limits.finds_sent:
                id = await platform.find_sent(chat, key)
            else:
                message = replace(message, mentions=())
        if (await self._store.chats.settings(chat)).quiet_until(self._clock.now()):
            message = replace(message, quiet=True)
        self._check(key)
        id = id or await self._send_once(chat, message, key, is_noted=key.topic is Topic.NOTE)
        if not id:
            return id
        if message.mentions != mentions and key.topic not in _UNMARKED:
            await self._store.write_note(_doubted(chat, key), str(key))
        # After a turn's post only old buttons are left to do. A kill leaves them to the next post.
        upto = key.seq if key.topic is Topic.TURN and key.since is None else None
        sent = Sent(id, key.topic, str(key), self._clock.now())
        await self._store.deliveries.save_sent(chat, key.game, sent, upto)
        return id

    def _check(self, key: PostKey) -> None:
        """Raise NotSent if another process may speak about the game by now."""
        if not self._speaks(key.game):
            raise NotSent

    @contextmanager
    def speaking(
        self, game: str, *, again: bool = False, is_wanted: Callable[[], bool] = lambda: True
    ) -> Iterator[None]:
        """Let platforms check the same after each wait, unless a person has asked for the message `again`.

        They also give up a message that is no longer `is_wanted`.
        """
        before = may_send.set(lambda: (again or self._speaks(game)) and is_wanted())
        try:
            yield
        finally:
            may_send.reset(before)

    def _in_doubt(self, key: PostKey, limits: Limits) -> bool:
        """Whether an earlier try may have succeeded, but too long ago for a repeat to be recognized."""
        return key.since is not None and self._clock.now() - key.since >= limits.repeats_safely_for

    async def mentions_again(self, chat: Chat, key: PostKey, *, done: bool = False) -> bool:
        """Whether a post may have failed to mention its people. `done` says that they are mentioned now."""
        if key.since is None:
            return False  # it was sent at the first attempt
        again = await self._store.note(_doubted(chat, key)) == str(key)
        if again and done:
            await self._store.write_note(_doubted(chat, key), "")
        return again

    # ---- old buttons

    async def _retire(self, chat: Chat, old: Sequence[Sent], key: PostKey, last: Last | None) -> None:
        """Take the buttons from old messages, from the newest ones only where a platform limits that."""
        most = self._platforms[chat.platform].limits.retires_at_once
        for sent in old if most is None else old[-most:]:
            task = self._retiring.get((chat, sent.message))
            if task is None:
                task = asyncio.create_task(self._remove_buttons(chat, sent, key, last))
                self._retiring[chat, sent.message] = task
                task.add_done_callback(partial(self._retired, (chat, sent.message)))
            await asyncio.wait({task}, timeout=RETIRING)

    def _retired(self, message: tuple[Chat, str], _: object) -> None:
        self._retiring.pop(message, None)

    async def _remove_buttons(self, chat: Chat, sent: Sent, key: PostKey, last: Last | None) -> None:
        """Take the buttons from a message, or show what is `last` seen in its place.

        Where that fails, the next post tries again; until then a click on them is answered as stale.
        """
        platform, id = self._platforms[chat.platform], sent.message
        try:
            message = await last(sent) if last else None
            edited = key if sent.topic is Topic.LOBBY else replace(key, topic=Topic.NOTE)
            is_last = message is not None and await platform.edit(chat, id, message, edited)
            if is_last or await platform.remove_buttons(chat, id):
                await self._store.deliveries.forget_sent(chat, key.game, id)
        except Exception as error:  # noqa: BLE001 - the post that replaces it has been sent
            log.info("an old message keeps its buttons for now: %s", fault(error))

    # ---- in private

    async def tell(
        self,
        person: Person,
        message: Message,
        key: PostKey,
        *,
        renewal: Renewal = Renewal.NEEDED,
        upto: int | None = None,
        is_wanted: Callable[[], bool] = lambda: True,
    ) -> None:
        """Bring a panel up to date, or send a note once. Raises Unreachable where DMs are blocked.

        What is sent moves the bookmark to `upto`. Raises NotSent if it is no longer `is_wanted` once its
        pictures are drawn.
        """
        if await self._store.people.blocks_dms(person):
            raise Unreachable
        again = renewal is Renewal.AGAIN
        # Two at once would each leave a panel with buttons.
        lock = self._telling.setdefault((person, key.game), asyncio.Lock())
        try:
            async with lock:
                with self.speaking(key.game, again=again, is_wanted=is_wanted):
                    await self._tell(person, message, key, renewal, upto)
        except ConnectionError as error:
            if is_wanted():
                raise
            raise NotSent from error  # the platform gave it up
        except Unreachable:
            log.warning("game %s: a person on %s takes no private messages", key.game, person.platform)
            await self._store.people.note_dms_blocked(person)
            raise

    def begin_telling(self, person: Person, message: Message, key: PostKey) -> asyncio.Task[None]:
        """Begin to `tell` somebody. It goes on if nobody waits for it any more."""
        task = asyncio.create_task(self.tell(person, message, key))
        self._begun.add(task)
        task.add_done_callback(self._begun.discard)
        return task

    async def _tell(
        self, person: Person, message: Message, key: PostKey, renewal: Renewal, upto: int | None
    ) -> None:
        all_sent = await self._store.deliveries.sent(person, key.game)
        earlier = [sent for sent in all_sent if sent.topic is key.topic]
        again, limits = renewal is Renewal.AGAIN, self._platforms[person.platform].limits
        if _sent_with(key, earlier) and not again:
            return
        if not again:
            self._check(key)
        if self._in_doubt(key, limits):
            message = replace(message, mentions=())
        if key.topic is Topic.PANEL and earlier:
            key = replace(key, replaces=earlier[-1].message)
        ends = earlier[-1].at + limits.edits_for if earlier and limits.edits_for is not None else None
        is_old = ends is not None and self._clock.now() >= ends  # and the platform limits its edits
        if key.topic is Topic.PANEL and is_old and renewal is Renewal.KEPT and not message.mentions:
            if upto is not None:
                await self._store.deliveries.move_bookmark(person, key.game, upto)
            return
        if not limits.draws_itself:
            message = await drawn(message)
        if not may_send.get()():
            raise NotSent
        is_new = again or (renewal is Renewal.MOVED and (limits.moves_panels or is_old))
        sent = None if is_new else await self._refreshed(person, message, key, earlier, renewal)
        if sent is None:
            id = await self._send_once(person, message, key, is_noted=True)
            sent = Sent(id, key.topic, str(key), self._clock.now())
        await self._store.deliveries.save_sent(person, key.game, sent, upto)
        if key.topic is Topic.PANEL:
            for old in earlier:
                if old.message == sent.message:
                    continue
                if await self._platforms[person.platform].delete(person, old.message):
                    await self._store.deliveries.forget_sent(person, key.game, old.message)

    async def _refreshed(
        self, person: Person, message: Message, key: PostKey, earlier: Sequence[Sent], renewal: Renewal
    ) -> Sent | None:
        """The panel that the person has, edited or left as it is; None where a new message is needed."""
        if key.topic is not Topic.PANEL or message.mentions or not earlier:
            return None
        panel = earlier[-1]
        if await self._edited(person, panel.message, message, key):
            return replace(panel, key=str(key))
        return panel if renewal in (Renewal.KEPT, Renewal.EDITED) else None

    async def _send_once(self, to: Destination, message: Message, key: PostKey, *, is_noted: bool) -> str:
        """Send a message that notifies the people it mentions, unless it is quiet.

        If the platform does not recognize repeats, a try that no bookmark stands for is noted until it is
        answered. If it has to be repeated, that is done in silence.
        """
        platform, silent = self._platforms[to.platform], message.quiet or not message.mentions
        if silent or not is_noted or platform.limits.repeats_safely_for:
            return await self._send(to, message, key, silent=silent)
        name = _calling(to, key)
        noted = await self._store.note(name) or ""
        in_doubt = bool(noted) and int(noted) >= key.opened
        if in_doubt:
            message = replace(message, mentions=())
        else:
            await self._store.write_note(name, noted := str(key.seq))
        try:
            id = await self._send(to, message, key, silent=in_doubt)
        except (NotSent, Unreachable):
            if not in_doubt:
                await self._store.replace_note(name, noted, "")
            raise
        await self._store.replace_note(name, noted, "")  # nothing, if the person was forgotten meanwhile
        return id

    async def _send(self, to: Destination, message: Message, key: PostKey, *, silent: bool) -> str:
        """Send a message; at once without its files if the platform refuses those: people wait for its text.

        A message that is nothing but files is left out then, and has the id "".
        """
        platform = self._platforms[to.platform]
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

    async def _edited(self, to: Destination, id: str, message: Message, key: PostKey) -> bool:
        """Show a message in place of another; False where a new message has to be sent."""
        try:
            return await self._platforms[to.platform].edit(to, id, message, key)
        except FilesRefused:
            return False


def _as_offered(message: Message, limits: Limits) -> Message:
    """A post without the button for a link to its replay, where no site shows replays."""
    if limits.replays_at is not None:
        return message
    rows = (
        tuple(button for button in row if Call.pressed(button.code).line != "share")
        for row in message.buttons
    )
    return replace(message, buttons=tuple(filter(None, rows)))


def _sent_with(key: PostKey, earlier: Sequence[Sent]) -> str | None:
    """The id of the message that was sent with this key."""
    same = (sent.message for sent in earlier if sent.topic is key.topic and sent.key == str(key))
    return next(same, None)


def _doubted(chat: Chat, key: PostKey) -> str:
    """The name of the note about the last post of a game whose mentions are in doubt."""
    return f"{chat}-doubted-{key.game}"


def _calling(to: Destination, key: PostKey) -> str:
    """The name of the note about a message that is being sent. The panels of a game share one.

    Its text is the number of the last event in that message.
    """
    shared = replace(key, seq=0, hidden=0, part="") if key.topic is Topic.PANEL else key
    return f"{to.platform}-calling-{to.id}-{shared}"
