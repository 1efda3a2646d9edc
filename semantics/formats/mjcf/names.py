"""What is wrong with names of MJCF, and with what refers to them.

Spec: MJCF reference, ``name`` and the attributes that refer to names.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ....diagnostics import rules
from ....runtime.spelling import suggest
from ...core.references import names_module
from .document_tree import attribute_of, tag_of
from .model import MjcfBody
from .name_uses import inner_uses, own_uses
from .references import WORLD, find_followed_fields, written_name

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from ....runtime.element import Element
    from ....runtime.fields import Kind
    from ....runtime.sink import Sink
    from .model import MjcfModel, MjcfPart
    from .references import Names, NameUse

NAMED_ASSETS = frozenset({"mesh", "texture", "material", "hfield"})
"""What cannot be without a name."""
NEEDED = {
    "weld": ("body1", "site1", "site2"),
    "connect": ("body1", "site1", "site2"),
    "pair": ("geom1", "geom2"),
    "rangefinder": ("site", "camera"),
}
"""References that may be left out, but not empty, by tag; besides those that are required."""


def collect_names(model: MjcfModel, sink: Sink) -> None:
    """Fills ``model.names``; reports names that are given twice."""
    names = model.names
    names.add("body", WORLD, model.world)
    for body in model.bodies():
        part = body.part
        if part is not None and part.name:
            earlier = names.add("body", part.name, body)
            if earlier is not body:
                _report_duplicate("body", part, earlier, sink)
        _add_all(names, body.parts(), sink)
    for section in model.sections.values():
        _add_all(names, section, sink)
    for part in model.sections.get("extension", ()):
        for instance in part.of("instance"):
            names.add("instance", f"{part.prefix}{written_name('instance', instance)}", part)
    names.generated = tuple(f"{part.name}_" for body in model.bodies() for part in body.flexcomps)


def _is_skybox(part: MjcfPart) -> bool:
    """Whether a part is the texture of the sky, which nothing has to name."""
    kind = part.get("type") if part.tag == "texture" else None
    return str(getattr(kind, "value", kind)) == "skybox"


def _add_all(names: Names, parts: Iterable[MjcfPart], sink: Sink) -> None:
    by_kind = names.by_kind
    for part in parts:
        if part.name and (kind := part.given.kind) is not None:
            earlier = by_kind[kind].setdefault(part.name, part)
            if earlier is not part:
                _report_duplicate(kind, part, earlier, sink)


def _report_duplicate(kind: str, part: MjcfPart, earlier: MjcfBody | MjcfPart, sink: Sink) -> None:
    first = earlier.part if isinstance(earlier, MjcfBody) else earlier
    if first is None:
        sink.report(rules.NAME_RESERVED, part.element, attribute="name", name=part.name, kind=kind)
        return
    attribute = "name" if vars(part.element).get("name") else "file"
    sink.report(
        rules.NAME_TAKEN,
        part.element,
        attribute=attribute,
        related=(("first given here", first.element),),
        kind=kind,
        name=part.name,
    )


def check_references(model: MjcfModel, sink: Sink) -> None:
    """Finds what refers to what; reports references that lead nowhere, and assets without the name that they need."""
    names, referents = model.names, model.referents
    for part in model.sections.get("asset", ()):
        if part.tag in NAMED_ASSETS and not part.name and not _is_skybox(part):
            sink.report(rules.ASSET_WITHOUT_NAME, part.element, kind=part.tag)
    for part in model.all_parts():
        given, written = part.given, part.written
        if not given.refers and given.fields.isdisjoint(written):
            continue  # as most, of which no more is asked
        for use in own_uses(part):
            referents[id(part), use.field] = found = model.look_up(part, use)
            if found[1] is None:
                _report_missing(use, found[0], names, sink)
        has_inner = given.fields is not given.followed and part.inside
        if has_inner:
            for use in inner_uses(part):
                found = model.look_up(part, use)
                if found[1] is None:
                    _report_missing(use, found[0], names, sink)
        if has_inner or "" in written.values():
            for element, field, kind in _empty_references(part):
                _report_unknown(element, field, kind, "", names, sink)


def _empty_references(part: MjcfPart) -> Iterator[tuple[Element, str, Kind]]:
    """References that have to be there, and are empty."""
    inside = part.inside if part.tag in ("fixed", "spatial") else ()
    for element in (part.element, *(child for _, child in inside)):
        if "" not in vars(element).values():
            continue
        tag, specs = tag_of(element), type(element)._specs
        for each in find_followed_fields(type(element)):
            is_needed = specs[each.field].metadata.get("required") or each.field in NEEDED.get(tag, ())
            if is_needed and vars(element).get(each.field) == "":
                kind = each.kind_in(element, names_module(element).KINDS)
                if kind is not None:
                    yield element, each.field, kind


def _report_missing(use: NameUse, name: str, names: Names, sink: Sink) -> None:
    """Reports a reference that leads nowhere, unless to what MuJoCo makes up."""
    if not name.startswith(names.generated):
        _report_unknown(use.element, use.field, use.kind, name, names, sink)


def _report_unknown(element: Element, field: str, kind: Kind, name: str, names: Names, sink: Sink) -> None:
    attribute, meant = attribute_of(element, field), kind.kinds[0]
    sink.report(
        rules.UNKNOWN_REFERENCE,
        element,
        attribute=attribute,
        field=f"attribute {attribute!r}",
        tag=tag_of(element),
        reference=name,
        kind=meant,
        scope="the model",
        advice=lambda: suggest(names.find_nearest(kind, name), "{!r}", f"name a {meant} of the model"),
    )
