"""The table on the page's socket: whole at first, then differences, and no secret of another player."""

import asyncio
import json
import re
from collections.abc import AsyncIterator, Mapping, Sequence
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from bot.matches.match import LogEvent, Step
from bot.matches.roster import Status
from bot.model.call import Asker
from bot.model.identity import Chat, Person
from bot.model.message import Message
from bot.outbox.sections import split_into_posts
from bot.shown.table_state import difference
from bot.store import Post, Store
from bot.web.protocol import line_of
from bot.web.tab import part_before
from engine.chance import Chance
from engine.computers import COMPUTERS
from engine.game import TakeTurn
from engine.notation import line
from engine.view import view_for
from tests.fakes.wire.patience import until
from tests.hosted_page import Hosted, hosted_page
from tests.local_session import Tab, patched, state_after
from tests.scenario import FakeClock, FakePictures
from tests.secrecy_scenarios import Observed, only_boris_sees_a_difference, prepared

TABLE = Chat("local", "table")

MOST_BYTES = 3_000
"""Of what a browser is sent about a turn of another player."""

LOOKS = "/hand", "/tickets", "/draw", "/claim", "/log", "/board", "/scores"

MOVES = 70
"""Of both players: they end before a second deck is shuffled."""


@pytest.fixture
async def page(tmp_path: Path, clock: FakeClock) -> AsyncIterator[Hosted]:
    async with hosted_page(tmp_path, clock) as one:
        yield one


async def seated(page: Hosted, *names: str, board: str = "europe") -> list[Tab]:
    """Tabs that draw the table, at a game that has begun."""
    tabs = [await page.tab(name, table=True) for name in names]
    await tabs[0].answer(f"/new {board}")
    for tab in tabs[1:]:
        await tab.answer("/join")
    await tabs[0].answer("/start")
    return tabs


async def entered(tab: Tab) -> list[dict[str, Any]]:
    """What a tab is sent that enters the channel and draws the table."""
    await tab.ask("enter", channel="table", after=0, table=True)
    return [await tab.receive("table"), *await tab.receive_until("panel")]


async def caught_up(
    page: Hosted, tab: Tab, frames: list[dict[str, Any]], state: Any
) -> tuple[list[dict[str, Any]], Any]:
    """What a tab is sent until it draws the table as it is now, and the table."""
    fresh = json.loads(json.dumps(await page.host.dispatcher.table(Asker(tab.person, TABLE))))
    while (drawn := state_after(frames, state)) != fresh:
        frames = [*frames, *await tab.received_so_far()]
    return frames, drawn


async def newcomer(page: Hosted, name: str) -> Tab:
    """A tab that has been shown everything."""
    tab = await page.tab(name)
    await tab.receive("panel")
    return tab


async def game_of(page: Hosted) -> str:
    game = await page.host.dispatcher.directory.shown_in(TABLE)
    assert game is not None
    return game


async def posted(page: Hosted) -> None:
    """Wait until the channel has the posts of all turns that are over."""
    store, game = page.host.repository.store, await game_of(page)
    match = await page.host.repository.read(game)
    assert match.game is not None

    async def is_posted() -> bool:
        return (await store.outbox.bookmarks(game))[TABLE] == match.seq

    if isinstance(match.game.table.decisions[match.waiting_for[0]], TakeTurn):
        await until(is_posted, "no post")


async def play_next(page: Hosted, tabs: Mapping[str, Tab]) -> tuple[str, list[dict[str, Any]]]:
    """Play the next decision as an easy computer would: the player's name, and what their tab is sent."""
    match = await page.host.repository.read(await game_of(page))
    assert match.game is not None
    seat = match.waiting_for[0]
    view = view_for(match.game, seat)
    assert view.decision is not None
    action = COMPUTERS["easy"](view, Chance(f"{match.seq:064x}"))
    tab = tabs[match.roster.names[seat]]
    await tab.ask("press", code=f"{match.id}.{view.decision.revision}.{line(action)}")
    return match.roster.names[seat], await tab.receive_until("answer")


def test_a_difference_turns_one_state_into_the_other() -> None:
    before = {"row": "RGB", "seat": 1, "routes": {"a--b": 0}, "me": {"hand": "K", "offer": [1, 2]}}
    after = {"row": "RGL", "routes": {"a--b": 0, "b--c": 1}, "me": {"hand": "K", "offer": []}, "over": False}
    patch = difference(before, after)
    assert patch == {
        "row": "RGL", "seat": None, "routes": {"b--c": 1}, "me": {"offer": []}, "over": False
    }  # fmt: skip
    assert patched(before, patch) == after
    assert difference(after, after) == {}


async def test_page_that_draws_the_table_is_not_sent_the_hand_in_words(page: Hosted) -> None:
    """It was half of all that such a page was sent."""
    anna, _ = await seated(page, "Anna", "Bob")
    *_, panel = await entered(anna)
    assert panel["called"]
    assert not panel["text"]


async def test_where_no_game_is_shown_the_page_is_told_what_can_be_played(page: Hosted) -> None:
    state = state_after(await entered(await newcomer(page, "Anna")))
    assert state["stage"] == "empty"
    boards = {board["id"]: [one["id"] for one in board["variants"]] for board in state["boards"]}
    assert boards["europe"][0] == "europe"
    assert {"easy", "normal", "hard"} <= {level["id"] for level in state["levels"]}


async def test_where_the_operator_denies_a_channel_no_table_is_sent(tmp_path: Path, clock: FakeClock) -> None:
    async with hosted_page(tmp_path, clock, denied_places="local:table") as page:
        anna = await newcomer(page, "Anna")
        await anna.ask("enter", channel="table", after=0, table=True)
        await anna.ask("say", text="/scores")
        kinds = {frame["kind"] for frame in await anna.receive_until("answer")}
        assert kinds & {"table", "change"} == set()
        assert await page.host.dispatcher.table(Asker(anna.person, TABLE)) is None


async def test_earlier_posts_have_no_pictures_for_a_page_that_draws_the_table(page: Hosted) -> None:
    anna, _ = await seated(page, "Anna", "Boris")
    await entered(anna)
    await until(lambda: page.host.repository.store.page.posts(TABLE), "no post comes")
    await anna.ask("older", channel="table", before=99)
    posts = (await anna.receive("older"))["posts"]
    assert posts
    assert [post["pictures"] + post["buttons"] for post in posts] == [[]] * len(posts)


async def test_a_player_sees_their_own_hand_and_a_spectator_none(page: Hosted) -> None:
    anna, _ = await seated(page, "Anna", "Boris")
    match = await page.host.repository.read(await game_of(page))
    assert match.game is not None
    own = state_after(await entered(anna))
    foreign = state_after(await entered(await newcomer(page, "Carla")))
    assert own["me"]["decision"] == "choose-tickets"
    assert own["me"]["offer"] == list(match.game.offers[0])
    assert len(own["me"]["hand"]) == 4
    assert "me" not in foreign
    assert [one["cards"] for one in foreign["players"].values()] == [4, 4]


async def test_a_single_card_that_a_player_takes_is_seen_by_the_others_before_the_turn_ends(
    page: Hosted,
) -> None:
    tabs = dict(zip(("Anna", "Boris"), await seated(page, "Anna", "Boris"), strict=True))
    for _ in tabs:
        await play_next(page, tabs)
    match = await page.host.repository.read(await game_of(page))
    assert match.game is not None
    seat = match.waiting_for[0]
    decision, name = match.game.table.decisions[seat], match.roster.names[seat]
    assert decision is not None
    [other] = [tab for player, tab in tabs.items() if player != name]
    state = before = state_after(await entered(other))
    await tabs[name].ask("press", code=f"{match.id}.{decision.revision}.draw deck")
    while state["deck"] == before["deck"]:
        state = state_after([await other.receive("change")], state)
    cards = [each["players"][str(seat)]["cards"] for each in (before, state)]
    assert cards[1] == cards[0] + 1
    assert state["me"] == before["me"]


async def test_another_players_turn_is_under_3_kb_and_the_differences_add_up(
    page: Hosted, clock: FakeClock
) -> None:
    anna, boris = await seated(page, "Anna", "Boris")
    tabs = {"Anna": anna, "Boris": boris}
    for _ in tabs:
        await play_next(page, tabs)
    await posted(page)
    state, turns = state_after(await entered(anna)), [0]
    await anna.received_so_far()
    for _ in range(MOVES // 2):
        await clock.move_on(timedelta(seconds=2))
        name, own = await play_next(page, tabs)
        await posted(page)
        frames = [*(own if name == "Anna" else ()), *await anna.received_so_far()]
        frames, state = await caught_up(page, anna, frames, state)
        sent = sum(len(line_of(frame["kind"], frame)) for frame in frames)
        turns = [*turns, 0] if name == "Anna" else [*turns[:-1], turns[-1] + sent]
    assert 0 < max(turns) < MOST_BYTES, turns
    fresh = await page.host.dispatcher.table(Asker(anna.person, TABLE))
    assert state_after(await anna.received_so_far(), state) == json.loads(json.dumps(fresh))


async def test_the_lines_of_a_decision_are_those_that_the_engine_offers(page: Hosted) -> None:
    anna, boris = await seated(page, "Anna", "Boris")
    tabs = {"Anna": anna, "Boris": boris}
    for _ in range(2):
        await play_next(page, tabs)
    match = await page.host.repository.read(await game_of(page))
    name = match.roster.names[match.waiting_for[0]]
    state: Any = await page.host.dispatcher.table(Asker(tabs[name].person, TABLE))
    me = state["me"]
    assert me["decision"] == "take-turn"
    assert {"draw deck", "draw tickets", f"draw 1{state['row'][0]}"} <= set(me["actions"])
    assert set(me["payable"].values()) <= {way for ways in me["ways"].values() for way in ways}
    rival = tabs["Boris" if name == "Anna" else "Anna"].person
    other: Any = await page.host.dispatcher.table(Asker(rival, TABLE))
    assert (other["me"]["decision"], other["me"]["actions"]) == ("none", [])


# The files of a board


async def test_a_board_is_sent_once_as_shapes_and_as_one_painted_map(page: Hosted) -> None:
    edition = page.host.repository.boards.by_id["europe"].edition
    async with page.session.get(f"{page.url}/board/{edition}/ru.json") as response:
        shapes, tag = await response.json(), response.headers["ETag"]
    assert len(shapes["routes"]["athina--brindisi"]["cars"]) == 4
    assert shapes["cities"]["wien"]["name"] == "Вена"
    again = {"If-None-Match": tag}
    async with page.session.get(f"{page.url}/board/{edition}/ru.json", headers=again) as response:
        assert response.status == 304
    maps = {}
    for name in (shapes["map"], "en.webp", "map.webp"):
        async with page.session.get(f"{page.url}/board/{edition}/{name}") as response:
            body = maps[name] = await response.read()
        assert (response.content_type, body[8:12]) == ("image/webp", b"WEBP")
        assert len(body) < 400_000
    assert maps["map.webp"] == maps["en.webp"] != maps["ru.webp"]


@pytest.mark.parametrize("name", ["tlh.json", "tlh.webp", "map.png", "..", "en.json/x", ""])
async def test_no_other_file_of_a_board_is_served(page: Hosted, name: str) -> None:
    edition = page.host.repository.boards.by_id["europe"].edition
    for path in (f"{edition}/{name}", "0000/en.json"):
        async with page.session.get(f"{page.url}/board/{path}") as response:
            assert response.status == 404


# Secrets


async def moves_of_a_game(folder: Path, clock: FakeClock) -> Sequence[Step]:
    """The steps of a game of Anna and Boris."""
    await asyncio.to_thread(folder.mkdir)
    async with hosted_page(folder, clock) as page:
        anna, boris = await seated(page, "Anna", "Boris")
        for _ in range(MOVES):
            await clock.move_on(timedelta(seconds=2))
            await play_next(page, {"Anna": anna, "Boris": boris})
        match = await page.host.repository.read(await game_of(page))
        assert match.roster.status is Status.RUNNING
        return await page.host.repository.steps(match.id, 0)


async def told_of(folder: Path, story: Sequence[Step], facts: Sequence[LogEvent]) -> Observed:
    """Every byte that the browsers of Anna, Boris and Carla, who looks on, are sent."""
    await prepared(folder / "page.db", story, facts, TABLE)
    clock = FakeClock()
    async with await Store.open(f"sqlite:///{folder / 'page.db'}") as store:
        await store.page.open_channel(TABLE, "Table", Person("local", "x"), clock.now())
    async with hosted_page(folder, clock) as page:
        await until(lambda: _all_is_posted(page), "the posts do not come")
        sent: dict[str, list[object]] = {}
        posts: list[object] = []
        for name in ("Anna", "Boris", "Carla"):
            tab = await newcomer(page, name)
            posts = [*map(_unnamed, (await page.host.repository.store.page.posts(TABLE)))]
            frames = await entered(tab)
            for text in LOOKS:
                await tab.ask("say", text=text)
                frames += await tab.receive_until("answer")
            assert any(frame["kind"] == "table" for frame in frames)
            sent[name] = [_unnamed(frame) for frame in frames if frame["kind"] != "channels"]
        return Observed(posts, sent["Carla"], sent["Anna"], sent["Boris"])


async def _all_is_posted(page: Hosted) -> bool:
    match = await page.host.repository.read(await game_of(page))
    told = (await page.host.repository.store.outbox.bookmarks(match.id)).get(TABLE, 0)
    return not split_into_posts(await page.host.repository.steps(match.id, told))


def _unnamed(frame: object) -> str:
    """A frame as it was sent, without the addresses of pictures, which are drawn by lot."""
    text = frame.data if isinstance(frame, Post) else json.dumps(frame, sort_keys=True)
    return re.sub(r"/picture/[\w-]+\.png", "", text)


async def test_no_byte_that_a_browser_is_sent_depends_on_the_secrets_of_another(
    tmp_path: Path, clock: FakeClock
) -> None:
    story = await moves_of_a_game(tmp_path / "first", clock)

    async def told(name: str, facts: Sequence[LogEvent]) -> Observed:
        return await told_of(tmp_path / name, story, facts)

    await only_boris_sees_a_difference(story, told)


def test_an_answer_leaves_out_a_panel_that_is_out_of_date() -> None:
    answer = Message("Yours.\n\nLast round.\n\nA card.", as_of=(0, 5), panel_of="game", lead="Yours.")
    panel = Message("The game is over.\n\nA card.", as_of=(0, 9), panel_of="game")
    assert part_before(answer, panel) == "Yours."
    assert part_before(answer, replace(panel, panel_of="other")) == "Yours.\n\nLast round."


async def test_nothing_is_drawn_for_a_page_that_draws_the_table(page: Hosted) -> None:
    tabs = await seated(page, "Ada", "Bob")
    for tab in tabs:
        await tab.answer("/keep all")
    for _ in range(2):
        await tabs[0].answer("/draw deck")
    store = page.host.repository.store
    game = await store.chats.game_in(TABLE) or ""

    async def all_told() -> bool:
        return set((await store.outbox.bookmarks(game)).values()) == {await store.log.last_seq(game)}

    await until(all_told)
    pictures = page.host._pictures
    assert isinstance(pictures, FakePictures)
    assert pictures.drawn == []
