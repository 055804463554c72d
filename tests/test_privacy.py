"""What is stored about people: all of it is sent to them, and deleted, from every table."""

import json
import re
import sqlite3
from collections.abc import Sequence
from contextlib import closing
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select

from bot.matches import records, retention
from bot.matches.erasure import alias_of, names_of, renamed, without_person
from bot.matches.roster import Roster, SeatHolder
from bot.model.identity import Chat, Person
from bot.model.message import Topic
from bot.model.profile import Profile
from bot.operate.backup import count_and_check
from bot.store import NoticeRow, NoticeState, Store
from bot.store.database import Job
from bot.store.personal import IMPERSONAL, IN_LOGS, PERSONAL
from bot.store.schema import begun, dm_channels, games, group_answers, metadata
from bot.store.sqlite import SqliteDatabase
from bot.telegram.updates import not_begun
from bot.text.i18n import phrases
from engine.cards import letters
from engine.documents.record import read_record
from engine.documents.verify import verify
from engine.view import view_for
from tests.fakes.wire.patience import until
from tests.scenario import MEMORY_CHAT, Participant, Scenario, open_scenario
from tests.situations import forgets, linked
from tests.stores import mentions_of

pytestmark = pytest.mark.scenario(boards="isle", others=("inn",))

DOCUMENT = Path(__file__).parent.parent / "docs" / "privacy.md"


async def file_of(participant: Participant) -> Any:
    await participant.says("/mydata")
    ((_, text),) = participant.answer.documents
    return json.loads(text)


# ---- the lists of tables


def test_every_table_says_how_it_belongs_to_people_or_why_it_does_not() -> None:
    lists = [set(PERSONAL), set(IN_LOGS), set(IMPERSONAL)]
    assert set().union(*lists) == set(metadata.tables.values())
    assert sum(map(len, lists)) == len(metadata.tables), "no table is in two lists"


def test_the_document_names_every_table_with_its_columns() -> None:
    rows = re.findall(r"^\| `(\w+)` \| (.+?) \|", DOCUMENT.read_text(encoding="utf-8"), re.MULTILINE)
    told = {table: set(re.findall(r"`(\w+)`", columns)) for table, columns in rows}
    assert told == {name: {one.name for one in table.columns} for name, table in metadata.tables.items()}


# ---- what is sent


async def test_the_file_has_the_profile_the_moves_and_only_the_own_hand(scenario: Scenario) -> None:
    anna, boris = await scenario.in_play("Anna", "Boris")
    await boris.says("/plan draw deck")
    await anna.says("/draw deck")
    await anna.says("/settings ping dm")
    told = await file_of(anna)
    match = await scenario.match()
    assert match.game is not None
    seat, other = await anna.seat(), await boris.seat()
    (game,) = told["games"]
    assert told["stored"]["persons"][0]["name"] == anna.person.id.title()
    (setting,) = told["stored"]["settings"]
    assert (setting["name"], setting["value"]) == ("ping", "dm")
    assert game["hand"] == letters(view_for(match.game, seat).hand)
    assert [one["move"] for one in game["events"] if "move" in one][-1] == "draw deck"
    text = json.dumps(told)
    for secret in (match.roster.deck_secret, match.roster.secret, match.game.seed):
        assert secret not in text + json.dumps(await file_of(boris)), "one of them opened the game"
    assert not any(one["kind"] == "PlanMade" for one in game["events"])
    assert str(boris.person) not in text
    assert letters(view_for(match.game, other).hand) != game["hand"]


async def test_the_file_has_own_plans_and_does_not_count_those_of_others(scenario: Scenario) -> None:
    anna, boris = await scenario.in_play("Anna", "Boris")
    await scenario.settle()
    before = await file_of(anna)
    await boris.says("/plan draw deck")
    await scenario.settle()
    assert await file_of(anna) == before
    plan = [one for one in (await file_of(boris))["games"][0]["events"] if one["kind"] == "PlanMade"]
    assert plan[0]["lines"] == ["draw deck"]


async def test_the_file_of_linked_accounts_has_both(scenario: Scenario) -> None:
    anna, annie = await linked(scenario, "Anna", "Annie")
    told = await file_of(anna)
    assert told["accounts"] == [str(anna.person), str(annie.person)]
    assert {row["name"] for row in told["stored"]["persons"]} == {"Anna", "Annie"}


# ---- what is deleted


async def test_a_finished_game_says_player_2_and_still_verifies(scenario: Scenario, tmp_path: Path) -> None:
    players = await scenario.in_play("Anna", "Boris", game="isle")
    await scenario.clock.move_on(timedelta(seconds=1))
    game = await scenario.play_to_the_end(*players)
    boris = next(one for one in players if one.person.id == "boris")
    anna = next(one for one in players if one.person.id == "anna")
    archive, record = scenario.host.dispatcher.archive, await records.export(scenario.host.repository, game)
    assert await archive.replay(anna.person, MEMORY_CHAT, game, phrases("en"))
    assert "Boris" in record
    await boris.says("/settings ping dm")
    said = await forgets(boris)
    assert said == "Everything about you is deleted. If you write to me again, you begin as somebody new."
    match = await scenario.match()
    assert match.roster.names == ("Anna", "Player 2")
    assert "Boris" not in await anna.says("/log")
    assert "Player 2" in await anna.says("/scores")
    again = await records.export(scenario.host.repository, game)
    assert again == record.replace("Boris", "Player 2")
    assert mentions_of(tmp_path, "Boris", str(boris.person)) == []
    assert await scenario.store.personal.rows_about([boris.person]) == {}
    _, _, wrong = await count_and_check(tmp_path / "scenario.db")
    assert wrong == []
    assert verify(read_record(again), match.board) is None
    taken_at = select(games.c.names_taken_at).where(games.c.id == game)
    assert await scenario.store.personal._database.value(taken_at) == scenario.clock.now()


async def test_the_names_that_a_renamed_player_had_before_are_forgotten_too(
    scenario: Scenario, tmp_path: Path
) -> None:
    players = await scenario.in_play("Anna", "Boris", game="isle")
    boris = next(one for one in players if one.person.id == "boris")
    for one in players:
        if one is boris:
            await scenario.host.dispatcher.directory.introduce(one.person, "Bobby", chat=MEMORY_CHAT)
        await one.draws()
    await scenario.settle()
    assert "Bobby" in (await scenario.match()).roster.names
    await forgets(boris)
    assert mentions_of(tmp_path, "Boris", "Bobby", str(boris.person)) == []


async def test_it_is_asked_first_and_says_what_happens(scenario: Scenario, tmp_path: Path) -> None:
    anna, annie = await linked(scenario, "Anna", "Annie")
    await scenario.start_game("Anna", "Boris")
    asked = await anna.says("/forgetme")
    assert "A computer plays your seat in the running game from now on" in asked
    assert "Anna on the local page" in asked
    assert "Annie on" in asked
    assert await scenario.store.people.profile(anna.person)
    await anna.presses("Delete everything about me")
    assert await scenario.store.people.profile(anna.person) is None
    assert await scenario.store.people.profile(annie.person) is None


async def test_a_running_seat_goes_to_a_computer_and_everybody_is_told(
    scenario: Scenario, tmp_path: Path
) -> None:
    anna, boris = await scenario.in_play("Anna", "Boris")
    name, other = anna.person.id.title(), boris.person.id.title()
    await forgets(anna)
    await scenario.settle()
    match = await scenario.match()
    seat = next(number for number, one in enumerate(match.roster.names) if one != other)
    holder = match.roster.holders[seat]
    assert (holder.name, bool(holder.level), holder.given_up) == (f"Player {seat + 1}", True, True)
    assert any(name in text or f"Player {seat + 1}" in text for text in scenario.platform.texts[-3:])
    assert mentions_of(tmp_path, str(anna.person)) == []
    assert mentions_of(tmp_path, f"'{anna.person.id}'") == ["hands"], "so that nobody sees two hands"
    await boris.says("/board")


async def test_a_person_who_was_forgotten_sees_no_second_hand_of_a_running_game(scenario: Scenario) -> None:
    anna, boris, _ = await scenario.in_play("Anna", "Boris", "Cyril")
    seat = await anna.seat()
    await boris.says("/leave yes")
    await forgets(anna)
    await scenario.settle()
    back = await scenario.add_player(anna.person.id.title())
    await back.says("/join")
    assert await back.seat() == seat, "only the hand that they know"


async def test_a_person_who_comes_back_to_a_seat_can_be_forgotten_again(
    scenario: Scenario, tmp_path: Path
) -> None:
    anna, boris, _ = await scenario.in_play("Anna", "Boris", "Cyril")
    seat = await anna.seat()
    await forgets(anna)
    await scenario.settle()
    back = await scenario.add_player(anna.person.id.title())
    await back.says("/join")
    assert await forgets(back) == phrases("en").say("forgotten", count=1)
    assert await scenario.store.personal.erasures() == ()
    assert mentions_of(tmp_path, str(back.person)) == []
    await boris.says("/leave yes")
    again = await scenario.add_player(anna.person.id.title())
    await again.says("/join")
    assert await again.seat() == seat, "only the hand that they know"


async def test_an_erasure_that_fails_does_not_stop_the_program(
    scenario: Scenario, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    anna, *_ = await scenario.in_play("Anna", "Boris")
    await scenario.store.personal.ask_erasure([anna.person], scenario.clock.now())

    async def fails(*_: object) -> None:
        raise ValueError(str(anna.person))

    with monkeypatch.context() as broken:
        broken.setattr(scenario.store.personal, "rewrite", fails)
        await scenario.clock.move_on(timedelta(hours=1))
        await until(lambda: "the timer erase failed and will be tried again" in caplog.text)
    assert str(anna.person) not in caplog.text
    await retention.erase_all(scenario.host.repository)
    assert await scenario.store.personal.erasures() == ()


async def test_a_kill_at_any_instant_of_an_erasure_only_delays_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It leaves the database as it is after a transaction: the first notes who is to be forgotten."""
    moments: list[Path] = []

    async def transact(database: SqliteDatabase, jobs: Sequence[Job]) -> list[Any]:
        results = await original(database, jobs)
        moments.append(tmp_path / str(len(moments)))
        copied_to(moments[-1])
        return results

    def copied_to(folder: Path) -> None:
        folder.mkdir()
        with closing(sqlite3.connect(tmp_path / "scenario.db")) as live:
            live.execute("VACUUM INTO ?", (str(folder / "scenario.db"),))

    async with open_scenario(tmp_path, boards="isle") as scenario:
        players = await scenario.in_play("Anna", "Boris", game="isle")
        boris = next(one for one in players if one.person.id == "boris")
        await boris.says("/settings ping dm")
        await boris.says("/stats on")
        await scenario.settle()
        original = SqliteDatabase._transact
        with monkeypatch.context() as copied:
            copied.setattr(SqliteDatabase, "_transact", transact)
            await forgets(boris)
    left = [mentions_of(folder, "Boris") for folder in moments]
    assert left.count([]) < len(left) - 2, "there is a transaction for each step"
    for folder in moments:
        async with open_scenario(folder, boards="isle") as scenario:

            async def is_done() -> bool:
                return await scenario.store.personal.erasures() == ()

            await until(is_done)
            await scenario.settle()
            assert "Boris" not in (await scenario.match()).roster.names
        assert mentions_of(folder, "Boris") == []


async def test_a_message_that_is_sent_during_the_erasure_is_not_noted(scenario: Scenario) -> None:
    anna, boris = await scenario.in_play("Anna", "Boris")
    game, ledger = (await scenario.match()).id, scenario.store.outbox
    await forgets(boris)
    await scenario.settle()
    for person in (anna.person, boris.person):
        late = NoticeRow("late", Topic.NOTE, 9, NoticeState.DELIVERED, scenario.clock.now(), "late")
        await ledger.save(person, game, late)
    assert (await ledger.notices(anna.person, game))[-1:] == (late,)
    assert await ledger.notices(boris.person, game) == ()


async def test_notes_about_what_was_handled_in_a_private_chat_are_deleted(scenario: Scenario) -> None:
    directory, store = scenario.host.dispatcher.directory, scenario.store
    for chat in (7, 77, -7):
        assert await not_begun(directory, "heard", chat, "1", phrases("en")) is None
        assert await not_begun(directory, "pressed", chat, "1", phrases("en")) is None
        await store.people.save(Profile(Person("telegram", str(chat)), "Ada"))
        await directory.note_asked_in(Person("telegram", str(chat)), "1", Chat("telegram", "-70"))
        await directory.write_pages(Person("telegram", str(chat)), Chat("telegram", "-70"), "[]")
        await store.begun.begin(f"telegram-pressed-{chat}", "2", "a process", 16, in_order=False)
    before = await handled(store)
    await store.personal.erase(Person("telegram", "7"))
    gone = before - await handled(store)
    assert gone == {"telegram-heard-7", "telegram-pressed-7", "7 asked", "7 shown"}


async def handled(store: Store) -> set[str]:
    database = store.personal._database
    return {
        *(name for (name,) in await database.rows(select(begun.c.name))),
        *(f"{person} asked" for (person,) in await database.rows(select(dm_channels.c.person))),
        *(f"{person} shown" for (person,) in await database.rows(select(group_answers.c.person))),
    }


async def test_a_person_who_has_nothing_stored_is_told_so(scenario: Scenario) -> None:
    stranger = Participant(scenario, Person("hall", "nobody"))
    assert await stranger.says("/forgetme yes") == "Nothing is stored about you."


# ---- names in events


def row(kind: str, actor: str, **data: object) -> tuple[object, ...]:
    return (1, "2026-03-01", actor, "", kind, 1, json.dumps(data), "")


def changed(kind: str, actor: str = "", **data: object) -> tuple[str, Any]:
    after = without_person(row(kind, actor, **data), Person("local", "ab"), "forgotten:2", "Player 2")
    return str(after[2]), json.loads(str(after[6]))


def test_a_name_is_replaced_only_next_to_its_person() -> None:
    assert changed("PlayerJoined", "local:ab", person="local:ab", name="Red", color="Red") == (
        "forgotten:2",
        {"person": "forgotten:2", "name": "Player 2", "color": "Red"},
    )
    assert changed("SeatSkipped", "local:cd", seat=1, by="local:cd", name="Red") == (
        "local:cd",
        {"seat": 1, "by": "local:cd", "name": "Red"},
    )
    assert changed("StartRequested", "local:ab", name="Red")[1] == {"name": "Player 2"}
    asked = changed("PlayersAsked", players=[["local:ab", "Red", "blue"]], order=["local:ab", "x", "Rocket"])
    assert asked[1] == {
        "players": [["forgotten:2", "Player 2", "blue"]],
        "order": ["forgotten:2", "x", "Rocket"],
    }


def test_an_event_that_is_damaged_stays_as_it_is() -> None:
    broken = (1, "at", "local:cd", "", "PlayerJoined", 1, "{no", "")
    assert without_person(broken, Person("local", "ab"), "forgotten:0", "Player") == broken


def test_names_in_posts_are_replaced_as_whole_words() -> None:
    change = renamed(("Ann",), Person("local", "ab"), "forgotten:1", "Player 1")
    post = json.dumps({"text": "Ann and Anna draw", "mentions": [{"id": "local:ab", "name": "Ann"}]})
    assert json.loads(change(post)) == {
        "text": "Player 1 and Anna draw",
        "mentions": [{"id": "forgotten:1", "name": "Player 1"}],
    }
    assert alias_of(None, Person("local", "ab")) == ("forgotten:0", "Player")


@pytest.mark.parametrize("name", ["1200", "false", "text", "over", "label", "main"])
def test_a_name_that_looks_like_a_part_of_a_post_damages_none(name: str) -> None:
    change = renamed((name,), Person("local", "ab"), "forgotten:1", "Player 1")
    button = {"label": "Join", "code": f"g.0.{name}", "style": "main"}
    post = {"text": f"{name} draws", "pictures": [{"src": "/a", "width": 1200}], "buttons": [[button]]}
    post |= {"over": False, "mentions": [{"id": "local:ab", "name": name}]}
    told = {"text": "Player 1 draws", "mentions": [{"id": "forgotten:1", "name": "Player 1"}]}
    assert json.loads(change(json.dumps(post))) == post | told
    assert change("{no") == "{no"


def test_a_person_who_is_called_like_a_player_takes_no_name_from_posts() -> None:
    holders = SeatHolder("Anna", "red", person="local:ab"), SeatHolder("Boris", "blue", person="local:cd")
    roster = Roster("isle", "isle", "classic", (), "local:ab", "", holders=holders)
    assert names_of(roster, Person("local", "ef"), "Anna") == ()
    assert names_of(roster, Person("local", "ab"), "Annabel") == ("Annabel", "Anna")
