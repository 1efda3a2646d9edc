"""Finds which versions share a class: what did not change, down to the last descendant, is generated once."""

from __future__ import annotations

from ..model import CompiledFormat, Definition, Key, Part

Place = tuple[str, Key]


def share_classes(compiled: CompiledFormat) -> None:
    """Fills ``owners``: for each definition of each version, the first one that is the same.

    Two definitions are the same if their own facts are equal and so are, recursively, the definitions that they refer
    to; recursion is handled by refining classes of equals until nothing changes.
    """
    places: list[tuple[str, Definition]] = [
        (version, definition) for version in compiled.versions for definition in compiled.definitions[version].values()
    ]
    colours: dict[Place, int] = {}
    signatures: dict[object, int] = {}
    for version, definition in places:
        own = _signature(definition, compiled.class_names[definition.key])
        colours[version, definition.key] = signatures.setdefault(own, len(signatures))
    count = len(signatures)
    while True:
        refined: dict[object, int] = {}
        following: dict[Place, int] = {}
        for version, definition in places:
            place = (version, definition.key)
            refers = tuple(colours[version, part.target] for part in definition.parts if part.target is not None)
            following[place] = refined.setdefault((colours[place], refers), len(refined))
        colours = following
        if len(refined) == count:
            break
        count = len(refined)
    first: dict[int, Place] = {}
    for version, definition in places:
        place = (version, definition.key)
        first.setdefault(colours[place], place)
    compiled.owners = {place: first[colour] for place, colour in colours.items()}


def _signature(definition: Definition, name: str) -> object:
    parts = tuple(_facts(part) for part in definition.parts)
    return (
        name,
        definition.xml_name,
        definition.any_content,
        definition.choice,
        definition.presence,
        definition.opens,
        parts,
    )


def _facts(part: Part) -> object:
    return (
        part.kind,
        part.name,
        part.type,
        part.target is None,
        part.occurs,
        part.default,
        part.minimum,
        part.maximum,
        part.above,
        part.below,
        part.count,
        part.several_words,
        part.projects,
        part.unprojected,
        part.enum,
        part.prefix,
        part.strips,
        part.deprecated,
        part.expected,
        part.required_when,
        part.forbidden_when,
        part.naming,
        part.is_pose,
    )
