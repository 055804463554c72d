"""What people tell the bot to do, once their words are understood."""

from dataclasses import dataclass

from bot.store import Ping
from engine.actions import Action, ClaimRoute


@dataclass(frozen=True, slots=True)
class NewGame:
    """Open a game in this chat: empty words take the defaults."""

    board: str = ""
    variant: str = ""
    bonus: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ChangeSetup:
    """Change what the open lobby will play; None leaves a thing as it is."""

    variant: str | None = None
    bonus: tuple[str, ...] | None = None
    starter: int | None = None
    """The seat that is to begin, 0 for the first; -1 for the lot."""


@dataclass(frozen=True, slots=True)
class Join:
    """Take a seat, in a colour of one's choice; in a running game, a seat that a computer holds."""

    color: str = ""


@dataclass(frozen=True, slots=True)
class Leave:
    """Give up one's seat; in a running game a computer takes it until its owner comes back."""


@dataclass(frozen=True, slots=True)
class AddComputer:
    """Fill a seat with a computer of a level."""

    level: str = ""


@dataclass(frozen=True, slots=True)
class RemoveComputer:
    """Take the computer that came last out of the lobby."""


@dataclass(frozen=True, slots=True)
class Start:
    """Begin."""


@dataclass(frozen=True, slots=True)
class Abort:
    """End the game without a result; asks once more unless `confirmed`."""

    confirmed: bool = False


@dataclass(frozen=True, slots=True)
class Restore:
    """Bring an aborted game back, within a day: `game`, or the last that was opened in this chat."""

    game: str = ""


@dataclass(frozen=True, slots=True)
class Skip:
    """Let a computer end the turn of a seat (None: the one waited for)."""

    seat: int | None = None


@dataclass(frozen=True, slots=True)
class Replace:
    """Let a computer take a seat (None: the one waited for) until its owner comes back."""

    seat: int | None = None


@dataclass(frozen=True, slots=True)
class Play:
    """Choose an action in the game. `revision` is a button's; None where the action was typed."""

    action: Action
    revision: int | None = None


@dataclass(frozen=True, slots=True)
class Mark:
    """Mark tickets of the offer, without deciding yet."""

    tickets: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Ways:
    """See the ways to pay for a route (or, as `kind` says, a station) before choosing one."""

    kind: str
    place: str


@dataclass(frozen=True, slots=True)
class Preview:
    """See what a claim would come to before it is made. `revision` is as in Play."""

    action: ClaimRoute
    revision: int | None = None


@dataclass(frozen=True, slots=True)
class Explain:
    """Read the rules, or what they say about a topic (see bot.text.rule_topics)."""

    topic: str = ""


@dataclass(frozen=True, slots=True)
class Show:
    """See something: see bot.service.queries for what there is. `places` are the routes or cities it is about."""

    what: str
    places: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class AskWhy:
    """Ask the computers, after the game, why they moved as they did in a round (None: the last)."""

    round: int | None = None


@dataclass(frozen=True, slots=True)
class SetLanguage:
    """Speak a language to me, or, with `chat`, in public here."""

    language: str
    chat: bool = False


@dataclass(frozen=True, slots=True)
class ChangeSettings:
    """Set what the bot does for me; None leaves a thing as it is. All of it is shown afterwards."""

    language: str | None = None
    ping: Ping | None = None
    confirm: bool | None = None


@dataclass(frozen=True, slots=True)
class Share:
    """Learn how another chat comes to show the game too."""


@dataclass(frozen=True, slots=True)
class Follow:
    """Show a game in this chat that another chat has invited to (see bot.service.followers.invitation)."""

    code: str


@dataclass(frozen=True, slots=True)
class Unfollow:
    """Show the game that this chat follows no more."""


@dataclass(frozen=True, slots=True)
class Link:
    """Be one human with another account: the one that gave `code` away; empty, to be given one.

    Until one is `sure`, that is only asked about.
    """

    code: str = ""
    sure: bool = False


@dataclass(frozen=True, slots=True)
class Unlink:
    """Be nobody but this account any more."""


@dataclass(frozen=True, slots=True)
class Check:
    """See whether the bot may do here all that it needs."""


@dataclass(frozen=True, slots=True)
class WriteAgain:
    """Let the bot try whether its private messages arrive now."""


Command = (
    NewGame
    | ChangeSetup
    | Join
    | Leave
    | AddComputer
    | RemoveComputer
    | Start
    | Abort
    | Restore
    | Skip
    | Replace
    | Play
    | Mark
    | Ways
    | Preview
    | Explain
    | Show
    | AskWhy
    | SetLanguage
    | ChangeSettings
    | Share
    | Follow
    | Unfollow
    | Link
    | Unlink
    | Check
    | WriteAgain
)
