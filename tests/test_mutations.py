"""The rows of `mutations.toml` can be applied. `python -m tests.mutations` applies them."""

import re

import pytest

from tests.games.test_scripts import SCRIPTS
from tests.mutations import ROOT, Mutation, mutations


@pytest.mark.parametrize("mutation", mutations(), ids=lambda mutation: mutation.name)
def test_a_promise_is_broken_by_one_line_and_named_tests_are_there(mutation: Mutation) -> None:
    text = (ROOT / mutation.file).read_text(encoding="utf-8")
    assert mutation.applied_to(text) != text
    for test in mutation.tests:
        file, _, name = test.partition("::")
        function, _, script = name.partition("[")
        assert re.search(rf"def {function or 'test_'}", (ROOT / file).read_text(encoding="utf-8"))
        assert not script or script.removesuffix("]") in {one.id for one in SCRIPTS}
