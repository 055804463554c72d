"""Help and the README's table of commands, both from the command table."""

from collections.abc import Iterator
from typing import get_args

from bot.model.command_spec import CommandSpec, Section, Trait
from bot.model.commands import COMMANDS, Command
from bot.text.i18n import Phrases, phrases


def help_text(platform: str, phrases: Phrases) -> str:
    """Every command of a platform with what it does, by section."""
    sections = ("\n".join(_section(section, platform, phrases)) for section in get_args(Section))
    return "\n\n".join((phrases.say("help", platform=platform), *sections))


def _section(section: Section, platform: str, phrases: Phrases) -> Iterator[str]:
    yield f"**{phrases.say(f'help-{section}')}**"
    for spec in COMMANDS:
        if spec.section == section and is_offered(spec, platform):
            yield f"{spec.written_on(platform)}: {phrases.say(f'slash-{spec.word}-about')}"


def is_offered(spec: CommandSpec[Command], platform: str) -> bool:
    """Whether people of a platform can give a command by its own name."""
    if platform == "discord":
        return spec.has(Trait.SLASH) or spec.has(Trait.GAME_SLASH)
    return spec.has(Trait.TYPED)


def markdown_table() -> str:
    """The commands as a table for the README."""
    english = phrases("en")
    rows = [
        f"| {_written(spec)} | {english.say(f'slash-{spec.word}-about')} |"
        for spec in COMMANDS
        if spec.has(Trait.TYPED)
    ]
    return "\n".join(("| command | what it does |", "|---|---|", *rows))


def _written(spec: CommandSpec[Command]) -> str:
    """The command as it is typed, with its other names."""
    words = {spec.written_on(platform): None for platform in ("local", "discord", "telegram")}
    return ", ".join(f"`{word}`" for word in words)
