"""Plans: what their lines mean, what is refused, and that a plan never plays what the rules forbid."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import structs

from bot.matches.match import Match, follow
from bot.matches.outcomes import CommandRefused
from bot.matches.plans import (
    check_line,
    first_action,
    is_line,
    judged,
    line_to_play,
    lost_route,
    next_action,
    on_turn,
    plan_asks,
    plan_plays,
    planned_turn,
)
from bot.matches.roster import Roster, SeatHolder, Status
from bot.matches.roster_events import PlanMade
from bot.model.callbacks import LONGEST_CODE, CallbackData
from bot.text.i18n import Phrases, phrases
from bot.text.place_choices import needed_routes
from bot.text.plan_text import check_planned, plan_text, read_plan, typed_plan, why_not_played
from engine.actions import Action, ClaimRoute, DeclineTunnel, DrawDeck, DrawFaceUp, PaySurcharge
from engine.cards import COLORS, counts
from engine.chance import Chance
from engine.game import DrawSecondCard, Game, SettleTunnel, TakeTurn
from engine.notation import read_line
from engine.options import options
from engine.refusals import IllegalAction, Reason
from engine.rulebook import apply
from engine.rules import Rules
from engine.view import View, view_for
from tests.random_games import STYLES, board, opened, steps
from tests.soaked import examples

EUROPE = board("europe")
NOW = datetime(2026, 3, 1, 18, tzinfo=UTC)
NAMES = ("Anna", "Boris", "Carla", "Dora", "Emil")
ENGLISH, RUSSIAN = phrases("en"), phrases("ru")


def moments(number: int, style: str, players: int = 3, title: str = "europe") -> Iterator[Game]:
    """The beginnings of turns of a random game."""
    game, _ = opened(title, title, players, number)
    for step in steps(game, number, style):
        if any(isinstance(one, TakeTurn) for one in step.before.table.decisions):
            yield step.before


def a_match(game: Game, *plans: PlanMade) -> Match:
    """A running match in this state, with these plans."""
    holders = tuple(SeatHolder(name, "red", f"hall:{name}") for name in NAMES[: game.table.players])
    there = game.table.board
    roster = Roster(there.id, there.edition, "europe", (), "hall:Anna", "5" * 64, holders=holders)
    since = (NOW,) * game.table.players
    match = Match("k3f9qp", there, replace(roster, status=Status.RUNNING), 900, NOW, game, since)
    for plan in plans:
        match = follow(match, plan, NOW)
    return match


def turn_view(game: Game) -> View:
    return view_for(game, game.table.seat)


def some_lines(game: Game, chance: Chance) -> tuple[str, ...]:
    """Lines of every kind, legal or not."""
    there = game.table.board
    routes, cities, cards = there.route_ids, there.city_ids, (*COLORS, "L", "deck")
    route, other, card, second = (chance.pick(tuple(one)) for one in (routes, routes, cards, cards))
    payable = options(turn_view(game)).claims.places
    likely = chance.pick(payable) if payable else route
    made = (
        f"claim {route}",
        f"claim {likely} {chance.pick(COLORS)}",
        f"claim {likely} if free {other}",
        f"claim {other} KKK if hold {chance.pick(COLORS)}",
        f"station {chance.pick(tuple(cities))} {chance.pick(('K', 'L', 'RR'))}",
        f"draw {card} {second} deck",
        f"draw {card} if row {chance.pick(COLORS)}",
        "draw tickets",
        "draw deck deck",
    )
    return tuple(sorted(made, key=lambda _: chance.below(1 << 30)))[:4]


@examples(4)
@given(number=st.integers(0, 2**32), players=st.integers(2, 5), style=st.sampled_from(sorted(STYLES)))
def test_a_plan_plays_only_what_the_rules_allow(number: int, players: int, style: str) -> None:
    chance = Chance(f"{number:064x}")
    for game in list(moments(number, style, players))[::5]:
        seat, lines = game.table.seat or 0, some_lines(game, chance)
        assert all(is_line(game.table.board, line) for line in lines), lines
        plan = PlanMade(seat, lines, surcharge=chance.below(4), declines=bool(chance.below(2)))
        match, view = a_match(game, plan), turn_view(game)
        for line in lines:
            found = judged(view, line)
            assert not isinstance(found, Action) or found in options(view)
        moves = planned_turn(match)
        assert bool(moves) is bool(line_to_play(view, plan)) is plan_plays(match, seat)
        check_moves(match, game, seat, moves)
        for language in (ENGLISH, RUSSIAN):
            assert plan_text(game.table.board, plan, language)
            assert why_not_played(view, plan, NAMES, language)


def check_moves(match: Match, game: Game, seat: int, moves: tuple[tuple[str, str, object], ...]) -> None:
    """Check that all actions are legal, have the engine's events, and end the turn or ask its player."""
    for actor, line, events in moves:
        assert actor == match.roster.holders[seat].person
        if line:
            action = read_line(line)
            assert action in options(view_for(game, seat))
            game, expected = apply(game, seat, action)
            assert events == expected
        for event in events if isinstance(events, tuple) else ():
            match = follow(match, event, NOW)
    if moves:
        assert match.game == game
        asked = game.table.decisions[seat] is not None and game.table.turn == (match.table or game.table).turn
        begins = isinstance(game.table.decisions[seat], TakeTurn)
        assert plan_asks(match, seat) is (asked and not begins)


# ---- payments


def with_hand(game: Game, hand: str) -> View:
    return replace(on_turn(view_for(game, 0)), hand=counts(hand))


START = opened("europe", "europe", 2, 7)[0]


@pytest.mark.parametrize(
    ("line", "hand", "paid"),
    [
        ("claim brest--paris", "KKKL", "KKK"),
        ("claim brest--paris K", "KKLL", "KKL"),
        ("claim brest--paris L", "KKKLLL", "LLL"),
        ("claim brest--paris KKL", "KKKL", "KKL"),
    ],
)
def test_the_cards_of_a_claim(line: str, hand: str, paid: str) -> None:
    assert first_action(with_hand(START, hand), line) == ClaimRoute("brest--paris", paid)


@pytest.mark.parametrize(
    ("line", "hand", "reason"),
    [
        ("claim brest--paris", "KK", Reason.WRONG_NUMBER_OF_CARDS),
        ("claim brest--paris K", "KKRR", Reason.CARDS_NOT_HELD),
        ("claim brest--paris R", "RRR", Reason.WRONG_COLOR),
        ("claim brest--paris KKL", "KKK", Reason.CARDS_NOT_HELD),
        ("claim brest--paris KK", "KKK", Reason.WRONG_NUMBER_OF_CARDS),
        ("claim nowhere--paris K", "KKK", Reason.NO_SUCH_ROUTE),
        ("station nowhere K", "KKK", Reason.NO_SUCH_CITY),
    ],
)
def test_a_line_that_can_never_be_legal_is_refused_with_the_rule(
    line: str, hand: str, reason: Reason
) -> None:
    with pytest.raises(IllegalAction) as refused:
        check_line(with_hand(START, hand), line, same_hand=True)
    assert refused.value.reason is reason


def test_a_payment_that_another_hand_could_make_is_refused_only_if_the_hand_stays() -> None:
    view = with_hand(START, "KK")
    for line in ("claim brest--paris", "claim brest--paris K", "station paris RR"):
        if line.startswith("claim"):
            check_line(view, line, same_hand=False)
    with pytest.raises(IllegalAction):
        check_line(view, "claim brest--paris R", same_hand=False)


# ---- second cards and tunnels


def test_the_second_card_is_the_first_of_those_named_that_can_be_taken() -> None:
    game = next(moments(4, "hoards cards"))
    seat = game.table.seat or 0
    game, _ = apply(game, seat, DrawDeck())
    view = view_for(game, seat)
    assert isinstance(view.decision, DrawSecondCard)
    there = next(card for card in view.table.row if card not in "L-")
    gone = next(card for card in COLORS if card not in view.table.row)
    slot = view.table.row.index(there) + 1
    plan = PlanMade(seat, ("draw deck",))
    for more, action in {
        f"{gone} deck": DrawDeck(),
        f"{gone} {there} deck": DrawFaceUp(slot, there),
        f"{there} deck": DrawFaceUp(slot, there),
        gone: None,
        "": None,
    }.items():
        assert next_action(view, structs.replace(plan, playing=f"draw deck {more}".strip())) == action


def test_plans_ask_the_rules_which_card_is_a_whole_draw(monkeypatch: pytest.MonkeyPatch) -> None:
    """On boards where a face-up locomotive is a card like any other, plans go on after it."""
    view, line = turn_view(next(moments(4, "hoards cards"))), "draw L deck"
    text = "take a locomotive, then deck"
    with pytest.raises(CommandRefused, match="plan-locomotive-alone"):
        check_planned(view, line, NAMES, ENGLISH)
    with pytest.raises(IllegalAction):
        check_line(view, "draw deck L", same_hand=False)
    monkeypatch.setattr(Rules, "is_whole_draw", lambda *_: False)
    check_planned(view, line, NAMES, ENGLISH)
    check_line(view, "draw deck L", same_hand=False)
    assert read_plan(view, text, NAMES, ENGLISH).lines == (line,)


def in_a_tunnel() -> Game:
    """A game in which somebody owes cards for a tunnel and can pay them."""
    for number in range(40):
        game, _ = opened("europe", "europe", 2, number)
        for step in steps(game, number, "draws, then claims"):
            for seat in step.after.table.waiting_for:
                view = view_for(step.after, seat)
                if isinstance(view.decision, SettleTunnel) and options(view).of(PaySurcharge):
                    return step.after
    raise AssertionError("no tunnel")


@pytest.mark.parametrize("declines", [False, True])
def test_a_tunnel_is_paid_up_to_the_standing_answer(declines: bool) -> None:
    game = in_a_tunnel()
    seat = game.table.waiting_for[0]
    view = view_for(game, seat)
    assert isinstance(view.decision, SettleTunnel)
    owed, line = view.decision.owed, f"claim {game.table.tunnel and game.table.tunnel.route}"
    plan = PlanMade(seat, (line,), playing=line, surcharge=owed, declines=declines)
    assert next_action(view, plan) == options(view).of(PaySurcharge)[0]
    cheaper = structs.replace(plan, surcharge=owed - 1)
    assert next_action(view, cheaper) == (DeclineTunnel() if declines else None)
    poor = replace(view, hand=counts(""))
    assert next_action(poor, plan) == (DeclineTunnel() if declines else None)


# ---- routes that the tickets need


def test_a_plan_is_not_played_when_somebody_takes_a_route_that_the_tickets_need() -> None:
    game = next(moments(3, "draws, then claims"))
    seat, view = game.table.seat or 0, turn_view(game)
    alone = [route for route in needed_routes(view) if not game.table.board.route[route].double]
    plan = PlanMade(seat, ("draw deck deck",), tuple(alone))
    assert line_to_play(view, plan) == "draw deck deck"
    other, bit = (seat + 1) % game.table.players, game.table.board.bit[alone[0]]
    taken = tuple(own | bit if one == other else own for one, own in enumerate(game.table.routes))
    lost = replace(view, table=replace(view.table, routes=taken))
    assert lost_route(lost, plan) == alone[0]
    assert line_to_play(lost, plan) == ""
    own = tuple(mine | bit if one == seat else mine for one, mine in enumerate(game.table.routes))
    assert lost_route(replace(view, table=replace(view.table, routes=own)), plan) == ""


# ---- from text


def read(text: str, hand: str = "KKKKRRRRBBBBLL") -> tuple[str, ...]:
    view = replace(view_for(START, 0), hand=counts(hand))
    return read_plan(view, text, NAMES, ENGLISH).lines


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("claim Paris - Brest with black", ("claim brest--paris K",)),
        ("claim paris brest KKL", ("claim brest--paris KKL",)),
        ("Claim Paris–Brest", ("claim brest--paris",)),
        ("claim Paris - Brest with 2 black and 1 locomotive", ("claim brest--paris KKL",)),
        ("claim Париж Брест за чёрные", ("claim brest--paris K",)),
        ("занять Париж - Брест за чёрные", ("claim brest--paris K",)),
        ("take red from the row, then deck", ("draw R deck",)),
        ("take red, then blind; else draw blind twice", ("draw R deck", "draw deck deck")),
        ("draw 2 cards from the deck", ("draw deck deck",)),
        ("draw deck", ("draw deck",)),
        ("take red, then green or deck", ("draw R G deck",)),
        ("take a locomotive", ("draw L",)),
        ("взять красную, потом вслепую; иначе взять из колоды дважды", ("draw R deck", "draw deck deck")),
        ("draw tickets", ("draw tickets",)),
        ("билеты", ("draw tickets",)),
        ("station Wien with red", ("station wien R",)),
        ("build a station in Wien", ("station wien",)),
        ("станция Вена за красную", ("station wien R",)),
        (
            "draw deck twice if nobody has claimed Paris - Brest and the row shows 2 red",
            ("draw deck deck if free brest--paris if row RR",),
        ),
        ("draw deck twice, only if I hold 3 black", ("draw deck deck if hold KKK",)),
        ("draw deck twice if I hold 1 red and 2 black", ("draw deck deck if hold KKR",)),
        ("взять из колоды дважды, если в ряду красная", ("draw deck deck if row R",)),
        ("взять из колоды дважды, если у меня 3 чёрных", ("draw deck deck if hold KKK",)),
        (
            "взять из колоды дважды, если никто не занял Париж - Брест",
            ("draw deck deck if free brest--paris",),
        ),
        ("draw deck twice else draw tickets", ("draw deck deck", "draw tickets")),
    ],
)
def test_a_plan_is_read_in_the_words_of_a_turn(text: str, lines: tuple[str, ...]) -> None:
    found = read(text)
    assert {tuple(sorted(line.split(" if "))) for line in found} == {
        tuple(sorted(line.split(" if "))) for line in lines
    }
    assert all(is_line(EUROPE, line) for line in found)


def test_both_sides_of_a_double_route_may_be_meant() -> None:
    view = replace(
        view_for(opened("europe", "europe", 4, 7)[0], 0), hand=counts("BBBBPPPPYYYYWWWWKKKKGGGGOOOORRRR")
    )
    plan = read_plan(view, "claim Paris - Zürich", NAMES, ENGLISH)
    assert len(plan.lines) >= 1
    pair = read_plan(view, "claim Edinburgh - London", NAMES, ENGLISH)
    assert len(pair.lines) == 2


def test_a_plan_for_two_cities_without_a_route_says_where_routes_go() -> None:
    with pytest.raises(CommandRefused) as caught:
        read_plan(view_for(START, 0), "claim paris - moskva", NAMES, ENGLISH)
    assert caught.value.key == "no-route-between"
    assert (caught.value.values["a"], caught.value.values["b"]) == ("Paris", "Moskva")


@pytest.mark.parametrize(
    ("text", "surcharge", "declines"),
    [
        ("draw deck twice", 0, False),
        ("draw deck twice; pay up to 2, else ask", 2, False),
        ("pay up to 3; draw deck twice", 3, False),
        ("draw deck twice, pay up to 1, else decline", 1, True),
        ("взять из колоды дважды; доплатить до 2, иначе спросить", 2, False),
        ("взять из колоды дважды; доплатить до 1, иначе отказаться", 1, True),
    ],
)
def test_the_standing_answer_to_a_tunnel_is_read(text: str, surcharge: int, declines: bool) -> None:
    plan = read_plan(view_for(START, 0), text, NAMES, ENGLISH)
    assert (plan.surcharge, plan.declines) == (surcharge, declines)
    assert plan.lines == ("draw deck deck",)


@pytest.mark.parametrize(
    ("text", "turns"),
    [
        ("repeat draw deck twice 5", 5),
        ("repeat draw deck twice for 3 turns", 3),
        ("repeat draw deck twice", 10),
        ("повторить взять из колоды дважды на 4 хода", 4),
        ("draw deck twice", 1),
    ],
)
def test_a_repeated_draw_is_read(text: str, turns: int) -> None:
    plan = read_plan(view_for(START, 0), text, NAMES, ENGLISH)
    assert (plan.lines, plan.turns) == (("draw deck deck",), turns)


@pytest.mark.parametrize("language", [ENGLISH, RUSSIAN], ids=["en", "ru"])
@pytest.mark.parametrize(
    "plan",
    [
        PlanMade(0, ("claim brest--paris", "station wien R", "draw tickets")),
        PlanMade(0, ("claim brest--paris KKL if free brest--dieppe if hold KKR if row R", "draw L")),
        PlanMade(0, ("claim edinburgh--london--1 O", "draw R", "station wien"), surcharge=2),
        PlanMade(0, ("draw R deck", "draw R G deck", "draw deck deck"), surcharge=1, declines=True),
        PlanMade(0, ("draw R deck", "draw deck deck"), turns=7),
        PlanMade(0, ("draw deck deck",), declines=True, turns=10),
    ],
    ids=str,
)
def test_a_plan_is_read_back_as_its_player_would_type_it(plan: PlanMade, language: Phrases) -> None:
    view = replace(view_for(START, 0), hand=counts("KKKKRRRRBBBBLLOOOO"))
    assert read_plan(view, typed_plan(EUROPE, plan, language), NAMES, language) == plan


WORDS = """claim draw take red deck else if ; , Paris - Brest 2 KKL
ask pay tickets nobody has claimed I hold row with"""


@given(words=st.lists(st.sampled_from(WORDS.split()), max_size=14))
def test_any_words_make_a_plan_or_are_refused(words: list[str]) -> None:
    try:
        plan = read_plan(view_for(START, 0), " ".join(words), NAMES, ENGLISH)
    except CommandRefused:
        return
    assert plan.lines
    assert all(is_line(EUROPE, line) for line in plan.lines)


@pytest.mark.parametrize("title", ["europe", "usa"])
def test_every_button_of_a_plan_fits_its_code(title: str) -> None:
    there = board(title)
    said = [f"plan if free {route.id}" for route in there.routes]
    said += [f"plan +{route.id} {'K' * route.length}" for route in there.routes]
    said += [f"plan ways {route.id}" for route in there.routes] + [f"plan @{city}" for city in there.city_ids]
    assert all(len(CallbackData("k3f9qpzabc", 0, line).code.encode()) <= LONGEST_CODE for line in said)
