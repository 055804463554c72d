"""Long lists are read page by page."""

from collections.abc import Mapping

from bot.model.callbacks import CallbackData
from bot.model.message import Button, Rows
from bot.text.i18n import Phrases


def page_buttons(game: str, line: str, near: Mapping[str, int], pages: int, phrases: Phrases) -> Rows:
    """The buttons for other pages: `near` has their numbers by the words on the buttons (`button-WORDS`).

    The number follows `line`. A page that does not exist has no button.
    """
    row = tuple(
        Button(phrases.say(f"button-{words}"), CallbackData(game, 0, f"{line} {page}").code)
        for words, page in near.items()
        if 1 <= page <= pages
    )
    return (row,) if row else ()
