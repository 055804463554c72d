"""Tests of which there are many alike: a few run with the suite, and all of them with `make soak`."""

from collections.abc import Iterable
from typing import Any

import pytest
from hypothesis import settings


def soaked(values: Iterable[Any], *kept: Any) -> list[Any]:
    """Values of a parameter, or tuples of several; only those `kept` are tested with the suite."""
    return [
        pytest.param(
            *(value if isinstance(value, tuple) else (value,)),
            marks=() if value in kept else pytest.mark.soak,
        )
        for value in values
    ]


def examples(cost: int) -> settings:
    """For a property whose examples take `cost` times as long as others: so many times fewer of them."""
    return settings(max_examples=settings().max_examples // cost)
