"""The audit log: what admins and hosts did, which everybody at the table can read."""

from contextlib import suppress
from datetime import datetime

from bot.commands.arguments import NumberArg
from bot.commands.games import last_game
from bot.commands.registry import command
from bot.matches import roster_events as happened
from bot.matches.clocks import CLOCKS
from bot.matches.match import Match, Step
from bot.matches.roster import Status
from bot.matches.roster_events import BY_PLAYER
from bot.model.callbacks import NO_GAME
from bot.model.command import LOOK, WITH_GAME, MenuPlace
from bot.model.identity import ANONYMOUS_ADMIN, Chat, Person
from bot.model.message import Message, moment
from bot.requests.request import Request
from bot.shown.menus import page_buttons
from bot.text.i18n import Phrases, harmless
from bot.text.labels import board_title, platform_name
from bot.text.roster_text import LONGEST_REASON, clock_label

_PER_PAGE = 15

AuditEntry = tuple[datetime, str, str]
"""What somebody did: the time, their name (safe to put into a sentence), and a sentence about it."""


async def note_change(request: Request, what: str, value: str = "", chat: Chat | None = None) -> None:
    """Note that this person has changed something about a chat: about `chat`, or else the one they write in.

    The phrase `audit-WHAT` tells it, or the sentence `chat-set-WHAT` of a setting. `value` is a word such as
    `ru` or `24h`: the phrase gets it as `$value` to choose by, and as `$word` to show, where it is made
    harmless. What is done to a game is noted in the log of that game: no call is needed for it.
    """
    await request.store.chats.note(chat or request.chat, request.clock.now(), request.player, what, value)


@command("audit", LOOK, page=MenuPlace(WITH_GAME, "look-back", "chat"))
async def audit(request: Request, page: NumberArg = None) -> Message:
    """Show a page of the audit log of the chat and of its game, the latest entries first.

    Where the chat shows no game, it is about the last one that was opened there.
    """
    match, phrases = request.match or await last_game(request), request.phrases
    entries = sorted(await _entries(match, request), key=lambda entry: entry[0])[::-1]
    pages = max(1, -(-len(entries) // _PER_PAGE))
    page = max(1, min(page or 1, pages))
    shown = entries[(page - 1) * _PER_PAGE : page * _PER_PAGE]
    lines = [phrases.say("audit-title" if entries else "audit-empty", page=page, pages=pages)]
    lines += [phrases.say("audit-line", at=moment(at), name=name, what=what) for at, name, what in shown]
    near = {"earlier": page + 1, "later": page - 1}
    buttons = page_buttons(match.id if match else NO_GAME, "audit", near, pages, phrases)
    return Message("\n".join(lines), buttons=buttons)


async def _entries(match: Match | None, request: Request) -> list[AuditEntry]:
    """What was done to the game, to its home and to this chat."""
    entries: list[AuditEntry] = []
    home = await request.store.chats.home_of(match.id) if match else None
    for chat in dict.fromkeys(chat for chat in (home, request.chat) if chat):
        for at, actor, what, value in await request.store.chats.changes(chat, request.clock.now()):
            entries.append((at, await _who(actor, request), change_text(what, value, request.phrases)))
    steps = await request.repository.steps(match.id, 0) if match else ()
    texts = [(step, _step_text(step, request.phrases)) for step in steps if step.actor]
    entries += [(step.at, await _who(step.actor, request, step), text) for step, text in texts if text]
    return entries


async def _who(actor: str, request: Request, step: Step | None = None) -> str:
    """What somebody is called: as a player by that name, else by their own."""
    seat = step.after.roster.seat_of(actor) if step else None
    if step and seat is not None:
        return step.after.roster.names[seat]
    person = Person.parse(actor)
    name = "" if person == ANONYMOUS_ADMIN else await request.directory.name(person)
    return name or request.phrases.say("an-admin-first")


def change_text(what: str, value: str, phrases: Phrases) -> str:
    """A change of a chat, by the words that were noted (see note_change)."""
    word = clock_label(CLOCKS[value], phrases) if what == "clock" and value in CLOCKS else value
    for key in (f"audit-{what}", f"chat-set-{what}"):
        with suppress(LookupError):
            return phrases.say(key, value=value, word=word)
    return phrases.say("audit-other", word=f"{what} {value}")  # an earlier or a later version noted it


def _step_text(step: Step, phrases: Phrases) -> str:
    """What an admin or a host did to a game with a step; "" where it is something else."""
    roster = step.before.roster if step.before else step.after.roster
    match step.event:
        case happened.GameOpened():
            return phrases.say("audit-opened", title=board_title(step.after.board.title, phrases))
        case happened.SetupChanged(variant=variant):
            title = step.after.board.variants[variant].title
            return phrases.say("audit-options", variant=board_title(title, phrases))
        case happened.ClockSet(clock) if roster.status is Status.LOBBY:
            return phrases.say("audit-game-clock", clock=clock_label(clock, phrases))
        case happened.StartRequested():
            return phrases.say("audit-started")
        case happened.GameAborted():
            return phrases.say("audit-aborted")
        case happened.GameRestored():
            return phrases.say("audit-restored")
        case happened.ChatFollowed(platform=platform):
            return phrases.say("audit-followed", platform=platform_name(platform, phrases))
        case happened.GameRolledBack(turn=turn, reason=why, again=again):
            target, reason = "back" if again else "turn", harmless(why, LONGEST_REASON)
            return phrases.say("audit-rolled-back", target=target, turn=turn, reason=reason)
        case happened.SeatSkipped(seat=seat) | happened.ComputerTookOver(seat=seat):
            holder = roster.holders[seat]
            if step.event.cause != BY_PLAYER or step.event.by == holder.person:
                return ""
            key = "audit-skipped" if isinstance(step.event, happened.SeatSkipped) else "audit-replaced"
            return phrases.say(key, name=holder.name)
        case _:
            return ""
