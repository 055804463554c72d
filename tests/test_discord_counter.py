"""What people do on Discord, and what only they are answered: over the wire, with the library as it is."""

import asyncio
from collections.abc import AsyncIterator
from datetime import timedelta
from pathlib import Path

import pytest

from engine.game import TakeTurn
from engine.options import options
from tests.discord_bot import Player, Station, station
from tests.fakes.discord.town import Town
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
    """Anna and Boris with their starting tickets before them."""
    anna, boris = await two(table)
    await anna.member.runs("/game start")
    await table.settle()
    return anna, boris


async def playing(table: Station) -> list[Player]:
    """A game in its first turn; whoever is next comes first."""
    players = await choosing(table)
    for player in players:
        await player.member.runs("/keep", tickets="all")
    await table.settle()
    seat = (await table.match()).waiting_for[0]
    return [*players[seat:], *players[:seat]]


async def richer(table: Station) -> list[Player]:
    """A game in which whoever is next can pay for several routes, one of them in several ways."""
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


async def test_a_game_is_opened_joined_and_begun_by_commands(table: Station) -> None:
    anna, boris = await two(table)
    assert boris.member.heard == "You have joined with the blue trains."
    assert (await anna.member.runs("/game start")).startswith("All aboard! The cards are dealt.")
    assert (await anna.member.runs("/hand")).startswith("**Your starting tickets.**")


async def test_an_answer_is_seen_by_nobody_else(table: Station) -> None:
    anna, boris = await choosing(table)
    await anna.member.runs("/hand")
    assert anna.member.answer is not None
    assert anna.member.answer.flags & EPHEMERAL
    assert anna.member.answer not in boris.member.sees()


async def test_what_is_answered_speaks_of_commands_as_they_are_called_here(table: Station) -> None:
    (anna,) = await table.comes("Anna")
    assert await anna.member.runs("/hand") == "There is no game here. Create one with /game new."
    assert "get the right code with /game share" in await anna.member.runs("/game follow", code="nonsense")
    await playing(table)
    assert "/board with the name of a city" in await anna.member.runs("/board", view="text")


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


async def test_a_word_that_was_never_suggested_is_judged_by_the_desk(table: Station) -> None:
    anna, boris = await playing(table)
    assert (await anna.member.runs("/claim", route="atlantis")).startswith("I cannot find a route “⁨atlantis⁩”")
    assert (await anna.member.runs("/claim", route="Париж Брест", cards="RRR")).startswith("Pay only with K")
    assert (await anna.member.runs("/draw", card="9L")).startswith(
        "The face-up cards are numbered from 1 to 5"
    )
    assert (await boris.member.runs("/draw", card="deck")).endswith("turn. Wait for yours.")


async def test_options_of_the_lobby_are_set_together(table: Station) -> None:
    anna, _ = await two(table)
    answer = await anna.member.runs("/game options", variant="mega", starter="2", language="ru")
    assert answer.splitlines() == [
        "Variant: Mega Europe.",
        "Variant: Mega Europe.",
        "Теперь в этом чате я говорю по-русски.",
    ]
    roster = (await table.match()).roster
    assert (roster.variant, roster.starter) == ("mega", 1)


async def test_options_alone_are_shown_as_lists(table: Station) -> None:
    anna, _ = await two(table)
    await anna.member.runs("/game options")
    await anna.member.picks("Variant: Big Cities", on=anna.member.answer)
    assert anna.member.heard == "Variant: Big Cities of Europe."


async def test_the_lobby_in_the_channel_has_lists_too(table: Station) -> None:
    anna, boris = await two(table)
    await table.settle()
    await anna.member.picks("Variant: Mega Europe", on=table.last)
    assert anna.member.heard == "Variant: Mega Europe."
    await boris.member.picks("Computer player: easy", on=table.last)
    await table.settle()
    assert len((await table.match()).roster.holders) == 3
    assert len(table.posts) == 1


async def test_a_thread_is_made_for_a_game(table: Station) -> None:
    (anna,) = await table.comes("Anna")
    answer = await anna.member.runs("/game new", board="usa usa", thread=True)
    (thread,) = (channel for channel in table.town.guild.channels if channel.is_thread)
    assert answer.endswith(f"<#{thread.id}>")
    await table.settle()
    assert "Ticket to Ride" in thread.messages[-1].text
    assert table.posts == []


async def test_a_thread_in_which_no_game_was_opened_is_put_away(table: Station) -> None:
    (anna,) = await table.comes("Anna")
    answer = await anna.member.runs("/game new", board="atlantis", thread=True)
    assert answer.startswith("There is no board")
    assert all(channel.archived for channel in table.town.guild.channels if channel.is_thread)


async def test_where_no_thread_may_be_made_it_says_which_right_is_lacking(table: Station) -> None:
    (anna,) = await table.comes("Anna")
    await table.town.denies("create_public_threads")
    answer = await anna.member.runs("/game new", thread=True)
    assert "“Create Public Threads”" in answer


# ---- admins


async def test_the_commands_of_admins_are_offered_to_admins_alone(table: Station) -> None:
    _, boris = await two(table)
    with pytest.raises(AssertionError, match="not offered"):
        await boris.member.runs("/gameadmin start")
    owner = table.town.the_owner()
    assert await owner.runs("/gameadmin start") == "All aboard! The cards are dealt."


async def test_a_server_that_offers_them_to_everybody_changes_nothing(table: Station) -> None:
    _, boris = await two(table)
    (admin,) = (row for row in table.town.hall.doors.commands if row["name"] == "gameadmin")
    admin["default_member_permissions"] = None
    answer = await boris.member.runs("/gameadmin abort")
    assert answer == "Only people who can manage this channel or server can do that."
    assert await boris.member.runs("/game abort") == "Only the host of the game or an admin here can do that."


async def test_an_admin_ends_a_game_of_others_and_brings_it_back(table: Station) -> None:
    await playing(table)
    owner = table.town.the_owner()
    assert (await owner.runs("/gameadmin abort")).startswith("Abort this game for everyone?")
    assert (await owner.presses("Abort the game")).startswith("The game has been aborted.")
    assert await owner.runs("/gameadmin restore") == "The game continues where it stopped."
    assert (await owner.runs("/gameadmin skip")).startswith("A computer finishes")


# ---- buttons


async def test_a_button_in_private_changes_its_own_message(table: Station) -> None:
    anna, _ = await playing(table)
    await anna.member.runs("/draw")
    seen = len(anna.member.private)
    assert (await anna.member.presses("From the deck")).startswith("You drew ")
    assert len(anna.member.private) == seen


async def test_a_button_in_the_channel_opens_a_private_answer(table: Station) -> None:
    anna, boris = await playing(table)
    before = table.last.text
    await anna.member.presses("Draw cards", on=table.last)
    assert anna.member.answer is not table.last
    assert anna.member.answer in anna.member.private
    assert table.last.text == before
    assert anna.member.answer not in boris.member.sees()


async def test_whose_turn_it_is_not_is_told_so_in_private(table: Station) -> None:
    _, boris = await playing(table)
    assert (
        await boris.member.presses("Claim", on=table.last)
        == "You can only do that at the start of your turn."
    )


async def test_a_button_months_old_shows_what_the_board_is_like_now(table: Station, clock: FakeClock) -> None:
    anna, _ = await playing(table)
    await anna.member.runs("/draw")
    old = anna.member.answer
    assert old is not None
    for _ in range(2):
        await anna.member.runs("/draw", card="deck")
    await clock.move_on(timedelta(days=90))
    answer = await anna.member.presses("From the deck", on=old)
    assert answer.startswith("That button is out of date. Nothing was changed.")
    assert "’s turn" in answer


async def test_a_button_works_after_a_restart(tmp_path: Path, town: Town, clock: FakeClock) -> None:
    async with station(tmp_path, town, clock) as one:
        anna, _ = await playing(one)
        await anna.member.runs("/draw")
    async with station(tmp_path, town, clock):
        assert (await anna.member.presses("From the deck")).startswith("You drew ")


async def test_two_presses_at_once_draw_one_card(table: Station) -> None:
    anna, _ = await playing(table)
    await anna.member.runs("/draw")
    held = sum((await anna.view()).hand)
    await asyncio.gather(*(anna.member.presses("From the deck", on=anna.member.answer) for _ in range(2)))
    assert sum((await anna.view()).hand) == held + 1


# ---- claiming


async def test_only_what_can_be_paid_now_is_suggested_by_any_name_of_a_city(table: Station) -> None:
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


async def test_payments_are_suggested_for_the_route_the_default_first(table: Station) -> None:
    anna, _ = await richer(table)
    claims = options(await anna.view()).claims
    route = next(place for place in claims.places if len(claims.payments(place)) > 1)
    found = await anna.member.completes("/claim", "cards", "", route=route)
    assert [choice["value"] for choice in found] == list(claims.payments(route)[:25])


async def test_a_claim_by_lists_is_shown_before_it_is_made(table: Station) -> None:
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
    assert anna.member.labels == ["Claim it", "Pay differently", "Back to my hand"]
    assert anna.member.answer is not None
    assert anna.member.answer.attachments
    assert (await anna.view()).table.owner(route) is None
    await anna.member.presses("Claim it")
    tunnel = (await anna.view()).table.board.route[route].tunnel
    assert tunnel or (await anna.view()).table.owner(route) == await anna.seat()


async def test_other_parts_of_commands_are_suggested_too(table: Station) -> None:
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


async def test_tickets_are_kept_in_a_form_that_wants_enough_of_them(table: Station) -> None:
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


async def test_starting_tickets_are_chosen_from_the_post_that_asks_for_them(table: Station) -> None:
    anna, boris = await choosing(table)
    assert await anna.member.presses("Choose tickets", on=table.last) == "Choose tickets"
    assert anna.member.form is not None
    boxes = anna.member.form["components"][0]["component"]["options"]
    await anna.member.submits({"Keep": [box["label"] for box in boxes[:3]]})
    assert len((await anna.view()).tickets) == 3
    assert anna.member.answer in anna.member.private
    assert anna.member.answer not in boris.member.sees()


async def test_a_form_opened_from_a_post_leaves_the_post_as_it_is(table: Station) -> None:
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


async def test_a_form_that_was_open_during_a_restart_counts(
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


async def test_where_forms_are_not_shown_a_list_does_the_same(table: Station) -> None:
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


async def test_drawing_tickets_is_asked_once_more_and_then_binds(table: Station) -> None:
    anna, _ = await playing(table)
    assert (await anna.member.presses("Draw tickets", on=table.last)).startswith("Draw 3 tickets?")
    await anna.member.presses("Draw 3 tickets")
    assert anna.member.heard.startswith("**Choose tickets.** Keep at least 1 of these 3:")
    assert (await anna.member.runs("/draw", card="deck")).startswith("Choose your tickets first")


# ---- settings and languages


async def test_settings_are_lists_and_options_of_a_command(table: Station) -> None:
    (anna,) = await table.comes("Anna")
    await anna.member.runs("/settings", ping="dm", confirm=False)
    assert "I send you a private message." in anna.member.heard
    assert "A route is claimed as soon as" in anna.member.heard
    await anna.member.picks("русский")
    assert anna.member.heard.startswith("**Ваши настройки**")


async def test_a_newcomer_is_spoken_to_in_the_language_of_their_discord(table: Station) -> None:
    (olga,) = await table.comes("Ольга", locale="ru")
    assert (await olga.member.runs("/games")).startswith("Сейчас вы")
    await olga.member.runs("/settings", language="en")
    assert await olga.member.runs("/games") == "You are not in any game right now."


async def test_the_rules_are_read_topic_by_topic(table: Station) -> None:
    (anna,) = await table.comes("Anna")
    assert (await anna.member.runs("/rules", topic="tunnels")).startswith("**Tunnels**")
    await anna.member.picks("Ferries")
    assert anna.member.heard.startswith("**Ferries**")


async def test_in_a_conversation_with_the_bot_the_only_game_is_meant(table: Station) -> None:
    anna, _ = await playing(table)
    anna.member.at = anna.member.dm
    assert (await anna.member.runs("/hand")).startswith("**Your turn.**")
    assert (await anna.member.runs("/draw", card="deck")).startswith("You drew ")


async def test_the_panel_in_a_conversation_is_played_from_and_stays_one_message(table: Station) -> None:
    anna, _ = await playing(table)
    anna.member.at = anna.member.dm
    (panel,) = anna.member.sees(anna.member.dm)
    assert (await anna.member.presses("From the deck", on=panel)).startswith("You drew ")
    assert (await anna.member.presses("From the deck", on=panel)).startswith("You drew ")
    await table.settle()
    assert [post.id for post in anna.member.sees(anna.member.dm)] == [panel.id]
    assert "’s turn" in panel.text
