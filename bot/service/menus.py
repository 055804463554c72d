"""Buttons below posts and questions, made from the command table."""

from collections.abc import Sequence
from hashlib import sha256
from itertools import groupby

from bot.matches.match import Match
from bot.matches.outcomes import Outcome
from bot.model.callbacks import NO_GAME, CallbackData
from bot.model.command_spec import Trait
from bot.model.commands import COMMANDS, SPECS
from bot.model.identity import Person
from bot.model.message import Button, Menu, Message, Rows, Style
from bot.text.i18n import Phrases
from bot.text.labels import typed_line
from bot.text.request import Request


def post_buttons(trait: Trait, match: Match, phrases: Phrases, revision: int = 0) -> Rows:
    """The buttons below a post: those of the commands with `trait`, a row for each section.

    Those of a lobby are in one row: its menus take the others. `trait` is ON_LOBBY, ON_CHOICE, ON_TURN or
    ON_END. Buttons that spend a turn carry its `revision`.
    """
    offered = [spec for spec in COMMANDS if spec.has(trait) and _is_useful(spec.word, trait, match)]
    in_one_row = trait is Trait.ON_LOBBY
    return tuple(
        tuple(
            _post_button(match, spec.word, phrases, revision if section == "turn" else 0, trait)
            for spec in specs
        )
        for section, specs in groupby(offered, key=lambda spec: "" if in_one_row else spec.section)
    )


def _is_useful(word: str, trait: Trait, match: Match) -> bool:
    table = match.table
    if word == "computer":
        return not _is_full(match)
    if word == "notify":
        return _is_full(match)
    if word == "why":
        return any(holder.level for holder in match.roster.holders)
    if trait is Trait.ON_TURN and SPECS[word].section == "turn":
        asked = table is not None and table.seat is not None
        return asked and (word != "station" or bool(table and table.rules.stations))
    return True


def _is_full(match: Match) -> bool:
    """Whether a lobby has no free seat. Then it offers to notify people of the next game."""
    most = match.board.variants[match.roster.variant].players_most
    return len(match.roster.holders) >= most


def _post_button(match: Match, word: str, phrases: Phrases, revision: int, trait: Trait) -> Button:
    choosing = trait is Trait.ON_CHOICE and word == "ticket"
    label = phrases.say("button-choose-tickets" if choosing else f"button-{word}")
    style: Style = "main" if choosing or SPECS[word].has(Trait.MAIN) else "plain"
    return Button(label, CallbackData(match.id, 0 if choosing else revision, word).code, style)


def question_message(request: Request, key: str, lines: Sequence[str]) -> Message:
    """A question, with a button for each line that may have been meant."""
    match = request.match
    revision = request.view.decision.revision if request.view and request.view.decision else 0
    choices = tuple(
        Button(
            typed_line(line, match.table if match else None, request.phrases),
            CallbackData(match.id if match else NO_GAME, revision, _line_of(request, line)).code,
            "plain" if number else "main",
        )
        for number, line in enumerate(lines)
    )
    text = request.phrases.say(key)
    return Message(text, menus=(Menu(text, choices),))


def _line_of(request: Request, line: str) -> str:
    """What a button does: people who confirm claims see the claim, or the ways to pay for it, first."""
    if not request.confirm or not line.startswith("claim "):
        return line
    paid = len(line.split()) > 2
    return preview_line(line) if paid else f"ways {line.removeprefix('claim ')}"


def preview_line(line: str) -> str:
    """The line of a button that shows a claim before it is made. It is shorter than that of the claim."""
    return f"try {line.removeprefix('claim ')}"


def confirm_leave(match: Match, player: Person, outcome: Outcome, phrases: Phrases) -> Message:
    """The question before a player leaves a seat of a running game; `outcome` is what leaving would do."""
    question = phrases.say(f"ask-{outcome.key}", **outcome.values)
    return _confirm(match, question, "leave", sure_of(player), phrases.say("button-leave-game"), phrases)


def sure_of(player: Person) -> str:
    """The word with which only this player can confirm."""
    return sha256(str(player).encode()).hexdigest()[:8]


def confirm_abort(match: Match, phrases: Phrases) -> Message:
    """The question before a game is aborted."""
    return _confirm(match, phrases.say("ask-abort"), "abort", "yes", phrases.say("button-abort"), phrases)


def _confirm(match: Match, question: str, word: str, sure: str, label: str, phrases: Phrases) -> Message:
    """A question with a button that does what a command would do, and one that does nothing."""
    yes = Button(label, CallbackData(match.id, 0, f"{word} {sure}").code, "danger")
    no = Button(phrases.say("button-cancel"), CallbackData(match.id, 0, f"{word} no").code)
    return Message(question, buttons=((yes, no),))
