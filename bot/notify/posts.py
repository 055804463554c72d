"""Where the public story of a match may pause, and what is posted there."""

from collections.abc import Sequence

from bot.matches.match import Match, Step
from bot.matches.roster import ChatFollowed, GameRestored, Status
from bot.model.callbacks import NO_GAME, CallbackData
from bot.model.identity import Person
from bot.model.message import Button, Message, Style, Topic
from bot.service.lobby_menus import option_menus
from bot.service.pictures import PictureService
from bot.text.history import account
from bot.text.i18n import Phrases, person
from bot.text.labels import trains
from bot.text.prompts import next_line
from bot.text.scores import score_text
from bot.text.truncate import newest, oldest
from engine.events import TicketsOffered, TurnStarted
from engine.game import Table


def split_into_posts(steps: Sequence[Step]) -> list[tuple[Step, ...]]:
    """The steps, parted where the table is told; what comes after the last pause is not told yet.

    The table is told once a turn: when it is a person's, and no computer is about to move. Computers' turns
    and the news of people in mid-turn are gathered into the next post, and half-turns say nothing in public.
    All hangs on the log alone, so that after a crash the same stretch makes the same post.
    """
    parts, begun, opened = [], 0, False
    for place, step in enumerate(steps, 1):
        opened = opened or _opens(step) or isinstance(step.fact, ChatFollowed)
        if _pauses(step, opened=opened):
            parts.append(tuple(steps[begun:place]))
            begun, opened = place, False
    return parts


def _pauses(step: Step, *, opened: bool) -> bool:
    """Whether the table is told up to here.

    `opened` tells whether a turn has begun since the last pause, or another chat looks on.
    """
    match = step.after
    if match.roster.status is not Status.RUNNING or isinstance(step.fact, GameRestored):
        return True
    if match.table is None or any(match.roster.holders[seat].by_computer for seat in match.waiting_for):
        return False
    return opened and (not match.table.choosing or _all_offered(match.table))


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


def opens_for(step: Step, seat: int) -> bool:
    """Whether a step asks this seat for a turn, or for starting tickets, or asks it anew."""
    match step.fact:
        case GameRestored():
            return seat in step.after.waiting_for
        case TurnStarted(seat=asked) | TicketsOffered(seat=asked, starting=True):
            return asked == seat
        case _:
            return False


async def post_of(
    section: Sequence[Step], phrases: Phrases, artist: PictureService, longest: int = 20_000
) -> Message | None:
    """What is posted for a stretch that ends in a pause; None where there is nothing to tell.

    What makes it longer than `longest` letters is left out, with a word where it can be read.
    """
    match = section[-1].after
    told = account(section, phrases)
    if match.roster.status is Status.LOBBY:
        return _lobby_post(match, told, phrases)
    if not told:
        return None
    if match.table is None or match.roster.status is Status.ABORTED:
        told = newest(told, longest, phrases.say("earlier-in-log"))
        return Message(told, buttons=_after_buttons(match, phrases))
    if match.table.over:
        return await _end_post(match, told, phrases, artist, longest)
    following = f"\n\n{next_line(match.table, match.roster.names, phrases)}"
    told = newest(told, longest - len(following), phrases.say("earlier-in-log"))
    return Message(
        told + following,
        await artist.board(match, phrases),
        buttons=_turn_buttons(match, phrases),
        mention=_called(section),
    )


def topic_of(section: Sequence[Step]) -> Topic:
    """What a post about a stretch is, for the platform that shows it."""
    return Topic.LOBBY if section[-1].after.roster.status is Status.LOBBY else Topic.TURN


def _lobby_post(match: Match, told: str, phrases: Phrases) -> Message | None:
    """What will be played, and who is there; nobody is when a lobby opens, and when the last has left."""
    roster, rules = match.roster, match.board.variants[match.roster.variant]
    if not roster.holders:
        return Message(told, buttons=_lobby_buttons(match, phrases)) if told else None
    title = phrases.say(
        "lobby-open",
        title=match.board.title,
        variant=rules.title,
        least=rules.players_least,
        most=rules.players_most,
    )
    holders = (f"{person(one.name)} ({trains(one.color, phrases)})" for one in roster.holders)
    names = phrases.say("lobby-seats", names=", ".join(holders))
    first = "" if roster.starter is None else roster.names[roster.starter]
    begins = phrases.say("tell-starter-named", name=first) if first else ""
    text = "\n".join(filter(None, (told, title, names, begins)))
    return Message(text, buttons=_lobby_buttons(match, phrases), menus=option_menus(match, phrases))


async def _end_post(
    match: Match, told: str, phrases: Phrases, artist: PictureService, longest: int
) -> Message:
    pictures = (*await artist.board(match, phrases), *await artist.score(match, phrases))
    sheet = match.table.sheet if match.table else None
    scores = score_text(sheet, match.roster.names, match.board, phrases) if sheet else ""
    told = newest(told, longest // 2, phrases.say("earlier-in-log"))
    text = oldest(f"{told}\n\n{scores}", longest, phrases.say("more-in-scores"))
    return Message(text, pictures, buttons=_after_buttons(match, phrases))


def _called(section: Sequence[Step]) -> Person | None:
    """The one person whom the table waits for, called once a turn: where it began, or the game came back."""
    match = section[-1].after
    begun = any(_opens(step) or isinstance(step.fact, GameRestored) for step in section)
    if len(match.waiting_for) != 1 or not begun:
        return None
    person = match.roster.holders[match.waiting_for[0]].person
    return Person.parse(person) if person else None


def _lobby_buttons(match: Match, phrases: Phrases) -> tuple[tuple[Button, ...], ...]:
    words = ("join", "leave", "computer", "start")
    return (tuple(_word_button(match, word, phrases, main=word in ("join", "start")) for word in words),)


def _turn_buttons(match: Match, phrases: Phrases) -> tuple[tuple[Button, ...], ...]:
    """What can be played, which goes stale with the turn, and what can be looked at, which never does."""
    look = tuple(_word_button(match, word, phrases) for word in ("hand", "board", "scores"))
    table = match.table
    if table and table.choosing:
        choose = CallbackData(match.id, 0, "ticket").code
        return ((Button(phrases.say("button-choose-tickets"), choose, Style.MAIN),), look)
    if table is None or table.seat is None:
        return (look,)
    decision = table.decisions[table.seat]
    words = ("draw", "claim", "ticket", *(("station",) if table.rules.stations else ()))
    revision = decision.revision if decision else 0
    return tuple(_word_button(match, word, phrases, revision) for word in words), look


def _after_buttons(match: Match, phrases: Phrases) -> tuple[tuple[Button, ...], ...]:
    """What can still be done with a game that has ended."""
    if match.roster.status is Status.ABORTED:
        back = Button(phrases.say("button-restore"), CallbackData(NO_GAME, 0, f"restore {match.id}").code)
        return () if match.roster.seed else ((back,),)
    thinkers = any(holder.level for holder in match.roster.holders)
    words = ("board", "scores", "log", "record", *(("why",) if thinkers else ()))
    return (tuple(_word_button(match, word, phrases) for word in words),)


def _word_button(
    match: Match, word: str, phrases: Phrases, revision: int = 0, *, main: bool = False
) -> Button:
    code = CallbackData(match.id, revision, word).code
    return Button(phrases.say(f"button-{word}"), code, Style.MAIN if main else Style.PLAIN)
