"""The functions of `render.drawings` by name: a worker imports them, and the bot itself loads no Pillow."""

from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING


@dataclass(frozen=True, slots=True)
class _Drawing:
    """A function that is imported where it is called."""

    name: str

    def __call__(self, *given: object, **named: object) -> object:
        return getattr(import_module("render.drawings"), self.name)(*given, **named)


class _Drawings:
    """In place of the module."""

    def __getattr__(self, name: str) -> _Drawing:
        return _Drawing(name)


if TYPE_CHECKING:
    from render import drawings as drawings
else:
    drawings = _Drawings()
