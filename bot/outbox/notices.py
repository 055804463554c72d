"""Who hears of what: the one place that decides whom a match concerns, where they are told, and how loudly.

It is a pure function of the log, of settings, and of what platforms can do. Texts and pictures are made
elsewhere (`posts.py`, `person_announcer.py`); the outbox sends each notice once.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import timedelta
from enum import StrEnum

from bot.matches.lobby import rules_of
from bot.matches.match import Match, Step
from bot.matches.plans import has_to_act, own_plan, plan_plays
from bot.matches.roster import Status
from bot.matches.roster_events import PlayerJoined
from bot.matches.undo import can_undo_alone
from bot.matches.votes import asked_seats
from bot.model.identity import Chat, Destination, Person
from bot.model.message import Mention, Topic
from bot.model.port import Key, Limits
from bot.outbox.recipients import Audience, Recipient
from bot.outbox.sections import (
    LATE,
    begins_lobby,
    opens_for,
    opens_lobby_post,
    people_waited_for,
    replaces,
    seat_lost,
    topic_of,
)
from bot.text.prompts import FEW_TRAINS, is_near_end
from engine import events as played
from engine.game import TakeTurn

REPLAY = "replay"
"""The part that follows the end of a game, a post of its own, which notifies nobody."""

TRAINS, LAST_ROUND = "trains", "last-round"
"""The two warnings in private that the end is near. A game has each at most once, also where several players
run out of trains.
"""

NEXT_GAME = "open"
"""The part of a note to people who wait for the next game of a chat."""

READY, FULL = "ready", "full"
"""The parts of the two notes to the host of a lobby: the game can start, and every seat is taken. A lobby has
each at most once.
"""

LIVE = timedelta(minutes=2)
"""Somebody who did something so short a time ago is still there. So a player's next turn is told without a
sound, and the host of a lobby is not told that the game can start while people are gathering.
"""

_MOVES = (
    *(played.CardDrawn, played.CardTaken, played.RouteClaimed, played.StationBuilt),
    *(played.TicketsKept, played.TicketsOffered, played.TunnelDeclined, played.TunnelRevealed),
)


class Renewal(StrEnum):
    """What becomes of a panel that has changed. A panel that notifies its person is a new message anyway."""

    KEPT = "kept"
    """It is edited; one that is old (see Limits) stays as it is until it says something of its person."""
    EDITED = "edited"
    """It is edited; where that fails, it stays as it is: its person waits for others, or has just acted and
    has the answer."""
    NEEDED = "needed"
    """It is edited; where that fails, a new message takes its place: its person has to act."""
    MOVED = "moved"
    """A decision begins: it is a new message if the platform wants that or the panel is old, else edited."""
    AGAIN = "again"
    """It is a new message, even if nothing in it is new."""


@dataclass(frozen=True, slots=True)
class Notice:
    """What a chat or a person is told: which message it is, the last event in it, and whom it notifies."""

    to: Destination
    key: Key
    event: int = 0
    mentions: tuple[Mention, ...] = ()
    part: str = ""
    quiet: bool = False
    """Whether its mentions make no sound."""
    opened: int = 0
    """Of a panel: the event that its person is notified of. An earlier try told them only if it was made
    after that."""
    renewal: Renewal = Renewal.NEEDED
    with_map: bool = True
    """Of a panel: whether it has the map of the tickets."""
    keeps_pictures: bool = False
    """Of a panel: whether its pictures show what they showed before, so that an edit leaves them."""


def notices(steps: Sequence[Step], to: Destination, audience: Audience) -> tuple[Notice, ...]:
    """What follows from these steps for a recipient: a section of the log for a chat (see sections.py), all
    that is new for a person. What reaches other people because of a chat's post is among them.
    """
    match to:
        case Chat():
            return _of_chat(steps, to, audience)
        case Person():
            return _of_person(steps, to, audience)


# ---- in a chat


def _of_chat(section: Sequence[Step], chat: Chat, audience: Audience) -> tuple[Notice, ...]:
    match, topic, limits = section[-1].after, topic_of(section), audience.limits
    if audience.is_private_chat and _is_said_by_panel(topic, audience.now):
        return ()
    called = [
        mention for mention in mentioned(section) if _is_called(mention.person, chat, section, audience)
    ]
    post = replace(about(chat, match, topic), mentions=tuple(called))
    if called and topic is Topic.TURN and audience.at - match.at < LATE:
        seats = [match.roster.seat_of(str(mention.person)) for mention in called]
        post = replace(post, quiet=all(seat is not None and plays_live(match, seat) for seat in seats))
    told = [post]
    if audience.waiting and match.roster.status is Status.LOBBY and any(map(begins_lobby, section)):
        told += _next_game(chat, match, audience)
    part = news_for_host(section) if audience.now.roster.status is Status.LOBBY else ""
    if part and (host := audience.people.get(Person.parse(match.roster.creator))):
        in_private = audience.limits.has_dms and host.is_notified_in_private
        to = chat if host.is_mentioned_in(chat) else host.person if in_private else None
        seat = match.roster.seat_of(match.roster.creator)
        name = "" if seat is None else match.roster.names[seat]
        told += [replace(note(to, match, 0, part), mentions=(Mention(host.person, name),))] if to else []
    if match.roster.status is Status.OVER:
        told += [about(chat, match, Topic.NOTE, REPLAY)] if limits.replays_at != "" else []
    return tuple(told)


def _next_game(chat: Chat, match: Match, audience: Audience) -> list[Notice]:
    """The notes to people who wait for the next game of a chat: in private, or where that cannot be in it."""
    if not audience.limits.has_dms:
        return [replace(note(chat, match, 1, NEXT_GAME), mentions=audience.waiting)]
    return [
        replace(
            note(one.person, match, 1, NEXT_GAME), mentions=() if one.quiet else (Mention(one.person, ""),)
        )
        for one in audience.waiting
    ]


def news_for_host(section: Sequence[Step]) -> str:
    """What the host of a lobby hears of who joined it: FULL, READY, or ""."""
    for step in reversed(section):
        before, match = step.before, step.after
        by_host = step.actor == match.roster.creator
        if before is None or by_host or not isinstance(step.event, PlayerJoined):
            continue
        rules, players = rules_of(match), len(match.roster.holders)
        if players == rules.players_most:
            return FULL
        if players == rules.players_least and step.at - before.at >= LIVE:
            return READY
    return ""


def _is_said_by_panel(topic: Topic, now: Match) -> bool:
    """Whether a post about turns can be left out of a private chat: the player's panel says the same.

    A post about a lobby can be left out there too, once the game has begun, and the one about a practice
    that its only player has ended.
    """
    is_ended_practice = now.roster.is_practice and now.roster.status is Status.ABORTED
    is_of_turns = topic in (Topic.LOBBY, Topic.TURN) or is_ended_practice
    return is_of_turns and now.roster.status is not Status.LOBBY


def mentioned(section: Sequence[Step]) -> tuple[Mention, ...]:
    """The people whom the post of a section concerns: who has to decide from now on, whose vote is asked for,
    who played to the end, or who was asked to join.

    A post in the middle of a turn concerns the players that a computer has replaced.
    """
    match, topic = section[-1].after, topic_of(section)
    if topic is Topic.VOTE:
        return _asked_to_vote(match)
    if topic is Topic.LOBBY:
        asked = match.roster.asked if any(map(opens_lobby_post, section)) and match.roster.holders else ()
        return tuple(Mention(Person.parse(address), name) for address, name, _ in asked)
    if match.roster.status is Status.ABORTED:
        return ()
    if match.roster.status is Status.OVER:
        seats = range(len(match.roster.holders))
        return tuple(mention for seat in seats for mention in ended_for(match, seat))
    waited_for = people_waited_for(match)
    asked_seats = [seat for seat in waited_for if any(opens_for(step, seat) for step in section)]
    if asked_seats:
        return _called(match, asked_seats)
    holders = match.roster.holders
    taken = {seat for step in section for seat in range(len(holders)) if replaces(step, seat)}
    return _called(match, [seat for seat in taken if holders[seat].level])


def _called(match: Match, seats: Sequence[int]) -> tuple[Mention, ...]:
    """The people in these seats; nobody for a turn that a plan plays.

    If plans are delayed, the post mentions the player anyway: a missing mention would reveal the plan.
    """
    planned = {seat for seat in seats if plan_plays(match, seat)}
    called = [seat for seat in seats if seat not in planned or match.roster.delays_plans]
    holders = [(match.roster.holders[seat], seat in planned) for seat in called]
    return tuple(Mention(Person.parse(holder.person), holder.name, quiet) for holder, quiet in holders)


def plays_live(match: Match, seat: int) -> bool:
    """Whether the turn of a seat began so soon after its person's last decision that they are still there.

    A turn is told aloud if no clock reminds of it later, or if that decision itself began it, as the last
    choice of starting tickets does.
    """
    holder, begun = match.roster.holders[seat], match.since[seat] if match.since else None
    if match.table is None or match.deadline(seat) is None or begun is None or holder.acted_at is None:
        return False
    begins_turn = isinstance(match.table.decisions[seat], TakeTurn)
    return begins_turn and timedelta() < begun - holder.acted_at < LIVE


def _asked_to_vote(match: Match) -> tuple[Mention, ...]:
    """Who has not voted yet. People who left the game are asked, but not mentioned."""
    vote, holders = match.roster.vote, match.roster.holders
    asked = (
        [holders[seat] for seat in asked_seats(match, vote) if match.roster.votes[seat] is None]
        if vote
        else []
    )
    return tuple(Mention(Person.parse(holder.person), holder.name) for holder in asked if not holder.given_up)


def ended_for(match: Match, seat: int) -> tuple[Mention, ...]:
    """The person who played this seat to the end of the match; nobody before that."""
    over = match.roster.status is Status.OVER and not match.roster.holders[seat].level
    return _called(match, [seat]) if over else ()


def _is_called(person: Person, chat: Chat, section: Sequence[Step], audience: Audience) -> bool:
    """Whether the post of a section notifies a person. A late one leaves out people who have decided."""
    then = section[-1].after
    if audience.at - then.at >= LATE and has_decided(person, then, audience.now):
        return False
    recipient = audience.people[person]
    return recipient.is_mentioned_in(chat) and not recipient.told_elsewhere


# ---- in private


def _of_person(steps: Sequence[Step], person: Person, audience: Audience) -> tuple[Notice, ...]:
    """The panel where it has changed, or that the seat is lost; and the warning that the end is near."""
    match, recipient = steps[-1].after, audience.people[person]
    seat = match.roster.seat_of(str(person))
    if seat is None:
        if not any(seat_lost(step, person) is not None for step in steps):
            return ()
        seated = any(step.before and step.before.roster.seat_of(str(person)) is not None for step in steps)
        lost = panel(person, match)
        return (replace(lost, mentions=(Mention(person, ""),) if seated else ()),)
    told = list[Notice]()
    before, after = panel_inputs(steps[0].before, person), panel_inputs(match, person)
    if before != after:
        changed = _changed_panel(steps, seat, recipient, is_kept=before[0] == after[0])
        quiet = audience.at - match.at < LATE and plays_live(match, seat)
        told.append(replace(changed, quiet=quiet))
    warning = _warning_of(steps)
    if warning and not match.roster.holders[seat].level and recipient.own_chat is None:
        told.append(
            note(person, match, 0, warning)
        )  # in a private chat that shows the game, the panel says it
    return tuple(told)


def _changed_panel(steps: Sequence[Step], seat: int, recipient: Recipient, *, is_kept: bool) -> Notice:
    """The panel after these steps. Somebody whom a computer has replaced is notified in any case."""
    match, opened = steps[-1].after, _opened_for(steps, seat, recipient.person)
    by_person = steps[-1].actor == str(recipient.person)
    renewal = Renewal.KEPT if is_kept else Renewal.EDITED if by_person else Renewal.NEEDED
    notice = panel_notice(match, seat, recipient, opened, renewal)
    if replaced := max((step.after.seq for step in steps if replaces(step, seat)), default=0):
        mention = Mention(recipient.person, match.roster.names[seat])
        notice = replace(notice, mentions=(mention,), opened=max(opened, replaced))
    before, now = steps[0].before, match.table
    was = before.table if before else None
    is_same_map = was and now and (was.routes, was.stations) == (now.routes, now.stations)
    return replace(
        notice,
        with_map=bool(opened) or not ends_with_card(steps),
        keeps_pictures=is_kept and bool(is_same_map) and recipient.own_chat is None,
    )


def panel_notice(
    match: Match, seat: int, recipient: Recipient, opened: int, renewal: Renewal = Renewal.NEEDED
) -> Notice:
    """The panel of a seat. It notifies its person if the event `opened` began a decision, or the game ended,
    and they want that. Nobody who waits for others gets a new message by `renewal`.
    """
    person, acts = recipient.person, has_to_act(match, seat)
    if renewal is Renewal.NEEDED and not acts:
        renewal = Renewal.EDITED
    elif opened and acts and renewal is not Renewal.AGAIN:
        renewal = Renewal.MOVED
    mentions = (Mention(person, match.roster.names[seat]),) if opened and acts else ended_for(match, seat)
    if not recipient.is_notified(of_decision=bool(opened)):
        mentions = ()
    return replace(panel(person, match, opened), mentions=mentions, renewal=renewal)


def reminders(match: Match, seat: int, recipient: Recipient, part: str, limits: Limits) -> tuple[Notice, ...]:
    """The reminder of a seat's turn, for each place where its person may be told: one that works is enough.

    `part` tells the reminders of one turn apart.
    """
    places: list[Destination | None] = [recipient.person] if limits.has_dms else []
    places.append(recipient.chat or recipient.refusing_chat)
    turn = match.roster.holders[seat].clock.turn or 0
    return tuple(
        replace(
            note(to, match, turn, f"r{seat}{part}", Topic.REMINDER),
            mentions=(Mention(recipient.person, match.roster.names[seat]),),
        )
        for to in places
        if to and recipient.ping != "none"
    )


def _opened_for(steps: Sequence[Step], seat: int, person: Person) -> int:
    """The last event that began a decision of a person which they have still to learn of; 0 for none.

    Somebody who has moved since, or has taken back a move alone, knows: the answer to that is their panel.
    """
    opened = 0
    for step in steps:
        by_person = step.actor == str(person)
        if opens_for(step, seat) and not (by_person and isinstance(step.event, played.MovesUndone)):
            opened = step.after.seq
        elif by_person and step.action:
            opened = 0
    return opened


def _warning_of(steps: Sequence[Step]) -> str:
    """The warning that these steps call for: the last round takes the place of the other; or ""."""
    after = steps[-1].after.table
    if after is None or not is_near_end(after):
        return ""
    warning = ""
    for step in steps:
        before, now = step.before.table if step.before else None, step.after.table
        if before is None or now is None or before.seat is None:
            continue
        if before.turns_left is None and now.turns_left is not None:
            return LAST_ROUND
        if min(before.trains) > FEW_TRAINS >= min(now.trains):
            warning = TRAINS
    return warning


def ends_with_card(steps: Sequence[Step]) -> bool:
    """Whether the last move of these steps was a card. That does not depend on where the steps begin."""
    moves = [step.event for step in steps if isinstance(step.event, _MOVES)]
    return bool(moves) and isinstance(moves[-1], played.CardDrawn | played.CardTaken)


def has_decided(person: Person, then: Match, now: Match) -> bool:
    """Whether a person has made the decision that the game waited for then."""
    seat = then.roster.seat_of(str(person))
    decision = then.table.decisions[seat] if then.table and seat is not None else None
    return decision is not None and not now.is_open(decision.revision)


def panel_inputs(match: Match | None, person: Person) -> tuple[object, object]:
    """What a person's panel is made from: what is theirs, and whose turn it is; None where they have none."""
    seat = match.roster.seat_of(str(person)) if match else None
    if match is None or match.game is None or seat is None:
        return None, None
    game, table = match.game, match.game.table
    row = table.row if table.decisions[seat] else ""
    secret = game.hands[seat], game.tickets[seat], game.offers[seat], table.decisions[seat]
    holder = match.roster.holders[seat]
    plan = own_plan(match, seat)
    undo = match.undoable[-1] if can_undo_alone(match, seat) else None
    own = *secret, row, match.roster.status, holder.level, holder.given_up, plan, undo, match.deadline(seat)
    return own, table.seat


# ---- the keys: what makes two messages the same


def about(to: Destination, match: Match, topic: Topic, part: str = "") -> Notice:
    """A notice about a match as of its last event; `part` tells several of one topic apart.

    Its key does not count events that only their players may know of.
    """
    return Notice(to, _key(match, topic, match.seq - match.hidden, part), match.seq, part=part)


def note(to: Destination, match: Match, number: int, part: str = "", topic: Topic = Topic.NOTE) -> Notice:
    """A notice of which a match has one for each number, such as that of a turn."""
    return Notice(to, _key(match, topic, number, part), part=part)


def panel(person: Person, match: Match, opened: int = 0) -> Notice:
    """A person's panel. The outbox gives each new message of it a key of its own."""
    return Notice(person, Key(match.id, Topic.PANEL, ""), match.seq, opened=opened)


def _key(match: Match, topic: Topic, number: int, part: str) -> Key:
    kind = topic if topic in (Topic.NOTE, Topic.VOTE) else ""
    again = f"again{match.roster.setbacks}" if match.roster.setbacks else ""
    return Key(match.id, topic, "-".join(filter(None, (str(number), kind, part, again))))
