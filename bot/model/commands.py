"""Commands: the values that handlers take, and the one table of everything that people can ask for.

A new command is a value and a row of `COMMANDS` here, a handler in `bot/service/handlers`, and its sentences.
What a row says is explained in bot.model.command_spec.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from bot.model.command_spec import Argument, ArgumentKind, Arguments, Audience, CommandSpec, Section, Trait
from bot.model.identity import Ping
from engine.actions import Action, ClaimRoute, DeclineTunnel


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

Spec, T, PLAYER, HOST = CommandSpec, Trait, Audience.PLAYER, Audience.HOST
_TABLE, _TURN, _LOOK, _CHATS, _ME = Section
_GAME = Trait.TYPED | Trait.GAME_SLASH
_ACT = Trait.TYPED | Trait.SLASH | Trait.PRIVATE | Trait.GROUP_MENU | Trait.DM_MENU
_SEE = Trait.TYPED | Trait.SLASH | Trait.GROUP_MENU | Trait.DM_MENU | Trait.DEEP_LINK


def _show(what: str) -> Callable[[Arguments], Command]:
    return lambda _: Show(what)


def _new_game(given: Arguments) -> NewGame:
    board, variant, *bonus = [*given.word("title").split(), "", ""]
    return NewGame(board, variant, tuple(filter(None, bonus)))


def _computer(given: Arguments) -> AddComputer | RemoveComputer:
    level = "".join(word for word in given.word("level").split() if word != "add")
    remove = given.flag("remove") or level in ("remove", "off")
    return RemoveComputer() if remove else AddComputer(level)


def _bonus(given: Arguments) -> ChangeSetup:
    names = given.word("bonus")
    sets = () if names in ("", "none", "off") else tuple(names.replace(",", " ").split())
    return ChangeSetup(bonus=sets)


def _link(given: Arguments) -> Link:
    code, _, sure = given.word("code").partition(" ")
    return Link(code, sure=sure == "yes")


_title, _thread = Argument("title", ArgumentKind.BOARD), Argument("thread", ArgumentKind.FLAG, only="discord")
_variant, _sets = Argument("variant", ArgumentKind.VARIANT), Argument("bonus", ArgumentKind.BONUS)
_starter, _player = Argument("starter", ArgumentKind.STARTER), Argument("player", ArgumentKind.PLAYER)
_color, _remove = Argument("color", ArgumentKind.COLOR), Argument("remove", ArgumentKind.FLAG)
_level, _language = Argument("level", ArgumentKind.LEVEL), Argument("language", ArgumentKind.LANGUAGE)
_route, _city = Argument("route", ArgumentKind.ROUTE, True), Argument("city", ArgumentKind.CITY, True)
_route_cards = Argument("cards", ArgumentKind.ROUTE_CARDS)
_city_cards = Argument("cards", ArgumentKind.CITY_CARDS)
_surcharge, _card = Argument("cards", ArgumentKind.SURCHARGE), Argument("card", ArgumentKind.CARD)
_tickets, _sure = Argument("tickets", ArgumentKind.TICKETS), Argument("sure", ArgumentKind.FLAG)
_view, _place = Argument("view", ArgumentKind.VIEW), Argument("place", ArgumentKind.PLACE)
_ping, _confirm = Argument("ping", ArgumentKind.PING), Argument("confirm", ArgumentKind.FLAG)
_topic, _round = Argument("topic", ArgumentKind.TOPIC), Argument("round", ArgumentKind.NUMBER)
_code, _invitation = Argument("code", ArgumentKind.TEXT), Argument("code", ArgumentKind.TEXT, True)
_yes, _game = (
    Argument("yes", ArgumentKind.TEXT, only="text"),
    Argument("game", ArgumentKind.TEXT, only="text"),
)

COMMANDS: tuple[CommandSpec[Command], ...] = (
    Spec(
        "new",
        _TABLE,
        _GAME | T.ANY_GAME | T.CHANGES | T.PERSONAL | T.GROUP_MENU,
        _new_game,
        (_title, _thread),
        telegram="newgame",
    ),
    Spec(
        "join",
        _TABLE,
        _GAME | T.ANY_GAME | T.CHANGES | T.PERSONAL | T.GROUP_MENU | T.ON_LOBBY,
        lambda given: Join(given.word("color")),
        (_color,),
    ),
    Spec("leave", _TABLE, _GAME | T.CHANGES | T.GROUP_MENU | T.ON_LOBBY, lambda _: Leave(), audience=PLAYER),
    Spec("computer", _TABLE, _GAME | T.CHANGES | T.ON_LOBBY, _computer, (_level, _remove), PLAYER),
    Spec("options", _TABLE, _GAME, None, (_variant, _sets, _starter, _language), PLAYER),
    Spec(
        "variant",
        _TABLE,
        T.TYPED,
        lambda given: ChangeSetup(variant=given.word("variant")),
        (_variant,),
        PLAYER,
    ),
    Spec("bonus", _TABLE, T.TYPED, _bonus, (_sets,), PLAYER),
    Spec("starter", _TABLE, T.TYPED, None, (_starter,), PLAYER),
    Spec(
        "start",
        _TABLE,
        _GAME | T.CHANGES | T.PRIVATE | T.ADMIN | T.GROUP_MENU | T.ON_LOBBY,
        lambda _: Start(),
        (),
        HOST,
        telegram="startgame",
    ),
    Spec(
        "abort",
        _TABLE,
        _GAME | T.CHANGES | T.CONFIRMS | T.ADMIN | T.GROUP_MENU,
        lambda given: Abort(confirmed=given.flag("yes")),
        (_yes,),
        HOST,
    ),
    Spec(
        "restore",
        _TABLE,
        _GAME | T.ANY_GAME | T.CHANGES | T.ADMIN,
        lambda given: Restore(given.word("game")),
        (_game,),
        HOST,
    ),
    Spec("skip", _TABLE, _GAME | T.CHANGES | T.ADMIN, None, (_player,), HOST),
    Spec("replace", _TABLE, _GAME | T.CHANGES | T.ADMIN, None, (_player,), HOST),
    Spec("draw", _TURN, _ACT | T.ON_TURN, None, (_card,), PLAYER, shown_first="hand"),
    Spec(
        "claim",
        _TURN,
        _ACT | T.CONFIRMS | T.ON_TURN,
        None,
        (_route, _route_cards),
        PLAYER,
        shown_first="claim",
    ),
    Spec(
        "ticket",
        _TURN,
        _ACT | T.CONFIRMS | T.FORM | T.ON_CHOICE | T.ON_TURN,
        None,
        (_sure,),
        PLAYER,
        shown_first="ticket",
    ),
    Spec("station", _TURN, _ACT | T.ON_TURN, None, (_city, _city_cards), PLAYER, shown_first="station"),
    Spec(
        "keep",
        _TURN,
        T.TYPED | T.SLASH | T.PRIVATE | T.SECRET | T.FORM | T.DM_MENU,
        None,
        (_tickets,),
        PLAYER,
        menu_after="decline",
        shown_first="hand",
    ),
    Spec("pay", _TURN, _ACT, None, (_surcharge,), PLAYER, shown_first="hand"),
    Spec("decline", _TURN, _ACT, lambda _: Play(DeclineTunnel()), (), PLAYER, shown_first="hand"),
    Spec("mark", _TURN, T.PRIVATE | T.SECRET, None, (_tickets,), PLAYER),
    Spec("ways", _TURN, T.PRIVATE, None, (_place,), PLAYER),
    Spec("try", _TURN, T.PRIVATE | T.SECRET, None, (_route, _route_cards), PLAYER),
    Spec("hand", _LOOK, _ACT | T.DEEP_LINK | T.ON_CHOICE | T.ON_TURN, _show("turn"), (), PLAYER),
    Spec("tickets", _LOOK, _ACT | T.DEEP_LINK | T.PICTURE, _show("tickets"), (), PLAYER),
    Spec("board", _LOOK, _SEE | T.PICTURE | T.ON_CHOICE | T.ON_TURN | T.ON_END, None, (_view, _place)),
    Spec("text", _LOOK, T.TYPED, None, (_place,)),
    Spec("scores", _LOOK, _SEE | T.ON_CHOICE | T.ON_TURN | T.ON_END, _show("scores")),
    Spec("log", _LOOK, _SEE | T.ON_END, _show("log")),
    Spec("record", _LOOK, T.TYPED | T.SLASH | T.DEEP_LINK | T.ON_END, _show("record")),
    Spec("why", _LOOK, T.TYPED | T.SLASH | T.ON_END, lambda given: AskWhy(given.number("round")), (_round,)),
    Spec("rules", _LOOK, _SEE | T.ANY_GAME, lambda given: Explain(given.text("topic")), (_topic,)),
    Spec("help", _LOOK, _SEE | T.ANY_GAME, _show("help")),
    Spec("share", _CHATS, _GAME | T.GROUP_MENU, lambda _: Share(), (), PLAYER),
    Spec(
        "follow",
        _CHATS,
        _GAME | T.ANY_GAME | T.GROUP_MENU,
        lambda given: Follow(given.word("code")),
        (_invitation,),
    ),
    Spec("unfollow", _CHATS, _GAME | T.GROUP_MENU, lambda _: Unfollow()),
    Spec("check", _CHATS, _GAME | T.ANY_GAME, lambda _: Check()),
    Spec("games", _ME, _SEE | T.ANY_GAME, _show("games"), menu_after="log"),
    Spec(
        "settings",
        _ME,
        _SEE | T.ANY_GAME | T.PERSONAL,
        None,
        (_language, _ping, _confirm),
        menu_after="rules",
    ),
    Spec("language", _ME, T.TYPED | T.ANY_GAME, None, (_language,)),
    Spec("write", _ME, T.TYPED | T.ANY_GAME, lambda _: WriteAgain()),
    Spec(
        "link",
        _ME,
        T.TYPED | T.SLASH | T.ANY_GAME | T.PERSONAL | T.PRIVATE | T.CONFIRMS | T.DM_MENU,
        _link,
        (_code,),
    ),
    Spec("unlink", _ME, T.TYPED | T.SLASH | T.ANY_GAME | T.PERSONAL | T.DM_MENU, lambda _: Unlink()),
)
"""Every command once, in the order of help."""

SPECS: Mapping[str, CommandSpec[Command]] = {spec.word: spec for spec in COMMANDS}
