"""Messages in doubt on a platform that recognizes no repeats: each turn notifies once, and none is missed."""

from collections.abc import AsyncIterator
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from bot.matches.clocks import TurnClock
from bot.model.identity import Chat, Destination
from bot.model.message import Mention, Message, Topic
from bot.model.port import Key, Limits, NotSent
from bot.outbox.chat_announcer import ChatAnnouncer
from bot.outbox.notices import Notice, Renewal
from bot.outbox.outbox import Outbox
from bot.store import Entry, NoticeRow, NoticeState, RowUpdates, Store, StoreError
from tests.contract.case import GAME, told, your_turn
from tests.contract.memory_case import MemoryCase
from tests.fakes.wire.patience import until
from tests.memory_platform import LIMITS, MemoryPlatform
from tests.scenario import MEMORY_CHAT, FakeClock, Participant, Scenario, open_scenario

FORGETFUL = Limits(longest_post=900, moves_panels=True)
"""Like Telegram: a repeat is a second message, and no message can be found again."""


@pytest.fixture
async def case(tmp_path: Path) -> AsyncIterator[MemoryCase]:
    async with await Store.open(f"sqlite:///{tmp_path / 'case.db'}") as store:
        case = MemoryCase(store, MemoryPlatform(limits=FORGETFUL), FakeClock())
        await case.open_game()
        yield case
        await case.outbox.close()


async def tell(case: MemoryCase, notice: Notice, message: Message | None = None) -> None:
    await case.outbox.deliver(message or your_turn(case), replace(notice, renewal=Renewal.MOVED))


async def lose(case: MemoryCase, notice: Notice) -> None:
    """Tell a person something of which nobody knows whether it arrived. It did."""
    await case.lose_answer(case.person)
    with pytest.raises(TimeoutError):
        await tell(case, notice)
    assert await case.notifications(case.person) == 1


async def lose_post(case: MemoryCase, post: Notice) -> None:
    """Post something of which nobody knows whether it arrived. It did."""
    await case.lose_answer(case.chat)
    with pytest.raises(TimeoutError):
        await case.outbox.deliver(mentioning(case), post)


async def test_a_repeat_that_is_refused_is_still_in_doubt(case: MemoryCase) -> None:
    await lose(case, told(case.person, Topic.PANEL, 3))
    case.memory.faults.refused.add(case.person)
    with pytest.raises(NotSent):
        await tell(case, told(case.person, Topic.PANEL, 3))
    case.memory.faults.refused.clear()
    await tell(case, told(case.person, Topic.PANEL, 3))
    assert await case.notifications(case.person) == 1


async def test_a_message_about_another_game_leaves_the_doubt(case: MemoryCase) -> None:
    await lose(case, told(case.person, Topic.PANEL, 3))
    opened = Entry(1, case.clock.now(), "", "", "GameOpened", 1, "{}")
    seats = RowUpdates(seats={0: case.person})
    await case.store.log.open_game("bbbbbb", "europe@1", "", [opened], Chat("hall", "annex"), seats)
    await tell(case, Notice(case.person, Key("bbbbbb", Topic.PANEL, ""), 3))
    await tell(case, told(case.person, Topic.PANEL, 3))
    assert await case.notifications(case.person) == 2  # one of each game


async def test_a_reminder_in_doubt_silences_no_turn(case: MemoryCase) -> None:
    reminder = told(case.person, Topic.REMINDER, 1, "r0half")
    await lose(case, reminder)
    await tell(case, reminder)
    await tell(case, told(case.person, Topic.PANEL, 9))
    assert await case.notifications(case.person) == 2


async def test_a_note_in_doubt_silences_no_turn_and_is_not_repeated_aloud(case: MemoryCase) -> None:
    note = told(case.person, Topic.NOTE, 1, "open")
    await lose(case, note)
    await tell(case, told(case.person, Topic.PANEL, 9))
    assert await case.notifications(case.person) == 2
    await tell(case, note)
    assert await case.notifications(case.person) == 2


@pytest.mark.parametrize("has_played", [True, False])
async def test_a_turn_after_one_in_doubt_notifies(case: MemoryCase, *, has_played: bool) -> None:
    await lose(case, told(case.person, Topic.PANEL, 3, opened=3))
    if has_played:
        await tell(case, told(case.person, Topic.PANEL, 5), Message("Boris is next."))
    await tell(case, told(case.person, Topic.PANEL, 9, opened=8))
    assert await case.notifications(case.person) == 2


async def test_later_news_of_a_turn_in_doubt_do_not_notify_again(case: MemoryCase) -> None:
    await lose(case, told(case.person, Topic.PANEL, 3, opened=3))
    await tell(case, told(case.person, Topic.PANEL, 4, opened=3))
    assert await case.notifications(case.person) == 1


@pytest.mark.parametrize("topic", [Topic.NOTE, Topic.REMINDER])
async def test_what_is_refused_beside_a_post_says_nothing_about_the_post(
    case: MemoryCase, topic: Topic
) -> None:
    await lose_post(case, told(case.chat, Topic.TURN, 3))
    case.memory.faults.refused.add(case.chat)
    with pytest.raises(NotSent):
        await case.outbox.deliver(mentioning(case), told(case.chat, topic, 3, "beside"))
    assert await case.store.outbox.tried_since() == (case.clock.now(),)


async def test_what_follows_a_post_in_doubt_leaves_its_doubt(case: MemoryCase) -> None:
    post = told(case.chat, Topic.END, 3)
    await lose_post(case, post)
    await case.outbox.deliver(mentioning(case), post)
    await case.outbox.deliver(Message("All of it."), told(case.chat, Topic.NOTE, 3, "album"))
    await case.outbox.deliver(mentioning(case), told(case.chat, Topic.REMINDER, 1, "r0half"))
    (row,) = [row for row in await case.store.outbox.notices(case.chat, GAME) if row.topic is Topic.END]
    assert row.state is NoticeState.SILENT


def mentioning(case: MemoryCase) -> Message:
    return Message("Anna.", mentions=(Mention(case.person, "Anna"),))


# ---- in a game


@pytest.fixture
async def scenario(tmp_path: Path) -> AsyncIterator[Scenario]:
    limits = replace(LIMITS, repeats_safely_for=timedelta(0), moves_panels=True)
    async with open_scenario(tmp_path, platform=MemoryPlatform(limits=limits)) as one:
        yield one


async def pass_half_a_turn(scenario: Scenario, *lost: Participant) -> None:
    """Give a turn two days, and let one pass: people who cannot be reached are reminded in the chat."""
    await scenario.set_clock(TurnClock(24 * 3600, 24 * 3600))
    scenario.platform.faults.unreachable.update(one.person for one in lost)
    scenario.platform.notified.clear()
    scenario.platform.faults.unanswered.add(MEMORY_CHAT)
    await scenario.clock.move_on(timedelta(hours=25))
    await until(lambda: not scenario.platform.faults.unanswered)


async def test_who_is_notified_in_place_of_a_post_is_so_once_if_the_database_fails_then(
    scenario: Scenario, monkeypatch: pytest.MonkeyPatch
) -> None:
    anna, boris = await scenario.in_play("Anna", "Boris")
    failures, ask = [StoreError("the server restarts")], Outbox.note_heard

    async def note_heard(own: Outbox, chat: Chat, game: str, row: NoticeRow) -> None:
        if failures:
            raise failures.pop()
        await ask(own, chat, game, row)

    monkeypatch.setattr(Outbox, "note_heard", note_heard)
    scenario.platform.faults.unanswered.add(MEMORY_CHAT)
    await anna.draws()
    await scenario.pass_time_until(lambda: not failures)
    notified = scenario.platform.notified
    await scenario.pass_time_until(lambda: (boris.person, boris.person) in notified)
    await scenario.settle()
    assert notified.count((boris.person, boris.person)) == 1


async def test_a_process_that_has_lost_a_game_notifies_nobody_in_place_of_a_post(
    scenario: Scenario, monkeypatch: pytest.MonkeyPatch
) -> None:
    anna, boris = await scenario.in_play("Anna", "Boris")
    outbox, remind = scenario.host.outbox, ChatAnnouncer._remind

    async def lose_game_and_remind(own: ChatAnnouncer, chat: Chat, *about: Any) -> None:
        monkeypatch.setattr(outbox, "_speaks", lambda _: False)  # it hangs until another one has its leases
        await remind(own, chat, *about)

    monkeypatch.setattr(ChatAnnouncer, "_remind", lose_game_and_remind)
    scenario.platform.faults.unanswered.add(MEMORY_CHAT)
    await anna.draws()
    await scenario.pass_time_until(lambda: not outbox._speaks(""))
    assert (boris.person, boris.person) not in scenario.platform.notified


async def test_a_mention_in_place_of_a_post_that_is_refused_comes_later(scenario: Scenario) -> None:
    anna, boris = await scenario.in_play("Anna", "Boris")
    platform = scenario.platform
    platform.faults.unreachable.add(boris.person)
    await scenario.store.people.note_dms_blocked(boris.person)
    begun = platform.tries_of(MEMORY_CHAT)
    platform.faults.offline.add(MEMORY_CHAT)
    await anna.draws()
    await until(lambda: platform.tries_of(MEMORY_CHAT) > begun)
    platform.faults.offline.clear()
    send, refusals = platform.send, [NotSent()]

    async def refuse_note(to: Destination, message: Message, key: Key, *, silent: bool) -> str:
        if key.topic is Topic.NOTE and refusals:
            raise refusals.pop()
        return await send(to, message, key, silent=silent)

    platform.notified.clear()
    platform.send = refuse_note  # type: ignore[method-assign]
    await scenario.pass_time_until(lambda: not refusals and platform.notified)
    await scenario.settle()
    assert platform.notified == [(MEMORY_CHAT, boris.person)]


async def test_reminders_of_two_players_in_one_chat_do_not_repeat_each_other(scenario: Scenario) -> None:
    both = await scenario.start_game("Anna", "Boris")
    await pass_half_a_turn(scenario, *both)
    await scenario.pass_time_until(lambda: len(scenario.platform.notified) >= 2)
    await scenario.settle()
    assert len(scenario.platform.notified) == 2
    assert {*scenario.platform.notified} == {(MEMORY_CHAT, one.person) for one in both}


async def test_a_reminder_in_doubt_whose_repeat_is_refused_notifies_once(scenario: Scenario) -> None:
    anna, _ = await scenario.in_play("Anna", "Boris")
    await pass_half_a_turn(scenario, anna)
    scenario.platform.faults.refused.add(MEMORY_CHAT)
    tried = scenario.platform.tries_of(MEMORY_CHAT)
    await scenario.pass_time_until(lambda: scenario.platform.tries_of(MEMORY_CHAT) > tried)
    scenario.platform.faults.refused.clear()
    tried = scenario.platform.tries_of(MEMORY_CHAT)
    await scenario.pass_time_until(lambda: scenario.platform.tries_of(MEMORY_CHAT) > tried)
    assert scenario.platform.notified == [(MEMORY_CHAT, anna.person)]
