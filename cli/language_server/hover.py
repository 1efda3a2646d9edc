"""What something at a place of a text means, in Markdown."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...diagnostics.errors import BodyplanError
from ...diagnostics.records import NamedTuple
from ...semantics.compose.element_map import scene_objects
from ...semantics.scene.frames import Attachment
from ...semantics.scene.links import Link, Shape
from .directive_keys import describe_key, iter_values
from .expressions import evaluate, find_expression
from .links import find_files, included_files
from .macros import describe_macro_name, macro_name_at
from .navigation import location_of_name
from .positions import TextRange
from .snapshot import Snapshot
from .vocabulary import Term, find_verdicts, terms_inside

if TYPE_CHECKING:
    from ...semantics.compose.element_map import Thing
    from ...semantics.scene.scene import Scene

POSES = frozenset({"origin", "pose", "transformation"})
"""Elements that place the one that they are in."""
POSES_IN_ATTRIBUTES = frozenset({"pos", "quat", "euler", "axisangle", "xyaxes", "zaxis", "fromto"})
"""Attributes of MJCF that place the element that has them."""
MOST_OBJECTS = 4
"""Objects that come of one element of a macro, of which something is said."""
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
        return _describe_in_directives(snapshot, offset)
    expression = find_expression(snapshot, offset) if snapshot.is_in_xacro else None
    if expression is not None:
        values = evaluate(snapshot, expression)
        if values:
            meant = macro_name_at(snapshot, offset)
            about = "" if meant is None else describe_macro_name(snapshot, meant)
            parts = [*(f"= `{value}`" for value in values), *([about] if about else [])]
            return Hover(expression, "\n\n".join(parts))
    macro_name = macro_name_at(snapshot, offset)
    said = "" if macro_name is None else describe_macro_name(snapshot, macro_name)
    if macro_name is not None and said:
        return Hover(TextRange(macro_name.start, macro_name.end), said)
    for place, paths in included_files(snapshot) if snapshot.is_in_xacro else ():
        if paths and place.start <= offset <= place.end:
            return Hover(place, "\n\n".join(f"found at `{path}`" for path in paths))
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
        parts += [] if is_of_xacro else [*_describe_objects(snapshot, number), *_describe_pose(snapshot, number, "")]
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
            if is_value and inner is not None and inner.defines is not None:
                parts += _describe_objects(snapshot, number)
            if inner is not None:
                parts.append(describe_term(inner, snapshot.format, snapshot.support_path(number, written.name)))
                parts += _describe_pose(snapshot, number, written.name)
            return Hover(place, "\n\n".join(parts)) if parts else None
    content = markup.content(number)
    if content is not None and content[0] <= offset <= content[1]:
        inside = {} if term is None else terms_inside(term)
        parts = _describe_name(snapshot, offset) if _may_hold_name(inside.get("") if inside else term) else []
        if term is not None and term.uri is not None:
            parts += _describe_file(snapshot, TextRange(*content))
        if term is not None:
            parts.append(describe_term(term, snapshot.format, snapshot.support_path(number)))
            parts += _describe_pose(snapshot, number, "")
        return Hover(TextRange(*content), "\n\n".join(parts)) if parts else None
    return None


def _describe_in_directives(snapshot: Snapshot, offset: int) -> Hover | None:
    """What a name, a file or a key means in a text that has no tags."""
    found = snapshot.occurrence_at(offset)
    if found is not None:
        parts = _describe_name(snapshot, offset)
        if found.reference is None and found.definition is not None:
            parts = [f"{found.definition.kind} `{found.definition.name}`"]
        if parts:
            return Hover(found.range, "\n\n".join(parts))
    value = next((each for each in iter_values(snapshot.text) if each.start <= offset <= each.end), None)
    if value is not None:
        parts = _describe_file(snapshot, value)
        return Hover(value, "\n\n".join(parts)) if parts else None
    key = describe_key(snapshot.text, offset)
    return None if key is None else Hover(*key)


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
    """What an element is in the scene: where it is in its world, mass and principal moments of a link."""
    scene = snapshot.scene
    if scene is None:
        return []
    elements = snapshot.elements(number)
    lines: list[str] = []
    for element in elements[:MOST_OBJECTS]:
        try:
            for each in scene_objects(snapshot.document, element):
                about = _describe_object(scene, each, _find_links(snapshot, number))
                if len(elements) > 1 and about:
                    about[0] = f"`{each.name}`: {about[0]}"
                lines += about
        except (BodyplanError, AttributeError, TypeError):
            continue
    return list(dict.fromkeys(lines))


def _describe_object(scene: Scene, thing: Thing, around: list[Link]) -> list[str]:
    lines = []
    if isinstance(thing, Link):
        from numpy.linalg import eigvalsh

        moments = ", ".join(f"{float(value):.4g}" for value in eigvalsh(thing.inertia))
        lines.append(f"mass {float(thing.mass):.6g} kg, principal moments {moments} kg m²")
    if isinstance(thing, Shape):
        pose = scene.pose(around[-1].name) @ thing.pose if around else None
    elif isinstance(thing, Attachment):
        pose = scene.pose(thing.owner) @ thing.pose
    else:
        pose = scene.pose(thing.name)
    if pose is not None:
        x, y, z = (float(value) for value in pose.translation)
        roll, pitch, yaw = (float(value) for value in pose.rpy)
        lines.append(f"in the world: xyz {x:.6g} {y:.6g} {z:.6g}, rpy {roll:.6g} {pitch:.6g} {yaw:.6g}")
    return lines


def _find_links(snapshot: Snapshot, number: int) -> list[Link]:
    """The links that an element is in, the outermost first."""
    around = [element for each in snapshot.path_to(number)[:-1] for element in snapshot.elements(each)]
    things = (thing for element in around for thing in scene_objects(snapshot.document, element))
    return [thing for thing in things if isinstance(thing, Link)]


def _describe_pose(snapshot: Snapshot, number: int, attribute: str) -> list[str]:
    """Where in the world that is which is placed by an element, or by its attribute."""
    name, around = snapshot.markup.names[number], snapshot.markup.parents[number]
    if name in POSES:
        placed = around
    elif attribute in POSES_IN_ATTRIBUTES:
        placed = number
    else:
        return []
    return [line for line in _describe_objects(snapshot, placed) if "in the world" in line] if placed >= 0 else []
