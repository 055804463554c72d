"""Questions to a person, and pages of a long list, each with their buttons."""

from collections.abc import Mapping, Sequence
from hashlib import sha256

from bot.matches.match import Match
from bot.matches.outcomes import Outcome
from bot.model.callbacks import LONGEST_CODE, NO_GAME, CallbackData
from bot.model.identity import Person
from bot.model.message import Button, Menu, Message, Rows
from bot.requests.request import Request
from bot.text.i18n import Phrases
from bot.text.labels import typed_line


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
