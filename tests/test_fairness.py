"""Fair cards: a secret that is sealed before anybody joins, and what everybody contributes to the seed."""

import hashlib
import hmac
import json
import logging
import re
import unicodedata
from dataclasses import replace
from pathlib import Path

import pytest

from bot.discord.layout import content_of
from bot.matches.match import Match, entries
from bot.matches.records import export
from bot.matches.repository import MatchRepository
from bot.matches.roster import Status
from bot.matches.roster_events import GameOpened, PlayerJoined
from bot.model.message import Message
from bot.outbox.posts import post_of
from bot.outbox.recipients import PostStyle
from bot.store import Entry, RowUpdates
from bot.telegram.message_layout import post_layout
from bot.text.i18n import phrases
from engine.chance import Contribution, colon_seal
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
    FakeClock,
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


@pytest.mark.parametrize(
    "changed",
    [
        {"start": "start-later"},
        {"join": "join-other"},
        {"new": "new-other"},
        {"word": "zug"},
        {"entropy": 500},
    ],
)
async def test_each_contribution_and_the_secret_change_the_cards(
    tmp_path: Path, changed: dict[str, str | int]
) -> None:
    decks = set()
    for number, about in enumerate(({}, changed)):
        folder = tmp_path / str(number)
        folder.mkdir()
        decks.add(await deck(folder, **about))
    assert len(decks) == 2


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


async def test_a_player_who_leaves_again_has_contributed_all_the_same(scenario: Scenario) -> None:
    anna, boris = await lobby(scenario, "Anna", "Boris")
    await boris.says("/leave")
    await boris.says("/join word:zug", request="again")
    await anna.says("/computer")
    await scenario.settle()
    assert await contributed(scenario) == [
        ("Anna", hashed("new-Anna"), ""),
        ("Boris", hashed("join-boris"), ""),
        ("Boris", hashed("again"), "zug"),
    ]
    assert small_print(scenario).endswith(
        f"contributions Anna {hashed('new-Anna')}, Boris {hashed('join-boris')}, "
        f"Boris (again) {hashed('again')} “zug”. More: /seal"
    )


async def test_a_change_of_color_contributes_nothing(scenario: Scenario) -> None:
    _, boris = await lobby(scenario, "Anna", "Boris")
    before = await contributed(scenario)
    assert "green" in await boris.says("/join green", request="recolored")
    assert await contributed(scenario) == before


# ---- words


@pytest.mark.parametrize(
    ("typed", "color", "word"),
    [
        ("/join blue zug", "blue", "zug"),
        ("/join word:zug", "blue", "zug"),
        ("/join black word:Zug7", "black", "Zug7"),
        ("/join black word: поезд", "black", "поезд"),
        ("/join слово:поезд", "blue", "поезд"),
        ("/join black", "black", ""),
        ("/join black " + "x" * 20, "black", "x" * 20),
        ("/join word:e\u0301te\u0301", "blue", "été"),
    ],
)
async def test_a_word_comes_with_the_join(scenario: Scenario, typed: str, color: str, word: str) -> None:
    await lobby(scenario, "Anna")
    boris = await scenario.add_player("Boris")
    await boris.says(typed)
    roster = (await scenario.match()).roster
    assert roster.holders[1].color == color
    assert roster.contributions[-1] == ("Boris", Contribution("", word))
    assert unicodedata.is_normalized("NFC", word)


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


async def test_a_word_of_somebody_who_has_joined_comes_too_late(scenario: Scenario) -> None:
    anna, _ = await lobby(scenario, "Anna", "Boris")
    before = await contributed(scenario)
    late = "You already have a seat. A word for the cards counts only when you take a seat or start the game."
    assert await anna.says("/join word:zug") == late
    assert await anna.says("/join green zug") == late
    assert await contributed(scenario) == before


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


async def test_the_last_post_leads_to_the_proof_and_leaves_the_room_to_the_scores(
    short_boards: None, scenario: Scenario
) -> None:
    anna, boris = await scenario.start_game("Anna", "Boris", game="shortusa")
    await scenario.play_to_the_end(anna, boris)
    roster, post = (await scenario.match()).roster, scenario.platform.posts[-1]
    assert post.details == ("The secret of the cards, and how to check it: /seal")
    proof = await anna.says("/seal")
    assert roster.deck_secret in proof
    assert f"stationmaster verify FILE --seal {roster.seal}" in proof
    assert roster.deck_secret not in post.text
    for text in (post.text, await anna.says("/log")):
        assert roster.deck_secret not in text
        assert roster.seal not in text


async def test_seal_tells_everybody_how_the_cards_are_drawn(scenario: Scenario) -> None:
    anna, _ = await lobby(scenario, "Anna", "Boris")
    match, looker = await scenario.match(), await scenario.add_player("Lena")
    seal, contributions = match.roster.seal, f"Anna {hashed('new-Anna')}, Boris {hashed('join-boris')}"
    first = [
        f"**How the cards of game {match.id} are drawn**",
        (
            f"Seal, posted when the lobby opened: {seal}. "
            "It is the SHA-256 of the game, a slash and a secret. "
            "The secret and all contributions decide the cards."
        ),
    ]
    assert (await looker.says("/seal")).splitlines() == [
        *first,
        f"Contributions, in this order: {contributions}.",
        (
            "A player who starts the game with a word of their own (/start and the word) "
            "can be sure that no one chose the cards, not even the operator of the bot."
        ),
    ]
    await anna.says("/start zug")
    assert (await looker.says("/seal")).splitlines() == [
        *first,
        f"Contributions, in this order: {contributions}, Anna (again) “zug”.",
        "The secret is shown when the game is over. Then anyone can check that no one changed the cards.",
    ]


async def test_seal_tells_after_the_end_how_to_check(short_boards: None, scenario: Scenario) -> None:
    anna, boris = await scenario.start_game("Anna", "Boris", game="shortusa")
    await scenario.play_to_the_end(anna, boris)
    roster = (await scenario.match()).roster
    assert (await anna.says("/seal")).splitlines()[-2:] == [
        f"Secret of the cards: {roster.deck_secret}.",
        (
            "Anyone can check the game: get the file with /record, then run "
            f"stationmaster verify FILE --seal {roster.seal}"
        ),
    ]


async def test_seal_needs_a_game(scenario: Scenario) -> None:
    anna = await scenario.add_player("Anna")
    assert await anna.says("/seal") == "There is no game here. Create one with /new."


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


async def test_the_secret_is_kept_over_restarts(tmp_path: Path) -> None:
    draws = iter(predictable_entropy(start) for start in (1, 10_000, 20_000))
    platform, clock = MemoryPlatform(), FakeClock()
    async with open_scenario(tmp_path, platform=platform, clock=clock, draw=next(draws)) as scenario:
        await lobby(scenario, "Anna", "Boris")
        opened = (await scenario.match()).roster
    async with open_scenario(tmp_path, platform=platform, clock=clock, draw=next(draws)) as scenario:
        await (await scenario.add_player("Carla")).says("/join", request="join-carla")
    async with open_scenario(tmp_path, platform=platform, clock=clock, draw=next(draws)) as scenario:
        await (await scenario.add_player("Anna")).says("/start zug")
        match = await scenario.match()
        assert (match.roster.deck_secret, match.roster.seal) == (opened.deck_secret, opened.seal)
        assert [name for name, _ in match.roster.contributions] == ["Anna", "Boris", "Carla", "Anna"]
        assert match.game is not None
        assert match.game.seed == seed_of(match)


async def test_two_programs_take_the_same_seed_from_one_lobby(scenario: Scenario) -> None:
    """The other program has not read the lobby before it starts the game, and draws other numbers."""
    await lobby(scenario, "Anna", "Boris")
    here = await scenario.match()
    other = MatchRepository(scenario.store, scenario.host.repository.boards, scenario.clock)
    assert (await other.read(here.id)).roster == here.roster
    await (await scenario.add_player("Anna")).says("/start zug")
    there = MatchRepository(scenario.store, scenario.host.repository.boards, scenario.clock)
    assert (await there.read(here.id)).game == (await scenario.match()).game


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


async def test_an_aborted_game_keeps_its_seal_and_seed(scenario: Scenario) -> None:
    await scenario.in_play("Anna", "Boris")
    before = await scenario.match()
    await (await scenario.add_player("Anna")).says("/abort yes")
    await (await scenario.add_player("Anna")).says("/restore")
    after = await scenario.match()
    assert (after.game, after.roster.seal, after.roster.contributions) == (
        before.game,
        before.roster.seal,
        before.roster.contributions,
    )


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
