"""Answers about the compiled schemas in words: what an element allows, what changed between two versions."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from .compiling import compile_format
from .errors import SchemaError
from .model import CompiledFormat, Definition, Part

SCHEMAS = Path(__file__).resolve().parents[1] / "schemas"

OCCURRENCE = {"0": "optional", "1": "required", "+": "one or more", "*": "any number", "-1": "deprecated"}


def show(format: str, version: str | None, path: str, extensions: Sequence[Path] = ()) -> str:
    """What the elements at ``path`` are and allow, as text; ``version`` None is the newest.

    Raises:
        SchemaError: there is no such format, version or element.
    """
    compiled = compile_format(SCHEMAS, format, extensions)
    newest = next(each for each in reversed(compiled.versions) if "+" not in each)
    version = compiled.newest if version in (None, newest) else _known(compiled, version)
    found = list(_at(compiled, version, path))
    if not found:
        raise SchemaError(format, 0, f"{format} {version} has no element {path!r}")
    shown: list[str] = []
    for written, part, definition in found:
        text = _describe(compiled, version, written, part, definition)
        if text not in shown:
            shown.append(text)
    return "\n".join(shown)


def diff(format: str, old: str, new: str) -> str:
    """What was added, removed or changed from one version to another, one line each.

    Raises:
        SchemaError: there is no such format or version.
    """
    compiled = compile_format(SCHEMAS, format)
    before = _facts(compiled, _known(compiled, old))
    after = _facts(compiled, _known(compiled, new))
    lines = [f"- {place}" for place in before if place not in after]
    lines += [f"+ {place}" for place in after if place not in before]
    for place, facts in after.items():
        was = before.get(place)
        if was is not None and was != facts:
            changes = [f"{key} {was.get(key)} -> {value}" for key, value in facts.items() if was.get(key) != value]
            lines.append(f"~ {place}: {', '.join(changes)}")
    lines.sort(key=lambda line: (line[2:], line[0]))
    return "".join(f"{line}\n" for line in lines)


def _known(compiled: CompiledFormat, version: str | None) -> str:
    version = version or compiled.newest
    if version not in compiled.versions:
        known = ", ".join(compiled.versions)
        raise SchemaError(compiled.name, 0, f"{compiled.name} has no version {version!r}; there are {known}")
    return version


def _at(compiled: CompiledFormat, version: str, path: str) -> Iterator[tuple[str, Part | None, Definition | None]]:
    """Every place that a path leads to: as it is written, what stands there, its definition if it is a class."""
    definitions = compiled.definitions[version]
    words = [word for word in path.strip("/").split("/") if word]
    if not words:
        return
    if path.startswith("//"):
        starts = [definition for definition in definitions.values() if _xml_name(definition) == words[0]]
        leaves = [
            (f"//{_xml_name(definition)}/{part.xml_name}", part)
            for definition in definitions.values()
            for part in definition.parts
            if part.kind == "leaf" and part.xml_name == words[0] and len(words) == 1
        ]
        for written, part in leaves:
            yield written, part, None
    else:
        root = definitions[compiled.roots[version]]
        starts = [root] if _xml_name(root) == words[0] else []
    for start in starts:
        yield from _down(compiled, version, start, words[1:], ("//" if path.startswith("//") else "/") + words[0])


def _down(
    compiled: CompiledFormat, version: str, definition: Definition, words: list[str], written: str
) -> Iterator[tuple[str, Part | None, Definition | None]]:
    if not words:
        yield written, None, definition
        return
    for part in definition.parts:
        mark = "@" if part.kind == "attribute" else ""
        if mark + part.xml_name != words[0] or part.kind == "text":
            continue
        below = f"{written}/{words[0]}"
        if part.target is not None:
            target = compiled.definitions[version][part.target]
            if len(words) == 1:
                yield below, part, target
            else:
                yield from _down(compiled, version, target, words[1:], below)
        elif len(words) == 1:
            yield below, part, None


def _describe(
    compiled: CompiledFormat, version: str, written: str, part: Part | None, definition: Definition | None
) -> str:
    lines = [f"{written}  ({compiled.name} {version})"]
    doc = (part.doc if part is not None else "") or (definition.doc if definition is not None else "")
    if doc:
        lines.append(f"  {doc}")
    if part is not None:
        lines.append(f"  {_summary(compiled, part)}")
        lines += _words(compiled, part, "  ")
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


def _words(compiled: CompiledFormat, part: Part, indent: str) -> list[str]:
    if part.enum is None:
        return []
    return [f"{indent}{word!r}: {doc}" for word, doc in compiled.enums[part.enum].values.items()]


def _facts(compiled: CompiledFormat, version: str) -> dict[str, dict[str, str]]:
    """Type, default and occurrence of everything, by path within the description that defines it."""
    facts: dict[str, dict[str, str]] = {}
    for definition in compiled.definitions[version].values():
        if definition.prefix:
            continue
        place = definition.key[1]
        facts.setdefault(f"{definition.key[0]}:{place}", {})
        for part in definition.parts:
            if part.prefix or part.kind == "text":
                continue
            mark = "@" if part.kind == "attribute" else ""
            facts[f"{definition.key[0]}:{place}/{mark}{part.name}"] = {
                "type": part.type or "element",
                "default": repr(part.default),
                "required": part.occurs,
            }
    return facts


def _xml_name(definition: Definition) -> str:
    return f"{definition.prefix}:{definition.xml_name}" if definition.prefix else definition.xml_name
