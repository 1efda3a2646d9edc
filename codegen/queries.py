"""Answers about the compiled schemas in words: what an element allows."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from ..diagnostics.address import DOCUMENTATION
from .compiler import compile_format
from .errors import SchemaError
from .model import CompiledFormat, Definition, Part
from .reference.entries import anchor_of, page_of

SCHEMAS = Path(__file__).resolve().parents[1] / "schemas"

OCCURRENCE = {"0": "optional", "1": "required", "+": "one or more", "*": "any number", "-1": "deprecated"}


def show(format: str, version: str | None, path: str, extensions: Sequence[Path] = ()) -> str:
    """What the elements at ``path`` are and allow, as text; ``version`` None is the newest.

    Raises:
        SchemaError: there is no such format, version or element.
    """
    compiled = compile_format(SCHEMAS, format, extensions)
    newest = next(each for each in reversed(compiled.versions) if "+" not in each)
    version = compiled.newest if version in (None, newest) else _check_version(compiled, version)
    found = list(_at(compiled, version, path))
    if not found:
        raise SchemaError(format, 0, f"{format} {version} has no element {path!r}")
    shown: list[str] = []
    unused = [compiled.definitions[version][key] for key in compiled.find_unused(version)]
    for written, owner, part, definition in found:
        text = _describe(compiled, version, written, part, definition)
        if not extensions and (definition or owner) not in unused:
            text += f"  {_address(compiled, owner, part, definition)}\n"
        if text not in shown:
            shown.append(text)
    return "\n".join(shown)


def find_word(format: str, word: str, extensions: Sequence[Path] = ()) -> str:
    """What the elements called ``word`` are and allow, with their places and versions, as :func:`show` says it.

    Attributes of that name are described where no element has it. The text is empty if nothing is called so. What
    several versions have is described as in the newest of them.

    Raises:
        SchemaError: a table of ``extensions`` is faulty.
    """
    compiled = compile_format(SCHEMAS, format, extensions)
    groups: dict[tuple[str, str], _Homonyms] = {}
    for version in reversed([each for each in compiled.versions if "+" not in each]):
        unused = set(compiled.find_unused(version))
        for written, owner, part, definition in _find_called(compiled, version, word):
            if (definition or owner).key in unused:
                continue
            if definition is not None:
                kind = (compiled.class_names[definition.key], "")
            else:
                kind = ("", _describe(compiled, version, "", part, None).partition("\n")[2])
            group = groups.setdefault(kind, _Homonyms(version, owner, part, definition))
            group.places.setdefault(written)
            group.versions.setdefault(version)
    elements = [group for group in groups.values() if group.part is None or group.part.kind != "attribute"]
    shown = elements or groups.values()
    return "\n".join(group.describe(compiled, addressed=not extensions) for group in shown)


def list_words(format: str, extensions: Sequence[Path] = ()) -> set[str]:
    """The names of all elements and attributes of the versions of a format."""
    compiled = compile_format(SCHEMAS, format, extensions)
    definitions = [definition for known in compiled.definitions.values() for definition in known.values()]
    return {
        *(_xml_name(definition) for definition in definitions),
        *(part.xml_name for definition in definitions for part in definition.parts if part.kind != "text"),
    }


@dataclass
class _Homonyms:
    """Elements of one class, or elements and attributes without a class that are described in the same words."""

    version: str
    owner: Definition
    part: Part | None
    definition: Definition | None
    places: dict[str, None] = field(default_factory=dict)
    versions: dict[str, None] = field(default_factory=dict)

    def describe(self, compiled: CompiledFormat, *, addressed: bool) -> str:
        """The description, under a line of the places and versions."""
        text = _describe(compiled, self.version, "", self.part, self.definition).partition("\n")[2]
        if addressed:
            text += f"  {_address(compiled, self.owner, self.part, self.definition)}\n"
        return f"{', '.join(self.places)}  ({compiled.name} {_name_span(compiled, self.versions)})\n{text}"


def _find_called(
    compiled: CompiledFormat, version: str, word: str
) -> Iterator[tuple[str, Definition, Part | None, Definition | None]]:
    """Every element and attribute of that name in any place, with the place in words."""
    definitions = compiled.definitions[version]
    root = definitions[compiled.roots[version]]
    if _xml_name(root) == word:
        yield f"/{word}", root, None, root
    for owner in definitions.values():
        for part in owner.parts:
            if part.kind == "text" or part.xml_name != word:
                continue
            mark = "@" if part.kind == "attribute" else ""
            target = definitions[part.target] if part.target is not None else None
            yield f"//{_xml_name(owner)}/{mark}{word}", owner, part, target


def _name_span(compiled: CompiledFormat, versions: Iterable[str]) -> str:
    """``1.4 to 1.12`` of versions without a gap, ``1.4, 1.6`` of others."""
    known = [each for each in compiled.versions if "+" not in each]
    found = sorted(map(known.index, versions))
    if len(found) > 1 and found[-1] - found[0] == len(found) - 1:
        return f"{known[found[0]]} to {known[found[-1]]}"
    return ", ".join(known[index] for index in found)


def _check_version(compiled: CompiledFormat, version: str | None) -> str:
    version = version or compiled.newest
    if version not in compiled.versions:
        known = ", ".join(compiled.versions)
        raise SchemaError(compiled.name, 0, f"{compiled.name} has no version {version!r}; there are {known}")
    return version


def _address(
    compiled: CompiledFormat, owner: Definition | None, part: Part | None, definition: Definition | None
) -> str:
    """The address of the page about it: of the class where there is one, else of the part of its owner."""
    if definition is not None:
        return address_of(compiled, definition)
    assert owner is not None
    return address_of(compiled, owner, part)


Found = tuple[str, Definition | None, Part | None, Definition | None]
"""A place as it is written, its parent, the part at it, and the definition of that if it is a class."""


def _at(compiled: CompiledFormat, version: str, path: str) -> Iterator[Found]:
    """Every place that a path leads to."""
    definitions = compiled.definitions[version]
    words = [word for word in path.strip("/").split("/") if word]
    if not words:
        return
    if path.startswith("//"):
        starts = [definition for definition in definitions.values() if _xml_name(definition) == words[0]]
        leaves = [
            (f"//{_xml_name(definition)}/{part.xml_name}", definition, part)
            for definition in definitions.values()
            for part in definition.parts
            if part.kind == "leaf" and part.xml_name == words[0] and len(words) == 1
        ]
        for written, owner, part in leaves:
            yield written, owner, part, None
    else:
        root = definitions[compiled.roots[version]]
        starts = [root] if _xml_name(root) == words[0] else []
    for start in starts:
        yield from _down(compiled, version, start, words[1:], ("//" if path.startswith("//") else "/") + words[0])


def _down(
    compiled: CompiledFormat, version: str, definition: Definition, words: list[str], written: str
) -> Iterator[Found]:
    if not words:
        yield written, None, None, definition
        return
    for part in definition.parts:
        mark = "@" if part.kind == "attribute" else ""
        if mark + part.xml_name != words[0] or part.kind == "text":
            continue
        below = f"{written}/{words[0]}"
        if part.target is not None:
            target = compiled.definitions[version][part.target]
            if len(words) == 1:
                yield below, definition, part, target
            else:
                yield from _down(compiled, version, target, words[1:], below)
        elif len(words) == 1:
            yield below, definition, part, None


def _describe(
    compiled: CompiledFormat, version: str, written: str, part: Part | None, definition: Definition | None
) -> str:
    lines = [f"{written}  ({compiled.name} {version})"]
    doc = (part.doc if part is not None else "") or (definition.doc if definition is not None else "")
    if doc:
        lines.append(f"  {doc}")
    if part is not None:
        lines.append(f"  {_summary(compiled, part)}")
        lines += _list_enum_values(compiled, part, "  ")
    if definition is not None:
        lines.append(f"  class {compiled.class_names[definition.key]}")
        for inner in definition.parts:
            name = {"attribute": f"@{inner.xml_name}", "text": "(text)"}.get(inner.kind, f"<{inner.xml_name}>")
            lines.append(f"    {name:28} {_summary(compiled, inner)}")
        if definition.any_content:
            lines.append("    any content")
    return "\n".join(lines) + "\n"


def _summary(compiled: CompiledFormat, part: Part) -> str:
    pieces = [OCCURRENCE[part.occurs]] if part.kind != "text" else []
    if (part.several or part.several_when) and not part.repeats:
        pieces.append("readers take several")
    pieces.append(part.enum or part.type or "element")
    if part.unit:
        pieces.append(part.unit)
    if part.default is not None:
        pieces.append(f"default {part.default!r}")
    if part.minimum is not None:
        pieces.append(f"at least {part.minimum}")
    if part.maximum is not None:
        pieces.append(f"at most {part.maximum}")
    if part.deprecated:
        pieces.append(f"deprecated: {part.deprecated}")
    return ", ".join(pieces)


def _list_enum_values(compiled: CompiledFormat, part: Part, indent: str) -> list[str]:
    if part.enum is None:
        return []
    return [f"{indent}{word!r}: {doc}" for word, doc in compiled.enums[part.enum].values.items()]


def _xml_name(definition: Definition) -> str:
    return f"{definition.prefix}:{definition.xml_name}" if definition.prefix else definition.xml_name


def address_of(compiled: CompiledFormat, definition: Definition, part: Part | None = None) -> str:
    """The address of an element of the format, or of a part of it."""
    name = compiled.class_names[definition.key]
    # a class is on the page of its newest version, whichever description file had it before
    key = next(
        key
        for version in reversed(compiled.versions)
        for key in compiled.definitions[version]
        if compiled.class_names[key] == name
    )
    return f"{DOCUMENTATION}reference/{compiled.name}/{page_of(key)}/#{anchor_of(name, part)}"
