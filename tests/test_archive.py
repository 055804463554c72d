"""Pictures of earlier moves: drawn again from the log, the same as they were posted, and stored nowhere."""

import json
import sqlite3
from collections.abc import AsyncIterator, Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from bot.model.identity import Chat
from bot.model.message import Picture, PictureSource
from bot.model.settings import ChatSettings
from bot.store import Entry
from bot.web.platform import LocalPlatform
from tests.local_session import Tab, anyone
from tests.scenario import MEMORY_CHAT, FakeClock, Scenario, open_scenario
from tests.stores import DATABASES

OLD_POST = {
    "text": "Anna draws 2 cards.",
    "pictures": [
        {
            "src": "/picture/near.png",
            "alt": "Near.",
            "width": 640,
            "height": 400,
            "whole": {"src": "/picture/whole.png", "alt": "The board.", "width": 1600, "height": 1280},
        },
        {"src": "/picture/score.png", "alt": "The score.", "width": 800, "height": 600},
    ],
    "buttons": [],
    "files": [],
}
"""A post as a program of revision 0004 wrote it."""


@pytest.fixture
async def played(tmp_path: Path) -> AsyncIterator[Scenario]:
    """A game that has been played to its end."""
    async with open_scenario(tmp_path, boards="isle") as scenario:
        participants = await scenario.in_play("Anna", "Boris", game="isle")
        await scenario.store.chats.change_settings(MEMORY_CHAT, ChatSettings(chosen={"pictures": "both"}))
        await scenario.play_to_the_end(*participants)
        yield scenario


def posted(scenario: Scenario) -> list[Picture]:
    return [picture for post in scenario.platform.posts for picture in post.pictures]


def sources(pictures: Sequence[Picture]) -> list[PictureSource]:
    return [picture.source for picture in pictures if picture.source]


async def test_every_posted_picture_is_drawn_again_the_same_also_after_a_restart(
    played: Scenario, tmp_path: Path
) -> None:
    pictures = posted(played)
    assert {source.kind for source in sources(pictures)} == {"map", "board", "closeup", "score"}
    assert len(sources(pictures)) == len(pictures) > 8
    for picture in pictures:
        assert picture.source
        assert await played.host.dispatcher.archive.png(picture.source) == picture.png
    (score,) = [picture for picture in pictures if picture.source and picture.source.kind == "score"]
    for earlier in ("final", "chart"):
        assert score.source
        assert await played.host.dispatcher.archive.png(replace(score.source, kind=earlier)) == score.png
    await played.stop()
    await played.store.close()
    async with open_scenario(tmp_path, boards=tmp_path / "boards") as again:
        for picture in pictures:
            assert picture.source
            assert await again.host.dispatcher.archive.png(picture.source) == picture.png


async def test_a_private_picture_has_no_source(played: Scenario) -> None:
    private = [picture for dms in played.platform.dms.values() for dm in dms for picture in dm.pictures]
    assert {"hand.png", "tickets.png"} <= {picture.name for picture in private}
    assert sources(private) == []


async def test_a_log_is_read_once_for_many_pictures_of_its_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with open_scenario(tmp_path) as scenario:
        participants = await scenario.in_play("Anna", "Boris")
        for turn in range(40):
            for _ in range(2):
                await participants[turn % 2].says("/draw deck")
            await scenario.settle()
        wanted = [picture for picture in posted(scenario) if picture.name == "board.png"]
    reads: list[str] = []
    async with open_scenario(tmp_path) as again:
        read = again.store.log.read

        async def counted(game: str, after: int = 0) -> tuple[Entry, ...]:
            reads.append(game)
            return await read(game, after)

        monkeypatch.setattr(again.store.log, "read", counted)
        for picture in reversed(wanted):
            assert picture.source
            assert await again.host.dispatcher.archive.png(picture.source) == picture.png
        assert wanted[0].source
        nobody = await again.host.dispatcher.archive.png(wanted[0].source, lambda: False)
        assert nobody is None, "who asked for it has gone"
    assert len(wanted) > 40
    assert len(reads) < len(wanted) / 4, "each reads on from a snapshot, or from the picture before"


async def test_what_cannot_be_drawn_is_no_picture(played: Scenario, caplog: pytest.LogCaptureFixture) -> None:
    old, drawn = played.host.dispatcher.archive, sources(posted(played))
    source = next(each for each in drawn if each.kind == "board")
    assert await old.png(PictureSource("board", "nowhere", 7)) is None
    assert await old.png(PictureSource("board", source.game, 100_000)) is None
    assert await old.png(PictureSource("board", source.game, 0)) is None
    assert await old.png(PictureSource("board", source.game, 1)) is None, "there is only a lobby"
    assert await old.png(PictureSource("score", source.game, source.seq)) is None, "it is not over"
    assert await old.png(PictureSource("board", source.game, source.seq, "xx")) is not None
    entry = Entry(1, played.clock.now(), "", "", "Wormhole", 1, "{}")
    await played.store.log.open_game("broken", "?", "", [entry], Chat("hall", "elsewhere"))
    assert await old.png(PictureSource("board", "broken", 1)) is None


async def test_pictures_of_an_earlier_program_are_drawn_again(tmp_path: Path) -> None:
    connection = sqlite3.connect(tmp_path / "scenario.db")
    connection.executescript((DATABASES / "v0001.sql").read_text(encoding="utf-8"))
    at = "2026-03-01T18:00:00.000000+00:00"
    connection.execute("INSERT INTO channels VALUES ('local', 'table', 'Table', 'local:ada', ?)", [at])
    for number, (key, data) in enumerate([("aaaaac-44", OLD_POST), ("talk.1", {"text": "/picture/x"})], 1):
        row = ["local", "table", number, key, at, json.dumps(data)]
        connection.execute("INSERT INTO posts VALUES (?, ?, ?, ?, ?, ?)", row)
    for name in ("near", "whole"):
        connection.execute("INSERT INTO pictures VALUES (?, 'local', 'table', 1, ?)", [name, bytes(1000)])
    connection.commit()
    connection.close()
    async with open_scenario(tmp_path) as scenario, anyone() as session:
        assert await scenario.store.page.picture("near") == PictureSource("closeup", "aaaaac", 44)
        assert await scenario.store.page.picture("whole") == PictureSource("board", "aaaaac", 44)
        assert await scenario.store.page.picture("score") == PictureSource("score", "aaaaac", 44)
        page = LocalPlatform(scenario.store, FakeClock(), port=0)
        url = await page.start(scenario.host.dispatcher)
        tab = Tab(await session.ws_connect(f"{url}/chat", origin=url), "t" * 43)
        await tab.ask("hello", token=tab.token)
        await tab.take_name("Ada")
        assert [post["text"] for post in await tab.enter()] == ["Anna draws 2 cards.", "/picture/x"]
        for name, status in (("near", 200), ("whole", 200), ("score", 404), ("guess", 404)):
            async with session.get(f"{url}/picture/{name}.png") as response:
                assert response.status == status, name
        await page.stop()


async def test_a_database_keeps_no_picture_and_no_private_answer(tmp_path: Path) -> None:
    async with open_scenario(tmp_path) as scenario, anyone() as session:
        page = LocalPlatform(scenario.store, FakeClock(), port=0)
        scenario.host.add_platform(page)
        url = await page.start(scenario.host.dispatcher)
        tabs = []
        for name in ("Ada", "Bob"):
            tab = Tab(await session.ws_connect(f"{url}/chat", origin=url), name[0].lower() * 43)
            await tab.ask("hello", token=tab.token)
            await tab.take_name(name)
            await tab.enter()
            tabs.append(tab)
        ada, bob = tabs
        await ada.answer("/new europe")
        await bob.answer("/join")
        await ada.say("/start")
        panel = await ada.receive("panel")
        while "—" not in panel["text"]:
            panel = await ada.receive("panel")
        (post, *_) = [one for one in await pictured(ada) if one["pictures"]]
        await page.stop()
        shown = post["pictures"][0]["src"]
        assert await scenario.store.page.picture(shown.removeprefix("/picture/").removesuffix(".png"))
    connection = sqlite3.connect(tmp_path / "scenario.db")
    kept = "\n".join(connection.iterdump())
    connection.close()
    tickets = [line for line in panel["text"].splitlines() if "—" in line]
    assert post["text"].splitlines()[0] in kept.replace("\\n", "\n")
    assert [line for line in tickets if line in kept] == []
    assert tickets
    assert "data:image" not in kept
    assert "X'" not in kept, "no bytes at all"


async def pictured(tab: Tab) -> list[dict[str, object]]:
    """The posts up to the first one with a picture."""
    posts: list[dict[str, object]] = []
    while not any(post["pictures"] for post in posts):
        posts += await tab.posts()
    return posts
