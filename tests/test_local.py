"""The local chat: each tab is a person, talk and posts are for everybody, answers and hands for one."""

import asyncio
from base64 import b64decode
from pathlib import Path

import pytest

from bot.model.callbacks import NO_GAME
from bot.model.identity import Person
from bot.model.message import Button, Mention, Message, Picture, Topic
from bot.model.permissions import Unreachable
from bot.model.port import Key
from bot.model.profile import Profile
from bot.store import Entry, RowUpdates
from tests.local_session import (
    BOARD,
    HAND,
    TABLE,
    EchoDispatcher,
    LocalSession,
    QuickClock,
    Tab,
    local_session,
    png,
)

# Who is who


async def test_a_tab_has_no_person_until_it_takes_a_name(home: LocalSession) -> None:
    tab = await home.connect()
    assert (await tab.receive("stranger"))["suggestion"]
    assert await tab.answer("Hello?") == "Choose a name first."
    await tab.take_name("Ada")
    assert tab.me["name"] == "Ada"
    assert tab.person.platform == "local"


async def test_the_suggested_name_is_free(home: LocalSession) -> None:
    suggested = []
    for _ in range(45):
        tab = await home.connect()
        suggested.append((await tab.receive("stranger"))["suggestion"])
        await tab.take_name(suggested[-1])
    assert len(set(suggested)) == 45


@pytest.mark.parametrize("name", ["Ada", "ADA", " ada ", "Ａｄａ", "Аdа", "Αda"])
async def test_a_name_belongs_to_one_person(home: LocalSession, name: str) -> None:
    await home.join("Ada")
    tab = await home.connect()
    await tab.ask("name", name=name)
    problem = (await tab.receive("unnamed"))["problem"]
    assert problem == "The name Ada is taken. Choose another one."


async def test_one_of_two_simultaneous_requests_for_a_name_gets_it(home: LocalSession) -> None:
    tabs = [await home.connect() for _ in range(2)]
    await asyncio.gather(*(tab.ask("name", name="Ada") for tab in tabs))
    told = [(await tab.receive_until("welcome", "unnamed"))[-1]["kind"] for tab in tabs]
    assert sorted(told) == ["unnamed", "welcome"]


@pytest.mark.parametrize(
    "name", ["Ольга", "Zoë-Anne O'Neil", "पूजा", "李雷", "R2 D2", "x" * 24, "ปิ่น", "Nguyễn"]
)
async def test_names_may_have_letters_of_any_script(home: LocalSession, name: str) -> None:
    assert (await home.join(name)).me["name"] == name


@pytest.mark.parametrize(
    "name",
    [
        *("", "   ", "x" * 25, "**bold**", "a\u202eb", "<b>", "...", "\U0001f682", "a\u200bb", "a\x00b"),
        *("\u3164", "Ada\ufe0f", "Ada\u034f", "a" + "\u0301" * 20),
    ],
)
async def test_an_invalid_name_is_refused_with_a_sentence(home: LocalSession, name: str) -> None:
    tab = await home.connect()
    await tab.ask("name", name=name)
    assert (await tab.receive("unnamed"))["problem"] == "A name must have 1 to 24 letters or digits."


async def test_nobody_can_take_the_name_of_the_bot(home: LocalSession) -> None:
    tab = await home.connect()
    await tab.ask("name", name="StationMaster")
    assert (await tab.receive("unnamed"))["problem"] == "That is my name. Choose another one."


async def test_a_person_may_take_another_name_and_keeps_the_language(home: LocalSession) -> None:
    ada = await home.join("Ada")
    profile = await home.store.people.profile(ada.person)
    assert profile is not None
    await home.store.people.save(
        Profile(ada.person, "Ada", token_digest=profile.token_digest, chosen={"language": "ru"})
    )
    before = ada.person
    await ada.take_name("Ada Lovelace")
    assert ada.person == before
    found = await home.store.people.profile(before)
    assert found is not None
    assert (found.name, found.language) == ("Ada Lovelace", "ru")


async def test_a_player_of_an_open_game_cannot_change_their_name(home: LocalSession) -> None:
    ada = await home.join("Ada")
    await sit_down(home, ada)
    await ada.ask("name", name="Eve")
    sentence = "You are playing under this name. You can change it when your games are over."
    assert (await ada.receive("unnamed"))["problem"] == sentence


async def sit_down(home: LocalSession, tab: Tab) -> None:
    entry = Entry(1, QuickClock().now(), "", "", "GameOpened", 1, "{}")
    await home.store.log.open_game("g1", "europe@1", "", [entry], TABLE, RowUpdates(seats={0: tab.person}))


async def test_a_token_whose_id_collides_with_another_person_is_refused(home: LocalSession) -> None:
    ada = await home.join("Ada")
    await home.store.people.save(Profile(ada.person, "Ada", token_digest="another digest"))
    tab = await home.connect(ada.token)
    await tab.ask("name", name="Eve")
    assert (await tab.receive("unnamed"))[
        "problem"
    ] == "This tab cannot connect. Close it and open a new one."


async def test_the_database_has_no_tokens(home: LocalSession, tmp_path: Path) -> None:
    ada = await home.join("Ada")
    assert b"Ada" in kept_in(tmp_path)
    assert ada.token.encode() not in kept_in(tmp_path)


def kept_in(folder: Path) -> bytes:
    return b"".join(path.read_bytes() for path in folder.iterdir())


# Talk and posts


async def test_talk_reaches_every_tab_in_the_channel_as_it_was_typed(home: LocalSession) -> None:
    ada, bob = await home.join("Ada"), await home.join("Bob")
    await ada.say("  <b>Hello</b>, **Bob** & all 🚂  ")
    for tab in (ada, bob):
        (post,) = await tab.posts()
        assert post["text"] == "<b>Hello</b>, **Bob** & all 🚂"
        assert post["by"] == {"id": str(ada.person), "name": "Ada"}
    assert home.dispatcher.heard == []


async def test_an_empty_line_is_not_posted(home: LocalSession) -> None:
    ada = await home.join("Ada")
    await ada.say("   ")
    assert await ada.received_so_far() == []


async def test_talk_stays_in_its_channel(home: LocalSession) -> None:
    ada, bob = await home.join("Ada"), await home.join("Bob")
    await bob.ask("open", title="USA, late")
    await bob.receive("opened")
    await bob.enter("usa-late")
    await bob.say("Nobody here?")
    assert [post["text"] for post in await bob.posts()] == ["Nobody here?"]
    assert all(told["kind"] == "channels" for told in await ada.received_so_far())


async def test_a_post_has_its_picture_and_its_buttons(home: LocalSession) -> None:
    ada = await home.join("Ada")
    buttons = ((Button("Join", "g.0.join", "main"), Button("Leave", "g.0.leave", "danger")),)
    await home.post("Come in", "g-1", pictures=(BOARD,), buttons=buttons)
    (post,) = await ada.posts()
    (picture,) = post["pictures"]
    assert (picture["alt"], picture["width"], picture["height"]) == (BOARD.alt, 40, 30)
    assert post["buttons"] == [
        [
            {"label": "Join", "code": "g.0.join", "style": "main"},
            {"label": "Leave", "code": "g.0.leave", "style": "danger"},
        ]
    ]
    async with home.session.get(home.url + picture["src"]) as response:
        assert await response.read() == BOARD.png
        assert response.content_type == "image/png"
        assert "immutable" in response.headers["Cache-Control"]


async def test_a_note_about_an_account_reaches_the_open_tabs_of_its_person_or_nobody(
    home: LocalSession,
) -> None:
    ada, bob = await home.join("Ada"), await home.join("Bob")
    note, key = Message("This account is linked."), Key(NO_GAME, Topic.NOTE, "link-1")
    (person,) = [one.person for one in await home.store.people.profiles_on("local") if one.name == "Ada"]
    await home.chat.send(person, note, key, silent=False)
    assert (await ada.receive("note"))["text"] == "This account is linked."
    assert await bob.received_so_far() == []
    with pytest.raises(Unreachable):
        await home.chat.send(Person("local", "nobody"), note, key, silent=False)


async def test_a_tab_that_reconnects_gets_the_posts_it_missed(tmp_path: Path) -> None:
    dispatcher = EchoDispatcher()
    async with local_session(tmp_path, dispatcher) as home:
        ada = await home.join("Ada")
        await home.post("one", "g-1", pictures=(BOARD,))
        (seen,) = await ada.posts()
        await ada.socket.close()
        await home.post("two", "g-2")
    async with local_session(tmp_path, dispatcher) as home:
        await home.post("three", "g-3")
        back = await home.reconnect(ada, after=seen["number"])
        assert [post["text"] for post in await back.posts()] == ["two", "three"]
        async with home.session.get(home.url + seen["pictures"][0]["src"]) as response:
            assert await response.read() == BOARD.png


async def test_no_post_is_lost_or_doubled_while_tabs_enter_channels(home: LocalSession) -> None:
    ada = await home.join("Ada")
    talking = asyncio.create_task(many_posts(home, 30))
    last = 0
    while last < 30:
        await ada.ask("enter", channel="table", after=last)
        fresh = [post["number"] for post in await ada.posts() if post["number"] > last]
        assert fresh == list(range(last + 1, last + 1 + len(fresh)))
        last += len(fresh)
    await talking


async def many_posts(home: LocalSession, count: int) -> None:
    for number in range(count):
        await home.post(f"post {number}", f"g-{number}")


# What is for one person


async def test_a_command_is_answered_to_the_tab_that_typed_it(home: LocalSession) -> None:
    ada, bob = await home.join("Ada"), await home.join("Bob")
    assert await ada.answer("/claim paris brest") == "You said /claim paris brest"
    assert home.dispatcher.heard == [("say", "table", "/claim paris brest")]
    assert await bob.received_so_far() == []


async def test_the_picture_of_a_hand_is_in_the_message_and_has_no_address(home: LocalSession) -> None:
    tab = await (await home.connect()).take_name("Ada")
    await tab.enter()
    panel = await tab.receive("panel")
    (picture,) = panel["pictures"]
    assert picture["src"].startswith("data:image/png;base64,")
    assert b64decode(picture["src"].partition(",")[2]) == HAND.png
    assert picture["alt"] == HAND.alt


async def test_a_refreshed_panel_reaches_every_tab_of_its_person_and_no_other(home: LocalSession) -> None:
    ada, bob = await home.join("Ada"), await home.join("Bob")
    other = await home.reconnect(ada)
    await other.receive("panel")
    home.dispatcher.panels[ada.person, "table"] = Message("Your hand: 9 cards")
    await home.refresh(ada)
    for tab in (ada, other):
        assert (await tab.receive("panel"))["text"] == "Your hand: 9 cards"
    assert await bob.received_so_far() == []


async def test_the_private_column_belongs_to_the_channel_that_is_shown(home: LocalSession) -> None:
    ada = await home.join("Ada")
    await ada.ask("open", title="Annex")
    await ada.receive("opened")
    home.dispatcher.panels[ada.person, "annex"] = Message("Your hand in the annex")
    await ada.enter("annex")
    panel = await ada.receive("panel")
    assert (panel["channel"], panel["text"]) == ("annex", "Your hand in the annex")


async def test_a_private_column_that_has_not_changed_is_not_sent_again(home: LocalSession) -> None:
    ada = await home.join("Ada")
    for _ in range(3):
        await home.refresh(ada)
    await home.post("Bob is next.", "g-9")
    assert {told["kind"] for told in await ada.received_so_far()} == {"posts", "channels"}


async def test_a_post_refreshes_the_private_columns(home: LocalSession) -> None:
    ada = await home.join("Ada")
    home.dispatcher.panels[ada.person, "table"] = Message("Your turn", mentions=(Mention(ada.person, "Ada"),))
    await home.post("Ada is next.", "g-9")
    panel = await ada.receive("panel")
    assert (panel["text"], panel["called"]) == ("Your turn", True)


async def test_an_answer_does_not_repeat_what_the_private_column_shows(home: LocalSession) -> None:
    ada = await home.join("Ada")
    await ada.ask("press", code="g.1.hand")
    (answer,) = await ada.receive_until("answer")
    assert (answer["text"], answer["pictures"], answer["buttons"]) == ("", [], [])
    assert answer["beside"] is True


async def test_an_answer_that_is_the_private_column_with_other_buttons_replaces_it(
    home: LocalSession,
) -> None:
    ada = await home.join("Ada")
    await ada.ask("press", code="g.1.mark")
    panel, answer = await ada.receive_until("answer")
    assert panel["buttons"][0][0]["label"] == "☑ Paris"
    assert (answer["text"], answer["beside"]) == ("Here.", True)
    await home.refresh(ada)
    assert await ada.received_so_far() == [], "what was marked stays marked while nothing else changes"


async def test_an_answer_made_before_somebody_moved_does_not_repeat_the_hand(home: LocalSession) -> None:
    ada = await home.join("Ada")
    home.dispatcher.panels[ada.person, "table"] = Message("Bob is next.\n\nYour hand", (HAND,))
    await ada.ask("press", code="g.1.mark")
    panel, answer = await ada.receive_until("answer")
    assert (panel["text"], panel["buttons"]) == ("Bob is next.\n\nYour hand", [])
    assert (answer["text"], answer["pictures"], answer["buttons"]) == ("Here.", [], [])


async def test_an_answer_shows_pictures_that_the_private_column_does_not_have(home: LocalSession) -> None:
    ada = await home.join("Ada")
    home.dispatcher.panels[ada.person, "table"] = Message("hand", (Picture("hand.png", "hand", png(1, 1)),))
    await ada.ask("press", code="g.1.mark")
    assert len((await ada.receive("answer"))["pictures"]) == 1
