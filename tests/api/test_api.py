"""Public names keep their signatures unless the changelog says otherwise."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from .describing import FILES

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
