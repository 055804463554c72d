"""Commands: the values that handlers take, and the one table of everything that people can ask for.

A new command is a row of `COMMANDS`, a handler in `bot/service/handlers`, and its sentences. If it takes no
more than a text and a number, its value is `Do` with a new `Operation`; other values are classes in
bot.model.command_values. bot.model.command_spec explains the rows.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import Enum, auto

from bot.model import command_arguments as arg
from bot.model.chat_settings import ChatSettings
from bot.model.command_spec import ADMIN_GROUP, CommandCall, MenuRole, Trait
from bot.model.command_spec import CommandSpec as Spec
from bot.model.command_spec import menu_place as at
from bot.model.command_values import ChangeSettings as ChangeSettings
from bot.model.command_values import ChangeSetup, Join, NewGame
from bot.model.command_values import Play as Play
from bot.model.command_values import Show as Show
from bot.model.queries import VIEWS as VIEWS
from bot.model.queries import Query as Query
from engine.actions import BuildStation, ClaimRoute, DeclineTunnel, DrawTickets


class Operation(Enum):
    """What the command `Do` does, and what its text and its number are."""

    PRACTICE = auto()
    """Open and start a game against two computers, in a chat that this person has alone.

    The text names the board, its variant and the level of the computers, as far as they are given.
    """
    ADD_COMPUTER = auto()
    """Add a computer player to the lobby; the text is its level, or empty."""
    REMOVE_COMPUTER = auto()
    """Remove the computer player that joined the lobby last."""
    START = auto()
    """Begin the game. The text is the last word that is added to its chance."""
    LEAVE = auto()
    """Give up a seat; in a running game a computer plays it. Asks for confirmation there.

    The text answers that question: "no", "yes", or a hash of a player. A button with the hash means "yes" for
    that player; anybody else who presses it is asked first.
    """
    ABORT = auto()
    """End the game without a result. Asks for confirmation; the text answers that: "yes" or "no"."""
    RESTORE = auto()
    """Restore a game aborted within a day: the one that the text names, or the last one of this chat."""
    REMATCH = auto()
    """Open a game for the same people once more, or join it."""

    PAUSE = auto()
    """Ask the others to stop all clocks."""
    RESUME = auto()
    """Ask the others to let the clocks run again."""
    CHANGE_CLOCK = auto()
    """Ask the others for the clock that the text names; without a text, show the present one."""
    SKIP_PLAYER = auto()
    """Let a computer finish the turn of seat `number`; None: of the seat that must act."""
    REPLACE_PLAYER = auto()
    """Let a computer play seat `number` until its player comes back; None: the seat that must act."""
    GIVE_TIME = auto()
    """Give seat `number` more time for its turn; None: the seat that must act."""
    UNDO = auto()
    """Undo the person's last move, or ask the others; `number` is the event before it, from a button."""
    ROLL_BACK = auto()
    """Set the game back to the end of a turn, as an admin; see bot.service.rollbacks for the text."""
    CAST_VOTE = auto()
    """Vote "yes" or "no" in vote `number`, or in the present one; without a text, show it."""

    EDIT_PLAN = auto()
    """Plan the next turn in words, or show, change or delete the plan: see bot.service.handlers.plans."""
    NO_HINTS = auto()
    """Stop showing hints to this person in their first game."""

    FOLLOW = auto()
    """Show in this chat a game of another chat; the text is its invitation code."""
    UNFOLLOW = auto()
    """Stop showing the game that this chat follows."""
    SET_WEBHOOK = auto()
    """Send the turns of this chat to a web address.

    The text is the address, or `test` to try the one that is set, or `off`. Without a text, say whether there
    is one.
    """
    NOTIFY = auto()
    """Tell this person once when the next game is opened in this chat, or no longer."""

    GO_AWAY = auto()
    """Stop the person's clocks in all their games until the moment that the text names, in their words."""
    COME_BACK = auto()
    """Start them again."""
    SNOOZE = auto()
    """Remind the person of their turn `later` today, or `tomorrow`, and not before.

    `number` comes from a button: the number of the turn that it was about.
    """
    WRITE_AGAIN = auto()
    """Try again to send private messages to this person."""
    LINK = auto()
    """Get a code; or ask whether to link this account with the one that got the code in the text."""
    LINK_NOW = auto()
    """Link them."""
    UNLINK = auto()
    """Unlink this account from all others."""
    NOT_ME = auto()
    """Undo all links of this account, and those between the accounts that it was linked with."""
    MY_DATA = auto()
    """Send everything that is stored about this person."""
    FORGET_ME = auto()
    """Say what deleting it would do, and ask for a confirmation."""
    FORGET_ME_NOW = auto()
    """Delete it."""
    COUNT_RESULTS = auto()
    """Count the person's finished games in statistics and ratings."""
    HIDE_RESULTS = auto()
    """Count them no longer, and hide what was counted."""
    DELETE_RESULTS = auto()
    """Delete what was counted."""


@dataclass(frozen=True, slots=True)
class Do:
    """Carry out an operation. Most need neither a text nor a number."""

    operation: Operation
    text: str = field(default="", repr=False)
    """It can be a secret, such as a plan or a web address: not in `repr`."""
    number: int | None = None


Command = NewGame | ChangeSetup | Join | Play | Show | Do | ChangeSettings | ChatSettings

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
OWN_PLACE, LOOKS_BACK = Trait.OWN_PLACE, Trait.LOOKS_BACK
AT_TIMES = Trait.AT_TIMES
ON_LOBBY, ON_CHOICE, ON_TURN, ON_END = Trait.ON_LOBBY, Trait.ON_CHOICE, Trait.ON_TURN, Trait.ON_END

WITH_GAME: tuple[MenuRole, ...] = ("player", "onlooker", "over")
EVERYWHERE: tuple[MenuRole, ...] = ("empty", "lobby", *WITH_GAME)
"""Roles of the page's menu: those in a game that runs or is over, and all of them."""


def _show(query: Query) -> Callable[[CommandCall], Command]:
    return lambda _: Show(query)


def _do(operation: Operation, argument: str = "") -> Callable[[CommandCall], Command]:
    """An operation with the text of an argument, if it has one."""
    return lambda call: Do(operation, call.text(argument))


def _yes_or_no(call: CommandCall, name: str) -> str:
    """The answer to a question; empty where none is given."""
    return "" if name not in call.given else "yes" if call.flag(name) else "no"


IN_THIS_CHAT = "here"
"""The last word of the line that opens a game in a chat itself, and in no thread."""


def _new(call: CommandCall) -> NewGame:
    words = call.lower("title").split()
    here = words[-1:] == [IN_THIS_CHAT]
    board, variant, *bonus = [*(words[:-1] if here else words), "", ""]
    return NewGame(board, variant, tuple(filter(None, bonus)), call.flag("thread"), here)


def _practice(call: CommandCall) -> Do:
    return Do(Operation.PRACTICE, f"{call.lower('title')} {call.lower('level')}")


def _computer(call: CommandCall) -> Do:
    level = "".join(word for word in call.lower("level").split() if word != "add")
    remove = call.flag("remove") or level in ("remove", "off")
    return Do(Operation.REMOVE_COMPUTER) if remove else Do(Operation.ADD_COMPUTER, level)


def _mark(call: CommandCall) -> Show:
    return Show(Query.HAND, tuple(map(str, call.numbers("tickets"))))


def _why(call: CommandCall) -> Show:
    number = call.number("round")
    return Show(Query.WHY, () if number is None else (str(number),))


def _vote(call: CommandCall) -> Do:
    return Do(Operation.CAST_VOTE, _yes_or_no(call, "answer"), call.number("number"))


def _undo(call: CommandCall) -> Do:
    """A text that is not a number becomes event 0, which no move follows, so nothing is undone."""
    return Do(Operation.UNDO, number=(call.number("to") or 0) if call.given else None)


def _statistics(call: CommandCall) -> Command:
    change, month = _OF_RESULTS.get(call.lower("whose")), call.text("month")
    about = (call.text("whose"), month) if month else _given(call, "whose")
    return Do(change) if change else Show(Query.STATISTICS, about)


def _given(call: CommandCall, name: str) -> tuple[str, ...]:
    return tuple(filter(None, [call.text(name)]))


def _link(call: CommandCall) -> Do:
    code, _, sure = call.lower("code").partition(" ")
    return Do(Operation.LINK_NOW if sure == "yes" else Operation.LINK, code)


_OF_RESULTS: Mapping[str, Operation] = {
    "on": Operation.COUNT_RESULTS,
    "off": Operation.HIDE_RESULTS,
    "delete yes": Operation.DELETE_RESULTS,
}
"""What changes a person's statistics, by what they type."""

# fmt: off
COMMANDS: tuple[Spec[Command], ...] = (
    # Word, section, traits; how its value is made (None: see bot.text.parser), arguments.
    Spec("new", "table", GAME | ANY_GAME | CHANGES | PERSONAL | GROUP_MENU | Trait.HERE | OWN_PLACE,
         _new, (arg.title, arg.thread), telegram="newgame"),
    Spec("practice", "table", SLASH | MENU | ANY_GAME | CHANGES | PERSONAL | Trait.HERE,
         _practice, (arg.title, arg.adviser), on_page=at("me", "empty", "over", "onlooker", where="chat")),
    Spec("join", "table", GAME | ANY_GAME | CHANGES | PERSONAL | GROUP_MENU | ON_LOBBY | MAIN | AT_TIMES,
         None, (arg.color, arg.word), on_page=at("main", "onlooker")),
    Spec("leave", "table", GAME | CHANGES | CONFIRMS | GROUP_MENU | ON_LOBBY,
         lambda call: Do(Operation.LEAVE, call.lower("seat")), (arg.seat_left,), who="player"),
    Spec("computer", "table", GAME | CHANGES | ON_LOBBY | OWN_PLACE, _computer,
         (arg.level, arg.remove), who="player"),
    Spec("options", "table", GAME | BY_NAME | OWN_PLACE, None,
         (arg.variant, arg.bonus, arg.starter, arg.language, arg.pictures, arg.clock, arg.away, arg.delay)),
    Spec("variant", "table", TYPED | OWN_PLACE, None, (arg.variant,), discord="game options variant"),
    Spec("bonus", "table", TYPED | OWN_PLACE, None, (arg.bonus,), discord="game options bonus"),
    Spec("starter", "table", TYPED | OWN_PLACE, None, (arg.starter,), discord="game options starter"),
    Spec("clock", "table", GAME | CHANGES, None, (arg.clock,), on_page=at("game", "player")),
    Spec("pause", "table", GAME | CHANGES, _do(Operation.PAUSE), who="player"),
    Spec("resume", "table", GAME | CHANGES, _do(Operation.RESUME), who="player"),
    Spec("vote", "table", GAME | CHANGES | AT_TIMES, _vote, (arg.answer, arg.number),
         on_page=at("game", "player")),
    Spec("givetime", "table", GAME | CHANGES | AT_TIMES, None, (arg.player,), who="player"),
    Spec("start", "table", GAME | CHANGES | PRIVATE | ADMIN | GROUP_MENU | ON_LOBBY | MAIN | OWN_PLACE,
         _do(Operation.START, "word"), (arg.word,), telegram="startgame", who="host"),
    Spec("abort", "table", GAME | CHANGES | CONFIRMS | ADMIN | GROUP_MENU | AT_TIMES,
         lambda call: Do(Operation.ABORT, _yes_or_no(call, "yes")), (arg.yes,), who="host"),
    Spec("rematch", "table", GAME | ANY_GAME | CHANGES | PERSONAL | GROUP_MENU | ON_END | MAIN | OWN_PLACE,
         _do(Operation.REMATCH), who="player"),
    Spec("restore", "table", GAME | ANY_GAME | CHANGES | ADMIN,
         lambda call: Do(Operation.RESTORE, call.lower("game")), (arg.game,),
         who="host", on_page=at("game", "empty", where="chat")),
    Spec("skip", "table", GAME | CHANGES | ADMIN, None, (arg.player,),
         who="admin", on_page=at("game", "player", where="line")),
    Spec("replace", "table", GAME | CHANGES | ADMIN, None, (arg.player,),
         who="admin", on_page=at("game", "player", where="line")),
    Spec("rollback", "table", TYPED | CHANGES | PRIVATE | ADMIN | AT_TIMES,
         _do(Operation.ROLL_BACK, "turn"), (arg.back_to,),
         discord=f"{ADMIN_GROUP} rollback", who="admin", on_page=at("game", "player", "over", where="chat")),

    Spec("draw", "turn", ACT | DEEP_LINK | ON_TURN | OWN_PLACE, None, (arg.card,),
         shown_first="hand", who="player"),
    Spec("claim", "turn", ACT | CONFIRMS | DEEP_LINK | ON_TURN | OWN_PLACE,
         None, (arg.route, arg.route_cards), shown_first="claim", opens=ClaimRoute, who="player"),
    Spec("ticket", "turn", ACT | CONFIRMS | FORM | DEEP_LINK | ON_CHOICE | ON_TURN | OWN_PLACE,
         lambda call: Play(DrawTickets()) if call.flag("sure") else Show(Query.TICKET),
         (arg.sure,), shown_first="ticket", opens=DrawTickets, who="player"),
    Spec("station", "turn", ACT | DEEP_LINK | ON_TURN | OWN_PLACE, None, (arg.city, arg.city_cards),
         shown_first="station", opens=BuildStation, who="player"),
    Spec("keep", "turn", SLASH | PRIVATE | SECRET | FORM | DM_MENU | OWN_PLACE,
         None, (arg.tickets,), shown_first="hand", menu_after="decline", who="player"),
    Spec("pay", "turn", ACT | OWN_PLACE, None, (arg.surcharge,), shown_first="hand", who="player"),
    Spec("decline", "turn", ACT | OWN_PLACE,
         lambda _: Play(DeclineTunnel()), shown_first="hand", who="player"),
    Spec("plan", "turn", SLASH | CHANGES | PRIVATE | SECRET | DM_MENU,
         _do(Operation.EDIT_PLAN, "plan"), (arg.plan,), who="player"),
    Spec("undo", "turn", SLASH | CHANGES | PRIVATE | DM_MENU | AT_TIMES,
         _undo, (arg.to,), who="player"),
    Spec("hint", "turn", SLASH | PRIVATE | DM_MENU | AT_TIMES,
         lambda call: Show(Query.HINT, _given(call, "level")), (arg.adviser,), who="player"),
    Spec("mark", "turn", PRIVATE | SECRET, _mark, (arg.tickets,), who="player"),
    Spec("ways", "turn", PRIVATE, None, (arg.kind, arg.place), who="player"),
    Spec("try", "turn", PRIVATE | SECRET, None, (arg.line,), who="player"),

    Spec("hand", "look", ACT | DEEP_LINK | ON_CHOICE | ON_TURN | OWN_PLACE,
         lambda call: Show(Query.REMINDED if call.given else Query.HAND, _given(call, "turn")),
         (arg.turn,), who="player"),
    Spec("tickets", "look", ACT | DEEP_LINK | PICTURE, _show(Query.TICKETS),
         who="player", on_page=at("main", "player", "over")),
    Spec("board", "look", SEE | PICTURE | ON_CHOICE | ON_TURN | ON_END | OWN_PLACE,
         None, (arg.view, arg.place)),
    Spec("text", "look", TYPED | OWN_PLACE, None, (arg.place_or_open,), discord="board"),
    Spec("scores", "look", SEE | ON_CHOICE | ON_TURN | ON_END, _show(Query.SCORES),
         on_page=at("main", *WITH_GAME)),
    Spec("since", "look", SEE | PICTURE, _show(Query.SINCE), who="player"),
    Spec("log", "look", SEE | ON_END, lambda call: Show(Query.LOG, _given(call, "page")), (arg.page,),
         on_page=at("main", *WITH_GAME)),
    Spec("audit", "look", SLASH, lambda call: Show(Query.AUDIT, _given(call, "page")), (arg.page,),
         on_page=at("look-back", *WITH_GAME, where="chat")),
    Spec("record", "look", SLASH | DEEP_LINK | ON_END | LOOKS_BACK, _show(Query.RECORD),
         on_page=at("look-back", "over", where="chat")),
    Spec("why", "look", SLASH | DEEP_LINK | ON_END | LOOKS_BACK, _why, (arg.round,),
         on_page=at("look-back", "over", where="chat")),
    Spec("review", "look", SLASH | PRIVATE | DEEP_LINK | DM_MENU | LOOKS_BACK, _show(Query.REVIEW),
         who="player", on_page=at("look-back", "over")),
    Spec("moment", "look", PRIVATE,
         lambda call: Show(Query.MOMENT, _given(call, "round")), (arg.round,), who="player"),
    Spec("seal", "look", SLASH | DEEP_LINK | LOOKS_BACK, _show(Query.SEAL),
         on_page=at("look-back", *WITH_GAME, where="chat")),
    Spec("rules", "look", SEE | ANY_GAME | ON_LOBBY | Trait.PUBLIC,
         lambda call: Show(Query.RULES, (call.text("topic"),)), (arg.topic,)),
    Spec("showme", "look", PRIVATE, lambda call: Show(Query.LESSON, (call.text("kind"), call.text("place"))),
         (arg.kind, arg.place)),
    Spec("help", "look", SEE | ANY_GAME | Trait.PUBLIC,
         lambda call: Show(Query.HELP, _given(call, "topic")), (arg.help_topic,)),

    Spec("share", "chats", GAME | GROUP_MENU | ON_END,
         lambda call: Show(Query.INVITATION, tuple(call.lower("change").split())), (arg.change,),
         who="player", on_page=at("channel", "player", "over", where="chat")),
    Spec("follow", "chats", GAME | ANY_GAME | GROUP_MENU | Trait.ELSEWHERE | Trait.HERE,
         lambda call: Do(Operation.FOLLOW, call.lower("code")), (arg.invitation,),
         on_page=at("channel", "empty", "over", where="line")),
    Spec("unfollow", "chats", GAME | GROUP_MENU | AT_TIMES, _do(Operation.UNFOLLOW),
         on_page=at("channel", *WITH_GAME, where="chat")),
    Spec("webhook", "chats", GAME | ANY_GAME | PRIVATE | AT_TIMES,
         _do(Operation.SET_WEBHOOK, "address"), (arg.address,),
         who="admin", on_page=at("channel", "empty", "lobby", "player", "over", where="line")),
    Spec("check", "chats", GAME | ANY_GAME, _show(Query.PERMISSIONS)),
    Spec("chatsettings", "chats", SLASH | GROUP_MENU | ANY_GAME | BY_NAME, None,
         (arg.title, arg.language, arg.clock, arg.openers, arg.starters, arg.pictures, arg.grouped,
          arg.threads, arg.quiet, arg.timezone)),
    Spec("notify", "chats", GAME | ANY_GAME | CHANGES | PERSONAL | GROUP_MENU | ON_LOBBY,
         _do(Operation.NOTIFY)),

    Spec("games", "person", SEE | ANY_GAME,
         lambda call: Show(Query.GAMES, _given(call, "page")), (arg.page,), menu_after="log"),
    Spec("stats", "person", SLASH | MENU | ANY_GAME | PERSONAL | PICTURE | CONFIRMS,
         _statistics, (arg.whose, arg.month), menu_after="games"),
    Spec("leaderboard", "person", SLASH | MENU | ANY_GAME | PICTURE,
         lambda call: Show(Query.LEADERBOARD, _given(call, "which")), (arg.which_games,), menu_after="stats",
         on_page=at("channel", *EVERYWHERE, where="chat")),
    Spec("away", "person", SLASH | MENU | ANY_GAME | PERSONAL,
         _do(Operation.GO_AWAY, "until"), (arg.until,)),
    Spec("back", "person", SLASH | MENU | ANY_GAME | PERSONAL | AT_TIMES,
         _do(Operation.COME_BACK), who="player"),
    Spec("snooze", "person", SLASH | DM_MENU | AT_TIMES,
         lambda call: Do(Operation.SNOOZE, call.lower("when"), call.number("turn")),
         (arg.when, arg.turn), who="player"),
    Spec("settings", "person", SEE | ANY_GAME | PERSONAL | BY_NAME,
         None, (arg.language, arg.ping, arg.confirm, arg.timezone, arg.quiet, arg.digest, arg.hints,
                arg.notify), menu_after="rules"),
    Spec("nohints", "person", PRIVATE, _do(Operation.NO_HINTS)),
    Spec("language", "person", TYPED | ANY_GAME | OWN_PLACE, None, (arg.language, arg.here)),
    Spec("write", "person", TYPED | ANY_GAME | OWN_PLACE, _do(Operation.WRITE_AGAIN)),
    Spec("link", "person", SLASH | ANY_GAME | PERSONAL | PRIVATE | CONFIRMS | DM_MENU | Trait.ELSEWHERE,
         _link, (arg.code,)),
    Spec("mydata", "person", SLASH | ANY_GAME | PERSONAL | PRIVATE | DM_MENU | DEEP_LINK,
         _do(Operation.MY_DATA)),
    Spec("forgetme", "person", SLASH | ANY_GAME | PERSONAL | PRIVATE | CONFIRMS | DM_MENU,
         lambda call: Do(Operation.FORGET_ME_NOW if call.flag("yes") else Operation.FORGET_ME), (arg.yes,)),
    Spec("unlink", "person", SLASH | ANY_GAME | PERSONAL | DM_MENU | AT_TIMES, _do(Operation.UNLINK)),
    Spec("notme", "person", ANY_GAME | PRIVATE, _do(Operation.NOT_ME)),
)
# fmt: on
"""Every command once, in the order of help."""

SPECS: Mapping[str, Spec[Command]] = {spec.word: spec for spec in COMMANDS}
