"""People: what is known of them, their accounts, and their seats."""

from collections.abc import Collection, Mapping
from datetime import datetime
from itertools import groupby

from sqlalchemy import ColumnElement, Connection, and_, delete, exists, literal, or_, select, update

from bot.model.identity import Chat, Person
from bot.model.profile import Profile
from bot.model.settings import PersonSettings
from bot.store.chosen_settings import read_settings, write_settings
from bot.store.outbox import begin_bookmark, is_known
from bot.store.part import StorePart, cached
from bot.store.schema import (
    dm_channels,
    events,
    games,
    group_answers,
    hands,
    identities,
    persons,
    seats,
    settings,
)
from bot.store.statements import (
    Cells,
    add,
    among,
    key_of,
    matches,
    of_destination,
    put,
    remove,
)
from bot.store.timers import add_digest, has_timers
from bot.store.values import Conflict, OtherGame, PlayerSeat

_OF_SEATS = seats, games, identities

_CHOSEN = and_(
    settings.c.kind == "person", settings.c.platform == persons.c.platform, settings.c.id == persons.c.person
)
"""The settings of a person."""


class PersonStore(StorePart):
    """Profiles, DM channels, seats, and accounts that belong to one human."""

    @cached(persons, settings)
    async def profile(self, person: Person) -> Profile | None:
        """What is known of a person."""
        return next(iter(await self._profiles(matches(persons, key_of(person)))), None)

    async def profile_of_token(self, token_digest: str) -> Profile | None:
        """The person to whom a token belongs."""
        return next(iter(await self._profiles(persons.c.token_digest == token_digest)), None)

    async def profiles_on(self, platform: str) -> tuple[Profile, ...]:
        """Everybody known on a platform, by name."""
        return await self._profiles(persons.c.platform == platform)

    async def save(self, profile: Profile) -> None:
        """Write what is known of a person, and what they have chosen. A digest gets its timer."""
        known = {name: getattr(profile, name) for name in ("name", "token_digest", "guessed_zone")}

        def write(connection: Connection) -> None:
            put(connection, persons, key_of(profile.person), known)
            write_settings(connection, profile.person, profile)
            if profile.digest:
                add_digest(connection, profile.person)

        await self._database.write(write)

    async def names(self, people: Collection[Person]) -> dict[Person, str]:
        """The names of those people who are known."""
        query = select(persons.c.platform, persons.c.person, persons.c.name).where(among(persons, people))
        rows = await self._database.rows(query.order_by(persons.c.name, persons.c.person))
        return {Person(platform, id): name for platform, id, name in rows}

    async def dm_channel(self, person: Person) -> str | None:
        """The platform's id of a person's DM channel, once it is known."""
        return (await self._dms(person))[0]

    async def blocks_dms(self, person: Person) -> bool:
        """Whether a person is known to take no DMs from the bot."""
        return (await self._dms(person))[1]

    @cached(dm_channels)
    async def _dms(self, person: Person) -> tuple[str | None, bool]:
        """Where a person's DMs go, if that is known, and whether they are blocked."""
        query = select(dm_channels.c.channel, dm_channels.c.closed)
        rows = await self._database.rows(query.where(matches(dm_channels, key_of(person))))
        return (rows[0].channel, bool(rows[0].closed)) if rows else (None, False)

    async def note_dm_channel(self, person: Person, channel: str | None) -> None:
        """Write where a person's DMs go, and that they are not blocked."""
        await self._note_dms(person, {"channel": channel, "closed": False})

    async def note_dms_blocked(self, person: Person, *, blocked: bool = True) -> None:
        """Write whether a person blocks DMs."""
        await self._note_dms(person, {"closed": blocked})

    async def asked_in(self, person: Person) -> tuple[str, Chat] | None:
        """The last message in a private chat that answers what was asked in another chat, and that chat."""
        columns = dm_channels.c.answer, dm_channels.c.asked_in
        here = matches(dm_channels, key_of(person)), dm_channels.c.asked_in.is_not(None)
        rows = await self._database.rows(select(*columns).where(*here))
        return next(((row.answer, Chat(person.platform, row.asked_in)) for row in rows), None)

    async def note_asked_in(self, person: Person, answer: str | None, chat: Chat | None) -> None:
        """Write which message of a private chat answers what was asked in another chat; None: no message."""
        cells = {"answer": answer, "asked_in": chat.id if chat else None}
        await self._note_dms(person, cells)

    async def _note_dms(self, person: Person, cells: Cells) -> None:
        """Write about the DMs of a person who is known: the answer to an erasure is sent after it."""

        def write(connection: Connection) -> None:
            if connection.scalar(select(is_known(literal(person.platform), literal(person.id)))):
                put(connection, dm_channels, key_of(person), cells)

        await self._database.write(write)

    async def pages(self, person: Person, chat: Chat) -> str | None:
        """What the buttons of a chat show to a person, as its adapter has written it."""
        return await self._database.value(
            select(group_answers.c.pages).where(matches(group_answers, _reader(person, chat)))
        )

    async def write_pages(self, person: Person, chat: Chat, pages: str) -> None:
        """Write what the buttons of a chat show to a person."""
        await self._database.write(put, group_answers, _reader(person, chat), {"pages": pages})

    async def note_zone_asked(self, person: Person) -> None:
        """Note that a person was asked for their time zone."""
        await self._database.execute(
            update(persons).where(matches(persons, key_of(person))).values(zone_asked=True)
        )

    async def mentioned_in(self, game: str, person: Person) -> Chat | None:
        """The chat in which a player took a seat, where they are mentioned."""
        places = (chat for _, one, chat in await self._seats(game) if one == person)
        chat = next(places, None)
        return None if chat is None else Chat(person.platform, chat)

    @cached(seats)
    async def _seats(self, game: str) -> tuple[tuple[int, Person, str | None], ...]:
        """The seats of a game with people: who has them, and in which chat they took them."""
        query = select(seats.c.seat, seats.c.platform, seats.c.person, seats.c.chat)
        rows = await self._database.rows(query.where(seats.c.game == game).order_by(seats.c.seat))
        return tuple((row.seat, Person(row.platform, row.person), row.chat) for row in rows)

    async def seats(self, game: str) -> dict[int, Person]:
        """The person in each seat of a game, without seats of computer players."""
        return {number: person for number, person, _ in await self._seats(game)}

    @cached(*_OF_SEATS)
    async def games_of(self, person: Person) -> tuple[PlayerSeat, ...]:
        """The seats of a person in all chats, by any linked account: latest game first, closed ones too."""
        columns = seats.c.platform, seats.c.person, seats.c.game, seats.c.seat, games.c.closed_at.is_not(None)
        query = select(*columns).join(games, games.c.id == seats.c.game)
        query = query.where(among(seats, await self.linked_accounts(person)))
        rows = await self._database.rows(query.order_by(games.c.opened_at.desc(), games.c.id))
        return tuple((Person(platform, id), game, seat, closed) for platform, id, game, seat, closed in rows)

    async def has_played(self, person: Person) -> bool:
        """Whether a person has finished a game with other people, by any linked account."""
        return any(closed for *_, closed in await self.games_of(person)) and await self._has_played(person)

    @cached(*_OF_SEATS)
    async def _has_played(self, person: Person) -> bool:
        mine, others = await self.linked_accounts(person), seats.alias()
        ended = exists().where(events.c.game == seats.c.game, events.c.kind == "GameEnded")
        logged = exists().where(events.c.game == seats.c.game)
        rival = exists().where(
            others.c.game == seats.c.game, others.c.seat != seats.c.seat, others.c.person != ""
        )
        query = select(seats.c.game).join(games, games.c.id == seats.c.game)
        query = query.where(among(seats, mine), games.c.closed_at.is_not(None), rival, or_(ended, ~logged))
        return bool(await self._database.rows(query.limit(1)))

    async def hands_seen(self, game: str, people: Collection[Person]) -> frozenset[Person]:
        """Whose hands these people can have seen in a game: their own, and those of accounts once linked."""
        query = select(hands.c.holder).where(hands.c.game == game, among(hands, people))
        return frozenset(Person.parse(holder) for (holder,) in await self._database.rows(query))

    async def has_seat(self, person: Person, game: str) -> bool:
        """Whether a person has a seat in a game, finished or not, by any linked account."""
        return any(own == game for _, own, _, _ in await self.games_of(person))

    @cached(identities)
    async def linked_accounts(self, person: Person) -> tuple[Person, ...]:
        """The person and all accounts linked to them."""
        query = select(identities.c.platform, identities.c.person).where(_same_human(person))
        others = {Person(*row) for row in await self._database.rows(query)} - {person}
        return person, *sorted(others, key=str)

    async def offer_link(self, person: Person, code_digest: str, until: datetime) -> None:
        """Offer to link with the account that enters the code of this digest before `until`.

        An older code becomes invalid.
        """
        values = {"code_digest": code_digest, "code_until": until}
        await self._database.write(put, identities, key_of(person), values)

    async def take_code(
        self, person: Person, code_digest: str, own_digest: str, now: datetime
    ) -> Person | None:
        """Replace a code that the person has entered, and return who offered it.

        None if nobody else offered it, or it has expired. If the person enters their own code, it becomes
        invalid.
        """
        giver = await self._database.write(_change_code, code_digest, own_digest, now)
        return None if giver == person else giver

    async def link(self, person: Person, code_digest: str, now: datetime) -> Person | None:
        """Link the accounts of the person with those of the one who offered this code, and return that one.

        None as in `take_code`. Raises OtherGame if they have seen different hands in a game that may go on,
        also by seats that they have lost. The code becomes invalid in any case.
        """
        other = await self._database.write(_change_code, code_digest, None, now)
        if other is None or other == person:
            return None

        def write(connection: Connection) -> None:
            mine, theirs = _linked_with(connection, person), _linked_with(connection, other)
            if not mine & theirs:
                _require_no_shared_game(connection, mine, theirs)
                _show_hands(connection, mine, theirs)
            for account in mine | theirs:
                put(connection, identities, key_of(account), {"human": code_digest})

        await self._database.write(write)
        return other

    async def linkable(self, person: Person, code_digest: str, now: datetime) -> Person | None:
        """Return who offered this code, if `link` would link them now. None, and raises, as `link` does."""

        def read(connection: Connection) -> Person | None:
            other = _giver(connection, code_digest, now)
            if other is None or other == person:
                return None
            mine, theirs = _linked_with(connection, person), _linked_with(connection, other)
            if not mine & theirs:
                _require_no_shared_game(connection, mine, theirs)
            return other

        return await self._database.write(read)

    async def unlink(self, person: Person) -> None:
        """Unlink the person from all other accounts."""

        def write(connection: Connection) -> None:
            accounts = _linked_with(connection, person)
            put(connection, identities, key_of(person), {"human": None})
            # Turns are announced again where they play, also to an account that is left alone.
            _notify_here(connection, accounts if len(accounts) == 2 else {person})

        await self._database.write(write)

    async def unlink_all(self, person: Person) -> None:
        """Unlink the person and all accounts linked to them from one another; their codes become invalid."""

        def write(connection: Connection) -> None:
            accounts = _linked_with(connection, person)
            unlinked = update(identities).where(among(identities, accounts))
            connection.execute(unlinked.values(human=None, code_digest=None))
            _notify_here(connection, accounts)

        await self._database.write(write)

    async def _profiles(self, which: ColumnElement[bool]) -> tuple[Profile, ...]:
        known = persons.c.platform, persons.c.person, persons.c.name, persons.c.token_digest
        about = persons.c.guessed_zone, persons.c.zone_asked
        query = select(*known, *about, settings.c.name, settings.c.value)
        query = query.outerjoin(settings, _CHOSEN).where(which).order_by(persons.c.name, persons.c.person)
        profiles = []
        for cells, rows in groupby(await self._database.rows(query), lambda row: row[:6]):
            person = Person(cells[0], cells[1])
            words = ((name, value) for *_, name, value in rows if name is not None)
            chosen = read_settings(person, PersonSettings, words).chosen
            profiles.append(Profile(person, *cells[2:], chosen=chosen))
        return tuple(profiles)


def take_seats(
    connection: Connection, game: str, taken: Mapping[int, Person | None], seq: int, chat: Chat | None
) -> None:
    """Give seats to people, or to nobody; new people follow the game from `seq` on.

    `chat` is saved as the chat of people on its platform; others keep theirs. Only a lobby has empty seats.
    Raises Conflict if an account that was linked in the meantime has another seat.
    """
    if not taken:
        return
    query = select(seats.c.platform, seats.c.person, seats.c.chat).where(seats.c.game == game)
    known = {Person(platform, id): place for platform, id, place in connection.execute(query)}
    for number, person in taken.items():
        key = {"game": game, "seat": number}
        if person is None:
            remove(connection, seats, key)
            continue
        here = chat.id if chat and chat.platform == person.platform else known.get(person)
        put(connection, seats, key, {**key_of(person), "chat": here})
        begin_bookmark(connection, person, game, seq)
        accounts = _linked_with(connection, person)
        others = select(seats.c.seat).where(seats.c.game == game, among(seats, accounts - {person}))
        if connection.execute(others).first() is not None:
            raise Conflict(game, seq)
        for account in accounts:
            add(connection, hands, _hand(game, str(person), account), {})
    if None in taken.values():  # those who left the lobby had no hands yet
        stay = select(seats.c.platform + ":" + seats.c.person).where(seats.c.game == game)
        connection.execute(delete(hands).where(hands.c.game == game, hands.c.holder.not_in(stay)))


def _hand(game: str, holder: str, person: Person) -> Cells:
    return {"game": game, "holder": holder, **key_of(person)}


def _notify_here(connection: Connection, accounts: Collection[Person]) -> None:
    """Let these accounts be notified where they play: they have no other one now."""
    for account in accounts:
        remove(connection, settings, {**of_destination(account), "name": PersonSettings.notify_on.name})


def _giver(connection: Connection, code_digest: str, now: datetime) -> Person | None:
    """Who offered this unexpired code."""
    offered = identities.c.code_digest == code_digest, identities.c.code_until >= now
    query = select(identities.c.platform, identities.c.person).where(*offered)
    return next((Person(*row) for row in connection.execute(query)), None)


def _change_code(connection: Connection, code_digest: str, to: str | None, now: datetime) -> Person | None:
    """Return who offered this unexpired code, and replace it with `to`."""
    giver = _giver(connection, code_digest, now)
    connection.execute(
        update(identities).where(identities.c.code_digest == code_digest).values(code_digest=to)
    )
    return giver


def _show_hands(connection: Connection, mine: Collection[Person], theirs: Collection[Person]) -> None:
    """Note that each account can see from now on what the others have seen in games that may go on."""
    for seen, others in ((mine, theirs), (theirs, mine)):
        query = select(hands.c.game, hands.c.holder).distinct().where(_may_go_on(), among(hands, seen))
        for game, holder in connection.execute(query.join(games, games.c.id == hands.c.game)).all():
            for one in others:
                add(connection, hands, _hand(game, holder, one), {})


def _linked_with(connection: Connection, person: Person) -> set[Person]:
    query = select(identities.c.platform, identities.c.person).where(_same_human(person))
    return {person, *(Person(*row) for row in connection.execute(query))}


def _same_human(person: Person) -> ColumnElement[bool]:
    human = select(identities.c.human).where(matches(identities, key_of(person))).scalar_subquery()
    return identities.c.human == human


def _require_no_shared_game(
    connection: Connection, mine: Collection[Person], theirs: Collection[Person]
) -> None:
    """Raise OtherGame if these two people have seen different hands in a game that may go on."""
    one, other = hands.alias(), hands.alias()
    query = select(games.c.id).join(one, one.c.game == games.c.id).join(other, other.c.game == games.c.id)
    differ = one.c.holder != other.c.holder, among(one, mine), among(other, theirs)
    if game := connection.scalar(query.where(_may_go_on(), *differ).limit(1)):
        raise OtherGame(game)


def _may_go_on() -> ColumnElement[bool]:
    """Whether a game is not closed, or something is due in it."""
    return or_(games.c.closed_at.is_(None), has_timers(games.c.id))


def _reader(person: Person, chat: Chat) -> Cells:
    return {**key_of(person), "chat": chat.id}
