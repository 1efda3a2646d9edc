"""Documents that become the other format and come back: what they mean otherwise then, and what is written otherwise.

``python -m tests.differential.round_trips [--target NAME] [--keep] [--every N] [PATH…]`` converts every URDF and SDFormat
document of the corpus, or those below the paths, there and back, and prints what is not as it was, and how often each kind of
that was met. With ``--keep`` the documents are compared as written, but for layout and the spelling of numbers.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import bodyplan
from lxml import etree

from tests.accounting import parsed

WAYS = {".urdf": ("urdf", "sdformat"), ".sdf": ("sdformat", "urdf"), ".world": ("sdformat", "urdf")}
KEPT = "{urn:bodyplan:kept}"


def there_and_back(
    path: Path, target: str | None, keep: bool
) -> tuple[Any, bodyplan.Conversion, bodyplan.Conversion] | None:
    """A document and its two conversions; None where it is not converted.

    Raises:
        LoadError, ValueError: it has no way back.
    """
    of, to = WAYS[path.suffix]
    try:
        document = bodyplan.load(path, target=target, search_paths=[path.parent])
        there = bodyplan.convert(document, to, target=target, keep=keep)
    except (bodyplan.LoadError, ValueError):
        return None
    return document, there, bodyplan.convert(there.document, of, target=target)


def written_otherwise(before: str, after: str) -> list[str]:
    """What two documents do not have in common, but for layout: blanks between words, and how numbers are spelled."""
    return list(_unlike(parsed_with_comments(before), parsed_with_comments(after), ""))


def parsed_with_comments(text: str) -> Any:
    """The root of a document, in which prefixes that are declared nowhere are part of the name."""
    root = etree.fromstring(text.encode(), etree.XMLParser(recover=True, huge_tree=True))
    return parsed(text) if root is None else root


def _unlike(one: Any, other: Any, path: str) -> Iterator[str]:
    path = f"{path}/{_called(one)}"
    if _called(one) != _called(other):
        yield f"{path} became {_called(other)}"
        return
    old, new = _attributes(one), _attributes(other)
    for name in sorted({*old, *new}):
        if _words(old.get(name)) != _words(new.get(name)):
            yield f"{path}/@{name} {old.get(name)!r} became {new.get(name)!r}"
    if _words(one.text) != _words(other.text):
        yield f"{path} {one.text!r} became {other.text!r}"
    if _words(one.tail) != _words(other.tail) and one.getparent() is not None:
        yield f"{path} is followed by {other.tail!r} instead of {one.tail!r}"
    mine, others = (
        [each for each in node if each.tag is not etree.PI and not str(each.tag).startswith(KEPT)]
        for node in (one, other)
    )
    if list(map(_called, mine)) != list(map(_called, others)):
        left = Counter(map(_called, mine)) - Counter(map(_called, others))
        more = Counter(map(_called, others)) - Counter(map(_called, mine))
        yield f"{path}: gone {sorted(left)}, new {sorted(more)}" if left or more else f"{path}: another order"
        return
    for a, b in zip(mine, others):
        yield from _unlike(a, b, path)


def _attributes(node: Any) -> dict[str, str]:
    """By name as it is written: with a prefix, whatever that is declared to be."""
    prefixes = {uri: prefix for prefix, uri in node.nsmap.items() if prefix}
    parts = ((name.rpartition("}"), value) for name, value in node.attrib.items())
    return {f"{prefixes.get(uri[1:], uri)}:{local}" if uri else local: value for (uri, _, local), value in parts}


def _called(node: Any) -> str:
    if not isinstance(node.tag, str):
        return f"<!--{' '.join((node.text or '').split())}-->"
    name = str(node.tag).rpartition("}")[2]
    return f"{node.prefix}:{name}" if node.prefix else name


def _words(text: str | None) -> list[str] | None:
    if text is None or not text.strip():
        return None
    return [_number(word) for word in text.split()]


def _number(word: str) -> str:
    """A word; numbers in one spelling."""
    try:
        return repr(float(word))
    except ValueError:
        return word


def _kind(difference: bodyplan.Difference) -> str:
    what = f" {difference.what}" if difference.what else ""
    return f"{difference.kind}{what} {difference.change}"


def verdict(path: Path, target: str | None, keep: bool) -> tuple[list[str], list[str]] | None:
    """Differences in words and their kinds; None for a document that is not converted."""
    try:
        made = there_and_back(path, target, keep)
    except (bodyplan.LoadError, ValueError) as error:
        words = str(error).splitlines()[0]
        return [f"no way back: {words}"], [f"no way back: {re.sub(r'[0-9]+|/[^ ]*', '…', words)[:80]}"]
    if made is None:
        return None
    document, _, back = made
    found = bodyplan.diff(document, back.document)
    words = [f"{_kind(each)}: {each.name}: {each.old!r} -> {each.new!r}"[:300] for each in found]
    kinds = [_kind(each) for each in found]
    if keep:
        otherwise = written_otherwise(document.dumps(), back.document.dumps())
        words += otherwise
        kinds += [re.sub(r"'[^']*'|\"[^\"]*\"|\{[^}]*\}|\d+", "…", each.rpartition("/")[2])[:60] for each in otherwise]
    return words, kinds


def main(given: list[str]) -> int:
    """Prints what is not as it was."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--target")
    parser.add_argument("--keep", action="store_true")
    parser.add_argument("--every", type=int, default=1)
    parser.add_argument("--largest", type=int, default=1_000_000, help="bytes")
    parser.add_argument("paths", nargs="*", type=Path)
    options = parser.parse_args(given)
    paths = options.paths or [Path(__file__).parents[2].parent / "shared" / "corpus"]
    files = [each for path in paths for each in ([path] if path.is_file() else sorted(path.rglob("*")))]
    files = [each for each in files if each.suffix in WAYS and each.stat().st_size <= options.largest]
    for suffixes in ((".urdf",), (".sdf", ".world")):
        same = converted = 0
        kinds: Counter[str] = Counter()
        for file in [each for each in files if each.suffix in suffixes][:: options.every]:
            try:
                found = verdict(file, options.target, options.keep)
            except Exception as error:  # noqa: BLE001 - any of them is a finding
                found = [f"{type(error).__name__}: {error}"], [type(error).__name__]
            if found is None:
                continue
            converted += 1
            same += not found[0]
            kinds.update(set(found[1]))
            for each in found[0][:8]:
                print(f"{file}: {each}", flush=True)
        print(f"{' '.join(suffixes)}: {same} of {converted} are the same")
        for kind, count in kinds.most_common():
            print(f"  {count:5} {kind}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
