"""What a run can break in its programs, to see that its promises notice it: `--flaw NAME`."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from telegram import Update

from bot.commands import plans
from bot.discord.platform import DiscordPlatform
from bot.matches import plans as planned
from bot.matches import repository
from bot.matches.leases import Leases
from bot.matches.match import Step
from bot.matches.outcomes import Outcome
from bot.matches.repository import MatchRepository
from bot.matches.roster_events import VoteOpened
from bot.model.identity import Destination
from bot.model.message import Message
from bot.model.port import Key
from bot.outbox import chat_announcer
from bot.requests.request import Request
from bot.telegram import handlers, platform
from bot.telegram.updates import Polling
from bot.timers import reminders


async def _nothing(*_: object, **__: object) -> None:
    """Do nothing."""


def _show_first_hand() -> None:
    Request.seat = property(lambda _: 0)  # type: ignore[assignment,misc]


def _play_no_plan() -> None:
    planned.planned_turn = repository.planned_turn = lambda _: ()  # type: ignore[attr-defined]


def _make_no_plan() -> None:
    plans._outcome = lambda *_: Outcome((), "plan-none")


def _send_no_reminder() -> None:
    reminders._send = _nothing


def _ask_for_no_vote() -> None:
    post_of = chat_announcer.post_of

    async def of_no_vote(steps: Sequence[Step], *rest: object) -> Message | None:
        is_vote = any(isinstance(step.event, VoteOpened) for step in steps)
        return None if is_vote else await post_of(steps, *rest)  # type: ignore[arg-type]

    chat_announcer.post_of = of_no_vote


def _name_tickets() -> None:
    post_of = chat_announcer.post_of

    async def with_ticket(*given: object) -> Message | None:
        message = await post_of(*given)  # type: ignore[arg-type]
        return message and replace(message, text=f"{message.text}\nAyr — Cork, 5")

    chat_announcer.post_of = with_ticket


def _post_twice() -> None:
    send = DiscordPlatform.send

    async def send_twice(
        self: DiscordPlatform, to: Destination, message: Message, key: Key, *, silent: bool
    ) -> str:
        await send(self, to, message, replace(key, name=f"{key.name}-again"), silent=silent)
        return await send(self, to, message, key, silent=silent)

    DiscordPlatform.send = send_twice  # type: ignore[method-assign]


def _keep_names() -> None:
    MatchRepository.forget = _nothing  # type: ignore[method-assign]


def _begin_again() -> None:
    begin = handlers.not_begun

    async def begin_again(*given: object) -> Message | None:
        await begin(*given)  # type: ignore[arg-type]
        return None

    handlers.not_begun = begin_again  # type: ignore[assignment]


def _tell_of_no_interruption() -> None:
    begin = handlers.not_begun

    async def not_begun(*given: object) -> Message | None:
        return Message("") if await begin(*given) else None  # type: ignore[arg-type]

    handlers.not_begun = not_begun  # type: ignore[assignment]


def _confirm_at_once() -> None:
    begin = Polling._begin

    def begin_and_forget(self: Polling, updates: Sequence[Update]) -> bool:
        any_new = begin(self, updates)
        if updates:
            self._next = updates[-1].update_id + 1
            self._begun.clear()
        return any_new

    Polling._begin = begin_and_forget  # type: ignore[method-assign]


def _keep_leases() -> None:
    Leases.is_valid = lambda *_: True  # type: ignore[method-assign]


def _give_way() -> None:
    platform.gives_way = lambda *_: True


ON_SEVERAL = "speaks without its leases"
"""What only shows where several programs run."""

FLAWS: Mapping[str, Callable[[], object]] = {
    "": lambda: None,
    "shows the first hand": _show_first_hand,
    "plays no plan": _play_no_plan,
    "makes no plan": _make_no_plan,
    "sends no reminder": _send_no_reminder,
    "asks for no vote": _ask_for_no_vote,
    "names tickets": _name_tickets,
    "posts twice": _post_twice,
    "keeps names": _keep_names,
    "does a typed command again": _begin_again,
    "tells of no interruption": _tell_of_no_interruption,
    "confirms at once": _confirm_at_once,
    "gives way to a newer program": _give_way,
    ON_SEVERAL: _keep_leases,
}
"""By name, what breaks the bot. "" breaks nothing."""

ON_TELEGRAM = (
    "confirms at once",
    "does a typed command again",
    "gives way to a newer program",
    "tells of no interruption",
)
"""Those that only show on Telegram."""
