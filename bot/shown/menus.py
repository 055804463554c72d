"""Questions, menus of settings and of a lobby, pages of a long list, votes, and a reminder's buttons."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from hashlib import sha256

from bot.matches.clocks import DAY, clock_word
from bot.matches.match import Match
from bot.matches.outcomes import CommandRefused
from bot.matches.reminder_times import SNOOZES, ReminderHours, reminders_of, snoozed_until
from bot.matches.roster import Roster, Status
from bot.matches.roster_events import PAUSE
from bot.matches.votes import AGREED_BY_SILENCE, asked_seats, is_of_everybody
from bot.model.callbacks import LONGEST_CODE, NO_GAME, CallbackData
from bot.model.identity import Person
from bot.model.message import Button, Mention, Menu, Message, Rows, in_rows, moment
from bot.model.settings import GameOptions, word_of
from bot.requests.request import Request
from bot.text.i18n import Phrases, person
from bot.text.labels import board_title, listed, typed_line
from bot.text.roster_text import clock_label, saved_text, tell_vote
from bot.text.setting_text import setting_labels
from engine.levels import LEVELS


def question_message(request: Request, key: str, lines: Sequence[str]) -> Message:
    """A question, with a button for each line that may have been meant."""
    match = request.match
    revision = request.view.decision.revision if request.view and request.view.decision else 0
    choices: list[Button] = []
    for line in lines:
        label = typed_line(line, match.table if match else None, request.phrases)
        # Somebody who confirms sees the claim first, or the ways to pay for it.
        if request.profile.confirm and line.startswith("claim "):
            is_paid = len(line.split()) > 2
            line = preview_line(line) if is_paid else f"ways {line.removeprefix('claim ')}"
        code = CallbackData(match.id if match else NO_GAME, revision, line).code
        choices.append(Button(label, code, "plain" if choices else "main"))
    text = request.phrases.say(key)
    return Message(text, menus=(Menu(text, tuple(choices)),))


def setting_menu(
    title: str, line: str, labels: Mapping[str, str], chosen: str, match: Match | None = None
) -> Menu:
    """A menu of a setting: each choice is the `line` of a command with one of the words that have labels.

    In a post about a match, where it can become a row of buttons, each label begins with the title.
    """
    codes = {word: CallbackData(match.id if match else NO_GAME, 0, f"{line} {word}").code for word in labels}
    buttons = tuple(
        Button(f"{title}: {label}", codes[word], short=label) if match else Button(label, codes[word])
        for word, label in labels.items()
        if len(codes[word].encode()) <= LONGEST_CODE
    )
    return Menu(title, buttons, codes.get(chosen, ""), stays=True)


def preview_line(line: str) -> str:
    """The line of a button that shows a claim before it is made. It is shorter than that of the claim."""
    return f"try {line.removeprefix('claim ')}"


def sure_of(player: Person) -> str:
    """The word with which only this player can confirm."""
    return sha256(str(player).encode()).hexdigest()[:8]


def confirm(
    match: Match, question: str, label: str, word: str, phrases: Phrases, *, sure: str = "yes"
) -> Message:
    """A question with a button of this label, which does what a command would do, and one that does nothing.

    `sure` and "no" are the words after that of the command with which they answer.
    """
    yes = Button(label, CallbackData(match.id, 0, f"{word} {sure}").code, "danger")
    no = Button(phrases.say("button-cancel"), CallbackData(match.id, 0, f"{word} no").code)
    return Message(question, buttons=((yes, no),))


def page_buttons(game: str, line: str, near: Mapping[str, int], pages: int, phrases: Phrases) -> Rows:
    """The buttons for other pages: `near` has their numbers by the words on the buttons (`button-WORDS`).

    The number follows `line`. A page that does not exist has no button.
    """
    row = tuple(
        Button(phrases.say(f"button-{words}"), CallbackData(game, 0, f"{line} {page}").code)
        for words, page in near.items()
        if 1 <= page <= pages
    )
    return (row,) if row else ()


# ---- below a reminder

_IN_A_ROW = 2


def reminder_buttons(
    match: Match, seat: int, phrases: Phrases, hours: ReminderHours, now: datetime, *, in_place: bool
) -> Rows:
    """Look at the game, be reminded later if that is before the end of the turn, or be away.

    Where the answer takes the place of the reminder (`in_place`), it keeps the other buttons.
    """
    line = f"hand {_turn(match, seat)}" if in_place else "hand"
    show = Button(phrases.say("button-show"), CallbackData(match.id, 0, line).code, "main")
    return in_rows((show, *_later(match, seat, phrases, hours, now)), _IN_A_ROW)


def rest_of_reminder(
    match: Match, seat: int, turn: int | None, phrases: Phrases, hours: ReminderHours, now: datetime
) -> Rows:
    """The buttons below the panel to which the reminder of a turn led, as long as it can be put off."""
    is_due = match.deadline(seat) is not None and seat in match.waiting_for and turn == _turn(match, seat)
    return (_later(match, seat, phrases, hours, now),) if is_due else ()


def _later(
    match: Match, seat: int, phrases: Phrases, hours: ReminderHours, now: datetime
) -> tuple[Button, ...]:
    turn, times, deadline = _turn(match, seat), reminders_of(match, seat, *hours), match.deadline(seat)
    can_wait = deadline is not None and max(times.values(), default=now) > now
    snoozes = [
        Button(phrases.say(f"button-snooze-{when}"), CallbackData(match.id, 0, f"snooze {when} {turn}").code)
        for when in SNOOZES
        if can_wait and deadline and snoozed_until(when, deadline, now, *hours) < deadline
    ]
    return (*snoozes, Button(phrases.say("button-away"), CallbackData(NO_GAME, 0, "away").code))


def _turn(match: Match, seat: int) -> int:
    return match.roster.holders[seat].clock.turn or 0


# ---- of a lobby


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
    if choice.starts_full is not None:
        lines.append(phrases.say("setup-full", full=word_of(roster.starts_full)))
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


# ---- of votes and clocks


def vote_message(match: Match, phrases: Phrases) -> Message:
    """An open vote: its question, who has voted how, and the buttons. It mentions who has not voted yet.

    People who left the game are asked, but not mentioned.
    Raises CommandRefused where no vote is open.
    """
    vote = match.roster.vote
    if match.roster.status is not Status.RUNNING or vote is None:
        raise CommandRefused("vote-settled")
    seats, votes = asked_seats(match, vote), match.roster.votes
    lines = [tell_vote(vote, match.roster, phrases)]
    for key, answer in (("votes-yes", True), ("votes-no", False), ("votes-open", None)):
        if names := [person(match.roster.names[seat]) for seat in seats if votes[seat] is answer]:
            lines.append(phrases.say(key, names=listed(names, phrases)))
    if vote.question == PAUSE and is_of_everybody(match.roster, vote):
        lines.append(phrases.say("vote-pause-again"))
    silence = "yes" if vote.question in AGREED_BY_SILENCE else "no"
    lines.append(phrases.say("vote-until", until=moment(vote.until), silence=silence))
    codes = [CallbackData(match.id, 0, f"vote {word} {vote.number}").code for word in ("yes", "no")]
    yes, no = Button(phrases.say("button-yes"), codes[0], "main"), Button(phrases.say("button-no"), codes[1])
    asked = [match.roster.holders[seat] for seat in seats if votes[seat] is None]
    mentions = tuple(
        Mention(Person.parse(holder.person), holder.name) for holder in asked if not holder.given_up
    )
    return Message("\n".join(lines), buttons=((yes, no),), mentions=mentions)


def settled_vote(before: Roster, agreed: str, phrases: Phrases) -> Message:
    """The post of a vote that is over; `agreed` is the sentence about its result, or ""."""
    asked = tell_vote(before.vote, before, phrases) if before.vote else ""
    return Message(agreed or f"{asked}\n{phrases.say('vote-is-over')}")


def clock_menu(match: Match, phrases: Phrases) -> Message:
    """The clock of a game, each running deadline, and in a running game what can be asked."""
    lines = [clock_line(match, phrases)]
    for seat, name in enumerate(match.roster.names):
        if due := match.deadline(seat):
            lines.append(phrases.say("clock-of", name=name, until=moment(due)))
    lines.append(saved_text(match, phrases))
    if match.roster.paused:
        until = match.roster.paused_until
        paused = phrases.say("clock-paused-until", until=moment(until)) if until else ""
        lines.append(paused or phrases.say("clock-paused"))
    words = []
    if match.roster.status is Status.RUNNING:
        words = ["givetime"] if any(match.deadline(seat) for seat in range(len(match.roster.holders))) else []
        words.append("resume" if match.roster.paused else "pause")
    row = [Button(phrases.say(f"button-{word}"), CallbackData(match.id, 0, word).code) for word in words]
    return Message("\n".join(filter(None, lines)), buttons=(tuple(row),) if row else ())
