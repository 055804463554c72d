"""Posts in Discord channels: one message and one mention a turn, and nothing twice."""

from datetime import timedelta
from pathlib import Path

import pytest

from bot.model.callbacks import CallbackData
from bot.model.message import Button, Message, Topic
from bot.outbox.notices import about
from tests.discord_bot import DiscordSession, discord_session
from tests.fakes.discord.guild import FakeGuild
from tests.fakes.discord.world import FORUM, SUPPRESS_EMBEDS
from tests.fakes.wire.faults import Lost
from tests.fakes.wire.patience import until
from tests.fakes.wire.server import of_kind
from tests.narration import plain
from tests.scenario import FakeClock, Participant


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


@pytest.mark.parametrize("fault", [{"status": 400, "code": 30046}, {"status": 404, "code": 10008}])
async def test_lobby_that_is_too_old_to_edit_or_deleted_is_posted_again(
    session: DiscordSession, fake_guild: FakeGuild, fault: dict[str, int]
) -> None:
    anna, boris = [await session.add_player(name) for name in ("Anna", "Boris")]
    await anna.says("/new europe")
    await session.settle()
    fake_guild.server.faults.add("update_message", **fault)
    await boris.says("/join")
    await session.settle()
    old, new = session.posts
    assert "Boris" in new.written
    assert "Join" in new.labels
    assert old.labels == []


# ---- missing permissions and channels


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
        [begun_post] = [post for post in table.posts if post.written == "The game starts."]
        await until(lambda: not begun_post.labels, "the old post keeps its button")
        assert [post for post in table.posts if post.written.startswith("**Your turn.**")]


# ---- a whole game


async def test_posts_name_commands_as_clients_in_the_language_of_the_chat_show_them(
    session: DiscordSession,
) -> None:
    anna = await session.add_player("Anna")
    for language, shown in (("ru", "Подробнее: /команда seal"), ("en", "More: </do:")):
        await anna.says(f"/options language {language}")
        await anna.says("/new europe")
        await session.settle()
        assert any(shown in post.written for post in session.posts)
        await anna.says("/abort yes")
        await session.settle()
