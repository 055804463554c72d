"""Posts: where the log of a match is cut into posts, and what each post says."""

from collections.abc import Sequence
from functools import partial

from bot.matches.match import Match, Step
from bot.matches.roster import ChatFollowed, GameRestored, PersonTookOver, Status
from bot.model.callbacks import NO_GAME, CallbackData
from bot.model.command_spec import Trait
from bot.model.identity import Person
from bot.model.message import Button, Mention, Message, Rows, Topic
from bot.service.lobby_menus import option_menus
from bot.service.menus import post_buttons
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
    """The steps in sections of one post each. Steps after the last section are not posted yet.

    There is one post per turn: it ends with the step after which a person has to decide who had not before,
    and no computer has. Turns of computers and what people do in the middle of a turn go into the next post.
    Starting tickets, which everybody chooses at the same time, have one post when all are dealt.

    The sections depend on the log alone, so after a crash the same steps make the same post.
    """
    sections, begun, opened = [], 0, False
    for place, step in enumerate(steps, 1):
        opened = opened or _opens(step)
        if _ends_section(step, opened=opened):
            sections.append(tuple(steps[begun:place]))
            begun, opened = place, False
    return sections


def _ends_section(step: Step, *, opened: bool) -> bool:
    """Whether a post ends with this step. `opened` is true if a decision has opened since the last post."""
    match = step.after
    if match.roster.status is not Status.RUNNING or isinstance(step.event, GameRestored):
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


def opens_for(step: Step, seat: int) -> bool:
    """Whether a step begins this seat's turn or choice of starting tickets, or gives it to a person."""
    match step.event:
        case GameRestored():
            return seat in step.after.waiting_for
        case TurnStarted(seat=asked):
            return asked == seat
        case TicketsOffered(seat=asked, starting=True, dealt=dealt):
            return asked == seat and dealt > 0  # those that were dealt before continue the same choice
        case PersonTookOver(seat=taken):
            return taken == seat and seat in step.after.waiting_for
        case _:
            return False


def people_waited_for(match: Match) -> tuple[int, ...]:
    """The seats that have a decision to make and that no computer plays."""
    return tuple(seat for seat in match.waiting_for if not match.roster.holders[seat].by_computer)


async def post_of(
    section: Sequence[Step], phrases: Phrases, pictures: PictureService, longest: int = 20_000
) -> Message | None:
    """The post of a section; None where there is nothing to say.

    A text longer than `longest` letters is cut, with a line that says where the rest can be read.
    """
    match = section[-1].after
    news = account(section, phrases)
    if match.roster.status is Status.LOBBY:
        return _lobby_post(match, news, phrases)
    mentions = _mentions(match, [seat for seat in people_waited_for(match) if _opened(section, seat)])
    if not news and not mentions:
        return None
    if match.table is None or match.roster.status is Status.ABORTED:
        news = newest(news, longest, phrases.say("earlier-in-log"))
        return Message(news, buttons=_after_buttons(match, phrases))
    if match.table.over:
        return await _end_post(match, news, phrases, pictures, longest)
    waiting = people_waited_for(match) or match.waiting_for
    following = next_line(match.table, match.roster.names, phrases, waiting)
    news = newest(news, longest - len(following) - 2, phrases.say("earlier-in-log"))
    return Message(
        "\n\n".join(filter(None, (news, following))),
        await pictures.board(match, phrases),
        buttons=_turn_buttons(match, phrases),
        mentions=mentions,
    )


def topic_of(section: Sequence[Step]) -> Topic:
    """What the post of a section is to the platform that shows it."""
    match section[-1].after.roster.status:
        case Status.LOBBY:
            return Topic.LOBBY
        case Status.OVER:
            return Topic.END
        case _:
            return Topic.TURN


def _lobby_post(match: Match, news: str, phrases: Phrases) -> Message | None:
    """What will be played, and by whom. Nobody is in a lobby that opens, or that everybody has left."""
    roster, rules = match.roster, match.board.variants[match.roster.variant]
    if not roster.holders:
        return Message(news, buttons=post_buttons(Trait.ON_LOBBY, match, phrases)) if news else None
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
    text = "\n".join(filter(None, (news, title, names, begins)))
    return Message(
        text, buttons=post_buttons(Trait.ON_LOBBY, match, phrases), menus=option_menus(match, phrases)
    )


async def _end_post(
    match: Match, news: str, phrases: Phrases, pictures: PictureService, longest: int
) -> Message:
    drawn = (*await pictures.board(match, phrases), *await pictures.score(match, phrases))
    sheet = match.table.sheet if match.table else None
    scores = score_text(sheet, match.roster.names, match.board, phrases) if sheet else ""
    news = newest(news, longest // 2, phrases.say("earlier-in-log"))
    text = oldest(f"{news}\n\n{scores}", longest, phrases.say("more-in-scores"))
    everybody = [one for seat in range(len(match.roster.holders)) for one in ended_for(match, seat)]
    return Message(text, drawn, buttons=_after_buttons(match, phrases), mentions=tuple(everybody))


def ended_for(match: Match, seat: int) -> tuple[Mention, ...]:
    """The person who played this seat to the end of the match; nobody before that."""
    over = match.roster.status is Status.OVER and not match.roster.holders[seat].level
    return _mentions(match, [seat]) if over else ()


def _opened(section: Sequence[Step], seat: int) -> bool:
    return any(opens_for(step, seat) for step in section)


def _mentions(match: Match, seats: Sequence[int]) -> tuple[Mention, ...]:
    """The people in these seats."""
    holders = [match.roster.holders[seat] for seat in seats]
    return tuple(Mention(Person.parse(holder.person), holder.name) for holder in holders)


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
