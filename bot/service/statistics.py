"""Statistics of a person and leaderboards, with their pictures. Only of people who want theirs counted."""

from bot.matches import statistics as figures
from bot.matches.outcomes import CommandRefused
from bot.matches.statistics import Results
from bot.model.callbacks import NO_GAME, CallbackData
from bot.model.message import Button, Message, Rows
from bot.model.names import LONGEST_NAME
from bot.service.context import Context
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


async def shown_statistics(context: Context, typed: str) -> Message:
    """The statistics of a person by name, or one's own with the ways to turn them off and to delete them."""
    if folded(typed) == DELETE:
        question = context.phrases.say("stats-ask-delete")
        return Message(question, buttons=_buttons(context, delete_sure="stats delete yes"))
    await bring_up_to_date(context.repository)
    if typed:
        return await _of_other(context, typed)
    own = await context.store.results.of(context.linked_accounts)
    if not await is_counted(context):
        return Message(context.phrases.say("stats-off"), buttons=_buttons(context, on="stats on"))
    buttons = _buttons(context, off="stats off", delete="stats delete")
    return await _card(context, context.name, own, buttons)


async def is_counted(context: Context) -> bool:
    """Whether the person has their results counted."""
    return await context.store.results.counted_since(context.person) is not None


def _buttons(context: Context, **lines: str) -> Rows:
    """A button for each of these lines, by the key of its label."""
    row = tuple(
        Button(
            context.phrases.say(f"button-stats-{key.replace('_', '-')}"),
            CallbackData(NO_GAME, 0, line).code,
            "danger" if key == "delete_sure" else "plain",
        )
        for key, line in lines.items()
    )
    return (row,)


async def _of_other(context: Context, typed: str) -> Message:
    """The statistics of somebody who has played in this chat, or with the person. Raises CommandRefused."""
    everybody = await context.store.results.in_chat(None)
    near = {one.human for one in await context.store.results.in_chat(context.chat)}
    games = {one.game for one in await context.store.results.of(context.linked_accounts)}
    near |= {one.human for one in everybody if one.game in games}
    names = await _names(context, [one for one in everybody if one.human in near])
    wanted = folded(typed)
    exact = [human for human, name in names.items() if folded(visible(name)) == wanted]
    found = exact or [human for human, name in names.items() if folded(visible(name)).startswith(wanted)]
    if len(found) != 1 or not wanted:
        key = "stats-several" if wanted and found else "stats-unknown"
        raise CommandRefused(key, word=shortened(typed, LONGEST_NAME))
    results = figures.by_human(everybody)[found[0]]
    return await _card(context, names[found[0]], results)


async def _card(context: Context, name: str, results: Results, buttons: Rows = ()) -> Message:
    """The statistics in words, with a picture where there is a game."""
    here = {one.game for one in await context.store.results.in_chat(context.chat)}
    boards = context.repository.boards.by_id
    text = statistics_text(
        name, results, [one for one in results if one.game in here], boards, context.phrases
    )
    if not figures.played(results):
        return Message(text, buttons=buttons)
    pictures = await context.pictures.statistics(visible(name), results, boards, text, context.phrases)
    return Message(text, pictures, buttons, brief="\n".join(text.splitlines()[:3]))


async def _names(context: Context, results: Results) -> dict[str, str]:
    """What the humans of these results are called."""
    known = await context.store.people.names({one.person for one in results})
    return known_names(results, {str(person): name for person, name in known.items()})


async def shown_leaderboard(context: Context, typed: str) -> Message:
    """The leaderboard of this chat, or of all; of all time, or of this month."""
    await bring_up_to_date(context.repository)
    words = typed.split()
    scope = "all" if any(map(typed_words.is_all, words)) else "chat"
    month = f"{context.clock.now():%Y-%m}" if any(map(typed_words.is_month, words)) else ""
    store, everybody = context.store.results, await context.store.results.in_chat(None)
    of: Results = everybody if scope == "all" else await store.in_chat(context.chat)
    of = figures.by_month(of).get(month, ()) if month else of
    lines = figures.standings(of, figures.by_human(everybody), by_rating=not month)
    if not lines:
        return Message(context.phrases.say("leaderboard-empty", scope=scope))
    names, title = await _names(context, of), leaderboard_title(scope, month, context.phrases)
    own = next((one.human for one in of if one.person in context.linked_accounts), "")
    text = leaderboard_text(title, lines, names, MOST_LINES, own, context.phrases)
    shown = [
        (place, visible(names[line[0]]), leaderboard_figures(line))
        for place, line in enumerate(lines[:MOST_LINES], 1)
    ]
    return Message(text, await context.pictures.leaderboard(title, tuple(shown), text, context.phrases))
