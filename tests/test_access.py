"""Who may ask about a game: forged ids, codes and links open nothing, and tell nothing."""

from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from bot.commands import COMMANDS
from bot.matches.retention import end_game
from bot.matches.roster import Status
from bot.model.call import Asker, Call
from bot.model.callbacks import CallbackData
from bot.model.identity import Chat
from bot.randomness import new_game_id, system_bytes
from bot.requests import access
from bot.shown.menus import preview_line
from engine.actions import ClaimRoute
from engine.boards.rows import LONGEST_LINE
from engine.notation import line as line_of
from engine.options import options
from engine.view import view_for
from tests.discord_bot import DiscordBot
from tests.fakes.discord.guild import FakeGuild
from tests.fakes.discord.interactions import FORM, PRESS
from tests.fakes.discord.user import DiscordUser
from tests.fakes.discord.world import Post
from tests.fakes.telegram.group import FakeGroup
from tests.fakes.telegram.user import TelegramUser
from tests.fakes.wire.patience import until
from tests.hosted_page import hosted_page, in_the_cellar
from tests.local_session import Tab
from tests.scenario import FakeClock, Participant, Scenario
from tests.situations import NOBODYS, UNKNOWN
from tests.soaked import soaked
from tests.stores import statements
from tests.telegram_bot import TelegramBot, TelegramPlayer

ANNEX = Chat("hall", "annex")
"""A chat that never showed the game."""


async def with_a_vacant_seat(scenario: Scenario) -> tuple[Participant, Participant, str]:
    """A game that Anna opened, and Bob, who has left his seat to a computer."""
    anna, bob = await scenario.start_game("Anna", "Bob")
    await anna.says("/keep all")
    await bob.says("/keep all")
    await bob.says("/leave yes")
    await scenario.settle()
    return anna, bob, (await scenario.match()).id


# ---- every command, with a forged game


LINES = [f"{one.word}{rest}" for one in COMMANDS for rest in ("", " 1", " yes", " claim athina--brindisi")]
"""Every command of the table, also those that only buttons use, alone and with arguments."""


@pytest.mark.parametrize("chat", [ANNEX, Chat("hall", "lounge")], ids=["no game here", "another game here"])
async def test_an_outsider_who_names_a_game_gets_the_answer_about_an_unknown_one(
    scenario: Scenario, chat: Chat
) -> None:
    _, _, game = await with_a_vacant_seat(scenario)
    eve, zoe = await scenario.add_player("Eve"), await scenario.add_player("Zoe")
    await zoe.says("/new usa", Chat("hall", "lounge"))
    before = (await scenario.match()).seq
    for line in (*LINES, "draw deck", "claim athina--brindisi KKKL", "keep 1,2", "nonsense"):
        unknown = await eve.presses_code(CallbackData(NOBODYS, 0, line).code, chat), eve.answer
        forged = await eve.presses_code(CallbackData(game, 0, line).code, chat), eve.answer
        assert forged == unknown, line
        assert unknown[0] == UNKNOWN, line
    assert (await scenario.match()).seq == before


@pytest.mark.parametrize(
    "word", [one.word for one in COMMANDS if "game" in {given.name for given in one.parameters}]
)
async def test_a_typed_command_with_a_forged_game_is_answered_as_with_an_unknown_one(
    scenario: Scenario, word: str
) -> None:
    anna, _, game = await with_a_vacant_seat(scenario)
    await anna.says("/abort yes")
    eve = await scenario.add_player("Eve")
    dispatcher = scenario.host.dispatcher
    for chat in (ANNEX, Chat("hall", "eve")):
        unknown = await eve.says(f"/{word} {NOBODYS}", chat)
        assert await eve.says(f"/{word} {game}", chat) == unknown
        assert await eve.presses_code(f"-.0.{word} {game}", chat) == unknown
        called = await dispatcher.answer(Asker(eve.person, chat), Call(word, given={"game": game}))
        assert called.text == unknown
    assert (await scenario.host.repository.read(game)).roster.status is Status.ABORTED


async def test_a_forged_game_costs_the_same_reads_as_an_unknown_one(scenario: Scenario) -> None:
    anna, _, game = await with_a_vacant_seat(scenario)
    code = (await anna.says("/share")).split("/follow ")[1].split()[0]
    eve = await scenario.add_player("Eve")
    forgeries = [
        ("{}.0.log", Participant.presses_code),
        ("{}.0.join", Participant.presses_code),
        ("{}.12.draw deck", Participant.presses_code),
        ("-.0.restore {}", Participant.presses_code),
        ("/restore {}", Participant.says),
        ("/follow {}-aaaaaaaa", Participant.says),
    ]
    await scenario.stop()  # nothing else reads meanwhile
    for line, does in forgeries:
        await does(eve, line.format("yyyyyyyyyy"), ANNEX)  # what is the same for both is cached
        with statements(scenario.store) as unknown:
            said = await does(eve, line.format(NOBODYS), ANNEX)
        for is_in_memory in (True, False):
            if not is_in_memory:
                scenario.host.repository._recent.clear()
            with statements(scenario.store) as forged:
                assert await does(eve, line.format(game), ANNEX) == said, line
            assert forged == unknown, line
    await scenario.run()
    assert "This chat now shows the game" in await eve.says(f"/follow {code}", ANNEX)


# ---- who is answered


async def test_a_chat_that_follows_answers_until_it_stops_following(scenario: Scenario) -> None:
    anna, _, game = await with_a_vacant_seat(scenario)
    code = (await anna.says("/share")).split("/follow ")[1].split()[0]
    eve = await scenario.add_player("Eve")
    await eve.says(f"/follow {code}", ANNEX)
    assert "Anna" in await eve.presses_code(f"{game}.0.scores", ANNEX)
    await eve.says("/unfollow", ANNEX)
    assert await eve.presses_code(f"{game}.0.scores", ANNEX) == UNKNOWN


@pytest.mark.parametrize("code", ["aaaaaaaa", "", "-", "aaaaaaaaa"])
async def test_an_invitation_is_more_than_the_id(scenario: Scenario, code: str) -> None:
    _, _, game = await with_a_vacant_seat(scenario)
    eve = await scenario.add_player("Eve")
    refused = "I do not know that game. Its players can get the right code with /share."
    assert await eve.says(f"/follow {game}-{code}", ANNEX) == refused
    assert await eve.says(f"/follow {NOBODYS}-{code}", ANNEX) == refused
    assert await eve.says(f"/follow {game}", ANNEX) == refused


@pytest.mark.scenario(boards="isle")
async def test_posts_of_a_game_work_where_they_stand_after_another_game_has_begun(scenario: Scenario) -> None:
    (anna,) = await scenario.start_game("Anna", computers=1, game="isle")
    await anna.says("/leave yes")
    await scenario.settle()
    over = await scenario.match()
    assert over.roster.status is Status.OVER
    await anna.says("/new europe")
    eve = await scenario.add_player("Eve")
    assert "Anna" in await eve.presses_code(f"{over.id}.0.scores")
    await eve.presses_code(f"{over.id}.0.record")
    assert [name for name, _ in eve.answer.documents] == [f"stationmaster-{over.id}.json"]
    assert await eve.presses_code(f"{over.id}.0.scores", ANNEX) == UNKNOWN


async def test_an_aborted_game_is_restored_by_the_button_below_its_last_post(scenario: Scenario) -> None:
    anna, _ = await scenario.start_game("Anna", "Bob")
    game = (await scenario.match()).id
    await anna.says("/abort yes")
    await scenario.settle()
    restore, rematch = [button for row in scenario.platform.posts[-1].buttons for button in row]
    assert restore.code == f"-.0.restore {game}"
    assert rematch.code == f"{game}.0.rematch"
    eve = await scenario.add_player("Eve")
    assert (await eve.presses_code(restore.code)).startswith("Only the host of the game or an admin")
    scenario.platform.admins.add(eve.person)
    assert await eve.presses_code(restore.code) == "The game continues where it stopped."


async def test_a_player_is_answered_in_every_chat(scenario: Scenario) -> None:
    anna, bob = await scenario.in_play("Anna", "Bob")
    game = (await scenario.match()).id
    assert "Your hand" in await bob.presses_code(f"{game}.0.hand", ANNEX)
    assert "Your second card" in await anna.presses_code(
        f"{game}.{(await scenario.match()).game.table.decisions[await anna.seat()].revision}.draw deck", ANNEX
    )


# ---- on the page


async def pressed(tab: Tab, code: str) -> dict[str, Any]:
    """The answer to a press, as it comes over the socket."""
    await tab.ask("press", code=code)
    return await tab.receive("answer")


async def test_on_the_page_a_forged_press_takes_no_seat_and_shows_nothing(
    tmp_path: Path, clock: FakeClock
) -> None:
    async with hosted_page(tmp_path, clock) as page:
        _, bob, cellar, game = await in_the_cellar(page)
        await bob.answer("/leave yes")
        eve = await page.tab("Eve")
        for word in ("join", "hand", "board", "log", "scores", "tickets", "join red"):
            unknown = await pressed(eve, f"{NOBODYS}.0.{word}")
            assert await pressed(eve, f"{game}.0.{word}") == unknown, word
            assert unknown["text"] == UNKNOWN
        assert (await page.host.repository.read(str(game))).roster.names == ("Anna", "Bob")
        await eve.enter(cellar)
        assert "Bob" in (await pressed(eve, f"{game}.0.join"))["text"]


async def test_on_the_page_a_forged_press_chooses_nothing_for_a_channel(
    tmp_path: Path, clock: FakeClock
) -> None:
    async with hosted_page(tmp_path, clock) as page:
        anna, eve = await page.tab("Anna"), await page.tab("Eve")
        await anna.answer("/new europe")
        await eve.enter(await page.opens(eve, "Cellar"))
        await eve.answer("/new usa")
        game = await page.host.dispatcher.directory.shown_in(Chat("local", "cellar"))
        await eve.enter("table")
        for line in ("options language ru", "options pictures closeup", "language ru here"):
            assert "Only the host of the game or an admin" in (await pressed(eve, f"{game}.0.{line}"))["text"]
        assert "a close-up" in (await pressed(anna, "-.0.options pictures closeup"))["text"]


# ---- on Telegram


async def with_mallory(bot: TelegramBot) -> tuple[list[TelegramPlayer], TelegramUser, str]:
    """A game in a private group with a vacant seat; and somebody who was never in the group."""
    players = await bot.in_play("Anna", "Bob")
    await players[1].user.says("/leave yes")
    await bot.settle()
    club = FakeGroup(bot.server, "Another club")
    mallory = club.add_user("Mallory", started=True)
    mallory.pause = bot.wait_a_while
    return players, mallory, (await bot.match()).id


TELEGRAM_LINES = ("log", "board", "join", "hand", "tickets", "scores", "options", "abort yes", "draw deck")


async def test_on_telegram_forged_callback_data_is_answered_as_that_of_an_unknown_game(
    bot: TelegramBot,
) -> None:
    _, mallory, game = await with_mallory(bot)
    seq = (await bot.match()).seq
    for line in TELEGRAM_LINES:
        for code in ("{}.0." + line, "+{}.0." + line, "!{}.0." + line, "~1~{}.0." + line, "#12.{}.5.keep"):
            requests = []
            for id in (NOBODYS, game):
                await mallory.tells("/help")
                await bot.settle()
                asked = len(bot.server.requests)
                await mallory.forges(code.format(id), mallory.last_dm)
                await bot.settle()
                # A press is acknowledged while its answer is on its way: either may come first.
                calls = sorted(
                    (method, repr(without_ids(about)))
                    for method, about in bot.server.requests[asked:]
                    if method != "getUpdates"
                )
                requests.append((calls, mallory.heard, mallory.alerted, mallory.last_dm.text))
            assert requests[0] == requests[1], code
            assert requests[1][3] == UNKNOWN or code[0] in "+!#", code
    assert (await bot.match()).seq == seq


def without_ids(about: dict[str, Any]) -> dict[str, Any]:
    """A request without what differs from one message to the next."""
    return {
        name: value
        for name, value in about.items()
        if name not in ("callback_query_id", "message_id", "offset")
    }


async def test_on_telegram_the_host_of_another_game_chooses_nothing_for_a_group(bot: TelegramBot) -> None:
    _, bob = await bot.in_play("Anna", "Bob")
    club = FakeGroup(bot.server, "Another club")
    club.group.accounts.append(bob.user.account)
    await TelegramUser(bot.server, bob.user.account, club.group).says("/newgame usa")
    directory, chat = bot.host.dispatcher.directory, Chat("telegram", str(club.group.id))
    await until(lambda: any(one.buttons for one in bob.user.sees(club.group)), "no lobby")
    game = await directory.shown_in(chat)
    alert = await bob.user.forges(f"{game}.0.options language ru", bot.posts[-1])
    assert alert.endswith("Only the host of the game or an admin here can do that.")
    assert (await directory.chat_phrases(bot.home)).language == "en"


@pytest.mark.usefixtures("inline_mode")
async def test_on_telegram_an_inline_query_that_names_a_game_finds_nothing(bot: TelegramBot) -> None:
    players, mallory, game = await with_mallory(bot)
    for typed in (game, f"{game} hand", "1", f"{game}.0.hand", "1 Paris"):
        assert await mallory.asks(typed) == []
    assert await players[0].user.asks("") != []


async def test_on_telegram_a_private_answer_belongs_to_the_group_where_it_was_asked_for(
    bot: TelegramBot, tmp_path: Path
) -> None:
    """Somebody who has no seat goes on from the answer: to its other pictures, to what an admin confirms."""
    players = await bot.in_play("Anna", "Bob")
    olga = bot.fake_group.the_owner()
    olga.account.started = True
    olga.pause = bot.wait_a_while
    match = await bot.match()
    game, seat = match.id, match.waiting_for[0]
    assert match.game
    await players[0].types(line_of(options(view_for(match.game, seat)).of(ClaimRoute)[0]))
    await olga.presses("Board", on=bot.last)
    await bot.settle()
    pictures = len([post for post in olga.dms if post.media])
    await olga.presses("1", at=olga.private)  # 🖼 1 more picture
    await bot.settle()
    assert len([post for post in olga.dms if post.media]) == pictures + 1
    await olga.says("/abort")
    await bot.settle()
    confirmation = olga.last_dm
    mallory = FakeGroup(bot.server, "Another club").add_user("Mallory", started=True)
    await mallory.tells("/help")
    await bot.settle()
    await mallory.forges(f"{game}.0.abort yes", mallory.last_dm)
    assert (await bot.match()).roster.status is Status.RUNNING
    bot.chat._connection.dms._asked_in.clear()  # as after a restart
    await olga.presses("Abort", on=confirmation)
    await bot.settle()
    assert (await bot.host.repository.read(game)).roster.status is Status.ABORTED


@pytest.mark.parametrize("word", ["follow", "FOLLOW", "/follow", " / Follow"])
async def test_on_telegram_a_game_is_followed_where_that_is_typed(bot: TelegramBot, word: str) -> None:
    """In private, a player who may have left the group of an ended game shows nothing there."""
    players = await bot.in_play("Anna", "Bob")
    ended = (await bot.match()).id
    anna = players[0].user
    await anna.says("/hand")
    await bot.settle()
    await end_game(bot.host.repository, ended, running=True)
    await bot.settle()
    olga = bot.fake_group.add_user("Olga", started=True)
    olga.pause = anna.pause = bot.wait_a_while
    await olga.tells("/new usa")
    await bot.settle()
    opened = await bot.store.chats.game_in(Chat("telegram", str(olga.account.id)))
    assert opened is not None
    code = access.invitation(opened, (await bot.host.repository.read(opened)).roster.secret)
    await anna.forges(f"{ended}.0.{word} {code}", anna.last_dm)
    await bot.settle()
    assert await bot.store.chats.game_in(bot.home) is None
    assert await bot.store.chats.game_in(Chat("telegram", str(anna.account.id))) == opened


@pytest.mark.parametrize("known", ["told", "asked", "restricted", "never"])
@pytest.mark.parametrize("word", soaked(["join", "/JOIN"], "join"))
async def test_on_telegram_a_removed_member_takes_no_seat_by_an_old_private_button(
    bot: TelegramBot, known: str, word: str
) -> None:
    """Telegram says that a member has gone, or tells an admin who asks; otherwise nobody is believed."""
    _, bob = await bot.in_play("Anna", "Bob")
    eve = bot.fake_group.add_user("Eve", started=True)
    eve.pause = bot.wait_a_while
    await eve.says("/log")
    await bot.settle()
    game = (await bot.match()).id
    await bob.types("leave yes")
    await bot.settle()
    if known in ("asked", "restricted"):
        await bot.fake_group.promotes_the_bot()
    await bot.fake_group.removes(eve, told=known == "told")
    if known == "restricted":
        bot.group.muted.append(eve.account)
    await bot.settle()
    await eve.forges(f"{game}.0.{word}", eve.last_dm)
    await bot.settle()
    assert eve.last_dm.text == UNKNOWN
    assert "Eve" not in (await bot.match()).roster.names


@pytest.mark.parametrize("line", ["/new usa", "/ new usa", "new\tusa", "NEW\nusa", " /  new usa"])
async def test_on_telegram_a_removed_member_opens_no_game_in_the_group_by_a_private_message(
    bot: TelegramBot, line: str
) -> None:
    """Their lobby there counts as abandoned after a day, and another one could take its place."""
    eve = bot.fake_group.add_user("Eve", started=True)
    eve.pause = bot.wait_a_while
    await eve.says("/new europe")
    await bot.settle()
    lobby = await bot.store.chats.game_in(bot.home)
    await bot.fake_group.removes(eve)
    await bot.clock.move_on(timedelta(days=2))
    await eve.tells(line)
    await bot.settle()
    assert await bot.store.chats.game_in(bot.home) == lobby
    assert await bot.store.chats.game_in(Chat("telegram", str(eve.account.id))) is not None


# ---- on Discord


@pytest.mark.parametrize("way", ["typed", "button", "form"])
async def test_on_discord_a_removed_member_shows_no_game_in_the_channel_by_a_private_message(
    club: DiscordBot, fake_guild: FakeGuild, way: str
) -> None:
    """Their lobby there counts as abandoned after a day; they follow another game in place of it."""
    anna = fake_guild.add_user("Anna")
    await anna.runs("/game new", board="europe")
    await club.settle()
    lounge = await fake_guild.opens("lounge")
    eve = fake_guild.add_user("Eve", at=lounge)
    await eve.runs("/game new", board="usa")
    await club.settle()
    opened = await club.store.chats.game_in(Chat("discord", str(lounge.id)))
    assert opened is not None
    code = access.invitation(opened, (await club.host.repository.read(opened)).roster.secret)
    await club.clock.move_on(timedelta(days=2))
    anna.at = anna.dm
    await anna.runs("/help")
    text = {"type": 18, "component": {"type": 4, "custom_id": "text", "value": code}}
    assert anna.answer is not None
    if way == "typed":
        await anna.runs(f"/do follow {code}")
    elif way == "button":
        await forges(anna, {"component_type": 2, "custom_id": f"-.0.follow {code}"}, anna.answer)
    else:
        await forges(anna, {"custom_id": "-.0.follow", "components": [text]}, anna.answer)
    await club.settle()
    here = Chat("discord", str(club.channel.id))
    assert await club.store.chats.game_in(here) != opened


async def test_on_discord_a_forged_id_of_a_button_list_or_form_is_that_of_an_unknown_game(
    club: DiscordBot, fake_guild: FakeGuild
) -> None:
    players = await club.in_play("Anna", "Bob")
    await players[1].user.runs("/game leave")
    await club.settle()
    game, seq = (await club.match()).id, (await club.match()).seq
    lounge = await fake_guild.opens("lounge")
    eve = fake_guild.add_user("Eve", at=lounge)
    await eve.runs("/game new", board="usa")
    await club.settle()
    post = next(one for one in lounge.messages if one.buttons)
    for line in ("log", "board", "join", "hand", "tickets", "draw deck", "abort yes"):
        for form in forgeries(line):
            answers = []
            for id in (NOBODYS, game):
                await forges(eve, filled(form, id), post)
                answers.append((eve.heard, eve.labels))
            assert answers[0] == answers[1] == (UNKNOWN, []), form
    assert (await club.match()).seq == seq


async def forges(user: DiscordUser, data: dict[str, Any], post: Post) -> None:
    """Send forged data; the library wants to see the component in the message."""
    if "components" in data:
        await user._do(FORM, data, post)
        return
    part = {
        "type": data["component_type"],
        "custom_id": data["custom_id"],
        "style": 2,
        "label": "",
        "options": [],
    }
    post.components = [{"type": 1, "components": [part]}]
    await user._do(PRESS, data, post)


def forgeries(line: str) -> list[dict[str, Any]]:
    """A button, a button below a post, a choice in a list, a list of tickets and a form."""
    code = "{}.0." + line
    boxes = [{"type": 18, "component": {"type": 22, "custom_id": "tickets", "values": ["1", "2"]}}]
    return [
        {"component_type": 2, "custom_id": code},
        {"component_type": 2, "custom_id": code + "@{}-12"},
        {"component_type": 3, "custom_id": "list-0", "values": [code]},
        {"component_type": 3, "custom_id": "pick:{}.5.mark", "values": ["1", "2"]},
        {"custom_id": "{}.5.keep", "components": boxes},
    ]


def filled(data: Any, id: str) -> Any:
    """Forged data with the id of a game."""
    match data:
        case str():
            return data.replace("{}", id)
        case list():
            return [filled(one, id) for one in data]
        case dict():
            return {name: filled(one, id) for name, one in data.items()}
        case _:
            return data


# ---- ids


def test_a_new_id_has_fifty_bits_and_the_longest_button_still_fits() -> None:
    ids = [new_game_id(system_bytes) for _ in range(200)]
    assert len(set(ids)) == 200
    assert {len(id) for id in ids} == {10}
    assert all(id.isalnum() and id == id.lower() for id in ids)
    claim = line_of(ClaimRoute("a" * 35, "LLLL"))
    assert len(claim) == LONGEST_LINE, "no board is loaded with a longer one"
    for said in (claim, preview_line(claim), f"ways {'a' * 35}"):
        assert CallbackData.read(CallbackData(ids[0], 999_999, said).code).line == said
