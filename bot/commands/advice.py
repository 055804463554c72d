"""Advice: in practice what a computer would do, and after the end what could have been better, and why."""

from bot.commands.arguments import LevelArg, NumberArg
from bot.commands.registry import command
from bot.matches.outcomes import CommandRefused
from bot.matches.roster import Status
from bot.model.callbacks import CallbackData
from bot.model.command import AT_TIMES, LAST_FINISHED, LOOK, PRIVATE, PRIVATE_CHAT, TURN, MenuPlace
from bot.model.message import Button, Message, in_rows
from bot.requests.request import Request
from bot.shown.pictures import board_pictures, hand_picture
from bot.text.labels import hand_cards
from engine.view import view_for


@command("hint", TURN, who="player", menus=PRIVATE_CHAT, page=AT_TIMES, answer=PRIVATE)
async def hint(request: Request, level: LevelArg = "") -> Message:
    """Say what a computer of this level, or the best one, would do now in a practice game."""
    return await request.services.advise(request, level)


@command(
    "why", LOOK, page=MenuPlace(("over",), "look-back", "chat"), posts=("end",), game=LAST_FINISHED, link=True
)
async def why(request: Request, round: NumberArg = None) -> Message:
    """Say why the computers moved as they did in a round (the last, unless it is given), after the game."""
    return await request.services.explain(request, round)


@command(
    "review",
    LOOK,
    who="player",
    menus=PRIVATE_CHAT,
    page=MenuPlace(("over",), "look-back"),
    game=LAST_FINISHED,
    answer=PRIVATE,
    link=True,
)
async def review(request: Request) -> Message:
    """Name the turns of a finished game in which a computer would have done something better."""
    return await request.services.review(request)


@command("moment", LOOK, who="player", is_typed=False, answer=PRIVATE)
async def moment(request: Request, event: NumberArg = None) -> Message:
    """Show the board before an event of a finished game, by its number, with the person's own hand.

    Its buttons lead back to the review and to its other boards.
    """
    match, seq = request.shown_match, event or 0
    if match.roster.status is not Status.OVER:
        raise CommandRefused("review-later")
    steps = await request.repository.steps(match.id, seq) if 0 < seq < match.seq else ()
    then = steps[0].before if steps else None
    seat = then.roster.seat_of(str(request.player)) if then else None
    if then is None or then.game is None or seat is None:
        raise CommandRefused("stale")
    view, phrases = view_for(then.game, seat), request.phrases
    pictures = request.pictures.of(*board_pictures(then, phrases, ()), hand_picture(view, phrases))
    number = -(-view.table.turn // view.table.players)
    text = phrases.say("moment", round=number, hand=hand_cards(view, phrases))
    back = Button(phrases.say("button-review-back"), CallbackData(match.id, 0, "review").code)
    left_out = back.code, CallbackData(match.id, 0, f"moment {seq}").code
    rows = (await request.services.review(request)).buttons
    others = [button for row in rows for button in row if button.code not in left_out]
    return Message(text, pictures, buttons=in_rows([*others, back]))
