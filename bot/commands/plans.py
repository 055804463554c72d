"""Plans: what a player wants to be played when their turn comes.

A plan is typed as a whole, or built with buttons. A button sends `/plan` with one of the texts below. The
plan is then a draft until its player presses "Done".

+ROUTE CARDS, @CITY CARDS, =CARD CARD   another line (claim, station, draw); see bot.matches.plans
if CONDITION                            a condition of the last line
watch, pay NUMBER, undo, done           for all of the plan
"""

from dataclasses import replace

from msgspec import structs

from bot.commands.arguments import PlanArg
from bot.commands.registry import command
from bot.matches.match import Match
from bot.matches.outcomes import CommandRefused, Outcome
from bot.matches.planned_turns import own_plan
from bot.matches.plans import IF, has_turn_to_plan, is_line
from bot.matches.roster import Status
from bot.matches.roster_events import PlanMade
from bot.model.command import PRIVATE, PRIVATE_CHAT, TURN
from bot.model.message import Message
from bot.requests.request import Request
from bot.shown import plan_menus
from bot.shown.panels import own_panel
from bot.text.plan_parser import check_planned, checked_plan, read_plan, watched_routes
from engine.view import View, view_for

MOST_CHANGES = 60
"""How often a player may change their plan while one turn of the game lasts."""

_DELETE = frozenset({"delete", "none", "off", "удалить", "нет"})
_KINDS = {"+": "claim", "@": "station", "=": "draw"}


@command("plan", TURN, who="player", menus=PRIVATE_CHAT, answer=PRIVATE, changes=True, secret=True)
async def plan(request: Request, plan: PlanArg = "") -> Message:
    """Show, make, change or delete the plan of a player, or offer what a plan can be made of."""
    _, present = _planned(request, request.shown_match)
    if menu := plan_menus.menu(request, present, plan):
        return menu
    match, outcome = await request.update(lambda match: _outcome(plan, request, match))
    now = own_plan(match, present.seat)
    if now and now.draft:
        return plan_menus.draft(replace(request, match=match), now)
    lead = request.phrases.say(outcome.key)
    return await own_panel(request, match, present.seat, lead, with_map=False)


def _planned(request: Request, match: Match) -> tuple[View, PlanMade]:
    """What the person sees of a match, and their plan; an empty draft where they have none.

    Raises CommandRefused where nobody can plan, or they cannot.
    """
    if match.game is None or match.roster.status is Status.LOBBY:
        raise CommandRefused("not-started")
    if match.roster.status is not Status.RUNNING:
        raise CommandRefused("game-is-over")
    seat = match.roster.seat_of(str(request.player))
    if seat is None:
        raise CommandRefused("not-at-table")
    if match.roster.holders[seat].level:
        raise CommandRefused("already-away")
    view = view_for(match.game, seat)
    if not has_turn_to_plan(view):
        raise CommandRefused("plan-no-turn")
    return view, own_plan(match, seat) or PlanMade(seat, draft=True)


def _outcome(text: str, request: Request, match: Match) -> Outcome:
    """The outcome of a text after `/plan` in a match as it is now.

    A plan that is made in the player's own turn is for the turn after it.
    """
    view, plan = _planned(request, match)
    changed = _changed(text, request, view, plan)
    own_turn = view.table.seat == view.seat
    changed = structs.replace(changed, waits=own_turn and bool(changed.lines), playing="")
    key = "plan-saved" if changed.lines else "plan-deleted"
    if changed.lines and match.replanned and match.replanned[plan.seat] >= MOST_CHANGES:
        raise CommandRefused("planned-enough", most=MOST_CHANGES)
    return Outcome((changed,), key) if changed.lines or plan.lines else Outcome((), "plan-none")


def _changed(text: str, request: Request, view: View, plan: PlanMade) -> PlanMade:
    """A plan after a button or a typed text."""
    word, _, rest = text.partition(" ")
    match word.lower():
        case delete if delete in _DELETE and not rest:
            return PlanMade(plan.seat)
        case "undo" if not rest:
            return structs.replace(plan, lines=plan.lines[:-1], draft=True)
        case "done" if not rest:
            return structs.replace(checked_plan(plan), draft=False)
        case "watch" if not rest:
            watched = () if plan.watched else watched_routes(view)
            return structs.replace(checked_plan(plan), watched=watched, draft=True)
        case "pay" if rest.isdecimal() and len(rest) == 1:
            return structs.replace(checked_plan(plan), surcharge=int(rest), draft=True)
        case "if":
            line = _checked_line(f"{checked_plan(plan).lines[-1]}{IF}{rest}", request, view)
            return structs.replace(plan, lines=(*plan.lines[:-1], line), draft=True)
        case another if another[:1] in _KINDS and word:
            line = _checked_line(f"{_KINDS[word[0]]} {word[1:]} {rest}".strip(), request, view)
            return checked_plan(
                structs.replace(plan, lines=tuple(dict.fromkeys((*plan.lines, line))), draft=True)
            )
        case _:
            return read_plan(view, text, request.shown_match.roster.names, request.phrases)


def _checked_line(line: str, request: Request, view: View) -> str:
    if not is_line(view.table.board, line):
        raise CommandRefused("plan-unclear", words=line)
    check_planned(view, line, request.shown_match.roster.names, request.phrases)
    return line
