"""The fake Bot API: the library talks to it unmodified, and what Telegram would refuse is refused."""

import asyncio
from collections.abc import AsyncIterator
from datetime import timedelta

import pytest
import telegram
from telegram import (
    BotCommand,
    InlineKeyboardButton,
    InlineKeyboardMarkup,
)
from telegram.constants import ParseMode
from telegram.error import BadRequest, Conflict, Forbidden, NetworkError, RetryAfter, TimedOut

from tests.fakes.telegram.group import FakeGroup
from tests.fakes.telegram.server import TOKEN, FakeTelegram
from tests.fakes.wire.faults import Lost
from tests.fakes.wire.patience import PATIENCE, NoAnswer
from tests.fakes.wire.server import of_kind
from tests.scenario import FakeClock


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


# ---- people


async def test_the_bot_writes_to_those_who_have_pressed_start(
    server: FakeTelegram, fake_group: FakeGroup, bot: telegram.Bot
) -> None:
    anna = fake_group.add_user("Anna")
    with pytest.raises(Forbidden, match="can't initiate conversation with a user"):
        await bot.send_message(anna.account.id, "Psst")
    await anna.starts()
    await bot.send_message(anna.account.id, "Psst")
    await anna.blocks()
    with pytest.raises(Forbidden, match="blocked by the user"):
        await bot.send_message(anna.account.id, "Psst")
    await anna.unblocks()
    await bot.send_message(anna.account.id, "Again")
    assert [post.text for post in anna.dms] == ["Psst", "Again"]
    kinds = [update.kind for update in server.updates.waiting]
    assert kinds == ["message", "my_chat_member", "my_chat_member"]


async def test_a_press_is_answered_within_seconds(
    server: FakeTelegram, fake_group: FakeGroup, bot: telegram.Bot, clock: FakeClock
) -> None:
    anna = fake_group.add_user("Anna")
    post = await bot.send_message(fake_group.group.id, "Come in", reply_markup=bell())
    question = server.queries.press(anna.account, anna.last("Ring"), "ring")
    await clock.move_on(timedelta(minutes=1))
    with pytest.raises(BadRequest, match="Query is too old"):
        await bot.answer_callback_query(question.id)
    assert post.message_id == 1


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


async def test_nothing_new_is_no_change(
    server: FakeTelegram, fake_group: FakeGroup, bot: telegram.Bot
) -> None:
    sent = await bot.send_message(fake_group.group.id, "Turn 1", reply_markup=bell())
    with pytest.raises(BadRequest, match="Message is not modified"):
        await bot.edit_message_text(" Turn 1 ", fake_group.group.id, sent.message_id, reply_markup=bell())
    await bot.edit_message_reply_markup(fake_group.group.id, sent.message_id)
    with pytest.raises(BadRequest, match="Message is not modified"):
        await bot.edit_message_reply_markup(fake_group.group.id, sent.message_id)


async def test_old_messages_are_not_deleted(
    fake_group: FakeGroup, bot: telegram.Bot, clock: FakeClock
) -> None:
    sent = await bot.send_message(fake_group.group.id, "Turn 1")
    await clock.move_on(timedelta(hours=49))
    with pytest.raises(BadRequest, match="can't be deleted"):
        await bot.delete_message(fake_group.group.id, sent.message_id)
    await bot.edit_message_text("Turn 2", fake_group.group.id, sent.message_id)


async def test_a_mention_notifies(server: FakeTelegram, fake_group: FakeGroup, bot: telegram.Bot) -> None:
    anna, boris = fake_group.add_user("Anna"), fake_group.add_user("Boris", username="boris_k")
    html = f'<a href="tg://user?id={anna.account.id}">Anna</a> is next'
    await bot.send_message(fake_group.group.id, html, parse_mode=ParseMode.HTML)
    await bot.send_message(fake_group.group.id, "Boris, that is @boris_k, is next")
    assert [post.text for post in anna.pinged()] == ["Anna is next"]
    assert [post.id for post in boris.pinged()] == [2]


# ---- limits, faults and what becomes of groups


async def test_twenty_messages_a_minute_and_group(
    server: FakeTelegram, fake_group: FakeGroup, bot: telegram.Bot, clock: FakeClock
) -> None:
    other = FakeGroup(server, "Another club")
    for number in range(20):
        await bot.send_message(fake_group.group.id, f"{number}")
        await clock.move_on(timedelta(seconds=1))
    with pytest.raises(RetryAfter) as caught:
        await bot.edit_message_text("20", fake_group.group.id, 20)
    assert caught.value.retry_after == timedelta(seconds=40)
    await bot.send_message(other.group.id, "Here")
    await clock.move_on(timedelta(seconds=40))
    await bot.send_message(fake_group.group.id, "At last")
    assert server.rate_limit.hits == [fake_group.group]


async def test_trouble_comes_on_order(server: FakeTelegram, fake_group: FakeGroup, bot: telegram.Bot) -> None:
    group = fake_group.group.id
    for order, error, there in (
        ({"status": 502}, NetworkError, False),
        ({"status": 504, "done": True}, NetworkError, True),
        ({"lost": Lost.REQUEST}, NetworkError, False),
        ({"lost": Lost.RESPONSE}, NetworkError, True),
        ({"lost": Lost.TIMEOUT}, TimedOut, True),
        ({"retry_after": 3}, RetryAfter, False),
    ):
        server.faults.add("sendMessage", **order)
        before = len(fake_group.group.messages)
        patience = 0.2 if error is TimedOut else PATIENCE
        with pytest.raises(error):
            await bot.send_message(group, "There?", read_timeout=patience)
        assert len(fake_group.group.messages) == before + there
    assert server.faults.pending == []


async def test_rights_are_asked_for_as_telegram_does(
    server: FakeTelegram, fake_group: FakeGroup, bot: telegram.Bot
) -> None:
    group = fake_group.group.id
    await fake_group.denies("can_send_photos")
    with pytest.raises(BadRequest, match="Not enough rights to send photos"):
        await bot.send_photo(group, b"PNG")
    await bot.send_message(group, "In words, then")
    mine = await bot.get_chat_member(group, bot.id)
    assert isinstance(mine, telegram.ChatMemberRestricted)
    assert not mine.can_send_photos
    await fake_group.allows_all()
    await fake_group.denies_everybody("can_send_messages")
    with pytest.raises(BadRequest, match="Not enough rights to send text messages"):
        await bot.send_message(group, "Anybody?")
    permissions = (await bot.get_chat(group)).permissions
    assert permissions is not None
    assert not permissions.can_send_messages
    await fake_group.removes_the_bot()
    with pytest.raises(Forbidden, match="kicked"):
        await bot.send_message(group, "Anybody?")
    await fake_group.invites_the_bot()
    kinds = [update.kind for update in server.updates.waiting]
    assert kinds == ["my_chat_member"] * 4 + ["message"]


# ---- updates


async def test_of_two_programs_that_poll_one_is_refused(
    server: FakeTelegram, fake_group: FakeGroup, bot: telegram.Bot
) -> None:
    asked = asyncio.create_task(bot.get_updates(timeout=20))
    await server.updates.asked.wait()
    async with telegram.Bot(TOKEN, base_url=server.base_url) as rival:
        await rival.get_updates()
    with pytest.raises(Conflict, match="other getUpdates"):
        await asked


async def test_a_bot_that_is_not_there_gives_no_answer(
    server: FakeTelegram, fake_group: FakeGroup, bot: telegram.Bot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tests.fakes.wire.patience.PATIENCE", 0.1)
    await bot.send_message(fake_group.group.id, "Come in", reply_markup=bell())
    with pytest.raises(NoAnswer):
        await fake_group.add_user("Anna").presses("Ring")
    assert len(of_kind(server, "sendMessage")) == 1
