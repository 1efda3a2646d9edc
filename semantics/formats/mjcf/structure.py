"""Where parts of a model may be, and settings and assets that MuJoCo refuses.

Spec: MJCF reference, ``worldbody``, ``freejoint``, ``body/mocap``, ``compiler``, ``size``, ``asset``, ``custom``.
"""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING, Any

from ....diagnostics import rules

if TYPE_CHECKING:
    from ....runtime.element import Element
    from ....runtime.sink import Sink
    from .model import MjcfBody, MjcfModel, MjcfPart

EULER_LETTERS = 3
NOT_IN_WORLD = {"joint": "a joint", "freejoint": "a joint", "inertial": "inertia"}
"""What the world cannot have."""
AT_LEAST_MINUS_ONE = (
    *("njmax", "nconmax", "nstack", "nuser_body", "nuser_jnt", "nuser_geom", "nuser_site", "nuser_cam"),
    *("nuser_tendon", "nuser_actuator", "nuser_sensor"),
)
"""Sizes of which -1 means that MuJoCo finds them out."""
NEEDED_INSIDE = {("fixed", "joint"): "coef", ("spatial", "pulley"): "divisor"}
"""Attributes of the steps of tendons that have to be there, by the tags of both."""
FEWEST_ROWS = 2
"""Rows and columns that a height field has at least."""
CHANNELS = 3
"""Of a texture that is not read from a file."""


def check_structure(model: MjcfModel, sink: Sink) -> None:
    """Reports parts where none can be, and what no model can have."""
    for element in model.settings.elements:
        _check_compiler(element, sink)
    checked: set[int] = set()
    for body in model.bodies():
        _check_body(body, model.world, sink)
        for part in body.frames:
            if id(part.element) not in checked:
                checked.add(id(part.element))
                _check_scale(part, sink)
    for section, check in (
        ("size", _check_size),
        ("contact", _check_pair),
        ("tendon", _check_steps),
        ("custom", _check_custom),
    ):
        for part in model.sections.get(section, ()):
            check(part, sink)
    for part in model.sections.get("asset", ()):
        if part.tag in ASSET_CHECKS:
            ASSET_CHECKS[part.tag](part, sink)
    for part in model.sections.get("visual", ()):
        for element in part.of("map"):
            znear = vars(element).get("znear")
            if znear is not None and not znear > 0:
                _report_bound(element, "znear", znear, "above", 0, sink)


def report_misplaced(element: Element, what: str, where: str, sink: Sink, attribute: str | None = None) -> None:
    """Reports something where it cannot be."""
    sink.report(rules.PART_OUT_OF_PLACE, element, attribute=attribute, what=what, where=where)


def _check_compiler(element: Element, sink: Sink) -> None:
    written = vars(element)
    if str(written.get("coordinate")) == "global":
        sink.report(rules.GLOBAL_COORDINATES, element, attribute="coordinate")
    sequence = written.get("eulerseq")
    if sequence is not None and len(sequence) != EULER_LETTERS:
        sink.report(rules.EULER_SEQUENCE, element, attribute="eulerseq", sequence=sequence)


def _check_body(body: MjcfBody, world: MjcfBody, sink: Sink) -> None:
    part = body.part
    if part is None:
        return
    is_top = body.parent is world
    if part.get("mocap") and (body.joints or not is_top):
        where = "moved by joints" if body.joints else "in another one"
        report_misplaced(part.element, "a body with mocap", where, sink, "mocap")
    if "sleep" in vars(part.element) and str(part.get("sleep")) not in ("auto", "None"):
        if not body.joints:
            report_misplaced(part.element, "a body with sleep", "without joints of its own", sink, "sleep")
        elif _is_moved_by_others(body):
            report_misplaced(part.element, "a body with sleep", "in another one that moves", sink, "sleep")


def _is_moved_by_others(body: MjcfBody) -> bool:
    """Whether any body around one has joints."""
    around = body.parent
    while around is not None:
        if around.joints:
            return True
        around = around.parent
    return False


def _check_scale(part: MjcfPart, sink: Sink) -> None:
    """Reports a frame that makes what is in it larger or smaller as nothing can be made."""
    written = vars(part.element)
    scale, mass = written.get("scale") or (1.0,), written.get("massscale") or 0.0
    if len(scale) == 2:
        _refuse(part, "scale", "has two numbers, and needs one or three", sink)
    elif not all(0 < factor < inf for factor in scale):
        _refuse(part, "scale", "needs numbers above 0", sink)
    elif len(set(scale)) > 1 and str(written.get("scaling")) != "geometry":
        _refuse(part, "scale", "is scaled unequally, which needs scaling 'geometry'", sink)
    if not 0 <= mass < inf:
        _refuse(part, "massscale", "needs a number that is not below 0", sink)


def _check_size(part: MjcfPart, sink: Sink) -> None:
    for field, value in vars(part.element).items():
        if field in AT_LEAST_MINUS_ONE and value < -1:
            _report_bound(part.element, field, value, "min", -1, sink)
        elif field == "nuserdata" and value < 0:
            _report_bound(part.element, field, value, "min", 0, sink)


def _check_pair(part: MjcfPart, sink: Sink) -> None:
    for field in ("geom1", "geom2"):
        if part.tag == "pair" and not part.is_written(field):
            sink.report(rules.MISSING_ATTRIBUTE, part.element, parent=part.tag, part=f"@{field}")


def _check_steps(part: MjcfPart, sink: Sink) -> None:
    for tag, element in part.inside:
        needed = NEEDED_INSIDE.get((part.tag, tag))
        if needed is not None and needed not in vars(element):
            sink.report(rules.MISSING_ATTRIBUTE, element, parent=tag, part=f"@{needed}")


def _check_custom(part: MjcfPart, sink: Sink) -> None:
    written = vars(part.element)
    if part.tag == "numeric":
        data, size = written.get("data") or (), written.get("size")
        if size is not None and size < len(data):
            _refuse(part, "data", f"has {len(data)} numbers, and room for {size}", sink)
        elif not (size or data):
            _refuse(part, "size", "has no numbers and no size", sink)
    elif part.tag == "text" and not written.get("data"):
        _refuse(part, "data", "is empty", sink)
    elif part.tag == "tuple" and not part.inside:
        _refuse(part, None, "is empty", sink)


def _check_texture(part: MjcfPart, sink: Sink) -> None:
    kind, layout = str(part.get("type")), part.get("gridlayout")
    if layout:
        rows, columns = part.get("gridsize") or (1, 1)
        if len(layout) != rows * columns:
            _refuse(part, "gridlayout", f"has {len(layout)} letters in gridlayout, and {rows * columns} fields", sink)
    if str(part.get("builtin") or "none") != "none":
        needed = ("width", "height") if kind == "2d" else ("width",)
        for field in needed:
            if (part.get(field) or 0) <= 0:
                _refuse(part, field, f"is made by MuJoCo, and needs a {field} above 0", sink)
        if part.is_written("nchannel") and part.get("nchannel") != CHANNELS:
            _refuse(part, "nchannel", f"is made by MuJoCo, and has {CHANNELS} channels", sink)
        return
    sides = ("fileright", "fileleft", "fileup", "filedown", "filefront", "fileback")
    if part.get("file") or part.of("plugin"):
        return
    if kind == "2d" or not any(part.get(side) for side in sides):
        _refuse(part, None, "has neither a file nor a builtin", sink)


def _check_height_field(part: MjcfPart, sink: Sink) -> None:
    size, rows, columns = part.get("size"), part.get("nrow") or 0, part.get("ncol") or 0
    if size is not None and not all(length > 0 for length in size):
        _refuse(part, "size", "needs a size of four numbers above 0", sink)
    if part.get("file"):
        return
    if min(rows, columns) < FEWEST_ROWS:
        _refuse(part, "nrow" if rows < FEWEST_ROWS else "ncol", f"needs {FEWEST_ROWS} rows and columns or more", sink)
    elif (elevation := part.get("elevation")) and len(elevation) != rows * columns:
        _refuse(part, "elevation", f"has {len(elevation)} elevations, and {rows * columns} points", sink)


def _check_material(part: MjcfPart, sink: Sink) -> None:
    for element in part.of("layer"):
        if part.get("texture"):
            _refuse(part, "texture", "has a texture, and layers besides", sink, element)
            return


ASSET_CHECKS = {"texture": _check_texture, "hfield": _check_height_field, "material": _check_material}
"""By tag, what looks at assets; meshes are looked at where they are read."""


def _refuse(part: MjcfPart, field: str | None, fault: str, sink: Sink, at: Element | None = None) -> None:
    holder = at or (None if field is None else part.holder(field)) or part.element
    attribute = field if field is not None and field in vars(holder) else None
    owner = f"{part.tag} {part.name!r}" if part.name else f"this {part.tag}"
    sink.report(rules.ENTRY_REFUSED, holder, attribute=attribute, owner=owner, fault=fault)


def _report_bound(element: Element, field: str, value: Any, case: str, limit: float, sink: Sink) -> None:
    sink.report(rules.OUT_OF_RANGE, element, attribute=field, severity="error", value=value, case=case, limit=limit)
