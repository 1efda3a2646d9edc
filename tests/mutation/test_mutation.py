"""Mutants are what they are said to be, and the tests that run a line are found."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from .choosing import _node
from .points import mutants_of

SOURCE = '''\
"""Text."""
from typing import TYPE_CHECKING
if TYPE_CHECKING:
    x = 1 + 1

def f(a: int = 1 + 2, b="ü") -> int:
    """Text."""
    g(a)
    if a < 2 and not b:
        raise ValueError(a + 1)
    for each in a:
        break
    return -a
'''


def test_mutants_of_a_source(tmp_path: Path) -> None:
    path = tmp_path / "a.py"
    path.write_text(SOURCE, encoding="utf-8")
    found = {mutant.applied(tmp_path).decode() for mutant in mutants_of(SOURCE, "a.py")}
    changes = [
        ("1 + 2, b", "((1) - (2)), b"),
        ("= 1 + 2", "= (1 + 1) + 2"),
        ("1 + 2, b", "1 + (2 + 1), b"),
        ("    g(a)", "    pass"),
        ("if a < 2 and not b", "if (not (a < 2 and not b))"),
        ("a < 2 and not b", "((a < 2) or (not b))"),
        ("a < 2", "(a <= 2)"),
        ("a < 2", "a < (2 + 1)"),
        ("not b", "(b)"),
        ("break", "pass"),
        ("return -a", "return None"),
        ("return -a", "return (a)"),
    ]
    assert found == {SOURCE.replace(before, after) for before, after in changes}
    for text in found:
        compile(text, "a.py", "exec")


def test_contexts_of_coverage_name_tests() -> None:
    assert _node("tests.unit.cli.test_a.test_b") == "tests/unit/cli/test_a.py::test_b"
    assert _node("tests.unit.test_a.TestB.test_c") == "tests/unit/test_a.py::TestB::test_c"


PROGRAM = """
from pathlib import Path
from tests.mutation.points import Mutant
from tests.mutation.trying import verdict
root = Path.cwd()
source = (root / "runtime" / "numbers.py").read_bytes()
word = b"math.isinf(value)"
mistake = Mutant("runtime/numbers.py", 1, source.index(word), source.index(word) + len(word), "not value")
tests = ["tests/unit/runtime/test_numbers.py::test_what_is_too_large_is_infinite_and_overflows"]
print(verdict(mistake, tests, root), verdict(mistake._replace(text=word.decode()), tests, root))
print(verdict(mistake, [], root), verdict(mistake, ["tests/unit/runtime/test_numbers.py::test_none"], root))
"""


@pytest.mark.slow
def test_a_mistake_that_a_test_knows_is_noticed(checkout: Path) -> None:
    done = subprocess.run([sys.executable, "-c", PROGRAM], cwd=checkout, capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["killed", "survived", "untested", "untested"]
