"""The audit log: what admins and hosts did to a game and to its chat."""

from datetime import timedelta

from bot.commands.audit import change_text
from bot.model.identity import ANONYMOUS_ADMIN, Chat
from bot.text.i18n import phrases
from tests.narration import plain
from tests.scenario import MEMORY_CHAT, Scenario

ANNEX = Chat("hall", "annex")
MINUTE = timedelta(minutes=1)


async def audit(scenario: Scenario, chat: Chat = MEMORY_CHAT, page: str = "") -> list[str]:
    """What a stranger reads, without the moments."""
    eve = await scenario.add_player("Eve")
    told = plain(await eve.says(f"/audit {page}", chat))
    return [line.partition(" · ")[2] or line for line in told.splitlines()]


async def test_it_has_pages_and_each_chat_its_own(scenario: Scenario) -> None:
    for number in range(20):
        at = scenario.clock.now() + number * MINUTE
        await scenario.store.chats.note(MEMORY_CHAT, at, ANONYMOUS_ADMIN, "clock", "24h")
    first, second = await audit(scenario), await audit(scenario, page="2")
    assert (len(first), len(second)) == (16, 6)
    assert second[0].endswith("(page 2 of 2)")
    assert first[1].startswith("An admin: New games in this chat start with this clock:")
    assert len(await audit(scenario, ANNEX)) == 1


def test_a_change_that_this_version_does_not_know_is_told_harmlessly() -> None:
    told = plain(change_text("language", "*xx* @all", phrases("en")))
    assert told == "My language in this chat: ∗xx∗ ＠all."
    assert (
        plain(change_text("weather", "wet", phrases("en")))
        == "A setting of this chat was changed: weather wet."
    )
