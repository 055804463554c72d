"""Delivery on a platform in memory: what it does where a platform can do little, or answers late."""

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
from bot.notify import delivery
from bot.notify.delivery import Renewal
from bot.platforms.port import Limits, NotSent
from bot.store import Store
from tests.contract.case import GAME
from tests.contract.memory_case import MemoryCase
from tests.contract.test_delivery import key, turn
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
        await case.delivery.close()


# ---- posts in doubt


async def test_a_post_in_doubt_is_repeated_without_its_mention(case: MemoryCase) -> None:
    case.memory.limits = FORGETFUL
    in_doubt = replace(key(Topic.TURN, 3), since=case.clock.now())
    await case.delivery.post(case.chat, turn(case), in_doubt)
    assert await case.notifications(case.chat) == 0


async def test_a_post_in_doubt_is_looked_for_where_that_is_possible(case: MemoryCase) -> None:
    case.memory.limits = Limits(900, repeats_safely_for=timedelta(minutes=2), finds_sent=True)
    await case.lose_answer(case.chat)
    first = key(Topic.TURN, 3)
    with pytest.raises(TimeoutError):
        await case.delivery.post(case.chat, turn(case), first)
    tries, since = len(case.memory.tried), case.clock.now()
    await case.clock.move_on(timedelta(minutes=2))
    await case.delivery.post(case.chat, turn(case), replace(first, since=since))
    assert len(case.memory.tried) == tries
    assert [sent.key for sent in await case.store.deliveries.sent(case.chat, GAME)] == [str(first)]


async def test_a_refused_post_is_not_in_doubt(case: MemoryCase) -> None:
    now = case.clock.now()
    await case.store.deliveries.begin(case.chat, GAME, 3, now)
    case.memory.faults.refused.add(case.chat)
    with pytest.raises(NotSent):
        await case.delivery.post(case.chat, turn(case), key(Topic.TURN, 3))
    assert await case.store.deliveries.begin(case.chat, GAME, 3, now) == (3, None)


async def test_a_private_ping_in_doubt_is_repeated_in_silence(case: MemoryCase) -> None:
    case.memory.limits = FORGETFUL
    message = Message("Your turn.", mentions=(Mention(case.person, "Anna"),))
    await case.lose_answer(case.person)
    with pytest.raises(TimeoutError):
        await case.delivery.tell(case.person, message, key(Topic.PANEL, 3))
    assert await case.store.note(f"hall-calling-ada-{GAME}-0") == "3"
    await case.delivery.tell(case.person, message, key(Topic.PANEL, 4))
    assert await case.store.note(f"hall-calling-ada-{GAME}-0") is None
    assert await case.notifications(case.person) == 1


async def test_a_note_in_doubt_is_repeated_without_its_mention(case: MemoryCase) -> None:
    case.memory.limits = FORGETFUL
    message = Message("It is still your turn.", mentions=(Mention(case.person, "Anna"),))
    await case.lose_answer(case.chat)
    for seq, notified in ((3, 1), (3, 1), (4, 2)):
        with suppress(TimeoutError):
            await case.delivery.post(case.chat, message, key(Topic.NOTE, seq))
        assert await case.notifications(case.chat) == notified


async def test_a_refused_private_ping_is_repeated_as_a_ping(case: MemoryCase) -> None:
    case.memory.limits = FORGETFUL
    message = Message("Your turn.", mentions=(Mention(case.person, "Anna"),))
    case.memory.faults.refused.add(case.person)
    with pytest.raises(NotSent):
        await case.delivery.tell(case.person, message, key(Topic.PANEL, 3))
    case.memory.faults.refused.clear()
    await case.delivery.tell(case.person, message, key(Topic.PANEL, 3))
    assert await case.notifications(case.person) == 1


async def test_the_post_of_a_turn_moves_its_bookmark_with_the_same_write(case: MemoryCase) -> None:
    await case.delivery.post(case.chat, turn(case), key(Topic.TURN, 3))
    assert (await case.store.deliveries.bookmarks(GAME))[case.chat] == 3
    assert not await case.store.deliveries.begun()


async def test_what_was_begun_ends_with_the_delivery(case: MemoryCase) -> None:
    case.memory.faults.hanging.add(case.person)
    begun = case.delivery.begin_telling(case.person, Message("Your turn."), key(Topic.NOTE, 3))
    await until(lambda: case.memory.tries_of(case.person) == 1, "it is not tried")
    await case.delivery.close()
    assert begun.cancelled()


# ---- old buttons


async def test_a_post_does_not_wait_for_old_buttons_that_hang(
    case: MemoryCase, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(delivery, "RETIRING", 0.05)
    await case.delivery.post(case.chat, turn(case), key(Topic.TURN, 3))
    released = asyncio.Event()
    remove = case.memory.remove_buttons
    calls = list[str]()

    async def hang(to: Chat, id: str) -> bool:
        calls.append(id)
        await released.wait()
        return await remove(to, id)

    monkeypatch.setattr(case.memory, "remove_buttons", hang)
    await case.delivery.post(case.chat, turn(case), key(Topic.TURN, 5))
    await case.delivery.post(case.chat, turn(case), key(Topic.TURN, 7))
    assert len(calls) == 2, "a call that still runs is not made again"
    released.set()

    async def forgotten() -> bool:
        return len(await case.store.deliveries.sent(case.chat, GAME)) == 1

    await until(forgotten)
    assert [bool(post.buttons) for post in await case.shown(case.chat)] == [False, False, True]


async def test_buttons_that_stay_are_removed_with_the_next_post(case: MemoryCase) -> None:
    case.memory.faults.keeps_buttons.add(case.chat)
    for seq in (3, 5):
        await case.delivery.post(case.chat, turn(case), key(Topic.TURN, seq))
    case.memory.faults.keeps_buttons.clear()
    await case.delivery.post(case.chat, turn(case), key(Topic.TURN, 7))
    assert [bool(post.buttons) for post in await case.shown(case.chat)] == [False, False, True]


async def test_no_more_old_messages_are_changed_at_once_than_the_platform_allows(case: MemoryCase) -> None:
    case.memory.limits = replace(LIMITS, retires_at_once=1)
    case.memory.faults.keeps_buttons.add(case.chat)
    for seq in (3, 5):
        await case.delivery.post(case.chat, turn(case), key(Topic.TURN, seq))
    case.memory.faults.keeps_buttons.clear()
    await case.delivery.post(case.chat, turn(case), key(Topic.TURN, 7))
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
    await case.delivery.tell(case.person, Message("Your hand: R"), key(Topic.PANEL, 3))
    (old,) = [id for to, id in case.memory.shown if to == case.person]
    await case.clock.move_on(timedelta(hours=1))
    await case.delivery.tell(case.person, Message("Your hand: RR"), key(Topic.PANEL, 4), renewal=renewal)
    ((new, panel),) = [(id, shown) for (to, id), shown in case.memory.shown.items() if to == case.person]
    assert (new != old, panel.text) == (is_new, shows)


@pytest.mark.parametrize(
    ("renewal", "sent"), [(Renewal.KEPT, 1), (Renewal.EDITED, 1), (Renewal.NEEDED, 2), (Renewal.MOVED, 2)]
)
async def test_a_panel_that_cannot_be_edited_is_sent_again_to_those_who_act_with_it(
    case: MemoryCase, renewal: Renewal, sent: int
) -> None:
    await case.delivery.tell(case.person, Message("Your hand: R"), key(Topic.PANEL, 3))
    case.memory.shown.clear()
    await case.delivery.tell(case.person, Message("Your hand: RR"), key(Topic.PANEL, 4), renewal=renewal)
    assert len(case.memory.keys_of(case.person)) == sent


async def test_a_person_who_blocks_the_bot_is_not_tried_again(case: MemoryCase) -> None:
    await case.block_dms()
    for seq in (3, 4):
        with pytest.raises(Unreachable):
            await case.delivery.tell(case.person, Message("Your hand"), key(Topic.PANEL, seq))
    assert case.memory.tries_of(case.person) == 1
