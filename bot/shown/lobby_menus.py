"""Menus of a lobby: the variant, bonus tickets, who begins, computers, the clock, planned turns."""

from bot.matches.clocks import DAY, clock_word
from bot.matches.match import Match
from bot.matches.outcomes import CommandRefused
from bot.matches.roster import Status
from bot.model.message import Menu, Message
from bot.model.settings import GameOptions, word_of
from bot.requests.request import Request
from bot.shown.menus import setting_menu
from bot.text.clock_text import clock_label
from bot.text.i18n import Phrases, person
from bot.text.labels import board_title
from bot.text.setting_text import setting_labels
from engine.levels import LEVELS


def option_menus(match: Match, phrases: Phrases) -> tuple[Menu, ...]:
    """A menu for each setting that has a choice, and one for computers."""
    roster, board, say, menus = match.roster, match.board, phrases.say, list[Menu]()
    if len(board.variants) > 1:
        titles = {id: board_title(rules.title, phrases) for id, rules in board.variants.items()}
        menus.append(setting_menu(say("lobby-menu-variant"), "variant", titles, roster.variant, match))
    if board.bonus_sets:
        sets = {"none": say("bonus-none"), **{id: id for id in board.bonus_sets}}
        present = "".join(roster.bonus[:1]) or "none"
        menus.append(setting_menu(say("lobby-menu-bonus"), "bonus", sets, present, match))
    if len(roster.holders) > 1:
        names = {str(seat): person(phrases.player(name)) for seat, name in enumerate(roster.names, 1)}
        first = "lot" if roster.starter is None else str(roster.starter + 1)
        starters = {"lot": say("starter-lot"), **names}
        menus.append(setting_menu(say("lobby-menu-starter"), "starter", starters, first, match))
    levels = {level: say(f"level-{level}") for level in LEVELS}
    if any(not holder.person for holder in roster.holders):
        levels["remove"] = say("computer-remove")
    menus.append(setting_menu(say("lobby-menu-computer"), "computer", levels, "", match))
    clock = clock_word(roster.clock)
    clocks = setting_labels(GameOptions.clock, clock, {}, phrases)
    menus.append(setting_menu(say("lobby-menu-clock"), "clock", clocks, clock, match))
    delays = {switch: say(f"plans-delay-{switch}") for switch in ("off", "on")}
    delay = word_of(roster.delays_plans)
    menus.append(setting_menu(say("lobby-menu-delay"), "options delay", delays, delay, match))
    return tuple(menus)


def lobby_options(request: Request) -> Message:
    """The setup of a lobby with its menus. Raises CommandRefused."""
    match = request.shown_match
    if match.roster.status is not Status.LOBBY:
        raise CommandRefused("already-started")
    text = request.phrases.say("setup-changed", variant=_variant(match, request.phrases))
    may_choose = request.seat is not None or request.hosts or request.is_admin
    return Message(text, menus=option_menus(match, request.phrases) if may_choose else ())


def changed_setup(choice: GameOptions, match: Match, phrases: Phrases) -> list[str]:
    """A line for each thing that was chosen for a lobby."""
    roster, lines = match.roster, []
    if choice.variant is not None:
        lines.append(phrases.say("setup-changed", variant=_variant(match, phrases)))
    if choice.bonus is not None:
        sets = ", ".join(roster.bonus) or phrases.say("bonus-none")
        lines.append(phrases.say("setup-bonus", sets=sets))
    if choice.starter is not None:
        lines.append(starter_line(match, phrases) or phrases.say("setup-starter-lot"))
    if choice.clock is not None:
        lines.append(clock_line(match, phrases))
    if choice.away is not None:
        lines.append(phrases.say("setup-away", days=match.roster.allowance // DAY))
    if choice.delays_plans is not None:
        lines.append(phrases.say("setup-plans", delay=word_of(roster.delays_plans)))
    return lines


def _variant(match: Match, phrases: Phrases) -> str:
    return board_title(match.board.variants[match.roster.variant].title, phrases)


def starter_line(match: Match, phrases: Phrases) -> str:
    """Who goes first; empty where that is drawn by lot."""
    starter = match.roster.starter
    return "" if starter is None else phrases.say("tell-starter-named", name=match.roster.names[starter])


def clock_line(match: Match, phrases: Phrases) -> str:
    """The clock of a game."""
    return phrases.say("clock-present", clock=clock_label(match.roster.clock, phrases))
