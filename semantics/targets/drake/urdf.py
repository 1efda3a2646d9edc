"""What Drake makes of a URDF document, beyond what its table says."""

from __future__ import annotations

import math
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ....diagnostics import rules
from ....runtime.element import Element, written_fields
from ....runtime.patterns import compile_pattern
from ....runtime.sink import Sink
from ....runtime.source import literal_tag
from ...core.bindings import bindings_of
from ...formats.urdf.context import UrdfAdapter
from ...resources.resolver import finder_for
from ..predicates import numbers
from ..written_values import find_written_value
from .scene import BLANKS

if TYPE_CHECKING:
    from lxml.etree import _Element

    from ....diagnostics.rule import Rule, Severity
    from ...core.options import Options
    from ..apply_table import AppliedTable


def _severity_of(rule: Rule, about: dict[str, Any]) -> Severity | None:
    if rule is rules.MIMIC_NEEDS_ONE:  # one between equal numbers of coordinates is ignored
        return "error" if about["count"] != about["leader_count"] and about["type"] != "floating" else None
    if rule is rules.SHAPE_WITHOUT_SIZE:  # a sphere without a radius is a point
        return None if about["tag"] == "sphere" and about["value"] == 0 else "error"
    if rule is rules.TRANSMISSION_JOINT_UNKNOWN:
        return None if about["is_looked_at"] else "warning"
    # an actuator that would drive several coordinates is refused
    return "error" if rule is rules.ACTUATOR_WITHOUT_MOTION and about["count"] else None


ADAPTER = UrdfAdapter(
    free_types=frozenset({"", "floating"}),
    checks_loose_joints=False,
    has_world=True,
    owns_world_frames=False,
    knows_acceleration=False,
    nonnegative_limits=("velocity",),  # Drake looks at the effort where a transmission makes use of it
    reports_whole_inertial=True,  # so does Drake, and its warning is to be found at the same place
    has_default_sizes=True,
    couples_any_joints=True,
    severity_of=_severity_of,
)
"""Where Drake differs from ROS."""


_OTHER_BLANK = compile_pattern(r"""scale\s*=\s*(?:"[^"]*[\t\n\r&]|'[^']*[\t\n\r&])""")
"""A scale in which XML makes blanks of something else."""


def check_urdf(document: AppliedTable, sink: Sink, options: Options) -> None:
    """Reports what is in one URDF document."""
    _check_numbers(document, sink)
    robot = document.root
    folder = Path(document.source.name).parent if document.source.name is not None else options.base_dir
    finder = finder_for(options)
    for material in document.iter_read_children(robot, "material"):
        for texture in document.iter_read_children(material, "texture"):
            if texture.get("filename"):
                finder.find(str(texture.get("filename")), [folder] if folder is not None else [], sink, texture)
    if robot.get("name") == "":
        sink.report(rules.DRAKE_EMPTY_NAME, robot, attribute="name", tag="robot")
    _check_scales(document, sink)
    for shape in robot.iter("visual", "collision", "{*}visual", "{*}collision"):
        name = shape.get("name")
        if name is not None and not name.strip(BLANKS) and _is_of_link(shape, document):
            sink.report(rules.DRAKE_EMPTY_NAME, shape, attribute="name", tag=literal_tag(shape))


def _is_of_link(shape: _Element, document: AppliedTable) -> bool:
    """Whether a visual or collision is one of a link that Drake looks at."""
    path = [literal_tag(each) for each in (shape, *shape.iterancestors())]
    is_of_link = path in (["visual", "link", "robot"], ["collision", "link", "robot"])
    return is_of_link and not document.is_left_out(shape)


def _check_scales(document: AppliedTable, sink: Sink) -> None:
    """Drake distinguishes one number from three by the blanks that are written, before XML makes blanks of tabs."""
    has_other_blanks = _OTHER_BLANK.search(document.source.text) is not None
    for mesh in document.root.iter("mesh"):
        scale = mesh.get("scale") or ""
        if not has_other_blanks and " " in scale:
            continue  # it is written so
        if len(numbers(scale)) != 3 or document.is_left_out(mesh):
            continue
        written = find_written_value(document.source, mesh, "scale")
        if written is not None and " " not in written:
            sink.report(rules.TABS, mesh, attribute="scale")


def _check_numbers(document: AppliedTable, sink: Sink) -> None:
    """Reports every number of a URDF document that is infinite or not a number."""
    is_as_decoded = document.source is document.origin and sink.has_decoded(document.origin)
    if is_as_decoded and not sink.has_odd_numbers:
        return
    typed = bindings_of("urdf").decode(document.root, Sink(), silent=True)
    for element, attribute in _not_finite(typed):
        if document.is_left_out(element):
            continue
        tag, text = literal_tag(element), element.text
        if attribute is not None:
            # that of an attribute whose prefix is bound to a namespace is found by the name without it
            local = attribute.rsplit(":", 1)[-1]
            others = (str(value) for key, value in element.items() if str(key).endswith(local))
            text = element.get(attribute) or next(others, "")
        what = f"attribute {attribute!r} of <{tag}>" if attribute else f"<{tag}>"
        sink.report(rules.NOT_FINITE, element, attribute=attribute, what=what, text=(text or "").strip())


def _not_finite(owner: Element) -> Iterator[tuple[_Element, str | None]]:
    place = owner.source_element
    for name in written_fields(owner):
        value: Any = getattr(owner, name)
        for part in value if type(value) is list else (value,):
            if isinstance(part, Element):
                yield from _not_finite(part)
            elif place is not None and _is_odd(part):
                yield _written_at(owner, name, place)


def _is_odd(value: Any) -> bool:
    if isinstance(value, tuple):
        return any(map(_is_odd, value))
    return isinstance(value, float) and not math.isfinite(value)


def _written_at(owner: Element, name: str, place: _Element) -> tuple[_Element, str | None]:
    about = owner.__dataclass_fields__[name].metadata
    written = str(about.get("name", name))
    if about.get("type") == "Attribute":
        return place, written if ":" in written or about.get("namespace") is None else f"drake:{written}"
    child = next((part for part in place if literal_tag(part).rsplit(":", 1)[-1] == written), place)
    return child, None
