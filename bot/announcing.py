"""Where the public story of a match may pause, and what is posted there."""

from collections.abc import Sequence

from bot.artist import Artist
from bot.identity import Person
from bot.matches.match import Match, Step
from bot.matches.roster import RosterEvent, Status
from bot.message import Button, Message, Style
from bot.press import Press
from bot.talk.account import account
from bot.talk.asking import next_line
from bot.talk.describing import score_text
from bot.talk.phrases import Phrases, person
from bot.talk.words import trains
from engine.events import TicketsOffered, TurnStarted
from engine.game import Table, TakeTurn


def pauses(step: Step) -> bool:
    """Whether the table is told up to here: a turn is over, and no computer is about to move.

    Computers' turns are gathered into the next post, and half-turns say nothing in public. The answer hangs
    on the log alone, so that after a crash the same stretch makes the same post.
    """
    match = step.after
    if match.roster.status is not Status.RUNNING:
        return True
    if match.table is None or any(match.roster.sitters[seat].by_computer for seat in match.waiting_for):
        return False
    return isinstance(step.fact, RosterEvent) or _all_offered(match.table) or _turn_opened(match)


def _all_offered(table: Table) -> bool:
    """Starting tickets: everybody is choosing or has chosen."""
    chosen = zip(table.decisions, table.tickets, strict=True)
    return table.choosing and all(decision or kept for decision, kept in chosen)


def _opens(step: Step) -> bool:
    """Whether a step asks somebody for a turn, or for starting tickets."""
    match step.fact:
        case TurnStarted() | TicketsOffered(starting=True):
            return True
        case _:
            return False


def _turn_opened(match: Match) -> bool:
    """Whether the step just taken was the beginning of a turn."""
    if match.game is None or match.game.table.seat is None:
        return False
    decision = match.game.table.decisions[match.game.table.seat]
    return isinstance(decision, TakeTurn) and decision.revision == match.game.seq


def stretches(steps: Sequence[Step]) -> list[tuple[Step, ...]]:
    """The steps, parted at the pauses; what comes after the last pause is not told yet."""
    parts, begun = [], 0
    for place, step in enumerate(steps, 1):
        if pauses(step):
            parts.append(tuple(steps[begun:place]))
            begun = place
    return parts


async def post_of(stretch: Sequence[Step], phrases: Phrases, artist: Artist) -> Message | None:
    """What is posted for a stretch that ends in a pause; None where there is nothing to tell."""
    match = stretch[-1].after
    told = account(stretch, phrases)
    if match.roster.status is Status.LOBBY:
        return _lobby_post(match, told, phrases)
    if not told:
        return None
    if match.table is None or match.roster.status is Status.ABORTED:
        return Message(told)
    if match.table.over:
        return await _end_post(match, told, phrases, artist)
    text = f"{told}\n\n{next_line(match.table, match.roster.names, phrases)}"
    return Message(text, await artist.board(match, phrases), _turn_buttons(match, phrases), _called(stretch))


def _lobby_post(match: Match, told: str, phrases: Phrases) -> Message | None:
    """What will be played, and who is there; nobody is when a lobby opens, and when the last has left."""
    roster, rules = match.roster, match.board.variants[match.roster.variant]
    if not roster.sitters:
        return Message(told, buttons=_lobby_buttons(match, phrases)) if told else None
    title = phrases.say(
        "lobby-open",
        title=match.board.title,
        variant=rules.title,
        least=rules.players_least,
        most=rules.players_most,
    )
    sitters = (f"{person(one.name)} ({trains(one.color, phrases)})" for one in roster.sitters)
    names = phrases.say("lobby-seats", names=", ".join(sitters))
    first = "" if roster.starter is None else roster.names[roster.starter]
    begins = phrases.say("tell-starter-named", name=first) if first else ""
    text = "\n".join(filter(None, (told, title, names, begins)))
    return Message(text, buttons=_lobby_buttons(match, phrases))


async def _end_post(match: Match, told: str, phrases: Phrases, artist: Artist) -> Message:
    pictures = (*await artist.board(match, phrases), *await artist.score(match, phrases))
    sheet = match.table.sheet if match.table else None
    scores = score_text(sheet, match.roster.names, match.board, phrases) if sheet else ""
    return Message(f"{told}\n\n{scores}", pictures)


def _called(stretch: Sequence[Step]) -> Person | None:
    """The one person whom the table waits for, called once a turn: where the stretch began it."""
    match = stretch[-1].after
    if len(match.waiting_for) != 1 or not any(map(_opens, stretch)):
        return None
    person = match.roster.sitters[match.waiting_for[0]].person
    return Person.parse(person) if person else None


def _lobby_buttons(match: Match, phrases: Phrases) -> tuple[tuple[Button, ...], ...]:
    first = ("join", "leave")
    second = ("computer", "start")
    return tuple(
        tuple(_word_button(match, word, phrases, main=word in ("join", "start")) for word in row)
        for row in (first, second)
    )


def _turn_buttons(match: Match, phrases: Phrases) -> tuple[tuple[Button, ...], ...]:
    table, look = match.table, ("hand", "board", "scores")
    stations = ("station",) if table and table.rules.stations else ()
    rows = (look,) if table and table.choosing else (("draw", "claim", "ticket", *stations), look)
    return tuple(tuple(_word_button(match, word, phrases) for word in row) for row in rows)


def _word_button(match: Match, word: str, phrases: Phrases, *, main: bool = False) -> Button:
    code = Press(match.id, 0, word).code
    return Button(phrases.say(f"button-{word}"), code, Style.MAIN if main else Style.PLAIN)
