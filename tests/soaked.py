"""Tests of which there are many alike: a few run with the suite, and all of them with `make soak`."""

from collections.abc import Iterable
from typing import Any

import pytest


def soaked(values: Iterable[Any], *kept: Any) -> list[Any]:
    """Values of a parameter, or tuples of several; only those `kept` are tested with the suite."""
    return [
        pytest.param(
            *(value if isinstance(value, tuple) else (value,)),
            marks=() if value in kept else pytest.mark.soak,
        )
        for value in values
    ]
