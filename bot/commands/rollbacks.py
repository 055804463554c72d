"""Rollback: an admin chooses a turn, sees the board as it would be, says why, and confirms.

What follows `/rollback`, typed or from a button:

    (nothing), page NUMBER   the turns to choose from
    TURN                     what would be undone, and the board as it would be
    TURN ?                   the question why: a form, where the platform has one
    TURN REASON              the question whether to do it
    yes DIGEST, no           the answer to that

TURN is the number of a turn, or `back`: the moment before the last rollback.
"""

import json
from collections.abc import Sequence
from dataclasses import replace
from hashlib import sha256

from bot.commands.arguments import WordsArg
from bot.commands.registry import command
from bot.matches import undo
from bot.matches.match import Match, Step
from bot.matches.outcomes import CommandRefused, Outcome
from bot.matches.roster_events import GameRolledBack
from bot.model.callbacks import CallbackData
from bot.model.command import PRIVATE, TABLE, MenuPlace
from bot.model.message import Button, Menu, Message, Picture, Style
from bot.requests.permissions import is_home_admin
from bot.requests.request import Request
from bot.shown.menus import page_buttons
from bot.shown.pictures import board_pictures
from bot.text.history import account
from bot.text.i18n import harmless
from bot.text.prompts import next_line
from bot.text.truncate import newest, shortened
from bot.text.typed_words import whole_number

MOST_ROLLBACKS = 3
"""How often a game may lately have been set back."""

LONGEST_REASON = 200
_PER_PAGE = 8
_LONGEST_TURN, _LONGEST_LOST = 160, 1200
"""Letters that tell of a turn in the list, and of all turns that would be undone."""

_BACK, _YES, _NO, _WHY = "back", "yes", "no", "?"


@command(
    "rollback",
    TABLE,
    who="admin",
    page=MenuPlace(("player", "over"), where="chat", at_times=True),
    answer=PRIVATE,
    changes=True,
)
async def roll_back(request: Request, turn: WordsArg = "") -> Message:
    """Set the game back, as an admin of its home, in the steps above."""
    match = request.shown_match
    if not await is_home_admin(request):
        raise CommandRefused("rollback-admin-only")
    undo.require_rollback(match)
    if turn != _NO:
        await request.require_few(
            match, MOST_ROLLBACKS, "rollback-enough", lambda step: isinstance(step.event, GameRolledBack)
        )
    steps = [step for step in await request.repository.steps(match.id, 0) if step.after.seq <= match.seq]
    word, _, rest = turn.partition(" ")
    if word in ("", "page"):
        return _turns(steps, whole_number(rest) or 1, request)
    if word == _NO:
        await request.store.chats.ask_rollback(match.id, None)
        return Message(request.phrases.say("rollback-not"))
    if word == _YES:
        return await _confirmed(rest, steps, request)
    earlier = _moment(word, steps, request)
    if not rest:
        return await _preview(word, earlier, steps, request)
    if rest != _WHY:
        return await _ask(word, rest, request)
    say = request.phrases.say
    form = _button(request, say("button-rollback-why"), word)
    turns = _button(request, say("button-rollback-turns"), "")
    return Message(say("rollback-why", line=f"/rollback {word}"), buttons=((turns,),), editing=form)


def _moment(word: str, steps: Sequence[Step], request: Request) -> Match:
    """The match at a moment that an admin has chosen. Raises CommandRefused."""
    if word == _BACK:
        earlier = undo.before_rollback(steps, request.clock.now())
    else:
        turns = {str(turn): moves[-1][-1].after for turn, moves in undo.ended_turns(steps)}
        earlier = turns.get(word)
    if earlier is None or not (undo.lost_moves(steps, earlier) or word == _BACK):
        raise CommandRefused("rollback-no-turn", word=word)
    return earlier


def _turns(steps: Sequence[Step], page: int, request: Request) -> Message:
    """The turns to choose from, the latest first."""
    say, ended = request.phrases.say, undo.ended_turns(steps)
    if ended and not undo.lost_moves(steps, ended[-1][1][-1][-1].after):
        ended = ended[:-1]  # nothing has happened since
    pages = max(1, -(-len(ended) // _PER_PAGE))
    page = max(1, min(page, pages))
    shown = ended[::-1][(page - 1) * _PER_PAGE : page * _PER_PAGE]
    lines = [say("rollback-turns" if shown else "rollback-no-turns")]
    for turn, moves in shown:
        account_text = shortened(" ".join(_told(moves, request).split()), _LONGEST_TURN)
        lines.append(f"{say('rollback-turn', turn=turn)}: {account_text}")
    choices = tuple(_button(request, say("rollback-turn", turn=turn), str(turn)) for turn, _ in shown)
    near = {"earlier": page + 1, "later": page - 1}
    buttons = page_buttons(request.shown_match.id, "rollback page", near, pages, request.phrases)
    if undo.before_rollback(steps, request.clock.now()):
        buttons = *buttons, (_button(request, say("button-rollback-back"), _BACK, "main"),)
    menus = (Menu(say("rollback-choose"), choices),) if choices else ()
    return Message("\n".join(lines), menus=menus, buttons=buttons)


def _told(moves: Sequence[undo.Move], request: Request) -> str:
    """What happened in some moves, as everybody saw it."""
    return account([step for move in moves for step in move], request.phrases)


async def _preview(word: str, earlier: Match, steps: Sequence[Step], request: Request) -> Message:
    """What would be undone, and the board as it would be, as everybody would see it."""
    match, say, table = request.shown_match, request.phrases.say, earlier.table
    assert table is not None
    account_text = _told(undo.lost_moves(steps, earlier), request)
    lines = [say("rollback-preview", target=_target(word), turn=undo.last_turn(earlier))]
    if account_text:
        lines += [say("rollback-undoes"), newest(account_text, _LONGEST_LOST, say("earlier-in-log"))]
    lines.append(say("rollback-then", line=next_line(table, match.roster.names, request.phrases)))
    why = _button(request, say("button-rollback-why"), f"{word} {_WHY}", "main")
    back = _button(request, say("button-rollback-turns"), "")
    text = "\n".join(filter(None, (*lines, say("rollback-everybody-reads"))))
    return Message(text, _picture(earlier, request), ((why, back),))


def _picture(earlier: Match, request: Request) -> tuple[Picture, ...]:
    """The whole board at an earlier moment, with the people who play now, and no times."""
    match = request.shown_match
    then = replace(match, game=earlier.game, roster=replace(match.roster, clock=None))
    sketches = board_pictures(then, request.phrases)[-1:]
    return request.pictures.of(*(replace(sketch, source=None) for sketch in sketches))


async def _ask(word: str, reason: str, request: Request) -> Message:
    """Ask whether to do it. A button has no room for the reason, so it is kept until the answer."""
    match, say = request.shown_match, request.phrases.say
    if len(reason) > LONGEST_REASON:
        raise CommandRefused("rollback-reason-long", most=LONGEST_REASON)
    digest = _digest(word, reason, request)
    await request.store.chats.ask_rollback(match.id, json.dumps([digest, word, reason]))
    shown, turn = harmless(reason, LONGEST_REASON), whole_number(word) or 0
    text = say("ask-rollback", target=_target(word), turn=turn, reason=shown)
    yes = _button(request, say("button-rollback"), f"{_YES} {digest}", "danger")
    return Message(text, buttons=((yes, _button(request, say("button-cancel"), _NO)),))


async def _confirmed(digest: str, steps: Sequence[Step], request: Request) -> Message:
    """Roll back, if nothing has happened since the question."""
    shown = request.shown_match
    kept = await request.store.chats.asked_rollback(shown.id)
    asked, word, reason = json.loads(kept) if kept else ("", "", "")
    if not kept or digest != asked or digest != _digest(word, reason, request):
        raise CommandRefused("rollback-went-on")
    earlier = _moment(word, steps, request)
    name = await request.directory.name(request.person)

    def decide(match: Match) -> Outcome:
        if match.game != shown.game or match.roster.status is not shown.roster.status:
            raise CommandRefused("rollback-went-on")
        decider = request.player, name, True
        events = undo.roll_back(match, earlier, steps, decider, reason, again=word == _BACK)
        return Outcome(events, "rollback-done")

    answer = await request.change(decide)
    await request.store.chats.ask_rollback(shown.id, None)
    back = _button(request, request.phrases.say("button-rollback-back"), _BACK)
    return replace(answer, buttons=((back,),))


def _digest(word: str, reason: str, request: Request) -> str:
    """What a confirmation must repeat: who was asked, about which moment, for what reason, and when."""
    seq = request.shown_match.game.seq if request.shown_match.game else 0
    return sha256(json.dumps([str(request.player), word, reason, seq]).encode()).hexdigest()[:8]


def _target(word: str) -> str:
    return _BACK if word == _BACK else "turn"


def _button(request: Request, label: str, words: str, style: Style = "plain") -> Button:
    line = f"rollback {words}".strip()
    return Button(label, CallbackData(request.shown_match.id, 0, line).code, style)
