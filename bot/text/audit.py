"""The audit log in words: what admins and hosts did."""

from collections.abc import Iterator, Sequence

from bot.matches.clock_events import ClockSet
from bot.matches.clocks import CLOCKS
from bot.matches.match import Step
from bot.matches.roster import Roster, Status
from bot.matches.roster_events import (
    BY_PLAYER,
    ChatFollowed,
    ComputerTookOver,
    GameAborted,
    GameOpened,
    GameRestored,
    GameRolledBack,
    SeatSkipped,
    SetupChanged,
    StartRequested,
)
from bot.text.clock_text import clock_label
from bot.text.i18n import Phrases, harmless
from bot.text.labels import board_title, platform_name
from engine.events import BY_ADMIN, MovesUndone

_LONGEST_REASON = 500
"""Letters of the reason for a rollback."""


def tell_rollback(event: GameRolledBack, before: Roster, phrases: Phrases) -> str:
    """Which admin set the game back, whether they play in it, to which moment, why, and what follows."""
    plays = any(event.by in (*holder.people, holder.owner) for holder in before.holders)
    role = "player" if plays else "admin" if event.name else "nobody"
    target, reason = "back" if event.again else "turn", harmless(event.reason, _LONGEST_REASON)
    sentence = phrases.say(
        "tell-rolled-back", role=role, target=target, name=event.name, turn=event.turn, reason=reason
    )
    with_computers = not all(holder.person for holder in before.holders)  # never rated
    return sentence if with_computers else f"{sentence}\n{phrases.say('rolled-back-unrated')}"


def tell_undone(event: MovesUndone, names: Sequence[str], phrases: Phrases) -> Iterator[str]:
    """That moves were undone; what an admin undid is told with GameRolledBack."""
    if event.cause != BY_ADMIN:
        yield phrases.say("tell-undone", name=names[event.seat], cause=event.cause)


def change_text(what: str, value: str, phrases: Phrases) -> str:
    """A change of a chat, by the words that were noted (see bot.commands.audit.note_change)."""
    word = clock_label(CLOCKS[value], phrases) if what == "clock" and value in CLOCKS else value
    try:
        return phrases.say(f"audit-{what}", value=value, word=word)
    except LookupError:  # an earlier or a later version noted it
        return phrases.say("audit-other", word=f"{what} {value}")


def step_text(step: Step, phrases: Phrases) -> str:
    """What an admin or a host did to a game with a step; "" where it is something else."""
    roster = step.before.roster if step.before else step.after.roster
    match step.event:
        case GameOpened():
            return phrases.say("audit-opened", title=board_title(step.after.board.title, phrases))
        case SetupChanged(variant=variant):
            title = step.after.board.variants[variant].title
            return phrases.say("audit-options", variant=board_title(title, phrases))
        case ClockSet(clock) if roster.status is Status.LOBBY:
            return phrases.say("audit-game-clock", clock=clock_label(clock, phrases))
        case StartRequested():
            return phrases.say("audit-started")
        case GameAborted():
            return phrases.say("audit-aborted")
        case GameRestored():
            return phrases.say("audit-restored")
        case ChatFollowed(platform=platform):
            return phrases.say("audit-followed", platform=platform_name(platform, phrases))
        case SeatSkipped() | ComputerTookOver() | GameRolledBack():
            return _admin_text(step.event, roster, phrases)
        case _:
            return ""


def _admin_text(
    event: SeatSkipped | ComputerTookOver | GameRolledBack, roster: Roster, phrases: Phrases
) -> str:
    if isinstance(event, GameRolledBack):
        target, reason = "back" if event.again else "turn", harmless(event.reason, _LONGEST_REASON)
        return phrases.say("audit-rolled-back", target=target, turn=event.turn, reason=reason)
    holder = roster.holders[event.seat]
    if event.cause != BY_PLAYER or event.by == holder.person:
        return ""
    key = "audit-skipped" if isinstance(event, SeatSkipped) else "audit-replaced"
    return phrases.say(key, name=holder.name)
