"""Commands, buttons, lists and forms on Discord, and their private answers."""

import asyncio
from collections.abc import AsyncIterator
from datetime import timedelta
from pathlib import Path

import pytest

from bot.text.i18n import phrases
from engine.game import TakeTurn
from engine.options import options
from tests.discord_bot import Player, Station, station
from tests.fakes.discord.guild import Town
from tests.fakes.discord.world import EPHEMERAL
from tests.scenario import FakeClock


@pytest.fixture
async def table(tmp_path: Path, town: Town, clock: FakeClock) -> AsyncIterator[Station]:
    async with station(tmp_path, town, clock) as one:
        yield one


async def two(table: Station, game: str = "europe europe") -> tuple[Player, Player]:
    """Anna and Boris in a lobby."""
    anna, boris = await table.comes("Anna", "Boris")
    await anna.member.runs("/game new", board=game)
    await boris.member.runs("/game join")
    return anna, boris


async def choosing(table: Station) -> tuple[Player, Player]:
    """Anna and Boris choosing starting tickets."""
    anna, boris = await two(table)
    await anna.member.runs("/game start")
    await table.settle()
    return anna, boris


async def playing(table: Station) -> list[Player]:
    """A game in its first turn; the player who is next comes first."""
    players = await choosing(table)
    for player in players:
        await player.member.runs("/keep", tickets="all")
    await table.settle()
    seat = (await table.match()).waiting_for[0]
    return [*players[seat:], *players[:seat]]


async def richer(table: Station) -> list[Player]:
    """A game in which the next player can pay for several routes, one of them in several ways."""
    players = await playing(table)
    for _ in range(60):
        view = await players[0].view()
        assert isinstance(view.decision, TakeTurn)
        claims = options(view).claims
        if any(len(claims.payments(place)) > 1 for place in claims.places) and len(claims.places) > 5:
            return players
        for _ in range(2):
            await players[0].member.runs("/draw", card="deck")
        players.reverse()
    raise AssertionError("nobody grew rich")


# ---- commands


async def test_commands_open_join_and_start_a_game(table: Station) -> None:
    anna, boris = await two(table)
    assert boris.member.heard == "You are in, with the blue trains."
    assert (await anna.member.runs("/game start")).startswith("All aboard: the cards are dealt.")
    assert (await anna.member.runs("/hand")).startswith("**Your starting tickets.**")


async def test_answer_is_visible_to_nobody_else(table: Station) -> None:
    anna, boris = await choosing(table)
    await anna.member.runs("/hand")
    assert anna.member.answer is not None
    assert anna.member.answer.flags & EPHEMERAL
    assert anna.member.answer not in boris.member.sees()


async def test_answers_name_commands_as_discord_does(table: Station) -> None:
    (anna,) = await table.comes("Anna")
    assert await anna.member.runs("/hand") == "There is no game here. Open one with /game new."
    assert "learns from /game share what" in await anna.member.runs("/game follow", code="nonsense")
    await playing(table)
    assert "/board with a city" in await anna.member.runs("/board", view="text")


async def test_every_command_is_answered_in_every_state_of_a_game(table: Station) -> None:
    (anna,) = await table.comes("Anna")
    plain = "hand", "tickets", "scores", "log", "games", "record", "help", "decline", "board", "draw", "pay"
    lines = [f"/{word}" for word in (*plain, "ticket", "keep", "rules", "settings")]
    groups = [f"/game {word}" for word in ("join", "leave", "options", "restore", "skip", "replace")]
    for line in (*lines, *groups):
        assert await anna.member.runs(line)
    players = await playing(table)
    for line in lines:
        for player in players:
            assert await player.member.runs(line)


async def test_value_that_was_not_suggested_is_checked(table: Station) -> None:
    anna, boris = await playing(table)
    assert (await anna.member.runs("/claim", route="atlantis")).startswith("I know no route “⁨atlantis⁩”")
    assert (await anna.member.runs("/claim", route="Париж Брест", cards="RRR")).startswith("Only K")
    assert (await anna.member.runs("/draw", card="9L")).startswith("The row has the slots 1 to 5")
    assert (await boris.member.runs("/draw", card="deck")).endswith("turn: wait for yours.")


async def test_lobby_options_are_set_together(table: Station) -> None:
    anna, _ = await two(table)
    answer = await anna.member.runs("/game options", variant="mega", starter="2", language="ru")
    assert answer.splitlines() == [
        "We shall play Mega Europe.",
        "Теперь я говорю здесь по-русски.",
    ]
    roster = (await table.match()).roster
    assert (roster.variant, roster.starter) == ("mega", 1)


async def test_options_without_arguments_show_lists(table: Station) -> None:
    anna, _ = await two(table)
    await anna.member.runs("/game options")
    await anna.member.picks("Variant: Big Cities", on=anna.member.answer)
    assert anna.member.heard == "We shall play Big Cities of Europe."


async def test_lobby_post_has_lists(table: Station) -> None:
    anna, boris = await two(table)
    await table.settle()
    await anna.member.picks("Variant: Mega Europe", on=table.last)
    assert anna.member.heard == "We shall play Mega Europe."
    await boris.member.picks("A computer joins: easy", on=table.last)
    await table.settle()
    assert len((await table.match()).roster.holders) == 3
    assert len(table.posts) == 1


async def test_thread_is_created_for_a_game(table: Station) -> None:
    (anna,) = await table.comes("Anna")
    answer = await anna.member.runs("/game new", board="usa usa", thread=True)
    (thread,) = (channel for channel in table.town.guild.channels if channel.is_thread)
    assert answer.endswith(f"<#{thread.id}>")
    await table.settle()
    assert "Ticket to Ride" in thread.messages[-1].text
    assert table.posts == []


async def test_thread_without_a_game_is_archived(table: Station) -> None:
    (anna,) = await table.comes("Anna")
    answer = await anna.member.runs("/game new", board="atlantis", thread=True)
    assert answer.startswith("There is no board")
    assert all(channel.archived for channel in table.town.guild.channels if channel.is_thread)


async def test_missing_permission_for_threads_is_named(table: Station) -> None:
    (anna,) = await table.comes("Anna")
    await table.town.denies("create_public_threads")
    answer = await anna.member.runs("/game new", thread=True)
    assert "“Create Public Threads”" in answer


# ---- admins


async def test_admin_commands_are_offered_to_admins_only(table: Station) -> None:
    _, boris = await two(table)
    with pytest.raises(AssertionError, match="not offered"):
        await boris.member.runs("/gameadmin start")
    owner = table.town.the_owner()
    assert await owner.runs("/gameadmin start") == "All aboard: the cards are dealt."


async def test_admin_commands_refuse_everybody_else(table: Station) -> None:
    _, boris = await two(table)
    (admin,) = (row for row in table.town.hall.doors.commands if row["name"] == "gameadmin")
    admin["default_member_permissions"] = None
    answer = await boris.member.runs("/gameadmin abort")
    assert answer == "Only whoever may manage this channel or this server can do that."
    assert (
        await boris.member.runs("/game abort")
        == "Only whoever opened the game, or an admin here, can do that."
    )


async def test_admin_aborts_and_restores_a_game_of_others(table: Station) -> None:
    await playing(table)
    owner = table.town.the_owner()
    assert (await owner.runs("/gameadmin abort")).startswith("Abort this game for everybody?")
    assert (await owner.presses("Abort the game")).startswith("The game is aborted.")
    assert await owner.runs("/gameadmin restore") == "The game goes on where it was."
    assert (await owner.runs("/gameadmin skip")).startswith("A computer ends the turn of")


async def test_own_sentences_use_the_configured_language(
    tmp_path: Path, town: Town, clock: FakeClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CHAT_LANGUAGE", "ru")
    async with station(tmp_path, town, clock) as table:
        (anna,) = await table.comes("Anna")
        (admin,) = (row for row in town.hall.doors.commands if row["name"] == "gameadmin")
        admin["default_member_permissions"] = None
        assert await anna.member.runs("/gameadmin abort") == phrases("ru").say("admin-only")
        await town.denies("create_public_threads")
        assert await anna.member.runs("/game new", thread=True) == phrases("ru").say("no-threads-here")


# ---- buttons


async def test_button_in_private_edits_its_own_message(table: Station) -> None:
    anna, _ = await playing(table)
    await anna.member.runs("/draw")
    seen = len(anna.member.private)
    assert (await anna.member.presses("Blind card")).startswith("You drew ")
    assert len(anna.member.private) == seen


async def test_button_in_a_channel_is_answered_in_private(table: Station) -> None:
    anna, boris = await playing(table)
    before = table.last.text
    await anna.member.presses("Draw", on=table.last)
    assert anna.member.answer is not table.last
    assert anna.member.answer in anna.member.private
    assert table.last.text == before
    assert anna.member.answer not in boris.member.sees()


async def test_click_out_of_turn_is_refused_in_private(table: Station) -> None:
    _, boris = await playing(table)
    assert (
        await boris.member.presses("Claim", on=table.last)
        == "That can be done at the beginning of your turn."
    )


async def test_old_button_shows_the_present_board(table: Station, clock: FakeClock) -> None:
    anna, _ = await playing(table)
    await anna.member.runs("/draw")
    old = anna.member.answer
    assert old is not None
    for _ in range(2):
        await anna.member.runs("/draw", card="deck")
    await clock.move_on(timedelta(days=90))
    answer = await anna.member.presses("Blind card", on=old)
    assert answer.startswith("The board has moved on since that button; nothing was changed.")
    assert "is next." in answer


async def test_button_works_after_a_restart(tmp_path: Path, town: Town, clock: FakeClock) -> None:
    async with station(tmp_path, town, clock) as one:
        anna, _ = await playing(one)
        await anna.member.runs("/draw")
    async with station(tmp_path, town, clock):
        assert (await anna.member.presses("Blind card")).startswith("You drew ")


async def test_two_simultaneous_clicks_draw_one_card(table: Station) -> None:
    anna, _ = await playing(table)
    await anna.member.runs("/draw")
    held = sum((await anna.view()).hand)
    await asyncio.gather(*(anna.member.presses("Blind card", on=anna.member.answer) for _ in range(2)))
    assert sum((await anna.view()).hand) == held + 1


# ---- claiming


async def test_only_payable_routes_are_suggested_by_any_city_name(table: Station) -> None:
    anna, boris = await richer(table)
    payable = set(options(await anna.view()).claims.places)
    every = await anna.member.completes("/claim", "route", "")
    assert 0 < len(every) <= 25
    assert {choice["value"] for choice in every} <= payable
    board = (await anna.view()).table.board
    route = board.route[every[0]["value"]]
    name = board.city[route.a].names["ru"]
    found = [choice["value"] for choice in await anna.member.completes("/claim", "route", name[:4])]
    assert route.id in found
    assert await boris.member.completes("/claim", "route", "") == []


async def test_payments_are_suggested_default_first(table: Station) -> None:
    anna, _ = await richer(table)
    claims = options(await anna.view()).claims
    route = next(place for place in claims.places if len(claims.payments(place)) > 1)
    found = await anna.member.completes("/claim", "cards", "", route=route)
    assert [choice["value"] for choice in found] == list(claims.payments(route)[:25])


async def test_claim_is_previewed_before_it_is_made(table: Station) -> None:
    anna, _ = await richer(table)
    claims = options(await anna.view()).claims
    route = next(place for place in claims.places if len(claims.payments(place)) > 1)
    await anna.member.presses("Claim", on=table.last)
    code = f"ways claim {route}"
    post = anna.member.answer
    assert post is not None
    rows = [row for part in post.parts if part["type"] == 3 for row in part["options"]]
    label = next(row["label"] for row in rows if row["value"].endswith(code))
    await anna.member.picks(label, on=post)
    ways = claims.payments(route)
    press = anna.member.presses if len(ways) <= 5 else anna.member.picks
    await press(ways[0])
    assert anna.member.labels == ["Claim it", "Pay otherwise", "Back to my hand"]
    assert anna.member.answer is not None
    assert anna.member.answer.attachments
    assert (await anna.view()).table.owner(route) is None
    await anna.member.presses("Claim it")
    tunnel = (await anna.view()).table.board.route[route].tunnel
    assert tunnel or (await anna.view()).table.owner(route) == await anna.seat()


async def test_other_arguments_are_suggested(table: Station) -> None:
    anna, _ = await playing(table)
    draws = [choice["value"] for choice in await anna.member.completes("/draw", "card", "")]
    assert draws[-1] == "deck"
    stations = await anna.member.completes("/station", "city", "Vien")
    assert [choice["value"] for choice in stations] == ["wien"]
    assert await anna.member.completes("/station", "cards", "", city="wien")
    titles = await anna.member.completes("/game new", "board", "mega")
    assert [choice["value"] for choice in titles] == ["europe mega", "usa mega"]
    names = await anna.member.completes("/game skip", "player", "")
    assert [choice["value"] for choice in names] == ["1", "2"]


# ---- tickets


async def test_ticket_form_requires_the_minimum(table: Station) -> None:
    anna, _ = await choosing(table)
    assert await anna.member.runs("/keep") == "Choose tickets"
    assert anna.member.form is not None
    label = "Keep at least 2"
    boxes = anna.member.form["components"][0]["component"]["options"]
    with pytest.raises(AssertionError):
        await anna.member.submits({label: [boxes[0]["label"]]})
    await anna.member.runs("/ticket")
    await anna.member.submits({label: [boxes[0]["label"], boxes[2]["label"]]})
    kept = {int(boxes[0]["value"]), int(boxes[2]["value"])}
    assert set((await anna.view()).tickets) == kept


async def test_starting_tickets_are_chosen_from_the_post(table: Station) -> None:
    anna, boris = await choosing(table)
    assert await anna.member.presses("Choose tickets", on=table.last) == "Choose tickets"
    assert anna.member.form is not None
    boxes = anna.member.form["components"][0]["component"]["options"]
    await anna.member.submits({"Keep": [box["label"] for box in boxes[:3]]})
    assert len((await anna.view()).tickets) == 3
    assert anna.member.answer in anna.member.private
    assert anna.member.answer not in boris.member.sees()


async def test_form_opened_from_a_post_does_not_change_the_post(table: Station) -> None:
    (anna,) = await table.comes("Anna")
    anna.member.at = table.channel = anna.member.dm
    await anna.member.runs("/game new")
    await anna.member.runs("/game computer")
    await anna.member.runs("/game start")
    await table.settle()
    post = anna.member.last("Scores")
    await anna.member.presses("Choose tickets", on=post)
    assert anna.member.form is not None
    boxes = anna.member.form["components"][0]["component"]["options"]
    said = post.text
    await anna.member.submits({"Keep": [box["label"] for box in boxes]})
    assert "Your hand" in anna.member.heard
    assert anna.member.answer is not post
    assert post.text == said


async def test_form_that_was_open_during_a_restart_works(
    tmp_path: Path, town: Town, clock: FakeClock
) -> None:
    async with station(tmp_path, town, clock) as one:
        anna, _ = await choosing(one)
        await anna.member.runs("/hand")
        await anna.member.presses("Choose tickets")
        assert anna.member.form is not None
        boxes = anna.member.form["components"][0]["component"]["options"]
    async with station(tmp_path, town, clock) as one:
        anna = Player(one, anna.member)
        await anna.member.submits({"Keep": [box["label"] for box in boxes]})
        assert len((await anna.view()).tickets) == 4


async def test_list_replaces_the_form_in_clients_without_forms(table: Station) -> None:
    anna, _ = await choosing(table)
    await anna.member.runs("/hand")
    assert anna.member.labels == ["Choose tickets"]
    post = anna.member.answer
    assert post is not None
    select = next(part for part in post.parts if part["type"] == 3)
    await anna.member.picks(*(row["label"] for row in select["options"][:2]), on=post)
    assert anna.member.labels == ["Choose tickets", "Keep 2 tickets"]
    await anna.member.presses("Keep 2")
    assert {str(number) for number in (await anna.view()).tickets} == {
        row["value"] for row in select["options"][:2]
    }


async def test_drawing_tickets_asks_for_confirmation(table: Station) -> None:
    anna, _ = await playing(table)
    assert (await anna.member.presses("Ticket", on=table.last)).startswith("Draw 3 tickets?")
    await anna.member.presses("Draw 3 tickets")
    assert anna.member.heard.startswith("**Tickets to choose from.** Keep at least 1 of these 3:")
    assert (await anna.member.runs("/draw", card="deck")).startswith("Your tickets come first")


# ---- settings and languages


async def test_settings_are_lists_and_command_options(table: Station) -> None:
    (anna,) = await table.comes("Anna")
    await anna.member.runs("/settings", ping="dm", confirm=False)
    assert "I call you in a private message." in anna.member.heard
    assert "A route is claimed as soon as" in anna.member.heard
    await anna.member.picks("русский")
    assert anna.member.heard.startswith("**Ваши настройки**")


async def test_new_player_is_answered_in_the_language_of_their_discord(table: Station) -> None:
    (olga,) = await table.comes("Ольга", locale="ru")
    assert (await olga.member.runs("/games")).startswith("Сейчас вы")
    await olga.member.runs("/settings", language="en")
    assert await olga.member.runs("/games") == "You sit in no game at the moment."


async def test_rules_are_read_by_topic(table: Station) -> None:
    (anna,) = await table.comes("Anna")
    assert (await anna.member.runs("/rules", topic="tunnels")).startswith("**Tunnels**")
    await anna.member.picks("Ferries")
    assert anna.member.heard.startswith("**Ferries**")


async def test_command_in_a_dm_means_the_only_game(table: Station) -> None:
    anna, _ = await playing(table)
    anna.member.at = anna.member.dm
    assert (await anna.member.runs("/hand")).startswith("**Your turn.**")
    assert (await anna.member.runs("/draw", card="deck")).startswith("You drew ")


async def test_panel_in_a_dm_stays_one_message_while_played_from(table: Station) -> None:
    anna, _ = await playing(table)
    anna.member.at = anna.member.dm
    (panel,) = anna.member.sees(anna.member.dm)
    assert (await anna.member.presses("Blind card", on=panel)).startswith("You drew ")
    assert (await anna.member.presses("Blind card", on=panel)).startswith("You drew ")
    await table.settle()
    assert [post.id for post in anna.member.sees(anna.member.dm)] == [panel.id]
    assert "is next." in panel.text
