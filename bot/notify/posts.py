"""Posts: where the log of a match is cut into posts, and what each post says."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from functools import partial
from itertools import takewhile

from bot.matches.match import Match, Step
from bot.matches.planned_turns import plan_asks, plan_plays
from bot.matches.roster import Status
from bot.matches.roster_events import (
    BY_PLAYER,
    ChatFollowed,
    ClockSet,
    ClocksMoved,
    ComputerTookOver,
    GameRestored,
    GameResumed,
    PauseSet,
    PersonTookOver,
    PlanMade,
    SeatAway,
    SeatGivenUp,
    TimeGiven,
    VoteOpened,
)
from bot.matches.seats import is_restored_again
from bot.model.callbacks import NO_GAME, CallbackData
from bot.model.command_spec import Trait
from bot.model.identity import Person
from bot.model.message import Button, Mention, Message, Picture, PostPictures, Rows, Topic
from bot.notify.lobby_posts import lobby_post
from bot.platforms.port import PostKey
from bot.service.menus import post_buttons
from bot.service.panels import come_back
from bot.service.pictures import PictureService
from bot.service.vote_posts import vote_message
from bot.text.clock_text import until_text
from bot.text.history import account, newest_account
from bot.text.i18n import Phrases, person
from bot.text.labels import board_title, seat_names
from bot.text.prompts import next_line
from bot.text.proof import end_details, start_details
from bot.text.scores import score_text
from bot.text.since_turn import since_turn
from bot.text.truncate import oldest
from engine.events import GameStarted, MovesUndone, TicketsOffered, TurnStarted
from engine.game import SettleTunnel, Table

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
        if isinstance(step.event, VoteOpened):
            sections += [tuple(part) for part in (steps[begun : place - 1], (step,)) if part]
            begun = place
            continue
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
        case ChatFollowed() | SeatGivenUp() | ClockSet() | TimeGiven() | PauseSet() | ClocksMoved():
            return True
        case MovesUndone():
            return True
        case SeatAway(until=until):
            return until is not None
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
    if _leaves_rest(step, seat):
        return True
    match step.event:
        case GameRestored():
            return seat in step.after.waiting_for and not is_restored_again(step)
        case GameResumed() | MovesUndone():
            return seat in step.after.waiting_for
        case TurnStarted(seat=asked):
            return asked == seat
        case TicketsOffered(seat=asked, starting=True, dealt=dealt):
            return asked == seat and dealt > 0  # those that were dealt before continue the same choice
        case PersonTookOver(seat=taken):
            return taken == seat and seat in step.after.waiting_for
        case _:
            return False


def _leaves_rest(step: Step, seat: int) -> bool:
    """Whether a step opens a decision, in a turn that a plan has begun, which its player must make.

    Within a move, where what the plan plays next cannot be told, none opens but that of a tunnel for which
    nothing is owed.
    """
    before, after = (
        match.table.decisions[seat] if match and match.table else None for match in (step.before, step.after)
    )
    opens = after is not None and after != before and after != SettleTunnel(after.revision, 0)
    return opens and plan_asks(step.after, seat)


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
    since: Sequence[Step] = (),
) -> Message | None:
    """The post of a section, with the pictures of the board that are `wanted`; None where nothing is to say.

    A text longer than `longest` letters is cut, with a line that says where the rest is. `since` are the
    steps since the last turn of the player who is next, if they are more: they are summed up, highlighted.
    """
    match = section[-1].after
    if topic_of(section) is Topic.VOTE:
        return vote_message(match, phrases)
    news = account(section, phrases)
    if match.roster.status is Status.LOBBY:
        return await lobby_post(section, news, phrases, pictures, longest)
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
    drawn = await _board(section, phrases, pictures, wanted, since)
    return replace(
        _turn_post(section, match.table, news, phrases, since, longest), pictures=drawn, mentions=mentions
    )


def _turn_post(
    section: Sequence[Step],
    table: Table,
    news: str,
    phrases: Phrases,
    since: Sequence[Step],
    longest: int,
) -> Message:
    """The words and buttons of a post that ends with a turn, or in the middle of one."""
    match = section[-1].after
    waiting = people_waited_for(match) or match.waiting_for
    following = _following(match, table, since, phrases)
    details = _turn_details(section, waiting, phrases)
    news = newest_account(news, section, phrases, longest - len(following) - 2 - len(details))
    return Message(
        "\n\n".join(filter(None, (news, following))),
        buttons=(*_turn_buttons(match, phrases), *_come_back(section, match, phrases)),
        details=details,
        repeats=_repeats(section, phrases),
    )


def _turn_details(section: Sequence[Step], waiting: Sequence[int], phrases: Phrases) -> str:
    """Until when the turn may take, and at the start of a game the proof of its chance."""
    match, begun = section[-1].after, any(isinstance(step.event, GameStarted) for step in section)
    proof = start_details(match, phrases) if begun else ""
    return "\n".join(filter(None, (until_text(match, waiting, phrases), proof)))


def _following(match: Match, table: Table, since: Sequence[Step], phrases: Phrases) -> str:
    """Who is next, after what happened since their last turn."""
    line = next_line(table, match.roster.names, phrases, people_waited_for(match) or match.waiting_for)
    told = since_turn(since, phrases)
    if not told or table.seat is None:
        return line
    return f"{phrases.say('since-title-of', name=match.roster.names[table.seat])}\n{told}\n\n{line}"


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


def end_of_next_post(steps: Sequence[Step], late: datetime) -> int | None:
    """The last event of the next post: one turn or one vote, or all turns that ended at `late` or before."""
    sections = split_into_posts(steps)
    turns = list(takewhile(lambda section: not _asks_table(section), sections))
    ended = [section for section in turns if section[-1].at <= late]
    return next((section[-1].after.seq for section in (*ended[-1:], *sections[:1])), None)


def _asks_table(section: Sequence[Step]) -> bool:
    """Whether a section is the beginning of a vote, which has a post of its own."""
    return len(section) == 1 and isinstance(section[0].event, VoteOpened)


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
        case Status.RUNNING if _asks_table(section):
            return Topic.VOTE
        case _:
            return Topic.TURN


async def _board(
    section: Sequence[Step],
    phrases: Phrases,
    pictures: PictureService,
    wanted: PostPictures,
    since: Sequence[Step] = (),
) -> tuple[Picture, ...]:
    """The pictures of the board that a post shows. Where nothing was built, there is no close-up.

    What was built in the section is highlighted, or in the steps `since` an earlier moment.
    """
    *near, whole = await pictures.board(section[-1].after, phrases, since or section)
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
    return asked or _replaced(section)


def _mentions(match: Match, seats: Sequence[int]) -> tuple[Mention, ...]:
    """The people in these seats; nobody for a turn that a plan plays.

    Where that takes a while, so that nobody can tell it, the post has the mention as always.
    """
    planned = {seat for seat in seats if plan_plays(match, seat)}
    called = [seat for seat in seats if seat not in planned or match.roster.delays_plans]
    holders = [(match.roster.holders[seat], seat in planned) for seat in called]
    return tuple(Mention(Person.parse(holder.person), holder.name, quiet) for holder, quiet in holders)


def _replaced(section: Sequence[Step]) -> tuple[int, ...]:
    """The seats that a computer plays after this section because somebody else wanted it."""
    seats = range(len(section[-1].after.roster.holders))
    taken = {seat for step in section for seat in seats if replaces(step, seat)}
    return tuple(seat for seat in taken if section[-1].after.roster.holders[seat].level)


def _come_back(section: Sequence[Step], match: Match, phrases: Phrases) -> Rows:
    """The button to come back, for a player whose seat a computer took by the clock or by a vote."""
    events = (step.event for step in section)
    timed_out = any(isinstance(one, ComputerTookOver) and one.cause != BY_PLAYER for one in events)
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
