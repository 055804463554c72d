"""People: what is known of them, their accounts, and their seats."""

from collections.abc import Collection, Mapping
from datetime import datetime
from itertools import groupby

from sqlalchemy import ColumnElement, Connection, and_, delete, exists, or_, select, update

from bot.model.identity import Chat, Person
from bot.model.profile import Profile
from bot.model.settings import PersonSettings
from bot.store.chosen_settings import read_settings, write_settings
from bot.store.outbox import begin_bookmark, is_known, named
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
from bot.store.statements import Cell, Cells, add, among, matches, put, remove, upsert
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
        return next(iter(await self._profiles(matches(persons, _key(person)))), None)

    async def profile_of_token(self, token_digest: str) -> Profile | None:
        """The person to whom a token belongs."""
        return next(iter(await self._profiles(persons.c.token_digest == token_digest)), None)

    async def profiles_on(self, platform: str) -> tuple[Profile, ...]:
        """Everybody known on a platform, by name."""
        return await self._profiles(persons.c.platform == platform)

    async def save(self, profile: Profile) -> None:
        """Write what is known of a person, and what they have chosen. A digest gets its timer."""
        await self._database.write(_save, profile)

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
        rows = await self._database.rows(query.where(matches(dm_channels, _key(person))))
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
        here = matches(dm_channels, _key(person)), dm_channels.c.asked_in.is_not(None)
        rows = await self._database.rows(select(*columns).where(*here))
        return next(((row.answer, Chat(person.platform, row.asked_in)) for row in rows), None)

    async def note_asked_in(self, person: Person, answer: str | None, chat: Chat | None) -> None:
        """Write which message of a private chat answers what was asked in another chat; None: no message."""
        cells = {"answer": answer, "asked_in": chat.id if chat else None}
        await self._note_dms(person, cells)

    async def _note_dms(self, person: Person, cells: Cells) -> None:
        """Write about the DMs of a person who is known: the answer to an erasure is sent after it."""
        await self._database.write(upsert(dm_channels, _key(person), cells, _is_reader_known).run)

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
            update(persons).where(matches(persons, _key(person))).values(zone_asked=True)
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
        await self._database.write(put, identities, _key(person), values)

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
        await self._database.write(_link, person, other, code_digest)
        return other

    async def linkable(self, person: Person, code_digest: str, now: datetime) -> Person | None:
        """Return who offered this code, if `link` would link them now. None, and raises, as `link` does."""
        return await self._database.write(_linkable, person, code_digest, now)

    async def unlink(self, person: Person) -> None:
        """Unlink the person from all other accounts."""
        await self._database.write(_unlink, person)

    async def unlink_all(self, person: Person) -> None:
        """Unlink the person and all accounts linked to them from one another; their codes become invalid."""
        await self._database.write(_unlink_all, person)

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


def _save(connection: Connection, profile: Profile) -> None:
    known = {name: getattr(profile, name) for name in ("name", "token_digest", "guessed_zone")}
    put(connection, persons, _key(profile.person), known)
    write_settings(connection, profile.person, profile)
    if profile.digest:
        add_digest(connection, profile.person)


def take_seats(
    connection: Connection, game: str, taken: Mapping[int, Person | None], seq: int, chat: Chat | None
) -> None:
    """Give seats to people, or to nobody; new people follow the game from `seq` on.

    `chat` is saved as the chat of people on its platform; others keep theirs. Only a lobby has empty seats.
    Raises Conflict if an account that was linked in the meantime has another seat.
    """
    known = _chats_of_players(connection, game) if taken else {}
    for number, person in taken.items():
        key = {"game": game, "seat": number}
        if person is None:
            remove(connection, seats, key)
            continue
        here = chat.id if chat and chat.platform == person.platform else known.get(person)
        put(connection, seats, key, {**_key(person), "chat": here})
        begin_bookmark(connection, person, game, seq)
        _show_hand(connection, game, person, seq)
    if None in taken.values():
        _forget_hands(connection, game)


def _show_hand(connection: Connection, game: str, holder: Person, seq: int) -> None:
    """Note which accounts can see the hand of a player."""
    accounts = _linked_with(connection, holder)
    others = select(seats.c.seat).where(seats.c.game == game, among(seats, accounts - {holder}))
    if connection.execute(others).first() is not None:
        raise Conflict(game, seq)
    for one in accounts:
        add(connection, hands, _hand(game, str(holder), one), {})


def _forget_hands(connection: Connection, game: str) -> None:
    """Forget the hands of those who left a lobby: they had none yet."""
    seated = seats.c.platform + ":" + seats.c.person
    stay = select(seated).where(seats.c.game == game)
    connection.execute(delete(hands).where(hands.c.game == game, hands.c.holder.not_in(stay)))


def _hand(game: str, holder: str, person: Person) -> Cells:
    return {"game": game, "holder": holder, **_key(person)}


def _chats_of_players(connection: Connection, game: str) -> dict[Person, str]:
    """The chats in which the players of a game took their seats."""
    query = select(seats.c.platform, seats.c.person, seats.c.chat).where(seats.c.game == game)
    return {Person(platform, id): chat for platform, id, chat in connection.execute(query)}


def _unlink(connection: Connection, person: Person) -> None:
    """Unlink a person. Turns are again announced where they play, also to an account that is left alone."""
    accounts = _linked_with(connection, person)
    put(connection, identities, _key(person), {"human": None})
    alone = accounts if len(accounts) == 2 else {person}
    _notify_here(connection, alone)


def _unlink_all(connection: Connection, person: Person) -> None:
    accounts = _linked_with(connection, person)
    connection.execute(
        update(identities).where(among(identities, accounts)).values(human=None, code_digest=None)
    )
    _notify_here(connection, accounts)


def _notify_here(connection: Connection, accounts: Collection[Person]) -> None:
    """Let these accounts be notified where they play: they have no other one now."""
    for account in accounts:
        remove(connection, settings, {**named(account), "name": PersonSettings.notify_on.name})


def _linkable(connection: Connection, person: Person, code_digest: str, now: datetime) -> Person | None:
    other = _giver(connection, code_digest, now)
    if other is None or other == person:
        return None
    mine, theirs = _linked_with(connection, person), _linked_with(connection, other)
    if not mine & theirs and (game := _shared_game(connection, mine, theirs)):
        raise OtherGame(game)
    return other


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


def _link(connection: Connection, person: Person, other: Person, human: str) -> None:
    mine, theirs = _linked_with(connection, person), _linked_with(connection, other)
    if not mine & theirs:
        if game := _shared_game(connection, mine, theirs):
            raise OtherGame(game)
        _show_hands(connection, mine, theirs)
    for one in mine | theirs:
        put(connection, identities, _key(one), {"human": human})


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
    human = select(identities.c.human).where(matches(identities, _key(person))).scalar_subquery()
    return identities.c.human == human


def _shared_game(connection: Connection, mine: Collection[Person], theirs: Collection[Person]) -> str | None:
    """An unfinished game in which these two people have seen different hands; None if there is none."""
    one, other = hands.alias(), hands.alias()
    query = select(games.c.id).join(one, one.c.game == games.c.id).join(other, other.c.game == games.c.id)
    differ = one.c.holder != other.c.holder, among(one, mine), among(other, theirs)
    return connection.scalar(query.where(_may_go_on(), *differ).limit(1))


def _may_go_on() -> ColumnElement[bool]:
    """Whether a game is not closed, or something is due in it."""
    return or_(games.c.closed_at.is_(None), has_timers(games.c.id))


def _reader(person: Person, chat: Chat) -> Cells:
    return {**_key(person), "chat": chat.id}


def _is_reader_known(cell: Cell) -> ColumnElement[bool]:
    return is_known(cell(dm_channels.c.platform), cell(dm_channels.c.person))


def _key(person: Person) -> Cells:
    return {"platform": person.platform, "person": person.id}
