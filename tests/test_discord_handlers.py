"""Commands, buttons, lists and forms on Discord, and their private answers."""

from pathlib import Path

import pytest
from discord import Permissions

from bot.commands import COMMANDS
from bot.text.i18n import phrases
from engine.game import TakeTurn
from engine.options import options
from tests.discord_bot import DiscordBot, DiscordPlayer, discord_bot
from tests.fakes.discord.guild import FakeGuild
from tests.fakes.wire.patience import until
from tests.narration import plain
from tests.scenario import FakeClock


async def two(table: DiscordBot, game: str = "europe europe") -> tuple[DiscordPlayer, DiscordPlayer]:
    """Anna and Boris in a lobby."""
    anna, boris = await table.add_players("Anna", "Boris")
    await anna.user.runs("/game new", board=game)
    await boris.user.runs("/game join")
    return anna, boris


async def richer(table: DiscordBot) -> list[DiscordPlayer]:
    """A game in which the next player can pay for several routes, one of them in several ways."""
    players = await table.in_play("Anna", "Boris")
    for _ in range(60):
        view = await players[0].view()
        assert isinstance(view.decision, TakeTurn)
        claims = options(view).claims
        if any(len(claims.payments(place)) > 1 for place in claims.places) and len(claims.places) > 5:
            return players
        for _ in range(2):
            await players[0].user.runs("/draw", card="deck")
        players.reverse()
    raise AssertionError("nobody grew rich")


# ---- commands


async def test_answers_name_commands_as_discord_does(club: DiscordBot) -> None:
    (anna,) = await club.add_players("Anna")
    assert await anna.user.runs("/hand") == "There is no game here. Create one with /game new."
    assert "get the right code with /do share" in await anna.user.runs("/do follow nonsense")
    await club.in_play("Anna", "Boris")
    assert "/board and a city" in await anna.user.runs("/board", view="text")


async def test_every_command_is_answered_in_every_state_of_a_game(club: DiscordBot) -> None:
    (anna,) = await club.add_players("Anna")
    plain = "hand", "tickets", "scores", "log", "games", "record", "help", "decline", "board", "draw", "pay"
    table = "join", "leave", "options", "restore", "skip", "replace"
    lines = [COMMANDS[word].written_on("discord") for word in (*plain, "ticket", "keep", "rules", "settings")]
    groups = [COMMANDS[word].written_on("discord") for word in table]
    for line in (*lines, *groups):
        assert await anna.user.runs(line)
    players = await club.in_play("Anna", "Boris")
    for line in lines:
        for player in players:
            assert await player.user.runs(line)


async def test_value_that_was_not_suggested_is_checked(club: DiscordBot) -> None:
    anna, boris = await club.in_play("Anna", "Boris")
    assert (await anna.user.runs("/claim", route="atlantis")).startswith("I cannot find a route “⁨atlantis⁩”")
    assert (await anna.user.runs("/claim", route="Париж Брест", cards="RRR")).startswith(
        "Pay only with black"
    )
    assert (await anna.user.runs("/draw", card="9L")).startswith("The face-up cards are numbered from 1 to 5")
    assert (await boris.user.runs("/draw", card="deck")).endswith("turn. Wait for yours.")


async def test_a_server_without_games_is_greeted_with_two_buttons(club: DiscordBot) -> None:
    server, guild, client = club.fake_guild.server, club.fake_guild.guild, club.platform.client
    assert client is not None
    await client.wait_until_ready()  # until then, the library takes each server for one that it was in
    (anna,) = await club.add_players("Anna")
    await server.remove_bot(guild)
    await server.invite(guild)
    await until(lambda: bool(club.posts))
    assert club.last.text.startswith("Hello! I host Ticket to Ride here")
    assert club.last.labels == ["Open a game", "Rules"]
    await anna.user.presses("Open a game", on=club.last)
    await club.settle()
    assert "Join" in club.last.labels
    before = len(club.posts)
    await client.handlers.greet(client.guilds[0])
    assert len(club.posts) == before


async def test_a_route_that_a_list_is_too_short_for_is_found_by_name(
    club: DiscordBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    anna, _ = await club.in_play("Anna", "Boris")
    monkeypatch.setattr("bot.discord.layout.MOST_OPTIONS", 1)
    route = options(await anna.view()).claims.places[-1]
    city = route.partition("--")[0]
    await anna.user.presses("Claim a route", on=club.last)
    await anna.user.presses("🔍 Find by name")
    await anna.user.submits({"🔍 Find by name": city})
    assert anna.user.answer is not None
    codes = [option["value"] for part in anna.user.answer.parts for option in part.get("options", ())]
    codes += [str(button.get("custom_id")) for button in anna.user.answer.buttons]
    listed = [code for code in codes if ".ways " in code]
    assert listed
    assert all(city in code for code in listed)


async def test_lobby_options_are_set_together(club: DiscordBot) -> None:
    anna, _ = await two(club)
    answer = await anna.user.runs("/game options", variant="mega", starter="2", language="ru")
    assert plain(answer).splitlines() == [
        "Variant: Mega Europe.",
        "Boris goes first.",
        "Теперь в этом чате я говорю по-русски.",
    ]
    roster = (await club.match()).roster
    assert (roster.variant, roster.starter) == ("mega", 1)
    assert await anna.user.runs("/game options", starter="lot") == "The first player is drawn at random."
    await anna.user.picks("First player: ⁨Anna⁩", on=anna.user.answer)
    assert plain(anna.user.heard) == "Anna goes first."


async def test_an_option_of_any_length_is_answered_in_one_sentence(club: DiscordBot) -> None:
    anna, _ = await two(club)
    for option in ("variant", "bonus", "starter"):
        for length in (1, 100, 1001, 6000):
            answer = await anna.user.runs("/game options", **{option: "x" * length})
            assert answer.startswith(("There ", "No one ", "This board has no bonus")), answer[:200]
            assert "x" * 41 not in answer
            assert option == "bonus" or ("x" * 39 + "…" in answer) == (length > 40)


async def test_the_options_of_a_lobby_are_lists_behind_a_button(club: DiscordBot) -> None:
    anna, boris = await two(club)
    await club.settle()
    assert not any("options" in part for part in club.last.parts)
    for player, choice in ((anna, "Variant: Mega Europe"), (boris, "Computer player: easy")):
        await player.user.presses("Options", on=club.last)
        await player.user.picks(choice, on=player.user.answer)
    assert plain(anna.user.heard) == "Variant: Mega Europe."
    await club.settle()
    assert len((await club.match()).roster.holders) == 3
    assert len(club.posts) == 1


async def test_a_person_who_may_not_create_threads_gets_none_from_the_bot(club: DiscordBot) -> None:
    (anna,) = await club.add_players("Anna")
    club.fake_guild.table.denied[anna.user.account.id] = Permissions(create_public_threads=True).value
    answer = await anna.user.runs("/game new", thread=True)
    assert answer.startswith("You may not create threads in this channel.")
    assert not any(channel.is_thread for channel in club.fake_guild.guild.channels)


# ---- admins


async def test_admin_commands_are_offered_to_admins_only(club: DiscordBot) -> None:
    _, boris = await two(club)
    with pytest.raises(AssertionError, match="not offered"):
        await boris.user.runs("/gameadmin start")
    owner = club.fake_guild.the_owner()
    assert await owner.runs("/gameadmin start") == "All aboard! The cards are dealt."


async def test_admin_commands_refuse_everybody_else(club: DiscordBot) -> None:
    _, boris = await two(club)
    (admin,) = (row for row in club.fake_guild.server.endpoints.commands if row["name"] == "gameadmin")
    admin["default_member_permissions"] = None
    answer = await boris.user.runs("/gameadmin abort")
    assert answer == "Only people who can manage this channel or server can do that."
    assert await boris.user.runs("/do abort") == "Only the host of the game or an admin here can do that."


async def test_own_sentences_use_the_configured_language(
    tmp_path: Path, fake_guild: FakeGuild, clock: FakeClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CHAT_LANGUAGE", "ru")
    async with discord_bot(tmp_path, fake_guild, clock) as table:
        (anna,) = await table.add_players("Anna", locale="de")
        (admin,) = (row for row in fake_guild.server.endpoints.commands if row["name"] == "gameadmin")
        admin["default_member_permissions"] = None
        assert await anna.user.runs("/gameadmin abort") == phrases("ru").say("admin-only")
        await fake_guild.denies("create_public_threads")
        assert await anna.user.runs("/game new", thread=True) == phrases("ru").say("no-threads-here")


# ---- claiming


async def test_only_payable_routes_are_suggested_by_any_city_name(club: DiscordBot) -> None:
    anna, boris = await richer(club)
    payable = set(options(await anna.view()).claims.places)
    every = await anna.user.completes("/claim", "route", "")
    assert 0 < len(every) <= 25
    assert {choice["value"] for choice in every} <= payable
    board = (await anna.view()).table.board
    route = board.route[every[0]["value"]]
    name = board.city[route.a].names["ru"]
    found = [choice["value"] for choice in await anna.user.completes("/claim", "route", name[:4])]
    assert route.id in found
    assert await boris.user.completes("/claim", "route", "") == []


async def test_payments_are_suggested_default_first(club: DiscordBot) -> None:
    anna, _ = await richer(club)
    claims = options(await anna.view()).claims
    route = next(place for place in claims.places if len(claims.payments(place)) > 1)
    found = await anna.user.completes("/claim", "cards", "", route=route)
    assert [choice["value"] for choice in found] == list(claims.payments(route)[:25])


async def test_other_arguments_are_suggested(club: DiscordBot) -> None:
    anna, _ = await club.in_play("Anna", "Boris")
    draws = [choice["value"] for choice in await anna.user.completes("/draw", "card", "")]
    assert draws[-1] == "deck"
    stations = await anna.user.completes("/station", "city", "Vien")
    assert [choice["value"] for choice in stations] == ["wien"]
    assert await anna.user.completes("/station", "cards", "", city="wien")
    titles = await anna.user.completes("/game new", "board", "mega")
    assert [choice["value"] for choice in titles] == ["europe mega", "usa mega"]


async def test_what_is_not_registered_is_suggested_and_carried_out(club: DiscordBot) -> None:
    anna, boris = await club.in_play("Anna", "Boris")
    offered = await anna.user.completes("/do", "command", "sin")
    assert offered == [{"name": "since: What has happened since your last turn", "value": "since"}]
    assert await anna.user.runs("/do since") == "Nothing has happened since your last turn."
    skipped = await anna.user.completes("/do", "command", "skip bo")
    assert [choice["value"] for choice in skipped] == ["skip Boris"]
    assert plain(await boris.user.runs("/do dance")).startswith("There is no command “dance”.")


# ---- tickets


async def test_ticket_form_requires_the_minimum(club: DiscordBot) -> None:
    anna, _ = await club.start_game("Anna", "Boris")
    assert await anna.user.runs("/do keep") == "Choose tickets"
    assert anna.user.form is not None
    label = "Keep at least 2"
    boxes = anna.user.form["components"][0]["component"]["options"]
    with pytest.raises(AssertionError):
        await anna.user.submits({label: [boxes[0]["label"]]})
    await anna.user.runs("/ticket")
    await anna.user.submits({label: [boxes[0]["label"], boxes[2]["label"]]})
    kept = {int(boxes[0]["value"]), int(boxes[2]["value"])}
    assert set((await anna.view()).tickets) == kept


async def test_form_opened_from_a_post_does_not_change_the_post(club: DiscordBot) -> None:
    (anna,) = await club.add_players("Anna")
    await anna.user.runs("/game new")
    await anna.user.runs("/do computer")
    await anna.user.runs("/game start")
    await club.settle()
    post = anna.user.last("Scores")
    await anna.user.presses("Choose tickets", on=post)
    assert anna.user.form is not None
    boxes = anna.user.form["components"][0]["component"]["options"]
    said = post.text
    await anna.user.submits({"Keep": [box["label"] for box in boxes]})
    assert "Your hand" in anna.user.heard
    assert anna.user.answer is not post
    assert post.text == said


async def test_form_that_was_open_during_a_restart_works(
    tmp_path: Path, fake_guild: FakeGuild, clock: FakeClock
) -> None:
    async with discord_bot(tmp_path, fake_guild, clock) as one:
        anna, _ = await one.start_game("Anna", "Boris")
        await anna.user.runs("/hand")
        await anna.user.presses("Choose tickets")
        assert anna.user.form is not None
        boxes = anna.user.form["components"][0]["component"]["options"]
    async with discord_bot(tmp_path, fake_guild, clock) as one:
        anna = DiscordPlayer(one, anna.user)
        await anna.user.submits({"Keep": [box["label"] for box in boxes]})
        assert len((await anna.view()).tickets) == 4


# ---- settings and languages


async def test_new_player_is_answered_in_the_language_of_their_discord(club: DiscordBot) -> None:
    (olga,) = await club.add_players("Ольга", locale="ru")
    assert (await olga.user.runs("/games")).startswith("Сейчас вы")
    await olga.user.runs("/settings", language="en")
    assert await olga.user.runs("/games") == "You are not in any game right now."


async def test_everybody_reads_commands_as_their_own_client_shows_them(club: DiscordBot) -> None:
    (olga,) = await club.add_players("Ольга", locale="ru")
    (anna,) = await club.add_players("Anna", locale="en-GB")
    assert "/игра новая" in await olga.user.runs("/help")
    table_of = await olga.user.runs("/help", topic="table")
    assert "/игра войти: " in table_of
    assert "/игра условия: " in table_of
    assert "/занять: " in await olga.user.runs("/help", topic="turn")
    assert "/game new" in await anna.user.runs("/help")
    await olga.user.runs("/settings", language="en")
    assert "Create one with /игра новая." in await olga.user.runs("/hand")


async def test_panel_in_a_dm_stays_one_message_while_played_from(club: DiscordBot) -> None:
    anna, _ = await club.in_play("Anna", "Boris")
    anna.user.at = anna.user.dm
    (panel,) = anna.user.sees(anna.user.dm)
    assert (await anna.user.presses("From the deck", on=panel)).startswith("You drew ")
    assert (await anna.user.presses("From the deck", on=panel)).startswith("You drew ")
    await club.settle()
    assert [post.id for post in anna.user.sees(anna.user.dm)] == [panel.id]
    assert "’s turn" in panel.text
