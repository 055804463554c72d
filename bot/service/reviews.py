"""Advice to a person: in practice what a computer would do, and after the end what could have been better."""

from bot.matches.outcomes import CommandRefused
from bot.matches.roster import Status
from bot.model.callbacks import CallbackData
from bot.model.command_spec import whole_number
from bot.model.commands import Show
from bot.model.message import Button, Message, drawn, in_rows
from bot.service.context import Context
from bot.text.labels import hand_cards
from engine.view import view_for


async def show_hint(command: Show, context: Context) -> Message:
    """What a computer would do now in a practice game. Raises CommandRefused."""
    return await context.advise(context, "".join(command.about))


async def show_review(_: Show, context: Context) -> Message:
    """The turns of a finished game that could have been better. Raises CommandRefused."""
    return await context.review(context)


async def show_moment(command: Show, context: Context) -> Message:
    """The board before an event of a finished game, with the person's own hand.

    Its buttons lead back to the review and to its other boards. Raises CommandRefused.
    """
    match, seq = context.shown_match, whole_number("".join(command.about)) or 0
    if match.roster.status is not Status.OVER:
        raise CommandRefused("review-later")
    steps = await context.repository.steps(match.id, seq) if 0 < seq < match.seq else ()
    then = steps[0].before if steps else None
    seat = then.roster.seat_of(str(context.player)) if then else None
    if then is None or then.game is None or seat is None:
        raise CommandRefused("stale")
    view, phrases = view_for(then.game, seat), context.phrases
    pictures = await context.pictures.board(then, phrases, ())
    hand = await context.pictures.hand(view, phrases)
    number = -(-view.table.turn // view.table.players)
    text = phrases.say("moment", round=number, hand=hand_cards(view, phrases))
    back = Button(phrases.say("button-review-back"), CallbackData(match.id, 0, "review").code)
    left_out = back.code, CallbackData(match.id, 0, f"moment {seq}").code
    review = await context.review(context)
    others = [button for row in review.buttons for button in row if button.code not in left_out]
    return await drawn(Message(text, (*pictures[-1:], *hand), buttons=in_rows([*others, back])))
