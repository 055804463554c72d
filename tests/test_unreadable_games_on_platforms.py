"""A game that cannot be read, on Discord and Telegram: one public sentence, and the chat can play another."""

from pathlib import Path

from tests.discord_bot import DiscordBot, discord_bot
from tests.fakes.discord.guild import FakeGuild
from tests.fakes.discord.server import FakeDiscord
from tests.fakes.telegram.group import FakeGroup
from tests.fakes.telegram.server import FakeTelegram
from tests.fakes.wire.patience import until
from tests.scenario import FakeClock, predictable_entropy
from tests.stores import edit
from tests.telegram_bot import TelegramBot, telegram_bot


def spoil(folder: Path, game: str) -> None:
    edit(folder / "bot.db", "UPDATE events SET kind = 'Wormhole' WHERE game = ? AND seq = 12", game)


def notices(bot: DiscordBot | TelegramBot) -> list[str]:
    """What the chat was told of a game that cannot be read."""
    return [post.text for post in bot.posts if "no longer read game" in post.text]


async def test_on_discord(discord_server: FakeDiscord, clock: FakeClock, tmp_path: Path) -> None:
    fake_guild = FakeGuild(discord_server)
    async with discord_bot(tmp_path, fake_guild, clock) as bot:
        anna, _ = await bot.in_play("Anna", "Boris")
        await bot.settle()
        game, old, name = (await bot.match()).id, bot.posts[-1], anna.account.name
    spoil(tmp_path, game)
    for start in (100, 200):
        async with discord_bot(tmp_path, fake_guild, clock, predictable_entropy(start)) as bot:
            (anna,) = await bot.add_players(name)
            await bot.pass_time_until(lambda bot=bot: notices(bot))
            assert f"The game {game} cannot be read" in await anna.user.runs("/hand")
            assert f"The game {game} cannot be read" in await anna.user.presses("Draw", on=old)
    async with discord_bot(tmp_path, fake_guild, clock, predictable_entropy(300)) as bot:
        (anna,) = await bot.add_players(name)
        assert len(notices(bot)) == 1
        assert (await anna.user.runs("/game new")).startswith("The lobby for Ticket to Ride")
        await bot.settle()
        assert (await bot.match()).id != game


async def test_on_telegram(server: FakeTelegram, clock: FakeClock, tmp_path: Path) -> None:
    fake_group = FakeGroup(server)
    async with telegram_bot(tmp_path, fake_group, clock) as bot:
        anna, _ = await bot.in_play("Anna", "Boris")
        await bot.settle()
        game, name = (await bot.match()).id, str(anna)
    spoil(tmp_path, game)
    for start in (100, 200):
        async with telegram_bot(tmp_path, fake_group, clock, predictable_entropy(start)) as bot:
            await bot.pass_time_until(lambda bot=bot: notices(bot))
    async with telegram_bot(tmp_path, fake_group, clock, predictable_entropy(300)) as bot:
        (anna,) = await bot.add_players(name)
        assert len(notices(bot)) == 1
        await anna.user.says("/newgame usa")
        await until(lambda: any("Join" in post.labels for post in anna.user.sees()), "no lobby")
        await bot.settle()
        assert (await bot.match()).id != game
