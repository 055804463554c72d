"""What may become of tickets is looked into once for every change on the map, and is never out of date."""

from dataclasses import replace

from bot.shown.picture_service import PictureService
from bot.workers.workers import Workers
from engine.boards.files import load_board
from engine.documents.position import game_at
from engine.game import Game
from engine.ticket_status import ticket_status
from engine.view import view_for
from tests.random_games import opened, steps

EUROPE = load_board("europe")


def standing(**position: object) -> Game:
    return game_at({"board": "europe", **position}, EUROPE)


async def test_through_whole_games_the_statuses_are_those_of_the_moment() -> None:
    service = PictureService(Workers())
    for number in range(2):
        beginning, _ = opened("europe", "europe", 3, number)
        for step in list(steps(beginning, number))[::5]:
            for seat in range(3):
                view = view_for(step.after, seat)
                assert await service.ticket_status(view) == ticket_status(view)


async def test_the_last_turns_are_no_others() -> None:
    service, game = PictureService(Workers()), standing(routes=[["paris--zurich"], []])
    last = replace(game, table=replace(game.table, turns_left=0, seat=1))
    numbers = [ticket.number for ticket in EUROPE.tickets]
    now = await service.ticket_status(view_for(game, 0), numbers)
    at_the_end = await service.ticket_status(view_for(last, 0), numbers)
    assert at_the_end == ticket_status(view_for(last, 0), numbers) != now
    assert {one.progress for one in at_the_end} == {"cut-off"}


async def test_statuses_are_kept_while_cards_are_drawn() -> None:
    service, game = PictureService(Workers()), standing(routes=[["paris--zurich"], []])
    drawn = replace(game, hands=(tuple(reversed(game.hands[0])), *game.hands[1:]))
    before = await service.ticket_status(view_for(game, 0), [1, 2])
    assert await service.ticket_status(view_for(drawn, 0), [1, 2]) is before
