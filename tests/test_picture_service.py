"""Pictures for messages: which ones, with which words, drawn once and outside the event loop."""

import asyncio
import threading
from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from io import BytesIO
from typing import Any

import pytest
from PIL import Image

from bot.matches.match import Match
from bot.matches.roster import Roster, SeatHolder, Status
from bot.model.message import Picture, drawn_picture
from bot.shown import pictures
from bot.shown.pictures import PictureService, PointsByTurn
from bot.text.i18n import Phrases, phrases
from bot.workers.memory import give_back_memory
from bot.workers.workers import Workers
from engine.actions import ClaimRoute
from engine.game import Game
from engine.view import view_for
from tests.rules.table import at, board, play

EN, RU = phrases("en"), phrases("ru")


class CountingPictures(PictureService):
    """Pictures that count what is drawn, and in which threads."""

    def __init__(self) -> None:
        super().__init__(self._points, Workers())
        self.drawn: list[str] = []
        self.threads: set[int] = set()

    async def _once(self, key: tuple[Any, ...], phrases: Phrases, draw: Callable[..., Any]) -> Any:
        def noted(**words: Any) -> Any:
            self.drawn.append(f"{key[0]} {phrases.language}")
            self.threads.add(threading.get_ident())
            return draw(**words)

        return await super()._once(key, phrases, noted)

    async def _points(self, game: str) -> PointsByTurn:
        return (0, 0), (4, 0), (4, 7)


def match(game: Game | None, seq: int = 1) -> Match:
    holders = SeatHolder("Anna", "green", "local:a"), SeatHolder("Boris", "black", "local:b")
    roster = Roster("europe", "", "europe", (), "local:a", "", None, holders, Status.RUNNING)
    return Match("k3f9", board(), roster, seq, datetime(2026, 3, 1, tzinfo=UTC), game)


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
    assert names(await artist.board(match(None), EN)) == []
    assert names(await artist.board(match(game), EN)) == ["board.png"]
    near, whole = await artist.board(match(play(game, "claim brest--pamplona PPPL"), 2), EN)
    assert (near.name, near.whole, whole.name, whole.whole) == ("closeup.png", "board.png", "board.png", "")
    assert size(whole) == (1600, 1280)
    assert 640 <= size(near)[0] < 1600
    assert near.alt.startswith("A close-up of the board.")
    assert whole.alt.startswith("Ticket to Ride: Europe, Classic")


async def test_a_picture_is_drawn_once_for_each_language() -> None:
    artist, game = CountingPictures(), match(begun())
    both = await asyncio.gather(artist.board(game, EN), artist.board(game, EN))
    assert both[0] == both[1]
    assert artist.drawn == ["board en"]
    (russian,) = await artist.board(game, RU)
    assert artist.drawn == ["board en", "board ru"]
    assert russian.png != both[0][0].png


async def test_pictures_are_drawn_outside_the_event_loop() -> None:
    artist, view = CountingPictures(), view_for(begun(), 0)
    await artist.board(match(begun()), EN)
    await ink(await artist.hand(view, EN))
    assert artist.threads
    assert threading.get_ident() not in artist.threads


async def test_a_picture_with_other_contents_is_another_one() -> None:
    artist, game = CountingPictures(), begun()
    for moment in (game, play(game, "draw deck"), play(game, "claim brest--pamplona PPPL")):
        await ink(await artist.hand(view_for(moment, 0), EN))
        await ink(await artist.my_tickets(match(moment), view_for(moment, 0), EN))
    assert artist.drawn == ["hand.png en", "my tickets en", "hand.png en", "hand.png en", "my tickets en"]


async def test_a_private_picture_is_not_drawn_before_somebody_needs_it() -> None:
    artist, game = CountingPictures(), begun()
    view = view_for(game, 0)
    first, again = [(await artist.my_tickets(match(game), view, EN))[0] for _ in range(2)]
    assert first.key == again.key
    assert artist.drawn == []
    assert (await drawn_picture(first)).png == (await drawn_picture(again)).png != b""
    assert artist.drawn == ["my tickets en"]
    (russian,) = await artist.my_tickets(match(game), view, RU)
    assert russian.key != first.key


async def test_old_pictures_are_let_go() -> None:
    artist, game = CountingPictures(), begun()
    for seq in range(60):
        await artist._once(("counted", seq), EN, lambda **_: bytes(2 << 20))
    assert len(artist._drawn) < 60
    await artist.board(match(game), EN)
    assert artist.drawn[-1] == "board en"


async def test_a_hand_does_not_wait_for_the_map_of_somebodys_tickets() -> None:
    artist, hold = CountingPictures(), threading.Event()

    def held(**_: Any) -> bytes:
        hold.wait(10)
        return b"a map"

    on_a_map = asyncio.create_task(artist._once(("my tickets",), EN, held))
    assert names(await ink(await artist.hand(view_for(begun(), 0), EN))) == ["hand.png"]
    hold.set()
    assert await on_a_map == b"a map"


async def test_tickets_are_shown_to_choose_from_and_on_one_map() -> None:
    artist, game = CountingPictures(), begun()
    offered = view_for(play(game, "draw tickets"), 0)
    (cards,) = await artist.tickets(match(game), offered, offered.offer, EN)
    assert cards.alt.count("\n") == 2
    (on_a_map,) = await artist.my_tickets(match(game), view_for(game, 0), EN)
    assert on_a_map.alt.splitlines()[0] == "Barcelona — Bruxelles, 8 (needs 8 trains)"
    assert await artist.my_tickets(match(game), view_for(game, 1), EN) == ()
    assert await artist.tickets(match(game), view_for(game, 1), (), EN) == ()


async def test_a_claim_is_shown_before_it_is_made_and_a_tunnel_half_way() -> None:
    artist, game = CountingPictures(), begun()
    claim = ClaimRoute("marseille--zurich", "PP")
    (preview,) = await artist.preview(match(game), view_for(game, 0), claim, EN)
    assert preview.name == "preview.png"
    assert await artist.tunnel(match(game), view_for(game, 0), EN) == ()
    settling = play(game, "claim marseille--zurich PP")
    (tunnel,) = await artist.tunnel(match(settling), view_for(settling, 0), EN)
    assert tunnel.alt.startswith("The tunnel Marseille — Zürich.")


async def test_the_score_is_shown_at_the_end() -> None:
    artist = CountingPictures()
    assert await artist.score(match(begun()), EN) == ()
    ended = play(at(turns_left=0, turn=50), "draw deck", "draw deck")
    (score,) = await artist.score(match(ended), EN)
    assert score.alt.startswith("The final score. 1. ")


async def test_the_score_sheet_has_the_title_of_the_variant_in_the_language_of_the_chat(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    titles: list[str] = []

    def score_png(*given: Any, **_: Any) -> bytes:
        titles.append(given[-1])
        return b""

    monkeypatch.setattr(pictures, "score_png", score_png)
    ended = match(play(at(turns_left=0, turn=50), "draw deck", "draw deck"))
    for language in (EN, RU):
        await CountingPictures().score(ended, language)
    assert titles == ["Ticket to Ride: Europe · Classic", "Ticket to Ride: Europe · Классика"]


async def test_the_name_of_a_file_tells_no_secret() -> None:
    artist, game = CountingPictures(), begun()
    view, table = view_for(game, 0), match(game)
    private = [*await artist.hand(view, EN), *await artist.my_tickets(table, view, EN)]
    other = view_for(at(hands=["KKK", ""], tickets=[[5], []]), 0)
    others = [*await artist.hand(other, EN), *await artist.my_tickets(table, other, EN)]
    assert names(private) == names(others)
    assert [one.png for one in await ink(private)] != [other.png for other in await ink(others)]


def test_a_picture_shows_its_bytes_to_no_log() -> None:
    assert "PNG" not in repr(replace(Picture("hand.png", "", b"\x89PNG"), name="other.png"))


async def test_pictures_are_drawn_in_two_threads_of_their_own() -> None:
    artist, names = CountingPictures(), set[str]()

    def noted(**_: Any) -> bytes:
        names.add(threading.current_thread().name)
        return b"drawn"

    kinds = ("hand.png", "my tickets", "board", "preview")
    await asyncio.gather(*(artist._once((kind, number), EN, noted) for kind in kinds for number in range(4)))
    assert names <= {"drawing_0", "drawing_1"}


@pytest.mark.parametrize(("drawings", "quiet"), [(pictures._MOST_DRAWN, 60.0), (1, 0.0)])
async def test_freed_memory_is_given_back_after_many_pictures_and_when_none_is_drawn(
    monkeypatch: pytest.MonkeyPatch, drawings: int, quiet: float
) -> None:
    artist, given_back = CountingPictures(), threading.Event()
    monkeypatch.setattr(pictures, "_QUIET", quiet)
    monkeypatch.setattr(pictures, "give_back_memory", lambda: (give_back_memory(), given_back.set()))
    for number in range(drawings):
        assert not given_back.is_set()
        await artist._once(("hand.png", number), EN, lambda **_: bytes(1 << 20))
    assert await asyncio.to_thread(given_back.wait, 10)
