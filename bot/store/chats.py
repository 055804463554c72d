"""The game that each chat shows, its title, and who waits for its next game."""

from collections.abc import Collection, Mapping
from dataclasses import asdict, dataclass
from datetime import datetime
from types import MappingProxyType

from sqlalchemy import (
    Connection,
    Select,
    and_,
    delete,
    exists,
    func,
    insert,
    or_,
    select,
    update,
)

from bot.model.identity import Chat, Person
from bot.model.message import Topic
from bot.model.settings import ChatSettings, Starters
from bot.store.chat_changes import KEPT, ChatChange, changes_of, move_changes, write_change
from bot.store.chosen_settings import chosen_by, move_settings, read_settings, write_settings
from bot.store.outbox import begin_bookmark, give_up
from bot.store.part import StorePart, cached
from bot.store.schema import (
    bookmarks,
    chats,
    games,
    moved_chats,
    outbox,
    seats,
    settings,
    waiting,
    webhooks,
)
from bot.store.statements import (
    Cells,
    add,
    key_of,
    matches,
    of_destination,
    of_home,
    put,
    remove,
)
from bot.store.values import OtherGame

MOST_WAITING = 50
MOST_LISTS = 10
"""People on the waiting list of one chat, and waiting lists that one person may be on."""


@dataclass(frozen=True, slots=True)
class Webhook:
    """Where the turns of a chat are sent, and how far that has come."""

    url: str
    secret: str
    """The key of the signatures."""
    told: str = ""
    """The game and the turn that were sent last."""
    failures: int = 0
    """How many tries of the next one have failed."""


class ChatStore(StorePart):
    """Each chat shows one game or none."""

    async def game_in(self, chat: Chat) -> str | None:
        """The game that a chat shows. A request may still name the address from before a move."""
        shown, _ = await self._noted(chat)
        return shown or (await self._noted(await self._moved_to(chat)))[0]

    @cached(chats)
    async def _noted(self, chat: Chat) -> tuple[str | None, str | None]:
        """The game that a chat shows, and what people call the chat."""
        rows = await self._database.rows(_noted_of(chat))
        return next(((row[0], row[1]) for row in rows), (None, None))

    async def is_told_of(self, chat: Chat, game: str) -> bool:
        """Whether a chat shows a game, or showed it until it ended: its posts are still there.

        False for a chat that has stopped following it.
        """
        if await self.game_in(chat) == game:
            return True
        chats = [matches(bookmarks, of_destination(one)) for one in (chat, await self._moved_to(chat))]
        query = select(bookmarks.c.game).where(bookmarks.c.game == game, or_(*chats))
        return await self._database.value(query) is not None

    @cached(moved_chats)
    async def _moved_to(self, chat: Chat) -> Chat:
        """The present address of a chat that a request may name by an earlier one."""
        known = [chat.id]
        here = moved_chats.c.platform == chat.platform
        while later := await self._database.value(
            select(moved_chats.c.chat).where(here, moved_chats.c.before == known[-1])
        ):
            if later in known:
                break
            known.append(later)
        return Chat(chat.platform, known[-1])

    @cached(chats)
    async def of_game(self, game: str) -> tuple[Chat, ...]:
        """The chats that show a game."""
        columns = chats.c.platform, chats.c.chat
        query = select(*columns).where(chats.c.game == game).order_by(*columns)
        return tuple(Chat(*row) for row in await self._database.rows(query))

    async def on_platform(self, platform: str) -> tuple[Chat, ...]:
        """The chats of a platform that show a game."""
        query = select(chats.c.chat).where(chats.c.platform == platform, chats.c.game.is_not(None))
        rows = await self._database.rows(query.order_by(chats.c.chat))
        return tuple(Chat(platform, chat) for (chat,) in rows)

    async def release(self, chat: Chat, game: str) -> None:
        """Stop showing a game in a chat, and following it there."""
        await self._database.write(_release, chat, game)

    @cached(games)
    async def home_of(self, game: str) -> Chat | None:
        """The chat where a game was opened, whose admins may change it."""
        query = select(games.c.home_platform, games.c.home_chat).where(games.c.id == game)
        return next((Chat(*row) for row in await self._database.rows(query) if row[0] is not None), None)

    async def starters(self, game: str) -> Starters:
        """Who may start a game, as the chat where it was opened has set it."""
        home = await self.home_of(game)
        return (await self.settings(home) if home else ChatSettings()).starters

    async def games_opened_in(self, chat: Chat, closed_since: datetime | None = None) -> tuple[str, ...]:
        """The games that were opened in a chat, latest first; or only those closed since a moment."""
        query = select(games.c.id).where(matches(games, of_home(chat)))
        if closed_since is not None:
            query = query.where(games.c.closed_at >= closed_since)
        return tuple(game for (game,) in await self._database.rows(query.order_by(games.c.opened_at.desc())))

    async def move(self, old: Chat, new: Chat) -> None:
        """Give a chat a new address, with its games, language and bookmarks.

        Its noted messages are forgotten: they can no longer be edited. A second call does nothing.
        """
        await self._database.write(_move, old, new)

    @cached(moved_chats)
    async def earlier_addresses(self, chat: Chat) -> tuple[Chat, ...]:
        """The addresses that a chat had before it moved, the latest first."""
        known = [chat]
        while before := await self._database.value(
            select(moved_chats.c.before).where(matches(moved_chats, key_of(known[-1])))
        ):
            earlier = Chat(chat.platform, before)
            if earlier in known:
                break
            known.append(earlier)
        return tuple(known[1:])

    async def title(self, chat: Chat) -> str:
        """What people call a chat, or ""."""
        return (await self._noted(chat))[1] or ""

    async def titles(self, person: Person, of: Collection[str]) -> dict[str, str]:
        """How people call the chat where a person plays each of these games, or "".

        Of several chats it is the one where the person joined, else one of their platform, else any; among
        equals the home of the game.
        """
        joined = and_(chats.c.platform == person.platform, chats.c.chat == seats.c.chat)
        home = and_(chats.c.platform == games.c.home_platform, chats.c.chat == games.c.home_chat)
        own = and_(seats.c.game == games.c.id, matches(seats, key_of(person)))
        shown = chats.join(games, games.c.id == chats.c.game).outerjoin(seats, own)
        query = select(chats.c.game, func.coalesce(chats.c.title, "")).select_from(shown)
        farthest_first = (
            chats.c.platform == person.platform,
            func.coalesce(joined, False),
            func.coalesce(home, False),
            chats.c.platform.desc(),
            chats.c.chat.desc(),
        )
        rows = await self._database.rows(query.where(chats.c.game.in_(of)).order_by(*farthest_first))
        return dict(tuple(row) for row in rows)  # the nearest comes last

    async def set_title(self, chat: Chat, title: str) -> None:
        """Note how people call a chat."""
        await self._database.write(put, chats, key_of(chat), {"title": title})

    # ---- settings

    @cached(settings)
    async def settings(self, chat: Chat) -> ChatSettings:
        """What was chosen for a chat."""
        rows = await self._database.rows(chosen_by(chat))
        return read_settings(chat, ChatSettings, ((row.name, row.value) for row in rows))

    async def change_settings(self, chat: Chat, changed: ChatSettings) -> None:
        """Change the settings that are chosen in `changed`."""
        await self._database.write(write_settings, chat, changed)

    async def language(self, chat: Chat) -> str | None:
        """The language that was chosen for the public messages of a chat."""
        return (await self.settings(chat)).language

    # ---- who follows, and who waits

    async def renew_invitation(self, game: str, secret: str) -> None:
        """Make earlier codes of a game invalid: from now on its codes depend on this secret."""
        await self._database.write(_renew, game, secret)

    async def send_away(self, chat: Chat, game: str, secret: str) -> bool:
        """Stop showing a game in a chat that follows it, and renew its invitation; False where it does not.

        The home of the game stays.
        """

        def write(connection: Connection) -> bool:
            at_home = matches(games, {"id": game, **of_home(chat)})
            shown = connection.scalar(_noted_of(chat))
            if shown != game or connection.scalar(select(games.c.id).where(at_home)):
                return False
            _release(connection, chat, game)
            _renew(connection, game, secret)
            return True

        return await self._database.write(write)

    async def invitation_secret(self, game: str) -> str:
        """The secret on which the invitations to a game depend since they were renewed; "" before."""
        return await self._database.value(select(games.c.invitation).where(games.c.id == game)) or ""

    async def ask_rollback(self, game: str, asked: str | None) -> None:
        """Keep what an admin is asked to confirm, as JSON, until the answer; None: nothing."""
        await self._database.execute(update(games).where(games.c.id == game).values(rollback=asked))

    async def asked_rollback(self, game: str) -> str | None:
        """What an admin was asked to confirm, as JSON."""
        return await self._database.value(select(games.c.rollback).where(games.c.id == game))

    async def wait(self, person: Person, chat: Chat, now: datetime) -> str:
        """Note that a person wants to hear of the next game of a chat, or strike them off.

        Returns "waits", "waits-not", or "full" where the chat or the person has as many notes as they may.
        """

        def write(connection: Connection) -> str:
            key = {**key_of(chat), "person": person.id}
            if connection.execute(delete(waiting).where(matches(waiting, key))).rowcount:
                return "waits-not"
            for counted, most in ((key_of(chat), MOST_WAITING), (key_of(person), MOST_LISTS)):
                count = select(func.count()).select_from(waiting).where(matches(waiting, counted))
                if (connection.scalar(count) or 0) >= most:
                    return "full"
            connection.execute(insert(waiting).values(**key, since=now))
            return "waits"

        return await self._database.write(write)

    async def waiting(self, chat: Chat) -> tuple[Person, ...]:
        """The people who want to hear of the next game of a chat, the longest first."""
        query = select(waiting.c.person).where(matches(waiting, key_of(chat))).order_by(waiting.c.since)
        return tuple(Person(chat.platform, id) for (id,) in await self._database.rows(query))

    async def stop_waiting(self, person: Person, chat: Chat) -> None:
        """Strike a person off the waiting list of a chat."""
        await self._database.write(remove, waiting, {**key_of(chat), "person": person.id})

    # ---- the audit log

    async def note(self, chat: Chat, at: datetime, actor: Person, what: str, value: str = "") -> None:
        """Note in the audit log of a chat what somebody has changed (see ChatChange)."""
        await self._database.write(write_change, chat, (at, str(actor), what, value))

    async def changes(self, chat: Chat, now: datetime) -> tuple[ChatChange, ...]:
        """What was changed about a chat, the latest last."""
        rows = await self._database.rows(changes_of(chat, now - KEPT))
        return tuple((at, actor, what, value) for at, actor, what, value in rows)

    @cached(webhooks)
    async def webhooks(self) -> Mapping[Chat, Webhook]:
        """The webhook of each chat that has one."""
        rows = await self._database.rows(select(webhooks).order_by(webhooks.c.platform, webhooks.c.chat))
        return MappingProxyType({Chat(platform, chat): Webhook(*cells) for platform, chat, *cells in rows})

    async def set_webhook(self, chat: Chat, webhook: Webhook | None) -> None:
        """Set the webhook of a chat, or remove it."""

        def write(connection: Connection) -> None:
            remove(connection, webhooks, key_of(chat))
            if webhook:
                put(connection, webhooks, key_of(chat), asdict(webhook))

        await self._database.write(write)

    async def note_webhook(self, chat: Chat, before: Webhook, after: Webhook) -> None:
        """Note what a webhook was told or how often it failed, unless the chat has set another one since."""
        same = matches(webhooks, {**key_of(chat), **asdict(before)})
        await self._database.execute(update(webhooks).where(same).values(asdict(after)))


def _noted_of(chat: Chat) -> Select[str | None, str | None]:
    return select(chats.c.game, chats.c.title).where(matches(chats, key_of(chat)))


def _renew(connection: Connection, game: str, secret: str) -> None:
    connection.execute(update(games).where(games.c.id == game).values(invitation=secret))


def bind(connection: Connection, chat: Chat, game: str, seq: int, instead_of: str | None = None) -> None:
    """Show `game` in `chat`, also in place of `instead_of`, with a bookmark at `seq` if it has none.

    Raises OtherGame if the chat shows any other game.
    """
    free = or_(chats.c.game.is_(None), chats.c.game.in_([game, instead_of or game]))
    query = update(chats).where(matches(chats, key_of(chat)), free).values(game=game)
    if connection.execute(query).rowcount == 0:
        shown = connection.scalar(select(chats.c.game).where(matches(chats, key_of(chat))))
        if shown is not None:
            raise OtherGame(shown)
        connection.execute(insert(chats).values(**key_of(chat), game=game))
    begin_bookmark(connection, chat, game, seq)


def show_again(connection: Connection, game: str) -> None:
    """Show `game` in every chat that followed it; those that show another game stop following."""
    same_chat = and_(bookmarks.c.platform == chats.c.platform, bookmarks.c.id == chats.c.chat)
    followed = exists().where(bookmarks.c.kind == "chat", bookmarks.c.game == game, same_chat)
    connection.execute(update(chats).where(chats.c.game.is_(None), followed).values(game=game))
    elsewhere = exists().where(same_chat, chats.c.game != game)
    follower = bookmarks.c.kind == "chat", bookmarks.c.game == game
    connection.execute(delete(bookmarks).where(*follower, elsewhere))


def _release(connection: Connection, chat: Chat, game: str) -> None:
    unbind(connection, {**key_of(chat), "game": game})
    here = {**of_destination(chat), "game": game}
    remove(connection, bookmarks, here)
    # If the game is shown here again, its lobby is posted again instead of edited far above.
    give_up(connection, game, chat)
    lobby = matches(outbox, {**here, "topic": Topic.LOBBY})
    connection.execute(update(outbox).where(lobby).values(topic=Topic.TURN))


def _move(connection: Connection, old: Chat, new: Chat) -> None:
    """Move row by row: existing rows of the new address stay unchanged."""
    for game, title in connection.execute(_noted_of(old)).all():
        remove(connection, chats, key_of(old))
        if not add(connection, chats, key_of(new), {"game": game, "title": title}):
            free = matches(chats, key_of(new)), chats.c.game.is_(None)
            connection.execute(update(chats).where(*free).values(game=game))
    move_settings(connection, old, new)
    move_changes(connection, old, new)
    was = of_destination(old)
    kept = select(bookmarks.c.game, bookmarks.c.seq).where(matches(bookmarks, was))
    for game, seq in connection.execute(kept).all():
        begin_bookmark(connection, new, game, seq)
    for table in (bookmarks, outbox):
        remove(connection, table, was)
    remove(connection, moved_chats, {**key_of(old), "before": new.id})
    put(connection, moved_chats, key_of(new), {"before": old.id})
    remove(connection, webhooks, key_of(new))
    connection.execute(update(webhooks).where(matches(webhooks, key_of(old))).values(key_of(new)))
    connection.execute(update(games).where(matches(games, of_home(old))).values(of_home(new)))
    rows = select(waiting.c.person, waiting.c.since).where(matches(waiting, key_of(old)))
    for person, since in connection.execute(rows).all():
        add(connection, waiting, {**key_of(new), "person": person}, {"since": since})
    remove(connection, waiting, key_of(old))
    connection.execute(update(seats).where(matches(seats, key_of(old))).values(chat=new.id))


def unbind(connection: Connection, key: Cells) -> None:
    """Show no game in the chats that hold `key`."""
    connection.execute(update(chats).where(matches(chats, key)).values(game=None))
