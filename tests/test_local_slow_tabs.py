"""Tabs that do not read: they cost little, are cut off after a while, and hold up nobody."""

import asyncio
import json
from collections import Counter
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import pytest

from bot.model.message import Button, Message, Picture
from bot.web.channels import MOST_LETTERS, MOST_POSTS
from bot.web.platform import LONGEST_POST
from bot.web.server import WebLimits
from tests.local_session import BOARD, DeafTab, EchoDispatcher, LocalSession, deaf_tab, local_session

PATIENT = WebLimits(patience=300)
IMPATIENT = WebLimits(patience=0.2)
TABS = 15


def pressed(home: LocalSession) -> Counter[str]:
    return Counter(code for do, _, code in home.dispatcher.heard if do == "press")


async def test_answers_to_tabs_that_never_read_are_made_one_at_a_time(tmp_path: Path) -> None:
    async with local_session(tmp_path, web_limits=PATIENT) as home, AsyncExitStack() as stack:
        ada = await home.join("Ada")
        for number in range(TABS):
            deaf = await stack.enter_async_context(deaf_tab(home, f"Deaf {number}"))
            for _ in range(10):
                await deaf.ask("press", code="g.1.big")
        await home.until(lambda: pressed(home)["g.1.big"] >= TABS)
        for number in range(20):
            await ada.ask("press", code=f"g.1.{number}")
            assert (await ada.receive("answer"))["text"] == f"You pressed g.1.{number}"
        assert pressed(home)["g.1.big"] == TABS, "one each: the next is not even drawn"
        assert home.unsent < TABS * 3_000_000


async def test_an_answer_that_comes_while_the_private_column_is_drawn_follows_the_next_one(
    home: LocalSession, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Next to the older column it would repeat the hand, with its buttons."""
    ada, panel = await home.join("Ada"), home.dispatcher.panel
    is_begun, may_end = asyncio.Event(), asyncio.Event()

    async def slow(*where: Any, **options: Any) -> Message:
        found = await panel(*where, **options)
        if not is_begun.is_set():
            is_begun.set()
            await may_end.wait()
        return found

    monkeypatch.setattr(home.dispatcher, "panel", slow)
    home.dispatcher.panels[ada.person, "table"] = Message("Your hand: 3 cards")
    await home.refresh(ada)
    await home.until(is_begun.is_set)
    draw = Button("Draw", "g.1.draw")
    home.dispatcher.panels[ada.person, "table"] = Message("Your hand: 4 cards", buttons=((draw,),))
    await ada.ask("press", code="g.1.hand")
    await home.until(lambda: any(tab._answers for tab in home.chat._channels.tabs))
    may_end.set()
    shown = [(told["kind"], told["text"]) for told in await ada.receive_until("answer")]
    assert shown == [("panel", "Your hand: 3 cards"), ("panel", "Your hand: 4 cards"), ("answer", "")]


HIGH_WATER = 65_536
"""Bytes that may wait before asyncio has a writer pause."""


async def test_posts_for_a_tab_that_does_not_read_are_not_queued(tmp_path: Path) -> None:
    desk = EchoDispatcher()
    async with local_session(tmp_path, desk, web_limits=PATIENT) as home:
        await home.join("Ada")
        async with deaf_tab(home, "Deaf") as deaf:
            await home.until(lambda: any(tab.chat for tab in home.chat._channels.tabs if not tab._enters))
            for number in range(1, 201):
                await home.post("x" * LONGEST_POST, f"g-{number}")
            assert home.unsent < 2 * (MOST_LETTERS + HIGH_WATER), "each tab: a line, and what came before it"
            assert sum(len(tab._replies) for tab in home.chat._channels.tabs) == 0
            numbers = await posts_read_by(deaf, last=200)
        assert numbers[-1] == 200
        assert len(numbers) < 100, "most were never sent"


async def posts_read_by(deaf: DeafTab, last: int) -> list[int]:
    """The numbers of the posts that a slow tab gets when it finally reads."""
    reader, writer = await asyncio.open_connection(sock=deaf.connection, limit=1 << 22)
    await reader.readuntil(b"\r\n\r\n")
    numbers: list[int] = []
    async with asyncio.timeout(60):
        while last not in numbers:
            told = json.loads(await next_frame(reader))
            if told["kind"] == "posts":
                assert len(told["posts"]) <= MOST_POSTS
                numbers += [post["number"] for post in told["posts"]]
    writer.close()
    return numbers


async def next_frame(reader: asyncio.StreamReader) -> bytes:
    _, length = await reader.readexactly(2)
    if length >= 126:
        length = int.from_bytes(await reader.readexactly(2 if length == 126 else 8), "big")
    return await reader.readexactly(length)


async def test_a_tab_that_is_too_far_behind_gets_the_newest_posts_and_can_ask_for_older_ones(
    home: LocalSession,
) -> None:
    ada = await home.join("Ada")
    await ada.socket.close()
    for number in range(1, 131):
        await home.post(f"post {number}", f"g-{number}")
    back = await (await home.reconnect(ada, after=3)).posts()
    assert [post["number"] for post in back] == list(range(81, 131))
    again = await home.reconnect(ada, after=0)
    seen = [post["number"] for post in await again.posts()]
    while seen[0] > 1:
        await again.ask("older", channel="table", before=seen[0])
        older = await again.receive("older")
        assert older["channel"] == "table"
        seen = [*(post["number"] for post in older["posts"]), *seen]
    assert seen == list(range(1, 131))
    await again.ask("older", channel="nowhere", before=7)
    assert (await again.receive("answer"))["text"].startswith("There is no such channel.")


async def test_a_tab_that_does_not_read_is_cut_off(tmp_path: Path) -> None:
    async with local_session(tmp_path, web_limits=IMPATIENT) as home, deaf_tab(home, "Deaf") as deaf:
        await deaf.ask("press", code="g.1.big")
        await home.until(lambda: pressed(home)["g.1.big"] == 1)
        await home.until(lambda: home.open_connections == 0)
        assert home.chat._channels.tabs == set()


async def test_a_picture_that_is_not_read_does_not_keep_its_connection(tmp_path: Path) -> None:
    async with local_session(tmp_path, web_limits=IMPATIENT) as home:
        ada = await home.join("Ada")
        big = Picture("board.png", "big", BOARD.png + bytes(8_000_000))
        await home.post("Turn 1", "g-1", pictures=(big,))
        (post,) = await ada.posts()
        await ada.socket.close()
        reader, writer = await asyncio.open_connection("127.0.0.1", home.port, limit=64)
        address = post["pictures"][0]["src"]
        writer.write(f"GET {address} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
        assert await reader.read(12) == b"HTTP/1.1 200"
        await home.until(lambda: home.open_connections == 0)
        writer.close()
