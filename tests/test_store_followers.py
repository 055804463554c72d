"""What is kept besides the log: chats, seats, bookmarks, deadlines, people, and the local chat."""

import asyncio
from dataclasses import replace
from datetime import timedelta
from itertools import pairwise

import pytest
from sqlalchemy.exc import IntegrityError

from bot.model.identity import Chat
from bot.model.message import PictureSource, Topic
from bot.model.profile import Profile
from bot.model.settings import ChatSettings
from bot.store import NoticeRow, NoticeState, OtherGame, RowUpdates, Store
from bot.store.timers import DIGEST, GAME, PERSON, UNPLANNED
from tests.stores import ADA, ANNEX, BEA, LOBBY, NOON, due_in_games, entries, open_game, opened_beside

# Chats


async def test_a_chat_shows_one_game(store: Store) -> None:
    await open_game(store, "g1")
    with pytest.raises(OtherGame) as caught:
        await open_game(store, "g2")
    assert caught.value.game == "g1"
    assert await store.log.read("g2") == ()
    assert await store.log.running_games() == ("g1",)


async def test_of_two_games_opened_at_once_in_a_chat_one_is_shown(store: Store) -> None:
    results = await asyncio.gather(open_game(store, "g1"), open_game(store, "g2"), return_exceptions=True)
    assert [type(result) for result in results].count(OtherGame) == 1
    assert await store.log.running_games() == (await store.chats.game_in(LOBBY),)


async def test_a_second_chat_gets_the_posts_from_now_on(store: Store) -> None:
    await open_game(store)
    await store.log.append("g1", 2, entries(3), RowUpdates(bind=ANNEX))
    assert await store.chats.of_game("g1") == (ANNEX, LOBBY)
    assert await store.outbox.bookmarks("g1") == {LOBBY: 0, ANNEX: 2}


async def test_a_chat_that_comes_back_to_a_game_goes_on_at_its_bookmark(store: Store) -> None:
    await open_game(store)
    await store.outbox.move_bookmark(LOBBY, "g1", 1)
    await store.log.append("g1", 2, entries(3), RowUpdates(release=True))
    assert await store.outbox.bookmarks("g1") == {LOBBY: 1}
    await store.log.append("g1", 3, entries(4), RowUpdates(bind=LOBBY))
    assert await store.outbox.bookmarks("g1") == {LOBBY: 1}


async def test_a_chat_shows_a_new_game_instead_of_the_one_named_and_of_no_other(store: Store) -> None:
    await open_game(store, "g1", LOBBY)
    with pytest.raises(OtherGame, match="g1"):
        await open_game(store, "g2", LOBBY, RowUpdates(instead_of="g3"))
    await open_game(store, "g2", LOBBY, RowUpdates(instead_of="g1"))
    assert await store.chats.game_in(LOBBY) == "g2"
    await store.log.append("g1", 2, entries(3), RowUpdates(bind=LOBBY, instead_of="g2"))
    assert await store.chats.game_in(LOBBY) == "g1"
    assert await store.outbox.bookmarks("g2") == {LOBBY: 0}


async def test_a_game_is_not_bound_over_another(store: Store) -> None:
    await open_game(store, "g1", LOBBY)
    await open_game(store, "g2", ANNEX)
    with pytest.raises(OtherGame, match="g2"):
        await store.log.append("g1", 2, entries(3), RowUpdates(bind=ANNEX))
    assert await store.chats.game_in(ANNEX) == "g2"
    assert await store.outbox.bookmarks("g1") == {LOBBY: 0}


async def test_a_setting_that_only_another_version_knows_has_its_default_and_is_kept(
    store: Store, caplog: pytest.LogCaptureFixture
) -> None:
    await store.chats.change_settings(LOBBY, ChatSettings(chosen={"clock": "fortnight"}))
    assert (await store.chats.settings(LOBBY)).clock is None
    assert f"{LOBBY}: this version has no setting clock with the value 'fortnight'" in caplog.messages
    await store.people.save(Profile(ADA, "Ada", chosen={"units": "miles", "ping": "owl"}))
    known = await store.people.profile(ADA)
    assert known == Profile(ADA, "Ada")
    assert known.ping == "channel"
    await store.people.save(known)
    rows = (await store.personal.rows_about([ADA]))["settings"]
    assert {(row["name"], row["value"]) for row in rows} == {("units", "miles"), ("ping", "owl")}


async def test_a_chat_that_moves_to_an_address_that_is_known_takes_its_game_along(store: Store) -> None:
    await open_game(store, "g1")
    await store.chats.set_title(ANNEX, "Rail Club")
    await store.chats.change_settings(LOBBY, ChatSettings(chosen={"language": "en", "clock": "48h"}))
    await store.chats.change_settings(ANNEX, ChatSettings(chosen={"language": "ru"}))
    for _ in range(2):
        await store.chats.move(LOBBY, ANNEX)
        assert await store.chats.game_in(ANNEX) == "g1"
        assert (await store.chats.settings(ANNEX)).chosen == {"language": "ru", "clock": "48h"}
        assert (await store.chats.settings(LOBBY)).chosen == {}
        assert await store.chats.home_of("g1") == ANNEX
    assert await store.chats.of_game("g1") == (ANNEX,)


async def test_a_request_with_the_address_from_before_a_move_finds_the_game(
    store: Store, database_url: str
) -> None:
    await open_game(store, "g1")
    await store.chats.move(LOBBY, ANNEX)
    assert await store.chats.game_in(LOBBY) == "g1"
    async with await opened_beside(database_url) as beside:
        assert await beside.chats.game_in(LOBBY) == "g1"
    await store.chats.move(ANNEX, LOBBY)
    assert (await store.chats.game_in(LOBBY), await store.chats.game_in(ANNEX)) == ("g1", "g1")


async def test_what_was_changed_about_a_chat_is_kept_for_ninety_days_and_two_hundred_changes(
    store: Store,
) -> None:
    day = timedelta(days=1)
    await store.chats.note(LOBBY, NOON, ADA, "language", "ru")
    await store.chats.note(LOBBY, NOON + day, BEA, "clock", "24h")
    assert await store.chats.changes(LOBBY, NOON + day) == (
        (NOON, str(ADA), "language", "ru"),
        (NOON + day, str(BEA), "clock", "24h"),
    )
    assert await store.chats.changes(ANNEX, NOON + day) == ()
    assert len(await store.chats.changes(LOBBY, NOON + 90.5 * day)) == 1
    for number in range(201):
        await store.chats.note(LOBBY, NOON + 91 * day, ADA, "clock", str(number))
    kept = await store.chats.changes(LOBBY, NOON)
    assert [value for *_, value in kept] == [str(number) for number in range(1, 201)]
    await store.chats.note(ANNEX, NOON + 182 * day, ADA, "clock", "1h")
    assert await store.chats.changes(LOBBY, NOON) == ()


async def test_what_was_changed_about_a_chat_moves_with_it(store: Store) -> None:
    await store.chats.note(LOBBY, NOON, ADA, "language", "ru")
    await store.chats.note(ANNEX, NOON + timedelta(hours=1), BEA, "clock", "24h")
    await store.chats.move(LOBBY, ANNEX)
    assert [actor for _, actor, *_ in await store.chats.changes(ANNEX, NOON)] == [str(ADA), str(BEA)]
    assert await store.chats.changes(LOBBY, NOON) == ()


# Those who follow


async def test_a_bookmark_never_goes_back(store: Store) -> None:
    await open_game(store, count=5)
    told = []
    for seq in (3, 1, 4, 4, 2, 5):
        await store.outbox.move_bookmark(LOBBY, "g1", seq)
        told.append((await store.outbox.bookmarks("g1"))[LOBBY])
    assert told == [3, 3, 4, 4, 4, 5]
    assert all(before <= after for before, after in pairwise(told))


def tried(seq: int, state: NoticeState = NoticeState.TRIED, message: str = "") -> NoticeRow:
    """The post of a turn up to an event."""
    return NoticeRow(f"g1-{seq}", Topic.TURN, seq, state, NOON, message)


async def test_a_post_under_way_is_noted_until_its_chat_was_told_as_much(store: Store) -> None:
    await open_game(store)
    for row in (tried(1), tried(2, NoticeState.REFUSED)):
        await store.outbox.save(LOBBY, "g1", row)
    assert await store.outbox.notices(LOBBY, "g1") == (tried(1), tried(2, NoticeState.REFUSED))
    assert await store.outbox.tried_since() == (NOON,)
    await store.outbox.move_bookmark(LOBBY, "g1", 1)
    assert await store.outbox.notices(LOBBY, "g1") == (tried(2, NoticeState.REFUSED),)


async def test_the_lobby_of_a_released_chat_is_forgotten(store: Store) -> None:
    await open_game(store)
    posted = tried(1, NoticeState.DELIVERED, "41")
    for chat in (LOBBY, ANNEX):
        await store.outbox.save(chat, "g1", replace(posted, topic=Topic.LOBBY))
    await store.chats.release(LOBBY, "g1")
    assert await store.outbox.notices(LOBBY, "g1") == (posted,)
    assert await store.outbox.notices(ANNEX, "g1") == (replace(posted, topic=Topic.LOBBY),)


async def test_the_games_of_a_chat_are_found_by_when_they_were_closed(store: Store) -> None:
    await open_game(store, "g1")
    await store.log.append("g1", 2, entries(3), RowUpdates(closed=True, release=True))
    await open_game(store, "g2")
    await open_game(store, "g3", ANNEX)
    assert set(await store.chats.games_opened_in(LOBBY)) == {"g1", "g2"}
    assert await store.chats.games_opened_in(LOBBY, NOON) == ("g1",)
    assert await store.chats.games_opened_in(LOBBY, NOON + timedelta(minutes=4)) == ()


async def test_events_before_the_bookmark_are_not_posted(store: Store) -> None:
    await open_game(store)
    await store.chats.release(LOBBY, "g1")
    await store.log.append("g1", 2, entries(3), RowUpdates(bind=LOBBY))
    assert await store.outbox.bookmarks("g1") == {LOBBY: 2}
    await store.outbox.move_bookmark(LOBBY, "g1", 1)
    assert await store.outbox.bookmarks("g1") == {LOBBY: 2}


async def test_a_player_who_comes_back_keeps_the_bookmark(store: Store) -> None:
    await open_game(store, also=RowUpdates(seats={0: ADA}))
    await store.outbox.move_bookmark(ADA, "g1", 2)
    await store.log.append("g1", 2, entries(3), RowUpdates(seats={0: None}))
    assert await store.people.games_of(ADA) == ()
    await store.outbox.move_bookmark(ADA, "g1", 3)
    await store.log.append("g1", 3, entries(4), RowUpdates(seats={1: ADA}))
    assert await store.people.seats("g1") == {1: ADA}
    assert (await store.outbox.bookmarks("g1"))[ADA] == 3


async def test_a_closed_game_counts_as_running_until_all_is_posted(store: Store) -> None:
    await open_game(store, also=RowUpdates(seats={0: ADA}))
    await store.log.append("g1", 2, entries(3), RowUpdates(closed=True, release=True))
    await store.outbox.move_bookmark(LOBBY, "g1", 3)
    assert await store.log.running_games() == ("g1",)
    await store.outbox.move_bookmark(ADA, "g1", 3)
    assert await store.log.running_games() == ()


async def test_a_game_that_is_shown_again_leaves_alone_what_shows_another_game(store: Store) -> None:
    await open_game(store)
    await store.log.append("g1", 2, entries(3), RowUpdates(bind=ANNEX))
    await store.log.append("g1", 3, entries(4), RowUpdates(closed=True, release=True))
    await open_game(store, "g2", ANNEX)
    await store.log.append("g1", 4, entries(5), RowUpdates(closed=False, again=True))
    assert await store.chats.of_game("g1") == (LOBBY,)
    assert await store.chats.game_in(ANNEX) == "g2"
    assert set(await store.outbox.bookmarks("g1")) == {LOBBY}


async def test_deadlines_come_in_the_order_of_time(store: Store) -> None:
    hours = [NOON + timedelta(hours=n) for n in range(4)]
    await open_game(store, "g1", LOBBY, RowUpdates(deadlines={"turn": hours[2], "reminder": hours[0]}))
    await open_game(store, "g2", ANNEX, RowUpdates(deadlines={"turn": hours[1]}))
    assert await due_in_games(store, hours[1]) == (("g1", "reminder"), ("g2", "turn"))


async def test_a_deadline_is_moved_and_struck_out(store: Store) -> None:
    await open_game(store, also=RowUpdates(deadlines={"turn": NOON}))
    later = NOON + timedelta(microseconds=1)
    await store.log.append("g1", 2, entries(3), RowUpdates(deadlines={"turn": later}))
    assert await due_in_games(store, NOON) == ()
    assert await due_in_games(store, later) == (("g1", "turn"),)
    await store.timers.set(GAME, "g1", {"turn": None, "reminder": None})
    assert await due_in_games(store, later) == ()


# Persons


async def test_a_token_belongs_to_one_person(store: Store) -> None:
    await store.people.save(Profile(ADA, "Ada", token_digest="digest"))
    with pytest.raises(IntegrityError) as caught:
        await store.people.save(Profile(BEA, "Bea", token_digest="digest"))
    assert "digest'" not in str(caught.value)
    assert await store.people.profile(BEA) is None


async def test_a_digest_has_its_timer_from_the_moment_it_is_chosen(store: Store) -> None:
    await store.people.save(Profile(ADA, "Ada", chosen={"digest": False}))
    assert await store.timers.when(PERSON, str(ADA), DIGEST) is None
    await store.people.save(Profile(ADA, "Ada", chosen={"digest": True}))
    assert await store.timers.when(PERSON, str(ADA), DIGEST) == UNPLANNED
    await store.timers.set(PERSON, str(ADA), {DIGEST: NOON})
    await store.people.save(Profile(ADA, "Countess", chosen={"digest": True}))
    assert await store.timers.when(PERSON, str(ADA), DIGEST) == NOON


async def test_a_digest_that_has_no_timer_gets_one(store: Store) -> None:
    for person, wants in ((ADA, True), (BEA, False)):
        await store.people.save(Profile(person, person.id, chosen={"digest": wants}))
    await store.timers.set(PERSON, str(ADA), {DIGEST: None})
    await store.timers.add_digests()
    assert await store.timers.when(PERSON, str(ADA), DIGEST) == UNPLANNED
    await store.timers.set(PERSON, str(ADA), {DIGEST: NOON})
    await store.timers.add_digests()
    assert await store.timers.when(PERSON, str(ADA), DIGEST) == NOON
    assert await store.timers.when(PERSON, str(BEA), DIGEST) is None


async def test_dms_are_open_until_they_are_known_to_be_blocked(store: Store) -> None:
    for person in (ADA, BEA):
        await store.people.save(Profile(person, person.id))
    assert await store.people.dm_channel(ADA) is None
    await store.people.note_dm_channel(ADA, "77")
    await store.people.note_dms_blocked(ADA)
    assert await store.people.dm_channel(ADA) == "77"
    assert await store.people.blocks_dms(ADA)
    await store.people.note_dms_blocked(BEA)
    await store.people.note_dm_channel(BEA, "78")
    assert not await store.people.blocks_dms(BEA), "what is opened is not blocked"


async def test_nothing_is_noted_of_the_dms_of_somebody_who_is_not_known(store: Store) -> None:
    """The answer to an erasure is sent after it."""
    await store.people.save(Profile(ADA, "Ada"))
    await store.people.note_dm_channel(ADA, "77")
    await store.personal.erase(ADA)
    await store.people.note_dm_channel(ADA, "77")
    await store.people.note_dms_blocked(ADA)
    await store.people.note_asked_in(ADA, "5", LOBBY)
    assert await store.personal.rows_about([ADA]) == {}


# Messages that stand somewhere


async def test_messages_stand_at_their_destination_until_they_are_forgotten(store: Store) -> None:
    await open_game(store)
    later = replace(tried(2, NoticeState.DELIVERED, "42"), at=NOON + timedelta(minutes=1))
    lobby = replace(tried(1, NoticeState.DELIVERED, "41"), topic=Topic.LOBBY)
    for row in (later, lobby):
        await store.outbox.save(LOBBY, "g1", row)
    assert await store.outbox.notices(LOBBY, "g1") == (lobby, later)
    assert await store.outbox.notices(ANNEX, "g1") == ()
    await store.outbox.save(LOBBY, "g1", replace(lobby, event=2))
    await store.outbox.forget(LOBBY, "g1", later.key)
    assert await store.outbox.notices(LOBBY, "g1") == (replace(lobby, event=2),)


# The local chat


async def test_a_repeated_post_changes_nothing_and_is_said_to_be_one(store: Store) -> None:
    assert await store.page.post(LOBBY, "g1-7", '"first"', NOON) == 1
    assert await store.page.post(LOBBY, "g1-7", '"again"', NOON) is None
    assert await store.page.post(LOBBY, "g1-8", '"next"', NOON) == 2
    assert [post.data for post in await store.page.posts(LOBBY)] == ['"first"', '"next"']


async def test_posts_are_read_on_from_any_number_and_the_newest_when_there_are_many(store: Store) -> None:
    for number in range(1, 8):
        await store.page.post(LOBBY, f"key-{number}", "{}", NOON)
    assert [post.number for post in await store.page.posts(LOBBY, after=5)] == [6, 7]
    assert [post.number for post in await store.page.posts(LOBBY, limit=3)] == [5, 6, 7]


async def test_a_channel_is_opened_once(store: Store) -> None:
    assert await store.page.open_channel(LOBBY, "Lobby", ADA, NOON)
    assert not await store.page.open_channel(LOBBY, "Mine now", BEA, NOON)
    assert await store.page.open_channel(ANNEX, "Annex", BEA, NOON - timedelta(days=1))
    assert await store.page.open_channel(Chat("other", "x"), "Elsewhere", BEA, NOON)
    assert list((await store.page.channels("local")).items()) == [
        (ANNEX, ("Annex", BEA)),
        (LOBBY, ("Lobby", ADA)),
    ]


BOARD = PictureSource("board", "g1", 7, "ru")
CLOSEUP = PictureSource("closeup", "g1", 7)


async def test_a_post_keeps_what_its_pictures_are_drawn_from(store: Store) -> None:
    await store.page.post(LOBBY, "g1-7", "{}", NOON, {"k3y": BOARD, "0ther": CLOSEUP})
    assert await store.page.picture("k3y") == BOARD
    assert await store.page.picture("0ther") == CLOSEUP
    assert await store.page.picture("guess") is None


async def test_a_repeated_post_brings_no_second_picture(store: Store) -> None:
    await store.page.post(LOBBY, "g1-7", "{}", NOON, {"first": BOARD})
    await store.page.post(LOBBY, "g1-7", "{}", NOON, {"again": BOARD})
    assert await store.page.picture("again") is None


async def test_posts_before_a_number_are_read_the_newest_of_them(store: Store) -> None:
    for number in range(1, 8):
        await store.page.post(LOBBY, f"key-{number}", "{}", NOON)
    assert [post.number for post in await store.page.posts(LOBBY, before=6, limit=2)] == [4, 5]
