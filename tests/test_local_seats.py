"""On the page, over its socket: nobody takes a seat by force, and nobody hears of a game of others."""

from collections.abc import AsyncIterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from engine.view import view_for
from tests.hosted_page import Hosted, hosted_page, in_the_cellar
from tests.local_session import Tab
from tests.scenario import FakeClock
from tests.situations import NOBODYS, UNKNOWN

LOOKS = "hand", "tickets", "board", "scores", "log", "join", "leave yes", "abort yes", "draw deck", "keep 1,2"


@pytest.fixture
async def page(tmp_path: Path, clock: FakeClock) -> AsyncIterator[Hosted]:
    async with hosted_page(tmp_path, clock) as one:
        yield one


async def hand_of_bob(page: Hosted, game: str) -> tuple[tuple[str, ...], tuple[int, ...]]:
    """The names of Bob's tickets as panels write them, and his cards."""
    match = await page.host.repository.read(game)
    assert match.game is not None
    view = view_for(match.game, 1)
    ticket, city = match.board.ticket, match.board.city
    ends = [(ticket[number].a, ticket[number].b) for number in (*view.tickets, *view.offer)]
    return tuple(f"{city[a].name} — {city[b].name}" for a, b in ends), view.hand


async def pressed(tab: Tab, code: str) -> list[dict[str, Any]]:
    await tab.ask("press", code=code)
    return await tab.receive_until("answer")


async def test_a_seat_is_not_taken_by_replacing_and_joining_with_another_tab(
    page: Hosted, clock: FakeClock
) -> None:
    anna, bob, cellar, game = await in_the_cellar(page)
    mallory = await page.tab("Mallory", cellar)
    assert "computer" in await anna.answer("/replace Bob")
    tickets, _ = await hand_of_bob(page, game)
    assert tickets
    for wait, hours in ((timedelta(), "24 more hours"), (timedelta(hours=23), "1 more hour")):
        await clock.move_on(wait)
        assert hours in await mallory.answer("/join")
    await mallory.ask("press", code=f"{game}.0.join")
    assert "1 more hour" in (await mallory.receive("answer"))["text"]
    for word in ("hand", "tickets", "draw deck", "mark 1", "keep 1,2"):
        for code in (f"{game}.0.{word}", f"{game}.{await revision(page, game)}.{word}"):
            seen = str(await pressed(mallory, code))
            assert not any(ticket in seen for ticket in tickets), code
    assert (await page.host.repository.read(game)).roster.names == ("Anna", "Bob")
    assert await bob.answer("/join") == "Welcome back! You are playing again."
    assert await mallory.answer("/join") == "All seats are taken, but you are welcome to watch."


async def revision(page: Hosted, game: str) -> int:
    return (await page.host.repository.read(game)).seq


async def test_a_frame_of_a_stranger_about_a_game_elsewhere_is_answered_as_about_none(
    page: Hosted, clock: FakeClock
) -> None:
    anna, _, _, game = await in_the_cellar(page)
    await anna.answer("/options")
    eve = await page.tab("Eve")
    for word in LOOKS:
        for number in (0, await revision(page, game)):
            await clock.move_on(timedelta(seconds=2))  # who asks too fast has to wait
            unknown = (await pressed(eve, f"{NOBODYS}.{number}.{word}"))[-1]
            assert (await pressed(eve, f"{game}.{number}.{word}"))[-1] == unknown, word
            assert unknown["text"] == UNKNOWN
    await clock.move_on(timedelta(minutes=1))
    for line in ("/restore {}", "/follow {}", "/follow {}-aaaaaaaa"):
        assert await eve.answer(line.format(game)) == await eve.answer(line.format(NOBODYS)), line
    for text in ("/hand", "/claim ", f"/restore {game[:3]}", f"/follow {game[:3]}"):
        await eve.ask("complete", text=text, id=1)
        assert game not in str(await eve.receive("completions"))
    assert (await page.host.repository.read(game)).roster.names == ("Anna", "Bob")


async def test_the_token_of_another_tab_is_all_that_makes_a_person(page: Hosted) -> None:
    """A frame cannot name somebody else: not in a field, and not by taking their name."""
    _, bob, cellar, game = await in_the_cellar(page)
    eve = await page.tab("Eve", cellar)
    tickets, _ = await hand_of_bob(page, game)
    for key, value in (("person", bob.me["id"]), ("me", bob.me), ("id", bob.me["id"]), ("token", bob.token)):
        await eve.ask("press", code=f"{game}.0.hand", **{key: value})
        seen = str(await eve.receive_until("answer"))
        assert not any(ticket in seen for ticket in tickets), key
    await eve.ask("name", name="Bob")
    seen = str(await pressed(eve, f"{game}.0.hand"))
    assert not any(ticket in seen for ticket in tickets)
