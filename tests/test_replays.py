"""Replays: a finished game turn by turn, for people of its chat and for everybody who has a link."""

import json
import re
from base64 import b64decode
from dataclasses import replace
from hashlib import sha256
from itertools import pairwise
from pathlib import Path
from typing import Any
from zlib import decompress

import pytest
from pydantic import SecretStr

from bot.commands.share import MOST_LINKS
from bot.configured_platforms import apps_of
from bot.model.identity import Person
from bot.settings import Settings
from bot.shown.archive import can_be_replayed, packed_replay, replay
from bot.shown.table_state import seen_by_all
from bot.telegram.platform import TelegramPlatform
from bot.text.i18n import phrases
from engine.cards import letters
from engine.network import completed
from tests.fakes.wire.patience import until
from tests.finished_games import RECORDS, recorded_steps
from tests.hosted_page import SHORT, Hosted, page_with_game, told_to_the_last
from tests.local_session import Tab, patched
from tests.memory_platform import MemoryPlatform
from tests.scenario import MEMORY_CHAT, Scenario, open_scenario

WITH_STATIONS = RECORDS[1]
"""A game in which a station completes a ticket."""

MOST_BYTES = 60_000
"""Of the replay of a whole game, as it is sent."""


def states(content: Any) -> list[Any]:
    """The table after each turn."""
    shown = [content["state"]]
    for turn in content["turns"][1:]:
        shown.append(patched(shown[-1], turn["patch"]))
    return shown


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.name.removesuffix(".json.gz"))
def test_every_recorded_game_is_replayed_to_its_score_and_is_small(path: Path) -> None:
    steps = recorded_steps(path)
    match = steps[-1].after
    packed = packed_replay(steps, phrases("ru"))
    assert len(packed) < MOST_BYTES
    content = json.loads(decompress(b64decode(packed)))
    shown = states(content)
    last, public = shown[-1], json.loads(json.dumps(seen_by_all(match, phrases("ru"))))
    assert {key: last[key] for key in public if key != "players"} == {
        key: value for key, value in public.items() if key != "players"
    }
    assert match.game is not None
    assert match.table is not None
    assert [turn["turn"] for turn in content["turns"][1:-1]] == [*range(1, match.table.turn + 1)]
    assert all(turn["text"] for turn in content["turns"])
    for seat, player in last["players"].items():
        assert player["hand"] == letters(match.game.hands[int(seat)])
        assert {*map(str, player["own"])} == {*last["sheet"][seat]["tickets"]}
        assert {*map(str, player["done"])} == {
            one for one, done in last["sheet"][seat]["tickets"].items() if done
        }
        assert player["total"] == match.table.sheet.seats[int(seat)].total if match.table.sheet else 0
    for state in shown:
        for player in state["players"].values():
            assert (len(player["hand"]), len(player["own"])) == (player["cards"], player["tickets"])


def test_a_ticket_counts_stations_from_the_moment_that_they_complete_it() -> None:
    """Not only at the end: each turn shows what the game would come to if it ended there."""
    steps = recorded_steps(WITH_STATIONS)
    content: Any = json.loads(json.dumps(replay(steps, phrases("en"))))
    helped, board = 0, steps[-1].after.board
    for state in states(content)[:-1]:
        for seat, player in state["players"].items():
            own = [board.route[id] for id, owner in state["routes"].items() if owner == int(seat)]
            borrowed = [board.route[id] for id in player["borrowed"]]
            tickets = [board.ticket[number] for number in player["own"]]
            assert all(state["routes"][id] not in (None, int(seat)) for id in player["borrowed"])
            assert player["done"] == [*completed([*own, *borrowed], tickets)]
            helped += len(player["done"]) > len(completed(own, tickets))
    assert helped


def test_each_turn_says_whose_it_was_and_what_changed() -> None:
    content: Any = json.loads(json.dumps(replay(recorded_steps(RECORDS[0]), phrases("en"))))
    first, *turns, end = content["turns"]
    assert set(first) == {"text"}
    seats, players = [turn["seat"] for turn in turns], len(content["state"]["players"])
    assert all((seat + 1) % players == following for seat, following in pairwise(seats))
    claims = [turn for turn in turns if "routes" in turn["patch"]]
    assert len(claims) == len(states(content)[-1]["routes"])
    assert all("claims" in turn["text"] for turn in claims)
    assert end["text"].startswith("The game is over.")


@pytest.mark.parametrize("moves", [0, 30, 31, 32])
def test_an_aborted_game_is_replayed_without_hands_and_tickets(moves: int) -> None:
    steps = recorded_steps(RECORDS[0], moves, aborted=True)
    content: Any = json.loads(json.dumps(replay(steps, phrases("en"))))
    assert content["aborted"] is True
    for state in states(content):
        for player in state["players"].values():
            assert not {"hand", "own", "done", "borrowed"} & set(player)
    assert "Anna ended the game without a result." in content["turns"][-1]["text"]


def test_a_game_that_goes_on_has_no_replay() -> None:
    steps = recorded_steps(RECORDS[0], 30)
    assert not can_be_replayed(steps[-1].after)
    with pytest.raises(ValueError, match="has not ended"):
        replay(steps, phrases("en"))


# On the page


async def asked(tab: Tab, **about: str) -> dict[str, Any]:
    """What a tab is sent for a replay."""
    await tab.ask("replay", **about)
    return (await tab.receive_until("replay", "no-replay", "answer"))[-1]


async def shared(tab: Tab, game: str) -> str:
    """The token of a new link."""
    await tab.ask("press", code=f"{game}.0.share")
    told = (await tab.receive("answer"))["text"]
    found = re.search(r"/replay#([\w-]+)$", told)
    assert found, told
    return found[1]


async def stranger(page: Hosted) -> Tab:
    """A tab that has said nothing yet."""
    return Tab(await page.session.ws_connect(f"{page.url}/chat", origin=page.url), "")


async def test_a_game_of_the_channel_is_replayed_to_its_people_and_nowhere_else(tmp_path: Path) -> None:
    async with page_with_game(tmp_path) as (page, game):
        carla, dora = await page.tab("Carla"), await page.tab("Dora", "elsewhere")
        told = await asked(carla, game=game)
        content = json.loads(decompress(b64decode(told["packed"])))
        assert (content["game"], content["state"]["language"]) == (game, "en")
        assert len(states(content)[-1]["sheet"]) == 2
        problem = "This game has no replay here: it goes on, or cannot be read."
        for wrong in (await asked(dora, game=game), await asked(carla, game="nothing")):
            assert wrong == {"kind": "no-replay", "problem": problem}
        nobody = await asked(await stranger(page), game=game)
        assert nobody["text"] == "Choose a name first."


async def test_nothing_is_replayed_before_the_end(tmp_path: Path) -> None:
    async with page_with_game(tmp_path, 20) as (page, game):
        carla = await page.tab("Carla")
        assert (await asked(carla, game=game))["kind"] == "no-replay"
        await carla.ask("press", code=f"{game}.0.share")
        assert (await carla.receive("answer"))["text"].startswith("Only the host of the game")


async def test_a_link_opens_the_replay_to_everybody_until_it_is_withdrawn(tmp_path: Path) -> None:
    async with page_with_game(tmp_path) as (page, game):
        carla, dora, olga = [await page.tab(name) for name in ("Carla", "Dora", "Olga")]
        tokens = {name: await shared(tab, game) for name, tab in (("Carla", carla), ("Dora", dora))}
        assert all(len(token) >= 32 for token in tokens.values())
        for token in tokens.values():
            told = await asked(await stranger(page), token=token, language="ru")
            assert json.loads(decompress(b64decode(told["packed"])))["state"]["language"] == "ru"
        await carla.ask("press", code=f"{game}.0.share off")
        assert (await carla.receive("answer"))["text"].startswith("One link to this replay was withdrawn.")
        visitor = await stranger(page)
        for token in (tokens["Carla"], tokens["Dora"][:-1], "", "x" * 5000):
            told = await asked(visitor, token=token)
            assert told["problem"].startswith("This link opens no replay:")
        assert (await asked(visitor, token=tokens["Dora"]))["kind"] == "replay"
        await olga.ask("press", code=f"{game}.0.share off")
        assert (await olga.receive("answer"))["text"].startswith("One link to this replay was withdrawn.")
        assert (await asked(visitor, token=tokens["Dora"]))["kind"] == "no-replay"


async def test_only_the_digest_of_a_link_is_kept_and_each_person_has_few(tmp_path: Path) -> None:
    async with page_with_game(tmp_path) as (page, game):
        carla = await page.tab("Carla")
        tokens = [await shared(carla, game) for _ in range(MOST_LINKS)]
        assert len(set(tokens)) == MOST_LINKS
        await carla.ask("press", code=f"{game}.0.share")
        full = (await carla.receive("answer"))["text"]
        assert full == "You have made 10 links to this replay. Use one of them, or withdraw them first."
        kept = page.host.repository.store.database.path.read_bytes()
        kept += page.host.repository.store.database.path.with_name("page.db-wal").read_bytes()
        assert sha256(tokens[0].encode()).hexdigest().encode() in kept
        assert not any(token.encode() in kept for token in tokens)


async def test_a_link_opens_nothing_where_the_operator_denies_the_home_of_the_game(tmp_path: Path) -> None:
    async with page_with_game(tmp_path, denied_places="local:table") as (page, game):
        digest = sha256(b"t" * 32).hexdigest()
        store = page.host.repository.store
        assert await store.page.link_replay(digest, game, Person("local", "x"), 1)
        assert (await asked(await stranger(page), token="t" * 32))["kind"] == "no-replay"
        assert await store.page.linked_replay(digest) == game


async def test_a_link_to_an_aborted_game_shows_no_hand(tmp_path: Path) -> None:
    async with page_with_game(tmp_path, 30, aborted=True) as (page, game):
        digest, store = sha256(b"t" * 32).hexdigest(), page.host.repository.store
        await store.page.link_replay(digest, game, Person("local", "x"), 1)
        told = await asked(await stranger(page), token="t" * 32)
        content = json.loads(decompress(b64decode(told["packed"])))
        assert [sorted(set(one) & {"hand", "own"}) for one in content["state"]["players"].values()] == [
            [],
            [],
        ]


# In chats


@pytest.mark.parametrize("site", [None, "https://trains.example"])
async def test_a_chat_is_offered_a_link_where_a_site_shows_replays(tmp_path: Path, site: str | None) -> None:
    steps = recorded_steps(SHORT)
    folder, game = tmp_path / "home", steps[0].after.id
    await told_to_the_last(folder / "scenario.db", steps, MEMORY_CHAT)
    platform = MemoryPlatform()
    platform.limits = replace(platform.limits, replays_at=site)
    async with open_scenario(folder, platform=platform) as scenario:
        await until(lambda: bool(platform.posts) and "The game is over." in platform.posts[-1].text)
        codes = [button.code for row in platform.posts[-1].buttons for button in row]
        assert (f"{game}.0.share" in codes) == (site is not None)
        carla = await scenario.add_player("Carla")
        told = await carla.presses_code(f"{game}.0.share")
        if site is None:
            assert told == "This game is over, so no other chat can show it now."
            return
        found = re.search(r"https://trains\.example/replay#([\w-]{32,})$", told)
        assert found
        replays = scenario.host.dispatcher.archive
        assert await replays.shared_replay(found[1], phrases("en"))
        assert "One link" in await carla.presses("Withdraw my links")
        assert await replays.shared_replay(found[1], phrases("en")) is None


async def test_the_site_of_the_board_is_the_one_that_links_lead_to(scenario: Scenario) -> None:
    chats = TelegramPlatform(SecretStr("1:x"), scenario.host.repository.clock)
    address = "https://trains.example/"
    own = Settings(_env_file=None, telegram_token=SecretStr("1:x"), app_address=address)
    assert chats.limits.replays_at is None
    assert apps_of(own, [chats], scenario.host.repository)
    assert chats.limits.replays_at == "https://trains.example"
    assert TelegramPlatform.limits.replays_at is None
