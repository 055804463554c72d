"""The board in Telegram. A person whom Telegram identifies can play on it; nobody else sees anything."""

import io
from collections.abc import AsyncIterator
from datetime import timedelta
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from aiohttp import WSMsgType, WSServerHandshakeError

from bot.configured_platforms import apps_of, platforms_of
from bot.matches.retention import end_game
from bot.model.call import Asker, Call
from bot.model.identity import Chat, Person
from bot.model.message import Message, Topic
from bot.model.port import Key
from bot.settings import Settings
from bot.web.server import WebLimits
from tests.board_apps import SECRET, Boards, boards, mini_app, proof_of, shows_no_game
from tests.fakes.telegram.group import FakeGroup
from tests.fakes.telegram.server import TOKEN, FakeTelegram
from tests.fakes.telegram.world import Post
from tests.fakes.wire.patience import until
from tests.local_session import Tab, state_after
from tests.scenario import FakeClock
from tests.situations import set_list
from tests.telegram_bot import TelegramBot, TelegramPlayer, telegram_bot


@pytest.fixture
async def site(bot: TelegramBot) -> AsyncIterator[Boards]:
    """The board beside the bot on Telegram."""
    async with boards(bot, [mini_app(bot)]) as site:
        yield site


async def opened(site: Boards, bot: TelegramBot, player: TelegramPlayer, game: str = "") -> tuple[Tab, Any]:
    """The board of a player, and the state that it is sent."""
    tab = await site.opens("telegram", await proof_of(bot, player), game or (await bot.match()).id)
    return tab, (await tab.receive("table"))["state"]


async def test_a_player_plays_on_the_board_and_the_group_reads_it(bot: TelegramBot, site: Boards) -> None:
    first, second = await bot.in_play("Anna", "Boris")
    tab, state = await opened(site, bot, first)
    assert state["me"]["decision"] == "take-turn"
    other, theirs = await opened(site, bot, second)
    assert theirs["me"]["decision"] == "none"
    for _ in range(2):
        match = await bot.match()
        revision = state["me"]["revision"]
        await tab.ask("press", code=f"{match.id}.{revision}.draw deck")
        told = await tab.receive_until("answer")
        state = state_after(told, state)
    await bot.catch_up()
    assert first.user.account.name in bot.last.text
    assert "draws 2 cards" in bot.last.text or "cards" in bot.last.text
    theirs = state_after(await other.receive_until("change", "table"), theirs)
    await until_asked(other, theirs)


async def test_a_player_who_left_the_group_plays_on_and_opens_no_game_there(
    bot: TelegramBot, site: Boards
) -> None:
    first, _ = await bot.in_play("Anna", "Boris")
    bot.group.bot_is = "administrator"
    bot.group.accounts.remove(first.user.account)
    tab, state = await opened(site, bot, first)
    assert state["me"]["decision"] == "take-turn"
    await tab.ask("say", text="/new europe")
    assert "in the chat where you want to play it" in (await tab.receive("answer"))["text"]
    await tab.ask("press", code=f"{state['game']}.{state['me']['revision']}.draw deck")
    assert state_after(await tab.receive_until("answer"), state)["me"]["decision"] == "second-card"


@pytest.mark.parametrize("line", ["new usa", "follow {}"])
async def test_a_person_who_left_the_group_opens_and_follows_nothing_there_once_its_game_has_ended(
    bot: TelegramBot, site: Boards, line: str
) -> None:
    first, _ = await bot.in_play("Anna", "Boris")
    game = (await bot.match()).id
    bot.group.bot_is = "administrator"
    bot.group.accounts.remove(first.user.account)
    tab, _ = await opened(site, bot, first)
    await end_game(bot.host.repository, game, running=True)
    await bot.settle()
    mine = Chat("telegram", str(first.user.account.id))
    await bot.host.dispatcher.answer(Asker(first.person, mine), Call.typed("/new europe"))
    code = (await bot.host.dispatcher.answer(Asker(first.person, mine), Call.typed("/share"))).text
    shared = next(word for word in code.split() if word.count("-") == 1 and len(word) > 15)
    for kind, about in (
        ("press", {"code": f"-.0.{line.format(shared)}"}),
        ("say", {"text": f"/{line.format(shared)}"}),
    ):
        await tab.ask(kind, **about)
        assert "in the chat where you want to play it" in (await tab.receive_until("answer"))[-1]["text"]
    assert await bot.store.chats.game_in(bot.home) is None


async def until_asked(tab: Tab, state: Any) -> Any:
    """The state in which the board asks its player something."""
    while state["me"]["decision"] == "none":
        state = state_after([await tab.receive("change")], state)
    return state


async def test_a_replay_is_shown_on_the_board_and_to_a_stranger_with_a_link(
    bot: TelegramBot, site: Boards
) -> None:
    first, _ = await bot.in_play("Anna", "Boris")
    tab, state = await opened(site, bot, first)
    await tab.ask("replay", game=state["game"])
    assert (await tab.receive_until("replay", "no-replay"))[-1]["kind"] == "no-replay"
    await end_game(bot.host.repository, state["game"], running=True)
    await tab.ask("replay", game=state["game"])
    assert (await tab.receive_until("replay", "no-replay"))[-1]["kind"] == "replay"
    digest, person = sha256(b"t" * 32).hexdigest(), Person("telegram", "1")
    await bot.host.repository.store.page.link_replay(digest, state["game"], person, 1)
    stranger = await site.connect()
    await stranger.ask("replay", token="t" * 32)
    assert (await stranger.receive("replay"))["packed"]
    assert (await stranger.socket.receive()).type is WSMsgType.CLOSE
    unknown = await site.connect()
    await unknown.ask("replay", game=state["game"])
    assert await shows_no_game(unknown)


async def test_a_game_is_shown_to_members_and_is_unknown_to_everybody_else(
    bot: TelegramBot, site: Boards
) -> None:
    clara = (await bot.add_players("Anna", "Boris", "Clara"))[2]
    await bot.in_play("Anna", "Boris")
    game = (await bot.match()).id
    stranger = await site.opens("telegram", await proof_of(bot, clara), game)
    told = await stranger.receive_until("answer")
    unknown = await site.opens("telegram", await proof_of(bot, clara), "nogame")
    assert [one["kind"] for one in told] == ["games", "answer"]
    assert (await unknown.receive_until("answer")) == told

    bot.group.bot_is = "administrator"
    await bot.clock.move_on(timedelta(minutes=2))
    tab, state = await opened(site, bot, clara)
    assert "me" not in state
    assert state["players"]["0"]["cards"] > 0

    bot.group.accounts.remove(clara.user.account)
    await bot.clock.move_on(timedelta(minutes=2))
    await tab.ask("say", text="/board")
    assert (await tab.receive_until("answer"))[-2:] == told
    gone = await site.opens("telegram", await proof_of(bot, clara), game)
    assert await gone.receive_until("answer") == told


async def test_a_seat_that_is_lost_takes_its_hand_from_the_open_board(bot: TelegramBot, site: Boards) -> None:
    await bot.in_play("Anna", "Boris")
    _, boris, clara = await bot.add_players("Anna", "Boris", "Clara")
    tab, state = await opened(site, bot, boris)
    assert state["me"]["hand"]
    await bot.fake_group.the_owner().says("/gameadmin replace Boris")
    await bot.settle()
    await bot.clock.move_on(timedelta(days=1))
    await clara.user.says("/join")
    while "me" in state:
        state = state_after([await tab.receive("change")], state)
    await tab.ask("press", code=f"{state['game']}.0.hand")
    assert (await tab.receive("answer"))["text"] in ("", "You are not playing in this game.")


async def test_a_person_whom_the_operator_denies_sees_nothing(bot: TelegramBot, site: Boards) -> None:
    anna, _ = await bot.in_play("Anna", "Boris")
    set_list(bot.host, denied_persons=str(anna.person))
    tab = await site.opens("telegram", await proof_of(bot, anna), (await bot.match()).id)
    await tab.ask("say", text="/hand")
    told = await tab.receive_until("answer")
    assert "table" not in [one["kind"] for one in told]
    assert ["not allowed" in one["text"] for one in told if one["kind"] == "panel"] == [True]


@pytest.mark.parametrize(
    "origin", ["https://evil.example", "null", "http://localhost:1", "https://web.telegram.org"]
)
async def test_a_socket_is_for_the_page_itself(bot: TelegramBot, site: Boards, origin: str) -> None:
    with pytest.raises(WSServerHandshakeError) as refused:
        await site.connect(origin)
    assert refused.value.status == 403


async def test_the_site_answers_under_its_own_name_only_and_may_be_framed_by_two_hosts(
    bot: TelegramBot, site: Boards
) -> None:
    async with site.session.get(f"{site.url}/", headers={"Host": "evil.example"}) as refused:
        assert refused.status == 403
    for path in ("/", "/app.js", "/words/ru.json", "/.proxy/words/en.json", "/.proxy/"):
        async with site.session.get(f"{site.url}{path}") as answer:
            assert answer.status == 200
            policy = answer.headers["Content-Security-Policy"]
            assert policy.endswith(
                "frame-ancestors https://web.telegram.org https://discord.com"
                " https://ptb.discord.com https://canary.discord.com"
            )
    async with site.session.get(f"{site.url}/") as answer:
        page = await answer.text()
    assert "app.js" in page
    for part in ("channel-list", "naming", 'id="posts"', "speak", "page.js"):
        assert part not in page
    async with site.session.get(f"{site.url}/discord.json") as answer:
        assert answer.status == 404


async def test_no_secret_is_logged(bot: TelegramBot, site: Boards, log: io.StringIO) -> None:
    [anna] = await bot.add_players("Anna")
    proof = await proof_of(bot, anna)
    tab = await site.opens("telegram", proof)
    await tab.ask("say", text="x" * 2000)
    await tab.receive("answer")
    assert TOKEN not in log.getvalue()
    assert proof.rpartition("=")[2] not in log.getvalue()
    assert Person.parse(tab.me["id"]) == anna.person
    assert tab.token not in log.getvalue()


async def test_a_person_has_eight_boards_open_at_most(bot: TelegramBot, site: Boards) -> None:
    [anna] = await bot.add_players("Anna")
    tabs = [await site.opens("telegram", await proof_of(bot, anna)) for _ in range(9)]
    assert await shows_no_game(tabs[0])
    await until(lambda: len(site.server.sessions) == 8, "a board too many is open")


def buttons_of(posts: list[Post], label: str) -> list[dict[str, Any]]:
    return [one for post in posts for one in post.buttons if one["text"] == label]


async def test_buttons_open_the_board_only_where_the_operator_offers_it(
    tmp_path: Path, server: FakeTelegram, clock: FakeClock
) -> None:
    group, address = FakeGroup(server), "https://games.example.org"
    async with telegram_bot(tmp_path, group, clock, board=address, app="board") as bot:
        anna, _ = await bot.in_play("Anna", "Boris")
        game = (await bot.match()).id
        [link, *_] = buttons_of([bot.last], "Open the board")
        assert link["url"] == f"https://t.me/{server.world.bot.username}/board?startapp={game}"
        key = Key(game, Topic.PANEL, str((await bot.match()).seq))
        await bot.chat.send(anna.person, Message("Your turn."), key, silent=True)
        [panel] = buttons_of(anna.user.dms[-1:], "Open the board")
        assert panel["web_app"] == {"url": f"{address}/?game={game}"}
        assert menu_buttons(server) == [
            {"type": "web_app", "text": "Open the board", "web_app": {"url": f"{address}/"}}
        ]
    async with telegram_bot(tmp_path, group, clock, board=address) as bot:
        assert len(menu_buttons(server)) == 1, "it is registered once"
    async with telegram_bot(tmp_path, group, clock, app="board") as bot:
        assert menu_buttons(server)[-1] == {"type": "default"}
        [player] = await bot.waited_for(*await bot.add_players("Anna", "Boris"))
        for _ in range(2):
            await player.types("draw deck")
        await bot.settle()
        assert buttons_of([bot.last], "Open the board") == []


def menu_buttons(server: FakeTelegram) -> list[Any]:
    """The buttons that the bot put beside the input of private chats."""
    return [asked["menu_button"] for method, asked in server.requests if method == "setChatMenuButton"]


async def test_a_socket_that_says_nothing_is_cut_off(bot: TelegramBot) -> None:
    async with boards(bot, [mini_app(bot)], WebLimits(header_time=0.05)) as site:
        tab = await site.connect()
        await bot.add_players("Anna")
        assert await shows_no_game(tab)


OFFERED: dict[str, tuple[dict[str, Any], list[str]]] = {
    "nothing": ({}, []),
    "no address": ({"discord_client_secret": SECRET, "telegram_app": "board"}, []),
    "no secret": ({"app_address": "https://games.example.org"}, ["telegram"]),
    "everything": (
        {"app_address": "https://games.example.org", "discord_client_secret": SECRET},
        ["discord", "telegram"],
    ),
}


@pytest.mark.parametrize("what", OFFERED)
async def test_the_board_is_served_where_the_settings_say_so(bot: TelegramBot, what: str) -> None:
    given, offered = OFFERED[what]
    tokens = {"telegram_token": TOKEN, "discord_token": "x"}
    settings = Settings(_env_file=None, **tokens, **given)  # type: ignore[call-arg]
    hosted = platforms_of(settings, bot.clock, bot.host.leases, "")
    served = apps_of(settings, hosted, bot.host.repository)
    assert [sorted(one.site.apps) for one in served] == ([offered] if offered else [])
