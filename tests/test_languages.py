"""Two languages at one table: what is said in public is in the chat's, what one person is told in theirs."""

import re

import pytest

from bot.text.i18n import phrases, visible
from bot.text.labels import board_title
from engine.boards.files import load_board, shipped_boards
from tests.scenario import Scenario


async def test_computers_are_called_computers_in_the_language_of_the_reader(scenario: Scenario) -> None:
    anna = await scenario.add_player("Anna")
    await anna.says("/language ru here")
    await anna.says("/language ru")
    answers = [
        await anna.says(line) for line in ("/new usa", "/computer random", "/options", "/starter rocket")
    ]
    await scenario.settle()
    posted = scenario.platform.last
    answers += [
        await anna.says(line) for line in ("/start", "/keep all", "/hand", "/log", "/text", "/scores")
    ]
    await scenario.settle()
    told = (posted, *answers, *(post.text for post in scenario.platform.posts))
    alts = [picture.alt for post in scenario.platform.posts for picture in post.pictures]
    assert sum("Rocket (компьютер)" in visible(text) for text in (*told, *alts)) > 5
    assert not [text for text in (*told, *alts) if "(computer)" in text]
    assert "Rocket (компьютер)" in str(anna.labels) or "Rocket" not in str(anna.labels)
    for typed in ("rocket", "Rocket (компьютер)", "rocket (computer)"):
        assert await anna.says(f"/replace {typed}") == await anna.says("/replace 2")


@pytest.mark.parametrize(("cards", "said"), [(5, "5 карт,"), (21, "21 карта,"), (22, "22 карты,")])
async def test_russian_plurals_of_cards(scenario: Scenario, cards: int, said: str) -> None:
    participants = await scenario.in_play("Anna", "Boris")
    participant = await scenario.play_until(participants, lambda view: sum(view.hand) == cards)
    await participant.says("/language ru")
    assert said in await participant.says("/text")


async def test_names_of_cities_are_those_of_the_reader(scenario: Scenario) -> None:
    anna, _ = await scenario.start_game("Anna", "Boris")
    view = await anna.view()
    await anna.says("/language ru")
    panel = await anna.looks()
    for place, number in enumerate(view.offer, 1):
        ticket = view.table.board.ticket[number]
        ends = (view.table.board.city[end].names["ru"] for end in (ticket.a, ticket.b))
        assert f"{place}. {' — '.join(ends)}, {ticket.points}" in panel


def test_every_variant_has_a_russian_title() -> None:
    titles = {rules.title for board in map(load_board, shipped_boards()) for rules in board.variants.values()}
    latin = [title for title in titles if re.search("[A-Za-z]", board_title(title, phrases("ru")))]
    assert latin == []
