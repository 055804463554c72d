"""Posts: where the log of a match is cut into posts, and what each post says."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from functools import partial

from bot.matches.match import Match, Step
from bot.matches.planned_turns import plan_asks, plan_plays
from bot.matches.roster import Status
from bot.matches.roster_events import (
    BY_CLOCK,
    ChatFollowed,
    ComputerTookOver,
    GameRestored,
    GameResumed,
    PersonTookOver,
    PlanMade,
    SeatGivenUp,
)
from bot.model.callbacks import NO_GAME, CallbackData
from bot.model.command_spec import Trait
from bot.model.identity import Person
from bot.model.message import Button, Mention, Message, Picture, PostPictures, Rows, Topic
from bot.platforms.port import PostKey
from bot.service.lobby_menus import clock_line, option_menus, starter_line
from bot.service.menus import post_buttons
from bot.service.panels import come_back
from bot.service.pictures import PictureService
from bot.text.history import account, newest_account
from bot.text.i18n import Phrases, person
from bot.text.labels import board_title, seat_names, trains
from bot.text.prompts import next_line
from bot.text.proof import end_details, lobby_details, start_details
from bot.text.scores import score_text
from bot.text.truncate import oldest
from engine.events import GameStarted, TicketsOffered, TurnStarted
from engine.game import Table

_COMES_BACK = GameRestored, GameResumed
"""Events after which the game is shown as it is now, in the middle of a turn too."""


def split_into_posts(steps: Sequence[Step]) -> list[tuple[Step, ...]]:
    """The steps in sections of one post each. Steps after the last section are not posted yet.

    There is one post per turn: it ends with the step after which a person has to decide who had not before,
    and no computer has. Turns of computers and what people do in the middle of a turn go into the next post,
    but a seat that is lost or taken is posted at once: its owner has to know. Starting tickets, which
    everybody chooses at the same time, have one post when all are dealt.

    The sections depend on the log alone, so after a crash the same steps make the same post.
    """
    sections, begun, opened = [], 0, False
    for place, step in enumerate(steps, 1):
        opened = opened or _opens(step) or _is_posted_at_once(step)
        if _ends_section(step, opened=opened):
            sections.append(tuple(steps[begun:place]))
            begun, opened = place, False
    return sections


def _ends_section(step: Step, *, opened: bool) -> bool:
    """Whether a post ends with this step.

    `opened` is true if something has happened since the last post that needs one (see split_into_posts).
    """
    match = step.after
    if isinstance(step.event, PlanMade):
        return False
    if match.roster.status is not Status.RUNNING or isinstance(step.event, _COMES_BACK):
        return True
    if match.table is None or not opened:
        return False
    if match.table.choosing:
        return _all_offered(match.table)
    # Nobody is waited for within a move: between the tickets that a computer keeps and the next turn.
    return match.waiting_for != () and people_waited_for(match) == match.waiting_for


def _all_offered(table: Table) -> bool:
    """Whether the starting tickets are dealt to everybody, who choose or have chosen."""
    chosen = zip(table.decisions, table.tickets, strict=True)
    return all(decision or kept for decision, kept in chosen)


def _opens(step: Step) -> bool:
    """Whether a decision begins with a step, or another chat begins to follow."""
    return isinstance(step.event, ChatFollowed) or any(map(partial(opens_for, step), step.after.waiting_for))


def _is_posted_at_once(step: Step) -> bool:
    """Whether a post in the middle of a turn says what happened."""
    match step.event:
        case ChatFollowed() | SeatGivenUp():
            return True
        case PersonTookOver(seat=seat, person=person) if step.before:
            return step.before.roster.holders[seat].person != person
        case ComputerTookOver(seat=seat):
            return replaces(step, seat)
        case _:
            return False


def opens_for(step: Step, seat: int) -> bool:
    """Whether a step begins this seat's turn or choice of starting tickets, or gives it to a person.

    A turn that a plan has begun is given to its player by the step after which they must finish it.
    """
    if plan_asks(step.after, seat) and not (step.before and plan_asks(step.before, seat)):
        return True
    match step.event:
        case GameRestored() | GameResumed():
            return seat in step.after.waiting_for
        case TurnStarted(seat=asked):
            return asked == seat
        case TicketsOffered(seat=asked, starting=True, dealt=dealt):
            return asked == seat and dealt > 0  # those that were dealt before continue the same choice
        case PersonTookOver(seat=taken):
            return taken == seat and seat in step.after.waiting_for
        case _:
            return False


def replaces(step: Step, seat: int) -> bool:
    """Whether with this step somebody let a computer play for the player of a seat."""
    match step.event:
        case ComputerTookOver(seat=replaced, by=by) if step.before:
            return replaced == seat and by != step.before.roster.holders[seat].person
        case _:
            return False


def seat_lost(step: Step, person: Person) -> int | None:
    """The seat that a person loses with this step, to another one who plays it or to whom it belongs."""
    match step.event:
        case PersonTookOver(seat=seat) | SeatGivenUp(seat=seat) if step.before:
            seated = step.after.roster.seat_of(str(person)) is not None
            return None if seated or step.before.roster.owned_seat(str(person)) != seat else seat
        case _:
            return None


def people_waited_for(match: Match) -> tuple[int, ...]:
    """The seats that have a decision to make and that no computer plays."""
    return tuple(seat for seat in match.waiting_for if not match.roster.holders[seat].by_computer)


async def post_of(
    section: Sequence[Step],
    phrases: Phrases,
    pictures: PictureService,
    longest: int = 20_000,
    wanted: PostPictures = "board",
) -> Message | None:
    """The post of a section, with the pictures of the board that are `wanted`; None where nothing is to say.

    A text longer than `longest` letters is cut, with a line that says where the rest can be read.
    """
    match = section[-1].after
    news = account(section, phrases)
    if match.roster.status is Status.LOBBY:
        shows_map = any(map(_shows_lobby, section))
        drawn = await pictures.map(match, phrases) if shows_map else ()
        return _lobby_post(match, news, phrases, drawn, longest)
    mentions = _mentions(match, _notified(section))
    if not news and not mentions:
        return None
    if match.table is None or match.roster.status is Status.ABORTED:
        news = newest_account(news, section, phrases, longest)
        return Message(news, buttons=_after_buttons(match, phrases))
    if match.table.over:
        drawn = (*await _board(section, phrases, pictures, wanted), *await pictures.score(match, phrases))
        news = newest_account(news, section, phrases, longest // 2)
        return _end_post(match, news, phrases, drawn, longest)
    waiting = people_waited_for(match) or match.waiting_for
    following = next_line(match.table, match.roster.names, phrases, waiting)
    begun = any(isinstance(step.event, GameStarted) for step in section)
    details = start_details(match, phrases) if begun else ""
    news = newest_account(news, section, phrases, longest - len(following) - 2 - len(details))
    return Message(
        "\n\n".join(filter(None, (news, following))),
        await _board(section, phrases, pictures, wanted),
        buttons=(*_turn_buttons(match, phrases), *_come_back(section, match, phrases)),
        mentions=mentions,
        details=details,
        repeats=_repeats(section, phrases),
    )


def _repeats(section: Sequence[Step], phrases: Phrases) -> bool:
    """Whether the board is shown just as in the post before: nothing on it has changed, and nobody's name."""
    before, after = section[0].before, section[-1].after
    if before is None or before.game is None or before.roster.status is not Status.RUNNING:
        return False
    return before.game == after.game and seat_names(before, phrases) == seat_names(after, phrases)


def lost_chat(match: Match, seat: int, place: str, phrases: Phrases) -> Message:
    """What a player is told when nothing can be posted in the chat of their game any more."""
    holder = match.roster.holders[seat]
    title = board_title(match.board.title, phrases)
    place = " · ".join(filter(None, (person(place) if place else "", title)))
    text = phrases.say("chat-lost", place=place)
    if seat in people_waited_for(match):
        text = f"{text}\n{phrases.say('chat-lost-waiting')}"
    button = Button(phrases.say("button-hand"), CallbackData(match.id, 0, "hand").code, "main")
    mentions = (Mention(Person.parse(holder.person), holder.name),)
    return Message(text, buttons=((button,),), mentions=mentions)


def post_key(match: Match, topic: Topic, since: datetime | None = None) -> PostKey:
    """The key of a post about a match; `since` as in PostKey."""
    setbacks, hidden = match.roster.setbacks, match.hidden
    return PostKey(match.id, topic, match.seq, since, setbacks=setbacks, hidden=hidden)


def topic_of(section: Sequence[Step]) -> Topic:
    """What the post of a section is to the platform that shows it."""
    match section[-1].after.roster.status:
        case Status.LOBBY:
            return Topic.LOBBY
        case Status.OVER:
            return Topic.END
        case _:
            return Topic.TURN


def _lobby_post(
    match: Match, news: str, phrases: Phrases, pictures: tuple[Picture, ...], longest: int
) -> Message | None:
    """The setup and the players. A lobby that opens, or that everybody has left, has no players.

    News that would make it too long are left out: the lines above say how the lobby stands.
    """
    roster, rules = match.roster, match.board.variants[match.roster.variant]
    buttons, details = post_buttons(Trait.ON_LOBBY, match, phrases), lobby_details(match, phrases)
    if not roster.holders:
        return Message(news, buttons=buttons, details=details) if news else None
    title = phrases.say(
        "lobby-open",
        title=board_title(match.board.title, phrases),
        variant=board_title(rules.title, phrases),
        least=rules.players_least,
        most=rules.players_most,
    )
    host = next((one.name for one in roster.holders if one.person == roster.creator), "")
    hint = phrases.say("lobby-host", name=host) if host else ""
    parts = title, _players(match, phrases), starter_line(match, phrases), clock_line(match, phrases), hint
    text = "\n".join(filter(None, parts))
    if news and len(text) + len(news) + len(details) < longest:
        text = f"{text}\n\n{news}"
    return Message(text, pictures, buttons=buttons, menus=option_menus(match, phrases), details=details)


def _shows_lobby(step: Step) -> bool:
    """Whether the post of a lobby after a step is a new one, with a picture: its first player joins."""
    is_first = step.before is None or not step.before.roster.holders
    return is_first or isinstance(step.event, GameRestored | ChatFollowed)


def _players(match: Match, phrases: Phrases) -> str:
    """The players with their trains."""
    holders = (f"{person(one.name)} ({trains(one.color, phrases)})" for one in match.roster.holders)
    return phrases.say("lobby-seats", names=", ".join(holders))


def closed_lobby(match: Match, phrases: Phrases) -> Message | None:
    """What the post of a lobby says after the game has started or was aborted; None while it is open."""
    if match.roster.status is Status.LOBBY:
        return None
    key = "lobby-closed" if match.game is None else "lobby-started"
    variant = match.board.variants[match.roster.variant].title
    return Message(
        f"{phrases.say(key, title=match.board.title, variant=variant)}\n{_players(match, phrases)}"
    )


async def _board(
    section: Sequence[Step], phrases: Phrases, pictures: PictureService, wanted: PostPictures
) -> tuple[Picture, ...]:
    """The pictures of the board that a post shows. Where nothing was built, there is no close-up."""
    *near, whole = await pictures.board(section[-1].after, phrases, section)
    closeup = tuple(replace(picture, whole="") for picture in near)
    match wanted:
        case "board":
            return (whole,)
        case "closeup":
            return closeup or (whole,)
        case "both":
            return whole, *closeup


def _end_post(match: Match, news: str, phrases: Phrases, drawn: tuple[Picture, ...], longest: int) -> Message:
    sheet = match.table.sheet if match.table else None
    scores = score_text(sheet, seat_names(match, phrases), match.board, phrases) if sheet else ""
    details = end_details(match, phrases)
    text = oldest(f"{news}\n\n{scores}", longest - len(details), phrases.say("more-in-scores"))
    everybody = [one for seat in range(len(match.roster.holders)) for one in ended_for(match, seat)]
    after = _after_buttons(match, phrases)
    return Message(text, drawn, buttons=after, mentions=tuple(everybody), details=details)


def ended_for(match: Match, seat: int) -> tuple[Mention, ...]:
    """The person who played this seat to the end of the match; nobody before that."""
    over = match.roster.status is Status.OVER and not match.roster.holders[seat].level
    return _mentions(match, [seat]) if over else ()


def _notified(section: Sequence[Step]) -> tuple[int, ...]:
    """The seats whose people a post notifies: those who have to decide from now on.

    In the middle of a turn it is those for whom somebody let a computer play.
    """
    waited_for = people_waited_for(section[-1].after)
    asked = tuple(seat for seat in waited_for if any(opens_for(step, seat) for step in section))
    called = tuple(seat for seat in asked if not plan_plays(section[-1].after, seat))
    return called or (() if asked else _replaced(section))


def _mentions(match: Match, seats: Sequence[int]) -> tuple[Mention, ...]:
    """The people in these seats."""
    holders = [match.roster.holders[seat] for seat in seats]
    return tuple(Mention(Person.parse(holder.person), holder.name) for holder in holders)


def _replaced(section: Sequence[Step]) -> tuple[int, ...]:
    """The seats that a computer plays after this section because somebody else wanted it."""
    seats = range(len(section[-1].after.roster.holders))
    taken = {seat for step in section for seat in seats if replaces(step, seat)}
    return tuple(seat for seat in taken if section[-1].after.roster.holders[seat].level)


def _come_back(section: Sequence[Step], match: Match, phrases: Phrases) -> Rows:
    """The button with which a player comes back whose time was up several times."""
    events = (step.event for step in section)
    timed_out = any(isinstance(one, ComputerTookOver) and one.cause == BY_CLOCK for one in events)
    return come_back(match, phrases) if timed_out else ()


def _turn_buttons(match: Match, phrases: Phrases) -> Rows:
    """Buttons that play, which are stale after the turn, and buttons that show something, which never are."""
    table = match.table
    if table and table.choosing:
        return post_buttons(Trait.ON_CHOICE, match, phrases)
    decision = table.decisions[table.seat] if table and table.seat is not None else None
    return post_buttons(Trait.ON_TURN, match, phrases, decision.revision if decision else 0)


def _after_buttons(match: Match, phrases: Phrases) -> Rows:
    """What people can do with a game that has ended."""
    if match.roster.status is Status.ABORTED:
        back = Button(phrases.say("button-restore"), CallbackData(NO_GAME, 0, f"restore {match.id}").code)
        return () if match.roster.seed else ((back,),)
    return post_buttons(Trait.ON_END, match, phrases)
