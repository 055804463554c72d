"""Who has a seat on Telegram: the hand of a player who was replaced is shown to nobody else."""

from datetime import timedelta
from pathlib import Path

from tests.fakes.telegram.group import FakeGroup
from tests.fakes.telegram.server import fake_telegram
from tests.scenario import FakeClock
from tests.telegram_bot import TelegramBot, TelegramPlayer, telegram_bot

DAY = timedelta(days=1)
WATCH = "You are not playing in this game"


async def playing(bot: TelegramBot, **about: bool) -> tuple[TelegramPlayer, TelegramPlayer, TelegramPlayer]:
    """Anna, who opened the game, Boris, and Mallory, who watches."""
    await bot.in_play("Anna", "Boris", **about)
    anna, boris, mallory = await bot.add_players("Anna", "Boris", "Mallory", **about)
    return anna, boris, mallory


async def replaced(bot: TelegramBot, *, after: timedelta = timedelta()) -> None:
    """The owner of the group lets a computer play for Boris, and some time passes."""
    await bot.fake_group.the_owner().says("/gameadmin replace Boris")
    await bot.settle()
    await bot.clock.move_on(after)
    await bot.settle()


async def test_answers_kept_for_the_group_show_a_lost_hand_no_further(bot: TelegramBot) -> None:
    """Without a private chat the answers stand behind buttons in the group."""
    anna, boris, mallory = await playing(bot, started=False)
    await replaced(bot, after=DAY)
    await mallory.user.says("/join")
    await mallory.user.says("/hand")
    await bot.settle()
    answer = next(post for post in reversed(bot.posts) if "Show answer" in str(post.labels))
    assert "Your hand" in str(await mallory.user.presses("Show answer", on=answer)) or mallory.user.alerted
    await boris.user.says("/join")
    await bot.settle()
    await anna.types("draw deck")
    await anna.types("draw deck")
    await bot.settle()
    before = (await bot.match()).seq
    for label in ("1", "2"):
        await mallory.user.presses(label, on=answer)
    assert (await bot.match()).seq == before
    await mallory.user.presses("My hand", on=bot.last)
    assert mallory.user.heard.startswith(WATCH)


async def test_the_answer_to_an_anonymous_admin_shows_no_hand_of_the_admin_who_looks(tmp_path: Path) -> None:
    """All admins share what an anonymous one is answered. After a restart that answer is asked for again."""
    clock = FakeClock()
    async with fake_telegram(clock) as server:
        group = FakeGroup(server)
        async with telegram_bot(tmp_path, group, clock) as bot:
            _, boris, mallory = await playing(bot)
            (carla,) = await bot.add_players("Carla")
            await group.promotes_the_bot()
            group.appoints(boris.user)
            group.appoints(mallory.user)
            group.appoints(carla.user, anonymous=True)
            await carla.user.says("/log")
            await bot.settle()
            post = bot.last
            assert "Show answer" in post.labels
        async with telegram_bot(tmp_path, group, clock) as bot:
            for admin in (boris, mallory):
                for label in ("Show answer", "›"):
                    await admin.user.presses(label, on=post)
                    assert admin.user.heard.startswith(WATCH), label


async def test_a_player_who_is_renamed_has_the_new_name_with_their_next_action(bot: TelegramBot) -> None:
    anna, _ = await bot.in_play("Anna", "Boris")
    seat = (await bot.match()).waiting_for[0]
    anna.user.account.name = "Red Baron"
    await anna.user.tells("/draw deck")
    await bot.settle()
    assert (await bot.match()).roster.names[seat] == "Red Baron"
