"""Statistics of a person and leaderboards, with their pictures. Only of people who want theirs counted."""

from dataclasses import replace
from typing import Annotated

from bot.commands.arguments import MOST, TEXT, Argument, Suggestion, read_text
from bot.commands.registry import command
from bot.matches import figures
from bot.matches.figures import Results
from bot.matches.outcomes import CommandRefused
from bot.matches.ratings import bring_up_to_date
from bot.model.callbacks import NO_GAME, CallbackData
from bot.model.command import ANY_GAME, BOTH, OWN, PERSON, PICTURE, MenuPlace
from bot.model.message import Button, Message, Rows
from bot.requests.request import Request
from bot.shown.pictures import leaderboard_picture, statistics_picture
from bot.text import typed_words
from bot.text.i18n import visible
from bot.text.statistics_text import (
    known_names,
    leaderboard_figures,
    leaderboard_text,
    leaderboard_title,
    statistics_text,
)
from engine.plain_words import folded

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
    months = sorted(figures.by_month(results), reverse=True)
    return tuple(Suggestion(month, month) for month in months if typed.strip() in month)[:MOST]


WhoseArg = Annotated[str, replace(TEXT, words=("on", "off", "delete"))]
MonthArg = Annotated[str, Argument(read_text, look_up=_months_played, one_word=True)]
WhichGamesArg = Annotated[str, replace(TEXT, words=("month", "all", "month all"))]


@command("stats", PERSON, discord=OWN, menus=BOTH, game=ANY_GAME, shape=PICTURE, confirm=True, personal=True)
async def stats(request: Request, whose: WhoseArg = "", month: MonthArg = "") -> Message:
    """Show the statistics of a person by name, or one's own with the ways to turn them off and delete them.

    They are those of a month if one is given, or if the last word of the name is one. Instead of a name, "on"
    and "off" count and hide one's results, and "delete yes" deletes them. Raises CommandRefused.
    """
    say, store = request.phrases.say, request.store.results
    if whose.lower() in ("on", "off", "delete yes"):
        return await _change(whose.lower(), request)
    if month and not typed_words.month(month):
        raise CommandRefused("stats-no-month", word=month)
    month = typed_words.month(month)
    name, _, last = whose.rpartition(" ")
    if not month and typed_words.month(last):
        whose, month = name, typed_words.month(last)
    if folded(whose) == DELETE:
        return Message(say("stats-ask-delete"), buttons=_buttons(request, delete_sure="stats delete yes"))
    await bring_up_to_date(request.repository)
    if whose:
        return await _of_other(request, whose, month)
    if await store.counted_since(request.person) is None:
        return Message(say("stats-off"), buttons=_buttons(request, on="stats on"))
    own = await store.of(request.linked_accounts)
    months = [*figures.by_month(figures.played(own))][:MOST_MONTHS]
    lines = {other: f"stats {other}" for other in months if other != month and len(months) > 1}
    if month:
        lines[say("button-stats-all")] = "stats"
    row = tuple(Button(label, CallbackData(NO_GAME, 0, line).code) for label, line in lines.items())
    buttons = *((row,) if row else ()), *_buttons(request, off="stats off", delete="stats delete")
    return await _card(request, request.name, own, month, buttons)


async def _change(word: str, request: Request) -> Message:
    """Count, hide or delete the results of the person, by all their linked accounts.

    After they are deleted, the others keep the ratings that they have by now.
    """
    await bring_up_to_date(request.repository)
    request.require_few_changes()
    store, accounts, now = request.store.results, request.linked_accounts, request.clock.now()
    match word:
        case "on":
            await store.count(accounts, now)
            return Message(request.phrases.say("stats-turned-on"))
        case "off":
            await store.hide(accounts)
            return Message(request.phrases.say("stats-turned-off"))
        case _:
            await store.delete(accounts, now)
            return Message(request.phrases.say("stats-deleted"))


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
    near = {result.human for result in await request.store.results.in_chat(request.chat)}
    games = {result.game for result in await request.store.results.of(request.linked_accounts)}
    near |= {result.human for result in everybody if result.game in games}
    names = await _names(request, [result for result in everybody if result.human in near])
    wanted, typed_as = folded(typed), {human: folded(visible(name)) for human, name in names.items()}
    exact = [human for human, name in typed_as.items() if name == wanted]
    humans = exact or [human for human, name in typed_as.items() if name.startswith(wanted)]
    if len(humans) != 1 or not wanted:
        raise CommandRefused("stats-several" if wanted and humans else "stats-unknown", word=typed)
    return await _card(request, names[humans[0]], figures.by_human(everybody)[humans[0]], month)


async def _card(request: Request, name: str, everything: Results, month: str, buttons: Rows = ()) -> Message:
    """The statistics in words, of a month or of all time, with a picture where there is a game."""
    here = {result.game for result in await request.store.results.in_chat(request.chat)}
    boards, phrases = request.repository.boards.by_id, request.phrases
    until = figures.until_month(everything, month) if month else everything
    results = figures.by_month(until).get(month, ()) if month else until
    rating = figures.rating(until)
    there = [result for result in results if result.game in here]
    text = statistics_text(name, month, results, rating, there, boards, phrases)
    if not figures.played(results):
        return Message(text, buttons=buttons)
    title = f"{visible(name)} · {month}" if month else visible(name)
    card = statistics_picture(title, results, rating, boards, text, phrases)
    brief = "\n".join(text.splitlines()[:3])
    return Message(text, request.pictures.of(card), buttons, brief=brief)


async def _names(request: Request, results: Results) -> dict[str, str]:
    """What the humans of these results are called."""
    names = await request.store.people.names({result.person for result in results})
    return known_names(results, {str(person): name for person, name in names.items()})


@command("leaderboard", PERSON, menus=BOTH, page=MenuPlace(group="channel"), game=ANY_GAME, shape=PICTURE)
async def leaderboard(request: Request, which: WhichGamesArg = "") -> Message:
    """Show the leaderboard of this chat, or of all; of all time, of this month, or of a typed one."""
    await bring_up_to_date(request.repository)
    words = which.split()
    scope = "all" if any(typed_words.means(word, typed_words.ALL) for word in words) else "chat"
    month = next(filter(None, map(typed_words.month, words)), "")
    if not month and any(typed_words.means(word, typed_words.MONTH) for word in words):
        month = f"{request.clock.now():%Y-%m}"
    store, everybody = request.store.results, await request.store.results.in_chat(None)
    of: Results = everybody if scope == "all" else await store.in_chat(request.chat)
    of = figures.by_month(of).get(month, ()) if month else of
    lines = figures.standings(of, figures.by_human(everybody), by_rating=not month)
    if not lines:
        return Message(request.phrases.say("leaderboard-empty", scope=scope))
    names, title = await _names(request, of), leaderboard_title(scope, month, request.phrases)
    own = next((result.human for result in of if result.person in request.linked_accounts), "")
    text = leaderboard_text(title, lines, names, MOST_LINES, own, request.phrases)
    shown = [
        (place, visible(names[line[0]]), leaderboard_figures(line))
        for place, line in enumerate(lines[:MOST_LINES], 1)
    ]
    table = leaderboard_picture(title, tuple(shown), text, request.phrases)
    return Message(text, request.pictures.of(table))
