"""Commands: the values that handlers take, and the one table of everything that people can ask for.

A new command is a value here (without arguments: of `BareCommand`), a row of `COMMANDS`, a handler in
`bot/service/handlers`, and its sentences. The values about setting up a game are in bot.model.game_commands,
those about clocks and votes in bot.model.table_commands. bot.model.command_spec explains the rows.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import Enum, auto

from bot.model.command_spec import Argument, ArgumentKind, CommandCall, Trait
from bot.model.command_spec import CommandSpec as Spec
from bot.model.game_commands import (
    Abort,
    ChangeChat,
    ChangeComputers,
    ChangeSetup,
    Join,
    Leave,
    NewGame,
    Practice,
    Restore,
    Start,
)
from bot.model.identity import NotifyOn, Ping
from bot.model.queries import VIEWS as VIEWS
from bot.model.queries import Query as Query
from bot.model.table_commands import PAUSE, RESUME, ROLLBACK, UNDO, AskTable, CastVote, GiveTime
from engine.actions import Action, BuildStation, ClaimRoute, DeclineTunnel, DrawTickets


@dataclass(frozen=True, slots=True)
class Play:
    """Play an action. `revision` comes from a button; None for a typed action."""

    action: Action
    revision: int | None = None
    is_tried: bool = False
    """Show what a claim costs and scores, and do not make it yet."""


@dataclass(frozen=True, slots=True)
class EditPlan:
    """Plan the next turn in words, or show, change or delete the plan: see bot.service.handlers.plans."""

    text: str = ""


@dataclass(frozen=True, slots=True)
class Show:
    """Look at something; `about` says at which routes, cities, topic of the rules, or round.

    About a hand, it is the offered tickets to mark in the panel, by number.
    """

    query: Query
    about: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ChangeSettings:
    """Change personal settings and show all of them. None keeps a setting."""

    language: str | None = None
    ping: Ping | None = None
    confirm: bool | None = None
    zone: str | None = None
    quiet_hours: str | None = None
    digest: bool | None = None
    notify_on: NotifyOn | None = None
    hints: bool | None = None
    is_brief: bool = False
    """Whether the answer is one sentence about the language, and does not show all settings."""


@dataclass(frozen=True, slots=True)
class Follow:
    """Show in this chat a game of another chat, by its invitation code."""

    code: str


@dataclass(frozen=True, slots=True)
class Link:
    """Link this account with the one that got `code`; without a code, get one.

    Asks for confirmation unless `sure`.
    """

    code: str = ""
    sure: bool = False


@dataclass(frozen=True, slots=True)
class SetWebhook:
    """Send the turns of this chat to a web address; `test` tries the one that is set, `off` stops it.

    Without an address, say whether there is one.
    """

    address: str = field(default="", repr=False)


@dataclass(frozen=True, slots=True)
class SetAway:
    """Stop the person's clocks in all their games until a moment, in their words; or start them again."""

    until: str = ""
    back: bool = False


@dataclass(frozen=True, slots=True)
class Snooze:
    """Remind the person of their turn `later` today, or `tomorrow`, and not before.

    `turn` comes from a button: the number of the turn that it was about.
    """

    when: str = ""
    turn: int | None = None


class BareCommand(Enum):
    """The commands without arguments."""

    REMATCH = auto()
    """Open a game for the same people once more, or join it."""
    NOTIFY = auto()
    """Tell this person once when the next game is opened in this chat, or no longer."""
    MY_DATA = auto()
    """Send everything that is stored about this person."""
    FORGET_ME = auto()
    """Say what deleting it would do, and ask for a confirmation."""
    FORGET_ME_NOW = auto()
    """Delete it."""
    NO_HINTS = auto()
    """Stop showing hints to this person in their first game."""
    UNFOLLOW = auto()
    """Stop showing the game that this chat follows."""
    UNLINK = auto()
    """Unlink this account from all others."""
    WRITE_AGAIN = auto()
    """Try again to send private messages to this person."""
    COUNT_RESULTS = auto()
    """Count the person's finished games in statistics and ratings."""
    HIDE_RESULTS = auto()
    """Count them no longer, and hide what was counted."""
    DELETE_RESULTS = auto()


# fmt: off
Command = (
    NewGame | Practice | ChangeSetup | Join | Leave | ChangeComputers | Start | Abort | Restore
    | AskTable | CastVote | GiveTime | Play | EditPlan | Show
    | ChangeSettings | ChangeChat | Follow | Link | SetWebhook | SetAway | Snooze | BareCommand
)
# fmt: on

TYPED, CHANGES, PRIVATE, CONFIRMS = Trait.TYPED, Trait.CHANGES, Trait.PRIVATE, Trait.CONFIRMS
GAME = Trait.TYPED | Trait.GAME_SLASH
SLASH = Trait.TYPED | Trait.SLASH
MENU = Trait.GROUP_MENU | Trait.DM_MENU
ACT = SLASH | MENU | Trait.PRIVATE
SEE = SLASH | MENU | Trait.DEEP_LINK
GROUP_MENU, DM_MENU = Trait.GROUP_MENU, Trait.DM_MENU
ADMIN, ANY_GAME, PERSONAL, FORM, PICTURE = (
    Trait.ADMIN, Trait.ANY_GAME, Trait.PERSONAL, Trait.FORM, Trait.PICTURE,
)  # fmt: skip
SECRET, DEEP_LINK, MAIN, BY_NAME = Trait.SECRET, Trait.DEEP_LINK, Trait.MAIN, Trait.BY_NAME
ON_LOBBY, ON_CHOICE, ON_TURN, ON_END = Trait.ON_LOBBY, Trait.ON_CHOICE, Trait.ON_TURN, Trait.ON_END


def _show(query: Query) -> Callable[[CommandCall], Command]:
    return lambda _: Show(query)


def _new(call: CommandCall) -> NewGame:
    board, variant, *bonus = [*call.lower("title").split(), "", ""]
    return NewGame(board, variant, tuple(filter(None, bonus)), call.flag("thread"))


def _practice(call: CommandCall) -> Practice:
    return Practice((*call.lower("title").split(), *call.lower("level").split()))


def _computer(call: CommandCall) -> ChangeComputers:
    level = "".join(word for word in call.lower("level").split() if word != "add")
    remove = call.flag("remove") or level in ("remove", "off")
    return ChangeComputers(remove=True) if remove else ChangeComputers(level)


def _mark(call: CommandCall) -> Show:
    return Show(Query.HAND, tuple(map(str, call.numbers("tickets"))))


def _why(call: CommandCall) -> Show:
    number = call.number("round")
    return Show(Query.WHY, () if number is None else (str(number),))


def _vote(call: CommandCall) -> CastVote:
    return CastVote(call.flag("answer") if "answer" in call.given else None, call.number("number"))


def _undo(call: CommandCall) -> AskTable:
    """What is no number is no event, as 0 is none, before which a move could be undone."""
    return AskTable(UNDO, to=(call.number("to") or 0) if call.given else None)


def _statistics(call: CommandCall) -> Command:
    about = call.text("whose"), call.text("month")
    return _OF_RESULTS.get(call.lower("whose")) or Show(Query.STATISTICS, about if any(about) else ())


def _given(call: CommandCall, name: str) -> tuple[str, ...]:
    return tuple(filter(None, [call.text(name)]))


def _link(call: CommandCall) -> Link:
    code, _, sure = call.lower("code").partition(" ")
    return Link(code, sure=sure == "yes")


_OF_RESULTS: Mapping[str, BareCommand] = {
    "on": BareCommand.COUNT_RESULTS,
    "off": BareCommand.HIDE_RESULTS,
    "delete yes": BareCommand.DELETE_RESULTS,
}
"""What changes a person's statistics, by what they type."""

_title, _thread = Argument("title", ArgumentKind.BOARD), Argument("thread", ArgumentKind.FLAG, only="discord")
_variant, _bonus = Argument("variant", ArgumentKind.VARIANT), Argument("bonus", ArgumentKind.BONUS)
_starter, _player = Argument("starter", ArgumentKind.STARTER), Argument("player", ArgumentKind.PLAYER)
_color = Argument("color", ArgumentKind.COLOR, one_word=True)
_level = Argument("level", ArgumentKind.LEVEL, words=("remove",))
_adviser = Argument("level", ArgumentKind.LEVEL)
_remove = Argument("remove", ArgumentKind.FLAG)
_sure = Argument("sure", ArgumentKind.FLAG, words=("draw", "yes"))
_card, _surcharge = Argument("card", ArgumentKind.CARD), Argument("cards", ArgumentKind.SURCHARGE)
_route, _city = Argument("route", ArgumentKind.ROUTE, True), Argument("city", ArgumentKind.CITY, True)
_route_cards = Argument("cards", ArgumentKind.ROUTE_CARDS)
_city_cards = Argument("cards", ArgumentKind.CITY_CARDS)
_tickets, _topic = Argument("tickets", ArgumentKind.TICKETS), Argument("topic", ArgumentKind.TOPIC)
_help_topic = Argument("topic", ArgumentKind.HELP)
_view, _place = Argument("view", ArgumentKind.VIEW), Argument("place", ArgumentKind.PLACE)
_place_or_open = Argument("place", ArgumentKind.PLACE, words=("open",))
_language = Argument("language", ArgumentKind.LANGUAGE, one_word=True)
_ping, _pictures = Argument("ping", ArgumentKind.PING), Argument("pictures", ArgumentKind.PICTURES)
_confirm, _round = Argument("confirm", ArgumentKind.FLAG), Argument("round", ArgumentKind.NUMBER)
_notify, _address = Argument("notify", ArgumentKind.NOTIFY), Argument("address", ArgumentKind.TEXT)
_timezone, _quiet = Argument("timezone", ArgumentKind.ZONE), Argument("quiet", ArgumentKind.QUIET)
_hints = Argument("hints", ArgumentKind.FLAG)
_digest, _delay = Argument("digest", ArgumentKind.FLAG), Argument("delay", ArgumentKind.FLAG)
_openers, _starters = Argument("openers", ArgumentKind.OPENERS), Argument("starters", ArgumentKind.STARTERS)
_threads, _grouped = Argument("threads", ArgumentKind.FLAG), Argument("grouped", ArgumentKind.FLAG)
_page, _away = Argument("page", ArgumentKind.NUMBER), Argument("away", ArgumentKind.NUMBER)
_clock = Argument("clock", ArgumentKind.CLOCK)
_answer = Argument("answer", ArgumentKind.FLAG, one_word=True, words=("yes",))
_number = Argument("number", ArgumentKind.TEXT, only="text")
_code, _invitation = Argument("code", ArgumentKind.TEXT), Argument("code", ArgumentKind.TEXT, True)
_word, _until = Argument("word", ArgumentKind.TEXT), Argument("until", ArgumentKind.TEXT)
_plan = Argument("plan", ArgumentKind.PLAN)
_yes = Argument("yes", ArgumentKind.FLAG, only="text", words=("yes",))
_change = Argument("change", ArgumentKind.TEXT, only="text", words=("off", "new"))
_here = Argument("here", ArgumentKind.FLAG, only="text", words=("here", "chat"))
_seat_left = Argument("seat", ArgumentKind.TEXT, only="text")
_to = Argument("to", ArgumentKind.NUMBER, only="text")
_back_to = Argument("turn", ArgumentKind.WORDS, only="text")
_when = Argument("when", ArgumentKind.WHEN, one_word=True)
_turn = Argument("turn", ArgumentKind.NUMBER, only="text")
_game, _line = (Argument(name, ArgumentKind.TEXT, only="text") for name in ("game", "line"))
_whose = Argument("whose", ArgumentKind.TEXT, words=("on", "off", "delete"))
_month = Argument("month", ArgumentKind.MONTH, one_word=True)
_which_games = Argument("which", ArgumentKind.TEXT, words=("month", "all", "month all"))
_kind = Argument("kind", ArgumentKind.TEXT, only="text", one_word=True)

# fmt: off
COMMANDS: tuple[Spec[Command], ...] = (
    # Word, section, traits; how its value is made (None: see bot.text.parser), arguments.
    Spec("new", "table", GAME | ANY_GAME | CHANGES | PERSONAL | GROUP_MENU | Trait.HERE,
         _new, (_title, _thread), telegram="newgame"),
    Spec("practice", "table", SLASH | MENU | ANY_GAME | CHANGES | PERSONAL | Trait.HERE,
         _practice, (_title, _adviser)),
    Spec("join", "table", GAME | ANY_GAME | CHANGES | PERSONAL | GROUP_MENU | ON_LOBBY | MAIN,
         None, (_color, _word)),
    Spec("leave", "table", GAME | CHANGES | CONFIRMS | GROUP_MENU | ON_LOBBY,
         lambda call: Leave(call.lower("seat")), (_seat_left,), who="player"),
    Spec("computer", "table", GAME | CHANGES | ON_LOBBY, _computer, (_level, _remove), who="player"),
    Spec("options", "table", GAME | BY_NAME, None,
         (_variant, _bonus, _starter, _language, _pictures, _clock, _away, _delay)),
    Spec("variant", "table", TYPED, None, (_variant,), discord="game options variant"),
    Spec("bonus", "table", TYPED, None, (_bonus,), discord="game options bonus"),
    Spec("starter", "table", TYPED, None, (_starter,), discord="game options starter"),
    Spec("clock", "table", GAME | CHANGES, None, (_clock,)),
    Spec("pause", "table", GAME | CHANGES, lambda _: AskTable(PAUSE), who="player"),
    Spec("resume", "table", GAME | CHANGES, lambda _: AskTable(RESUME), who="player"),
    Spec("vote", "table", GAME | CHANGES, _vote, (_answer, _number)),
    Spec("givetime", "table", GAME | CHANGES, None, (_player,), who="player"),
    Spec("start", "table", GAME | CHANGES | PRIVATE | ADMIN | GROUP_MENU | ON_LOBBY | MAIN,
         lambda call: Start(call.text("word")), (_word,), telegram="startgame", who="host"),
    Spec("abort", "table", GAME | CHANGES | CONFIRMS | ADMIN | GROUP_MENU,
         lambda call: Abort(call.flag("yes") if "yes" in call.given else None), (_yes,), who="host"),
    Spec("rematch", "table", GAME | ANY_GAME | CHANGES | PERSONAL | GROUP_MENU | ON_END | MAIN,
         lambda _: BareCommand.REMATCH, who="player"),
    Spec("restore", "table", GAME | ANY_GAME | CHANGES | ADMIN,
         lambda call: Restore(call.lower("game")), (_game,), who="host"),
    Spec("skip", "table", GAME | CHANGES | ADMIN, None, (_player,), who="admin"),
    Spec("replace", "table", GAME | CHANGES | ADMIN, None, (_player,), who="admin"),
    Spec("rollback", "table", TYPED | CHANGES | PRIVATE | ADMIN,
         lambda call: AskTable(ROLLBACK, words=call.text("turn")), (_back_to,),
         discord="gameadmin rollback", who="admin"),

    Spec("draw", "turn", ACT | ON_TURN, None, (_card,), shown_first="hand", who="player"),
    Spec("claim", "turn", ACT | CONFIRMS | ON_TURN, None, (_route, _route_cards),
         shown_first="claim", opens=ClaimRoute, who="player"),
    Spec("ticket", "turn", ACT | CONFIRMS | FORM | ON_CHOICE | ON_TURN,
         lambda call: Play(DrawTickets()) if call.flag("sure") else Show(Query.TICKET),
         (_sure,), shown_first="ticket", opens=DrawTickets, who="player"),
    Spec("station", "turn", ACT | ON_TURN, None, (_city, _city_cards),
         shown_first="station", opens=BuildStation, who="player"),
    Spec("keep", "turn", SLASH | PRIVATE | SECRET | FORM | DM_MENU,
         None, (_tickets,), shown_first="hand", menu_after="decline", who="player"),
    Spec("pay", "turn", ACT, None, (_surcharge,), shown_first="hand", who="player"),
    Spec("decline", "turn", ACT, lambda _: Play(DeclineTunnel()), shown_first="hand", who="player"),
    Spec("plan", "turn", SLASH | CHANGES | PRIVATE | SECRET | DM_MENU,
         lambda call: EditPlan(call.text("plan")), (_plan,), who="player"),
    Spec("undo", "turn", SLASH | CHANGES | PRIVATE | DM_MENU,
         _undo, (_to,), who="player"),
    Spec("hint", "turn", SLASH | PRIVATE | DM_MENU,
         lambda call: Show(Query.HINT, _given(call, "level")), (_adviser,), who="player"),
    Spec("mark", "turn", PRIVATE | SECRET, _mark, (_tickets,), who="player"),
    Spec("ways", "turn", PRIVATE, None, (_kind, _place), who="player"),
    Spec("try", "turn", PRIVATE | SECRET, None, (_line,), who="player"),

    Spec("hand", "look", ACT | DEEP_LINK | ON_CHOICE | ON_TURN, who="player", arguments=(_turn,),
         make=lambda call: Show(Query.REMINDED if call.given else Query.HAND, _given(call, "turn"))),
    Spec("tickets", "look", ACT | DEEP_LINK | PICTURE, _show(Query.TICKETS), who="player"),
    Spec("board", "look", SEE | PICTURE | ON_CHOICE | ON_TURN | ON_END, None, (_view, _place)),
    Spec("text", "look", TYPED, None, (_place_or_open,), discord="board"),
    Spec("scores", "look", SEE | ON_CHOICE | ON_TURN | ON_END, _show(Query.SCORES)),
    Spec("since", "look", SEE | PICTURE, _show(Query.SINCE), who="player"),
    Spec("log", "look", SEE | ON_END, lambda call: Show(Query.LOG, _given(call, "page")), (_page,)),
    Spec("audit", "look", SLASH, lambda call: Show(Query.AUDIT, _given(call, "page")), (_page,)),
    Spec("record", "look", SLASH | DEEP_LINK | ON_END, _show(Query.RECORD)),
    Spec("why", "look", SLASH | ON_END, _why, (_round,)),
    Spec("review", "look", SLASH | PRIVATE | DM_MENU, _show(Query.REVIEW), who="player"),
    Spec("moment", "look", PRIVATE,
         lambda call: Show(Query.MOMENT, _given(call, "round")), (_round,), who="player"),
    Spec("seal", "look", SLASH | DEEP_LINK, _show(Query.SEAL)),
    Spec("rules", "look", SEE | ANY_GAME | ON_LOBBY,
         lambda call: Show(Query.RULES, (call.text("topic"),)), (_topic,)),
    Spec("showme", "look", PRIVATE, lambda call: Show(Query.LESSON, (call.text("kind"), call.text("place"))),
         (_kind, _place)),
    Spec("help", "look", SEE | ANY_GAME,
         lambda call: Show(Query.HELP, _given(call, "topic")), (_help_topic,)),

    Spec("share", "chats", GAME | GROUP_MENU | ON_END,
         lambda call: Show(Query.INVITATION, tuple(call.lower("change").split())), (_change,), who="player"),
    Spec("follow", "chats", GAME | ANY_GAME | GROUP_MENU | Trait.ELSEWHERE | Trait.HERE,
         lambda call: Follow(call.lower("code")), (_invitation,)),
    Spec("unfollow", "chats", GAME | GROUP_MENU, lambda _: BareCommand.UNFOLLOW),
    Spec("webhook", "chats", GAME | ANY_GAME | PRIVATE,
         lambda call: SetWebhook(call.text("address")), (_address,), who="admin"),
    Spec("check", "chats", GAME | ANY_GAME, _show(Query.PERMISSIONS)),
    Spec("chatsettings", "chats", SLASH | GROUP_MENU | ANY_GAME | BY_NAME, None,
         (_title, _language, _clock, _openers, _starters, _pictures, _grouped, _threads, _quiet, _timezone)),
    Spec("notify", "chats", GAME | ANY_GAME | CHANGES | PERSONAL | GROUP_MENU | ON_LOBBY,
         lambda _: BareCommand.NOTIFY),

    Spec("games", "person", SEE | ANY_GAME,
         lambda call: Show(Query.GAMES, _given(call, "page")), (_page,), menu_after="log"),
    Spec("stats", "person", SLASH | MENU | ANY_GAME | PERSONAL | PICTURE | CONFIRMS,
         _statistics, (_whose, _month), menu_after="games"),
    Spec("leaderboard", "person", SLASH | MENU | ANY_GAME | PICTURE,
         lambda call: Show(Query.LEADERBOARD, _given(call, "which")), (_which_games,), menu_after="stats"),
    Spec("away", "person", SLASH | MENU | ANY_GAME | PERSONAL,
         lambda call: SetAway(call.text("until")), (_until,)),
    Spec("back", "person", SLASH | MENU | ANY_GAME | PERSONAL, lambda _: SetAway(back=True), who="player"),
    Spec("snooze", "person", SLASH | DM_MENU,
         lambda call: Snooze(call.lower("when"), call.number("turn")), (_when, _turn), who="player"),
    Spec("settings", "person", SEE | ANY_GAME | PERSONAL | BY_NAME,
         None, (_language, _ping, _confirm, _timezone, _quiet, _digest, _hints, _notify), menu_after="rules"),
    Spec("nohints", "person", PRIVATE, lambda _: BareCommand.NO_HINTS),
    Spec("language", "person", TYPED | ANY_GAME, None, (_language, _here)),
    Spec("write", "person", TYPED | ANY_GAME, lambda _: BareCommand.WRITE_AGAIN),
    Spec("link", "person", SLASH | ANY_GAME | PERSONAL | PRIVATE | CONFIRMS | DM_MENU | Trait.ELSEWHERE,
         _link, (_code,)),
    Spec("mydata", "person", SLASH | ANY_GAME | PERSONAL | PRIVATE | DM_MENU | DEEP_LINK,
         lambda _: BareCommand.MY_DATA),
    Spec("forgetme", "person", SLASH | ANY_GAME | PERSONAL | PRIVATE | CONFIRMS | DM_MENU,
         lambda call: BareCommand.FORGET_ME_NOW if call.flag("yes") else BareCommand.FORGET_ME, (_yes,)),
    Spec("unlink", "person", SLASH | ANY_GAME | PERSONAL | DM_MENU, lambda _: BareCommand.UNLINK),
)
# fmt: on
"""Every command once, in the order of help."""

SPECS: Mapping[str, Spec[Command]] = {spec.word: spec for spec in COMMANDS}
