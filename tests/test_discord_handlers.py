"""Commands, buttons, lists and forms on Discord, and their private answers."""

import asyncio
from collections.abc import AsyncIterator
from datetime import timedelta
from pathlib import Path

import pytest
from discord import Permissions

from bot.matches.clocks import CLOCKS
from bot.model.identity import Chat
from bot.text.i18n import phrases
from bot.text.labels import payment_label
from engine.game import TakeTurn
from engine.options import options
from tests.discord_bot import DiscordBot, DiscordPlayer, discord_bot
from tests.fakes.discord.guild import FakeGuild
from tests.fakes.discord.world import EPHEMERAL
from tests.narration import plain
from tests.scenario import FakeClock


@pytest.fixture
async def table(tmp_path: Path, fake_guild: FakeGuild, clock: FakeClock) -> AsyncIterator[DiscordBot]:
    async with discord_bot(tmp_path, fake_guild, clock) as one:
        yield one


async def two(table: DiscordBot, game: str = "europe europe") -> tuple[DiscordPlayer, DiscordPlayer]:
    """Anna and Boris in a lobby."""
    anna, boris = await table.add_players("Anna", "Boris")
    await anna.user.runs("/game new", board=game)
    await boris.user.runs("/game join")
    return anna, boris


async def choosing(table: DiscordBot) -> tuple[DiscordPlayer, DiscordPlayer]:
    """Anna and Boris choosing starting tickets."""
    anna, boris = await two(table)
    await anna.user.runs("/game start")
    await table.settle()
    return anna, boris


async def in_play(table: DiscordBot) -> list[DiscordPlayer]:
    """A game in its first turn; the player who is next comes first."""
    players = await choosing(table)
    for player in players:
        await player.user.runs("/keep", tickets="all")
    await table.settle()
    seat = (await table.match()).waiting_for[0]
    return [*players[seat:], *players[:seat]]


async def richer(table: DiscordBot) -> list[DiscordPlayer]:
    """A game in which the next player can pay for several routes, one of them in several ways."""
    players = await in_play(table)
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


async def test_commands_open_join_and_start_a_game(table: DiscordBot) -> None:
    anna, boris = await two(table)
    assert boris.user.heard == "You have joined with the blue trains."
    assert (await anna.user.runs("/game start")).startswith("All aboard! The cards are dealt.")
    assert (await anna.user.runs("/hand")).startswith("**Your starting tickets.**")


async def test_answer_is_visible_to_nobody_else(table: DiscordBot) -> None:
    anna, boris = await choosing(table)
    await anna.user.runs("/hand")
    assert anna.user.answer is not None
    assert anna.user.answer.flags & EPHEMERAL
    assert anna.user.answer not in boris.user.sees()


async def test_answers_name_commands_as_discord_does(table: DiscordBot) -> None:
    (anna,) = await table.add_players("Anna")
    assert await anna.user.runs("/hand") == "There is no game here. Create one with /game new."
    assert "get the right code with /game share" in await anna.user.runs("/game follow", code="nonsense")
    await in_play(table)
    assert "/board and a city" in await anna.user.runs("/board", view="text")


async def test_every_command_is_answered_in_every_state_of_a_game(table: DiscordBot) -> None:
    (anna,) = await table.add_players("Anna")
    plain = "hand", "tickets", "scores", "log", "games", "record", "help", "decline", "board", "draw", "pay"
    lines = [f"/{word}" for word in (*plain, "ticket", "keep", "rules", "settings")]
    groups = [f"/game {word}" for word in ("join", "leave", "options", "restore", "skip", "replace")]
    for line in (*lines, *groups):
        assert await anna.user.runs(line)
    players = await in_play(table)
    for line in lines:
        for player in players:
            assert await player.user.runs(line)


async def test_value_that_was_not_suggested_is_checked(table: DiscordBot) -> None:
    anna, boris = await in_play(table)
    assert (await anna.user.runs("/claim", route="atlantis")).startswith("I cannot find a route “⁨atlantis⁩”")
    assert (await anna.user.runs("/claim", route="Париж Брест", cards="RRR")).startswith(
        "Pay only with black"
    )
    assert (await anna.user.runs("/draw", card="9L")).startswith("The face-up cards are numbered from 1 to 5")
    assert (await boris.user.runs("/draw", card="deck")).endswith("turn. Wait for yours.")


async def test_every_setting_of_a_lobby_is_in_its_post(table: DiscordBot) -> None:
    anna, _ = await two(table, "usa usa")
    await table.settle()
    await anna.user.picks("Clock: 12 hours a turn", on=table.last)
    await table.settle()
    await anna.user.picks("Planned turns: after a random delay", on=table.last)
    await table.settle()
    roster = (await table.match()).roster
    assert (roster.clock, roster.delays_plans) == (CLOCKS["12h"], True)


async def test_lobby_options_are_set_together(table: DiscordBot) -> None:
    anna, _ = await two(table)
    answer = await anna.user.runs("/game options", variant="mega", starter="2", language="ru")
    assert plain(answer).splitlines() == [
        "Variant: Mega Europe.",
        "Boris goes first.",
        "Теперь в этом чате я говорю по-русски.",
    ]
    roster = (await table.match()).roster
    assert (roster.variant, roster.starter) == ("mega", 1)
    assert await anna.user.runs("/game options", starter="lot") == "The first player is drawn at random."
    await anna.user.picks("First player: ⁨Anna⁩", on=anna.user.answer)
    assert plain(anna.user.heard) == "Anna goes first."


async def test_an_option_of_any_length_is_answered_in_one_sentence(table: DiscordBot) -> None:
    anna, _ = await two(table)
    for option in ("variant", "bonus", "starter"):
        for length in (1, 100, 1001, 6000):
            answer = await anna.user.runs("/game options", **{option: "x" * length})
            assert answer.startswith(("There ", "No one ", "This board has no bonus")), answer[:200]
            assert "x" * 41 not in answer
            assert option == "bonus" or ("x" * 39 + "…" in answer) == (length > 40)


async def test_options_without_arguments_show_lists(table: DiscordBot) -> None:
    anna, _ = await two(table)
    await anna.user.runs("/game options")
    await anna.user.picks("Variant: Big Cities", on=anna.user.answer)
    assert anna.user.heard == "Variant: Big Cities of Europe."


async def test_lobby_post_has_lists(table: DiscordBot) -> None:
    anna, boris = await two(table)
    await table.settle()
    await anna.user.picks("Variant: Mega Europe", on=table.last)
    assert anna.user.heard == "Variant: Mega Europe."
    await boris.user.picks("Computer player: easy", on=table.last)
    await table.settle()
    assert len((await table.match()).roster.holders) == 3
    assert len(table.posts) == 1


async def test_thread_is_created_for_a_game(table: DiscordBot) -> None:
    (anna,) = await table.add_players("Anna")
    answer = await anna.user.runs("/game new", board="usa usa", thread=True)
    (thread,) = (channel for channel in table.fake_guild.guild.channels if channel.is_thread)
    assert answer.endswith(f"<#{thread.id}>")
    assert thread.name.startswith("Ticket to Ride: USA · Anna · 2026-")
    title = await table.store.chats.title(Chat("discord", str(thread.id)))
    assert title.startswith("Railway club #Ticket to Ride: USA · Ann")
    await table.settle()
    assert "Ticket to Ride" in thread.messages[-1].text
    assert table.posts == []


async def test_no_thread_is_created_for_a_game_that_is_refused(table: DiscordBot) -> None:
    (anna,) = await table.add_players("Anna")
    answer = await anna.user.runs("/game new", board="atlantis", thread=True)
    assert answer.startswith("There is no board")
    assert not any(channel.is_thread for channel in table.fake_guild.guild.channels)


async def test_missing_permission_for_threads_is_named(table: DiscordBot) -> None:
    (anna,) = await table.add_players("Anna")
    await table.fake_guild.denies("create_public_threads")
    answer = await anna.user.runs("/game new", thread=True)
    assert "“Create Public Threads”" in answer


async def test_a_person_who_may_not_create_threads_gets_none_from_the_bot(table: DiscordBot) -> None:
    (anna,) = await table.add_players("Anna")
    table.fake_guild.table.denied[anna.user.account.id] = Permissions(create_public_threads=True).value
    answer = await anna.user.runs("/game new", thread=True)
    assert answer.startswith("You may not create threads in this channel.")
    assert not any(channel.is_thread for channel in table.fake_guild.guild.channels)


# ---- admins


async def test_admin_commands_are_offered_to_admins_only(table: DiscordBot) -> None:
    _, boris = await two(table)
    with pytest.raises(AssertionError, match="not offered"):
        await boris.user.runs("/gameadmin start")
    owner = table.fake_guild.the_owner()
    assert await owner.runs("/gameadmin start") == "All aboard! The cards are dealt."


async def test_admin_commands_refuse_everybody_else(table: DiscordBot) -> None:
    _, boris = await two(table)
    (admin,) = (row for row in table.fake_guild.server.endpoints.commands if row["name"] == "gameadmin")
    admin["default_member_permissions"] = None
    answer = await boris.user.runs("/gameadmin abort")
    assert answer == "Only people who can manage this channel or server can do that."
    assert await boris.user.runs("/game abort") == "Only the host of the game or an admin here can do that."


async def test_admin_aborts_and_restores_a_game_of_others(table: DiscordBot) -> None:
    await in_play(table)
    owner = table.fake_guild.the_owner()
    assert (await owner.runs("/gameadmin abort")).startswith("Abort this game for everyone?")
    assert (await owner.presses("Abort the game")).startswith("The game has been aborted.")
    assert await owner.runs("/gameadmin restore") == "The game continues where it stopped."
    assert (await owner.runs("/gameadmin skip")).startswith("A computer finishes")


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


# ---- buttons


async def test_button_in_private_edits_its_own_message(table: DiscordBot) -> None:
    anna, _ = await in_play(table)
    await anna.user.runs("/draw")
    seen = len(anna.user.private)
    assert (await anna.user.presses("From the deck")).startswith("You drew ")
    assert len(anna.user.private) == seen


async def test_button_in_a_channel_is_answered_in_private(table: DiscordBot) -> None:
    anna, boris = await in_play(table)
    before = table.last.text
    await anna.user.presses("Draw", on=table.last)
    assert anna.user.answer is not table.last
    assert anna.user.answer in anna.user.private
    assert table.last.text == before
    assert anna.user.answer not in boris.user.sees()


async def test_click_out_of_turn_is_refused_in_private(table: DiscordBot) -> None:
    anna, boris = await in_play(table)
    said = await boris.user.presses("Claim", on=table.last)
    assert plain(said) == f"It is {anna.account.name.title()}’s turn. Wait for yours."


async def test_old_button_shows_the_present_board(table: DiscordBot, clock: FakeClock) -> None:
    anna, _ = await in_play(table)
    await anna.user.runs("/draw")
    old = anna.user.answer
    assert old is not None
    for _ in range(2):
        await anna.user.runs("/draw", card="deck")
    await clock.move_on(timedelta(days=90))
    answer = await anna.user.presses("From the deck", on=old)
    assert answer.startswith("That button is out of date. Nothing was changed.")
    assert "’s turn" in answer


async def test_button_works_after_a_restart(tmp_path: Path, fake_guild: FakeGuild, clock: FakeClock) -> None:
    async with discord_bot(tmp_path, fake_guild, clock) as one:
        anna, _ = await in_play(one)
        await anna.user.runs("/draw")
    async with discord_bot(tmp_path, fake_guild, clock):
        assert (await anna.user.presses("From the deck")).startswith("You drew ")


async def test_two_simultaneous_clicks_draw_one_card(table: DiscordBot) -> None:
    anna, _ = await in_play(table)
    await anna.user.runs("/draw")
    held = sum((await anna.view()).hand)
    await asyncio.gather(*(anna.user.presses("From the deck", on=anna.user.answer) for _ in range(2)))
    assert sum((await anna.view()).hand) == held + 1


# ---- claiming


async def test_only_payable_routes_are_suggested_by_any_city_name(table: DiscordBot) -> None:
    anna, boris = await richer(table)
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


async def test_payments_are_suggested_default_first(table: DiscordBot) -> None:
    anna, _ = await richer(table)
    claims = options(await anna.view()).claims
    route = next(place for place in claims.places if len(claims.payments(place)) > 1)
    found = await anna.user.completes("/claim", "cards", "", route=route)
    assert [choice["value"] for choice in found] == list(claims.payments(route)[:25])


async def test_claim_is_previewed_before_it_is_made(table: DiscordBot) -> None:
    anna, _ = await richer(table)
    claims = options(await anna.view()).claims
    route = next(place for place in claims.places if len(claims.payments(place)) > 1)
    await anna.user.presses("Claim", on=table.last)
    code = f"ways {route}"
    post = anna.user.answer
    assert post is not None
    rows = [row for part in post.parts if part["type"] == 3 for row in part["options"]]
    label = next(row["label"] for row in rows if row["value"].endswith(code))
    await anna.user.picks(label, on=post)
    assert anna.user.labels == ["Claim it", "Pay differently", "Back to my hand"]
    await anna.user.presses("Pay differently")
    ways = claims.payments(route)
    press = anna.user.presses if len(ways) <= 5 else anna.user.picks
    await press(payment_label(ways[0], phrases("en")))
    assert anna.user.labels == ["Claim it", "Pay differently", "Back to my hand"]
    assert anna.user.answer is not None
    assert anna.user.answer.attachments
    assert (await anna.view()).table.owner(route) is None
    await anna.user.presses("Claim it")
    tunnel = (await anna.view()).table.board.route[route].tunnel
    assert tunnel or (await anna.view()).table.owner(route) == await anna.seat()


async def test_other_arguments_are_suggested(table: DiscordBot) -> None:
    anna, _ = await in_play(table)
    draws = [choice["value"] for choice in await anna.user.completes("/draw", "card", "")]
    assert draws[-1] == "deck"
    stations = await anna.user.completes("/station", "city", "Vien")
    assert [choice["value"] for choice in stations] == ["wien"]
    assert await anna.user.completes("/station", "cards", "", city="wien")
    titles = await anna.user.completes("/game new", "board", "mega")
    assert [choice["value"] for choice in titles] == ["europe mega", "usa mega"]
    names = await anna.user.completes("/game skip", "player", "")
    assert [choice["value"] for choice in names] == ["1", "2"]


# ---- tickets


async def test_ticket_form_requires_the_minimum(table: DiscordBot) -> None:
    anna, _ = await choosing(table)
    assert await anna.user.runs("/keep") == "Choose tickets"
    assert anna.user.form is not None
    label = "Keep at least 2"
    boxes = anna.user.form["components"][0]["component"]["options"]
    with pytest.raises(AssertionError):
        await anna.user.submits({label: [boxes[0]["label"]]})
    await anna.user.runs("/ticket")
    await anna.user.submits({label: [boxes[0]["label"], boxes[2]["label"]]})
    kept = {int(boxes[0]["value"]), int(boxes[2]["value"])}
    assert set((await anna.view()).tickets) == kept


async def test_starting_tickets_are_chosen_from_the_post(table: DiscordBot) -> None:
    anna, boris = await choosing(table)
    assert await anna.user.presses("Choose tickets", on=table.last) == "Choose tickets"
    assert anna.user.form is not None
    boxes = anna.user.form["components"][0]["component"]["options"]
    await anna.user.submits({"Keep": [box["label"] for box in boxes[:3]]})
    assert len((await anna.view()).tickets) == 3
    assert anna.user.answer in anna.user.private
    assert anna.user.answer not in boris.user.sees()


async def test_form_opened_from_a_post_does_not_change_the_post(table: DiscordBot) -> None:
    (anna,) = await table.add_players("Anna")
    await anna.user.runs("/game new")
    await anna.user.runs("/game computer")
    await anna.user.runs("/game start")
    await table.settle()
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
        anna, _ = await choosing(one)
        await anna.user.runs("/hand")
        await anna.user.presses("Choose tickets")
        assert anna.user.form is not None
        boxes = anna.user.form["components"][0]["component"]["options"]
    async with discord_bot(tmp_path, fake_guild, clock) as one:
        anna = DiscordPlayer(one, anna.user)
        await anna.user.submits({"Keep": [box["label"] for box in boxes]})
        assert len((await anna.view()).tickets) == 4


async def test_list_replaces_the_form_in_clients_without_forms(table: DiscordBot) -> None:
    anna, _ = await choosing(table)
    await anna.user.runs("/hand")
    assert anna.user.labels == ["Choose tickets"]
    post = anna.user.answer
    assert post is not None
    select = next(part for part in post.parts if part["type"] == 3)
    await anna.user.picks(*(row["label"] for row in select["options"][:2]), on=post)
    assert anna.user.labels == ["Choose tickets", "Keep 2 tickets"]
    await anna.user.presses("Keep 2")
    assert {str(number) for number in (await anna.view()).tickets} == {
        row["value"] for row in select["options"][:2]
    }


async def test_drawing_tickets_asks_for_confirmation(table: DiscordBot) -> None:
    anna, _ = await in_play(table)
    assert (await anna.user.presses("Draw tickets", on=table.last)).startswith("Draw 3 tickets?")
    await anna.user.presses("Draw 3 tickets")
    assert anna.user.heard.startswith("**Choose tickets.** Keep at least 1 of these 3:")
    assert (await anna.user.runs("/draw", card="deck")).startswith("Choose your tickets first")


# ---- settings and languages


async def test_settings_are_lists_and_command_options(table: DiscordBot) -> None:
    (anna,) = await table.add_players("Anna")
    await anna.user.runs("/settings", ping="dm", confirm=False)
    assert "I send you a private message." in anna.user.heard
    assert "A route is claimed as soon as" in anna.user.heard
    await anna.user.picks("русский")
    assert anna.user.heard.startswith("**Ваши настройки**")


async def test_new_player_is_answered_in_the_language_of_their_discord(table: DiscordBot) -> None:
    (olga,) = await table.add_players("Ольга", locale="ru")
    assert (await olga.user.runs("/games")).startswith("Сейчас вы")
    await olga.user.runs("/settings", language="en")
    assert await olga.user.runs("/games") == "You are not in any game right now."


async def test_language_of_a_person_stays_when_that_of_the_channel_changes(table: DiscordBot) -> None:
    anna, boris = await table.add_players("Anna", "Boris")
    await anna.user.runs("/game new")
    await anna.user.runs("/game options", language="ru")
    await table.settle()
    assert (await anna.user.runs("/hand")).startswith(
        "You have a seat in Ticket to Ride: Europe. The game has not started"
    )
    await boris.user.runs("/game join")
    await anna.user.runs("/game start")
    await table.settle()
    assert "выбирают" in table.last.text
    panels = [player.user.sees(player.user.dm)[-1].text for player in (anna, boris)]
    assert all("**Your starting tickets.**" in panel for panel in panels)


async def test_everybody_reads_commands_as_their_own_client_shows_them(table: DiscordBot) -> None:
    (olga,) = await table.add_players("Ольга", locale="ru")
    (anna,) = await table.add_players("Anna", locale="en-GB")
    assert "/игра новая" in await olga.user.runs("/help")
    table_of = await olga.user.runs("/help", topic="table")
    assert "/игра войти: " in table_of
    assert "/игра условия: " in table_of
    assert "/занять: " in await olga.user.runs("/help", topic="turn")
    assert "/game new" in await anna.user.runs("/help")
    await olga.user.runs("/settings", language="en")
    assert "Create one with /игра новая." in await olga.user.runs("/hand")


async def test_rules_are_read_by_topic(table: DiscordBot) -> None:
    (anna,) = await table.add_players("Anna")
    assert (await anna.user.runs("/rules", topic="tunnels")).startswith("**Tunnels**")
    await anna.user.picks("Ferries")
    assert anna.user.heard.startswith("**Ferries**")


async def test_command_in_a_dm_means_the_only_game(table: DiscordBot) -> None:
    anna, _ = await in_play(table)
    anna.user.at = anna.user.dm
    assert (await anna.user.runs("/hand")).startswith("**Your turn.**")
    assert (await anna.user.runs("/draw", card="deck")).startswith("You drew ")


async def test_panel_in_a_dm_stays_one_message_while_played_from(table: DiscordBot) -> None:
    anna, _ = await in_play(table)
    anna.user.at = anna.user.dm
    (panel,) = anna.user.sees(anna.user.dm)
    assert (await anna.user.presses("From the deck", on=panel)).startswith("You drew ")
    assert (await anna.user.presses("From the deck", on=panel)).startswith("You drew ")
    await table.settle()
    assert [post.id for post in anna.user.sees(anna.user.dm)] == [panel.id]
    assert "’s turn" in panel.text
