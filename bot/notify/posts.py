"""Posts: what each section of the log of a match says in its chat, and what follows the last one."""

from collections.abc import AsyncIterator, Sequence
from dataclasses import replace
from datetime import datetime

from bot.commands.buttons import post_buttons
from bot.matches.match import Match, Step
from bot.matches.planned_turns import plan_plays
from bot.matches.records import export
from bot.matches.repository import MatchRepository
from bot.matches.roster import Status
from bot.matches.roster_events import IDLE, GameAborted, GameResumed, VoteClosed
from bot.model.callbacks import NO_GAME, CallbackData
from bot.model.identity import Person
from bot.model.message import Button, Mention, Message, Picture, Rows, Topic
from bot.notify.lobby_posts import idle_buttons, lobby_post
from bot.notify.readers import PostStyle
from bot.notify.sections import opens_for, people_waited_for, replaces, topic_of
from bot.platforms.port import Limits, PostKey
from bot.service.panels import come_back
from bot.service.vote_posts import vote_message
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

ALBUM, REPLAY = "album", "replay"
"""The parts that follow, each a post of its own, which notifies nobody."""


async def post_of(section: Sequence[Step], style: PostStyle, since: Sequence[Step] = ()) -> Message | None:
    """The post of a section in the style of a chat; None where nothing is to say.

    `since` are the steps since the last turn of the player who is next, if they are more: what was built in
    them is highlighted. At the end they are all steps of the game, for the turns that decided it.
    """
    match, phrases = section[-1].after, style.phrases
    if topic_of(section) is Topic.VOTE:
        return vote_message(match, phrases)
    # How a vote ended is in its own post.
    news = account([step for step in section if not isinstance(step.event, VoteClosed)], phrases)
    if match.roster.status is Status.LOBBY:
        return await lobby_post(section, news, style)
    mentions = _mentions(match, _notified(section))
    if not news and not mentions:
        return None
    if match.table is None or match.roster.status is Status.ABORTED:
        last = section[-1].event
        is_idle = isinstance(last, GameAborted) and last.cause == IDLE
        buttons = idle_buttons(match, phrases) if is_idle else _after_buttons(match, phrases)
        return Message(newest_account(news, section, phrases, style.longest), buttons=buttons)
    if match.table.over:
        news = newest_account(news, section, phrases, style.longest // 2)
        return await _end_post(match, news, style, since)
    return await _turn_post(section, match.table, news, style, since, mentions)


async def _turn_post(
    section: Sequence[Step],
    table: Table,
    news: str,
    style: PostStyle,
    since: Sequence[Step],
    mentions: tuple[Mention, ...],
) -> Message:
    """The post that ends with a turn, or in the middle of one."""
    match, phrases = section[-1].after, style.phrases
    waiting = people_waited_for(match) or match.waiting_for
    following = next_line(table, match.roster.names, phrases, waiting)
    has_begun = any(isinstance(step.event, GameStarted) for step in section)
    proof = start_details(match, phrases) if has_begun else ""
    details = "\n".join(filter(None, (until_text(match, waiting, phrases), proof)))
    news = newest_account(news, section, phrases, style.longest - len(following) - 2 - len(details))
    if table.choosing:
        buttons = post_buttons("choice", match, phrases)
    else:  # buttons that play are stale after the turn, and those that show something never are
        decision = table.decisions[table.seat] if table.seat is not None else None
        buttons = post_buttons("turn", match, phrases, decision.revision if decision else 0)
    # A computer has the seat of a player who did not leave.
    if any(holder.person and holder.level and not holder.given_up for holder in match.roster.holders):
        buttons = *buttons, *come_back(match, phrases)
    return Message(
        "\n\n".join(filter(None, (news, following))),
        await _board(section, style, since),
        buttons=buttons,
        mentions=mentions,
        details=details,
        repeats=_repeats(section, phrases),
    )


async def without_deadline(section: Sequence[Step], style: PostStyle) -> Message | None:
    """The post of a section as it stays when a later post shows another deadline of the same turn."""
    post, match = await post_of(section, replace(style, wanted=None)), section[-1].after
    until = until_text(match, people_waited_for(match) or match.waiting_for, style.phrases)
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


async def _board(section: Sequence[Step], style: PostStyle, since: Sequence[Step]) -> tuple[Picture, ...]:
    """The pictures of the board that a post shows. Where nothing was built, there is no close-up.

    Pieces that were built in the section are highlighted, or those of the steps `since`, if there are any.
    """
    if style.wanted is None:
        return ()
    *near, whole = await style.pictures.board(section[-1].after, style.phrases, since or section)
    closeup = tuple(replace(picture, whole="") for picture in near)
    match style.wanted:
        case "board":
            return (whole,)
        case "closeup":
            return closeup or (whole,)
        case "both":
            return whole, *closeup


async def _end_post(match: Match, news: str, style: PostStyle, steps: Sequence[Step]) -> Message:
    """The post of a game that has ended: the result, with the map, the score and the chart.

    Where it would be too long, it leaves out tickets and stations, then the turns that decided the game, then
    how the points came about: the result, with everybody's points, stays. `steps` are all of the game, for
    the turns that decided it.
    """
    phrases, pictures, names = style.phrases, style.pictures, seat_names(match, style.phrases)
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
    room = style.longest - len(details)
    text = next((text for text in texts if len(text) <= room), oldest(texts[-1], room, more))
    mentions = [mention for seat in range(len(match.roster.holders)) for mention in ended_for(match, seat)]
    buttons = _after_buttons(match, phrases)
    return Message(text, drawn, buttons=buttons, mentions=tuple(mentions), details=details)


async def end_parts(
    repository: MatchRepository, limits: Limits, ended: Message, steps: Sequence[Step], style: PostStyle
) -> AsyncIterator[tuple[str, Message]]:
    """What follows the post of the end on a platform, by its part.

    A platform whose page shows replays itself gets no GIF. Elsewhere it comes last: it takes long.
    """
    if limits.shows_one_picture and ended.pictures[1:]:
        yield ALBUM, Message("", pictures=ended.pictures[1:])
    if limits.replays_at == "":
        return
    game = steps[-1].after.id
    if gif := await style.pictures.replay(steps, style.phrases):
        record = f"stationmaster-{game}.json", await export(repository, game)
        yield REPLAY, Message(style.phrases.say("replay-post"), pictures=gif, documents=(record,))


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
    if asked:
        return asked
    holders = section[-1].after.roster.holders
    taken = {seat for step in section for seat in range(len(holders)) if replaces(step, seat)}
    return tuple(seat for seat in taken if holders[seat].level)


def _mentions(match: Match, seats: Sequence[int]) -> tuple[Mention, ...]:
    """The people in these seats; nobody for a turn that a plan plays.

    If plans are delayed, the post mentions the player anyway: a missing mention would reveal the plan.
    """
    planned = {seat for seat in seats if plan_plays(match, seat)}
    called = [seat for seat in seats if seat not in planned or match.roster.delays_plans]
    holders = [(match.roster.holders[seat], seat in planned) for seat in called]
    return tuple(Mention(Person.parse(holder.person), holder.name, quiet) for holder, quiet in holders)


def _after_buttons(match: Match, phrases: Phrases) -> Rows:
    """What people can do with a game that has ended."""
    if match.roster.status is Status.ABORTED:
        again = Button(phrases.say("button-rematch"), CallbackData(match.id, 0, "rematch").code)
        back = Button(phrases.say("button-restore"), CallbackData(NO_GAME, 0, f"restore {match.id}").code)
        return ((again,),) if match.roster.seed else ((back, again),)
    return post_buttons("end", match, phrases)
