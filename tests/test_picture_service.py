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
from bot.model.message import Message, Pack, Picture, drawn, drawn_picture
from bot.shown.picture_service import PictureService, Sketch
from bot.shown.pictures import (
    board_pictures,
    hand_picture,
    my_tickets_picture,
    preview_picture,
    score_picture,
    tickets_picture,
    tunnel_picture,
)
from bot.text.i18n import Phrases, phrases
from bot.work_queue import in_background
from bot.workers.workers import Result, Worker, Workers
from engine.actions import ClaimRoute
from engine.game import Game
from engine.view import view_for
from render.photo import photo
from tests.fakes.wire.patience import until
from tests.rules.table import at, board, play

EN, RU = phrases("en"), phrases("ru")
POINTS = (0, 0), (4, 0), (4, 7)


class CountingWorker(Worker):
    """Runs functions one after the other in a thread, and counts them."""

    def __init__(self) -> None:
        super().__init__()
        self.runs = 0
        self.threads: set[int] = set()

    async def run(self, function: Callable[[], Result]) -> Result:
        def noted() -> Result:
            self.runs += 1
            self.threads.add(threading.get_ident())
            return function()

        return await asyncio.to_thread(noted)


class CountingPictures(PictureService):
    """Pictures that count what is drawn."""

    def __init__(self) -> None:
        workers = Workers()
        self.worker = workers.pictures = CountingWorker()
        super().__init__(workers)
        self.drawn: list[str] = []

    async def _draw(self, sketch: Sketch, pack: Pack | None) -> bytes:
        self.drawn.append(f"{sketch.key[0]} {sketch.phrases.language}")
        return await super()._draw(sketch, pack)

    async def my_tickets(self, game: Game, seat: int = 0, words: Phrases = EN) -> tuple[Picture, ...]:
        view = view_for(game, seat)
        return self.of(my_tickets_picture(match(game), view, await self.ticket_status(view), words))

    async def drawn_by(self, draw: Callable[..., bytes], *shown: Hashable) -> bytes:
        """What a function draws."""
        return await self.file(Sketch("drawn.png", "", EN, shown, draw))


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
    assert names(artist.of(*board_pictures(match(None), EN))) == []
    assert names(artist.of(*board_pictures(match(game), EN))) == ["board.png"]
    claimed = match(play(game, "claim brest--pamplona PPPL"), 2)
    near, whole = await ink(artist.of(*board_pictures(claimed, EN)))
    assert (near.name, near.whole, whole.name, whole.whole) == ("closeup.png", "board.png", "board.png", "")
    assert size(whole) == (1600, 1280)
    assert 640 <= size(near)[0] < 1600
    assert near.alt.startswith("A close-up of the board.")
    assert whole.alt.startswith("Ticket to Ride: Europe, Classic")


async def test_a_picture_is_drawn_once_for_each_language() -> None:
    artist, game = CountingPictures(), match(begun())
    both = await asyncio.gather(*(ink(artist.of(*board_pictures(game, EN))) for _ in range(2)))
    assert both[0] == both[1]
    assert artist.drawn == ["board.png en"]
    (russian,) = await ink(artist.of(*board_pictures(game, RU)))
    assert artist.drawn == ["board.png en", "board.png ru"]
    assert russian.png != both[0][0].png


async def test_pictures_are_drawn_outside_the_event_loop() -> None:
    artist, view = CountingPictures(), view_for(begun(), 0)
    pictures = await ink(artist.of(*board_pictures(match(begun()), EN), hand_picture(view, EN)))
    assert [picture.png[:4] for picture in pictures] == [b"\x89PNG"] * 2
    assert (await artist.file(hand_picture(view, EN), photo))[:2] == b"\xff\xd8"
    assert await artist.page_file(("shapes",), lambda: b"{}") == b"{}"
    assert artist.worker.runs == 4
    assert threading.get_ident() not in artist.worker.threads


async def test_a_picture_is_not_drawn_before_somebody_is_sent_it() -> None:
    artist, game = CountingPictures(), begun()
    first, again = [(await artist.my_tickets(game))[0] for _ in range(2)]
    assert artist.of(*board_pictures(match(game), EN))
    assert first.key == again.key
    assert artist.drawn == []
    assert (await drawn_picture(first)).png == (await drawn_picture(again)).png != b""
    assert artist.drawn == ["my-tickets.png en"]
    (russian,) = await artist.my_tickets(game, words=RU)
    assert russian.key != first.key


async def test_posts_that_wait_for_their_pictures_go_before_answers_that_are_shown_already() -> None:
    artist, hold, order = CountingPictures(), threading.Event(), list[str]()

    def drawn(name: str, **_: Any) -> bytes:
        order.append(name)
        return b"drawn" if hold.wait(60) else b"too late"

    async def asked(name: str, *, is_answer: bool) -> None:
        in_background.set(not is_answer)
        await artist.drawn_by(partial(drawn, name), name)

    first = asyncio.create_task(asked("first", is_answer=False))
    await until(lambda: order)
    answers = [asyncio.create_task(asked(name, is_answer=True)) for name in ("answer", "another answer")]
    await until(lambda: len(artist._queue._background) == 2)
    post = asyncio.create_task(asked("post", is_answer=False))
    await until(lambda: artist._queue._answers)
    hold.set()
    await asyncio.gather(first, *answers, post)
    assert order == ["first", "post", "answer", "another answer"]


async def test_all_pictures_of_a_message_are_drawn_before_those_of_the_next() -> None:
    """Else the first picture of each message that waits would be in memory."""
    artist, hold, order = CountingPictures(), threading.Event(), list[str]()

    def draw(name: str, **_: Any) -> bytes:
        order.append(name)
        return b"drawn" if hold.wait(60) else b"too late"

    async def picture(name: str, _: Pack | None) -> bytes:
        return await artist.drawn_by(partial(draw, name), name)

    def message(*names: str) -> Message:
        return Message("", tuple(Picture(name, "", draw=partial(picture, name)) for name in names))

    first = asyncio.create_task(drawn(message("first")))
    await until(lambda: order)
    others = [asyncio.create_task(drawn(message(f"{name} a", f"{name} b"))) for name in ("one", "two")]
    await until(lambda: len(artist._queue._background) == 4)
    hold.set()
    assert [picture.png for one in await asyncio.gather(first, *others) for picture in one.pictures] == (
        [b"drawn"] * 5
    )
    assert order == ["first", "one a", "one b", "two a", "two b"]


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
    assert tunnel.alt.startswith("The tunnel Marseille — Zürich costs 1 more card.")


async def test_a_game_that_ends_another_way_after_a_rollback_has_other_pictures() -> None:
    artist = CountingPictures()
    for seq, line in ((40, "draw deck"), (60, "draw 1G")):
        over = play(at(turns_left=0, turn=50, row="GGGGG"), line, "draw deck")
        await ink(artist.of(score_picture(match(replace(over, seq=seq)), POINTS, EN)))
    assert artist.drawn == ["scores.png en"] * 2


def test_the_score_sheet_has_the_title_of_the_variant_in_the_language_of_the_chat(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    titles: list[str] = []
    for language in (EN, RU):
        score = score_picture(ended(), POINTS, language)
        assert score is not None
        assert isinstance(score.draw, partial)
        titles.append(score.draw.args[-1])
    assert titles == ["Ticket to Ride: Europe · Classic", "Ticket to Ride: Europe · Классика"]


async def test_the_name_of_a_file_tells_no_secret() -> None:
    artist, game = CountingPictures(), begun()
    other = at(hands=["KKK", ""], tickets=[[5], []])
    private, others = [
        [*artist.of(hand_picture(view_for(shown, 0), EN)), *await artist.my_tickets(shown)]
        for shown in (game, other)
    ]
    assert names(private) == names(others)
    assert [one.png for one in await ink(private)] != [other.png for other in await ink(others)]


def test_a_picture_shows_its_bytes_to_no_log() -> None:
    assert "PNG" not in repr(replace(Picture("hand.png", "", b"\x89PNG"), name="other.png"))
