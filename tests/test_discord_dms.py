"""Private messages on Discord: the panel is kept up to date, and DMs may be blocked."""

from datetime import timedelta
from pathlib import Path

import pytest

from bot.discord.emoji import with_emoji
from bot.discord.layout import laid_out
from bot.model.identity import PINGS, Ping
from bot.model.profile import Profile
from tests.discord_bot import DiscordSession, discord_session
from tests.fakes.discord.guild import FakeGuild
from tests.fakes.discord.world import SILENT
from tests.fakes.wire.patience import until
from tests.fakes.wire.server import of_kind
from tests.scenario import FakeClock, Participant


async def draws(participant: Participant, *cards: str) -> None:
    """Draw cards, and wait after each for what is sent."""
    for card in cards or ("deck", "deck"):
        await participant.says(f"/draw {card}")
        await participant.scenario.settle()


async def test_panel_is_one_message_that_is_edited(session: DiscordSession) -> None:
    anna, boris = await session.in_play("Anna", "Boris")
    (panel,) = session.dms(anna)
    first = panel.written
    await draws(anna)
    assert session.dms(anna) == [panel]
    assert panel.edits > 0
    assert panel.written != first
    (of_boris,) = session.dms(boris)
    assert "**Your turn.**" in of_boris.written
    assert sorted(file.filename for file in of_boris.attachments) == ["hand.png", "my-tickets.png"]
    assert all(file.description for file in of_boris.attachments)


async def test_panel_has_no_map_after_drawing_cards(session: DiscordSession) -> None:
    anna, boris = await session.in_play("Anna", "Boris")
    (panel,) = session.dms(anna)
    await draws(anna)
    assert [file.filename for file in panel.attachments] == ["hand.png"]
    await draws(boris)
    assert sorted(file.filename for file in panel.attachments) == ["hand.png", "my-tickets.png"]


async def test_new_panel_replaces_one_that_is_an_hour_old_when_a_turn_begins(
    session: DiscordSession, clock: FakeClock
) -> None:
    anna, boris = await session.in_play("Anna", "Boris")
    (of_anna,), (old,) = session.dms(anna), session.dms(boris)
    await clock.move_on(timedelta(hours=1))
    await draws(anna)
    (new,) = session.dms(boris)
    assert new.id != old.id
    assert old.gone
    assert session.dms(anna) == [of_anna]
    assert "’s turn" in of_anna.written


@pytest.mark.parametrize("ping", PINGS)
async def test_panel_notifies_only_players_who_want_it(session: DiscordSession, ping: Ping) -> None:
    anna, boris = await session.in_play("Anna", "Boris")
    (old,) = session.dms(boris)
    await session.store.people.save(Profile(boris.person, "Boris", chosen={"ping": ping}))
    await draws(anna)
    (panel,) = session.dms(boris)
    assert (panel.id != old.id) == (ping in ("dm", "both"))
    assert bool(panel.flags & SILENT) != (ping in ("dm", "both"))
    assert bool(session.posts[-1].pings) == (ping in ("channel", "both"))
    await draws(boris, "deck")
    assert session.dms(boris) == [panel]


async def test_refresh_leaves_an_answer_in_place_of_the_panel(session: DiscordSession) -> None:
    anna, _ = await session.in_play("Anna", "Boris")
    (panel,) = session.dms(anna)
    await anna.says("/draw deck")
    client = session.platform.client
    assert client is not None
    answer = laid_out(with_emoji(anna.answer, client.emoji)).text
    assert answer.startswith("You drew")
    session.shown.note(panel.id, answer)
    edits = panel.edits
    await session.settle()
    assert panel.edits == edits
    await anna.says("/draw deck")
    await session.settle()
    assert panel.edits == edits + 1


@pytest.mark.parametrize("dms", ["closed", "no guild"])
async def test_blocked_dms_are_not_tried_until_the_player_asks(
    session: DiscordSession, fake_guild: FakeGuild, dms: str
) -> None:
    for name in ("Anna", "Boris"):
        fake_guild.add_user(name, dms=dms)
    anna, boris = await session.in_play("Anna", "Boris")
    assert session.dms(anna) == []
    tried = len(of_kind(fake_guild.server, "create_message"))
    for participant in (anna, boris):
        await draws(participant)
        assert participant.heard.startswith("You drew")
    assert len(of_kind(fake_guild.server, "create_message")) == tried + 2, "the turns, in the channel"
    assert "I cannot send you private messages" in await anna.says("/settings")
    assert (await anna.presses("Try private messages again")).startswith("I cannot send you private messages")
    session.user(anna).account.dms = "open"
    assert await anna.says("/write") == "I can send you private messages again."
    (panel,) = session.dms(anna)
    assert "**Your turn.**" in panel.written


async def test_opening_dms_too_fast_waits(
    session: DiscordSession, fake_guild: FakeGuild, clock: FakeClock
) -> None:
    fake_guild.server.faults.add("create_dm", times=2, status=400, code=40003)
    for participant in (participants := [await session.add_player(name) for name in ("Anna", "Boris")]):
        await participant.says("/new europe" if participant is participants[0] else "/join")
    await participants[0].says("/start")
    await until(lambda: len(fake_guild.server.faults.done) == 1)
    assert len(of_kind(fake_guild.server, "create_dm")) == 1, "one at a time, and the other waits"
    await session.settle_in_seconds()
    assert [len(session.dms(participant)) for participant in participants] == [1, 1]


async def test_dm_channel_is_opened_once(tmp_path: Path, fake_guild: FakeGuild, clock: FakeClock) -> None:
    async with discord_session(tmp_path, fake_guild, clock) as table:
        anna, _ = await table.in_play("Anna", "Boris")
        (panel,) = table.dms(anna)
        channel = await table.store.people.dm_channel(anna.person)
    async with discord_session(tmp_path, fake_guild, clock) as table:
        again = await table.add_player(table.user(anna).account.name)
        await draws(again)
        assert table.dms(again) == [panel]
        assert await table.store.people.dm_channel(anna.person) == channel
        assert not await table.store.people.blocks_dms(anna.person)
    assert len(of_kind(fake_guild.server, "create_dm")) == 2
