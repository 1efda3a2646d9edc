"""``python -m tests.fuzz.comparing``: documents with one value changed, which ``diff`` may never call the same.

One attribute or text gets another value, or one element is dropped. What means the same after that is left out by these rules:

* documents have no findings before and after, so that nobody ignores what is changed;
* versions are not changed, nor words that say how numbers beside them are spelled (``degrees``, ``rotation_format`` …);
* numbers are not below the tolerance, as the radius of a point may be, nor so large that they say that there is no limit;
* directions are turned round, not made longer, planes are not moved along themselves, nor made larger, nor are shapes from files;
* an inertial frame is not turned where moments about two of its axes are the same, nor what is a product of them alone changed by
  less than a part of the largest;
* what says but zeros, ones, ``true`` and ``false``, or what one reads where nothing is written, is not dropped;
* names of shapes are not changed, which are made up where they are not written;
* in MJCF nothing inside of classes is changed, of which there need be no element, nor lists of numbers whose end nothing reads,
  nor where a free joint is in its body, which moves nothing.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from copy import deepcopy
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import bodyplan
from bodyplan.runtime.source import Source
from bodyplan.semantics.diff.differences import compare_documents
from bodyplan.semantics.document.loader import load_lenient, resolve_options
from lxml import etree

from .seeds import folders_of, found_files

TOLERANCE = 1e-6
NUMBER = re.compile(r"[-+]?(\d+\.?\d*|\.\d+)([eE][-+]?\d+)?")
DIRECTIONS = frozenset({"xyz", "normal", "axis", "zaxis", "xyaxes", "fdir1", "quat", "axisangle"})
SPELLING = frozenset(
    {
        *("version", "degrees", "rotation_format", "use_parent_model_frame", "expressed_in", "relative_to", "auto"),
        *("class", "childclass", "point", "fromto", "fitscale", "encoding", "model"),
    }
)
USUAL = frozenset({"0", "1", "true", "false", "-1", "0.0", "1.0"})
USUAL_NUMBERS = (0.0, 1.0, -1.0, 0.001, 0.002, 1.047, 0.1, 0.01, 10.0, 40.0, 100.0, 4096.0, 240.0, 320.0)
"""What some format reads where nothing is written."""
LARGEST = 1e16
"""Numbers that are larger say that there is no limit."""
CLASSES = "default"
MOMENTS = frozenset({"ixx", "iyy", "izz", "ixy", "ixz", "iyz"})


class Edit(NamedTuple):
    """A document, what was changed in it, and the text that was made."""

    path: Path
    change: str
    text: bytes


def read(path: Path, data: bytes) -> Any:
    """The document; None where anything is found in it."""
    document, sink = load_lenient(Source(str(path), data), resolve_options({}, path.parent))
    if document is None or any(each.severity != "note" for each in sink.finish()):
        return None
    try:
        assert document.scenes
    except bodyplan.LoadError:
        return None
    return document


def edited(path: Path, data: bytes, random: Random, count: int) -> Iterator[Edit]:
    """The document with one change, and with another, up to ``count`` times."""
    if path.name.endswith(".yaml"):
        yield from _edited_directives(path, data.decode("utf-8"), random, count)
        return
    tree = etree.fromstring(data)
    for _ in range(count):
        changed = deepcopy(tree)
        elements = [each for each in changed.iter() if isinstance(each.tag, str)]
        element = random.choice(elements)
        if any(each.tag == CLASSES for each in (element, *element.iterancestors())):
            continue
        where = changed.getroottree().getpath(element)
        if random.random() < 0.25 and _may_be_dropped(element):
            element.getparent().remove(element)
            yield Edit(path, f"{where} dropped", etree.tostring(changed))
            continue
        slots = [(name, text) for name, text in element.attrib.items()]
        if element.text and element.text.strip():
            slots.append(("", element.text))
        slots = [(name, text) for name, text in slots if not {name, _tag(element)} & SPELLING]
        if not slots:
            continue
        name, text = random.choice(slots)
        other = _other_value(text, name or _tag(element), element, random)
        if other is None:
            continue
        if name:
            element.set(name, other)
        else:
            element.text = other
        yield Edit(path, f"{where}/@{name}: {text!r} -> {other!r}", etree.tostring(changed))


def _tag(element: Any) -> str:
    return str(element.tag).rpartition("}")[2].rpartition(":")[2]


def _may_be_dropped(element: Any) -> bool:
    parent = element.getparent()
    if parent is None or _tag(element) in SPELLING:
        return False
    texts = [
        text for each in element.iter() if isinstance(each.tag, str) for text in (*each.attrib.values(), each.text)
    ]
    words = {word for text in texts if text for word in text.split()}
    return not words <= USUAL and bool(words) and all(not _is_usual(word) for word in words)


def _is_usual(word: str) -> bool:
    """Whether an element may say by it what one reads without."""
    return NUMBER.fullmatch(word) is None or float(word) in USUAL_NUMBERS or abs(float(word)) >= LARGEST


def _other_value(text: str, name: str, element: Any, random: Random) -> str | None:
    words = text.split()
    if name == "name" and _tag(element) in ("visual", "collision"):
        return None
    if not words or (_is_turn(name, element) and _has_equal_moments(element)):
        return None
    if name in DIRECTIONS and all(NUMBER.fullmatch(word) for word in words):
        if len(words) != 3 or not any(map(float, words)):
            return None
        return " ".join(word[1:] if word.startswith("-") else f"-{word}" for word in words)
    if element.get("type") in ("plane", "mesh", "sdf", "hfield") or (element.get("type"), name) == ("free", "pos"):
        return None
    at = 0 if element.tag in ("geom", "site") else random.randrange(len(words))
    word = words[at]
    if NUMBER.fullmatch(word):
        number = float(word)
        if 0 < abs(number) < 10 * TOLERANCE or abs(number) >= LARGEST:
            return None
        if name in MOMENTS and abs(number) < 1e-3 * _largest_moment(element):
            return None
        is_whole = "." not in word and "e" not in word.lower()
        words[at] = str(int(number) + 1) if is_whole and abs(number) < 1e4 else repr(number * 1.25 or 0.0625)
    elif word.lower() in ("true", "false"):
        words[at] = "false" if word.lower() == "true" else "true"
    else:
        words[at] = f"{word}_x"
    return " ".join(words)


def _is_turn(name: str, element: Any) -> bool:
    return any(_tag(each) in ("inertial", "inertia") for each in (element, *element.iterancestors())) and name in (
        *("rpy", "pose", "quat", "euler", "axisangle", "xyaxes", "zaxis"),
    )


def _moments(element: Any) -> list[float]:
    link = next((each for each in (element, *element.iterancestors()) if _tag(each) in ("inertial", "inertia")), None)
    found: list[float] = []
    for each in () if link is None else link.iter():
        texts = dict(each.attrib) if isinstance(each.tag, str) else {}
        texts[_tag(each)] = each.text or ""
        for name in ("ixx", "iyy", "izz", "diaginertia", "fullinertia"):
            found += [float(word) for word in texts.get(name, "").split()[:3] if NUMBER.fullmatch(word)]
    return found


def _has_equal_moments(element: Any) -> bool:
    return len(set(_moments(element))) < 3


def _largest_moment(element: Any) -> float:
    return max(map(abs, _moments(element)), default=1.0)


def _edited_directives(path: Path, text: str, random: Random, count: int) -> Iterator[Edit]:
    lines = text.splitlines(keepends=True)
    for _ in range(count):
        at = random.randrange(len(lines))
        numbers = list(NUMBER.finditer(lines[at], lines[at].find(":") + 1)) if ":" in lines[at] else []
        if not numbers or "axis" in lines[at]:
            continue
        found = random.choice(numbers)
        other = f"{lines[at][: found.start()]}{float(found[0]) + 0.5}{lines[at][found.end() :]}"
        yield Edit(
            path, f"{lines[at].strip()} -> {other.strip()}", "".join((*lines[:at], other, *lines[at + 1 :])).encode()
        )


def broken(count: int, seed: int, corpora: bool = True) -> Iterator[str]:
    """What is called the same and is not, or the other way round; then how many changes were tried."""
    random = Random(seed)
    files = [path for path, _ in found_files(folders_of(corpora))]
    kinds = sorted({path.suffix for path in files})
    by_kind = {kind: [path for path in files if path.suffix == kind] for kind in kinds}
    tried = attempts = 0
    while tried < count and attempts < 20 * count:
        path = random.choice(by_kind[random.choice(kinds)])
        data = path.read_bytes()
        attempts += 1
        document = read(path, data)
        if document is None:
            continue
        yield from _broken_forms(path, document)
        # of its own, so that what one machine has to refuse a document for leaves all others as they are
        for edit in edited(path, data, Random(f"{seed} {path.name}"), 8):
            attempts += 1
            other = read(path, edit.text)
            if other is None:
                continue
            tried += 1
            if not compare_documents(document, other, TOLERANCE):
                yield f"{path}: {edit.change}: called the same"
    print(f"{tried} changes of {attempts} tried")


def _broken_forms(path: Path, document: Any) -> Iterator[str]:
    """Whether a document and its canonical forms are called the same."""
    for form in ({"canonical": True}, {"expand": True}):
        try:
            text, _ = document.export(**form)
        except bodyplan.LoadError:
            continue
        again = read(path, text.encode("utf-8"))
        found = [] if again is None else compare_documents(document, again, TOLERANCE)
        if found:
            yield f"{path}: {form}: {found[0]}"


def main() -> int:
    """Tries as many changes as the first argument says; the second is the seed."""
    count, seed = (*map(int, sys.argv[1:3]), *(10_000, 1)[len(sys.argv) - 1 :])
    status = 0
    for line in broken(count, seed):
        print(line, flush=True)
        status = 1
    return status


if __name__ == "__main__":
    raise SystemExit(main())
