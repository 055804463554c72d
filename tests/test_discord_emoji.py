"""The bot's own emoji of cards on Discord."""

from pathlib import Path

from bot.discord.emoji import NAMES, card_emoji, with_emoji
from bot.discord.layout import laid_out
from bot.model.message import Button, Message
from tests.discord_bot import discord_bot
from tests.fakes.discord.guild import FakeGuild
from tests.fakes.wire.server import of_kind
from tests.scenario import FakeClock

EMOJI = {"P": "<:cardP1:1234567890123456789>", "L": "<:cardL1:1234567890123456780>"}


async def test_emoji_are_uploaded_once_and_found_after_a_restart(
    tmp_path: Path, fake_guild: FakeGuild, clock: FakeClock
) -> None:
    server = fake_guild.server
    server.endpoints.emoji.clear()
    for _ in range(2):
        async with discord_bot(tmp_path, fake_guild, clock) as bot:
            assert bot.platform.client is not None
            shown = bot.platform.client.emoji
    assert len(of_kind(server, "create_application_emoji")) == len(NAMES) == 9
    uploaded = {one["name"]: one["id"] for one in server.endpoints.emoji}
    assert shown["K"] == f"<:cardK1:{uploaded['cardK1']}>"


async def test_where_emoji_are_refused_cards_have_symbols(
    tmp_path: Path, fake_guild: FakeGuild, clock: FakeClock
) -> None:
    fake_guild.server.endpoints.emoji.clear()
    fake_guild.server.faults.add("create_application_emoji", status=400, code=30008, times=9)
    async with discord_bot(tmp_path, fake_guild, clock) as bot:
        anna, _ = await bot.in_play("Anna", "Boris")
        await anna.user.runs("/hand")
        assert "🚂" in anna.user.heard or "♠️" in anna.user.heard
        assert bot.platform.client is not None
        assert len(await card_emoji(bot.platform.client)) == 0


def test_an_emoji_takes_the_place_of_letter_and_symbol() -> None:
    message = with_emoji(Message("P 🌸 purple ×3 · L 🚂 locomotive ×1 · ⭐ yellow"), EMOJI)
    assert message.text == f"{EMOJI['P']} purple ×3 · {EMOJI['L']} locomotive ×1 · ⭐ yellow"


async def test_a_button_has_its_emoji_in_front() -> None:
    message = Message("", buttons=((Button("2: P 🌸 purple", "k3f9.7.draw 2P"),),))
    (container,) = laid_out(with_emoji(message, EMOJI)).view.to_components()
    (button,) = container["components"][0]["components"]
    shown = button["emoji"]
    assert (button["label"], f"<:{shown['name']}:{shown['id']}>") == ("2: purple", EMOJI["P"])
