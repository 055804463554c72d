"""The calls of the port, on every platform that implements them."""

import pytest

from bot.model.message import Button, Message, Topic
from bot.platforms.port import PostKey
from tests.contract.case import GAME, PlatformCase

KEY = PostKey(GAME, Topic.TURN, 3)
POST = Message("Ada is next.", buttons=((Button("Draw", f"{GAME}.3.draw"),),))


@pytest.fixture
def port(case: PlatformCase) -> PlatformCase:
    if not case.implements_port:
        pytest.skip("the adapter still posts by itself")
    return case


async def test_send_returns_the_id_by_which_a_message_is_edited(port: PlatformCase) -> None:
    id = await port.platform.send(port.chat, POST, KEY, silent=True)
    edited = await port.platform.edit(port.chat, id, Message("Bob is next."), KEY)
    assert edited is port.edits_posts
    assert (await port.shown(port.chat))[-1].text == ("Bob is next." if edited else "Ada is next.")


async def test_the_buttons_of_a_message_can_be_removed(port: PlatformCase) -> None:
    id = await port.platform.send(port.chat, POST, KEY, silent=True)
    assert await port.platform.remove_buttons(port.chat, id)
    if port.edits_posts:
        assert (await port.shown(port.chat))[-1].buttons == ()


async def test_what_is_gone_can_be_deleted_once_more(port: PlatformCase) -> None:
    key = PostKey(GAME, Topic.PANEL, 3)
    id = await port.platform.send(port.person, POST, key, silent=True)
    assert await port.platform.delete(port.person, id)
    assert await port.platform.delete(port.person, id)
    if port.has_dms:
        assert await port.shown(port.person) == []


async def test_a_repeat_in_time_makes_no_second_message(port: PlatformCase) -> None:
    ids = {await port.platform.send(port.chat, POST, KEY, silent=True) for _ in range(2)}
    safe = bool(port.platform.limits.repeats_safely_for)
    assert len(ids) == len(await port.shown(port.chat)) == (1 if safe else 2)


async def test_a_silent_message_notifies_nobody(port: PlatformCase) -> None:
    if port.has_dms:
        await port.platform.send(port.person, POST, PostKey(GAME, Topic.PANEL, 3), silent=True)
        assert await port.notifications(port.person) == 0
