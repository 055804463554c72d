"""Discord's slash commands, made from the commands, and their names in every language."""

import hashlib
import inspect
import json
import logging
from collections.abc import Callable, Coroutine, Iterable, Iterator, Sequence
from typing import Any

import discord
from discord import app_commands
from discord.app_commands import Choice, TranslationContextTypes, Translator, locale_str

from bot.commands import COMMANDS
from bot.commands.arguments import LANGUAGE, Argument, Suggestion, read_text
from bot.commands.registry import Command, Commands, Parameter
from bot.discord.buttons import Click
from bot.discord.layout import CommandIds
from bot.model.call import Call
from bot.model.command import ADMIN_GROUP, ANY_COMMAND, GAME, GAME_GROUP, OWN
from bot.requests.directory import Directory
from bot.requests.request import Request
from bot.text.i18n import LANGUAGES, phrases

SlashCommand = app_commands.Command[Any, ..., None]
CommandTree = app_commands.CommandTree[Any]
Complete = Callable[[Click, str], Coroutine[Any, Any, list[Choice[str]]]]

_DEFAULT = "en"
"""The language of names where Discord speaks one that the bot does not."""


log = logging.getLogger(__name__)


def phrase(key: str, **values: str) -> locale_str:
    """A phrase that Discord shows in each user's language, and in English where the bot does not speak it."""
    return locale_str(phrases(_DEFAULT).say(key, **values), key=key, values=values)


class FluentTranslator(Translator):
    """Gives Discord the names of commands in each language, from the same files as the bot's sentences."""

    async def translate(
        self, string: locale_str, locale: discord.Locale, context: TranslationContextTypes
    ) -> str | None:
        language = locale.value.split("-")[0]
        extras: dict[str, Any] = string.extras
        if language == _DEFAULT or language not in LANGUAGES or "key" not in extras:
            return None
        return phrases(language).say(extras["key"], **extras["values"])


def command_tree(client: discord.Client) -> CommandTree:
    """The slash commands, in servers and in DMs with the bot."""
    tree = CommandTree(
        client,
        allowed_contexts=app_commands.AppCommandContext(guild=True, dm_channel=True),
        allowed_installs=app_commands.AppInstallationType(guild=True),
    )
    for command in slash_commands():
        tree.add_command(command)
    tree.error(_on_error)
    return tree


async def register(tree: CommandTree, directory: Directory) -> CommandIds:
    """Register the commands, unless the last ones registered were the same: Discord limits that. Their ids.

    Raises DiscordServerError where none were ever registered and Discord fails: nobody could open a game.
    """
    http, application = tree.client.http, int(tree.client.application_id or 0)
    payloads = await translated(tree)
    digest = hashlib.sha256(json.dumps(payloads, sort_keys=True).encode()).hexdigest()
    name = f"discord-commands-{application}"
    registered = await directory.registered(name)
    try:
        if registered != digest:
            commands = await http.bulk_upsert_global_commands(application, payload=payloads)
            await directory.note_registered(name, digest)
            log.info("Discord: commands registered: %d", len(commands))
        else:
            commands = await http.get_global_commands(application)
    except discord.HTTPException as error:
        log.warning("Discord: the commands were not taken (%d, code %d)", error.status, error.code)
        if registered is None and isinstance(error, discord.DiscordServerError):
            raise
        return {}
    return {command["name"]: int(command["id"]) for command in commands}


async def translated(tree: CommandTree) -> list[dict[str, Any]]:
    """All that is registered, in every language, as Discord is sent it."""
    translator = FluentTranslator()
    commands = sorted(tree.get_commands(), key=lambda command: command.name)
    return [await command.get_translated_payload(tree, translator) for command in commands]


async def _on_error(click: Click, error: app_commands.AppCommandError, /) -> None:
    """Answer a command that an older version registered, or that failed before it reached a handler."""
    if isinstance(error, app_commands.CommandNotFound) and (row := COMMANDS.get(error.name)):
        await click.client.handlers.moved(click, row)
        return
    log.error("Discord: a command failed (%s)", type(error).__name__, exc_info=error)
    await click.client.handlers.failed(click)


async def _unregistered(request: Request, typed: str) -> list[Suggestion]:
    """Lines of the commands that are not registered, each with what it does."""
    others = Commands(*(one for one in COMMANDS if one.is_typed and not one.discord))
    lines = (line.removeprefix("/") for line in others.completions(request, typed))
    say = request.phrases.say
    return [Suggestion(f"{line}: {say(f'slash-{line.split()[0]}-about')}", line) for line in lines]


_LINE = Parameter("line", Argument(read_text, look_up=_unregistered, required=True))


def slash_commands() -> Iterator[SlashCommand | app_commands.Group]:
    """Every top-level command that the table offers on Discord."""
    for one in COMMANDS:
        if one.discord == OWN:
            yield slash_command(one)
    yield _group(GAME_GROUP, [slash_command(one) for one in COMMANDS if one.discord == GAME])
    yield _group(
        ADMIN_GROUP,
        [slash_command(one, for_admins=True) for one in COMMANDS if one.is_for_admins],
        default_permissions=discord.Permissions(manage_channels=True),
        allowed_contexts=app_commands.AppCommandContext(guild=True, dm_channel=False),
    )

    async def carry_out(click: Click, line: str) -> None:
        await click.client.handlers.called(click, Call.typed(line))

    _declare(carry_out, [_LINE])
    title, about = phrase(f"slash-{ANY_COMMAND}"), phrase(f"slash-{ANY_COMMAND}-about")
    yield app_commands.Command(name=title, description=about, callback=carry_out)


def _group(name: str, commands: Sequence[SlashCommand], **options: Any) -> app_commands.Group:
    """A group of commands."""
    title, about = phrase(f"slash-{name}"), phrase(f"slash-{name}-about")
    group = app_commands.Group(name=title, description=about, **options)
    for command in commands:
        group.add_command(command)
    return group


def slash_command(command: Command[Any], *, for_admins: bool = False) -> SlashCommand:
    """The slash command of a command. With `for_admins`, only admins are answered."""
    offered = [one for one in command.parameters if one.argument.only in ("", "discord")]

    async def callback(click: Click, **given: Any) -> None:
        call = Call(command.word, given={name: value for name, value in given.items() if value is not None})
        await click.client.handlers.called(click, call, for_admins=for_admins)

    _declare(callback, offered)
    title, about = phrase(f"slash-{command.word}"), phrase(f"slash-{command.word}-about")
    return app_commands.Command(name=title, description=about, callback=callback)


def _declare(callback: Callable[..., Coroutine[Any, Any, None]], offered: Iterable[Parameter]) -> None:
    """Give a callback the parameters of a command, where the library looks for them."""
    click = inspect.Parameter("click", inspect.Parameter.POSITIONAL_OR_KEYWORD, annotation=Click)
    parameters = [click]
    for one in offered:
        argument = one.argument
        parameters.append(_parameter(one))
        app_commands.rename(**{one.name: phrase(f"part-{one.name}")})(callback)
        app_commands.describe(**{one.name: phrase(f"part-{one.name}-about")})(callback)
        if choices := _choices(argument):
            app_commands.choices(**{one.name: choices})(callback)
        elif argument.suggest or argument.look_up:
            app_commands.autocomplete(**{one.name: _completion(argument)})(callback)
    callback.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]


def _parameter(one: Parameter) -> inspect.Parameter:
    kind, where = one.argument.native, inspect.Parameter.POSITIONAL_OR_KEYWORD
    if one.argument.required:
        return inspect.Parameter(one.name, where, annotation=kind)
    return inspect.Parameter(one.name, where, annotation=kind | None, default=None)


def _completion(argument: Argument[Any]) -> Complete:
    """Complete a value of an argument. Cards depend on the route or city that the person has named."""

    async def complete(click: Click, typed: str) -> list[Choice[str]]:
        named = (click.namespace[place] for place in ("route", "city") if place in click.namespace)
        place = next((name for name in named if isinstance(name, str)), "")
        suggestions: list[Choice[str]] = await click.client.handlers.suggested(click, argument, typed, place)
        return suggestions

    return complete


def _choices(argument: Argument[Any]) -> list[Choice[str]]:
    """All values of an argument that has a fixed list of them; a language is named in itself."""
    if argument is LANGUAGE:
        return [Choice(name=phrases(code).say("language-name"), value=code) for code in LANGUAGES]
    return [Choice(name=phrase(key), value=value) for value, key in argument.values.items()]
