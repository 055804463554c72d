"""What is stored about a person: sent to them, and deleted."""

from bot.commands.arguments import YesArg
from bot.commands.personal_data import personal_data
from bot.commands.registry import command
from bot.matches.outcomes import CommandRefused
from bot.matches.retention import erase_all
from bot.model.callbacks import NO_GAME, CallbackData
from bot.model.command import ANY_GAME, PERSON, PRIVATE, PRIVATE_CHAT
from bot.model.identity import Person
from bot.model.message import Button, Message, Topic
from bot.requests.request import Request
from bot.text.i18n import person
from bot.text.labels import platform_name

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
    for one in request.linked_accounts:
        for panel in await _panels(request, one):
            await request.announcements.delete_message(one, panel)
    await erase_all(request.repository)
    for account in request.linked_accounts:
        request.directory.forget(account)
        if account.platform == "local":
            # Its open tabs ask for a name then.
            await request.store.page.want_removal(account, request.clock.now())
            request.store.timers.tell([request.clock.now()])
    return Message(request.phrases.say("forgotten", count=len(request.linked_accounts)))


async def _panels(request: Request, person: Person) -> list[str]:
    """The private messages that show a person the hands of their games."""
    games = [game for account, game, _, _ in await request.store.people.games_of(person) if account == person]
    sent = [one for game in games for one in await request.store.outbox.notices(person, game)]
    return [one.message for one in sent if one.topic is Topic.PANEL and one.is_delivered]
