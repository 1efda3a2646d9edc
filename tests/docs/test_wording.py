"""Phrases that we want to lose: each may only become rarer."""

from __future__ import annotations

import ast
import io
import re
import tokenize
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
ROOMS = ("diagnostics", "runtime", "codegen", "semantics", "cli")

PHRASES = {
    "is told": r"\b(?:is|are|be) told\b",
    "tells": r"\btells?\b|\btelling\b",
    "stands in": r"\bstands? in\b",
    "hangs on": r"\bhangs? on\b",
    "mend": r"\bmend(?:s|ed|ing)?\b",
    "as it was meant": r"\bas it was meant\b",
    "parallel lines of sight": r"\bparallel lines of sight\b",
    "consumer": r"\bconsumers?\b",
    "counts alone": r"\bcounts alone\b",
}

CEILINGS: dict[str, dict[str, int]] = {
    "pages": {},
    "rules": {"mend": 1, "stands in": 1, "tells": 2},
    "code": {"hangs on": 14, "is told": 1, "mend": 1, "stands in": 8, "tells": 17},
}
"""How often each phrase is left, by where: pages, rules with their explanations, docstrings and comments."""


def pages() -> Iterator[str]:
    """Pages that are written by hand."""
    yield from (path.read_text(encoding="utf-8") for path in sorted((ROOT / "docs").glob("*.md")))
    yield from ((ROOT / name).read_text(encoding="utf-8") for name in ("README.md", "CONTRIBUTING.md", "SECURITY.md"))


def rules() -> Iterator[str]:
    """What rules say, and what explains them."""
    for path in sorted((ROOT / "diagnostics").rglob("*.toml")):
        yield path.read_text(encoding="utf-8")


def code() -> Iterator[str]:
    """Docstrings and comments."""
    for room in ROOMS:
        for path in sorted((ROOT / room).rglob("*.py")):
            text = path.read_text(encoding="utf-8")
            for node in ast.walk(ast.parse(text)):
                if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
                    yield str(node.value.value)
            for token in tokenize.generate_tokens(io.StringIO(text).readline):
                if token.type == tokenize.COMMENT:
                    yield token.string


def count() -> dict[str, dict[str, int]]:
    """How often each phrase stands where."""
    found: dict[str, dict[str, int]] = {}
    for place, texts in (("pages", pages()), ("rules", rules()), ("code", code())):
        counts: Counter[str] = Counter()
        for text in texts:
            flat = " ".join(text.split())
            counts.update({name: len(re.findall(phrase, flat)) for name, phrase in PHRASES.items()})
        found[place] = {name: number for name, number in sorted(counts.items()) if number}
    return found


def test_phrases_become_rarer() -> None:
    found = count()
    more = [
        f"{place}: {name!r} {number} times, at most {CEILINGS[place].get(name, 0)}"
        for place, counts in found.items()
        for name, number in counts.items()
        if number > CEILINGS[place].get(name, 0)
    ]
    assert not more, "\n".join(more)


def test_ceilings_follow() -> None:
    found = count()
    assert found == CEILINGS, "lower the ceilings to what is left"
