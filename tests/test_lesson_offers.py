"""Learning: hints in a first game, advice from what a person can see, and a review after the end."""

import asyncio
import json
import re
from dataclasses import replace
from datetime import UTC, datetime
from functools import partial
from pathlib import Path

import pytest
from sqlalchemy import Connection, update

from bot.computers.advice import Advice, ReviewedTurn
from bot.matches.match import Step
from bot.matches.roster import Status
from bot.model.identity import Chat
from bot.store.schema import events, games
from bot.text.i18n import LANGUAGES, phrases
from bot.text.prompts import first_hint
from engine.actions import DrawDeck, DrawFaceUp
from engine.boards.files import load_board
from engine.chance import Chance
from engine.computers.hard import hard_move, reviewed_move
from engine.computers.normal import normal_move
from engine.computers.reasons import ExplainedMove
from engine.documents.position import game_at
from engine.game import ChooseTickets
from engine.view import View, view_for
from tests.fakes.wire.patience import until
from tests.memory_platform import MemoryPlatform
from tests.pictures import ticket_between
from tests.scenario import Participant, Scenario, open_scenario
from tests.situations import shown

HOME = Chat("hall", "dm-anna")
REVIEWED = "strongest computer"
EUROPE = load_board("europe")


def position(hand: str, tickets: list[int], turn: int = 9, **more: object) -> View:
    given = {"hands": [hand], "tickets": [tickets, []], "seat": 0, "turn": turn}
    return view_for(game_at({"board": "europe", "players": 2, **given, **more}, EUROPE), 0)


# ---- hints


def test_a_hint_names_a_route_that_a_ticket_needs_and_the_hand_pays_for() -> None:
    number = ticket_between("amsterdam", "pamplona")
    told = first_hint(position("KKKKKLLL", [number]), phrases("en"))
    assert told.startswith("💡 You can pay for ")
    assert told.endswith("It is on a shortest way for your ticket Amsterdam — Pamplona.")


def test_a_hint_says_what_a_route_lacks_and_how_to_begin() -> None:
    number = ticket_between("amsterdam", "pamplona")
    assert "you lack 1 card: " in first_hint(position("", [number]), phrases("en"))
    assert first_hint(position("", [number], turn=1), phrases("en")).startswith("💡 Collect cards first")


@pytest.mark.parametrize("language", LANGUAGES)
def test_there_is_no_hint_outside_a_turn(language: str) -> None:
    number = ticket_between("amsterdam", "pamplona")
    view = position("KKKKKLLL", [number])
    assert first_hint(view, phrases(language))
    assert not first_hint(replace(view, seat=1), phrases(language))
    last = position("KKKKKLLL", [number], turns_left=1, trains=[2, 10])
    assert not first_hint(last, phrases(language))


async def test_hints_end_with_a_setting_and_with_a_finished_game(newcomers: None, scenario: Scenario) -> None:
    first, _second = await scenario.in_play("Anna", "Boris")
    assert "💡" in await first.says("/hand")
    assert "You get no hints" in await first.says("/settings hints off")
    assert "💡" not in await first.says("/hand")
    assert "have hints" in await first.says("/settings hints on")
    assert "💡" in await first.says("/hand")
    match = await scenario.match()
    database = scenario.store.database
    await database.write(_end, match.id)
    assert await scenario.store.people.has_played(first.person)
    assert "💡" not in await first.says("/hand")


async def test_newcomers_get_hints_in_their_first_three_turns(newcomers: None, scenario: Scenario) -> None:
    players = await scenario.in_play("Anna", "Boris")
    for _ in range(3):
        for player in players:
            assert "💡" in await player.says("/hand")
            await player.takes_turn()
    for player in players:
        assert "💡" not in await player.says("/hand")
        await player.takes_turn()


def _end(connection: Connection, game: str) -> None:
    """Close a game as its end does."""
    connection.execute(update(games).where(games.c.id == game).values(closed_at=datetime.now(UTC)))
    ends = events.c.game == game, events.c.seq == 1
    connection.execute(update(events).where(*ends).values(kind="GameEnded"))


# ---- practice


async def test_practice_is_one_game_against_computers(newcomers: None, scenario: Scenario) -> None:
    anna = await scenario.add_player("Anna")
    assert "no game" not in await anna.says("/practice usa mega hard")
    match = await scenario.match(HOME)
    assert [holder.level for holder in match.roster.holders] == ["", "hard", "hard"]
    assert (match.roster.board, match.roster.variant, match.roster.clock) == ("usa", "mega", None)
    assert match.roster.status is Status.RUNNING
    assert "practice game already" in await anna.says("/practice")
    assert "There is no board" in await anna.says("/practice atlantis")
    assert not await scenario.store.people.has_played(anna.person)


async def test_a_game_in_a_chat_is_no_practice_though_all_others_are_computers(scenario: Scenario) -> None:
    """It has no hints, it counts, and /abort asks first."""
    (anna,) = await scenario.in_play("Anna", computers=1)
    assert (await anna.says("/hint")).startswith("Hints are only for a practice game")
    assert not any(label.startswith("Hint") for label in anna.labels)
    await anna.says("/abort")
    assert (await scenario.match()).roster.status is Status.RUNNING


async def test_a_hint_is_carried_out_by_its_button(scenario: Scenario) -> None:
    anna = await scenario.add_player("Anna")
    await anna.says("/practice")
    assert "A computer (hard) would keep " in await anna.says("/hint", HOME)
    await anna.presses("Do it", HOME)
    match = await scenario.match(HOME)
    assert match.table is not None
    assert not isinstance(match.table.decisions[0], ChooseTickets)


async def test_a_rematch_of_a_practice_game_is_practice(scenario: Scenario) -> None:
    anna = await scenario.add_player("Anna")
    await anna.says("/practice")
    await anna.says("/abort", HOME)
    await anna.says("/rematch", HOME)
    await anna.says("/start", HOME)
    match = await scenario.match(HOME)
    assert match.roster.status is Status.RUNNING
    assert match.roster.is_practice
    assert "A computer (hard) would keep " in await anna.says("/hint", HOME)
    assert "hint" in (await shown(scenario, anna, HOME))["offers"]


# ---- reviews


def test_a_review_prefers_nothing_to_what_the_search_would_do() -> None:
    view = position("KKKKKLLL", [ticket_between("amsterdam", "pamplona")])
    best = hard_move(view, Chance("11" * 32))
    assert reviewed_move(view, Chance("11" * 32), best.action).gain == 0


def test_a_review_finds_a_turn_that_was_wasted_in_the_last_round() -> None:
    """In the last turn, a card brings nothing, and the claim that completes a ticket brings much."""
    number = ticket_between("amsterdam", "pamplona")
    routes = ["amsterdam--bruxelles", "bruxelles--paris--1"]
    view = position("KKKKLLLL", [number], routes=[routes], turns_left=0, trains=[20, 2], turn=30)
    assert normal_move(view, Chance("22" * 32)).action != DrawDeck()
    better = reviewed_move(view, Chance("22" * 32), DrawDeck())
    assert better.gain > 0
    assert not isinstance(better.action, DrawFaceUp | DrawDeck)


async def finished(scenario: Scenario) -> Participant:
    """Anna, who has finished a game on a small board."""
    (anna,) = await scenario.in_play("Anna", game="isle", computers=1)
    await scenario.play_to_the_end(anna)
    return anna


async def never(*_: object) -> None:
    await asyncio.Event().wait()


async def nothing(*_: object) -> None:
    """No computer would do better."""


async def test_a_review_that_a_stop_interrupts_goes_on_after_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    platform = MemoryPlatform()
    monkeypatch.setattr(Advice, "_better", never)
    async with open_scenario(tmp_path, boards="isle", platform=platform) as scenario:
        anna = await finished(scenario)
        assert "I am looking at your turns" in await anna.says("/review")
    monkeypatch.setattr(Advice, "_better", nothing)
    async with open_scenario(tmp_path, boards="isle", platform=platform) as scenario:
        await until(
            lambda: any(REVIEWED in one.text for one in platform.dms.get(anna.person, [])), "no review"
        )
        match = await scenario.match()
        await until(partial(is_done, scenario), "the review is still to be made")
        review = await scenario.store.reviews.read(match.id, 0)
        assert review
        made = json.loads(review.data or "")
        assert made["turns"] == []
        assert made["looked_at"] > 1


async def always_drawing(_: Advice, step: Step, __: str) -> ReviewedTurn:
    """A computer that would always have drawn from the deck."""
    match = step.before
    assert match
    assert match.table
    number = -(-match.table.turn // match.table.players)
    better = ExplainedMove(DrawDeck(), "nothing-better", gain=9 - number)
    return ReviewedTurn(match.seq, number, step.action, better)


async def test_the_boards_of_a_review_lead_back_to_it_and_to_each_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Advice, "_better", always_drawing)
    async with open_scenario(tmp_path, boards="isle") as scenario:
        anna = await finished(scenario)
        await anna.says("/review")
        await until(partial(is_done, scenario), "the review is still to be made")
        review = await anna.says("/review")
        every = anna.labels
        assert every[0] == "Board at the start"
        assert len(every) > 2
        for label in every[:2]:
            assert "before you" in await anna.presses(label)
            assert anna.labels == [*(one for one in every if one != label), "Back to the review"]
        assert await anna.presses("Back to the review") == review


async def is_done(scenario: Scenario) -> bool:
    return not await scenario.store.reviews.awaited()


async def test_a_review_counts_the_turns_that_it_is_about_and_names_missed_tickets(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Advice, "_better", nothing)
    async with open_scenario(tmp_path, boards="isle") as scenario:
        anna = await finished(scenario)
        match = await scenario.match()
        await anna.says("/review")
        await until(partial(is_done, scenario), "the review is still to be made")
        answer = await anna.says("/review")
    assert match.table
    assert match.table.sheet
    score = match.table.sheet.seats[0]
    looked_at = re.match(r"I looked at (\d+) turns of yours. In none of them would", answer)
    assert looked_at
    assert int(looked_at[1]) > 1
    missed = [one for one in score.tickets if not one.completed]
    assert ("cost you" in answer) == bool(missed)
    assert ("Well played!" in answer) == (not missed and score.place == 1)


@pytest.mark.scenario(boards="isle")
async def test_a_review_of_an_earlier_version_is_read(scenario: Scenario) -> None:
    anna = await finished(scenario)
    match = await scenario.match()
    await scenario.store.reviews.ask(match.id, 0, anna.person, "en")
    await scenario.store.reviews.keep(match.id, 0, "[]")
    answer = await anna.says("/review")
    assert answer.startswith("The strongest computer found no turn")
    assert "Well played!" not in answer


@pytest.mark.parametrize("word", ["review", "record", "why", "seal"])
async def test_what_looks_back_finds_the_last_finished_game_where_no_game_is_shown(
    word: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Advice, "_better", nothing)
    async with open_scenario(tmp_path, boards="isle") as scenario:
        anna = await finished(scenario)
        stranger = await scenario.add_player("Eve")
        assert "There is no game here" not in await anna.says(f"/{word}", HOME)
        assert "There is no game here" in await stranger.says(f"/{word}", HOME)


async def test_a_person_who_is_forgotten_meanwhile_gets_no_review(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    platform = MemoryPlatform()
    begun, released = asyncio.Event(), asyncio.Event()

    async def wait(*_: object) -> None:
        begun.set()
        await released.wait()

    monkeypatch.setattr(Advice, "_better", wait)
    async with open_scenario(tmp_path, boards="isle", platform=platform) as scenario:
        anna = await finished(scenario)
        await anna.says("/review")
        await begun.wait()
        await anna.says("/forgetme yes")
        assert await is_done(scenario)
        released.set()
        match = await scenario.match()
        await until(lambda: not scenario.host._advice._waiting, "the review is still to be made")
        assert await scenario.store.reviews.read(match.id, 0) is None
        await scenario.settle()
    assert not any(REVIEWED in one.text for one in platform.dms.get(anna.person, []))
