"""The audit log in words: what admins and hosts did."""

from contextlib import suppress

from bot.matches.clock_events import ClockSet
from bot.matches.clocks import CLOCKS
from bot.matches.match import Step
from bot.matches.roster import Status
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
from bot.text.roster_text import LONGEST_REASON


def change_text(what: str, value: str, phrases: Phrases) -> str:
    """A change of a chat, by the words that were noted (see bot.commands.audit.note_change)."""
    word = clock_label(CLOCKS[value], phrases) if what == "clock" and value in CLOCKS else value
    for key in (f"audit-{what}", f"chat-set-{what}"):
        with suppress(LookupError):
            return phrases.say(key, value=value, word=word)
    return phrases.say("audit-other", word=f"{what} {value}")  # an earlier or a later version noted it


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
        case GameRolledBack(turn=turn, reason=why, again=again):
            target, reason = "back" if again else "turn", harmless(why, LONGEST_REASON)
            return phrases.say("audit-rolled-back", target=target, turn=turn, reason=reason)
        case SeatSkipped(seat=seat) | ComputerTookOver(seat=seat):
            holder = roster.holders[seat]
            if step.event.cause != BY_PLAYER or step.event.by == holder.person:
                return ""
            key = "audit-skipped" if isinstance(step.event, SeatSkipped) else "audit-replaced"
            return phrases.say(key, name=holder.name)
        case _:
            return ""
