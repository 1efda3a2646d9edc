"""Mutants are what they are said to be, and the tests that run a line are found."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from runpy import run_path

import pytest

from .equivalent import equivalents
from .points import mutants_of
from .swapping import functions, swap

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


PROGRAM = """
from pathlib import Path
from tests.mutation.points import Mutant
from tests.mutation.trying import Trial
root = Path.cwd()
source = (root / "runtime" / "numbers.py").read_bytes()
word = b"math.isinf(value)"
mistake = Mutant("runtime/numbers.py", 1, source.index(word), source.index(word) + len(word), "not value")
file = "tests/unit/runtime/test_numbers.py"
tests = {f"{file}::test_what_is_too_large_is_infinite_and_overflows[-1e999--inf]": 1.0}
trial = Trial(root, file)
for way in (trial.by_import, trial.by_function):
    print(way(mistake, tests), way(mistake._replace(text="bool(math.isinf(value))"), tests))
    print(way(mistake, {}), way(mistake, {f"{file}::test_none": 1.0}))
trial.close()
"""


@pytest.mark.slow
def test_a_mistake_that_a_test_knows_is_noticed(checkout: Path) -> None:
    done = subprocess.run([sys.executable, "-c", PROGRAM], cwd=checkout, capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["killed", "survived", "untested", "untested"] * 2


FUNCTIONS = """
import functools
LIMIT = 1

class A:
    part = 3

    @functools.cache
    def f(self):
        return [n + 1 for n in range(2)]

def g(a):
    def h():
        return a
    return h()
"""


@pytest.mark.parametrize(
    ("before", "after", "swapped"),
    [
        ("n + 1", "n + 5", True),
        ("return h()", "return h() + 6", True),
        ("return a", "return a + 6", True),
        ("    return h()", "    pass", True),
        ("LIMIT = 1", "LIMIT = 2", False),
        ("part = 3", "part = 4", False),
    ],
)
def test_functions_are_given_the_code_of_a_mutant(tmp_path: Path, before: str, after: str, swapped: bool) -> None:
    path = tmp_path / "functions.py"
    mutant = FUNCTIONS.replace(before, after)
    path.write_text(mutant if swapped else FUNCTIONS, encoding="utf-8")
    expected = run_path(str(path))
    path.write_text(FUNCTIONS, encoding="utf-8")
    there = run_path(str(path))
    assert swap(str(path), FUNCTIONS.encode(), mutant.encode(), functions()) == swapped
    assert (there["A"]().f(), there["g"](3)) == (expected["A"]().f(), expected["g"](3))


def test_mutants_are_known_by_their_lines(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text(SOURCE, encoding="utf-8")
    (mutant,) = (each for each in mutants_of(SOURCE, "a.py") if each.text == "(a <= 2)")
    assert mutant.described(tmp_path) == ("a.py", "if a < 2 and not b:", "if (a <= 2) and not b:")


def test_equivalent_mutants_are_there(checkout: Path) -> None:
    listed = equivalents()
    sources = {file: (checkout / file).read_text(encoding="utf-8") for file, _, _ in listed}
    found = {each.described(checkout) for file, text in sources.items() for each in mutants_of(text, file)}
    assert listed <= found
