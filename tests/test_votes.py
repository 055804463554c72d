"""Votes of a table in a chat: on a pause, another clock, or a computer for a late player."""

from collections.abc import AsyncIterator
from datetime import datetime, timedelta
from pathlib import Path

import pytest

from bot.matches.clock_events import ClockSet
from bot.matches.clocks import ALLOWANCE, CLOCKS
from bot.matches.outcomes import Outcome
from bot.model.message import Message
from bot.model.port import NotSent, may_send
from bot.store.timers import Timer
from tests.fakes.wire.patience import until
from tests.narration import plain
from tests.scenario import MEMORY_CHAT, Participant, Scenario, open_scenario, waited_for
from tests.situations import unchanged

DAY = timedelta(days=1)
SETTLED = "No such vote is open."


@pytest.fixture
async def scenario(tmp_path: Path) -> AsyncIterator[Scenario]:
    async with open_scenario(tmp_path, turn_clock="24h") as one:
        yield one


async def three(scenario: Scenario, clock: str = "24h") -> list[Participant]:
    """A game of three in its first turn; the player whose turn it is comes first."""
    await (await scenario.add_player("Anna")).says(f"/options clock {clock}")
    return await scenario.in_play("Anna", "Boris", "Carl")


def vote_post(scenario: Scenario) -> Message:
    return next(one for one in reversed(scenario.platform.posts) if "asks the table" in one.text)


async def vote_shows(scenario: Scenario, text: str) -> Message:
    """Wait until a message in the chat has this text; edits are made a moment after the vote."""

    def found() -> list[Message]:
        return [one for one in scenario.platform.standing(MEMORY_CHAT) if text in plain(one.text)]

    await until(found, f"no message has {text!r}")
    return found()[0]


def code(post: Message, label: str) -> str:
    return next(one.code for row in post.buttons for one in row if one.label == label)


async def test_a_majority_pauses_and_resumes_with_buttons_below_one_post(scenario: Scenario) -> None:
    first, second, third = await three(scenario)
    assert await first.says("/pause") == "You have asked the table. Your vote counts as yes."
    await scenario.settle()
    posts, post = len(scenario.platform.posts), scenario.platform.posts[-1]
    name = first.person.id.title()
    assert plain(post.text).startswith(f"{name} asks the table: Should the game be paused?")
    assert set(post.mentioned) == {second.person, third.person}
    assert await second.presses_code(code(post, "Yes")) == "Your vote counts."
    await scenario.settle()
    match = await scenario.match()
    assert match.roster.paused
    assert match.deadline((await scenario.match()).waiting_for[0]) is None
    told = [plain(text) for text in scenario.platform.texts[posts:]]
    assert len(told) == 1
    assert "The game is paused for 7 days at most, and all clocks are stopped." in told[0]
    assert await third.presses_code(code(post, "No")) == SETTLED
    assert await third.says("/resume") != SETTLED
    await scenario.settle()
    await first.says("/vote yes")
    await scenario.settle()
    assert not (await scenario.match()).roster.paused


async def test_the_chat_reads_the_result_of_a_vote_once(scenario: Scenario) -> None:
    """The message of the vote shows it, and the post says what follows from it."""
    first, second, _ = await three(scenario)
    await first.says("/pause")
    await scenario.settle()
    post, before = vote_post(scenario), len(scenario.platform.posts)
    await second.presses_code(code(post, "Yes"))
    await scenario.settle()
    await vote_shows(scenario, "Should the game be paused? The table says yes.")
    told = [plain(one.text) for one in scenario.platform.posts[before:]]
    assert sum("The game is paused for 7 days at most" in text for text in told) == 1
    assert not any("Should the game be paused?" in text for text in told if "is paused for" in text)


async def test_a_process_that_wakes_up_late_edits_no_vote(
    scenario: Scenario, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second, _ = await three(scenario)
    await first.says("/pause")
    await scenario.settle()
    speaks, allowed = [True], list[bool]()

    async def edit(*_: object) -> bool:
        """Another process speaks about the game by the time that the platform's limit allows the edit."""
        speaks[:] = [False]
        allowed.append(may_send.get()())
        raise NotSent

    monkeypatch.setattr(scenario.host.outbox, "_speaks", lambda _: speaks[0])
    monkeypatch.setattr(scenario.platform, "edit", edit)
    await second.presses_code(code(vote_post(scenario), "Yes"))
    await until(lambda: bool(allowed), "the vote is not edited")
    assert not any(allowed)


async def test_the_post_of_a_vote_is_edited_with_the_count_and_then_closed(scenario: Scenario) -> None:
    first, second, third = await three(scenario)
    await first.says("/clock 4h")
    await scenario.settle()
    post = vote_post(scenario)
    assert plain(post.text).splitlines()[1:3] == [
        f"Yes: {first.person.id.title()}.",
        f"Not answered: {' and '.join(sorted(one.person.id.title() for one in (second, third)))}.",
    ]
    assert plain(post.text).endswith("If it is not decided by then, nothing changes.")
    await second.presses_code(code(post, "Yes"))
    await scenario.settle()
    await vote_shows(scenario, f"Not answered: {third.person.id.title()}.")
    await third.presses_code(code(post, "No"))
    await scenario.settle()
    closed = await vote_shows(scenario, "and up to 12 hours saved? The table says no.")
    assert closed.buttons == ()
    assert (await scenario.match()).roster.clock == CLOCKS["24h"]
    assert await unchanged(first, "/vote yes") == [SETTLED]


async def test_a_clock_needs_everybody(scenario: Scenario) -> None:
    players = await three(scenario)
    await players[0].says("/clock 4h")
    await players[1].says("/vote yes")
    assert (await scenario.match()).roster.clock == CLOCKS["24h"]
    await players[2].says("/vote yes")
    assert (await scenario.match()).roster.clock == CLOCKS["4h"]
    await scenario.settle()
    assert "The clock is now: 4 hours a turn" in scenario.platform.last


@pytest.mark.parametrize("opened_before", [True, False])
async def test_nobody_changes_the_clock_of_a_player_whose_seat_is_held(
    scenario: Scenario, *, opened_before: bool
) -> None:
    victim, second, third = await three(scenario)
    scenario.platform.admins.add(second.person)
    replace, clock = f"/replace {victim.person.id}", "/clock 4h"
    for line in (clock, replace) if opened_before else (replace, clock):
        await second.says(line)
    await third.says("/vote yes")
    match = await scenario.match()
    assert sum(bool(one.level) for one in match.roster.holders) == 1
    assert match.roster.clock == CLOCKS["24h"]
    assert await victim.says("/join") == "Welcome back! You are playing again."
    await victim.says("/vote yes")
    assert (await scenario.match()).roster.clock == CLOCKS["4h"]


async def test_a_vote_without_an_answer_changes_nothing_after_a_day(scenario: Scenario) -> None:
    players = await three(scenario, "7d")
    await players[0].says("/pause")
    await scenario.settle()
    await scenario.clock.move_on(DAY)
    await scenario.settle()
    match = await scenario.match()
    assert (match.roster.vote, match.roster.paused) == (None, False)
    await vote_shows(scenario, "The table says no.")


async def test_a_pause_ends_although_all_others_have_vanished(scenario: Scenario) -> None:
    first, second, _ = await three(scenario)
    await first.says("/pause")
    await second.says("/vote yes")
    await scenario.settle()
    assert (await scenario.match()).roster.paused
    await first.says("/resume")
    await scenario.settle()
    await scenario.clock.move_on(DAY)
    await scenario.settle()
    match = await scenario.match()
    assert (match.roster.vote, match.roster.paused) == (None, False)
    assert match.deadline(match.waiting_for[0]) is not None


async def test_a_pause_ends_by_itself_and_two_cannot_keep_the_third_from_the_game(scenario: Scenario) -> None:
    first, second, third = await three(scenario)

    async def pause() -> bool:
        await first.says("/pause")
        await second.says("/vote yes")
        await scenario.settle()
        return (await scenario.match()).roster.paused

    assert await pause()
    assert "paused for 7 days at most" in plain(scenario.platform.texts[-1])
    await scenario.clock.move_on(timedelta(days=6))
    await scenario.settle()
    await third.says("/resume")
    for one in (first, second):
        await one.says("/vote no")
    assert (await scenario.match()).roster.paused
    await scenario.clock.move_on(DAY)
    await scenario.settle()
    match = await scenario.match()
    assert not match.roster.paused
    assert match.deadline(match.waiting_for[0]) is not None
    assert "The time of the pause is up: the game goes on" in plain(scenario.platform.texts[-1])
    assert not await pause(), "the majority has no time left for another one"
    await vote_shows(scenario, "everybody must agree to another pause")
    await third.says("/vote yes")
    assert (await scenario.match()).roster.paused


async def test_a_majority_gains_no_pause_by_ending_it_early(scenario: Scenario) -> None:
    first, second, _ = await three(scenario)
    for question in ("/pause", "/resume", "/pause", "/resume", "/pause"):
        await first.says(question)
        await second.says("/vote yes")
        await scenario.settle()
        await scenario.clock.move_on(timedelta(days=3) if question == "/pause" else timedelta(hours=1))
        await scenario.settle()
    assert not (await scenario.match()).roster.paused, "the third pause lasts the one day that is left"


async def test_a_skip_is_asked_for_after_a_day_and_silence_agrees(scenario: Scenario) -> None:
    absent, second, third = await three(scenario, "none")
    refused = await unchanged(second, "/skip")
    assert refused[0].startswith("Only an admin can do that now")
    await scenario.clock.move_on(DAY)
    assert await second.says("/skip") == "You have asked the table. Your vote counts as yes."
    assert await unchanged(absent, "/vote no") == [
        "This vote is about you, so you have no vote. You can make your move at any time."
    ]
    await scenario.settle()
    post = vote_post(scenario)
    assert plain(post.text).endswith("Players who have not answered by then count as yes.")
    await scenario.clock.move_on(DAY)
    await scenario.settle()
    assert "as the table agreed" in scenario.platform.last
    assert await waited_for(scenario, [absent, second, third]) != [absent]


async def test_the_table_votes_on_a_computer_until_the_player_is_back(scenario: Scenario) -> None:
    absent, second, third = await three(scenario, "none")
    await scenario.clock.move_on(DAY)
    await second.says("/replace")
    await scenario.settle()
    name = absent.person.id.title()
    question = f"Should a computer play for {name} until they return?"
    assert question in plain(vote_post(scenario).text)
    assert question in await third.says("/vote")
    await third.presses_code(code(vote_post(scenario), "Yes"))
    await scenario.settle()
    told = f"A computer now plays for {name} until they return, as the table agreed."
    assert told in scenario.platform.text
    assert await absent.says("/join") == "Welcome back! You are playing again."


async def test_a_move_ends_the_vote_on_skipping_it(scenario: Scenario) -> None:
    late, second, third = await three(scenario, "none")
    await scenario.clock.move_on(DAY)
    await second.says("/skip")
    await scenario.settle()
    button = code(vote_post(scenario), "Yes")
    for _ in range(2):
        await late.says("/draw deck")
    await scenario.settle()
    assert (await scenario.match()).roster.vote is None
    await vote_shows(scenario, "This vote is over.")
    assert await third.presses_code(button) == SETTLED


async def test_a_person_without_a_seat_has_no_vote(scenario: Scenario) -> None:
    first, *_ = await three(scenario)
    eve = await scenario.add_player("Eve")
    await first.says("/pause")
    without = "Only players with a seat in this game can vote."
    assert await unchanged(eve, "/vote yes", "/pause", "/clock 4h", "/givetime") == [without] * 4


async def test_what_cannot_be_asked_is_refused_in_one_sentence(scenario: Scenario) -> None:
    first, second, _ = await three(scenario)
    assert await unchanged(first, "/resume", "/clock 24h", "/vote yes", "/clock 0") == [
        "The game is not paused.",
        "The game has that clock already.",
        SETTLED,
        "There is no clock “0”. Choose from: none, 2m, 5m, 10m, 1h, 4h, 12h, 24h, 48h, 3d, 7d.",
    ]
    await first.says("/pause")
    assert await unchanged(second, "/clock 4h") == [
        "The table is voting on something else. Vote with /vote yes or /vote no first."
    ]
    assert (await second.says("/skip")).startswith("This game has a clock: when the time for a turn is up")


async def test_a_rival_gives_time_once_a_turn(scenario: Scenario) -> None:
    first, second, _ = await three(scenario)
    seat = await first.seat()
    before = (await scenario.match()).deadline(seat)
    assert before
    assert await unchanged(first, "/givetime") == [
        "You cannot give yourself time. Ask the others, or use /pause."
    ]
    name = first.person.id.title()
    assert await second.says("/givetime") == f"{name} now has one more turn’s time."
    assert (await scenario.match()).deadline(seat) == before + DAY
    assert await unchanged(second, "/givetime") == [
        f"{name} has already been given a whole turn’s time for this turn."
    ]
    await scenario.settle()
    assert "24 hours more for this turn" in plain(scenario.platform.last)


async def test_the_clock_command_shows_deadlines_and_buttons(scenario: Scenario) -> None:
    first, second, _ = await three(scenario)
    text = await second.says("/clock")
    assert text.startswith("Clock: 24 hours a turn, and up to 3 days saved.")
    assert f"{first.person.id.title()}: until <t:" in text
    saved = ", ".join(f"{name} (48 hours)" for name in (await scenario.match()).roster.names)
    assert text.endswith(f"Time saved: {saved}. When the time for a turn is up, it is used first.")
    assert second.labels == ["Give time", "Ask for a pause"]
    await second.presses("Give time")
    assert second.heard.endswith("now has one more turn’s time.")


async def test_one_person_among_computers_decides_alone(scenario: Scenario) -> None:
    (anna,) = await scenario.in_play("Anna", computers=1)
    assert await anna.says("/pause") == "The game is paused."
    await scenario.settle()
    assert (await scenario.match()).roster.paused
    assert await anna.says("/resume") == "The game goes on."


async def test_a_vote_survives_a_restart_and_is_posted_once(tmp_path: Path) -> None:
    async with open_scenario(tmp_path, turn_clock="24h") as scenario:
        first, *_ = await three(scenario)
        await first.says("/pause")
        await scenario.settle()
        platform, clock = scenario.platform, scenario.clock
    async with open_scenario(tmp_path, platform=platform, clock=clock) as scenario:
        await scenario.settle()
        assert sum("asks the table" in text for text in platform.texts) == 1
        await clock.move_on(DAY)
        await scenario.settle()
        assert (await scenario.match()).roster.vote is None


async def test_what_falls_due_while_the_bot_looks_what_is_due_is_met_at_once(
    scenario: Scenario, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, *_ = await three(scenario)
    look, timers = scenario.store.timers.due, scenario.store.timers

    async def look_and_be_late(now: datetime) -> tuple[Timer, ...]:
        found = await look(now)
        monkeypatch.undo()
        await scenario.clock.move_on(DAY)
        return found

    await first.says("/pause")
    await scenario.settle()
    monkeypatch.setattr(timers, "due", look_and_be_late)
    await scenario.clock.move_on(timedelta(minutes=1))
    await until(lambda: timers.due == look, "the bot does not look what is due")
    await scenario.settle()
    assert (await scenario.match()).roster.vote is None


@pytest.mark.parametrize(
    ("clock", "lasts"),
    [
        (None, timedelta(days=1)),
        ("2m", timedelta(minutes=6)),
        ("1h", timedelta(hours=3)),
        ("24h", timedelta(days=1)),
        ("7d", timedelta(days=1)),
    ],
)
async def test_a_vote_lasts_some_turns_and_at_most_a_day(
    scenario: Scenario, clock: str | None, lasts: timedelta
) -> None:
    _, boris = await scenario.in_play("Anna", "Boris")
    event = ClockSet(CLOCKS[clock or "none"], ALLOWANCE)
    await scenario.host.repository.update((await scenario.match()).id, lambda _: Outcome((event,)))
    await boris.says("/pause")
    vote = (await scenario.match()).roster.vote
    assert vote is not None
    assert vote.until - scenario.clock.now() == lasts
