"""Unfinished turns: choosing tickets, open tunnels, and questions that come first."""

from engine.game import TakeTurn
from tests.scenario import Scenario
from tests.situations import into_a_payable_tunnel, into_a_tunnel, name, unchanged, view_of

# ---- tickets


async def test_tickets_are_marked_and_kept_by_buttons(scenario: Scenario) -> None:
    anna, _ = await scenario.start_game("Anna", "Boris")
    await anna.looks()
    first, second, *_ = offer = (await view_of(anna)).offer
    assert len(anna.labels) == len(offer)
    await anna.presses_code(anna.answer.rows[0][0].code)
    assert [label[0] for label in anna.labels] == ["☑", "☐", "☐", "☐"]
    await anna.presses_code(anna.answer.rows[1][0].code)
    await anna.presses("Keep 2 tickets")
    assert (await view_of(anna)).tickets == (first, second)
    assert "Boris is choosing" in anna.heard
    await scenario.settle()
    assert scenario.platform.last.endswith("Anna and Boris are choosing starting tickets.")


async def test_a_mark_is_taken_back_by_the_same_button(scenario: Scenario) -> None:
    anna, _ = await scenario.start_game("Anna", "Boris")
    before = (await scenario.match()).seq
    await anna.looks()
    for box in "☑☐":
        await anna.presses_code(anna.answer.rows[0][0].code)
        assert [label[0] for label in anna.labels] == [box, "☐", "☐", "☐"]
    assert (await scenario.match()).seq == before


async def test_too_few_tickets_and_strange_ones_are_refused(scenario: Scenario) -> None:
    anna, _ = await scenario.start_game("Anna", "Boris")
    assert await unchanged(anna, "/keep 1", "/keep 1 5", "/keep none") == [
        "Keep at least 2 tickets. You chose 1.",
        "Your list has no ticket 5. Choose from 1, 2, 3 and 4, by their numbers in the list.",
        "Keep at least 2 tickets. You chose 0.",
    ]
    assert "Your starting tickets" in (await unchanged(anna, "/keep"))[0]


async def test_mega_asks_for_the_long_ticket_first_and_that_choice_is_final(scenario: Scenario) -> None:
    anna, boris = await scenario.start_game("Anna", "Boris", game="europe mega")
    assert "Keep at most 1 of these 2. More tickets follow:" in await anna.looks()
    assert "Keep no tickets" in anna.labels
    stale = anna.button("Keep no tickets").code
    assert "Keep at least 2 of these 5:" in await anna.says("/keep 1")
    assert (await anna.presses_code(stale)).startswith("That button is out of date")
    assert "Keep at least 3 of these 5:" in await boris.says("/keep none")
    assert await unchanged(boris, "/keep 1 2") == ["Keep at least 3 tickets. You chose 2."]


async def test_tickets_drawn_in_play_are_asked_about_first(scenario: Scenario) -> None:
    anna, _ = await scenario.in_play("Anna", "Boris")
    (answer,) = await unchanged(anna, "/ticket")
    assert answer == "Draw 3 tickets? This uses your turn, and you must keep at least 1."
    await anna.presses("Draw 3 tickets")
    assert "Choose tickets." in anna.heard
    assert await unchanged(anna, "/draw deck") == [
        "Choose your tickets first: keep at least 1 of those offered to you."
    ]
    await anna.says("/keep 2")
    assert len((await view_of(anna)).tickets) == 5


# ---- tunnels and stations


async def test_an_open_tunnel_takes_only_its_surcharge_or_a_refusal(scenario: Scenario) -> None:
    participants = await scenario.in_play("Anna", "Boris")
    anna = await into_a_payable_tunnel(scenario, participants)
    tunnel = (await view_of(anna)).table.tunnel
    assert tunnel is not None
    assert "**The tunnel " in await anna.looks()
    for answer in await unchanged(anna, "/draw deck", "/claim Paris Brest KKK", "/ticket draw"):
        assert answer.startswith("Finish the tunnel first: pay ")
    await anna.says("/pay")
    if "How do you want to pay?" in anna.heard:
        await anna.presses_code(anna.answer.rows[0][0].code)
    assert (await view_of(anna)).table.owner(tunnel.route) == await anna.seat()


async def test_declining_a_tunnel_returns_the_cards(scenario: Scenario) -> None:
    participants = await scenario.in_play("Anna", "Boris")
    anna = await into_a_tunnel(scenario, participants)
    before = await view_of(anna)
    assert before.table.tunnel is not None
    await anna.looks()
    await anna.presses("Decline")
    after = await view_of(anna)
    assert sum(after.hand) == sum(before.hand) + len(before.table.tunnel.laid)
    assert not isinstance(after.decision, TakeTurn)


async def test_pay_and_decline_are_refused_without_an_open_tunnel(scenario: Scenario) -> None:
    anna, _ = await scenario.in_play("Anna", "Boris")
    assert (
        await unchanged(anna, "/pay", "/pay KL", "/decline")
        == ["There is no tunnel to pay for. Claim one first."] * 3
    )


async def test_two_matching_cities_get_a_button_each(scenario: Scenario) -> None:
    anna, _ = await scenario.in_play("Anna", "Boris")
    assert await unchanged(anna, "/station pa") == ["Which city do you mean?"]
    assert anna.labels == ["Palermo", "Pamplona", "Paris"]
    await anna.presses("Paris")
    if anna.heard == "How do you want to pay?":
        await anna.presses_code(anna.answer.rows[0][0].code)
    assert (await view_of(anna)).table.station_at("paris") == await anna.seat()


async def test_a_station_is_built_by_city_name_and_only_once_a_city(scenario: Scenario) -> None:
    anna, boris = await scenario.in_play("Anna", "Boris")
    await anna.says("/station вена")
    if anna.labels and "How do you want to pay?" in anna.heard:
        await anna.presses_code(anna.answer.rows[0][0].code)
    assert (await view_of(anna)).table.station_at("wien") == await anna.seat()
    await scenario.settle()
    assert f"{await name(anna)} builds a station in Wien" in scenario.platform.last
    (answer,) = await unchanged(boris, "/station Wien K")
    assert answer.startswith(f"{await name(anna)} already has a station in Wien")
