"""What the outbox promises, on every platform: nothing is posted or notified twice, and old buttons go."""

from contextlib import suppress
from dataclasses import replace
from datetime import timedelta

import pytest

from bot.model.message import Message, Topic
from bot.model.permissions import Unreachable
from bot.outbox.notices import Notice
from tests.contract.case import BUTTONS, GAME, PICTURE, PlatformCase, told, turn, your_turn


async def again(case: PlatformCase, message: Message, notice: Notice) -> None:
    """Deliver as the announcer does: again after any error."""
    for _ in range(3):
        try:
            await case.outbox.deliver(message, notice)
        except Unreachable:
            raise
        except Exception:  # noqa: BLE001 - a platform may fail in any way
            continue
        return
    raise AssertionError("it was never delivered")


# ---- in a chat


async def test_a_post_has_text_buttons_a_picture_and_one_mention(case: PlatformCase) -> None:
    await case.outbox.deliver(turn(case), told(case.chat, Topic.TURN, 3))
    (post,) = await case.shown(case.chat)
    assert "Ada is next." in post.text
    assert post.buttons[:2] == ("Draw", "My hand")
    assert post.pictures == 1
    assert await case.notifications(case.chat) == 1


async def test_a_post_without_a_mention_notifies_nobody(case: PlatformCase) -> None:
    await case.outbox.deliver(replace(turn(case), mentions=()), told(case.chat, Topic.TURN, 3))
    assert len(await case.shown(case.chat)) == 1
    assert await case.notifications(case.chat) == 0


async def test_the_same_key_posts_once(case: PlatformCase) -> None:
    for _ in range(2):
        await case.outbox.deliver(turn(case), told(case.chat, Topic.TURN, 3))
    assert len(await case.shown(case.chat)) == 1
    assert await case.notifications(case.chat) == 1


async def test_a_lobby_is_edited_in_place(case: PlatformCase) -> None:
    await case.outbox.deliver(Message("Ada", buttons=BUTTONS), told(case.chat, Topic.LOBBY, 1))
    await case.outbox.deliver(Message("Ada, Bob", buttons=BUTTONS), told(case.chat, Topic.LOBBY, 2))
    texts = [post.text for post in await case.shown(case.chat)]
    assert texts == (["Ada, Bob"] if case.edits_posts else ["Ada", "Ada, Bob"])


async def test_a_new_post_takes_the_buttons_of_the_one_before(case: PlatformCase) -> None:
    await case.outbox.deliver(Message("Ada", buttons=BUTTONS), told(case.chat, Topic.LOBBY, 1))
    await case.outbox.deliver(turn(case, "One"), told(case.chat, Topic.TURN, 3))
    await case.outbox.deliver(turn(case, "Two"), told(case.chat, Topic.TURN, 5))
    assert [sent.key for sent in await case.store.outbox.notices(case.chat, GAME)] in ([f"{GAME}-5"], [])
    if case.edits_posts:
        assert [bool(post.buttons) for post in await case.shown(case.chat)] == [False, False, True]


async def test_a_note_is_posted_once_and_leaves_the_buttons_of_others(case: PlatformCase) -> None:
    await case.outbox.deliver(turn(case), told(case.chat, Topic.TURN, 3))
    for _ in range(2):
        await case.outbox.deliver(Message("I lack a permission."), told(case.chat, Topic.NOTE, 0))
    posts = await case.shown(case.chat)
    assert len(posts) == 2
    assert posts[0].buttons


@pytest.mark.parametrize("later", [timedelta(0), timedelta(minutes=10)])
async def test_a_post_whose_answer_is_lost_notifies_once(case: PlatformCase, later: timedelta) -> None:
    if not case.can_be_shut_out:
        pytest.skip("nothing is lost on the way to its own page")
    await case.lose_answer(case.chat)
    post = told(case.chat, Topic.TURN, 3)
    with suppress(Exception):  # the library may raise anything
        await case.outbox.deliver(turn(case), post)
    await case.clock.move_on(later)
    await again(case, turn(case), post)
    assert await case.notifications(case.chat) == 1


async def test_a_long_text_is_shown_up_to_the_limit(case: PlatformCase) -> None:
    longest = case.platform.limits.longest_post
    await case.outbox.deliver(Message("x" * longest, buttons=BUTTONS), told(case.chat, Topic.TURN, 3))
    (post,) = await case.shown(case.chat)
    assert "x" * longest in post.text


async def test_a_chat_where_the_bot_may_not_write_is_unreachable_until_it_may(case: PlatformCase) -> None:
    if not case.can_be_shut_out:
        pytest.skip("the channels belong to the bot")
    await case.keep_out()
    with pytest.raises(Unreachable):
        await again(case, turn(case), told(case.chat, Topic.TURN, 3))
    await case.let_in()
    assert case.chat in case.reachable
    await again(case, turn(case), told(case.chat, Topic.TURN, 3))
    assert len([one for one in await case.shown(case.chat) if "is next" in one.text]) == 1


async def test_there_is_no_chat_that_nobody_knows(case: PlatformCase) -> None:
    if case.platform.name == "hall":
        pytest.skip("a platform in memory has every chat")
    with pytest.raises(Unreachable):
        await again(case, turn(case), told(replace(case.chat, id="77"), Topic.TURN, 3))


# ---- in private


@pytest.fixture
def dms(case: PlatformCase) -> PlatformCase:
    """A platform whose private messages are messages."""
    if not case.has_dms:
        pytest.skip("a tab draws its private column by itself")
    return case


async def test_a_panel_is_refreshed_in_place_without_a_notification(dms: PlatformCase) -> None:
    for seq, text in ((3, "Your hand: RR"), (4, "Your hand: RRB")):
        await dms.outbox.deliver(Message(text, (PICTURE,), BUTTONS), told(dms.person, Topic.PANEL, seq))
    (panel,) = await dms.shown(dms.person)
    assert "RRB" in panel.text
    assert await dms.notifications(dms.person) == 0


async def test_a_panel_that_mentions_is_sent_again_and_replaces_the_old_one(dms: PlatformCase) -> None:
    await dms.outbox.deliver(Message("Your hand: RR"), told(dms.person, Topic.PANEL, 3))
    await dms.outbox.deliver(your_turn(dms), told(dms.person, Topic.PANEL, 5))
    (panel,) = await dms.shown(dms.person)
    assert "Your turn." in panel.text
    assert await dms.notifications(dms.person) == 1


async def test_a_panel_whose_answer_is_lost_notifies_once(dms: PlatformCase) -> None:
    await dms.lose_answer(dms.person)
    await again(dms, your_turn(dms), told(dms.person, Topic.PANEL, 3))
    await again(dms, Message("Your turn: RR"), told(dms.person, Topic.PANEL, 4))
    assert await dms.notifications(dms.person) == 1
    assert "RR" in (await dms.shown(dms.person))[-1].text


async def test_a_person_who_blocks_the_bot_is_unreachable(dms: PlatformCase) -> None:
    await dms.block_dms()
    with pytest.raises(Unreachable):
        await dms.outbox.deliver(Message("Your hand"), told(dms.person, Topic.PANEL, 3))
    assert await dms.store.people.blocks_dms(dms.person)


# ---- permissions


async def test_missing_permissions_name_what_a_chat_forbids(case: PlatformCase) -> None:
    found = await case.platform.missing_permissions(case.chat)
    assert not found.speech
    assert not found.pictures
    if case.can_be_shut_out:
        await case.forbid_pictures()
        assert (await case.platform.missing_permissions(case.chat)).pictures


async def test_a_chat_knows_its_admins(case: PlatformCase) -> None:
    if not case.knows_admins:
        pytest.skip("Discord tells who is an admin with each request only")
    if case.can_be_shut_out:
        assert not await case.platform.is_admin(case.person, case.chat)
        await case.clock.move_on(timedelta(minutes=2))
    await case.appoint_admin()
    assert await case.platform.is_admin(case.person, case.chat)
