"""Commands and clicks on Telegram: in groups, in private, and by people to whom the bot may not write."""

from pathlib import Path

from bot.matches.roster import Status
from bot.model.identity import Chat, Person
from tests.fakes.telegram.group import FakeGroup
from tests.fakes.telegram.server import FakeTelegram
from tests.fakes.wire.patience import until
from tests.scenario import FakeClock
from tests.telegram_bot import TelegramBot, TelegramPlayer, dm_after, post_for, telegram_bot

# ---- the lobby


async def test_the_options_of_a_lobby_are_chosen_in_private(bot: TelegramBot) -> None:
    (anna,) = await bot.add_players("Anna")
    await anna.user.says("/newgame europe")
    await bot.settle()
    await dm_after(anna.user, anna.user.presses("Options", on=bot.last))
    await dm_after(anna.user, anna.user.presses("Variant"))
    await anna.user.presses("Mega Europe")
    await bot.settle()
    assert "Mega Europe" in bot.last.text


# ---- in private


async def test_questions_in_the_group_are_answered_in_one_private_message(bot: TelegramBot) -> None:
    anna, _ = await bot.in_play("Anna", "Boris")
    said = len(bot.posts)
    await bot.catch_up()
    first = await dm_after(anna.user, anna.user.says("/scores"))
    second = await dm_after(anna.user, anna.user.says("/log"))
    assert "Points so far" in first.text
    await until(lambda: first.gone, "the old answer stays")
    assert not second.gone
    assert len(bot.posts) == said


async def test_a_private_click_is_answered_in_its_message(bot: TelegramBot) -> None:
    anna, _ = await bot.in_play("Anna", "Boris")
    panel = anna.user.last("Claim", at=anna.user.private)
    dms = len(anna.user.dms)
    await anna.user.presses("Claim", on=panel)
    await until(lambda: "Which one?" in panel.text, "no list")
    assert len(anna.user.dms) == dms
    await anna.user.presses("›", on=panel)
    await until(lambda: any(label.startswith("2 /") for label in panel.labels), "no second page")
    await anna.user.presses("Back", on=panel)
    await until(lambda: "Your turn." in panel.text, "no way back")


async def test_the_board_comes_as_a_photo_a_close_up_and_a_file(bot: TelegramBot) -> None:
    anna, _ = await bot.in_play("Anna", "Boris")
    for label, kind in (("Board", "photo"), ("🔍", "photo"), ("HD", "document")):
        button = next(one for one in bot.last.buttons if one["text"] == label)
        dm = await dm_after(anna.user, anna.user.presses_button(button, bot.last))
        await bot.settle()
        assert dm.media is not None
        assert dm.media.kind == kind


async def test_further_pictures_come_on_demand(bot: TelegramBot) -> None:
    anna, _ = await bot.in_play("Anna", "Boris")
    on_the_map = await dm_after(anna.user, anna.user.tells("/tickets"))
    await bot.settle()
    dm = await dm_after(anna.user, anna.user.presses_button(on_the_map.buttons[-1], on_the_map))
    assert dm is not on_the_map
    assert dm.media is not None
    assert "needs" in dm.text


async def test_a_deep_link_shows_its_game_to_players_only(bot: TelegramBot) -> None:
    anna, _ = await bot.in_play("Anna", "Boris")
    game = (await bot.match()).id
    dm = await dm_after(anna.user, anna.user.starts(f"{game}_scores"))
    assert "Points so far" in dm.text
    (carla,) = await bot.add_players("Carla", started=False)
    welcome = await dm_after(carla.user, carla.user.starts(f"{game}_hand"))
    assert "/newgame" in welcome.text
    assert "So far" not in welcome.text


# ---- without private chat


async def with_blocked_dms(bot: TelegramBot, *names: str) -> list[TelegramPlayer]:
    """A game whose players have blocked the bot."""
    players = await bot.in_play(*names)
    await bot.lock_out(*players)
    return players


async def test_a_hand_fits_an_alert_as_letters_and_counts(bot: TelegramBot) -> None:
    anna, _ = await with_blocked_dms(bot, "Anna", "Boris")
    said = await anna.user.presses("My hand", on=bot.last)
    assert anna.user.alerted
    view = await anna.view()
    held = [f"{card}×{count}" for card, count in zip("PBOWGYKRL", view.hand, strict=True) if count]
    assert set(said.splitlines()[0].split()) == set(held)
    assert len(said) <= 200


async def test_a_typed_command_gets_one_post_with_an_answer_for_one_person(bot: TelegramBot) -> None:
    anna, boris = await with_blocked_dms(bot, "Anna", "Boris")
    before = (await anna.view()).hand
    await anna.user.says("/draw deck")
    line = await post_for(bot, anna)
    assert "You drew" not in line.text
    assert "You drew" in await anna.user.presses("Show answer", on=line)
    assert "someone else" in await boris.user.presses("Show answer", on=line)
    assert (await anna.view()).hand != before
    said = len(bot.posts)
    await anna.user.says("/draw deck")
    await bot.settle()
    assert len(bot.posts) == said + 1  # the turn, and no second line
    assert "You drew" in await anna.user.presses("Show answer", on=line)


async def test_tickets_are_kept_by_their_places_and_old_buttons_keep_none(bot: TelegramBot) -> None:
    anna, boris = await bot.start_game("Anna", "Boris", started=False)
    post = next(post for post in bot.posts if "Choose tickets" in post.labels)
    assert (await anna.user.presses("Choose tickets", on=post)).startswith("1. ")
    line = await post_for(bot, anna)
    offer = (await anna.view()).offer
    await anna.user.presses("1+3", on=line)
    assert set((await anna.view()).tickets) == {offer[0], offer[2]}
    await boris.user.presses("2+4", on=line)
    assert (await boris.view()).tickets == ()
    await anna.user.presses("2+4", on=line)
    assert set((await anna.view()).tickets) == {offer[0], offer[2]}


async def test_the_end_of_a_game_can_be_confirmed_in_the_group(bot: TelegramBot) -> None:
    anna, boris = await bot.add_players("Anna", "Boris", started=False)
    await anna.user.says("/newgame usa")
    await boris.user.says("/join")
    await anna.user.says("/startgame")
    await bot.settle()
    await anna.user.says("/abort")
    await until(lambda: any("Abort the game" in post.labels for post in bot.posts), "nothing to confirm with")
    await boris.user.presses("Abort the game", on=bot.last)
    assert (await bot.match()).roster.status is Status.RUNNING
    await anna.user.presses("Abort the game")
    await bot.settle()
    assert await bot.store.chats.game_in(bot.home) is None


# ---- others in the group


async def test_commands_of_other_bots_are_ignored(bot: TelegramBot) -> None:
    (anna,) = await bot.add_players("Anna")
    for text in ("/start", "/weather", "/hand@another_bot"):
        await anna.user.says(text)
    await dm_after(anna.user, anna.user.says("/games"))
    assert len(anna.user.dms) == 1
    assert bot.posts == []


# ---- menus and languages


async def test_the_menus_are_set_once_in_every_language(
    tmp_path: Path, server: FakeTelegram, clock: FakeClock
) -> None:
    fake_group = FakeGroup(server)
    for _ in range(2):
        async with telegram_bot(tmp_path, fake_group, clock):
            pass
    assert server.endpoints.menu_sets == 6
    languages = {language for _, language in server.endpoints.menus}
    assert languages == {"", "ru"}


async def test_a_newcomer_is_answered_in_the_language_of_their_app(bot: TelegramBot) -> None:
    (anna,) = await bot.add_players("Anna", language="ru-RU")
    dm = await dm_after(anna.user, anna.user.says("/games"))
    assert "Вы" in dm.text or "вы" in dm.text


# ---- chats


async def test_a_private_chat_has_no_admins(bot: TelegramBot) -> None:
    (anna,) = await bot.add_players("Anna")
    await dm_after(anna.user, anna.user.tells("/help"))
    anyone = Person("telegram", str(anna.user.account.id))
    assert not await bot.chat.is_admin(anyone, Chat("telegram", anyone.id))
