"""The channels of the local chat: who opens them, their names, and the players they wait for."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.model.message import Mention
from bot.requests.rate_limits import RateLimit
from bot.web.server import WebLimits
from tests.local_session import LocalSession, local_session


@pytest.fixture
async def proxied(tmp_path: Path) -> AsyncIterator[LocalSession]:
    """The local chat behind a proxy, which says where its visitors come from."""
    async with local_session(tmp_path, web_limits=WebLimits(proxies=1)) as home:
        yield home


async def test_channels_get_short_ids_of_their_own(home: LocalSession) -> None:
    ada = await home.join("Ada")
    ids = []
    for title in ("Málaga & co.", "malaga co", "Поезд", "Table", "x" * 40):
        await ada.ask("open", title=title)
        ids.append((await ada.receive("opened"))["channel"])
    assert ids == ["malaga-co", "malaga-co-2", "channel", "table-2", "x" * 24]


@pytest.mark.parametrize(
    "title", ["", "  ", "x" * 41, "a\x07b", "a\u202eb", "\u3164", "\ufe0f", "a" + "\u0301" * 20, "a\nb\x00"]
)
async def test_an_invalid_title_is_refused_with_a_sentence(home: LocalSession, title: str) -> None:
    ada = await home.join("Ada")
    await ada.ask("open", title=title)
    assert (await ada.receive("answer"))["text"] == "A channel name must have 1 to 40 characters."


async def test_the_number_of_channels_is_limited(home: LocalSession) -> None:
    for person in range(5):
        tab = await home.join(f"Person {person}")
        for number in range(10):
            await tab.ask("open", title=f"Room {person} {number}")
    assert (await tab.receive("answer"))["text"] == "There are already 50 channels. Use one of them."


async def test_one_person_cannot_open_all_channels(home: LocalSession) -> None:
    ada = await home.join("Ada")
    for number in range(11):
        await ada.ask("open", title=f"Room {number}")
    sentence = "You have opened 10 channels already. Use one of them."
    assert (await ada.receive("answer"))["text"] == sentence
    bob = await home.join("Bob")
    await bob.ask("open", title="Another room")
    assert (await bob.receive("opened"))["channel"] == "another-room"


async def test_one_network_cannot_open_all_channels(proxied: LocalSession) -> None:
    """A visitor is a new person in each tab. The proxy says where they come from."""
    home = proxied
    far = {"X-Forwarded-For": "198.51.100.9, 203.0.113.7"}
    for person in range(3):
        tab = await home.connect(headers=far)
        await tab.take_name(f"Person {person}")
        for number in range(5):
            await tab.ask("open", title=f"Room {person} {number}")
    assert (await tab.receive("answer"))["text"] == "You have opened 10 channels already. Use one of them."
    bob = await home.connect(headers={"X-Forwarded-For": "203.0.113.7, 198.51.100.9"})
    await bob.take_name("Bob")
    await bob.ask("open", title="Another room")
    assert (await bob.receive("opened"))["channel"] == "another-room"


async def test_one_network_cannot_take_the_places_of_all_people(
    proxied: LocalSession, monkeypatch: pytest.MonkeyPatch
) -> None:
    home = proxied
    monkeypatch.setattr(home.chat._accounts, "_newcomers", RateLimit(home.clock, (2, 0.1)))
    far = {"X-Forwarded-For": "203.0.113.7"}
    for name in ("Ada", "Bob"):
        known = await home.connect(headers=far)
        await known.take_name(name)
    tab = await home.connect(headers=far)
    await tab.ask("name", name="Eve")
    assert (await tab.receive("unnamed"))["problem"].startswith("Too many people have come from your network")
    await (await home.connect(known.token, headers=far)).wait_for_welcome()
    await known.take_name("Bobby")
    await home.join("Carl")


async def test_the_list_says_which_channel_waits_for_me(tmp_path: Path) -> None:
    async with local_session(tmp_path) as home:
        ada, bob = await home.join("Ada"), await home.join("Bob")
        await home.post("Bob is next.", "g-7", mentions=(Mention(bob.person, "Bob"),))
        assert (await bob.receive("channels"))["channels"] == [listed(newest=1, called=True, own=False)]
        assert (await ada.receive("channels"))["channels"] == [listed(newest=1, called=False, own=True)]
        assert await ada.answer("/come on") == "You said /come on"
        await ada.say("Come on, Bob.")
        assert [post["text"] for post in await ada.posts()] == ["Come on, Bob."]
    async with local_session(tmp_path) as home:
        back = await home.connect(bob.token)
        assert (await back.receive("welcome"))["channels"] == [listed(newest=2, called=True, own=False)]
        await home.post("Ada is next.", "g-8", mentions=(Mention(ada.person, "Ada"),))
        assert (await back.receive("channels"))["channels"] == [listed(newest=3, called=False, own=False)]


def listed(newest: int, *, called: bool, own: bool) -> dict[str, object]:
    return {"id": "table", "title": "Table", "newest": newest, "called": called, "own": own}


async def test_a_channel_that_does_not_exist_cannot_be_entered(home: LocalSession) -> None:
    ada = await home.join("Ada")
    for channel in ("nowhere", ""):
        await ada.ask("enter", channel=channel, after=0)
        assert (await ada.receive("answer"))["text"] == "There is no such channel. Choose one from the list."
