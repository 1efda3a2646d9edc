"""Reads the grammar of a release: the table that ``mj_printSchema`` prints, with what the reference says of types.

What an older description says of an element or attribute is taken over; what is new gets its type from the reference.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from ..errors import SchemaError
from .grammar import SAME_AS_BODY, WORLD, Count, MjcfAttribute, MjcfChild, MjcfElement, MjcfGrammar

_ROW = re.compile(r"( *)(\S+) \(([!?*R])\) *(.*)")
_INDENT = 3
_ANCHOR = re.compile(r"\.\. _([\w-]+):")
_FIELD = re.compile(r":at:`(\w+)`:? :at-val:`(.*)")
_WORDS = re.compile(r"\[([^\]]*)\]")
_NUMBERS = re.compile(r"(real|int|bool)\b(?:\((\w[^)]*)\))?")


@dataclass(frozen=True, slots=True)
class ReferenceEntry:
    """What the reference says of one attribute."""

    type: str
    count: Count | None
    words: tuple[str, ...]
    default: str | None
    is_required: bool


@dataclass(slots=True)
class _TableRow:
    path: tuple[str, ...]
    occurs: str
    attributes: list[str]


def parse_table(text: str, file: str) -> list[_TableRow]:
    """The rows of a table, in order.

    Raises:
        SchemaError: it has none.
    """
    rows: list[_TableRow] = []
    path: tuple[str, ...] = ()
    for line in text.splitlines():
        found = _ROW.match(line)
        if found is not None:
            path = (*path[: len(found[1]) // _INDENT], found[2].removeprefix("(world)"))
            rows.append(_TableRow(path, found[3], found[4].split()))
        elif rows:
            rows[-1].attributes += line.split()
    if not rows or rows[0].path != ("mujoco",):
        raise SchemaError(file, 1, "this is no table of mj_printSchema")
    return rows


def parse_reference(text: str) -> dict[str, ReferenceEntry]:
    """What ``XMLreference.rst`` says, by anchor, such as ``body-joint-axis``."""
    found: dict[str, ReferenceEntry] = {}
    anchors: list[str] = []
    for line in text.splitlines():
        anchor, field = _ANCHOR.match(line), _FIELD.match(line)
        if anchor is not None:
            anchors.append(anchor[1])
        elif field is not None:
            entry = _entry(field[2].partition("`")[0])
            found.update(dict.fromkeys(anchors, entry))
            anchors = []
        elif line.strip():
            anchors = []
    return found


def _entry(text: str) -> ReferenceEntry:
    words = _WORDS.match(text)
    rest = text[words.end() :] if words else text
    default = re.search(r'"([^"]*)"', rest)
    kind, count = "string", None
    numbers = _NUMBERS.match(text)
    if numbers is not None:
        kind = "double" if numbers[1] == "real" else numbers[1]
        count = _count(numbers[2])
    return ReferenceEntry(
        kind,
        count,
        tuple(word.strip() for word in words[1].split(",")) if words else (),
        default[1].strip() if default else None,
        "required" in rest,
    )


def _count(text: str | None) -> Count | None:
    if text is None or text == "1":
        return None
    choices = re.fullmatch(r"(\d+) or (\d+)", text)
    if choices is not None:
        return int(choices[1]), int(choices[2])
    return (int(text), int(text)) if text.isdecimal() else (0, None)


def grammar_of_release(table: str, reference: str, known: MjcfGrammar, file: str) -> MjcfGrammar:
    """The grammar of a release, whose elements and attributes are those of its table.

    Args:
        table: what ``mj_printSchema(False, False)`` of the release gives.
        reference: its ``XMLreference.rst``.
        known: a grammar that says more than the table, of a release near to it.
        file: the table's name, for errors.

    Raises:
        SchemaError: the table is none.
    """
    return _ReleaseReader(parse_reference(reference), known).read(parse_table(table, file))


class _ReleaseReader:
    def __init__(self, reference: Mapping[str, ReferenceEntry], known: MjcfGrammar) -> None:
        self.reference = reference
        self.known = known
        self.made = MjcfGrammar(enums=dict(known.enums))

    def read(self, rows: list[_TableRow]) -> MjcfGrammar:
        keys: dict[tuple[str, ...], str] = {}
        for row in rows:
            parent = keys.get(row.path[:-1])
            key = self._key(parent, row.path[-1])
            keys[row.path] = key
            is_projection = parent == "default" and key != "default"
            if key not in self.made.elements:
                self.made.elements[key] = MjcfElement(key=key, tag=row.path[-1])
            if parent is not None and all(each.key != key for each in self.made.elements[parent].children):
                self.made.elements[parent].children.append(MjcfChild(key, row.occurs))
            if row.occurs == "R" and parent is not None:
                own = self.made.elements[key].children
                own[:0] = [] if any(each.key == key for each in own) else [MjcfChild(key, "R")]
            if is_projection:
                continue
            self.made.elements[key].attributes = {
                name: self._attribute(key, name, row) for name in self._in_order(key, row.attributes)
            }
        paths = {row.path for row in rows}
        for row in rows:
            if keys.get(row.path[:-1]) == "default" and row.path[-1] != "default":
                self._project(keys[row.path], row, paths)
        self._add_world_elements()
        self._filter_presence()
        return self.made

    def _key(self, parent: str | None, tag: str) -> str:
        if parent is None or tag == "body":  # the row of the world, which holds bodies, is called by both
            return tag
        known = self.known.child(parent, tag)
        if known is not None:
            return known
        taken = self.known.elements.get(tag) or self.made.elements.get(tag)
        # an element of that name which is known elsewhere is another one only where classes of defaults have it too
        return tag if taken is None or parent == "default" else f"{parent}_{tag}"

    def _in_order(self, key: str, names: list[str]) -> list[str]:
        known = list(self.known.elements[key].attributes) if key in self.known.elements else []
        return [name for name in known if name in names] + [name for name in names if name not in known]

    def _attribute(self, key: str, name: str, row: _TableRow) -> MjcfAttribute:
        element = self.known.elements.get(key)
        before = element.attributes.get(name) if element is not None else None
        entry = self._entry(row.path, name)
        if before is None:
            return self._new_attribute(key, name, entry, row)
        if entry is not None and entry.words and before.words is not None:
            self._add_words(before.words, entry.words)
        return before

    def _entry(self, path: tuple[str, ...], name: str) -> ReferenceEntry | None:
        inner = [*path[1:]] or [*path]
        starts = ("-".join(inner), "-".join(inner[-2:]), inner[-1])
        return next((self.reference[found] for start in starts if (found := f"{start}-{name}") in self.reference), None)

    def _new_attribute(self, key: str, name: str, entry: ReferenceEntry | None, row: _TableRow) -> MjcfAttribute:
        if name in ("name", "class"):
            return MjcfAttribute(
                name=name,
                defines=row.path[-1] if name == "name" else None,
                refers="default" if name == "class" else None,
                is_unprojected=True,
            )
        alike = self._find_alike(name, row.attributes)
        if entry is None or (entry.type == "string" and not entry.words):
            if alike is not None:
                return replace(alike, is_required=entry is not None and entry.is_required)
            return MjcfAttribute(name=name, type="file" if name.startswith("file") else "string")
        is_flag = {*entry.words} == {"false", "true"}
        return MjcfAttribute(
            name=name,
            type="bool" if is_flag else "string" if entry.words else entry.type,
            count=entry.count,
            words=self._words_for(name, entry.words, key) if entry.words and not is_flag else None,
            default=entry.default or None,
            is_required=entry.is_required,
        )

    def _find_alike(self, name: str, beside: list[str]) -> MjcfAttribute | None:
        """The attribute of that name in the element that has most of the attributes beside it."""
        elements = (*self.made.elements.values(), *self.known.elements.values())
        holders = [element for element in elements if name in element.attributes]
        best = max(holders, key=lambda each: len(each.attributes.keys() & {*beside}), default=None)
        return None if best is None else best.attributes[name]

    def _words_for(self, name: str, words: tuple[str, ...], key: str) -> str:
        for enum, known in self.made.enums.items():
            if set(known) == set(words):
                return enum
        enum = name if name not in self.made.enums else f"{key}{name}"
        self.made.enums[enum] = words
        return enum

    def _add_words(self, enum: str, words: tuple[str, ...]) -> None:
        """Adds words that the reference has; what it leaves out may be meant for another element."""
        known = self.made.enums[enum]
        self.made.enums[enum] = (*known, *(each for each in words if each not in known))

    def _project(self, key: str, row: _TableRow, paths: set[tuple[str, ...]]) -> None:
        element = self.made.elements[key]
        element.children = [
            each._replace(is_unprojected=(*row.path, self.made.elements[each.key].tag) not in paths)
            for each in element.children
        ]
        if not element.attributes:  # only classes of defaults have it
            element.attributes = {name: self._attribute(key, name, row) for name in self._in_order(key, row.attributes)}
            return
        for name, attribute in element.attributes.items():
            element.attributes[name] = replace(attribute, is_unprojected=name not in row.attributes)

    def _add_world_elements(self) -> None:
        """What holds the same as a body is not in the table."""
        there = [WORLD, *(tag for tag in SAME_AS_BODY if self._has_section(tag))]
        for tag in there:
            made = self.made.elements[tag] = self.known.elements[tag].copy()
            made.children = [each for each in made.children if each.key in (*self.made.elements, *there)]
            for anchor in self.reference:
                name = anchor.removeprefix(f"{tag}-")
                if name != anchor and "-" not in name and name not in made.attributes:
                    row = _TableRow(("mujoco", tag), "*", list(made.attributes))
                    made.attributes[name] = self._new_attribute(tag, name, self.reference[anchor], row)
        body, root = self.made.elements["body"], self.made.elements["mujoco"]
        body.children += [each for each in self.known.elements["body"].children if each.key in there]
        root.children.append(MjcfChild(WORLD, "*"))

    def _has_section(self, tag: str) -> bool:
        return any(anchor.startswith((f"{tag}-", f"body-{tag}-")) for anchor in self.reference)

    def _filter_presence(self) -> None:
        for key, element in self.made.elements.items():
            known = self.known.elements.get(key)
            for kind, text in known.presence if known is not None else ():
                bundles = [
                    bundle for bundle in text.split() if all(part in element.attributes for part in bundle.split("+"))
                ]
                if len(bundles) > 1 or (kind == "one_of" and bundles):
                    element.presence.append((kind, " ".join(bundles)))


def rows_of(table: str, file: str) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Path and attributes of each row of a table, for comparison with ``MjcfGrammar.places``."""
    for row in parse_table(table, file):
        yield "/".join(row.path), tuple(sorted(row.attributes))
