"""Fair cards: a secret that is sealed before anybody joins, and what everybody contributes to the seed."""

import hashlib
import hmac
import json
import logging
import re
from dataclasses import replace
from pathlib import Path

import pytest

from bot.discord.layout import content_of
from bot.matches.match import Match, entries
from bot.matches.records import export
from bot.matches.roster import Status
from bot.matches.roster_events import GameOpened, PlayerJoined
from bot.model.message import Message
from bot.outbox.posts import post_of
from bot.outbox.recipients import PostStyle
from bot.store import Entry, RowUpdates
from bot.telegram.message_layout import post_layout
from bot.text.i18n import phrases
from engine.chance import colon_seal
from engine.documents.record import read_record
from engine.documents.verify import verify
from tests.discord_bot import DiscordBot
from tests.fakes.discord.guild import FakeGuild
from tests.fakes.discord.interactions import COMPLETION
from tests.local_session import EchoDispatcher, local_session
from tests.memory_platform import MemoryPlatform
from tests.narration import plain
from tests.scenario import (
    MEMORY_CHAT,
    FakePictures,
    Participant,
    Scenario,
    open_scenario,
    predictable_entropy,
)
from tests.telegram_bot import TelegramBot


async def lobby(scenario: Scenario, *names: str) -> list[Participant]:
    """A lobby; each request has the name of the person as its id."""
    first, *others = people = [await scenario.add_player(name) for name in names]
    await first.says("/new europe", request=f"new-{names[0]}")
    for person in others:
        await person.says("/join", request=f"join-{person.person.id}")
    await scenario.settle()
    return people


def hashed(request: str) -> str:
    """The id of a contribution, as RECORDS.md has it."""
    return hashlib.sha256(f"hall:{request}".encode()).hexdigest()[:16]


def seed_of(match: Match) -> str:
    """The seed of a game, worked out with the standard library as RECORDS.md has it."""
    pairs = [{"id": one.id, "word": one.word} for _, one in match.roster.contributions]
    message = json.dumps(pairs, sort_keys=True, separators=(",", ":"), ensure_ascii=True)
    return hmac.new(bytes.fromhex(match.roster.deck_secret), message.encode(), hashlib.sha256).hexdigest()


def small_print(scenario: Scenario) -> str:
    return plain(scenario.platform.posts[-1].details)


async def contributed(scenario: Scenario) -> list[tuple[str, str, str]]:
    """What everybody has contributed: the name, the id, the word."""
    roster = (await scenario.match()).roster
    return [(name, one.id, one.word) for name, one in roster.contributions]


# ---- the seal


async def test_the_seal_is_posted_when_the_lobby_opens(scenario: Scenario) -> None:
    await lobby(scenario, "Anna")
    match = await scenario.match()
    secret = match.roster.deck_secret
    assert re.fullmatch("[0-9a-f]{64}", secret)
    seal = hashlib.sha256(f"{match.id}/{secret}".encode()).hexdigest()
    (post,) = scenario.platform.posts
    assert plain(post.details) == (
        f"Proof of fair cards: seal {seal[:20]}…, contributions Anna {hashed('new-Anna')}. More: /seal"
    )
    assert seal not in post.text, "it stands after what matters"


async def test_the_secret_is_another_one_than_that_of_the_computers(scenario: Scenario) -> None:
    await lobby(scenario, "Anna")
    roster = (await scenario.match()).roster
    assert roster.secret != roster.deck_secret


async def test_the_seed_follows_from_the_secret_and_all_contributions(scenario: Scenario) -> None:
    anna, _ = await lobby(scenario, "Anna", "Boris")
    await anna.says("/start", request="start-now")
    match = await scenario.match()
    assert await contributed(scenario) == [
        ("Anna", hashed("new-Anna"), ""),
        ("Boris", hashed("join-boris"), ""),
        ("Anna", hashed("start-now"), ""),
    ]
    assert match.game is not None
    assert match.game.seed == seed_of(match)


async def deck(
    folder: Path, new: str = "n", join: str = "j", start: str = "s", word: str = "", entropy: int = 1
) -> str:
    """The deck of a game of Anna and Boris."""
    async with open_scenario(folder, draw=predictable_entropy(entropy)) as scenario:
        anna, boris = await scenario.add_player("Anna"), await scenario.add_player("Boris")
        await anna.says("/new europe", request=new)
        await boris.says(f"/join word:{word}" if word else "/join", request=join)
        await anna.says("/start", request=start)
        game = (await scenario.match()).game
        assert game is not None
        return game.deck


# ---- words


@pytest.mark.parametrize(
    "word", ["zug zug", "x" * 21, "<@5>", "@all", "a\u202eb", "a*b*", "…", "a\u200db", "e\u0301\u0302\u0303"]
)
async def test_a_word_is_letters_and_digits(scenario: Scenario, word: str) -> None:
    anna, boris = *await lobby(scenario, "Anna"), await scenario.add_player("Boris")
    refusal = "A word for the cards has at most 20 letters and digits, and no spaces."
    assert await boris.says(f"/join word:{word}") == refusal
    await anna.says("/computer")
    assert await anna.says(f"/start word:{word}") == refusal
    assert len((await scenario.match()).roster.holders) == 2


@pytest.mark.parametrize("typed", ["/start zug", "/start word:zug"])
async def test_a_word_at_the_start_takes_the_place_of_the_id(scenario: Scenario, typed: str) -> None:
    """An id that came with it could be made up by the program, which would make the word worthless."""
    anna, _ = await lobby(scenario, "Anna", "Boris")
    await anna.says(typed, request="an-id")
    assert (await contributed(scenario))[-1] == ("Anna", "", "zug")


# ---- what is public, and when


async def test_the_first_post_of_the_game_states_all_contributions_at_its_end(scenario: Scenario) -> None:
    anna, boris, carla = await lobby(scenario, "Anna", "Boris", "Carla")
    await carla.says("/leave")
    await anna.says("/start zug")
    await scenario.settle()
    post = scenario.platform.posts[-1]
    assert plain(post.details) == (
        f"Contributions to the cards: {hashed('new-Anna')}, {hashed('join-boris')}, "
        f"{hashed('join-carla')}, “zug”. More: /seal"
    )
    assert "All aboard!" in post.text
    await anna.says("/keep all")
    await boris.says("/keep all")
    await scenario.settle()
    assert scenario.platform.posts[-1].details == ""


QUESTIONS = (
    "/seal", "/log", "/scores", "/board", "/text", "/hand", "/tickets", "/record", "/why", "/options",
    "/share", "/games", "/help", "/check",
)  # fmt: skip


async def test_the_secret_is_nowhere_before_the_end(
    scenario: Scenario, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    anna, boris = await lobby(scenario, "Anna", "Boris")
    looker = await scenario.add_player("Lena")
    answers: list[Message] = []
    for typed in ("", "/start zug", "/keep all", "/draw deck", "/abort yes", "/restore"):
        for person in (anna, boris) if typed.startswith("/keep") else (anna,):
            await person.says(typed or "/seal")
            answers.append(person.answer)
        for person in (anna, boris, looker):
            for question in QUESTIONS:
                await person.says(question)
                answers.append(person.answer)
        await scenario.settle()
    match = await scenario.match()
    assert match.roster.status is Status.RUNNING
    assert match.game is not None
    said = [repr_of(one) for one in (*answers, *scenario.platform.posts, *sum_of(scenario.platform))]
    for secret in (match.roster.deck_secret, match.roster.secret, match.game.seed):
        assert [one for one in said if secret in one] == []
        assert secret not in caplog.text


def sum_of(platform: MemoryPlatform) -> list[Message]:
    return [message for messages in platform.dms.values() for message in messages]


def repr_of(message: Message) -> str:
    """Everything that is written in a message."""
    alts = [f"{picture.name} {picture.alt}" for picture in message.pictures]
    files = [f"{name} {text}" for name, text in message.documents]
    return " ".join((repr(message), message.text, message.details, message.brief, *alts, *files))


@pytest.mark.parametrize("language", ["en", "ru"])
async def test_the_details_fit_the_platforms(scenario: Scenario, language: str) -> None:
    """Five players with long names who gave long words, and some who left again."""
    names = [f"{letter * 38}" for letter in "ABCDE"]
    first, *others = people = [await scenario.add_player(name) for name in names]
    await first.says("/new europe", request="n")
    for person in others * 3:
        await person.says(f"/join word:{'Щ' * 20}", request="j")
        await person.says("/leave")
    for person in others:
        await person.says(f"/join word:{'Щ' * 20}", request="j")
    await people[0].says(f"/start {'Щ' * 20}")
    steps = await scenario.host.repository.steps((await scenario.match()).id, 0)
    begins = next(place for place, step in enumerate(steps) if step.after.roster.status is Status.RUNNING)
    for section in (steps[:begins], steps[begins:]):
        message = await post_of(section[-60:], PostStyle(phrases(language), FakePictures(), 900))
        assert message is not None
        assert message.details
        assert len(content_of(message)) <= 2000
        post = post_layout(replace(message, mentions=()), "game", phrases("en"))
        assert len(post.text.encode("utf-16-le")) // 2 <= (1024 if post.picture else 4096)
        assert post.text.endswith(message.details.replace("\u2068", "").replace("\u2069", "")[-20:])
        assert post.picture or section == steps[:begins], "the picture is not pushed out"


# ---- restarts, two programs, aborted games


async def test_an_aborted_lobby_keeps_its_seal_and_contributions(scenario: Scenario) -> None:
    anna, _ = await lobby(scenario, "Anna", "Boris")
    before = (await scenario.match()).roster
    await anna.says("/abort yes")
    await anna.says("/restore")
    after = (await scenario.match()).roster
    assert (after.seal, after.deck_secret, after.contributions) == (
        before.seal,
        before.deck_secret,
        before.contributions,
    )
    assert after.status is Status.LOBBY
    await anna.says("/start zug")
    match = await scenario.match()
    assert match.game is not None
    assert match.game.seed == seed_of(match)


# ---- games that an earlier version opened


async def old_lobby(scenario: Scenario) -> str:
    """A lobby of Anna and Boris as an earlier version has written it: without a secret, or contributions."""
    anna, boris = [await scenario.add_player(name) for name in ("Anna", "Boris")]
    board = scenario.host.repository.boards.by_id["shorteurope"]
    events = (
        GameOpened("shorteurope", board.edition, "europe", (), str(anna.person), "00" * 32),
        PlayerJoined(str(anna.person), "Anna", "red"),
        PlayerJoined(str(boris.person), "Boris", "blue"),
    )
    rows = [of_the_first_shape(row) for row in entries(0, events, scenario.clock.now())]
    text = scenario.host.repository.boards.text(board)
    updates = RowUpdates(seats={0: anna.person, 1: boris.person})
    await scenario.store.log.open_game("oldone", board.edition, text, rows, MEMORY_CHAT, updates)
    return "oldone"


def of_the_first_shape(row: Entry) -> Entry:
    data = json.loads(row.data)
    for later in ("seal", "deck_secret", "contribution"):
        data.pop(later, None)
    return replace(row, shape=1, data=json.dumps(data))


async def test_a_lobby_of_an_earlier_version_goes_on_as_it_was(
    short_boards: None, scenario: Scenario
) -> None:
    game = await old_lobby(scenario)
    anna, boris = await scenario.add_player("Anna"), await scenario.add_player("Boris")
    assert "An earlier version of the bot opened this game." in await anna.says("/seal")
    await anna.says("/start zug")
    await scenario.settle()
    match = await scenario.match()
    assert match.id == game
    assert match.game is not None
    assert match.roster.contributions == ()
    seal = hashlib.sha256(f"{game}:{match.game.seed}".encode()).hexdigest()
    assert small_print(scenario) == f"Proof of fair shuffling for game {game}: {seal[:20]}…"
    assert seal in await boris.says("/seal")
    await scenario.play_to_the_end(anna, boris)
    assert small_print(scenario) == ("The secret of the cards, and how to check it: /seal")
    shown = await anna.says("/seal")
    assert f"Seed to verify every shuffle: {match.game.seed}" in shown
    assert "--seal" not in shown, "verify refuses it for this format"
    record = read_record(await export(scenario.host.repository, game))
    assert (record.format, record.seal, record.seed) == (1, seal, match.game.seed)
    assert verify(record, match.board) is None


async def test_a_game_that_was_sealed_before_an_upgrade_ends_as_what_it_was_sealed_for(
    short_boards: None, scenario: Scenario, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as before:
        before.setattr("bot.commands.games.seal", colon_seal)
        anna, boris = await scenario.start_game("Anna", "Boris", game="shortusa")
    match = await scenario.match()
    secret, shown = match.roster.deck_secret, match.roster.seal
    assert shown == hashlib.sha256(f"{match.id}:{secret}".encode()).hexdigest()
    assert "It is the SHA-256 of the game, a colon and a secret." in await anna.says("/seal")
    await scenario.play_to_the_end(anna, boris)
    record = read_record(await export(scenario.host.repository, match.id))
    assert (record.format, record.seal, record.secret) == (2, shown, secret)
    assert verify(record, match.board) is None


# ---- records


async def test_the_record_has_secret_contributions_and_seats(short_boards: None, scenario: Scenario) -> None:
    anna, boris = await scenario.start_game("Anna", "Boris", game="shortusa")
    await scenario.play_to_the_end(anna, boris)
    match = await scenario.match()
    record = read_record(await export(scenario.host.repository, match.id))
    assert (record.format, record.seal, record.secret) == (3, match.roster.seal, match.roster.deck_secret)
    assert record.contributions == tuple(one for _, one in match.roster.contributions)
    assert [(one.seat, one.name, one.level) for one in record.seats] == [(0, "Anna", ""), (1, "Boris", "")]
    assert {one.since for one in record.seats} == {record.started}
    assert {one.until for one in record.seats} == {record.moves[-1].at}
    assert verify(record, match.board) is None


# ---- over the wire


async def test_discord_passes_the_ids_of_interactions(club: DiscordBot, fake_guild: FakeGuild) -> None:
    anna, boris = await club.add_players("Anna", "Boris")
    await anna.user.runs("/game new", board="usa")
    await boris.user.runs("/game join", word="Zug")
    await club.settle()
    match = await club.match()
    assert match.roster.seal[:20] in club.last.text.splitlines()[-1]
    assert club.last.text.splitlines()[-1].startswith("-# Proof of fair cards: ")
    await anna.user.presses("Start", on=club.last)
    await club.settle()
    acted = [one for one in fake_guild.server.interactions.all if one.kind != COMPLETION]
    ids = [hashlib.sha256(f"discord:{one.id}".encode()).hexdigest()[:16] for one in acted]
    assert [(one.id, one.word) for _, one in (await club.match()).roster.contributions] == [
        (ids[0], ""),
        (ids[1], "Zug"),
        (ids[2], ""),
    ]
    last = club.last.text.splitlines()[-1]
    assert last.startswith("-# Contributions to the cards: ")
    assert all(id in last for id in ids)


async def test_telegram_passes_the_ids_of_messages_and_queries(bot: TelegramBot) -> None:
    anna, boris, carla = await bot.add_players("Anna", "Boris", "Carla")
    typed = await anna.user.says("/newgame usa")
    await bot.settle()
    joined = await boris.user.says("/join blue Zug")
    await bot.settle()
    await carla.user.presses("Join")
    await bot.settle()
    assert bot.last.text.splitlines()[-1].startswith("Proof of fair cards: ")
    pressed = carla.user.query
    await anna.user.presses("Start", on=bot.last)
    await bot.settle()
    started = anna.user.query
    assert pressed is not None
    assert started is not None
    requests = [f"{bot.group.id}/{typed.id}", f"{bot.group.id}/{joined.id}", pressed.id, started.id]
    ids = [hashlib.sha256(f"telegram:{one}".encode()).hexdigest()[:16] for one in requests]
    assert [one.id for _, one in (await bot.match()).roster.contributions] == ids
    assert [one.word for _, one in (await bot.match()).roster.contributions] == ["", "Zug", "", ""]
    last = bot.last.text.splitlines()[-1]
    assert last.startswith("Contributions to the cards: ")
    assert all(id in last for id in ids)
    assert str(anna.user.account.id) not in last, "the ids of Telegram tell who clicked"


@pytest.mark.parametrize(
    ("nonce", "passed"),
    [("0123456789abcdef" * 2, True), ("0" * 31, False), ("G" * 32, False), (5, False), (None, False)],
)
async def test_the_page_passes_the_number_of_the_browser(tmp_path: Path, nonce: object, passed: bool) -> None:
    dispatcher = EchoDispatcher()
    async with local_session(tmp_path, dispatcher) as session:
        tab = await session.join("Ada")
        about = {} if nonce is None else {"nonce": nonce}
        await tab.ask("say", text="/join", **about)
        await tab.receive("answer")
        await tab.ask("press", code="g.1.join", **about)
        await tab.receive("answer")
    assert dispatcher.request_ids[-2:] == [nonce if passed else ""] * 2
