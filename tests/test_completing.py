"""Completion: whole lines that go on from what is typed, and only such as can be played now."""

from bot.matches.match import Match
from bot.text.completions import completions
from engine.boards.files import load_board
from tests.sample_requests import lobby, request, table


def completed(text: str, match: Match | None = None, language: str = "en") -> tuple[str, ...]:
    boards = [load_board("europe"), load_board("usa")]
    return completions(request(match or table(), language=language), text, boards)


def test_words_are_completed_and_those_of_buttons_are_not_offered() -> None:
    assert completed("/st") == ("/starter", "/start", "/station")
    assert "/mark" not in completed("/m")
    assert "/ways" not in completed("/w")


def test_only_what_can_be_played_now_is_offered() -> None:
    match = table(hands=["KKK"])
    assert completed("/claim brest", match) == ("/claim brest--paris KKK",)
    assert completed("/claim", table(hands=["KKK"], seat=1)) == ("/claim",)
    assert completed("/claim ", table(hands=["KKK"], seat=1)) == ()
    assert completed("/draw ") == (
        "/draw 1R",
        "/draw 2R",
        "/draw 3L",
        "/draw 4B",
        "/draw 5G",
        "/draw deck",
        "/draw tickets",
    )
    assert completed("/draw 1") == ("/draw 1R",)
    assert len(completed("/claim ")) == 25


def test_names_complete_in_the_language_of_the_person() -> None:
    assert completed("/claim Бре", table(hands=["KKK"]), "ru") == ("/claim brest--paris KKK",)


def test_setups_levels_colours_and_names_complete() -> None:
    assert completed("/new usa m") == ("/new usa mega",)
    assert completed("/computer r", lobby()) == ("/computer random", "/computer remove")
    assert completed("/join b", lobby()) == ("/join blue", "/join black")
    assert completed("/skip b", lobby()) == ("/skip Boris",)
    assert completed("/variant b", lobby()) == ("/variant big-cities",)
