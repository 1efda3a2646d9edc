"""The whole schema of a version of a format as JSON, for other generators; docs/schemas.md has the layout."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from .compiler import compile_format
from .errors import SchemaError
from .model import CompiledFormat, Definition, Part
from .passes.names import field_name
from .scalar_types import SCALARS

SCHEMAS = Path(__file__).resolve().parents[1] / "schemas"

LAYOUT = 1
"""Grows when something that was there changes its meaning or goes; what is added leaves it as it is."""


def render(format: str, version: str | None = None, extensions: Sequence[Path] = ()) -> str:
    """The schema of a version, of the newest where none is given; extensions belong to that alone.

    Raises:
        SchemaError: there is no such format or version, or a table is faulty.
    """
    compiled = compile_format(SCHEMAS, format, extensions)
    wanted = compiled.newest if version is None or (extensions and version == _plain(compiled.newest)) else version
    if wanted not in compiled.versions:
        known = ", ".join(each for each in compiled.versions if "+" not in each)
        raise SchemaError(format, 0, f"{format} has no version {version!r}; there are {known}")
    return json.dumps(schema_of(compiled, wanted), indent=1, ensure_ascii=False) + "\n"


def schema_of(compiled: CompiledFormat, version: str) -> dict[str, Any]:
    """Everything that is known of a version, as plain data."""
    definitions = compiled.definitions[version]
    enums = {part.enum for definition in definitions.values() for part in definition.parts if part.enum}
    return {
        "layout": LAYOUT,
        "format": compiled.name,
        "version": _plain(version),
        "versions": [each for each in compiled.versions if "+" not in each],
        "root": compiled.class_names[compiled.roots[version]],
        "types": {name: _scalar(name) for name in sorted(SCALARS)},
        "names": {
            "separator": compiled.names.separator,
            "kinds": {kind: list(among) for kind, among in sorted(compiled.names.kinds.items())},
            "words": {kind: list(words) for kind, words in sorted(compiled.names.words.items())},
        },
        "enumerations": {
            name: {"any_case": compiled.enums[name].any_case, "values": compiled.enums[name].values}
            for name in sorted(enums)
        },
        "elements": {
            compiled.class_names[key]: _element(compiled, definition)
            for key, definition in sorted(definitions.items(), key=lambda entry: compiled.class_names[entry[0]])
        },
    }


def _scalar(name: str) -> dict[str, Any]:
    scalar = SCALARS[name]
    return (
        _drop_empty(of=scalar.part, sizes=[6, 7] if name == "pose" else list(scalar.size))
        if scalar.native is None
        else {}
    )


def _element(compiled: CompiledFormat, definition: Definition) -> dict[str, Any]:
    parts = {
        kind: [_part(compiled, definition, part) for part in definition.parts if part.kind in kinds]
        for kind, kinds in (("attributes", ("attribute",)), ("text", ("text",)), ("children", ("leaf", "child")))
    }
    return _drop_empty(
        tag=definition.xml_name,
        prefix=definition.prefix,
        namespace=definition.namespace,
        doc=definition.doc,
        any_content=definition.any_content,
        opens_scope=definition.opens,
        one_of=list(definition.choice),
        presence=[
            {"rule": kind, "bundles": [list(bundle) for bundle in bundles]} for kind, bundles in definition.presence
        ],
        attributes=parts["attributes"],
        text=parts["text"][0] if parts["text"] else None,
        children=parts["children"],
    )


def _part(compiled: CompiledFormat, definition: Definition, part: Part) -> dict[str, Any]:
    place = (compiled.class_names[definition.key], f"{part.kind == 'attribute'}:{part.field_name}")
    since = compiled.since.get(place)
    naming = part.naming
    return _drop_empty(
        name=part.name if part.kind != "text" else None,
        prefix=part.prefix,
        namespace=part.namespace,
        field=field_name(part.field_name),
        doc=part.doc,
        occurs=part.occurs if part.kind != "text" else None,
        type=None if part.target else part.type or "string",
        element=compiled.class_names[part.target] if part.target else None,
        enumeration=part.enum,
        open=part.enum_open,
        default=part.default,
        minimum=part.minimum,
        maximum=part.maximum,
        above=part.above,
        below=part.below,
        count=None if part.count is None else list(part.count),
        several_words=part.several_words,
        projects=part.projects,
        unit=part.unit,
        since=None if since is None or "+" in since else since,
        deprecated=part.deprecated,
        deprecated_since=compiled.deprecated_since.get(place),
        required_when={name: list(words) for name, words in part.required_when},
        forbidden_when={name: list(words) for name, words in part.forbidden_when},
        several=part.several,
        is_pose=part.is_pose,
        defines=naming and naming.defines,
        shares=naming and naming.shares,
        refers=naming and naming.refers,
        refers_by=naming and naming.refers_by,
        scope=naming.scope if naming and naming.refers else None,
        scoped=naming and naming.scoped,
        followed=not naming.unfollowed if naming and naming.refers else None,
        uri=naming and naming.uri,
    )


def _drop_empty(**facts: Any) -> dict[str, Any]:
    """What there is to say: without nothing, empty lists, and what is not so; an empty default is one."""
    return {
        key: value
        for key, value in facts.items()
        if value not in (None, False, "", [], {}) or (key == "default" and value == "")
    }


def _plain(version: str) -> str:
    return version.partition("+")[0]
