"""Buttons of an earlier turn or of another player change nothing, and are answered in private."""

from datetime import timedelta

from tests.discord_bot import DiscordBot
from tests.fakes.discord.guild import FakeGuild
from tests.scenario import FakeClock


async def seq(bot: DiscordBot) -> int:
    return (await bot.match()).seq


async def test_spectator_is_refused_in_private(club: DiscordBot, fake_guild: FakeGuild) -> None:
    await club.in_play("Anna", "Boris")
    carla = fake_guild.add_user("Carla")
    before = await seq(club)
    for label in ("Draw cards", "Claim", "My hand"):
        assert "not playing" in await carla.presses(label, on=club.last)
        assert carla.answer in carla.private
    assert "Europe" in await carla.presses("Board", on=club.last) or carla.answer.attachments  # type: ignore[union-attr]
    assert await seq(club) == before


async def test_button_of_three_months_ago_is_answered(
    club: DiscordBot, fake_guild: FakeGuild, clock: FakeClock
) -> None:
    fake_guild.server.endpoints.old_edits_refused = True
    anna, boris = await club.in_play("Anna", "Boris")
    old = club.last
    await clock.move_on(timedelta(days=91))
    await anna.types("draw deck")
    await anna.types("draw deck")
    await club.settle()
    assert "Draw cards" in old.labels
    before, posts = await seq(club), len(club.posts)
    assert "out of date" in await anna.user.presses("Draw", on=old)
    assert "out of date" in await boris.user.presses("Draw", on=old)
    assert "From the deck" in boris.user.labels
    assert await anna.user.presses("My hand", on=old)
    assert (await seq(club), len(club.posts)) == (before, posts)


async def test_button_of_an_aborted_game_changes_nothing(club: DiscordBot, fake_guild: FakeGuild) -> None:
    anna, boris = await club.in_play("Anna", "Boris")
    old, before = club.last, await seq(club)
    fake_guild.server.faults.add("update_message", times=9, status=400, code=30046)
    owner = fake_guild.the_owner()
    await owner.runs("/gameadmin abort")
    await owner.presses("Abort the game")
    for player in (anna, boris):
        for label in ("Draw", "Claim", "Draw tickets", "Build a station"):
            said = await player.user.presses(label, on=old)
            assert "ended without a result" in said or "This game is over." in said
            assert player.user.labels == []
    fake_guild.server.faults.added.clear()
    await owner.runs("/gameadmin restore")
    assert await seq(club) == before + 2


async def test_refusal_is_private(club: DiscordBot) -> None:
    anna, boris = await club.in_play("Anna", "Boris")
    posts = len(club.posts)
    await boris.user.runs("/draw", card="deck")
    assert "turn" in boris.user.heard
    assert boris.user.answer in boris.user.private
    await anna.user.runs("/claim", route="Atlantis")
    assert anna.user.answer in anna.user.private
    assert len(club.posts) == posts
