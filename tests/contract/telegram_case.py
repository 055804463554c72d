"""Telegram under the contract: the bot under test on a fake of Telegram."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from bot.model.identity import Address, Chat, Destination, Person
from bot.model.profile import Profile
from tests.contract.case import PlatformCase, Shown
from tests.contract.tables import shown_on_telegram
from tests.fakes.telegram.group import FakeGroup
from tests.fakes.telegram.server import fake_telegram
from tests.fakes.telegram.user import TelegramUser
from tests.fakes.telegram.world import FakeChat, Kind, Post
from tests.fakes.wire.faults import Lost
from tests.fakes.wire.patience import until
from tests.scenario import FakeClock
from tests.telegram_bot import TelegramBot, is_handling, telegram_bot


class TelegramCase(PlatformCase):
    """A group, and a member who has started the bot."""

    def __init__(self, bot: TelegramBot, member: TelegramUser) -> None:
        super().__init__(bot.store, bot.chat, bot.clock)
        self.bot = bot
        self.member = member
        self.chat = bot.home
        self.place = Address("telegram", str(bot.group.id))
        self.person = Person("telegram", str(member.account.id))

    def _place(self, to: Destination) -> FakeChat:
        return self.bot.group if isinstance(to, Chat) else self.member.private

    def _posts(self, to: Destination) -> list[Post]:
        return [one for one in self._place(to).messages if one.author.bot and not one.gone]

    async def shown(self, to: Destination) -> list[Shown]:
        return [shown_on_telegram(one) for one in self._posts(to)]

    async def notifications(self, to: Destination) -> int:
        if to == self.person:
            return len([one for one in self._place(to).messages if one.author.bot and not one.silent])
        sent = self._place(to).messages
        return len([one for one in sent if one.author.bot and self.member.account in one.pings])

    async def lose_answer(self, to: Destination) -> None:
        for method in ("sendMessage", "sendPhoto"):
            self.bot.server.faults.add(method, chat=self._place(to).id, lost=Lost.RESPONSE)

    async def keep_out(self) -> None:
        await self.bot.fake_group.removes_the_bot()
        await self._told()

    async def let_in(self) -> None:
        await self.bot.fake_group.invites_the_bot()
        await self._told()

    async def forbid_pictures(self) -> None:
        await self.bot.fake_group.denies("can_send_photos")
        await self._told()

    async def _told(self) -> None:
        """Wait until the bot has handled every update."""
        await until(lambda: not self.bot.server.updates.waiting and not is_handling())

    async def block_dms(self) -> None:
        self.member.account.blocked = True

    async def appoint_admin(self) -> None:
        self.bot.fake_group.appoints(self.member)


@asynccontextmanager
async def telegram_case(folder: Path) -> AsyncIterator[PlatformCase]:
    clock = FakeClock()
    async with (
        fake_telegram(clock) as place,
        telegram_bot(folder, FakeGroup(place, kind=Kind.GROUP), clock) as bot,
    ):
        member = bot.fake_group.add_user("Ada", started=True)
        case = TelegramCase(bot, member)
        await bot.store.people.save(Profile(case.person, "Ada"))
        yield case
