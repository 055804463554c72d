"""Who opens the board in Telegram: by a launch that Telegram has just signed, or by a token."""

import io
from collections.abc import AsyncIterator
from datetime import timedelta

import pytest

from bot.model.call import Asker, Call
from bot.model.identity import Chat
from bot.web.apps import token_of
from bot.web.server import UNKNOWN
from tests.board_apps import A_MOMENT, Boards, boards, init_data, mini_app, proof_of, shows_no_game
from tests.telegram_bot import TelegramBot, TelegramPlayer


@pytest.fixture
async def site(bot: TelegramBot) -> AsyncIterator[Boards]:
    """The board beside the bot on Telegram."""
    async with boards(bot, [mini_app(bot)]) as site:
        yield site


NEW_FIELDS = {"is_verified": True, "emoji_status": {"custom_emoji_id": "7"}}
"""Fields of a user that Telegram may add some day."""


async def test_a_new_field_of_telegrams_locks_nobody_out(bot: TelegramBot, site: Boards) -> None:
    [anna] = await bot.add_players("Anna")
    await bot.clock.move_on(A_MOMENT)
    launch = {"chat_type": "forum", "chat": '{"id": -7, "type": "forum", "title": "Club"}', "can_see": "{}"}
    proof = init_data(anna.user.account, bot.clock.now(), also=NEW_FIELDS, **launch)
    tab = await site.opens("telegram", proof)
    assert tab.me["id"] == str(anna.person)


def refused_launches(bot: TelegramBot, anna: TelegramPlayer, boris: TelegramPlayer) -> dict[str, str]:
    """Launches by what is wrong with them."""
    account, now, eleven_minutes = anna.user.account, bot.clock.now(), timedelta(minutes=11)
    good, other = init_data(account, now), boris.user.account.id
    return {
        "a new field that was added later": init_data(account, now, also=NEW_FIELDS).replace("verified", "x"),
        "a field that was added to the launch": f"{good}&start_param=x",
        "two users": f"{good}&user=%7B%22id%22%3A{other}%2C%22first_name%22%3A%22B%22%7D",
        "a user with the id of nobody": init_data(account, now, also={"id": True}),
        "a date that is none": init_data(account, now, auth_date="9" * 19),
        "an altered user": good.replace(str(account.id), str(other)),
        "the token of another bot": init_data(account, now, token="1:x"),
        "too old": init_data(account, now - eleven_minutes),
        "of the future": init_data(account, now + eleven_minutes),
        "without a user": init_data(account, now, user=""),
        "without a hash": "auth_date=1",
        "a hash of wide letters": "auth_date=1&hash=%C3%A9",
        "nothing": "",
    }


async def test_a_launch_that_telegram_did_not_sign_now_opens_nothing(
    bot: TelegramBot, site: Boards, log: io.StringIO
) -> None:
    anna, boris = await bot.add_players("Anna", "Boris")
    await bot.clock.move_on(timedelta(hours=1))
    for what, proof in refused_launches(bot, anna, boris).items():
        tab = await site.hello(platform="telegram", proof=proof)
        assert "cannot tell who you are" in (await tab.receive("answer"))["text"], what
        assert await shows_no_game(tab), what
    assert log.getvalue() == ""


async def test_a_launch_is_used_once_and_not_after_a_restart(bot: TelegramBot, site: Boards) -> None:
    [anna] = await bot.add_players("Anna")
    proof = await proof_of(bot, anna)
    await (await site.hello(platform="telegram", proof=proof)).receive("welcome")
    fields = proof.split("&")
    for copy in (proof, "&".join(reversed(fields)), proof.replace(digest := fields[-1][5:], digest.upper())):
        tab = await site.hello(platform="telegram", proof=copy)
        assert (await tab.receive_until("answer", "welcome"))[-1]["kind"] == "answer"
        assert await shows_no_game(tab)
    await bot.clock.move_on(A_MOMENT)
    async with boards(bot, [mini_app(bot)]) as restarted:
        late = await restarted.hello(platform="telegram", proof=proof)
        assert await shows_no_game(late)


async def test_a_page_comes_back_by_its_token_also_after_a_restart(bot: TelegramBot, site: Boards) -> None:
    [anna] = await bot.add_players("Anna")
    tab = await site.opens("telegram", await proof_of(bot, anna))
    async with boards(bot, [mini_app(bot)]) as restarted:
        back = await restarted.hello(session=tab.token)
        assert (await back.receive("welcome"))["me"]["id"] == str(anna.person)
        await bot.clock.move_on(timedelta(hours=13))
        late = await restarted.hello(session=tab.token)
        assert (await late.receive_until("answer", "welcome"))[-1]["kind"] == "answer"
        assert await shows_no_game(late)


@pytest.mark.parametrize("forge", ["another key", "another person", "no token"])
async def test_a_forged_token_opens_nothing(bot: TelegramBot, site: Boards, forge: str) -> None:
    anna, boris = await bot.add_players("Anna", "Boris")
    own = (await site.opens("telegram", await proof_of(bot, anna))).token
    forged = {
        "another key": token_of(anna.person, b"guessed", bot.clock.now()),
        "another person": own.replace(str(anna.person), str(boris.person)),
        "no token": "é..",
    }
    tab = await site.hello(session=forged[forge])
    assert await shows_no_game(tab)


async def test_nobody_is_answered_before_hello(bot: TelegramBot, site: Boards) -> None:
    await bot.in_play("Anna", "Boris")
    for asked in (
        {"do": "enter", "game": (await bot.match()).id, "instance": ""},
        {"do": "say", "text": "/hand"},
        {"do": "press", "code": f"{(await bot.match()).id}.0.hand"},
        {"do": "hello", "platform": "discord", "proof": "x"},
        {"do": "hello", "token": "x" * 40},
    ):
        tab = await site.connect()
        await tab.ask(**asked)
        assert await shows_no_game(tab)
        assert tab.socket.close_code == UNKNOWN


@pytest.mark.parametrize(
    "asked",
    [
        {"do": "name", "name": "Boris"},
        {"do": "hello", "token": "x" * 40},
        {"do": "enter", "channel": "table", "after": 0, "table": True},
        {"do": "older", "channel": "table", "before": 9},
        {"do": "open", "title": "USA"},
        {"do": "complete", "text": "/claim ", "id": 1},
        {"do": "say", "text": "Hello?"},
    ],
)
async def test_a_request_of_the_local_page_shows_nothing_on_the_board(
    bot: TelegramBot, site: Boards, asked: dict[str, object]
) -> None:
    clara = (await bot.add_players("Anna", "Boris", "Clara"))[2]
    await bot.in_play("Anna", "Boris")
    tab = await site.opens("telegram", await proof_of(bot, clara), (await bot.match()).id)
    await tab.receive("answer")
    await tab.ask(**asked)
    await tab.ask("press", code="-.0.hand")
    told = await tab.receive_until("answer")
    assert {one["kind"] for one in told} <= {"answer", "games"}
    if asked["do"] != "enter":
        assert "out of date" in told[0]["text"]
        assert "no such game" in (await tab.receive("answer"))["text"]


FORGED = ["hand", "log", "scores", "board", "text wien", "draw deck", "join", "share", "abort", "follow x"]


async def test_a_code_of_a_game_that_a_person_may_not_see_does_nothing(
    bot: TelegramBot, site: Boards
) -> None:
    clara = (await bot.add_players("Anna", "Boris", "Clara"))[2]
    await bot.in_play("Anna", "Boris")
    other = await bot.match()
    mine = Chat("telegram", str(clara.user.account.id))
    for line in ("/new europe", "/computer easy", "/start"):
        await bot.host.dispatcher.answer(Asker(clara.person, mine), Call.typed(line))
    tab = await site.opens("telegram", await proof_of(bot, clara))
    await tab.receive_until("panel")
    for line in FORGED:
        await tab.ask("press", code=f"{other.id}.{other.seq}.{line}")
        [told] = await tab.receive_until("answer")
        assert "out of date" in told["text"] or "in the chat where you want to play it" in told["text"]
        assert not told["pictures"]
    assert (await bot.match()).seq == other.seq
