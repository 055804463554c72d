"""Answers that ask back: which of several things is meant, and whether it is meant at all."""

from bot.matches.match import Match
from bot.model.callbacks import NO_GAME, CallbackData
from bot.model.message import Button, Menu, Message, Style
from bot.text.i18n import Phrases
from bot.text.labels import typed_line
from bot.text.parser import Question
from bot.text.request import Request


def which(request: Request, ask: Question) -> Message:
    """A question, with a button for each thing that was perhaps meant."""
    match = request.match
    revision = request.view.decision.revision if request.view and request.view.decision else 0
    choices = tuple(
        Button(
            typed_line(line, match.table if match else None, request.phrases),
            CallbackData(match.id if match else NO_GAME, revision, _line(request, line)).code,
            Style.PLAIN if number else Style.MAIN,
        )
        for number, line in enumerate(ask.lines)
    )
    question = request.phrases.say(ask.key)
    return Message(question, menus=(Menu(question, choices),))


def _line(request: Request, line: str) -> str:
    """What a button plays; a claim is shown first, or its ways to pay, to whoever wants to be asked."""
    if not request.confirm or not line.startswith("claim "):
        return line
    paid = len(line.split()) > 2
    return trying(line) if paid else f"ways {line}"


def trying(line: str) -> str:
    """The line of a button that shows an action before it is played."""
    return f"try {line}"


def whether_to_abort(match: Match, phrases: Phrases) -> Message:
    """Ending a game is asked once more."""
    button = Button(phrases.say("button-abort"), CallbackData(match.id, 0, "abort yes").code, Style.DANGER)
    return Message(phrases.say("ask-abort"), buttons=((button,),))
