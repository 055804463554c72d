"""The local chat: each tab is a person, talk and posts are for everybody, answers and hands for one."""

import asyncio
from base64 import b64decode
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.model.identity import Chat
from bot.model.message import Button, Message, Picture, Style
from bot.platforms.port import Unreachable
from bot.store import Entry, Profile, RowUpdates
from tests.tabs import BOARD, HAND, TABLE, House, QuickClock, Tab, house, png


@pytest.fixture
async def home(tmp_path: Path) -> AsyncIterator[House]:
    async with house(tmp_path) as home:
        yield home


# Who is who


async def test_a_tab_is_a_stranger_until_it_takes_a_name(home: House) -> None:
    tab = await home.knock()
    assert (await tab.hear("stranger"))["suggestion"]
    assert await tab.answer("Hello?") == "Choose a name first."
    await tab.take_name("Ada")
    assert tab.me["name"] == "Ada"
    assert tab.person.platform == "local"


async def test_a_tab_that_comes_back_is_the_same_person(home: House) -> None:
    ada = await home.come("Ada")
    await ada.socket.close()
    assert (await home.come_back(ada)).me == ada.me


async def test_tabs_are_several_people(home: House) -> None:
    ada, bob = await home.come("Ada"), await home.come("Bob")
    assert ada.person != bob.person


async def test_the_suggested_name_is_free(home: House) -> None:
    suggested = []
    for _ in range(45):
        tab = await home.knock()
        suggested.append((await tab.hear("stranger"))["suggestion"])
        await tab.take_name(suggested[-1])
    assert len(set(suggested)) == 45


@pytest.mark.parametrize("name", ["Ada", "ADA", " ada ", "Ａｄａ"])
async def test_a_name_belongs_to_one_person(home: House, name: str) -> None:
    await home.come("Ada")
    tab = await home.knock()
    await tab.ask("name", name=name)
    problem = (await tab.hear("unnamed"))["problem"]
    assert problem == "The name Ada is taken. Choose another one."


async def test_of_two_who_want_a_name_at_once_one_gets_it(home: House) -> None:
    tabs = [await home.knock() for _ in range(2)]
    await asyncio.gather(*(tab.ask("name", name="Ada") for tab in tabs))
    told = [(await tab.hear_until("welcome", "unnamed"))[-1]["kind"] for tab in tabs]
    assert sorted(told) == ["unnamed", "welcome"]


@pytest.mark.parametrize("name", ["Ольга", "Zoë-Anne O'Neil", "पूजा", "李雷", "R2 D2", "x" * 24])
async def test_names_of_all_letters_will_do(home: House, name: str) -> None:
    assert (await home.come(name)).me["name"] == name


@pytest.mark.parametrize("name", ["", "   ", "x" * 25, "**bold**", "a\u202eb", "<b>", "...", "\U0001f682"])
async def test_what_is_no_name_is_refused_in_a_sentence(home: House, name: str) -> None:
    tab = await home.knock()
    await tab.ask("name", name=name)
    assert (await tab.hear("unnamed"))["problem"] == "A name must have 1 to 24 letters or digits."


async def test_nobody_is_called_like_the_bot(home: House) -> None:
    tab = await home.knock()
    await tab.ask("name", name="StationMaster")
    assert (await tab.hear("unnamed"))["problem"] == "That is my name. Choose another one."


async def test_a_person_may_take_another_name_and_keeps_the_language(home: House) -> None:
    ada = await home.come("Ada")
    profile = await home.store.person(ada.person)
    assert profile is not None
    await home.store.save_person(Profile(ada.person, "Ada", "ru", profile.token_digest))
    before = ada.person
    await ada.take_name("Ada Lovelace")
    assert ada.person == before
    found = await home.store.person(before)
    assert found is not None
    assert (found.name, found.language) == ("Ada Lovelace", "ru")


async def test_who_sits_in_a_game_keeps_the_name(home: House) -> None:
    ada = await home.come("Ada")
    await sit_down(home, ada)
    await ada.ask("name", name="Eve")
    sentence = "You are playing under this name. You can change it when your games are over."
    assert (await ada.hear("unnamed"))["problem"] == sentence


async def test_the_name_of_a_seat_does_not_keep_those_who_are_linked_to_it(home: House) -> None:
    ada, eve = await home.come("Ada"), await home.come("Eve")
    await home.store.offer_link(ada.person, "digest", QuickClock().now())
    await home.store.link(eve.person, "digest", QuickClock().now())
    await sit_down(home, ada)
    await eve.take_name("Evelyn")
    found = await home.store.person(eve.person)
    assert found
    assert found.name == "Evelyn"


async def sit_down(home: House, tab: Tab) -> None:
    entry = Entry(1, QuickClock().now(), "", "", "GameOpened", 1, "{}")
    await home.store.open_game("g1", "europe@1", "", [entry], TABLE, RowUpdates(seats={0: tab.person}))


async def test_a_person_whose_id_is_taken_by_chance_stays_outside(home: House) -> None:
    ada = await home.come("Ada")
    await home.store.save_person(Profile(ada.person, "Ada", None, "another digest"))
    tab = await home.knock(ada.token)
    await tab.ask("name", name="Eve")
    assert (await tab.hear("unnamed"))["problem"] == "This tab cannot connect. Close it and open a new one."


async def test_the_secret_of_a_tab_is_not_in_the_database(home: House, tmp_path: Path) -> None:
    ada = await home.come("Ada")
    assert b"Ada" in kept_in(tmp_path)
    assert ada.token.encode() not in kept_in(tmp_path)


def kept_in(folder: Path) -> bytes:
    return b"".join(path.read_bytes() for path in folder.iterdir())


# Talk and posts


async def test_what_people_say_reaches_everybody_in_the_channel_as_it_was_typed(home: House) -> None:
    ada, bob = await home.come("Ada"), await home.come("Bob")
    await ada.say("  <b>Hello</b>, **Bob** & all 🚂  ")
    for tab in (ada, bob):
        (post,) = await tab.posts()
        assert post["text"] == "<b>Hello</b>, **Bob** & all 🚂"
        assert post["by"] == {"id": str(ada.person), "name": "Ada"}
    assert home.desk.heard == []


async def test_silence_is_not_posted(home: House) -> None:
    ada = await home.come("Ada")
    await ada.say("   ")
    assert await ada.so_far() == []


async def test_talk_stays_in_its_channel(home: House) -> None:
    ada, bob = await home.come("Ada"), await home.come("Bob")
    await bob.ask("open", title="USA, late")
    await bob.hear("opened")
    await bob.enter("usa-late")
    await bob.say("Nobody here?")
    assert [post["text"] for post in await bob.posts()] == ["Nobody here?"]
    assert all(told["kind"] == "channels" for told in await ada.so_far())


async def test_posts_are_numbered_from_one_in_each_channel(home: House) -> None:
    ada = await home.come("Ada")
    for text in ("one", "two", "three"):
        await ada.say(text)
    assert [(await ada.posts())[0]["number"] for _ in range(3)] == [1, 2, 3]


async def test_a_post_has_its_picture_and_its_buttons(home: House) -> None:
    ada = await home.come("Ada")
    buttons = ((Button("Join", "g.0.join", Style.MAIN), Button("Leave", "g.0.leave", Style.DANGER)),)
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


async def test_a_post_of_the_same_key_is_said_once(home: House) -> None:
    ada = await home.come("Ada")
    for _ in range(3):
        await home.post("Bob is next.", "g-7", pictures=(BOARD,))
    await home.post("Ada is next.", "g-8")
    assert [(await ada.posts())[0]["text"] for _ in range(2)] == ["Bob is next.", "Ada is next."]
    assert [post.number for post in await home.store.posts(TABLE)] == [1, 2]


async def test_where_there_is_no_channel_nobody_can_be_reached(home: House) -> None:
    await home.come("Ada")
    with pytest.raises(Unreachable):
        await home.post("Hello?", "g-1", Chat("local", "nowhere"))


async def test_a_channel_can_be_posted_to_before_anybody_comes(tmp_path: Path) -> None:
    async with house(tmp_path) as home:
        await home.come("Ada")
    async with house(tmp_path) as home:
        await home.post("Bob is next.", "g-7")
        assert [post.data for post in await home.store.posts(TABLE)] != []


async def test_a_tab_that_was_away_is_told_what_it_missed(tmp_path: Path) -> None:
    async with house(tmp_path) as home:
        ada = await home.come("Ada")
        await home.post("one", "g-1", pictures=(BOARD,))
        (seen,) = await ada.posts()
        await ada.socket.close()
        await home.post("two", "g-2")
    async with house(tmp_path) as home:
        await home.post("three", "g-3")
        back = await home.come_back(ada, after=seen["number"])
        assert [post["text"] for post in await back.posts()] == ["two", "three"]
        async with home.session.get(home.url + seen["pictures"][0]["src"]) as response:
            assert await response.read() == BOARD.png


async def test_no_post_is_lost_or_doubled_while_people_come_and_turn(home: House) -> None:
    ada = await home.come("Ada")
    talking = asyncio.create_task(many_posts(home, 30))
    last = 0
    while last < 30:
        await ada.ask("enter", channel="table", after=last)
        fresh = [post["number"] for post in await ada.posts() if post["number"] > last]
        assert fresh == list(range(last + 1, last + 1 + len(fresh)))
        last += len(fresh)
    await talking


async def many_posts(home: House, count: int) -> None:
    for number in range(count):
        await home.post(f"post {number}", f"g-{number}")


# What is for one person


async def test_a_command_is_answered_to_the_tab_that_typed_it(home: House) -> None:
    ada, bob = await home.come("Ada"), await home.come("Bob")
    assert await ada.answer("/claim paris brest") == "You said /claim paris brest"
    assert home.desk.heard == [("say", "table", "/claim paris brest")]
    assert await bob.so_far() == []


async def test_a_button_is_answered_to_the_tab_that_pressed_it(home: House) -> None:
    ada, bob = await home.come("Ada"), await home.come("Bob")
    await ada.ask("press", code="g.7.draw deck")
    assert (await ada.hear("answer"))["text"] == "You pressed g.7.draw deck"
    assert home.desk.heard == [("press", "table", "g.7.draw deck")]
    assert await bob.so_far() == []


async def test_a_line_is_completed(home: House) -> None:
    ada = await home.come("Ada")
    await ada.ask("complete", text="/claim p", id=7)
    told = await ada.hear("completions")
    assert told == {"kind": "completions", "id": 7, "lines": ["/claim paris dieppe", "/claim paris brest"]}


async def test_a_hand_comes_within_the_message_and_has_no_address(home: House) -> None:
    tab = await (await home.knock()).take_name("Ada")
    await tab.enter()
    panel = await tab.hear("panel")
    (picture,) = panel["pictures"]
    assert picture["src"].startswith("data:image/png;base64,")
    assert b64decode(picture["src"].partition(",")[2]) == HAND.png
    assert picture["alt"] == HAND.alt


async def test_news_for_a_person_reach_all_tabs_of_that_person_and_no_other(home: House) -> None:
    ada, bob = await home.come("Ada"), await home.come("Bob")
    other = await home.come_back(ada)
    await other.hear("panel")
    home.desk.panels[ada.person, "table"] = Message("Your hand: 9 cards")
    await home.chat.tell(ada.person, Message("whatever"), "g-9")
    for tab in (ada, other):
        assert (await tab.hear("panel"))["text"] == "Your hand: 9 cards"
    assert await bob.so_far() == []


async def test_the_private_column_is_that_of_the_channel_on_show(home: House) -> None:
    ada = await home.come("Ada")
    await ada.ask("open", title="Annex")
    await ada.hear("opened")
    home.desk.panels[ada.person, "annex"] = Message("Your hand in the annex")
    await ada.enter("annex")
    panel = await ada.hear("panel")
    assert (panel["channel"], panel["text"]) == ("annex", "Your hand in the annex")


async def test_a_private_column_that_has_not_changed_is_not_sent_again(home: House) -> None:
    ada = await home.come("Ada")
    for number in range(3):
        await home.chat.tell(ada.person, Message("whatever"), f"g-{number}")
    await home.post("Bob is next.", "g-9")
    assert {told["kind"] for told in await ada.so_far()} == {"posts", "channels"}


async def test_a_post_brings_the_private_columns_up_to_date(home: House) -> None:
    ada = await home.come("Ada")
    home.desk.panels[ada.person, "table"] = Message("Your turn", mention=ada.person)
    await home.post("Ada is next.", "g-9")
    panel = await ada.hear("panel")
    assert (panel["text"], panel["called"]) == ("Your turn", True)


async def test_an_answer_does_not_repeat_what_the_private_column_shows(home: House) -> None:
    ada = await home.come("Ada")
    await ada.ask("press", code="g.1.hand")
    (answer,) = await ada.hear_until("answer")
    assert (answer["text"], answer["pictures"], answer["buttons"]) == ("", [], [])
    assert answer["beside"] is True


async def test_an_answer_that_is_the_private_column_with_other_buttons_takes_its_place(home: House) -> None:
    ada = await home.come("Ada")
    await ada.ask("press", code="g.1.mark")
    panel, answer = await ada.hear_until("answer")
    assert panel["buttons"][0][0]["label"] == "☑ Paris"
    assert (answer["text"], answer["beside"]) == ("Here.", True)
    await home.chat.tell(ada.person, Message("whatever"), "g-9")
    assert await ada.so_far() == [], "what was marked stays marked while nothing else changes"


async def test_an_answer_that_somebody_has_overtaken_does_not_repeat_the_hand(home: House) -> None:
    ada = await home.come("Ada")
    home.desk.panels[ada.person, "table"] = Message("Bob is next.\n\nYour hand", (HAND,))
    await ada.ask("press", code="g.1.mark")
    panel, answer = await ada.hear_until("answer")
    assert (panel["text"], panel["buttons"]) == ("Bob is next.\n\nYour hand", [])
    assert (answer["text"], answer["pictures"], answer["buttons"]) == ("Here.", [], [])


async def test_another_picture_than_the_hand_is_shown_in_the_answer(home: House) -> None:
    ada = await home.come("Ada")
    home.desk.panels[ada.person, "table"] = Message("hand", (Picture("hand.png", "hand", png(1, 1)),))
    await ada.ask("press", code="g.1.mark")
    assert len((await ada.hear("answer"))["pictures"]) == 1
