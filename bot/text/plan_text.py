"""A plan in words: its lines, and why a line was not played."""

from collections.abc import Sequence

from bot.matches.plans import conditions, head, judged, lost_route, on_turn
from bot.matches.roster_events import PlanMade
from bot.text.i18n import Phrases
from bot.text.labels import cards, city, either, payment_label, route_name, shown_cards
from bot.text.refusal_text import refusal
from engine.actions import Action, BuildStation, ClaimRoute
from engine.board import Board
from engine.cards import LOCOMOTIVE
from engine.refusals import IllegalAction
from engine.view import View


def plan_text(board: Board, plan: PlanMade, phrases: Phrases) -> str:
    """A plan in words: its lines by number, and what holds for all of it."""
    say = phrases.say
    lines = [say("plan-title", turns=plan.turns, when="later" if plan.waits else "next")]
    lines += [f"{number}. {line_text(board, line, phrases)}" for number, line in enumerate(plan.lines, 1)]
    if plan.watched:
        lines.append(say("plan-watches"))
    actions = map(head, plan.lines)
    has_tunnel = any(kind == "claim" and board.route[place].tunnel for kind, place, *_ in actions)
    if plan.surcharge or plan.declines or has_tunnel:
        lines.append(say("plan-surcharge", most=plan.surcharge, above="decline" if plan.declines else "ask"))
    if plan.draft:
        lines.append(say("plan-draft"))
    return "\n".join(lines)


def line_text(board: Board, line: str, phrases: Phrases) -> str:
    """A line of a plan in words, with its conditions."""
    ifs = (condition_text(board, condition, phrases) for condition in conditions(line))
    return ", ".join((_action(board, line, phrases), *ifs))


def _action(board: Board, line: str, phrases: Phrases) -> str:
    kind, what, *more = head(line)
    match kind:
        case "claim":
            name = route_name(board, what, phrases.language, numbered=True)
            return phrases.say("plan-claim", route=name, cards=_paid("".join(more), phrases))
        case "station":
            name = city(board, what, phrases.language)
            return phrases.say("plan-station", city=name, cards=_paid("".join(more), phrases))
        case _ if what == "tickets":
            return phrases.say("plan-tickets")
        case _ if [what, *more] == ["deck", "deck"]:
            return phrases.say("plan-draw", first=phrases.say("plan-deck-twice"), second="", ends="one")
        case _:
            second = either([_card(letter, phrases) for letter in more], phrases)
            ends = "one" if what == LOCOMOTIVE else "two" if more else "ask"
            return phrases.say("plan-draw", first=_card(what, phrases), second=second, ends=ends)


def _paid(letters: str, phrases: Phrases) -> str:
    """What pays: `none` stands for the cheapest way."""
    if len(letters) == 1:
        return phrases.say(f"several-{letters}")
    return payment_label(letters, phrases) if letters else "none"


def _card(letter: str, phrases: Phrases) -> str:
    return phrases.say("plan-take-deck") if letter == "deck" else cards(letter, phrases)


def typed_plan(board: Board, plan: PlanMade, phrases: Phrases) -> str:
    """A plan as its player would type it: `read_plan` reads it back."""
    say, above = phrases.say, "decline" if plan.declines else "ask"
    parts = [typed_line(board, line, phrases) for line in plan.lines]
    parts += [say("typed-watch")] if plan.watched else []
    parts += [say("typed-pay", most=plan.surcharge, above=above)] if plan.surcharge or plan.declines else []
    text = "; ".join(parts)
    return say("typed-repeat", lines=text, turns=plan.turns) if plan.turns > 1 else text


def typed_line(board: Board, line: str, phrases: Phrases) -> str:
    """A line of a plan as its player would type it."""
    kind, what, *more = head(line)
    match kind:
        case "claim":
            name = route_name(board, what, phrases.language, numbered=True)
            text = phrases.say("typed-claim", route=name)
        case "station":
            text = phrases.say("typed-station", city=city(board, what, phrases.language))
        case _ if what == "tickets":
            text = phrases.say("typed-tickets")
        case _:
            first, *rest = (
                phrases.say("typed-deck" if card == "deck" else f"card-{card}") for card in (what, *more)
            )
            key = "typed-draw-two" if rest else "typed-draw"
            text = phrases.say(key, first=first, second=either(rest, phrases))
    if kind != "draw" and more:
        text = phrases.say("typed-with", line=text, cards="".join(more))
    for condition in conditions(line):
        kind, what = condition.split()
        if kind == "free":
            name = route_name(board, what, phrases.language, numbered=True)
            text += f" {phrases.say('typed-if-free', route=name)}"
        else:
            text += f" {phrases.say(f'typed-if-{kind}', cards=what)}"
    return text


def condition_text(board: Board, condition: str, phrases: Phrases) -> str:
    """A condition in words."""
    kind, what = condition.split()
    if kind == "free":
        name = route_name(board, what, phrases.language, numbered=True)
        return phrases.say("plan-if-free", route=name)
    return phrases.say(f"plan-if-{kind}", cards=shown_cards(what, phrases))


def why_not_played(view: View, plan: PlanMade, names: Sequence[str], phrases: Phrases) -> str:
    """Why a plan did not play the turn of its seat that has begun."""
    if plan.draft:
        return phrases.say("plan-was-draft")
    if route := lost_route(view, plan):
        name = route_name(view.table.board, route, phrases.language)
        return phrases.say("plan-route-lost", route=name)
    lines = [
        f"{number}. {line_text(view.table.board, line, phrases)}: {_why(view, line, names, phrases)}"
        for number, line in enumerate(plan.lines, 1)
    ]
    return "\n".join([phrases.say("plan-not-played"), *lines])


def _why(view: View, line: str, names: Sequence[str], phrases: Phrases) -> str:
    match judged(view, line):
        case IllegalAction() as error:
            return line_refusal(error, view, line, names, phrases)
        case str(condition):
            kind, what = condition.split()
            if kind != "free":
                return phrases.say(f"plan-unmet-{kind}", cards=shown_cards(what, phrases))
            route = route_name(view.table.board, what, phrases.language, numbered=True)
            return phrases.say("plan-unmet-free", name=names[view.table.owner(what) or 0], route=route)
        case action:
            assert isinstance(action, Action)
            return phrases.say("plan-could-be-played")


def line_refusal(error: IllegalAction, view: View, line: str, names: Sequence[str], phrases: Phrases) -> str:
    """The rule that forbids a line, and what would be legal."""
    kind, place, *_ = head(line)
    builds: dict[str, Action] = {"claim": ClaimRoute(place, ""), "station": BuildStation(place, "")}
    return refusal(error, on_turn(view).table, names, phrases, builds.get(kind), view.hand)
