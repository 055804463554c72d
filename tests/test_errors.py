"""Refusals: for every reason one sentence, with the rule and what would be legal."""

from collections.abc import Callable
from pathlib import Path

import pytest

from bot.text.i18n import LANGUAGES, phrases
from bot.text.refusal_text import refusal
from engine.actions import Action, ClaimRoute
from engine.game import Game
from engine.notation import read_line
from engine.refusals import IllegalAction, Reason
from engine.rulebook import apply
from tests.narration import NAMES, plain
from tests.rules.table import FORTY_TWO, at, cards_but, opened, play

CLAIMED = [["pamplona--paris--1"], ["berlin--warszawa--1", "wien--zagrab"]]
TUNNEL = "claim angora--constantinople"


def refused(game: Game, seat: int, action: Action) -> IllegalAction:
    with pytest.raises(IllegalAction) as caught:
        apply(game, seat, action)
    return caught.value


def half_chosen() -> Game:
    game = opened(players=3)
    return play(game, "0: keep " + ",".join(map(str, sorted(game.offers[0]))))


MOMENTS: dict[str, Callable[[], Game]] = {
    "a turn": lambda: at(hands=["KKKL", "RR"], row="KRLGB"),
    "an empty slot": lambda: at(hands=["KKKL", "RR"], row="KRL-B", deck="", discards=""),
    "one has chosen tickets": half_chosen,
    "tickets are offered": lambda: play(at(ticket_deck=[3, 17, 42]), "draw tickets"),
    "mega is dealt": lambda: opened("mega"),
    "one card is drawn": lambda: play(MOMENTS["a turn"](), "draw 2R"),
    "a tunnel of black": lambda: play(at(hands=["KKL"], deck="KLB..."), f"{TUNNEL} KK"),
    "a tunnel of locomotives": lambda: play(at(hands=["LLLK"], deck="KLB..."), f"{TUNNEL} LL"),
    "the end": lambda: play(at(turns_left=0), "draw deck", "draw deck"),
    "routes are claimed": lambda: at(players=3, hands=["KKKLLLRRRR"], routes=CLAIMED),
    "stations are built": lambda: at(hands=["KKK"], stations=[["wien", "paris", "roma"], ["brest"]]),
    "no cards are left": lambda: at(hands=["", cards_but("KRG")], row="KRG--", deck="", discards=""),
    "no tickets are left": lambda: at(ticket_deck=[]),
    "three trains are left": lambda: at(hands=["PPPP"], routes=[FORTY_TWO]),
    "the usa": lambda: at("usa", hands=["K"]),
    "locomotives on tunnels and ferries only": lambda: at(
        rules={"locomotives_on": "tunnels-and-ferries"}, hands=["KKL"]
    ),
    "three cards for a locomotive": lambda: at(rules={"ferry_cards": 3}, hands=["KKKKRR"]),
}

CASES = [
    tuple(lines.splitlines())
    for lines in Path(__file__).with_name("refusals.txt").read_text("utf-8").split("# ")[1:]
]


@pytest.mark.parametrize(("case", "english", "russian"), CASES, ids=[case for case, *_ in CASES])
def test_a_refusal_says_the_rule_and_what_would_be_legal(case: str, english: str, russian: str) -> None:
    reason, moment, asked = case.split(" | ")
    game = MOMENTS[moment]()
    seat, line = asked.format(offer=",".join(map(str, game.offers[0]))).split(": ")
    action = ClaimRoute(*line.split()[1:]) if line.startswith("claim ") else read_line(line)
    error = refused(game, int(seat), action)
    assert error.reason is Reason(reason)
    said = [plain(refusal(error, game.table, NAMES, phrases(to), action)) for to in ("en", "ru")]
    assert said == [english, russian]
    for language in LANGUAGES:
        said_without_the_action = refusal(error, game.table, NAMES, phrases(language))
        assert said_without_the_action.endswith(".")
        assert "\n" not in said_without_the_action


@pytest.mark.parametrize(
    ("action", "hand", "english", "russian"),
    [
        (
            ClaimRoute("berlin--frankfurt--1", ""),
            "KRRL",
            (
                "You cannot pay for that. Your fitting cards: black and locomotive. You need 1 more: "
                "Berlin — Frankfurt (black) costs 3 cards, black or locomotives."
            ),
            (
                "На это не хватает карт. Подходящие карты у вас: чёрная и локомотив, не хватает 1: "
                "Берлин — Франкфурт (чёрный) стоит 3 карты: чёрные или локомотивы."
            ),
        ),
        (
            ClaimRoute("berlin--frankfurt--1", ""),
            "RR",
            (
                "You cannot pay for that. You have none of the cards: "
                "Berlin — Frankfurt (black) costs 3 cards, black or locomotives."
            ),
            (
                "На это не хватает карт. Нужных карт у вас нет: "
                "Берлин — Франкфурт (чёрный) стоит 3 карты: чёрные или локомотивы."
            ),
        ),
        (
            ClaimRoute("palermo--smyrna", ""),
            "GGGGGBL",
            (
                "You cannot pay for that. Your fitting cards: 5 green and 1 locomotive. You need 1 more: "
                "Palermo — Smyrna costs 6 cards of one colour, or locomotives,"
                " including at least 2 locomotives."
            ),
            (
                "На это не хватает карт. Подходящие карты у вас: 5 зелёных и 1 локомотив, не хватает 1: "
                "Палермо — Смирна стоит 6 карт одного цвета или локомотивы, из них хотя бы 2 локомотива."
            ),
        ),
    ],
)
def test_an_unpaid_claim_is_told_what_the_hand_has_and_lacks(
    action: Action, hand: str, english: str, russian: str
) -> None:
    game = at(hands=[hand])
    error = refused(game, 0, action)
    held = game.hands[0]
    said = [plain(refusal(error, game.table, NAMES, phrases(to), action, held)) for to in ("en", "ru")]
    assert said == [english, russian]


def test_no_cards_for_what_the_hand_could_pay_are_a_wrong_number() -> None:
    game, action = at(hands=["KKK"]), ClaimRoute("berlin--frankfurt--1", "")
    said = refusal(refused(game, 0, action), game.table, NAMES, phrases("en"), action, game.hands[0])
    assert said.startswith("You chose no cards, but you need exactly 3")


def test_no_reason_is_left_out() -> None:
    assert {Reason(case.split(" | ")[0]) for case, *_ in CASES} == set(Reason)


def test_a_refusal_does_not_repeat_unknown_text() -> None:
    game = MOMENTS["routes are claimed"]()
    for action in (ClaimRoute("**@everyone**", "K"), ClaimRoute("palermo--smyrna", "**@everyone**")):
        said = refusal(refused(game, 0, action), game.table, NAMES, phrases("en"), action)
        assert "everyone" not in said
