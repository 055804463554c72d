"""What people type and press on Telegram: in groups, in private, and where the bot may not write to them."""

from pathlib import Path
from typing import Any

from bot.matches.roster import Status
from bot.model.identity import Chat, Person
from bot.store import DmChannel
from tests.fakes.telegram.green import Green
from tests.fakes.telegram.server import Village, of_kind
from tests.fakes.telegram.villager import Villager, until
from tests.fakes.telegram.world import Post
from tests.scenario import FakeClock
from tests.telegram_bot import Halt, Traveller, halt


async def line_for(bot: Halt, traveller: Traveller) -> Post:
    """The neutral line with somebody's answer."""

    def lines() -> list[Post]:
        return [post for post in bot.posts if "Show answer" in post.labels and str(traveller) in post.text]

    await until(lines, f"no line for {traveller}")
    return lines()[-1]


async def letter_after(villager: Villager, doing: Any) -> Post:
    """What the bot writes to somebody because of what they do."""
    before = [(post.id, post.edits) for post in villager.letters]
    await doing
    await until(lambda: [(post.id, post.edits) for post in villager.letters] != before, "no letter")
    return villager.letter


# ---- the lobby


async def test_a_new_game_without_words_asks_which_and_the_question_goes_away(bot: Halt) -> None:
    (anna,) = await bot.comes("Anna")
    await anna.villager.says("/newgame")
    await until(lambda: bot.posts, "no question")
    question = bot.last
    assert "Ticket to Ride · USA 1910" in question.labels
    await anna.villager.presses("Ticket to Ride · USA 1910", on=question)
    await bot.settle()
    assert question.gone
    assert "USA 1910" in bot.last.text
    assert {"Join", "Start", "Options"} <= set(bot.last.labels)


async def test_join_leads_whoever_has_no_private_chat_there(bot: Halt) -> None:
    anna, boris = await bot.comes("Anna", "Boris", started=False)
    await anna.villager.says("/newgame usa")
    await bot.settle()
    await boris.villager.presses("Join", on=bot.last)
    await bot.settle()
    assert "Boris" in (await bot.match()).roster.names
    await boris.villager.opens()
    await until(lambda: boris.villager.letters, "no welcome")
    await boris.villager.presses("Leave", on=bot.last)
    await bot.settle()
    assert "Boris" not in (await bot.match()).roster.names


async def test_the_options_of_a_lobby_are_chosen_in_private(bot: Halt) -> None:
    (anna,) = await bot.comes("Anna")
    await anna.villager.says("/newgame europe")
    await bot.settle()
    await letter_after(anna.villager, anna.villager.presses("Options", on=bot.last))
    await anna.villager.presses("Variant: Mega Europe")
    await bot.settle()
    assert "Mega Europe" in bot.last.text


# ---- in private


async def test_what_is_asked_in_the_group_is_answered_in_private_in_one_message(bot: Halt) -> None:
    anna, _ = await bot.in_play("Anna", "Boris")
    said = len(bot.posts)
    first = await letter_after(anna.villager, anna.villager.says("/scores"))
    second = await letter_after(anna.villager, anna.villager.says("/log"))
    assert "Score so far" in first.text
    await until(lambda: first.gone, "the old answer stays")
    assert not second.gone
    assert len(bot.posts) == said


async def test_a_press_in_private_is_answered_where_it_was_pressed(bot: Halt) -> None:
    anna, _ = await bot.in_play("Anna", "Boris")
    panel = anna.villager.last("Claim", at=anna.villager.private)
    letters = len(anna.villager.letters)
    await anna.villager.presses("Claim", on=panel)
    await until(lambda: "Which one?" in panel.text, "no list")
    assert len(anna.villager.letters) == letters
    await anna.villager.presses("›", on=panel)
    await until(lambda: any(label.startswith("2 /") for label in panel.labels), "no second page")
    await anna.villager.presses("Back", on=panel)
    await until(lambda: "Your turn." in panel.text, "no way back")


async def test_the_board_comes_as_a_photo_near_by_and_as_a_file(bot: Halt) -> None:
    anna, _ = await bot.in_play("Anna", "Boris")
    for label, kind in (("Board", "photo"), ("🔍", "photo"), ("HD", "document")):
        button = next(one for one in bot.last.buttons if one["text"] == label)
        letter = await letter_after(anna.villager, anna.villager.presses_button(button, bot.last))
        await bot.settle()
        assert letter.media is not None
        assert letter.media.kind == kind


async def test_pictures_behind_the_first_come_when_asked_for(bot: Halt) -> None:
    anna, _ = await bot.in_play("Anna", "Boris")
    on_the_map = await letter_after(anna.villager, anna.villager.tells("/tickets"))
    await bot.settle()
    letter = await letter_after(
        anna.villager, anna.villager.presses_button(on_the_map.buttons[-1], on_the_map)
    )
    assert letter is not on_the_map
    assert letter.media is not None
    assert letter.text.startswith("#")


async def test_a_link_shows_what_it_is_about_to_those_at_the_table(bot: Halt) -> None:
    anna, _ = await bot.in_play("Anna", "Boris")
    game = (await bot.match()).id
    letter = await letter_after(anna.villager, anna.villager.starts(f"{game}_scores"))
    assert "Score so far" in letter.text
    (carla,) = await bot.comes("Carla", started=False)
    welcome = await letter_after(carla.villager, carla.villager.starts(f"{game}_hand"))
    assert "/newgame" in welcome.text
    assert "Score so far" not in welcome.text


# ---- without private chat


async def shut(bot: Halt, *names: str) -> list[Traveller]:
    """A game whose players have closed their private chats by now."""
    players = await bot.in_play(*names)
    for player in players:
        await bot.store.save_dm_channel(player.person, DmChannel(closed=True))
        player.villager.account.started = False
    return players


async def test_a_hand_is_an_alert_in_letters_and_counts(bot: Halt) -> None:
    anna, _ = await shut(bot, "Anna", "Boris")
    said = await anna.villager.presses("My hand", on=bot.last)
    assert anna.villager.alerted
    view = await anna.view()
    held = [f"{card}{count}" for card, count in zip("PBOWGYKRL", view.hand, strict=True) if count]
    assert set(said.splitlines()[0].split()) == set(held)
    assert len(said) <= 200


async def test_a_typed_command_has_one_line_with_an_answer_for_one_person(bot: Halt) -> None:
    anna, boris = await shut(bot, "Anna", "Boris")
    before = (await anna.view()).hand
    await anna.villager.says("/draw deck")
    line = await line_for(bot, anna)
    assert "You drew" not in line.text
    assert "You drew" in await anna.villager.presses("Show answer", on=line)
    assert "someone else" in await boris.villager.presses("Show answer", on=line)
    assert (await anna.view()).hand != before
    said = len(bot.posts)
    await anna.villager.says("/draw deck")
    await bot.settle()
    assert len(bot.posts) == said + 1  # the turn, and no second line
    assert "You drew" in await anna.villager.presses("Show answer", on=line)


async def test_tickets_are_kept_by_their_places_and_an_old_button_keeps_nothing(bot: Halt) -> None:
    anna, boris = await bot.sits_down("Anna", "Boris", started=False)
    post = next(post for post in bot.posts if "Choose tickets" in post.labels)
    assert (await anna.villager.presses("Choose tickets", on=post)).startswith("1. ")
    line = await line_for(bot, anna)
    offer = (await anna.view()).offer
    await anna.villager.presses("1+3", on=line)
    assert set((await anna.view()).tickets) == {offer[0], offer[2]}
    await boris.villager.presses("2+4", on=line)
    assert (await boris.view()).tickets == ()
    await anna.villager.presses("2+4", on=line)
    assert set((await anna.view()).tickets) == {offer[0], offer[2]}


async def test_nobody_types_in_the_group_which_tickets_they_keep(bot: Halt) -> None:
    anna, _ = await bot.sits_down("Anna", "Boris")
    letter = await letter_after(anna.villager, anna.villager.says("/keep all"))
    assert "Everyone here would see" in letter.text
    assert (await anna.view()).tickets == ()


async def test_the_end_of_a_game_can_be_confirmed_in_the_group(bot: Halt) -> None:
    anna, boris = await bot.comes("Anna", "Boris", started=False)
    await anna.villager.says("/newgame usa")
    await boris.villager.says("/join")
    await anna.villager.says("/startgame")
    await bot.settle()
    await anna.villager.says("/abort")
    await until(lambda: any("Abort the game" in post.labels for post in bot.posts), "nothing to confirm with")
    await boris.villager.presses("Abort the game", on=bot.last)
    assert (await bot.match()).roster.status is Status.RUNNING
    await anna.villager.presses("Abort the game")
    await bot.settle()
    assert await bot.store.game_in(bot.home) is None


# ---- others in the group


async def test_words_of_other_bots_are_passed_over(bot: Halt) -> None:
    (anna,) = await bot.comes("Anna")
    for text in ("/start", "/weather", "/hand@another_bot"):
        await anna.villager.says(text)
    await letter_after(anna.villager, anna.villager.says("/games"))
    assert len(anna.villager.letters) == 1
    assert bot.posts == []


async def test_an_anonymous_admin_is_answered_behind_a_button_and_has_no_seat(bot: Halt) -> None:
    await bot.in_play("Anna", "Boris")
    carla, dmitri = await bot.comes("Carla", "Dmitri")
    bot.green.appoints(carla.villager, anonymous=True)
    await bot.green.promotes_the_bot()
    await carla.villager.says("/join")
    await until(lambda: "Show answer" in bot.last.labels, "no line")
    assert "own name" in await carla.villager.presses("Show answer", on=bot.last)
    assert "someone else" in await dmitri.villager.presses("Show answer", on=bot.last)


# ---- menus and languages


async def test_the_menus_are_set_once_in_every_language(
    tmp_path: Path, place: Village, clock: FakeClock
) -> None:
    green = Green(place)
    for _ in range(2):
        async with halt(tmp_path, green, clock):
            pass
    assert place.doors.menu_sets == 6
    languages = {language for _, language in place.doors.menus}
    assert languages == {"", "ru"}


async def test_a_newcomer_is_spoken_to_in_the_language_of_their_app(bot: Halt) -> None:
    (anna,) = await bot.comes("Anna", language="ru-RU")
    letter = await letter_after(anna.villager, anna.villager.says("/games"))
    assert "Вы" in letter.text or "вы" in letter.text


# ---- inline mode


async def test_inline_mode_shows_the_own_hand_and_sends_a_claim(bot: Halt) -> None:
    anna, boris = await bot.in_play("Anna", "Boris")
    offered = await anna.villager.asks("")
    hand, *claims = offered
    view = await anna.view()
    assert str(max(view.hand)) in hand["title"]
    sent = [one["input_message_content"]["message_text"] for one in offered]
    assert sent[0] == "/hand@stationmaster_bot"
    assert all(text.startswith("/claim@stationmaster_bot ") for text in sent[1:])
    assert claims
    assert of_kind(bot.village, "answerInlineQuery")[-1]["is_personal"] is True
    seq = (await bot.match()).seq
    await anna.villager.says("/settings confirm off")
    narrow = await anna.villager.asks(claims[0]["title"].split(" · ")[0])
    await anna.villager.chooses(narrow[1])
    await until(lambda: any("claims" in post.text or "tunnel" in post.text for post in bot.posts), "no claim")
    await bot.settle()
    assert (await bot.match()).seq > seq
    assert [one["title"] for one in await boris.villager.asks("")] != [one["title"] for one in offered]


async def test_inline_mode_asks_which_game_first_where_there_are_several(bot: Halt, place: Village) -> None:
    anna, _ = await bot.in_play("Anna", "Boris")
    other = Green(place, "Another club")
    other.group.accounts.append(anna.villager.account)
    await anna.villager.says("/newgame usa", at=other.group)
    await bot.settle()
    titles = [one["title"] for one in await anna.villager.asks("")]
    assert [title[:6] for title in titles] == ["Game 1", "Game 2"]
    assert len(await anna.villager.asks("2 ")) > 2


async def test_who_plays_nowhere_is_led_to_the_private_chat_by_inline_mode(bot: Halt) -> None:
    (anna,) = await bot.comes("Anna")
    assert await anna.villager.asks("") == []
    assert of_kind(bot.village, "answerInlineQuery")[-1]["button"]["start_parameter"] == "hello"


# ---- a chat that moves, in the store


async def test_a_chat_moves_with_its_game_its_language_and_its_bookmarks(bot: Halt) -> None:
    await bot.in_play("Anna", "Boris")
    old, new = bot.home, Chat("telegram", "-1009")
    game = await bot.store.game_in(old)
    assert game is not None
    await bot.store.set_chat_language(old, "ru")
    told = (await bot.store.bookmarks(game))[old]
    for _ in range(2):
        await bot.store.move_chat(old, new)
        assert await bot.store.game_in(old) is None
        assert (await bot.store.game_in(new), await bot.store.chat_language(new)) == (game, "ru")
        assert (await bot.store.bookmarks(game))[new] == told
        assert old not in await bot.store.bookmarks(game)
        assert await bot.store.sent(old, game) == ()


async def test_nobody_rules_a_private_chat(bot: Halt) -> None:
    (anna,) = await bot.comes("Anna")
    await letter_after(anna.villager, anna.villager.tells("/help"))
    anyone = Person("telegram", str(anna.villager.account.id))
    assert not await bot.chat.is_admin(anyone, Chat("telegram", anyone.id))
