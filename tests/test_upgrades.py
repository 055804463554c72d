"""Databases of earlier programs: `databases/v0001.sql` is what one of revision 0001 left in mid-game.

The others have games in every state: tests/database_writer.py has written them.
"""

import json
import sqlite3
import stat
from base64 import b64decode
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from pathlib import Path
from types import SimpleNamespace
from zlib import decompress

import pytest
from sqlalchemy.engine import make_url

from bot.model.identity import Chat, Person
from bot.model.message import PictureSource
from bot.model.profile import Profile
from bot.store import NoticeState, Store, StoreError, UnreadableGame
from bot.store.heartbeat import PLATFORM, Outage
from bot.store.moments import moment_text
from bot.store.reviews import StoredReview
from bot.store.schema import metadata
from bot.store.timers import DIGEST, GAME, HEARTBEAT, PERSON, PROGRAM
from bot.text.i18n import phrases
from bot.timers.heartbeat import EVERY
from engine.documents.record import read_record
from engine.documents.verify import verify
from tests.database_writer import BAR, hall, same_entropy
from tests.discord_bot import discord_bot
from tests.fakes.discord.guild import FakeGuild
from tests.fakes.discord.server import fake_discord
from tests.fakes.telegram.group import FakeGroup
from tests.fakes.telegram.server import fake_telegram
from tests.fakes.wire.patience import until
from tests.hosted_page import hosted_page
from tests.local_session import Tab
from tests.memory_platform import LIMITS, MemoryPlatform
from tests.narration import plain
from tests.postgres import Server
from tests.scenario import MEMORY_CHAT, FakeClock, Participant, Scenario, open_scenario
from tests.stores import DATABASES, URL_FILE, dump, edit, removals, seqs, write_database, write_first_database
from tests.telegram_bot import telegram_bot
from tests.webhook_receiver import WebhookReceiver

ANNA, BORIS = Person("hall", "anna"), Person("hall", "boris")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with the old database in it."""
    write_first_database(tmp_path / "scenario.db")
    return tmp_path


async def test_what_was_known_is_kept_and_what_is_new_has_its_default(folder: Path) -> None:
    async with await Store.open(f"sqlite:///{folder / 'scenario.db'}") as store:
        assert await store.people.profile(ANNA) == Profile(ANNA, "Anna", chosen={"language": "ru"})
        assert await store.people.dm_channel(ANNA) is None
        (game,) = await store.log.running_games()
        assert await store.outbox.bookmarks(game) == {MEMORY_CHAT: 44, ANNA: 44, BORIS: 44}
        assert await store.log.last_seq(game) == 44
        assert await store.outbox.notices(MEMORY_CHAT, game) == ()
        assert await store.chats.home_of(game) == MEMORY_CHAT
        assert [await store.people.mentioned_in(game, one) for one in (ANNA, BORIS)] == [
            MEMORY_CHAT,
            MEMORY_CHAT,
        ]
        assert await store.people.linked_accounts(ANNA) == (ANNA,)


async def test_a_running_game_goes_on(folder: Path) -> None:
    async with open_scenario(folder) as scenario:
        anna, boris = Participant(scenario, ANNA), Participant(scenario, BORIS)
        assert (await anna.looks()).startswith("**Ваш ход.**")
        heard = len(scenario.platform.posts)
        assert heard == 0, "everything had been told"
        await (anna).takes_turn()
        await (boris).takes_turn()
        assert len(scenario.platform.posts) == 2
        assert scenario.platform.texts[0].split("\n\n") == ["Anna draws 2 cards.", "It’s **Boris**’s turn."]
        assert scenario.platform.posts[1].mentioned == (ANNA,)


async def test_a_game_of_an_earlier_program_is_replayed_once_it_has_ended(folder: Path) -> None:
    async with open_scenario(folder) as scenario:
        replays, game = scenario.host.dispatcher.archive, (await scenario.match()).id
        assert await replays.replay(BORIS, MEMORY_CHAT, game, phrases("en")) is None
        await Participant(scenario, ANNA).says("/abort yes")
        packed = await replays.replay(BORIS, MEMORY_CHAT, game, phrases("en"))
        assert packed is not None
        content = json.loads(decompress(b64decode(packed)))
        assert content["aborted"] is True
        assert "Rocket (computer) claims Rostov — Sochi" in "\n".join(
            turn["text"] for turn in content["turns"]
        )


async def test_an_upgrade_is_made_once(folder: Path) -> None:
    for _ in range(2):
        async with await Store.open(f"sqlite:///{folder / 'scenario.db'}") as store:
            await store.people.save(Profile(ANNA, "Anna", chosen={"ping": "none"}))
    async with await Store.open(f"sqlite:///{folder / 'scenario.db'}") as store:
        assert await store.people.profile(ANNA) == Profile(
            ANNA, "Anna", chosen={"language": "ru", "ping": "none"}
        )


async def test_who_had_seen_a_hand_is_known(folder: Path) -> None:
    """Of accounts that were linked before, and of players who had lost their seats."""
    (folder / "scenario.db").unlink()
    write_database(folder / "scenario.db", DATABASES / "v0004.sql.gz")
    connection = sqlite3.connect(folder / "scenario.db")
    thief = '{"seat":1,"person":"hall:carl","name":"Carl"}'
    event = "INSERT INTO events VALUES ('aaaaac', 45, '2026-03-01T18:00:00.000000+00:00', '', '', ?, 1, ?)"
    connection.execute(event, ("PersonTookOver", thief))
    connection.execute("UPDATE seats SET person = 'carl' WHERE seat = 1")
    connection.commit()
    connection.close()
    async with await Store.open(f"sqlite:///{folder / 'scenario.db'}") as store:
        seen = store.people.hands_seen
        assert await seen("aaaaac", [ANNA]) == await seen("aaaaac", [Person("inn", "annie")]) == {ANNA}
        assert await seen("aaaaac", [BORIS]) == {BORIS}
        assert await seen("aaaaac", [Person("hall", "carl")]) == {Person("hall", "carl")}


@pytest.mark.parametrize("revision", ["0004", "0007", "0013", "0019"])
async def test_what_was_noted_before_several_processes_shared_a_database_is_found(
    folder: Path, revision: str
) -> None:
    """Each of these goes on from the first database, and has what its revision could note."""
    (folder / "scenario.db").unlink()
    write_database(folder / "scenario.db", DATABASES / f"v{revision}.sql.gz")
    table, new = Chat("local", "c"), Chat("hall", "new")
    async with await Store.open(f"sqlite:///{folder / 'scenario.db'}") as store:
        assert seqs(await store.log.read("aaaaac")) == list(range(1, 45))
        assert await store.chats.home_of("aaaaac") == MEMORY_CHAT
        assert await store.people.hands_seen("aaaaac", [Person("inn", "annie")]) == {ANNA}
        (post,) = await store.outbox.notices(MEMORY_CHAT, "aaaaac")
        assert (post.event, post.state) == (44, NoticeState.TRIED)
        states = {row.message: row.state for row in await store.outbox.notices(ANNA, "aaaaac")}
        assert states == {"77": NoticeState.DELIVERED, "": NoticeState.TRIED}
        assert await store.chats.earlier_addresses(new) == (Chat("hall", "old"),)
        assert await store.begun.last("telegram-heard-5") == "3"
        assert await store.page.channels("local") == {table: ("Chan", Person("local", "ab"))}
        assert await store.page.picture("k1") == PictureSource("closeup", "aaaaac", 44)
        assert await store.page.picture("k2") == PictureSource("board", "aaaaac", 44)
        assert await store.page.picture("k3") == PictureSource("score", "aaaaac", 44)
        profile = await store.people.profile(ANNA)
        assert profile
        assert profile.zone_asked
        chosen = {"language": "ru", "ping": "none", "confirm": False}
        if revision > "0012":
            chosen |= {"zone": "Asia/Tokyo", "digest": True}
            assert await store.timers.when(PERSON, str(ANNA), DIGEST) == datetime(2026, 3, 2, 18, tzinfo=UTC)
            assert await removals(store, datetime.now(UTC)) == {str(table): "removal"}
            assert await store.page.linked_replay("d1") == "aaaaac"
            assert (await store.chats.settings(MEMORY_CHAT)).clock == "24h"
        if revision > "0018":
            chosen |= {"hints": False}
        assert profile.chosen == chosen
        assert "idle" in await store.timers.of_game("aaaaac")


async def test_the_old_log_gets_checksums(folder: Path) -> None:
    path = folder / "scenario.db"
    async with await Store.open(f"sqlite:///{path}") as store:
        (game,) = await store.log.running_games()
        assert seqs(await store.log.read(game)) == list(range(1, 45))
    edit(path, "UPDATE events SET actor = 'local:eve' WHERE seq = 44")
    async with await Store.open(f"sqlite:///{path}") as store:
        with pytest.raises(UnreadableGame, match="event 44 is not as it was written"):
            await store.log.read(game)


async def test_a_copy_of_the_old_file_is_kept_before_the_upgrade(folder: Path) -> None:
    path, copy = folder / "scenario.db", folder / "scenario.db-revision-0001"
    before = dump(path)
    for _ in range(2):
        await (await Store.open(f"sqlite:///{path}")).close()
    assert dump(copy) == before
    assert dump(path) != before
    assert mode(copy) == 0o600
    assert names(folder) == ["scenario.db", "scenario.db-revision-0001", "scenario.db.lock-file"]


async def test_a_new_database_needs_no_copy(tmp_path: Path) -> None:
    await (await Store.open(f"sqlite:///{tmp_path}/new.db")).close()
    assert names(tmp_path) == ["new.db", "new.db.lock-file"]


async def test_an_upgrade_without_room_for_the_copy_is_refused(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = folder / "scenario.db"
    before = dump(path)
    monkeypatch.setattr("bot.store.copies.shutil.disk_usage", lambda _: SimpleNamespace(free=1000))
    with pytest.raises(
        StoreError, match=r"There is no room in .* for a copy of scenario.db, which needs 1 MB."
    ):
        await Store.open(f"sqlite:///{path}")
    assert dump(path) == before


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def names(folder: Path) -> list[str]:
    return sorted(one.name for one in folder.iterdir())


async def awaited_of(scenario: Scenario, players: list[Participant]) -> Participant:
    """Whose turn it is."""
    seat = (await scenario.match()).waiting_for[0]
    (awaited,) = [one for one in players if await one.seat() == seat]
    return awaited


# ---- databases with games in every state


def written(end: str) -> list[Path]:
    """The databases of one kind, of each revision (see DATABASE_FILES)."""
    found = (path for path in DATABASES.glob(f"v*{end}.sql.gz") if path.name >= "v0020")
    return sorted(path for path in found if end or "-" not in path.name)


def unpacked(folder: Path, file: Path, name: str) -> dict[str, str]:
    """Make the database in a folder; returns what its people know."""
    text = write_database(folder / name, file)
    facts: dict[str, str] = json.loads(text.partition("\n")[0].removeprefix("-- "))
    return facts


class Reopened:
    """Such a database, opened by this program, and its people, who go on."""

    def __init__(self, scenario: Scenario, inn: MemoryPlatform, facts: dict[str, str]) -> None:
        self.scenario = scenario
        self.hall, self.inn = scenario.platform, inn
        self.facts = facts
        self.hook: WebhookReceiver

    async def says(self, name: str, text: str, chat: Chat | str) -> str:
        """What somebody is answered, in a chat of the hall or another one."""
        place = hall(chat) if isinstance(chat, str) else chat
        participant = Participant(self.scenario, Person(place.platform, name.lower()))
        said = await participant.says(text, place)
        await self.scenario.settle()
        return said

    async def pass_time(self, by: timedelta) -> None:
        await self.scenario.clock.move_on(by)
        await self.scenario.settle()

    def dms(self, name: str) -> list[str]:
        return [plain(one.text) for one in self.hall.dms.get(Person("hall", name.lower()), [])]

    def posts(self, chat: Chat | str) -> list[str]:
        place = hall(chat) if isinstance(chat, str) else chat
        platform = self.hall if place.platform == "hall" else self.inn
        return [plain(one.text) for one in platform.by_chat.get(place, [])]


@asynccontextmanager
async def reopened(folder: Path, facts: dict[str, str]) -> AsyncIterator[Reopened]:
    """Open the database of an earlier program at the moment at which that program stopped."""
    clock, inn = FakeClock(), MemoryPlatform("inn")
    await clock.move_on(datetime.fromisoformat(facts["at"]) - clock.now())
    platform = MemoryPlatform(limits=replace(LIMITS, replays_at="https://replays.example"))
    async with open_scenario(
        folder, platform=platform, clock=clock, draw=same_entropy("later program")
    ) as scenario:
        scenario.host.add_platform(inn)
        platform.admins.add(ANNA)
        await scenario.settle()
        yield Reopened(scenario, inn, facts)


@pytest.fixture(params=written(""), ids=lambda file: file.name.partition(".")[0])
async def left(
    request: pytest.FixtureRequest, tmp_path: Path, webhook: WebhookReceiver
) -> AsyncIterator[Reopened]:
    async with reopened(tmp_path, unpacked(tmp_path, request.param, "scenario.db")) as one:
        one.hook = webhook
        yield one


async def test_a_lobby_of_an_earlier_program_has_its_players_and_options_and_starts(left: Reopened) -> None:
    assert "Variant: Mega Europe." in await left.says("Anna", "/options", "lobby")
    assert "All aboard!" in await left.says("Anna", "/start", "lobby")
    assert "Anna and Boris are choosing starting tickets." in left.posts("lobby")[-1]
    assert "Rocket (computer)" in await left.says("Anna", "/scores", "lobby")
    assert "24" in await left.says("Anna", "/clock", "lobby")


async def test_starting_tickets_that_were_offered_earlier_are_kept(left: Reopened) -> None:
    assert "**У вас на руках** (4)" in await left.says("Boris", "/keep all", "tickets")
    assert left.posts("tickets")[-1].startswith("Everyone has chosen tickets: Anna 4, Boris 4.")


async def test_a_turn_is_finished_where_an_earlier_program_left_it(left: Reopened) -> None:
    assert "**Your second card.**" in await left.says("Anna", "/hand", "second-card")
    assert (await left.says("Anna", "/draw deck", "second-card")).startswith("You drew")
    assert left.posts("second-card") == ["Anna draws 2 cards.\n\nIt’s **Boris**’s turn."]
    assert "costs 1 more card" in await left.says("Anna", "/hand", "tunnel")
    assert "Ангора — Константинополь" in await left.says("Boris", "/hand", "tunnel")
    assert "You claimed Angora — Constantinople for 2 points." in await left.says("Anna", "/pay L", "tunnel")
    assert len(left.posts("tunnel")) == 1
    assert (await left.says("Boris", "/draw deck", "tunnel")).startswith("Вы взяли из колоды")


async def test_plans_of_an_earlier_program_are_played_on(left: Reopened) -> None:
    """Boris’s plan was played before the stop, Carla’s has begun, and the second chat follows."""
    assert "Your plan has begun this turn." in await left.says("Carla", "/hand", "running")
    await left.says("Anna", "/plan draw deck twice", "running")
    await left.says("Carla", "/keep all", "running")
    for posts in (left.posts("running"), left.posts(BAR)):
        assert posts[0].startswith("Carla keeps 3 of 3 tickets.")
    table = await left.says("Bea", "/board text", BAR)
    assert "**Anna**: 0 points\n45 trains, 8 cards" in table
    assert "**Boris**: 0 points\n45 trains, 6 cards" in table


async def test_an_invitation_of_an_earlier_program_is_taken(left: Reopened) -> None:
    other = Chat("inn", "other")
    assert "now shows the game" in await left.says("Bea", f"/follow {left.facts['invitation']}", other)
    assert "This chat no longer follows the game." in await left.says("Bea", "/unfollow", BAR)


async def test_the_webhook_is_told_what_the_earlier_program_could_not_tell(left: Reopened) -> None:
    await until(lambda: left.hook.got, "nothing is told")
    await left.says("Carla", "/keep all", "running")
    await until(lambda: len(left.hook.got) > 1, "the next turn is not told")
    assert [(one["event"], one["turn"], one["next"]) for one in left.hook.got] == [
        ("turn", 3, ["Carla"]),
        ("turn", 4, ["Anna"]),
    ]


async def test_votes_and_pauses_of_an_earlier_program_are_decided(left: Reopened) -> None:
    assert "4 часа, запас до" in await left.says("Boris", "/vote", "vote")
    await left.says("Boris", "/vote yes", "vote")
    assert "The clock is now: 4 hours a turn, and up to 12 hours saved." in left.posts("vote")[-1]
    await left.says("Boris", "/vote yes", "undo")
    assert "Anna’s last move is undone, with all that came after it." in left.posts("undo")[-1]
    assert "**Your second card.**" in await left.says("Anna", "/hand", "undo")
    await left.says("Anna", "/resume", "paused")
    await left.says("Boris", "/vote yes", "paused")
    assert "The game goes on: the clocks run again." in left.posts("paused")[-1]


async def test_a_seat_that_was_left_is_taken_again(left: Reopened) -> None:
    assert "С возвращением!" in await left.says("Boris", "/join", "left")
    for _ in range(2):
        await left.says("Anna", "/draw deck", "left")
    assert "It’s **Boris**’s turn." in left.posts("left")[-1]


async def test_finished_games_of_an_earlier_program_are_shown_and_counted(left: Reopened) -> None:
    """One was archived, and the result of the other one had not been counted yet."""
    for chat in ("archived", "over"):
        assert "**1. Boris: 2" in await left.says("Anna", "/scores", chat)
        assert "**Boris wins with 2" in await left.says("Anna", "/log", chat)
        anna = Participant(left.scenario, ANNA)
        await anna.says("/record", hall(chat))
        ((_, text),) = anna.answer.documents
        record, match = read_record(text), await left.scenario.match(hall(chat))
        assert verify(record, match.board) is None
    assert "All games: 2 games, 0 won" in await left.says("Anna", "/stats", "over")
    assert "from 2 rated games" in await left.says("Anna", "/stats", "over")
    assert "2 игры, побед: 2" in await left.says("Boris", "/leaderboard all", "over")


async def test_a_replay_link_of_an_earlier_program_opens_its_game(left: Reopened) -> None:
    digest = sha256(left.facts["replay"].encode()).hexdigest()
    game = await left.scenario.store.page.linked_replay(digest)
    assert game is not None
    assert "One link to this replay was withdrawn." in await left.says("Anna", "/share off", "over")


async def test_an_aborted_game_is_restored_within_its_day(left: Reopened) -> None:
    assert await left.says("Anna", "/restore", "aborted") == "The game continues where it stopped."
    assert (await left.says("Anna", "/draw deck", "aborted")).startswith("You drew")
    refused = await left.says("Anna", "/restore", "aborted-long-ago")
    assert refused == "There is no aborted game to restore here."


async def test_what_people_and_chats_had_chosen_holds(left: Reopened) -> None:
    boris, carla = [await left.says(name, "/settings", "over") for name in ("Boris", "Carla")]
    for line in ("русский", "О вашем ходе я не сообщаю.", "Asia/Tokyo", "с 23:00 до 07:00",
                 "Перегон занимается сразу", "Подсказок в первой игре нет."):  # fmt: skip
        assert line in boris
    for line in ("Once a day",):
        assert line in carla
    chat = await left.says("Anna", "/chatsettings", "settings")
    for line in ("Язык бота в этом чате: русский.", "24 часа", "только администраторы",
                 "любой из игроков", "Ticket to Ride: USA", "отдельное сообщение", "Asia/Tokyo",
                 "С 22:00 до 08:00"):  # fmt: skip
        assert line in chat
    assert (await left.says("Anna", "/audit", "settings")).count("Anna: ") == 10
    assert "игры создают только администраторы" in await left.says("Boris", "/new", "settings")


async def test_accounts_stay_linked_and_a_code_of_before_still_links(left: Reopened) -> None:
    assert "linked to Anna" in await left.says("Annie", "/settings", BAR)
    assert (await left.says("Annie", "/games", BAR)).count("your turn") == 5
    code = left.facts["link"]
    await left.scenario.add_player("Bob", "inn")
    assert "Boris on the local page created this code." in await left.says("Bob", f"/link {code}", BAR)
    assert "linked to Boris" in await left.says("Bob", f"/link {code} yes", BAR)


async def test_absences_and_refused_messages_are_remembered(left: Reopened) -> None:
    assert "I cannot send you private messages" in await left.says("Dora", "/settings", "away")
    assert (await left.says("Dora", "/back", "away")).startswith("Welcome back.")


async def test_what_was_in_flight_arrives_once(left: Reopened) -> None:
    """A reminder and a post were being sent when the earlier program stopped."""
    assert sum("Your time is running out" in one for one in left.dms("Emil")) == 1
    assert left.posts("doubt") == ["Anna draws 2 cards.\n\nIt’s **Emil**’s turn."]
    assert all(not left.posts(chat) for chat in ("running", "vote", "paused", "second-card", "over", "left"))


async def test_reminders_digests_and_wait_lists_of_an_earlier_program_come(left: Reopened) -> None:
    await left.says("Anna", "/new europe", "waiting")
    await left.pass_time(timedelta(hours=11))
    await until(lambda: any("It is still your turn" in one for one in left.dms("Emil")), "no reminder")
    await until(lambda: any("Your games today" in one for one in left.dms("Carla")), "no digest")
    await until(lambda: any("Вы просили сообщить об этом" in one for one in left.dms("Boris")), "no notice")


async def test_a_deletion_that_was_asked_for_is_done(left: Reopened) -> None:
    async def forgotten() -> bool:
        return await left.scenario.store.people.profile(Person("hall", "zoe")) is None

    await until(forgotten, "Zoe is not forgotten")
    assert await left.says("Zoe", "/forgetme yes", "over") == "Nothing is stored about you."


async def moved_to(clock: FakeClock, facts: dict[str, str]) -> None:
    """Let the clock show when the earlier program stopped. Ids of people are those of the beginning."""
    await clock.move_on(datetime.fromisoformat(facts["at"]) - clock.now())


@pytest.mark.parametrize("file", written("-discord"), ids=lambda file: file.name.partition(".")[0])
async def test_a_game_on_discord_goes_on_in_mid_turn(tmp_path: Path, file: Path) -> None:
    facts, clock = unpacked(tmp_path, file, "bot.db"), FakeClock()
    async with fake_discord(clock) as server:
        guild = FakeGuild(server)
        people = [guild.add_user(name) for name in ("Anna", "Boris")]
        for user in people:  # the bot knows their private channels
            dm = server.world.conversation(user.account)
            del server.world.channels[dm.id]
            dm.id = int(facts[user.account.name])
            server.world.channels[dm.id] = dm
        (tmp_path / "before").mkdir()
        async with discord_bot(tmp_path / "before", guild, clock):
            await until(lambda: server.endpoints.commands, "no commands are registered")
        await moved_to(clock, facts)
        async with discord_bot(tmp_path, guild, clock, same_entropy("later program")) as bot:
            players = await bot.add_players(*(user.account.name for user in people))
            first, second = sorted(players, key=lambda player: str(player) != facts["turn"])
            await first.types("draw deck")
            await bot.settle()
            assert f"{first} draws 2 cards." in plain(bot.last.written)
            assert bot.last.pings == (second.account,)
            await second.clicks("draw deck")
            assert "My hand" in bot.last.labels


@pytest.mark.parametrize("file", written("-telegram"), ids=lambda file: file.name.partition(".")[0])
async def test_a_game_on_telegram_goes_on_in_mid_turn(tmp_path: Path, file: Path) -> None:
    facts, clock = unpacked(tmp_path, file, "bot.db"), FakeClock()
    async with fake_telegram(clock) as server:
        group = FakeGroup(server)
        users = [group.add_user("Anna", language="ru", started=True), group.add_user("Boris", started=False)]
        for place in (group.group, *(server.world.private(user.account) for user in users)):
            for _ in range(100):  # the messages that were there before
                server.world.add(place, group.owner, text="...")
        await moved_to(clock, facts)
        async with telegram_bot(tmp_path, group, clock, same_entropy("later program")) as bot:
            players = await bot.add_players("Anna", "Boris")
            first, second = sorted(players, key=lambda player: player.user.account.name != facts["turn"])
            await first.types("draw deck")
            await bot.settle()
            assert f"{first.user.account.name} draws 2 cards." in plain(bot.last.text)
            await second.types("draw deck")
            await bot.settle()
            assert second.user.account.name in bot.last.text


@pytest.mark.parametrize("file", written("-page"), ids=lambda file: file.name.partition(".")[0])
async def test_a_tab_comes_back_to_its_channel_and_game(tmp_path: Path, file: Path) -> None:
    facts, clock = unpacked(tmp_path, file, "page.db"), FakeClock()
    await moved_to(clock, facts)
    async with hosted_page(tmp_path, clock) as page:
        tabs = []
        for name in ("anna", "bob"):
            token = name.ljust(32, "0")
            tab = Tab(await page.session.ws_connect(f"{page.url}/chat", origin=page.url), token)
            page.tabs.append(tab)
            await tab.ask("hello", token=token)
            await tab.wait_for_welcome()
            assert tab.me["name"] == name.title()
            posts = await tab.enter(facts["channel"])
            assert [post["text"] for post in posts][-1].startswith("All aboard!")
            tabs.append(tab)
        for tab in tabs:
            await tab.answer("/keep all")
        assert "Everyone has chosen tickets" in (await tabs[0].posts())[-1]["text"]


async def test_the_channels_visits_and_removals_of_an_earlier_page_are_known(tmp_path: Path) -> None:
    unpacked(tmp_path, DATABASES / "v0024-page.sql.gz", "page.db")
    with closing(sqlite3.connect(tmp_path / "page.db")) as connection, connection:
        channels = connection.execute("SELECT chat, title, owner FROM channels ORDER BY opened_at").fetchall()
        visits = dict(connection.execute("SELECT person, at FROM visits"))
        for kind, id in (("channel", "table"), ("person", min(visits)), ("game", "aaaaac")):
            connection.execute("INSERT INTO removals VALUES ('local', ?, ?)", (kind, id))
    assert channels
    assert len(visits) > 1
    async with await Store.open(f"sqlite:///{tmp_path / 'page.db'}") as store:
        opened = [
            (chat.id, title, str(owner))
            for chat, (title, owner) in (await store.page.channels("local")).items()
        ]
        assert opened == channels
        seen = {use.of.id: moment_text(use.last) for use in await store.page.person_uses("local") if use.last}
        assert seen == visits
        of = Chat("local", "table"), Person("local", min(visits))
        assert await removals(store, datetime.now(UTC)) == dict.fromkeys(map(str, of), "removal:games")
    with closing(sqlite3.connect(tmp_path / "page.db")) as connection:
        for table in (
            "channels",
            "visits",
            "removals",
        ):  # a deletion of what is about a person would miss them
            assert not connection.execute(f"SELECT * FROM {table}").fetchall()


# ---- what was noted of outages


async def test_outages_of_an_earlier_program_are_known(tmp_path: Path) -> None:
    file = DATABASES / "v0021.sql.gz"
    unpacked(tmp_path, file, "scenario.db")
    at = [datetime(2026, 3, 1, 12, minute, tzinfo=UTC) for minute in range(4)]
    texts = [moment.isoformat() for moment in at]
    notes = {
        "heartbeat": [texts[0], texts[3], texts[1]],
        "clock-at-boot": ["boot 1", texts[0]],
        "cut-off-platforms": {"hall": [texts[0]], "inn": [texts[0], texts[1]]},
        "games-standing-still": {"g1": texts[2]},
    }
    with closing(sqlite3.connect(tmp_path / "scenario.db")) as connection, connection:
        for name, noted in notes.items():
            connection.execute("INSERT OR REPLACE INTO notes VALUES (?, ?)", (name, json.dumps(noted)))
    async with await Store.open(f"sqlite:///{tmp_path / 'scenario.db'}") as store:
        assert set(await store.heartbeat.outages()) == {
            Outage(PROGRAM, "", at[1], at[3], timedelta(minutes=1)),
            Outage(PLATFORM, "hall", at[0]),
            Outage(PLATFORM, "inn", at[0], at[1]),
            Outage(GAME, "g1", at[2]),
        }
        assert await store.heartbeat.boot() == ("", at[0])
        assert await store.timers.when(PROGRAM, "", HEARTBEAT) == at[3] + EVERY


# ---- what was noted by name


async def test_what_an_earlier_program_has_noted_is_found(tmp_path: Path) -> None:
    unpacked(tmp_path, DATABASES / "v0024.sql.gz", "scenario.db")
    with closing(sqlite3.connect(tmp_path / "scenario.db")) as connection, connection:
        game, seat, platform, id = connection.execute(
            "SELECT game, seat, seats.platform, seats.person FROM seats JOIN persons USING (platform, person)"
        ).fetchone()
        person, group = Person(platform, id), Chat(platform, "-7")
        connection.execute(
            "INSERT OR REPLACE INTO letterboxes (platform, person, closed) VALUES ('telegram', '7', 0)"
        )
        notes = {
            f"review-{game}-{seat}": "[]",
            f"review-{game}-9": "[]",
            f"{person}-review-{game}": json.dumps([game, seat, str(person), "de"]),
            f"{person}-zone-asked": "asked",
            f"{person}-answer-{group.id}": "[1]",
            "telegram-asked-in-7": "12 -7",
            f"rollback-{game}": "[]",
            f"names-taken-from-{game}": "2026-03-01T12:00:00.000000+00:00",
            "telegram-commands-5": "a digest",
            "telegram-board-5": "",
            "local:no-longer-review-g0": "",
        }
        for name, text in notes.items():
            connection.execute("INSERT OR REPLACE INTO notes VALUES (?, ?)", (name, text))
    async with await Store.open(f"sqlite:///{tmp_path / 'scenario.db'}") as store:
        assert await store.reviews.awaited() == (StoredReview(game, seat, person, "de", "[]"),)
        profile = await store.people.profile(person)
        assert profile
        assert profile.zone_asked
        assert await store.people.pages(person, group) == "[1]"
        assert await store.people.asked_in(Person("telegram", "7")) == ("12", Chat("telegram", "-7"))
        assert await store.chats.asked_rollback(game) == "[]"
        assert await store.begun.last("telegram-commands-5") == "a digest"
        assert await store.begun.last("telegram-board-5") is None
    with closing(sqlite3.connect(tmp_path / "scenario.db")) as connection:
        left = {name for (name,) in connection.execute("SELECT name FROM notes")}
        assert left == {"written-by", "event-shapes", "database-id"}


# ---- several versions at once


async def test_an_older_program_goes_on_while_a_newer_one_adds_to_all_tables(
    tmp_path: Path, postgres_url: str, postgres_server: Server
) -> None:
    """What it has prepared and remembers stays right."""
    (tmp_path / URL_FILE).write_text(postgres_url)
    async with open_scenario(tmp_path) as scenario:
        players = await scenario.in_play("Anna", "Boris", game="usa")
        await (await awaited_of(scenario, players)).takes_turn()
        postgres_server.sql(
            *(f"ALTER TABLE {table} ADD COLUMN newer TEXT NOT NULL DEFAULT ''" for table in metadata.tables),
            "CREATE TABLE newer (id TEXT)",
            "UPDATE alembic_version SET version_num = '9999'",
            database=str(make_url(postgres_url).database),
        )
        told = len(scenario.platform.posts)
        for _ in range(2):
            await (await awaited_of(scenario, players)).takes_turn()
        assert len(scenario.platform.posts) == told + 2
