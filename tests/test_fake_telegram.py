"""The fake Bot API: the library talks to it unmodified, and what Telegram would refuse is refused."""

from collections.abc import AsyncIterator

import pytest
import telegram
from telegram import BotCommand, InlineKeyboardButton, InlineKeyboardMarkup
from telegram.constants import ParseMode
from telegram.error import BadRequest

from tests.fakes.telegram.group import FakeGroup
from tests.fakes.telegram.server import TOKEN, FakeTelegram


def bell(label: str = "Ring", code: str = "ring") -> InlineKeyboardMarkup:
    return InlineKeyboardMarkup([[InlineKeyboardButton(label, callback_data=code)]])


@pytest.fixture(autouse=True)
def _spans_of_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """The library warns of seconds as mere numbers."""
    monkeypatch.setenv("PTB_TIMEDELTA", "1")


@pytest.fixture
async def bot(server: FakeTelegram, fake_group: FakeGroup) -> AsyncIterator[telegram.Bot]:
    """The library alone."""
    async with telegram.Bot(TOKEN, base_url=server.base_url, base_file_url=server.base_file_url) as one:
        yield one


# ---- requests


async def test_what_telegram_would_not_take_fails_the_test_with_its_place(
    server: FakeTelegram, fake_group: FakeGroup, bot: telegram.Bot
) -> None:
    group = fake_group.group.id
    with pytest.raises(BadRequest):
        await bot.send_message(group, "Ring", reply_markup=bell(code="r" * 65))
    with pytest.raises(BadRequest):
        await bot.send_message(group, "x" * 4097)
    with pytest.raises(BadRequest):
        await bot.send_photo(group, b"PNG", caption="x" * 1025)
    with pytest.raises(BadRequest):
        await bot.send_message(group, "Fish <& chips", parse_mode=ParseMode.HTML)
    with pytest.raises(BadRequest):
        await bot.send_message(group, "Ring", api_kwargs={"loudly": True})
    with pytest.raises(BadRequest):
        await bot.send_message(
            group, "Ring", api_kwargs={"reply_markup": {"inline_keyboard": [[{"txt": "a"}]]}}
        )
    with pytest.raises(BadRequest):
        await bot.set_my_commands([BotCommand("NewGame", "Begin")])
    with pytest.raises(BadRequest):
        await bot.send_message(group, "Ring", entities=[telegram.MessageEntity("bold", 2, 3)])
    assert server.violations == [
        "sendMessage: reply_markup[0] 'Ring': callback_data of 65 bytes",
        "sendMessage: message text is too long: 4097 of 4096",
        "sendPhoto: message caption is too long: 1025 of 1024",
        "sendMessage: can't parse entities: '<' at 5",
        "sendMessage: loudly: there is no such parameter",
        "sendMessage: reply_markup.inline_keyboard[0][0].txt: there is no such parameter",
        "sendMessage: reply_markup.inline_keyboard[0][0].text: is required",
        "setMyCommands: commands: 'NewGame' is no name",
        "sendMessage: entity bold is beyond the text: 2 + 3",
    ]
    server.violations.clear()


async def test_an_alert_has_two_hundred_letters(
    server: FakeTelegram, fake_group: FakeGroup, bot: telegram.Bot
) -> None:
    anna = fake_group.add_user("Anna")
    await bot.send_message(fake_group.group.id, "Come in", reply_markup=bell())
    question = server.queries.press(anna.account, anna.last("Ring"), "ring")
    with pytest.raises(BadRequest):
        await bot.answer_callback_query(question.id, "x" * 201, show_alert=True)
    assert server.violations.pop() == "answerCallbackQuery: text: 201 characters; 200 at most"
    await bot.answer_callback_query(question.id, "x" * 200, show_alert=True)
    assert len(question.said) == 200
