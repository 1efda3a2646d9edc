"""Public names keep their signatures unless the changelog says otherwise, and tell what they do."""

from __future__ import annotations

import doctest
import inspect
import re
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import bodyplan
import pytest

from .describing import FILES, function_of, public_objects

ROOT = Path(__file__).resolve().parents[2]
ADVICE = "say in changelog.d/ what changes, with its name in backquotes; `nox -s changelog` renews tests/api/"


def told() -> set[str]:
    """Words in backquotes of changes that are in no version yet."""
    texts = [path.read_text(encoding="utf-8") for path in (ROOT / "changelog.d").glob("*.*.md")]
    return words(" ".join(re.findall(r"`([^`]+)`", " ".join(texts))))


def words(text: str) -> set[str]:
    return set(re.findall(r"-{0,2}\w[\w-]*", text))


def name_of(line: str) -> str:
    """What a line is about: a dotted name, or a command with its option."""
    if line.startswith("bodyplan "):
        return " ".join(re.split(r" [A-Z\[{]|$", line)[0].split())
    return re.split(r"[(:]", line)[0]


def untold(before: list[str], now: list[str], told: set[str]) -> list[str]:
    """Differences that nothing tells: neither the name, nor that of a whole that came or went, nor a part that changed."""
    old, new = ({name_of(line): line for line in lines} for lines in (before, now))
    found = []
    for name in sorted(old.keys() | new.keys()):
        was, is_now = old.get(name, ""), new.get(name, "")
        parts = re.split(r"[. ]", name)
        wholes = [".".join(parts[:count]) for count in range(1, len(parts))] if "." in name else []
        came_or_went = {whole.rpartition(".")[2] for whole in wholes if (whole in old) != (whole in new)}
        changed = {parts[-1]} | came_or_went | (words(was) ^ words(is_now) if was and is_now else set())
        if was != is_now and not changed & told:
            found += [f"{mark} {line}" for mark, line in (("-", was), ("+", is_now)) if line]
    return found


@pytest.mark.parametrize(("path", "describe"), FILES.items(), ids=lambda value: getattr(value, "stem", ""))
def test_public_names_change_only_with_a_word_in_the_changelog(path: Path, describe: Callable[[], list[str]]) -> None:
    before = path.read_text(encoding="utf-8").splitlines()
    assert untold(before, describe(), told()) == [], ADVICE


BEFORE = [
    "bodyplan.load(path: str) -> Document",
    "bodyplan.Scene: class",
    "bodyplan.Scene.pose(frame: str) -> Transform",
    "bodyplan check --strict",
]


@pytest.mark.parametrize(
    ("now", "said", "lines"),
    [
        (BEFORE, "", 0),
        ([BEFORE[0].replace(") ", ", *, depth: int) "), *BEFORE[1:]], "", 2),
        ([BEFORE[0].replace(") ", ", *, depth: int) "), *BEFORE[1:]], "depth", 0),
        ([BEFORE[0].replace("path", "file"), *BEFORE[1:]], "Scene", 2),
        ([BEFORE[0], BEFORE[3]], "", 2),
        ([BEFORE[0], BEFORE[3]], "Scene", 0),
        ([*BEFORE[:2], BEFORE[3]], "Scene", 1),
        ([*BEFORE[:2], BEFORE[3]], "Scene.pose", 0),
        ([*BEFORE, "bodyplan.save(path: str)"], "load", 1),
        ([*BEFORE, "bodyplan.save(path: str)"], "bodyplan.save", 0),
        (BEFORE[:3], "check", 1),
        (BEFORE[:3], "check --strict", 0),
    ],
)
def test_a_change_is_told_by_its_name_or_by_what_is_new_in_it(now: list[str], said: str, lines: int) -> None:
    assert len(untold(BEFORE, now, words(said))) == lines


OBJECTS = dict(public_objects())


def parameters(value: Any) -> list[str]:
    """Names of what a call takes; options of reading stand with ``load``, and those of a class may be told as fields."""
    if isinstance(value, property) or inspect.isclass(value) or not callable(function_of(value)):
        return []
    given = inspect.signature(inspect.unwrap(function_of(value)), follow_wrapped=True).parameters.values()
    return [each.name for each in given if each.name not in ("self", "cls") and each.kind is not each.VAR_KEYWORD]


def is_type(name: str) -> bool:
    return not inspect.isclass(OBJECTS[name]) and not callable(function_of(OBJECTS[name]))


DOCUMENTED = [name for name in OBJECTS if name != "bodyplan.AnyDocument" and not is_type(name)]


@pytest.mark.parametrize("name", DOCUMENTED)
def test_public_names_say_what_they_are(name: str) -> None:
    value = OBJECTS[name]
    text = inspect.getdoc(function_of(value)) or ""
    summary = text.partition("\n\n")[0]
    assert summary, "it has no docstring"
    assert summary.rstrip()[-1] in ".:…" or len(summary) < 100
    assert not summary.startswith(("dict(", "Mapping", name.rpartition(".")[2] + "("))


READING = {
    "search_paths", "parsers", "strict", "target", "fetch", "max_bytes", "confine", "extensions", "bindings", "arguments",
}  # fmt: skip
"""Options that stand with ``load``."""


@pytest.mark.parametrize("name", [name for name in DOCUMENTED if parameters(OBJECTS[name])])
def test_public_names_tell_their_parameters(name: str) -> None:
    text = inspect.getdoc(function_of(OBJECTS[name])) or ""
    is_reader = re.search(r"``(?:bodyplan\.)?(?:load|check)``", text) is not None
    wanted = [each for each in parameters(OBJECTS[name]) if not (is_reader and each in READING)]
    assert [each for each in wanted if not re.search(rf"\b{each}\b[\w, ]*:|``{each}``", text)] == []


FUNCTIONS = [name for name in DOCUMENTED if inspect.isroutine(OBJECTS[name]) and name.count(".") == 1]
CORNERSTONES = ["Diagnostic", "Document", "Element", "LoadError", "Pose", "Report", "Scene", "Transform"]
METHODS = [
    "Document.save",
    "Document.dumps",
    "Document.check",
    "Scene.pose",
    "Scene.forward_kinematics",
    "Scene.jacobian",
    "Scene.solve",
]


@pytest.mark.parametrize("name", [*FUNCTIONS, *(f"bodyplan.{name}" for name in (*CORNERSTONES, *METHODS))])
def test_public_names_have_an_example(name: str) -> None:
    assert ">>> " in (inspect.getdoc(function_of(OBJECTS[name])) or "")


def with_examples() -> list[str]:
    return [name for name in OBJECTS if ">>> " in (inspect.getdoc(function_of(OBJECTS[name])) or "")]


@pytest.mark.parametrize("name", with_examples())
def test_examples_of_public_names_do_what_they_show(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shutil.copytree(ROOT / "examples", tmp_path / "examples")
    monkeypatch.chdir(tmp_path)
    text = inspect.getdoc(function_of(OBJECTS[name])) or ""
    test = doctest.DocTestParser().get_doctest(text, {"bodyplan": bodyplan}, name, None, None)
    failures: list[str] = []
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE)
    runner.run(test, out=failures.append)
    assert not failures, "".join(failures)
