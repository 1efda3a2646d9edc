"""Findings that say of one mistake what another says: of each such pair the one that says more is kept."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...diagnostics import rules
from ...diagnostics.families import STRUCTURE, VALUES, family_of
from ...runtime.lazy_finding import LazyFinding
from ...runtime.sink import place_of
from ...runtime.source import literal_tag
from ..ir.scoped_names import SEPARATOR

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lxml.etree import _Element

    from ...runtime.sink import Sink
    from ...runtime.source import Source
    from .corrections import Look

SUPERSEDED_BY = {
    rules.MISSING_ELEMENT.code: (
        rules.URI_MISSING.code,
        rules.MATERIAL_SCRIPT.code,
        rules.SUBMESH_WITHOUT_NAME.code,
        rules.MODEL_WITHOUT_LINK.code,
    ),
    rules.REPEATED_ELEMENT.code: (rules.SEVERAL_ROOTS.code,),
    rules.UNKNOWN_ELEMENT.code: (rules.DEPRECATED_PLACE.code,),
    rules.DEPRECATED.code: (rules.MOBILE_TWICE.code,),
    rules.CLOSED_LOOP.code: (rules.DRAKE_LOOP.code, rules.SAME_PAIR.code),
    rules.OUT_OF_RANGE.code: (rules.ANGLE_IN_DEGREES.code,),
    rules.INERTIA_WITHOUT_MASS.code: (rules.TRAILING_TEXT.code, rules.UNUSABLE_INERTIA.code),
    rules.BAD_MASS.code: (rules.TRAILING_TEXT.code,),
    rules.BAD_SIZE.code: (rules.MISSING_ELEMENT.code,),
    rules.INERTIA_TOO_LARGE.code: (rules.MOMENTS_IN_OTHER_UNIT.code,),
    rules.DENSITY.code: (rules.MASS_IN_GRAMS.code,),
    rules.SIZES_APART.code: (rules.MESH_IN_MILLIMETRES.code,),
}
"""Findings by code, each with what else is said of the same place that makes up for it."""
FAULTY_JOINT_CODES = frozenset(
    {
        rules.MISSING_ELEMENT.code,
        rules.MISSING_ATTRIBUTE.code,
        rules.NOT_ALLOWED.code,
        rules.UNKNOWN_PARENT.code,
        rules.UNKNOWN_CHILD.code,
        rules.SAME_PARENT_AND_CHILD.code,
        rules.WORLD_AS_CHILD.code,
        rules.SECOND_JOINT.code,
    }
)
"""What a joint may have wrong so that it holds no link."""
UNHELD_CODES = frozenset({rules.FREE_BODY.code, rules.SECOND_ROOT.code, rules.ORPHAN_LINK.code})
"""What is said of a link that no joint holds."""
WITHIN = {rules.DUPLICATE_ACTUATOR.code: (rules.DUPLICATE_TRANSMISSION.code,)}
"""Findings by code, each with what it follows from if that is about an element around its own."""
ONCE_PER_VALUE = frozenset({rules.TRAILING_TEXT.code})
"""Rules that speak of each number of a value, where its author made one mistake if all have the same ``rest``."""
SUPERSEDING_CODES = frozenset({*SUPERSEDED_BY, *(code for better in SUPERSEDED_BY.values() for code in better)})
REFUSAL_CODES = frozenset({rules.REFUSED.code, rules.DRAKE_LOOP.code, rules.SAME_PAIR.code})
"""What only says that a target refuses a document."""
EMPTY_CODES = frozenset({rules.MODEL_WITHOUT_LINK.code, rules.NOTHING_IN_DOCUMENT.code})
"""What says that nothing is in an element."""
JOINT_TREE_CODES = frozenset({rules.TWO_PARENTS.code, rules.KINEMATIC_LOOP.code})
"""What a robot's joints do wrong, which is reported at the child of a joint."""


def drop_superseded(sink: Sink, source: Source, look: Look | None) -> None:
    """Leaves of findings about one mistake only one."""
    if sink.absent or sink.lacking:
        _drop_absent(sink)
    if len(sink.found) < 2:
        return
    codes = {finding.code for finding in sink.found}
    if not codes.isdisjoint(UNHELD_CODES) and not codes.isdisjoint(FAULTY_JOINT_CODES):
        _drop_unheld(sink)
    if not codes.isdisjoint(WITHIN):
        _drop_inner(sink)
    if not codes.isdisjoint(ONCE_PER_VALUE):
        _drop_repeated(sink)
    may_echo = any(code in codes and not codes.isdisjoint(better) for code, better in SUPERSEDED_BY.items())
    if not may_echo and codes.isdisjoint(REFUSAL_CODES):
        return
    by_place: dict[tuple[object, ...], list[LazyFinding]] = {}
    by_element: dict[tuple[str | None, str], list[LazyFinding]] = {}
    if codes.isdisjoint(REFUSAL_CODES):
        # to look places up takes long, and these pairs are about one element
        for finding in sink.found:
            if finding.code in SUPERSEDING_CODES:
                by_place.setdefault(finding.anchor(), []).append(finding)
    else:
        # and so does it here, where targets say much that neither refuses a document nor is what a refusal makes up for
        placed = {code for code in codes if code in SUPERSEDING_CODES or code in REFUSAL_CODES or _is_of_schema(code)}
        concerned = [finding for finding in sink.found if finding.code in placed]
        LazyFinding.locate(concerned)
        for finding in concerned:
            by_place.setdefault((finding.file, *finding.place()), []).append(finding)
        for finding in [each for each in sink.found if each.severity == "error"]:
            code = finding.code
            if code not in REFUSAL_CODES and sink.severities.get(code, "error") == "error":
                file, path = find_element(finding)
                by_element.setdefault((file, path), []).append(finding)
                if code in JOINT_TREE_CODES:
                    by_element.setdefault((file, path.rpartition("/")[0]), []).append(finding)
    dropped: list[LazyFinding] = []
    for found in by_place.values():
        at_place = {finding.code for finding in found}
        refused = any(finding.code in REFUSAL_CODES and finding.severity == "error" for finding in found)
        for finding in found:
            better = SUPERSEDED_BY.get(finding.code, ())
            level = sink.severities.get(finding.code, finding.severity)
            if (refused and level != "error" and _is_of_schema(finding.code)) or not at_place.isdisjoint(better):
                dropped.append(finding)
    for finding in sink.found if by_element else ():
        if finding.code in REFUSAL_CODES and any(
            _is_same(finding, other) for other in by_element.get(find_element(finding), ())
        ):
            dropped.append(finding)
    sink.drop(dropped)


def _is_of_schema(code: str) -> bool:
    """Whether findings of a code are such that a refusal of the same part makes up for."""
    return family_of(code) in (STRUCTURE, VALUES) or code == rules.NOTHING_IN_DOCUMENT.code


def _drop_unheld(sink: Sink) -> None:
    """Drops of links that no joint holds those that a joint with a fault was to hold.

    Which of them these are is not known, so that each fault accounts for one; where there are more, all stay.
    """
    unheld: dict[_Element, list[LazyFinding]] = {}
    faulty: dict[_Element, set[_Element]] = {}
    for finding in sink.found:
        if finding.code not in UNHELD_CODES and finding.code not in FAULTY_JOINT_CODES:
            continue
        element = finding.find_xml_element()
        if element is None:
            continue
        joint = next((each for each in (element, *element.iterancestors()) if literal_tag(each) == "joint"), None)
        holder = (element if joint is None else joint).getparent()
        if holder is None:
            continue
        if finding.code in UNHELD_CODES:
            unheld.setdefault(holder, []).append(finding)
        elif joint is not None:
            faulty.setdefault(holder, set()).add(joint)
    for holder, findings in unheld.items():
        if len(findings) <= len(faulty.get(holder, ())):
            sink.drop(findings)


def _drop_inner(sink: Sink) -> None:
    """Drops what is said of parts of an element and follows from what is said of it."""
    outer = {(finding.code, finding.find_xml_element()) for finding in sink.found}
    dropped = []
    for finding in sink.found:
        element = finding.find_xml_element() if finding.code in WITHIN else None
        around = () if element is None else element.iterancestors()
        if any((code, each) in outer for each in around for code in WITHIN[finding.code]):
            dropped.append(finding)
    sink.drop(dropped)


def _drop_repeated(sink: Sink) -> None:
    """Keeps of what is said alike of each number of a value the first."""
    seen: set[tuple[object, ...]] = set()
    dropped = []
    for finding in sink.found:
        if finding.code in ONCE_PER_VALUE:
            key = (finding.code, finding.attribute, finding.argument("rest"), *finding.anchor())
            if key in seen:
                dropped.append(finding)
            seen.add(key)
    sink.drop(dropped)


def _drop_absent(sink: Sink) -> None:
    """Drops references into what an include should have brought, and what is only empty without it."""
    if any(finding.code in EMPTY_CODES for finding in sink.found):
        paths = [(source.name, source.xpath(element)) for source, element in _lacking_elements(sink)]
        sink.drop([each for each in sink.found if each.code in EMPTY_CODES and _has_inside(each, paths)])

    def is_absent(finding: LazyFinding) -> bool:
        reference = finding.arguments.get("reference")
        if not isinstance(reference, str):
            return False
        if not sink.absent.isdisjoint(reference.split(SEPARATOR)):
            return True
        may_be = "" in sink.absent or (SEPARATOR in sink.absent and SEPARATOR in reference)
        return may_be and not finding.arguments.get("advice")

    sink.drop(filter(is_absent, sink.found))


def _lacking_elements(sink: Sink) -> Iterator[tuple[Source, _Element]]:
    for at in sink.lacking:
        place = place_of(at)
        source = None if place is None else sink.source_of(place)
        if source is not None and place is not None:
            yield source, source.element(place)


def _has_inside(finding: LazyFinding, paths: list[tuple[str | None, str]]) -> bool:
    """Whether one of these elements is what a finding is about, or inside of it."""
    return any(
        file == finding.file and (path == finding.xpath or path.startswith(f"{finding.xpath}/")) for file, path in paths
    )


def find_element(finding: LazyFinding) -> tuple[str | None, str]:
    """File and path of the element that a finding is about."""
    return finding.file, finding.xpath.rpartition("/@")[0] if finding.attribute else finding.xpath


def _is_same(refusal: LazyFinding, other: LazyFinding) -> bool:
    """Whether a refusal that names an attribute names the one that the other finding is about."""
    name = refusal.arguments.get("name")
    if (refusal.line, refusal.column) == (other.line, other.column):
        return True
    if refusal.code != rules.REFUSED.code or name is None or other.attribute is None:
        return True
    return name in (other.attribute, refusal.element)
