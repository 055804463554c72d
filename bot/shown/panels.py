"""Private panels: hand, tickets, what can be done now, and the buttons for it."""

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass, replace

from bot.matches.match import Match, Step
from bot.matches.plans import has_to_act, has_turn_to_plan, own_plan, plan_asks, plan_plays
from bot.matches.repository import MatchRepository
from bot.matches.roster import SeatHolder, Status
from bot.matches.roster_events import PlanMade
from bot.matches.turns import built_in, standing_steps, steps_since_turn
from bot.matches.undo import can_undo_alone
from bot.model.callbacks import TWO_CARDS, CallbackData
from bot.model.identity import Person
from bot.model.message import Button, Mention, Message, Pick, Rows, Style, in_rows, spelled
from bot.requests.request import Request
from bot.shown.picture_service import PictureService
from bot.shown.pictures import (
    board_pictures,
    hand_picture,
    my_tickets_picture,
    tickets_picture,
    tunnel_picture,
)
from bot.store import Store
from bot.text import labels
from bot.text.alt_text import built
from bot.text.history import since_turn
from bot.text.i18n import Phrases
from bot.text.place_choices import best_claims
from bot.text.plan_text import plan_text, why_not_played
from bot.text.prompts import first_hint, is_near_end, limits, outlook_text, prompt
from bot.text.roster_text import until_text
from engine.actions import (
    Action,
    BuildStation,
    ClaimRoute,
    DeclineTunnel,
    DrawDeck,
    DrawFaceUp,
    DrawTickets,
    PaySurcharge,
)
from engine.game import ChooseTickets, DrawSecondCard, SettleTunnel, TakeTurn
from engine.options import options
from engine.view import View, view_for
from render.draw.theme import SIGNS

HINTED_TURNS = 3
"""Turns of their first game in which a person gets hints."""


@dataclass(frozen=True, slots=True)
class PanelParts:
    """What a panel shows besides what the seat has and may do."""

    lead: str = ""
    """Its first text."""
    heading: str = ""
    """Which game it is about, for somebody who plays several."""
    news: str = ""
    """What happened since the last turn of the seat."""
    with_map: bool = True
    """Whether the tickets kept are on a map. They may be left out where nothing was built."""


async def private_panel(
    pictures: PictureService, match: Match, seat: int, phrases: Phrases, parts: PanelParts
) -> Message:
    """A seat's panel. It shows the tunnel to be settled, all tickets on a map, the cards of those to choose
    from, and the hand.
    """
    lead, heading = parts.lead, parts.heading
    if match.game is None:
        has_host = any(holder.person in match.roster.hosts for holder in match.roster.holders)
        title = labels.board_title(match.board.title, phrases)
        waits = phrases.say("lobby-seated", board=title) if has_host else phrases.say("lobby-wait")
        return Message(_lines(heading, lead or waits))
    view, holder = view_for(match.game, seat), match.roster.holders[seat]
    playing = match.roster.status is Status.RUNNING and not holder.level
    task = _lines(_prompt(match, view, holder, phrases), until_text(match, (seat,), phrases))
    plan = own_plan(match, seat) if playing else None
    planned = _plan(match, view, plan, phrases) if plan else ""
    owed = spelled(task) if isinstance(view.decision, SettleTunnel) else ""
    offered, kept = await pictures.ticket_status(view, view.offer), await pictures.ticket_status(view)
    hand = labels.hand(view, kept, phrases)
    near_end = playing and is_near_end(view.table)  # then what can still be completed
    outlook = await asyncio.to_thread(outlook_text, view, phrases) if near_end else ""
    on_map = (*offered, *kept) if parts.with_map or view.offer else ()
    return Message(
        "\n\n".join(filter(None, (lead, _lines(heading, task), parts.news, planned, hand, outlook))),
        pictures.of(
            tunnel_picture(match, view, phrases),
            my_tickets_picture(match, view, on_map, phrases),
            tickets_picture(match, view, offered, phrases),
            hand_picture(view, phrases),
        ),
        buttons=_buttons(match, view, plan, phrases),
        mentions=(Mention(Person.parse(holder.person), holder.name),) if has_to_act(match, seat) else (),
        pick=ticket_pick(match, view, phrases) if playing else None,
        brief=_lines(lead, owed, labels.brief(view, phrases)),
        as_of=(match.roster.setbacks, match.seq),
        panel_of=match.id,
        lead=lead,
        beyond="\n\n".join(filter(None, (task if holder.level else "", planned, outlook))),
        color=holder.color,
    )


async def own_panel(
    request: Request,
    match: Match,
    seat: int,
    lead: str = "",
    *,
    with_map: bool = True,
    with_news: bool = False,
) -> Message:
    """The own panel of the person who asks; `with_news`, it tells what happened since their last turn."""
    news = await news_of(request.repository, match, seat, request.phrases) if with_news else ""
    parts = PanelParts(lead, request.heading, news, with_map)
    panel = await private_panel(request.pictures, match, seat, request.phrases, parts)
    return await with_hint(panel, request.store, request.player, match, seat, request.phrases)


async def with_hint(
    panel: Message, store: Store, person: Person, match: Match, seat: int, phrases: Phrases
) -> Message:
    """A person's panel with a hint, where there is one: in the first turns of their first game, unless they
    have switched hints off.
    """
    if match.game is None or match.roster.status is not Status.RUNNING or match.roster.holders[seat].level:
        return panel
    if match.game.table.turn > HINTED_TURNS * match.game.table.players:
        return panel
    profile = await store.people.profile(person)
    if (profile and not profile.hints) or await store.people.has_played(person):
        return panel
    hint = await asyncio.to_thread(first_hint, view_for(match.game, seat), phrases)
    if not hint:
        return panel
    beyond = "\n\n".join(filter(None, (panel.beyond, hint)))
    return replace(panel, text=f"{panel.text}\n\n{hint}", beyond=beyond)


def with_board(panel: Message, pictures: PictureService, match: Match, phrases: Phrases) -> Message:
    """A panel that shows the board first."""
    board = pictures.of(*board_pictures(match, phrases)[-1:])
    return replace(panel, pictures=(*board, *panel.pictures))


def _lines(*parts: str) -> str:
    """The parts that are not empty, a line each."""
    return "\n".join(filter(None, parts))


def _buttons(match: Match, view: View, plan: PlanMade | None, phrases: Phrases) -> Rows:
    """The buttons of a seat: those of its decision, its plan, or the way back to it."""
    if match.roster.status is not Status.RUNNING or view.seat is None:
        return _learning(match, view, phrases)
    if match.roster.holders[view.seat].level:
        return come_back(match, phrases)
    plans = not view.decision and has_turn_to_plan(view)
    rows = decision_buttons(match, view, phrases) or (_plan_buttons(match, plan, phrases) if plans else ())
    if can_undo_alone(match, view.seat):
        _, to = match.undoable[-1]
        undo = Button(phrases.say("button-undo"), CallbackData(match.id, 0, f"undo {to}").code)
        rows = (*rows, (undo,))
    return (*rows, *_learning(match, view, phrases))


def _plan_buttons(match: Match, plan: PlanMade | None, phrases: Phrases) -> Rows:
    """The buttons of a player who waits for others."""

    def button(key: str, line: str, style: Style = "plain") -> Button:
        return Button(phrases.say(key), CallbackData(match.id, 0, line).code, style)

    if plan is None:
        return ((button("button-plan", "plan add", "main"),),)
    done = (button("button-plan-done", "plan done", "main"),) if plan.draft else ()
    return ((*done, button("button-plan-change", "plan"), button("button-plan-delete", "plan delete")),)


def _learning(match: Match, view: View, phrases: Phrases) -> Rows:
    """The buttons that help to learn: advice in practice, and a review after the end."""
    words = []
    if match.roster.status is Status.OVER and not match.roster.holders[view.seat or 0].level:
        words.append("review")
    if match.roster.status is Status.RUNNING and match.roster.is_practice and view.decision:
        words.append("hint")
    row = [Button(phrases.say(f"button-{word}"), CallbackData(match.id, 0, word).code) for word in words]
    return (tuple(row),) if row else ()


def _plan(match: Match, view: View, plan: PlanMade, phrases: Phrases) -> str:
    """The plan of a player. In the turn that it was made for, it adds why the plan did not play it."""
    begun = isinstance(view.decision, TakeTurn) and not plan.waits
    if plan.playing or (begun and plan_plays(match, plan.seat)):
        return phrases.say("plan-asks" if plan_asks(match, plan.seat) else "plan-plays")
    if begun:
        return why_not_played(view, plan, match.roster.names, phrases)
    return plan_text(match.board, plan, phrases)


def _prompt(match: Match, view: View, holder: SeatHolder, phrases: Phrases) -> str:
    """What a seat can do now, or why it can do nothing."""
    if match.roster.status is Status.ABORTED:
        return phrases.say("panel-aborted")
    if holder.level and match.roster.status is Status.RUNNING:
        return phrases.say("conceded" if holder.conceded else "left-running" if holder.given_up else "away")
    return prompt(view, match.roster.names, phrases)


def lost_seat(match: Match, seat: int, person: Person, phrases: Phrases) -> Message:
    """What a person is told in place of their panel, once another person plays their seat."""
    holder, notified = match.roster.holders[seat], (Mention(person, ""),)
    if holder.owner != str(person):
        return Message(phrases.say("seat-lost", name=holder.name), mentions=notified)
    text = phrases.say("seat-lost-for-now", name=holder.name)
    return Message(text, buttons=come_back(match, phrases), mentions=notified)


def come_back(match: Match, phrases: Phrases) -> Rows:
    """The button with which a player comes back."""
    return ((Button(phrases.say("button-come-back"), CallbackData(match.id, 0, "join").code, "main"),),)


_MENUS: Mapping[str, type[Action]] = {"claim": ClaimRoute, "ticket": DrawTickets, "station": BuildStation}
"""The commands that open a menu of actions, each with its kind of action."""


def decision_buttons(match: Match, view: View, phrases: Phrases) -> Rows:
    """The buttons that answer a seat's decision; tickets are picked from a list instead."""
    decision = view.decision
    open_now = options(view)
    match decision:
        case None | ChooseTickets():
            return ()
        case TakeTurn(revision):
            face_up = [action_button(match, revision, one, view, phrases) for one in open_now.of(DrawFaceUp)]
            deck = [action_button(match, revision, one, view, phrases) for one in open_now.of(DrawDeck)]
            if view.table.deck > 1:
                code = CallbackData(match.id, revision, TWO_CARDS).code
                deck.append(Button(phrases.say("button-two-cards"), code))
            claims = [
                Button(label, CallbackData.of(match.id, revision, claim).code)
                for claim, label in best_claims(view, phrases)
            ]
            menus = [
                Button(phrases.say(f"button-{word}"), CallbackData(match.id, revision, word).code, "main")
                for word, kind in _MENUS.items()
                if kind in open_now.kinds
            ]
            return tuple(tuple(row) for row in (face_up, deck, (*claims, *menus)) if row)
        case DrawSecondCard(revision) | SettleTunnel(revision):
            kinds = DrawFaceUp, DrawDeck, PaySurcharge, DeclineTunnel
            each = enumerate(action for kind in kinds for action in open_now.of(kind))
            return in_rows(
                [action_button(match, revision, one, view, phrases, first=not at) for at, one in each]
            )


def action_button(
    match: Match, revision: int, action: Action, view: View, phrases: Phrases, *, first: bool = False
) -> Button:
    """The button of one action."""
    main = first and isinstance(action, PaySurcharge)
    style: Style = "danger" if isinstance(action, DeclineTunnel) else "main" if main else "plain"
    short = f"{action.card} {SIGNS[action.card]}" if isinstance(action, DrawFaceUp) else ""
    label, code = labels.action(action, view.table, phrases), CallbackData.of(match.id, revision, action).code
    return Button(label, code, style, short)


def ticket_pick(match: Match, view: View, phrases: Phrases, marked: tuple[int, ...] = ()) -> Pick | None:
    """The tickets offered to a seat, to pick from; None where it has none to choose."""
    choice = view.decision
    if not isinstance(choice, ChooseTickets):
        return None
    revision = choice.revision
    return Pick(
        title=phrases.say("button-choose-tickets"),
        question=limits(choice, phrases),
        options=tuple(zip(view.offer, labels.offered_tickets(view, phrases), strict=True)),
        least=choice.keep,
        most=choice.keep_most,
        mark=CallbackData(match.id, revision, "mark").code,
        keep=CallbackData(match.id, revision, "keep").code,
        keep_label=phrases.say("button-keep", count=len(marked)),
        marked=tuple(number for number in view.offer if number in marked),
    )


# ---- what is new to a player

_AT_FIRST, _LATEST = 20, 80
"""How many steps back the last turn of a player is searched at first, and how many public ones at most.

The first ones are in memory, also in a game that was just read, and for a post that is a few actions late.
"""


async def steps_since(repository: MatchRepository, match: Match, seat: int) -> tuple[Step, ...]:
    """The public steps of a match since the last turn of a seat."""
    reach = _AT_FIRST
    while True:
        last = await repository.steps(match.id, max(0, match.seq - reach))
        standing = standing_steps([step for step in last if step.after.seq <= match.seq])
        steps = [step for step in standing if not isinstance(step.event, PlanMade)][-_LATEST:]
        since = steps_since_turn(steps, seat)
        is_cut = not since or since[0] is steps[0]
        if not is_cut or len(steps) >= _LATEST or reach >= match.seq:
            return since
        reach *= 2


async def news_of(repository: MatchRepository, match: Match, seat: int, phrases: Phrases) -> str:
    """What a player reads first when their turn begins: what was built since their last one; or nothing.

    Somebody who plays against computers alone may see no posts, and reads all that has happened.
    """
    decision = match.game.table.decisions[seat] if match.game else None
    if match.game is None or match.roster.status is not Status.RUNNING or not isinstance(decision, TakeTurn):
        return ""
    steps = await steps_since(repository, match, seat)
    if sum(bool(holder.person) for holder in match.roster.holders) == 1:
        text = since_turn(steps, phrases)
        return f"{since_title(match, seat, phrases)}\n{text}" if text else ""
    new = built_in(steps)
    return built(match.game.table, new, match.roster.names, phrases) if new else ""


def since_title(match: Match, seat: int, phrases: Phrases) -> str:
    """The title of what happened since a seat's last turn, or before its first one."""
    table = match.game.table if match.game else None
    is_first = table and (seat - (table.seat or 0)) % table.players + table.turn <= table.players
    return phrases.say("since-title", first="yes" if is_first else "no")
