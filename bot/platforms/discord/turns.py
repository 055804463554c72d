"""The commands of play and of looking, each as the words that one would type."""

from typing import Any

from discord import app_commands

from bot.model.command_spec import ArgumentKind
from bot.platforms.discord.buttons import Click
from bot.platforms.discord.parts import command, languages, parts, pings, topics, views


@command("draw")
@parts(card=ArgumentKind.CARD)
async def _draw(click: Click, card: str = "") -> None:
    await click.client.counter.heard(click, "draw", card)


@command("claim")
@parts(route=ArgumentKind.ROUTE, cards=ArgumentKind.ROUTE_CARDS)
async def _claim(click: Click, route: str, cards: str = "") -> None:
    await click.client.counter.heard(click, "claim", route, cards)


@command("station")
@parts(city=ArgumentKind.CITY, cards=ArgumentKind.CITY_CARDS)
async def _station(click: Click, city: str, cards: str = "") -> None:
    await click.client.counter.heard(click, "station", city, cards)


@command("ticket")
@parts(sure=None)
async def _ticket(click: Click, sure: bool = False) -> None:
    await click.client.counter.heard(click, "ticket", "yes" if sure else "")


@command("keep")
@parts(tickets=ArgumentKind.TICKETS)
async def _keep(click: Click, tickets: str = "") -> None:
    await click.client.counter.heard(click, "keep", tickets)


@command("pay")
@parts(cards=ArgumentKind.SURCHARGE)
async def _pay(click: Click, cards: str = "") -> None:
    await click.client.counter.heard(click, "pay", cards)


@command("board")
@parts(view=views(), place=ArgumentKind.PLACE)
async def _board(click: Click, view: str = "board full", place: str = "") -> None:
    await click.client.counter.heard(click, f"text {place}" if place else view)


@command("rules")
@parts(topic=topics())
async def _rules(click: Click, topic: str = "") -> None:
    await click.client.counter.heard(click, "rules", topic)


@command("settings")
@parts(language=languages(), ping=pings(), confirm=None)
async def _settings(click: Click, language: str = "", ping: str = "", confirm: bool | None = None) -> None:
    words = [f"language {language}" if language else "", f"ping {ping}" if ping else ""]
    if confirm is not None:
        words.append(f"confirm {'on' if confirm else 'off'}")
    await click.client.counter.heard(click, "settings", *words)


@command("why")
@parts(round=None)
async def _why(click: Click, round: int | None = None) -> None:
    await click.client.counter.heard(click, "why", "" if round is None else str(round))


@command("link")
@parts(code=None)
async def _link(click: Click, code: str = "") -> None:
    await click.client.counter.heard(click, "link", code)


def _plain(word: str) -> app_commands.Command[Any, ..., None]:
    """A command of one word."""

    async def heard(click: Click) -> None:
        await click.client.counter.heard(click, word)

    return command(word)(heard)


_WORDS = ("decline", "hand", "tickets", "scores", "log", "games", "record", "unlink", "help")


def commands_of_play() -> list[app_commands.Command[Any, ..., None]]:
    """Every command that is no group."""
    with_parts = [_draw, _claim, _station, _ticket, _keep, _pay, _board, _rules, _settings, _why, _link]
    return [*with_parts, *map(_plain, _WORDS)]
