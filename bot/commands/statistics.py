"""Statistics of a person and leaderboards, with their pictures. Only of people who want theirs counted."""

from dataclasses import replace
from typing import Annotated

from bot.commands.arguments import MOST, TEXT, Argument, Suggestion, read_text
from bot.commands.registry import command
from bot.matches import statistics as figures
from bot.matches.outcomes import CommandRefused
from bot.matches.statistics import Results
from bot.model.callbacks import NO_GAME, CallbackData
from bot.model.command import BOTH, EVERYWHERE, OWN, PERSON, MenuPlace
from bot.model.message import Button, Message, Rows
from bot.model.names import LONGEST_NAME
from bot.service.request import Request
from bot.service.results import bring_up_to_date
from bot.text import typed_words
from bot.text.i18n import visible
from bot.text.result_text import (
    known_names,
    leaderboard_figures,
    leaderboard_text,
    leaderboard_title,
    statistics_text,
)
from bot.text.truncate import shortened
from engine.names import folded

MOST_LINES = 10
"""Lines of a leaderboard."""

DELETE = "delete"
"""What somebody types to delete their statistics."""


MOST_MONTHS = 3
"""Months that have a button below one's own statistics."""


async def _months_played(request: Request, typed: str) -> tuple[Suggestion, ...]:
    """The months in which games of the person or of this chat ended, the latest first, at most 25."""
    store = request.store.results
    results = (*await store.of(request.linked_accounts), *await store.in_chat(request.chat))
    found = sorted(figures.by_month(results), reverse=True)
    return tuple(Suggestion(month, month) for month in found if typed.strip() in month)[:MOST]


WhoseArg = Annotated[str, replace(TEXT, words=("on", "off", "delete"))]
MonthArg = Annotated[str, Argument(read_text, look_up=_months_played, one_word=True)]
WhichGamesArg = Annotated[str, replace(TEXT, words=("month", "all", "month all"))]


@command(
    "stats",
    PERSON,
    discord=OWN,
    menus=BOTH,
    menu_after="games",
    any_game=True,
    personal=True,
    confirm=True,
    picture=True,
)
async def stats(request: Request, whose: WhoseArg = "", month: MonthArg = "") -> Message:
    """Show the statistics of a person by name, or one's own with the ways to turn them off and delete them.

    They are those of a month if one is given, or if the last word of the name is one. Instead of a name, "on"
    and "off" count and hide one's results, and "delete yes" deletes them. Raises CommandRefused.
    """
    change = _CHANGES.get(whose.lower())
    if change:
        return await change(request)
    typed, month = _without_month(whose, month)
    if folded(typed) == DELETE:
        question = request.phrases.say("stats-ask-delete")
        return Message(question, buttons=_buttons(request, delete_sure="stats delete yes"))
    await bring_up_to_date(request.repository)
    if typed:
        return await _of_other(request, typed, month)
    own = await request.store.results.of(request.linked_accounts)
    if not await is_counted(request):
        return Message(request.phrases.say("stats-off"), buttons=_buttons(request, on="stats on"))
    buttons = _buttons(request, off="stats off", delete="stats delete")
    return await _card(request, request.name, own, month, (*_months(request, own, month), *buttons))


def _without_month(typed: str, month: str) -> tuple[str, str]:
    """A name without the month at its end, and the month ("2026-03"), or "". Raises CommandRefused."""
    if month and not typed_words.month(month):
        raise CommandRefused("stats-no-month", word=shortened(month, LONGEST_NAME))
    name, _, last = typed.rpartition(" ")
    if not month and typed_words.month(last):
        return name, typed_words.month(last)
    return typed, typed_words.month(month)


def _months(request: Request, results: Results, shown: str) -> Rows:
    """A button for each of the latest months, and for all of them while one is `shown`."""
    months = [*figures.by_month(figures.played(results))][:MOST_MONTHS]
    lines = {month: f"stats {month}" for month in months if month != shown and len(months) > 1}
    if shown:
        lines[request.phrases.say("button-stats-all")] = "stats"
    row = tuple(Button(label, CallbackData(NO_GAME, 0, line).code) for label, line in lines.items())
    return (row,) if row else ()


async def is_counted(request: Request) -> bool:
    """Whether the person has their results counted."""
    return await request.store.results.counted_since(request.person) is not None


def _buttons(request: Request, **lines: str) -> Rows:
    """A button for each of these lines, by the key of its label."""
    row = tuple(
        Button(
            request.phrases.say(f"button-stats-{key.replace('_', '-')}"),
            CallbackData(NO_GAME, 0, line).code,
            "danger" if key == "delete_sure" else "plain",
        )
        for key, line in lines.items()
    )
    return (row,)


async def _of_other(request: Request, typed: str, month: str) -> Message:
    """The statistics of somebody who has played in this chat, or with the person. Raises CommandRefused."""
    everybody = await request.store.results.in_chat(None)
    near = {one.human for one in await request.store.results.in_chat(request.chat)}
    games = {one.game for one in await request.store.results.of(request.linked_accounts)}
    near |= {one.human for one in everybody if one.game in games}
    names = await _names(request, [one for one in everybody if one.human in near])
    wanted = folded(typed)
    exact = [human for human, name in names.items() if folded(visible(name)) == wanted]
    found = exact or [human for human, name in names.items() if folded(visible(name)).startswith(wanted)]
    if len(found) != 1 or not wanted:
        key = "stats-several" if wanted and found else "stats-unknown"
        raise CommandRefused(key, word=shortened(typed, LONGEST_NAME))
    results = figures.by_human(everybody)[found[0]]
    return await _card(request, names[found[0]], results, month)


async def _card(request: Request, name: str, everything: Results, month: str, buttons: Rows = ()) -> Message:
    """The statistics in words, of a month or of all time, with a picture where there is a game."""
    here = {one.game for one in await request.store.results.in_chat(request.chat)}
    boards, phrases = request.repository.boards.by_id, request.phrases
    until = figures.until_month(everything, month) if month else everything
    results = figures.by_month(until).get(month, ()) if month else until
    rating = figures.rating(until)
    there = [one for one in results if one.game in here]
    text = statistics_text(name, month, results, rating, there, boards, phrases)
    if not figures.played(results):
        return Message(text, buttons=buttons)
    title = f"{visible(name)} · {month}" if month else visible(name)
    pictures = await request.pictures.statistics(title, results, rating, boards, text, phrases)
    return Message(text, pictures, buttons, brief="\n".join(text.splitlines()[:3]))


async def _names(request: Request, results: Results) -> dict[str, str]:
    """What the humans of these results are called."""
    known = await request.store.people.names({one.person for one in results})
    return known_names(results, {str(person): name for person, name in known.items()})


@command(
    "leaderboard",
    PERSON,
    discord=OWN,
    menus=BOTH,
    menu_after="stats",
    page=MenuPlace("channel", EVERYWHERE, "chat"),
    any_game=True,
    picture=True,
)
async def leaderboard(request: Request, which: WhichGamesArg = "") -> Message:
    """Show the leaderboard of this chat, or of all; of all time, of this month, or of a typed one."""
    await bring_up_to_date(request.repository)
    words = which.split()
    scope = "all" if any(map(typed_words.is_all, words)) else "chat"
    month = next(filter(None, map(typed_words.month, words)), "")
    if not month and any(map(typed_words.is_month, words)):
        month = f"{request.clock.now():%Y-%m}"
    store, everybody = request.store.results, await request.store.results.in_chat(None)
    of: Results = everybody if scope == "all" else await store.in_chat(request.chat)
    of = figures.by_month(of).get(month, ()) if month else of
    lines = figures.standings(of, figures.by_human(everybody), by_rating=not month)
    if not lines:
        return Message(request.phrases.say("leaderboard-empty", scope=scope))
    names, title = await _names(request, of), leaderboard_title(scope, month, request.phrases)
    own = next((one.human for one in of if one.person in request.linked_accounts), "")
    text = leaderboard_text(title, lines, names, MOST_LINES, own, request.phrases)
    shown = [
        (place, visible(names[line[0]]), leaderboard_figures(line))
        for place, line in enumerate(lines[:MOST_LINES], 1)
    ]
    return Message(text, await request.pictures.leaderboard(title, tuple(shown), text, request.phrases))


async def _count_results(request: Request) -> Message:
    """Count the results of the person, by all their linked accounts."""
    await bring_up_to_date(request.repository)
    request.require_few_changes()
    await request.store.results.count(request.linked_accounts, request.clock.now())
    return Message(request.phrases.say("stats-turned-on"))


async def _hide_results(request: Request) -> Message:
    """Hide the results of the person, and stop counting them."""
    await bring_up_to_date(request.repository)
    request.require_few_changes()
    await request.store.results.hide(request.linked_accounts)
    return Message(request.phrases.say("stats-turned-off"))


async def _delete_results(request: Request) -> Message:
    """Delete the results of the person. The others keep the ratings that they have by now."""
    await bring_up_to_date(request.repository)
    request.require_few_changes()
    await request.store.results.delete(request.linked_accounts, request.clock.now())
    return Message(request.phrases.say("stats-deleted"))


_CHANGES = {"on": _count_results, "off": _hide_results, "delete yes": _delete_results}
"""What changes a person's statistics, by what they type."""
