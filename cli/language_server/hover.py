"""What something at a place of a text means, in Markdown."""

from __future__ import annotations

from typing import NamedTuple

from ...diagnostics.errors import BodyplanError
from ...semantics.compose.element_map import scene_objects
from ...semantics.scene.frames import Frame
from ...semantics.scene.links import Link
from .expressions import evaluate, find_expression
from .links import find_files
from .navigation import location_of_name
from .positions import TextRange
from .snapshot import Snapshot
from .vocabulary import Term, find_verdicts, terms_inside

SILENT = frozenset({"uses", "unknown", "-"})
"""What targets do with most of a document, which is not worth a line."""


class Hover(NamedTuple):
    """What is said of a stretch of a text."""

    range: TextRange
    text: str


def describe_place(snapshot: Snapshot, offset: int) -> Hover | None:
    """What the element, attribute or name at a place means; None where there is nothing to say."""
    markup = snapshot.markup
    number = markup.element_at(offset)
    if number < 0:
        return _describe_occurrence(snapshot, offset)
    expression = find_expression(snapshot, offset) if snapshot.is_in_xacro else None
    if expression is not None:
        values = evaluate(snapshot, expression)
        if values:
            return Hover(expression, "\n\n".join(f"= `{value}`" for value in values))
    term, name = snapshot.term(number), markup.names[number]
    name_range = TextRange(markup.starts[number] + 1, markup.starts[number] + 1 + len(name))
    end_name = markup.end_tags[number] + 2
    if name_range.start <= offset <= name_range.end or (
        markup.end_tags[number] < markup.ends[number] and end_name <= offset < markup.ends[number]
    ):
        place = name_range if offset <= name_range.end else TextRange(end_name, end_name + len(name))
        is_of_xacro = snapshot.is_transparent(number)
        parts = (
            [] if term is None or is_of_xacro else [describe_term(term, snapshot.format, snapshot.support_path(number))]
        )
        parts += [] if is_of_xacro else _describe_objects(snapshot, number)
        return Hover(place, "\n\n".join(parts)) if parts else None
    for written in markup.attributes(number):
        if written.start <= offset <= written.end and term is not None:
            inner = terms_inside(term).get(f"@{written.name}")
            is_value = offset >= written.value_start
            place = TextRange(written.value_start, written.value_end)
            if not is_value:
                place = TextRange(written.start, written.start + len(written.name))
            parts = _describe_name(snapshot, offset) if is_value and _may_hold_name(inner) else []
            if is_value and inner is not None and inner.uri is not None:
                parts += _describe_file(snapshot, place)
            if inner is not None:
                parts.append(describe_term(inner, snapshot.format, snapshot.support_path(number, written.name)))
            return Hover(place, "\n\n".join(parts)) if parts else None
    content = markup.content(number)
    if content is not None and content[0] <= offset <= content[1]:
        inside = {} if term is None else terms_inside(term)
        parts = _describe_name(snapshot, offset) if _may_hold_name(inside.get("") if inside else term) else []
        if term is not None and term.uri is not None:
            parts += _describe_file(snapshot, TextRange(*content))
        if term is not None:
            parts.append(describe_term(term, snapshot.format, snapshot.support_path(number)))
        return Hover(TextRange(*content), "\n\n".join(parts)) if parts else None
    return None


def _describe_occurrence(snapshot: Snapshot, offset: int) -> Hover | None:
    """What a name means in a text that has no tags."""
    found = snapshot.occurrence_at(offset)
    if found is None:
        return None
    parts = _describe_name(snapshot, offset)
    if found.reference is None and found.definition is not None:
        parts = [f"{found.definition.kind} `{found.definition.name}`"]
    return Hover(found.range, "\n\n".join(parts)) if parts else None


def describe_term(term: Term, format: str, path: str) -> str:
    """Documentation, unit, default, versions and targets of an element or attribute."""
    sign = f"`{term.name}`" if term.kind == "attribute" else f"`<{term.name}>`"
    lines = [f"**{sign}** {term.documentation}".rstrip()]
    about = []
    if term.unit:
        about.append(f"unit: {term.unit}")
    if term.default is not None:
        about.append(f"default: `{term.default}`" if term.default else "default: empty")
    if term.required:
        about.append("required")
    if term.since:
        about.append(f"since {term.since}")
    if about:
        lines.append("; ".join(about))
    if term.deprecated is not None:
        lines.append(f"deprecated{f': write {term.deprecated}' if term.deprecated else ''}")
    if term.words:
        lines.append("one of " + ", ".join(f"`{word}`" for word in term.words))
    said = [
        f"{title} {verdict} it{f': {words}' if words else ''}"
        for title, (verdict, words) in find_verdicts(format, path).items()
        if verdict not in SILENT
    ]
    return "\n\n".join([*lines, *said])


def _describe_name(snapshot: Snapshot, offset: int) -> list[str]:
    """What the name at a place means."""
    found = snapshot.occurrence_at(offset)
    if found is None or found.reference is None:
        return []
    definition = found.definition
    if definition is None:
        definition = snapshot.others.resolve(snapshot.document, found.reference)[found.part]
    if definition is None:
        return []
    place = location_of_name(snapshot, definition)
    where = ""
    if place is not None:
        where = f", line {place.line}" if place.file == snapshot.path else f" in {place.file}, line {place.line}"
    parts = [f"{definition.kind} `{definition.name}`{where}"]
    number = snapshot.number_of(definition.element)
    return parts + ([] if number is None else _describe_objects(snapshot, number))


def _may_hold_name(term: Term | None) -> bool:
    """Whether a value may be the name of something else; finding all names of a large text takes a while."""
    return term is None or term.refers is not None


def _describe_file(snapshot: Snapshot, place: TextRange) -> list[str]:
    """Where the file is that is named at a place."""
    path = find_files(snapshot).get(snapshot.text[slice(*place)].strip())
    return [] if path is None else [f"found at `{path}`"]


def _describe_objects(snapshot: Snapshot, number: int) -> list[str]:
    """What an element is in the scene: the pose of a frame in its world, mass and principal moments of a link."""
    scene = snapshot.scene
    element = None if scene is None else snapshot.element(number)
    if scene is None or element is None:
        return []
    lines = []
    try:
        for each in scene_objects(snapshot.document, element):
            if isinstance(each, Link):
                from numpy.linalg import eigvalsh

                moments = ", ".join(f"{float(value):.4g}" for value in eigvalsh(each.inertia))
                lines.append(f"mass {float(each.mass):.6g} kg, principal moments {moments} kg m²")
            if isinstance(each, (Link, Frame)):
                pose = scene.pose(each.name)
                x, y, z = (float(value) for value in pose.translation)
                roll, pitch, yaw = (float(value) for value in pose.rpy)
                lines.append(f"in the world: xyz {x:.6g} {y:.6g} {z:.6g}, rpy {roll:.6g} {pitch:.6g} {yaw:.6g}")
    except (BodyplanError, AttributeError, TypeError):
        return lines
    return list(dict.fromkeys(lines))
