"""Writes a grammar of MJCF as description files, and what these cannot say into the documentation overlay."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any
from xml.sax.saxutils import quoteattr

from .grammar import Count, MjcfAttribute, MjcfElement, MjcfGrammar

ROOT = "mujoco"
SHAPES: Mapping[tuple[str, Count], str] = {
    ("double", (2, 2)): "vector2d",
    ("float", (2, 2)): "vector2d",
    ("int", (2, 2)): "vector2i",
    ("double", (3, 3)): "vector3",
    ("float", (3, 3)): "vector3",
    ("double", (4, 4)): "vector4",
    ("float", (4, 4)): "vector4",
}
"""Types of as many numbers that have a name."""
FILES = {
    "texture": "texture",
    "mesh": "mesh",
    "hfield": "heightmap",
    "skin": "mesh",
    "flexcomp": "mesh",
    "model": "model",
    "include": "model",
}
"""What files are, by the element that names them."""
INCLUDE = "include"
INCLUDED = MjcfElement(
    key=INCLUDE, tag=INCLUDE, attributes={"file": MjcfAttribute(name="file", type="file", is_required=True)}
)
"""What may be in any element that holds others: MuJoCo replaces it before it looks at its own grammar."""
FIRST_KEYS = ("doc", "unit", "deprecated")
"""Keys of an entry that people write, in their order; what is imported follows."""


def stem_of(key: str) -> str:
    """The name of the file that describes an element."""
    return "root" if key == ROOT else key


def describe_grammar(grammar: MjcfGrammar) -> dict[str, str]:
    """The description files of a grammar, by their names."""
    elements = {**grammar.elements, INCLUDE: INCLUDED}
    return {f"{stem_of(key)}.sdf": "\n".join(_lines(element, grammar)) + "\n" for key, element in elements.items()}


def _lines(element: MjcfElement, grammar: MjcfGrammar) -> Iterator[str]:
    inside = [
        *(_attribute_line(attribute) for attribute in element.attributes.values()),
        *(_child_lines(element, grammar)),
    ]
    occurs = "1" if element.key == ROOT else "*"
    if not inside:
        yield f'<element name="{element.tag}" required="{occurs}"/>'
        return
    yield f'<element name="{element.tag}" required="{occurs}">'
    yield from (f"  {line}" for line in inside)
    yield "</element>"


def _child_lines(element: MjcfElement, grammar: MjcfGrammar) -> Iterator[str]:
    for child in element.children:
        occurs = {"?": "0", "!": "1"}.get(child.occurs, "*")
        more = ' projects="true"' if element.key == "default" and child.key != "default" else ""
        more += ' nodefault="true"' if child.is_unprojected else ""
        tag = grammar.elements[child.key].tag
        yield f'<element name="{tag}" ref="{stem_of(child.key)}" required="{occurs}"{more}/>'
    if element.children:
        yield f'<element name="{INCLUDE}" ref="{INCLUDE}" required="*"/>'


def _attribute_line(attribute: MjcfAttribute) -> str:
    kind = "string" if attribute.type == "file" else attribute.type
    named = SHAPES.get((kind, attribute.count)) if attribute.count is not None else None
    facets: dict[str, str | None] = {
        "name": attribute.name,
        "type": named or kind,
        "default": attribute.default,
        "min": attribute.minimum,
        "max": attribute.maximum,
        "above": attribute.above,
        "count": None if named or attribute.count is None else _spell_count(attribute.count),
        "required": "1" if attribute.is_required else "0",
        "nodefault": "true" if attribute.is_unprojected else None,
    }
    return f"<attribute{''.join(f' {key}={quoteattr(value)}' for key, value in facets.items() if value is not None)}/>"


def _spell_count(count: Count) -> str:
    least, most = count
    return str(least) if least == most else f"{least}..{'' if most is None else most}"


IMPORTED_KEYS = (
    *("enum", "values", "several_words", "defines", "refers", "uri"),
    *("exclusive", "one_of", "together", "requires"),
)
"""Keys of an entry that the import decides."""

Facts = dict[str, dict[str, dict[str, Any]]]
"""What the overlay says, by file and path."""


def overlay_facts(grammar: MjcfGrammar, enum_names: Mapping[str, str]) -> Facts:
    """What the overlay has to say of a grammar: words, names, files, and parts beside each other.

    Args:
        grammar: the grammar.
        enum_names: the names of classes, by those of enumerations.
    """
    found: Facts = {}
    for key, element in {**grammar.elements, INCLUDE: INCLUDED}.items():
        entries: dict[str, dict[str, Any]] = {element.tag: {}}
        for kind, text in element.presence:
            entries[element.tag].setdefault(kind, []).append(text)
        for name, attribute in element.attributes.items():
            entries[f"{element.tag}/@{name}"] = _attribute_facts(attribute, element, grammar, enum_names)
        found[stem_of(key)] = entries
    return found


def _attribute_facts(
    attribute: MjcfAttribute, element: MjcfElement, grammar: MjcfGrammar, enum_names: Mapping[str, str]
) -> dict[str, Any]:
    facts: dict[str, Any] = {}
    if attribute.words is not None:
        facts["enum"] = enum_names[attribute.words]
        facts["values"] = dict.fromkeys(grammar.enums[attribute.words], "")
    if attribute.has_several_words:
        facts["several_words"] = True
    if attribute.defines is not None:
        facts["defines"] = attribute.defines
    if attribute.refers is not None:
        facts["refers"] = attribute.refers
    if attribute.type == "file":
        facts["uri"] = FILES.get(element.key, "mesh")
    return facts


def merge_facts(known: Mapping[str, Any], facts: Mapping[str, Any]) -> dict[str, dict[str, Any]]:
    """The entries of a file of the overlay with what was imported; what people wrote stays.

    Words of an enumeration are added, with what is known of them; other facts replace those of before.
    """
    merged = {path: dict(entry) for path, entry in known.items()}
    for path, imported in facts.items():
        entry = merged.setdefault(path, {})
        words = {**imported.get("values", {}), **entry.get("values", {})}
        for key in IMPORTED_KEYS:
            entry.pop(key, None)
        entry.update(imported)
        if words:
            entry["values"] = words
    return merged


def unite_words(files: Mapping[str, dict[str, dict[str, Any]]]) -> None:
    """Gives each entry all the words of its enumeration, which releases and elements may know in part."""
    entries = [entry for file in files.values() for entry in file.values() if "enum" in entry]
    words: dict[str, dict[str, str]] = {}
    for entry in entries:
        known = words.setdefault(entry["enum"], {})
        known.update({word: doc or known.get(word, "") for word, doc in entry["values"].items()})
    for entry in entries:
        entry["values"] = dict(words[entry["enum"]])


def write_overlay(entries: Mapping[str, Mapping[str, Any]]) -> str:
    """The text of a file of the overlay, in one layout."""
    return "\n".join("\n".join(_entry_lines(path, entry)) + "\n" for path, entry in entries.items() if entry)


def _entry_lines(path: str, entry: Mapping[str, Any]) -> Iterator[str]:
    yield f"[{json.dumps(path)}]"
    order = (*(key for key in FIRST_KEYS if key in entry), *(key for key in entry if key not in FIRST_KEYS))
    for key in order:
        if key in ("values", "gone"):
            yield from (f"{key}.{_spell_key(word)} = {_spell(doc)}" for word, doc in entry[key].items())
        else:
            yield f"{key} = {_spell(entry[key])}"


def _spell_key(word: str) -> str:
    return word if word.isidentifier() and word.isascii() else json.dumps(word)


def _spell(value: Any) -> str:
    if isinstance(value, dict):
        pairs = (f"{_spell_key(key)} = {_spell(inner)}" for key, inner in value.items())
        return f"{{ {', '.join(pairs)} }}"
    return json.dumps(value, ensure_ascii=False)
