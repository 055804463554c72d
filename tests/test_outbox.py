"""The outbox on a platform in memory: what it does where a platform can do little, or answers late."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import suppress
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest

from bot.model.identity import Chat
from bot.model.message import Mention, Message, Topic
from bot.model.permissions import Unreachable
from bot.model.port import Limits, NotSent
from bot.outbox import outbox
from bot.outbox.notices import Renewal
from bot.outbox.outbox import Outbox
from bot.store import NoticeState, Store
from tests.contract.case import GAME, told, turn
from tests.contract.memory_case import MemoryCase
from tests.fakes.wire.patience import until
from tests.memory_platform import LIMITS, MemoryPlatform
from tests.scenario import FakeClock

FORGETFUL = Limits(longest_post=900)
"""Like Telegram: a repeat is a second message, and no message can be found again."""


@pytest.fixture
async def case(tmp_path: Path) -> AsyncIterator[MemoryCase]:
    async with await Store.open(f"sqlite:///{tmp_path / 'case.db'}") as store:
        case = MemoryCase(store, MemoryPlatform(), FakeClock())
        await case.open_game()
        yield case
        await case.outbox.close()


# ---- posts in doubt


async def test_a_post_in_doubt_is_repeated_without_its_mention(case: MemoryCase) -> None:
    case.memory.limits = FORGETFUL
    await case.lose_answer(case.chat)
    with pytest.raises(TimeoutError):
        await case.outbox.deliver(turn(case), told(case.chat, Topic.TURN, 3))
    row = await case.outbox.deliver(turn(case), told(case.chat, Topic.TURN, 3))
    assert row.state is NoticeState.SILENT
    assert await case.notifications(case.chat) == 1


async def test_a_post_in_doubt_is_looked_for_where_that_is_possible(case: MemoryCase) -> None:
    case.memory.limits = Limits(900, repeats_safely_for=timedelta(minutes=2), finds_sent=True)
    await case.lose_answer(case.chat)
    first = told(case.chat, Topic.TURN, 3)
    with pytest.raises(TimeoutError):
        await case.outbox.deliver(turn(case), first)
    tries = len(case.memory.tried)
    await case.clock.move_on(timedelta(minutes=2))
    await case.outbox.deliver(turn(case), first)
    assert len(case.memory.tried) == tries
    assert [row.key for row in await case.store.outbox.notices(case.chat, GAME)] == [str(first.key)]


async def test_a_refused_post_is_not_in_doubt(case: MemoryCase) -> None:
    case.memory.faults.refused.add(case.chat)
    with pytest.raises(NotSent):
        await case.outbox.deliver(turn(case), told(case.chat, Topic.TURN, 3))
    row = await case.outbox.under_way(case.chat, GAME, 1)
    assert row
    assert (row.event, row.state) == (3, NoticeState.REFUSED)


async def test_a_private_ping_in_doubt_is_repeated_in_silence(case: MemoryCase) -> None:
    case.memory.limits = FORGETFUL
    message = Message("Your turn.", mentions=(Mention(case.person, "Anna"),))
    await case.lose_answer(case.person)
    with pytest.raises(TimeoutError):
        await case.outbox.deliver(message, told(case.person, Topic.PANEL, 3))
    assert await case.store.outbox.tried_since()
    await case.outbox.deliver(message, told(case.person, Topic.PANEL, 4))
    assert not await case.store.outbox.tried_since()
    assert await case.notifications(case.person) == 1


async def test_a_note_in_doubt_is_repeated_without_its_mention(case: MemoryCase) -> None:
    case.memory.limits = FORGETFUL
    message = Message("It is still your turn.", mentions=(Mention(case.person, "Anna"),))
    await case.lose_answer(case.chat)
    for seq, notified in ((3, 1), (3, 1), (4, 2)):
        with suppress(TimeoutError):
            await case.outbox.deliver(message, told(case.chat, Topic.NOTE, seq))
        assert await case.notifications(case.chat) == notified


async def test_a_refused_private_ping_is_repeated_as_a_ping(case: MemoryCase) -> None:
    case.memory.limits = FORGETFUL
    message = Message("Your turn.", mentions=(Mention(case.person, "Anna"),))
    case.memory.faults.refused.add(case.person)
    with pytest.raises(NotSent):
        await case.outbox.deliver(message, told(case.person, Topic.PANEL, 3))
    case.memory.faults.refused.clear()
    await case.outbox.deliver(message, told(case.person, Topic.PANEL, 3))
    assert await case.notifications(case.person) == 1


async def test_what_was_begun_ends_with_the_delivery(case: MemoryCase) -> None:
    case.memory.faults.hanging.add(case.person)
    begun = case.outbox.begin(Message("Your turn."), told(case.person, Topic.NOTE, 3))
    await until(lambda: case.memory.tries_of(case.person) == 1, "it is not tried")
    await case.outbox.close()
    assert begun.cancelled()


async def test_a_process_that_has_lost_a_game_sends_only_what_a_person_asks_of_it(case: MemoryCase) -> None:
    lost = Outbox(case.store, {case.memory.name: case.memory}, case.clock, speaks=lambda game: game != GAME)
    for notice in (told(case.chat, Topic.TURN, 3), told(case.person, Topic.PANEL, 3)):
        with pytest.raises(NotSent):
            await lost.deliver(turn(case), notice)
    assert not case.memory.tried
    assert not await case.store.outbox.tried_since()
    await lost.deliver(Message("Your hand"), told(case.person, Topic.PANEL, 3, renewal=Renewal.AGAIN))
    assert case.memory.tries_of(case.person) == 1


# ---- old buttons


async def test_a_post_does_not_wait_for_old_buttons_that_hang(
    case: MemoryCase, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(outbox, "RETIRING", 0.05)
    await case.outbox.deliver(turn(case), told(case.chat, Topic.TURN, 3))
    released = asyncio.Event()
    remove = case.memory.remove_buttons
    calls = list[str]()

    async def hang(to: Chat, id: str) -> bool:
        calls.append(id)
        await released.wait()
        return await remove(to, id)

    monkeypatch.setattr(case.memory, "remove_buttons", hang)
    await case.outbox.deliver(turn(case), told(case.chat, Topic.TURN, 5))
    await case.outbox.deliver(turn(case), told(case.chat, Topic.TURN, 7))
    assert len(calls) == 2, "a call that still runs is not made again"
    released.set()

    async def forgotten() -> bool:
        return len(await case.store.outbox.notices(case.chat, GAME)) == 1

    await until(forgotten)
    assert [bool(post.buttons) for post in await case.shown(case.chat)] == [False, False, True]


async def test_a_vote_keeps_its_buttons_when_the_next_turn_is_posted(case: MemoryCase) -> None:
    await case.outbox.deliver(turn(case), told(case.chat, Topic.VOTE, 3))
    await case.outbox.deliver(turn(case), told(case.chat, Topic.TURN, 5))
    assert [bool(post.buttons) for post in await case.shown(case.chat)] == [True, True]


async def test_buttons_that_stay_are_removed_with_the_next_post(case: MemoryCase) -> None:
    case.memory.faults.keeps_buttons.add(case.chat)
    for seq in (3, 5):
        await case.outbox.deliver(turn(case), told(case.chat, Topic.TURN, seq))
    case.memory.faults.keeps_buttons.clear()
    await case.outbox.deliver(turn(case), told(case.chat, Topic.TURN, 7))
    assert [bool(post.buttons) for post in await case.shown(case.chat)] == [False, False, True]


async def test_no_more_old_messages_are_changed_at_once_than_the_platform_allows(case: MemoryCase) -> None:
    case.memory.limits = replace(LIMITS, retires_at_once=1)
    case.memory.faults.keeps_buttons.add(case.chat)
    for seq in (3, 5):
        await case.outbox.deliver(turn(case), told(case.chat, Topic.TURN, seq))
    case.memory.faults.keeps_buttons.clear()
    await case.outbox.deliver(turn(case), told(case.chat, Topic.TURN, 7))
    assert [bool(post.buttons) for post in await case.shown(case.chat)] == [True, False, True]


# ---- chats and people that change


@pytest.mark.parametrize(
    ("renewal", "is_new", "shows"),
    [
        (Renewal.KEPT, False, "Your hand: R"),
        (Renewal.EDITED, False, "Your hand: RR"),
        (Renewal.NEEDED, False, "Your hand: RR"),
        (Renewal.MOVED, True, "Your hand: RR"),
    ],
)
async def test_an_old_panel_is_a_new_message_only_when_a_decision_begins(
    case: MemoryCase, renewal: Renewal, is_new: bool, shows: str
) -> None:
    case.memory.limits = replace(LIMITS, edits_for=timedelta(minutes=55))
    await case.outbox.deliver(Message("Your hand: R"), told(case.person, Topic.PANEL, 3))
    (old,) = [id for to, id in case.memory.shown if to == case.person]
    await case.clock.move_on(timedelta(hours=1))
    await case.outbox.deliver(Message("Your hand: RR"), told(case.person, Topic.PANEL, 4, renewal=renewal))
    ((new, panel),) = [(id, shown) for (to, id), shown in case.memory.shown.items() if to == case.person]
    assert (new != old, panel.text) == (is_new, shows)


@pytest.mark.parametrize(
    ("renewal", "sent"), [(Renewal.KEPT, 1), (Renewal.EDITED, 1), (Renewal.NEEDED, 2), (Renewal.MOVED, 2)]
)
async def test_a_panel_that_cannot_be_edited_is_sent_again_to_those_who_act_with_it(
    case: MemoryCase, renewal: Renewal, sent: int
) -> None:
    await case.outbox.deliver(Message("Your hand: R"), told(case.person, Topic.PANEL, 3))
    case.memory.shown.clear()
    await case.outbox.deliver(Message("Your hand: RR"), told(case.person, Topic.PANEL, 4, renewal=renewal))
    assert len(case.memory.keys_of(case.person)) == sent


async def test_a_person_who_blocks_the_bot_is_not_tried_again(case: MemoryCase) -> None:
    await case.block_dms()
    for seq in (3, 4):
        with pytest.raises(Unreachable):
            await case.outbox.deliver(Message("Your hand"), told(case.person, Topic.PANEL, seq))
    assert case.memory.tries_of(case.person) == 1
