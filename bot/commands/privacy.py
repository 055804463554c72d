"""What is stored about a person: sent to them as one file, and deleted.

Of games that go on, the file has what this person may know: their own moves, plans and hand.
"""

import json
from collections.abc import Sequence
from datetime import datetime
from itertools import chain
from typing import cast

from bot.commands.arguments import YesArg
from bot.commands.registry import command
from bot.matches.match import Step
from bot.matches.outcomes import CommandRefused
from bot.matches.repository import MatchRepository, UnknownGame
from bot.matches.retention import erase_all
from bot.matches.roster_events import PlanMade
from bot.model.callbacks import NO_GAME, CallbackData
from bot.model.command import ANY_GAME, PERSON, PRIVATE, PRIVATE_CHAT
from bot.model.identity import Person
from bot.model.message import Button, Message, Topic
from bot.requests.request import Request
from bot.store import UnreadableGame
from bot.store.moments import moment_text
from bot.store.personal import IMPERSONAL, IN_LOGS
from bot.text.i18n import person
from bot.text.labels import platform_name
from engine.cards import letters
from engine.documents.codec import to_json
from engine.view import view_for

FILE = "stationmaster-my-data.json"

_WORK = 6
"""A file counts as this many changes, because all games of the person are read for it."""


@command("mydata", PERSON, menus=PRIVATE_CHAT, game=ANY_GAME, answer=PRIVATE, personal=True, link=True)
async def mydata(request: Request) -> Message:
    """Send everything that is stored about the person, as a file."""
    request.require_few_changes(_WORK)
    text = await personal_data(request.repository, request.linked_accounts)
    return Message(request.phrases.say("my-data", file=FILE), documents=((FILE, text),))


@command("forgetme", PERSON, menus=PRIVATE_CHAT, game=ANY_GAME, answer=PRIVATE, confirm=True, personal=True)
async def forgetme(request: Request, yes: YesArg = False) -> Message:
    """Say what will be deleted, and ask whether the person is sure; with "yes", delete it."""
    if yes:
        return await _forget(request)
    games = await request.store.people.games_of(request.person)
    running = sum(not closed for _, _, _, closed in games)
    names = await request.store.people.names(request.linked_accounts)
    accounts = [
        request.phrases.say(
            "forget-account",
            name=person(names.get(account) or account.id),
            platform=platform_name(account.platform, request.phrases),
        )
        for account in request.linked_accounts
    ]
    ask = request.phrases.say("ask-forget", games=len(games), running=running)
    sure = Button(
        request.phrases.say("button-forget"), CallbackData(NO_GAME, 0, "forgetme yes").code, "danger"
    )
    return Message("\n".join([ask, *accounts]), buttons=((sure,),))


async def _forget(request: Request) -> Message:
    """Delete everything that is stored about the person, by each of their linked accounts.

    It is noted first, so that a stop in between only delays the rest.
    """
    personal = request.store.personal
    if not await personal.rows_about(request.linked_accounts):
        raise CommandRefused("nothing-to-forget")
    request.require_few_changes(_WORK)
    await personal.ask_erasure(request.linked_accounts, request.clock.now())
    for account, game, _, _ in await request.store.people.games_of(request.person):
        for row in await request.store.outbox.notices(account, game):
            if row.topic is Topic.PANEL and row.is_delivered:  # it shows the hand of a game
                await request.announcements.delete_message(account, row.message)
    await erase_all(request.repository)
    for account in request.linked_accounts:
        request.directory.forget(account)
        if account.platform == "local":
            # Its open tabs ask for a name then.
            await request.store.page.want_removal(account, request.clock.now())
            request.store.timers.tell([request.clock.now()])
    return Message(request.phrases.say("forgotten", count=len(request.linked_accounts)))


# ---- the file with everything that is stored

JsonObject = dict[str, object]

_ABOUT = "person", "by", "name", "color", "contribution", "until", "yes", "reason"
"""Fields of an event that are about a person. None of them is a secret of anybody else."""

_DIGESTS = "token_digest", "code_digest", "digest"
"""Columns with the digest of a secret: the file says only that there is one."""

_PLACES = "seq", "event"
"""Columns that say how far a log has gone. They would count the plans of other players."""


async def personal_data(repository: MatchRepository, people: Sequence[Person]) -> str:
    """The file of a person with these accounts."""
    tables = await repository.store.personal.rows_about(people)
    games = await repository.store.personal.games_naming(people)
    stored = {
        name: [{key: _readable(key, cell) for key, cell in row.items() if cell is not None} for row in rows]
        for name, rows in tables.items()
    }
    document = {
        "made_at": moment_text(repository.clock.now()),
        "accounts": [str(person) for person in people],
        "stored": stored,
        "games": [await _game(repository, game, people) for game in games],
        "elsewhere": {table.name: why for table, why in chain(IN_LOGS.items(), IMPERSONAL.items())},
    }
    return json.dumps(document, ensure_ascii=False, indent=1)


def _readable(key: str, cell: object) -> object:
    """The cell of a row as a person may read it."""
    if key in _DIGESTS:
        return "(a digest, which opens nothing)"
    if key in _PLACES:
        return "(a place in the log)"
    return moment_text(cell) if isinstance(cell, datetime) else cell


async def _game(repository: MatchRepository, game: str, people: Sequence[Person]) -> JsonObject:
    """What the log of a game says of a person."""
    try:
        steps = await repository.steps(game, 0)
    except (UnknownGame, UnreadableGame):
        return {"game": game, "readable": False}
    match, lines = steps[-1].after, {str(person) for person in people}
    document: JsonObject = {"game": game, "status": match.roster.status}
    for seat, holder in enumerate(match.roster.holders):
        if holder.person in lines:
            document |= {"seat": seat + 1, "name": holder.name, "color": holder.color}
            if match.game:
                view = view_for(match.game, seat)
                document |= {"hand": letters(view.hand), "ticket_numbers": list(view.tickets)}
            break
    events = []
    for step in steps:
        named = {str(getattr(step.event, name, "")) for name in ("person", "by", "creator")}
        if step.actor in lines or lines & named or _is_own_plan(step, lines):
            events.append(_event(step, lines))
    return {**document, "events": events}


def _is_own_plan(step: Step, lines: set[str]) -> bool:
    """Whether a step is a plan of the person. What the program notes of a plan has no actor."""
    event = step.event
    return isinstance(event, PlanMade) and step.after.roster.holders[event.seat].person in lines


def _event(step: Step, lines: set[str]) -> JsonObject:
    """An event: its number, time and kind; the own move as text; of others only what is about the person."""
    number, kind = step.after.seq - step.after.hidden, type(step.event).__name__
    event: JsonObject = {"number": number, "at": moment_text(step.at), "kind": kind}
    if step.actor in lines and step.action:
        event["move"] = step.action
    data = cast(JsonObject, to_json(step.event))
    names = tuple(data) if _is_own_plan(step, lines) else _ABOUT
    return event | {key: data[key] for key in names if key in data and key not in ("kind", "shape")}
