"""Refusals: for every reason one sentence, with the rule and what would be legal."""

from collections.abc import Callable
from dataclasses import dataclass

import pytest

from bot.text.i18n import LANGUAGES, phrases
from bot.text.refusal_text import refusal
from engine.actions import Action, ClaimRoute, KeepTickets
from engine.game import Game
from engine.notation import read_line
from engine.refusals import IllegalAction, Reason
from engine.rulebook import apply
from tests.narration import NAMES, plain
from tests.rules.table import FORTY_TWO, at, cards_but, opened, play

TUNNEL = "claim angora--constantinople"


def refused(game: Game, seat: int, action: Action) -> IllegalAction:
    with pytest.raises(IllegalAction) as caught:
        apply(game, seat, action)
    return caught.value


def plainly() -> Game:
    return at(hands=["KKKL", "RR"], row="KRLGB")


def with_an_empty_slot() -> Game:
    return at(hands=["KKKL", "RR"], row="KRL-B", deck="", discards="")


def half_chosen() -> Game:
    game = opened(players=3)
    return play(game, "0: keep " + ",".join(map(str, sorted(game.offers[0]))))


def offered() -> Game:
    return play(at(ticket_deck=[3, 17, 42]), "draw tickets")


def one_drawn() -> Game:
    return play(plainly(), "draw 2R")


def settling() -> Game:
    return play(at(hands=["KKL"], deck="KLB..."), f"{TUNNEL} KK")


def settling_locomotives() -> Game:
    return play(at(hands=["LLLK"], deck="KLB..."), f"{TUNNEL} LL")


def over() -> Game:
    return play(at(turns_left=0), "draw deck", "draw deck")


def claimed() -> Game:
    owned = [["pamplona--paris--1"], ["berlin--warszawa--1", "wien--zagrab"]]
    return at(players=3, hands=["KKKLLLRRRR"], routes=owned)


def built() -> Game:
    return at(hands=["KKK"], stations=[["wien", "paris", "roma"], ["brest"]])


ROW = "1 K ♠️ black · 2 R ❤️ red · 3 L 🚂 locomotive · 4 G ☘️ green · 5 B 💧 blue"
RYAD = "1 K ♠️ чёрная · 2 R ❤️ красная · 3 L 🚂 локомотив · 4 G ☘️ зелёная · 5 B 💧 синяя"


@dataclass(frozen=True, slots=True)
class Case:
    """Who is refused what at a moment, and why, in English and in Russian."""

    reason: Reason
    game: Callable[[], Game]
    line: str
    english: str
    russian: str
    seat: int = 0
    action: Action | None = None
    """What no line can say."""


CASES = [
    Case(
        Reason.GAME_OVER,
        over,
        "draw deck",
        "The game is over. Create a new one with /new.",
        "Игра окончена. Создайте новую командой /new.",
    ),
    Case(
        Reason.NO_SUCH_SEAT,
        claimed,
        "draw deck",
        "There is no such seat at this table of 3.",
        "За этим столом нет такого места: игроков всего 3.",
        seat=-1,
    ),
    Case(
        Reason.NOT_YOUR_TURN,
        plainly,
        "draw deck",
        "It is Anna’s turn. Wait for yours.",
        "Сейчас ходит Anna. Дождитесь своего хода.",
        seat=1,
    ),
    Case(
        Reason.WAIT_FOR_TICKETS,
        half_chosen,
        "draw deck",
        "Everyone must choose starting tickets first. Still choosing: Boris and Carla.",
        "Сначала все выбирают начальные билеты. Ещё выбирают: Boris и Carla.",
    ),
    Case(
        Reason.CHOOSE_TICKETS_FIRST,
        offered,
        "draw deck",
        "Choose your tickets first: keep at least 1 of those offered to you.",
        "Сначала выберите билеты: оставьте хотя бы 1 из предложенных.",
    ),
    Case(
        Reason.CHOOSE_TICKETS_FIRST,
        lambda: opened("mega"),
        "draw deck",
        "Choose from the tickets offered to you first.",
        "Сначала выберите из предложенных билетов.",
    ),
    Case(
        Reason.SECOND_CARD_FIRST,
        one_drawn,
        "station wien K",
        "You must draw your second card first: take a face-up card or draw from the deck.",
        "Сначала возьмите вторую карту: открытую или из колоды.",
    ),
    Case(
        Reason.SETTLE_TUNNEL_FIRST,
        settling,
        "draw deck",
        "Finish the tunnel first: pay 2 extra cards or decline.",
        "Сначала закончите с тоннелем: доплатите 2 карты или откажитесь.",
    ),
    Case(
        Reason.NO_TICKETS_OFFERED,
        plainly,
        "keep 3",
        "You have no tickets to choose from. Draw some first.",
        "Вам не из чего выбирать. Сначала возьмите билеты.",
    ),
    Case(
        Reason.NO_TUNNEL_OPEN,
        plainly,
        "pay K",
        "There is no tunnel to pay for. Claim one first.",
        "Доплачивать не за что. Сначала займите тоннель.",
    ),
    Case(
        Reason.NO_SUCH_SLOT,
        plainly,
        "draw 7R",
        f"The face-up cards are numbered from 1 to 5. Choose one of these: {ROW}.",
        f"У открытых карт номера от 1 до 5. Выберите из этих: {RYAD}.",
    ),
    Case(
        Reason.EMPTY_SLOT,
        with_an_empty_slot,
        "draw 4R",
        f"Slot 4 is empty. Choose one of these: {ROW.replace('G ☘️ green', '—')}.",
        f"Место 4 пусто. Выберите из этих: {RYAD.replace('G ☘️ зелёная', '—')}.",
    ),
    Case(
        Reason.CARD_CHANGED,
        plainly,
        "draw 1R",
        f"Slot 1 now holds another card: black. Choose again: {ROW}.",
        f"На месте 1 теперь другая карта: чёрная. Выберите снова: {RYAD}.",
    ),
    Case(
        Reason.LOCOMOTIVE_SECOND,
        one_drawn,
        "draw 3L",
        "You can take a face-up locomotive only as your first card. Take another card or draw from the deck.",
        "Открытый локомотив можно взять только первой картой. Возьмите другую карту или карту из колоды.",
    ),
    Case(
        Reason.NO_CARDS_LEFT,
        lambda: at(hands=["", cards_but("KRG")], row="KRG--", deck="", discards=""),
        "draw deck",
        "The deck and the discard pile are empty. Take a face-up card: "
        "1 K ♠️ black · 2 R ❤️ red · 3 G ☘️ green · 4 — · 5 —.",
        "Колода и сброс пусты. Возьмите открытую карту: "
        "1 K ♠️ чёрная · 2 R ❤️ красная · 3 G ☘️ зелёная · 4 — · 5 —.",
    ),
    Case(
        Reason.NO_TICKETS_LEFT,
        lambda: at(ticket_deck=[]),
        "draw tickets",
        "There are no tickets left to draw. Draw cards, claim a route or build a station instead.",
        "Билетов больше нет. Возьмите карты, займите перегон или постройте станцию.",
    ),
    Case(
        Reason.TICKET_NOT_OFFERED,
        offered,
        "keep 3,40",
        "Keep only tickets that are offered to you, and name each only once.",
        "Оставляйте только предложенные билеты и называйте каждый один раз.",
    ),
    Case(
        Reason.TOO_FEW_TICKETS,
        offered,
        "keep none",
        "Keep at least 1 ticket. You chose 0.",
        "Оставьте хотя бы 1 билет. Вы выбрали 0.",
    ),
    Case(
        Reason.TOO_MANY_TICKETS,
        lambda: opened("mega"),
        "",
        "Keep at most 1 ticket. You chose 2.",
        "Оставьте не больше 1 билета. Вы выбрали 2.",
        action=KeepTickets(opened("mega").offers[0]),
    ),
    Case(
        Reason.NO_SUCH_ROUTE,
        plainly,
        "claim wien--moskva KK",
        "There is no such route on this board. Name two neighbouring cities.",
        "На этом поле нет такого перегона. Назовите два соседних города.",
    ),
    Case(
        Reason.ROUTE_TAKEN,
        claimed,
        "claim wien--zagrab RR",
        "Boris has already claimed Wien — Zágráb. Claim an open route.",
        "Перегон Вена — Загреб уже занят, его владелец — Boris. Выберите свободный.",
    ),
    Case(
        Reason.OWNS_TWIN,
        claimed,
        "claim pamplona--paris--2 GGGG",
        "You cannot own both sides of a double route, and you already own the other side of "
        "Pamplona — Paris (green). Claim another route.",
        "Нельзя занять обе стороны двойного перегона, а другая сторона "
        "Памплона — Париж (зелёный) уже ваша. Выберите другой перегон.",
    ),
    Case(
        Reason.DOUBLE_CLOSED,
        claimed,
        "claim berlin--warszawa--2 YYYY",
        "With fewer than 4 players, only one side of a double route can be claimed, so "
        "Berlin — Warszawa (yellow) is closed. Claim another route.",
        "Если игроков меньше 4, на двойном перегоне можно занять только одну сторону, и "
        "Берлин — Варшава (жёлтый) закрыт. Выберите другой перегон.",
    ),
    Case(
        Reason.TOO_FEW_TRAINS,
        lambda: at(hands=["PPPP"], routes=[FORTY_TWO]),
        "claim berlin--warszawa--1 PPPP",
        "This route needs 4 trains, but you have 3 left. Claim a shorter one.",
        "На этот перегон нужно 4 вагона, а у вас осталось 3. Выберите перегон короче.",
    ),
    Case(
        Reason.NO_STATIONS_IN_TITLE,
        lambda: at("usa", hands=["K"]),
        "station boston K",
        "This game has no stations. Draw cards, draw tickets or claim a route instead.",
        "В этой игре нет станций. Возьмите карты, возьмите билеты или займите перегон.",
    ),
    Case(
        Reason.NO_STATIONS_LEFT,
        built,
        "station london K",
        "You have built all your stations. Draw cards, draw tickets or claim a route instead.",
        "Все ваши станции уже построены. Возьмите карты, возьмите билеты или займите перегон.",
    ),
    Case(
        Reason.NO_SUCH_CITY,
        built,
        "station oz K",
        "There is no such city on this board. Name another one.",
        "На этом поле нет такого города. Назовите другой.",
    ),
    Case(
        Reason.CITY_HAS_STATION,
        built,
        "station brest K",
        "Boris already has a station in Brest, and each city has room for only one. Build in another city.",
        "В городе Брест уже есть станция игрока Boris, вторую там построить нельзя. Выберите другой город.",
    ),
    Case(
        Reason.CARDS_NOT_HELD,
        claimed,
        "claim palermo--smyrna GGGGLL",
        "You do not have 4 green: "
        "Palermo — Smyrna costs 6 cards of one colour, or locomotives, including at least 2 locomotives.",
        "Вам не хватает карт: 4 зелёные: "
        "Палермо — Смирна стоит 6 карт одного цвета или локомотивы, из них хотя бы 2 локомотива.",
    ),
    Case(
        Reason.WRONG_NUMBER_OF_CARDS,
        claimed,
        "claim berlin--frankfurt--1 KK",
        "You chose 2 cards, but you need exactly 3: "
        "Berlin — Frankfurt (black) costs 3 cards, black or locomotives.",
        "Вы выбрали карт: 2, а нужно ровно 3: Берлин — Франкфурт (чёрный) стоит 3 карты: "
        "чёрные или локомотивы.",
    ),
    Case(
        Reason.WRONG_NUMBER_OF_CARDS,
        claimed,
        "station wien KK",
        "You chose 2 cards, but you need exactly 1: "
        "this station costs 1 card of any colour, or a locomotive.",
        "Вы выбрали карт: 2, а нужно ровно 1: эта станция стоит 1 карту любого цвета или локомотив.",
    ),
    Case(
        Reason.WRONG_NUMBER_OF_CARDS,
        settling,
        "pay L",
        "You chose 1 card, but you need exactly 2: the tunnel costs 2 extra cards, black or locomotives.",
        "Вы выбрали карт: 1, а нужно ровно 2: доплата — 2 карты, чёрные или локомотивы.",
    ),
    Case(
        Reason.WRONG_NUMBER_OF_CARDS,
        settling_locomotives,
        "pay LL",
        "You chose 2 cards, but you need exactly 1: the tunnel costs 1 extra locomotive.",
        "Вы выбрали карт: 2, а нужно ровно 1: доплата — 1 локомотив.",
    ),
    Case(
        Reason.MIXED_COLORS,
        claimed,
        "claim palermo--smyrna KKKRLL",
        "All cards except locomotives must have the same colour: "
        "Palermo — Smyrna costs 6 cards of one colour, or locomotives, including at least 2 locomotives.",
        "Все карты, кроме локомотивов, должны быть одного цвета: "
        "Палермо — Смирна стоит 6 карт одного цвета или локомотивы, из них хотя бы 2 локомотива.",
    ),
    Case(
        Reason.WRONG_COLOR,
        claimed,
        "claim berlin--frankfurt--1 RRR",
        "Pay only with black and locomotives.",
        "Здесь можно платить только так: чёрные и локомотивы.",
    ),
    Case(
        Reason.FERRY_NEEDS_LOCOMOTIVES,
        claimed,
        "claim palermo--smyrna KKKKKL",
        "This ferry needs at least 2 locomotives: "
        "Palermo — Smyrna costs 6 cards of one colour, or locomotives, including at least 2 locomotives.",
        "Для этого парома нужно хотя бы 2 локомотива: "
        "Палермо — Смирна стоит 6 карт одного цвета или локомотивы, из них хотя бы 2 локомотива.",
    ),
    Case(
        Reason.NO_LOCOMOTIVES_HERE,
        lambda: at(rules={"locomotives_on": "tunnels-and-ferries"}, hands=["KKL"]),
        "claim berlin--frankfurt--1 KKL",
        "You cannot play locomotives on this route: "
        "Berlin — Frankfurt (black) costs 3 cards, all black, and takes no locomotives.",
        "За этот перегон нельзя платить локомотивами: "
        "Берлин — Франкфурт (чёрный) стоит 3 карты: чёрные, без локомотивов.",
    ),
    Case(
        Reason.WRONG_SWAP,
        lambda: at(rules={"ferry_cards": 3}, hands=["KKKKRR"]),
        "claim athina--brindisi KKKRR",
        "These cards do not pay for this route: Athína — Brindisi costs 4 cards of one colour, "
        "or locomotives, including at least 1 locomotive; any 3 cards count as a locomotive.",
        "Этими картами за этот перегон не заплатить: Афины — Бриндизи стоит 4 карты одного цвета "
        "или локомотивы, из них хотя бы 1 локомотив; любые карты числом 3 заменяют локомотив.",
    ),
    Case(
        Reason.ONLY_LOCOMOTIVES,
        settling_locomotives,
        "pay K",
        "You played only locomotives, so pay the extra cards with locomotives too.",
        "Вы положили только локомотивы, поэтому и доплачивайте локомотивами.",
    ),
    Case(
        Reason.NO_SUCH_CARDS,
        claimed,
        "",
        "Use these letters for cards: P (purple), B (blue), O (orange), W (white), "
        "G (green), Y (yellow), K (black), R (red), L (locomotive).",
        "Обозначайте карты буквами: P (фиолетовая), B (синяя), O (оранжевая), W (белая), "
        "G (зелёная), Y (жёлтая), K (чёрная), R (красная), L (локомотив).",
        action=ClaimRoute("palermo--smyrna", "KQ"),
    ),
]


@pytest.mark.parametrize("case", CASES, ids=[f"{case.reason}-{number}" for number, case in enumerate(CASES)])
def test_a_refusal_says_the_rule_and_what_would_be_legal(case: Case) -> None:
    game, action = case.game(), case.action or read_line(case.line)
    error = refused(game, case.seat, action)
    assert error.reason is case.reason
    said = [plain(refusal(error, game.table, NAMES, phrases(to), action)) for to in ("en", "ru")]
    assert said == [case.english, case.russian]


@pytest.mark.parametrize("case", CASES, ids=[f"{case.reason}-{number}" for number, case in enumerate(CASES)])
def test_a_refusal_is_one_sentence_without_the_action_too(case: Case) -> None:
    game = case.game()
    error = refused(game, case.seat, case.action or read_line(case.line))
    for language in LANGUAGES:
        said = refusal(error, game.table, NAMES, phrases(language))
        assert said.endswith(".")
        assert "\n" not in said


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
    assert {case.reason for case in CASES} == set(Reason)


def test_a_refusal_does_not_repeat_unknown_text() -> None:
    for action in (ClaimRoute("**@everyone**", "K"), ClaimRoute("palermo--smyrna", "**@everyone**")):
        said = refusal(refused(claimed(), 0, action), claimed().table, NAMES, phrases("en"), action)
        assert "everyone" not in said
