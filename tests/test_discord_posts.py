"""Posts in Discord channels: one message and one mention a turn, and nothing twice."""

import re
from datetime import timedelta
from pathlib import Path

import pytest

from bot.model.callbacks import CallbackData
from bot.model.message import Button, Message, Topic
from bot.model.port import Key
from bot.outbox.notices import about
from tests.discord_bot import DiscordSession, SessionPlayer, discord_session
from tests.fakes.discord.guild import FakeGuild
from tests.fakes.discord.world import FORUM, SUPPRESS_EMBEDS
from tests.fakes.wire.faults import Lost
from tests.fakes.wire.patience import until
from tests.fakes.wire.server import of_kind
from tests.narration import plain
from tests.scenario import FakeClock, Participant


async def test_lobby_is_one_message_that_is_edited(session: DiscordSession) -> None:
    anna, boris, carl = [await session.add_player(name) for name in ("Anna", "Boris", "Carl")]
    await anna.says("/new europe")
    for participant in (boris, carl):
        await participant.says("/join")
    await carl.says("/leave")
    await anna.says("/computer")
    await session.settle()
    (lobby,) = session.posts
    assert "Anna" in lobby.written
    assert "Boris" in lobby.written
    _, players, *_, proof = lobby.written.splitlines()
    assert "Carl" not in players
    assert [one.filename for one in lobby.attachments] == ["map.png"]
    assert proof.startswith("-# Proof of fair cards: seal ")
    assert "Join" in lobby.labels


async def test_post_of_a_lobby_says_that_the_game_has_started_or_was_aborted(session: DiscordSession) -> None:
    anna, _ = await session.start_game("Anna", "Boris")
    lobby = session.posts[0]
    assert plain(lobby.written).splitlines() == [
        "**Ticket to Ride: Europe** (Classic): the game has started.",
        "Players: Anna (red), Boris (blue).",
    ]
    assert lobby.labels == ["Notify me of the next game"]
    assert [one.filename for one in lobby.attachments] == ["map.png"]
    await anna.says("/abort yes")
    await session.clock.move_on(timedelta(minutes=1))
    await anna.says("/new usa")
    await session.settle()
    await anna.says("/abort yes")
    await session.settle()
    closed = next(post for post in session.posts if "this lobby is closed" in post.written)
    assert closed.labels == []
    await anna.says("/restore")
    await session.settle()
    assert "is open for" in session.posts[-1].written
    assert "Join" in session.posts[-1].labels


async def with_blocked_dms(*participants: Participant) -> None:
    """Mark DMs as blocked: all further requests are about the channel."""
    for participant in participants:
        await participant.scenario.store.people.note_dms_blocked(participant.person)


async def test_turn_mentions_one_player_only(session: DiscordSession, fake_guild: FakeGuild) -> None:
    anna, boris = await session.in_play("Anna", "Boris")
    await anna.takes_turn()
    await boris.takes_turn()
    assert [post.pings for post in session.posts[-3:]] == [
        (session.user(participant).account,) for participant in (anna, boris, anna)
    ]
    edits = of_kind(fake_guild.server, "update_message")
    assert edits
    assert all(body["allowed_mentions"] == {"parse": []} for body in edits)


async def test_player_name_is_not_markup_mention_or_link(session: DiscordSession) -> None:
    names = ["@everyone", "[x](http://a.b)", "_**~~"]
    participants = [await session.add_player(name) for name in names]
    await participants[0].says("/new europe")
    for participant in participants[1:]:
        await participant.says("/join")
    await session.settle()
    said = session.posts[-1].written
    assert "@everyone" not in said
    assert "http://a" not in said
    assert "[x](" not in said.replace("\\[x", "")
    assert "**~~" not in said


async def test_post_sent_before_a_crash_is_found_again(
    tmp_path: Path, fake_guild: FakeGuild, clock: FakeClock
) -> None:
    async with discord_session(tmp_path, fake_guild, clock) as table:
        anna, boris = await table.in_play("Anna", "Boris")
        before = len(table.posts)
        fake_guild.server.faults.add("create_message", lost=Lost.RESPONSE)
        await anna.draws()
        await until(lambda: len(table.posts) == before + 1)
    await clock.move_on(timedelta(minutes=10))
    async with discord_session(tmp_path, fake_guild, clock) as table:
        await table.settle_in_seconds()
        assert len(table.posts) == before + 1
        await SessionPlayer(table, boris.person).draws()
        await table.settle()
        assert [bool(post.labels) for post in table.posts[-2:]] == [False, True]


async def test_post_is_repeated_if_history_cannot_be_read(
    tmp_path: Path, fake_guild: FakeGuild, clock: FakeClock
) -> None:
    await fake_guild.denies("read_message_history")
    async with discord_session(tmp_path, fake_guild, clock) as table:
        anna, _ = await table.in_play("Anna", "Boris")
        before = len(table.posts)
        fake_guild.server.faults.add("create_message", lost=Lost.RESPONSE)
        await anna.draws()
        await until(lambda: len(table.posts) == before + 1)
    await clock.move_on(timedelta(minutes=10))
    async with discord_session(tmp_path, fake_guild, clock) as table:
        await table.settle_in_seconds()
        assert len(table.posts) == before + 2


@pytest.mark.parametrize("fault", [{"status": 400, "code": 30046}, {"status": 403, "code": 50013}])
async def test_buttons_that_cannot_be_removed_are_stale(
    session: DiscordSession, fake_guild: FakeGuild, fault: dict[str, int]
) -> None:
    anna, boris = await session.in_play("Anna", "Boris")
    await with_blocked_dms(anna, boris)
    old = session.posts[-1]
    fake_guild.server.faults.add("update_message", **fault)
    await anna.takes_turn()
    await boris.takes_turn()
    assert "Draw cards" in old.labels
    assert len(session.posts[-1].labels) >= 4
    draw = next(str(button["custom_id"]) for button in old.buttons if button["label"] == "Draw cards")
    heard = await anna.presses_code(draw.partition("@")[0])
    assert heard.startswith("That button is out of date. Nothing was changed.")


async def test_posts_of_earlier_versions_are_edited_and_lose_their_buttons(
    session: DiscordSession, fake_guild: FakeGuild
) -> None:
    anna, boris = [await session.add_player(name) for name in ("Anna", "Boris")]
    await anna.says("/new europe")
    await session.settle()
    lobby = session.posts[-1]

    def as_before() -> None:
        lobby.flags, lobby.content = SUPPRESS_EMBEDS, lobby.written
        lobby.components = [row for row in lobby.parts if row["type"] == 1][-1:]

    as_before()
    await boris.says("/join")
    await session.settle()
    assert "Boris" in lobby.written
    assert not lobby.content
    assert [one.filename for one in lobby.attachments] == ["map.png"]
    assert "attachment://map.png" in str(lobby.components), "the picture stays in sight"
    as_before()
    assert await session.platform.remove_buttons(session.chat, str(lobby.id))
    assert (lobby.labels, "Boris" in lobby.content) == ([], True)


async def test_deleted_lobby_is_posted_again(session: DiscordSession) -> None:
    anna, boris = [await session.add_player(name) for name in ("Anna", "Boris")]
    await anna.says("/new europe")
    await session.settle()
    session.posts[0].gone = True
    await boris.says("/join")
    await session.settle()
    (lobby,) = session.posts
    assert "Boris" in lobby.written


async def test_lobby_too_old_to_edit_is_posted_again(session: DiscordSession, fake_guild: FakeGuild) -> None:
    anna, boris = [await session.add_player(name) for name in ("Anna", "Boris")]
    await anna.says("/new europe")
    await session.settle()
    fake_guild.server.faults.add("update_message", status=400, code=30046)
    await boris.says("/join")
    await session.settle()
    old, new = session.posts
    assert "Boris" in new.written
    assert "Join" in new.labels
    assert old.labels == []


# ---- missing permissions and channels


async def test_creator_is_told_of_a_missing_permission(
    session: DiscordSession, fake_guild: FakeGuild, clock: FakeClock
) -> None:
    first, second = await session.in_play("Anna", "Boris")
    creator = next(
        participant for participant in (first, second) if session.user(participant).account.name == "Anna"
    )
    before = len(session.posts)
    await fake_guild.denies("send_messages")
    for participant in (first, second):
        await participant.draws()
        await until(lambda: session.is_unreachable)
    assert [post.written.partition(".")[0] for post in session.dms(creator) if "#table" in post.written] == [
        "I need permissions in #table: “Send Messages”"
    ]
    assert len(session.posts) == before
    await clock.move_on(timedelta(minutes=5))
    await fake_guild.allows_all()
    await session.settle_in_seconds()
    assert len(session.posts) == before + 1
    assert [line.split()[0] for line in session.posts[-1].written.splitlines()[:2]] == [
        f"\u2068{session.user(participant).account.name}\u2069" for participant in (first, second)
    ]


async def test_channel_is_told_once_that_pictures_are_forbidden(
    session: DiscordSession, fake_guild: FakeGuild
) -> None:
    anna, boris = await session.in_play("Anna", "Boris")
    before = len(session.posts)
    await fake_guild.denies("attach_files")
    await anna.takes_turn()
    await boris.takes_turn()
    assert ["“Attach Files”" in post.written for post in session.posts[before:]] == [True, False, False]
    await fake_guild.allows_all()
    await anna.takes_turn()
    assert len(session.posts[-1].attachments) == 1


async def test_check_names_what_the_invitation_asks_for(
    session: DiscordSession, fake_guild: FakeGuild
) -> None:
    anna = await session.add_player("Anna")
    await fake_guild.denies("read_message_history")
    lacking = "I need permissions in #table: “Read Message History”."

    async def checked() -> bool:
        return (await anna.says("/check")).startswith(lacking)

    await until(checked)
    await anna.says("/new europe")
    await session.settle()
    assert len(session.posts[-1].attachments) == 1, "it posts without them"


async def test_check_names_missing_permissions(session: DiscordSession, fake_guild: FakeGuild) -> None:
    anna = await session.add_player("Anna")
    letters = "I can send you private messages."
    assert await anna.says("/check") == f"I have all the permissions I need here.\n{letters}"
    await fake_guild.denies("send_messages", "attach_files")
    lacking = "I need permissions in #table: “Send Messages” and “Attach Files”."

    async def checked(sentence: str) -> bool:
        return (await anna.says("/check")).startswith(sentence)

    await until(lambda: checked(lacking))
    await session.store.people.note_dms_blocked(anna.person)
    await fake_guild.server.delete(session.channel)
    await until(lambda: checked("I cannot access this chat"))
    assert (await anna.says("/check")).splitlines()[1].startswith("I cannot send you private messages")


async def test_check_retries_an_unreachable_channel(
    session: DiscordSession, fake_guild: FakeGuild, clock: FakeClock
) -> None:
    anna, _ = await session.in_play("Anna", "Boris")
    before = len(session.posts)
    trouble = fake_guild.server.faults.add("create_message", status=403, code=50013, times=1000)
    await with_blocked_dms(anna)
    await anna.draws()
    await until(lambda: session.is_unreachable)
    assert len(session.posts) == before
    trouble.times = 0
    assert (await anna.says("/check")).startswith("I have all the permissions I need here.")
    await session.settle_in_seconds()
    assert len(session.posts) == before + 1


async def test_bot_posts_what_it_missed_when_it_is_invited_again(
    session: DiscordSession, fake_guild: FakeGuild, clock: FakeClock
) -> None:
    anna, boris = await session.in_play("Anna", "Boris")
    before = len(session.posts)
    await fake_guild.server.remove_bot(fake_guild.guild)
    for participant in (anna, boris, anna):
        await participant.draws()
    await until(lambda: session.is_unreachable)
    await clock.move_on(timedelta(minutes=5))
    await fake_guild.server.invite(fake_guild.guild)
    await session.settle_in_seconds()
    assert before < len(session.posts) <= before + 2, "what was being posted then, and all the rest"


async def test_post_opens_an_archived_thread(tmp_path: Path, fake_guild: FakeGuild, clock: FakeClock) -> None:
    thread = await fake_guild.opens_thread("Night train")
    async with discord_session(tmp_path, fake_guild, clock, thread) as table:
        anna, boris = await table.in_play("Anna", "Boris")
        before = len(table.posts)
        thread.archived = True
        await fake_guild.server.tell_of(thread)
        await anna.takes_turn()
        assert len(table.posts) == before + 1
        thread.archived = thread.locked = True
        await fake_guild.server.tell_of(thread)
        await boris.draws()
        await until(
            lambda: any(
                "an unlocked thread" in post.written for post in (*table.dms(anna), *table.dms(boris))
            )
        )
        assert len(table.posts) == before + 1


async def test_locked_thread_is_unreachable_until_it_is_unlocked(
    tmp_path: Path, fake_guild: FakeGuild, clock: FakeClock
) -> None:
    thread = await fake_guild.opens_thread("Night train")
    async with discord_session(tmp_path, fake_guild, clock, thread) as table:
        anna, _ = await table.in_play("Anna", "Boris")
        before = len(table.posts)
        thread.archived = thread.locked = True
        await anna.draws()
        await until(lambda: table.is_unreachable)
        thread.archived = thread.locked = False
        await fake_guild.server.tell_of(thread)
        await until(lambda: len(table.posts) == before + 1)


async def test_game_is_played_in_a_forum_post(
    tmp_path: Path, fake_guild: FakeGuild, clock: FakeClock
) -> None:
    forum = fake_guild.server.world.channel(fake_guild.guild, "Timetables", FORUM)
    thread = await fake_guild.opens_thread("Night train", forum)
    async with discord_session(tmp_path, fake_guild, clock, thread) as table:
        anna, _ = await table.in_play("Anna", "Boris")
        before = len(table.posts)
        await anna.takes_turn()
        assert len(table.posts) == before + 1


async def test_game_is_played_in_a_dm(tmp_path: Path, fake_guild: FakeGuild, clock: FakeClock) -> None:
    place = fake_guild.server.world.conversation(fake_guild.add_user("Anna").account)
    async with discord_session(tmp_path, fake_guild, clock, place) as table:
        (anna,) = await table.in_play("Anna", computers=1)
        await anna.takes_turn()
        await table.settle()
        *_, panel = table.posts
        assert panel.written.startswith("**Your turn.**")
        assert "Since your last turn" in panel.written, "the panel is all that a player alone is told"


async def test_the_lobby_in_a_dm_is_closed_when_the_game_starts(
    tmp_path: Path, fake_guild: FakeGuild, clock: FakeClock
) -> None:
    place = fake_guild.server.world.conversation(fake_guild.add_user("Anna").account)
    async with discord_session(tmp_path, fake_guild, clock, place) as table:
        anna = await table.add_player("Anna")
        await anna.says("/new europe")
        await table.settle()
        [lobby] = table.posts
        assert "is open" in lobby.written
        for said in ("/computer", "/start"):
            await anna.says(said)
        await table.settle()
        begun = about(table.chat, await table.match(), Topic.TURN)
        button = Button("Choose tickets", CallbackData(begun.key.game, 0, "hand").code)
        start = Message("The game starts.", buttons=((button,),))  # as before the bot knows the private chat
        await table.host.outbox.deliver(start, begun)
        await anna.says("/keep all")
        await table.settle()
        assert "the game has started" in lobby.written
        assert not any("Join" in label for label in lobby.labels)
        *_, start, panel = table.posts
        await until(lambda: not start.labels, "the old post keeps its button")
        assert start.written == "The game starts."
        assert panel.written.startswith("**Your turn.**")


# ---- a whole game


FEW = r"\u2069 has [0-6] trains? left\.|\u2069 has no trains left\."


@pytest.mark.usefixtures("short_boards")
async def test_game_has_hardly_more_posts_than_turns(session: DiscordSession) -> None:
    participants = await session.in_play("Anna", "Boris", "Carl", game="shorteurope")
    turns, first = 0, await participants[0].seat()
    for number in range(5000):
        match = await session.match()
        if match.table is None or match.table.over:
            break
        turns = match.table.turn
        participant = participants[(match.waiting_for[0] - first) % len(participants)]
        await participant.plays(await participant.thinks("easy", number))
    await session.settle()
    assert len(session.posts) <= turns + 3, "one a turn; the lobby, the choice of tickets and the scores"
    start, *calls, end = [post.pings for post in session.posts if post.pings]
    assert set(start) == set(end) == {session.user(participant).account for participant in participants}
    assert max(map(len, calls)) == 1
    assert len(calls) <= turns
    shown = [picture.filename for picture in session.posts[-1].attachments]
    assert shown == ["scores.png"]
    contents = [post.written for post in session.posts]
    (begun,) = [place for place, text in enumerate(contents) if "the last round begins" in text]
    assert ["**Last round.**" in text for text in contents[begun:]] == [True] * 3 + [False]
    warned = [line for text in contents[:begun] for line in text.splitlines() if re.search(FEW, line)]
    assert 1 <= len(warned) <= 3, "at most once for each, and at least for the player who ends the game"


async def test_posts_name_commands_as_clients_in_the_language_of_the_chat_show_them(
    session: DiscordSession,
) -> None:
    anna = await session.add_player("Anna")
    for language, shown in (("ru", "Подробнее: /печать"), ("en", "More: </seal:")):
        await anna.says(f"/options language {language}")
        await anna.says("/new europe")
        await session.settle()
        assert shown in session.posts[-1].written
        await anna.says("/abort yes")
        await session.settle()


async def test_private_messages_name_commands_as_the_clients_of_their_readers_show_them(
    session: DiscordSession,
) -> None:
    anna = await session.add_player("Anna")
    note = Message("Вернуться: /join.")
    for seq, (language, shown) in enumerate((("en", "/game join."), ("ru", "/игра войти."))):
        await anna.says(f"/language {language}")
        await session.platform.send(anna.person, note, Key("k3f9", Topic.NOTE, str(seq)), silent=True)
        assert session.dms(anna)[-1].written == f"Вернуться: {shown}"
