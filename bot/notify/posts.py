"""Posts: what each section of the log of a match says in its chat."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

from bot.commands.buttons import post_buttons
from bot.matches.match import Match, Step
from bot.matches.planned_turns import plan_plays
from bot.matches.roster import Status
from bot.matches.roster_events import IDLE, GameAborted, GameResumed, VoteClosed
from bot.model.callbacks import NO_GAME, CallbackData
from bot.model.chat_settings import Starters
from bot.model.identity import Chat, Person
from bot.model.message import Button, Mention, Message, Picture, PostPictures, Rows, Topic
from bot.notify.lobby_posts import idle_buttons, lobby_post
from bot.notify.sections import opens_for, people_waited_for, replaces, topic_of
from bot.platforms.port import PostKey
from bot.service.panels import come_back
from bot.service.pictures import PictureService
from bot.service.vote_posts import vote_message
from bot.store import Store
from bot.text.clock_text import until_text
from bot.text.history import account, newest_account, turning_points_text
from bot.text.i18n import Phrases, person
from bot.text.labels import board_title, seat_names
from bot.text.prompts import next_line
from bot.text.proof import end_details, start_details
from bot.text.scores import score_text
from bot.text.truncate import oldest
from engine.events import GameStarted
from engine.game import Table


async def post_in(
    chat: Chat,
    store: Store,
    section: Sequence[Step],
    pictures: PictureService,
    longest: int,
    phrases: Phrases,
    since: Sequence[Step],
    *,
    overtaken: bool,
) -> Message | None:
    """The post of a section as a chat wants it; without pictures if it is `overtaken`. See `post_of`."""
    match = section[-1].after
    wanted = None if overtaken else (await store.chats.settings(chat)).pictures or "board"
    is_lobby = topic_of(section) is Topic.LOBBY
    starters = await store.chats.starters(match.id) if is_lobby else "host"
    return await post_of(section, phrases, pictures, longest, wanted, since, starters)


async def post_of(
    section: Sequence[Step],
    phrases: Phrases,
    pictures: PictureService,
    longest: int = 20_000,
    wanted: PostPictures | None = "board",
    since: Sequence[Step] = (),
    starters: Starters = "host",
) -> Message | None:
    """The post of a section, with the pictures of the board that are `wanted`; None where nothing is to say.

    A text longer than `longest` letters is cut, with a line that says where the rest is. `since` are the
    steps since the last turn of the player who is next, if they are more: what was built in them is
    highlighted. `starters` are those who may start the game.
    At the end they are all steps of the game, for the turns that decided it.
    """
    match = section[-1].after
    if topic_of(section) is Topic.VOTE:
        return vote_message(match, phrases)
    # How a vote ended is in its own post.
    news = account([step for step in section if not isinstance(step.event, VoteClosed)], phrases)
    if match.roster.status is Status.LOBBY:
        return await lobby_post(section, news, phrases, pictures, longest, starters)
    return await _game_post(section, news, phrases, pictures, longest, wanted, since)


async def _game_post(
    section: Sequence[Step],
    news: str,
    phrases: Phrases,
    pictures: PictureService,
    longest: int,
    wanted: PostPictures | None,
    since: Sequence[Step],
) -> Message | None:
    """The post of a game that has started or was aborted: the news, and what follows them."""
    match = section[-1].after
    mentions = _mentions(match, _notified(section))
    if not news and not mentions:
        return None
    if match.table is None or match.roster.status is Status.ABORTED:
        return _aborted_post(section, newest_account(news, section, phrases, longest), phrases)
    if match.table.over:
        news = newest_account(news, section, phrases, longest // 2)
        return await _end_post(match, news, phrases, pictures, longest, since)
    post = _turn_post(section, match.table, news, phrases, longest)
    drawn = await _board(section, phrases, pictures, wanted, since) if wanted else ()
    return replace(post, pictures=drawn, mentions=mentions)


def _aborted_post(section: Sequence[Step], news: str, phrases: Phrases) -> Message:
    """The post of a game that was aborted, in its lobby or later."""
    match, last = section[-1].after, section[-1].event
    is_idle = isinstance(last, GameAborted) and last.cause == IDLE
    after = idle_buttons(match, phrases) if is_idle else _after_buttons(match, phrases)
    return Message(news, buttons=after)


def _turn_post(
    section: Sequence[Step],
    table: Table,
    news: str,
    phrases: Phrases,
    longest: int,
) -> Message:
    """The words and buttons of a post that ends with a turn, or in the middle of one."""
    match = section[-1].after
    waiting = people_waited_for(match) or match.waiting_for
    following = next_line(table, match.roster.names, phrases, waiting)
    details = _turn_details(section, waiting, phrases)
    news = newest_account(news, section, phrases, longest - len(following) - 2 - len(details))
    return Message(
        "\n\n".join(filter(None, (news, following))),
        buttons=(*_turn_buttons(match, phrases), *_come_back(match, phrases)),
        details=details,
        repeats=_repeats(section, phrases),
    )


def _turn_details(section: Sequence[Step], waiting: Sequence[int], phrases: Phrases) -> str:
    """Until when the turn may take, and at the start of a game the proof of its chance."""
    match, begun = section[-1].after, any(isinstance(step.event, GameStarted) for step in section)
    proof = start_details(match, phrases) if begun else ""
    return "\n".join(filter(None, (until_text(match, waiting, phrases), proof)))


async def without_deadline(
    section: Sequence[Step], phrases: Phrases, pictures: PictureService, longest: int
) -> Message | None:
    """The post of a section as it stays when a later post shows another deadline of the same turn."""
    post, match = await post_of(section, phrases, pictures, longest, wanted=None), section[-1].after
    until = until_text(match, people_waited_for(match) or match.waiting_for, phrases)
    if post is None or not until or not post.details.startswith(until):
        return None
    return replace(post, buttons=(), details=post.details.removeprefix(until).strip())


def _repeats(section: Sequence[Step], phrases: Phrases) -> bool:
    """Whether the board looks the same as in the previous post: neither it nor a name has changed.

    After a loss of events the previous post may show moves that are gone.
    """
    before, after = section[0].before, section[-1].after
    if any(isinstance(step.event, GameResumed) for step in section):
        return False
    if before is None or before.game is None or before.roster.status is not Status.RUNNING:
        return False
    return before.game == after.game and seat_names(before, phrases) == seat_names(after, phrases)


def lost_chat(match: Match, seat: int, place: str, phrases: Phrases, *, gone: bool) -> Message:
    """What a player is told when the chat of their game is `gone`, or takes no posts at the moment."""
    holder = match.roster.holders[seat]
    title = board_title(match.board.title, phrases)
    place = " · ".join(filter(None, (person(place) if place else "", title)))
    text = phrases.say("chat-lost" if gone else "chat-refuses", place=place)
    if seat in people_waited_for(match):
        text = f"{text}\n{phrases.say('chat-lost-waiting')}"
    button = Button(phrases.say("button-hand"), CallbackData(match.id, 0, "hand").code, "main")
    mentions = (Mention(Person.parse(holder.person), holder.name),)
    return Message(text, buttons=((button,),), mentions=mentions)


def post_key(match: Match, topic: Topic, since: datetime | None = None) -> PostKey:
    """The key of a post about a match; `since` as in PostKey."""
    setbacks, hidden = match.roster.setbacks, match.hidden
    return PostKey(match.id, topic, match.seq, since, setbacks=setbacks, hidden=hidden)


async def _board(
    section: Sequence[Step],
    phrases: Phrases,
    pictures: PictureService,
    wanted: PostPictures,
    since: Sequence[Step] = (),
) -> tuple[Picture, ...]:
    """The pictures of the board that a post shows. Where nothing was built, there is no close-up.

    Pieces that were built in the section are highlighted, or those of the steps `since`, if there are any.
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


async def _end_post(
    match: Match,
    news: str,
    phrases: Phrases,
    pictures: PictureService,
    longest: int,
    steps: Sequence[Step],
) -> Message:
    """The post of a game that has ended: the result, with the map, the score and the chart.

    Where it would be too long, it leaves out tickets and stations, then the turns that decided the game, then
    how the points came about: the result, with everybody's points, stays. `steps` are all of the game, for
    the turns that decided it.
    """
    names = seat_names(match, phrases)
    ends = pictures.final, pictures.score, pictures.chart
    drawn = tuple([picture for draw in ends for picture in await draw(match, phrases)])
    sheet = match.table.sheet if match.table else None
    details = end_details(match, phrases)
    turning, more = turning_points_text(steps, names, phrases), phrases.say("more-in-scores")
    whole, short = (
        score_text(sheet, names, match.board, phrases, with_tickets=all_of_it) if sheet else ""
        for all_of_it in (True, False)
    )
    ways = (news, turning, whole), (news, turning, short, more), (news, short, more), (news, more)
    texts = ["\n\n".join(filter(None, parts)) for parts in ways]
    room = longest - len(details)
    text = next((one for one in texts if len(one) <= room), oldest(texts[-1], room, more))
    everybody = [one for seat in range(len(match.roster.holders)) for one in ended_for(match, seat)]
    after = _after_buttons(match, phrases)
    return Message(text, drawn, buttons=after, mentions=tuple(everybody), details=details)


def ended_for(match: Match, seat: int) -> tuple[Mention, ...]:
    """The person who played this seat to the end of the match; nobody before that."""
    over = match.roster.status is Status.OVER and not match.roster.holders[seat].level
    return _mentions(match, [seat]) if over else ()


def _notified(section: Sequence[Step]) -> tuple[int, ...]:
    """The seats whose people a post notifies: those who have to decide from now on.

    A post in the middle of a turn notifies the players that a computer has replaced.
    """
    waited_for = people_waited_for(section[-1].after)
    asked = tuple(seat for seat in waited_for if any(opens_for(step, seat) for step in section))
    return asked or _replaced(section)


def _mentions(match: Match, seats: Sequence[int]) -> tuple[Mention, ...]:
    """The people in these seats; nobody for a turn that a plan plays.

    If plans are delayed, the post mentions the player anyway: a missing mention would reveal the plan.
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


def _come_back(match: Match, phrases: Phrases) -> Rows:
    """The button to come back, as long as a computer has the seat of a player who did not leave."""
    replaced = any(one.person and one.level and not one.given_up for one in match.roster.holders)
    return come_back(match, phrases) if replaced else ()


def _turn_buttons(match: Match, phrases: Phrases) -> Rows:
    """Buttons that play, which are stale after the turn, and buttons that show something, which never are."""
    table = match.table
    if table and table.choosing:
        return post_buttons("choice", match, phrases)
    decision = table.decisions[table.seat] if table and table.seat is not None else None
    return post_buttons("turn", match, phrases, decision.revision if decision else 0)


def _after_buttons(match: Match, phrases: Phrases) -> Rows:
    """What people can do with a game that has ended."""
    if match.roster.status is Status.ABORTED:
        again = Button(phrases.say("button-rematch"), CallbackData(match.id, 0, "rematch").code)
        back = Button(phrases.say("button-restore"), CallbackData(NO_GAME, 0, f"restore {match.id}").code)
        return ((again,),) if match.roster.seed else ((back, again),)
    return post_buttons("end", match, phrases)
