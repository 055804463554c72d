"""The buttons below posts, from the command table."""

from dataclasses import replace

from bot.commands.buttons import post_buttons
from bot.matches.match import Match
from bot.matches.roster import Status
from bot.model.command import PostKind
from bot.text.i18n import phrases
from tests.sample_requests import choosing, lobby, table


def codes(post: PostKind, match: Match, revision: int = 0) -> list[list[str]]:
    rows = post_buttons(post, match, phrases("en"), revision)
    return [[button.code for button in row] for row in rows]


def test_a_lobby_has_the_buttons_of_its_seats() -> None:
    assert codes("lobby", lobby()) == [
        [f"k3f9qp.0.{word}" for word in ("join", "leave", "computer", "options", "start")],
        ["k3f9qp.0.rules"],
    ]
    row, _ = post_buttons("lobby", lobby(), phrases("en"))
    assert [button.style == "main" for button in row] == [True, False, False, False, True]


def test_buttons_that_spend_the_turn_carry_its_revision() -> None:
    assert codes("turn", table(), 7) == [
        ["k3f9qp.7.draw", "k3f9qp.7.claim", "k3f9qp.7.ticket", "k3f9qp.7.station"],
        ["k3f9qp.0.hand", "k3f9qp.0.board", "k3f9qp.0.scores"],
    ]


def test_while_starting_tickets_are_chosen_their_button_never_goes_stale() -> None:
    choose, look = post_buttons("choice", choosing(), phrases("en"), 9)
    assert [(button.code, button.style) for button in choose] == [("k3f9qp.0.ticket", "main")]
    assert choose[0].label == phrases("en").say("button-choose-tickets")
    assert [button.code for button in look] == ["k3f9qp.0.hand", "k3f9qp.0.board", "k3f9qp.0.scores"]


def test_computers_are_asked_why_only_where_one_played() -> None:
    ended = replace(table(), roster=replace(lobby().roster, status=Status.OVER))
    words = ["board", "scores", "log", "record"]
    again, look, tell = codes("end", ended)
    assert (again, tell) == (["k3f9qp.0.rematch"], ["k3f9qp.0.share"])
    assert look == [f"k3f9qp.0.{word}" for word in words]
    holders = (lobby().roster.holders[0], replace(lobby().roster.holders[1], level="easy"))
    with_computer = replace(ended, roster=replace(ended.roster, holders=holders))
    look_and_ask = [f"k3f9qp.0.{word}" for word in (*words, "why")]
    assert codes("end", with_computer) == [again, look_and_ask, tell]
