"""The page, in a real Chromium: two people talk, press, complete and look; a phone's width; a restart."""

import json
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio
from playwright.async_api import Browser, expect

from bot.model.identity import Chat
from bot.model.message import Button, Mention, Message, Picture
from bot.web import site
from bot.web.page_files import content_of, version_of_page
from tests.local_session import BOARD, HAND, EchoDispatcher, LocalSession, local_session, png
from tests.pages import IN_CHROMIUM, PHONE, come, people, say

pytestmark = IN_CHROMIUM


@pytest_asyncio.fixture(loop_scope="session")
async def home(tmp_path: Path) -> AsyncIterator[LocalSession]:
    async with local_session(tmp_path) as home:
        yield home


# Coming in


async def test_a_newcomer_is_offered_a_name_and_may_take_another(
    browser: Browser, home: LocalSession
) -> None:
    async with people(browser, home.url) as _:
        page = await browser.new_page()
        await page.goto(home.url)
        await expect(page.locator("#name")).not_to_have_value("")
        await page.fill("#name", "Ada")
        await page.click("text=Continue")
        await expect(page.locator("#me")).to_have_text("Ada")
        await expect(page.locator("#title")).to_have_text("Table")


async def test_a_name_that_is_taken_is_asked_for_again(browser: Browser, home: LocalSession) -> None:
    async with people(browser, home.url, "Ada") as _:
        page = await browser.new_page()
        await page.goto(home.url)
        await page.fill("#name", "ada")
        await page.keyboard.press("Enter")
        await expect(page.locator("#problem")).to_have_text("The name Ada is taken. Choose another one.")
        await page.keyboard.press("Escape")
        await expect(page.locator("#naming")).to_be_visible()


async def test_a_tab_that_is_loaded_again_is_the_same_person(browser: Browser, home: LocalSession) -> None:
    async with people(browser, home.url, "Ada") as [ada]:
        await ada.reload()
        await expect(ada.locator("#me")).to_have_text("Ada")


async def test_a_new_tab_is_somebody_new_or_comes_back_as_somebody_who_was_here(
    browser: Browser, home: LocalSession
) -> None:
    async with people(browser, home.url, "Ada", "Bob") as [ada, bob]:
        await ada.close()
        again = await bob.context.new_page()
        await again.goto(home.url)
        await again.click("#known >> text=Ada")
        await expect(again.locator("#me")).to_have_text("Ada")


async def test_a_person_may_take_another_name(browser: Browser, home: LocalSession) -> None:
    async with people(browser, home.url, "Ada") as [ada]:
        await ada.click("#me")
        await ada.click("text=Cancel")
        await ada.click("#me")
        await ada.fill("#name", "Ada Lovelace")
        await ada.keyboard.press("Enter")
        await expect(ada.locator("#me")).to_have_text("Ada Lovelace")


@pytest.mark.parametrize("fragment", ["%E0%A4%A", "%", "nowhere", "constructor", "__proto__", "<b>"])
async def test_an_address_that_names_no_channel_leads_to_the_table(
    browser: Browser, home: LocalSession, fragment: str
) -> None:
    async with people(browser, f"{home.url}/#{fragment}", "Ada") as [ada]:
        await expect(ada.locator("#title")).to_have_text("Table")
        await say(ada, "Here I am.")
        await expect(ada.locator("#posts .text")).to_have_text("Here I am.")


# At the table


async def test_people_talk_and_markup_stays_text(browser: Browser, home: LocalSession) -> None:
    async with people(browser, home.url, "Ada", "Bob") as [ada, bob]:
        await say(ada, "<img src=x onerror=alert(1)> is **bold**, 2 ** 3 is not")
        for page in (ada, bob):
            said = page.locator("#posts .talk")
            await expect(said.locator(".text")).to_have_text(
                "<img src=x onerror=alert(1)> is bold, 2 ** 3 is not"
            )
            await expect(said.locator("strong")).to_have_text("bold")
            await expect(said.locator(".by")).to_have_text("Ada")
            assert await said.locator("img").count() == 0


async def test_names_and_titles_are_text_too(browser: Browser, home: LocalSession) -> None:
    async with people(browser, home.url, "Ada") as [ada]:
        await ada.fill("#channel-title", "<b>USA</b>")
        await ada.press("#channel-title", "Enter")
        await expect(ada.locator("#title")).to_have_text("<b>USA</b>")
        await expect(ada.locator("#channel-list [aria-current=true]")).to_contain_text("<b>USA</b>")


async def test_a_command_is_answered_in_the_private_column_only(browser: Browser, home: LocalSession) -> None:
    async with people(browser, home.url, "Ada", "Bob") as [ada, bob]:
        await ada.bring_to_front()
        await say(ada, "/claim paris brest")
        await expect(ada.locator("#answer .text")).to_have_text("You said /claim paris brest")
        await ada.click("#answer >> text=Again")
        await expect(ada.locator("#answer .text")).to_have_text("You pressed g.1.claim paris brest")
        await ada.click("#dismiss")
        await expect(ada.locator("#answer")).to_be_hidden()
        await expect(bob.locator("#answer")).to_be_hidden()
        assert await bob.locator("#posts li").count() == 0


async def test_a_request_that_is_not_confirmed_is_seen_in_every_view(
    browser: Browser, home: LocalSession
) -> None:
    async with people(browser, home.url, "Ada", **PHONE) as [ada]:
        await home.post("Turn", "g-1", buttons=((Button("Wait", "g.1.hang"),),))
        await expect(ada.locator("#state")).to_have_text("")
        await ada.click("text=Wait")
        await expect(ada.locator("#state")).to_have_text("Sending…")


async def test_only_the_newest_post_has_buttons(browser: Browser, home: LocalSession) -> None:
    async with people(browser, home.url, "Ada") as [ada]:
        for turn in (1, 2):
            buttons = ((Button(f"Draw {turn}", f"g.{turn}.draw"),),)
            await home.post(f"Turn {turn}", f"g-{turn}", pictures=(BOARD,), buttons=buttons)
        await expect(ada.locator("#posts .buttons")).to_have_text(["Draw 2"])
        await ada.click("text=Draw 2")
        await expect(ada.locator("#answer .text")).to_have_text("You pressed g.2.draw")


async def test_a_double_click_presses_a_button_once(browser: Browser, home: LocalSession) -> None:
    async with people(browser, home.url, "Ada") as [ada]:
        await home.post("Your move", "g-1", buttons=((Button("Draw", "g.1.draw"),),))
        await ada.dblclick("text=Draw")
        await expect(ada.locator("#answer .text")).to_have_text("You pressed g.1.draw")
        await say(ada, "/hand")
        await expect(ada.locator("#answer .text")).to_have_text("You said /hand")
        assert home.dispatcher.heard == [("press", "table", "g.1.draw"), ("say", "table", "/hand")]


async def test_the_second_half_of_a_double_click_presses_nothing_after_the_answer(
    browser: Browser, home: LocalSession
) -> None:
    async with people(browser, home.url, "Ada") as [ada]:
        await home.post("Your move", "g-1", buttons=((Button("Draw", "g.1.draw"),),))
        await ada.click("text=Draw")
        await expect(ada.locator("#answer .text")).to_have_text("You pressed g.1.draw")
        await ada.mouse.down(click_count=2)
        await ada.mouse.up(click_count=2)
        await say(ada, "/hand")
        await expect(ada.locator("#answer .text")).to_have_text("You said /hand")
        assert home.dispatcher.heard == [("press", "table", "g.1.draw"), ("say", "table", "/hand")]


async def test_marking_changes_the_private_column_in_place(browser: Browser, home: LocalSession) -> None:
    async with people(browser, home.url, "Ada") as [ada]:
        await ada.focus("#panel >> text=☐ Paris")
        await ada.keyboard.press("Enter")
        await expect(ada.locator("#panel .buttons")).to_have_text("☑ Paris")
        await expect(ada.locator("#panel .buttons button")).to_be_focused()
        await expect(ada.locator("#answer .text")).to_have_text("Here.")


async def test_a_mention_shows_in_the_post_the_title_and_the_list(
    browser: Browser, home: LocalSession
) -> None:
    async with people(browser, home.url, "Ada", "Bob") as [ada, bob]:
        person = next(one.person for one in await home.store.people.profiles_on("local") if one.name == "Ada")
        home.dispatcher.panels[person, "table"] = Message("Your turn", mentions=(Mention(person, "Ada"),))
        await home.post(
            "Ada draws a card.\n**Ada** is next, not Adam.", "g-1", mentions=(Mention(person, "Ada"),)
        )
        await expect(ada.locator("mark.me")).to_have_text("Ada")
        await expect(ada).to_have_title("(your turn) Stationmaster")
        await expect(ada.locator("link[rel=icon]")).to_have_attribute("href", "/turn.svg")
        await expect(ada.locator("#channel-list")).to_contain_text("your turn")
        await expect(bob.locator("mark:not(.me)")).to_have_text("Ada")
        await expect(bob).to_have_title("Stationmaster")
        await expect(bob.locator("link[rel=icon]")).to_have_attribute("href", "/favicon.ico")


async def test_several_people_are_marked_in_one_post(browser: Browser, home: LocalSession) -> None:
    async with people(browser, home.url, "Ada", "Ada Lee", "Bob") as [ada, lee, bob]:
        known = {one.name: one.person for one in await home.store.people.profiles_on("local")}
        mentions = tuple(Mention(known[name], name) for name in ("Ada", "Ada Lee", "Bob"))
        await home.post("Ada begins. **Ada Lee** and **Ada** are choosing.", "g-1", mentions=mentions)
        for reader, own in ((ada, "Ada"), (lee, "Ada Lee"), (bob, "Bob")):
            await expect(reader.locator("mark")).to_have_text(["Ada Lee", "Ada", "Bob"])
            await expect(reader.locator("mark.me")).to_have_text([own])


async def test_the_list_shows_which_channels_have_new_posts(browser: Browser, home: LocalSession) -> None:
    async with people(browser, home.url, "Ada") as [ada]:
        await ada.fill("#channel-title", "USA")
        await ada.press("#channel-title", "Enter")
        await expect(ada.locator("#title")).to_have_text("USA")
        await home.post("Somebody joins.", "g-1")
        await expect(ada.locator("#channel-list li").first).to_have_text("Tablenew")
        await ada.click("#channel-list >> text=Table")
        await expect(ada.locator("#posts .text")).to_have_text("Somebody joins.")
        await expect(ada.locator("#channel-list li").first).to_have_text("Table")
        await ada.reload()
        await expect(ada.locator("#title")).to_have_text("Table")


async def test_a_channel_that_is_held_down_while_the_list_changes_is_pressed(
    browser: Browser, home: LocalSession
) -> None:
    async with people(browser, home.url, "Ada") as [ada]:
        await ada.fill("#channel-title", "USA")
        await ada.press("#channel-title", "Enter")
        await expect(ada.locator("#title")).to_have_text("USA")
        await ada.hover("#channel-list >> text=Table")
        await ada.mouse.down()
        before = await ada.locator("#channel-list button").first.element_handle()
        await home.post("Somebody joins.", "g-1")
        await ada.evaluate("fetch('/favicon.ico')")
        await ada.mouse.up()
        await expect(ada.locator("#title")).to_have_text("Table")
        await ada.wait_for_function("held => !held.isConnected", arg=before)


# Pictures


async def test_a_picture_has_alt_text_and_opens_in_full_size(browser: Browser, home: LocalSession) -> None:
    async with people(browser, home.url, "Ada") as [ada]:
        await home.post("Turn 1", "g-1", pictures=(Picture("board.png", BOARD.alt, png(1600, 1200)),))
        small = ada.get_by_alt_text(BOARD.alt)
        await small.click()
        large = ada.locator("#large img")
        await expect(large).to_have_attribute("alt", BOARD.alt)
        fitting = await large.bounding_box()
        assert fitting is not None
        assert fitting["height"] <= 800
        await large.click(position={"x": 40, "y": 40})
        close = await large.bounding_box()
        assert close is not None
        assert close["width"] >= 1600
        await ada.keyboard.press("Escape")
        await expect(large).to_be_hidden()


async def test_a_closeup_opens_the_whole_board(browser: Browser, home: LocalSession) -> None:
    near = Picture("closeup.png", "Paris, near by.", png(640, 400), whole="board.png")
    async with people(browser, home.url, "Ada") as [ada]:
        await home.post("Turn 1", "g-1", pictures=(near, Picture("board.png", BOARD.alt, png(1600, 1280))))
        await expect(ada.locator("#posts img")).to_have_count(1)
        small = ada.get_by_alt_text(f"{near.alt} {BOARD.alt}")
        await expect(small).to_have_js_property("naturalWidth", 640)
        await small.click()
        await expect(ada.locator("#large img")).to_have_attribute("alt", BOARD.alt)
        await expect(ada.locator("#large img")).to_have_js_property("naturalWidth", 1600)


async def test_a_missing_picture_shows_its_alt_text(browser: Browser, home: LocalSession) -> None:
    async with people(browser, home.url, "Ada") as [ada]:
        await ada.route("**/picture/*", lambda route: route.fulfill(body=b"", content_type="image/png"))
        await home.post("Turn 1", "g-1", pictures=(BOARD,))
        await expect(ada.locator("#posts .alt")).to_have_text(f"This picture is not available. {BOARD.alt}")


async def test_a_picture_that_cannot_be_drawn_any_more_shows_its_alt_text(
    browser: Browser, home: LocalSession
) -> None:
    await home.join("Bob")
    await home.post("Turn 1", "g-1", pictures=(BOARD,))
    home.dispatcher.archive.posted.clear()
    context = await browser.new_context()
    ada = await come(context, home.url, "Ada")
    await expect(ada.locator("#posts .alt")).to_have_text(f"This picture is not available. {BOARD.alt}")
    await context.close()


async def test_nobody_else_can_fetch_the_picture_of_a_hand(browser: Browser, home: LocalSession) -> None:
    async with people(browser, home.url, "Ada") as [ada]:
        await home.post("Your move", "g-1", buttons=((Button("Show them", "g.1.tickets"),),))
        await ada.click("text=Show them")
        hand = ada.locator("#answer").get_by_alt_text(HAND.alt)
        await expect(hand).to_have_js_property("naturalWidth", 20)
        assert str(await hand.get_attribute("src")).startswith("data:")


# The command line


async def test_a_line_is_completed_by_keys(browser: Browser, home: LocalSession) -> None:
    async with people(browser, home.url, "Ada") as [ada]:
        line, options = ada.locator("#line"), ada.locator("#completions li")
        await ada.keyboard.press("/")
        await expect(line).to_be_focused()
        await line.press_sequentially("cl")
        await expect(options).to_have_text(["/claim ", "/claim paris dieppe", "/claim paris brest"])
        await line.press("ArrowUp")
        await expect(options.last).to_have_attribute("aria-selected", "true")
        await line.press("Enter")
        await expect(line).to_have_value("/claim paris brest")
        assert home.dispatcher.heard == [], "choosing is not sending"
        await line.press("Enter")
        await expect(ada.locator("#answer .text")).to_have_text("You said /claim paris brest")
        await line.press("ArrowUp")
        await expect(line).to_have_value("/claim paris brest")


async def test_tab_takes_the_first_and_escape_closes(browser: Browser, home: LocalSession) -> None:
    async with people(browser, home.url, "Ada") as [ada]:
        line, options = ada.locator("#line"), ada.locator("#completions")
        await line.press_sequentially("/h")
        await expect(options).to_be_visible()
        await line.press("Tab")
        await expect(line).to_have_value("/hand")
        await line.fill("/c")
        await expect(options).to_be_visible()
        await line.press("Escape")
        await expect(options).to_be_hidden()
        await expect(line).to_have_value("/c")


async def test_talk_is_not_completed(browser: Browser, home: LocalSession) -> None:
    async with people(browser, home.url, "Ada") as [ada]:
        await ada.locator("#line").press_sequentially("claim")
        await ada.wait_for_timeout(300)
        await expect(ada.locator("#completions")).to_be_hidden()


# Scrolling


async def test_the_log_scrolls_to_new_posts_unless_it_is_scrolled_up(
    browser: Browser, home: LocalSession
) -> None:
    async with people(browser, home.url, "Ada") as [ada]:
        for number in range(20):
            picture = Picture("board.png", "board", png(800, 600))
            await home.post(f"Turn {number}", f"g-{number}", pictures=(picture,))
        await expect(ada.locator("#posts li").last).to_be_in_viewport()
        await ada.locator("#log").hover()
        await ada.mouse.wheel(0, -2000)
        await expect(ada.locator("#posts li").last).not_to_be_in_viewport()
        await home.post("The newest", "g-newest")
        await ada.click("text=New messages")
        await expect(ada.locator("text=The newest")).to_be_in_viewport()
        await expect(ada.locator("#newer")).to_be_hidden()


async def test_older_posts_come_when_one_scrolls_up_and_what_one_reads_stays_in_place(
    browser: Browser, home: LocalSession
) -> None:
    await home.join("Bob")
    for number in range(1, 121):
        await home.post(f"Turn {number}.", f"g-{number}", buttons=((Button("Draw", f"g.{number}.draw"),),))
    async with people(browser, home.url, "Ada") as [ada]:
        posts = ada.locator("#posts .news")
        await expect(posts).to_have_count(50)
        await expect(posts.last).to_be_in_viewport()
        await ada.evaluate("document.getElementById('log').scrollTop = 40")
        await expect(posts).to_have_count(100)
        await expect(ada.get_by_text("Turn 72.")).to_be_in_viewport()
        await expect(ada.get_by_text("Turn 60.")).not_to_be_in_viewport()
        await ada.locator("#older").focus()
        await ada.keyboard.press("Enter")
        await expect(posts).to_have_count(120)
        await expect(ada.locator("#older")).to_be_hidden()
        await expect(posts.locator(".text")).to_have_text([f"Turn {number}." for number in range(1, 121)])
        await expect(ada.locator("#posts .buttons")).to_have_count(1)


async def test_a_tab_leaves_a_channel_that_is_removed(browser: Browser, home: LocalSession) -> None:
    async with people(browser, home.url, "Ada") as [ada]:
        await ada.fill("#channel-title", "USA")
        await ada.press("#channel-title", "Enter")
        await expect(ada.locator("#title")).to_have_text("USA")
        await say(ada, "Is this the USA?")
        await expect(ada.locator("#posts li")).to_have_count(1)
        assert await home.chat._channels.remove(Chat("local", "usa"))
        await expect(ada.locator("#title")).to_have_text("Table")
        await expect(ada.locator("#posts li")).to_have_count(0)
        await say(ada, "No, the table.")
        await expect(ada.locator("#posts .text")).to_have_text("No, the table.")


# A phone


async def test_on_a_phone_one_view_is_shown_at_a_time(browser: Browser, home: LocalSession) -> None:
    async with people(browser, home.url, "Ada", **PHONE) as [ada]:
        person = (await home.store.people.profiles_on("local"))[0].person
        views = ada.locator("#views")
        await expect(ada.locator("#panel")).to_be_hidden()
        home.dispatcher.panels[person, "table"] = Message(
            "Your turn", (HAND,), mentions=(Mention(person, "Ada"),)
        )
        await home.post("Ada is next.", "g-1", mentions=(Mention(person, "Ada"),))
        await expect(views.locator(".called")).to_have_text("Hand")
        await views.locator("text=Hand").tap()
        await expect(ada.locator("#panel .text")).to_have_text("Your turn")
        await expect(ada.locator("#log")).to_be_hidden()
        await views.locator("text=Table").tap()
        await expect(ada.locator("text=is next.")).to_be_in_viewport()


async def test_on_a_phone_nothing_is_wider_than_the_screen_and_buttons_fit_a_thumb(
    browser: Browser, home: LocalSession
) -> None:
    async with people(browser, home.url, "Ada", **PHONE) as [ada]:
        labels = ("Draw", "Claim a route", "Draw destination tickets", "Build a station", "A long word" * 6)
        row = tuple(Button(label, f"g.1.{place}", "main") for place, label in enumerate(labels))
        wide = Picture("board.png", "board", png(1600, 1200))
        await home.post("x" * 300, "g-1", pictures=(wide,), buttons=(row,))
        await expect(ada.locator("#posts .row button")).to_have_count(5)
        assert await ada.evaluate("document.documentElement.scrollWidth") == 390
        assert await ada.evaluate("document.getElementById('log').scrollWidth") <= 390
        boxes = [await one.bounding_box() for one in await ada.locator("#posts .row button").all()]
        assert all(box and box["height"] >= 44 and box["width"] <= 390 for box in boxes)


async def test_on_a_phone_a_completion_is_taken_by_touch(browser: Browser, home: LocalSession) -> None:
    async with people(browser, home.url, "Ada", **PHONE) as [ada]:
        await ada.tap("#line")
        await ada.keyboard.type("/cl")
        await expect(ada.locator("#completions li")).to_have_count(3)
        await ada.locator("#completions li").last.tap()
        await expect(ada.locator("#line")).to_have_value("/claim paris brest")
        await expect(ada.locator("#line")).to_be_focused()


# Coming and going


async def test_after_a_restart_the_page_comes_back_by_itself_and_misses_nothing(
    browser: Browser, tmp_path: Path
) -> None:
    dispatcher = EchoDispatcher()
    async with local_session(tmp_path, dispatcher) as home:
        context = await browser.new_context()
        ada = await come(context, home.url, "Ada")
        await home.post("one", "g-1")
        await expect(ada.locator("#posts li")).to_have_count(1)
        await home.chat.stop()
        await home.post("two", "g-2")
        await expect(ada.locator("#state")).to_have_text("Reconnecting…")
        await say(ada, "Is anybody there?")
        await expect(ada.locator("#line")).to_have_value("Is anybody there?")
        await home.chat.start(dispatcher)
        await expect(ada.locator("#state")).to_have_text("")
        await ada.press("#line", "Enter")
        await expect(ada.locator("#posts .text")).to_have_text(["one", "two", "Is anybody there?"])
        await context.close()


async def test_a_tab_that_is_loaded_again_asks_for_the_table_once(
    browser: Browser, home: LocalSession
) -> None:
    async with people(browser, home.url, "Ada") as [ada]:
        await home.post("one", "g-1")
        await expect(ada.locator("#posts li")).to_have_count(1)
        sent: list[str] = []
        ada.on("websocket", lambda one: one.on("framesent", lambda frame: sent.append(str(frame))))
        await ada.reload()
        await expect(ada.locator("#me")).to_have_text("Ada")
        await expect(ada.locator("#posts li")).to_have_count(1)
        assert [json.loads(frame)["do"] for frame in sent] == ["hello", "enter"]


@pytest.mark.parametrize("stays", [False, True])
async def test_a_page_loads_itself_again_once_the_program_is_of_another_version(
    browser: Browser, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, stays: bool
) -> None:
    """Once: where what comes is the old page again, it goes on with that. What is half typed stays."""
    desk = EchoDispatcher()
    async with local_session(tmp_path, desk) as home:
        context = await browser.new_context()
        ada = await come(context, home.url, "Ada")
        await ada.fill("#line", "Half a line")
        old = version_of_page()
        await home.chat.stop()
        monkeypatch.setattr(site, "version_of_page", lambda: "tomorrow")
        if stays:
            monkeypatch.setattr(site, "content_of", lambda name, _: content_of(name, old))
        loads: list[str] = []
        ada.on("load", lambda page: loads.append(page.url))
        await home.chat.start(desk)
        await home.post("one", "g-1")
        await expect(ada.locator("#posts li")).to_have_count(1)
        await expect(ada.locator(f'[src^="/files/{old if stays else "tomorrow"}/"]')).to_have_count(1)
        await expect(ada.locator("#line")).to_have_value("Half a line")
        assert len(loads) == 1
        await context.close()


async def test_after_the_database_is_replaced_everybody_chooses_a_name_again(
    browser: Browser, tmp_path: Path
) -> None:
    (tmp_path / "old").mkdir()
    (tmp_path / "new").mkdir()
    async with local_session(tmp_path / "old") as home:
        context = await browser.new_context()
        ada = await come(context, home.url, "Ada")
        await home.post("one", "g-1")
        await expect(ada.locator("#posts li")).to_have_count(1)
        port = int(home.url.rpartition(":")[2])
    async with local_session(tmp_path / "new", port=port):
        await expect(ada.locator("#naming")).to_be_visible()
        assert await ada.locator("#posts li").count() == 0
        await context.close()


# The browser's own buttons


async def test_channel_whose_address_is_typed_in_an_open_page_is_opened(
    browser: Browser, home: LocalSession
) -> None:
    async with people(browser, home.url, "Ada") as [ada]:
        await ada.fill("#channel-title", "USA")
        await ada.press("#channel-title", "Enter")
        await expect(ada.locator("#title")).to_have_text("USA")
        for hash, title in (("table", "Table"), ("usa", "USA"), ("nowhere", "USA"), ("", "Table")):
            await ada.evaluate("hash => { location.hash = hash; }", hash)
            await expect(ada.locator("#title")).to_have_text(title)
            await say(ada, f"This is {title}.")
            await expect(ada.locator("#posts .text").last).to_have_text(f"This is {title}.")
            assert ada.url.endswith(f"#{title.lower()}" if hash else "/#")
        await ada.go_back()
        await expect(ada.locator("#title")).to_have_text("USA")


# For those who do not look at it


async def test_every_part_has_a_role_and_a_name(browser: Browser, home: LocalSession) -> None:
    async with people(browser, home.url, "Ada") as [ada]:
        await expect(ada.get_by_role("log", name="Table")).to_be_visible()
        await expect(ada.get_by_role("navigation", name="Channels")).to_be_visible()
        await expect(ada.get_by_role("region", name="Your hand, visible only to you")).to_be_visible()
        await expect(ada.get_by_role("combobox", name="Message or command")).to_be_visible()
        await say(ada, "/hand")
        await expect(ada.get_by_role("status", name="Answer for you")).to_be_visible()
        await expect(ada.locator("#log")).to_have_attribute("aria-live", "polite")
