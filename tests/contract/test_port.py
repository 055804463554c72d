"""The calls of the port, on every platform that implements them."""

from bot.model.message import Button, Message, Topic
from bot.model.port import Key
from tests.contract.case import GAME, PlatformCase

KEY = Key(GAME, Topic.TURN, "3")
POST = Message("Ada is next.", buttons=((Button("Draw", f"{GAME}.3.draw"),),))


async def test_send_returns_the_id_by_which_a_message_is_edited(case: PlatformCase) -> None:
    id = await case.platform.send(case.chat, POST, KEY, silent=True)
    edited = await case.platform.edit(case.chat, id, Message("Bob is next."), KEY)
    assert edited is case.edits_posts
    assert (await case.shown(case.chat))[-1].text == ("Bob is next." if edited else "Ada is next.")


async def test_a_public_chat_belongs_to_a_place(case: PlatformCase) -> None:
    await case.platform.missing_permissions(case.chat)  # waits until the bot is connected
    assert await case.platform.place_of(case.chat) == case.place


async def test_the_buttons_of_a_message_can_be_removed(case: PlatformCase) -> None:
    id = await case.platform.send(case.chat, POST, KEY, silent=True)
    assert await case.platform.remove_buttons(case.chat, id)
    if case.edits_posts:
        assert (await case.shown(case.chat))[-1].buttons == ()


async def test_what_is_gone_can_be_deleted_once_more(case: PlatformCase) -> None:
    key = Key(GAME, Topic.PANEL, "3")
    id = await case.platform.send(case.person, POST, key, silent=True)
    assert await case.platform.delete(case.person, id)
    assert await case.platform.delete(case.person, id)
    if case.has_dms:
        assert await case.shown(case.person) == []


async def test_a_repeat_in_time_makes_no_second_message(case: PlatformCase) -> None:
    ids = {await case.platform.send(case.chat, POST, KEY, silent=True) for _ in range(2)}
    safe = bool(case.platform.limits.repeats_safely_for)
    assert len(ids) == len(await case.shown(case.chat)) == (1 if safe else 2)


async def test_a_silent_message_notifies_nobody(case: PlatformCase) -> None:
    if case.has_dms:
        await case.platform.send(case.person, POST, Key(GAME, Topic.PANEL, "3"), silent=True)
        assert await case.notifications(case.person) == 0
