"""Discord under the contract: the bot under test on a fake of Discord."""

from collections.abc import AsyncIterator, Awaitable
from contextlib import asynccontextmanager
from pathlib import Path

from bot.model.identity import Address, Chat, Destination, Person
from bot.model.profile import Profile
from tests.contract.case import PlatformCase, Shown
from tests.contract.tables import shown_on_discord
from tests.discord_bot import DiscordBot, discord_bot
from tests.fakes.discord.guild import FakeGuild
from tests.fakes.discord.server import fake_discord
from tests.fakes.discord.user import DiscordUser
from tests.fakes.discord.world import SILENT, Post
from tests.fakes.wire.faults import Lost
from tests.fakes.wire.patience import until
from tests.scenario import FakeClock


class DiscordCase(PlatformCase):
    """A server with a channel, and a member."""

    knows_admins = False

    def __init__(self, bot: DiscordBot, member: DiscordUser) -> None:
        super().__init__(bot.store, bot.platform, bot.clock)
        self.bot = bot
        self.member = member
        self.chat = Chat("discord", str(bot.channel.id))
        self.place = Address("discord", str(bot.fake_guild.guild.id))
        self.person = Person("discord", str(member.account.id))

    def _posts(self, to: Destination) -> list[Post]:
        return self.bot.posts if to == self.chat else [one for one in self.member.dm.messages if not one.gone]

    async def shown(self, to: Destination) -> list[Shown]:
        return [shown_on_discord(one) for one in self._posts(to)]

    async def notifications(self, to: Destination) -> int:
        if to == self.person:
            return len([one for one in self.member.dm.messages if not one.flags & SILENT])
        return len([one for one in self._posts(to) if self.member.account in one.pings])

    async def lose_answer(self, to: Destination) -> None:
        self.bot.fake_guild.server.faults.add("create_message", lost=Lost.RESPONSE)

    async def keep_out(self) -> None:
        await self._once_told(self.bot.fake_guild.denies("send_messages"))

    async def let_in(self) -> None:
        await self._once_told(self.bot.fake_guild.allows_all())

    async def forbid_pictures(self) -> None:
        await self._once_told(self.bot.fake_guild.denies("attach_files"))

    async def _once_told(self, change: Awaitable[None]) -> None:
        """Change permissions, and wait until the bot knows."""
        before = await self.platform.missing_permissions(self.chat)
        await change

        async def known() -> bool:
            return await self.platform.missing_permissions(self.chat) != before

        await until(known)

    async def block_dms(self) -> None:
        self.member.account.dms = "closed"


@asynccontextmanager
async def discord_case(folder: Path) -> AsyncIterator[PlatformCase]:
    clock = FakeClock()
    async with fake_discord(clock) as server:
        fake_guild = FakeGuild(server)
        async with discord_bot(folder, fake_guild, clock) as bot:
            case = DiscordCase(bot, fake_guild.add_user("Ada"))
            await bot.store.people.save(Profile(case.person, "Ada"))
            yield case
