"""Where conversion rules take parts of documents, as places in the descriptions."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from lxml import etree

from .errors import SchemaError
from .sites import Site, Version

PAIRS = ("rename", "move")


def relocations(old: Version, new: Version, folder: Path, origin: str) -> Iterator[tuple[str, str]]:
    """Pairs of places, old and new, that the rules from version ``origin`` in ``folder`` are about.

    Raises:
        SchemaError: the file of rules is not XML.
    """
    path = folder / f"{origin.replace('.', '_')}.convert"
    if not path.is_file() or not old.nodes or not new.nodes:
        return
    try:
        root = etree.parse(path, etree.XMLParser(remove_comments=True, remove_pis=True, no_network=True)).getroot()
    except etree.XMLSyntaxError as error:
        raise SchemaError(str(path), error.lineno or 0, f"not XML: {error.msg}") from None
    yield from _relocations(root, [(old.roots()[0], new.roots()[0])], old, new)


def _relocations(
    rules: etree._Element, places: list[tuple[Site, Site]], old: Version, new: Version
) -> Iterator[tuple[str, str]]:
    for rule in rules:
        if rule.tag == "convert":
            name, anywhere = rule.get("name"), rule.get("descendant_name")
            inner = [
                pair for place in places for pair in _named(place, str(name or anywhere), old, new, bool(anywhere))
            ]
            yield from _relocations(rule, inner, old, new)
        elif rule.tag in PAIRS:
            ends = rule.find("from"), rule.find("to")
            for before, after in places:
                yield from _pair(before, after, ends, old, new)


def _pair(
    before: Site, after: Site, ends: tuple[etree._Element | None, etree._Element | None], old: Version, new: Version
) -> Iterator[tuple[str, str]]:
    if ends[0] is None or ends[1] is None:
        return
    origin, target = _down(before, ends[0], old), _down(after, ends[1], new)
    if origin is not None and target is not None:
        yield origin.fact.place, target.fact.place


def _named(
    place: tuple[Site, Site], name: str, old: Version, new: Version, anywhere: bool
) -> Iterator[tuple[Site, Site]]:
    """Pairs of elements of a name inside a pair, directly or ``anywhere``."""
    seen, ahead = set[tuple[str, str]](), [place]
    while ahead:
        before, after = ahead.pop()
        if (before.definition, after.definition) in seen:
            continue
        seen.add((before.definition, after.definition))
        later = new.parts(after)
        for word, part in old.parts(before).items():
            if word in later:
                if word == name:
                    yield part, later[word]
                if anywhere:
                    ahead.append((part, later[word]))


def _down(place: Site, end: etree._Element, version: Version) -> Site | None:
    """What the end of a rule names below an element."""
    element, attribute = end.get("element"), end.get("attribute")
    words = element.split("::") if element else []
    if attribute:
        *more, leaf = attribute.split("::")
        words += [*([] if element else more), f"@{leaf}"]
    found: Site | None = place
    for word in words:
        found = version.parts(found).get(word) if found is not None else None
    return found
