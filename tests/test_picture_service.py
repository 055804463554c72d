"""Pictures for messages: which ones, with which words, drawn once and outside the event loop."""

import asyncio
import threading
from collections.abc import Callable, Hashable, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from functools import partial
from io import BytesIO
from typing import Any

import pytest
from PIL import Image

from bot.matches.match import Match
from bot.matches.roster import Roster, SeatHolder, Status
from bot.model.message import Picture, drawn_picture
from bot.shown import picture_service
from bot.shown.picture_service import Files, PictureService, Sketch
from bot.shown.pictures import (
    board_pictures,
    end_pictures,
    hand_picture,
    my_tickets_picture,
    preview_picture,
    tickets_picture,
    tunnel_picture,
)
from bot.text.i18n import Phrases, phrases
from bot.workers.memory import give_back_memory
from bot.workers.workers import Workers
from engine.actions import ClaimRoute
from engine.game import Game
from engine.view import view_for
from tests.rules.table import at, board, play

EN, RU = phrases("en"), phrases("ru")
POINTS = (0, 0), (4, 0), (4, 7)


class CountingPictures(PictureService):
    """Pictures that count what is drawn, and in which threads."""

    def __init__(self) -> None:
        super().__init__(Workers())
        self.drawn: list[str] = []
        self.threads: set[int] = set()

    async def _draw(self, sketch: Sketch) -> Files:
        def noted(**words: Any) -> Files:
            self.drawn.append(f"{sketch.key[0]} {sketch.phrases.language}")
            self.threads.add(threading.get_ident())
            return sketch.draw(**words)

        return await super()._draw(replace(sketch, draw=noted))

    async def my_tickets(self, game: Game, seat: int = 0, words: Phrases = EN) -> tuple[Picture, ...]:
        view = view_for(game, seat)
        return await self.of(my_tickets_picture(match(game), view, await self.ticket_status(view), words))

    async def drawn_by(self, draw: Callable[..., bytes], *shown: Hashable, **lane: Any) -> Picture:
        """What a function draws, as a picture of a lane."""
        (picture,) = await self.of(Sketch("drawn.png", "", EN, shown, draw, **lane))
        return picture


def match(game: Game | None, seq: int = 1) -> Match:
    holders = SeatHolder("Anna", "green", "local:a"), SeatHolder("Boris", "black", "local:b")
    roster = Roster("europe", "", "europe", (), "local:a", "", None, holders, Status.RUNNING)
    return Match("k3f9", board(), roster, seq, datetime(2026, 3, 1, tzinfo=UTC), game)


def ended() -> Match:
    return match(play(at(turns_left=0, turn=50), "draw deck", "draw deck"))


def begun() -> Game:
    return at(hands=["PPPLL", "KK"], tickets=[[3, 17], []], deck="PKKKKKKK", row="GGGGG")


async def ink(pictures: Sequence[Picture]) -> list[Picture]:
    return [await drawn_picture(picture) for picture in pictures]


def names(pictures: Sequence[Picture]) -> list[str]:
    return [picture.name for picture in pictures]


def size(picture: Picture) -> tuple[int, int]:
    return Image.open(BytesIO(picture.png)).size


async def test_a_board_comes_whole_and_after_a_move_near_by_first() -> None:
    artist, game = CountingPictures(), begun()
    assert names(await artist.of(*board_pictures(match(None), EN))) == []
    assert names(await artist.of(*board_pictures(match(game), EN))) == ["board.png"]
    claimed = match(play(game, "claim brest--pamplona PPPL"), 2)
    near, whole = await artist.of(*board_pictures(claimed, EN))
    assert (near.name, near.whole, whole.name, whole.whole) == ("closeup.png", "board.png", "board.png", "")
    assert size(whole) == (1600, 1280)
    assert 640 <= size(near)[0] < 1600
    assert near.alt.startswith("A close-up of the board.")
    assert whole.alt.startswith("Ticket to Ride: Europe, Classic")


async def test_a_picture_is_drawn_once_for_each_language() -> None:
    artist, game = CountingPictures(), match(begun())
    both = await asyncio.gather(*(artist.of(*board_pictures(game, EN)) for _ in range(2)))
    assert both[0] == both[1]
    assert artist.drawn == ["board.png en"]
    (russian,) = await artist.of(*board_pictures(game, RU))
    assert artist.drawn == ["board.png en", "board.png ru"]
    assert russian.png != both[0][0].png


async def test_pictures_are_drawn_outside_the_event_loop() -> None:
    artist, view = CountingPictures(), view_for(begun(), 0)
    await artist.of(*board_pictures(match(begun()), EN))
    await ink(await artist.of(hand_picture(view, EN)))
    assert artist.threads
    assert threading.get_ident() not in artist.threads


async def test_a_picture_with_other_contents_is_another_one() -> None:
    artist, game = CountingPictures(), begun()
    for moment in (game, play(game, "draw deck"), play(game, "claim brest--pamplona PPPL")):
        await ink(await artist.of(hand_picture(view_for(moment, 0), EN)))
        await ink(await artist.my_tickets(moment))
    assert artist.drawn == [f"{name}.png en" for name in ("hand", "my-tickets", "hand", "hand", "my-tickets")]


async def test_a_private_picture_is_not_drawn_before_somebody_needs_it() -> None:
    artist, game = CountingPictures(), begun()
    first, again = [(await artist.my_tickets(game))[0] for _ in range(2)]
    assert first.key == again.key
    assert artist.drawn == []
    assert (await drawn_picture(first)).png == (await drawn_picture(again)).png != b""
    assert artist.drawn == ["my-tickets.png en"]
    (russian,) = await artist.my_tickets(game, words=RU)
    assert russian.key != first.key


async def test_old_pictures_are_let_go() -> None:
    artist, game = CountingPictures(), begun()
    for seq in range(60):
        await artist.drawn_by(lambda **_: bytes(2 << 20), seq)
    assert len(artist._drawn) < 60
    await artist.of(*board_pictures(match(game), EN))
    assert artist.drawn[-1] == "board.png en"


async def test_the_board_does_not_wait_for_the_map_of_somebodys_tickets() -> None:
    artist, under_way, hold = CountingPictures(), threading.Event(), threading.Event()

    def held(**_: Any) -> bytes:
        under_way.set()
        return b"a map" if hold.wait(60) else b"too late"

    on_a_map = asyncio.create_task(drawn_picture(await artist.drawn_by(held, lane="slow")))
    assert await asyncio.to_thread(under_way.wait, 60)
    assert names(await artist.of(*board_pictures(match(begun()), EN))) == ["board.png"]
    hold.set()
    assert (await on_a_map).png == b"a map"


async def test_tickets_are_shown_to_choose_from_and_on_one_map() -> None:
    artist, game = CountingPictures(), begun()
    offered = view_for(play(game, "draw tickets"), 0)
    statuses = await artist.ticket_status(offered, offered.offer)
    cards = tickets_picture(match(game), offered, statuses, EN)
    assert cards is not None
    assert cards.alt.count("\n") == 2
    (on_a_map,) = await artist.my_tickets(game)
    assert on_a_map.alt.splitlines()[0] == "Barcelona — Bruxelles, 8 (needs 8 trains)"
    assert await artist.my_tickets(game, seat=1) == ()
    assert tickets_picture(match(game), view_for(game, 1), (), EN) is None


def test_a_claim_is_shown_before_it_is_made_and_a_tunnel_half_way() -> None:
    game, claim = begun(), ClaimRoute("marseille--zurich", "PP")
    preview = preview_picture(match(game), view_for(game, 0), claim, EN)
    assert preview.alt.startswith("Marseille — Zürich")
    assert tunnel_picture(match(game), view_for(game, 0), EN) is None
    settling = play(game, "claim marseille--zurich PP")
    assert tunnel_picture(match(settling), view_for(settling, 1), EN) is None
    tunnel = tunnel_picture(match(settling), view_for(settling, 0), EN)
    assert tunnel is not None
    assert tunnel.alt.startswith("The tunnel Marseille — Zürich.")


def test_the_score_is_shown_at_the_end() -> None:
    assert end_pictures(match(begun()), POINTS, EN) == ()
    final, score, chart = end_pictures(ended(), POINTS, EN)
    assert (final.name, score.name, chart.name) == ("final.png", "scores.png", "chart.png")
    assert score.alt.startswith("The final score. 1. ")


async def test_a_game_that_ends_another_way_after_a_rollback_has_other_pictures() -> None:
    artist = CountingPictures()
    for seq, line in ((40, "draw deck"), (60, "draw 1G")):
        over = play(at(turns_left=0, turn=50, row="GGGGG"), line, "draw deck")
        await artist.of(*end_pictures(match(replace(over, seq=seq)), POINTS, EN))
    assert artist.drawn == [f"{name}.png en" for name in ("final", "scores", "chart")] * 2


def test_the_score_sheet_has_the_title_of_the_variant_in_the_language_of_the_chat(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    titles: list[str] = []
    for language in (EN, RU):
        _, score, _ = end_pictures(ended(), POINTS, language)
        assert isinstance(score.draw, partial)
        titles.append(score.draw.args[-1])
    assert titles == ["Ticket to Ride: Europe · Classic", "Ticket to Ride: Europe · Классика"]


async def test_the_name_of_a_file_tells_no_secret() -> None:
    artist, game = CountingPictures(), begun()
    other = at(hands=["KKK", ""], tickets=[[5], []])
    private, others = [
        [*await artist.of(hand_picture(view_for(shown, 0), EN)), *await artist.my_tickets(shown)]
        for shown in (game, other)
    ]
    assert names(private) == names(others)
    assert [one.png for one in await ink(private)] != [other.png for other in await ink(others)]


def test_a_picture_shows_its_bytes_to_no_log() -> None:
    assert "PNG" not in repr(replace(Picture("hand.png", "", b"\x89PNG"), name="other.png"))


async def test_pictures_are_drawn_in_two_threads_of_their_own() -> None:
    artist, names = CountingPictures(), set[str]()

    def noted(**_: Any) -> bytes:
        names.add(threading.current_thread().name)
        return b"drawn"

    async def drawn(number: int, lane: str) -> None:
        await drawn_picture(await artist.drawn_by(noted, number, lane, lane=lane))

    await asyncio.gather(*(drawn(number, lane) for lane in ("quick", "slow") for number in range(8)))
    assert names <= {"drawing_0", "drawing_1"}


@pytest.mark.parametrize(("drawings", "quiet"), [(picture_service._MOST_DRAWN, 60.0), (1, 0.0)])
async def test_freed_memory_is_given_back_after_many_pictures_and_when_none_is_drawn(
    monkeypatch: pytest.MonkeyPatch, drawings: int, quiet: float
) -> None:
    artist, given_back = CountingPictures(), threading.Event()
    monkeypatch.setattr(picture_service, "_QUIET", quiet)
    monkeypatch.setattr(picture_service, "give_back_memory", lambda: (give_back_memory(), given_back.set()))
    for number in range(drawings):
        assert not given_back.is_set()
        await artist.drawn_by(lambda **_: bytes(1 << 20), number)
    assert await asyncio.to_thread(given_back.wait, 10)
