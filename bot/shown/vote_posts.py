"""The messages of votes and clocks, with their buttons."""

from bot.matches.match import Match
from bot.matches.outcomes import CommandRefused
from bot.matches.roster import Roster, Status
from bot.matches.roster_events import PAUSE
from bot.matches.votes import AGREED_BY_SILENCE, asked_seats, is_of_everybody
from bot.model.callbacks import CallbackData
from bot.model.identity import Person
from bot.model.message import Button, Mention, Message, moment
from bot.shown.menus import clock_line
from bot.text.i18n import Phrases, person
from bot.text.labels import listed
from bot.text.roster_text import saved_text, tell_vote


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
