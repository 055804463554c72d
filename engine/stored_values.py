"""What stored values are made of: msgspec reads them from JSON as their classes declare them."""

from functools import lru_cache
from typing import ClassVar, get_type_hints

from msgspec import Struct


class Strict(Struct, frozen=True, forbid_unknown_fields=True):
    """A value that never changes, and that is read strictly: a key that is none of its fields is refused."""


class Versioned(Strict, frozen=True, tag_field="kind", tag=True):
    """A value that is written with its kind, the name of its class, and its shape, the version of its fields.

    Where the fields of a kind change, its shape rises. New fields have defaults: earlier shapes lack them.
    """

    shape: ClassVar[int] = 1

    def __repr__(self) -> str:
        """Without the fields that are declared `Secret` (see engine.events): log lines may show it."""
        kind = type(self)
        return f"{kind.__name__}({', '.join(f'{name}={getattr(self, name)!r}' for name in _shown(kind))})"


@lru_cache(maxsize=128)
def _shown(kind: type[Versioned]) -> tuple[str, ...]:
    hints = get_type_hints(kind, include_extras=True)
    return tuple(
        name for name in kind.__struct_fields__ if "secret" not in getattr(hints[name], "__metadata__", ())
    )
