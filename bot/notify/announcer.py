"""The announcer: decides what each chat and person is told, from its bookmark in the log."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Collection, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import datetime, timedelta
from functools import partial

from bot.matches.match import Match, Step
from bot.matches.repository import MatchRepository
from bot.matches.roster import Status
from bot.metrics import POST_SECONDS
from bot.model.identity import Chat, Destination, Person
from bot.model.message import WORDS_FIRST, Mention, Message, Topic
from bot.model.permissions import Gone, MissingPermissions, Silenced, Unreachable
from bot.notify import readers
from bot.notify.delivery import Delivery, Renewal
from bot.notify.end_warnings import end_warning
from bot.notify.lobby_posts import closed_lobby, lobby_post
from bot.notify.lost_chats import find_again, note_for, tell_creator, tell_players_once
from bot.notify.moved_deadlines import post_without_deadline, refresh_reminders
from bot.notify.other_accounts import is_told_elsewhere
from bot.notify.player_messages import ends_with_card, lost_seat_note, write_again
from bot.notify.posts import end_parts, ended_for, post_key, post_of
from bot.notify.readers import PostStyle, Readers
from bot.notify.sections import LATE, end_of_next_post, is_overtaken, opens_for, replaces, topic_of
from bot.notify.votes import refresh_vote
from bot.notify.waiting_lists import tell_waiting
from bot.platforms.port import NotSent, Platform, PostKey
from bot.service.directory import heading
from bot.service.leases import Leases, part_of
from bot.service.news import news_of
from bot.service.panels import private_panel, with_board, with_hint
from bot.service.permissions import missing_permissions_message
from bot.service.pictures import PictureService
from bot.store import Sent, UnreadableGame
from bot.tasks import KeyedTasks, TryAgain, fault
from bot.work_queue import WorkQueue, in_background
from engine.events import MovesUndone

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

_AT_A_TIME = 2
_LONG = 1.0
"""How many followers get what they missed at the same time, and after how many seconds the next one begins
anyway.
"""

_APART = 0.05
"""Seconds between two followers, in which requests are answered."""

_DELETING = 5.0
"""Seconds that /forgetme waits for the platform to delete one message."""

log = logging.getLogger(__name__)


class Announcer:
    """Follows every match. A destination that fails is tried again, and delays no other."""

    def __init__(
        self,
        repository: MatchRepository,
        platforms: Mapping[str, Platform],
        pictures: PictureService,
        language: str,
        allows: Callable[[Destination], Awaitable[bool]],
        leases: Leases,
        queue: WorkQueue,
    ) -> None:
        self._repository = repository
        self._store = repository.store
        self._platforms = platforms
        self._leases = leases
        self._delivery = Delivery(repository.store, platforms, repository.clock, leases.speaks_about)
        self._readers = Readers(repository.store, platforms, language)
        self._pictures = pictures
        self._allows = allows
        self._queue = queue
        self.unreachable: set[Follower] = set()
        """The chats and persons that could not be reached when they were last tried."""
        self._refused_since: dict[Follower, datetime] = {}
        """Since when the chats among them have refused posts."""
        self._gone: set[Chat] = set()
        """Those of them that the platform calls deleted or closed, or from which the bot was removed."""
        self._tasks: KeyedTasks[Follower] | None = None
        self._losses: KeyedTasks[Chat] | None = None
        self._calls: KeyedTasks[str] | None = None
        self._lobbies: KeyedTasks[Chat] | None = None
        self._deletions: KeyedTasks[tuple[Person, str]] | None = None
        self._writable: set[Destination] = set()  # those of which other processes are not told yet

    async def run(self) -> None:
        """Follow every match until cancelled, from where each destination was before a restart."""
        changed_games, clock = self._repository.subscribe(), self._repository.clock
        try:
            async with asyncio.TaskGroup() as tasks:
                self._tasks = KeyedTasks(_name, self._tell, tasks, clock)
                self._losses = KeyedTasks("lost chat {}".format, self._lose, tasks, clock)
                self._lobbies = KeyedTasks("the lobby in chat {}".format, self._show_lobby, tasks, clock)
                self._deletions = KeyedTasks("deleting message {}".format, self._delete, tasks, clock)
                waking = KeyedTasks("game {}: finding who follows it".format, self._wake, tasks, clock)
                name = "calling other processes{}".format
                self._calls = KeyedTasks(name, lambda _: self._call_holders(), tasks, clock)
                missed = partial(self._send_missed, self._tasks)
                tasks.create_task(self._leases.catch_up("what was missed", missed))
                while True:
                    waking.wake(await changed_games.get())
        finally:
            await self._delivery.close()

    async def _send_missed(self, tasks: KeyedTasks[Follower]) -> None:
        """Send the followers of the games of this process what they missed. Requests of people go first."""
        behind = iter(
            [
                (destination, game)
                for destination, game in await self._store.deliveries.behind()
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
        for destination, game in await self._store.deliveries.behind():
            if destination in called and not self._leases.holds_game(game):
                await self._store.call_holder(game)

    def refusals(self, chat: Chat) -> tuple[str, ...]:
        """The keys of sentences about what a chat has refused lately."""
        posts = ("posts-refused",) if any(chat == refusing for refusing, _ in self.unreachable) else ()
        return (*posts, "pictures-refused") if chat in self._delivery.without_files else posts

    def retry(self, chats: Collection[Chat]) -> None:
        """Retry chats that become writable, also while they are being marked unreachable."""
        if self._tasks is None:
            return
        writable = set[Destination](chats)
        if self._calls and self._leases.is_shared:
            self._writable |= writable
            self._calls.wake("")
        for follower in self.unreachable | self._tasks.running:
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
        if self._deletions:
            await self._deletions.attempt((person, id), _DELETING)

    async def _delete(self, message: tuple[Person, str]) -> None:
        person, id = message
        if person.platform in self._platforms:
            try:
                await self._platforms[person.platform].delete(person, id)
            except Exception as error:  # noqa: BLE001 - a platform may fail in any way
                log.info("a private message is not deleted: %s", fault(error))

    async def _show_lobby(self, chat: Chat) -> None:
        game = await self._store.chats.game_in(chat)
        if game is None or chat.platform not in self._platforms:
            return
        with suppress(UnreadableGame, Unreachable):
            steps = await self._repository.steps(game, (await self._repository.read(game)).seq - 1)
            posts = await self._store.deliveries.sent(chat, game)
            lobbies = [post.message for post in posts if post.topic is Topic.LOBBY]
            if not lobbies or not steps or steps[-1].after.roster.status is not Status.LOBBY:
                return
            match, platform = steps[-1].after, self._platforms[chat.platform]
            style = await self._readers.style(chat, match, self._pictures)
            if message := await lobby_post(steps, "", style, with_map=True):
                await platform.edit(chat, lobbies[-1], message, post_key(match, Topic.LOBBY))

    async def _lose(self, chat: Chat) -> None:
        """Tell the players of the game in a chat that is gone, or that has refused posts for some time."""
        game = await self._store.chats.game_in(chat)
        if game is None or not self._leases.holds_game(game):
            return
        with suppress(UnreadableGame):
            match = await self._repository.read(game)
            if match.roster.status not in (Status.LOBBY, Status.RUNNING):
                return
            if chat in self._gone:
                self.unreachable.add((chat, game))
            elif since := self._refused_since.get((chat, game)):
                left = since + PATIENCE - self._repository.clock.now()
                if left > timedelta():
                    raise TryAgain(left.total_seconds())
            else:
                return
            with suppress(Unreachable):  # the creator is told about missing permissions
                missing = await self._platforms[chat.platform].missing_permissions(chat)
                if missing.speech or not await self._allows(chat):
                    return

            async def tell(seat: int, key: PostKey) -> None:
                """Tell the person in a seat how to go on without the chat."""
                person, note = await note_for(self._readers, chat, match, seat, gone=chat in self._gone)
                if note is None or person.platform not in self._platforms:
                    return
                if not await self._notifies(person, match, opened=False):
                    note = replace(note, mentions=())
                await self._delivery.tell(person, note, key)

            await tell_players_once(
                self._store, chat, match, tell, lambda: (chat, match.id) in self.unreachable
            )

    async def _wake(self, game: str) -> None:
        """Tell all followers of a match, a moment after the person who acted has got an answer."""
        if self._leases.holds_game(game):
            await asyncio.sleep(WORDS_FIRST)
            self._wake_all(await self._store.deliveries.bookmarks(game), game)

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
                await find_again(self._store, self._platforms[destination.platform], destination, game)
                self.unreachable.discard(follower)
                self._refused_since.pop(follower, None)
                self._gone.discard(destination)
        except Unreachable as refusal:
            first, now = follower not in self.unreachable, self._repository.clock.now()
            self.unreachable.add(follower)
            if isinstance(destination, Chat):
                self._refused_since.setdefault(follower, now)
                if first:
                    log.warning("%s: cannot be reached", _name(follower))
            with suppress(UnreadableGame):
                match = await self._repository.read(game)
                if isinstance(destination, Chat):
                    if isinstance(refusal, Gone):
                        self.lost([destination])
                    elif self._losses:
                        self._losses.wake(destination)
                    if now - match.at < GIVEN_UP:
                        lasted = now - self._refused_since[follower]
                        pause = next((pause for limit, pause in _AGAIN if lasted < limit), _AGAIN_LATER)
                        if isinstance(refusal, Silenced):
                            pause = max(timedelta(seconds=1), min(pause, refusal.until - now))
                        raise TryAgain(pause.total_seconds()) from None
                await self._store.deliveries.move_bookmark(destination, game, match.seq)
                if not match.waiting_for:  # it has ended, or the next event tries again
                    self.unreachable.discard(follower)
                    self._refused_since.pop(follower, None)

    async def _tell_all(self, destination: Destination, game: str) -> None:
        in_background.set(True)
        try:
            while self._leases.holds_game(game) and await self._tell_more(destination, game):
                pass
        except UnreadableGame as wrong:
            is_left = wrong.is_newer and self._leases.is_shared
            if not is_left and destination in await self._store.chats.of_game(game):
                phrases = await self._readers.chat_phrases(destination)
                note = Message(phrases.say("tell-put-aside", game=wrong.game))
                await self._delivery.post(destination, note, PostKey(wrong.game, Topic.NOTE, wrong.seq))

    async def _tell_more(self, destination: Destination, game: str) -> bool:
        """Tell the next section, and move the bookmark. False where there is nothing more to tell yet.

        The answers that people wait for go first.
        """
        async with self._queue.turn():
            pass
        bookmarks = await self._store.deliveries.bookmarks(game)
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
        match destination:
            case Chat():
                return await self._tell_chat(destination, game, steps)
            case Person():
                try:
                    await self._tell_person(destination, steps)
                except NotSent:
                    if self._still_asks(destination, steps[-1].after):
                        raise
                    return True
                await self._store.deliveries.move_bookmark(destination, game, steps[-1].after.seq)
                return self._store.log.has_more(game, steps[-1].after.seq)

    async def _tell_chat(self, chat: Chat, game: str, steps: Sequence[Step]) -> bool:
        with self._delivery.speaking(game):
            await refresh_vote(self._readers, chat, steps)
        grouped = (await self._store.chats.settings(chat)).groups_computers
        now, platform = self._repository.clock.now(), self._platforms[chat.platform]
        end = end_of_next_post(steps, now, grouped=grouped)
        if end is None:
            return False
        missing = await platform.missing_permissions(chat)
        if missing.silenced_until:
            raise Silenced(missing.silenced_until)
        if missing.speech:
            match = steps[0].before or steps[0].after
            await tell_creator(self._readers, self._delivery, match, missing)
            raise Unreachable
        end, since = await self._store.deliveries.begin(chat, game, end, now)
        section = [step for step in steps if step.after.seq <= end]
        key = post_key(section[-1].after, topic_of(section), since)
        style = await self._readers.style(chat, section[-1].after, self._pictures)
        if is_overtaken(steps, end, now, grouped=grouped):
            style = replace(style, wanted=None)
        await self._post(chat, section, key, style, missing)
        late = self._repository.clock.now() - section[-1].at
        POST_SECONDS.labels(chat.platform).observe(late.total_seconds())
        await self._store.deliveries.move_bookmark(chat, game, end)
        return self._store.log.has_more(game, end)

    async def _post(
        self,
        chat: Chat,
        section: Sequence[Step],
        key: PostKey,
        style: PostStyle,
        missing: MissingPermissions,
    ) -> None:
        """Post a section, and what follows the end of a game."""
        match, news = section[-1].after, await readers.news_for_post(self._repository, section)
        last = partial(self._last_of, chat, section, style)
        if await self._readers.is_said_by_panel(chat, await self._repository.read(match.id), key.topic):
            await self._delivery.retire(chat, key, last)
            return
        message = await post_of(section, style, news)
        if message is None:
            return
        if missing.pictures and message.pictures:
            note = missing_permissions_message(missing.pictures, missing.place, style.phrases)
            await self._delivery.post(chat, note, replace(key, topic=Topic.NOTE, seq=0))
            message = replace(message, pictures=())
        message = replace(message, mentions=await self._wanted(message.mentions, chat, match, key.topic))
        await self._delivery.post(chat, message, key, last)
        clock = self._repository.clock
        await tell_waiting(self._readers, self._delivery, self._allows, clock, chat, section)
        if key.topic is Topic.END and message.pictures:
            limits = self._platforms[chat.platform].limits
            async for part, more in end_parts(self._repository, limits, message, news, style):
                await self._delivery.post(chat, more, replace(key, topic=Topic.NOTE, part=part))
        if message.mentions and await self._delivery.mentions_again(chat, key):
            await self._remind(chat, message.mentions, match)
            await self._delivery.mentions_again(chat, key, done=True)

    async def _last_of(
        self, chat: Chat, section: Sequence[Step], style: PostStyle, sent: Sent
    ) -> Message | None:
        """What an older post becomes when that of a section takes its place; None: it loses its buttons."""
        match = section[-1].after
        if sent.topic is Topic.LOBBY:
            return closed_lobby(match, style.phrases)
        message = await post_without_deadline(self._repository, self._readers, style, chat, sent, section)
        if message is None:
            return None
        mentions = message.mentions
        here = [each for each in mentions if await self._mentions_in(chat, each.person, match.id)]
        return replace(message, mentions=tuple(here))

    async def _remind(self, chat: Chat, mentions: Sequence[Mention], then: Match) -> None:
        """Notify people if a post may have failed to mention them and they still have to decide."""
        now, unreached = await self._repository.read(then.id), []
        for mention in mentions:
            person = mention.person
            seat = now.roster.seat_of(str(person))
            if seat is not None and not readers.has_decided(person, then, now):
                try:
                    await self._show(person, now, seat, opened=then.seq, replaced=then.seq, instead=True)
                except Unreachable:
                    unreached.append(mention)
        if unreached:
            words = await self._readers.chat_phrases(chat)
            note = Message(words.say("reminder-in-chat"), mentions=tuple(unreached))
            key = replace(post_key(then, Topic.NOTE), setbacks=now.roster.setbacks)
            await self._delivery.post(chat, note, key)

    async def _wanted(
        self, mentions: tuple[Mention, ...], chat: Chat, then: Match, topic: Topic
    ) -> tuple[Mention, ...]:
        """The mentions of people who want one here. A late post leaves out those who have decided since."""
        if not mentions:
            return ()
        now = await self._repository.read(then.id)
        late = self._repository.clock.now() - then.at >= LATE
        wanted = []
        for mention in mentions:
            person = mention.person
            if late and readers.has_decided(person, then, now):
                continue
            if not await self._mentions_in(chat, person, now.id):
                continue
            if topic is Topic.TURN and await is_told_elsewhere(self._readers, self._delivery, person, now):
                continue
            wanted.append(mention)
        return tuple(wanted)

    async def _mentions_in(self, chat: Chat, person: Person, game: str) -> bool:
        """Whether a chat mentions a person: by their setting, or because their DMs are blocked."""
        others = self.unreachable - {(chat, game)}
        return await self._readers.mentions_in(chat, person, game, others)

    async def _notifies(self, person: Person, match: Match, *, opened: bool) -> bool:
        """Whether a private message notifies a person, of a decision that was `opened` or of other news."""
        if opened and await self._readers.panel_is_post(person, match.id):
            return True
        if not await self._readers.mentions_in_private(person, match.id, self.unreachable):
            return False
        return not (opened and await is_told_elsewhere(self._readers, self._delivery, person, match))

    async def _tell_person(self, person: Person, steps: Sequence[Step]) -> None:
        """Refresh the person's private panel where it has changed, or say that their seat is lost."""
        match = steps[-1].after
        seat = match.roster.seat_of(str(person))
        warned = await end_warning(self._readers, person, steps, seat)
        if seat is None:
            if note := await lost_seat_note(self._readers, person, steps):
                await self._delivery.tell(person, note, PostKey(match.id, Topic.PANEL, match.seq))
        elif (before := readers.panel_inputs(steps[0].before, person)) != (
            inputs := readers.panel_inputs(match, person)
        ):
            renewal = Renewal.NEEDED
            if before[0] == inputs[0]:
                renewal = Renewal.KEPT
            elif steps[-1].actor == str(person):
                renewal = Renewal.EDITED
            opened = _opened_for(steps, seat, person)
            await self._show(
                person,
                match,
                seat,
                opened=opened,
                replaced=max((step.after.seq for step in steps if replaces(step, seat)), default=0),
                with_map=bool(opened) or not ends_with_card(steps),
                renewal=renewal,
                upto=None if warned else match.seq,
            )
        if seat is not None:
            with self._delivery.speaking(match.id):
                before_all = steps[0].before
                await refresh_reminders(self._repository, self._readers, person, before_all, match, seat)
        if warned:
            await self._delivery.tell(person, *warned)

    async def _show(
        self,
        person: Person,
        match: Match,
        seat: int,
        *,
        opened: int,
        replaced: int = 0,
        with_map: bool = True,
        renewal: Renewal = Renewal.NEEDED,
        instead: bool = False,
        upto: int | None = None,
    ) -> None:
        """Show a person their panel, with a notification if the event `opened` began a decision, or the game
        ended, and they want one. A person who was `replaced` is notified in any case.

        Nobody who waits for others gets a new message by `renewal`. `instead`, the panel takes the place of
        the post of the event. Without `with_map` it lacks the map of their tickets. What is sent moves the
        bookmark to `upto`.

        Raises NotSent if the person decides while the pictures of a panel that notifies them are drawn.
        """
        if await self._store.people.blocks_dms(person):
            raise Unreachable
        panel = await self._panel(person, match, seat, with_map=with_map)
        has_to_act = bool(panel.mentions)
        if renewal is Renewal.NEEDED and not has_to_act:
            renewal = Renewal.EDITED
        elif opened and has_to_act and renewal is not Renewal.AGAIN:
            renewal = Renewal.MOVED
        mentions = (panel.mentions if opened else ()) or ended_for(match, seat)
        if replaced:
            mentions = (Mention(person, match.roster.names[seat]),)
        elif mentions and not await self._notifies(person, match, opened=bool(opened)):
            mentions = ()
        panel = replace(panel, mentions=mentions)
        news, back = max(opened, replaced), match.roster.setbacks
        seq, part = (opened, "instead") if instead else (match.seq, "")
        key = PostKey(match.id, Topic.PANEL, seq, part=part, setbacks=back, opened=news)

        def is_wanted() -> bool:
            return not (has_to_act and panel.mentions) or self._still_asks(person, match)

        await self._delivery.tell(person, panel, key, renewal=renewal, upto=upto, is_wanted=is_wanted)
        self.unreachable.discard((person, match.id))

    async def _panel(self, person: Person, match: Match, seat: int, *, with_map: bool) -> Message:
        """The panel of a seat in the language of its player. Its pictures are still to be drawn."""
        words = await self._readers.person_phrases(person, match.id)
        name = await heading(self._store, person, match, words)
        news = await news_of(self._repository, match, seat, words)
        panel = await private_panel(
            self._pictures, match, seat, words, heading=name, news=news, with_map=with_map
        )
        panel = await with_hint(panel, self._store, person, match, seat, words)
        if await self._readers.own_chat_of(person, match.id):
            panel = with_board(panel, self._pictures, match, words)
        return panel

    def _still_asks(self, person: Person, match: Match) -> bool:
        """Whether a person has not made the decision that the match waited for, as far as is known here."""
        now = self._repository.in_memory(match.id)
        return now is None or not readers.has_decided(person, match, now)

    async def write_again(self, person: Person, game: str | None = None) -> int | None:
        """Send a person the panels of their games, or of one, although DMs were blocked.

        Returns how many there are; None if DMs are still blocked.
        """
        show = partial(self._show, opened=0, renewal=Renewal.AGAIN)
        return await write_again(self._repository, show, person, game)

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


def _opened_for(steps: Sequence[Step], seat: int, person: Person) -> int:
    """The last event that began a decision of a person which they have still to learn of; 0 for none.

    Somebody who has moved since, or has taken back a move alone, knows: the answer to that is their panel.
    """
    opened = 0
    for step in steps:
        by_person = step.actor == str(person)
        if opens_for(step, seat) and not (by_person and isinstance(step.event, MovesUndone)):
            opened = step.after.seq
        elif by_person and step.action:
            opened = 0
    return opened


def _name(follower: Follower) -> str:
    destination, game = follower
    reader = "a person" if isinstance(destination, Person) else f"chat {destination.id}"
    return f"game {game}: telling {reader} on {destination.platform}"
