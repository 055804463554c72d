"""Two languages at one table: what is said in public is in the chat's, what one person is told in theirs."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.scenario import Evening, evening
from tests.situations import play_until, unchanged, view_of


@pytest.fixture
async def hall(tmp_path: Path) -> AsyncIterator[Evening]:
    async with evening(tmp_path) as one:
        yield one


async def test_each_is_told_in_a_language_of_their_own_and_the_chat_in_its(hall: Evening) -> None:
    first, second = await hall.playing("Anna", "Boris")
    assert await second.says("/language ru") == "Теперь я говорю с вами по-русски."
    await first.says("/draw deck")
    await first.says("/draw deck")
    await hall.settle()
    assert "draws 2 cards from the deck." in hall.hall.last
    assert "**Ваш ход.**" in second.told[-1].text
    assert "’s turn" in await first.looks()
    assert (await second.says("/draw deck")).startswith("Вам досталась карта ")
    (refused,) = await unchanged(second, "/ticket draw")
    assert "втор" in refused


async def test_a_chat_speaks_the_language_chosen_for_it(hall: Evening) -> None:
    first, second = await hall.playing("Anna", "Boris")
    await (await hall.arrive("Anna")).says("/language ru here")
    await first.says("/draw deck")
    await first.says("/draw deck")
    await hall.settle()
    assert "берёт 2 карты из колоды" in hall.hall.last
    assert "**Ваш ход.**" in second.told[-1].text
    await second.says("/language en")
    assert "**Your turn.**" in await second.looks()


async def test_the_language_of_a_chat_is_the_hosts_to_choose_while_a_game_is_there(hall: Evening) -> None:
    carl = await hall.arrive("Carl")
    assert await carl.says("/language ru here") == "Теперь в этом чате я говорю по-русски."
    await carl.says("/language en here")
    await hall.playing("Anna", "Boris")
    assert await carl.says("/language ru here") == ("Only the host of the game or an admin here can do that.")


@pytest.mark.parametrize("typed", ["/language", "/language xx", "/language here"])
async def test_a_language_that_is_not_spoken_is_told_with_those_that_are(hall: Evening, typed: str) -> None:
    anna = await hall.arrive("Anna")
    assert (await anna.says(typed)).endswith("Languages: en, ru.")


@pytest.mark.parametrize(("cards", "said"), [(5, "5 карт:"), (21, "21 карта:"), (22, "22 карты:")])
async def test_russian_counts_cards_as_russians_do(hall: Evening, cards: int, said: str) -> None:
    guests = await hall.playing("Anna", "Boris")
    guest = await play_until(hall, guests, lambda view: sum(view.hand) == cards)
    await guest.says("/language ru")
    assert said in await guest.looks()


async def test_names_of_cities_are_those_of_the_reader(hall: Evening) -> None:
    anna, _ = await hall.seated("Anna", "Boris")
    view = await view_of(anna)
    await anna.says("/language ru")
    panel = await anna.looks()
    for number in view.offer:
        ticket = view.table.board.ticket[number]
        ends = (view.table.board.city[end].names["ru"] for end in (ticket.a, ticket.b))
        assert f"№{number} {' — '.join(ends)}, {ticket.points}" in panel
