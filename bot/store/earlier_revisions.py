"""What databases of earlier revisions keep in other places, and how it is moved to where it is now.

Tables and columns that are no longer used stay from revision 0020 on, for processes that still use them. On
PostgreSQL, triggers move what these write there meanwhile. Databases of revisions before 0020 are SQLite
files, which one program has alone.
"""

import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import UTC, datetime, timedelta

from sqlalchemy import Connection, delete, insert, inspect, select, update

from bot.model.identity import Person
from bot.store.log_rows import log_of
from bot.store.moments import moment_text
from bot.store.repairs import accept_log
from bot.store.schema import (
    begun,
    dm_channels,
    games,
    group_answers,
    heartbeat,
    moved_chats,
    notes,
    outages,
    outbox,
    persons,
    picture_sources,
    replay_links,
    reviews,
    seats,
    timers,
)
from bot.store.statements import add, key_of, matches, plain, put

_IDLE_FOR = timedelta(days=3)

_PERSONAL_SETTINGS = {
    **dict.fromkeys(("language", "zone"), "{name} IS NOT NULL"),
    "ping": "ping <> 'channel'",
    "quiet_hours": "quiet_hours <> '22:00-08:00'",
    "notify_on": "notify_on <> 'here'",
    "confirm": "NOT confirm",
    "digest": "digest",
    "hints": "NOT hints",
}
"""The columns of persons that were settings, and when one was chosen."""

_SETTINGS_OF_CHATS = (
    *("language", "pictures", "clock", "openers", "starters", "default_game", "quiet_hours", "zone"),
    *("threads", "groups_computers"),
)
_SWITCHES = "confirm", "digest", "hints", "threads", "groups_computers"

_PANEL_UNDER_WAY = re.compile(r"([a-z]+)-calling-(.+)-([a-z0-9]+)-0(?:-again\d+)?")
"""The name of the note about a panel that was being sent: the platform, the person, and the game."""

_OWN_NOTES = "written-by", "event-shapes", "database-id", "unfinished-copy"
"""The notes that stay."""

_FOLLOW_DEADLINES = """
CREATE FUNCTION follow_deadlines() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    DELETE FROM timers WHERE owner_kind = 'game' AND owner = OLD.game AND kind = OLD.kind;
  ELSE
    INSERT INTO timers (owner_kind, owner, kind, due) VALUES ('game', NEW.game, NEW.kind, NEW.due)
    ON CONFLICT (owner_kind, owner, kind) DO UPDATE SET due = excluded.due;
  END IF;
  RETURN NULL;
END $$
"""

_FOLLOW_PAGE = """
CREATE FUNCTION follow_page() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_TABLE_NAME = 'channels' THEN
    INSERT INTO chats (platform, chat, title, owner, opened_at)
    VALUES (NEW.platform, NEW.chat, NEW.title, NEW.owner, NEW.opened_at)
    ON CONFLICT (platform, chat) DO UPDATE
    SET title = excluded.title, owner = excluded.owner, opened_at = excluded.opened_at
    WHERE chats.owner IS NULL;
  ELSIF TG_TABLE_NAME = 'removals' THEN
    INSERT INTO timers (owner_kind, owner, kind, due)
    VALUES (NEW.kind, NEW.platform || ':' || NEW.id, 'removal', '{now}') ON CONFLICT DO NOTHING;
  ELSIF TG_TABLE_NAME = 'persons' THEN
    UPDATE chats SET owner = 'forgotten:0' WHERE owner = OLD.platform || ':' || OLD.person;
  END IF;
  RETURN NULL;
END $$
"""


def _find_homes(connection: Connection) -> None:
    """A game was shown in one chat, its home, and people were mentioned there."""
    _run(
        connection,
        "UPDATE games SET (home_platform, home_chat) ="
        " (SELECT platform, id FROM bookmarks WHERE kind = 'chat' AND game = games.id LIMIT 1)",
        "UPDATE seats SET chat = (SELECT home_chat FROM games"
        " WHERE games.id = seats.game AND games.home_platform = seats.platform)",
    )


def _compute_checksums(connection: Connection) -> None:
    for (game,) in connection.execute(select(games.c.id)).all():
        if log_of(connection, game):
            accept_log(connection, game)


def _find_hands(connection: Connection) -> None:
    """Note who has seen which hand in games that may go on: those in seats, those who had lost one, and all
    who were linked to them.
    """
    may_go_on = "(closed_at IS NULL OR EXISTS (SELECT 1 FROM deadlines WHERE deadlines.game = games.id))"
    begin = "INSERT OR IGNORE INTO hands (game, holder, platform, person) SELECT"
    _run(
        connection,
        f"{begin} seats.game, seats.platform || ':' || seats.person, seats.platform, seats.person"
        f" FROM seats JOIN games ON games.id = seats.game WHERE {may_go_on}",
        f"{begin} game, holder, substr(holder, 1, instr(holder, ':') - 1),"
        " substr(holder, instr(holder, ':') + 1)"
        " FROM (SELECT events.game AS game, json_extract(data, '$.person') AS holder"
        " FROM events JOIN games ON games.id = events.game"
        f" WHERE kind IN ('PlayerJoined', 'PersonTookOver') AND {may_go_on} AND EXISTS"
        " (SELECT 1 FROM events AS begun WHERE begun.game = games.id AND begun.kind = 'GameStarted'))",
        f"{begin} own.game, own.holder, linked.platform, linked.person FROM hands AS own"
        " JOIN identities AS mine ON mine.platform = own.platform AND mine.person = own.person"
        " JOIN identities AS linked ON linked.human = mine.human",
    )


def _find_picture_sources(connection: Connection) -> None:
    """The page's pictures are drawn again instead of stored; the keys of posts say what from."""
    posts = connection.exec_driver_sql(
        "SELECT posts.platform, posts.chat, number, key, data, language FROM posts"
        " LEFT JOIN chats ON chats.platform = posts.platform AND chats.chat = posts.chat"
        " WHERE data LIKE '%/picture/%'"
    )
    for platform, chat, number, key, data, language in posts.all():
        about = re.fullmatch(r"([^-]+)-(\d+)", key)
        shown = list[tuple[str, str]]()
        for place, picture in enumerate(json.loads(data).get("pictures", ()) if about else ()):
            whole = picture.get("whole")
            shown.append(("closeup" if whole else "score" if place else "board", picture["src"]))
            shown += [("board", whole["src"])] if whole else []
        for kind, address in shown:
            name = address.removeprefix("/picture/").removesuffix(".png")
            post = {"platform": platform, "chat": chat, "number": number, "language": language}
            of_game = {"kind": kind, "game": about[1], "seq": int(about[2])} if about else {}
            add(connection, picture_sources, {"key": name}, {**post, **of_game})
    _run(connection, "DROP TABLE pictures")


def _begin_idle_deadlines(connection: Connection) -> None:
    """Lobbies that are open have three days from now on. The program removes the deadlines of other games."""
    due = moment_text(datetime.now(UTC) + _IDLE_FOR)
    _run(
        connection,
        "INSERT INTO deadlines (game, kind, due)"
        f" SELECT id, 'idle', '{due}' FROM games WHERE closed_at IS NULL",
    )


def _forget_when_replays_were_linked(connection: Connection) -> None:
    links = connection.execute(select(replay_links)).all()
    replay_links.drop(connection)
    replay_links.create(connection)
    for link in links:
        connection.execute(insert(replay_links).values(link._mapping))


def _move_settings(connection: Connection) -> None:
    """A setting was a column of persons or chats."""
    of_chats = dict.fromkeys(_SETTINGS_OF_CHATS, "{name} IS NOT NULL")
    for kind, settings in (("person", _PERSONAL_SETTINGS), ("chat", of_chats)):
        for name in settings.keys() & _columns(connection, f"{kind}s"):
            value = f"CASE WHEN {name} THEN 'on' ELSE 'off' END" if name in _SWITCHES else name
            _run(
                connection,
                "INSERT INTO settings (kind, platform, id, name, value)"
                f" SELECT '{kind}', platform, {kind}, '{name}', {value} FROM {kind}s"
                f" WHERE {settings[name].format(name=name)}",
            )


def _fill_outbox(connection: Connection) -> None:
    """Messages, posts and panels under way were noted in three places."""
    rows, panels = dict[tuple[str, ...], tuple[object, ...]](), dict[tuple[str, ...], str]()
    messages = "SELECT kind, platform, id, game, message, topic, key, at FROM messages ORDER BY at"
    for *place, message, topic, key, at in connection.exec_driver_sql(messages):
        number = key.removeprefix(f"{place[-1]}-").partition("-")[0]
        if topic == "panel":
            panels[*place], key = message, f"{place[-1]}-panel-{message}"
        rows[*place, key] = topic, int(number) if number.isdecimal() else 0, "delivered", at, message
    now = moment_text(datetime.now(UTC))
    if "telling" in _columns(connection, "bookmarks"):
        posts = "SELECT kind, platform, id, game, telling, tried_at FROM bookmarks WHERE telling IS NOT NULL"
        for *place, event, at in connection.exec_driver_sql(posts):
            rows[*place, f"{place[-1]}-{event}"] = "turn", event, "tried" if at else "refused", at or now, ""
    for (platform, id, game), event in _named(_notes(connection), _PANEL_UNDER_WAY):
        person = "person", platform, id, game
        rows[*person, f"{game}-after-{panels.get(person, 'none')}"] = "panel", int(event), "tried", now, ""
    names = "kind", "platform", "id", "game", "key", "topic", "event", "state", "at", "message"
    for key, row in rows.items():
        connection.execute(insert(plain(outbox)).values(dict(zip(names, (*key, *row), strict=True))))


def _move_deadlines(connection: Connection) -> None:
    """What was due in games and for people was in two tables; outages were notes."""
    _run(
        connection,
        "INSERT INTO timers (owner_kind, owner, kind, due) SELECT 'game', game, kind, due FROM deadlines",
    )
    if "digest_due" in _columns(connection, "persons"):
        _run(
            connection,
            "INSERT INTO timers (owner_kind, owner, kind, due)"
            " SELECT 'person', persons.platform || ':' || person, 'digest',"
            f" COALESCE(digest_due, '{moment_text(datetime.now(UTC))}') FROM persons"
            " JOIN settings ON settings.platform = persons.platform AND settings.id = person"
            " WHERE settings.kind = 'person' AND settings.name = 'digest' AND value = 'on'",
        )
    if connection.dialect.name == "postgresql":
        _run(
            connection,
            _FOLLOW_DEADLINES,
            "CREATE TRIGGER follow_deadlines AFTER INSERT OR UPDATE OR DELETE ON deadlines"
            " FOR EACH ROW EXECUTE FUNCTION follow_deadlines()",
        )


def _move_outages(connection: Connection) -> None:
    noted = _notes(connection)

    def moments(name: str) -> list[datetime]:
        return [datetime.fromisoformat(moment) for moment in json.loads(noted.get(name) or "[]")]

    def write(kind: str, name: str, since: datetime, until: datetime | None, jump: float = 0) -> None:
        cells = {"since": since, "until": until, "jump": jump}
        put(connection, outages, {"kind": kind, "name": name}, cells)

    for game, since in json.loads(noted.get("games-standing-still") or "{}").items():
        write("game", game, datetime.fromisoformat(since), None)
    for platform, span in json.loads(noted.get("cut-off-platforms") or "{}").items():
        begin, *end = map(datetime.fromisoformat, span)
        write("platform", platform, begin, end[0] if end else None)
    ran, jump = moments("heartbeat"), timedelta()
    if len(ran) > 1:  # deadlines are being moved by a gap
        since = ran[2] if len(ran) > 2 else min(ran[:2])
        jump = since - ran[0]
        write("program", "", since, ran[1], jump.total_seconds())
    if ran:
        boot, booted_at = json.loads(noted.get("clock-at-boot") or "null") or ("", ran[-1].isoformat())
        cells = {"booted_at": datetime.fromisoformat(booted_at), "at": ran[:2][-1]}
        put(connection, heartbeat, {"boot": "" if jump else boot}, cells)


def _move_begun(connection: Connection) -> None:
    """What was begun once, and the chats that moved, were notes."""
    noted = _notes(connection)
    for (platform, chat), before in _named(noted, r"moved-to-([^:]+):(.+)"):
        add(
            connection,
            moved_chats,
            {"platform": platform, "chat": chat},
            {"before": before.partition(":")[2]},
        )
    for (name, kind), ids in _named(noted, r"(telegram-(heard|pressed)-.+(?<!-by))"):
        processes = dict(one.split("@") for one in noted.get(f"{name}-by", "").split())
        for place, id in enumerate(ids.split(), 1):
            cells = {"number": int(id) if kind == "heard" else place, "process": processes.get(id, "")}
            add(connection, begun, {"name": name, "id": id}, cells)


def _move_page(connection: Connection) -> None:
    """The page had tables of its own. What processes of revision 0024 still write there is moved too, but for
    visits, which the next upkeep notes again.
    """
    now, tables = moment_text(datetime.now(UTC)), inspect(connection).get_table_names()
    moves = {
        "channels": "INSERT INTO chats (platform, chat, title, owner, opened_at)"
        " SELECT platform, chat, title, owner, opened_at FROM channels WHERE true"
        " ON CONFLICT (platform, chat) DO UPDATE"
        " SET title = excluded.title, owner = excluded.owner, opened_at = excluded.opened_at",
        "visits": "UPDATE persons SET seen_at = (SELECT at FROM visits"
        " WHERE visits.platform = persons.platform AND visits.person = persons.person)",
        "removals": "INSERT INTO timers (owner_kind, owner, kind, due)"
        " SELECT CASE kind WHEN 'channel' THEN 'chat' ELSE 'person' END, platform || ':' || id,"
        " CASE WHEN EXISTS (SELECT 1 FROM removals WHERE kind = 'game')"
        f" THEN 'removal:games' ELSE 'removal' END, '{now}' FROM removals WHERE kind <> 'game'",
    }
    of_page = [table for table in moves if table in tables]
    for table in of_page:
        _run(connection, moves[table], f"DELETE FROM {table}")
    if connection.dialect.name == "postgresql":
        begin, end = "CREATE TRIGGER follow_page", "FOR EACH ROW EXECUTE FUNCTION follow_page()"
        _run(connection, _FOLLOW_PAGE.format(now=now))
        _run(connection, *(f"{begin} BEFORE INSERT ON {table} {end}" for table in of_page))
        _run(connection, f"{begin} AFTER DELETE ON persons {end}")


def _move_notes(connection: Connection) -> None:
    """Notes about people and games have columns and tables now. One that a process of an earlier revision
    writes from now on is not seen any more.
    """
    noted = _notes(connection)
    for (game, seat), data in _named(noted, r"review-(.+)-(\d+)"):
        place = {"game": game, "seat": int(seat)}
        query = select(seats.c.platform, seats.c.person).where(matches(seats, place))
        for holder in connection.execute(query).all():
            put(connection, reviews, place, {**holder._mapping, "data": data})
    for _, text in _named(noted, r".+:.+-review-.+"):  # somebody waits for it
        game, seat, asker, language = json.loads(text)
        put(
            connection,
            reviews,
            {"game": game, "seat": seat},
            {**key_of(Person.parse(asker)), "language": language},
        )
    for (person, chat), pages in _named(noted, r"(.+)-answer-(.+)"):
        put(connection, group_answers, {**key_of(Person.parse(person)), "chat": chat}, {"pages": pages})
    for (person,), _ in _named(noted, r"(.+)-zone-asked"):
        connection.execute(
            update(persons).where(matches(persons, key_of(Person.parse(person)))).values(zone_asked=True)
        )
    for (id,), text in _named(noted, r"telegram-asked-in-(.+)"):
        answer, _, chat = text.partition(" ")
        here = matches(dm_channels, {"platform": "telegram", "person": id})
        connection.execute(update(dm_channels).where(here).values(answer=answer, asked_in=chat))
    for (game,), text in _named(noted, r"rollback-(.+)"):
        connection.execute(update(games).where(games.c.id == game).values(rollback=text))
    for (game,), text in _named(noted, r"names-taken-from-(.+)"):
        at = datetime.fromisoformat(text)
        connection.execute(update(games).where(games.c.id == game).values(names_taken_at=at))
    for (name,), text in _named(noted, r"((?:discord|telegram)-commands-.+|telegram-board-.+)"):
        connection.execute(insert(begun).values(name=name, id=text, number=1, process=""))
    connection.execute(delete(notes).where(notes.c.name.not_in(_OWN_NOTES)))


def _plan_heartbeat(connection: Connection) -> None:
    """When the program ran last is known by when it has to note the time again."""
    for (at,) in connection.execute(select(heartbeat.c.at)).all():
        cells = {"owner_kind": "program", "owner": "", "kind": "heartbeat", "due": at + timedelta(seconds=90)}
        connection.execute(insert(timers).values(cells))


MOVES: Sequence[tuple[str, Callable[[Connection], None]]] = (
    ("0004", _find_homes),
    ("0005", _compute_checksums),
    ("0007", _find_hands),
    ("0008", _find_picture_sources),
    ("0015", _begin_idle_deadlines),
    ("0018", _forget_when_replays_were_linked),
    ("0021", _move_settings),
    ("0022", _fill_outbox),
    ("0023", _move_deadlines),
    ("0023", _move_outages),
    ("0024", _move_begun),
    ("0025", _move_page),
    ("0025", _move_notes),
    ("0025", _plan_heartbeat),
)
"""What is moved in a database of an earlier revision than this one, in this order."""


def _run(connection: Connection, *statements: str) -> None:
    for statement in statements:
        connection.exec_driver_sql(statement)


def _columns(connection: Connection, table: str) -> set[str]:
    return {column["name"] for column in inspect(connection).get_columns(table)}


def _notes(connection: Connection) -> Mapping[str, str]:
    return dict(tuple(row) for row in connection.execute(select(notes.c.name, notes.c.text)))


def _named(noted: Mapping[str, str], pattern: str | re.Pattern[str]) -> Iterator[tuple[tuple[str, ...], str]]:
    """What the names of some notes hold, and the texts of these; without those that are empty."""
    for name, text in noted.items():
        if text and (found := re.fullmatch(pattern, name)):
            yield found.groups(), text
