"""Mutants are what they are said to be, and the tests that run a line are found."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Collection
from pathlib import Path
from runpy import run_path
from textwrap import indent

import pytest

from .campaign import Kind, campaign_of, keep, kept
from .choosing import SECONDS, Choice
from .equivalent import equivalents
from .points import mutants, mutants_of
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
    a += 1
    return -a if 0 <= a < len([b for b in a if b]) else None
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
        ("a += 1", "a -= 1"),
        ("a += 1", "a += (1 + 1)"),
        ("return -a if 0 <= a < len([b for b in a if b]) else None", "return None"),
        ("return -a", "return (a)"),
        ("0 <= a < len([b for b in a if b])", "(0 < a < len([b for b in a if b]))"),
        ("0 <= a < len([b for b in a if b])", "(0 <= a <= len([b for b in a if b]))"),
        ("0 <= a < len([b for b in a if b])", "(not (0 <= a < len([b for b in a if b])))"),
        ("0 <= a", "(0 + 1) <= a"),
        ("in a if b", "in a if (not (b))"),
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


def test_tests_that_know_the_module_are_asked_first_and_then_quick_ones(tmp_path: Path) -> None:
    seconds = {
        "tests/test_a.py::slow": 1.0,
        **{f"tests/test_b.py::often[{n}]": 0.001 * (n + 1) for n in range(5)},
        "tests/test_b.py::once": 0.5,
        "tests/test_b.py::endless": SECONDS,
    }
    for name, text in (
        ("runtime/a.py", "def f():\n    return 1\n"),
        ("tests/test_a.py", "from bodyplan.runtime.a import f\n"),
        ("tests/test_b.py", "import bodyplan\n"),
    ):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text, encoding="utf-8")
    told = {"seconds": seconds, "users": {}}
    (tmp_path / "tests.json").write_text(json.dumps(told), encoding="utf-8")
    recorded = pytest.importorskip("coverage").CoverageData(str(tmp_path / "coverage.sqlite"))
    for test in seconds:
        recorded.set_context(test)
        recorded.add_lines({str(tmp_path / "runtime/a.py"): [2]})
    recorded.write()
    choice = Choice(tmp_path, tmp_path)
    (mutant, *_) = mutants(tmp_path, ("runtime",))
    chosen = [test.partition("::")[2] for test in choice.tests(mutant)]
    assert chosen == ["slow", "often[0]", "often[1]", "often[2]", "once", "often[3]", "often[4]"]
    assert choice.unrun() == ["runtime/a.py:1 def f():"]


def test_mutants_are_known_by_their_function_and_lines() -> None:
    (mutant,) = (each for each in mutants_of(f"class A:\n{indent(SOURCE, '  ')}", "a.py") if each.text == "(a <= 2)")
    assert mutant.kind == ("a.py", "A.f", "if a < 2 and not b:", "if (a <= 2) and not b:")


def test_mutants_that_are_otherwise_the_same_are_told_apart() -> None:
    found = list(mutants_of("def f():\n    return 1\ndef g():\n    a(0)\n    a(0)\n", "a.py"))
    assert len({each.name for each in found}) == len(found) == 6
    assert len({each.kind for each in found}) == 4


def test_equivalent_mutants_are_there(checkout: Path) -> None:
    assert equivalents() <= kinds(checkout, equivalents())


def test_the_campaign_is_large_and_recent_enough(checkout: Path) -> None:
    """What it found is there still, for the most part: otherwise it is time for ``nox -s mutation -- --keep``."""
    campaign = kept()
    assert campaign.counts().total() >= 600
    assert campaign.share() >= 0.85
    there = kinds(checkout, campaign.left) & set(campaign.left)
    assert len(there) >= 0.6 * len(campaign.left)


def kinds(checkout: Path, like: Collection[Kind]) -> set[Kind]:
    """All mutants of the files that are named."""
    files = {file for file, *_ in like if (checkout / file).exists()}
    return {each.kind for file in files for each in mutants_of((checkout / file).read_text(encoding="utf-8"), file)}


def test_what_is_written_of_a_campaign_can_be_read(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    killed, survived, same, *_ = (each._replace(file="runtime/a.py") for each in mutants_of(SOURCE, "a.py"))
    campaign = campaign_of("7", {killed: "killed", survived: "survived", same: "equivalent"})
    monkeypatch.setattr("tests.mutation.campaign.HERE", tmp_path / "campaign.toml")
    keep(campaign)
    assert kept() == campaign
    assert campaign.left == (survived.kind,)
    assert campaign.share() == campaign.share("runtime") == 0.5
    assert campaign.share("codegen") == 0
